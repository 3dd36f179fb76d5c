//! Where games are read from: a `games.csv`, the folder of a run, or stdin.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::folder::{GAMES, TUNE, VERDICT};
use super::games_file::GamesError;
use super::origin::Origin;
use crate::interrupt;
use crate::text::file::open_regular;

/// The file of games that a path means: itself, the one in the folder of a run, or that of the verdict of a tuning.
pub(crate) fn games_path(path: &Path) -> PathBuf {
    if !path.is_dir() {
        return path.to_owned();
    }
    let games = path.join(GAMES);
    if path.join(TUNE).exists() && !games.exists() { path.join(VERDICT).join(GAMES) } else { games }
}

/// Opens a file of games; `-` is stdin. Returns its name for messages, too.
pub(crate) fn open(path: &Path) -> Result<(Box<dyn Read>, String), GamesError> {
    if path == Path::new("-") {
        return Ok((Box::new(io::stdin().lock()), "stdin".to_owned()));
    }
    let is_folder = path.is_dir();
    let path = games_path(path);
    let place = path.display().to_string();
    // A file that the user named may be a pipe. Ctrl-C ends the wait for its other end.
    let opened =
        if is_folder { open_regular(&path) } else { interrupt::ending_at_once(|| File::open(&path)) };
    match opened {
        Ok(file) => Ok((Box::new(file), place)),
        Err(error) => Err(GamesError::Unusable {
            problem: format!("cannot read {place}: {error}"),
            advice: "give a games.csv, the folder of a run, or - to read from stdin".to_owned(),
        }),
    }
}

/// The run that a path means, if there is a `run.json` next to its games.
pub(crate) fn origin(path: &Path) -> Result<Option<Origin>, GamesError> {
    Origin::beside(&games_path(path))
}
