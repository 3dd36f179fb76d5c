//! Breakthrough: pieces that move forward, and the first to reach the other end wins.
//!
//! Each side fills the two rows nearest to it: the first side, `x`, at the bottom, the second, `o`, at the top. A piece moves one
//! row forward, straight ahead to an empty cell, or diagonally to one that is empty or holds a piece of the other side, which
//! it captures. The side with a piece in the farthest row, or with the last pieces on the board, wins. There are no draws, and
//! whoever is to move has a move: nothing of its own stands before its foremost piece, and not both cells diagonally
//! ahead are off the board.
//!
//! Moves are written with both cells, `a2b3`: a letter for the column and the number of the row from the bottom.

mod board;
pub mod evaluators;
mod search;

use std::fmt;

pub use board::Board;
pub use search::CapturesFirst;

use super::sizes::{self, Size};
use super::spec::{GameInfo, GameRules};
use crate::text::TextError;

/// The sizes of a game of Breakthrough.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BreakthroughRules {
    columns: u8,
    rows: u8,
}

const SIZES: [Size; 2] = [
    Size { name: "the number of columns", least: 2, most: 8 },
    Size { name: "the number of rows", least: 4, most: 8 },
];

impl GameRules for BreakthroughRules {
    const INFO: GameInfo = GameInfo {
        name: "breakthrough",
        form: "breakthrough:CxR",
        summary: "Breakthrough on C columns (2 to 8) and R rows (4 to 8): the first piece at the other end wins; default 8x8",
        sizes: &SIZES,
        variants: &[],
        aliases: &[],
    };

    type Board = Board;

    fn read(sizes: Option<&str>) -> Result<BreakthroughRules, TextError> {
        const ADVICE: &str = "write breakthrough:COLUMNSxROWS, for example breakthrough:8x8";
        let text = sizes.unwrap_or("8x8");
        let [columns, rows] = sizes::read(text, text.len(), SIZES, "Breakthrough", ADVICE)?;
        Ok(BreakthroughRules { columns, rows })
    }

    fn start(self) -> Board {
        Board::start(self)
    }
}

impl fmt::Display for BreakthroughRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "breakthrough:{}x{}", self.columns, self.rows)
    }
}
