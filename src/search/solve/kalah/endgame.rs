//! Endgame tables: the exact value of every position with at most K beans in play.
//!
//! A value is the number of beans that the side to move will still put into its pot, with best play from both sides: one byte for
//! each position. The positions with a beans on the mover's side and b on the other are a block; inside, the rank of the mover's row
//! counts first, then the rank of the other row. Blocks are in order of a + b, then of a, so a table of at most
//! K beans begins with the table of at most K - 1.
#![allow(clippy::inline_always)] // part of the innermost loops

use super::super::EndgameSpec;
use super::ranks::{RowRanks, choose, rows};
use crate::games::kalah::{KalahRules, SideRows};

/// Where every block of a table begins.
#[derive(Clone)]
pub(super) struct Layout {
    pub(super) holes: usize,
    /// The most beans in play.
    pub(super) most: usize,
    /// The number of rows by beans.
    pub(super) sizes: Vec<usize>,
    /// Where the blocks begin, by the mover's beans, then by the other side's.
    begins: Vec<usize>,
    pub(super) ranks: RowRanks,
}

impl Layout {
    /// The positions of this many holes with at most `most` beans in play.
    pub(super) fn new(holes: usize, most: usize) -> Layout {
        let sizes: Vec<usize> = (0..=most).map(|beans| rows(holes, beans).unwrap_or(0) as usize).collect();
        let mut begins = vec![0; (most + 1) * (most + 1)];
        let mut begin = 0;
        for total in 0..=most {
            for own in 0..=total {
                begins[own * (most + 1) + total - own] = begin;
                begin += sizes[own] * sizes[total - own];
            }
        }
        Layout { holes, most, sizes, begins, ranks: RowRanks::new(holes, most) }
    }

    /// Where the block of these numbers of beans begins.
    #[inline(always)]
    pub(super) fn begin(&self, own: usize, other: usize) -> usize {
        self.begins[own * (self.most + 1) + other]
    }

    /// The place of a position in the table.
    #[inline(always)]
    fn place(&self, rows: SideRows) -> usize {
        let [own, other] = rows.beans().map(|beans| beans as usize);
        self.begin(own, other) + self.ranks.rank(rows.own) * self.sizes[other] + self.ranks.rank(rows.other)
    }
}

/// The number of positions of this many holes with at most `most` beans in play; `None` if it does not fit.
pub(crate) fn positions(holes: usize, most: usize) -> Option<u64> {
    choose((most + 2 * holes) as u64, 2 * holes as u64)
}

/// The most beans in play, up to `beans`, whose table takes at most `memory` bytes.
pub(crate) fn most_beans(holes: usize, beans: usize, memory: usize) -> usize {
    let fits = |&most: &usize| positions(holes, most).is_some_and(|count| count <= memory as u64);
    (0..=beans).take_while(fits).last().unwrap_or(0)
}

#[derive(Clone)]
pub(crate) struct EndgameTable {
    pub(super) rules: KalahRules,
    pub(super) layout: Layout,
    pub(super) values: Vec<u8>,
}

impl EndgameTable {
    /// The table of the one position without beans in play.
    pub(super) fn without_beans(rules: KalahRules) -> EndgameTable {
        EndgameTable { rules, layout: Layout::new(rules.holes(), 0), values: vec![0] }
    }

    /// What the values are for. The number of beans at the start does not matter.
    pub(crate) fn spec(&self) -> EndgameSpec {
        EndgameSpec { rules: self.rules, beans: self.layout.most }
    }

    /// The most beans in play.
    #[inline(always)]
    pub(crate) fn most(&self) -> u32 {
        self.layout.most as u32
    }

    /// The values, in order.
    pub(crate) fn values(&self) -> &[u8] {
        &self.values
    }

    /// The table of these values, in order; `None` if they are of another number.
    pub(crate) fn of_values(rules: KalahRules, most: usize, values: Vec<u8>) -> Option<EndgameTable> {
        let is_all = positions(rules.holes(), most) == Some(values.len() as u64);
        is_all.then(|| EndgameTable { rules, layout: Layout::new(rules.holes(), most), values })
    }

    /// What the side to move still wins, with no more than [`most`](EndgameTable::most) beans in play.
    #[inline(always)]
    pub(crate) fn value(&self, rows: SideRows) -> u32 {
        u32::from(self.values[self.layout.place(rows)])
    }
}
