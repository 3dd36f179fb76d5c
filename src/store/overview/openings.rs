//! What became of the openings: which decide the game for a side, and which let the better player win both games.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::digest::Digest;
use crate::games::Side;
use crate::play::finished::FinishedGame;
use crate::text::shortened;

/// The openings that are counted one by one.
pub(crate) const MOST_OPENINGS: usize = 1 << 12;

/// The games that are named for each kind of pair.
const MOST_EXAMPLES: usize = 6;

/// How a pair from one opening ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PairKind {
    /// One player won both games: the opening decides nothing.
    SamePlayer,
    /// The same side won both games.
    SameSide(Side),
    /// A game was drawn.
    Drawn,
}

impl PairKind {
    pub(crate) const ALL: [PairKind; 4] = [
        PairKind::SamePlayer,
        PairKind::SameSide(Side::First),
        PairKind::SameSide(Side::Second),
        PairKind::Drawn,
    ];

    /// That of two games with the sides swapped, by the half points of the first side in each.
    fn of(half_points: [u8; 2]) -> PairKind {
        match half_points {
            [2, 2] => PairKind::SameSide(Side::First),
            [0, 0] => PairKind::SameSide(Side::Second),
            [0, 2] | [2, 0] => PairKind::SamePlayer,
            _ => PairKind::Drawn,
        }
    }
}

/// The results from an opening.
#[derive(Debug, Clone, Default)]
pub(crate) struct OpeningRow {
    pub(crate) text: String,
    /// Wins of the second side, draws, wins of the first.
    pub(crate) results: [u64; 3],
    pub(crate) pairs: [u64; 4],
    /// The first game from it.
    pub(crate) game: u64,
}

impl OpeningRow {
    fn games(&self) -> u64 {
        self.results.iter().sum()
    }

    pub(crate) fn complete_pairs(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// How much more often one side won than the other, from -1 to 1.
    pub(crate) fn bias(&self) -> f64 {
        (self.results[2] as f64 - self.results[0] as f64) / self.games().max(1) as f64
    }

    /// The share of pairs that one player won twice.
    pub(crate) fn decisive(&self) -> f64 {
        self.pairs[0] as f64 / self.complete_pairs().max(1) as f64
    }
}

/// What became of all openings.
#[derive(Debug, Clone, Default)]
pub(crate) struct OpeningCounts {
    pub(crate) pairs: [u64; 4],
    pub(crate) examples: [Vec<u64>; 4],
    pub(crate) by_opening: HashMap<u64, OpeningRow>,
    /// Whether there were more openings than are counted one by one.
    pub(crate) is_partial: bool,
}

impl OpeningCounts {
    /// Adds a game. If it completes a pair: with the half points of the first side in both games, and the number of
    /// the first game.
    pub(super) fn add(&mut self, game: &FinishedGame<&str>, pair: Option<([u8; 2], u64)>) {
        let kind = pair.map(|(half_points, number)| {
            let kind = PairKind::of(half_points);
            let place = PairKind::ALL.iter().position(|&one| one == kind).unwrap_or_default();
            self.pairs[place] += 1;
            let examples = &mut self.examples[place];
            examples.insert(examples.partition_point(|&known| known < number), number);
            examples.truncate(MOST_EXAMPLES);
            place
        });
        let Some(opening) = game.opening else { return };
        let has_room = self.by_opening.len() < MOST_OPENINGS;
        match self.by_opening.entry(Digest::of([opening])) {
            Entry::Vacant(_) if !has_room => self.is_partial = true,
            entry => {
                let row = entry.or_insert_with(|| OpeningRow {
                    text: shortened(opening, 400),
                    game: game.number,
                    ..OpeningRow::default()
                });
                row.game = row.game.min(game.number);
                row.results[usize::from(game.half_points(Side::First))] += 1;
                if let Some(place) = kind {
                    row.pairs[place] += 1;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_is_split_if_one_side_wins_both_games() {
        assert_eq!(PairKind::of([2, 2]), PairKind::SameSide(Side::First));
        assert_eq!(PairKind::of([0, 0]), PairKind::SameSide(Side::Second));
        assert_eq!(PairKind::of([2, 0]), PairKind::SamePlayer);
        assert_eq!(PairKind::of([2, 1]), PairKind::Drawn);
    }
}
