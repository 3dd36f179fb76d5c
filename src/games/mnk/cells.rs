//! Sets of cells, in W words: cell 1 in the lowest bit of the first.

/// Some cells of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cells<const W: usize>(pub(super) [u64; W]);

impl<const W: usize> Default for Cells<W> {
    fn default() -> Cells<W> {
        Cells::NONE
    }
}

impl<const W: usize> Cells<W> {
    pub(super) const NONE: Cells<W> = Cells([0; W]);

    /// The cells with the numbers from `from` to before `to`, counted from 0.
    pub(super) fn range(from: usize, to: usize) -> Cells<W> {
        let below = |end: usize, word: usize| match end.saturating_sub(64 * word) {
            bits @ 0..64 => (1 << bits) - 1,
            _ => u64::MAX,
        };
        Cells(std::array::from_fn(|word| below(to, word) & !below(from, word)))
    }

    #[inline]
    pub(super) fn has(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 == 1
    }

    /// The one with the lowest number.
    #[inline]
    pub(super) fn first(&self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(64 * word + self.0[word].trailing_zeros() as usize)
    }

    #[inline]
    pub(super) fn for_each(&self, mut visit: impl FnMut(usize)) {
        for (at, mut word) in self.0.into_iter().enumerate() {
            while word != 0 {
                visit(64 * at + word.trailing_zeros() as usize);
                word &= word - 1;
            }
        }
    }

    #[inline]
    pub(super) fn add(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    /// Combines both sets word by word.
    #[inline]
    pub(super) fn with(self, other: Cells<W>, combine: impl Fn(u64, u64) -> u64) -> Cells<W> {
        Cells(std::array::from_fn(|word| combine(self.0[word], other.0[word])))
    }

    #[inline]
    pub(super) fn and(self, other: Cells<W>) -> Cells<W> {
        self.with(other, |one, other| one & other)
    }

    #[inline]
    pub(super) fn or(self, other: Cells<W>) -> Cells<W> {
        self.with(other, |one, other| one | other)
    }

    #[inline]
    pub(super) fn without(self, other: Cells<W>) -> Cells<W> {
        self.with(other, |one, other| one & !other)
    }

    /// Every cell moved to a number this much lower.
    #[inline]
    pub(super) fn lower(self, by: usize) -> Cells<W> {
        let (words, bits) = (by / 64, by % 64);
        let word = |at: usize| self.0.get(at).copied().unwrap_or(0);
        Cells(std::array::from_fn(|at| match bits {
            0 => word(at + words),
            bits => word(at + words) >> bits | word(at + words + 1) << (64 - bits),
        }))
    }

    /// Every cell moved to a number this much higher.
    #[inline]
    pub(super) fn higher(self, by: usize) -> Cells<W> {
        let (words, bits) = (by / 64, by % 64);
        let word = |at: usize, back: usize| at.checked_sub(back).map_or(0, |at| self.0[at]);
        Cells(std::array::from_fn(|at| match bits {
            0 => word(at, words),
            bits => word(at, words) << bits | word(at, words + 1) >> (64 - bits),
        }))
    }

    #[inline]
    pub(super) fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_move_across_words() {
        for by in [1, 15, 63, 64, 65, 130] {
            for cell in 0..256 {
                let mut one = Cells::<4>::NONE;
                one.add(cell);
                let moved = |cells: Cells<4>| (0..256).filter(|&cell| cells.has(cell)).collect::<Vec<_>>();
                assert_eq!(moved(one.lower(by)), Vec::from_iter(cell.checked_sub(by)), "{cell} down by {by}");
                assert_eq!(moved(one.higher(by)), Vec::from_iter((cell + by < 256).then_some(cell + by)));
            }
        }
        assert_eq!(Cells::<2>::range(60, 70), Cells([0xf << 60, 0x3f]));
    }
}
