//! `exposed`: beans that the opponent may take.

use super::Position;
use crate::games::{Evaluator, NamedEvaluator};

/// Own beans in holes that the opponent could capture if it were to move now, as a positive number: give it a negative weight.
/// 0 in a finished game.
#[derive(Debug, Clone, Copy, Default)]
pub struct Exposed;

impl<P: Position> NamedEvaluator<P> for Exposed {
    const NAME: &'static str = "exposed";
    const SUMMARY: &'static str =
        "own beans that the opponent could capture: a cost, so use it as -0.3*exposed";

    /// Only the beans of the side to move are counted.
    const ANTISYMMETRIC: bool = false;
    const LARGEST: i32 = P::MOST_BEANS;
    const FAST_PATH: bool = false;
}

impl<P: Position> Evaluator<P> for Exposed {
    const LEAD_WEIGHT: Option<i32> = Some(0);

    #[inline]
    fn value(&self, position: &P) -> i32 {
        position.capturable()
    }
}
