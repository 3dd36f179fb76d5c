//! `decisive`: winning first, beans second.

use super::{Position, Pots, by_margin};
use crate::games::{Evaluator, NamedEvaluator, Outcome, prospect};

/// Like [`Pots`], but a won game beats every unfinished one, and an unfinished one beats every lost one.
#[derive(Debug, Clone, Copy, Default)]
pub struct Decisive;

/// Added for a won game: more than all beans that a position can hold.
const WON: i32 = 1_000_000;

impl<P: Position> NamedEvaluator<P> for Decisive {
    const NAME: &'static str = "decisive";
    const SUMMARY: &'static str =
        "like pots, but a won game beats every unfinished one (1,000,000 plus the difference)";

    const LARGEST: i32 = P::MOST_BEANS;
    const WIN_BONUS: i32 = WON;
}

impl<P: Position> Evaluator<P> for Decisive {
    const WIN_FIRST: bool = true;
    const IS_LEAD: bool = true;

    #[inline]
    fn value(&self, position: &P) -> i32 {
        let lead = Pots.value(position);
        match position.outcome() {
            Some(Outcome::Win(_)) => lead + WON * lead.signum(),
            _ => lead,
        }
    }

    /// A win that was found is a win, though a deeper search may change its margin.
    fn prospect(&self, position: &P, value: i32, to_the_end: bool) -> Option<String> {
        if value.abs() >= WON {
            let difference = value - WON * value.signum();
            let winner = || prospect::winner_alone(P::SIDE_NAMES, position.to_move(), difference);
            return by_margin(position, difference, to_the_end).or_else(winner);
        }
        by_margin(position, value, to_the_end)
    }
}
