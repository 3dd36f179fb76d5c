//! What is asked for: a plan, where its games go, and how they are played.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use super::command::CommandLine;
use super::event::{RunEvent, RunListener};
use super::session::{SessionError, Threads, most_threads};
use crate::interrupt;
use crate::play::plan::Plan;
use crate::stats::Anchor;
use crate::store::shard::ShownAs;
use crate::text::TextError;

/// A match or a tournament to be played.
#[derive(Debug, Clone)]
pub(crate) struct Request {
    pub plan: Plan,
    pub shown_as: ShownAs,
    /// The beginning of the command that repeats the run.
    pub command: CommandLine,
    pub settings: RunSettings,
}

/// How games are played, and where they are kept. They are the same games whatever it is.
#[derive(Debug, Clone)]
pub(crate) struct RunSettings {
    /// `None` if games are only counted.
    pub folder: Option<FolderRequest>,
    pub threads: ThreadsRequest,
    /// The number of forfeited games that stops the run.
    pub max_forfeits: u64,
    /// The time after which the run stops.
    pub max_time: Option<Duration>,
}

impl Default for RunSettings {
    fn default() -> RunSettings {
        let threads = ThreadsRequest { count: None, affinity: true };
        RunSettings { folder: None, threads, max_forfeits: u64::MAX, max_time: None }
    }
}

impl RunSettings {
    /// Lets the time limit begin.
    pub(super) fn limit_time(&self) -> io::Result<()> {
        self.max_time.map_or(Ok(()), interrupt::after)
    }
}

/// The threads that play games.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ThreadsRequest {
    /// `None` for one per core.
    pub count: Option<usize>,
    /// Whether a thread and its bots stay on one core.
    pub affinity: bool,
}

impl ThreadsRequest {
    /// Starts this many threads, or as many as are useful.
    pub(crate) fn start(self, listener: &mut RunListener<'_>) -> Result<Threads, SessionError> {
        let count = self.count.map(|asked| asked.min(most_threads()));
        if let (Some(asked), Some(used)) = (self.count, count)
            && used < asked
        {
            listener(RunEvent::ThreadsCapped { asked, used });
        }
        let threads = Threads::start(count)?;
        Ok(if self.affinity { threads } else { threads.without_affinity() })
    }
}

#[derive(Debug, Clone, Default)]
pub(crate) struct FolderRequest {
    /// `None` for one that is named after the plan.
    pub out: Option<PathBuf>,
    pub existing: Existing,
    /// Whether `moves.csv` is written.
    pub record_moves: bool,
}

/// What happens to a run that is in the folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Existing {
    /// It is continued; one of another plan is an error.
    #[default]
    Continue,
    /// It is continued; one of another plan is replaced.
    ContinueOrReplace,
    Replace,
}

/// The number of forfeited games of one player that stops a run, unless another is asked for.
pub(crate) const MAX_FORFEITS: u64 = 10;

/// Whether the players of a run are compared or rated.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum ContestKind {
    Match,
    Tournament { anchor: Option<Anchor> },
}

impl ContestKind {
    /// The kind of a run of these players. An error is one in the anchor.
    pub(crate) fn of(shown_as: &ShownAs, players: &[String]) -> Result<ContestKind, TextError> {
        if !shown_as.tournament {
            return Ok(ContestKind::Match);
        }
        let anchor = shown_as.anchor.as_deref().map(|text| Anchor::parse(text, players)).transpose()?;
        Ok(ContestKind::Tournament { anchor })
    }
}
