//! The faults of a run: the rows of `faults.csv`, and the ends of the logs of bots.

use std::fs;
use std::io::{self, Read, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::rows::rows_of;
use crate::text::file::open_regular;
use crate::text::{escaped, shortened};

const MOST_ROWS: usize = 60;

/// How much of a log is shown, and of how many.
const LOG_BYTES: i64 = 2000;
const MOST_LOGS: usize = 8;

/// A row of `faults.csv`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(crate) struct FaultRow {
    pub game: u64,
    pub ply: String,
    pub player: String,
    pub reason: String,
    pub said: String,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct FaultsFound {
    pub rows: Vec<FaultRow>,
    /// Files of logs with their last lines.
    pub logs: Vec<(String, String)>,
}

impl FaultsFound {
    /// Reads the first rows of a `faults.csv`.
    pub(super) fn read(file: impl Read) -> FaultsFound {
        let text = |text: String| shortened(&escaped(&text), 2000);
        let rows = rows_of(file).take(MOST_ROWS).map(|row: FaultRow| FaultRow {
            game: row.game,
            ply: text(row.ply),
            player: text(row.player),
            reason: text(row.reason),
            said: text(row.said),
        });
        FaultsFound { rows: rows.collect(), logs: Vec::new() }
    }
}

/// The ends of the logs of bots.
pub(super) fn logs(folder: &Path) -> Vec<(String, String)> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    let end = |path: &PathBuf| -> io::Result<(String, String)> {
        let mut file = open_regular(path)?;
        let back = LOG_BYTES.min(i64::try_from(file.metadata()?.len()).unwrap_or(LOG_BYTES));
        file.seek(SeekFrom::End(-back))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<String> = text.lines().map(|line| escaped(line).into_owned()).collect();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        Ok((escaped(&name).into_owned(), shortened(&lines.join("\n"), 4 * LOG_BYTES as usize)))
    };
    let ends = paths.iter().filter_map(|path| end(path).ok()).filter(|(_, text)| !text.trim().is_empty());
    ends.take(MOST_LOGS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_bot_said_is_text() {
        let text = "game,ply,player,reason,said\n3,7,bot,crash,\"<b>\u{1b}[2J\"\nx,1,bot,crash,y\n4,1\n";
        let found = FaultsFound::read(text.as_bytes());
        assert_eq!((found.rows.len(), found.rows[0].said.as_str()), (1, "<b>\\u{1b}[2J"));
    }
}
