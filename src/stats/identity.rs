//! Which results are copies of others: the same games, read again.

use std::collections::HashSet;

use super::tally::GameResult;
use crate::digest::Digest;

/// What tells a game or a pair from others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Identity {
    /// Players, opening and moves.
    Moves(u64),
    /// Where moves are not known: the number of the pair, players, opening and results.
    Results(u64),
    /// Where the opening is not known either: the number of the pair, players and results. Those of other runs may be
    /// the same.
    Doubtful(u64),
    /// Nothing.
    Unknown,
}

impl Identity {
    /// That of a game.
    pub(crate) fn of(game: &GameResult<'_>) -> Identity {
        if let Some(moves) = game.moves {
            return Identity::Moves(Digest::of([game.players[0], game.players[1], game.opening, moves]));
        }
        let Some(pair) = game.pair else { return Identity::Unknown };
        let hash = pair.with_result(if game.a_is_first { game.half_points } else { 2 - game.half_points });
        if game.opening.is_empty() { Identity::Doubtful(hash) } else { Identity::Results(hash) }
    }

    /// The part of a game in the identity of its pair.
    #[must_use]
    pub(crate) fn part(self, a_is_first: bool) -> Identity {
        match self {
            // The samples of runs of millions of pairs depend on it.
            Identity::Moves(hash) if a_is_first => Identity::Moves(hash.rotate_left(1)),
            identity => identity,
        }
    }

    /// That of a pair of two games, in either order.
    #[must_use]
    pub(crate) fn paired(self, other: Identity) -> Identity {
        match (self, other) {
            (Identity::Moves(one), Identity::Moves(other)) => Identity::Moves(one ^ other),
            (Identity::Results(one), Identity::Results(other)) => Identity::Results(one ^ other),
            (Identity::Doubtful(one), Identity::Doubtful(other)) => Identity::Doubtful(one ^ other),
            _ => Identity::Unknown,
        }
    }

    /// A hash that only copies share, if copies can be recognised.
    pub(crate) fn hash(self) -> Option<u64> {
        match self {
            Identity::Moves(hash) | Identity::Results(hash) => Some(hash),
            Identity::Doubtful(_) | Identity::Unknown => None,
        }
    }
}

/// The maximum number of units that are remembered.
const MOST_REMEMBERED: usize = 1 << 20;

/// The units seen so far. A copy of one that is not among the first million is not recognised.
#[derive(Debug, Clone, Default)]
pub(crate) struct Remembered(HashSet<u64>);

impl Remembered {
    /// Whether a unit with this hash came before.
    pub(crate) fn has_come(&mut self, hash: u64) -> bool {
        if self.0.len() < MOST_REMEMBERED { !self.0.insert(hash) } else { self.0.contains(&hash) }
    }
}

/// Counts the pairs that may be copies of others, where their moves are not known.
#[derive(Debug, Clone, Default)]
pub(crate) struct CopyCounter {
    seen: Remembered,
    counts: CopyCounts,
}

/// How many pairs without moves may be copies of others.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct CopyCounts {
    /// All pairs, with moves or without.
    pub pairs: u64,
    /// Those that were taken for copies, and do not count.
    pub assumed: u64,
    /// Those that may be copies, and count.
    pub doubtful: u64,
}

impl CopyCounter {
    /// Counts a pair.
    pub(crate) fn add(&mut self, pair: Identity) {
        self.counts.pairs += 1;
        match pair {
            Identity::Results(hash) => self.counts.assumed += u64::from(self.seen.has_come(hash)),
            Identity::Doubtful(hash) => self.counts.doubtful += u64::from(self.seen.has_come(hash)),
            Identity::Moves(_) | Identity::Unknown => {}
        }
    }

    pub(crate) fn counts(&self) -> CopyCounts {
        self.counts
    }
}
