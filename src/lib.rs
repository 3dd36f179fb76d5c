//! hyperfine for game-playing AIs: which of two strategies is stronger, by how much, and what a move costs.
//!
//! ```text
//! cli ──► strategies ──► search ──► games
//! ```
//!
//! Arrows are the only allowed dependencies. `games`, `search` and `stats` are pure: no clock, no files, no
//! randomness.
//!
//! - [`games`]: the rules of Kalah and Connect-N, their positions in text, and the evaluators that judge them.
//! - [`search`]: minimax, as the textbook has it and fast, and counts of move sequences.
//! - [`strategies`]: what chooses moves, by specs such as `smart:6,eval=hoard`.
//! - [`stats`]: the score, Elo and their intervals, from counts of results. It depends on nothing.
//! - [`cli`]: the commands.
//! - Used by all: [`text`] (errors that point at their place), [`rng`] (all randomness), [`interrupt`] (Ctrl-C),
//!   [`exit`] (exit codes).

pub mod cli;
pub mod exit;
pub mod games;
pub mod interrupt;
pub mod rng;
pub mod search;
pub mod stats;
pub mod strategies;
pub mod text;
