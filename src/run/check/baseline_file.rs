//! Baseline files.

use std::fs;
use std::io;
use std::path::Path;

use super::suite::{CheckSpec, Demand};
use super::{Baseline, CheckError};
use crate::run::session::ResolvedSession;
use crate::store::folder;
use crate::text::file::read_regular;
use crate::text::program;

/// The largest file that is read.
const LARGEST: u64 = 16 << 20;

/// The baseline that a check has before it is played.
pub(super) struct FoundBaseline {
    pub baseline: Baseline,
    /// Why it cannot be compared with. It is recorded again then.
    pub differs: Option<String>,
}

/// The baseline of a check, which must exist and match its plan unless baselines are recorded.
pub(super) fn find(
    check: &CheckSpec,
    session: &ResolvedSession,
    file: &Path,
    record: bool,
) -> Result<Option<FoundBaseline>, CheckError> {
    let Demand::Baseline { path, written, .. } = &check.demand else { return Ok(None) };
    let anew = format!("record it with: {} check {} --record", program(), file.display());
    let wrong = |problem: String, advice: &str| Err(written.error(problem, advice).into());
    let bytes = match read_regular(path, LARGEST) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return if record {
                Ok(None)
            } else {
                wrong(format!("there is no {} yet", path.display()), &anew)
            };
        }
        Err(error) => {
            return wrong(
                format!("cannot read {}: {error}", path.display()),
                "give the path of a file that can be read",
            );
        }
    };
    let baseline = match Baseline::read(&bytes) {
        Ok(baseline) => baseline,
        Err(unfit) if record && unfit.is_baseline => return Ok(None),
        Err(unfit) if record => {
            let advice = "remove that file, or choose another path: only baselines are replaced";
            return wrong(format!("{}: {}", path.display(), unfit.problem), advice);
        }
        Err(unfit) => return wrong(format!("{}: {}", path.display(), unfit.problem), &anew),
    };
    let differs = match baseline.differs_from(&check.played(&session.plan().digests)) {
        Some(differences) => Some(format!("was played with other settings ({differences})")),
        None if plays_otherwise(session, &baseline)? => Some(format!(
            "was played by a build of arena in which {} plays differently",
            check.plan.players[1]
        )),
        None => None,
    };
    match differs {
        Some(problem) if !record => {
            wrong(format!("{} {problem}", path.display()), &format!("undo that change, or {anew}"))
        }
        differs => Ok(Some(FoundBaseline { baseline, differs })),
    }
}

/// Whether the opponent differs from that of the baseline. The player that is checked may differ.
fn plays_otherwise(session: &ResolvedSession, baseline: &Baseline) -> Result<bool, CheckError> {
    let Some(recorded) = baseline.opponent() else { return Ok(false) };
    Ok(session.fingerprint(1, Some(recorded))? != recorded)
}

/// Writes a baseline, replacing the old one atomically.
pub(super) fn write(path: &Path, baseline: &Baseline) -> io::Result<()> {
    let bytes = baseline.bytes()?;
    let written = || -> io::Result<()> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        folder::replace(path, &bytes)
    };
    written().map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))
}
