//! The copy of a finished run that is played again, and how it replaces the run.
//!
//! The copy is a folder within that of the run, `again`, or `again-2` and so on if there is another folder of that
//! name. Its `copy.json` marks it as ours; nothing else is ever written to or removed.
//!
//! When the copy is complete, `copy.json` gets the list of its files. **From that moment the run is replaced**: the files
//! are moved one by one, and the next process that opens the run after a kill first moves the rest ([`claim`]). Each
//! [step](steps) is idempotent.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::error::{At as _, RecordError};
use super::folder::{self, FILES, Folder, LOGS};

/// The file that marks a folder as a copy.
const MARK: &str = "copy.json";

/// How many names are tried for the folder of the copy.
const MOST_NAMES: u32 = 100;

/// The content of `copy.json`.
#[derive(Debug, Default, Serialize, Deserialize)]
struct CopyFile {
    /// The files of a complete copy, which replace those of the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    files: Option<Vec<String>>,
}

impl CopyFile {
    /// Reads that of a folder; `None` if the folder is not a copy.
    fn read(folder: &Path) -> Option<CopyFile> {
        fs::read(folder.join(MARK)).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok())
    }

    fn write(&self, folder: &Path) -> Result<(), RecordError> {
        let path = folder.join(MARK);
        let written = serde_json::to_vec(self).map_err(io::Error::from);
        written.and_then(|bytes| folder::replace(&path, &bytes)).at("write", &path)?;
        folder::sync(folder)
    }
}

/// The folders in which the copy of a run may be.
fn folders(run: &Path) -> impl Iterator<Item = PathBuf> {
    let name = |number| if number == 1 { "again".to_owned() } else { format!("again-{number}") };
    (1..=MOST_NAMES).map(move |number| run.join(name(number)))
}

/// Claims the folder of a run for this process. A replacement that was interrupted by a kill is completed.
pub(super) fn claim(run: &Path) -> Result<Folder, RecordError> {
    loop {
        let claimed = Folder::claim(run)?;
        let complete = |copy: PathBuf| CopyFile::read(&copy)?.files.map(|files| (copy, files));
        let Some((copy, files)) = folders(run).find_map(complete) else { return Ok(claimed) };
        let locked = copy.join(folder::GAMES).exists().then(|| Folder::claim(&copy)).transpose()?;
        replace(&copy, run, &files)?;
        drop(locked);
    }
}

/// The folder for the copy of a run, claimed: the existing one, or a new one.
pub(super) fn folder_for(run: &Folder) -> Result<Folder, RecordError> {
    if let Some(copy) = folders(run.path()).find(|folder| CopyFile::read(folder).is_some()) {
        return Folder::claim(&copy);
    }
    for folder in folders(run.path()) {
        match fs::create_dir(&folder) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            created => created.at("create", &folder)?,
        }
        if is_empty(&folder) {
            CopyFile::default().write(&folder)?;
            return Folder::claim(&folder);
        }
    }
    let taken = io::Error::new(io::ErrorKind::AlreadyExists, "there are too many folders of this name");
    Err(RecordError::io("create", &run.file("again"), taken))
}

/// Whether a folder is empty except for what a kill left while `copy.json` was written.
fn is_empty(folder: &Path) -> bool {
    let draft = folder::draft(&folder.join(MARK));
    fs::read_dir(folder).is_ok_and(|mut files| files.all(|file| file.is_ok_and(|file| file.path() == draft)))
}

/// Replaces the run by a complete copy.
pub(super) fn commit(copy: &Folder, run: &Folder) -> Result<(), RecordError> {
    let all = FILES.into_iter().chain([LOGS]);
    let files = all.filter(|name| copy.file(name).exists()).map(str::to_owned).collect();
    copy.sync()?;
    let complete = CopyFile { files: Some(files) };
    complete.write(copy.path())?;
    replace(copy.path(), run.path(), &complete.files.unwrap_or_default())
}

fn replace(copy: &Path, run: &Path, files: &[String]) -> Result<(), RecordError> {
    steps(copy, run, files).iter().try_for_each(Step::take)
}

/// A file operation of the replacement.
#[derive(Debug)]
enum Step {
    Move { from: PathBuf, to: PathBuf },
    Remove(PathBuf),
    RemoveLogs(PathBuf),
    MoveLogs { from: PathBuf, to: PathBuf },
    RemoveFolder(PathBuf),
    Sync(PathBuf),
}

/// The steps that replace the run by these files of a complete copy.
fn steps(copy: &Path, run: &Path, files: &[String]) -> Vec<Step> {
    let mut steps = Vec::new();
    for name in FILES {
        let (from, to) = (copy.join(name), run.join(name));
        steps.push(Step::Remove(folder::draft(&from)));
        let is_new = files.iter().any(|file| file == name);
        steps.push(if is_new { Step::Move { from, to } } else { Step::Remove(to) });
    }
    let (from, to) = (copy.join(LOGS), run.join(LOGS));
    let has_logs = files.iter().any(|file| file == LOGS);
    steps.push(if has_logs { Step::MoveLogs { from, to } } else { Step::RemoveLogs(to) });
    steps.extend([
        Step::Sync(run.to_owned()),
        Step::Remove(folder::draft(&copy.join(MARK))),
        Step::Remove(copy.join(MARK)),
        Step::RemoveFolder(copy.to_owned()),
        Step::Sync(run.to_owned()),
    ]);
    steps
}

impl Step {
    fn take(&self) -> Result<(), RecordError> {
        match self {
            Step::Move { from, to } => match fs::rename(from, to) {
                // It was moved before a kill.
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
                moved => moved.at("write", to),
            },
            Step::Remove(path) => folder::remove(path),
            Step::RemoveLogs(path) => folder::remove_logs(path),
            // They were moved before a kill.
            Step::MoveLogs { from, .. } if !from.exists() => Ok(()),
            Step::MoveLogs { from, to } => {
                folder::remove_logs(to)?;
                fs::rename(from, to).at("write", to)
            }
            Step::RemoveFolder(path) => match fs::remove_dir(path) {
                // The file of another program stays.
                Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => Ok(()),
                removed => removed.at("remove", path),
            },
            Step::Sync(path) => folder::sync(path),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// All files below a folder.
    fn content(folder: &Path) -> BTreeMap<PathBuf, String> {
        let mut all = BTreeMap::new();
        for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
            let path = entry.path();
            if path.is_dir() {
                all.extend(content(&path));
                all.insert(path, String::new());
            } else {
                all.insert(path.clone(), fs::read_to_string(path).unwrap());
            }
        }
        all
    }

    /// A finished run with `moves.csv` and notes, and its complete copy, which has timings instead.
    fn run_and_copy(folder: &Path) -> (PathBuf, PathBuf) {
        let run = folder.join("run");
        let claimed = Folder::claim(&run).unwrap();
        let copy = folder_for(&claimed).unwrap();
        for name in [folder::GAMES, folder::MOVES, folder::SUMMARY, folder::RUN, "notes.txt"] {
            fs::write(run.join(name), "old").unwrap();
        }
        for name in [folder::GAMES, folder::TIMINGS, folder::SUMMARY, folder::RUN] {
            fs::write(copy.file(name), "new").unwrap();
        }
        for (folder, text) in [(run.as_path(), "old"), (copy.path(), "new")] {
            fs::create_dir(folder.join(LOGS)).unwrap();
            fs::write(folder.join(LOGS).join("bot.log"), text).unwrap();
        }
        (run, copy.path().to_owned())
    }

    #[test]
    fn a_kill_at_any_step_leaves_a_run_that_is_replaced_when_it_is_next_opened() {
        let folder = tempfile::tempdir().unwrap();
        let names = [folder::GAMES, folder::TIMINGS, folder::SUMMARY, folder::RUN, LOGS].map(str::to_owned);
        let count = steps(Path::new("copy"), Path::new("run"), &names).len();
        for taken in 0..=count {
            let (run, copy) = run_and_copy(&folder.path().join(taken.to_string()));
            CopyFile { files: Some(names.to_vec()) }.write(&copy).unwrap();
            for step in steps(&copy, &run, &names).iter().take(taken) {
                step.take().unwrap();
            }
            drop(claim(&run).unwrap());
            let mut expected: BTreeMap<PathBuf, String> =
                names[..4].iter().map(|name| (run.join(name), "new".to_owned())).collect();
            expected.insert(run.join(LOGS).join("bot.log"), "new".to_owned());
            expected.insert(run.join("notes.txt"), "old".to_owned());
            let found = content(&run);
            // A kill between the last two steps leaves an empty folder, which serves the next copy.
            let left = found
                .iter()
                .filter(|(path, _)| !path.is_dir())
                .map(|(path, text)| (path.clone(), text.clone()));
            assert_eq!(left.collect::<BTreeMap<_, _>>(), expected, "killed after {taken} of {count} steps");
            assert_eq!(found.contains_key(&copy), taken == count - 2, "{taken}");
        }
    }

    #[test]
    fn a_copy_that_is_not_complete_replaces_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let (run, _) = run_and_copy(folder.path());
        let before = content(&run);
        drop(claim(&run).unwrap());
        assert_eq!(content(&run), before);
    }

    #[test]
    fn the_folders_of_others_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let run = Folder::claim(&folder.path().join("run")).unwrap();
        let [users, empty, draft] = ["again", "again-2", "again-3"].map(|name| run.path().join(name));
        fs::create_dir(&users).unwrap();
        fs::write(users.join("games.csv"), "mine").unwrap();
        fs::create_dir(&empty).unwrap();
        let copy = folder_for(&run).unwrap();
        assert_eq!(copy.path(), empty);
        drop(copy);
        assert_eq!(folder_for(&run).unwrap().path(), empty, "it is ours now");
        fs::remove_file(empty.join(MARK)).unwrap();
        fs::create_dir(&draft).unwrap();
        fs::write(draft.join("copy.json.tmp"), "{").unwrap();
        assert_eq!(folder_for(&run).unwrap().path(), draft, "killed while it wrote copy.json");
        assert_eq!(fs::read(users.join("games.csv")).unwrap(), b"mine");
    }

    #[test]
    fn what_somebody_put_into_the_copy_stays() {
        let folder = tempfile::tempdir().unwrap();
        let (run, copy) = run_and_copy(folder.path());
        fs::write(copy.join("notes.txt"), "mine").unwrap();
        {
            let run = Folder::claim(&run).unwrap();
            commit(&Folder::claim(&copy).unwrap(), &run).unwrap();
        }
        assert_eq!(fs::read(copy.join("notes.txt")).unwrap(), b"mine");
        assert_eq!(content(&copy).len(), 1);
        assert_eq!(fs::read(run.join(folder::RUN)).unwrap(), b"new");
    }
}
