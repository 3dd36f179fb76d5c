//! `arena solve`: the exact value of a position and of every move.

mod cache;
mod output;

use std::cell::Cell;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Instant;

use super::args::SolveArgs;
use super::failure::Failure;
use super::resolve::SetUp;
use super::run::progress_mode;
use super::say;
use crate::games::AnyPosition;
use crate::interrupt;
use crate::report::numbers::{grouped, signed};
use crate::report::paint::Paint;
use crate::report::progress::Activity;
use crate::run::{AnySolver, GameHost};
use crate::search::solve::{EndgameTable, Endgames, Memory, Unsolved};
use crate::search::{Control, MoveValue, Watcher};
use cache::Cached;
use output::Solution;

/// The most moves of a best line.
const LONGEST_LINE: usize = 200;

/// Runs the command.
pub(super) fn run(args: &SolveArgs, paint: Paint, out: &mut impl Write) -> Result<(), Failure> {
    let SetUp { game, host, position, .. } = args.position.set_up()?;
    let began = Instant::now();
    let activity = Activity::begin(progress_mode(false), "solving");
    let watch = Watch { activity, began, bounds: Cell::new(None) };
    let solution = find(args, host.as_ref(), &position, &watch);
    watch.activity.end();
    let solution = solution?;
    let took = began.elapsed();
    if args.json {
        serde_json::to_writer(&mut *out, &output::json(&game, &position, &solution, took))?;
        writeln!(out)?;
    } else {
        write!(out, "{}", output::text(&position, &solution, took, paint))?;
    }
    out.flush()?;
    if solution.is_interrupted { Err(Failure::interrupted()) } else { Ok(()) }
}

/// Solves the position, then its moves, then finds a line.
fn find(
    args: &SolveArgs,
    host: &dyn GameHost,
    position: &AnyPosition,
    watch: &Watch,
) -> Result<Solution, Failure> {
    let memory = Memory::split(args.memory as usize);
    let endgames = endgames(args.cache.as_deref(), host, position, memory, watch)?;
    let mut solver = host.solver(&[position], memory, &endgames);
    let mut solution = Solution::default();
    let found = solver.value(position, None, watch, &mut |bounds, _| watch.bounds.set(Some(bounds)));
    match found {
        Ok(value) => solution.bounds = Unsolved { low: value, high: value },
        Err(bounds) => {
            (solution.bounds, solution.is_interrupted) = (bounds, true);
        }
    }
    watch.bounds.set(None);
    if let Ok(value) = found {
        solution.words = solver.words(position, value);
        solution.is_interrupted =
            rest(args, solver.as_mut(), position, value, watch, &mut solution).is_none();
    }
    solution.nodes = solver.nodes();
    Ok(solution)
}

/// The moves and the line; `None` if that was interrupted.
fn rest(
    args: &SolveArgs,
    solver: &mut dyn AnySolver,
    position: &AnyPosition,
    value: i32,
    watch: &Watch,
    solution: &mut Solution,
) -> Option<()> {
    solution.best = solver.best_move(position, value, watch).ok()?;
    solution.line = solver.line(position, value, LONGEST_LINE, watch).ok()?;
    if !args.best {
        let moves: Vec<_> = position.legal_moves().collect();
        for &mv in &moves {
            let value = solver.move_value(position, mv, Some(value), watch).ok()?;
            solution.moves.push(MoveValue { mv, value });
            watch.activity.show(&format!("{} of {} moves solved", solution.moves.len(), moves.len()));
        }
    }
    Some(())
}

/// The endgame tables, from the cache if there is one.
fn endgames(
    cache: Option<&Path>,
    host: &dyn GameHost,
    position: &AnyPosition,
    memory: Memory,
    watch: &Watch,
) -> Result<Endgames, Failure> {
    let (Some(folder), Some(tables)) = (cache, host.endgames(&[position], memory)) else {
        return Ok(Endgames::default());
    };
    match cache::read(folder, tables) {
        Cached::Table(table) => return Ok(Endgames::built(table)),
        Cached::Nothing => {}
        Cached::Damaged(problem) => say(&format!("warning: {problem}; it is built again")),
    }
    let built = EndgameTable::build(tables.rules, tables.beans, watch).map_err(|_| Failure::interrupted())?;
    let Some(table) = built else { return Ok(Endgames::default()) };
    cache::write(folder, &table)?;
    Ok(Endgames::built(table))
}

/// Shows progress and stops at Ctrl-C.
struct Watch {
    activity: Activity,
    began: Instant,
    /// The bounds so far.
    bounds: Cell<Option<Unsolved>>,
}

/// The nodes between two looks at the flag.
const STEP: u64 = 1 << 16;

impl Watcher for Watch {
    fn check(&self, nodes: u64) -> Control {
        if interrupt::flag().load(Ordering::Relaxed) {
            return Control::Stop;
        }
        if nodes.is_multiple_of(16 * STEP) && nodes > 0 {
            let rate = nodes as f64 / self.began.elapsed().as_secs_f64().max(0.001) / 1e6;
            let bounds = match self.bounds.get() {
                Some(Unsolved { low, high }) => format!("value from {} to {}, ", signed(low), signed(high)),
                None => String::new(),
            };
            self.activity.show(&format!("{bounds}{} positions, {rate:.1} million a second", grouped(nodes)));
        }
        Control::CheckAgainAt((nodes / STEP + 1) * STEP)
    }
}
