//! `pots`: who is ahead on beans that nobody can take back.
#![allow(clippy::inline_always)] // a part of the search's innermost loop

use super::{Position, lead};
use crate::games::{Evaluator, Judged};

/// Own pot minus other pot. A finished game has been swept, so this is its final difference.
#[derive(Debug, Clone, Copy, Default)]
pub struct Pots;

impl<P: Position> Evaluator<P> for Pots {
    const NAME: &'static str = "pots";
    const SUMMARY: &'static str = "own pot minus other pot; a finished game counts its final difference";

    const ADDS_LEAD: bool = true;

    #[inline]
    fn value(&self, position: &P) -> i32 {
        lead(position, |side| position.pot(side))
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
