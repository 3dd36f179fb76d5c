//! The holes of both sides without the pots, and sowing on them: what a solver needs of the packed board.
//!
//! The rest of a game depends on the holes alone: what is in the pots already is added at the end.
#![allow(clippy::inline_always)] // a sowing is a handful of instructions

use super::marks::{MARKS, POT, ROW, ending_at, extra_turns, in_play, occupied};
use super::sowing::{SOWINGS, Sowing};
use super::{MOST_BEANS, MOST_HOLES, place};
use crate::games::game::{Game, Side};
use crate::games::kalah::{Board, KalahRules, Position};

/// The holes of both sides, seen from the mover: a byte for each hole, in the order in which its side sows. The hole
/// nearest to the pot is byte 6; the bytes below the farthest hole are 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct SideRows {
    /// The mover's holes.
    pub(crate) own: u64,
    /// The other side's holes.
    pub(crate) other: u64,
}

/// What a sowing leads to. A game that it ends is not swept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Sown {
    /// The holes, still seen from the side that sowed.
    pub(crate) rows: SideRows,
    /// The beans that went into its pot.
    pub(crate) banked: u32,
    /// Whether it moves again.
    pub(crate) again: bool,
}

impl SideRows {
    /// The holes of a position and the beans in both pots, the mover's first; `None` if it does not fit the packed board.
    pub(crate) fn of(board: &Board) -> Option<(SideRows, [i32; 2])> {
        let (rules, mover) = (board.rules(), board.to_move());
        let beans: i32 = Side::BOTH.iter().map(|&side| board.pot(side) + board.beans_in_play(side)).sum();
        if rules.holes() > MOST_HOLES || beans > MOST_BEANS as i32 {
            return None;
        }
        let word = |side: Side| {
            let holes = board.row(side).iter().enumerate();
            holes.map(|(hole, &beans)| u64::from(beans) << (8 * place(rules.holes(), side, hole))).sum()
        };
        let rows = SideRows { own: word(mover), other: word(mover.other()) };
        Some((rows, [board.pot(mover), board.pot(mover.other())]))
    }

    /// The holes seen from the other side.
    #[inline(always)]
    #[must_use]
    pub(crate) const fn swapped(self) -> SideRows {
        SideRows { own: self.other, other: self.own }
    }

    /// The beans in the mover's holes and in the other side's.
    #[inline(always)]
    pub(crate) const fn beans(self) -> [u32; 2] {
        [in_play(self.own) as u32, in_play(self.other) as u32]
    }

    /// Whether a side has no beans, which ends the game.
    #[inline(always)]
    pub(crate) const fn is_over(self) -> bool {
        self.own == 0 || self.other == 0
    }

    /// The mover's holes that hold beans, as marks: bit 7 of each byte.
    #[inline(always)]
    pub(crate) const fn moves(self) -> u64 {
        occupied(self.own)
    }

    /// The mover's holes whose sowing ends in the pot without going around, as marks.
    #[inline(always)]
    pub(crate) const fn extra_turns(self) -> u64 {
        extra_turns(self.own)
    }
}

/// Sows by the rules of one game.
#[derive(Clone, Copy)]
pub(crate) struct Sower {
    sowings: &'static [Sowing; 1024],
    holes: usize,
    empty_capture: bool,
}

impl Sower {
    /// The sowings of a game; `None` if it has too many holes for the packed board.
    pub(crate) fn new(rules: KalahRules) -> Option<Sower> {
        let holes = rules.holes();
        (holes <= MOST_HOLES).then(|| Sower {
            sowings: &SOWINGS[holes],
            holes,
            empty_capture: rules.empty_capture(),
        })
    }

    /// Whether a last bean in an empty hole of the mover is captured even if the opposite hole is empty.
    #[inline(always)]
    pub(crate) const fn empty_capture(&self) -> bool {
        self.empty_capture
    }

    /// Sows the hole whose byte begins at bit `at`.
    #[inline(always)]
    pub(crate) fn sow(&self, rows: SideRows, at: u32) -> Sown {
        let beans = (rows.own >> at & 0x7f) as usize;
        let sowing = &self.sowings[((16 * at as usize) | beans) & 1023];
        let mut own = rows.own.wrapping_add(sowing.own);
        let mut other = rows.other.wrapping_add(sowing.other);
        let mut banked = own >> POT;
        own &= ROW;
        let last = u32::from(sowing.last);
        let again = last == POT;
        if last < POT && own >> last & 0xff == 1 {
            let caught = other >> sowing.across & 0xff;
            if caught != 0 || self.empty_capture {
                own -= 1 << last;
                other -= caught << sowing.across;
                banked += caught + 1;
            }
        }
        Sown { rows: SideRows { own, other }, banked: banked as u32, again }
    }

    /// Beans that the mover can put into the pot before its turn is over, found without sowing: all extra turns, or a
    /// capture after the extra turns that do not touch it. A sowing that goes around is not considered.
    #[inline(always)]
    pub(crate) fn sure_gain(&self, rows: SideRows) -> u32 {
        let extra = extra_turns(rows.own);
        let mut most = extra.count_ones();
        let below = 8 * (7 - self.holes);
        // The other side's holes, each at the place of the mover's hole opposite.
        let across = (rows.other << 8).swap_bytes() << below;
        let worth_it = if self.empty_capture { MARKS << below & MARKS } else { occupied(across) };
        let mut targets = worth_it & !occupied(rows.own);
        while targets != 0 {
            let mark = targets.trailing_zeros();
            targets &= targets - 1;
            if ending_at(rows.own, mark) != 0 {
                // A hole nearer to the pot than the captured one can be sown before.
                let before = (extra >> mark).count_ones();
                most = most.max(before + (across >> (mark - 7) & 0xff) as u32 + 1);
            }
        }
        most
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::game::Move;

    /// The most beans that any sequence of sowings of one turn puts into the pot.
    fn most_gain(sower: &Sower, rows: SideRows) -> u32 {
        let places = (0..7).map(|place| 8 * place).filter(|at| rows.own >> at & 0xff > 0);
        let gain = |at: u32| {
            let sown = sower.sow(rows, at);
            let more = if sown.again && !sown.rows.is_over() { most_gain(sower, sown.rows) } else { 0 };
            sown.banked + more
        };
        places.map(gain).max().unwrap_or(0)
    }

    /// Plays a game with pseudo-random moves on both and compares the holes and the pots.
    fn compare(holes: usize, beans: usize, empty_capture: bool, mut picks: u64) {
        let rules = KalahRules::new(holes, beans, empty_capture).unwrap();
        let sower = Sower::new(rules).unwrap();
        let mut board = Board::start(rules);
        while !board.is_over() {
            let (rows, pots) = SideRows::of(&board).unwrap();
            let legal: Vec<Move> = board.legal_moves().collect();
            assert_eq!(rows.moves().count_ones() as usize, legal.len());
            assert!(sower.sure_gain(rows) <= most_gain(&sower, rows), "{board}");
            picks = picks.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let mv = legal[(picks >> 33) as usize % legal.len()];
            let side = board.to_move();
            let sown = sower.sow(rows, 8 * place(holes, side, mv.index()) as u32);
            board.play(mv);
            let banked = sown.banked as i32;
            if sown.rows.is_over() {
                let [own, other] = sown.rows.beans().map(|beans| beans as i32);
                let swept = [pots[0] + banked + own, pots[1] + other];
                assert_eq!([board.pot(side), board.pot(side.other())], swept, "{board}");
            } else {
                let seen = if sown.again { sown.rows } else { sown.rows.swapped() };
                assert_eq!(SideRows::of(&board).unwrap().0, seen, "{board}");
                assert_eq!(board.pot(side), pots[0] + banked, "{board}");
                assert_eq!(sown.again, board.to_move() == side);
            }
        }
    }

    #[test]
    fn sowing_without_pots_is_sowing_on_the_plain_board() {
        for seed in 0..200 {
            for (holes, beans) in [(1, 5), (2, 9), (3, 4), (6, 4), (7, 9)] {
                compare(holes, beans, seed % 2 == 1, seed);
            }
        }
    }

    #[test]
    fn a_position_with_too_many_beans_does_not_fit() {
        let rules = KalahRules::new(7, 64, false).unwrap();
        assert_eq!(SideRows::of(&Board::start(rules)), None);
    }
}
