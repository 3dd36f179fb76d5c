//! Marks in a file that grows: after N games it has this many bytes and this digest.
//!
//! What cannot be verified by a replay is verified by these. They are kept in the checkpoint of a run, which is continued from the
//! last mark that matches the file: the times in `moves.csv`, and the rows of `games.csv` if arena has no rules for the game.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};

use serde::{Deserialize, Serialize};

/// How many marks are kept.
const MOST_MARKS: usize = 64;

/// The state of the file after this many games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Mark {
    pub(super) games: u64,
    pub(super) bytes: u64,
    pub(super) digest: u64,
}

/// The marks of a file, and its end.
#[derive(Debug, Clone)]
pub(super) struct Marks {
    /// The state after the last game.
    end: Mark,
    kept: Vec<Mark>,
}

impl Marks {
    /// Those of an empty file.
    pub(super) fn new() -> Marks {
        Marks { end: Mark { games: 0, bytes: 0, digest: EMPTY }, kept: Vec::new() }
    }

    /// Those of a file that ends with the last of these; `None` if there are none.
    pub(super) fn ending(kept: Vec<Mark>) -> Option<Marks> {
        let end = *kept.last()?;
        Some(Marks { end, kept })
    }

    /// The state of the file after the last game.
    pub(super) fn end(&self) -> Mark {
        self.end
    }

    /// Notes that bytes were added, with which this many games are complete.
    pub(super) fn add(&mut self, added: &[u8], games: u64) {
        self.end = Mark {
            games,
            bytes: self.end.bytes + added.len() as u64,
            digest: extended(self.end.digest, added),
        };
    }

    /// The marks so far, with one for the games up to now. They count once those are on the disk.
    pub(super) fn mark(&mut self) -> &[Mark] {
        if self.kept.last() != Some(&self.end) {
            self.kept.push(self.end);
        }
        if self.kept.len() > MOST_MARKS {
            // Removes the mark that leaves the smallest gap, so that marks stay evenly spread.
            let gap = |at: &usize| self.kept[at + 1].games - self.kept[at - 1].games;
            if let Some(least) = (1..self.kept.len() - 1).min_by_key(gap) {
                self.kept.remove(least);
            }
        }
        &self.kept
    }
}

/// The leading marks that match a file; `None` if interrupted.
pub(super) fn good_marks(
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
    use std::io::Write as _;

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
        let mut all = Marks::new();
        for games in 0..1000 {
            all.add(b"row\n", games);
            let marks = all.mark();
            assert!(marks.len() <= MOST_MARKS && marks.last().unwrap().games == games);
            assert!(marks.is_sorted_by_key(|mark| mark.games));
        }
        let gaps = all.kept.windows(2).map(|two| two[1].games - two[0].games);
        assert!(gaps.max().unwrap() <= 64, "{:?}", all.kept);
    }
}
