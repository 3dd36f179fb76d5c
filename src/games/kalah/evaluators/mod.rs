//! The evaluators of Kalah. To add one, write a file like its neighbours and add a line to the list.

mod decisive;
mod hoard;
mod pots;
mod tempo;

pub use decisive::Decisive;
pub use hoard::Hoard;
pub use pots::Pots;
pub use tempo::Tempo;

use super::Position;
use crate::games::game::Side;
use crate::games::prospect;

/// The evaluators of Kalah, the default first.
pub type KalahEvaluators = (Pots, Decisive, Hoard, Tempo);

/// The count of the side to move minus the opponent's.
fn lead<P: Position>(position: &P, count: impl Fn(Side) -> i32) -> i32 {
    let own = position.to_move();
    count(own) - count(own.other())
}

/// How the game ends, from the final difference of the pots, which is the value of every finished game.
fn by_margin<P: Position>(position: &P, difference: i32, to_the_end: bool) -> Option<String> {
    to_the_end.then(|| prospect::by_margin(P::SIDE_NAMES, position.to_move(), difference))
}
