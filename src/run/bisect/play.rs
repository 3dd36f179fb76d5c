//! Playing a search: the history, the folder, the test of the bad commit, then the visits. A finished one is not played
//! again.

use std::path::PathBuf;

use thiserror::Error;

use super::engines::Engines;
use super::event::{BisectEvent, BisectListener};
use super::file::{BisectPlanText, Journal};
use super::history::{self, Commit};
use super::request::Bisect;
use super::result::{BisectResult, BisectVerdict};
use super::search::{Course, Search};
use crate::run::git::{GitError, Repository};
use crate::run::session::SessionError;
use crate::run::{Existing, RunError};
use crate::store::RecordError;
use crate::store::run_file::RunState;

/// Why a search cannot be played.
#[derive(Debug, Error)]
pub(crate) enum BisectError {
    #[error(transparent)]
    Git(#[from] GitError),
    #[error(transparent)]
    Run(#[from] RunError),
    /// The test asks for something else than a loss.
    #[error("{0}")]
    Test(String),
}

impl From<RecordError> for BisectError {
    fn from(error: RecordError) -> BisectError {
        BisectError::Run(error.into())
    }
}

impl From<SessionError> for BisectError {
    fn from(error: SessionError) -> BisectError {
        BisectError::Run(error.into())
    }
}

/// A search that was played, to its end or until something stopped it.
#[derive(Debug)]
pub(crate) struct BisectRun {
    pub folder: PathBuf,
    /// The command that continues it.
    pub command: String,
    /// The games so far.
    pub games: u64,
    pub end: BisectEnd,
}

#[derive(Debug)]
pub(crate) enum BisectEnd {
    Finished(BisectResult),
    /// By Ctrl-C or a time limit.
    Stopped,
}

/// How a part of a search ended.
pub(super) enum Progress {
    Done,
    Stopped,
}

impl BisectRun {
    pub(super) fn play(asked: &Bisect, listener: &mut BisectListener<'_>) -> Result<BisectRun, BisectError> {
        if !asked.sprt.is_for_regressions() {
            return Err(BisectError::Test(format!(
                "{} does not ask whether the bad commit is weaker\nwrite the loss that matters and 0, for example -20,0",
                asked.sprt
            )));
        }
        let asked = &Bisect { bot: asked.bot.clone().with_short_name(), ..asked.clone() };
        let repository = Repository::find()?;
        let commits = history::commits(&repository, &asked.good, asked.bad.as_deref())?;
        let (good, bad) = (&commits[0], &commits[commits.len() - 1]);
        let plan = plan(asked, good, bad);
        let request = asked.settings.folder.clone().unwrap_or_default();
        let out = request.out.unwrap_or_else(|| plan.folder(good, bad).into());
        let engines = Engines::new(repository, &asked.bot, asked.build.as_deref(), &out)?;
        let is_fresh = request.existing == Existing::Replace;
        let threads = asked.settings.threads.start(&mut |event| listener(BisectEvent::InMatch(event)))?;
        let command = asked.command(&good.hash, &bad.hash);
        let is_reproducible = matches!(asked.bot.bot(), Some(Ok(bot)) if bot.is_reproducible());
        let recorded = command.clone().with_flag("--fresh", is_fresh).to_string();
        let journal =
            Journal::open(&out, plan, &commits, is_fresh, (is_reproducible, threads.count(), recorded))?;
        let mut course = Course::new(commits.len() - 1, asked.sprt, asked.games / 2);
        journal.steps().iter().for_each(|step| course.take(step));
        let command = command.with_settings(&asked.settings).to_string();
        let run =
            |course: &Course, end| BisectRun { folder: out.clone(), command, games: course.games(), end };
        let result = BisectResult::of(&course, &commits);
        if journal.is_finished()
            && !(journal.has_more_games() && result.verdict() == BisectVerdict::Undecided)
        {
            listener(BisectEvent::WasFinished { folder: &out });
            return Ok(run(&course, BisectEnd::Finished(result)));
        }
        if !journal.steps().is_empty() {
            listener(BisectEvent::Continued { folder: &out, games: course.games() });
        }
        asked.settings.limit_time().map_err(RunError::from)?;
        let mut search = Search { asked, commits: &commits, engines, journal, course, is_fresh, out: &out };
        let ended = search.play(&threads, listener);
        if matches!(ended, Err(BisectError::Git(GitError::Interrupted)))
            || matches!(ended, Err(BisectError::Run(RunError::Session(SessionError::Interrupted))))
            || matches!(ended, Ok(Progress::Stopped))
        {
            search.journal.save(RunState::Interrupted)?;
            return Ok(run(&search.course, BisectEnd::Stopped));
        }
        ended?;
        search.journal.save(RunState::Finished)?;
        let result = BisectResult::of(&search.course, &commits);
        Ok(run(&search.course, BisectEnd::Finished(result)))
    }
}

fn plan(asked: &Bisect, good: &Commit, bad: &Commit) -> BisectPlanText {
    let openings = asked.openings.clone().unwrap_or_else(|| asked.game.default_openings());
    BisectPlanText {
        bot: format!("{}={}", asked.bot.name(), asked.bot),
        build: asked.build.clone(),
        good: good.hash.clone(),
        bad: bad.hash.clone(),
        game: asked.game.to_string(),
        openings: openings.to_string(),
        seed: asked.seed,
        max_plies: asked.max_plies,
        sprt: asked.sprt.to_string(),
        games: asked.games,
    }
}

/// What to do about a good or a bad commit that cannot be played.
pub(super) fn unplayable(commit: &Commit, which: &str, why: &str) -> BisectError {
    let advice = format!("name another commit as {which}");
    let problem = format!("{}, the {} commit, cannot be played: {why}", commit.short(), which.to_lowercase());
    BisectError::Git(GitError::Failed(format!("{problem}\n{advice}")))
}
