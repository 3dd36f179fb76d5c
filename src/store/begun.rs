//! The run that is already in a folder, and whether another one may continue it.

use std::path::Path;

use super::error::RecordError;
use super::recovery::{NotContinued, Verifier};
use super::run_file::{MadeBy, RunFile, RunState};
use crate::play::fingerprint::Fingerprint;
use crate::play::runner::Interrupted;

/// Checks that the run in a folder is a finished one that this one continues with more games.
pub(super) fn check_shorter(
    out: &Path,
    run: &RunFile,
    found: &RunFile,
    verifier: &mut dyn Verifier,
) -> Result<(), RecordError> {
    let folder = out.to_owned();
    let finished = (found.state == RunState::Finished).then(|| found.plan()).flatten();
    let continues = finished.map_or(Err(NotContinued::OtherPlan), |shorter| verifier.continues(&shorter));
    continues.map_err(|why| match why {
        NotContinued::OtherPlan => RecordError::OtherPlan { folder, differences: run.differences(found) },
        NotContinued::OtherGames { reason, advice } => RecordError::OtherGames { folder, reason, advice },
        NotContinued::Interrupted => RecordError::Interrupted,
    })
}

/// The run as it was begun in a folder: what it records and how its players play is decided at its start, however
/// often it is continued. An error if it cannot be continued like that.
pub(super) fn as_begun(
    folder: &Path,
    run: RunFile,
    found: &RunFile,
    verifier: &mut dyn Verifier,
) -> Result<RunFile, RecordError> {
    if run.records_moves() && !found.records_moves() {
        return Err(RecordError::MovesNotRecorded { folder: folder.to_owned() });
    }
    let names: Vec<&str> = run.names().collect();
    let fingerprints =
        check_players(folder, &names, found.fingerprints_of(names.len()), &found.arena, verifier)?;
    Ok(run.recording_moves(found.records_moves()).with_fingerprints(&fingerprints))
}

/// Checks that the players of this build play like those that began the run, and returns the fingerprints of those.
pub(crate) fn check_players(
    folder: &Path,
    names: &[&str],
    recorded: Option<Vec<Fingerprint>>,
    made_by: &MadeBy,
    verifier: &mut dyn Verifier,
) -> Result<Vec<Fingerprint>, RecordError> {
    let differs = |difference: String| {
        let (folder, made_by) = (folder.to_owned(), made_by.words());
        Err(RecordError::OtherBuild { folder, difference, made_by })
    };
    let Some(recorded) = recorded else {
        return differs("and its players, whose fingerprints are missing, cannot be compared".to_owned());
    };
    let different = verifier.first_difference(&recorded).map_err(|Interrupted| RecordError::Interrupted)?;
    let Some(player) = different else { return Ok(recorded) };
    let name = names[player];
    differs(match recorded.get(player) {
        Some(Fingerprint::Build(_)) => {
            format!("and {name}, which is too slow or limited by the clock, cannot be compared")
        }
        _ => format!("in which {name} plays differently"),
    })
}
