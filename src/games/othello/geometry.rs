//! The geometry of a board, and what follows from it alone: where a side can move, and what it turns over.
//!
//! Cells that a move turns over are looked up along eight rays, without a loop over cells: with the steps of a
//! row known to the compiler, `smart:6` takes two thirds of the instructions.

use super::OthelloRules;

/// The cells of a board, and the rows on it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Geometry {
    columns: usize,
    /// All cells.
    cells: u64,
    rays: &'static Rays,
}

/// Two geometries are of the same board if they have the same cells.
impl PartialEq for Geometry {
    fn eq(&self, other: &Geometry) -> bool {
        (self.columns, self.cells) == (other.columns, other.cells)
    }
}

impl Eq for Geometry {}

/// For each cell the cells beyond it in all eight directions: first the four towards higher numbers.
type Rays = [[u64; 8]; 64];

/// How many columns and rows further the next cell of a ray is: the directions towards higher numbers.
const AHEAD: [(isize, isize); 4] = [(1, 0), (-1, 1), (0, 1), (1, 1)];

/// By columns and rows, each 4, 6 or 8.
static RAYS: [[Rays; 3]; 3] = [
    [rays(4, 4), rays(4, 6), rays(4, 8)],
    [rays(6, 4), rays(6, 6), rays(6, 8)],
    [rays(8, 4), rays(8, 6), rays(8, 8)],
];

const fn rays(columns: isize, rows: isize) -> Rays {
    let mut rays = [[0; 8]; 64];
    let mut cell = 0;
    while cell < columns * rows {
        let mut direction = 0;
        while direction < 8 {
            let (across, down) = AHEAD[direction % 4];
            let sign = if direction < 4 { 1 } else { -1 };
            let (mut column, mut row) = (cell % columns + sign * across, cell / columns + sign * down);
            while column >= 0 && column < columns && row >= 0 && row < rows {
                rays[cell as usize][direction] |= 1 << (row * columns + column);
                (column, row) = (column + sign * across, row + sign * down);
            }
            direction += 1;
        }
        cell += 1;
    }
    rays
}

impl Geometry {
    #[inline]
    pub(super) fn new(rules: OthelloRules) -> Geometry {
        let size = |count: u8| usize::from(count / 2).saturating_sub(2).min(2);
        Geometry {
            columns: rules.columns(),
            cells: u64::MAX >> (64 - rules.cells()),
            rays: &RAYS[size(rules.columns)][size(rules.rows)],
        }
    }

    /// All cells.
    #[inline]
    pub(crate) fn cells(&self) -> u64 {
        self.cells
    }

    /// The four corners.
    #[inline]
    pub(crate) fn corners(&self) -> u64 {
        let row = 1 | 1 << (self.columns - 1);
        row | row << (self.cells.count_ones() as usize - self.columns)
    }

    /// The cells of the four quarters of the board.
    pub(crate) fn quarters(&self) -> [u64; 4] {
        let (columns, cells) = (self.columns, self.cells.count_ones() as usize);
        let mut quarters = [0; 4];
        for cell in 0..cells {
            let (is_right, is_below) = (cell % columns >= columns / 2, cell >= cells / 2);
            quarters[usize::from(is_right) + 2 * usize::from(is_below)] |= 1 << cell;
        }
        quarters
    }

    /// The cells where the side with the discs `own` turns over at least one.
    #[inline]
    pub(crate) fn moves(&self, own: u64, other: u64) -> u64 {
        let ends = match self.columns {
            4 => ends::<4>(own, other, 0x6666_6666),
            6 => ends::<6>(own, other, 0x79e7_9e79_e79e),
            _ => ends::<8>(own, other, 0x7e7e_7e7e_7e7e_7e7e),
        };
        ends & self.cells & !(own | other)
    }

    /// The discs that the side with the discs `own` turns over with a disc on this vacant cell.
    #[inline]
    pub(crate) fn turned(&self, own: u64, other: u64, cell: usize) -> u64 {
        let [ahead @ .., b0, b1, b2, b3] = self.rays[cell % 64];
        let mut turned = 0;
        for ray in ahead {
            let stop = ray & !other;
            // The nearest cell without a disc of the other side, if it is an own one. Without any, nothing is turned over.
            let end = stop & stop.wrapping_neg() & own;
            turned |= ray & end.wrapping_sub(u64::from(end != 0));
        }
        for ray in [b0, b1, b2, b3] {
            let stop = ray & !other;
            let end = 1 << 63 >> (stop | 1).leading_zeros() & stop & own;
            turned |= ray & (end << 1).wrapping_neg();
        }
        turned
    }
}

/// The cells behind a row of the other side's discs that begins next to an own one. A row across or a diagonal runs through `inner`, the
/// cells not at the left or the right edge: so none continues around it.
#[inline]
fn ends<const COLUMNS: usize>(own: u64, other: u64, inner: u64) -> u64 {
    let along = |step: usize, through: u64| {
        let (mut up, mut down) = (own << step & through, own >> step & through);
        up |= up << step & through;
        down |= down >> step & through;
        // Twice two further: a row of eight has at most six discs between two others.
        let pairs = through & through << step;
        up |= up << (2 * step) & pairs;
        up |= up << (2 * step) & pairs;
        down |= down >> (2 * step) & pairs >> step;
        down |= down >> (2 * step) & pairs >> step;
        up << step | down >> step
    };
    let inner = other & inner;
    along(1, inner) | along(COLUMNS - 1, inner) | along(COLUMNS, other) | along(COLUMNS + 1, inner)
}
