//! A session: the one place that plays a plan.
//!
//! It resolves players and openings once, owns the threads and the schedule, knows which recorded games belong to the
//! plan, and emits games in order. A [`Consumer`] takes them: the journal of a run, the evidence of a
//! check, a tally in memory. [`steps`] plays blocks of games whose players change from one to the next.

mod steps;

use std::ops::{ControlFlow, Range};
use std::panic::resume_unwind;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread::{self, ScopedJoinHandle};
use std::time::Duration;

use thiserror::Error;

use crate::interrupt;
use crate::play::fingerprint::{Extent, Fingerprint};
use crate::play::finished::FinishedGame;
use crate::play::host::ResolveError;
use crate::play::openings::{LoadedOpenings, OpeningsError, OpeningsSpec};
use crate::play::plan::{Digests, Plan, ResolvedPlan};
use crate::play::runner::{
    self, Ended, GameRecord, GameSource, Interrupted, Measured, NotStarted, Program, ResolvedGames,
    RowBuffers, RunOptions,
};
use crate::play::schedule::{Course, Fixture, Pairing, Played};
use crate::players::bots::StartError;
use crate::players::bots::cores::{self, Cores};
use crate::players::thread_time::ThreadTime;
use crate::store::attributes_file;
use crate::store::games_csv;
use crate::store::moves_file;
use crate::store::{NotContinued, Tallies, Verifier};
use crate::text::TextError;

/// The time for the fingerprints of all players of a run.
const FINGERPRINT_TIME: Duration = Duration::from_millis(100);

const LEAST_FINGERPRINT_TIME: Duration = Duration::from_millis(2);

/// The stack that a search may need: a game that is searched to the end can be thousands of plies long.
pub(crate) const STACK: usize = 256 << 20;

/// Takes games as they are committed.
pub(crate) trait Consumer: Send {
    /// Why it cannot take a game.
    type Error: Send;

    /// The first game that it still needs, from 0.
    fn next_game(&self) -> u64;

    /// The results so far. Some schedules depend on them.
    fn played(&self) -> Played;

    /// Whether it needs no more games, although the plan has more.
    fn is_done(&self) -> bool {
        false
    }

    fn files(&self) -> FilesOfGames {
        FilesOfGames::default()
    }

    /// Whether it lacks the fingerprints of the players.
    fn needs_fingerprints(&self) -> bool {
        false
    }

    /// Takes the fingerprints of the players, once, if it needs them.
    fn take_fingerprints(&mut self, fingerprints: &[Fingerprint]) {
        let _ = fingerprints;
    }

    /// Takes the next game.
    fn commit(&mut self, game: &GameRecord<'_>) -> Result<(), Self::Error>;

    /// Saves and shows what it has, after every few games.
    fn save(&mut self) -> Result<(), Self::Error> {
        Ok(())
    }
}

/// The files that games are written to. Their rows are made by the threads that play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct FilesOfGames {
    /// `games.csv`.
    pub games: bool,
    /// `moves.csv`.
    pub moves: bool,
}

/// Why a plan cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SessionError {
    /// A player is invalid in this game.
    #[error("{error}")]
    Player {
        /// Its place in the plan, from 0.
        player: usize,
        /// What is wrong with it.
        error: TextError,
    },
    /// A player is a program that cannot be started.
    #[error("{error}")]
    Start {
        /// Its place in the plan, from 0.
        player: usize,
        /// What is wrong with it.
        error: StartError,
    },
    /// The program that knows the rules cannot be started.
    #[error("{0}")]
    Referee(StartError),
    /// The openings are invalid, or their file cannot be read.
    #[error("{0}")]
    Openings(TextError),
    /// The system does not allow this many threads.
    #[error("cannot start {count} threads: {reason}")]
    Threads {
        /// The number of threads.
        count: usize,
        /// The error of the system.
        reason: String,
    },
    /// Ctrl-C, before the first game.
    #[error("interrupted")]
    Interrupted,
}

impl From<ResolveError> for SessionError {
    fn from(error: ResolveError) -> SessionError {
        match error {
            ResolveError::Player { player, error } => SessionError::Player { player, error },
            ResolveError::Openings(error) => SessionError::Openings(error),
        }
    }
}

impl From<OpeningsError> for SessionError {
    fn from(error: OpeningsError) -> SessionError {
        match error {
            OpeningsError::Wrong(error) => SessionError::Openings(error),
            OpeningsError::Interrupted => SessionError::Interrupted,
        }
    }
}

/// The threads that play games.
#[derive(Debug)]
pub(crate) struct Threads {
    pool: rayon::ThreadPool,
    /// What they may share with bots.
    cores: Option<Arc<Cores>>,
}

impl Threads {
    /// This many threads, or one per core.
    pub(crate) fn start(count: Option<usize>) -> Result<Threads, SessionError> {
        let count = count.unwrap_or_else(all_cores);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(count).stack_size(STACK).build();
        let pool = pool.map_err(|error| SessionError::Threads { count, reason: error.to_string() })?;
        Ok(Threads { pool, cores: Cores::for_threads(count) })
    }

    /// The same threads, which are not confined to the cores of their bots.
    #[must_use]
    pub(crate) fn without_affinity(self) -> Threads {
        Threads { cores: None, ..self }
    }

    /// Runs something on these threads.
    pub(crate) fn install<R: Send>(&self, run: impl FnOnce() -> R + Send) -> R {
        self.pool.install(run)
    }

    /// What they have spent so far; `None` where the system does not tell.
    fn time(&self) -> Option<ThreadTime> {
        let mut all = ThreadTime::default();
        for one in self.pool.broadcast(|_| ThreadTime::own()) {
            all += one?;
        }
        Some(all)
    }

    /// The number of threads.
    pub(crate) fn count(&self) -> usize {
        self.pool.current_num_threads()
    }
}

/// While it lives, threads may share their cores with bots.
struct Sharing<'a>(&'a Threads);

impl Threads {
    fn share_cores(&self) -> Sharing<'_> {
        if let Some(cores) = &self.cores {
            self.pool.broadcast(|_| cores::enter(cores));
        }
        Sharing(self)
    }
}

impl Drop for Sharing<'_> {
    fn drop(&mut self) {
        if self.0.cores.is_some() {
            self.0.pool.broadcast(|_| cores::leave());
        }
    }
}

/// The most threads that a run can use. Players may wait for a clock or for another program, so it is more than there
/// are cores; but idle threads look for work among each other, which takes seconds with a thousand of them.
pub(crate) fn most_threads() -> usize {
    (4 * all_cores()).max(256)
}

pub(crate) fn all_cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// A plan whose players and openings are valid.
pub(crate) struct ResolvedSession {
    plan: ResolvedPlan,
    games: Box<dyn ResolvedGames>,
}

impl ResolvedSession {
    /// Builds the players and reads the openings, once. All their errors are found here.
    pub(crate) fn new(plan: Plan) -> Result<ResolvedSession, SessionError> {
        let openings = LoadedOpenings::load(&plan.openings).map_err(SessionError::Openings)?;
        let games = plan.game.resolve(&plan, &openings)?;
        let digests = Digests {
            openings: games.openings_digest(),
            referee: games.referee_digest(),
            players: games.player_digests(),
        };
        Ok(ResolvedSession { plan: ResolvedPlan { plan, digests }, games })
    }

    pub(crate) fn plan(&self) -> &ResolvedPlan {
        &self.plan
    }

    /// Whether the same plan gives the same games on every machine.
    pub(crate) fn is_reproducible(&self) -> bool {
        self.games.is_reproducible()
    }

    /// Whether a clock limits the moves of a player.
    pub(crate) fn is_timed(&self) -> bool {
        self.games.is_timed()
    }

    /// The fingerprint of a player, by its place in the plan; comparable with `like`, if given.
    pub(crate) fn fingerprint(
        &self,
        player: usize,
        like: Option<Fingerprint>,
    ) -> Result<Fingerprint, SessionError> {
        let extent = like.map_or(Some(Extent::Time(FINGERPRINT_TIME)), Fingerprint::extent);
        let taken = match extent {
            Some(extent) => self.games.fingerprint(player, extent, interrupt::flag()),
            None => Ok(Fingerprint::this_build()),
        };
        taken.map_err(|Interrupted| SessionError::Interrupted)
    }

    /// Starts the players that are programs and finds the openings, which may take a while.
    pub(crate) fn prepare(self) -> Result<Session, SessionError> {
        let started = self.games.start_programs(&self.plan.game.to_string());
        started.map_err(|NotStarted { program, error }| match program {
            _ if interrupt::is_set() => SessionError::Interrupted,
            Program::Player(player) => SessionError::Start { player, error },
            Program::Referee => SessionError::Referee(error),
        })?;
        let (reproducible, timed) = (self.games.is_reproducible(), self.games.is_timed());
        let plan = self.plan.clone();
        let source = self.find_openings()?;
        let course = Course::new(plan.schedule.clone());
        let games = 0..plan.schedule.total_games();
        let thread_time = ThreadTime::default();
        Ok(Session { plan, source, reproducible, timed, course, games, is_part: false, thread_time })
    }

    fn find_openings(self) -> Result<Box<dyn GameSource>, OpeningsError> {
        self.games.prepare(self.plan.schedule.most_pairs(), interrupt::flag())
    }
}

/// A plan that is ready to be played.
pub(crate) struct Session {
    plan: ResolvedPlan,
    source: Box<dyn GameSource>,
    reproducible: bool,
    timed: bool,
    course: Course,
    /// The numbers of the games to play, from 0.
    games: Range<u64>,
    /// Whether it is a part of a run, of which others know nothing.
    is_part: bool,
    /// What threads have spent on games.
    thread_time: ThreadTime,
}

impl Session {
    pub(crate) fn plan(&self) -> &ResolvedPlan {
        &self.plan
    }

    /// Whether the same plan gives the same games on every machine.
    pub(crate) fn is_reproducible(&self) -> bool {
        self.reproducible
    }

    /// Whether a clock limits the moves of a player.
    pub(crate) fn is_timed(&self) -> bool {
        self.timed
    }

    /// Plays only these games, whose results must not depend on others. By default all games of the plan are played.
    pub(crate) fn play_only(&mut self, games: Range<u64>) {
        self.games = games;
        self.is_part = true;
    }

    /// The numbers of the games that are played, from 0. A sequential test may end the run earlier.
    pub(crate) fn games(&self) -> Range<u64> {
        self.games.clone()
    }

    /// What to know before the first game.
    pub(crate) fn notes(&self) -> Vec<String> {
        self.source.notes()
    }

    /// A digest of the moves that a bot chooses, by its place in the plan; `None` if they are not the same each time.
    pub(crate) fn choices_of_bot(&self, player: usize) -> Result<Option<u64>, SessionError> {
        let chosen = self.source.choices_of_bot(player, interrupt::flag());
        chosen.map_err(|Interrupted| SessionError::Interrupted)
    }

    /// Writes the stderr of players that are programs to files in this folder.
    pub(crate) fn log_to(&self, folder: &Path) {
        self.source.log_to(folder);
    }

    /// Whether two pairs of the same players may start from the same opening.
    pub(crate) fn openings_may_repeat(&self) -> bool {
        self.source.openings_may_repeat(self.plan.schedule.most_pairs())
    }

    /// Tallies of no games yet.
    pub(crate) fn tallies(&self) -> Tallies {
        let empty = Tallies::new(self.plan.names(), self.openings_may_repeat());
        // A part does not know what is decided by the games before it.
        if self.is_part { empty } else { empty.of_plan(&self.plan) }
    }

    /// What threads have spent on its games so far. Games with bots do not count: a thread waits for its bots, which may
    /// have its core.
    pub(crate) fn thread_time(&self) -> ThreadTime {
        self.thread_time
    }

    /// Plays the games that the consumer needs, and hands them over in order. If it needs the fingerprints of the players, they are
    /// taken while the first games are played; beforehand, if the clock or a bot could suffer from that.
    pub(crate) fn play<C: Consumer>(
        &mut self,
        threads: &Threads,
        measured: Measured,
        consumer: &mut C,
    ) -> Result<Ended, C::Error> {
        let before = if self.source.has_bots() { None } else { threads.time() };
        let ended = self.play_on(threads, measured, consumer);
        if let Some((before, after)) = before.zip(before.and_then(|_| threads.time())) {
            self.thread_time += after - before;
        }
        ended
    }

    fn play_on<C: Consumer>(
        &mut self,
        threads: &Threads,
        measured: Measured,
        consumer: &mut C,
    ) -> Result<Ended, C::Error> {
        let _sharing = self.source.has_bots().then(|| threads.share_cores());
        let names: Vec<&str> = self.plan.names().collect();
        let files = consumer.files();
        let write_rows = |record: &GameRecord<'_>, rows: &mut RowBuffers| {
            if files.games {
                games_csv::write(&record.game, &mut rows.games);
            }
            if files.moves {
                moves_file::write_rows(record, &mut rows.moves);
            }
            if files.games {
                attributes_file::write_rows(record, &mut rows.attributes);
            }
        };
        let options = RunOptions {
            pool: &threads.pool,
            names: &names,
            measured,
            interrupt: interrupt::flag(),
            write_rows: &write_rows,
        };
        let (source, course, all) = (self.source.as_ref(), &mut self.course, self.games.clone());
        let takes_fingerprints = || fingerprints(source, names.len());
        if consumer.needs_fingerprints() && (self.timed || source.has_bots()) {
            consumer.take_fingerprints(&takes_fingerprints());
        }
        thread::scope(|scope| {
            let builder = thread::Builder::new().stack_size(STACK);
            let taken =
                consumer.needs_fingerprints().then(|| builder.spawn_scoped(scope, takes_fingerprints));
            let mut taken = taken.and_then(Result::ok);
            let mut ended = Ended::Complete;
            while !consumer.is_done() && ended == Ended::Complete {
                let next = consumer.next_game();
                if next >= all.end {
                    break;
                }
                let Some(block) = course.block(next, || consumer.played()) else { break };
                let games = next..block.games().end.min(all.end);
                ended = runner::run(source, options, block, games, |games| {
                    if let Some(taken) = taken.take_if(|taken| taken.is_finished()) {
                        take_all(taken, consumer);
                    }
                    for game in games {
                        consumer.commit(&game)?;
                        if consumer.is_done() {
                            return Ok(ControlFlow::Break(()));
                        }
                    }
                    consumer.save()?;
                    Ok(ControlFlow::Continue(()))
                })?;
            }
            if let Some(taken) = taken {
                take_all(taken, consumer);
            }
            // The system allows no further thread.
            if consumer.needs_fingerprints() {
                consumer.take_fingerprints(&takes_fingerprints());
            }
            Ok(ended)
        })
    }
}

/// The fingerprints of all players of a run.
fn fingerprints(source: &dyn GameSource, players: usize) -> Vec<Fingerprint> {
    let share = FINGERPRINT_TIME / u32::try_from(players).unwrap_or(u32::MAX).max(1);
    let extent = Extent::Time(share.max(LEAST_FINGERPRINT_TIME));
    // Nothing interrupts what takes so little time.
    let never = AtomicBool::new(false);
    let take = |player| source.fingerprint(player, extent, &never);
    (0..players).map(|player| take(player).unwrap_or_else(|Interrupted| Fingerprint::this_build())).collect()
}

/// Hands over the fingerprints that a thread has taken.
fn take_all<C: Consumer>(taken: ScopedJoinHandle<'_, Vec<Fingerprint>>, consumer: &mut C) {
    let fingerprints = taken.join().unwrap_or_else(|panic| resume_unwind(panic));
    consumer.take_fingerprints(&fingerprints);
}

impl Session {
    /// The place of a recorded game in the schedule, if it is the next one after those before.
    fn fixture_of(&mut self, game: &FinishedGame<&str>, before: &Tallies) -> Option<Fixture> {
        let next = self.games.start + before.games();
        if next >= self.games.end {
            return None;
        }
        let fixture = self.course.block(next, || before.played())?.fixture(next);
        let players = fixture.sides().map(|player| self.plan.players[player].name());
        let expected = (fixture.game + 1, Some(fixture.pair + 1), players);
        ((game.number, game.pair, game.players) == expected).then_some(fixture)
    }
}

/// Recorded games belong to the plan if they replay. The rows of a run are checked in order, which takes the
/// schedule through them as if they had just been played.
impl Verifier for Session {
    fn verify(&mut self, game: &FinishedGame<&str>, before: &Tallies) -> Option<Pairing> {
        let fixture = self.fixture_of(game, before)?;
        self.source.is_game(&fixture, game).then_some(fixture.pairing)
    }

    fn locate(&mut self, game: &FinishedGame<&str>, before: &Tallies) -> Option<Pairing> {
        self.fixture_of(game, before).map(|fixture| fixture.pairing)
    }

    fn fingerprints(&mut self) -> Vec<Fingerprint> {
        fingerprints(self.source.as_ref(), self.plan.players.len())
    }

    fn first_difference(&mut self, recorded: &[Fingerprint]) -> Result<Option<usize>, Interrupted> {
        for (player, &recorded) in recorded.iter().enumerate() {
            let now = match recorded.extent() {
                Some(extent) => self.source.fingerprint(player, extent, interrupt::flag())?,
                None => Fingerprint::this_build(),
            };
            if now != recorded {
                return Ok(Some(player));
            }
        }
        Ok(None)
    }

    fn continues(&mut self, shorter: &ResolvedPlan) -> Result<(), NotContinued> {
        if !self.plan.is_longer_than(shorter) {
            return Err(NotContinued::OtherPlan);
        }
        let begins = self.plan.schedule.begins_with(&shorter.schedule);
        begins.map_err(|reason| NotContinued::OtherGames { reason, advice: String::new() })?;
        if self.plan.openings == shorter.openings
            && *self.plan.openings.source() != OpeningsSpec::Random(None)
        {
            return Ok(());
        }
        let resolved = ResolvedSession::new(shorter.plan.clone());
        let before = resolved.and_then(|resolved| Ok(resolved.find_openings()?.opening_plies()));
        match (before, self.source.opening_plies()) {
            (Ok(before), now) if before == now => Ok(()),
            (Ok(Some(before)), Some(now)) => Err(NotContinued::OtherGames {
                reason: format!(
                    "its random openings are {before} plies from the start, those of {} games per pairing would \
                     be {now}",
                    self.plan.schedule.games()
                ),
                advice: format!("add --openings random:{before} to continue it, "),
            }),
            (Err(SessionError::Interrupted), _) => Err(NotContinued::Interrupted),
            _ => Err(NotContinued::OtherPlan),
        }
    }

    fn is_interrupted(&self) -> bool {
        interrupt::is_set()
    }
}
