//! m,n,k: marks on a grid, K in a row wins. Tic-tac-toe is `mnk:3x3x3`.
//!
//! A move puts a mark on any empty cell. K marks of one side in a row (across, down, or either diagonal) win; a full
//! board is a draw. Cells are numbered row by row from the top left. The first side is `x`, the second `o`.
//!
//! It is the smallest game here, with a plain board only: what a game needs, and nothing else.

mod board;
pub mod evaluators;

use std::fmt;

pub use board::Board;

use super::grid;
use super::sizes::{self, Size};
use super::spec::{GameInfo, GameRules};
use crate::text::TextError;

/// The sizes of a game of m,n,k.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MnkRules {
    columns: usize,
    rows: usize,
    in_a_row: usize,
}

impl MnkRules {
    fn cells(self) -> usize {
        self.columns * self.rows
    }

    /// Every K cells in a row, as bits.
    fn lines(self) -> impl Iterator<Item = u64> {
        let MnkRules { columns, rows, in_a_row } = self;
        let reach = in_a_row - 1;
        (0..self.cells()).flat_map(move |cell| {
            let (column, row) = (cell % columns, cell / columns);
            let (right, down, left) = (column + reach < columns, row + reach < rows, column >= reach);
            // Each direction: whether a line from here fits, and the distance from cell to cell.
            let directions =
                [(right, 1), (down, columns), (right && down, columns + 1), (left && down, columns - 1)];
            let fitting = directions.into_iter().filter(|&(fits, _)| fits);
            fitting.map(move |(_, step)| (0..in_a_row).fold(0, |line, i| line | 1 << (cell + i * step)))
        })
    }
}

/// A move set is one word: 64 cells.
const SIZES: [Size; 3] = [
    Size { name: "the number of columns", least: 1, most: 8 },
    Size { name: "the number of rows", least: 1, most: 8 },
    Size { name: "K in a row", least: 1, most: 64 },
];

impl GameRules for MnkRules {
    const INFO: GameInfo = GameInfo {
        name: "mnk",
        form: "mnk:CxRxK",
        summary: "tic-tac-toe and larger: C columns and R rows (each 1 to 8), K in a row win; default 3x3x3",
        sizes: &SIZES,
        variants: &[],
    };

    type Board = Board;

    fn read(sizes: Option<&str>) -> Result<MnkRules, TextError> {
        const ADVICE: &str = "write mnk:COLUMNSxROWSxK, for example mnk:3x3x3";
        let text = sizes.unwrap_or("3x3x3");
        let sizes = sizes::read(text, text.len(), SIZES, "m,n,k", ADVICE)?;
        let [columns, rows, in_a_row] = sizes.map(usize::from);
        Ok(MnkRules { columns, rows, in_a_row })
    }

    fn caveat(&self) -> Option<String> {
        grid::caveat(self, self.columns, self.rows, self.in_a_row)
    }

    fn start(self) -> Board {
        Board::start(self)
    }
}

impl fmt::Display for MnkRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "mnk:{}x{}x{}", self.columns, self.rows, self.in_a_row)
    }
}
