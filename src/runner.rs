//! The runner: plays the games of a plan on all cores, and hands them over in the order of the plan.
//!
//! Games finish in any order, but they are committed in game order: a game is handed to the consumer once all earlier
//! ones have been. Whatever the consumer does is therefore the same for any number of threads. How far the players may
//! run ahead of the oldest unfinished game is bounded, and so is the memory.
//!
//! There is no thread for committing. Whoever finishes the next games in order commits them, and all that wait behind
//! them, while the others play on.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use crate::duel::{self, Contestant, Interrupted, Measurement, Reason, Terms};
use crate::games::{Game, Outcome, moves};
use crate::openings::Openings;
use crate::rng::{Purpose, Rng};
use crate::schedule::{Block, Fixture};
use crate::strategies::Strategy;

/// The games of a run: all that is needed to play any of them.
pub struct Games<'a, G> {
    /// Where they begin.
    pub openings: &'a Openings<G>,
    /// The players of the plan; each thread plays with fresh ones of the same kind.
    pub players: &'a [Box<dyn Strategy<G>>],
    /// The seed of all chance.
    pub seed: u64,
    /// The most plies of a game.
    pub max_plies: Option<u32>,
    /// Measure every move, also of players that choose at once.
    pub measure_all: bool,
    /// Set when everything must stop.
    pub interrupt: &'a AtomicBool,
}

/// A game that was played, and its place in the run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameRecord {
    /// Its number, its pair, and who played which side.
    pub fixture: Fixture,
    /// The opening's text; empty for the start.
    pub opening: Arc<str>,
    /// Who won.
    pub outcome: Outcome,
    /// Why it ended.
    pub reason: Reason,
    /// The points of the first and the second side.
    pub points: [u32; 2],
    /// How many plies were played.
    pub plies: u32,
    /// The moves: `3 6 2`.
    pub moves: String,
    /// What moves took.
    pub measurements: Vec<Measurement>,
}

/// How a run of games ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// All games were committed.
    Complete,
    /// The consumer had enough.
    Enough,
    /// Everything had to stop.
    Interrupted,
}

/// Of players that choose at once, one pair in this many of theirs is measured: reading the clock costs as much as
/// their moves do.
const MEASURED_PAIRS: u64 = 32;

/// How many chunks may be under way or waiting beyond the oldest that is not committed.
const LOOK_AHEAD: u64 = 256;

/// Plays the games of a block with these numbers on so many threads, and hands each to `commit`, in order. An error or
/// a break from `commit` ends the run after that game.
pub fn run<G: Game, E: Send>(
    games: &Games<'_, G>,
    block: &Block,
    range: Range<u64>,
    pool: &rayon::ThreadPool,
    commit: impl FnMut(GameRecord) -> Result<ControlFlow<()>, E> + Send,
) -> Result<Ended, E> {
    let instant = games.players.iter().all(|player| player.is_instant());
    let chunk = if instant { 64 } else { 2 };
    let queue = Queue {
        state: Mutex::new(State::default()),
        changed: Condvar::new(),
        commit: Mutex::new(commit),
        chunks: (range.end.saturating_sub(range.start)).div_ceil(chunk),
    };
    pool.broadcast(|_| {
        let mut worker = Worker::new(games, block);
        while let Some(number) = queue.claim() {
            let first = range.start + number * chunk;
            let records = worker.play(first..(first + chunk).min(range.end));
            queue.hand_in(number, records);
        }
    });
    let state = queue.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    state.end.unwrap_or(Ok(Ended::Complete))
}

/// The games of a chunk, as many as were played before everything had to stop.
struct Chunk {
    records: Vec<GameRecord>,
    interrupted: bool,
}

/// Who plays what next, and what waits to be committed.
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
    /// Chunks that were played but follow one that was not.
    waiting: BTreeMap<u64, Chunk>,
    /// Whether somebody is committing.
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

    /// Takes a chunk that was played, and commits it and what waits behind it if it is the next.
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

/// One thread's players.
struct Worker<'a, G> {
    games: &'a Games<'a, G>,
    block: &'a Block,
    /// The players that had to play so far.
    strategies: Vec<Option<Box<dyn Strategy<G>>>>,
    /// The opening of the pair played last.
    opening: Option<(u64, G, Arc<str>)>,
}

impl<'a, G: Game> Worker<'a, G> {
    fn new(games: &'a Games<'a, G>, block: &'a Block) -> Worker<'a, G> {
        let strategies = games.players.iter().map(|_| None).collect();
        Worker { games, block, strategies, opening: None }
    }

    fn play(&mut self, numbers: Range<u64>) -> Chunk {
        let mut records = Vec::with_capacity((numbers.end - numbers.start) as usize);
        for game in numbers {
            let played = if self.games.interrupt.load(Ordering::Relaxed) {
                Err(Interrupted)
            } else {
                self.play_game(game)
            };
            match played {
                Ok(record) => records.push(record),
                Err(Interrupted) => return Chunk { records, interrupted: true },
            }
        }
        Chunk { records, interrupted: false }
    }

    fn play_game(&mut self, game: u64) -> Result<GameRecord, Interrupted> {
        let games = self.games;
        let fixture = self.block.fixture(game);
        let (opening, text) = self.opening(fixture.opening);
        let sampled = games.measure_all || fixture.opening.is_multiple_of(MEASURED_PAIRS);
        let purposes = if fixture.a_is_first {
            [Purpose::PlayerA, Purpose::PlayerB]
        } else {
            [Purpose::PlayerBSwapped, Purpose::PlayerASwapped]
        };
        let sides = fixture.sides();
        for player in sides {
            self.strategies[player].get_or_insert_with(|| games.players[player].fresh());
        }
        let Ok([Some(first), Some(second)]) = self.strategies.get_disjoint_mut(sides) else {
            unreachable!("two players of the plan")
        };
        let mut contestants =
            [(first, purposes[0]), (second, purposes[1])].map(|(strategy, purpose)| Contestant {
                measured: sampled || !strategy.is_instant(),
                strategy: strategy.as_mut(),
                rng: Rng::stream(games.seed, purpose, fixture.pair),
            });
        let terms = Terms { max_plies: games.max_plies, interrupt: games.interrupt };
        let played = duel::play(&opening, &mut contestants, terms)?;
        if played.reason == Reason::Crash {
            self.strategies.fill_with(|| None);
        }
        Ok(GameRecord {
            fixture,
            opening: text,
            outcome: played.outcome,
            reason: played.reason,
            points: played.points,
            plies: played.moves.len() as u32,
            moves: moves::listed(played.moves),
            measurements: played.measurements,
        })
    }

    /// The opening with this number and its text. The two games of a pair usually follow each other.
    fn opening(&mut self, number: u64) -> (G, Arc<str>) {
        match &self.opening {
            Some((last, opening, text)) if *last == number => (*opening, text.clone()),
            _ => {
                let openings = self.games.openings;
                let opening = openings.take(number);
                let text: Arc<str> = openings.text(&opening).into();
                self.opening = Some((number, opening, text.clone()));
                (opening, text)
            }
        }
    }
}
