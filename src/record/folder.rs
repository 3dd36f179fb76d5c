//! The folder of a run: which files it has, who may write to it, and how its files are replaced.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use super::error::{At as _, RecordError};

/// The files of a run, in the order in which a finished copy replaces an older one: `run.json`, which says that the
/// others are complete, comes last.
pub const FILES: [&str; 8] = [GAMES, MOVES, SUMMARY, STANDINGS, CROSSTABLE, TIMINGS, TIMINGS_SO_FAR, RUN];

/// A row per game.
pub const GAMES: &str = "games.csv";
/// A row per ply.
pub const MOVES: &str = "moves.csv";
/// A row per pairing.
pub const SUMMARY: &str = "summary.csv";
/// The players of a tournament, from the best to the worst.
pub const STANDINGS: &str = "standings.csv";
/// The scores between all players of a tournament.
pub const CROSSTABLE: &str = "crosstable.csv";
/// What moves cost.
pub const TIMINGS: &str = "timings.csv";
/// The timings of an unfinished run.
pub const TIMINGS_SO_FAR: &str = "timings.part.json";
/// The plan and the state of the run.
pub const RUN: &str = "run.json";

/// A folder that only this process writes to.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    /// `games.csv`, locked as long as this value lives.
    games: File,
}

impl Folder {
    /// Locks the folder for this process, and creates it if it does not exist.
    pub fn claim(path: &Path) -> Result<Folder, RecordError> {
        fs::create_dir_all(path).at("create", path)?;
        let games_path = path.join(GAMES);
        let games = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&games_path)
            .at("create", &games_path)?;
        match games.try_lock() {
            Ok(()) => Ok(Folder { path: path.to_owned(), games }),
            Err(TryLockError::WouldBlock) => Err(RecordError::Busy { folder: path.to_owned() }),
            Err(TryLockError::Error(error)) => Err(RecordError::io("lock", &games_path, error)),
        }
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The path of one of its files.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// The error for a file that could not be written.
    pub(super) fn cannot_write(&self, name: &str, error: csv::Error) -> RecordError {
        RecordError::csv("write", &self.file(name), error)
    }

    /// Where a file is written before it is renamed; a kill may leave it behind.
    fn draft(&self, name: &str) -> PathBuf {
        self.file(&format!("{name}.tmp"))
    }

    /// Another handle to `games.csv`.
    pub(super) fn games(&self) -> io::Result<File> {
        self.games.try_clone()
    }

    /// The first of its files that is not empty.
    pub(super) fn content(&self) -> Option<&'static str> {
        let holds_something = |name: &&str| fs::metadata(self.file(name)).is_ok_and(|file| file.len() > 0);
        FILES.into_iter().find(holds_something)
    }

    /// Removes the empty `games.csv` that [`claim`](Folder::claim) created.
    pub(super) fn leave_as_found(&self) -> Result<(), RecordError> {
        let path = self.file(GAMES);
        if self.games.metadata().at("read", &path)?.len() == 0 { remove(&path) } else { Ok(()) }
    }

    /// Removes the files of a run except `run.json`, and no other files.
    pub(super) fn clear(&self) -> Result<(), RecordError> {
        for name in FILES {
            remove(&self.draft(name))?;
            if ![GAMES, RUN].contains(&name) {
                remove(&self.file(name))?;
            }
        }
        let emptied = self.games.set_len(0).and_then(|()| (&self.games).seek(SeekFrom::Start(0)));
        emptied.map(drop).at("write", &self.file(GAMES))
    }

    /// Writes a small file atomically: a reader sees the old content or the new.
    pub(super) fn write(&self, name: &str, content: &[u8]) -> Result<(), RecordError> {
        let path = self.file(name);
        replace(&path, &self.draft(name), content).at("write", &path)
    }

    /// Removes one of the files.
    pub(super) fn remove(&self, name: &str) -> Result<(), RecordError> {
        remove(&self.file(name))
    }

    /// Moves all files of a finished run into another folder and replaces those there.
    pub(super) fn move_into(self, target: &Folder) -> Result<(), RecordError> {
        for name in FILES {
            remove(&self.draft(name))?;
            let (from, to) = (self.file(name), target.file(name));
            match fs::rename(&from, &to) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => remove(&to)?,
                other => other.at("write", &to)?,
            }
        }
        fs::remove_dir(&self.path).at("remove", &self.path)
    }

    /// Checks that `games.csv` is still in place.
    pub(super) fn check_not_lost(&self) -> Result<(), RecordError> {
        let path = self.file(GAMES);
        let here = fs::metadata(&path).map(|file| file.len()).ok();
        let ours = self.games.metadata().at("read", &path)?.len();
        if here == Some(ours) { Ok(()) } else { Err(RecordError::Lost { path }) }
    }
}

/// Writes a file atomically, by renaming a draft next to it: a reader sees the old content or the new.
pub(crate) fn replace(path: &Path, draft: &Path, content: &[u8]) -> io::Result<()> {
    let written = || -> io::Result<()> {
        let mut file = File::create(draft)?;
        file.write_all(content)?;
        file.sync_all()?;
        fs::rename(draft, path)
    };
    written().inspect_err(|_| drop(fs::remove_file(draft)))
}

fn remove(path: &Path) -> Result<(), RecordError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other.at("remove", path),
    }
}
