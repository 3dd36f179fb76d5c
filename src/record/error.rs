//! What can go wrong with the files of a run, and what to do then.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// Why a run could not be recorded.
#[derive(Debug, Error)]
pub enum RecordError {
    /// A file could not be read or written.
    #[error("cannot {action} {}: {source}\n{advice}", path.display())]
    Io {
        /// `"read"`, `"write"`, `"create"`.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
        /// What to do.
        advice: &'static str,
    },
    /// The folder went away while the run was going on.
    #[error(
        "{} was removed or replaced during the run\nrepeat the command to play the games again",
        path.display()
    )]
    Lost {
        /// The file that is gone.
        path: PathBuf,
    },
    /// The folder holds another run.
    #[error(
        "{} holds a run of another plan{differences}\nadd --fresh to replace it, or choose another folder with --out",
        folder.display()
    )]
    OtherPlan {
        /// The folder.
        folder: PathBuf,
        /// What differs: `" (games: 1 there, 1000 here)"`.
        differences: String,
    },
    /// The folder holds files of the same names that are not a run.
    #[error(
        "{} holds {file} but no run.json, so it is not the folder of a run\nadd --fresh to replace it, or choose \
         another folder with --out",
        folder.display()
    )]
    NotARun {
        /// The folder.
        folder: PathBuf,
        /// The file that would be overwritten.
        file: &'static str,
    },
    /// Another process plays into the folder.
    #[error(
        "another arena process is writing to {}\nwait until it is done, or choose another folder with --out",
        folder.display()
    )]
    Busy {
        /// The folder.
        folder: PathBuf,
    },
    /// The unfinished run in the folder did not record its moves.
    #[error(
        "the unfinished run in {} was started without --record-moves\nomit --record-moves to continue it, or add --fresh \
         to start over",
        folder.display()
    )]
    MovesNotRecorded {
        /// The folder.
        folder: PathBuf,
    },
}

impl RecordError {
    /// Whether another command would have been right, rather than another disk.
    pub fn is_usage(&self) -> bool {
        matches!(
            self,
            RecordError::OtherPlan { .. }
                | RecordError::NotARun { .. }
                | RecordError::MovesNotRecorded { .. }
        )
    }

    /// An error of reading or writing.
    pub(super) fn io(action: &'static str, path: &Path, source: io::Error) -> RecordError {
        let advice = match source.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => {
                "free some space, then repeat the command: it continues after the last recorded game"
            }
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                "choose a writable folder with --out"
            }
            _ => "fix that, or choose another folder with --out, then repeat the command",
        };
        RecordError::Io { action, path: path.to_owned(), source, advice }
    }

    /// The same for an error of the CSV crate, whose own conversion hides what kind of error it was.
    pub(super) fn csv(action: &'static str, path: &Path, error: csv::Error) -> RecordError {
        let error = match error.into_kind() {
            csv::ErrorKind::Io(error) => error,
            kind => io::Error::other(format!("{kind:?}")),
        };
        RecordError::io(action, path, error)
    }
}

/// Names the file and what was being done to it.
pub(super) trait At<T> {
    /// The error with its place.
    fn at(self, action: &'static str, path: &Path) -> Result<T, RecordError>;
}

impl<T> At<T> for io::Result<T> {
    fn at(self, action: &'static str, path: &Path) -> Result<T, RecordError> {
        self.map_err(|error| RecordError::io(action, path, error))
    }
}

impl<T> At<T> for csv::Result<T> {
    fn at(self, action: &'static str, path: &Path) -> Result<T, RecordError> {
        self.map_err(|error| RecordError::csv(action, path, error))
    }
}
