//! Kalah: two rows of holes with beans, and a pot for each side.
//!
//! - South moves first. A move takes all beans of one of the mover's holes and sows them one by one counter-clockwise:
//!   South's holes 1 to n run left to right towards South's pot, then come North's holes n down to 1, then North's pot.
//!   The mover's own pot is sown, the opponent's never. On a full lap the emptied hole is sown too.
//! - If the last bean falls into the mover's own pot, the same side moves again.
//! - If it falls into an empty hole of the mover and the opposite hole (same number) has beans, the mover puts both
//!   into the pot. In the variant `empty-capture` the last bean goes there even if the opposite hole is empty.
//! - As soon as either side has no beans in its holes, the game is over and the remaining beans go to the pot of the
//!   side they are on. More beans wins.

mod board;
pub mod evaluators;
mod mistake;
mod packed;
mod text;

use std::fmt;

pub use board::Board;
pub use packed::Packed;
pub(crate) use packed::{SideRows, Sower, Sown};

use super::game::{Game, Side};
use super::rows;
use super::sizes::{self, Size};
use super::spec::{GameInfo, GameRules, GameVisitor};
use crate::text::TextError;

/// The sizes and variant of a game of Kalah.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(align(4))] // copied with every position: one machine move instead of two
pub struct KalahRules {
    holes: u8,
    beans: u8,
    empty_capture: bool,
}

impl KalahRules {
    /// The most holes a side may have.
    pub const MOST_HOLES: usize = rows::MOST_HOLES;

    /// The most beans a hole may start with.
    pub const MOST_BEANS: usize = 64;

    /// The game with these sizes; `None` if they are out of range.
    pub fn new(holes: usize, beans: usize, empty_capture: bool) -> Option<KalahRules> {
        let fits = (1..=KalahRules::MOST_HOLES).contains(&holes) && beans <= KalahRules::MOST_BEANS;
        fits.then_some(KalahRules { holes: holes as u8, beans: beans as u8, empty_capture })
    }

    /// Holes per side.
    pub fn holes(self) -> usize {
        usize::from(self.holes)
    }

    /// Beans in each hole at the start.
    pub fn beans(self) -> usize {
        usize::from(self.beans)
    }

    /// Whether a last bean in an empty hole of the mover is captured even if the opposite hole is empty.
    pub fn empty_capture(self) -> bool {
        self.empty_capture
    }
}

/// The name of the variant in specs.
const EMPTY_CAPTURE: &str = "empty-capture";

/// The advice in errors about a spec.
const ADVICE: &str = "write kalah:HOLESxBEANS, for example kalah:6x4 or kalah:6x4:empty-capture";

const SIZES: [Size; 2] = [
    Size { name: "the number of holes", least: 1, most: KalahRules::MOST_HOLES as u16 },
    Size { name: "the number of beans", least: 0, most: KalahRules::MOST_BEANS as u16 },
];

impl GameRules for KalahRules {
    const INFO: GameInfo = GameInfo {
        name: "kalah",
        form: "kalah:HxB[:empty-capture]",
        summary: "Kalah with H holes per side (1 to 32) and B beans per hole (0 to 64); default 6x4",
        sizes: &SIZES,
        variants: &[EMPTY_CAPTURE],
        aliases: &[],
    };

    type Board = Board;

    fn read(sizes: Option<&str>) -> Result<KalahRules, TextError> {
        let text = sizes.unwrap_or("6x4");
        let (sizes, empty_capture) = sizes::variant(text, EMPTY_CAPTURE, "Kalah", ADVICE)?;
        let [holes, beans] = sizes::read(text, sizes.len(), SIZES, "Kalah", ADVICE)?;
        Ok(KalahRules { holes, beans, empty_capture })
    }

    fn start(self) -> Board {
        Board::start(self)
    }

    fn visit<V: GameVisitor>(self, positions: &[&str], visitor: V) -> V::Output {
        let start = Board::start(self);
        let held = || positions.iter().filter_map(|text| start.read(text).ok()).chain([start]);
        if held().all(|position| Packed::<6>::fits(&position)) {
            visitor.visit(Packed::<6>::pack(&start))
        } else if held().all(|position| Packed::<0>::fits(&position)) {
            visitor.visit(Packed::<0>::pack(&start))
        } else {
            visitor.visit(start)
        }
    }
}

impl fmt::Display for KalahRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "kalah:{}x{}", self.holes, self.beans)?;
        if self.empty_capture {
            write!(f, ":{EMPTY_CAPTURE}")?;
        }
        Ok(())
    }
}

/// A position of Kalah in any representation: what the evaluators see.
pub trait Position: Game {
    /// The most beans a position holds.
    const MOST_BEANS: i32;

    /// The most holes a side has.
    const MOST_HOLES: i32;

    /// Beans in the pot of a side.
    fn pot(&self, side: Side) -> i32;

    /// Beans in the holes of a side.
    fn beans_in_play(&self, side: Side) -> i32;

    /// The number of legal moves that end in the mover's own pot.
    fn extra_turns(&self) -> i32;

    /// The number of holes of a side that hold beans.
    fn playable(&self, side: Side) -> i32;

    /// Beans in the hole of a side next to its pot: South's last hole, North's hole 1.
    fn nearest(&self, side: Side) -> i32;

    /// Beans in the hole of a side farthest from its pot: South's hole 1, North's last hole.
    fn farthest(&self, side: Side) -> i32;

    /// The most beans that a capture of the side to move puts into its pot, with the last bean sown; 0 if there is none.
    fn best_capture(&self) -> i32;

    /// The beans of the side to move that lie in holes that the other side could capture if it were to move.
    fn capturable(&self) -> i32;
}
