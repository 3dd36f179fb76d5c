//! Search support: captures first, those of the most valuable pieces by the least valuable ones in front; and keys for the transposition
//! table, which hold all that a value depends on: the counters of plies, too. The board of the crate is made once for all moves of a
//! position, which halves the instructions of `smart:3`.

use std::ops::Range;

use cozy_chess::{File, Piece, Square};

use super::Board;
use super::board::{KINDS, MOST_MOVES};
use crate::games::game::{Game, Move};
use crate::games::move_set::{MoveList, MoveSet};
use crate::games::search_support::{SearchSupport, hash_of};

/// The search support of [`Board`].
#[derive(Debug, Clone, Copy)]
pub enum CapturesFirst {}

impl SearchSupport<Board> for CapturesFirst {
    const USES_TABLE: bool = true;

    /// White's pieces, the kinds of all pieces in binary digits, and the rest of a FEN.
    type Key = [u64; 5];
    type Move = Played;
    type OrderedMoves = OrderedMoves;

    fn key(board: &Board) -> ([u64; 5], u64) {
        let [pawns, knights, bishops, rooks, queens, kings] = board.pieces;
        let digits = [pawns | bishops | queens, knights | bishops | kings, rooks | queens | kings];
        let file = |file: Option<File>| file.map_or(8, |file| file as u64);
        let files =
            board.castling.iter().flat_map(|rights| [rights.short, rights.long]).chain([board.en_passant]);
        let files = files.fold(0, |files, next| files << 4 | file(next));
        let counters = u64::from(board.halfmove_clock) << 16 | u64::from(board.fullmove_number);
        let rest = (files << 1 | board.to_move as u64) << 24 | counters;
        let key = [board.colors[0].0, digits[0].0, digits[1].0, digits[2].0, rest];
        (key, hash_of([hash_of([key[0], key[1]]) ^ rest, hash_of([key[2], key[3]])]))
    }

    fn ordered_moves(position: &Board, hash_move: u16) -> OrderedMoves {
        let rules = position.rules();
        let legal = if position.is_over() { MoveList::NONE } else { position.moves_by(&rules) };
        let mut ranked = [0; MOST_MOVES];
        for (ranked, mv) in ranked.iter_mut().zip(legal) {
            let rank = if hash_move != 0 && code(mv) == hash_move { 0 } else { rank(position, mv) };
            *ranked = rank << 16 | mv.index() as u32;
        }
        ranked[..legal.len()].sort_unstable();
        OrderedMoves { position: *position, rules, ranked, rest: 0..legal.len() }
    }

    fn hash_move(mv: Played) -> u16 {
        code(mv.mv)
    }

    fn after(_: &Board, mv: Played) -> Board {
        mv.next
    }
}

/// A move, and the position after it.
#[derive(Debug, Clone, Copy)]
pub struct Played {
    mv: Move,
    next: Board,
}

/// Moves in search order.
#[derive(Debug)]
pub struct OrderedMoves {
    position: Board,
    rules: cozy_chess::Board,
    /// The moves behind their ranks.
    ranked: [u32; MOST_MOVES],
    rest: Range<usize>,
}

impl Iterator for OrderedMoves {
    type Item = Played;

    fn next(&mut self) -> Option<Played> {
        let mv = Move::from_index(usize::from(self.ranked[self.rest.next()?] as u16));
        Some(Played { mv, next: self.position.after_by(self.rules.clone(), mv) })
    }
}

/// A move in 14 bits: both squares, and the kind of piece that a pawn is promoted to if it is not a queen.
fn code(mv: Move) -> u16 {
    let (squares, kind) = (mv.index() / KINDS, mv.index() % KINDS);
    (squares + Square::NUM * Square::NUM * (kind % (KINDS - 1))) as u16
}

/// The place of a move in the ordering, from 1: the lowest first.
fn rank(position: &Board, mv: Move) -> u32 {
    let mv = position.decoded(mv);
    let worth = |piece: Option<Piece>| piece.map_or(0, |piece| piece as u32 + 1);
    let is_capture = position.colors[!position.to_move as usize].has(mv.to);
    let victim = if is_capture { position.piece_on(mv.to) } else { None };
    let attacker = if is_capture { worth(position.piece_on(mv.from)) } else { 0 };
    // A promotion counts as taking what the pawn becomes.
    let gain = worth(victim.max(mv.promotion));
    8 * (8 - gain) + attacker
}
