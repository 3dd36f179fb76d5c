//! The moves judged so far, in a file, so that an interrupted review continues.
//!
//! Its first line has the digest of what is reviewed and how; then a row follows for each move, as in `review_moves.csv`, and the
//! beans in play. A line `done` ends each game.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::games::{Move, Side};
use crate::run::judge::{JudgedGame, JudgedMove, Judgement};

const PART: &str = "review.part.csv";

pub(super) struct ReviewPart {
    path: PathBuf,
    file: BufWriter<File>,
}

impl ReviewPart {
    /// Opens the file and reads the games that are in it, if they were judged in the same way.
    pub(super) fn open(folder: &Path, key: &str) -> io::Result<(ReviewPart, Vec<JudgedGame>)> {
        let path = folder.join(PART);
        let (text, games) = match fs::read_to_string(&path) {
            Ok(text) => read(&text, key),
            Err(_) => (String::new(), Vec::new()),
        };
        // What follows the last complete game is judged again.
        let text = if text.is_empty() { format!("{key}\n") } else { text };
        fs::write(&path, &text)?;
        let file = BufWriter::new(OpenOptions::new().append(true).open(&path)?);
        Ok((ReviewPart { path, file }, games))
    }

    pub(super) fn add(&mut self, games: &[JudgedGame]) -> io::Result<()> {
        for game in games {
            for judged in game {
                writeln!(self.file, "{}", line(judged))?;
            }
            writeln!(self.file, "done")?;
        }
        self.file.flush()
    }

    pub(super) fn remove(self) -> io::Result<()> {
        drop(self.file);
        fs::remove_file(self.path)
    }
}

fn line(judged: &JudgedMove) -> String {
    let (before, after, best) = match judged.judgement {
        Some(Judgement { before, after, best }) => {
            (before.to_string(), after.to_string(), best.map_or(String::new(), |mv| mv.number().to_string()))
        }
        None => Default::default(),
    };
    let beans = judged.beans.map_or(String::new(), |beans| beans.to_string());
    let side = judged.side.index();
    format!("{},{side},{},{beans},{before},{after},{best}", judged.ply, judged.mv.number())
}

fn parse(line: &str) -> Option<JudgedMove> {
    let fields: Vec<&str> = line.split(',').collect();
    let [ply, side, mv, beans, before, after, best] = fields[..] else { return None };
    let judgement = match (before, after) {
        ("", "") => None,
        _ => Some(Judgement {
            before: before.parse().ok()?,
            after: after.parse().ok()?,
            best: best.parse().ok().and_then(Move::from_number),
        }),
    };
    Some(JudgedMove {
        ply: ply.parse().ok()?,
        side: *Side::BOTH.get(side.parse::<usize>().ok()?)?,
        mv: Move::from_number(mv.parse().ok()?)?,
        beans: beans.parse().ok(),
        judgement,
    })
}

/// The complete games of a file, and its text up to the last of them. Nothing if it is of another review.
fn read(text: &str, key: &str) -> (String, Vec<JudgedGame>) {
    let Some(rest) = text.strip_prefix(key).and_then(|rest| rest.strip_prefix('\n')) else {
        return (String::new(), Vec::new());
    };
    let (mut games, mut game) = (Vec::new(), Vec::new());
    let (mut read, mut complete) = (0, 0);
    for line in rest.split_inclusive('\n') {
        read += line.len();
        match line.strip_suffix('\n') {
            Some("done") => {
                games.push(std::mem::take(&mut game));
                complete = read;
            }
            Some(line) => match parse(line) {
                Some(judged) => game.push(judged),
                None => break,
            },
            None => break,
        }
    }
    (text[..key.len() + 1 + complete].to_owned(), games)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(ply: usize, judgement: Option<Judgement>) -> JudgedMove {
        JudgedMove { ply, side: Side::Second, mv: Move::from_index(2), beans: Some(9), judgement }
    }

    #[test]
    fn only_complete_games_of_the_same_review_are_continued() {
        let folder = tempfile::tempdir().unwrap();
        let known = Judgement { before: 4, after: -2, best: Move::from_number(5) };
        let games = vec![vec![judged(1, None), judged(2, Some(known))], vec![judged(1, Some(known))]];
        let (mut part, none) = ReviewPart::open(folder.path(), "one").unwrap();
        assert_eq!(none, Vec::<JudgedGame>::new());
        part.add(&games).unwrap();
        let path = folder.path().join(PART);
        let whole = fs::read_to_string(&path).unwrap();
        fs::write(&path, format!("{whole}1,1,3,9,4,")).unwrap();
        assert_eq!(ReviewPart::open(folder.path(), "one").unwrap().1, games);
        assert_eq!(fs::read_to_string(&path).unwrap(), whole, "the torn line is gone");
        fs::write(&path, &whole[..whole.len() - 2]).unwrap();
        assert_eq!(ReviewPart::open(folder.path(), "one").unwrap().1, games[..1]);
        assert_eq!(ReviewPart::open(folder.path(), "another").unwrap().1, Vec::<JudgedGame>::new());
    }
}
