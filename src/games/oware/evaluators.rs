//! The evaluator of Oware.

use super::Board;
use crate::games::{Evaluator, Game, NamedEvaluator, rows};

/// The evaluators of Oware.
pub type OwareEvaluators = (Captured,);

/// Own captured seeds minus the opponent's. In a finished game, each side has taken what lay on its side.
#[derive(Debug, Clone, Copy, Default)]
pub struct Captured;

impl NamedEvaluator<Board> for Captured {
    const NAME: &'static str = "captured";
    const SUMMARY: &'static str =
        "captured seeds, own minus the opponent's; a finished game counts its final difference";

    const LARGEST: i32 = rows::MOST_BEANS as i32;
    const FAST_PATH: bool = false;
}

impl Evaluator<Board> for Captured {
    #[inline]
    fn value(&self, board: &Board) -> i32 {
        let (own, captured) = (board.to_move(), board.points());
        captured[own.index()] as i32 - captured[own.other().index()] as i32
    }
}
