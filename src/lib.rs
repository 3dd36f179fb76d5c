//! hyperfine for game-playing AIs: which of two strategies is stronger, by how much, and what a move costs.
//!
//! ```text
//! command line ─► plan ─► runner ─► record ─► report
//!                          │ one game each
//!                          └► duel ─► strategies ─► search ─► games
//! ```
//!
//! What each module depends on, from the top down. A test keeps this list true.
//!
//! ```text
//! cli        → check, exit, games, interrupt, openings, plan, record, report, rng, runner, schedule, search, settings,
//!              stats, strategies, text
//! check      → digest, exit, games, openings, plan, record, report, runner, schedule, settings, stats, strategies, text
//! report     → duel, games, record, stats
//! record     → digest, duel, games, plan, runner, schedule, search, stats, text
//! plan       → digest, games, openings, schedule, stats, strategies
//! runner     → duel, games, openings, rng, schedule, strategies
//! duel       → games, rng, search, strategies
//! openings   → digest, games, rng, text
//! strategies → games, rng, search, text
//! search     → games
//! games      → text
//! schedule   → stats, text
//! stats      → text
//! settings   → text
//! interrupt  → exit
//! text       → nothing
//! rng        → nothing
//! digest     → nothing
//! exit       → nothing
//! ```
//!
//! `games`, `search` and `stats` are pure: no clock, no files, no randomness.
//!
//! - [`games`]: the rules of Kalah and Connect-N, their positions in text, and the evaluators that judge them.
//! - [`search`]: minimax, as the textbook has it and fast, and counts of move sequences.
//! - [`strategies`]: what chooses moves, by specs such as `smart:6,eval=hoard`.
//! - [`openings`]: the positions that pairs of games start from.
//! - [`plan`]: everything that determines the games of a run; [`schedule`]: who meets whom, in which order.
//! - [`duel`]: one game; [`runner`]: all games of a plan, on all cores, handed over in order.
//! - [`record`]: the files of a run, and what is counted of its games.
//! - [`stats`]: scores, intervals, Elo, sequential tests, ratings of many players.
//! - [`report`]: results for people.
//! - [`check`]: strength checks, for continuous integration.
//! - [`cli`]: the commands.
//! - Used by all: [`text`] (errors that point at their place), [`rng`] (all randomness), [`digest`] (a hash that never
//!   changes), [`interrupt`] (Ctrl-C), [`exit`] (exit codes), [`settings`] (settings files).

mod app;
pub mod check;
pub mod cli;
mod contest;
pub mod digest;
pub mod duel;
pub mod exit;
pub mod games;
pub mod host;
pub mod interrupt;
pub mod openings;
pub mod plan;
pub mod record;
pub mod report;
pub mod rng;
pub mod runner;
pub mod schedule;
pub mod search;
pub mod session;
pub mod settings;
pub mod stats;
pub mod strategies;
pub mod text;

pub use app::App;
pub use contest::{ContestError, Match, MatchResult, Tournament, TournamentResult};
pub use games::AnyPosition;
pub use host::GameSpec;
pub use host::register as register_game;
pub use strategies::register_strategy;
pub use text::TextError;

/// What programs that use this library usually need: `use arena::prelude::*;`.
pub mod prelude {
    pub use crate::contest::{Match, Tournament};
    pub use crate::games::{AnyPosition, Game, Move, Moves, Outcome, Side};
    pub use crate::host::GameSpec;
    pub use crate::strategies::{AnyStrategy, Choice, NoChoice, StrategyInfo, StrategySpec, Turn};
    pub use crate::text::TextError;
}
