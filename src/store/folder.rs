//! The folder of a run or a tuning: which files it has, who may write to it, and how its files are replaced.

use std::ffi::OsString;
use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::thread;

use super::error::{At as _, RecordError};
use super::machine::host_name;
use crate::digest::Digest;
use crate::text::file::open_regular;

/// The files of a run, in the order in which a finished copy replaces an older one: `run.json`, which says that the
/// others are complete, comes last.
pub(crate) const FILES: [&str; 13] = [
    GAMES,
    MOVES,
    ATTRIBUTES,
    FAULTS,
    SUMMARY,
    STANDINGS,
    CROSSTABLE,
    TIMINGS,
    TIMINGS_SO_FAR,
    TUNING,
    TUNE,
    REPORT,
    RUN,
];

/// The files that are written at the end of a run, except `run.json`.
pub(super) const RESULTS: [&str; 4] = [SUMMARY, STANDINGS, CROSSTABLE, TIMINGS];

/// A row per game.
pub(crate) const GAMES: &str = "games.csv";
/// A row per ply.
pub(crate) const MOVES: &str = "moves.csv";
/// A row per attribute of a game that another program plays.
pub(crate) const ATTRIBUTES: &str = "attributes.csv";
/// A row per forfeited game.
pub(crate) const FAULTS: &str = "faults.csv";
/// A row per pairing.
pub(crate) const SUMMARY: &str = "summary.csv";
/// The players of a tournament, from the best to the worst.
pub(crate) const STANDINGS: &str = "standings.csv";
/// The scores between all players of a tournament.
pub(crate) const CROSSTABLE: &str = "crosstable.csv";
/// The cost of moves.
pub(crate) const TIMINGS: &str = "timings.csv";
/// The timings as histograms, and the marks of `moves.csv`: what it takes to continue the run.
pub(crate) const TIMINGS_SO_FAR: &str = "timings.part.json";
/// The plan and the state of the run.
pub(crate) const RUN: &str = "run.json";

/// A row per step of a tuning.
pub(crate) const TUNING: &str = "tuning.csv";
/// The plan and the state of a tuning.
pub(crate) const TUNE: &str = "tune.json";
/// The folder of the match at the end of a tuning.
pub(crate) const VERDICT: &str = "verdict";

/// The accuracy of the players' moves, if they were reviewed.
pub(crate) const REVIEW: &str = "review.csv";
/// The moves that lost games, if they were explained.
pub(crate) const MISTAKES: &str = "mistakes.csv";
/// The report as a page, if one was asked for.
pub(crate) const REPORT: &str = "report.html";

/// The folder of the bots' stderr logs.
pub(crate) const LOGS: &str = "logs";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Content {
    /// A run: `games.csv` and `run.json`.
    Run,
    /// A tuning: `tuning.csv` and `tune.json`.
    Tuning,
}

impl Content {
    /// The file that grows, which is locked.
    fn log(self) -> &'static str {
        match self {
            Content::Run => GAMES,
            Content::Tuning => TUNING,
        }
    }

    /// The file with the plan and the state.
    fn state(self) -> &'static str {
        match self {
            Content::Run => RUN,
            Content::Tuning => TUNE,
        }
    }
}

/// A folder that only this process writes to.
#[derive(Debug)]
pub(crate) struct Folder {
    path: PathBuf,
    content: Content,
    /// The file that grows, locked as long as this value lives.
    log: File,
}

/// Whether a process has locked a file, as the one that writes a run does with the file that grows.
pub(crate) fn is_locked(path: &Path) -> bool {
    open_regular(path).is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
}

/// Locks a file until it is dropped, and creates it if it does not exist. `None` if another process has locked it.
pub(crate) fn lock(path: &Path) -> Result<Option<File>, RecordError> {
    loop {
        let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let file = opened.at("create", path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) => return Err(RecordError::io("lock", path, error)),
        }
        // Another process may have replaced the file before it was locked.
        let ours = file.metadata().at("read", path)?;
        if fs::metadata(path).is_ok_and(|here| is_same(&here, &ours)) {
            return Ok(Some(file));
        }
    }
}

/// The first file of a run in a folder that is not empty.
pub(crate) fn content(folder: &Path) -> Option<&'static str> {
    let holds_something = |name: &&str| fs::metadata(folder.join(name)).is_ok_and(|file| file.len() > 0);
    FILES.into_iter().find(holds_something)
}

impl Folder {
    /// Locks the folder of a run for this process, and creates it if it does not exist.
    pub(crate) fn claim(path: &Path) -> Result<Folder, RecordError> {
        Folder::claim_for(path, Content::Run)
    }

    /// The same for other content.
    pub(crate) fn claim_for(path: &Path, content: Content) -> Result<Folder, RecordError> {
        fs::create_dir_all(path).at("create", path)?;
        let path = path.to_owned();
        match lock(&path.join(content.log()))? {
            Some(log) => Ok(Folder { path, content, log }),
            None => Err(RecordError::Busy { folder: path }),
        }
    }

    /// Locks a folder that another process has left; `None` where it is in use or gone.
    pub(super) fn claim_abandoned(path: &Path) -> Result<Option<Folder>, RecordError> {
        // Unlike a file, a folder is not made where there is none.
        match OpenOptions::new().write(true).create(true).truncate(false).open(path.join(GAMES)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            opened => drop(opened.at("create", &path.join(GAMES))?),
        }
        match Folder::claim(path) {
            Err(RecordError::Busy { .. }) => Ok(None),
            claimed => claimed.map(Some),
        }
    }

    /// Moves the folder, and keeps it locked.
    pub(super) fn move_to(&mut self, path: &Path) -> io::Result<()> {
        fs::rename(&self.path, path)?;
        path.clone_into(&mut self.path);
        Ok(())
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The path of one of its files.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Another handle to the file that grows: `games.csv`.
    pub(crate) fn games(&self) -> io::Result<File> {
        self.log.try_clone()
    }

    /// The first of its files that is not empty.
    pub(crate) fn content(&self) -> Option<&'static str> {
        content(&self.path)
    }

    /// Removes the empty file that [`claim`](Folder::claim) created.
    pub(crate) fn leave_as_found(&self) -> Result<(), RecordError> {
        let path = self.file(self.content.log());
        if self.log.metadata().at("read", &path)?.len() == 0 { remove(&path) } else { Ok(()) }
    }

    /// Removes the files of a run except the one with its state, and no other files.
    pub(crate) fn clear(&self) -> Result<(), RecordError> {
        let (log, state) = (self.content.log(), self.content.state());
        for name in FILES {
            remove(&draft(&self.file(name)))?;
            if ![log, state].contains(&name) {
                remove(&self.file(name))?;
            }
        }
        remove_logs(&self.file(LOGS))?;
        let emptied = self.log.set_len(0).and_then(|()| (&self.log).seek(SeekFrom::Start(0)));
        emptied.map(drop).at("write", &self.file(log))
    }

    /// Writes a small file atomically: a reader sees the old content or the new.
    pub(crate) fn write(&self, name: &str, content: &[u8]) -> Result<(), RecordError> {
        let path = self.file(name);
        replace(&path, content).at("write", &path)
    }

    /// Writes small files atomically, in this order, once they and the files that are `open` are on the disk. They are
    /// brought there together, which takes hardly longer than one alone.
    pub(super) fn write_all(&self, files: &[(&str, Vec<u8>)], open: &[&File]) -> Result<(), RecordError> {
        let written = || -> Result<(), RecordError> {
            let mut drafts = Vec::new();
            for (name, content) in files {
                let path = self.file(name);
                let draft =
                    new_file(&draft(&path)).and_then(|mut file| file.write_all(content).map(|()| file));
                drafts.push(draft.at("write", &path)?);
            }
            sync_all(drafts.iter().chain(open.iter().copied())).at("write", &self.path)?;
            files.iter().try_for_each(|(name, _)| {
                let path = self.file(name);
                fs::rename(draft(&path), &path).at("write", &path)
            })
        };
        written().inspect_err(|_| {
            for (name, _) in files {
                let _ = fs::remove_file(draft(&self.file(name)));
            }
        })
    }

    /// Removes one of the files.
    pub(super) fn remove(&self, name: &str) -> Result<(), RecordError> {
        remove(&self.file(name))
    }

    /// Syncs the folder, so that its files keep their names after a power cut.
    pub(crate) fn sync(&self) -> Result<(), RecordError> {
        sync(&self.path)
    }

    /// Checks that the file that grows is still where it was, with this many bytes.
    pub(crate) fn check_not_lost(&self, bytes: u64) -> Result<(), RecordError> {
        check_not_lost(&self.log, &self.file(self.content.log()), bytes)
    }
}

/// Checks that an open file is still the one at its path, with this many bytes.
pub(super) fn check_not_lost(file: &File, path: &Path, bytes: u64) -> Result<(), RecordError> {
    let ours = file.metadata().at("read", path)?;
    match fs::metadata(path) {
        Ok(here) if is_same(&here, &ours) && here.len() == bytes => Ok(()),
        Ok(here) if is_same(&here, &ours) => Err(RecordError::Changed { path: path.to_owned() }),
        _ => Err(RecordError::Lost { path: path.to_owned() }),
    }
}

#[cfg(unix)]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    one.len() == other.len()
}

/// Syncs a folder, so that its files keep their names after a power cut.
pub(super) fn sync(folder: &Path) -> Result<(), RecordError> {
    if !cfg!(unix) {
        return Ok(());
    }
    match File::open(folder).and_then(|folder| folder.sync_all()) {
        // Some file systems have nothing to sync here.
        Err(error) if matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) => {
            Ok(())
        }
        synced => synced.at("write", folder),
    }
}

/// Brings files to the disk, all at the same time: most of what it takes is waiting.
fn sync_all<'a>(files: impl Iterator<Item = &'a File>) -> io::Result<()> {
    thread::scope(|scope| {
        let mut started = Vec::new();
        for file in files {
            match thread::Builder::new().spawn_scoped(scope, || file.sync_all()) {
                Ok(thread) => started.push(thread),
                // No more threads: one after the other, then.
                Err(_) => file.sync_all()?,
            }
        }
        started.into_iter().try_for_each(|thread| {
            thread.join().unwrap_or_else(|_| Err(io::Error::other("cannot wait for the disk")))
        })
    })
}

/// Writes a file atomically, through a draft next to it: a reader sees the old content or the new. A kill may
/// leave the draft.
pub(crate) fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    replace_by(path, |file| file.write_all(content))
}

/// The same for content that is written bit by bit.
pub(crate) fn replace_by<E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> Result<(), E>,
) -> Result<(), E> {
    let draft = draft(path);
    let written = || -> Result<(), E> {
        let mut file = BufWriter::new(new_file(&draft)?);
        write(&mut file)?;
        file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        Ok(fs::rename(&draft, path)?)
    };
    written().inspect_err(|_| drop(fs::remove_file(&draft)))
}

/// Writes a file atomically, even if processes on several hosts write it at the same time. Without `replace`, the first
/// file stays. Returns whether it was written.
pub(crate) fn publish(path: &Path, content: &[u8], replace: bool) -> io::Result<bool> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.{}.tmp", host_name(), std::process::id()));
    let draft = path.with_file_name(name);
    let created = || -> io::Result<bool> {
        let mut file = new_file(&draft)?;
        file.write_all(content)?;
        file.sync_all()?;
        match fs::hard_link(&draft, path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && !replace => Ok(false),
            Ok(()) => Ok(true),
            // It replaces one, or the file system has no links.
            Err(_) => fs::rename(&draft, path).map(|()| true),
        }
    };
    let created = created();
    let _ = fs::remove_file(&draft);
    created
}

/// A new file that replaces an existing one. A link is replaced, not followed.
fn new_file(path: &Path) -> io::Result<File> {
    let create = || OpenOptions::new().write(true).create_new(true).open(path);
    match create() {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            fs::remove_file(path)?;
            create()
        }
        created => created,
    }
}

/// The longest file name that every file system allows.
const LONGEST_NAME: usize = 255;

/// The path of the draft of a file.
pub(super) fn draft(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default();
    let mut draft = OsString::from(name);
    draft.push(".tmp");
    if draft.len() > LONGEST_NAME {
        draft = format!("{:016x}.tmp", Digest::of([name.to_string_lossy().as_ref()])).into();
    }
    path.with_file_name(draft)
}

/// The logs in their folder.
pub(super) fn logs(folder: &Path) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
    paths.filter(|path| path.extension().is_some_and(|ending| ending == "log")).collect()
}

/// Removes the logs in their folder, and the folder if nothing else is in it.
pub(super) fn remove_logs(folder: &Path) -> Result<(), RecordError> {
    logs(folder).iter().try_for_each(|log| remove(log))?;
    // Whatever else is there is not ours.
    let _ = fs::remove_dir(folder);
    Ok(())
}

/// Removes a file, if there is one.
pub(super) fn remove(path: &Path) -> Result<(), RecordError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other.at("remove", path),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draft_of_a_long_name_has_a_name_that_fits() {
        assert_eq!(draft(Path::new("a/run.json")), Path::new("a/run.json.tmp"));
        let long = format!("a/{}.json", "x".repeat(250));
        let draft = draft(Path::new(&long));
        assert!(draft.file_name().unwrap().len() <= LONGEST_NAME && draft.starts_with("a"), "{draft:?}");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_in_place_of_a_draft_is_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let [path, victim] = ["file", "victim"].map(|name| folder.path().join(name));
        fs::write(&victim, "mine").unwrap();
        std::os::unix::fs::symlink(&victim, draft(&path)).unwrap();
        replace(&path, b"new").unwrap();
        assert_eq!(
            (fs::read(&path).unwrap(), fs::read(&victim).unwrap()),
            (b"new".to_vec(), b"mine".to_vec())
        );
        assert!(!fs::symlink_metadata(&path).unwrap().is_symlink());
    }
}
