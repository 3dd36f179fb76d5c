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
}

/// What happens while a position is solved.
pub(crate) enum SolveEvent<'a> {
    /// A table in the cache cannot be used; it is built again.
    CacheDamaged(&'a str),
    /// This many nodes were searched. The bounds are those of the value until it is known.
    Searched { nodes: u64, bounds: Option<Unsolved> },
    /// This many of all moves are solved.
    MovesSolved { solved: usize, moves: usize },
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
    let progress = SolveProgress { listener, bounds: Cell::new(None) };
    let Some(endgames) = endgames(request, &progress)? else { return Ok(None) };
    let mut solver = host.solver(&[position], memory, &endgames);
    let found = solver.value(position, None, &progress, &mut |bounds, _| progress.bounds.set(Some(bounds)));
    progress.bounds.set(None);
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
    solution.best = solver.best_move(position, value, progress).ok()?;
    solution.line = solver.line(position, value, LONGEST_LINE, progress).ok()?;
    if request.every_move {
        let moves: Vec<_> = position.legal_moves().collect();
        for &mv in &moves {
            let value = solver.move_value(position, mv, Some(value), progress).ok()?;
            solution.moves.push(MoveValue { mv, value });
            let event = SolveEvent::MovesSolved { solved: solution.moves.len(), moves: moves.len() };
            (progress.listener)(event);
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
    let Ok(built) = EndgameTable::build(tables.rules, tables.beans, progress) else { return Ok(None) };
    let Some(table) = built else { return Ok(Some(Endgames::default())) };
    cache::write(folder, &table)?;
    Ok(Some(Endgames::built(table)))
}

/// Reports progress and stops at Ctrl-C.
struct SolveProgress<'a> {
    listener: &'a dyn Fn(SolveEvent<'_>),
    bounds: Cell<Option<Unsolved>>,
}

/// The nodes between two looks at the flag.
const STEP: u64 = 1 << 16;

impl Watcher for SolveProgress<'_> {
    fn check(&self, nodes: u64) -> Control {
        if interrupt::is_set() {
            return Control::Stop;
        }
        if nodes.is_multiple_of(16 * STEP) && nodes > 0 {
            (self.listener)(SolveEvent::Searched { nodes, bounds: self.bounds.get() });
        }
        Control::CheckAgainAt((nodes / STEP + 1) * STEP)
    }
}
