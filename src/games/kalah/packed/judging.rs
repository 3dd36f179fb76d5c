//! Static judgement of the last plies: what they add to the pots, by arithmetic on whole words instead of sowing.
//!
//! A sowing that does not go around puts one bean into the pot if it reaches it, and captures the hole opposite if it
//! ends in an empty hole before. So the gains of all moves follow from a few marks, and only sowings that go around
//! have to be looked up one by one.
#![allow(clippy::inline_always)] // part of the search's innermost loop

use super::Packed;
use super::marks::{
    MARKS, POT, at_most_one, at_most_two, ending_at, extra_turns, going_around, occupied, reaching_pot,
};
use super::ordering::{Hole, Holes, OrderedHoles};
use super::search::PackedSearch;
use crate::games::{Judged, SearchSupport};

const NOTHING: i32 = Judged::<OrderedHoles>::NOTHING;

impl<const HOLES: usize> Packed<HOLES> {
    /// Calls `visit` with the mark of each hole that sowings capture in without going around, with the holes of those sowings,
    /// and with what they capture, including the last bean.
    #[inline(always)]
    pub(super) fn each_capture(&self, mut visit: impl FnMut(u32, u64, i32)) {
        let below = 8 * (7 - self.holes());
        // The other side's holes, each at the place of the mover's hole opposite.
        let across = (self.other << 8).swap_bytes() << below;
        let worth_it = if self.empty_capture() { MARKS << below & MARKS } else { occupied(across) };
        let mut targets = worth_it & !occupied(self.own);
        while targets != 0 {
            let mark = targets.trailing_zeros();
            targets &= targets - 1;
            let holes = ending_at(self.own, mark);
            if holes != 0 {
                visit(mark, holes, (across >> (mark - 7) & 0xff) as i32 + 1);
            }
        }
    }

    /// What any sowing puts into the pot; `None` if it ends there and, with `free` extra turns, does not end the turn.
    #[inline(always)]
    fn looked_up_gain(&self, hole: Hole, free: bool) -> Option<i32> {
        let sowing = self.sowing(hole);
        if free && u32::from(sowing.last) == POT {
            return None;
        }
        let (own, other) = self.sown(sowing);
        Some(((own >> POT) + self.captured(sowing, own, other)) as i32 - (self.own >> POT) as i32)
    }

    /// See [`SearchSupport::judge_last`].
    #[inline(always)]
    pub(super) fn judge_last(&self, free: bool, beta: i32) -> Judged<OrderedHoles> {
        let all = occupied(self.own);
        if at_most_one(all) || at_most_one(occupied(self.other)) {
            // A move may end the game.
            return Judged::none(PackedSearch::ordered_moves(self, 0));
        }
        let around = going_around(self.own, self.holes());
        let mut again = if free { extra_turns(self.own) } else { 0 };
        let simple = all & !(around | again);
        let lead = PackedSearch::lead(self);
        let mut gain = NOTHING;
        if simple != 0 {
            gain = i32::from(simple & reaching_pot(self.own) != 0);
            if lead + gain >= beta {
                return Judged::all(lead + gain);
            }
        }
        self.each_capture(|_, _, captured| gain = gain.max(captured));
        for hole in Holes(around) {
            match self.looked_up_gain(hole, free) {
                None => again |= hole.mark(),
                Some(looked_up) => gain = gain.max(looked_up),
            }
        }
        let rest = (again != 0).then_some(OrderedHoles::new(again, 0, 0));
        Judged { best: if gain == NOTHING { NOTHING } else { lead + gain }, rest }
    }

    /// See [`SearchSupport::judge_second_last`].
    #[inline(always)]
    pub(super) fn judge_second_last(&self, free: bool, alpha: i32, beta: i32) -> Judged<OrderedHoles> {
        let lead = PackedSearch::lead(self);
        let (all, others) = (occupied(self.own), occupied(self.other));
        // After an extra turn the last move is the mover's too, and does not lose beans.
        let is_enough = !free && lead + 1 >= beta && extra_turns(self.own) != 0;
        if is_enough && !at_most_two(all) && !at_most_one(others) {
            return Judged::all(lead + 1);
        }
        if lead > alpha {
            // Every move is promising, and the first is enough more often than finding the captures pays.
            return Judged::none(OrderedHoles::new(extra_turns(self.own), 0, all));
        }
        // Where the game may end within two plies.
        if at_most_two(all) || at_most_two(others) {
            return Judged::none(PackedSearch::ordered_moves(self, 0));
        }
        let holes = self.holes();
        let mut untouched = holes;
        if free {
            // The other side must have a move that ends its turn, even after a capture.
            let ending = others & !(extra_turns(self.other) | going_around(self.other, holes));
            if at_most_one(ending) {
                return Judged::none(PackedSearch::ordered_moves(self, 0));
            }
            // A sowing that goes no further than the hole before the last of these does not change that one.
            untouched = ending.ilog2() as usize / 8 + holes - 7;
        }
        let mut best = lead;
        let mut rest = going_around(self.own, untouched);
        if lead + 1 > alpha {
            rest |= reaching_pot(self.own);
        } else {
            best = lead + 1;
        }
        let mut captures = 0;
        self.each_capture(|_, holes, captured| {
            if lead + captured > alpha {
                captures |= holes;
            } else {
                best = best.max(lead + captured);
            }
        });
        Judged { best, rest: Some(OrderedHoles::new(extra_turns(self.own), captures, rest)) }
    }
}
