//! What is asked for: two commits, a bot, and how its versions are built and played.

use super::event::BisectListener;
use super::play::{BisectEnd, BisectError, BisectRun};
use super::result::BisectResult;
use crate::play::host::GameSpec;
use crate::play::openings::OpeningsSpec;
use crate::players::strategies::StrategySpec;
use crate::run::contest::{ContestError, settings};
use crate::run::{CommandLine, FolderRequest, RunSettings};
use crate::stats::Sprt;
use crate::text::program;

/// The test of the bad commit, unless another is asked for.
pub(crate) const TEST: &str = "-20,0";

/// The most games of a commit, unless others are asked for.
pub(crate) const GAMES: u64 = 20_000;

/// The search for the commit that made a bot weaker, in the git repository of the current directory.
///
/// ```no_run
/// use arena::prelude::*;
///
/// let result = Bisect::new("v1.0", "./engine,deterministic=yes")?.build("make").game("connect")?.play()?;
/// println!("{result}");
/// # Ok::<(), arena::ContestError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Bisect {
    pub(crate) good: String,
    /// `None` for the last commit.
    pub(crate) bad: Option<String>,
    pub(crate) bot: StrategySpec,
    pub(crate) build: Option<String>,
    pub(crate) game: GameSpec,
    /// `None` for what is best in the game.
    pub(crate) openings: Option<OpeningsSpec>,
    pub(crate) seed: u64,
    pub(crate) max_plies: Option<u32>,
    pub(crate) sprt: Sprt,
    pub(crate) games: u64,
    pub(crate) settings: RunSettings,
}

impl Bisect {
    /// A search at Kalah from a commit in which a bot was stronger, by a revision, to the last one. The bot is a spec
    /// whose paths are relative to the current directory.
    pub fn new(good: &str, bot: &str) -> Result<Bisect, ContestError> {
        Ok(Bisect {
            good: good.to_owned(),
            bad: None,
            bot: bot.parse()?,
            build: None,
            game: "kalah".parse()?,
            openings: None,
            seed: 1,
            max_plies: None,
            sprt: TEST.parse()?,
            games: GAMES,
            settings: RunSettings { folder: Some(FolderRequest::default()), ..RunSettings::default() },
        })
    }

    /// Sets the commit in which the bot is weaker.
    #[must_use]
    pub fn bad(mut self, revision: &str) -> Bisect {
        self.bad = Some(revision.to_owned());
        self
    }

    /// Sets the shell command that builds the bot.
    #[must_use]
    pub fn build(mut self, command: &str) -> Bisect {
        self.build = Some(command.to_owned());
        self
    }

    settings!();

    /// Sets the test that shows whether the bad commit is weaker (default: `-20,0`). Its first number is negative.
    pub fn sprt(mut self, spec: &str) -> Result<Bisect, ContestError> {
        self.sprt = spec.parse()?;
        Ok(self)
    }

    /// Sets the most games of a commit (default: 20,000).
    #[must_use]
    pub fn games(mut self, games: u64) -> Bisect {
        self.games = games;
        self
    }

    /// Plays it.
    pub fn play(self) -> Result<BisectResult, ContestError> {
        let run = self.run(&mut |_| {}).map_err(|error| match error {
            BisectError::Run(error) => error.into(),
            error => ContestError::Folder(error.to_string()),
        })?;
        match run.end {
            BisectEnd::Finished(result) => Ok(result),
            BisectEnd::Stopped => Err(ContestError::Interrupted),
        }
    }

    /// Plays it, to its end or until something stops it.
    pub(crate) fn run(self, listener: &mut BisectListener<'_>) -> Result<BisectRun, BisectError> {
        BisectRun::play(&self, listener)
    }

    /// The command that plays the same search.
    pub(super) fn command(&self, good: &str, bad: &str) -> CommandLine {
        let openings = self.openings.clone().unwrap_or_else(|| self.game.default_openings());
        let command = CommandLine::new([program(), "bisect", good, bad]);
        let command = command.with_some("--build", self.build.as_ref()).with("--bot", &self.bot);
        let command = command.with("--sprt", self.sprt).with("--games", self.games);
        let command = command.with_games(&self.game, &openings, self.seed, self.max_plies);
        let out = self.settings.folder.as_ref().and_then(|folder| folder.out.as_ref());
        command.with_some("--out", out.map(|out| out.display()))
    }
}
