//! `tune.json`: the plan of a tuning, its state, its result, and how to repeat it.

use std::fs;
use std::io;
use std::path::Path;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use super::ResolvedTunePlan;
use crate::play::fingerprint::Fingerprint;
use crate::store::folder;
use crate::store::machine::{self, Machine};
use crate::store::run_file::{Clock, MadeBy, RunState, Version, differences};
use crate::store::{At as _, RecordError};

/// The version of the format of a tuning's files.
const SCHEMA_VERSION: u32 = 1;

/// The content of `tune.json`.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct TuneFile {
    schema_version: u32,
    arena: Version,
    state: RunState,
    plan: serde_json::Value,
    plan_hash: String,
    reproducible: bool,
    fingerprints: Vec<String>,
    machine: Machine,
    started: String,
    duration_s: f64,
    #[serde(skip)]
    clock: Clock,
    command: String,
    /// What came out, once it is finished.
    result: Option<TuneResult>,
}

/// What came out of a tuning.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct TuneResult {
    /// The values of the parameters, as they are written in specs.
    pub values: Vec<String>,
    /// The spec to use.
    pub spec: String,
    /// The match against the initial values; `None` if the values are the initial ones.
    pub verdict: Option<Verdict>,
}

/// The match of the tuned values against the initial ones, by the score of the tuned ones.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Verdict {
    /// The number of games.
    pub games: u64,
    /// The score.
    pub score: f64,
    /// The 95 % interval of the score.
    pub score_low: f64,
    /// Its other end.
    pub score_high: f64,
    /// The log-likelihood ratio of the test.
    pub llr: f64,
    /// Its lower bound.
    pub lower: f64,
    /// Its upper bound.
    pub upper: f64,
    /// `H1`, `H0` or `continue`.
    pub decision: String,
}

impl TuneFile {
    /// A new tuning.
    pub(crate) fn new(
        plan: &ResolvedTunePlan,
        reproducible: bool,
        threads: usize,
        command: String,
    ) -> TuneFile {
        TuneFile {
            schema_version: SCHEMA_VERSION,
            arena: Version::this(),
            state: RunState::Running,
            plan: serde_json::to_value(plan.text()).unwrap_or_default(),
            plan_hash: plan.hash(),
            reproducible,
            fingerprints: Vec::new(),
            machine: Machine::this(threads),
            started: machine::utc(SystemTime::now()),
            duration_s: 0.0,
            clock: Clock::after(0.0),
            command,
            result: None,
        }
    }

    /// The hash of its plan.
    pub(super) fn plan_hash(&self) -> &str {
        &self.plan_hash
    }

    /// The same with the fingerprints of its players.
    pub(super) fn with_fingerprints(self, fingerprints: &[Fingerprint]) -> TuneFile {
        TuneFile { fingerprints: fingerprints.iter().map(Fingerprint::to_string).collect(), ..self }
    }

    /// The same, continuing one that was found.
    pub(super) fn continuing(self, found: &TuneFound) -> TuneFile {
        TuneFile { started: found.started.clone(), clock: Clock::after(found.duration_s), ..self }
    }

    /// The bytes in a state, with a result if there is one.
    pub(super) fn bytes(&self, state: RunState, result: Option<&TuneResult>) -> serde_json::Result<Vec<u8>> {
        let duration_s = self.clock.seconds();
        let file = TuneFile { state, duration_s, result: result.cloned(), ..self.clone() };
        let mut bytes = serde_json::to_vec_pretty(&file)?;
        bytes.push(b'\n');
        Ok(bytes)
    }
}

/// The part of a `tune.json` that is read.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct TuneFound {
    schema_version: u32,
    /// Its state.
    pub state: RunState,
    /// The hash of its plan.
    pub plan_hash: String,
    #[serde(default)]
    fingerprints: Vec<String>,
    #[serde(default)]
    arena: MadeBy,
    #[serde(default)]
    started: String,
    #[serde(default)]
    duration_s: f64,
    /// Its plan.
    #[serde(default)]
    pub plan: serde_json::Map<String, serde_json::Value>,
    /// The command that plays the same tuning.
    #[serde(default)]
    pub command: String,
    /// What came out.
    #[serde(default)]
    pub result: Option<TuneResult>,
}

impl TuneFound {
    /// The tuning in a folder, if there is one.
    pub(crate) fn read(folder: &Path) -> Result<Option<TuneFound>, RecordError> {
        let path = folder.join(folder::TUNE);
        let bytes = match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            read => read.at("read", &path)?,
        };
        match serde_json::from_slice::<TuneFound>(&bytes) {
            Ok(found) if found.schema_version == SCHEMA_VERSION => Ok(Some(found)),
            // Not a tuning of this plan, whatever it is.
            _ => Err(RecordError::OtherPlan { folder: folder.to_owned(), differences: String::new() }),
        }
    }

    /// The finished result of a plan with this hash.
    pub(crate) fn finished(&self, plan_hash: &str) -> Option<&TuneResult> {
        let is_it = self.state == RunState::Finished && self.plan_hash == plan_hash;
        self.result.as_ref().filter(|_| is_it)
    }

    /// The fingerprints of its players; `None` unless there are this many.
    pub(super) fn fingerprints(&self, players: usize) -> Option<Vec<Fingerprint>> {
        let fingerprints: Option<Vec<Fingerprint>> =
            self.fingerprints.iter().map(|text| text.parse().ok()).collect();
        fingerprints.filter(|all| all.len() == players)
    }

    /// The build that began it.
    pub(super) fn made_by(&self) -> String {
        self.arena.words()
    }

    /// The differences between its plan and another one.
    pub(super) fn differences(&self, file: &TuneFile) -> String {
        differences(&self.plan, &file.plan)
    }
}
