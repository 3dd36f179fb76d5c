//! Chess, by the rules of FIDE, and Chess960: `chess`, and `chess960:N` for the start position with the number N.
//!
//! The crate `cozy-chess` knows how pieces move. What ends a game is decided here: checkmate, stalemate, the third occurrence
//! of a position, fifty moves without a capture or a pawn move, and material that cannot mate.
//!
//! Positions are FENs, and moves are named as in UCI: `e2e4`, `e7e8q`. Castling is the king's move, `e1g1`; in Chess960 the
//! king takes the rook, and FENs name the files of the rooks that may castle, as UCI engines expect.

mod board;
pub mod evaluators;
mod fen;
mod san;
mod search;

use std::fmt;

pub use board::Board;

use super::sizes::Size;
use super::spec::{GameInfo, GameRules};
use crate::text::{TextError, number};

/// Chess has no sizes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ChessRules;

impl GameRules for ChessRules {
    const INFO: GameInfo = GameInfo {
        name: "chess",
        form: "chess",
        summary: "chess by the rules of FIDE; the third repetition and fifty moves end a game",
        sizes: &[],
        variants: &[],
        aliases: &[],
    };

    type Board = Board;

    fn read(sizes: Option<&str>) -> Result<ChessRules, TextError> {
        match sizes {
            None => Ok(ChessRules),
            Some(sizes) => Err(TextError::whole(
                sizes,
                "chess has no sizes",
                "write chess, or chess960:N for another start position",
            )),
        }
    }

    fn start(self) -> Board {
        Board::start(STANDARD, false)
    }
}

impl fmt::Display for ChessRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("chess")
    }
}

/// The number of the start position of Chess960, by Scharnagl.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Chess960Rules {
    start: u16,
}

/// The number of the start position of chess.
const STANDARD: u16 = 518;

const START: Size = Size { name: "the number of the start position", least: 0, most: 959 };

impl GameRules for Chess960Rules {
    const INFO: GameInfo = GameInfo {
        name: "chess960",
        form: "chess960:N",
        summary: "Chess960 from the start position with Scharnagl's number N (0 to 959); default 518, that of chess",
        sizes: &[START],
        variants: &[],
        aliases: &[],
    };

    type Board = Board;

    fn read(sizes: Option<&str>) -> Result<Chess960Rules, TextError> {
        let start = sizes.map_or(Ok(u32::from(STANDARD)), |digits| {
            number(START.name, digits, START.least.into()..=START.most.into()).map_err(|problem| {
                TextError::whole(
                    digits,
                    problem,
                    "write chess960:N with N from 0 to 959, for example chess960:518",
                )
            })
        });
        Ok(Chess960Rules { start: start? as u16 })
    }

    fn start(self) -> Board {
        Board::start(self.start, true)
    }
}

impl fmt::Display for Chess960Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "chess960:{}", self.start)
    }
}
