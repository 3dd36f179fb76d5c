//! Matches and tournaments from code, in memory or in the folder of a run.
//!
//! ```
//! use arena::prelude::*;
//!
//! let result = Match::new("smart:2", "bad")?.game("kalah:4x3")?.games(20).play()?;
//! assert!(result.score() > 0.5);
//! # Ok::<(), arena::ContestError>(())
//! ```

use thiserror::Error;

use super::session::SessionError;
use super::{
    CommandLine, FolderRequest, PlayedRun, Request, RunEnd, RunError, RunSettings, ShownAs, TournamentResults,
};
use crate::play::host::GameSpec;
use crate::play::openings::OpeningsSpec;
use crate::play::plan::Plan;
use crate::play::schedule::{Format, Schedule, ScheduleError};
use crate::players::strategies::{self, StrategySpec};
use crate::stats::{Interval, RatedResults, Standing, StopRule};
use crate::store::Summary;
use crate::store::faults::Forfeiter;
use crate::text::TextError;

/// Why a contest could not be played.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ContestError {
    /// A spec is invalid.
    #[error(transparent)]
    Spec(#[from] TextError),
    /// Players and games do not fit the format.
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    /// The players do not fit the game, or the openings cannot be used.
    #[error(transparent)]
    Session(#[from] SessionError),
    /// The games do not suffice for the steps of a tuning.
    #[error("{games} games are too few to tune with\nplay at least {least}")]
    TooFewGames {
        /// The number of games.
        games: u64,
        /// The least number.
        least: u64,
    },
    /// Ctrl-C, if the program listens for it.
    #[error("interrupted")]
    Interrupted,
    /// The program that knows the rules failed.
    #[error("{0}")]
    Referee(String),
    /// The folder cannot be used.
    #[error("{0}")]
    Folder(String),
}

impl From<RunError> for ContestError {
    fn from(error: RunError) -> ContestError {
        match error {
            RunError::Session(SessionError::Interrupted) => ContestError::Interrupted,
            RunError::Session(error) => error.into(),
            RunError::Anchor(error)
            | RunError::SpecTemplate(error)
            | RunError::Game(error)
            | RunError::Opponent(error) => error.into(),
            RunError::TunedBot(error) => SessionError::Start { player: 0, error }.into(),
            RunError::TooFewGames { games, least } => ContestError::TooFewGames { games, least },
            RunError::Failed(how) => ContestError::Referee(how),
            RunError::Record(_) | RunError::Shard(_) | RunError::Io(_) => {
                ContestError::Folder(error.to_string())
            }
        }
    }
}

/// The settings that matches, tournaments and tunings share, as methods. `$at` is where their fields are.
macro_rules! settings {
    ($($at:ident)?) => {
        /// Sets the game (default: Kalah): `connect`, `kalah:7x5`.
        pub fn game(mut self, spec: &str) -> Result<Self, ContestError> {
            self$(.$at)?.game = spec.parse()?;
            Ok(self)
        }

        /// Sets the openings (default: `random`): `start`, `random:4`, `file:PATH`.
        pub fn openings(mut self, spec: &str) -> Result<Self, ContestError> {
            self$(.$at)?.openings = Some(spec.parse()?);
            Ok(self)
        }

        /// Sets the random seed (default: 1).
        #[must_use]
        pub fn seed(mut self, seed: u64) -> Self {
            self$(.$at)?.seed = seed;
            self
        }

        /// Sets the number of threads (default: one per core).
        #[must_use]
        pub fn threads(mut self, threads: usize) -> Self {
            self$(.$at)?.settings.threads.count = Some(threads);
            self
        }

        /// Writes the files to a folder. What is there is continued, unless its plan is another: that is an error.
        #[must_use]
        pub fn folder(mut self, folder: impl AsRef<std::path::Path>) -> Self {
            let out = Some(folder.as_ref().to_owned());
            self$(.$at)?.settings.folder = Some(FolderRequest { out, ..FolderRequest::default() });
            self
        }
    };
}

pub(super) use settings;

/// A match: two strategies, many games.
#[derive(Debug, Clone)]
pub struct Match {
    contest: Contest,
    games: u64,
    stop: Option<StopRule>,
}

impl Match {
    /// A match of 1,000 games of Kalah between two strategies, by their specs.
    pub fn new(a: &str, b: &str) -> Result<Match, ContestError> {
        let typed = [a, b].map(str::to_owned).to_vec();
        let contest = Contest::new(typed, vec![a.parse()?, b.parse()?])?;
        Ok(Match { contest, games: 1000, stop: None })
    }

    /// Sets the number of games.
    #[must_use]
    pub fn games(mut self, games: u64) -> Match {
        self.games = games;
        self
    }

    /// Stops before all games are played once this has decided.
    #[must_use]
    pub fn until(mut self, rule: StopRule) -> Match {
        self.stop = Some(rule);
        self
    }

    settings!(contest);

    /// Plays it.
    pub fn play(self) -> Result<MatchResult, ContestError> {
        let typed = self.contest.typed.iter().map(String::as_str);
        let command = CommandLine::of_match(typed, self.games, self.stop, false);
        let schedule = Schedule::of_match(self.games);
        let played = self.contest.play(schedule, self.stop, ShownAs::default(), command)?;
        Ok(MatchResult { summary: played.results().summary() })
    }
}

/// The result of a match. It displays as a sentence.
#[derive(Debug, Clone)]
pub struct MatchResult {
    pub(crate) summary: Summary,
}

impl MatchResult {
    /// The score of the first strategy: 1 for a win, 1/2 for a draw, divided by the number of games. 1/2 without games.
    pub fn score(&self) -> f64 {
        self.summary.score.unwrap_or(0.5)
    }

    /// The 95 % interval of the score, from the distinct pairs. It allows for a rule that stopped the match.
    pub fn interval(&self) -> Interval {
        self.summary.estimate.interval
    }

    /// The Elo difference as it is estimated; `None` if one side scored everything.
    pub fn elo(&self) -> Option<f64> {
        self.summary.estimate.elo().value
    }

    /// Games won, drawn and lost by the first strategy.
    pub fn wins_draws_losses(&self) -> [u64; 3] {
        self.summary.results.unwrap_or_default()
    }
}

/// A tournament: many strategies, by default each against every other.
#[derive(Debug, Clone)]
pub struct Tournament {
    contest: Contest,
    format: Format,
    games: u64,
}

impl Tournament {
    /// A round robin with 100 games of Kalah per pairing, between strategies by their specs. A range means several
    /// players: `smart:1..4`.
    pub fn new<'a>(players: impl IntoIterator<Item = &'a str>) -> Result<Tournament, ContestError> {
        let (mut typed, mut specs) = (Vec::new(), Vec::new());
        for player in players {
            typed.push(player.to_owned());
            specs.extend(strategies::players(player)?);
        }
        Ok(Tournament { contest: Contest::new(typed, specs)?, format: Format::RoundRobin, games: 100 })
    }

    /// Sets the number of games per pairing (per round in Swiss).
    #[must_use]
    pub fn games(mut self, games: u64) -> Tournament {
        self.games = games;
        self
    }

    /// Sets the format (default: round robin).
    #[must_use]
    pub fn format(mut self, format: Format) -> Tournament {
        self.format = format;
        self
    }

    settings!(contest);

    /// Plays it.
    pub fn play(self) -> Result<TournamentResult, ContestError> {
        let schedule = Schedule::new(self.contest.players.len(), self.games, self.format)?;
        let typed = self.contest.typed.iter().map(String::as_str);
        let command = CommandLine::of_tournament(typed, &schedule, None);
        let shown_as = ShownAs { tournament: true, anchor: None };
        let played = self.contest.play(schedule, None, shown_as, command)?;
        let TournamentResults { run, standings } = TournamentResults::of(played.results(), None);
        let rated = run.tallies.crosstable().rated();
        Ok(TournamentResult { standings, rated, forfeiters: run.tallies.forfeiters() })
    }
}

/// The result of a tournament. It displays as a sentence and the standings.
#[derive(Debug, Clone)]
pub struct TournamentResult {
    standings: Vec<Standing>,
    pub(crate) rated: RatedResults,
    pub(crate) forfeiters: Vec<Forfeiter>,
}

impl TournamentResult {
    /// The players, best first.
    pub fn standings(&self) -> &[Standing] {
        &self.standings
    }
}

/// What matches and tournaments have in common.
#[derive(Debug, Clone)]
pub(super) struct Contest {
    pub(super) game: GameSpec,
    /// The players as they were named.
    pub(super) typed: Vec<String>,
    pub(super) players: Vec<StrategySpec>,
    /// Where games start; `None` for what is best in the game.
    pub(super) openings: Option<OpeningsSpec>,
    pub(super) seed: u64,
    pub(super) settings: RunSettings,
}

impl Contest {
    pub(super) fn new(typed: Vec<String>, players: Vec<StrategySpec>) -> Result<Contest, ContestError> {
        check_names(&players)?;
        let game = "kalah".parse()?;
        Ok(Contest { game, typed, players, openings: None, seed: 1, settings: RunSettings::default() })
    }

    /// Adds a player.
    pub(super) fn add(&mut self, typed: &str) -> Result<(), ContestError> {
        self.players.push(typed.parse()?);
        self.typed.push(typed.to_owned());
        check_names(&self.players)
    }

    pub(super) fn play(
        self,
        schedule: Schedule,
        stop: Option<StopRule>,
        shown_as: ShownAs,
        command: CommandLine,
    ) -> Result<PlayedRun, ContestError> {
        let mut plan = Plan { seed: self.seed, stop, ..Plan::new(self.game, self.players, schedule) };
        if let Some(openings) = self.openings {
            plan.openings = openings;
        }
        let request = Request { plan, shown_as, command, settings: self.settings };
        let played = request.prepare()?.play(&mut |_| {})?;
        match played.end {
            RunEnd::Finished
            | RunEnd::TooManyForfeits { .. }
            | RunEnd::TooManyDisputes { .. }
            | RunEnd::TooManyFailures { .. } => Ok(played),
            RunEnd::Interrupted | RunEnd::TimeIsUp => Err(ContestError::Interrupted),
            RunEnd::RefereeFailed(how) => Err(ContestError::Referee(how)),
        }
    }
}

/// Rejects two players of one name.
fn check_names(players: &[StrategySpec]) -> Result<(), ContestError> {
    let Some(repeated) = Plan::repeated_name(players).map(|place| &players[place]) else { return Ok(()) };
    let problem = format!("two players are called '{}'", repeated.name());
    Err(repeated.error(problem, format!("give one of them a name: other={repeated}")).into())
}
