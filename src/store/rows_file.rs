//! A file with several rows for each game, beside `games.csv`: `moves.csv` and `attributes.csv`.
//!
//! What it says cannot be verified by a replay. So the checkpoint of an unfinished run has marks of it, and a run is continued
//! from the last mark that matches the file.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek as _, SeekFrom, Write as _};
use std::path::PathBuf;

use super::error::{At as _, RecordError};
use super::folder::{self, Folder};
use super::marks::{Mark, Marks, good_marks};

/// How many bytes are written at once.
const MOST_UNWRITTEN: usize = 1 << 16;

/// The name of such a file, and its columns, the first of which is `game`.
#[derive(Debug, Clone, Copy)]
pub(super) struct RowsTable {
    pub(super) name: &'static str,
    pub(super) columns: &'static [&'static str],
}

impl RowsTable {
    /// The first line of the file.
    pub(super) fn header(&self) -> String {
        format!("{}\n", self.columns.join(","))
    }
}

/// The file of a run that is being recorded.
#[derive(Debug)]
pub(super) struct RowsFile {
    path: PathBuf,
    file: File,
    /// Rows not yet written.
    lines: Vec<u8>,
    marks: Marks,
}

impl RowsFile {
    /// A new file, replacing an existing one.
    pub(super) fn create(folder: &Folder, table: RowsTable) -> Result<RowsFile, RecordError> {
        folder.remove(table.name)?;
        let path = folder.file(table.name);
        let file = OpenOptions::new().write(true).create_new(true).open(&path).at("create", &path)?;
        let lines = table.header().into_bytes();
        let mut marks = Marks::new();
        marks.add(&lines, 0);
        let mut rows = RowsFile { path, file, lines, marks };
        rows.write()?;
        Ok(rows)
    }

    /// The file of an unfinished run, cut at the last mark that matches; a new one if none does.
    /// `most` is the maximum number of games it may hold.
    pub(super) fn recover(
        folder: &Folder,
        table: RowsTable,
        marks: &[Mark],
        most: u64,
        is_interrupted: impl FnMut() -> bool,
    ) -> Result<RowsFile, RecordError> {
        let path = folder.file(table.name);
        let mut file = match OpenOptions::new().read(true).write(true).open(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return RowsFile::create(folder, table),
            opened => opened.at("read", &path)?,
        };
        let good = good_marks(&mut file, marks, is_interrupted).at("read", &path)?;
        let mut marks = good.ok_or(RecordError::Interrupted)?;
        marks.retain(|mark| mark.games <= most);
        let Some(marks) = Marks::ending(marks) else { return RowsFile::create(folder, table) };
        let bytes = marks.end().bytes;
        file.set_len(bytes).at("write", &path)?;
        file.seek(SeekFrom::Start(bytes)).at("write", &path)?;
        Ok(RowsFile { path, file, lines: Vec::new(), marks })
    }

    /// How many games it holds, from the first.
    pub(super) fn games(&self) -> u64 {
        self.marks.end().games
    }

    /// Adds rows, the last ones of this many games.
    pub(super) fn append(&mut self, rows: &[u8], games: u64) -> Result<(), RecordError> {
        self.lines.extend_from_slice(rows);
        self.marks.add(rows, self.marks.end().games + games);
        if self.lines.len() >= MOST_UNWRITTEN { self.write() } else { Ok(()) }
    }

    /// Writes the added rows, and checks that the file is still there.
    pub(super) fn save(&mut self) -> Result<(), RecordError> {
        self.write()?;
        folder::check_not_lost(&self.file, &self.path, self.marks.end().bytes)
    }

    /// The file, to be synced to disk.
    pub(super) fn file(&self) -> &File {
        &self.file
    }

    /// The marks so far, with one for the games up to now. They count once those are on the disk.
    pub(super) fn mark(&mut self) -> &[Mark] {
        self.marks.mark()
    }

    /// Writes the lines. It first checks the length of the file: appending to a truncated one would hide the damage.
    fn write(&mut self) -> Result<(), RecordError> {
        let written = self.marks.end().bytes - self.lines.len() as u64;
        folder::check_not_lost(&self.file, &self.path, written)?;
        self.file.write_all(&self.lines).at("write", &self.path)?;
        self.lines.clear();
        Ok(())
    }
}
