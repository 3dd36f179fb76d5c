//! `outcome`: nothing but who wins, and how soon.

use super::Position;
use crate::games::{Evaluator, NamedEvaluator, Outcome, prospect};

/// 0 unless the game is over; a sooner win and a later loss are better.
///
/// The value of a win is Pascal Pons's score: how many checkers the winner still had to place, counting the last one
/// placed. A win with the checker that fills the board is 1, one move of the winner sooner is 2, and so on.
#[derive(Debug, Clone, Copy, Default)]
pub struct SoonestWin;

impl<P: Position> NamedEvaluator<P> for SoonestWin {
    const NAME: &'static str = "outcome";
    const SUMMARY: &'static str = "0 unless the game is over; a sooner win and a later loss are better";
}

impl<P: Position> Evaluator<P> for SoonestWin {
    const WIN_FIRST: bool = true;
    const PROVED_FROM: Option<i32> = Some(1);
    const UNDECIDED: Option<i32> = Some(0);

    #[inline]
    fn value(&self, position: &P) -> i32 {
        match position.outcome() {
            Some(Outcome::Win(winner)) => {
                let score = (position.rules().cells() + 2 - position.checkers()) / 2;
                if winner == position.to_move() { score as i32 } else { -(score as i32) }
            }
            _ => 0,
        }
    }

    /// A win that was found is a win, whatever the search depth.
    fn prospect(&self, position: &P, value: i32, to_the_end: bool) -> Option<String> {
        let (cells, marks) = (position.rules().cells(), position.checkers());
        prospect::by_marks(P::SIDE_NAMES, position.to_move(), cells, marks, value).or_else(|| {
            (to_the_end && value == 0).then(|| prospect::by_margin(P::SIDE_NAMES, position.to_move(), 0))
        })
    }
}
