//! Strength checks: is a player still as strong as required?
//!
//! A `suite` is a file of checks. Each check plays games and requires one of two things: that a `quantity` is on
//! the right side of a bound (a `requirement`), or that the player is not weaker than in a recorded run (a
//! `baseline`), judged by the `difference` pair by pair, as in the `comparison` of two recorded runs. The
//! `evidence` is what is kept of the games; it gives an `estimate` with its interval. The interval decides the
//! `verdict`, which is inconclusive if the bound is inside it.
//!
//! [`Check`] is the call: it reads a suite, `prepared` finds every error before the first game and plays.

pub(crate) mod baseline;
mod baseline_file;
pub(crate) mod comparison;
pub(crate) mod difference;
pub(crate) mod evidence;
pub(crate) mod history;
mod prepared;
pub(crate) mod quantity;
pub(crate) mod requirement;
pub(crate) mod result;
pub(crate) mod suite;
pub(crate) mod verdict;

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::run::session::{SessionError, Threads};
use crate::store::RecordError;
use crate::text::UnknownName;
use crate::text::settings::{SettingsError, SettingsFile};
pub(crate) use baseline::Baseline;
pub(crate) use comparison::{Comparison, RecordedResult, RunPairs, TurnedGame};
pub(crate) use evidence::Evidence;
use prepared::PreparedSuite;
pub(crate) use quantity::Quantity;
pub use result::{CheckResult, SuiteResults};
use suite::CheckSpec;
pub use verdict::CheckVerdict;

/// A suite of strength checks, as `arena check` plays it.
///
/// ```
/// use arena::prelude::*;
///
/// let results = Check::from_toml(
///     r#"
///     [[check]]
///     name = "two plies beat none"
///     game = "kalah:4x3"
///     a = "smart:2"
///     b = "bad"
///     games = 60
///     require = "score >= 0.6"
///     "#,
/// )?
/// .play()?;
/// assert_eq!(results.checks()[0].verdict(), CheckVerdict::Passed);
/// # Ok::<(), arena::CheckError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Check {
    /// The file, as it was named.
    file: PathBuf,
    checks: Vec<CheckSpec>,
    record: bool,
    out: Option<PathBuf>,
    threads: Option<usize>,
}

impl Check {
    /// Reads a file of checks. Paths in it are relative to its folder.
    pub fn read(file: impl Into<PathBuf>) -> Result<Check, CheckError> {
        let file = file.into();
        Check::of(&SettingsFile::read(&file)?, file)
    }

    /// The checks of a text in the format of such a file. Paths in it are relative to the working folder.
    pub fn from_toml(text: &str) -> Result<Check, CheckError> {
        let name = "checks.toml";
        Check::of(&SettingsFile::new(name, text), PathBuf::from(name))
    }

    fn of(settings: &SettingsFile, file: PathBuf) -> Result<Check, CheckError> {
        let checks = suite::read(settings, file.parent().unwrap_or(Path::new("")))?;
        Ok(Check { file, checks, record: false, out: None, threads: None })
    }

    /// Plays only the checks of these names; all, if there are no names.
    pub fn only(mut self, names: &[String]) -> Result<Check, CheckError> {
        self.checks = suite::only(self.checks, names)?;
        Ok(self)
    }

    /// Writes the baselines instead of comparing with them.
    #[must_use]
    pub fn record(mut self, record: bool) -> Check {
        self.record = record;
        self
    }

    /// Keeps the games of each check as a run, in a folder of its name within this one. A run that is there is replaced.
    #[must_use]
    pub fn folder(mut self, folder: impl Into<PathBuf>) -> Check {
        self.out = Some(folder.into());
        self
    }

    /// Sets the number of threads (default: one per core).
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Check {
        self.threads = Some(threads);
        self
    }

    /// Plays all checks.
    pub fn play(self) -> Result<SuiteResults, CheckError> {
        let threads = self.threads;
        let suite = self.prepare()?;
        suite.play(&Threads::start(threads)?, &mut |_| {})
    }

    /// The checks, in the order of the file.
    pub(crate) fn specs(&self) -> &[CheckSpec] {
        &self.checks
    }

    /// The file, as it was named.
    pub(crate) fn file(&self) -> &Path {
        &self.file
    }

    /// Finds every error in players, openings and baselines.
    pub(crate) fn prepare(self) -> Result<PreparedSuite, CheckError> {
        PreparedSuite::new(self)
    }
}

/// What happens while a suite is played.
#[derive(Debug, Clone, Copy)]
pub(crate) enum CheckEvent<'a> {
    /// A check begins to play. One with the same games as an earlier one does not.
    Begun {
        games: u64,
    },
    /// It has played this many games.
    Played {
        name: &'a str,
        games: u64,
    },
    /// It plays no more games.
    Ended,
    Judged(&'a CheckResult),
}

/// Takes the events.
pub(crate) type CheckListener<'a> = dyn FnMut(CheckEvent<'_>) + Send + 'a;

/// Why checks could not be played.
#[derive(Debug, Error)]
pub enum CheckError {
    /// The file is invalid, or a player, the openings or a baseline in it.
    #[error(transparent)]
    File(#[from] SettingsError),
    /// No check has this name.
    #[error(transparent)]
    Unknown(#[from] UnknownName),
    /// A player or a referee cannot start, or failed.
    #[error("check '{check}'{problem}")]
    Player {
        /// The name of the check.
        check: String,
        /// Who failed, and how.
        problem: String,
    },
    /// The threads could not be started.
    #[error(transparent)]
    Threads(SessionError),
    /// A baseline could not be written.
    #[error(transparent)]
    Write(#[from] io::Error),
    /// The games could not be kept.
    #[error("check '{check}': {problem}")]
    Folder {
        /// The name of the check.
        check: String,
        /// What is wrong with its folder.
        problem: String,
        /// Whether another folder would do, rather than the disk being at fault.
        is_usage: bool,
    },
    /// Ctrl-C before the first game, if the program listens for it.
    #[error("interrupted")]
    Interrupted,
    /// Ctrl-C during the games.
    #[error("interrupted after {finished} of {checks} checks; the same command starts over")]
    Stopped {
        /// The checks that were judged.
        finished: usize,
        /// All checks.
        checks: usize,
    },
}

impl From<SessionError> for CheckError {
    fn from(error: SessionError) -> CheckError {
        match error {
            SessionError::Interrupted => CheckError::Interrupted,
            error => CheckError::Threads(error),
        }
    }
}

impl CheckError {
    /// An error with the folder of a check.
    fn in_folder(error: &RecordError, check: &CheckSpec) -> CheckError {
        let problem = match error {
            RecordError::NotARun { folder, file } => format!(
                "{} holds {file} but no run.json, so it is not the folder of a run\nchoose another folder with --out",
                folder.display()
            ),
            error => error.to_string(),
        };
        CheckError::Folder { check: check.name.clone(), problem, is_usage: error.is_usage() }
    }

    /// An error in the plan of a check, with its place in the file.
    fn in_plan(error: SessionError, check: &CheckSpec) -> CheckError {
        let failed = |problem| CheckError::Player { check: check.name.clone(), problem };
        match error {
            SessionError::Player { player, error } => check.written.players[player].wrong(error).into(),
            SessionError::Start { player, error } => {
                failed(format!(", player {}: {error}", check.plan.players[player].name()))
            }
            SessionError::Referee(error) => failed(format!(", referee: {error}")),
            SessionError::Openings(error) => check.written.openings.wrong(error).into(),
            error @ (SessionError::Threads { .. } | SessionError::Interrupted) => error.into(),
        }
    }
}
