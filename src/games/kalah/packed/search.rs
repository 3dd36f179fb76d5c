//! What the packed board offers the fast search.
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
