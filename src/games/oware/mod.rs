//! Oware, by the rules of Abapa: two rows of holes with seeds, which are sown all around and captured in twos and threes.
//!
//! - South moves first. A move takes all seeds of one of the mover's holes and sows them one by one counter-clockwise: South's holes 1
//!   to n, then North's holes 1 to n. No seed is sown into the hole they came from, nor into a pot.
//! - If the last seed makes two or three in a hole of the opponent, they are captured, and so are those in the holes before it, back to
//!   the first that is the mover's or holds another number. A capture of all seeds of the opponent (a grand slam) takes nothing.
//! - If the opponent has no seeds, only a move that gives it some is legal.
//! - The game is over when a side has captured more than half of the seeds, when the side to move has no legal move, and when a position
//!   occurs for the second time with the same side to move. Each side then takes the seeds on its side. More seeds win.

mod board;
pub mod evaluators;

use std::fmt;

pub use board::Board;

use super::rows;
use super::sizes::{self, Size};
use super::spec::{GameInfo, GameRules};
use crate::text::TextError;

/// The sizes of a game of Oware.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct OwareRules {
    holes: u8,
    seeds: u8,
}

impl OwareRules {
    fn holes(self) -> usize {
        usize::from(self.holes)
    }
}

const SIZES: [Size; 2] = [
    Size { name: "the number of holes", least: 1, most: rows::MOST_HOLES as u16 },
    Size { name: "the number of seeds", least: 1, most: 64 },
];

impl GameRules for OwareRules {
    const INFO: GameInfo = GameInfo {
        name: "oware",
        form: "oware:HxS",
        summary: "Oware (Abapa) with H holes per side (1 to 32) and S seeds per hole (1 to 64); default 6x4",
        sizes: &SIZES,
        variants: &[],
        aliases: &[],
    };

    type Board = Board;

    fn read(sizes: Option<&str>) -> Result<OwareRules, TextError> {
        const ADVICE: &str = "write oware:HOLESxSEEDS, for example oware:6x4";
        let text = sizes.unwrap_or("6x4");
        let [holes, seeds] = sizes::read(text, text.len(), SIZES, "Oware", ADVICE)?;
        Ok(OwareRules { holes, seeds })
    }

    fn start(self) -> Board {
        Board::start(self)
    }
}

impl fmt::Display for OwareRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "oware:{}x{}", self.holes, self.seeds)
    }
}
