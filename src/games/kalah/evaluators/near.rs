//! `near`: beans next to the pot.

use super::{Position, lead};
use crate::games::{Evaluator, NamedEvaluator};

/// Beans in the own hole next to the pot (South's last, North's hole 1), minus the opponent's. 0 in a finished game.
#[derive(Debug, Clone, Copy, Default)]
pub struct Near;

impl<P: Position> NamedEvaluator<P> for Near {
    const NAME: &'static str = "near";
    const SUMMARY: &'static str = "beans in the hole next to the pot, own minus the opponent's";

    const LARGEST: i32 = P::MOST_BEANS;
    const FAST_PATH: bool = false;
}

impl<P: Position> Evaluator<P> for Near {
    const LEAD_WEIGHT: Option<i32> = Some(0);

    #[inline]
    fn value(&self, position: &P) -> i32 {
        lead(position, |side| position.nearest(side))
    }
}
