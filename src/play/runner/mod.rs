//! The runner: plays the games of a plan on all cores, and hands them over in the order of the plan.
//!
//! Games finish in any order, but they are committed in game order: a game is handed to the consumer once all earlier
//! ones have been. So the consumer sees the same for any number of threads. How far the players may
//! run ahead of the oldest unfinished game is bounded, and so is the memory.
//!
//! Games are claimed in order, too, although the last games of a run would end sooner if the longest were begun first. A run that
//! is stopped keeps the games before the first one that is missing: those that were begun before their turn would be lost.
//!
//! There is no thread for committing. The one that finishes the next games in order commits them and all that wait for
//! them, while the others keep playing. What depends on one game alone, such as its row in a file, is made by the thread
//! that played it.

mod chunk;

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::play::duel::{Forfeit, Measurement};
pub(crate) use crate::play::duel::{Interrupted, Unplayed};
use crate::play::fingerprint::{Extent, Fingerprint};
use crate::play::finished::FinishedGame;
use crate::play::match_command::Attribute;
use crate::play::openings::OpeningsError;
use crate::play::schedule::{Block, Fixture};
use crate::players::bots::StartError;
use crate::players::strategies::StrategySpec;
use crate::text::TextError;
use chunk::Chunk;
pub(crate) use chunk::ChunkGames;

/// Plays game i of a plan and returns its record.
///
/// Nothing above this trait knows how games are played: schedule, journal, statistics and reports work on
/// [`GameRecord`]s.
pub trait GameSource: Send + Sync {
    /// A worker for one thread, which stops when `interrupt` is set.
    fn worker<'a>(&'a self, measured: Measured, interrupt: &'a AtomicBool) -> Box<dyn GameWorker + 'a>;

    /// Whether a recorded game is the one that belongs here: the right opening, and moves that lead to the
    /// recorded result.
    fn is_game(&self, fixture: &Fixture, game: &FinishedGame<&str>) -> bool;

    /// Whether an opening may occur twice in this many pairs.
    fn openings_may_repeat(&self, pairs: u64) -> bool;

    /// The number of plies from the start to the openings, if it is the same for all.
    fn opening_plies(&self) -> Option<u32>;

    /// The number of distinct openings; `None` if they are not listed.
    fn distinct_openings(&self) -> Option<u64>;

    /// Whether all players choose at once, so that a game takes microseconds.
    fn is_instant(&self) -> bool;

    /// Whether players are programs.
    fn has_bots(&self) -> bool;

    /// What to know before the first game.
    fn notes(&self) -> Vec<String>;

    /// Writes the stderr of players that are programs to files in this folder.
    fn log_to(&self, folder: &Path);

    /// How one of the players plays.
    fn fingerprint(
        &self,
        player: usize,
        extent: Extent,
        interrupt: &AtomicBool,
    ) -> Result<Fingerprint, Interrupted>;

    /// A digest of the moves that one of the players, a bot, chooses; `None` if they are not the same each time.
    fn choices_of_bot(&self, player: usize, interrupt: &AtomicBool) -> Result<Option<u64>, Interrupted>;

    /// Puts another player in the place of one, with the same processes if it is a program with other options.
    fn replace_player(&mut self, player: usize, spec: &StrategySpec) -> Result<(), TextError>;
}

/// Plays games on one thread.
pub trait GameWorker {
    /// Plays one game between players of these names: first side, second side. Its record is in memory that the next
    /// game uses again.
    fn play<'a>(&'a mut self, fixture: &Fixture, names: [&'a str; 2]) -> Result<GameRecord<'a>, Unplayed>;
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

    /// The digest of the program that knows the rules, if it is not this one.
    fn referee_digest(&self) -> Option<u64>;

    /// Starts the programs that take part, for the game of this spec.
    fn start_programs(&self, game: &str) -> Result<(), NotStarted>;

    /// Finds openings for this many pairs.
    fn prepare(
        self: Box<Self>,
        pairs: u64,
        interrupt: &AtomicBool,
    ) -> Result<Box<dyn GameSource>, OpeningsError>;
}

/// A program that cannot be started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotStarted {
    pub program: Program,
    /// What is wrong with it.
    pub error: StartError,
}

/// A program that takes part in a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Program {
    /// The player at this place in the plan, from 0.
    Player(usize),
    /// The one that knows the rules, or that plays the games.
    Referee,
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameRecord<'a> {
    /// Its number, its pair, and who played which side.
    pub fixture: Fixture,
    /// The game itself.
    pub game: FinishedGame<&'a str>,
    /// The measurements of moves.
    pub measurements: &'a [Measurement],
    /// How the loser forfeited, what was disputed, or why the game failed.
    pub forfeit: Option<&'a Forfeit>,
    /// What a match said of it; empty once that is in the rows.
    pub attributes: &'a [Attribute],
    /// What was made of it where it was played: see [`RunOptions::write_rows`]. Empty before.
    pub rows: Rows<'a>,
}

/// The rows of a game in files, as bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Rows<'a> {
    /// Its row in the file of all games.
    pub game: &'a [u8],
    /// Its rows in the file of all moves.
    pub moves: &'a [u8],
    /// Its rows in the file of all attributes.
    pub attributes: &'a [u8],
}

/// Rows of games, one behind the other.
#[derive(Debug, Clone, Default)]
pub(crate) struct RowBuffers {
    /// Those of the file of all games.
    pub games: Vec<u8>,
    /// Those of the file of all moves.
    pub moves: Vec<u8>,
    /// Those of the file of all attributes.
    pub attributes: Vec<u8>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Ended {
    /// All games were committed.
    Complete,
    /// The consumer needs no more games.
    Enough,
    /// The run was interrupted.
    Interrupted,
    /// What decides the games failed.
    Failed(String),
}

impl From<Unplayed> for Ended {
    fn from(why: Unplayed) -> Ended {
        match why {
            Unplayed::Interrupted => Ended::Interrupted,
            Unplayed::Failed(words) => Ended::Failed(words),
        }
    }
}

/// How many chunks may be in progress or waiting beyond the oldest uncommitted one.
const LOOK_AHEAD: u64 = 256;

/// The games of a chunk, if they take microseconds each. Longer ones are claimed one by one: two in a chunk would leave a core idle
/// while the last of a run are played.
const INSTANT_GAMES: u64 = 64;

/// Plays the games of a block with these numbers on the threads of a pool, and hands them to `commit` in order, some at a
/// time. An error or a break from `commit` ends the run.
pub(crate) fn run<E: Send>(
    source: &dyn GameSource,
    options: RunOptions<'_>,
    block: &Block,
    range: Range<u64>,
    commit: impl FnMut(ChunkGames<'_>) -> Result<ControlFlow<()>, E> + Send,
) -> Result<Ended, E> {
    let size = if source.is_instant() { INSTANT_GAMES } else { 1 };
    let queue = Queue {
        state: Mutex::new(State::default()),
        changed: Condvar::new(),
        commit: Mutex::new(commit),
        names: options.names,
        chunks: (range.end.saturating_sub(range.start)).div_ceil(size),
    };
    let RunOptions { pool, names, measured, interrupt, write_rows } = options;
    pool.broadcast(|_| {
        let mut worker = source.worker(measured, interrupt);
        while let Some((number, mut chunk)) = queue.claim() {
            let first = range.start + number * size;
            for game in first..(first + size).min(range.end) {
                let played = if interrupt.load(Ordering::Relaxed) {
                    Err(Unplayed::Interrupted)
                } else {
                    let fixture = block.fixture(game);
                    worker.play(&fixture, fixture.sides().map(|player| names[player]))
                };
                match played {
                    Ok(record) => chunk.add(&record, write_rows),
                    Err(why) => {
                        chunk.unplayed = Some(why);
                        break;
                    }
                }
            }
            queue.hand_in(number, chunk);
        }
    });
    let state = queue.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    state.end.unwrap_or(Ok(Ended::Complete))
}

/// The threads that play games, when they stop, and the rows they write.
#[derive(Clone, Copy)]
pub(crate) struct RunOptions<'a> {
    pub pool: &'a rayon::ThreadPool,
    /// The names of the players, by their places in the plan.
    pub names: &'a [&'a str],
    /// Which moves are measured.
    pub measured: Measured,
    /// Set when the run is interrupted.
    pub interrupt: &'a AtomicBool,
    /// Writes the rows of a game behind those of others, on the thread that played it.
    pub write_rows: &'a RowWriter<'a>,
}

/// Writes the rows of a game behind those of others.
pub(crate) type RowWriter<'a> = dyn Fn(&GameRecord<'_>, &mut RowBuffers) + Sync + 'a;

/// Which chunk is played next, and which wait to be committed.
struct Queue<'a, C, E> {
    state: Mutex<State<E>>,
    changed: Condvar,
    commit: Mutex<C>,
    names: &'a [&'a str],
    chunks: u64,
}

struct State<E> {
    /// The next chunk to be played.
    next: u64,
    /// How many chunks have been committed.
    committed: u64,
    /// Played chunks that wait for an earlier one.
    waiting: BTreeMap<u64, Chunk>,
    /// Chunks that were committed: memory for others.
    spare: Vec<Chunk>,
    /// Whether a thread is committing.
    committing: bool,
    /// How many threads wait because they are too far ahead.
    stalled: usize,
    /// Set when nothing more is to be played.
    end: Option<Result<Ended, E>>,
}

impl<E> Default for State<E> {
    fn default() -> State<E> {
        State {
            next: 0,
            committed: 0,
            waiting: BTreeMap::new(),
            spare: Vec::new(),
            committing: false,
            stalled: 0,
            end: None,
        }
    }
}

impl<C: FnMut(ChunkGames<'_>) -> Result<ControlFlow<()>, E>, E> Queue<'_, C, E> {
    fn lock(&self) -> MutexGuard<'_, State<E>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of the next chunk to play, once it is not too far ahead, and memory for it; `None` when there is
    /// nothing more to do.
    fn claim(&self) -> Option<(u64, Chunk)> {
        let mut state = self.lock();
        loop {
            if state.end.is_some() || state.next >= self.chunks {
                return None;
            }
            if state.next < state.committed + LOOK_AHEAD {
                state.next += 1;
                return Some((state.next - 1, state.spare.pop().unwrap_or_default()));
            }
            state.stalled += 1;
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.stalled -= 1;
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
            let Some(mut chunk) = state.waiting.remove(&next) else { break };
            drop(state);
            let end = self.commit(&chunk);
            chunk.clear();
            state = self.lock();
            state.spare.push(chunk);
            state.committed += 1;
            state.end = end;
            if state.stalled > 0 {
                self.changed.notify_all();
            }
        }
        state.committing = false;
    }

    fn commit(&self, chunk: &Chunk) -> Option<Result<Ended, E>> {
        let mut commit = self.commit.lock().unwrap_or_else(PoisonError::into_inner);
        match commit(chunk.games(self.names)) {
            Ok(ControlFlow::Continue(())) => chunk.unplayed.clone().map(|why| Ok(why.into())),
            Ok(ControlFlow::Break(())) => Some(Ok(Ended::Enough)),
            Err(error) => Some(Err(error)),
        }
    }
}

#[cfg(test)]
mod tests;
