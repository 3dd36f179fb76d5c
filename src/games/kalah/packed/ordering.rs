//! Move ordering on the packed board.
#![allow(clippy::inline_always)] // a handful of instructions each

/// A hole of the mover, by the bit at which its byte begins in the word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hole(pub(super) u32);

impl Hole {
    #[inline(always)]
    pub(super) const fn mark(self) -> u64 {
        0x80 << self.0
    }
}

/// The marked holes, nearest to the pot first.
#[derive(Debug, Clone, Copy)]
pub(super) struct Holes(pub(super) u64);

impl Iterator for Holes {
    type Item = Hole;

    #[inline(always)]
    fn next(&mut self) -> Option<Hole> {
        let mark = self.0.checked_ilog2()?;
        self.0 ^= 1 << mark;
        Some(Hole(mark - 7))
    }
}

/// The moves of a packed position: those that end in the pot, then worthwhile captures, then the rest; each
/// group from the hole nearest to the pot.
#[derive(Debug, Clone, Copy)]
pub struct OrderedHoles {
    extra: Holes,
    captures: Holes,
    rest: Holes,
}

impl OrderedHoles {
    /// The marked moves.
    #[inline(always)]
    pub(super) const fn new(extra: u64, captures: u64, rest: u64) -> OrderedHoles {
        let captures = captures & !extra;
        OrderedHoles {
            extra: Holes(extra),
            captures: Holes(captures),
            rest: Holes(rest & !(extra | captures)),
        }
    }

    /// The same moves, with the marked one first.
    #[inline(always)]
    pub(super) const fn beginning_with(self, mark: u64) -> OrderedHoles {
        OrderedHoles::new(mark, (self.extra.0 | self.captures.0) & !mark, self.rest.0)
    }
}

impl Iterator for OrderedHoles {
    type Item = Hole;

    #[inline(always)]
    fn next(&mut self) -> Option<Hole> {
        if let Some(hole) = self.extra.next() {
            return Some(hole);
        }
        if let Some(hole) = self.captures.next() {
            return Some(hole);
        }
        self.rest.next()
    }
}
