//! What came of a check: all that a report needs to know.

use super::baseline::MadeBy;
use super::estimate::Estimate;
use super::quantity::Quantity;
use super::requirement::Requirement;
use super::verdict::CheckVerdict;

/// A check that was played.
#[derive(Debug, Clone, PartialEq)]
pub struct CheckResult {
    /// The name of the check.
    pub name: String,
    /// The game.
    pub game: String,
    /// The player that is checked.
    pub a: String,
    /// Its opponent.
    pub b: String,
    /// How many games were played.
    pub games: u64,
    /// What was asked for.
    pub requirement: Requirement,
    /// What the games say of it.
    pub estimate: Estimate,
    /// The score of player a.
    pub score: Estimate,
    /// The verdict.
    pub verdict: CheckVerdict,
    /// The recorded run that it was held against, or that was made of it.
    pub baseline: Option<Against>,
    /// Whether the same plan gives the same games everywhere.
    pub reproducible: bool,
    /// How long it took.
    pub seconds: f64,
}

/// A recorded run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Against {
    /// Its file, as it is written in the file of checks.
    pub path: String,
    /// The version of arena that made it.
    pub made_by: MadeBy,
    /// Whether the games were the same, move by move.
    pub same: bool,
}

impl CheckResult {
    /// The figure that decides, with its interval and what was asked for: `score 0.9410 (95 %: 0.9365 to 0.9452),
    /// required >= 0.9`.
    pub fn figure(&self) -> String {
        let Requirement { quantity, relation, bound } = self.requirement;
        let clock = if self.reproducible { "" } else { "; time-limited, so it depends on the machine" };
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

/// A version in words: `0.1.0 (0123456789ab)`.
fn version(made_by: &MadeBy) -> String {
    format!("{} ({})", made_by.version, made_by.commit)
}
