//! hyperfine for game-playing AIs: which of two strategies is stronger, by how much, and what a move costs.
//!
//! Ten rooms on floors, from the ground up. A room may use those below it and never one above.
//!
//! ```text
//! text/     errors that point at their place, numbers with units, decimals, settings files
//! games/    rules, moves, evaluators, drawing
//! search/   alpha-beta, MCTS, perft, playouts; exact solvers in search/solve
//! stats/    pairs, tallies, histogram, intervals, Elo, sequential tests, ratings
//! players/  specs, built-in strategies, bots (processes and protocols), clocks
//! play/     openings, schedule, one game, the referee, hiding the board type, the runner, fingerprints
//! store/    the folder of a run: one run file, the codec of games.csv, journal, recovery, shards, merge
//! run/      match, tournament, check, tune, review as library calls that emit events
//! report/   text, markdown, json, csv, html: pure functions from results to bytes
//! cli/      arguments to a request, events to a terminal, an exit code
//! ```
//!
//! `ARCHITECTURE.md` says what each room promises and where to add what.

mod cli;
mod digest;
mod exit;
pub mod games;
mod interrupt;
pub mod play;
pub mod players;
mod report;
pub mod rng;
mod run;
pub mod search;
pub mod stats;
mod store;
pub mod text;

pub use cli::app::App;
pub use games::AnyPosition;
pub use play::host::GameSpec;
pub use play::host::register as register_game;
pub use players::strategies::register_strategy;
pub use run::check::{Check, CheckError, CheckResult, CheckVerdict, SuiteResults};
pub use run::contest::{ContestError, Match, MatchResult, Tournament, TournamentResult};
pub use stats::{Cost, Standing};
pub use text::TextError;

/// What programs that use this library usually need: `use arena::prelude::*;`.
pub mod prelude {
    pub use crate::games::{AnyPosition, Game, Move, Moves, Outcome, Side};
    pub use crate::play::host::GameSpec;
    pub use crate::players::strategies::{AnyStrategy, Choice, NoChoice, StrategyInfo, StrategySpec, Turn};
    pub use crate::run::check::{Check, CheckVerdict};
    pub use crate::run::contest::{Match, Tournament};
    pub use crate::text::TextError;
}
