//! What happens during a tuning, for those who show it.

use std::path::Path;

use super::journal::StepGames;
use super::{Spsa, TunePlan};
use crate::run::RunEvent;

/// Takes events as they happen. The games wait for it.
pub(crate) type TuneListener<'a> = dyn FnMut(TuneEvent<'_>) + Send + 'a;

#[derive(Debug)]
pub(crate) enum TuneEvent<'a> {
    /// The folder holds this tuning, which is finished and not played again.
    WasFinished {
        folder: &'a Path,
    },
    /// A tuning that was interrupted continues after this many steps.
    Continued {
        folder: &'a Path,
        done: u64,
        steps: u64,
    },
    /// Games of steps are played from now on.
    Playing {
        done: u64,
        total: u64,
    },
    /// A step is complete.
    Step {
        done: u64,
        plan: &'a TunePlan,
        spsa: &'a Spsa,
        games: &'a StepGames,
    },
    StepsEnded,
    /// The tuned values play the initial ones from now on, at most this many games. If some of their openings were used
    /// for tuning, `openings` is how many there are.
    Verdict {
        games: u64,
        openings: Option<u64>,
    },
    /// What happens to the threads.
    Threads(RunEvent<'a>),
    /// What happens during the verdict.
    InVerdict(RunEvent<'a>),
}
