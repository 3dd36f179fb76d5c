//! The solver of Connect-N: see `search`.

mod search;

use search::{Proof, Stones};

use super::Prover;
use super::bounds_table::{self, BoundsTable};
use super::pace::Pace;
use crate::games::connect::{ConnectRules, Fixed, Free, Geometry, Word};
use crate::games::{Form, Solvable};
use crate::search::{Stopped, Watcher};

/// A solver with its transposition table, for boards in a word `W`.
struct ConnectProver<W, S> {
    sizes: S,
    table: BoundsTable<W>,
    /// The columns, from the middle outwards.
    order: Vec<usize>,
    nodes: u64,
}

/// A solver that takes at most `memory` bytes; `None` if the board does not fit a bitboard.
pub(super) fn prover(rules: ConnectRules, memory: usize) -> Option<Box<dyn Prover>> {
    let bits = rules.columns() * (rules.levels() + 1);
    if let Some(sizes) = Fixed::<7, 6, 4>::of(rules) {
        return Some(Box::new(ConnectProver::<u64, _>::new(sizes, memory)));
    }
    let sizes = Free::of(rules)?;
    match bits {
        ..=64 => Some(Box::new(ConnectProver::<u64, _>::new(sizes, memory))),
        65..=128 => Some(Box::new(ConnectProver::<u128, _>::new(sizes, memory))),
        _ => None,
    }
}

impl<W: Word + bounds_table::Word, S: Geometry> ConnectProver<W, S> {
    fn new(sizes: S, memory: usize) -> ConnectProver<W, S> {
        let columns = sizes.rules().columns();
        let mut order: Vec<usize> = (0..columns).collect();
        order.sort_by_key(|&column| (2 * column + 1).abs_diff(columns));
        let bits = (columns * sizes.stride()) as u32;
        ConnectProver { sizes, table: BoundsTable::new(bits, memory), order, nodes: 0 }
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
        let ConnectProver { sizes, table, order, nodes } = self;
        let pace = Pace::from(*nodes, watcher);
        let mut proof = Proof::<W, S, C> { sizes: *sizes, table, order, pace };
        let found = proof.prove(stones, goal);
        *nodes = proof.pace.nodes();
        found
    }
}

impl<W: Word + bounds_table::Word, S: Geometry> Prover for ConnectProver<W, S> {
    /// Nobody wins sooner than with the next checker.
    fn range(&self, position: &Solvable) -> (i32, i32) {
        let count = Self::stones(position).map_or(0, |stones| stones.count);
        let vacant = self.sizes.rules().cells() as i32 - count;
        (-(vacant / 2), (vacant + 1) / 2)
    }

    /// First who wins, then how soon: by halves, a win from the later end, where it is easier to decide.
    fn goal(&self, (low, high): (i32, i32), guess: Option<i32>, _: Option<i32>) -> i32 {
        if let Some(guess) = guess
            && low <= guess
            && guess <= high
        {
            return if low == guess { guess + 1 } else { guess };
        }
        if low <= 0 && high > 0 {
            1
        } else if low < 0 && high >= 0 {
            0
        } else if low > 0 {
            low + (high - low + 3) / 4
        } else {
            high - (high - low) / 4
        }
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

    fn clear(&mut self) {
        self.table.clear();
    }
}
