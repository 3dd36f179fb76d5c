//! Connect-N: checkers dropped into columns, N in a row wins.
//!
//! A checker falls to the lowest vacant level of its column. N of one side in a row (across, up, or either diagonal)
//! wins; a full board is a draw. The first side is `x`, the second `o`.

mod bits;
mod board;
pub mod evaluators;
mod text;

use std::fmt;

pub use bits::{Bits, Fixed, Free, Geometry, Word};
pub use board::Board;

use super::game::{Game, Side};
use super::grid;
use super::sizes::{self, Size};
use super::spec::{GameInfo, GameRules, GameVisitor};
use crate::text::TextError;

/// The sizes of a game of Connect-N.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ConnectRules {
    columns: u8,
    levels: u8,
    in_a_row: u8,
}

impl ConnectRules {
    /// The most columns, levels and checkers in a row.
    pub const MOST: usize = 64;

    /// The game with these sizes; `None` if they are out of range.
    ///
    /// More in a row than the board has columns or levels is allowed: then nobody can win.
    pub fn new(columns: usize, levels: usize, in_a_row: usize) -> Option<ConnectRules> {
        let fits = [columns, levels, in_a_row].iter().all(|size| (1..=ConnectRules::MOST).contains(size));
        fits.then_some(ConnectRules {
            columns: columns as u8,
            levels: levels as u8,
            in_a_row: in_a_row as u8,
        })
    }

    /// Columns of the board.
    pub fn columns(self) -> usize {
        usize::from(self.columns)
    }

    /// Levels of the board.
    pub fn levels(self) -> usize {
        usize::from(self.levels)
    }

    /// How many in a row win.
    pub fn in_a_row(self) -> usize {
        usize::from(self.in_a_row)
    }

    pub(crate) fn cells(self) -> usize {
        self.columns() * self.levels()
    }
}

/// The advice in errors about a spec.
const ADVICE: &str = "write connect:COLUMNSxLEVELSxN, for example connect:7x6x4";

const SIZES: [Size; 3] = [
    Size { name: "the number of columns", least: 1, most: ConnectRules::MOST as u16 },
    Size { name: "the number of levels", least: 1, most: ConnectRules::MOST as u16 },
    Size { name: "N in a row", least: 1, most: ConnectRules::MOST as u16 },
];

impl GameRules for ConnectRules {
    const INFO: GameInfo = GameInfo {
        name: "connect",
        form: "connect:CxLxN",
        summary: "Connect-N on C columns and L levels, N in a row win (each 1 to 64); default 7x6x4",
        sizes: &SIZES,
        variants: &[],
        aliases: &[],
    };

    type Board = Board;

    fn read(sizes: Option<&str>) -> Result<ConnectRules, TextError> {
        let text = sizes.unwrap_or("7x6x4");
        let [columns, levels, in_a_row] = sizes::read(text, text.len(), SIZES, "Connect-N", ADVICE)?;
        Ok(ConnectRules { columns, levels, in_a_row })
    }

    fn caveat(&self) -> Option<String> {
        grid::caveat(self, self.columns(), self.levels(), self.in_a_row())
    }

    fn start(self) -> Board {
        Board::start(self)
    }

    fn visit<V: GameVisitor>(self, _: &[&str], visitor: V) -> V::Output {
        if let Some(start) = Bits::<u64, Fixed<7, 6, 4>>::start(self) {
            visitor.visit(start)
        } else if let Some(start) = Bits::<u64, Free>::start(self) {
            visitor.visit(start)
        } else if let Some(start) = Bits::<u128, Free>::start(self) {
            visitor.visit(start)
        } else {
            visitor.visit(Board::start(self))
        }
    }
}

impl fmt::Display for ConnectRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "connect:{}x{}x{}", self.columns, self.levels, self.in_a_row)
    }
}

/// A position of Connect-N in any representation: what the evaluators see.
pub trait Position: Game {
    /// The sizes of the game.
    fn rules(&self) -> ConnectRules;

    /// Whose checker is in a column at a level, both counted from 0, levels from the bottom.
    fn checker(&self, column: usize, level: usize) -> Option<Side>;

    /// The number of checkers on the board.
    fn checkers(&self) -> usize;
}
