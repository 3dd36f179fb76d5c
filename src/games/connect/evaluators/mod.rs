//! The evaluators of Connect-N. To add one: a file like its neighbours, and a line in the list.

mod center;
mod lines;
mod soonest_win;

pub use center::Center;
pub use lines::Lines;
pub use soonest_win::SoonestWin;

use super::Position;

/// The evaluators of Connect-N, the default first.
pub type ConnectEvaluators = (SoonestWin, Lines, Center);

/// Added for a won game: more than what [`Lines`] and [`Center`] give for any board that fits.
const WON: i32 = 10_000_000;

/// The value of a finished game among evaluators that also judge unfinished ones: a won game beats all of them, and
/// sooner is better still.
fn decided<P: Position>(position: &P) -> Option<i32> {
    use crate::games::Evaluator as _;

    position.outcome().map(|_| {
        let value = SoonestWin.value(position);
        value + WON * value.signum()
    })
}
