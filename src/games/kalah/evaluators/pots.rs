//! `pots`: who is ahead on beans that nobody can take back.

use super::{Position, by_margin, lead};
use crate::games::{Evaluator, NamedEvaluator};

/// Own pot minus the opponent's. A finished game has been swept, so this is its final difference.
#[derive(Debug, Clone, Copy, Default)]
pub struct Pots;

impl<P: Position> NamedEvaluator<P> for Pots {
    const NAME: &'static str = "pots";
    const SUMMARY: &'static str = "own pot minus other pot; a finished game counts its final difference";

    const LARGEST: i32 = P::MOST_BEANS;
}

impl<P: Position> Evaluator<P> for Pots {
    const LEAD_WEIGHT: Option<i32> = Some(1);
    const IS_LEAD: bool = true;

    #[inline]
    fn value(&self, position: &P) -> i32 {
        lead(position, |side| position.pot(side))
    }

    fn prospect(&self, position: &P, value: i32, to_the_end: bool) -> Option<String> {
        by_margin(position, value, to_the_end)
    }
}
