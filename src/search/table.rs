//! What a search remembers of positions it has seen.
//!
//! A small table that fits the cache: a position falls into one slot and replaces what was there. A memory is used only
//! at exactly the depth that it was made for; anything else would change what is chosen. Only the best move is told at any
//! depth, as a hint. A new search forgets everything, so that what it does is a function of the position alone; but the
//! search that guides another one leaves it its hints.

use super::Depth;
use crate::games::Game;

/// What a remembered value says of the true one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

impl Bound {
    #[inline]
    const fn from_stamp(stamp: u64) -> Bound {
        match stamp as u8 {
            0 => Bound::Exact,
            1 => Bound::AtLeast,
            _ => Bound::AtMost,
        }
    }
}

#[derive(Debug, Clone, Copy)]
struct Slot<K> {
    key: K,
    /// From above: which search it is from, 0 being none (32 bits); the depth (16); the best move (8); the bound (8).
    stamp: u64,
    /// What else the value depends on.
    tag: i32,
    value: i32,
}

/// What is known of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Memory {
    /// Its value, if it was searched to the depth asked for.
    pub(super) value: Option<(Bound, i32)>,
    /// The move that was the best at some depth.
    pub(super) hint: u8,
}

/// A table for positions of one game.
#[derive(Debug, Clone)]
pub struct Table<G: Game> {
    slots: Vec<Slot<G::Key>>,
    /// How many of the slots this search uses, less one. A larger table left by a deeper search must not be noticed.
    mask: usize,
    generation: u32,
    /// The first search whose best moves are of use to this one.
    hints_since: u32,
}

/// Positions with fewer plies to go are not remembered: that costs more than it saves.
pub(super) const REMEMBERED_PLIES: Depth = Depth::plies(3);

/// The slots of a table for shallow searches, and for all others: they were the fastest of all sizes tried.
const SHALLOW: usize = 1 << 12;
const DEEP: usize = 1 << 16;
const SHALLOW_PLIES: Depth = Depth::plies(6);

impl<G: Game> Default for Table<G> {
    fn default() -> Table<G> {
        Table { slots: Vec::new(), mask: 0, generation: 0, hints_since: 0 }
    }
}

impl<G: Game> Table<G> {
    /// A table with room for searches of this depth.
    pub fn for_depth(depth: Depth) -> Table<G> {
        let mut table = Table::default();
        table.clear(depth);
        table
    }

    /// Forgets everything, and has room for a search of this depth.
    pub(super) fn clear(&mut self, depth: Depth) {
        if !G::REMEMBERED || depth < REMEMBERED_PLIES {
            return;
        }
        let size = if depth <= SHALLOW_PLIES { SHALLOW } else { DEEP };
        self.mask = size - 1;
        self.generation = self.generation.wrapping_add(1);
        if self.slots.len() < size || self.generation == 0 {
            let empty = Slot { key: G::Key::default(), stamp: 0, tag: 0, value: 0 };
            self.slots = vec![empty; self.slots.len().max(size)];
            self.generation = 1;
        }
        self.hints_since = self.generation;
    }

    /// Forgets all values, but not which moves were the best.
    pub(super) fn keep_hints(&mut self, depth: Depth) {
        let since = self.hints_since;
        self.clear(depth);
        self.hints_since = since.min(self.generation);
    }

    #[inline]
    fn slot(&self, hash: u64) -> usize {
        // The highest bits of a product are the best mixed.
        (hash >> 32) as usize & self.mask
    }

    #[inline]
    fn stamp(&self, depth: Depth) -> u64 {
        u64::from(self.generation) << 32 | u64::from(depth.stamp()) << 16
    }

    /// What is known of a position at this depth.
    #[inline]
    pub(super) fn find(&self, (key, hash): (G::Key, u64), tag: i32, depth: Depth) -> Memory {
        let slot = &self.slots[self.slot(hash)];
        let mut memory = Memory { value: None, hint: 0 };
        if slot.key == key && slot.stamp >> 32 >= u64::from(self.hints_since) {
            memory.hint = (slot.stamp >> 8) as u8;
            if (slot.stamp ^ self.stamp(depth)) >> 16 == 0 && slot.tag == tag {
                memory.value = Some((Bound::from_stamp(slot.stamp), slot.value));
            }
        }
        memory
    }

    /// Remembers a value and a best move.
    #[inline]
    pub(super) fn keep(
        &mut self,
        (key, hash): (G::Key, u64),
        tag: i32,
        depth: Depth,
        (bound, value): (Bound, i32),
        hint: u8,
    ) {
        let at = self.slot(hash);
        let stamp = self.stamp(depth) | u64::from(hint) << 8 | bound as u64;
        self.slots[at] = Slot { key, stamp, tag, value };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::kalah::Packed;

    /// Or what a search does would depend on what its player did before, and so on who played which game.
    #[test]
    fn a_shallow_search_does_not_notice_that_a_deep_one_came_before() {
        let (one, another) = (((1, 1), 0), ((2, 2), (SHALLOW as u64) << 32));
        let mut table = Table::<Packed<6>>::default();
        for before in [Depth::plies(6), Depth::plies(7)] {
            table.clear(before);
            table.clear(Depth::plies(6));
            table.keep(one, 0, Depth::plies(2), (Bound::Exact, 5), 0);
            assert_eq!(table.find(one, 0, Depth::plies(2)).value, Some((Bound::Exact, 5)));
            table.keep(another, 0, Depth::plies(2), (Bound::Exact, 7), 0);
            assert_eq!(table.find(one, 0, Depth::plies(2)).value, None, "they share a slot after {before}");
        }
        table.clear(Depth::plies(7));
        table.keep(one, 0, Depth::plies(2), (Bound::Exact, 5), 0);
        table.keep(another, 0, Depth::plies(2), (Bound::Exact, 7), 0);
        assert_eq!(table.find(one, 0, Depth::plies(2)).value, Some((Bound::Exact, 5)), "room for both");
    }
}
