//! Tuning: better numbers for a strategy, found by playing.
//!
//! - [`template`]: a spec with parameters in braces, `smart:4,eval=pots+{tempo:0.4:0..2}*tempo`.
//! - [`decimal`]: their values, exact decimals with up to three places: the number played is the number reported.
//! - [`parameter`]: a parameter once its kind, its bounds and its step are known.
//! - [`steps`]: how many games each step plays.
//! - [`spsa`]: the algorithm.
//!
//! - [`plan`]: what is to be tuned; [`file`](self::file) is its `tune.json`, and [`journal`] its `tuning.csv`.
//!
//! The algorithm touches no file, clock or game. What is tried in a step is a function of the settings and of the
//! results before it, so a course can be replayed from its results. `docs/TUNE.md` describes it for users.

mod decimal;
pub(crate) mod file;
pub(crate) mod journal;
mod parameter;
mod plan;
mod spsa;
mod steps;
mod template;
#[cfg(test)]
mod tests;

pub(crate) use decimal::Decimal;
pub(crate) use parameter::Parameter;
pub(crate) use plan::{ResolvedTunePlan, TunePlan};
pub(crate) use spsa::{Spsa, StepResult};
pub(crate) use steps::Division;
pub(crate) use template::{Placeholder, Template};
