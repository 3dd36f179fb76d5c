//! The solver of Connect-N: see `search`.

mod search;

use search::{LATE_MEMORY, Proof, Stones};

use super::Prover;
use super::bounds_table::{self, BoundsTable};
use super::pace::NodeCounter;
use super::team::{self, Until};
use crate::games::connect::{ConnectRules, Fixed, Free, Geometry, Word};
use crate::games::{Form, Solvable};
use crate::search::{Stopped, Watcher};

/// A solver with its transposition table, for boards in a word `W`.
struct ConnectProver<W: bounds_table::TableWord, S> {
    sizes: S,
    table: BoundsTable<W>,
    /// The transposition table of late positions.
    late: BoundsTable<W>,
    /// The columns, from the middle outwards.
    order: Vec<usize>,
    nodes: u64,
    threads: usize,
}

/// Bounds that are closer together than this: see [`Prover::goal`]. It is the value with the fewest nodes for the last 13
/// cells.
const NEARLY_KNOWN: i32 = 14;

/// A solver that takes at most `memory` bytes; `None` if the board does not fit a bitboard.
pub(super) fn prover(rules: ConnectRules, memory: usize) -> Option<Box<dyn Prover>> {
    let bits = rules.columns() * (rules.levels() + 1);
    if let Some(sizes) = Fixed::<7, 6, 4>::of(rules) {
        return Some(Box::new(ConnectProver::<u64, _>::new(sizes, memory)));
    }
    let sizes = Free::of(rules)?;
    match bits {
        // A table of more bits is only exact in a `u64` if it is large from the beginning.
        ..=57 => Some(Box::new(ConnectProver::<u64, _>::new(sizes, memory))),
        58..=128 => Some(Box::new(ConnectProver::<u128, _>::new(sizes, memory))),
        _ => None,
    }
}

impl<W: Word + bounds_table::TableWord, S: Geometry> ConnectProver<W, S> {
    fn new(sizes: S, memory: usize) -> ConnectProver<W, S> {
        let columns = sizes.rules().columns();
        let mut order: Vec<usize> = (0..columns).collect();
        order.sort_by_key(|&column| (2 * column + 1).abs_diff(columns));
        let bits = Self::bits(sizes);
        let (table, late) = (BoundsTable::new(bits, memory), BoundsTable::new(bits, LATE_MEMORY.min(memory)));
        ConnectProver { sizes, table, late, order, nodes: 0, threads: 1 }
    }

    /// The bits of a key.
    fn bits(sizes: S) -> u32 {
        (sizes.rules().columns() * sizes.stride()) as u32
    }

    /// The checkers of a position of this game.
    fn stones(position: &Solvable) -> Option<Stones<W>> {
        let Form::Connect { own, all, .. } = position.0 else { return None };
        let word = |wide: u128| <W as Word>::from_wide(wide);
        Some(Stones { own: word(own), all: word(all), count: all.count_ones() as i32 })
    }

    fn prove_on<const C: usize>(
        &mut self,
        stones: Stones<W>,
        goal: i32,
        watcher: &dyn Watcher,
    ) -> Result<i32, Stopped> {
        let &mut ConnectProver { sizes, ref mut table, ref mut late, ref order, ref mut nodes, threads } =
            self;
        let alone = Until::new(if threads > 1 { *nodes + team::ALONE } else { u64::MAX }, watcher);
        let pace = NodeCounter::from(*nodes, &alone);
        let mut proof = Proof::<W, S, _, C> { sizes, table: &mut *table, late, order, pace };
        let found = proof.prove(stones, goal);
        *nodes = proof.pace.nodes();
        if !alone.is_reached() {
            return found;
        }
        team::prove(table, threads, nodes, watcher, &|table, watcher| {
            let mut late = BoundsTable::new(Self::bits(sizes), LATE_MEMORY);
            let pace = NodeCounter::from(0, watcher);
            let mut proof = Proof::<W, S, _, C> { sizes, table, late: &mut late, order, pace };
            (proof.prove(stones, goal), proof.pace.nodes())
        })
    }
}

impl<W: Word + bounds_table::TableWord, S: Geometry> Prover for ConnectProver<W, S> {
    /// Nobody wins sooner than with the next checker.
    fn range(&self, position: &Solvable) -> (i32, i32) {
        let count = Self::stones(position).map_or(0, |stones| stones.count);
        let vacant = self.sizes.rules().cells() as i32 - count;
        (-(vacant / 2), (vacant + 1) / 2)
    }

    /// From the outside towards a draw: does somebody win soon? A quick win or loss is found by a shallow search, and what that
    /// leaves in the table orders the moves of the deeper ones. If few values are left, it asks first who wins, then how soon.
    fn goal(&self, (low, high): (i32, i32), guess: Option<i32>, _: Option<i32>) -> i32 {
        if let Some(guess) = guess
            && low <= guess
            && guess <= high
        {
            return if low == guess { guess + 1 } else { guess };
        }
        if high - low < NEARLY_KNOWN {
            return match (low, high) {
                (..=0, 1..) => 1,
                (..0, 0..) => 0,
                // A late win is easier to prove or to refute than a quick one.
                (1.., _) => low + (high - low + 3) / 4,
                _ => high - (high - low) / 4,
            };
        }
        let middle = low + (high - low).div_euclid(2);
        // At least half as far from a draw as the farther bound.
        1 + if middle > 0 { middle.max(high / 2) } else { middle.min(low / 2) }
    }

    fn prove(&mut self, position: &Solvable, goal: i32, watcher: &dyn Watcher) -> Result<i32, Stopped> {
        let Some(stones) = Self::stones(position) else { return Err(Stopped) };
        match self.sizes.rules().columns() {
            ..=8 => self.prove_on::<8>(stones, goal, watcher),
            _ => self.prove_on::<64>(stones, goal, watcher),
        }
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn set_threads(&mut self, threads: usize) {
        self.threads = threads;
    }

    fn clear(&mut self) {
        self.table.clear();
        self.late.clear();
    }
}
