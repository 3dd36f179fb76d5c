//! The evaluators of Kalah. To add one, write a file like its neighbours and add a line to the list.
//!
//! `pots`, `decisive`, `hoard` and `tempo` judge positions on their own. The others are features for mixtures: they count
//! one thing, are 0 in a finished game, and on their own do not care who wins.

mod decisive;
mod exposed;
mod far;
mod hoard;
mod mobility;
mod near;
mod pots;
mod tempo;
mod threat;

pub use decisive::Decisive;
pub use exposed::Exposed;
pub use far::Far;
pub use hoard::Hoard;
pub use mobility::Mobility;
pub use near::Near;
pub use pots::Pots;
pub use tempo::Tempo;
pub use threat::Threat;

use super::Position;
use crate::games::game::Side;
use crate::games::prospect;

/// The evaluators of Kalah, the default first.
pub type KalahEvaluators = (Pots, Decisive, Hoard, Tempo, Mobility, Threat, Exposed, Near, Far);

/// The count of the side to move minus the opponent's.
fn lead<P: Position>(position: &P, count: impl Fn(Side) -> i32) -> i32 {
    let own = position.to_move();
    count(own) - count(own.other())
}

/// How the game ends, from the final difference of the pots, which is the value of every finished game.
fn by_margin<P: Position>(position: &P, difference: i32, to_the_end: bool) -> Option<String> {
    to_the_end.then(|| prospect::by_margin(P::SIDE_NAMES, position.to_move(), difference))
}
