//! Search support: moves that win and captures first, then those of the foremost pieces; and what the last ply is worth.
//!
//! What a move changes depends on the row it starts from and on whether it captures. So one ply before the horizon no move is played
//! unless one ends the game: `smart:5` takes a quarter of the instructions.

use super::Board;
use super::board::ROW;
use crate::games::game::{Game, Move, Side};
use crate::games::search_support::{SearchSupport, hash_of};

/// Moves to the farthest row and captures are searched first, and then those of the foremost pieces.
#[derive(Debug, Clone, Copy)]
pub enum CapturesFirst {}

impl SearchSupport<Board> for CapturesFirst {
    const USES_TABLE: bool = true;

    type Key = [u64; 2];
    type Move = Move;
    type OrderedMoves = OrderedMoves;

    /// The second side has no pieces in the row at the bottom of an unfinished game: a bit there says that it is to move.
    #[inline]
    fn key(board: &Board) -> ([u64; 2], u64) {
        let [first, second] = board.pieces;
        let key = [first, second | board.to_move.index() as u64];
        (key, hash_of(key))
    }

    /// The value of a game is who wins it.
    #[inline]
    fn lead(_: &Board) -> i32 {
        0
    }

    #[inline]
    fn ordered_moves(board: &Board, hash_move: u16) -> OrderedMoves {
        let movable = if board.is_over() { [0; 3] } else { board.movable() };
        let goal = if board.to_move == Side::First { ROW << (8 * (board.rows() - 1)) } else { ROW };
        let forcing = board.before([board.pieces[board.to_move.other().index()] | goal; 3]);
        let first = usize::from(hash_move).checked_sub(1).map(Move::from_index);
        let mut moves = OrderedMoves {
            hash_move: first,
            forcing: std::array::from_fn(|at| movable[at] & forcing[at]),
            quiet: std::array::from_fn(|at| movable[at] & !forcing[at]),
            is_up: board.to_move == Side::First,
        };
        if let Some(mv) = first {
            let others = !(1 << (mv.index() % 64));
            moves.forcing[mv.index() / 64 % 3] &= others;
            moves.quiet[mv.index() / 64 % 3] &= others;
        }
        moves
    }

    #[inline]
    fn hash_move(mv: Move) -> u16 {
        mv.number() as u16
    }

    #[inline]
    fn after(board: &Board, mv: Move) -> Board {
        board.after(mv)
    }
}

/// Moves in search order.
#[derive(Debug, Clone, Copy)]
pub struct OrderedMoves {
    hash_move: Option<Move>,
    forcing: [u64; 3],
    quiet: [u64; 3],
    is_up: bool,
}

impl Iterator for OrderedMoves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        if let Some(mv) = self.hash_move.take() {
            return Some(mv);
        }
        let words = if self.forcing == [0; 3] { &mut self.quiet } else { &mut self.forcing };
        let all = words[0] | words[1] | words[2];
        if all == 0 {
            return None;
        }
        let from = if self.is_up { all.ilog2() } else { all.trailing_zeros() };
        let direction = words.iter().position(|word| word >> from & 1 == 1)?;
        words[direction] &= !(1 << from);
        let direction = if self.is_up { direction } else { direction + 3 };
        Some(Move::from_index(64 * direction + from as usize))
    }
}

impl Board {
    /// The most that a move changes, by the steps its piece has made before and whether it captures; `None` if a move ends the game.
    pub(super) fn best_change(&self, change: impl Fn(u32, bool) -> i32) -> Option<i32> {
        let other = self.pieces[self.to_move.other().index()];
        let any = |words: [u64; 3]| words.into_iter().fold(0, |all, word| all | word);
        let movable = self.movable();
        let captures = self.before([other, 0, other]);
        let quiet = std::array::from_fn(|at| movable[at] & !captures[at]);
        let (quiet, captures) = (any(quiet), any(captures));
        let last = self.rows() - 2;
        let row = |steps: u32| {
            let row = if self.to_move == Side::First { steps } else { self.rows() - 1 - steps };
            ROW << (8 * row)
        };
        if (quiet | captures) & row(last) != 0 || captures != 0 && other.is_power_of_two() {
            return None;
        }
        let changes = (0..last).flat_map(|steps| {
            let of = |cells: u64, is_capture| (cells & row(steps) != 0).then(|| change(steps, is_capture));
            [of(quiet, false), of(captures, true)]
        });
        changes.flatten().max()
    }
}
