//! Othello: discs on a grid, those between two of the other colour are turned over.
//!
//! - In the middle of the empty board lie four discs: the second side's on the top left and the bottom right, the first side's on the
//!   other two. The first side is `x` (Black), the second `o` (White).
//! - A move puts a disc on an empty cell and turns over every row of the opponent's discs, in all eight directions, that lies between
//!   it and another disc of the mover. It must turn over at least one.
//! - A side that has no move is skipped: the other one moves again. There is no move that passes.
//! - The game is over when neither side has a move. More discs win; empty cells count for nobody.
//!
//! Cells have names, a letter for the column and the number of the row from the top: `a1` is the top left.

mod board;
pub mod evaluators;
mod geometry;
mod search;

use std::fmt;

pub use board::Board;
pub(crate) use geometry::Geometry;

use super::sizes::{self, Size};
use super::spec::{GameInfo, GameRules};
use crate::text::{TextError, parts};

/// The sizes of a game of Othello.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct OthelloRules {
    columns: u8,
    rows: u8,
}

impl OthelloRules {
    fn columns(self) -> usize {
        usize::from(self.columns)
    }

    fn rows(self) -> usize {
        usize::from(self.rows)
    }

    fn cells(self) -> usize {
        self.columns() * self.rows()
    }
}

const SIZES: [Size; 2] = [
    Size { name: "the number of columns", least: 4, most: 8 },
    Size { name: "the number of rows", least: 4, most: 8 },
];

impl GameRules for OthelloRules {
    const INFO: GameInfo = GameInfo {
        name: "othello",
        form: "othello:CxR",
        summary: "Othello on C columns and R rows (each 4, 6 or 8); default 8x8",
        sizes: &SIZES,
        variants: &[],
        aliases: &[],
    };

    type Board = Board;

    fn read(sizes: Option<&str>) -> Result<OthelloRules, TextError> {
        const ADVICE: &str = "write othello:COLUMNSxROWS, for example othello:8x8 or othello:6x4";
        let text = sizes.unwrap_or("8x8");
        let sizes = sizes::read(text, text.len(), SIZES, "Othello", ADVICE)?;
        let odd = parts(text, 'x').zip(SIZES.iter().zip(sizes)).find(|(_, (_, size))| size % 2 == 1);
        if let Some(((place, _), (Size { name, .. }, size))) = odd {
            return Err(TextError::new(text, place, format!("{name} must be even, not {size}"), ADVICE));
        }
        let [columns, rows] = sizes;
        Ok(OthelloRules { columns, rows })
    }

    fn start(self) -> Board {
        Board::start(self)
    }
}

impl fmt::Display for OthelloRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "othello:{}x{}", self.columns, self.rows)
    }
}
