//! The result of a check: everything that an output format needs.

use super::baseline::MadeBy;
use super::estimate::Estimate;
use super::requirement::Requirement;
use super::verdict::{self, CheckVerdict};
use crate::exit::Exit;

/// The result of a check.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct CheckResult {
    /// The name of the check.
    pub name: String,
    /// The game.
    pub game: String,
    /// The player under test.
    pub a: String,
    /// Its opponent.
    pub b: String,
    /// The number of games.
    pub games: u64,
    /// The requirement.
    pub requirement: Requirement,
    /// The estimate of the required quantity.
    pub estimate: Estimate,
    /// The score of player a.
    pub score: Estimate,
    /// The verdict.
    pub verdict: CheckVerdict,
    /// The baseline it was compared with, or that was recorded from it.
    pub baseline: Option<Against>,
    /// Whether the same plan gives the same games everywhere.
    pub reproducible: bool,
    /// The time it took, in seconds.
    pub seconds: f64,
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

/// The results of a suite.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SuiteResults {
    /// The file of the suite.
    pub file: String,
    /// The results of its checks, in the order of the file.
    pub results: Vec<CheckResult>,
}

impl SuiteResults {
    /// The number of checks with a verdict.
    pub(crate) fn count(&self, verdict: CheckVerdict) -> usize {
        self.results.iter().filter(|result| result.verdict == verdict).count()
    }

    /// The exit code of the suite.
    pub(crate) fn exit(&self) -> Exit {
        verdict::exit(self.results.iter().map(|result| result.verdict))
    }
}
