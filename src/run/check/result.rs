//! The result of a check: everything that an output format needs.

use super::baseline::MadeBy;
use super::requirement::Requirement;
use super::verdict::{self, CheckVerdict};
use crate::exit::Exit;
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
    pub(crate) verdict: CheckVerdict,
    /// The baseline it was compared with, or that was recorded from it.
    pub(crate) baseline: Option<Against>,
    /// Whether the same plan gives the same games everywhere.
    pub(crate) reproducible: bool,
    /// The time it took, in seconds.
    pub(crate) seconds: f64,
}

/// The baseline of a result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Against {
    /// Its file, as written in the suite.
    pub path: String,
    /// The arena that recorded it.
    pub made_by: MadeBy,
    /// Whether the games are the same, move by move.
    pub same: bool,
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

    /// The exit code of the suite.
    pub(crate) fn exit(&self) -> Exit {
        verdict::exit(self.results.iter().map(|result| result.verdict))
    }
}
