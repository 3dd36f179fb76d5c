//! What a search remembers of positions it has seen.
//!
//! A small table that fits the cache: a position falls into one slot and replaces what was there. A memory is used only
//! at exactly the depth that it was made for; anything else would change what is chosen. A new search forgets
//! everything, so that what it does is a function of the position alone.

use super::Depth;
use crate::games::Game;

/// What a remembered value says of the true one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

#[derive(Debug, Clone, Copy)]
struct Slot<K> {
    key: K,
    /// What else the value depends on.
    tag: i32,
    /// Which search it is from; 0 is none.
    generation: u32,
    depth: Depth,
    bound: Bound,
    value: i32,
}

/// A table for positions of one game.
#[derive(Debug, Clone)]
pub struct Table<G: Game> {
    slots: Vec<Slot<G::Key>>,
    /// How many of the slots this search uses, less one. A larger table left by a deeper search must not be noticed.
    mask: usize,
    generation: u32,
}

/// The slots of a table for shallow searches, and for all others: they were the fastest of all sizes tried.
const SHALLOW: usize = 1 << 12;
const DEEP: usize = 1 << 16;
const SHALLOW_PLIES: Depth = Depth::plies(6);

impl<G: Game> Default for Table<G> {
    fn default() -> Table<G> {
        Table { slots: Vec::new(), mask: 0, generation: 0 }
    }
}

impl<G: Game> Table<G> {
    /// Forgets everything, and has room for a search of this depth.
    pub(super) fn clear(&mut self, depth: Depth) {
        if !G::REMEMBERED {
            return;
        }
        let size = if depth <= SHALLOW_PLIES { SHALLOW } else { DEEP };
        self.mask = size - 1;
        self.generation = self.generation.wrapping_add(1);
        if self.slots.len() < size || self.generation == 0 {
            let empty = Slot {
                key: G::Key::default(),
                tag: 0,
                generation: 0,
                depth: Depth::ZERO,
                bound: Bound::Exact,
                value: 0,
            };
            self.slots = vec![empty; self.slots.len().max(size)];
            self.generation = 1;
        }
    }

    #[inline]
    fn slot(&self, hash: u64) -> usize {
        // The highest bits of a product are the best mixed.
        (hash >> 32) as usize & self.mask
    }

    /// What is known of a position at this depth.
    #[inline]
    pub(super) fn find(&self, (key, hash): (G::Key, u64), tag: i32, depth: Depth) -> Option<(Bound, i32)> {
        let slot = &self.slots[self.slot(hash)];
        let same =
            slot.generation == self.generation && slot.key == key && slot.tag == tag && slot.depth == depth;
        same.then_some((slot.bound, slot.value))
    }

    /// Remembers a value.
    #[inline]
    pub(super) fn keep(
        &mut self,
        (key, hash): (G::Key, u64),
        tag: i32,
        depth: Depth,
        bound: Bound,
        value: i32,
    ) {
        let at = self.slot(hash);
        self.slots[at] = Slot { key, tag, generation: self.generation, depth, bound, value };
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
            table.keep(one, 0, Depth::plies(2), Bound::Exact, 5);
            assert_eq!(table.find(one, 0, Depth::plies(2)), Some((Bound::Exact, 5)));
            table.keep(another, 0, Depth::plies(2), Bound::Exact, 7);
            assert_eq!(table.find(one, 0, Depth::plies(2)), None, "they share a slot after {before}");
        }
        table.clear(Depth::plies(7));
        table.keep(one, 0, Depth::plies(2), Bound::Exact, 5);
        table.keep(another, 0, Depth::plies(2), Bound::Exact, 7);
        assert_eq!(table.find(one, 0, Depth::plies(2)), Some((Bound::Exact, 5)), "room for both");
    }
}
