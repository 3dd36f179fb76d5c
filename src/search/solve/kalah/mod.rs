//! The solver of Kalah: endgame tables, and an exact search above them.

mod build;
pub(crate) mod endgame;
mod limited;
mod ranks;
mod search;

use std::sync::{Arc, OnceLock};

pub(crate) use endgame::EndgameTable;
pub(crate) use limited::LimitedSearch;
use ranks::PositionKeys;
use search::Proof;

use super::Prover;
use super::bounds_table::BoundsTable;
use super::pace::NodeCounter;
use crate::games::kalah::{KalahRules, SideRows, Sower};
use crate::games::{Form, Solvable};
use crate::search::{Control, Stopped, Watcher};

/// An endgame table that is built when it is needed first, and then shared by all threads.
pub(crate) type SharedEndgames = Arc<OnceLock<EndgameTable>>;

/// A solver with its tables.
pub(super) struct KalahProver {
    sower: Sower,
    rules: KalahRules,
    keys: PositionKeys,
    table: BoundsTable<u64>,
    endgames: SharedEndgames,
    /// The most beans in play that there are keys for, and those of the endgame table.
    beans: usize,
    most: usize,
    nodes: u64,
}

/// A table of this many positions is built in a tenth of a second.
const SMALL_TABLE: usize = 1 << 22;

/// The beans of the endgame table with which a game of this many beans is solved fastest: larger for harder games, but at most
/// `memory` bytes.
pub(crate) fn best_endgames(holes: usize, beans: usize, memory: usize) -> usize {
    let bits = f64::from(PositionKeys::new(holes, beans).bits());
    // Measured: 27 bits for 6x4, with 41 bits of positions; 22 bits for 6x3, with 36.
    let hard = (1.0f64).max(bits - 14.0).min(40.0).exp2() as usize;
    endgame::most_beans(holes, beans, memory.min(hard.max(SMALL_TABLE)))
}

impl KalahProver {
    /// A solver for positions of at most this many beans; `None` if the board has too many holes. The endgame table, if it is
    /// not built yet, will hold positions of at most `most` beans in play.
    pub(super) fn new(
        rules: KalahRules,
        beans: usize,
        most: usize,
        memory: usize,
        endgames: SharedEndgames,
    ) -> Option<KalahProver> {
        let sower = Sower::new(rules)?;
        let keys = PositionKeys::new(rules.holes(), beans);
        let table = BoundsTable::new(keys.bits(), memory);
        Some(KalahProver { sower, rules, keys, table, endgames, beans, most, nodes: 0 })
    }

    /// Builds the endgame table, unless it is there already.
    fn endgames(&self, watcher: &dyn Watcher) -> Result<&EndgameTable, Stopped> {
        if let Some(table) = self.endgames.get() {
            return Ok(table);
        }
        let watcher = Unchanged { nodes: self.nodes, watcher };
        let built = EndgameTable::build(self.rules, self.most, &watcher)?.ok_or(Stopped)?;
        Ok(self.endgames.get_or_init(|| built))
    }
}

/// Positions of an endgame table are not nodes of a search: they must not use up its budget.
struct Unchanged<'w> {
    nodes: u64,
    watcher: &'w dyn Watcher,
}

impl Watcher for Unchanged<'_> {
    fn check(&self, _: u64) -> Control {
        self.watcher.check(self.nodes)
    }
}

/// The holes and the lead of a position of Kalah.
pub(super) fn parts(position: &Solvable) -> Option<(SideRows, i32)> {
    match position.0 {
        Form::Kalah { rows, lead, .. } => Some((rows, lead)),
        _ => None,
    }
}

/// The final lead, if the side to move wins this many of the beans in play.
fn final_lead(rows: SideRows, lead: i32, wins: i32) -> i32 {
    let [own, other] = rows.beans().map(|beans| beans as i32);
    lead + 2 * wins - (own + other)
}

impl Prover for KalahProver {
    /// Neither side wins more than all beans in play.
    fn range(&self, position: &Solvable) -> (i32, i32) {
        let Some((rows, lead)) = parts(position) else { return (0, 0) };
        let beans: u32 = rows.beans().iter().sum();
        (final_lead(rows, lead, 0), final_lead(rows, lead, beans as i32))
    }

    /// From a guess, or just above the middle, step by step: values differ by two.
    fn goal(&self, (low, high): (i32, i32), guess: Option<i32>, last: Option<i32>) -> i32 {
        match last.or(guess) {
            Some(near) if low < near && near <= high => near,
            Some(near) if low == near => low + 2,
            _ => (low + (high - low) / 4 * 2 + 2).min(high),
        }
    }

    fn prove(&mut self, position: &Solvable, goal: i32, watcher: &dyn Watcher) -> Result<i32, Stopped> {
        let Some((rows, lead)) = parts(position) else { return Err(Stopped) };
        if rows.beans().iter().sum::<u32>() as usize > self.beans {
            return Err(Stopped);
        }
        self.endgames(watcher)?;
        let KalahProver { sower, keys, table, endgames, nodes, .. } = self;
        let Some(endgames) = endgames.get() else { return Err(Stopped) };
        let nothing = final_lead(rows, lead, 0);
        // At least half of what the lead still lacks.
        let wins = (goal - nothing + 1).div_euclid(2);
        let mut proof = Proof { sower, keys, endgames, table, pace: NodeCounter::from(*nodes, watcher) };
        let found = proof.prove(rows, wins);
        *nodes = proof.pace.nodes();
        Ok(nothing + 2 * found?)
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn clear(&mut self) {
        self.table.clear();
    }
}
