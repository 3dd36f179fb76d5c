//! What the moves of recorded games were worth: the one place that says so, for `arena review` and `arena explain`.
//!
//! - `games`: the games of a run, replayed.
//! - `exact`: their moves against perfect play, as far as a solver goes within its budget.
//! - `engine`: the same by the values of an engine, for what no solver reaches.

mod engine;
mod exact;
mod games;

pub(crate) use engine::JudgeError;
pub(super) use engine::{EngineJudge, EngineJudgement, RefereedJudge};
pub(super) use exact::ExactJudge;
pub(crate) use exact::{JudgedMove, Judgement};
pub(crate) use games::PlayedGame;
pub(super) use games::{Recorded, RecordedGames};

/// The plies of a phase, as in `timings.csv`.
const PLIES: usize = 10;

/// The phase of a ply that is counted from 1.
pub(super) fn phase(ply: usize) -> usize {
    (ply - 1) / PLIES
}

/// What a phase is called: `11-20`.
pub(super) fn phase_name(phase: usize) -> String {
    format!("{}-{}", phase * PLIES + 1, (phase + 1) * PLIES)
}

/// The judged moves of a game.
pub(super) type JudgedGame = Vec<JudgedMove>;
