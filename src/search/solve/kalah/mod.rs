//! The solver of Kalah: endgame tables, and an exact search above them.

mod build;
pub(crate) mod endgame;
mod limited;
mod ranks;
mod search;

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

pub(crate) use endgame::EndgameTable;
pub(crate) use limited::LimitedSearch;
use ranks::PositionKeys;
use search::Proof;

use super::Prover;
use super::bounds_table::BoundsTable;
use super::pace::NodeCounter;
use super::team::{self, Until};
use crate::games::kalah::{KalahRules, SideRows, Sower};
use crate::games::{Form, Solvable};
use crate::search::{Control, Stopped, Watcher};

/// An endgame table that is built when it is needed first, and then shared by several solvers.
#[derive(Clone, Default)]
pub(crate) struct SharedEndgames(Arc<Shared>);

#[derive(Default)]
struct Shared {
    table: OnceLock<EndgameTable>,
    /// Held by the thread that builds it.
    building: Mutex<()>,
}

impl SharedEndgames {
    /// A table that is there already.
    pub(crate) fn built(table: EndgameTable) -> SharedEndgames {
        SharedEndgames(Arc::new(Shared { table: OnceLock::from(table), building: Mutex::default() }))
    }

    pub(crate) fn get(&self) -> Option<&EndgameTable> {
        self.0.table.get()
    }

    /// The table, built now on all threads of the current pool if it is not there yet; other threads wait for it. `None` if the
    /// board has none.
    pub(crate) fn get_or_build(
        &self,
        rules: KalahRules,
        most: usize,
        watcher: &dyn Watcher,
    ) -> Result<Option<&EndgameTable>, Stopped> {
        let Shared { table, building } = &*self.0;
        if table.get().is_none() {
            let _building = building.lock().unwrap_or_else(PoisonError::into_inner);
            if table.get().is_none() {
                let built = EndgameTable::build(rules, most, rayon::current_num_threads(), watcher)?;
                let Some(built) = built else { return Ok(None) };
                table.get_or_init(|| built);
            }
        }
        Ok(table.get())
    }
}

/// A solver with its tables.
pub(super) struct KalahProver {
    sower: Sower,
    rules: KalahRules,
    keys: PositionKeys,
    table: BoundsTable<u64>,
    endgames: EndgameSource,
    /// The most beans in play that there are keys for.
    beans: usize,
    nodes: u64,
    /// The nodes when everything was forgotten last.
    cleared_at: u64,
    threads: usize,
    /// Positions with no more beans than this above those of the endgame table are not in the transposition table.
    unstored: u32,
}

/// Where the endgame table of a solver comes from.
enum EndgameSource {
    /// That of several solvers, which is built when it is needed first.
    Shared { table: SharedEndgames, most: usize },
    /// Its own, which grows as long as the search lasts, to at most `most` beans in play.
    Own { table: EndgameTable, most: usize },
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

/// Games with fewer bits of positions than this are easy: just above the endgame table, searching a position again is faster than
/// looking for it in memory. In a hard game the transposition table saves more nodes than that.
const HARD: u32 = 38;

/// The beans above those of the endgame table, up to which an easy game has no transposition table.
const UNSTORED: u32 = 8;

/// How many positions the endgame table of a solver may have after these nodes. A search that ends soon needs none; one that
/// lasts longer is likely to last very long.
const STAGES: [(u64, usize); 5] =
    [(0, 1 << 10), (1 << 11, 1 << 16), (1 << 13, 1 << 18), (1 << 15, 1 << 20), (1 << 17, usize::MAX)];

impl KalahProver {
    /// A solver for positions of at most this many beans; `None` if the board has too many holes. It has a shared endgame table, or
    /// one of its own with positions of at most `most` beans in play.
    pub(super) fn new(
        rules: KalahRules,
        beans: usize,
        memory: usize,
        shared: Option<SharedEndgames>,
        most: usize,
    ) -> Option<KalahProver> {
        let sower = Sower::new(rules)?;
        let keys = PositionKeys::new(rules.holes(), beans);
        let table = BoundsTable::new(keys.bits(), memory);
        let (endgames, unstored) = match shared {
            Some(table) => (EndgameSource::Shared { table, most }, 0),
            None => {
                let unstored = if keys.bits() < HARD { UNSTORED } else { 0 };
                (EndgameSource::Own { table: EndgameTable::without_beans(rules), most }, unstored)
            }
        };
        Some(KalahProver {
            sower,
            rules,
            keys,
            table,
            endgames,
            beans,
            nodes: 0,
            cleared_at: 0,
            threads: 1,
            unstored,
        })
    }

    /// Prepares the endgame table: builds that of several solvers, if it is not there yet, or lets its own grow. Returns the nodes
    /// after which it may be larger.
    fn prepare(&mut self, watcher: &dyn Watcher) -> Result<u64, Stopped> {
        let watcher = Unchanged { nodes: self.nodes, watcher };
        match &mut self.endgames {
            EndgameSource::Shared { table, most } => {
                table.get_or_build(self.rules, *most, &watcher)?;
                Ok(u64::MAX)
            }
            EndgameSource::Own { table, most } => {
                let searched = self.nodes - self.cleared_at;
                let stage = STAGES.iter().filter(|&&(nodes, _)| nodes <= searched).count();
                let beans = endgame::most_beans(self.rules.holes(), *most, STAGES[stage - 1].1);
                if (table.most() as usize) < beans {
                    table.extend(&self.sower, beans, self.threads, &watcher)?;
                }
                let next = STAGES.get(stage).filter(|_| beans < *most);
                Ok(next.map_or(u64::MAX, |&(nodes, _)| self.cleared_at + nodes))
            }
        }
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
        let nothing = final_lead(rows, lead, 0);
        // At least half of what the lead still lacks.
        let wins = (goal - nothing + 1).div_euclid(2);
        loop {
            let grows_at = self.prepare(watcher)?;
            let KalahProver { sower, keys, table, endgames, nodes, threads, .. } = self;
            let endgames = match endgames {
                EndgameSource::Shared { table, .. } => table.get().ok_or(Stopped)?,
                EndgameSource::Own { table, .. } => table,
            };
            let unstored = endgames.most() + if grows_at < u64::MAX { 0 } else { self.unstored };
            // While its table grows, a proof is too small for other threads to help.
            let help_at = if *threads > 1 { *nodes + team::ALONE } else { u64::MAX };
            let alone = Until::new(grows_at.min(help_at), watcher);
            let pace = NodeCounter::from(*nodes, &alone);
            let mut proof = Proof { sower, keys, endgames, table: &mut *table, unstored, pace };
            let mut found = proof.prove(rows, wins);
            *nodes = proof.pace.nodes();
            if alone.is_reached() {
                if grows_at < u64::MAX {
                    continue;
                }
                found = team::prove(table, *threads, nodes, watcher, &|table, watcher| {
                    let pace = NodeCounter::from(0, watcher);
                    let mut proof = Proof { sower, keys, endgames, table, unstored, pace };
                    (proof.prove(rows, wins), proof.pace.nodes())
                });
            }
            return Ok(nothing + 2 * found?);
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
        self.cleared_at = self.nodes;
        if let EndgameSource::Own { table, .. } = &mut self.endgames {
            *table = EndgameTable::without_beans(self.rules);
        }
    }
}
