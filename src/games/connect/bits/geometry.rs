//! Where the cells are in a word, and how rows of checkers are found there.
//!
//! The cell of a column and a level is bit `column * (levels + 1) + level`. The place above the highest level of each
//! column stays empty: it keeps rows from running on into the next column, and takes the carry of a full column.
//!
//! A step of 1 is one cell up, `levels + 1` one cell to the right, and one more or less than that is a diagonal. A
//! direction is checked only if N cells fit in it, so every shift is shorter than the word.

use std::fmt::Debug;
use std::hash::Hash;

use super::word::Word;
use crate::games::connect::ConnectRules;
use crate::games::move_set::Moves;

/// The sizes of a board, known at compile time or at run time.
pub trait Geometry: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The geometry of a game; `None` if this type is for other sizes.
    fn of(rules: ConnectRules) -> Option<Self>;

    /// The sizes of the game.
    fn rules(self) -> ConnectRules;

    /// The distance of a cell from its neighbour to the right.
    #[inline]
    fn stride(self) -> usize {
        self.rules().levels() + 1
    }

    /// The lowest cell of every column.
    #[inline]
    fn bottom<W: Word>(self) -> W {
        W::every(self.stride()) & W::lowest(self.rules().columns() * self.stride())
    }

    /// All cells.
    #[inline]
    fn cells<W: Word>(self) -> W {
        let bottom: W = self.bottom();
        (bottom << self.rules().levels()) - bottom
    }

    /// Whether these checkers have a row of N.
    #[inline]
    fn has_row<W: Word>(self, stones: W) -> bool {
        // The usual number gets its own code, without loops, and the others stay out of line: on a board of
        // run-time sizes this makes a move about twice as fast.
        match self.rules().in_a_row() {
            4 => rows(self, stones, || 4) != W::ZERO,
            _ => any_rows(self.rules(), stones) != W::ZERO,
        }
    }

    /// The vacant cells where one more checker would complete a row of N.
    #[inline]
    fn winning_cells<W: Word>(self, stones: W, vacant: W) -> W {
        vacant
            & match self.rules().in_a_row() {
                4 => gaps_in_four(self, stones),
                _ => any_gaps(self.rules(), stones, vacant),
            }
    }

    /// The columns that contain any of these cells.
    #[inline]
    fn columns_of<W: Word>(self, cells: W) -> Moves {
        // A column that is not empty carries into the place above its highest level.
        let carried = cells + self.cells();
        self.gather(carried >> self.rules().levels() & self.bottom())
    }

    /// The columns of these cells, all of which are lowest cells.
    ///
    /// A product gathers them, as many columns at once as a column has places: bit `stride * i` of one
    /// factor and bit `(stride - 1) * (last - i)` of the other meet in bit `(stride - 1) * last + i`. No two pairs of
    /// bits meet in the same bit, so nothing is carried.
    #[inline]
    fn gather<W: Word>(self, lowest: W) -> Moves {
        let (columns, stride) = (self.rules().columns(), self.stride());
        let at_once = columns.min(stride);
        let factor = W::every(stride - 1) & W::lowest((stride - 1) * at_once);
        let mut moves = 0;
        let mut column = 0;
        while column < columns {
            let some = lowest >> (column * stride) & W::lowest(at_once * stride);
            let gathered = some.wrapping_mul(factor) >> ((stride - 1) * (at_once - 1));
            moves |= (gathered.low() & ((1 << at_once) - 1)) << column;
            column += at_once;
        }
        Moves::from_bits(moves)
    }
}

/// The first cells of rows of `n` checkers in all directions.
///
/// The number is passed as a function so that a constant gets specialised code.
#[inline]
fn rows<W: Word>(sizes: impl Geometry, stones: W, n: impl Fn() -> usize) -> W {
    let (rules, n) = (sizes.rules(), n());
    let (stride, up, across) = (rules.levels() + 1, n <= rules.levels(), n <= rules.columns());
    let mut found = W::ZERO;
    if up {
        found = runs(stones, 1, n);
    }
    if across {
        found = found | runs(stones, stride, n);
    }
    if up && across {
        found = found | runs(stones, stride - 1, n) | runs(stones, stride + 1, n);
    }
    found
}

/// Cells of which the vacant ones would complete a row of `n` checkers (at least 2) in any direction.
///
/// The number is passed as a function, as for [`rows`].
#[inline]
fn gaps<W: Word>(sizes: impl Geometry, stones: W, vacant: W, n: impl Fn() -> usize) -> W {
    let (rules, n) = (sizes.rules(), n());
    let (stride, up, across) = (rules.levels() + 1, n <= rules.levels(), n <= rules.columns());
    let mut found = W::ZERO;
    if up {
        // There is nothing above a vacant cell: in a vertical row it can only be the top.
        found = runs(stones, 1, n - 1) << (n - 1);
    }
    if across {
        found = found | gapped(stones, vacant, stride, n);
    }
    if up && across {
        found = found | gapped(stones, vacant, stride - 1, n) | gapped(stones, vacant, stride + 1, n);
    }
    found
}

/// Cells of which the vacant ones would complete a row of four.
#[inline]
fn gaps_in_four<W: Word>(sizes: impl Geometry, stones: W) -> W {
    let rules = sizes.rules();
    let (stride, up, across) = (rules.levels() + 1, rules.levels() >= 4, rules.columns() >= 4);
    let along = |step: usize| {
        // A row has three checkers before the gap, two before and one after, one and two, or three after.
        let (before, behind) = (stones << step, stones >> step);
        let (two_before, two_behind) = (before & stones << (2 * step), behind & stones >> (2 * step));
        (two_before & (stones << (3 * step) | behind)) | (two_behind & (stones >> (3 * step) | before))
    };
    let mut found = W::ZERO;
    if up {
        // There is nothing above a vacant cell: in a vertical row it can only be the top.
        found = stones << 1 & stones << 2 & stones << 3;
    }
    if across {
        found = found | along(stride);
    }
    if up && across {
        found = found | along(stride - 1) | along(stride + 1);
    }
    found
}

#[inline(never)]
fn any_rows<W: Word>(rules: ConnectRules, stones: W) -> W {
    rows(Free(rules), stones, || rules.in_a_row())
}

#[inline(never)]
fn any_gaps<W: Word>(rules: ConnectRules, stones: W, vacant: W) -> W {
    match rules.in_a_row() {
        1 => vacant,
        n => gaps(Free(rules), stones, vacant, || n),
    }
}

/// The first cells of runs of `length` checkers (at least 1) in one direction.
#[inline]
fn runs<W: Word>(stones: W, step: usize, length: usize) -> W {
    let mut found = stones;
    let mut have = 1;
    while 2 * have <= length {
        found = found & found >> (step * have);
        have *= 2;
    }
    // Two overlapping runs cover the rest.
    found & found >> (step * (length - have))
}

/// The cells of all windows of `length` cells in one direction that hold checkers and exactly one vacant cell.
///
/// Windows are built up by the binary digits of their length: a window has one vacant cell if one of its two
/// parts has one and the other is full.
#[inline]
fn gapped<W: Word>(stones: W, vacant: W, step: usize, length: usize) -> W {
    // The first cells of full windows and of those with one vacant cell: as long as the power of two of a
    // digit, and as all digits so far.
    let (mut full, mut open) = (stones, vacant);
    let (mut all_full, mut all_open) = (W::ALL, W::ZERO);
    let mut size = 1;
    while size <= length {
        if size > 1 {
            let (next_full, next_open) = (full >> (step * size / 2), open >> (step * size / 2));
            open = (open & next_full) | (full & next_open);
            full = full & next_full;
        }
        if length & size != 0 {
            let have = step * (length & (size - 1));
            let (next_full, next_open) = (full >> have, open >> have);
            all_open = (all_open & next_full) | (all_full & next_open);
            all_full = all_full & next_full;
        }
        size *= 2;
    }
    // From the first cell of each window to all its cells.
    let mut cells = all_open;
    let mut have = 1;
    while 2 * have <= length {
        cells = cells | cells << (step * have);
        have *= 2;
    }
    cells | cells << (step * (length - have))
}

/// Sizes known at compile time: columns, levels, and how many in a row win.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fixed<const C: u8, const L: u8, const N: u8>;

impl<const C: u8, const L: u8, const N: u8> Geometry for Fixed<C, L, N> {
    fn of(rules: ConnectRules) -> Option<Self> {
        (Fixed::<C, L, N>.rules() == rules).then_some(Fixed)
    }

    #[inline]
    fn rules(self) -> ConnectRules {
        ConnectRules { columns: C, levels: L, in_a_row: N }
    }
}

/// Sizes known at run time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Free(ConnectRules);

impl Geometry for Free {
    fn of(rules: ConnectRules) -> Option<Self> {
        Some(Free(rules))
    }

    #[inline]
    fn rules(self) -> ConnectRules {
        self.0
    }
}
