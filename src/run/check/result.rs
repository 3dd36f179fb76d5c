//! The result of a check: everything that an output format needs.

use super::baseline::MadeBy;
use super::estimate::Estimate;
use super::quantity::Quantity;
use super::requirement::Requirement;
use super::verdict::CheckVerdict;

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

impl CheckResult {
    /// The deciding figure with its interval and requirement: `score 0.9410 (95 %: 0.9365 to 0.9452), required >= 0.9`.
    pub(crate) fn figure(&self) -> String {
        let Requirement { quantity, relation, bound } = self.requirement;
        let clock = match (quantity.is_time(), self.reproducible) {
            (true, _) => "; a time depends on the machine and its load",
            (false, false) => "; time-limited, so it depends on the machine",
            (false, true) => "",
        };
        let score = || Quantity::Score.figure(self.score);
        let text = match (&self.baseline, self.verdict) {
            (Some(Against { same: true, made_by, .. }), CheckVerdict::Recorded) => {
                format!(
                    "plays the same as the baseline of {}, which stays: score {}",
                    version(made_by),
                    score()
                )
            }
            (Some(Against { path, .. }), CheckVerdict::Recorded) => {
                format!("recorded in {path}: score {}", score())
            }
            (Some(Against { same: true, made_by, .. }), _) => {
                format!("plays the same as the baseline of {}: score {}", version(made_by), score())
            }
            (Some(Against { made_by, .. }), _) => format!(
                "score differs by {} from the baseline of {}, tolerated {}",
                quantity.figure(self.estimate),
                version(made_by),
                if bound < 0.0 { bound.to_string() } else { "0".to_owned() }
            ),
            (None, _) => {
                format!("{} {}, required {relation} {bound}", quantity.name(), quantity.figure(self.estimate))
            }
        };
        text + clock
    }
}

/// A build as text: `0.1.0 (0123456789ab)`.
fn version(made_by: &MadeBy) -> String {
    format!("{} ({})", made_by.version, made_by.commit)
}
