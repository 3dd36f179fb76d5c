//! Exact search on bitboards: does the side to move reach at least this score?
//!
//! A score is that of the default evaluator: half of the cells that are vacant before the winning checker, rounded up; 0 for a
//! draw; negative for a loss.
//!
//! - No move is searched that loses at once, and an immediate win is seen by the parent.
//! - Bounds without search: nobody wins sooner than the moves allow. A side that cannot complete a row even with every vacant cell does
//!   not win. A side that cannot complete one with its half of the vacant cells does not win either, if the other side can
//!   always answer in the same column.
//! - A move that threatens two rows at once, or one above the other, wins.
//! - Every proved bound goes into a transposition table: see [`BoundsTable`]. Most positions are late ones, and come back soon or never. They have
//!   a small table of their own, which stays in the processor's cache: on the empty board this halves the time.
//! - Early positions share an entry with their mirror image, and the table is asked about all moves before one is searched
//!   (enhanced transposition cutoffs).
//! - Move ordering: the move that proved the last bound, then by the winning cells that a move creates, then from the middle.
#![allow(clippy::inline_always)] // part of the innermost loop

use crate::games::connect::{Geometry, Word};
use crate::search::Stopped;
use crate::search::solve::bounds_table::{self, Bounds, BoundsTable};
use crate::search::solve::pace::NodeCounter;
use crate::search::solve::team::{Access, Pass, PutOff};

/// The most columns whose moves are kept in the table.
const MOST_MOVES: usize = 15;

/// With fewer vacant cells than this, a search is as fast as a look into the transposition table.
const LEAST_STORED: i32 = 8;

/// A position with fewer vacant cells than this is late.
const LATE: i32 = 18;

/// A position with fewer vacant cells than this is searched sooner than threads agree about it.
const LEAST_SHARED: i32 = if cfg!(test) { 6 } else { 28 };

/// The memory of the table of late positions: about half of a second-level cache.
pub(super) const LATE_MEMORY: usize = 512 << 10;

/// The parts of an exact search on at most `C` columns.
pub(super) struct Proof<'p, W: bounds_table::TableWord, S, A, const C: usize> {
    pub(super) sizes: S,
    pub(super) table: A,
    /// The table of late positions.
    pub(super) late: &'p mut BoundsTable<W>,
    pub(super) order: &'p [usize],
    pub(super) pace: NodeCounter<'p>,
}

/// The checkers of the side to move, all checkers, and their number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stones<W> {
    pub(super) own: W,
    pub(super) all: W,
    pub(super) count: i32,
}

/// A position to search.
#[derive(Debug, Clone, Copy)]
struct Node<W> {
    stones: Stones<W>,
    key: W,
    /// The vacant cells where the other side completes a row.
    threats: W,
}

/// A position after a move.
#[derive(Debug, Clone, Copy)]
struct Child<W> {
    node: Node<W>,
    /// Its place in the move ordering: the highest first.
    rank: i32,
    mv: u8,
}

impl<W: Word> Stones<W> {
    /// The position after a checker is placed in a playable cell.
    #[inline(always)]
    fn with(self, cell: W) -> Stones<W> {
        Stones { own: self.all ^ self.own, all: self.all | cell, count: self.count + 1 }
    }

    fn other(self) -> W {
        self.all ^ self.own
    }
}

impl<W, S, A, const C: usize> Proof<'_, W, S, A, C>
where
    W: Word + bounds_table::TableWord,
    S: Geometry,
    A: Access<W>,
{
    fn cells(&self) -> i32 {
        self.sizes.rules().cells() as i32
    }

    /// Added to a score, it is not negative.
    #[inline(always)]
    fn offset(&self) -> i32 {
        (self.cells() + 1) / 2
    }

    #[inline(always)]
    fn vacant(&self, stones: Stones<W>) -> W {
        self.sizes.cells::<W>() & !stones.all
    }

    #[inline(always)]
    fn playable(&self, stones: Stones<W>) -> W {
        (stones.all + self.sizes.bottom()) & self.sizes.cells()
    }

    /// Whether the side to move reaches at least `goal` in an unfinished position: a score of `goal` or more is a lower bound,
    /// a smaller one an upper bound.
    pub(super) fn prove(&mut self, stones: Stones<W>, goal: i32) -> Result<i32, Stopped> {
        let wins = self.sizes.winning_cells(stones.own, self.vacant(stones)) & self.playable(stones);
        if wins != W::ZERO {
            return Ok((self.cells() + 1 - stones.count) / 2);
        }
        let threats = self.sizes.winning_cells(stones.other(), self.vacant(stones));
        self.search(Node { stones, key: self.key(stones), threats }, goal)
    }

    #[inline(always)]
    fn is_late(&self, stones: Stones<W>) -> bool {
        self.cells() - stones.count < LATE
    }

    /// The key of a position: the checkers of the side to move, added to all checkers, tell every column from every other. Of an
    /// early position and its mirror image the smaller key counts.
    #[inline(always)]
    fn key(&self, stones: Stones<W>) -> W {
        let key = stones.own + stones.all;
        if self.is_late(stones) {
            return key;
        }
        let (columns, stride) = (self.sizes.rules().columns(), self.sizes.stride());
        let column = W::lowest(stride);
        let mut mirrored = W::ZERO;
        for at in 0..columns {
            mirrored = mirrored << stride | key >> (at * stride) & column;
        }
        if mirrored < key { mirrored } else { key }
    }

    /// The score of a position in which the side to move cannot win at once.
    fn search(&mut self, Node { stones, key, threats }: Node<W>, goal: i32) -> Result<i32, Stopped> {
        self.pace.count()?;
        let (cells, vacant, playable) = (self.cells(), self.vacant(stones), self.playable(stones));
        let urgent = threats & playable;
        // A checker below a threat lets the other side play into it.
        let mut moves = playable & !(threats >> 1);
        if urgent != W::ZERO {
            moves = if urgent.without_lowest() == W::ZERO { moves & urgent } else { W::ZERO };
        }
        if moves == W::ZERO {
            return Ok(-((cells - stones.count) / 2));
        }
        if stones.count >= cells - 2 {
            return Ok(0);
        }
        let (mut low, mut high) = (-((cells - 2 - stones.count) / 2), (cells - 1 - stones.count) / 2);
        if low >= goal {
            return Ok(low);
        }
        if high < goal {
            return Ok(high);
        }
        if goal > 0 && !self.can_win(stones, vacant, playable) {
            return Ok(0);
        }
        if goal <= 0 && !self.can_lose(stones, vacant, playable, moves) {
            return Ok(0);
        }
        let mut first = 0;
        let offset = self.offset();
        let is_stored = cells - stones.count >= LEAST_STORED;
        let is_late = self.is_late(stones);
        if is_stored && let Some(known) = if is_late { self.late.get(key) } else { self.table.get(key) } {
            (low, high) = (low.max(i32::from(known.low) - offset), high.min(i32::from(known.high) - offset));
            first = known.mv;
            if low >= goal {
                return Ok(low);
            }
            if high < goal {
                return Ok(high);
            }
        }
        let began = self.pace.nodes();
        let is_shared = self.is_shared(stones);
        if is_shared {
            self.table.mark(key, true);
        }
        let found = self.best_move(stones, key, moves, goal, first);
        if is_shared {
            self.table.mark(key, false);
        }
        let (best, mv) = found?;
        if is_stored {
            let (low, high, mv) =
                if best >= goal { (best.max(low), high, mv) } else { (low, best.min(high), first) };
            let bounds = Bounds { low: (low + offset) as u8, high: (high + offset) as u8, mv };
            if is_late {
                self.late.put_newest(key, bounds);
            } else {
                self.table.put(key, bounds, self.pace.nodes() - began);
            }
        }
        Ok(best)
    }

    /// The cells that a side gets if the other one answers each of its moves in the same column: the highest level but one of every
    /// column, and every second one below.
    #[inline(always)]
    fn answered(&self) -> W {
        let (levels, bottom) = (self.sizes.rules().levels(), self.sizes.bottom::<W>());
        let mut cells = W::ZERO;
        let mut level = levels % 2;
        while level < levels {
            cells = cells | bottom << level;
            level += 2;
        }
        cells
    }

    /// Whether the side to move may still win.
    ///
    /// If every column has an even number of vacant cells, the other side can answer each move in its column, and so leaves the side
    /// to move only the first, third … vacant cell of each.
    #[inline(always)]
    fn can_win(&self, stones: Stones<W>, vacant: W, playable: W) -> bool {
        let mine = self.answered();
        let all_even = playable & !mine == W::ZERO;
        let reachable = if all_even { vacant & mine } else { vacant };
        self.sizes.has_row(stones.own | reachable)
    }

    /// Whether the side to move may still lose. If one column alone has an odd number of vacant cells, it may move there, and then
    /// answer each move in its column.
    #[inline(always)]
    fn can_lose(&self, stones: Stones<W>, vacant: W, playable: W, moves: W) -> bool {
        let theirs = self.answered();
        let odd = playable & !theirs;
        let answers = odd.without_lowest() == W::ZERO && odd & moves != W::ZERO;
        self.sizes.has_row(stones.other() | if answers { vacant & theirs } else { vacant })
    }

    /// Whether the moves of a position are shared with other threads.
    #[inline(always)]
    fn is_shared(&self, stones: Stones<W>) -> bool {
        A::IS_SHARED && self.cells() - stones.count >= LEAST_SHARED
    }

    /// The best score of these moves, up to the first that reaches the goal, and that move.
    #[inline(always)]
    fn best_move(
        &mut self,
        stones: Stones<W>,
        key: W,
        moves: W,
        goal: i32,
        first: u8,
    ) -> Result<(i32, u8), Stopped> {
        let none = Child { node: Node { stones, key: W::ZERO, threats: W::ZERO }, rank: 0, mv: 0 };
        let mut children = [none; C];
        let mut count = 0;
        let (stride, vacant, playable) = (self.sizes.stride(), self.vacant(stones), self.playable(stones));
        // The children are early, too.
        let looks_ahead = self.cells() - stones.count > LATE;
        let order = self.order;
        for (place, &column) in order.iter().enumerate() {
            let cell = moves & W::lowest(stride) << (column * stride);
            if cell == W::ZERO {
                continue;
            }
            let mv = if column < MOST_MOVES { column as u8 + 1 } else { 0 };
            let threats = self.sizes.winning_cells(stones.own | cell, vacant ^ cell);
            // The other side does not win with its next move. It can block one cell, but not two, nor one below another.
            let urgent = threats & (playable | cell << 1);
            if urgent.without_lowest() != W::ZERO || urgent & threats >> 1 != W::ZERO {
                return Ok(((self.cells() - stones.count - 1) / 2, mv));
            }
            let stones = stones.with(cell);
            let key = self.key(stones);
            if looks_ahead {
                self.table.touch(key);
            }
            let is_first = mv == first && first != 0;
            let rank = 100 * threats.count_ones() as i32 - place as i32 + if is_first { 100_000 } else { 0 };
            children[count] = Child { node: Node { stones, key, threats }, rank, mv };
            count += 1;
        }
        let mut best = -self.cells();
        let mut open = 0;
        for place in 0..count {
            let child = children[place];
            if looks_ahead && let Some(known) = self.table.get(child.node.key) {
                let offset = self.offset();
                let [least, most] = [known.high, known.low].map(|value| offset - i32::from(value));
                if least >= goal {
                    return Ok((least, child.mv));
                }
                if most < goal {
                    best = best.max(most);
                    continue;
                }
            }
            // Insertion keeps them sorted.
            let mut at = open;
            while at > 0 && children[at - 1].rank < child.rank {
                children[at] = children[at - 1];
                at -= 1;
            }
            children[at] = child;
            open += 1;
        }
        let is_shared = self.is_shared(stones);
        let mut put_off = PutOff::default();
        for pass in Pass::BOTH {
            for (place, child) in children[..open].iter().enumerate() {
                if is_shared {
                    if put_off.skips(pass, place, || self.table.is_searched(child.node.key)) {
                        continue;
                    }
                    // Another thread may have answered the question.
                    if let Some(known) = self.table.get(key) {
                        let [low, high] =
                            [known.low, known.high].map(|bound| i32::from(bound) - self.offset());
                        if low >= goal {
                            return Ok((low, known.mv));
                        }
                        if high < goal {
                            return Ok((high, 0));
                        }
                    }
                }
                let score = -self.search(child.node, 1 - goal)?;
                if score >= goal {
                    return Ok((score, child.mv));
                }
                best = best.max(score);
            }
            if put_off.is_empty() {
                break;
            }
        }
        Ok((best, 0))
    }
}
