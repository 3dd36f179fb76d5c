//! `tune.json`: the file of a tuning, with its result.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::ResolvedTunePlan;
use super::plan::TunePlanText;
use crate::store::RecordError;
use crate::store::folder::TUNE;
use crate::store::run_file::{RunFile, RunState};

/// The version of the format of a tuning's files.
const SCHEMA_VERSION: u32 = 1;

/// The content of `tune.json`.
pub(crate) type TuneFile = RunFile<TunePlanText, TuneOutcome>;

/// What came out, once it is finished.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct TuneOutcome {
    pub result: Option<TuneResult>,
}

/// What came out of a tuning. It displays as a sentence.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TuneResult {
    /// The values of the parameters, as they are written in specs.
    pub(crate) values: Vec<String>,
    /// The spec with these values.
    pub(crate) spec: String,
    /// The match against the initial values; `None` if the values are the initial ones.
    pub(crate) verdict: Option<Verdict>,
}

/// The match of the tuned values against the initial ones, by the score of the tuned ones.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Verdict {
    pub games: u64,
    pub score: f64,
    /// The estimate of the score, which allows for the stopping of the test.
    #[serde(default)]
    pub estimate: Option<f64>,
    /// Its 95 % interval.
    pub score_low: f64,
    pub score_high: f64,
    /// The log-likelihood ratio of the test, and its bounds.
    pub llr: f64,
    pub lower: f64,
    pub upper: f64,
    /// `H1`, `H0` or `continue`.
    pub decision: String,
    /// Whether that is because tuned and initial values choose the same moves.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub same_moves: bool,
}

impl TuneFile {
    /// A new tuning.
    pub(crate) fn of(
        plan: &ResolvedTunePlan,
        reproducible: bool,
        threads: usize,
        command: String,
    ) -> TuneFile {
        TuneFile::begin(SCHEMA_VERSION, (plan.text(), plan.hash()), reproducible, threads, command)
    }

    /// The tuning in a folder, if there is one.
    pub(crate) fn tuning_in(folder: &Path) -> Result<Option<TuneFile>, RecordError> {
        TuneFile::find(&folder.join(TUNE), &(SCHEMA_VERSION..=SCHEMA_VERSION))
    }

    /// The finished result of a plan with this hash.
    pub(crate) fn finished(&self, plan_hash: &str) -> Option<&TuneResult> {
        let is_it = self.state == RunState::Finished && self.plan_hash == plan_hash;
        self.result.result.as_ref().filter(|_| is_it)
    }
}
