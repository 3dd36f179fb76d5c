//! `mobility`: more holes to choose from.

use super::{Position, lead};
use crate::games::{Evaluator, NamedEvaluator};

/// Own holes with beans, minus the opponent's. 0 in a finished game.
#[derive(Debug, Clone, Copy, Default)]
pub struct Mobility;

impl<P: Position> NamedEvaluator<P> for Mobility {
    const NAME: &'static str = "mobility";
    const SUMMARY: &'static str = "playable holes, own minus the opponent's";

    const LARGEST: i32 = P::MOST_BEANS;
    const FAST_PATH: bool = false;
}

impl<P: Position> Evaluator<P> for Mobility {
    const LEAD_WEIGHT: Option<i32> = Some(0);

    #[inline]
    fn value(&self, position: &P) -> i32 {
        lead(position, |side| position.playable(side))
    }
}
