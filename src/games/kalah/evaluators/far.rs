//! `far`: beans kept back in the farthest hole.

use super::{Position, lead};
use crate::games::{Evaluator, NamedEvaluator};

/// Beans in the own hole farthest from the pot (South's hole 1, North's last), minus the opponent's. 0 in a finished game.
#[derive(Debug, Clone, Copy, Default)]
pub struct Far;

impl<P: Position> NamedEvaluator<P> for Far {
    const NAME: &'static str = "far";
    const SUMMARY: &'static str = "beans in the hole farthest from the pot, own minus the opponent's";

    const LARGEST: i32 = P::MOST_BEANS;
    const FAST_PATH: bool = false;
}

impl<P: Position> Evaluator<P> for Far {
    const LEAD_WEIGHT: Option<i32> = Some(0);

    #[inline]
    fn value(&self, position: &P) -> i32 {
        lead(position, |side| position.farthest(side))
    }
}
