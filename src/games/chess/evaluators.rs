//! The evaluator of chess.

use cozy_chess::{Color, Piece};

use super::Board;
use super::board::side;
use crate::games::{Evaluator, Game, NamedEvaluator, Outcome};

/// The evaluators of chess, the default first.
pub type ChessEvaluators = (Material,);

/// Own pieces minus those of the opponent; a won game beats every unfinished one, the sooner the more.
#[derive(Debug, Clone, Copy, Default)]
pub struct Material;

/// Added for a won game: more than all pieces are worth.
const WON: i32 = 1_000_000;

/// More plies than a FEN can count.
const MOST_PLIES: i32 = 200_000;

impl NamedEvaluator<Board> for Material {
    const NAME: &'static str = "material";
    const SUMMARY: &'static str = "own pieces minus the opponent's: pawn 1, knight and bishop 3, rook 5, queen 9; a win beats everything";
    const FAST_PATH: bool = false;

    const WIN_BONUS: i32 = WON;
    const LARGEST: i32 = MOST_PLIES;
}

impl Evaluator<Board> for Material {
    const WIN_FIRST: bool = true;
    const PROVED_FROM: Option<i32> = Some(WON);

    fn value(&self, board: &Board) -> i32 {
        match board.outcome() {
            Some(Outcome::Win(winner)) => {
                let value = WON + MOST_PLIES - board.plies();
                if winner == board.to_move() { value } else { -value }
            }
            Some(Outcome::Draw) => 0,
            None => {
                let worth = |color: Color| -> i32 {
                    let of = |(piece, value)| board.of_kind(color, piece).len() as i32 * value;
                    VALUES.into_iter().map(of).sum()
                };
                let white = worth(Color::White) - worth(Color::Black);
                if board.to_move() == side(Color::White) { white } else { -white }
            }
        }
    }

    /// A mate that was found is forced, whatever the search depth.
    fn prospect(&self, board: &Board, value: i32, _: bool) -> Option<String> {
        let plies = WON + MOST_PLIES - board.plies() - value.abs();
        let winner = if value > 0 { board.to_move() } else { board.to_move().other() };
        (value.abs() >= WON && plies > 0)
            .then(|| format!("{} mates in {}", Board::side_name(winner), (plies + 1) / 2))
    }
}

const VALUES: [(Piece, i32); 5] =
    [(Piece::Pawn, 1), (Piece::Knight, 3), (Piece::Bishop, 3), (Piece::Rook, 5), (Piece::Queen, 9)];
