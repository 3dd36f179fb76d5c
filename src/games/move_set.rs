//! Sets of moves. A game names the smallest that holds its legal moves: see [`Game::Moves`](super::Game::Moves).
//!
//! | set | size | moves | a random move of 45 | each one listed |
//! | --- | --- | --- | --- | --- |
//! | [`Moves`] | 8 bytes | 64, by index | 120 | 9 |
//! | [`WideMoves<1>`](WideMoves) | 8 bytes | 64, by index | 125 | 9 |
//! | [`WideMoves<4>`](WideMoves) | 32 bytes | 256, by index | 173 | 14 |
//! | [`WideMoves<7>`](WideMoves) | 56 bytes | 448, by index | 210 | 15 |
//! | [`MoveList<256>`](MoveList) | 516 bytes | 256, of any index | 1,192 | 11 |
//!
//! A random move: the set is made from the words of a board, one of its moves is chosen and played. What else a game may ask for:
//!
//! | assumption given up | costs |
//! | --- | --- |
//! | moves have indices below 64 | a word: 14 a ply; a list: 24 for each move found, and more for one that comes late |
//! | a move is a number ([`NAMED_MOVES`](super::Game::NAMED_MOVES)) | 84 a recorded move, of about 1,000; nothing in a search |
//! | no position repeats ([`REPETITION`](super::Game::REPETITION)) | 42 a ply, and 3 for each position it is compared with; nothing for games that do not ask for it |
//!
//! All figures are instructions, counted by `valgrind --tool=callgrind` on the difference of a short and a long run, on x86-64: for sets
//! and repetition a toy game that fills a board of 64 cells for 40 plies, and one of 72 bytes a position for up to 120; for names
//! random games with `--record-moves`, Breakthrough against Connect Four.

use std::fmt::{self, Debug};

use super::game::Move;
use super::select;

/// The legal moves of a position, in order: lowest index first.
///
/// A set is its own iterator and small enough to copy, so listing moves allocates nothing.
pub trait MoveSet:
    Copy + Iterator<Item = Move> + ExactSizeIterator + Debug + PartialEq + Send + Sync + 'static
{
    /// The most moves a set can hold.
    const MOST: usize;

    /// No moves.
    const NONE: Self;

    /// One move alone.
    #[must_use]
    #[inline]
    fn only(mv: Move) -> Self {
        let mut set = Self::NONE;
        set.insert(mv);
        set
    }

    /// Whether the move is among them.
    fn contains(&self, mv: Move) -> bool;

    /// Whether there are none.
    fn is_none(&self) -> bool;

    /// Adds a move.
    fn insert(&mut self, mv: Move);
}

/// Up to 64 moves in one word.
///
/// ```
/// use arena::games::{Move, Moves};
///
/// let moves = Moves::from_bits(0b1010);
/// assert_eq!(moves.map(Move::number).collect::<Vec<_>>(), [2, 4]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moves(u64);

impl Moves {
    /// The moves whose bits are set, place 0 being the lowest bit.
    pub const fn from_bits(bits: u64) -> Moves {
        Moves(bits)
    }

    /// The first of them alone.
    #[must_use]
    pub const fn first(self) -> Moves {
        Moves(self.0 & self.0.wrapping_neg())
    }
}

impl MoveSet for Moves {
    const MOST: usize = 64;
    const NONE: Moves = Moves(0);

    #[inline]
    fn contains(&self, mv: Move) -> bool {
        mv.index() < 64 && self.0 >> mv.index() & 1 == 1
    }

    #[inline]
    fn is_none(&self) -> bool {
        self.0 == 0
    }

    #[inline]
    fn insert(&mut self, mv: Move) {
        self.0 |= 1 << mv.index();
    }
}

impl Iterator for Moves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        if self.0 == 0 {
            return None;
        }
        let lowest = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(Move::from_index(lowest as usize))
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<Move> {
        let place = select::nth(self.0, n);
        // The bits above it remain, if there are any.
        self.0 &= place.map_or(0, |place| (u64::MAX - 1) << place);
        place.map(|place| Move::from_index(place as usize))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = select::count(self.0);
        (count, Some(count))
    }
}

impl ExactSizeIterator for Moves {}

/// Up to 64 W moves in W words.
///
/// ```
/// use arena::games::{Move, MoveSet, WideMoves};
///
/// let mut moves = WideMoves::<4>::from_words([1, 0, 0, 1 << 32]);
/// moves.insert(Move::from_index(100));
/// assert_eq!(moves.map(Move::index).collect::<Vec<_>>(), [0, 100, 224]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WideMoves<const W: usize>([u64; W]);

impl<const W: usize> WideMoves<W> {
    /// The moves whose bits are set, place 0 being the lowest bit of the first word.
    pub const fn from_words(words: [u64; W]) -> WideMoves<W> {
        WideMoves(words)
    }
}

impl<const W: usize> MoveSet for WideMoves<W> {
    const MOST: usize = 64 * W;
    const NONE: WideMoves<W> = WideMoves([0; W]);

    #[inline]
    fn contains(&self, mv: Move) -> bool {
        self.0.get(mv.index() / 64).is_some_and(|word| word >> (mv.index() % 64) & 1 == 1)
    }

    #[inline]
    fn is_none(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    #[inline]
    fn insert(&mut self, mv: Move) {
        self.0[mv.index() / 64] |= 1 << (mv.index() % 64);
    }
}

impl<const W: usize> Iterator for WideMoves<W> {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        let (number, word) = self.0.iter_mut().enumerate().find(|(_, word)| **word != 0)?;
        let lowest = word.trailing_zeros();
        *word &= *word - 1;
        Some(Move::from_index(64 * number + lowest as usize))
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<Move> {
        let mut left = n;
        for (number, word) in self.0.iter_mut().enumerate() {
            let here = select::count(*word);
            if left < here {
                let place = select::nth(*word, left)?;
                *word &= (u64::MAX - 1) << place;
                return Some(Move::from_index(64 * number + place as usize));
            }
            left -= here;
            *word = 0;
        }
        None
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.iter().map(|&word| select::count(word)).sum();
        (count, Some(count))
    }
}

impl<const W: usize> ExactSizeIterator for WideMoves<W> {}

/// Up to N moves of any index, sorted.
///
/// ```
/// use arena::games::{Move, MoveList, MoveSet};
///
/// let mut moves = MoveList::<8>::NONE;
/// moves.insert(Move::from_index(4000));
/// moves.insert(Move::from_index(12));
/// assert_eq!(moves.map(Move::index).collect::<Vec<_>>(), [12, 4000]);
/// ```
#[derive(Clone, Copy)]
pub struct MoveList<const N: usize> {
    moves: [Move; N],
    next: u16,
    end: u16,
}

impl<const N: usize> MoveList<N> {
    /// The moves that are left.
    pub fn as_slice(&self) -> &[Move] {
        &self.moves[usize::from(self.next)..usize::from(self.end)]
    }

    /// Adds a move that does not come last.
    #[inline(never)]
    fn insert_late(&mut self, mv: Move) {
        if let Err(before) = self.as_slice().binary_search(&mv) {
            let at = usize::from(self.next) + before;
            self.moves.copy_within(at..usize::from(self.end), at + 1);
            self.moves[at] = mv;
            self.end += 1;
        }
    }
}

impl<const N: usize> MoveSet for MoveList<N> {
    const MOST: usize = N;
    const NONE: MoveList<N> = MoveList { moves: [Move::from_index(0); N], next: 0, end: 0 };

    fn contains(&self, mv: Move) -> bool {
        self.as_slice().binary_search(&mv).is_ok()
    }

    #[inline]
    fn is_none(&self) -> bool {
        self.next == self.end
    }

    /// Quick if moves come in order.
    #[inline]
    fn insert(&mut self, mv: Move) {
        if self.as_slice().last().is_none_or(|&last| last < mv) {
            self.moves[usize::from(self.end)] = mv;
            self.end += 1;
        } else {
            self.insert_late(mv);
        }
    }
}

impl<const N: usize> PartialEq for MoveList<N> {
    fn eq(&self, other: &MoveList<N>) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl<const N: usize> Debug for MoveList<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

impl<const N: usize> Iterator for MoveList<N> {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        self.nth(0)
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<Move> {
        let found = self.as_slice().get(n).copied();
        self.next = if found.is_some() { self.next + n as u16 + 1 } else { self.end };
        found
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = usize::from(self.end - self.next);
        (count, Some(count))
    }
}

impl<const N: usize> ExactSizeIterator for MoveList<N> {}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    /// A set does what the standard one does with the same moves.
    fn agrees<S: MoveSet>(indices: &[usize], n: usize) {
        let expected: BTreeSet<usize> = indices.iter().copied().collect();
        let mut set = S::NONE;
        for &index in indices {
            set.insert(Move::from_index(index));
        }
        assert_eq!((set.len(), set.is_none()), (expected.len(), expected.is_empty()));
        assert!(set.map(Move::index).eq(expected.iter().copied()), "{set:?}");
        for index in 0..300 {
            assert_eq!(
                set.contains(Move::from_index(index)),
                expected.contains(&index),
                "{index} in {set:?}"
            );
        }
        let (mut rest, mut known) = (set, expected.iter().copied());
        assert_eq!(rest.nth(n).map(Move::index), known.nth(n));
        assert!(rest.map(Move::index).eq(known), "what is left behind number {n} of {set:?}");
        if let Some(&index) = indices.first() {
            assert_eq!(S::only(Move::from_index(index)).collect::<Vec<_>>(), [Move::from_index(index)]);
        }
    }

    proptest! {
        #[test]
        fn all_sets_hold_the_same_moves(indices in prop::collection::vec(0..64usize, 0..40), n in 0..50usize) {
            agrees::<Moves>(&indices, n);
            agrees::<WideMoves<1>>(&indices, n);
            agrees::<WideMoves<3>>(&indices, n);
            agrees::<MoveList<64>>(&indices, n);
        }

        #[test]
        fn wide_sets_hold_high_moves(indices in prop::collection::vec(0..256usize, 0..100), n in 0..120usize) {
            agrees::<WideMoves<4>>(&indices, n);
            agrees::<MoveList<256>>(&indices, n);
        }
    }
}
