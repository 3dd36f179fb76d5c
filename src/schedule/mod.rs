//! The schedule: who meets whom, and in which order the games are counted.
//!
//! A run is played batch by batch. What a [`Batch`] is may depend on the results of the batches before it, never on
//! when its games finish; a [`Block`] gives each of its games a number, an opening and a side.

mod block;

pub use block::{Block, Fixture};

/// Two players that meet, by their places in the plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pairing {
    /// The one that comes earlier in the plan.
    pub a: usize,
    /// The other.
    pub b: usize,
}

/// Games that are decided on together: each pairing plays so many, from where it stopped before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Batch {
    /// Who meets; no pairing twice.
    pub pairings: Vec<Pairing>,
    /// How many games each of them plays.
    pub games: u64,
}
