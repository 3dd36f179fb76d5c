//! Matches and tournaments from code: played in memory, without files.
//!
//! ```
//! use arena::prelude::*;
//!
//! let result = Match::new("smart:2", "bad")?.game("kalah:4x3")?.games(20).play()?;
//! assert!(result.score() > 0.5);
//! # Ok::<(), arena::ContestError>(())
//! ```

use std::convert::Infallible;
use std::fmt;

use thiserror::Error;

use crate::play::host::GameSpec;
use crate::play::openings::OpeningsSpec;
use crate::play::plan::Plan;
use crate::play::runner::{Ended, GameRecord, Measured};
use crate::play::schedule::{Format, Pairing, Schedule, ScheduleError};
use crate::players::strategies::{self, StrategySpec};
use crate::report::paint::Paint;
use crate::report::sentence;
use crate::report::standings;
use crate::report::terminal::WIDTH;
use crate::run::session::{Consumer, Session, SessionError, Threads};
use crate::stats::{self, Crosstable, Interval, Ratings, Standing};
use crate::store::{Summary, Tallies};
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
    /// Ctrl-C, if the program listens for it.
    #[error("interrupted")]
    Interrupted,
    /// The program that knows the rules failed.
    #[error("{0}")]
    Referee(String),
}

/// The settings that matches and tournaments share, as methods.
macro_rules! settings {
    () => {
        /// Sets the game (default: Kalah): `connect`, `kalah:7x5`.
        pub fn game(mut self, spec: &str) -> Result<Self, ContestError> {
            self.contest.game = spec.parse()?;
            Ok(self)
        }

        /// Sets the openings (default: `random`): `start`, `random:4`, `file:PATH`.
        pub fn openings(mut self, spec: &str) -> Result<Self, ContestError> {
            self.contest.openings = Some(spec.parse()?);
            Ok(self)
        }

        /// Sets the random seed (default: 1).
        #[must_use]
        pub fn seed(mut self, seed: u64) -> Self {
            self.contest.seed = seed;
            self
        }

        /// Sets the number of threads (default: one per core).
        #[must_use]
        pub fn threads(mut self, threads: usize) -> Self {
            self.contest.threads = Some(threads);
            self
        }
    };
}

/// A match: two strategies, many games.
#[derive(Debug, Clone)]
pub struct Match {
    contest: Contest,
    games: u64,
}

impl Match {
    /// A match of 1,000 games of Kalah between two strategies, by their specs.
    pub fn new(a: &str, b: &str) -> Result<Match, ContestError> {
        Ok(Match { contest: Contest::new(vec![a.parse()?, b.parse()?])?, games: 1000 })
    }

    /// Sets the number of games.
    #[must_use]
    pub fn games(mut self, games: u64) -> Match {
        self.games = games;
        self
    }

    settings!();

    /// Plays it.
    pub fn play(self) -> Result<MatchResult, ContestError> {
        let game = self.contest.game.to_string();
        let tallies = self.contest.play(Schedule::of_match(self.games))?;
        Ok(MatchResult { summary: tallies.summary(Pairing { a: 0, b: 1 }, &game) })
    }
}

/// The result of a match. It displays as a sentence.
#[derive(Debug, Clone)]
pub struct MatchResult {
    summary: Summary,
}

impl MatchResult {
    /// The score of the first strategy: 1 for a win, 1/2 for a draw, divided by the number of games. 1/2 without games.
    pub fn score(&self) -> f64 {
        self.summary.score.unwrap_or(0.5)
    }

    /// The 95 % interval of the score, from the distinct pairs.
    pub fn interval(&self) -> Interval {
        self.summary.interval
    }

    /// The Elo difference for the score; `None` if one side scored everything.
    pub fn elo(&self) -> Option<f64> {
        self.summary.elo()
    }

    /// Games won, drawn and lost by the first strategy.
    pub fn wins_draws_losses(&self) -> [u64; 3] {
        self.summary.results.unwrap_or_default()
    }
}

impl fmt::Display for MatchResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&sentence(&self.summary))
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
        let mut specs = Vec::new();
        for player in players {
            specs.extend(strategies::players(player)?);
        }
        Ok(Tournament { contest: Contest::new(specs)?, format: Format::RoundRobin, games: 100 })
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

    settings!();

    /// Plays it.
    pub fn play(self) -> Result<TournamentResult, ContestError> {
        let schedule = Schedule::new(self.contest.players.len(), self.games, self.format)?;
        let tallies = self.contest.play(schedule)?;
        let table = tallies.crosstable();
        let ratings = Ratings::of(&table, None);
        Ok(TournamentResult { standings: stats::standings(tallies.players(), &table, &ratings) })
    }
}

/// The result of a tournament. It displays as a sentence and the standings.
#[derive(Debug, Clone)]
pub struct TournamentResult {
    standings: Vec<Standing>,
}

impl TournamentResult {
    /// The players, best first.
    pub fn standings(&self) -> &[Standing] {
        &self.standings
    }
}

impl fmt::Display for TournamentResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let table = standings::table(&self.standings, WIDTH, Paint::new(false));
        write!(f, "{}\n\n{}", standings::sentence(&self.standings), table.trim_end())
    }
}

/// What matches and tournaments have in common.
#[derive(Debug, Clone)]
struct Contest {
    game: GameSpec,
    players: Vec<StrategySpec>,
    /// Where games start; `None` for what is best in the game.
    openings: Option<OpeningsSpec>,
    seed: u64,
    threads: Option<usize>,
}

impl Contest {
    fn new(players: Vec<StrategySpec>) -> Result<Contest, ContestError> {
        if let Some(repeated) = Plan::repeated_name(&players).map(|place| &players[place]) {
            let problem = format!("two players are called '{}'", repeated.name());
            return Err(repeated.error(problem, format!("give one of them a name: other={repeated}")).into());
        }
        let game = "kalah".parse()?;
        Ok(Contest { game, players, openings: None, seed: 1, threads: None })
    }

    fn play(self, schedule: Schedule) -> Result<Tallies, ContestError> {
        let threads = Threads::start(self.threads)?;
        let mut plan = Plan { seed: self.seed, ..Plan::new(self.game, self.players, schedule) };
        if let Some(openings) = self.openings {
            plan.openings = openings;
        }
        let mut session = Session::new(plan)?;
        let mut tallied = Tallied(session.tallies());
        let Ok(ended) = session.play(&threads, Measured::Sample, &mut tallied);
        match ended {
            Ended::Interrupted => Err(ContestError::Interrupted),
            Ended::Failed(how) => Err(ContestError::Referee(how)),
            Ended::Complete | Ended::Enough => Ok(tallied.0),
        }
    }
}

/// Counts games as they are committed.
struct Tallied(Tallies);

impl Consumer for Tallied {
    type Error = Infallible;

    fn next_game(&self) -> u64 {
        self.0.games()
    }

    fn crosstable(&self) -> Crosstable {
        self.0.crosstable()
    }

    fn commit(&mut self, game: &GameRecord<'_>) -> Result<(), Infallible> {
        self.0.add_record(game);
        Ok(())
    }
}
