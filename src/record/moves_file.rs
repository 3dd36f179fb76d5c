//! `moves.csv`: a row for each ply.
//!
//! Its numbers cannot be verified by a replay: times and nodes are not known in advance. So the checkpoint of an
//! unfinished run has marks: after N games the file has this many bytes and this digest. A run is
//! continued from the last mark that matches the file.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::error::{At as _, RecordError};
use super::folder::{self, Folder};
use super::row::{GameRow, push_field};
use crate::runner::GameRecord;

/// The columns of `moves.csv`.
pub(crate) const COLUMNS: [&str; 8] = ["game", "ply", "player", "move", "time_ns", "nodes", "depth", "value"];

/// How many bytes are written at once.
const MOST_UNWRITTEN: usize = 1 << 16;

/// How many marks are kept.
const MOST_MARKS: usize = 64;

/// The state of the file after this many games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Mark {
    pub(super) games: u64,
    bytes: u64,
    digest: u64,
}

/// The file of a run that is being recorded.
#[derive(Debug)]
pub(super) struct MovesFile {
    path: PathBuf,
    file: File,
    /// Rows not yet written.
    lines: Vec<u8>,
    /// The state after the last game.
    end: Mark,
    marks: Vec<Mark>,
}

impl MovesFile {
    /// A new file, replacing an existing one.
    pub(super) fn create(folder: &Folder) -> Result<MovesFile, RecordError> {
        folder.remove(folder::MOVES)?;
        let path = folder.file(folder::MOVES);
        let file = OpenOptions::new().write(true).create_new(true).open(&path).at("create", &path)?;
        let lines = format!("{}\n", COLUMNS.join(",")).into_bytes();
        let end = Mark { games: 0, bytes: lines.len() as u64, digest: extended(EMPTY, &lines) };
        let mut moves = MovesFile { path, file, lines, end, marks: Vec::new() };
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
        let Some(&end) = marks.last() else { return MovesFile::create(folder) };
        file.set_len(end.bytes).at("write", &path)?;
        file.seek(SeekFrom::Start(end.bytes)).at("write", &path)?;
        Ok(MovesFile { path, file, lines: Vec::new(), end, marks })
    }

    /// How many games it holds, from the first.
    pub(super) fn games(&self) -> u64 {
        self.end.games
    }

    /// Adds rows, the last ones of this many games.
    pub(super) fn append(&mut self, rows: &[u8], games: u64) -> Result<(), RecordError> {
        let before = self.lines.len();
        self.lines.extend_from_slice(rows);
        self.note(before, games)
    }

    /// Notes that lines were added from here on, with which this many games are complete.
    fn note(&mut self, from: usize, games: u64) -> Result<(), RecordError> {
        let added = &self.lines[from..];
        self.end = Mark {
            games: self.end.games + games,
            bytes: self.end.bytes + added.len() as u64,
            digest: extended(self.end.digest, added),
        };
        if self.lines.len() >= MOST_UNWRITTEN { self.write() } else { Ok(()) }
    }

    /// Writes the added rows, and checks that the file is still there.
    pub(super) fn save(&mut self) -> Result<(), RecordError> {
        self.write()?;
        folder::check_not_lost(&self.file, &self.path, self.end.bytes)
    }

    /// The file, to be synced to disk.
    pub(super) fn file(&self) -> &File {
        &self.file
    }

    /// The marks so far, with one for the games up to now. They count once those are on the disk.
    pub(super) fn mark(&mut self) -> &[Mark] {
        if self.marks.last() != Some(&self.end) {
            self.marks.push(self.end);
        }
        if self.marks.len() > MOST_MARKS {
            // Removes the mark that leaves the smallest gap, so that marks stay evenly spread.
            let gap = |at: &usize| self.marks[at + 1].games - self.marks[at - 1].games;
            if let Some(least) = (1..self.marks.len() - 1).min_by_key(gap) {
                self.marks.remove(least);
            }
        }
        &self.marks
    }

    /// Writes the lines. It first checks the length of the file: appending to a truncated one would hide the damage.
    fn write(&mut self) -> Result<(), RecordError> {
        folder::check_not_lost(&self.file, &self.path, self.end.bytes - self.lines.len() as u64)?;
        self.file.write_all(&self.lines).at("write", &self.path)?;
        self.lines.clear();
        Ok(())
    }
}

/// Writes the rows of the moves of a game.
pub(crate) fn write_rows(row: &GameRow<'_>, record: &GameRecord<'_>, rows: &mut Vec<u8>) {
    let mut numbers = itoa::Buffer::new();
    for measured in record.measurements.iter().filter(|measured| measured.ply <= record.plies) {
        rows.extend_from_slice(numbers.format(row.game).as_bytes());
        rows.push(b',');
        rows.extend_from_slice(numbers.format(measured.ply).as_bytes());
        rows.push(b',');
        push_field(rows, row.players[measured.side.index()]);
        for number in [measured.mv.number() as u64, measured.nanoseconds, measured.nodes] {
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

/// The leading marks that match a file; `None` if interrupted.
fn good_marks(
    file: &mut File,
    marks: &[Mark],
    mut is_interrupted: impl FnMut() -> bool,
) -> io::Result<Option<Vec<Mark>>> {
    let mut block = vec![0; 1 << 16];
    let mut good = Vec::new();
    let (mut at, mut digest) = (0, EMPTY);
    file.seek(SeekFrom::Start(0))?;
    for &mark in marks {
        while at < mark.bytes {
            if is_interrupted() {
                return Ok(None);
            }
            let most = block.len().min(usize::try_from(mark.bytes - at).unwrap_or(usize::MAX));
            let read = file.read(&mut block[..most])?;
            if read == 0 {
                return Ok(Some(good));
            }
            digest = extended(digest, &block[..read]);
            at += read as u64;
        }
        if (at, digest) != (mark.bytes, mark.digest) {
            break;
        }
        good.push(mark);
    }
    Ok(Some(good))
}

/// The digest of nothing.
pub(super) const EMPTY: u64 = 0xcbf2_9ce4_8422_2325;

/// Extends a digest by more bytes: FNV-1a (Fowler, Noll, Vo), which does not depend on how the bytes
/// are divided.
pub(super) fn extended(digest: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(digest, |digest, &byte| (digest ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_is_that_of_its_inventors() {
        assert_eq!(extended(EMPTY, b"foobar"), 0x8594_4171_f739_67e8);
        assert_eq!(extended(extended(EMPTY, b"foo"), b"bar"), extended(EMPTY, b"foobar"));
    }

    fn marks(texts: &[&str]) -> Vec<Mark> {
        let mut end = Mark { games: 0, bytes: 0, digest: EMPTY };
        let mut marks = Vec::new();
        for text in texts {
            end = Mark {
                games: end.games + 1,
                bytes: end.bytes + text.len() as u64,
                digest: extended(end.digest, text.as_bytes()),
            };
            marks.push(end);
        }
        marks
    }

    #[test]
    fn a_file_is_good_up_to_the_last_mark_before_its_damage() {
        let marks = marks(&["one,1\n", "two,22\n", "three,333\n"]);
        let whole = "one,1\ntwo,22\nthree,333\n";
        let cases = [
            (whole.to_owned(), 3),
            (format!("{whole}four,4\n"), 3),
            (whole.replace("333", "334"), 2),
            (whole.replace("22", "23"), 1),
            (whole.replace("one", "owe"), 0),
            (whole[..whole.len() - 1].to_owned(), 2),
            (whole[..6].to_owned(), 1),
            (String::new(), 0),
        ];
        for (text, good) in cases {
            let mut file = tempfile::tempfile().unwrap();
            file.write_all(text.as_bytes()).unwrap();
            let found = good_marks(&mut file, &marks, || false).unwrap().unwrap();
            assert_eq!(found, marks[..good], "{text:?}");
        }
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(whole.as_bytes()).unwrap();
        assert_eq!(good_marks(&mut file, &marks, || true).unwrap(), None);
    }

    #[test]
    fn marks_stay_few_and_the_last_one_stays() {
        let folder = tempfile::tempdir().unwrap();
        let folder = Folder::claim(folder.path()).unwrap();
        let mut moves = MovesFile::create(&folder).unwrap();
        for games in 0..1000 {
            moves.end.games = games;
            let marks = moves.mark();
            assert!(marks.len() <= MOST_MARKS && marks.last().unwrap().games == games);
            assert!(marks.is_sorted_by_key(|mark| mark.games));
        }
        let gaps = moves.marks.windows(2).map(|two| two[1].games - two[0].games);
        assert!(gaps.max().unwrap() <= 64, "{:?}", moves.marks);
    }
}
