//! A session: the one place that plays a plan.
//!
//! It resolves players and openings once, owns the threads and the schedule, knows which recorded games are those of the
//! plan, and emits games in order. Whoever wants the games is a [`Consumer`]: the journal of a run, the evidence of a
//! check, a tally in memory.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;

use crate::bots::StartError;
use crate::bots::cores::{self, Cores};
use crate::fingerprint::{Extent, Fingerprint};
use crate::host::{GamePlan, ResolveError};
use crate::interrupt;
use crate::openings::{LoadedOpenings, OpeningsError};
use crate::plan::Plan;
use crate::record::row::GameRow;
use crate::record::{Tallies, Verifier};
use crate::runner::{self, Ended, GameRecord, GameSource, Interrupted, Measured, ResolvedGames, RunOptions};
use crate::schedule::{Course, Pairing};
use crate::stats::Crosstable;
use crate::text::TextError;

/// How long the fingerprints of all players of a run may take together.
const FINGERPRINT_TIME: Duration = Duration::from_millis(100);

/// What each of many players gets of it at least.
const LEAST_FINGERPRINT_TIME: Duration = Duration::from_millis(2);

/// How much stack a search may need: a game that is searched to its end can be thousands of plies long.
pub(crate) const STACK: usize = 256 << 20;

/// Takes games as they are committed.
pub(crate) trait Consumer: Send {
    /// Why it cannot take a game.
    type Error: Send;

    /// The first game that it still needs, from 0.
    fn next_game(&self) -> u64;

    /// The results so far. Some schedules depend on them.
    fn crosstable(&self) -> Crosstable;

    /// Whether it needs no more games, although the plan has more.
    fn is_done(&self) -> bool {
        false
    }

    /// Takes the next game.
    fn commit(&mut self, game: GameRecord) -> Result<(), Self::Error>;
}

/// Why a plan cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SessionError {
    /// A player makes no sense in this game.
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
    /// The openings make no sense, or their file cannot be read.
    #[error("{0}")]
    Openings(TextError),
    /// The system does not give this many threads.
    #[error("cannot start {count} threads: {reason}")]
    Threads {
        /// How many.
        count: usize,
        /// What the system said.
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

/// The threads that games are played on.
#[derive(Debug)]
pub(crate) struct Threads {
    pool: rayon::ThreadPool,
    /// What they may share with bots.
    cores: Option<Arc<Cores>>,
}

impl Threads {
    /// This many threads, or one for each core.
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

    /// How many there are.
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

/// How many threads a run can make use of. Players may wait for a clock or for another program, so it is more than there
/// are cores; but idle threads look for work with each other, which takes seconds with a thousand of them.
pub(crate) fn most_threads() -> usize {
    (4 * all_cores()).max(256)
}

/// How many cores there are.
pub(crate) fn all_cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// A plan whose players and openings make sense, and which is complete.
pub(crate) struct ResolvedSession {
    plan: Plan,
    games: Box<dyn ResolvedGames>,
}

impl ResolvedSession {
    /// Builds the players and reads the openings, once. Whatever is wrong with them shows here.
    pub(crate) fn new(mut plan: Plan) -> Result<ResolvedSession, SessionError> {
        let openings = LoadedOpenings::load(&plan.openings).map_err(SessionError::Openings)?;
        let games = GamePlan {
            players: &plan.players,
            openings: &openings,
            seed: plan.seed,
            max_plies: plan.max_plies,
        };
        let games = plan.game.host_for(&openings.positions()).resolve(games)?;
        plan.openings_digest = games.openings_digest();
        plan.player_digests = games.player_digests();
        Ok(ResolvedSession { plan, games })
    }

    /// The complete plan.
    pub(crate) fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Whether the same plan gives the same games on every machine.
    pub(crate) fn is_reproducible(&self) -> bool {
        self.games.is_reproducible()
    }

    /// How one of the players plays, by its place in the plan: where `like` is given, comparable with that.
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
        let started = self.games.start_players(&self.plan.game.to_string());
        started.map_err(|(player, error)| {
            let is_interrupted = interrupt::is_set();
            if is_interrupted { SessionError::Interrupted } else { SessionError::Start { player, error } }
        })?;
        let reproducible = self.games.is_reproducible();
        let pairs = self.plan.schedule.most_pairs();
        let source = self.games.prepare(pairs, interrupt::flag())?;
        let course = Course::new(self.plan.schedule.clone());
        Ok(Session { plan: self.plan, source, reproducible, course })
    }
}

/// A plan that is ready to be played.
pub(crate) struct Session {
    plan: Plan,
    source: Box<dyn GameSource>,
    reproducible: bool,
    course: Course,
}

impl Session {
    /// Resolves and prepares a plan.
    pub(crate) fn new(plan: Plan) -> Result<Session, SessionError> {
        ResolvedSession::new(plan)?.prepare()
    }

    /// The complete plan.
    pub(crate) fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Whether the same plan gives the same games on every machine.
    pub(crate) fn is_reproducible(&self) -> bool {
        self.reproducible
    }

    /// Writes what players that are programs say on stderr to files in this folder.
    pub(crate) fn log_to(&self, folder: &Path) {
        self.source.log_to(folder);
    }

    /// Whether two pairs of the same players may start from the same opening.
    pub(crate) fn openings_may_repeat(&self) -> bool {
        self.source.openings_may_repeat(self.plan.schedule.most_pairs())
    }

    /// Tallies of no games yet.
    pub(crate) fn tallies(&self) -> Tallies {
        Tallies::new(self.plan.names(), self.openings_may_repeat())
    }

    /// Plays the games that the consumer needs, and hands them over in order.
    pub(crate) fn play<C: Consumer>(
        &mut self,
        threads: &Threads,
        measured: Measured,
        consumer: &mut C,
    ) -> Result<Ended, C::Error> {
        let _sharing = self.source.has_bots().then(|| threads.share_cores());
        let options = RunOptions { pool: &threads.pool, measured, interrupt: interrupt::flag() };
        while !consumer.is_done() {
            let next = consumer.next_game();
            let Some(block) = self.course.block(next, || consumer.crosstable()) else { break };
            let games = next..block.games().end;
            let ended = runner::run(self.source.as_ref(), options, block, games, |game| {
                consumer.commit(game)?;
                Ok(if consumer.is_done() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            })?;
            if ended != Ended::Complete {
                return Ok(ended);
            }
        }
        Ok(Ended::Complete)
    }
}

/// Recorded games are those of the plan if they replay. The rows of a run are asked about in order, which leads the
/// schedule through them as if they had just been played.
impl Verifier for Session {
    fn verify(&mut self, row: &GameRow<'_>, before: &Tallies) -> Option<Pairing> {
        let game = before.games();
        let fixture = self.course.block(game, || before.crosstable())?.fixture(game);
        let players = fixture.sides().map(|player| self.plan.players[player].name());
        let expected = (fixture.game + 1, fixture.pair + 1, players);
        let fits =
            (row.game, row.pair, row.players) == expected && self.source.is_game(&fixture, &row.recorded());
        fits.then_some(fixture.pairing)
    }

    fn fingerprints(&mut self) -> Result<Vec<Fingerprint>, Interrupted> {
        let players = self.plan.players.len();
        let share = FINGERPRINT_TIME / u32::try_from(players).unwrap_or(u32::MAX).max(1);
        let extent = Extent::Time(share.max(LEAST_FINGERPRINT_TIME));
        (0..players).map(|player| self.source.fingerprint(player, extent, interrupt::flag())).collect()
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

    fn is_interrupted(&self) -> bool {
        interrupt::is_set()
    }
}
