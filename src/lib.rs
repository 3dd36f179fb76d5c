//! hyperfine for game-playing AIs.
pub mod exit;
pub mod games;
pub mod interrupt;
pub mod rng;
pub mod search;
pub mod strategies;
pub mod text;
