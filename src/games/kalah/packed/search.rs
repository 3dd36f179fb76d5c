//! What the packed board offers the fast search.
//!
//! # What each optimization gained
//!
//! Instructions per choice before an optimization divided by those after it, in the order they were added; "nodes" marks ratios of positions searched
//! instead, where several came together. Positions of `smart:6` against `bad` from random openings on `kalah:6x4`. At the start, with
//! boards in two words, extra turns first, a transposition table and a separate loop for the last ply, a choice of `smart:6` took 53,600
//! instructions, of `smart:6,extra=free` 582,000, of `smart:8,extra=free` 5.49 million.
//!
//! | idea | `smart:6` | `smart:6,extra=free` | `smart:8,extra=free` |
//! | --- | --- | --- | --- |
//! | the last ply of `pots` and `decisive` from the table of sowings, without making a position; moves are bits of a word | 1.38 | 1.13 | 1.14 |
//! | plain loops instead of adapters that were not inlined | 1.13 | 1.09 | 1.09 |
//! | the root starts with the move and value of a search four plies shallower, and searches the others with a null window | 1.15 nodes | 1.50 nodes | 1.74 nodes |
//! | the biggest capture right after the extra turns | 1.09 nodes | 1.30 nodes | 1.42 nodes |
//! | captures and gains from marks of the whole word; moves of the second-to-last ply that cannot exceed alpha are skipped, as the reply never loses beans | 1.32 | 2.06 | 2.30 |
//! | nothing stored with two plies to go | 1.07 | 1.04 | 1.07 |
//! | six holes known at compile time | 1.07 | 1.08 | |
//! | the hash move of any depth first, slots of 32 bytes with one stamp | 0.99 | 1.01 | 1.16 |
//! | an extra turn that is enough for a cutoff ends the second-to-last ply | 1.05 | 1.00 | 0.99 |
//! | no search for captures where every move is promising | 1.02 | 0.99 | 1.01 |
//! | cheaper copies of positions, the depth counted on the branch that knows who moves | 1.05 | 1.05 | 1.05 |
//! | with free extra turns, sowing past the pot for one bean skipped where that is too little | 1.00 | 1.05 | 1.05 |
//! | perft: the last ply only sows | perft 1.54 | | |
//! | perft: holes from the lowest bit | perft 1.09 | | |
//!
//! In total `smart:6` takes 2.6 times fewer instructions than at the start (loop `kalah-smart-6`), `smart:6,extra=free` 4.0 times. What remains of `kalah-smart-6` is
//! some 195 instructions for each of 130 positions: 22 % sowing and making positions, 20 % judging the last two plies by marks, 18 % the search itself,
//! 8 % the transposition table, and the rest is spread thin.
//!
//! # What did not help
//!
//! - Null windows inside the tree as well (principal variation search): 0.79 for `smart:6`, 1.19 for `smart:8,extra=free`.
//! - A first search two plies shallower, or two such searches: 0.87 and 0.87 in nodes for `smart:6`.
//! - Captures before extra turns: 0.92 in nodes.
//! - Entries of 16 bytes in the table of sowings: 0.97. Holes by leading zeros: 0.99. Trying the farthest hole first: 0.84.
//! - Cutoffs by the beans that are left to be won: no effect, other bounds cut first.
//! - Counting the extra turns of the last ply: 1.01, not worth the code.
//! - Storing nothing with three plies to go either: 1.00, and 0.95 at eight plies.
#![allow(clippy::inline_always)] // part of the search's innermost loop

use super::marks::{POT, ROW, extra_turns, occupied};
use super::ordering::{Hole, OrderedHoles};
use super::{Packed, has_ended};
use crate::games::search_support::hash_of;
use crate::games::{Judged, Leaves, SearchSupport};

/// The search support of [`Packed`].
#[derive(Debug, Clone, Copy)]
pub enum PackedSearch {}

impl<const HOLES: usize> SearchSupport<Packed<HOLES>> for PackedSearch {
    const USES_TABLE: bool = true;

    type Key = (u64, u64);
    type Move = Hole;
    type OrderedMoves = OrderedHoles;

    /// Both rows, seen from the mover, without the pots.
    #[inline]
    fn key(position: &Packed<HOLES>) -> ((u64, u64), u64) {
        let (own, other) = (position.own & ROW, position.other & ROW);
        ((own, other), hash_of([own, other]))
    }

    #[inline]
    fn lead(position: &Packed<HOLES>) -> i32 {
        (position.own >> POT) as i32 - (position.other >> POT) as i32
    }

    /// Extra turns first, then the largest captures, then the rest.
    #[inline(always)]
    fn ordered_moves(position: &Packed<HOLES>, hash_move: u16) -> OrderedHoles {
        let (mut most, mut captures) = (0, 0);
        position.each_capture(|_, holes, captured| {
            if captured > most {
                (most, captures) = (captured, holes);
            }
        });
        let moves = OrderedHoles::new(extra_turns(position.own), captures, occupied(position.own));
        if hash_move == 0 { moves } else { moves.beginning_with(0x80 << (hash_move - 1)) }
    }

    #[inline(always)]
    fn hash_move(Hole(at): Hole) -> u16 {
        at as u16 + 1
    }

    #[inline(always)]
    fn after(position: &Packed<HOLES>, hole: Hole) -> Packed<HOLES> {
        position.after_hole(hole)
    }

    #[inline(always)]
    fn judge_last(position: &Packed<HOLES>, free: bool, beta: i32) -> Judged<OrderedHoles> {
        position.judge_last(free, beta)
    }

    #[inline(always)]
    fn judge_second_last(
        position: &Packed<HOLES>,
        free: bool,
        alpha: i32,
        beta: i32,
    ) -> Judged<OrderedHoles> {
        position.judge_second_last(free, alpha, beta)
    }

    /// Every sowing of the last ply is made, but without what only a reply would need.
    #[inline]
    fn leaves(position: &Packed<HOLES>, plies: usize) -> Option<Leaves> {
        if plies != 1 {
            return None;
        }
        let mut found = Leaves::default();
        let mut left = occupied(position.own);
        while left != 0 {
            let (own, other) = position.made(position.sowing(Hole(left.trailing_zeros() - 7)));
            found += Leaves { all: 1, ends: u64::from(has_ended(own, other)) };
            left &= left - 1;
        }
        Some(found)
    }
}
