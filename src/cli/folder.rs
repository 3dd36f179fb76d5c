//! Which folder a run is in where `--out` does not say.

use std::fs;
use std::path::{Path, PathBuf};

use crate::plan::Plan;
use crate::record::folder::RUN;
use crate::record::run_file::Found;

/// The folder that holds this plan already, else the first that holds no run of another.
pub(super) fn choose(plan: &Plan) -> PathBuf {
    let hash = plan.hash();
    let folders = plan.folders().map(PathBuf::from);
    let holds_it = |folder: &&PathBuf| found(folder).is_some_and(|found| found.plan_hash == hash);
    let is_free = |folder: &&PathBuf| found(folder).is_none();
    let chosen = folders.iter().find(holds_it).or_else(|| folders[..2].iter().find(is_free));
    chosen.unwrap_or(&folders[0]).clone()
}

/// The run that is in a folder, if there is one.
pub(super) fn found(folder: &Path) -> Option<Found> {
    serde_json::from_slice(&fs::read(folder.join(RUN)).ok()?).ok()
}
