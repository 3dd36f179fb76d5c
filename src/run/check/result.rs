//! The result of a check: everything that an output format needs.

use std::path::{Path, PathBuf};

use super::baseline::MadeBy;
use super::requirement::Requirement;
use super::verdict::{self, CheckVerdict};
use crate::exit::Exit;
use crate::play::plan::Variation;
use crate::stats::estimate::Estimate;

/// The result of a check.
#[derive(Debug, Clone, PartialEq)]
pub struct CheckResult {
    pub(crate) name: String,
    pub(crate) game: String,
    /// The player under test.
    pub(crate) a: String,
    /// Its opponent.
    pub(crate) b: String,
    pub(crate) games: u64,
    pub(crate) requirement: Requirement,
    /// The estimate of the required quantity.
    pub(crate) estimate: Estimate,
    pub(crate) score: Estimate,
    pub(crate) elo: Estimate,
    /// What a move of player a costs.
    pub(crate) nodes_per_move: Option<f64>,
    pub(crate) median_time_ms: Option<f64>,
    pub(crate) verdict: CheckVerdict,
    /// The baseline it was compared with, or that was recorded from it.
    pub(crate) baseline: Option<Against>,
    /// Why the same plan may give other games.
    pub(crate) variation: Option<Variation>,
    /// The folder of its games, if they are kept.
    pub(crate) run: Option<PathBuf>,
    /// The time it took, in seconds.
    pub(crate) seconds: f64,
}

/// The baseline of a result.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Against {
    /// Its file, as written in the suite.
    pub path: String,
    /// The arena that recorded it.
    pub made_by: MadeBy,
    /// The score in it, before it is recorded again.
    pub score: Option<f64>,
    /// Whether the games are the same, move by move.
    pub same: bool,
    /// Why it could not be compared with, when it is recorded again: `"was played with other settings (…)"`.
    pub differs: Option<String>,
}

impl CheckResult {
    /// The name of the check.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether the requirement is met.
    pub fn verdict(&self) -> CheckVerdict {
        self.verdict
    }

    /// By how much the score of a baseline was lowered when it was recorded again.
    pub(crate) fn lowered(&self) -> Option<f64> {
        let old = self.baseline.as_ref().filter(|old| !old.same && old.differs.is_none())?.score?;
        let lower = old - self.score.value?;
        (self.verdict == CheckVerdict::Recorded && lower > 0.0).then_some(lower)
    }
}

/// The results of a suite. They display as `arena check` prints them.
#[derive(Debug, Clone, PartialEq)]
pub struct SuiteResults {
    pub(crate) file: String,
    /// The results of its checks, in the order of the file.
    pub(crate) results: Vec<CheckResult>,
}

impl SuiteResults {
    /// The results of the checks, in the order of the file.
    pub fn checks(&self) -> &[CheckResult] {
        &self.results
    }

    /// The number of checks with a verdict.
    pub(crate) fn count(&self, verdict: CheckVerdict) -> usize {
        self.results.iter().filter(|result| result.verdict == verdict).count()
    }

    /// The folders of the games that are kept, each once.
    pub(crate) fn runs(&self) -> Vec<PathBuf> {
        let mut runs: Vec<&Path> = Vec::new();
        for run in self.results.iter().filter_map(|result| result.run.as_deref()) {
            if !runs.contains(&run) {
                runs.push(run);
            }
        }
        runs.into_iter().map(Path::to_owned).collect()
    }

    /// The exit code of the suite.
    pub(crate) fn exit(&self) -> Exit {
        verdict::exit(self.results.iter().map(|result| result.verdict))
    }
}
