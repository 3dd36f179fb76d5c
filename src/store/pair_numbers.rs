//! The number of a pair among those of the same two players, for the games of a file.
//!
//! If results chose who met whom, these numbers say which games are reported. The games of a file may be in any order, so
//! they are numbered by their column `pair`, in a pass of its own.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::io::Read;

use super::games_file::{self, Columns, GamesError};
use crate::digest::{Digest, IdentityHasher};

/// The pairs of every two players of a file, by a hash of the players.
#[derive(Debug, Default)]
pub(crate) struct PairNumbers(HashMap<u64, Vec<u64>, BuildHasherDefault<IdentityHasher>>);

impl PairNumbers {
    /// Reads the pairs of a file of games, named `place` in errors.
    pub(crate) fn read(place: &str, file: impl Read) -> Result<PairNumbers, GamesError> {
        let mut pairs = PairNumbers::default();
        games_file::read(file, place, Columns::Results, |game, _| {
            if let Some(pair) = game.pair {
                let all = pairs.0.entry(key(game.players)).or_default();
                if all.last() != Some(&pair) {
                    all.push(pair);
                }
            }
            Ok(())
        })?;
        for all in pairs.0.values_mut() {
            all.sort_unstable();
            all.dedup();
        }
        Ok(pairs)
    }

    /// The number of a pair of two players, from 0; `None` if it was not read.
    pub(crate) fn of(&self, players: [&str; 2], pair: Option<u64>) -> Option<u64> {
        let number = self.0.get(&key(players))?.binary_search(&pair?);
        number.ok().map(|number| number as u64)
    }
}

fn key([one, other]: [&str; 2]) -> u64 {
    Digest::of([one.min(other), one.max(other)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_of_the_same_players_are_numbered_in_the_order_of_the_plan() {
        let text = "pair,first,second,result\n7,a,b,1-0\n3,b,a,1-0\n4,a,c,1-0\n3,a,b,0-1\n7,b,a,1-0\n9,c,a,1-0\n,a,b,1-0\n";
        let numbers = PairNumbers::read("games.csv", text.as_bytes()).unwrap();
        let of = |players, pair| numbers.of(players, Some(pair));
        assert_eq!((of(["a", "b"], 3), of(["b", "a"], 7)), (Some(0), Some(1)));
        assert_eq!((of(["a", "c"], 4), of(["c", "a"], 9)), (Some(0), Some(1)));
        assert_eq!((of(["a", "b"], 4), of(["b", "c"], 4), numbers.of(["a", "b"], None)), (None, None, None));
    }
}
