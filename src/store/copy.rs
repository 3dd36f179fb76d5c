//! The copy of a finished run that is played again, and how it replaces the run.
//!
//! It is played in the folder `.again` within that of the run. When it is complete, the file `complete` appears there.
//! **From that moment the run is replaced**: the files are moved one by one, and the next process that opens the run after
//! a kill moves the rest ([`claim`]).
//!
//! The folder of the run is not renamed as a whole: it may be a link, a mount point or the working directory, and it holds
//! shards and files of others. Neither is that of the copy: Windows renames no folder with open files.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use super::error::{At as _, RecordError};
use super::folder::{self, FILES, Folder, GAMES, LOGS};

/// The folder of the copy.
const COPY: &str = ".again";

/// The file in it that says that it is complete.
const COMPLETE: &str = "complete";

/// Claims the folder of a run for this process. A replacement that was interrupted by a kill is completed.
pub(super) fn claim(run: &Path) -> Result<Folder, RecordError> {
    let copy = run.join(COPY);
    loop {
        let claimed = Folder::claim(run)?;
        if !copy.join(COMPLETE).exists() {
            return Ok(claimed);
        }
        // The locked `games.csv` is replaced by another one, which is locked too when it takes its place.
        let _locked = copy.join(GAMES).exists().then(|| Folder::claim(&copy)).transpose()?;
        replace(&copy, run)?;
    }
}

/// The folder for the copy of a run, claimed: the existing one, or a new one.
pub(super) fn folder_for(run: &Folder) -> Result<Folder, RecordError> {
    Folder::claim(&run.file(COPY))
}

/// Replaces the run by a complete copy.
pub(super) fn commit(copy: &Folder, run: &Folder) -> Result<(), RecordError> {
    copy.sync()?;
    let complete = copy.file(COMPLETE);
    File::create(&complete).at("write", &complete)?;
    copy.sync()?;
    replace(copy.path(), run.path())
}

/// Moves the files of a complete copy to the run. Called again after a kill, it moves the rest.
fn replace(copy: &Path, run: &Path) -> Result<(), RecordError> {
    // The first file to be moved: as long as it is here, all files of the run are old.
    if copy.join(GAMES).exists() {
        for name in FILES.into_iter().filter(|name| !copy.join(name).exists()) {
            folder::remove(&run.join(name))?;
        }
        folder::remove_logs(&run.join(LOGS))?;
        folder::sync(run)?;
    }
    for name in FILES {
        folder::remove(&folder::draft(&copy.join(name)))?;
        move_file(&copy.join(name), &run.join(name))?;
    }
    for log in folder::logs(&copy.join(LOGS)) {
        fs::create_dir_all(run.join(LOGS)).at("create", &run.join(LOGS))?;
        move_file(&log, &run.join(LOGS).join(log.file_name().unwrap_or_default()))?;
    }
    let _ = fs::remove_dir(copy.join(LOGS));
    folder::sync(run)?;
    folder::remove(&copy.join(COMPLETE))?;
    match fs::remove_dir(copy) {
        // Whatever else is there is not ours.
        Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => Ok(()),
        removed => removed.at("remove", copy),
    }?;
    folder::sync(run)
}

/// Moves a file, unless it was moved before a kill.
fn move_file(from: &Path, to: &Path) -> Result<(), RecordError> {
    match fs::rename(from, to) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        moved => moved.at("write", to),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use std::path::PathBuf;

    /// All files below a folder, by their paths within it.
    fn content(folder: &Path) -> BTreeMap<PathBuf, String> {
        let mut all = BTreeMap::new();
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            let name = PathBuf::from(path.file_name().unwrap());
            if path.is_dir() {
                all.extend(content(&path).into_iter().map(|(path, text)| (name.join(path), text)));
            } else {
                all.insert(name, fs::read_to_string(path).unwrap());
            }
        }
        all
    }

    const OLD: [&str; 7] =
        [GAMES, folder::MOVES, folder::SUMMARY, folder::RUN, "notes.txt", "logs/a.log", "logs/mine"];
    const NEW: [&str; 5] = [GAMES, folder::SUMMARY, folder::TIMINGS, folder::RUN, "logs/b.log"];

    /// A finished run with notes of its user, and its copy, which has other files.
    fn run_and_copy(run: &Path) -> PathBuf {
        let copy = folder_for(&Folder::claim(run).unwrap()).unwrap().path().to_owned();
        for (folder, names, text) in [(run, &OLD[..], "old"), (&copy, &NEW, "new")] {
            fs::create_dir(folder.join(LOGS)).unwrap();
            for name in names {
                fs::write(folder.join(name), text).unwrap();
            }
        }
        copy
    }

    #[test]
    fn a_kill_at_any_step_leaves_a_run_that_is_replaced_when_it_is_next_opened() {
        let folder = tempfile::tempdir().unwrap();
        let files: BTreeMap<PathBuf, String> = NEW
            .map(|name| (name, "new"))
            .into_iter()
            .chain([("notes.txt", "old"), ("logs/mine", "old")])
            .map(|(name, text)| (PathBuf::from(name), text.to_owned()))
            .collect();
        for moved in 0..=NEW.len() {
            let run = folder.path().join(moved.to_string());
            let copy = run_and_copy(&run);
            fs::write(copy.join(COMPLETE), "").unwrap();
            for name in ["moves.csv", "logs/a.log"].iter().filter(|_| moved > 0) {
                fs::remove_file(run.join(name)).unwrap();
            }
            for name in &NEW[..moved] {
                fs::rename(copy.join(name), run.join(name)).unwrap();
            }
            drop(claim(&run).unwrap());
            assert_eq!(content(&run), files, "killed when {moved} files were moved");
            assert!(!copy.exists());
        }
    }

    #[test]
    fn a_copy_that_is_not_complete_replaces_nothing() {
        let folder = tempfile::tempdir().unwrap();
        run_and_copy(folder.path());
        let before = content(folder.path());
        drop(claim(folder.path()).unwrap());
        assert_eq!(content(folder.path()), before);
    }

    #[test]
    fn what_somebody_put_into_the_copy_stays() {
        let folder = tempfile::tempdir().unwrap();
        for _ in 0..2 {
            let copy = run_and_copy(&folder.path().join("run"));
            fs::write(copy.join("notes.txt"), "mine").unwrap();
            let run = claim(&folder.path().join("run")).unwrap();
            commit(&folder_for(&run).unwrap(), &run).unwrap();
            assert_eq!(content(&copy), BTreeMap::from([("notes.txt".into(), "mine".to_owned())]));
            assert_eq!(fs::read(run.file(folder::RUN)).unwrap(), b"new");
            fs::remove_dir_all(run.file(LOGS)).unwrap();
        }
    }
}
