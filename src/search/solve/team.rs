//! Several threads prove the same thing together.
//!
//! All of them search the whole proof with one transposition table, so each finds what the others have proved already. To
//! keep them apart, a thread that has searched the first move of a position puts off those that others are searching (simplified
//! ABDADA: Tom Kerrigan, "Simplified ABDADA", after Jean-Christophe Weill, "The ABDADA distributed minimax-search algorithm",
//! 1996). The first to finish stops the others.
//!
//! What is proved does not depend on the threads. The nodes, and the bound that is proved, do.
#![allow(clippy::inline_always)] // part of the searches' innermost loops

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::bounds_table::{Bounds, BoundsTable, TableWord};
use crate::search::{Control, Stopped, Watcher};

/// How a search reaches its transposition table: alone or in a team.
pub(super) trait Access<W: TableWord> {
    /// Whether other threads search the same position.
    const IS_SHARED: bool;

    fn get(&self, key: W) -> Option<Bounds>;

    fn touch(&self, key: W);

    fn put(&mut self, key: W, bounds: Bounds, nodes: u64);

    /// Whether another thread is searching a position.
    fn is_searched(&self, key: W) -> bool;

    /// Says that this thread is searching a position, or no longer.
    fn mark(&self, key: W, is_searched: bool);
}

impl<W: TableWord> Access<W> for &mut BoundsTable<W> {
    const IS_SHARED: bool = false;

    #[inline(always)]
    fn get(&self, key: W) -> Option<Bounds> {
        BoundsTable::get(self, key)
    }

    #[inline(always)]
    fn touch(&self, key: W) {
        BoundsTable::touch(self, key);
    }

    #[inline(always)]
    fn put(&mut self, key: W, bounds: Bounds, nodes: u64) {
        BoundsTable::put(self, key, bounds, nodes);
    }

    #[inline(always)]
    fn is_searched(&self, _: W) -> bool {
        false
    }

    #[inline(always)]
    fn mark(&self, _: W, _: bool) {}
}

/// The table of a team, as one of its threads uses it.
pub(super) struct SharedTable<'t, W: TableWord> {
    team: &'t Team<'t, W>,
    /// New entries that the team has not counted yet.
    new: usize,
}

/// The new entries of a thread that are counted at once.
const COUNTED: usize = 1 << 8;

impl<W: TableWord> Access<W> for SharedTable<'_, W> {
    const IS_SHARED: bool = true;

    #[inline(always)]
    fn get(&self, key: W) -> Option<Bounds> {
        let _lock = self.team.table.lock(key);
        self.team.table.get(key)
    }

    #[inline(always)]
    fn touch(&self, key: W) {
        self.team.table.touch(key);
    }

    #[inline(always)]
    fn put(&mut self, key: W, bounds: Bounds, nodes: u64) {
        let is_new = {
            let _lock = self.team.table.lock(key);
            self.team.table.replace_least(key, bounds, nodes)
        };
        self.new += usize::from(is_new);
        if self.new == COUNTED {
            self.team.new.fetch_add(std::mem::take(&mut self.new), Relaxed);
        }
    }

    #[inline(always)]
    fn is_searched(&self, key: W) -> bool {
        self.team.place(key).load(Relaxed) == key.folded()
    }

    #[inline(always)]
    fn mark(&self, key: W, is_searched: bool) {
        self.team.place(key).store(if is_searched { key.folded() } else { 0 }, Relaxed);
    }
}

/// What the threads of a proof share.
struct Team<'t, W: TableWord> {
    table: &'t BoundsTable<W>,
    /// The positions that are being searched, each at a place chosen by its key. If two share a place, one of them is searched
    /// by more threads than it need be.
    searched: Vec<AtomicU64>,
    /// New entries of the table.
    new: AtomicUsize,
    nodes: AtomicU64,
    /// Set when there is an end.
    stop: AtomicBool,
    end: Mutex<Option<End>>,
}

/// The places of positions that are being searched.
const PLACES: usize = 1 << 10;

/// Why a team stops.
#[derive(Clone, Copy)]
enum End {
    Proved(i32),
    Stopped,
    /// The table must grow.
    Full,
}

impl<W: TableWord> Team<'_, W> {
    #[inline(always)]
    fn place(&self, key: W) -> &AtomicU64 {
        let mixed = key.folded().wrapping_mul(0x9e37_79b9_7f4a_7c15);
        &self.searched[mixed as usize >> (usize::BITS - PLACES.ilog2())]
    }

    /// The first end counts.
    fn end(&self, end: End) {
        self.end.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(end);
        self.stop.store(true, Relaxed);
    }
}

/// The two times that a thread of a team goes through the moves of a position.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Pass {
    /// Moves that others are searching are put off.
    First,
    /// Only what was put off.
    Second,
}

impl Pass {
    pub(super) const BOTH: [Pass; 2] = [Pass::First, Pass::Second];
}

/// The moves of a position that a thread has put off, by their place in the move ordering.
#[derive(Clone, Copy, Default)]
pub(super) struct PutOff(u64);

impl PutOff {
    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a move is not searched in this pass. The first one is never put off, nor those after the first 64.
    pub(super) fn skips(&mut self, pass: Pass, place: usize, is_searched: impl Fn() -> bool) -> bool {
        let mark = 1u64.unbounded_shl(place as u32);
        match pass {
            Pass::First if place > 0 && mark != 0 && is_searched() => {
                self.0 |= mark;
                true
            }
            Pass::First => false,
            Pass::Second => self.0 & mark == 0,
        }
    }
}

/// The nodes of a proof that one thread searches alone: about as long as it takes to start another.
/// Tests begin at once.
pub(super) const ALONE: u64 = if cfg!(test) { 8 } else { 1 << 13 };

/// Stops a search that takes as many nodes, too.
pub(super) struct Until<'w> {
    nodes: u64,
    watcher: &'w dyn Watcher,
    is_reached: Cell<bool>,
}

impl Until<'_> {
    pub(super) fn new(nodes: u64, watcher: &dyn Watcher) -> Until<'_> {
        Until { nodes, watcher, is_reached: Cell::new(false) }
    }

    /// Whether it has stopped the search.
    pub(super) fn is_reached(&self) -> bool {
        self.is_reached.get()
    }
}

impl Watcher for Until<'_> {
    fn check(&self, nodes: u64) -> Control {
        match self.watcher.check(nodes) {
            Control::CheckAgainAt(next) if nodes < self.nodes => Control::CheckAgainAt(next.min(self.nodes)),
            Control::CheckAgainAt(_) => {
                self.is_reached.set(true);
                Control::Stop
            }
            Control::Stop => Control::Stop,
        }
    }
}

/// Consults the watcher of the proof for one thread of a team, and counts its nodes.
struct Member<'m, W: TableWord> {
    team: &'m Team<'m, W>,
    /// One of the threads asks it.
    watcher: Option<&'m dyn Watcher>,
    /// The nodes at which the watcher is asked next.
    check_at: Cell<u64>,
    /// Those of this thread that are counted.
    counted: Cell<u64>,
}

/// The nodes of a thread between two looks at the others.
const STEP: u64 = 1 << 10;

impl<W: TableWord> Member<'_, W> {
    /// Adds this thread's nodes to those of the team.
    fn count(&self, nodes: u64) -> u64 {
        let new = nodes - self.counted.replace(nodes);
        self.team.nodes.fetch_add(new, Relaxed) + new
    }
}

impl<W: TableWord> Watcher for Member<'_, W> {
    fn check(&self, nodes: u64) -> Control {
        let team = self.team;
        let all = self.count(nodes);
        if let Some(watcher) = self.watcher
            && all >= self.check_at.get()
        {
            match watcher.check(all) {
                Control::CheckAgainAt(next) => self.check_at.set(next),
                Control::Stop => team.end(End::Stopped),
            }
        }
        if team.table.should_grow_with(team.new.load(Relaxed)) {
            team.end(End::Full);
        }
        if team.stop.load(Relaxed) { Control::Stop } else { Control::CheckAgainAt(nodes + STEP) }
    }
}

/// A search of the whole proof by one thread: what it found, and its nodes.
pub(super) type TeamSearch<'s, W> =
    dyn Fn(SharedTable<'_, W>, &dyn Watcher) -> (Result<i32, Stopped>, u64) + Sync + 's;

/// Proves something on this many threads, of which this is one. `nodes` are those so far.
pub(super) fn prove<W: TableWord>(
    table: &mut BoundsTable<W>,
    threads: usize,
    nodes: &mut u64,
    watcher: &dyn Watcher,
    search: &TeamSearch<'_, W>,
) -> Result<i32, Stopped> {
    loop {
        let team = Team {
            table,
            searched: (0..PLACES).map(|_| AtomicU64::new(0)).collect(),
            new: AtomicUsize::new(0),
            nodes: AtomicU64::new(*nodes),
            stop: AtomicBool::new(false),
            end: Mutex::new(None),
        };
        let work = |watcher: Option<&dyn Watcher>| {
            let member = Member { team: &team, watcher, check_at: Cell::new(0), counted: Cell::new(0) };
            let (found, nodes) = search(SharedTable { team: &team, new: 0 }, &member);
            member.count(nodes);
            if let Ok(value) = found {
                team.end(End::Proved(value));
            }
        };
        thread::scope(|scope| {
            for _ in 1..threads {
                // If the system allows no more threads, those that there are do the work.
                let helper = thread::Builder::new().stack_size(STACK);
                if helper.spawn_scoped(scope, || work(None)).is_err() {
                    break;
                }
            }
            work(Some(watcher));
        });
        let Team { new, end, nodes: all, .. } = team;
        *nodes = all.into_inner();
        let new = new.into_inner();
        table.count_new(new);
        match end.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(End::Proved(value)) => return Ok(value),
            Some(End::Full) => table.grow(),
            Some(End::Stopped) | None => return Err(Stopped),
        }
    }
}

/// The stack of a thread: as large as that of a program's first.
const STACK: usize = 8 << 20;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::games::{BuiltInGame, Game, GameVisitor};
    use crate::search::solve::{Endgames, Memory, Solver, by_search};
    use crate::search::{TranspositionTable, Unlimited};

    /// Compares what teams prove with what alpha-beta finds, in the last positions of a game that can be searched.
    struct Compare<'c> {
        picks: &'c [u8],
        memory: usize,
        threads: usize,
    }

    impl GameVisitor for Compare<'_> {
        type Output = ();

        fn visit<G: Game>(self, start: G) {
            let mut positions = vec![start];
            for &pick in self.picks {
                let last = positions[positions.len() - 1];
                let moves: Vec<_> = last.legal_moves().collect();
                if !moves.is_empty() {
                    positions.push(last.after(moves[usize::from(pick) % moves.len()]));
                }
            }
            let endgames = |beans| if beans == 0 { Endgames::default() } else { Endgames::of_beans(beans) };
            let solver = |beans| {
                let memory = Memory { endgames: 1 << 10, transpositions: self.memory };
                let mut solver = Solver::with_endgames(&start, &[], memory, endgames(beans));
                solver.set_threads(self.threads);
                solver
            };
            let mut solvers = [solver(0), solver(2)];
            let unfinished = positions.into_iter().rev().filter(|position| !position.is_over());
            for position in unfinished.take(5) {
                let (mut nodes, mut table) = (0, TranspositionTable::default());
                let limit = Until::new(20_000, &Unlimited);
                let Ok(value) = by_search::value(&position, &mut nodes, &mut table, &limit) else { break };
                for solver in &mut solvers {
                    assert_eq!(solver.value(&position, &Unlimited), Ok(value), "{position}");
                    let best = solver.best_move(&position, value, &Unlimited).unwrap().unwrap();
                    let worth = solver.move_value(&position, best, None, &Unlimited, &mut |_, _| {});
                    assert_eq!(worth, Ok(value), "{position}");
                }
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]

        #[test]
        fn teams_prove_the_values_of_alpha_beta(
            game in prop::sample::select(vec![
                "kalah:2x3", "kalah:3x2", "kalah:3x3", "kalah:4x2", "kalah:3x3:empty-capture",
                "connect:4x4x3", "connect:5x4x4", "connect:7x6x4", "connect:12x5x4", "connect:10x7x3",
            ]),
            picks in prop::collection::vec(any::<u8>(), 0..60),
            // A table of two buckets, one that grows, and one that has grown.
            memory in prop::sample::select(vec![64usize, 1 << 14, 1 << 20]),
            threads in 2..=4usize,
        ) {
            game.parse::<BuiltInGame>().unwrap().visit(Compare { picks: &picks, memory, threads });
        }
    }

    /// Stores and looks up many entries on several threads, in a table that grows.
    fn hammer<W: TableWord + From<u64>>(bits: u32) {
        let mut table = BoundsTable::<W>::new(bits, 1 << 16);
        let bounds =
            |key: u64| Bounds { low: (key % 100) as u8, high: (key % 27) as u8, mv: (key % 16) as u8 };
        let grown = AtomicU64::new(0);
        let found = prove(&mut table, 4, &mut 0, &Unlimited, &|mut table, watcher| {
            grown.fetch_add(1, Relaxed);
            for round in 0..200 {
                for key in 0..2000u64 {
                    let word = W::from(key * 7_654_321);
                    table.put(word, bounds(key), round);
                    let found = table.get(word);
                    assert!(found.is_none_or(|found| found == bounds(key)), "{key}: {found:?}");
                }
                if watcher.check(round) == Control::Stop {
                    return (Err(Stopped), round);
                }
            }
            (Ok(7), 200)
        });
        assert_eq!(found, Ok(7));
        assert!(grown.into_inner() > 4, "the table was too small at first");
    }

    #[test]
    fn what_several_threads_store_is_found_whole_or_not_at_all() {
        hammer::<u64>(40);
        hammer::<u128>(100);
    }

    #[test]
    fn a_watcher_stops_all_threads_and_sees_the_nodes_of_all() {
        /// Stops after some nodes.
        struct AtMost(u64);

        impl Watcher for AtMost {
            fn check(&self, nodes: u64) -> Control {
                if nodes < self.0 { Control::CheckAgainAt(self.0) } else { Control::Stop }
            }
        }

        struct Stop;

        impl GameVisitor for Stop {
            type Output = ();

            fn visit<G: Game>(self, start: G) {
                let mut solver = Solver::new(&start, &[], Memory::split(1 << 20));
                solver.set_threads(3);
                let stopped = solver.value(&start, &AtMost(200_000)).unwrap_err();
                assert!(stopped.low < stopped.high, "{stopped:?}");
                assert!(solver.nodes() >= 200_000);
            }
        }

        "connect:7x6x4".parse::<BuiltInGame>().unwrap().visit(Stop);
    }
}
