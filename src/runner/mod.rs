//! The runner: plays the games of a plan on all cores, and hands them over in the order of the plan.
//!
//! Games finish in any order, but they are committed in game order: a game is handed to the consumer once all earlier
//! ones have been. So the consumer sees the same for any number of threads. How far the players may
//! run ahead of the oldest unfinished game is bounded, and so is the memory.
//!
//! There is no thread for committing. The one that finishes the next games in order commits them and all that wait for
//! them, while the others keep playing.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use crate::bots::StartError;
use crate::duel::{Forfeit, Measurement};
pub(crate) use crate::duel::{Interrupted, Reason, RecordedGame};
use crate::fingerprint::{Extent, Fingerprint};
use crate::games::Outcome;
use crate::openings::OpeningsError;
use crate::schedule::{Block, Fixture};

/// Plays game i of a plan and returns its record.
///
/// Nothing above this trait knows how games are played: schedule, journal, statistics and reports work on
/// [`GameRecord`]s.
pub trait GameSource: Send + Sync {
    /// A worker for one thread, which stops when `interrupt` is set.
    fn worker<'a>(&'a self, measured: Measured, interrupt: &'a AtomicBool) -> Box<dyn GameWorker + 'a>;

    /// Whether a recorded game is the one that belongs here: the right opening, and moves that lead to the
    /// recorded result.
    fn is_game(&self, fixture: &Fixture, recorded: &RecordedGame<'_>) -> bool;

    /// Whether an opening may occur twice in this many pairs.
    fn openings_may_repeat(&self, pairs: u64) -> bool;

    /// The number of plies from the start to the openings, if it is the same for all.
    fn opening_plies(&self) -> Option<u32>;

    /// Whether all players choose at once, so that a game takes microseconds.
    fn is_instant(&self) -> bool;

    /// Whether players are programs.
    fn has_bots(&self) -> bool;

    /// Writes the stderr of players that are programs to files in this folder.
    fn log_to(&self, folder: &Path);

    /// How one of the players plays.
    fn fingerprint(
        &self,
        player: usize,
        extent: Extent,
        interrupt: &AtomicBool,
    ) -> Result<Fingerprint, Interrupted>;
}

/// Plays games on one thread.
pub trait GameWorker {
    /// Plays one game.
    fn play(&mut self, fixture: &Fixture) -> Result<GameRecord, Interrupted>;
}

/// Games whose players are valid, but whose openings may still have to be found.
pub trait ResolvedGames: Send + Sync {
    /// The digest of a file of openings.
    fn openings_digest(&self) -> Option<u64>;

    /// Whether the same plan gives the same games on every machine.
    fn is_reproducible(&self) -> bool;

    /// Whether a clock limits the moves of a player.
    fn is_timed(&self) -> bool;

    /// How one of the players plays.
    fn fingerprint(
        &self,
        player: usize,
        extent: Extent,
        interrupt: &AtomicBool,
    ) -> Result<Fingerprint, Interrupted>;

    /// The digest of each player that is a program.
    fn player_digests(&self) -> Vec<Option<u64>>;

    /// Starts the players that are programs, for the game of this spec. An error names the player by its place.
    fn start_players(&self, game: &str) -> Result<(), (usize, StartError)>;

    /// Finds openings for this many pairs.
    fn prepare(
        self: Box<Self>,
        pairs: u64,
        interrupt: &AtomicBool,
    ) -> Result<Box<dyn GameSource>, OpeningsError>;
}

/// Which moves are measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measured {
    /// All moves.
    All,
    /// All, but only a sample for players that choose at once.
    Sample,
}

/// A game as played, and its place in the run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameRecord {
    /// Its number, its pair, and who played which side.
    pub fixture: Fixture,
    /// The opening's text; empty for the start position.
    pub opening: Arc<str>,
    /// Who won.
    pub outcome: Outcome,
    /// Why it ended.
    pub reason: Reason,
    /// The points of the first and the second side.
    pub points: [u32; 2],
    /// The number of plies.
    pub plies: u32,
    /// The moves: `3 6 2`.
    pub moves: String,
    /// The measurements of moves.
    pub measurements: Vec<Measurement>,
    /// How the loser forfeited, if that is why the game ended.
    pub forfeit: Option<Box<Forfeit>>,
}

/// How a run of games ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ended {
    /// All games were committed.
    Complete,
    /// The consumer needs no more games.
    Enough,
    /// The run was interrupted.
    Interrupted,
}

/// How many chunks may be in progress or waiting beyond the oldest uncommitted one.
const LOOK_AHEAD: u64 = 256;

/// Plays the games of a block with these numbers on the threads of a pool, and hands each to `commit`, in order. An
/// error or a break from `commit` ends the run after that game.
pub(crate) fn run<E: Send>(
    source: &dyn GameSource,
    options: RunOptions<'_>,
    block: &Block,
    range: Range<u64>,
    commit: impl FnMut(GameRecord) -> Result<ControlFlow<()>, E> + Send,
) -> Result<Ended, E> {
    let chunk = if source.is_instant() { 64 } else { 2 };
    let queue = Queue {
        state: Mutex::new(State::default()),
        changed: Condvar::new(),
        commit: Mutex::new(commit),
        chunks: (range.end.saturating_sub(range.start)).div_ceil(chunk),
    };
    let RunOptions { pool, measured, interrupt } = options;
    pool.broadcast(|_| {
        let mut worker = source.worker(measured, interrupt);
        while let Some(number) = queue.claim() {
            let first = range.start + number * chunk;
            let games = first..(first + chunk).min(range.end);
            queue.hand_in(number, Chunk::play(worker.as_mut(), block, games, interrupt));
        }
    });
    let state = queue.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    state.end.unwrap_or(Ok(Ended::Complete))
}

/// The threads that play games, and when they stop.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RunOptions<'a> {
    /// The threads.
    pub pool: &'a rayon::ThreadPool,
    /// Which moves are measured.
    pub measured: Measured,
    /// Set when the run is interrupted.
    pub interrupt: &'a AtomicBool,
}

/// The games of a chunk, or those played before an interrupt.
struct Chunk {
    records: Vec<GameRecord>,
    interrupted: bool,
}

impl Chunk {
    fn play(worker: &mut dyn GameWorker, block: &Block, games: Range<u64>, interrupt: &AtomicBool) -> Chunk {
        let mut records = Vec::with_capacity((games.end - games.start) as usize);
        for game in games {
            let played = if interrupt.load(Ordering::Relaxed) {
                Err(Interrupted)
            } else {
                worker.play(&block.fixture(game))
            };
            match played {
                Ok(record) => records.push(record),
                Err(Interrupted) => return Chunk { records, interrupted: true },
            }
        }
        Chunk { records, interrupted: false }
    }
}

/// Which chunk is played next, and which wait to be committed.
struct Queue<C, E> {
    state: Mutex<State<E>>,
    changed: Condvar,
    commit: Mutex<C>,
    chunks: u64,
}

struct State<E> {
    /// The next chunk to be played.
    next: u64,
    /// How many chunks have been committed.
    committed: u64,
    /// Played chunks that wait for an earlier one.
    waiting: BTreeMap<u64, Chunk>,
    /// Whether a thread is committing.
    committing: bool,
    /// Set when nothing more is to be played.
    end: Option<Result<Ended, E>>,
}

impl<E> Default for State<E> {
    fn default() -> State<E> {
        State { next: 0, committed: 0, waiting: BTreeMap::new(), committing: false, end: None }
    }
}

impl<C: FnMut(GameRecord) -> Result<ControlFlow<()>, E>, E> Queue<C, E> {
    fn lock(&self) -> MutexGuard<'_, State<E>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next chunk to play, once it is not too far ahead; `None` when there is nothing more to do.
    fn claim(&self) -> Option<u64> {
        let mut state = self.lock();
        loop {
            if state.end.is_some() || state.next >= self.chunks {
                return None;
            }
            if state.next < state.committed + LOOK_AHEAD {
                state.next += 1;
                return Some(state.next - 1);
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Takes a played chunk. If it is the next, commits it and those that wait for it.
    fn hand_in(&self, number: u64, chunk: Chunk) {
        let mut state = self.lock();
        state.waiting.insert(number, chunk);
        if state.committing {
            return;
        }
        state.committing = true;
        while state.end.is_none() {
            let next = state.committed;
            let Some(chunk) = state.waiting.remove(&next) else { break };
            drop(state);
            let end = self.commit(chunk);
            state = self.lock();
            state.committed += 1;
            state.end = end;
            self.changed.notify_all();
        }
        state.committing = false;
    }

    fn commit(&self, chunk: Chunk) -> Option<Result<Ended, E>> {
        let mut commit = self.commit.lock().unwrap_or_else(PoisonError::into_inner);
        for record in chunk.records {
            match commit(record) {
                Ok(ControlFlow::Continue(())) => {}
                Ok(ControlFlow::Break(())) => return Some(Ok(Ended::Enough)),
                Err(error) => return Some(Err(error)),
            }
        }
        chunk.interrupted.then_some(Ok(Ended::Interrupted))
    }
}

#[cfg(test)]
mod tests;
