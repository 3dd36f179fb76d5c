//! Searching the tree of moves: counting it, and finding the best move in it.
//!
//! Everything here is pure: no clock, no randomness. A [`Watcher`], consulted at intervals, stops a search.
//!
//! - [`minimax`]: the textbook search, full width. It defines what is correct.
//! - [`alphabeta`]: what the strategies use. It finds the same values and the same moves, with move ordering, null
//!   windows, an aspiration window, a [`TranspositionTable`] with hash moves, and static judgement near the horizon.
//!   Iterative deepening is up to the strategy that searches.
//! - [`mcts`]: Monte Carlo tree search, by playouts instead of an evaluator.
//! - [`perft`]: counts of move sequences, which prove the rules.
//! - [`playout`]: random games to the end.

pub mod alphabeta;
pub mod mcts;
pub mod minimax;
pub mod perft;
pub mod playout;
pub mod solve;
mod transposition;
mod watcher;

pub use alphabeta::Search;
pub use transposition::TranspositionTable;
pub use watcher::{Control, Stopped, Unlimited, Watcher};

use std::fmt;

use crate::games::{Game, Move, Side};

/// The number of plies a search looks ahead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Depth(u32);

impl Depth {
    /// No plies left: evaluate the position.
    pub const ZERO: Depth = Depth(0);

    /// To the end of the game.
    pub const FULL: Depth = Depth(u16::MAX as u32);

    /// A number of plies.
    pub const fn plies(plies: u16) -> Depth {
        Depth(plies as u32)
    }

    /// The number of plies; `None` for the end of the game.
    pub fn limit(self) -> Option<u32> {
        (self < Depth::FULL).then_some(self.0)
    }

    /// The depth as a number for the transposition table.
    const fn stamp(self) -> u16 {
        self.0 as u16
    }

    /// One ply deeper.
    #[must_use]
    pub const fn deeper(self) -> Depth {
        Depth(self.0 + 1)
    }

    /// The remaining depth after a move from `before` to `after`.
    #[inline]
    #[must_use]
    fn after<G: Game>(self, extra: Extra, before: &G, after: &G) -> Depth {
        let free = extra == Extra::Free && before.to_move() == after.to_move();
        if free { self } else { self.after_a_ply() }
    }

    /// The remaining depth after a ply.
    #[inline]
    #[must_use]
    fn after_a_ply(self) -> Depth {
        // A search to the end of the game has the same depth at every ply, so stored values stay valid.
        if self == Depth::FULL { self } else { Depth(self.0 - 1) }
    }
}

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.limit() {
            Some(plies) => write!(f, "{plies}"),
            None => f.write_str("full"),
        }
    }
}

/// What an extra turn costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Extra {
    /// A ply, like every move.
    #[default]
    Ply,
    /// Nothing: the search continues at the same depth.
    Free,
}

/// The value of a move for the side to move: a number of the search, or a [`Decimal`](crate::text::Decimal) that a strategy
/// reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveValue<V = i32> {
    /// The move.
    pub mv: Move,
    /// Its value.
    pub value: V,
}

impl<V> MoveValue<V> {
    /// The same in another unit.
    pub fn map<W>(self, convert: impl FnOnce(V) -> W) -> MoveValue<W> {
        MoveValue { mv: self.mv, value: convert(self.value) }
    }
}

/// The first move of the highest value.
pub fn first_best<V: Copy + PartialOrd>(values: &[MoveValue<V>]) -> Option<MoveValue<V>> {
    values.iter().copied().reduce(|best, next| if next.value > best.value { next } else { best })
}

/// A value for the side to move after a move, seen from the side that made it. After an extra turn they are the same
/// side, and nothing changes sign.
#[inline]
fn seen_from(mover: Side, to_move: Side, value: i32) -> i32 {
    if mover == to_move { value } else { -value }
}
