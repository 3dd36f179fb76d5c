//! Errors with the files of a run, with advice.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::play::schedule::Shard;

/// What to do about a run that may be replaced.
pub(super) const REPLACE: &str = "add --fresh to replace it, or choose another folder with --out";

/// Why a run could not be recorded.
#[derive(Debug, Error)]
pub(crate) enum RecordError {
    /// A file could not be read or written.
    #[error("cannot {action} {}: {source}\n{advice}", path.display())]
    Io {
        /// `"read"`, `"write"`, `"create"`.
        action: &'static str,
        path: PathBuf,
        source: io::Error,
        advice: &'static str,
    },
    /// The folder disappeared during the run.
    #[error(
        "{} was removed or replaced during the run\nrepeat the command to play the games again",
        path.display()
    )]
    Lost { path: PathBuf },
    /// Another program changed a file during the run.
    #[error(
        "{} was changed by another program during the run\nrepeat the command: it continues after the games \
         that are still good",
        path.display()
    )]
    Changed { path: PathBuf },
    /// A file is not what was written.
    #[error(
        "{} was changed after it was written\nput it back, remove its entry \"digest\" if the change was intended, or add \
         --fresh to begin again",
        path.display()
    )]
    NotAsWritten { path: PathBuf },
    /// Another build began the run, and a player differs or cannot be compared.
    #[error(
        "the run in {} was begun by another build of arena, {difference}\ncontinue it with that build{made_by}, or add \
         --fresh to begin again with this one",
        folder.display()
    )]
    OtherBuild {
        folder: PathBuf,
        /// `"in which smart:6 plays differently"`.
        difference: String,
        /// The build that began it, if that is known: `" (0.1.0, commit 0123456789ab)"`.
        made_by: String,
    },
    /// The moves of a run that cannot be played again cannot be verified.
    #[error(
        "{} is missing or damaged, and without it {file} cannot be verified\nput it back, or add --fresh to begin again",
        path.display()
    )]
    Unverified {
        path: PathBuf,
        /// What it verifies.
        file: &'static str,
    },
    /// Ctrl-C, while recorded games were read. Nothing has changed.
    #[error("interrupted while the recorded games were read; they are as they were")]
    Interrupted,
    /// The folder holds another run.
    #[error("{} holds a run of another plan{differences}\n{advice}", folder.display())]
    OtherPlan {
        folder: PathBuf,
        /// The differences: `" (games: 1 there, 1000 here)"`.
        differences: String,
        advice: String,
    },
    /// The folder holds a run of fewer games, which are not the first ones of this plan.
    #[error("{} holds {state} run that a longer one does not continue: {reason}\n{advice}", folder.display())]
    OtherGames {
        folder: PathBuf,
        /// `"a finished"` or `"an unfinished"`.
        state: &'static str,
        reason: String,
        advice: String,
    },
    /// The shards in the folder are parts of another size.
    #[error(
        "the run in {} is divided into {there} shards, not {here}\nplay --shard I/{there}, add --fresh to replace them, or \
         choose another folder with --out",
        folder.display()
    )]
    OtherDivision { folder: PathBuf, there: u64, here: u64 },
    /// There are shards of several divisions.
    #[error(
        "{} has shards of different divisions: {names}\nkeep those of one of them: remove the others, or play again with \
         --fresh",
        folder.display()
    )]
    MixedShards {
        folder: PathBuf,
        /// Some of each.
        names: String,
    },
    #[error(
        "{} has no shards\nname the folder of a run that was played with --shard I/N, and with that --out",
        folder.display()
    )]
    NoShards { folder: PathBuf },
    /// Not all shards are complete.
    #[error(
        "{how_many} of {count} shards are missing in {}: {missing}\nplay them with --shard I/{count}, or add --partial to \
         merge the {prefix} before the first of them",
        folder.display()
    )]
    ShardsMissing {
        folder: PathBuf,
        /// Their numbers: `3,7-9`.
        missing: String,
        how_many: u64,
        count: u64,
        /// How many are complete before the first that is missing.
        prefix: u64,
    },
    /// A shard was changed after it was written.
    #[error(
        "shard {shard} is damaged: {problem}\nplay it again with --shard {}/{}, or remove {}",
        shard.number(), shard.count(), folder.display()
    )]
    ShardDamaged { folder: PathBuf, shard: Shard, problem: String },
    /// The folder holds files with the names of a run's, but no run.
    #[error(
        "{} holds {file} but no run.json, so it is not the folder of a run\nadd --fresh to replace it, or choose \
         another folder with --out",
        folder.display()
    )]
    NotARun {
        folder: PathBuf,
        /// The file that would be overwritten.
        file: &'static str,
    },
    /// Another process writes to the folder.
    #[error(
        "another arena process is writing to {}\nwait until it is done, or choose another folder with --out",
        folder.display()
    )]
    Busy { folder: PathBuf },
    /// The run in the folder did not record its moves.
    #[error(
        "the run in {} was started without --record-moves\nomit --record-moves to continue it, or add --fresh \
         to start over",
        folder.display()
    )]
    MovesNotRecorded { folder: PathBuf },
}

impl RecordError {
    /// Whether the command is at fault, rather than the disk.
    pub(crate) fn is_usage(&self) -> bool {
        matches!(
            self,
            RecordError::OtherPlan { .. }
                | RecordError::OtherGames { .. }
                | RecordError::OtherDivision { .. }
                | RecordError::NoShards { .. }
                | RecordError::NotARun { .. }
                | RecordError::MovesNotRecorded { .. }
                | RecordError::OtherBuild { .. }
                | RecordError::Unverified { .. }
                | RecordError::NotAsWritten { .. }
        )
    }

    /// The error of a folder that holds something whose plan cannot be read.
    pub(super) fn unreadable_plan(folder: &Path) -> RecordError {
        RecordError::OtherPlan {
            folder: folder.to_owned(),
            differences: String::new(),
            advice: REPLACE.to_owned(),
        }
    }

    /// Whether it is Ctrl-C, not an error.
    pub(crate) fn is_interrupt(&self) -> bool {
        matches!(self, RecordError::Interrupted)
    }

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

    /// The same for an error of the CSV crate, whose own conversion hides the kind of the error.
    pub(super) fn csv(action: &'static str, path: &Path, error: csv::Error) -> RecordError {
        let error = match error.into_kind() {
            csv::ErrorKind::Io(error) => error,
            kind => io::Error::other(format!("{kind:?}")),
        };
        RecordError::io(action, path, error)
    }
}

/// Adds the file and the action to an error.
pub(crate) trait At<T> {
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
