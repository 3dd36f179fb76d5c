//! hyperfine for game-playing AIs: which of two strategies is stronger, by how much, and what a move costs.
//!
//! ```text
//! command line ─► plan ─► session ─► record ─► report, page
//!                          │ game by game
//!                          └► runner ─► duel ─► strategies ─► search ─► games
//! ```
//!
//! The dependencies of each module, from the top down. A test keeps this list true.
//!
//! ```text
//! app         → cli, exit, games, host, strategies, text
//! cli         → bots, check, clock, digest, duel, engine, exit, fingerprint, games, host, interrupt, openings, page,
//!               plan, record, referee, report, rng, runner, schedule, search, session, settings, solve, stats, strategies,
//!               text, tune
//! check       → digest, exit, fingerprint, openings, plan, record, report, runner, schedule, settings, stats,
//!               strategies, text
//! contest     → openings, plan, record, report, runner, schedule, session, stats, strategies, text
//! engine      → clock, games, host, rng, strategies, text
//! page        → digest, duel, games, host, record, report, schedule, stats, text
//! report      → duel, games, openings, record, stats
//! session     → bots, fingerprint, host, interrupt, openings, plan, record, runner, schedule, stats, strategies, text
//! record      → digest, duel, fingerprint, games, plan, runner, schedule, search, stats, text, tune
//! plan        → digest, games, host, openings, referee, runner, schedule, stats, strategies, text, tune
//! referee     → bots, clock, digest, duel, fingerprint, games, host, openings, rng, runner, schedule, search, strategies, text
//! host        → bots, duel, fingerprint, games, openings, rng, runner, schedule, search, solve, strategies, text
//! runner      → bots, duel, fingerprint, games, openings, schedule, strategies, text
//! fingerprint → bots, digest, duel, games, rng, strategies
//! duel        → clock, games, rng, search, strategies
//! openings    → digest, games, rng, search, solve, text
//! schedule    → stats, text
//! tune        → rng, text
//! settings    → text
//! stats       → text
//! strategies  → bots, clock, games, rng, search, solve, text
//! bots        → clock, digest, games, interrupt, rng
//! clock       → games
//! digest      → nothing
//! interrupt   → exit
//! exit        → nothing
//! rng         → nothing
//! solve       → games, search
//! search      → games
//! games       → text
//! text        → nothing
//! ```
//!
//! `games`, `search`, `solve` and `stats` are pure: no clock, no files, no randomness.
//!
//! - [`games`]: the rules of Kalah, Connect-N and m,n,k, their positions as text, and their evaluators.
//! - [`search`]: plain minimax, fast alpha-beta, Monte Carlo tree search, and counts of move sequences.
//! - [`solve`]: exact values of positions: endgame tables and proofs.
//! - [`strategies`]: the players, by specs such as `smart:6,eval=hoard`.
//! - `bots`: players that are external programs.
//! - [`clock`]: a time for all moves of a game.
//! - [`openings`]: the positions that pairs of games start from.
//! - `plan`: everything that determines the games of a run; [`schedule`]: who meets whom, in which order.
//! - `referee`: games that arena has no rules for, which another program knows.
//! - [`host`]: games with their board type hidden, the built-in ones and those that a program registers.
//! - [`duel`]: one game; `runner`: all games of a plan, on all cores, handed over in order; `session`: a plan with its
//!   players and openings, played from where its run stopped.
//! - `tune`: which values a tuning tries, and what it learns from their results.
//! - `fingerprint`: whether two builds have the same players.
//! - `record`: the files of a run and the tallies of its games.
//! - [`stats`]: scores, intervals, Elo, sequential tests, ratings of many players.
//! - `report`: results for people, as text; `page`: as an HTML page.
//! - `check`: strength checks, for continuous integration.
//! - `contest`: matches and tournaments from code. `app`: the command line with a program's own games and strategies.
//! - `cli`: the commands; `engine`: the strategies as UGI engines for other programs.
//! - Used by all: [`text`] (errors that point at their place), [`rng`] (all randomness), `digest` (a hash that never
//!   changes), `interrupt` (Ctrl-C), `exit` (exit codes), `settings` (settings files).

mod app;
mod bots;
mod check;
mod cli;
pub mod clock;
mod contest;
mod digest;
pub mod duel;
mod engine;
mod exit;
mod fingerprint;
pub mod games;
pub mod host;
mod interrupt;
pub mod openings;
mod page;
mod plan;
mod record;
mod referee;
mod report;
pub mod rng;
mod runner;
pub mod schedule;
pub mod search;
mod session;
mod settings;
pub mod solve;
pub mod stats;
pub mod strategies;
pub mod text;
mod tune;

pub use app::App;
pub use contest::{ContestError, Match, MatchResult, Tournament, TournamentResult};
pub use games::AnyPosition;
pub use host::GameSpec;
pub use host::register as register_game;
pub use report::standings::{Cost, Standing};
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
