//! m,n,k: marks on a grid, K in a row wins. Tic-tac-toe is `mnk:3x3x3`, Gomoku `mnk:15x15x5` or `gomoku`.
//!
//! A move puts a mark on any empty cell. K marks of one side in a row (across, down, or either diagonal) win, and so do more,
//! unless the variant is `exact`, where a longer row counts for nothing. A full board is a draw. The first side is `x`, the second
//! `o`.
//!
//! Up to 64 cells are numbered row by row from the top left. On larger boards they have names, as players of Gomoku write them:
//! a letter for the column and the number of the row from the bottom, `H8`.
//!
//! It is the shortest game here that has boards of two sizes: [`Board`] holds its marks in one word, or in seven.

mod board;
mod cells;
pub mod evaluators;
mod gains;
mod search;

use std::fmt;

pub use board::Board;

use super::grid;
use super::sizes::{self, Size};
use super::spec::{GameInfo, GameRules, GameVisitor};
use crate::text::TextError;

/// The sizes and variant of a game of m,n,k.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MnkRules {
    columns: u8,
    rows: u8,
    in_a_row: u8,
    exact: bool,
}

impl MnkRules {
    fn columns(self) -> usize {
        usize::from(self.columns)
    }

    fn rows(self) -> usize {
        usize::from(self.rows)
    }

    fn in_a_row(self) -> usize {
        usize::from(self.in_a_row)
    }

    fn cells(self) -> usize {
        self.columns() * self.rows()
    }

    /// The directions of a row: how far the column and the row change from cell to cell.
    const DIRECTIONS: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];
}

/// The words of a board of more than 64 cells.
const WORDS: usize = 7;

const SIZES: [Size; 3] = [
    Size { name: "the number of columns", least: 1, most: 20 },
    Size { name: "the number of rows", least: 1, most: 20 },
    Size { name: "K in a row", least: 1, most: 64 },
];

/// The name of the variant in specs.
const EXACT: &str = "exact";

impl GameRules for MnkRules {
    const INFO: GameInfo = GameInfo {
        name: "mnk",
        form: "mnk:CxRxK[:exact]",
        summary: "tic-tac-toe, Gomoku and others: C columns and R rows (each 1 to 20), K in a row win (with exact, no more than \
                  K); default 3x3x3",
        sizes: &SIZES,
        variants: &[EXACT],
        aliases: &[("gomoku", "15x15x5")],
    };

    type Board = Board<WORDS>;

    fn read(sizes: Option<&str>) -> Result<MnkRules, TextError> {
        const ADVICE: &str = "write mnk:COLUMNSxROWSxK, for example mnk:3x3x3 or mnk:15x15x5:exact";
        let text = sizes.unwrap_or("3x3x3");
        let (sizes, exact) = sizes::variant(text, EXACT, "m,n,k", ADVICE)?;
        let [columns, rows, in_a_row] = sizes::read(text, sizes.len(), SIZES, "m,n,k", ADVICE)?;
        Ok(MnkRules { columns, rows, in_a_row, exact })
    }

    fn caveat(&self) -> Option<String> {
        grid::caveat(self, self.columns(), self.rows(), self.in_a_row())
    }

    fn start(self) -> Board<WORDS> {
        Board::start(self)
    }

    fn visit<V: GameVisitor>(self, _: &[&str], visitor: V) -> V::Output {
        if self.cells() <= 64 {
            visitor.visit(Board::<1>::start(self))
        } else {
            visitor.visit(Board::<WORDS>::start(self))
        }
    }
}

impl fmt::Display for MnkRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "mnk:{}x{}x{}", self.columns, self.rows, self.in_a_row)?;
        if self.exact { write!(f, ":{EXACT}") } else { Ok(()) }
    }
}
