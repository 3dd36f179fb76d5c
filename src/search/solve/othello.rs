//! Exact search of Othello on bitboards: does the side to move reach at least this difference of discs?
//!
//! - Move ordering: the move that proved the last bound, then by how few moves it leaves the other side (fastest first), corners before
//!   others, cells in a region with an odd number of vacant ones before others (parity: the last move in a region is worth having).
//! - Every proved bound goes into a transposition table, and the table is asked about all moves before one is searched (enhanced
//!   transposition cutoffs).
//! - With few vacant cells left nothing is stored or sorted but by parity: each vacant cell is tried. The last one is counted without
//!   making a move.

use super::Prover;
use super::pace::NodeCounter;
use crate::games::othello::Geometry;
use crate::games::{Form, Solvable};
use crate::search::{Stopped, Watcher};

/// With at most this many vacant cells, a search is faster than ordering its moves.
const LATE: u32 = 5;

/// With fewer vacant cells than this the table is not asked about moves.
const LEAST_ASKED: u32 = 8;

/// Below every value.
const NOTHING: i32 = -100;

/// The prover of Othello.
pub(super) struct OthelloProver {
    geometry: Geometry,
    /// The cells of the four quarters of the board.
    quarters: [u64; 4],
    table: DiscsTable,
    nodes: u64,
}

impl OthelloProver {
    /// A prover for positions with at most about this many vacant cells.
    pub(super) fn new(geometry: Geometry, vacant: usize, memory: usize) -> OthelloProver {
        OthelloProver {
            geometry,
            quarters: geometry.quarters(),
            table: DiscsTable::new(vacant, memory),
            nodes: 0,
        }
    }
}

impl Prover for OthelloProver {
    fn range(&self, _: &Solvable) -> (i32, i32) {
        let cells = self.geometry.cells().count_ones() as i32;
        (-cells, cells)
    }

    /// From the guess outwards. Most proofs after the first take few nodes, because the table has what the last one found.
    fn goal(&self, (low, high): (i32, i32), guess: Option<i32>, last: Option<i32>) -> i32 {
        match last {
            None => guess.unwrap_or(0).clamp(low + 1, high),
            Some(last) if last == low => low + 1,
            Some(_) => high,
        }
    }

    fn prove(&mut self, position: &Solvable, goal: i32, watcher: &dyn Watcher) -> Result<i32, Stopped> {
        let Form::Othello { own, other, .. } = position.0 else { return Err(Stopped) };
        let mut proof = Proof {
            geometry: self.geometry,
            quarters: self.quarters,
            table: &mut self.table,
            pace: NodeCounter::from(self.nodes, watcher),
        };
        let found = proof.value(Discs { own, other }, goal);
        self.nodes = proof.pace.nodes();
        found
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn clear(&mut self) {
        self.table.clear();
    }
}

/// The discs of the side to move and of the other one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Discs {
    own: u64,
    other: u64,
}

impl Discs {
    /// After a move to this cell, with the other side to move.
    #[inline]
    fn after(self, cell: u32, turned: u64) -> Discs {
        Discs { own: self.other & !turned, other: self.own | turned | 1 << cell }
    }

    /// The same with the other side to move.
    #[inline]
    fn passed(self) -> Discs {
        Discs { own: self.other, other: self.own }
    }

    #[inline]
    fn difference(self) -> i32 {
        self.own.count_ones() as i32 - self.other.count_ones() as i32
    }
}

/// A position after a move.
#[derive(Clone, Copy, Default)]
struct Child {
    discs: Discs,
    cell: u32,
    /// Its place in the move ordering: the lowest first.
    rank: i32,
}

/// The parts of a search.
struct Proof<'p> {
    geometry: Geometry,
    quarters: [u64; 4],
    table: &'p mut DiscsTable,
    pace: NodeCounter<'p>,
}

impl Proof<'_> {
    #[inline]
    fn vacant(&self, discs: Discs) -> u64 {
        self.geometry.cells() & !(discs.own | discs.other)
    }

    /// The vacant cells of quarters with an odd number of them.
    #[inline]
    fn odd(&self, vacant: u64) -> u64 {
        let odd = |&quarter: &u64| if (vacant & quarter).count_ones() % 2 == 1 { quarter } else { 0 };
        vacant & self.quarters.iter().map(odd).fold(0, |all, quarter| all | quarter)
    }

    /// The final difference for the side to move: if it is `goal` or more a lower bound, else an upper bound.
    fn value(&mut self, discs: Discs, goal: i32) -> Result<i32, Stopped> {
        let vacant = self.vacant(discs);
        if vacant.count_ones() <= LATE {
            return self.late_value(discs, vacant, goal, false);
        }
        self.pace.count()?;
        let moves = self.geometry.moves(discs.own, discs.other);
        if moves == 0 {
            let discs = discs.passed();
            return if self.geometry.moves(discs.own, discs.other) == 0 {
                Ok(-discs.difference())
            } else {
                Ok(-self.value(discs, 1 - goal)?)
            };
        }
        let known = self.table.get(discs);
        if known.low >= goal || known.low == known.high {
            return Ok(known.low);
        }
        if known.high < goal {
            return Ok(known.high);
        }
        let mut children = [Child::default(); 64];
        let children = &mut children[..moves.count_ones() as usize];
        let odd = self.odd(vacant);
        let (corners, asked) = (self.geometry.corners(), vacant.count_ones() >= LEAST_ASKED);
        let mut rest = moves;
        for child in &mut *children {
            let cell = rest.trailing_zeros();
            rest &= rest - 1;
            let turned = self.geometry.turned(discs.own, discs.other, cell as usize);
            let next = discs.after(cell, turned);
            if asked {
                let known = self.table.get(next);
                if -known.high >= goal {
                    return Ok(-known.high);
                }
            }
            let replies = self.geometry.moves(next.own, next.other);
            let freedom = 4 * (replies.count_ones() + (replies & corners).count_ones()) as i32;
            let is_good = |cells: u64, bonus: i32| if cells >> cell & 1 == 1 { bonus } else { 0 };
            let first = if cell == known.cell { 1000 } else { 0 };
            let rank = freedom - first - is_good(corners, 6) - is_good(odd, 2);
            *child = Child { discs: next, cell, rank };
        }
        let mut best = (NOTHING, known.cell);
        for at in 0..children.len() {
            let next = (at..children.len()).min_by_key(|&at| children[at].rank).unwrap_or(at);
            children.swap(at, next);
            let Child { discs, cell, .. } = children[at];
            let value = -self.value(discs, 1 - goal)?;
            if value > best.0 {
                best = (value, cell);
                if value >= goal {
                    break;
                }
            }
        }
        self.table.put(discs, known, goal, best);
        Ok(best.0)
    }

    /// The same with few vacant cells. `has_passed` is whether the other side had no move.
    fn late_value(&mut self, discs: Discs, vacant: u64, goal: i32, has_passed: bool) -> Result<i32, Stopped> {
        self.pace.count()?;
        if vacant & vacant.wrapping_sub(1) == 0 {
            return Ok(self.last_value(discs, vacant));
        }
        let odd = self.odd(vacant);
        let mut best = NOTHING;
        for mut cells in [odd, vacant & !odd] {
            while cells != 0 {
                let cell = cells.trailing_zeros();
                cells &= cells - 1;
                let turned = self.geometry.turned(discs.own, discs.other, cell as usize);
                if turned == 0 {
                    continue;
                }
                let next = discs.after(cell, turned);
                best = best.max(-self.late_value(next, vacant & !(1 << cell), 1 - goal, false)?);
                if best >= goal {
                    return Ok(best);
                }
            }
        }
        if best > NOTHING {
            Ok(best)
        } else if has_passed {
            Ok(discs.difference())
        } else {
            Ok(-self.late_value(discs.passed(), vacant, 1 - goal, true)?)
        }
    }

    /// The same with one vacant cell or none.
    #[inline]
    fn last_value(&self, discs: Discs, vacant: u64) -> i32 {
        let difference = discs.difference();
        if vacant == 0 {
            return difference;
        }
        let cell = vacant.trailing_zeros() as usize;
        let gain = |own, other| match self.geometry.turned(own, other, cell).count_ones() as i32 {
            0 => 0,
            turned => 2 * turned + 1,
        };
        match gain(discs.own, discs.other) {
            0 => difference - gain(discs.other, discs.own),
            gain => difference + gain,
        }
    }
}

/// Bounds on a value, and the cell of the move that proved the last one.
#[derive(Clone, Copy)]
struct Known {
    low: i32,
    high: i32,
    cell: u32,
}

/// A transposition table of bounds: direct-mapped, a new entry replaces the old one.
struct DiscsTable {
    /// The discs of the side to move, those of the other, and the bounds with the cell; all 0 if the entry is empty.
    entries: Vec<[u64; 3]>,
}

/// The bytes of an entry.
const ENTRY: usize = 24;

impl DiscsTable {
    /// A table that takes at most this many bytes, and fewer where few cells are vacant.
    fn new(vacant: usize, memory: usize) -> DiscsTable {
        let most = (memory / ENTRY).max(2).ilog2();
        let bits = (vacant as u32).clamp(10, most.max(10));
        DiscsTable { entries: vec![[0; 3]; 1 << bits] }
    }

    fn clear(&mut self) {
        self.entries = vec![[0; 3]; self.entries.len()];
    }

    #[inline]
    fn slot(&self, discs: Discs) -> usize {
        let hash = discs.own.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ discs.other.wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(23);
        (hash ^ hash >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15) as usize >> 20 & (self.entries.len() - 1)
    }

    #[inline]
    fn get(&self, discs: Discs) -> Known {
        let [own, other, known] = self.entries[self.slot(discs)];
        if own != discs.own || other != discs.other {
            return Known { low: NOTHING, high: -NOTHING, cell: 64 };
        }
        let [low, high, cell, ..] = known.to_le_bytes();
        Known { low: i32::from(low.cast_signed()), high: i32::from(high.cast_signed()), cell: cell.into() }
    }

    /// Stores what a search for `goal` found.
    #[inline]
    fn put(&mut self, discs: Discs, known: Known, goal: i32, (value, cell): (i32, u32)) {
        let (low, high) = if value >= goal { (value, known.high) } else { (known.low, value) };
        let bytes = [low as i8 as u8, high as i8 as u8, cell as u8, 0, 0, 0, 0, 0];
        let slot = self.slot(discs);
        self.entries[slot] = [discs.own, discs.other, u64::from_le_bytes(bytes)];
    }
}
