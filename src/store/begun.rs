//! The run that is already in a folder, and whether another one may continue it.

use std::path::Path;

use serde::Serialize;

use super::error::{REPLACE, RecordError};
use super::recovery::{NotContinued, Verifier};
use super::run_file::{MadeBy, RunFile, RunState};
use crate::play::fingerprint::Fingerprint;
use crate::play::runner::Interrupted;

/// Checks that the run in a folder is one that this one continues with more games.
pub(super) fn check_shorter(
    out: &Path,
    run: &RunFile,
    found: &RunFile,
    verifier: &mut dyn Verifier,
) -> Result<(), RecordError> {
    let shorter = found.plan();
    let continues = shorter.map_or(Err(NotContinued::OtherPlan), |shorter| verifier.continues(&shorter));
    continues.map_err(|why| match why {
        NotContinued::OtherPlan => other_plan(out, run, found),
        NotContinued::OtherGames { reason, advice } => RecordError::OtherGames {
            folder: out.to_owned(),
            state: if is_unfinished(found) { "an unfinished" } else { "a finished" },
            reason,
            advice: advice + &ways_out(found),
        },
        NotContinued::Interrupted => RecordError::Interrupted,
    })
}

/// The error of a folder that holds a run of another plan.
pub(crate) fn other_plan<P, R>(folder: &Path, run: &RunFile<P, R>, found: &RunFile<P, R>) -> RecordError
where
    P: Serialize + Clone,
    R: Serialize + Clone,
{
    RecordError::OtherPlan {
        folder: folder.to_owned(),
        differences: run.differences(found),
        advice: ways_out(found),
    }
}

/// Whether a run has games and could have more.
fn is_unfinished<P, R>(run: &RunFile<P, R>) -> bool {
    matches!(run.state, RunState::Running | RunState::Interrupted)
}

/// What to do about a run that is in the way. The games of an unfinished one are not to be discarded.
fn ways_out<P: Serialize + Clone, R: Serialize + Clone>(found: &RunFile<P, R>) -> String {
    match found.command_to_continue(None).filter(|_| is_unfinished(found)) {
        Some(command) => {
            format!("choose another folder with --out, or finish the run in this one first:\n  {command}")
        }
        None => REPLACE.to_owned(),
    }
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
