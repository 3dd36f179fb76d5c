//! `decisive`: winning first, beans second.
#![allow(clippy::inline_always)] // a part of the search's innermost loop

use super::{Position, Pots};
use crate::games::{Evaluator, Judged, Outcome};

/// As [`Pots`], but a won game beats every unfinished one, and an unfinished one every lost one.
#[derive(Debug, Clone, Copy, Default)]
pub struct Decisive;

/// Added for a won game: more than all beans that a position can hold.
const WON: i32 = 1_000_000;

impl<P: Position> Evaluator<P> for Decisive {
    const NAME: &'static str = "decisive";
    const SUMMARY: &'static str =
        "as pots, but a won game beats every unfinished one (1,000,000 and the difference)";

    #[inline]
    fn value(&self, position: &P) -> i32 {
        let lead = Pots.value(position);
        match position.outcome() {
            Some(Outcome::Win(_)) => lead + WON * lead.signum(),
            _ => lead,
        }
    }

    #[inline(always)]
    fn judge_last(&self, position: &P, free: bool, beta: i32) -> Judged<P::Tries> {
        position.judge_last(free, beta)
    }

    #[inline(always)]
    fn judge_last_but_one(&self, position: &P, free: bool, alpha: i32, beta: i32) -> Judged<P::Tries> {
        position.judge_last_but_one(free, alpha, beta)
    }
}
