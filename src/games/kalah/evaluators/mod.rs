//! The evaluators of Kalah. To add one: a file like its neighbours, and a line in the list.

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

/// The evaluators of Kalah, the default first.
pub type KalahEvaluators = (Pots, Decisive, Hoard, Tempo);

/// What the side to move has more of than the other.
fn lead<P: Position>(position: &P, count: impl Fn(Side) -> i32) -> i32 {
    let own = position.to_move();
    count(own) - count(own.other())
}
