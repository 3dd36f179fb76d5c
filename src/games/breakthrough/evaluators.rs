//! The evaluators of Breakthrough.

use super::Board;
use super::search::{CapturesFirst, OrderedMoves};
use crate::games::{Evaluator, Game, Judged, NamedEvaluator, Outcome, SearchSupport, Side, prospect};

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

/// The value after the best move, if none ends the game.
fn judge(
    evaluator: impl Evaluator<Board>,
    board: &Board,
    change: impl Fn(u32, bool) -> i32,
) -> Judged<OrderedMoves> {
    match board.best_change(change) {
        Some(change) => Judged::all(evaluator.value(board) + change),
        None => Judged::none(CapturesFirst::ordered_moves(board, 0)),
    }
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
    const LARGEST: i32 = WON - 1;
}

impl Evaluator<Board> for Material {
    const WIN_FIRST: bool = true;
    const PROVED_FROM: Option<i32> = Some(WON);
    const HIGHEST: i32 = WON + 1;
    const JUDGES_LAST: bool = true;

    fn value(&self, board: &Board) -> i32 {
        difference(board, |side| board.count(side))
    }

    fn judge_last(&self, board: &Board, _: bool, _: i32) -> Judged<OrderedMoves> {
        judge(Material, board, |_, is_capture| i32::from(is_capture))
    }

    fn prospect(&self, board: &Board, value: i32, to_the_end: bool) -> Option<String> {
        winner(board, value, to_the_end)
    }
}

/// What a piece is worth to [`Advance`].
fn worth(steps: u32) -> u32 {
    10 + steps * steps
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
    const LARGEST: i32 = WON - 1;
}

impl Evaluator<Board> for Advance {
    const WIN_FIRST: bool = true;
    const PROVED_FROM: Option<i32> = Some(WON);
    const HIGHEST: i32 = WON + 1;
    const JUDGES_LAST: bool = true;

    fn value(&self, board: &Board) -> i32 {
        difference(board, |side| {
            (0..board.rows()).map(|steps| worth(steps) * board.after_steps(side, steps)).sum()
        })
    }

    fn judge_last(&self, board: &Board, _: bool, _: i32) -> Judged<OrderedMoves> {
        judge(Advance, board, |steps, is_capture| {
            let captured = if is_capture { worth(board.rows() - 2 - steps) } else { 0 };
            (worth(steps + 1) - worth(steps) + captured) as i32
        })
    }

    fn prospect(&self, board: &Board, value: i32, to_the_end: bool) -> Option<String> {
        winner(board, value, to_the_end)
    }
}
