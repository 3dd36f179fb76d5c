//! The evaluators of m,n,k.

use super::Board;
use crate::games::{Evaluator, Game, NamedEvaluator, Outcome, prospect};

/// The evaluators of m,n,k, the default first.
pub type MnkEvaluators = (SoonestWin, Lines);

/// 0 unless the game is over; a sooner win and a later loss are better.
#[derive(Debug, Clone, Copy, Default)]
pub struct SoonestWin;

impl NamedEvaluator<Board> for SoonestWin {
    const NAME: &'static str = "outcome";
    const SUMMARY: &'static str = "0 unless the game is over; a sooner win and a later loss are better";
}

impl Evaluator<Board> for SoonestWin {
    const WIN_FIRST: bool = true;
    const PROVED_FROM: Option<i32> = Some(1);
    const UNDECIDED: Option<i32> = Some(0);

    /// A win is worth the marks that the winner could still have placed, counting the last one.
    fn value(&self, board: &Board) -> i32 {
        let score = ((board.rules.cells() + 2 - board.count()) / 2) as i32;
        match board.outcome() {
            Some(Outcome::Win(winner)) if winner == board.to_move => score,
            Some(Outcome::Win(_)) => -score,
            _ => 0,
        }
    }

    /// A win that was found is a win, whatever the search depth.
    fn prospect(&self, board: &Board, value: i32, to_the_end: bool) -> Option<String> {
        let (cells, marks) = (board.rules.cells(), board.count());
        prospect::by_marks(Board::SIDE_NAMES, board.to_move, cells, marks, value).or_else(|| {
            (to_the_end && value == 0).then(|| prospect::by_margin(Board::SIDE_NAMES, board.to_move, 0))
        })
    }
}

/// Every line with marks of one side only counts for that side, by the square of their number; a won game beats every
/// unfinished one.
#[derive(Debug, Clone, Copy, Default)]
pub struct Lines;

/// Added for a won game: more than all lines of the largest board are worth.
const WON: i32 = 1_000_000;

impl NamedEvaluator<Board> for Lines {
    const NAME: &'static str = "lines";
    const SUMMARY: &'static str = "lines of K still open to each side, by the square of the marks in them";

    const WIN_BONUS: i32 = WON;
}

impl Evaluator<Board> for Lines {
    const WIN_FIRST: bool = true;
    const PROVED_FROM: Option<i32> = Some(WON);

    fn value(&self, board: &Board) -> i32 {
        let end = SoonestWin.value(board);
        if board.is_over() {
            return end + WON * end.signum();
        }
        let own = board.to_move;
        let count = |line: u64, side: usize| (board.marks[side] & line).count_ones() as i32;
        let worth = |line| match (count(line, own.index()), count(line, own.other().index())) {
            (own, 0) => own * own,
            (0, other) => -other * other,
            _ => 0,
        };
        board.rules.lines().map(worth).sum()
    }

    fn prospect(&self, board: &Board, value: i32, to_the_end: bool) -> Option<String> {
        let is_won = value.abs() >= WON;
        let value = if is_won { value - WON * value.signum() } else { value };
        (is_won || to_the_end).then(|| SoonestWin.prospect(board, value, to_the_end)).flatten()
    }
}
