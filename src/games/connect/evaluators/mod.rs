//! The evaluators of Connect-N. To add one, write a file like its neighbours and add a line to the list.

mod center;
mod lines;
mod soonest_win;

pub use center::Center;
pub use lines::Lines;
pub use soonest_win::SoonestWin;

use super::Position;
use crate::games::Evaluator as _;

/// The evaluators of Connect-N, the default first.
pub type ConnectEvaluators = (SoonestWin, Lines, Center);

/// Added for a won game: more than [`Lines`] and [`Center`] give for any board that fits.
const WON: i32 = 10_000_000;

/// The value of a finished game for evaluators that also judge unfinished ones: a won game beats all of those, and
/// sooner is better.
fn decided<P: Position>(position: &P) -> Option<i32> {
    position.outcome().map(|_| {
        let value = SoonestWin.value(position);
        value + WON * value.signum()
    })
}

/// What the value of such an evaluator proves.
fn decided_prospect<P: Position>(position: &P, value: i32, to_the_end: bool) -> Option<String> {
    let is_won = value.abs() >= WON;
    let value = if is_won { value - WON * value.signum() } else { value };
    (is_won || to_the_end).then(|| SoonestWin.prospect(position, value, to_the_end)).flatten()
}
