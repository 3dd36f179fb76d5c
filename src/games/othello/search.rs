//! Search support: corners first, the cells diagonal to them last, and positions are the same with the colours exchanged.

use std::iter::Chain;

use super::Board;
use crate::games::game::{Game, Move};
use crate::games::move_set::Moves;
use crate::games::search_support::{SearchSupport, hash_of};

/// Move ordering, and keys for the transposition table.
#[derive(Debug, Clone, Copy)]
pub enum CornersFirst {}

impl SearchSupport<Board> for CornersFirst {
    const USES_TABLE: bool = true;

    /// The discs of the side to move and of the other.
    type Key = [u64; 2];
    type Move = Move;
    type OrderedMoves = Chain<Chain<Moves, Moves>, Chain<Moves, Moves>>;

    #[inline]
    fn key(board: &Board) -> ([u64; 2], u64) {
        let own = board.to_move();
        let key = [board.discs(own), board.discs(own.other())];
        (key, hash_of(key))
    }

    /// The key says it all.
    #[inline]
    fn lead(_: &Board) -> i32 {
        0
    }

    #[inline]
    fn ordered_moves(board: &Board, hash_move: u16) -> Self::OrderedMoves {
        let first = usize::from(hash_move).checked_sub(1).map_or(0, |cell| 1 << cell);
        let moves = board.moves() & !first;
        let (corners, beside) = (board.corners(), board.beside_corners());
        let of = |cells: u64| Moves::from_bits(moves & cells);
        Moves::from_bits(first).chain(of(corners)).chain(of(!corners & !beside).chain(of(beside)))
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
