//! Search support: winning cells on bitboards, and cells next to a mark first.
//!
//! Marks never move, so a mark opens no row to the other side: with one winning cell of the other side it has to be taken, with
//! two or more the game is lost. Rows of K - 1 are found on all cells at once, and no move is played to see them. On 15x15
//! `smart:2` takes a twentieth of the instructions, `smart:4` a ninetieth.

use std::iter::Chain;

use super::cells::Cells;
use super::{Board, MnkRules};
use crate::games::game::{Game, Move, Side};
use crate::games::move_set::{MoveSet, WideMoves};
use crate::games::search_support::{ForcedMoves, SearchSupport, hash_of};

/// Moves in search order: the hash move, those to cells near a mark, and the others.
pub(super) type Ordered<const W: usize> = Chain<WideMoves<W>, Chain<WideMoves<W>, WideMoves<W>>>;

/// The most columns or rows.
const LONGEST: usize = 20;

/// The search support of [`Board`].
#[derive(Debug, Clone, Copy)]
pub enum NearFirst {}

impl<const W: usize> SearchSupport<Board<W>> for NearFirst {
    const USES_TABLE: bool = W == 1;
    /// Alpha-beta alone asks for them: with them `mcts` would choose other moves than in recorded games.
    const FORCES_MOVES: bool = true;

    /// The marks of the side to move and of the other.
    type Key = (Cells<W>, Cells<W>);
    type Move = Move;
    type OrderedMoves = Ordered<W>;

    #[inline]
    fn key(position: &Board<W>) -> (Self::Key, u64) {
        let own = position.to_move;
        let key = (position.marks[own.index()], position.marks[own.other().index()]);
        let mix = |hash: u64, (own, other): (&u64, &u64)| hash.rotate_left(19) ^ hash_of([*own, *other]);
        (key, key.0.0.iter().zip(&key.1.0).fold(0, mix))
    }

    /// On large boards cells next to a mark come first: most others are refuted by any of those.
    fn ordered_moves(position: &Board<W>, hash_move: u16) -> Self::OrderedMoves {
        let first = usize::from(hash_move).checked_sub(1).map(Move::from_index);
        let mut vacant = if position.is_over() { Cells::NONE } else { position.vacant() };
        let first = first.map_or(WideMoves::NONE, |mv| {
            vacant = vacant.without(Cells::range(mv.index(), mv.number()));
            WideMoves::only(mv)
        });
        let near = if W > 1 { position.near() } else { Cells::NONE };
        let of = |cells: Cells<W>| WideMoves::from_words(cells.0);
        first.chain(of(vacant.and(near)).chain(of(vacant.without(near))))
    }

    #[inline]
    fn hash_move(mv: Move) -> u16 {
        mv.number() as u16
    }

    #[inline]
    fn after(position: &Board<W>, mv: Move) -> Board<W> {
        position.after(mv)
    }

    fn forced_moves(position: &Board<W>, with_replies: bool) -> ForcedMoves<WideMoves<W>> {
        if let Some(cell) = position.winning_cells(position.to_move).first() {
            return ForcedMoves::Win(Move::from_index(cell));
        }
        let threat =
            if with_replies { position.winning_cells(position.to_move.other()).first() } else { None };
        // Of two threats one remains: all moves lose, and one stands for all.
        threat.map_or(ForcedMoves::Unknown, |cell| ForcedMoves::Only(WideMoves::only(Move::from_index(cell))))
    }

    const FORESIGHT: u32 = 2;

    fn foresee(position: &Board<W>, plies: u32) -> Option<Board<W>> {
        if let Some(cell) = position.winning_cells(position.to_move).first() {
            return Some(position.after(Move::from_index(cell)));
        }
        if plies == 1 {
            return None;
        }
        let threats = position.winning_cells(position.to_move.other());
        let taken = threats.first()?;
        let rest = threats.without(Cells::range(taken, taken + 1)).first()?;
        Some(position.after(Move::from_index(taken)).after(Move::from_index(rest)))
    }
}

impl NearFirst {
    /// One move.
    pub(super) fn alone<const W: usize>(mv: Move) -> Ordered<W> {
        WideMoves::only(mv).chain(WideMoves::NONE.chain(WideMoves::NONE))
    }
}

impl<const W: usize> Board<W> {
    /// The marks and the cells around them. Those at one edge may stand for some at the other: what comes first is a guess anyway.
    fn near(&self) -> Cells<W> {
        let marks = self.marks[0].or(self.marks[1]);
        let wide = marks.or(marks.lower(1)).or(marks.higher(1));
        let columns = self.rules.columns();
        wide.or(wide.lower(columns)).or(wide.higher(columns))
    }

    /// The vacant cells where a side completes a row that wins.
    pub(super) fn winning_cells(&self, side: Side) -> Cells<W> {
        let marks = self.marks[side.index()];
        let wanted = self.rules.in_a_row();
        if marks.count() as usize + 1 < wanted {
            return Cells::NONE;
        }
        let mut winning = Cells::NONE;
        for direction in MnkRules::DIRECTIONS {
            winning = winning.or(self.completing(marks, direction));
        }
        winning.and(self.vacant())
    }

    /// The cells that make a row of marks long enough, along one direction.
    #[inline]
    fn completing(&self, marks: Cells<W>, (across, down): (isize, isize)) -> Cells<W> {
        let (wanted, exact) = (self.rules.in_a_row(), self.rules.exact);
        let step = (across + down * self.rules.columns() as isize) as usize;
        let [left, right] = self.edges(across);
        // Cells behind at least so many marks.
        let mut behind = [Cells::NONE; LONGEST + 2];
        behind[0] = self.cells();
        let mut longest = 0;
        while longest < wanted && longest < LONGEST {
            let next = behind[longest].and(marks).higher(step).without(left);
            if next == Cells::NONE {
                break;
            }
            longest += 1;
            behind[longest] = next;
        }
        let mut winning = Cells::NONE;
        let mut before = self.cells();
        for length in 0..wanted {
            let further = before.and(marks).lower(step).without(right);
            let rest = wanted - 1 - length;
            if rest <= longest {
                let (one, other) = if exact {
                    (before.without(further), behind[rest].without(behind[rest + 1]))
                } else {
                    (before, behind[rest])
                };
                winning = winning.or(one.and(other));
            }
            if further == Cells::NONE {
                break;
            }
            before = further;
        }
        winning
    }

    /// The first and the last cells of rows along a direction: no row continues there from the other edge.
    fn edges(&self, across: isize) -> [Cells<W>; 2] {
        let columns = self.rules.columns();
        let column = |column: usize| {
            let mut cells = Cells::NONE;
            (0..self.rules.rows()).for_each(|row| cells.add(row * columns + column));
            cells
        };
        match across {
            0 => [Cells::NONE; 2],
            1 => [column(0), column(columns - 1)],
            _ => [column(columns - 1), column(0)],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Evaluator, GameRules, Outcome, mnk::evaluators::Lines};

    /// Calls `check` with the positions of random games.
    fn each<const W: usize>(sizes: &str, check: impl Fn(&Board<W>)) {
        let start = Board::<W>::start(MnkRules::read(Some(sizes)).unwrap());
        let mut draw = 12_345;
        for _ in 0..4 {
            let mut board = start;
            while !board.is_over() {
                check(&board);
                draw = (draw * 75 + 74) % 65_537;
                let moves = board.legal_moves();
                board.play({ moves }.nth(draw % moves.len()).unwrap());
            }
        }
    }

    const NARROW: [&str; 8] =
        ["3x3x3", "8x8x3:exact", "8x8x5", "8x3x3", "2x7x3", "6x6x1:exact", "5x5x9", "3x20x2:exact"];
    const WIDE: [&str; 5] = ["15x15x5", "20x20x3:exact", "9x20x4", "20x4x4:exact", "20x20x19"];

    fn sees_wins<const W: usize>(board: &Board<W>) {
        for side in Side::BOTH {
            let wins = |&mv: &Move| {
                let mut next = *board;
                next.to_move = side;
                next.play(mv);
                next.outcome() == Some(Outcome::Win(side))
            };
            let expected: Vec<usize> = board.legal_moves().filter(wins).map(Move::index).collect();
            let mut found = Vec::new();
            board.winning_cells(side).for_each(|cell| found.push(cell));
            assert_eq!(found, expected, "{side:?} in {board}");
        }
    }

    #[test]
    fn the_cells_that_win_are_those_where_a_mark_ends_the_game() {
        for sizes in NARROW {
            each::<1>(sizes, sees_wins);
        }
        for sizes in WIDE {
            each::<7>(sizes, sees_wins);
        }
    }

    fn judges_last<const W: usize>(board: &Board<W>) {
        let judged = Lines.judge_last(board, false, i32::MAX);
        if judged.rest.is_none() {
            let values = board.legal_moves().map(|mv| -Lines.value(&board.after(mv)));
            assert_eq!(Some(judged.best), values.max(), "{board}");
        }
    }

    #[test]
    fn the_best_last_mark_is_found_without_placing_any() {
        for sizes in NARROW {
            each::<1>(sizes, judges_last);
        }
        for sizes in WIDE {
            each::<7>(sizes, judges_last);
        }
    }
}
