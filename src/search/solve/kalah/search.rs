//! Exact search above the endgame tables: does the side to move win at least a given number of the beans in play?
//!
//! - Values are the beans that the side to move still wins. They depend on the holes alone, so the pots are no part of the
//!   key, and all positions with the same holes share one entry.
//! - Every search has a null window, and every bound that it proves goes into the transposition table: see
//!   [`BoundsTable`].
//! - Moves into the endgame tables are looked up before any other is searched, and those whose bounds from the remaining beans and
//!   from what the side to move has for certain are enough are not searched at all. Then the transposition table is
//!   asked about all other moves (enhanced transposition cutoffs).
//! - Move ordering: the move that proved the last bound, extra turns from the hole nearest to the pot, then by what a move
//!   puts into the pot and how many extra turns it leaves to the other side.
#![allow(clippy::inline_always)] // part of the innermost loop

use super::endgame::EndgameTable;
use super::ranks::PositionKeys;
use crate::games::kalah::{SideRows, Sower, Sown};
use crate::search::Stopped;
use crate::search::solve::bounds_table::Bounds;
use crate::search::solve::pace::NodeCounter;
use crate::search::solve::team::{Access, Pass, PutOff};

/// A position with fewer beans in play above those of the endgame tables is searched sooner than threads agree about it.
const LEAST_SHARED: u32 = if cfg!(test) { 1 } else { 20 };

/// The parts of an exact search.
pub(super) struct Proof<'p, A> {
    pub(super) sower: &'p Sower,
    pub(super) keys: &'p PositionKeys,
    pub(super) endgames: &'p EndgameTable,
    pub(super) table: A,
    /// Positions with no more beans in play than this are not in the table.
    pub(super) unstored: u32,
    pub(super) pace: NodeCounter<'p>,
}

/// A move and the position after it, seen from the side that moves then.
#[derive(Clone, Copy)]
struct Child {
    rows: SideRows,
    key: u64,
    /// The beans in play.
    beans: u32,
    banked: u32,
    again: bool,
    /// The byte of the hole that was sown, from 1.
    mv: u8,
    /// Its place in the move ordering: the highest first.
    order: i32,
}

impl Child {
    const NONE: Child = Child {
        rows: SideRows { own: 0, other: 0 },
        key: 0,
        beans: 0,
        banked: 0,
        again: false,
        mv: 0,
        order: 0,
    };

    /// The position after a sowing with this many beans in play before.
    #[inline(always)]
    fn of(sown: Sown, beans: u32, mv: u8) -> Child {
        Child {
            rows: if sown.again { sown.rows } else { sown.rows.swapped() },
            key: 0,
            beans: beans - sown.banked,
            banked: sown.banked,
            again: sown.again,
            mv,
            order: 0,
        }
    }

    /// Its place in the move ordering, if `first` is the move that comes before all others. The weights are those with the fewest
    /// nodes of some sixty tried on 6x3 and 5x4.
    #[inline(always)]
    fn order(&self, first: u8) -> i32 {
        let kept = if self.again { 5000 } else { -40 * self.rows.extra_turns().count_ones() as i32 };
        let is_first = if self.mv == first { 100_000 } else { 0 };
        is_first + kept + 60 * self.banked as i32 + 10 * i32::from(self.mv)
    }

    /// A value of this position, seen from the side that moved here.
    #[inline(always)]
    fn seen(&self, total: i32, value: i32) -> i32 {
        if self.again { self.banked as i32 + value } else { total - value }
    }
}

impl<A: Access<u64>> Proof<'_, A> {
    /// Whether the side to move wins at least `goal` of the beans in play: a value of `goal` or more is a lower bound on what
    /// it wins, a smaller one an upper bound.
    pub(super) fn prove(&mut self, rows: SideRows, goal: i32) -> Result<i32, Stopped> {
        let [own, other] = rows.beans();
        if rows.is_over() {
            return Ok(own as i32);
        }
        if own + other <= self.endgames.most() {
            return Ok(self.endgames.value(rows) as i32);
        }
        let key = self.keys.key(rows.own, rows.other);
        self.search(rows, key, own + other, goal)
    }

    fn search(&mut self, rows: SideRows, key: u64, beans: u32, goal: i32) -> Result<i32, Stopped> {
        self.pace.count()?;
        let total = beans as i32;
        let (mut low, mut high, mut first) = (0, total, 0);
        let is_stored = beans > self.unstored;
        if is_stored && let Some(known) = self.table.get(key) {
            (low, high, first) = (i32::from(known.low), i32::from(known.high), known.mv);
        }
        if low >= goal {
            return Ok(low);
        }
        if high < goal {
            return Ok(high);
        }
        let began = self.pace.nodes();
        let is_shared = self.is_shared(beans);
        if is_shared {
            self.table.mark(key, true);
        }
        let found = self.best_child(rows, key, beans, goal, first);
        if is_shared {
            self.table.mark(key, false);
        }
        let (best, mv) = found?;
        let bounds = if best >= goal {
            Bounds { low: best.max(low) as u8, high: high as u8, mv }
        } else {
            Bounds { low: low as u8, high: best.min(high) as u8, mv: if mv == 0 { first } else { mv } }
        };
        // What took no search is found again as fast, and would only push out what took longer.
        let nodes = self.pace.nodes() - began;
        if nodes > 0 && is_stored {
            self.table.put(key, bounds, nodes);
        }
        Ok(best)
    }

    /// The best value of all moves, up to the first that reaches the goal, and that move.
    #[inline(always)]
    fn best_child(
        &mut self,
        rows: SideRows,
        key: u64,
        beans: u32,
        goal: i32,
        first: u8,
    ) -> Result<(i32, u8), Stopped> {
        let total = beans as i32;
        let mut children = [Child::NONE; 7];
        let mut count = 0;
        let mut best = 0;
        let mut moves = rows.moves();
        // From the hole nearest to the pot.
        while let Some(mark) = moves.checked_ilog2() {
            moves ^= 1 << mark;
            let sown = self.sower.sow(rows, mark - 7);
            let child = Child::of(sown, beans, (mark / 8 + 1) as u8);
            let [least, most] = if sown.rows.is_over() {
                [(sown.banked + sown.rows.beans()[0]) as i32; 2]
            } else if child.beans <= self.endgames.most() {
                [child.seen(total, self.endgames.value(child.rows) as i32); 2]
            } else {
                let sure = self.sower.sure_gain(child.rows) as i32;
                let range = if child.again { [sure, child.beans as i32] } else { [child.beans as i32, sure] };
                range.map(|value| child.seen(total, value))
            };
            if least >= goal {
                return Ok((least, child.mv));
            }
            if most < goal {
                best = best.max(most);
            } else {
                children[count] = child;
                count += 1;
            }
        }
        let mut open = 0;
        for place in 0..count {
            let mut child = children[place];
            if child.beans > self.unstored {
                child.key = self.keys.key(child.rows.own, child.rows.other);
            }
            if child.beans > self.unstored
                && let Some(known) = self.table.get(child.key)
            {
                let range = if child.again { [known.low, known.high] } else { [known.high, known.low] };
                let [least, most] = range.map(|value| child.seen(total, i32::from(value)));
                if least >= goal {
                    return Ok((least, child.mv));
                }
                if most < goal {
                    best = best.max(most);
                    continue;
                }
            }
            child.order = child.order(first);
            children[open] = child;
            open += 1;
        }
        let children = &mut children[..open];
        children.sort_unstable_by_key(|child| -child.order);
        let is_shared = self.is_shared(beans);
        let mut put_off = PutOff::default();
        for pass in Pass::BOTH {
            for (place, child) in children.iter().enumerate() {
                if is_shared {
                    if put_off.skips(pass, place, || self.table.is_searched(child.key)) {
                        continue;
                    }
                    // Another thread may have answered the question.
                    if let Some(known) = self.table.get(key) {
                        let [low, high] = [known.low, known.high].map(i32::from);
                        if low >= goal {
                            return Ok((low, known.mv));
                        }
                        if high < goal {
                            return Ok((high, 0));
                        }
                    }
                }
                let goal_there = if child.again { goal - child.banked as i32 } else { total - goal + 1 };
                let value = child.seen(total, self.search(child.rows, child.key, child.beans, goal_there)?);
                if value >= goal {
                    return Ok((value, child.mv));
                }
                best = best.max(value);
            }
            if put_off.is_empty() {
                break;
            }
        }
        Ok((best, 0))
    }

    /// Whether the moves of a position with this many beans in play are shared with other threads.
    #[inline(always)]
    fn is_shared(&self, beans: u32) -> bool {
        A::IS_SHARED && beans >= self.endgames.most() + LEAST_SHARED
    }
}
