//! `tempo`: an available extra turn is worth something.

use super::{Position, Pots, by_margin};
use crate::games::{Evaluator, NamedEvaluator};

/// Like [`Pots`], plus a bonus for each extra turn that the side to move can take.
#[derive(Debug, Clone, Copy, Default)]
pub struct Tempo;

/// What an available extra turn is worth, in beans: the one that it puts into the pot.
const BONUS: i32 = 1;

impl<P: Position> NamedEvaluator<P> for Tempo {
    const NAME: &'static str = "tempo";
    const SUMMARY: &'static str = "pots plus a bean for each extra turn the side to move can take";

    /// Only the side to move has extra turns available.
    const ANTISYMMETRIC: bool = false;
    const LARGEST: i32 = P::MOST_BEANS + P::MOST_HOLES;
}

impl<P: Position> Evaluator<P> for Tempo {
    const LEAD_WEIGHT: Option<i32> = Some(1);

    #[inline]
    fn value(&self, position: &P) -> i32 {
        Pots.value(position) + BONUS * position.extra_turns()
    }

    fn prospect(&self, position: &P, value: i32, to_the_end: bool) -> Option<String> {
        by_margin(position, value, to_the_end)
    }
}
