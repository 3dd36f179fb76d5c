//! Exact values of positions: with best play from both sides, how does the game end?
//!
//! The value of a position is that of the game's default evaluator at the end of the game, for the side to move: in Kalah the final
//! difference of beans, in Connect-N and m,n,k a win by how soon it comes. [`Solver`] finds it by proving bounds with null windows
//! until they meet; each game has its own way to prove one:
//!
//! - `kalah`: endgame tables, and an exact search above them with a large transposition table.
//! - `connect` and `othello`: an exact search on bitboards.
//! - all others: alpha-beta to the end of the game.
//!
//! Several threads can search one position together: see `team`. Values do not depend on how many do, nor do best moves and
//! lines, which are the first in order.
//!
//! Everything here is pure: no clock, no files. A [`Watcher`] stops a search, and the bounds proved so far remain.
//!
//! ```
//! use arena::games::Game;
//! use arena::games::kalah::{Board, KalahRules};
//! use arena::search::Unlimited;
//! use arena::search::solve::{Memory, Solver};
//!
//! let start = Board::start(KalahRules::new(3, 4, false).unwrap());
//! let mut solver = Solver::new(&start, &[start], Memory::default());
//! assert_eq!(solver.value(&start, &Unlimited), Ok(2));
//! ```

mod bounds_table;
mod by_search;
mod connect;
pub(crate) mod kalah;
mod othello;
mod pace;
mod team;

use crate::games::kalah::{KalahRules, SideRows};
use crate::games::{Evaluator, Evaluators, Form, Game, Move, Solvable};
use crate::search::{MoveValue, Stopped, TranspositionTable, Unlimited, Watcher};
use kalah::SharedEndgames;
pub(crate) use kalah::{EndgameTable, LimitedSearch};

/// Proves bounds on the values of positions of one game.
trait Prover: Send + Sync {
    /// Bounds that need no proof.
    fn range(&self, position: &Solvable) -> (i32, i32);

    /// The value to compare with next, above the lower of these bounds and at most the upper one. `guess` is what
    /// the value may be, `last` the bound that was proved last.
    fn goal(&self, bounds: (i32, i32), guess: Option<i32>, last: Option<i32>) -> i32;

    /// Whether the value of a position is at least `goal`: what is found is a lower bound if it is, else an upper bound.
    fn prove(&mut self, position: &Solvable, goal: i32, watcher: &dyn Watcher) -> Result<i32, Stopped>;

    fn nodes(&self) -> u64;

    /// Sets the number of threads that prove a bound together, if they can.
    fn set_threads(&mut self, threads: usize) {
        let _ = threads;
    }

    /// Forgets all proofs.
    fn clear(&mut self);
}

/// How much memory a solver may take, in bytes. It takes less where it needs less.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Memory {
    /// For endgame tables.
    pub endgames: usize,
    /// For the transposition table.
    pub transpositions: usize,
}

impl Memory {
    /// Half for each.
    pub const fn split(bytes: usize) -> Memory {
        Memory { endgames: bytes / 2, transpositions: bytes / 2 }
    }
}

impl Default for Memory {
    /// 256 MiB.
    fn default() -> Memory {
        Memory::split(256 << 20)
    }
}

/// Endgame tables. Those of a given number of beans are shared by several solvers, and built when they are needed first; by default
/// each solver has its own, which grow as long as its search lasts.
#[derive(Clone, Default)]
pub struct Endgames {
    table: SharedEndgames,
    /// The most beans in play; chosen by the solver if it is not given.
    most: Option<usize>,
}

impl Endgames {
    /// Tables of positions with at most this many beans in play.
    pub fn of_beans(most: usize) -> Endgames {
        Endgames { table: SharedEndgames::default(), most: Some(most) }
    }

    /// The same tables, if they are built, else with at most this many beans in play.
    pub(crate) fn up_to(&self, most: usize) -> Endgames {
        Endgames { table: self.table.clone(), most: Some(most) }
    }

    /// A table that is there already.
    pub(crate) fn built(table: EndgameTable) -> Endgames {
        let most = Some(table.most() as usize);
        Endgames { table: SharedEndgames::built(table), most }
    }

    /// The most beans in play of the table, if it is built.
    pub(crate) fn beans(&self) -> Option<usize> {
        self.table.get().map(|table| table.most() as usize)
    }

    /// The table, built now if it is not there yet; `None` if the board has none. Other threads wait for it.
    pub(crate) fn table(&self, rules: KalahRules) -> Option<&EndgameTable> {
        self.table.get_or_build(rules, self.most.unwrap_or(0), &Unlimited).ok().flatten()
    }
}

/// Which endgame tables to use: those of a game's rules, up to a number of beans in play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EndgameSpec {
    pub(crate) rules: KalahRules,
    pub(crate) beans: usize,
}

impl EndgameSpec {
    /// The tables with which a solver for these positions works best; `None` if the game has none.
    pub(crate) fn best<G: Game>(start: &G, positions: &[G], memory: Memory) -> Option<EndgameSpec> {
        let rules = kalah_rules(start)?;
        let beans = kalah::best_endgames(rules.holes(), most_beans(start, positions), memory.endgames);
        Some(EndgameSpec { rules, beans })
    }

    /// The largest tables of the same rules that take at most this much memory.
    pub(crate) fn largest(self, memory: Memory) -> EndgameSpec {
        let beans = kalah::endgame::most_beans(self.rules.holes(), 127, memory.endgames);
        EndgameSpec { beans, ..self }
    }

    /// The number of positions in the tables; `None` if it does not fit.
    pub(crate) fn positions(self) -> Option<u64> {
        kalah::endgame::positions(self.rules.holes(), self.beans)
    }
}

/// The most beans in play of these positions, or at the start if there are none.
fn most_beans<G: Game>(start: &G, positions: &[G]) -> usize {
    positions.iter().map(beans_in_play).max().unwrap_or_else(|| beans_in_play(start))
}

/// The bounds of a value that could not be found in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unsolved {
    /// The value is not below.
    pub low: i32,
    /// The value is not above.
    pub high: i32,
}

impl Unsolved {
    /// Seen from the other side.
    fn negated(self) -> Unsolved {
        Unsolved { low: self.high.saturating_neg(), high: self.low.saturating_neg() }
    }
}

/// Finds exact values of positions of one game.
pub struct Solver<G: Game> {
    prover: Option<Box<dyn Prover>>,
    /// Used where there is no prover.
    table: TranspositionTable<G>,
    nodes: u64,
}

impl<G: Game> Solver<G> {
    /// A solver for the game of `start`, and for positions with no more beans in play than these, or than the start if there are
    /// none. It does not solve positions with more beans.
    pub fn new(start: &G, positions: &[G], memory: Memory) -> Solver<G> {
        Solver::with_endgames(start, positions, memory, Endgames::default())
    }

    /// The same with shared endgame tables.
    pub fn with_endgames(start: &G, positions: &[G], memory: Memory, endgames: Endgames) -> Solver<G> {
        let prover = match start.solvable().0 {
            Form::Kalah { rules, .. } => {
                let beans = most_beans(start, positions);
                let (shared, most) = match endgames.most {
                    Some(most) => (Some(endgames.table), most),
                    None => (None, kalah::best_endgames(rules.holes(), beans, memory.endgames)),
                };
                kalah::KalahProver::new(rules, beans, memory.transpositions, shared, most)
                    .map(|prover| Box::new(prover) as Box<dyn Prover>)
            }
            // There are no endgame tables.
            Form::Connect { rules, .. } => connect::prover(rules, memory.endgames + memory.transpositions),
            Form::Othello { geometry, .. } => {
                let vacant = positions.iter().chain([start]).filter_map(left_to_play).max().unwrap_or(0);
                let memory = memory.endgames + memory.transpositions;
                Some(Box::new(othello::OthelloProver::new(geometry, vacant, memory)) as Box<dyn Prover>)
            }
            Form::BySearch => None,
        };
        Solver { prover, table: TranspositionTable::default(), nodes: 0 }
    }

    /// Lets this many threads find a value together: by default one. Values, best moves and lines are the same for any number. Nodes
    /// are not, except on one thread, and a limit of nodes is exact there only. Games that are searched to their end use one
    /// thread.
    pub fn set_threads(&mut self, threads: usize) {
        if let Some(prover) = &mut self.prover {
            prover.set_threads(threads);
        }
    }

    /// The nodes so far.
    pub fn nodes(&self) -> u64 {
        self.prover.as_ref().map_or(self.nodes, |prover| prover.nodes())
    }

    /// Forgets all proofs, so that what follows does not depend on what was solved before.
    pub fn clear(&mut self) {
        if let Some(prover) = &mut self.prover {
            prover.clear();
        }
    }

    /// The value of a position for the side to move.
    pub fn value(&mut self, position: &G, watcher: &dyn Watcher) -> Result<i32, Unsolved> {
        self.value_observed(position, None, watcher, &mut |_, _| {})
    }

    /// The same, found faster if the guess is right; `observe` is called with the bounds and the nodes so far.
    pub fn value_observed(
        &mut self,
        position: &G,
        guess: Option<i32>,
        watcher: &dyn Watcher,
        observe: &mut dyn FnMut(Unsolved, u64),
    ) -> Result<i32, Unsolved> {
        let Some(prover) = self.prover.as_mut().filter(|_| !position.is_over()) else {
            let unknown = Unsolved { low: i32::MIN, high: i32::MAX };
            return by_search::value(position, &mut self.nodes, &mut self.table, watcher)
                .map_err(|Stopped| unknown);
        };
        let form = position.solvable();
        let (mut low, mut high) = prover.range(&form);
        let mut last = None;
        while low < high {
            let goal = prover.goal((low, high), guess, last);
            let found = prover
                .prove(&form, goal, watcher)
                .map_err(|Stopped| Unsolved { low, high })?
                .clamp(low, high);
            *(if found >= goal { &mut low } else { &mut high }) = found;
            last = Some(found);
            observe(Unsolved { low, high }, prover.nodes());
        }
        Ok(low)
    }

    /// Whether the value of a position is at least `goal`.
    pub fn reaches(&mut self, position: &G, goal: i32, watcher: &dyn Watcher) -> Result<bool, Stopped> {
        match self.prover.as_mut().filter(|_| !position.is_over()) {
            Some(prover) => Ok(prover.prove(&position.solvable(), goal, watcher)? >= goal),
            None => Ok(by_search::value(position, &mut self.nodes, &mut self.table, watcher)? >= goal),
        }
    }

    /// The value of a move for the side that makes it, observed as in [`value_observed`](Solver::value_observed).
    pub fn move_value(
        &mut self,
        position: &G,
        mv: Move,
        guess: Option<i32>,
        watcher: &dyn Watcher,
        observe: &mut dyn FnMut(Unsolved, u64),
    ) -> Result<i32, Unsolved> {
        let next = position.after(mv);
        if next.to_move() == position.to_move() {
            return self.value_observed(&next, guess, watcher, observe);
        }
        let guess = guess.map(|guess| -guess);
        self.value_observed(&next, guess, watcher, &mut |bounds, nodes| observe(bounds.negated(), nodes))
            .map(i32::saturating_neg)
            .map_err(Unsolved::negated)
    }

    /// The first move whose value is that of the position; `None` when the game is over.
    pub fn best_move(
        &mut self,
        position: &G,
        value: i32,
        watcher: &dyn Watcher,
    ) -> Result<Option<Move>, Stopped> {
        let mut moves = position.legal_moves();
        let Some(last) = moves.last() else { return Ok(None) };
        let found = moves.find_map(|mv| {
            // If no other move is good enough, the last one is.
            if mv == last {
                return Some(Ok(mv));
            }
            let next = position.after(mv);
            let is_enough = if next.to_move() == position.to_move() {
                self.reaches(&next, value, watcher)
            } else {
                self.reaches(&next, 1 - value, watcher).map(|reaches| !reaches)
            };
            match is_enough {
                Ok(true) => Some(Ok(mv)),
                Ok(false) => None,
                Err(Stopped) => Some(Err(Stopped)),
            }
        });
        found.transpose()
    }

    /// The first best moves of both sides to the end of the game, at most `most` of them.
    pub fn line(
        &mut self,
        position: &G,
        mut value: i32,
        most: usize,
        watcher: &dyn Watcher,
    ) -> Result<Vec<Move>, Stopped> {
        let mut position = *position;
        let mut line = Vec::new();
        while line.len() < most
            && let Some(mv) = self.best_move(&position, value, watcher)?
        {
            let next = position.after(mv);
            if next.to_move() != position.to_move() {
                value = -value;
            }
            position = next;
            line.push(mv);
        }
        Ok(line)
    }

    /// The value of every legal move, in order. `observe` is called after each with the values so far.
    pub fn move_values(
        &mut self,
        position: &G,
        guess: Option<i32>,
        watcher: &dyn Watcher,
        mut observe: impl FnMut(&[MoveValue], u64),
    ) -> Result<Vec<MoveValue>, Stopped> {
        let mut values = Vec::new();
        for mv in position.legal_moves() {
            let value = self.move_value(position, mv, guess, watcher, &mut |_, _| {}).map_err(|_| Stopped)?;
            values.push(MoveValue { mv, value });
            observe(&values, self.nodes());
        }
        Ok(values)
    }
}

/// Whether values are points, so that their difference is what a move loses.
pub(crate) fn counts_points<G: Game>(position: &G) -> bool {
    matches!(position.solvable().0, Form::Kalah { .. })
}

/// The rules of a position that has endgame tables.
pub(crate) fn kalah_rules<G: Game>(position: &G) -> Option<KalahRules> {
    match position.solvable().0 {
        Form::Kalah { rules, .. } => Some(rules),
        _ => None,
    }
}

/// The holes and the lead of a position of Kalah.
pub(crate) fn kalah_parts<G: Game>(position: &G) -> Option<(SideRows, i32)> {
    kalah::parts(&position.solvable())
}

/// How the game ends if the position has this value, in words.
pub(crate) fn words<G: Game>(position: &G, value: i32) -> Option<String> {
    let evaluator = <G::Evaluators as Evaluators<G>>::First::default();
    evaluator.prospect(position, value, true)
}

/// The beans in play or the vacant cells: about how far it is to the end of the game, where a solver knows the game.
pub(crate) fn left_to_play<G: Game>(position: &G) -> Option<usize> {
    match position.solvable().0 {
        Form::Kalah { .. } => Some(beans_in_play(position)),
        Form::Connect { rules, all, .. } => Some(rules.cells() - all.count_ones() as usize),
        Form::Othello { geometry, own, other } => {
            Some((geometry.cells() & !(own | other)).count_ones() as usize)
        }
        Form::BySearch => None,
    }
}

/// The beans in play of a position of Kalah.
pub(crate) fn beans_in_play<G: Game>(position: &G) -> usize {
    match position.solvable().0 {
        Form::Kalah { rows, .. } => rows.beans().iter().sum::<u32>() as usize,
        _ => 0,
    }
}
