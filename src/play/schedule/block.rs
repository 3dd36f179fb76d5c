//! The numbering of games: the games of a batch in the order in which they are committed.
//!
//! The pairings take turns, a pair of games each, so that all progress equally. An odd number of
//! games leaves each pairing a last game without its pair; those come at the end.

use std::ops::Range;

use super::{Batch, Pairing};

/// A game before it is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fixture {
    /// Its number in the run, from 0.
    pub game: u64,
    /// The number of its pair in the run, from 0.
    pub pair: u64,
    /// The number of its pair among those of the same two players, from 0, which is also the number of its opening.
    pub opening: u64,
    /// The players.
    pub pairing: Pairing,
    /// Whether player a has the first side.
    pub a_is_first: bool,
}

impl Fixture {
    /// The players of the first and the second side, by their places in the plan.
    pub fn sides(&self) -> [usize; 2] {
        let Pairing { a, b } = self.pairing;
        if self.a_is_first { [a, b] } else { [b, a] }
    }
}

/// The games of a batch and their place in the run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    first_game: u64,
    first_pair: u64,
    batch: Batch,
    /// The number of openings each pairing used before.
    used: Vec<u64>,
}

impl Block {
    /// The games of the first batch of a run.
    pub fn first(batch: Batch) -> Block {
        let used = vec![0; batch.pairings.len()];
        Block { first_game: 0, first_pair: 0, batch, used }
    }

    /// The games of a batch after earlier ones with the same pairings, each of which has played this many pairs.
    pub fn after_rounds(rounds: u64, batch: Batch) -> Block {
        let pairings = batch.pairings.len() as u64;
        let used = vec![rounds; batch.pairings.len()];
        Block { first_game: 2 * rounds * pairings, first_pair: rounds * pairings, batch, used }
    }

    /// The games of a match.
    pub fn of_match(games: u64) -> Block {
        Block::first(Batch { pairings: vec![Pairing { a: 0, b: 1 }], games })
    }

    /// The games of the batch that follows this one, given how many openings a pairing used before.
    #[must_use]
    pub fn followed_by(&self, batch: Batch, used: impl Fn(Pairing) -> u64) -> Block {
        Block {
            first_game: self.games().end,
            first_pair: self.first_pair + self.pairings() * self.batch.games.div_ceil(2),
            used: batch.pairings.iter().map(|&pairing| used(pairing)).collect(),
            batch,
        }
    }

    /// The batch.
    pub fn batch(&self) -> &Batch {
        &self.batch
    }

    /// The numbers of its games.
    pub fn games(&self) -> Range<u64> {
        self.first_game..self.first_game + self.pairings() * self.batch.games
    }

    fn pairings(&self) -> u64 {
        self.batch.pairings.len() as u64
    }

    /// The game with this number, which is one of [`games`](Block::games).
    pub fn fixture(&self, game: u64) -> Fixture {
        let place = game - self.first_game;
        let paired = self.pairings() * (self.batch.games / 2);
        let (pair, a_is_first) = match place {
            place if place < 2 * paired => (place / 2, place.is_multiple_of(2)),
            place => (place - paired, true),
        };
        let (round, bout) = (pair / self.pairings(), (pair % self.pairings()) as usize);
        Fixture {
            game,
            pair: self.first_pair + pair,
            opening: self.used[bout] + round,
            pairing: self.batch.pairings[bout],
            a_is_first,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairings(pairs: &[(usize, usize)]) -> Vec<Pairing> {
        pairs.iter().map(|&(a, b)| Pairing { a, b }).collect()
    }

    /// Game, pair, opening and the players by side.
    fn listed(block: &Block) -> Vec<(u64, u64, u64, [usize; 2])> {
        let fixtures = block.games().map(|game| block.fixture(game));
        fixtures.map(|fixture| (fixture.game, fixture.pair, fixture.opening, fixture.sides())).collect()
    }

    #[test]
    fn a_match_swaps_the_sides_in_every_pair() {
        let block = Block::first(Batch { pairings: pairings(&[(0, 1)]), games: 5 });
        assert_eq!(
            listed(&block),
            [(0, 0, 0, [0, 1]), (1, 0, 0, [1, 0]), (2, 1, 1, [0, 1]), (3, 1, 1, [1, 0]), (4, 2, 2, [0, 1])]
        );
    }

    #[test]
    fn pairings_take_turns_and_continue_where_they_stopped() {
        let first = Block::first(Batch { pairings: pairings(&[(0, 1), (0, 2)]), games: 3 });
        assert_eq!(
            listed(&first),
            [
                (0, 0, 0, [0, 1]),
                (1, 0, 0, [1, 0]),
                (2, 1, 0, [0, 2]),
                (3, 1, 0, [2, 0]),
                (4, 2, 1, [0, 1]),
                (5, 3, 1, [0, 2]),
            ]
        );
        let batch = Batch { pairings: pairings(&[(0, 2), (1, 2)]), games: 2 };
        let next = first.followed_by(batch, |pairing| if pairing.b == 2 && pairing.a == 0 { 2 } else { 0 });
        assert_eq!(
            listed(&next),
            [(6, 4, 2, [0, 2]), (7, 4, 2, [2, 0]), (8, 5, 0, [1, 2]), (9, 5, 0, [2, 1])]
        );
    }
}
