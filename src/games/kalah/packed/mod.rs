//! The fast board: two words relative to the mover, a byte for each hole, and a table for sowing.
//!
//! It plays boards of up to [`MOST_HOLES`] holes with up to [`MOST_BEANS`] beans. The pot of a side is the highest byte
//! of its word, and its holes are below it in the order in which that side sows, so the lowest bytes of a small
//! board stay empty. Seen from the mover, both sides look alike: a sowing is one addition per word, looked up by hole
//! and number of beans, and nothing is done bean by bean. What is not hot (text, looks, the effects of a move)
//! is left to the plain [`Board`].
//!
//! The most common sizes are known at compile time: measured, this saves 7 % of the instructions of a
//! search.
#![allow(clippy::inline_always)] // a sowing is a handful of instructions

mod capturing;
mod judging;
mod marks;
mod ordering;
mod rows;
mod search;
mod sowing;
#[cfg(test)]
mod tests;

use std::fmt;

use marks::{POT, ROW, gathered, gathered_backwards, in_play, occupied};
use ordering::{Hole, Holes};
pub(crate) use rows::{SideRows, Sower, Sown};
use search::PackedSearch;
use sowing::{SOWINGS, Sowing};

use super::{Board, KalahRules, Position};
use crate::games::game::{Game, Move, Outcome, Side};
use crate::games::move_set::{MoveSet, Moves};
use crate::games::view::BoardView;
use crate::games::{Endgame, Form, MoveEffect, Solvable};
use crate::text::TextError;

/// The most holes per side: seven bytes, and one for the pot.
pub(super) const MOST_HOLES: usize = 7;

/// The most beans on the board: a byte holds them all, with its highest bit to spare.
pub(super) const MOST_BEANS: usize = 127;

/// A position of Kalah: of any size that fits and in either variant, or if `HOLES` is not 0, with that many
/// holes and without the variant `empty-capture`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Packed<const HOLES: usize> {
    /// The mover's holes and pot.
    own: u64,
    /// The other side's holes and pot.
    other: u64,
    to_move: Side,
    rules: KalahRules,
}

impl<const HOLES: usize> Packed<HOLES> {
    /// Whether a position fits.
    pub(super) fn fits(board: &Board) -> bool {
        if HOLES != 0 && (HOLES != board.rules().holes() || board.rules().empty_capture()) {
            return false;
        }
        let beans: i32 = Side::BOTH.iter().map(|&side| board.pot(side) + board.beans_in_play(side)).sum();
        board.rules().holes() <= MOST_HOLES && beans <= MOST_BEANS as i32
    }

    /// The packed form of a position that fits.
    pub(super) fn pack(board: &Board) -> Packed<HOLES> {
        debug_assert!(Self::fits(board), "{board} does not fit");
        let (rules, to_move) = (board.rules(), board.to_move());
        let word = |side: Side| {
            let hole =
                |(hole, &beans): (usize, &u16)| u64::from(beans) << (8 * place(rules.holes(), side, hole));
            let holes: u64 = board.row(side).iter().enumerate().map(hole).sum();
            holes | (board.pot(side) as u64) << POT
        };
        Packed { own: word(to_move), other: word(to_move.other()), to_move, rules }
    }

    /// The plain form.
    pub fn unpack(&self) -> Board {
        let mut holes = [[0; KalahRules::MOST_HOLES]; 2];
        for side in Side::BOTH {
            for (hole, beans) in holes[side.index()][..self.rules.holes()].iter_mut().enumerate() {
                *beans = (self.word(side) >> (8 * self.place(side, hole)) & 0xff) as u16;
            }
        }
        Board::set_up(self.rules, self.to_move, holes, Side::BOTH.map(|side| self.pot(side) as u16))
    }

    /// Holes per side.
    #[inline(always)]
    fn holes(&self) -> usize {
        if HOLES == 0 { self.rules.holes() } else { HOLES }
    }

    /// Whether a last bean in an empty hole of the mover is captured even if the opposite hole is empty.
    #[inline(always)]
    fn empty_capture(&self) -> bool {
        HOLES == 0 && self.rules.empty_capture()
    }

    /// The place of a hole in its side's word. South sows from left to right, North from right to left.
    #[inline(always)]
    fn place(&self, side: Side, hole: usize) -> usize {
        place(self.holes(), side, hole)
    }

    #[inline]
    fn word(&self, side: Side) -> u64 {
        if side == self.to_move { self.own } else { self.other }
    }

    /// The table entry for sowing a hole of the mover.
    #[inline(always)]
    fn sowing(&self, Hole(at): Hole) -> &'static Sowing {
        let beans = (self.own >> at & 0x7f) as usize;
        &SOWINGS[self.holes() & 7][((16 * at as usize) | beans) & 1023]
    }

    /// The two words after a sowing, before anything is captured.
    #[inline(always)]
    fn sown(&self, sowing: &Sowing) -> (u64, u64) {
        (self.own.wrapping_add(sowing.own), self.other.wrapping_add(sowing.other))
    }

    /// The two words after a sowing and what it captures, before a game that it ends is swept.
    #[inline(always)]
    fn made(&self, sowing: &Sowing) -> (u64, u64) {
        let (mut own, mut other) = self.sown(sowing);
        let captured = self.captured(sowing, own, other);
        if captured > 0 {
            own = own - (1 << sowing.last) + (captured << POT);
            other -= (captured - 1) << sowing.across;
        }
        (own, other)
    }

    /// What a sowing that led to these words captures, including its last bean.
    #[inline(always)]
    fn captured(&self, sowing: &Sowing, own: u64, other: u64) -> u64 {
        let last = u32::from(sowing.last);
        if last < POT && own >> last & 0xff == 1 {
            let caught = other >> sowing.across & 0xff;
            if caught != 0 || self.empty_capture() {
                return caught + 1;
            }
        }
        0
    }

    /// The position after sowing a hole.
    #[inline(always)]
    fn after_hole(&self, hole: Hole) -> Packed<HOLES> {
        let sowing = self.sowing(hole);
        let (mut own, mut other) = self.made(sowing);
        if has_ended(own, other) {
            own = ((own >> POT) + in_play(own)) << POT;
            other = ((other >> POT) + in_play(other)) << POT;
        }
        if u32::from(sowing.last) == POT {
            Packed { own, other, ..*self }
        } else {
            Packed { own: other, other: own, to_move: self.to_move.other(), ..*self }
        }
    }
}

/// Whether a side has no beans in its holes.
#[inline(always)]
fn has_ended(own: u64, other: u64) -> bool {
    own & ROW == 0 || other & ROW == 0
}

/// The place of a hole in its side's word. South sows from left to right, North from right to left.
#[inline]
fn place(holes: usize, side: Side, hole: usize) -> usize {
    match side {
        Side::First => 7 - holes + hole,
        Side::Second => 6 - hole,
    }
}

impl<const HOLES: usize> Game for Packed<HOLES> {
    const PLACE: &'static str = Board::PLACE;
    const SIDE_NAMES: [&'static str; 2] = Board::SIDE_NAMES;
    const ENDGAMES: Endgame = Endgame::Tables;

    type Evaluators = super::evaluators::KalahEvaluators;
    type Search = PackedSearch;
    type Moves = Moves;

    fn unplayable(&self, mv: Move) -> &'static str {
        self.unpack().unplayable(mv)
    }

    fn places(&self) -> usize {
        self.holes()
    }

    #[inline]
    fn to_move(&self) -> Side {
        self.to_move
    }

    #[inline]
    fn legal_moves(&self) -> Moves {
        let occupied = occupied(self.own);
        Moves::from_bits(match self.to_move {
            Side::First => gathered(occupied) >> (7 - self.holes()),
            // Place p is hole 6 - p.
            Side::Second => gathered_backwards(occupied),
        })
    }

    #[inline(always)]
    fn play(&mut self, mv: Move) {
        debug_assert!(self.legal_moves().contains(mv), "{mv:?} is not legal in {self}");
        *self = self.after_hole(Hole(8 * self.place(self.to_move, mv.index()) as u32));
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let [first, second] = self.points();
        self.is_over().then(|| Outcome::by_points(first, second))
    }

    /// A finished game has been swept: no beans are left in the holes of either side.
    #[inline]
    fn is_over(&self) -> bool {
        self.own & ROW == 0
    }

    #[inline]
    fn points(&self) -> [u32; 2] {
        Side::BOTH.map(|side| self.pot(side) as u32)
    }

    fn read(&self, text: &str) -> Result<Packed<HOLES>, TextError> {
        let board = self.unpack().read(text)?;
        if Self::fits(&board) {
            return Ok(Self::pack(&board));
        }
        let problem = format!("more than {MOST_BEANS} beans, which this board type cannot hold");
        Err(TextError::whole(text, problem, "use a board type that can hold it: BuiltInGame::visit_holding"))
    }

    fn effects(&self, mv: Move) -> Vec<MoveEffect> {
        self.unpack().effects(mv)
    }

    fn mistake(&self, played: Move, better: Move) -> Option<MoveEffect> {
        self.unpack().mistake(played, better)
    }

    fn view(&self) -> BoardView {
        self.unpack().view()
    }

    #[inline]
    fn solvable(&self) -> Solvable {
        let rows = SideRows { own: self.own & ROW, other: self.other & ROW };
        let lead = (self.own >> POT) as i32 - (self.other >> POT) as i32;
        Solvable(Form::Kalah { rules: self.rules, rows, lead })
    }
}

impl<const HOLES: usize> Position for Packed<HOLES> {
    const MOST_BEANS: i32 = MOST_BEANS as i32;
    const MOST_HOLES: i32 = MOST_HOLES as i32;

    #[inline]
    fn pot(&self, side: Side) -> i32 {
        (self.word(side) >> POT) as i32
    }

    #[inline]
    fn beans_in_play(&self, side: Side) -> i32 {
        in_play(self.word(side)) as i32
    }

    #[inline]
    fn extra_turns(&self) -> i32 {
        Holes(occupied(self.own)).filter(|&hole| u32::from(self.sowing(hole).last) == POT).count() as i32
    }

    #[inline]
    fn playable(&self, side: Side) -> i32 {
        occupied(self.word(side)).count_ones() as i32
    }

    #[inline]
    fn nearest(&self, side: Side) -> i32 {
        (self.word(side) >> (POT - 8) & 0xff) as i32
    }

    #[inline]
    fn farthest(&self, side: Side) -> i32 {
        (self.word(side) >> (8 * (7 - self.holes())) & 0xff) as i32
    }

    #[inline]
    fn best_capture(&self) -> i32 {
        self.most_captured()
    }

    #[inline]
    fn capturable(&self) -> i32 {
        Packed { own: self.other, other: self.own, ..*self }.attacked()
    }
}

impl<const HOLES: usize> fmt::Display for Packed<HOLES> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.unpack().fmt(f)
    }
}
