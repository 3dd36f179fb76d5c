//! Openings of a game that arena has no rules for: the start position, or the lines of a file.
//!
//! A line is `startpos`, `startpos moves …`, or a FEN, which may be followed by `moves …`. The words in front of it in UGI,
//! `position` and `fen`, may be left out. A `#` at the beginning of a word starts a comment.

use std::collections::HashSet;

use crate::digest::Digest;
use crate::play::openings::{LoadedOpenings, OpeningsSpec};
use crate::text::TextError;

/// Where a game starts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Opening {
    /// Its text in `games.csv`; empty for the start position.
    pub(super) text: String,
    /// What follows `position`: `startpos` or `fen F`, and `moves …` if there are any.
    pub(super) position: String,
    /// Its line in the file, from 1.
    line: usize,
    has_moves: bool,
}

impl Opening {
    /// The position after these moves, written behind `position`.
    pub(super) fn write(&self, moves: &str, position: &mut String) {
        position.clear();
        position.push_str(&self.position);
        if !moves.is_empty() {
            position.push_str(if self.has_moves { " " } else { " moves " });
            position.push_str(moves);
        }
    }
}

/// The openings of a run.
#[derive(Debug, Clone)]
pub(super) struct Openings {
    spec: OpeningsSpec,
    list: Vec<Opening>,
    digest: Option<u64>,
    distinct: u64,
}

impl Openings {
    /// The openings of a source: the start, or a file.
    pub(super) fn of(loaded: &LoadedOpenings) -> Result<Openings, TextError> {
        let spec = loaded.spec().clone();
        let (list, digest) = match (spec.source(), loaded.text()) {
            (OpeningsSpec::File(path), Some(text)) => {
                let list = read(path, text)
                    .map_err(|(problem, advice)| TextError::whole(&spec.to_string(), problem, advice))?;
                let digest = Digest::of(list.iter().map(|opening| opening.position.as_str()));
                (list, Some(digest))
            }
            (OpeningsSpec::Start, _) => {
                let (text, position) = (String::new(), "startpos".to_owned());
                (vec![Opening { text, position, line: 0, has_moves: false }], None)
            }
            _ => {
                let problem = "arena has no rules for this game, so it cannot find openings";
                let advice = "write start, or file:PATH with a FEN or 'startpos moves …' on each line";
                return Err(TextError::whole(&spec.to_string(), problem, advice));
            }
        };
        let distinct = list.iter().map(|opening| &opening.position).collect::<HashSet<_>>().len() as u64;
        Ok(Openings { spec, list, digest, distinct })
    }

    /// All of them.
    pub(super) fn list(&self) -> &[Opening] {
        &self.list
    }

    /// The opening of a pair, counted from 0.
    pub(super) fn take(&self, pair: u64) -> &Opening {
        let pair = pair.saturating_add(self.spec.skipped());
        &self.list[(pair % self.list.len() as u64) as usize]
    }

    /// Whether all games begin at the start.
    pub(super) fn are_the_start(&self) -> bool {
        *self.spec.source() == OpeningsSpec::Start
    }

    /// How many of them differ.
    pub(super) fn distinct(&self) -> u64 {
        self.distinct
    }

    /// A digest of the content of a file.
    pub(super) fn digest(&self) -> Option<u64> {
        self.digest
    }

    /// Whether an opening may occur twice in this many pairs.
    pub(super) fn may_repeat(&self, pairs: u64) -> bool {
        let used = (self.list.len() as u64).min(pairs);
        used < pairs || self.distinct < self.list.len() as u64
    }

    /// An error about an opening.
    pub(super) fn error(&self, opening: &Opening, problem: &str, advice: &str) -> TextError {
        let place = match self.spec.source() {
            OpeningsSpec::File(path) => format!("{path}, line {}: ", opening.line),
            _ => String::new(),
        };
        TextError::whole(&self.spec.to_string(), format!("{place}{problem}"), advice)
    }
}

/// The openings in the content of a file; or a problem, and advice.
fn read(path: &str, text: &str) -> Result<Vec<Opening>, (String, String)> {
    let advice = "each line holds a FEN or 'startpos moves …', and # starts a comment";
    let lines = text.lines().zip(1..).map(|(line, number)| (without_comment(line).trim(), number));
    let mut list = Vec::new();
    for (line, number) in lines.filter(|(line, _)| !line.is_empty()) {
        let opening = opening(line, number)
            .map_err(|problem| (format!("{path}, line {number}: {problem}"), advice.to_owned()))?;
        list.push(opening);
    }
    if list.is_empty() {
        return Err((format!("{path} contains no openings"), advice.to_owned()));
    }
    Ok(list)
}

fn without_comment(line: &str) -> &str {
    let mut before = ' ';
    for (at, c) in line.char_indices() {
        if c == '#' && before.is_whitespace() {
            return &line[..at];
        }
        before = c;
    }
    line
}

fn opening(line: &str, number: usize) -> Result<Opening, &'static str> {
    if line.contains(char::is_control) {
        return Err("a control character");
    }
    let mut words: Vec<&str> = line.split_whitespace().collect();
    if words.first() == Some(&"position") {
        words.remove(0);
    }
    let is_fen = words.first() == Some(&"fen");
    if is_fen {
        words.remove(0);
    }
    let moves_at = words.iter().position(|&word| word == "moves");
    let base = &words[..moves_at.unwrap_or(words.len())];
    match (base, is_fen) {
        ([], _) => return Err("a position is missing"),
        (["startpos", _, ..], false) => return Err("'moves' was expected behind 'startpos'"),
        _ => {}
    }
    let has_moves = moves_at.is_some_and(|at| at + 1 < words.len());
    let shown = if has_moves { &words[..] } else { base };
    let text = shown.join(" ");
    let position = if base == ["startpos"] && !is_fen { text.clone() } else { format!("fen {text}") };
    Ok(Opening { text, position, line: number, has_moves })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn positions(text: &str) -> Vec<String> {
        read("o.txt", text).unwrap().into_iter().map(|opening| opening.position).collect()
    }

    #[test]
    fn lines_are_positions_with_moves_and_comments() {
        let text = "# all\nstartpos\n  startpos  moves a2a3 b4\nposition startpos moves\n\
                    8/8/8 w # even\nfen 8/8/#8 b moves x\nposition fen 8 w";
        let all = ["startpos", "startpos moves a2a3 b4", "startpos", "fen 8/8/8 w", "fen 8/8/#8 b moves x"];
        assert_eq!(positions(text), [&all[..], &["fen 8 w"]].concat());
    }

    #[test]
    fn moves_follow_those_of_the_opening() {
        let written = |line: &str, moves: &str| {
            let mut position = String::new();
            opening(line, 1).unwrap().write(moves, &mut position);
            position
        };
        assert_eq!(written("startpos", ""), "startpos");
        assert_eq!(written("startpos", "a b"), "startpos moves a b");
        assert_eq!(written("startpos moves x", "a b"), "startpos moves x a b");
        assert_eq!(written("8 w", "a"), "fen 8 w moves a");
    }

    #[test]
    fn wrong_lines_are_told_with_their_number() {
        let told = |text: &str| read("o.txt", text).unwrap_err().0;
        assert_eq!(told("\n\nstartpos a b"), "o.txt, line 3: 'moves' was expected behind 'startpos'");
        assert_eq!(told("moves a"), "o.txt, line 1: a position is missing");
        assert_eq!(told("# nothing\n"), "o.txt contains no openings");
        assert_eq!(told("8\u{7}8"), "o.txt, line 1: a control character");
    }
}
