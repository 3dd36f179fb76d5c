//! Attempts: the folders in which shards are played, next to those of complete shards.
//!
//! | name | an attempt that |
//! | --- | --- |
//! | `.3-of-16.HOST.PID` | a process on a host plays, or played when it was killed |
//! | `.3-of-16` | was interrupted; any host may continue it |
//!
//! Several hosts may share the folder, and no host knows which processes run on another. So an attempt is taken over only
//! on its own host, where the lock of its `games.csv` shows whether its process is alive. A process that lost the race
//! removes its own attempt.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::error::{At as _, RecordError};
use super::folder::{self, Folder};
use super::machine::host_name;
use crate::play::schedule::Shard;

/// The folder of this process for a shard: of the abandoned attempts the one with the most games, else a new
/// one. The others are removed.
pub(super) fn claim(shards: &Path, shard: Shard) -> Result<Folder, RecordError> {
    let own = own_folder(shards, shard);
    // Whoever moves it has it.
    if fs::rename(released_folder(shards, shard), &own).is_ok() {
        folder::sync(shards)?;
    }
    let mut abandoned = Vec::new();
    for path in on_this_host(shards, shard)? {
        abandoned.extend(Folder::claim_abandoned(&path)?);
    }
    abandoned.sort_by_key(|attempt| {
        attempt.games().and_then(|games| games.metadata()).map_or(0, |file| file.len())
    });
    let Some(mut best) = abandoned.pop() else { return Folder::claim(&own) };
    for other in abandoned {
        fs::remove_dir_all(other.path()).at("remove", other.path())?;
    }
    if cfg!(unix) && best.path() != own {
        best.move_to(&own).at("write", &own)?;
        folder::sync(shards)?;
    }
    Ok(best)
}

/// Releases an attempt to any host, and returns its new folder.
pub(super) fn release(attempt: Folder, shards: &Path, shard: Shard) -> Result<PathBuf, RecordError> {
    let (path, released) = (attempt.path().to_owned(), released_folder(shards, shard));
    drop(attempt);
    match fs::rename(&path, &released) {
        Ok(()) => folder::sync(shards).map(|()| released),
        // Another one was left there before.
        Err(error) if is_taken(&error) => Ok(path),
        Err(error) => Err(RecordError::io("write", &released, error)),
    }
}

/// Moves a complete attempt to the place of the shard. If there is one already, that one stays. Returns whether it moved.
pub(super) fn complete(attempt: Folder, shards: &Path, shard: Shard) -> Result<bool, RecordError> {
    let (path, complete) = (attempt.path().to_owned(), shards.join(shard.name()));
    // Windows moves no folder that has open files.
    let lock = (!cfg!(windows)).then_some(attempt);
    match fs::rename(&path, &complete) {
        Ok(()) => folder::sync(shards).map(|()| true),
        Err(error) if is_taken(&error) => {
            fs::remove_dir_all(&path).at("remove", &path)?;
            drop(lock);
            Ok(false)
        }
        Err(error) => Err(RecordError::io("write", &complete, error)),
    }
}

/// Removes a shard that will be played again. A kill leaves it complete, or as an attempt.
pub(super) fn discard(shards: &Path, shard: Shard) -> Result<(), RecordError> {
    let (complete, own) = (shards.join(shard.name()), own_folder(shards, shard));
    let old = own.with_added_extension("old");
    match fs::rename(&complete, &old) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        moved => moved.and_then(|()| fs::remove_dir_all(&old)).at("remove", &complete),
    }
}

/// The names of all attempts in the folder of the shards.
pub(super) fn names(shards: &Path) -> Result<Vec<String>, RecordError> {
    let is_attempt = |name: &String| {
        let shard = name.strip_prefix('.').and_then(|name| name.split('.').next());
        shard.and_then(Shard::named).is_some()
    };
    let mut names = listed(shards)?;
    names.retain(is_attempt);
    names.sort();
    Ok(names)
}

/// The names in a folder, which may not exist.
pub(super) fn listed(folder: &Path) -> Result<Vec<String>, RecordError> {
    match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        entries => {
            let names = entries.at("read", folder)?.map(|entry| Ok(entry?.file_name()));
            let names: io::Result<Vec<_>> = names.collect();
            let names = names.at("read", folder)?;
            Ok(names.into_iter().filter_map(|name| name.into_string().ok()).collect())
        }
    }
}

/// The attempts of processes on this host, including discarded ones.
fn on_this_host(shards: &Path, shard: Shard) -> Result<Vec<PathBuf>, RecordError> {
    let start = format!(".{}.{}.", shard.name(), host_name());
    let mut names = names(shards)?;
    names.retain(|name| name.starts_with(&start));
    Ok(names.into_iter().map(|name| shards.join(name)).collect())
}

fn own_folder(shards: &Path, shard: Shard) -> PathBuf {
    shards.join(format!(".{}.{}.{}", shard.name(), host_name(), std::process::id()))
}

fn released_folder(shards: &Path, shard: Shard) -> PathBuf {
    shards.join(format!(".{}", shard.name()))
}

/// Whether a folder could not be moved because there is one in its place.
fn is_taken(error: &io::Error) -> bool {
    use io::ErrorKind::{AlreadyExists, DirectoryNotEmpty, PermissionDenied};
    matches!(error.kind(), AlreadyExists | DirectoryNotEmpty)
        || cfg!(windows) && error.kind() == PermissionDenied
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shard() -> Shard {
        Shard::new(3, 16).unwrap()
    }

    /// A folder of an attempt whose `games.csv` has this many bytes.
    fn left(shards: &Path, name: &str, bytes: usize) -> PathBuf {
        let path = shards.join(name);
        fs::create_dir(&path).unwrap();
        fs::write(path.join("games.csv"), vec![b'x'; bytes]).unwrap();
        path
    }

    fn size(folder: &Folder) -> u64 {
        folder.games().unwrap().metadata().unwrap().len()
    }

    #[test]
    fn the_longest_attempt_of_dead_processes_is_taken_over_and_others_are_removed() {
        let shards = tempfile::tempdir().unwrap();
        let host = host_name();
        let dead = [(1, 10), (2, 30), (3, 20)];
        for (pid, bytes) in dead {
            left(shards.path(), &format!(".3-of-16.{host}.{pid}"), bytes);
        }
        let elsewhere = [".3-of-16.elsewhere.4", ".4-of-16.elsewhere.5", ".13-of-16.x.6"];
        for name in elsewhere {
            left(shards.path(), name, 50);
        }
        let alive = Folder::claim(&left(shards.path(), &format!(".3-of-16.{host}.7"), 99)).unwrap();
        let own = claim(shards.path(), shard()).unwrap();
        assert_eq!((size(&own), own.path()), (30, own_folder(shards.path(), shard()).as_path()));
        let mut expected: Vec<PathBuf> = elsewhere.iter().map(|name| shards.path().join(name)).collect();
        expected.extend([own.path().to_owned(), alive.path().to_owned()]);
        expected.sort();
        let found: Vec<PathBuf> =
            names(shards.path()).unwrap().into_iter().map(|name| shards.path().join(name)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_released_attempt_is_taken_over_by_one_process() {
        let shards = tempfile::tempdir().unwrap();
        let attempt = Folder::claim(&left(shards.path(), ".3-of-16.elsewhere.1", 70)).unwrap();
        let released = release(attempt, shards.path(), shard()).unwrap();
        assert_eq!(released, shards.path().join(".3-of-16"));
        let second = Folder::claim(&left(shards.path(), ".3-of-16.elsewhere.2", 10)).unwrap();
        assert!(release(second, shards.path(), shard()).unwrap().ends_with(".3-of-16.elsewhere.2"));
        let own = claim(shards.path(), shard()).unwrap();
        assert_eq!(size(&own), 70);
        assert!(!released.exists());
        drop(own);
        assert_eq!(size(&claim(shards.path(), shard()).unwrap()), 70, "the same process again");
    }

    #[test]
    fn the_first_complete_attempt_stays() {
        let shards = tempfile::tempdir().unwrap();
        let first = Folder::claim(&left(shards.path(), ".3-of-16.a.1", 1)).unwrap();
        let second = Folder::claim(&left(shards.path(), ".3-of-16.b.2", 2)).unwrap();
        assert!(complete(first, shards.path(), shard()).unwrap());
        assert!(!complete(second, shards.path(), shard()).unwrap());
        assert_eq!(listed(shards.path()).unwrap(), ["3-of-16"]);
        assert_eq!(fs::read(shards.path().join("3-of-16/games.csv")).unwrap(), b"x");
        discard(shards.path(), shard()).unwrap();
        discard(shards.path(), shard()).unwrap();
        assert_eq!(listed(shards.path()).unwrap().len(), 0);
    }
}
