//! Tuning: better numbers for a strategy, found by playing.
//!
//! - [`template`]: a spec with parameters in braces, `smart:4,eval=pots+{tempo:0.4:0..2}*tempo`.
//! - [`parameter`]: a parameter once its kind, its bounds and its step are known; [`probe`] finds them.
//! - [`steps`]: how many games each step plays.
//! - [`spsa`]: the algorithm.
//! - [`plan`]: what is to be tuned; [`file`](self::file) is its `tune.json`, and [`journal`] its `tuning.csv`.
//! - [`Tune`] asks for it, and [`play`](self::play) plays it: the steps of [`course`], then the match of [`verdict`].
//!
//! The algorithm touches no file, clock or game. What is tried in a step is a function of the settings and of the
//! results before it, so a course can be replayed from its results. `docs/TUNE.md` describes it for users.

mod course;
mod event;
pub(crate) mod file;
mod gain;
pub(crate) mod journal;
mod parameter;
mod plan;
mod play;
mod probe;
mod record;
mod request;
mod spsa;
mod steps;
#[cfg(test)]
mod tests;
mod verdict;

pub(crate) use course::StepsStopped;

pub(crate) use event::TuneEvent;
pub(crate) use file::TuneFile;
pub use file::TuneResult;
pub use gain::Gain;
pub(crate) use parameter::Parameter;
pub(crate) use plan::{ResolvedTunePlan, TunePlan};
pub(crate) use play::{TuneEnd, TuneRun};
pub use request::Tune;
pub(crate) use spsa::{Spsa, StepResult};
pub(crate) use steps::Division;
