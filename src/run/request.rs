//! What is asked for: a plan, where its games go, and how they are played.

use std::path::PathBuf;
use std::time::Duration;

use super::command::CommandLine;
use crate::play::plan::Plan;
use crate::stats::Anchor;
use crate::store::shard::ShownAs;
use crate::text::TextError;

/// A match or a tournament to be played.
#[derive(Debug, Clone)]
pub(crate) struct Request {
    pub plan: Plan,
    pub shown_as: ShownAs,
    pub storage: Storage,
    /// `None` for one per core.
    pub threads: Option<usize>,
    /// Whether a thread and its bots stay on one core.
    pub affinity: bool,
    /// The number of forfeited games of one player that stops the run.
    pub max_forfeits: u64,
    /// The time after which the run stops.
    pub max_time: Option<Duration>,
}

/// Where the games of a run go.
#[derive(Debug, Clone)]
pub(crate) enum Storage {
    /// They are only counted.
    Memory,
    Folder(FolderRequest),
}

/// The folder of a run.
#[derive(Debug, Clone)]
pub(crate) struct FolderRequest {
    /// `None` for one that is named after the plan.
    pub out: Option<PathBuf>,
    pub existing: Existing,
    /// Whether `moves.csv` is written.
    pub record_moves: bool,
    /// The beginning of the command that repeats the run.
    pub command: CommandLine,
}

/// What happens to a run that is in the folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Existing {
    /// It is continued; one of another plan is an error.
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
