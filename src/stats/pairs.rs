//! Pairs: which two games belong together.
//!
//! Two games are a pair if all of this holds:
//! - they name the same pair: the column `pair` has the same text in both, and not an empty one;
//! - they start from the same opening;
//! - they are between the same two players, with the sides swapped.
//!
//! Where they are in a file does not matter. If more than two games fit, each is in at most one pair, and there are as
//! many pairs as the games allow: five games on one side and three on the other are three pairs. A second game
//! completes the pair with the latest first game. All other games are without a pair.
//!
//! Pairs are formed here and nowhere else.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::BuildHasherDefault;

use crate::digest::{Digest, IdentityHasher};

/// The pair of a game, and the sides on which the players have it: a hash, and a bit for the sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PairKey(u64);

impl PairKey {
    /// The key of a game in any file.
    pub(crate) fn new(pair: u64, opening: &str, [first, second]: [&str; 2]) -> PairKey {
        let swapped = first > second;
        let [low, high] = if swapped { [second, first] } else { [first, second] };
        PairKey::of(Digest::of([opening, low, high]) ^ mixed(pair), swapped)
    }

    /// The key of a game in a run of ours, where the number of a pair decides its opening and its players.
    pub(crate) fn in_run(pair: u64, a_is_first: bool) -> PairKey {
        PairKey::of(mixed(pair), !a_is_first)
    }

    fn of(hash: u64, swapped: bool) -> PairKey {
        PairKey(hash & !1 | u64::from(swapped))
    }

    /// A hash of a game of the pair and its result.
    pub(crate) fn with_result(self, half_points: u8) -> u64 {
        Digest::of([self.0.to_string().as_str(), &half_points.to_string()])
    }

    fn swapped(self) -> PairKey {
        PairKey(self.0 ^ 1)
    }
}

/// Spreads the numbers of pairs.
fn mixed(pair: u64) -> u64 {
    pair.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// How many games of a file may wait for the second of their pair. They take some hundred megabytes.
pub(crate) const MOST_WAITING: usize = 3_500_000;

/// Games that wait for the second of their pair.
#[derive(Debug, Clone)]
pub(crate) struct Pairs<T> {
    /// The latest. In a run that is being played, the next game completes its pair.
    last: Option<(PairKey, T)>,
    waiting: HashMap<u64, T, BuildHasherDefault<IdentityHasher>>,
    /// Further games with the key of one that waits.
    more: HashMap<u64, Vec<T>, BuildHasherDefault<IdentityHasher>>,
    count: usize,
}

impl<T> Default for Pairs<T> {
    fn default() -> Pairs<T> {
        Pairs { last: None, waiting: HashMap::default(), more: HashMap::default(), count: 0 }
    }
}

impl<T> Pairs<T> {
    /// Removes and returns the first game of a pair whose second game has this key.
    pub(crate) fn take(&mut self, second: PairKey) -> Option<T> {
        let first = second.swapped();
        if self.last.as_ref().is_some_and(|(key, _)| *key == first) {
            self.count -= 1;
            return self.last.take().map(|(_, game)| game);
        }
        let found = match self.more.entry(first.0) {
            Entry::Occupied(mut games) => {
                let game = games.get_mut().pop();
                if games.get().is_empty() {
                    games.remove();
                }
                game
            }
            Entry::Vacant(_) => self.waiting.remove(&first.0),
        };
        self.count -= usize::from(found.is_some());
        found
    }

    /// Lets a game that completes no pair wait for the second.
    pub(crate) fn wait(&mut self, key: PairKey, game: T) {
        self.count += 1;
        if let Some((key, game)) = self.last.replace((key, game)) {
            match self.waiting.entry(key.0) {
                Entry::Vacant(place) => drop(place.insert_entry(game)),
                Entry::Occupied(_) => self.more.entry(key.0).or_default().push(game),
            }
        }
    }

    /// Adds a game: the first game of the pair that it completes, or `None` if it waits now.
    pub(crate) fn add(&mut self, key: PairKey, game: T) -> Option<(T, T)> {
        match self.take(key) {
            Some(first) => Some((first, game)),
            None => {
                self.wait(key, game);
                None
            }
        }
    }

    /// The games that wait. At the end of a file they are without a pair.
    pub(crate) fn waiting(&self) -> impl Iterator<Item = &T> {
        let last = self.last.iter().map(|(_, game)| game);
        last.chain(self.waiting.values()).chain(self.more.values().flatten())
    }

    /// The same, to be consumed.
    pub(crate) fn into_waiting(self) -> impl Iterator<Item = T> {
        let last = self.last.into_iter().map(|(_, game)| game);
        last.chain(self.waiting.into_values()).chain(self.more.into_values().flatten())
    }

    /// The number of games that wait.
    pub(crate) fn len(&self) -> usize {
        self.count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pairs of games, each written as `pair opening first second`, by their places.
    fn pairs(games: &[&str]) -> (Vec<(usize, usize)>, usize) {
        let mut pairs = Pairs::default();
        let mut found = Vec::new();
        for (place, game) in games.iter().enumerate() {
            let [pair, opening, first, second] = game.split(' ').collect::<Vec<_>>()[..] else { panic!() };
            let key = PairKey::new(pair.parse().unwrap(), opening, [first, second]);
            found.extend(pairs.add(key, place));
        }
        assert_eq!(pairs.len(), pairs.waiting().count());
        assert_eq!(pairs.len(), pairs.clone().into_waiting().count());
        (found, pairs.len())
    }

    #[test]
    fn two_games_of_a_pair_are_found_wherever_they_are() {
        let games = ["1 x a b", "2 y a b", "3 z b c", "3 z c b", "2 y b a", "1 x b a"];
        assert_eq!(pairs(&games), (vec![(2, 3), (1, 4), (0, 5)], 0));
    }

    #[test]
    fn a_pair_has_one_number_one_opening_and_swapped_sides() {
        assert_eq!(pairs(&["1 x a b", "1 x a b"]), (vec![], 2), "the same sides");
        assert_eq!(pairs(&["1 x a b", "1 y b a"]), (vec![], 2), "another opening");
        assert_eq!(pairs(&["1 x a b", "2 x b a"]), (vec![], 2), "another number");
        assert_eq!(pairs(&["1 x a b", "1 x c a"]), (vec![], 2), "another player");
    }

    #[test]
    fn many_games_of_one_pair_are_as_many_pairs_in_any_order() {
        let neighbours = ["1 x a b", "1 x b a", "1 x a b", "1 x b a", "1 x a b"];
        let apart = ["1 x a b", "1 x a b", "1 x a b", "1 x b a", "1 x b a"];
        assert_eq!(pairs(&neighbours), (vec![(0, 1), (2, 3)], 1));
        assert_eq!(pairs(&apart), (vec![(2, 3), (1, 4)], 1));
    }

    #[test]
    fn the_number_of_a_pair_is_enough_in_a_run() {
        let mut pairs = Pairs::default();
        for pair in 0..1000 {
            assert_eq!(pairs.add(PairKey::in_run(pair, pair % 2 == 0), pair), None);
        }
        for pair in (0..1000).rev() {
            assert_eq!(pairs.add(PairKey::in_run(pair, pair % 2 != 0), pair), Some((pair, pair)));
        }
        assert_eq!(pairs.len(), 0);
    }
}
