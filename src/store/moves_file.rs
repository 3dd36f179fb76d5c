//! `moves.csv`: a row for each ply.
//!
//! Its numbers cannot be verified by a replay: times and nodes are not known in advance. So the checkpoint of an
//! unfinished run has marks of it, and a run is continued from the last mark that matches the file.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek as _, SeekFrom, Write as _};
use std::path::PathBuf;

use super::cell::push_field;
use super::error::{At as _, RecordError};
use super::folder::{self, Folder};
use super::marks::{Mark, Marks, good_marks};
use crate::play::runner::GameRecord;

/// The columns of `moves.csv`.
pub(crate) const COLUMNS: [&str; 8] = ["game", "ply", "player", "move", "time_ns", "nodes", "depth", "value"];

/// How many bytes are written at once.
const MOST_UNWRITTEN: usize = 1 << 16;

/// The file of a run that is being recorded.
#[derive(Debug)]
pub(super) struct MovesFile {
    path: PathBuf,
    file: File,
    /// Rows not yet written.
    lines: Vec<u8>,
    marks: Marks,
}

impl MovesFile {
    /// A new file, replacing an existing one.
    pub(super) fn create(folder: &Folder) -> Result<MovesFile, RecordError> {
        folder.remove(folder::MOVES)?;
        let path = folder.file(folder::MOVES);
        let file = OpenOptions::new().write(true).create_new(true).open(&path).at("create", &path)?;
        let lines = format!("{}\n", COLUMNS.join(",")).into_bytes();
        let mut marks = Marks::new();
        marks.add(&lines, 0);
        let mut moves = MovesFile { path, file, lines, marks };
        moves.write()?;
        Ok(moves)
    }

    /// The file of an unfinished run, cut at the last mark that matches; a new one if none does.
    /// `most` is the maximum number of games it may hold.
    pub(super) fn recover(
        folder: &Folder,
        marks: &[Mark],
        most: u64,
        is_interrupted: impl FnMut() -> bool,
    ) -> Result<MovesFile, RecordError> {
        let path = folder.file(folder::MOVES);
        let mut file = match OpenOptions::new().read(true).write(true).open(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return MovesFile::create(folder),
            opened => opened.at("read", &path)?,
        };
        let good = good_marks(&mut file, marks, is_interrupted).at("read", &path)?;
        let mut marks = good.ok_or(RecordError::Interrupted)?;
        marks.retain(|mark| mark.games <= most);
        let Some(marks) = Marks::ending(marks) else { return MovesFile::create(folder) };
        let bytes = marks.end().bytes;
        file.set_len(bytes).at("write", &path)?;
        file.seek(SeekFrom::Start(bytes)).at("write", &path)?;
        Ok(MovesFile { path, file, lines: Vec::new(), marks })
    }

    /// How many games it holds, from the first.
    pub(super) fn games(&self) -> u64 {
        self.marks.end().games
    }

    /// Adds rows, the last ones of this many games.
    pub(super) fn append(&mut self, rows: &[u8], games: u64) -> Result<(), RecordError> {
        let before = self.lines.len();
        self.lines.extend_from_slice(rows);
        self.note(before, games)
    }

    /// Notes that lines were added from here on, with which this many games are complete.
    fn note(&mut self, from: usize, games: u64) -> Result<(), RecordError> {
        self.marks.add(&self.lines[from..], self.marks.end().games + games);
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

/// Writes the rows of the moves of a game.
pub(crate) fn write_rows(record: &GameRecord<'_>, rows: &mut Vec<u8>) {
    let game = &record.game;
    let mut numbers = itoa::Buffer::new();
    let (mut moves, mut next) = (game.moves.unwrap_or_default().split(' '), 1);
    for measured in record.measurements.iter().filter(|measured| Some(measured.ply) <= game.plies) {
        rows.extend_from_slice(numbers.format(game.number).as_bytes());
        rows.push(b',');
        rows.extend_from_slice(numbers.format(measured.ply).as_bytes());
        rows.push(b',');
        push_field(rows, game.players[measured.side.index()]);
        rows.push(b',');
        // Not every move is measured.
        let mv = moves.nth((measured.ply - next) as usize);
        next = measured.ply + 1;
        push_field(rows, mv.unwrap_or_default());
        for number in [measured.nanoseconds, measured.nodes] {
            rows.push(b',');
            rows.extend_from_slice(numbers.format(number).as_bytes());
        }
        rows.push(b',');
        if let Some(depth) = measured.depth {
            rows.extend(depth.to_string().bytes());
        }
        rows.push(b',');
        if let Some(value) = measured.value {
            match value.as_whole() {
                Some(whole) => rows.extend_from_slice(numbers.format(whole).as_bytes()),
                None => rows.extend(value.to_string().bytes()),
            }
        }
        rows.push(b'\n');
    }
}
