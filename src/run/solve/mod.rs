//! The exact value of a position and of every move.

mod cache;

use std::cell::Cell;
use std::io;
use std::path::Path;

use crate::games::{AnyPosition, Move};
use crate::interrupt;
use crate::play::host::{AnySolver, GameHost};
use crate::search::solve::{EndgameTable, Endgames, Memory, Unsolved};
use crate::search::{Control, MoveValue, Watcher};
use cache::Cached;

/// The most moves of a best line.
const LONGEST_LINE: usize = 200;

pub(crate) struct SolveRequest<'a> {
    pub host: &'a dyn GameHost,
    pub position: &'a AnyPosition,
    pub memory: Memory,
    /// A folder of endgame tables.
    pub cache: Option<&'a Path>,
    /// Whether every move is solved, not only the best.
    pub every_move: bool,
    /// The threads that search together.
    pub threads: usize,
}

/// What happens while a position is solved.
pub(crate) enum SolveEvent<'a> {
    /// A table in the cache cannot be used; it is built again.
    CacheDamaged(&'a str),
    /// This many nodes were searched for the value of this. The bounds are those proved so far, if there are any.
    Searched { nodes: u64, target: Target, bounds: Option<Unsolved> },
}

/// What is being solved.
#[derive(Clone, Copy)]
pub(crate) enum Target {
    Position,
    /// The best move and the best line.
    Line,
    /// This one of all moves, from 1.
    Move {
        number: usize,
        moves: usize,
    },
}

/// What was found.
pub(crate) struct Solution {
    /// The bounds of the value. If they are equal, it is the value.
    pub bounds: Unsolved,
    /// How the game ends: "South wins by 8".
    pub words: String,
    pub best: Option<Move>,
    /// The moves that were solved.
    pub moves: Vec<MoveValue>,
    pub line: Vec<Move>,
    pub nodes: u64,
    /// Whether something is missing.
    pub is_interrupted: bool,
}

impl Solution {
    pub(crate) fn value(&self) -> Option<i32> {
        let Unsolved { low, high } = self.bounds;
        (low == high).then_some(low)
    }
}

/// Solves a position, then its moves, then finds a line. `None` if it is interrupted before the search begins.
pub(crate) fn solve(
    request: &SolveRequest<'_>,
    listener: &dyn Fn(SolveEvent<'_>),
) -> io::Result<Option<Solution>> {
    let &SolveRequest { host, position, memory, .. } = request;
    let progress = SolveProgress::new(listener);
    let Some(endgames) = endgames(request, &progress)? else { return Ok(None) };
    let mut solver = host.solver(&[position], memory, &endgames);
    solver.set_threads(request.threads);
    let found = solver.value(position, None, &progress, &mut |bounds, nodes| progress.bounds(bounds, nodes));
    let mut solution = Solution {
        bounds: found.map_or_else(|bounds| bounds, |value| Unsolved { low: value, high: value }),
        words: String::new(),
        best: None,
        moves: Vec::new(),
        line: Vec::new(),
        nodes: 0,
        is_interrupted: found.is_err(),
    };
    if let Ok(value) = found {
        solution.words = solver.words(position, value);
        solution.is_interrupted = rest(request, solver.as_mut(), value, &progress, &mut solution).is_none();
    }
    solution.nodes = solver.nodes();
    Ok(Some(solution))
}

/// The moves and the line; `None` if that was interrupted.
fn rest(
    request: &SolveRequest<'_>,
    solver: &mut dyn AnySolver,
    value: i32,
    progress: &SolveProgress<'_>,
    solution: &mut Solution,
) -> Option<()> {
    let position = request.position;
    progress.begin(Target::Line);
    solution.best = solver.best_move(position, value, progress).ok()?;
    solution.line = solver.line(position, value, LONGEST_LINE, progress).ok()?;
    if request.every_move {
        let moves: Vec<_> = position.legal_moves().collect();
        for (&mv, number) in moves.iter().zip(1..) {
            progress.begin(Target::Move { number, moves: moves.len() });
            // Other moves are mostly so much worse that the value of the position is no good guess.
            let guess = (Some(mv) == solution.best).then_some(value);
            let observe = &mut |bounds, nodes| progress.bounds(bounds, nodes);
            let value = solver.move_value(position, mv, guess, progress, observe).ok()?;
            solution.moves.push(MoveValue { mv, value });
        }
    }
    Some(())
}

/// The endgame tables, from the cache if there is one; `None` if building them was interrupted.
fn endgames(request: &SolveRequest<'_>, progress: &SolveProgress<'_>) -> io::Result<Option<Endgames>> {
    let tables = request.host.endgames(&[request.position], request.memory);
    let (Some(folder), Some(tables)) = (request.cache, tables) else {
        return Ok(Some(Endgames::default()));
    };
    match cache::read(folder, tables) {
        Cached::Table(table) => return Ok(Some(Endgames::built(table))),
        Cached::Nothing => {}
        Cached::Damaged(problem) => (progress.listener)(SolveEvent::CacheDamaged(&problem)),
    }
    let Ok(built) = EndgameTable::build(tables.rules, tables.beans, request.threads, progress) else {
        return Ok(None);
    };
    let Some(table) = built else { return Ok(Some(Endgames::default())) };
    cache::write(folder, &table)?;
    Ok(Some(Endgames::built(table)))
}

/// Reports progress and stops at Ctrl-C.
struct SolveProgress<'a> {
    listener: &'a dyn Fn(SolveEvent<'_>),
    target: Cell<Target>,
    bounds: Cell<Option<Unsolved>>,
    /// The nodes at which it is reported next.
    report_at: Cell<u64>,
}

impl<'a> SolveProgress<'a> {
    fn new(listener: &'a dyn Fn(SolveEvent<'_>)) -> SolveProgress<'a> {
        let (target, bounds) = (Cell::new(Target::Position), Cell::new(None));
        SolveProgress { listener, target, bounds, report_at: Cell::new(REPORTED) }
    }

    fn begin(&self, target: Target) {
        self.target.set(target);
        self.bounds.set(None);
    }

    /// Reports new bounds of a search that lasts.
    fn bounds(&self, bounds: Unsolved, nodes: u64) {
        self.bounds.set(Some(bounds));
        if nodes >= REPORTED {
            self.report(nodes);
        }
    }

    fn report(&self, nodes: u64) {
        let (target, bounds) = (self.target.get(), self.bounds.get());
        (self.listener)(SolveEvent::Searched { nodes, target, bounds });
    }
}

/// The nodes between two looks at the flag.
const STEP: u64 = 1 << 16;

/// The nodes between two reports.
const REPORTED: u64 = 16 * STEP;

impl Watcher for SolveProgress<'_> {
    fn check(&self, nodes: u64) -> Control {
        if interrupt::is_set() {
            return Control::Stop;
        }
        if nodes >= self.report_at.get() {
            self.report_at.set(nodes + REPORTED);
            self.report(nodes);
        }
        Control::CheckAgainAt((nodes / STEP + 1) * STEP)
    }
}
