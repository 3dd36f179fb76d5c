//! `hoard`: beans in a side's holes count as its own.

use super::{Position, by_margin, lead};
use crate::games::{Evaluator, NamedEvaluator};

/// Own pot plus own beans in play, minus the opponent's.
#[derive(Debug, Clone, Copy, Default)]
pub struct Hoard;

impl<P: Position> NamedEvaluator<P> for Hoard {
    const NAME: &'static str = "hoard";
    const SUMMARY: &'static str = "own pot and own beans in play, minus the opponent's";

    const LARGEST: i32 = P::MOST_BEANS;
}

impl<P: Position> Evaluator<P> for Hoard {
    const LEAD_WEIGHT: Option<i32> = Some(1);

    #[inline]
    fn value(&self, position: &P) -> i32 {
        lead(position, |side| position.pot(side) + position.beans_in_play(side))
    }

    fn prospect(&self, position: &P, value: i32, to_the_end: bool) -> Option<String> {
        by_margin(position, value, to_the_end)
    }
}
