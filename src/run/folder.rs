//! Which folder a run gets, and what is in it.

use std::path::{Path, PathBuf};

use serde::{Serialize, Serializer};

use super::session::Session;
use crate::play::plan::ResolvedPlan;
use crate::store::Verifier;
use crate::store::folder::{GAMES, is_locked};
use crate::store::run_file::{RunFile, RunState};

/// The folder that already holds this plan, else one with a run that it continues, else the first that holds no run of
/// another plan.
pub(super) fn choose(plan: &ResolvedPlan, verifier: &mut dyn Verifier) -> PathBuf {
    let hash = plan.hash();
    let folders = plan.folders().map(PathBuf::from);
    let holds_it = |folder: &&PathBuf| found(folder).is_some_and(|found| found.plan_hash == hash);
    let is_free = |folder: &&PathBuf| found(folder).is_none();
    let chosen = folders
        .iter()
        .find(holds_it)
        .or_else(|| {
            folders.iter().find(|folder| {
                found(folder).is_some_and(|found| is_continued(&found, verifier))
                    && !is_locked(&folder.join(GAMES))
            })
        })
        .or_else(|| folders[..2].iter().find(is_free));
    chosen.unwrap_or(&folders[0]).clone()
}

/// The run that is in a folder, if there is one.
pub(super) fn found(folder: &Path) -> Option<RunFile> {
    RunFile::read(folder).ok()
}

/// Whether a run of a shorter plan is continued.
fn is_continued(found: &RunFile, verifier: &mut dyn Verifier) -> bool {
    found.plan().is_some_and(|plan| verifier.continues(&plan).is_ok())
}

/// What a run would find in its folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FolderState {
    New,
    /// It holds a finished run of fewer games.
    Shorter,
    OtherPlan,
    Finished,
    Unfinished,
}

impl FolderState {
    pub(super) fn of(folder: &Path, session: &mut Session) -> FolderState {
        let Some(found) = found(folder) else { return FolderState::New };
        let is_this = found.plan_hash == session.plan().hash();
        match (found.state, is_this) {
            (RunState::Finished, true) => FolderState::Finished,
            (_, false) if !is_continued(&found, session) => FolderState::OtherPlan,
            (RunState::Finished, false) => FolderState::Shorter,
            _ => FolderState::Unfinished,
        }
    }

    pub(crate) fn words(self) -> &'static str {
        match self {
            FolderState::New => "new",
            FolderState::Shorter => "finished with fewer games: would be continued",
            FolderState::OtherPlan => "holds a run of another plan: --fresh would replace it",
            FolderState::Finished => "finished: would be played again",
            FolderState::Unfinished => "unfinished: would be continued",
        }
    }
}

impl Serialize for FolderState {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.words())
    }
}
