//! The moves of games, compared with perfect play.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::JudgedGame;
use super::games::{PlayedGame, RecordedGames};
use crate::games::{AnyPosition, Move, Side};
use crate::interrupt;
use crate::play::host::{AnySolver, GameHost};
use crate::run::session::Threads;
use crate::search::solve::{Endgames, Memory};
use crate::search::{Control, Watcher};

/// The memory of the endgame tables, and of the transposition table of each thread.
const MEMORY: Memory = Memory { endgames: 32 << 20, transpositions: 64 << 20 };

/// Judges the games of a run. Each is judged alone, from an empty transposition table and with a budget of nodes for each
/// position, so the results do not depend on the number of threads.
pub(in crate::run) struct ExactJudge<'r> {
    host: &'r dyn GameHost,
    openings: Vec<&'r AnyPosition>,
    endgames: Endgames,
    threads: &'r Threads,
    budget: u64,
}

impl<'r> ExactJudge<'r> {
    pub(in crate::run) fn new(run: &'r RecordedGames, threads: &'r Threads, budget: u64) -> ExactJudge<'r> {
        let openings: Vec<_> = run.games.iter().map(|game| &game.opening).collect();
        let host = run.host.as_ref();
        let endgames = match host.endgames(&openings, MEMORY) {
            Some(tables) => {
                let endgames = Endgames::of_beans(tables.largest(MEMORY).beans);
                // On all threads, before they judge games.
                threads.install(|| endgames.table(tables.rules).map(drop));
                endgames
            }
            None => Endgames::default(),
        };
        ExactJudge { host, openings, endgames, threads, budget }
    }

    /// Judges games of the run in parallel. `None` if it was interrupted.
    pub(in crate::run) fn judge(&self, games: &[PlayedGame]) -> Option<Vec<JudgedGame>> {
        self.threads.install(|| {
            let solver = || self.host.solver(&self.openings, MEMORY, &self.endgames);
            let one = |solver: &mut Box<dyn AnySolver>, game: &PlayedGame| {
                judge(solver.as_mut(), game, self.budget, interrupt::flag())
            };
            games.par_iter().map_init(solver, one).collect()
        })
    }
}

/// What is known about a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct JudgedMove {
    /// The ply, from 1.
    pub(crate) ply: usize,
    pub(crate) side: Side,
    pub(crate) mv: Move,
    /// The beans in play before it, where that says how far the game is.
    pub(crate) beans: Option<usize>,
    pub(crate) judgement: Option<Judgement>,
}

/// The values of a move for the side that made it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Judgement {
    /// The value before the move, which is that of the best one.
    pub(crate) before: i32,
    pub(crate) after: i32,
    /// A best move: this one if it is; `None` if the budget was not enough to find one.
    pub(crate) best: Option<Move>,
}

impl Judgement {
    pub(crate) fn loss(self) -> i32 {
        self.before - self.after
    }
}

/// Stops a search that takes more nodes than the budget, or at Ctrl-C.
struct NodeBudget<'b> {
    until: u64,
    interrupt: &'b AtomicBool,
}

/// The nodes between two looks at the flag.
const STEP: u64 = 1 << 14;

impl Watcher for NodeBudget<'_> {
    fn check(&self, nodes: u64) -> Control {
        if nodes >= self.until || self.interrupt.load(Ordering::Relaxed) {
            return Control::Stop;
        }
        Control::CheckAgainAt((nodes + STEP).min(self.until))
    }
}

/// After this many positions that are too hard, those before them in the game are not tried.
const MOST_FAILURES: usize = 2;

/// Judges all moves of a game, from the last one to the first: what was proved about the end of a game helps with the
/// positions before. `None` if it was interrupted.
fn judge(
    solver: &mut dyn AnySolver,
    game: &PlayedGame,
    budget: u64,
    interrupt: &AtomicBool,
) -> Option<JudgedGame> {
    solver.clear();
    let positions = game.positions();
    let mut values: Vec<Option<i32>> = vec![None; positions.len()];
    let mut failures = 0;
    for at in (0..positions.len()).rev() {
        if failures == MOST_FAILURES {
            break;
        }
        let guess = values.get(at + 1).copied().flatten();
        let guess = guess.map(|value| seen_from(&positions[at], &positions[at + 1], value));
        values[at] = value(solver, &positions[at], guess, budget, interrupt);
        failures += usize::from(values[at].is_none());
        if interrupt.load(Ordering::Relaxed) {
            return None;
        }
    }
    let mut judged = Vec::new();
    for (at, &mv) in game.moves.iter().enumerate() {
        let (position, next) = (&positions[at], &positions[at + 1]);
        let judgement = values[at].zip(values[at + 1]).map(|(before, after)| {
            let after = seen_from(position, next, after);
            let best = if before == after {
                Some(mv)
            } else {
                best_move(solver, position, before, budget, interrupt)
            };
            Judgement { before, after, best }
        });
        let (side, beans) = (position.to_move(), solver.beans_in_play(position));
        judged.push(JudgedMove { ply: at + 1, side, mv, beans, judgement });
    }
    (!interrupt.load(Ordering::Relaxed)).then_some(judged)
}

/// A value after a move, seen from the side that moved.
fn seen_from(position: &AnyPosition, next: &AnyPosition, value: i32) -> i32 {
    if position.to_move() == next.to_move() { value } else { -value }
}

/// The value of a position: points where the game counts them, else 1, 0 or -1 for a win, a draw and a loss.
fn value(
    solver: &mut dyn AnySolver,
    position: &AnyPosition,
    guess: Option<i32>,
    budget: u64,
    interrupt: &AtomicBool,
) -> Option<i32> {
    let watcher = NodeBudget { until: solver.nodes().saturating_add(budget), interrupt };
    if solver.counts_points(position) {
        return solver.value(position, guess, &watcher, &mut |_, _| {}).ok();
    }
    if solver.reaches(position, 1, &watcher).ok()? {
        return Some(1);
    }
    Some(if solver.reaches(position, 0, &watcher).ok()? { 0 } else { -1 })
}

/// The first best move.
fn best_move(
    solver: &mut dyn AnySolver,
    position: &AnyPosition,
    value: i32,
    budget: u64,
    interrupt: &AtomicBool,
) -> Option<Move> {
    let watcher = NodeBudget { until: solver.nodes().saturating_add(budget), interrupt };
    solver.best_move(position, value, &watcher).ok().flatten()
}
