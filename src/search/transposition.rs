//! The transposition table: results for positions that a search may reach again by other move orders.
//!
//! It fits in the cache and is direct-mapped: a position has one slot, and a new entry replaces the old one. A
//! value is used only at exactly the depth it was found at; anything else would change the choice. Only the hash move,
//! which was best at any depth, is used for move ordering. A new search starts with an empty table, so it is
//! a function of the position alone; but a preliminary search passes its hash moves on to the main one.

use super::Depth;
use crate::games::{Game, SearchSupport};

/// How a stored value relates to the true one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    Lower,
    Upper,
}

impl Bound {
    #[inline]
    const fn from_stamp(stamp: u64) -> Bound {
        match stamp & 3 {
            0 => Bound::Exact,
            1 => Bound::Lower,
            _ => Bound::Upper,
        }
    }
}

/// The key of a position and its hash.
type KeyAndHash<G> = (<<G as Game>::Search as SearchSupport<G>>::Key, u64);

#[derive(Debug, Clone, Copy)]
struct Entry<K> {
    key: K,
    /// From the top: the generation of the search that stored it, or 0 (32 bits); the depth (16); the hash move (14);
    /// the bound (2).
    stamp: u64,
    /// What else the value depends on.
    tag: i32,
    value: i32,
}

/// What the table knows about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Hit {
    /// Its value, if it was searched to the requested depth.
    pub(super) value: Option<(Bound, i32)>,
    /// The best move at some depth; 0 if unknown.
    pub(super) hash_move: u16,
}

/// A transposition table for positions of one game.
#[derive(Debug, Clone)]
pub struct TranspositionTable<G: Game> {
    entries: Vec<Entry<<G::Search as SearchSupport<G>>::Key>>,
    /// The number of entries this search uses, minus 1. A larger table left by a deeper search must not matter.
    mask: usize,
    generation: u32,
    /// The first search whose hash moves this one uses.
    hash_moves_since: u32,
}

/// Positions with fewer plies to the horizon are not stored: that costs more than it saves. The search relies on it.
const MIN_DEPTH: Depth = Depth::plies(3);

/// The number of entries for shallow searches, for all others, and for those to the end of the game, which come to the same
/// positions again and again: the fastest of the sizes tried.
const SHALLOW: usize = 1 << 12;
const DEEP: usize = 1 << 16;
const TO_THE_END: usize = 1 << 20;
const SHALLOW_PLIES: Depth = Depth::plies(6);

impl<G: Game> Default for TranspositionTable<G> {
    fn default() -> TranspositionTable<G> {
        TranspositionTable { entries: Vec::new(), mask: 0, generation: 0, hash_moves_since: 0 }
    }
}

impl<G: Game> TranspositionTable<G> {
    /// A table with room for searches of this depth.
    pub fn for_depth(depth: Depth) -> TranspositionTable<G> {
        let mut table = TranspositionTable::default();
        table.clear(depth);
        table
    }

    /// Empties the table and makes room for a search of this depth.
    pub(super) fn clear(&mut self, depth: Depth) {
        if !G::Search::USES_TABLE || depth < MIN_DEPTH {
            return;
        }
        let size = match depth {
            Depth::FULL => TO_THE_END,
            depth if depth <= SHALLOW_PLIES => SHALLOW,
            _ => DEEP,
        };
        self.mask = size - 1;
        self.generation = self.generation.wrapping_add(1);
        if self.entries.len() < size || self.generation == 0 {
            let empty = Entry { key: Default::default(), stamp: 0, tag: 0, value: 0 };
            self.entries = vec![empty; self.entries.len().max(size)];
            self.generation = 1;
        }
        self.hash_moves_since = self.generation;
    }

    /// Forgets all values, but not the hash moves.
    pub(super) fn clear_values(&mut self, depth: Depth) {
        let since = self.hash_moves_since;
        self.clear(depth);
        self.hash_moves_since = since.min(self.generation);
    }

    #[inline]
    fn slot(&self, hash: u64) -> usize {
        // The high bits of a product are the best mixed.
        (hash >> 32) as usize & self.mask
    }

    #[inline]
    fn stamp(&self, depth: Depth) -> u64 {
        u64::from(self.generation) << 32 | u64::from(depth.stamp()) << 16
    }

    /// What is known about a position at this depth.
    #[inline]
    pub(super) fn probe(&self, (key, hash): KeyAndHash<G>, tag: i32, depth: Depth) -> Hit {
        let entry = &self.entries[self.slot(hash)];
        let mut hit = Hit { value: None, hash_move: 0 };
        if entry.key == key && entry.stamp >> 32 >= u64::from(self.hash_moves_since) {
            hit.hash_move = entry.stamp as u16 >> 2;
            if (entry.stamp ^ self.stamp(depth)) >> 16 == 0 && entry.tag == tag {
                hit.value = Some((Bound::from_stamp(entry.stamp), entry.value));
            }
        }
        hit
    }

    /// Stores a value and a hash move.
    #[inline]
    pub(super) fn store(
        &mut self,
        (key, hash): KeyAndHash<G>,
        tag: i32,
        depth: Depth,
        (bound, value): (Bound, i32),
        hash_move: u16,
    ) {
        let at = self.slot(hash);
        let stamp = self.stamp(depth) | u64::from(hash_move) << 2 | bound as u64;
        self.entries[at] = Entry { key, stamp, tag, value };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::kalah::Packed;

    /// Otherwise a search would depend on the player's earlier searches, and so on which thread played which game.
    #[test]
    fn a_shallow_search_is_not_affected_by_an_earlier_deep_one() {
        let (one, another) = (((1, 1), 0), ((2, 2), (SHALLOW as u64) << 32));
        let mut table = TranspositionTable::<Packed<6>>::default();
        for before in [Depth::plies(6), Depth::plies(7)] {
            table.clear(before);
            table.clear(Depth::plies(6));
            table.store(one, 0, Depth::plies(2), (Bound::Exact, 5), 0);
            assert_eq!(table.probe(one, 0, Depth::plies(2)).value, Some((Bound::Exact, 5)));
            table.store(another, 0, Depth::plies(2), (Bound::Exact, 7), 0);
            assert_eq!(table.probe(one, 0, Depth::plies(2)).value, None, "they share a slot after {before}");
        }
        table.clear(Depth::plies(7));
        table.store(one, 0, Depth::plies(2), (Bound::Exact, 5), 0);
        table.store(another, 0, Depth::plies(2), (Bound::Exact, 7), 0);
        assert_eq!(table.probe(one, 0, Depth::plies(2)).value, Some((Bound::Exact, 5)), "room for both");
    }
}
