//! The evaluators of Breakthrough.

use super::Board;
use crate::games::{Evaluator, Game, NamedEvaluator, Outcome, Side, prospect};

/// The evaluators of Breakthrough, the default first.
pub type BreakthroughEvaluators = (Advance, Material);

/// Added for a won game: more than all pieces are worth.
const WON: i32 = 1_000_000;

/// What a won game counts for the side to move: one point and the bonus, however soon it is won. Wins of different worth would
/// have to be told apart by a search to the end, which takes many times as long.
fn won(board: &Board) -> Option<i32> {
    let Some(Outcome::Win(winner)) = board.outcome() else { return None };
    Some(if winner == board.to_move() { WON + 1 } else { -WON - 1 })
}

/// The value of a position: of each side's pieces, or that of a won game.
fn difference(board: &Board, worth: impl Fn(Side) -> u32) -> i32 {
    won(board).unwrap_or_else(|| {
        let own = board.to_move();
        worth(own) as i32 - worth(own.other()) as i32
    })
}

/// Who wins, in words, if a value proves it.
fn winner(board: &Board, value: i32, to_the_end: bool) -> Option<String> {
    (value.abs() >= WON || to_the_end && value != 0)
        .then(|| prospect::winner_alone(Board::SIDE_NAMES, board.to_move(), value))
        .flatten()
}

/// Pieces, own minus the opponent's.
#[derive(Debug, Clone, Copy, Default)]
pub struct Material;

impl NamedEvaluator<Board> for Material {
    const NAME: &'static str = "material";
    const SUMMARY: &'static str = "pieces, own minus the opponent's; a won game beats every unfinished one";
    const FAST_PATH: bool = false;
    const WIN_BONUS: i32 = WON;
}

impl Evaluator<Board> for Material {
    const WIN_FIRST: bool = true;
    const PROVED_FROM: Option<i32> = Some(WON);
    const HIGHEST: i32 = WON + 1;

    fn value(&self, board: &Board) -> i32 {
        difference(board, |side| board.count(side))
    }

    fn prospect(&self, board: &Board, value: i32, to_the_end: bool) -> Option<String> {
        winner(board, value, to_the_end)
    }
}

/// Pieces, and how far they have come.
#[derive(Debug, Clone, Copy, Default)]
pub struct Advance;

impl NamedEvaluator<Board> for Advance {
    const NAME: &'static str = "advance";
    const SUMMARY: &'static str = "10 for each piece and the square of its steps, own minus the opponent's; a won game beats every \
                                   unfinished one";
    const FAST_PATH: bool = false;
    const WIN_BONUS: i32 = WON;
}

impl Evaluator<Board> for Advance {
    const WIN_FIRST: bool = true;
    const PROVED_FROM: Option<i32> = Some(WON);
    const HIGHEST: i32 = WON + 1;

    fn value(&self, board: &Board) -> i32 {
        difference(board, |side| {
            (0..board.rows()).map(|steps| (10 + steps * steps) * board.after_steps(side, steps)).sum()
        })
    }

    fn prospect(&self, board: &Board, value: i32, to_the_end: bool) -> Option<String> {
        winner(board, value, to_the_end)
    }
}
