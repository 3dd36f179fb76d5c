//! The plain board: an array of holes, sown bean by bean.
//!
//! It plays every size and is written to be obviously right. Faster representations are proved against it.

use std::collections::BTreeSet;

use super::{KalahRules, Position, SideRows};
use crate::games::game::{Game, Move, Outcome, Side};
use crate::games::move_set::{MoveSet, Moves};
use crate::games::rows::{self, Rows};
use crate::games::view::{BoardView, HolesView};
use crate::games::{Form, MoveEffect, PlainSearch, Solvable, mistake};
use crate::text::TextError;

/// A position of Kalah.
///
/// ```
/// use arena::games::kalah::{Board, KalahRules};
/// use arena::games::{Game, Move};
///
/// let mut board = Board::start(KalahRules::new(3, 2, false).unwrap());
/// board.play(Move::from_number(2).unwrap());
/// assert_eq!(board.to_string(), "s:2,0,3,1:2,2,2,0"); // the last bean fell into the pot: South again
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    rules: KalahRules,
    to_move: Side,
    /// Beans in the pots of South and North.
    pots: [u16; 2],
    /// Beans in the holes of South and North, hole 1 at index 0. Holes beyond the game's size stay empty.
    holes: [[u16; KalahRules::MOST_HOLES]; 2],
}

/// Where a bean may fall.
enum SowingPlace {
    Pot,
    Hole(Side, usize),
}

/// What a move did to the board.
pub(super) struct Settled {
    pub(super) extra_turn: bool,
    pub(super) captured: u32,
    swept: [u32; 2],
}

impl Board {
    /// The most beans a position may hold, so that every count fits its number type.
    pub const MOST_BEANS: u32 = rows::MOST_BEANS;

    /// The start position.
    pub fn start(rules: KalahRules) -> Board {
        let mut board =
            Board { rules, to_move: Side::First, pots: [0; 2], holes: [[0; KalahRules::MOST_HOLES]; 2] };
        for row in &mut board.holes {
            row[..rules.holes()].fill(rules.beans() as u16);
        }
        board
    }

    /// A position with any beans, at most [`Board::MOST_BEANS`] in all. If a side has none in its holes, the game is
    /// over and the rest is swept.
    pub(super) fn set_up(
        rules: KalahRules,
        to_move: Side,
        holes: [[u16; KalahRules::MOST_HOLES]; 2],
        pots: [u16; 2],
    ) -> Board {
        let mut board = Board { rules, to_move, pots, holes };
        board.sweep_if_over();
        board
    }

    /// The sizes and variant of the game.
    pub fn rules(&self) -> KalahRules {
        self.rules
    }

    pub(super) fn rows(&self) -> Rows {
        Rows { to_move: self.to_move, pots: self.pots, holes: self.holes }
    }

    /// The beans in the holes of a side, hole 1 first.
    pub fn row(&self, side: Side) -> &[u16] {
        &self.holes[side.index()][..self.rules.holes()]
    }

    /// Plays a move and returns what it did.
    pub(super) fn sow_and_settle(&mut self, mv: Move) -> Settled {
        let mover = self.to_move;
        let last = self.sow(mover, mv.index());
        let captured = match last {
            SowingPlace::Hole(side, hole) if side == mover => self.capture(mover, hole),
            _ => 0,
        };
        let extra_turn = matches!(last, SowingPlace::Pot);
        if !extra_turn {
            self.to_move = mover.other();
        }
        Settled { extra_turn, captured, swept: self.sweep_if_over() }
    }

    /// Sows the beans of a hole one by one and returns where the last one fell.
    fn sow(&mut self, mover: Side, from: usize) -> SowingPlace {
        let beans = std::mem::take(&mut self.holes[mover.index()][from]);
        let mut last = SowingPlace::Hole(mover, from);
        for _ in 0..beans {
            last = self.next_place(mover, &last);
            match last {
                SowingPlace::Pot => self.pots[mover.index()] += 1,
                SowingPlace::Hole(side, hole) => self.holes[side.index()][hole] += 1,
            }
        }
        last
    }

    /// The next place counter-clockwise, skipping the opponent's pot.
    fn next_place(&self, mover: Side, place: &SowingPlace) -> SowingPlace {
        let end = self.rules.holes() - 1;
        let to_the_other_side = match mover {
            Side::First => SowingPlace::Hole(Side::Second, end),
            Side::Second => SowingPlace::Hole(Side::First, 0),
        };
        match *place {
            SowingPlace::Hole(Side::First, hole) if hole < end => SowingPlace::Hole(Side::First, hole + 1),
            SowingPlace::Hole(Side::Second, hole) if hole > 0 => SowingPlace::Hole(Side::Second, hole - 1),
            SowingPlace::Hole(side, _) if side == mover => SowingPlace::Pot,
            SowingPlace::Hole(Side::First, _) => SowingPlace::Hole(Side::Second, end),
            SowingPlace::Hole(Side::Second, _) => SowingPlace::Hole(Side::First, 0),
            SowingPlace::Pot => to_the_other_side,
        }
    }

    /// Captures with a last bean in the mover's own hole, if it was empty; returns how many beans went into the pot.
    fn capture(&mut self, mover: Side, hole: usize) -> u32 {
        let (own, other) = (mover.index(), mover.other().index());
        let was_empty = self.holes[own][hole] == 1;
        let opposite = self.holes[other][hole];
        if !was_empty || (opposite == 0 && !self.rules.empty_capture()) {
            return 0;
        }
        self.holes[own][hole] = 0;
        self.holes[other][hole] = 0;
        self.pots[own] += opposite + 1;
        u32::from(opposite) + 1
    }

    /// What a side could capture if it were to move: the hole of its last bean, and the beans that go into its pot.
    pub(super) fn captures(&self, mover: Side) -> impl Iterator<Item = (usize, i32)> {
        let holes = (0..self.rules.holes()).filter(move |&hole| self.row(mover)[hole] > 0);
        holes.filter_map(move |hole| {
            let mut board = *self;
            match board.sow(mover, hole) {
                SowingPlace::Hole(side, last) if side == mover => {
                    Some((last, board.capture(mover, last) as i32)).filter(|&(_, beans)| beans > 0)
                }
                _ => None,
            }
        })
    }

    /// Ends the game if a side has no beans in its holes; returns how many beans went to each pot.
    fn sweep_if_over(&mut self) -> [u32; 2] {
        let left = Side::BOTH.map(|side| self.row(side).iter().sum::<u16>());
        if left[0] != 0 && left[1] != 0 {
            return [0; 2];
        }
        self.holes = [[0; KalahRules::MOST_HOLES]; 2];
        self.pots = [self.pots[0] + left[0], self.pots[1] + left[1]];
        left.map(u32::from)
    }
}

pub(super) fn beans(count: u32) -> String {
    rows::counted(count, "bean")
}

impl Game for Board {
    const PLACE: &'static str = "hole";
    const SIDE_NAMES: [&'static str; 2] = rows::NAMES;

    type Evaluators = super::evaluators::KalahEvaluators;
    type Search = PlainSearch;
    type Moves = Moves;

    fn unplayable(&self, _: Move) -> &'static str {
        "is empty"
    }

    fn places(&self) -> usize {
        self.rules.holes()
    }

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn legal_moves(&self) -> Moves {
        let mut moves = Moves::NONE;
        for (hole, &beans) in self.row(self.to_move).iter().enumerate() {
            if beans > 0 {
                moves.insert(Move::from_index(hole));
            }
        }
        moves
    }

    fn play(&mut self, mv: Move) {
        debug_assert!(self.legal_moves().contains(mv), "{mv:?} is not legal in {self}");
        self.sow_and_settle(mv);
    }

    fn outcome(&self) -> Option<Outcome> {
        let [first, second] = self.points();
        // A finished game has been swept: no beans are left in the holes of either side.
        self.legal_moves().is_none().then(|| Outcome::by_points(first, second))
    }

    fn points(&self) -> [u32; 2] {
        self.pots.map(u32::from)
    }

    fn read(&self, text: &str) -> Result<Board, TextError> {
        super::text::read(self.rules, text)
    }

    fn effects(&self, mv: Move) -> Vec<MoveEffect> {
        let Settled { extra_turn, captured, swept } = self.clone().sow_and_settle(mv);
        let mut effects = Vec::new();
        if captured > 0 {
            effects.push(MoveEffect::new("capture", format!("{{mover}} captures {}.", beans(captured))));
        }
        for side in Side::BOTH {
            let (swept, owner) = (swept[side.index()], Board::side_name(side));
            if swept > 0 {
                let other = Board::side_name(side.other());
                let swept = beans(swept);
                let text = format!(
                    "{other} has nothing left to play: the final sweep puts {swept} into {owner}'s pot."
                );
                effects.push(MoveEffect::new("sweep", text));
            }
        }
        if extra_turn && !self.after(mv).is_over() {
            let text = "The last bean fell into the pot: {mover} moves again.";
            effects.push(MoveEffect::new("extra turn", text));
        }
        effects
    }

    fn mistake(&self, played: Move, better: Move) -> Option<MoveEffect> {
        mistake::at_once(self, played, better).or_else(|| super::mistake::of(self, played, better))
    }

    fn view(&self) -> BoardView {
        let holes = Side::BOTH.map(|side| self.row(side).iter().map(|&beans| u32::from(beans)).collect());
        let pots = self.pots.map(u32::from);
        BoardView::Holes(HolesView { names: Board::SIDE_NAMES, holes, pots, around: false })
    }

    fn solvable(&self) -> Solvable {
        SideRows::of(self).map_or(Solvable::BY_SEARCH, |(rows, [own, other])| {
            Solvable(Form::Kalah { rules: self.rules, rows, lead: own - other })
        })
    }
}

impl Position for Board {
    const MOST_BEANS: i32 = Board::MOST_BEANS as i32;
    const MOST_HOLES: i32 = KalahRules::MOST_HOLES as i32;

    fn pot(&self, side: Side) -> i32 {
        i32::from(self.pots[side.index()])
    }

    fn beans_in_play(&self, side: Side) -> i32 {
        self.row(side).iter().map(|&beans| i32::from(beans)).sum()
    }

    fn extra_turns(&self) -> i32 {
        let holes = self.rules.holes();
        let lap = 2 * holes + 1;
        let row = self.row(self.to_move);
        let count = (0..holes).filter(|&hole| {
            let to_pot = match self.to_move {
                Side::First => holes - hole,
                Side::Second => hole + 1,
            };
            usize::from(row[hole]) % lap == to_pot
        });
        count.count() as i32
    }

    fn playable(&self, side: Side) -> i32 {
        self.row(side).iter().filter(|&&beans| beans > 0).count() as i32
    }

    fn nearest(&self, side: Side) -> i32 {
        let last = self.rules.holes() - 1;
        i32::from(self.row(side)[if side == Side::First { last } else { 0 }])
    }

    fn farthest(&self, side: Side) -> i32 {
        let last = self.rules.holes() - 1;
        i32::from(self.row(side)[if side == Side::First { 0 } else { last }])
    }

    fn best_capture(&self) -> i32 {
        self.captures(self.to_move).map(|(_, beans)| beans).max().unwrap_or(0)
    }

    fn capturable(&self) -> i32 {
        let row = self.row(self.to_move);
        let exposed: BTreeSet<usize> = self.captures(self.to_move.other()).map(|(hole, _)| hole).collect();
        exposed.into_iter().map(|hole| i32::from(row[hole])).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(rules: KalahRules, text: &str) -> Board {
        Board::start(rules).read(text).unwrap()
    }

    fn played(text: &str, number: usize) -> Board {
        let holes = (text.matches(',').count()) / 2;
        let rules = KalahRules::new(holes, 2, false).unwrap();
        board(rules, text).after(Move::from_number(number).unwrap())
    }

    /// The worked cases that define the rules.
    #[test]
    fn sowing_capturing_and_moving_again() {
        let cases = [
            ("s:1,0,2,2:2,2,2,0", 3, "n:1,0,0,3:2,2,3,0"),
            ("n:2,2,2,0:2,2,2,0", 2, "n:2,2,2,0:3,0,2,1"),
            ("n:2,2,2,0:3,0,2,1", 1, "s:3,3,2,0:0,0,2,2"),
            ("n:4,4,0:4,4,0", 1, "s:5,5,0:0,5,1"),
            ("s:3,3,6,0:3,3,3,0", 3, "n:4,4,0,1:4,4,4,0"),
            ("s:1,0,1,0:3,3,3,0", 1, "n:0,0,1,4:3,0,3,0"),
            ("s:1,0,1,0:3,3,3,0", 3, "s:1,0,0,1:3,3,3,0"),
        ];
        for (before, number, after) in cases {
            assert_eq!(played(before, number).to_string(), after, "{before} and {number}");
        }
    }

    #[test]
    fn a_move_that_empties_a_side_ends_the_game_even_if_it_ended_in_the_pot() {
        let end = played("s:0,0,1,0:3,3,3,0", 3);
        assert_eq!(end.points(), [1, 9]);
        assert_eq!(end.outcome(), Some(Outcome::Win(Side::Second)));
        assert!(end.legal_moves().is_none());
    }

    #[test]
    fn a_board_without_beans_is_a_draw() {
        let empty = Board::start(KalahRules::new(3, 0, false).unwrap());
        assert_eq!(empty.outcome(), Some(Outcome::Draw));
        assert!(empty.legal_moves().is_none());
    }

    #[test]
    fn the_variant_captures_the_last_bean_on_its_own() {
        let text = "s:1,0,1,0:3,0,3,0";
        let first = Move::from_number(1).unwrap();
        let standard = board(KalahRules::new(3, 2, false).unwrap(), text).after(first);
        let variant = board(KalahRules::new(3, 2, true).unwrap(), text).after(first);
        assert_eq!(standard.to_string(), "n:0,1,1,0:3,0,3,0");
        assert_eq!(variant.to_string(), "n:0,0,1,1:3,0,3,0");
    }

    #[test]
    fn a_full_lap_fills_the_emptied_hole_and_captures_with_it() {
        // Five beans on a board of two holes: the last one falls into the hole it came from.
        assert_eq!(played("s:5,1,0:1,1,0", 1).to_string(), "n:0,2,4:0,2,0");
    }

    #[test]
    fn the_effects_of_a_move_are_described() {
        let rules = KalahRules::new(3, 2, false).unwrap();
        let tell = |text: &str, number| {
            let effects = board(rules, text).effects(Move::from_number(number).unwrap());
            effects.iter().map(|effect| effect.sentence("Ann")).collect::<Vec<_>>()
        };
        assert_eq!(tell("s:1,0,1,0:3,3,3,0", 1), ["Ann captures 4 beans."]);
        assert_eq!(tell("s:1,0,1,0:3,3,3,0", 3), ["The last bean fell into the pot: Ann moves again."]);
        let sweep = "South has nothing left to play: the final sweep puts 9 beans into North's pot.";
        assert_eq!(tell("s:0,0,1,0:3,3,3,0", 3), [sweep]);
        assert!(tell("s:2,2,2,0:2,2,2,0", 1).is_empty());
        assert_eq!(tell("s:1,0,1,0:3,1233,3,0", 1), ["Ann captures 1,234 beans."]);
    }

    #[test]
    fn extra_turns_are_counted_for_the_side_to_move() {
        let rules = KalahRules::new(3, 2, false).unwrap();
        assert_eq!(board(rules, "s:3,2,1,0:3,3,3,0").extra_turns(), 3);
        assert_eq!(board(rules, "n:3,2,1,0:3,3,3,0").extra_turns(), 1);
        assert_eq!(board(rules, "s:10,0,8,0:3,3,3,0").extra_turns(), 2); // a lap of seven more
    }
}
