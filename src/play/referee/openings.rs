//! Openings of a game that arena has no rules for: the start position, or the lines of a file.
//!
//! A line is `startpos`, `startpos moves …`, or a FEN, which may be followed by `moves …`. The words in front of it in UGI,
//! `position` and `fen`, may be left out. A `#` at the beginning of a word starts a comment.

use std::collections::HashSet;

use super::position::RefereedPosition;
use crate::digest::Digest;
use crate::play::openings::{LoadedOpenings, Openings, OpeningsSpec};
use crate::text::{TextError, is_unprintable};

/// The openings of a source: the start, or a file.
pub(super) fn list(loaded: &LoadedOpenings) -> Result<Openings<RefereedPosition>, TextError> {
    let spec = loaded.spec();
    let openings = match (spec.source(), loaded.text()) {
        (OpeningsSpec::File { path, plies: None }, Some(text)) => {
            let list = read(path, text)
                .map_err(|(problem, advice)| TextError::whole(&spec.to_string(), problem, advice))?;
            let texts = || list.iter().map(|opening| opening.ugi.as_str());
            let (digest, distinct) = (Digest::of(texts()), texts().collect::<HashSet<_>>().len() as u64);
            Openings::of_file(RefereedPosition::start(), list, digest, distinct)
        }
        (OpeningsSpec::Start, _) => Openings::at_start(RefereedPosition::start()),
        (OpeningsSpec::File { .. }, _) => {
            let problem = "arena has no rules for this game, so it cannot read recorded games";
            return Err(TextError::whole(&spec.to_string(), problem, "remove plies="));
        }
        _ => {
            let problem = "arena has no rules for this game, so it cannot find openings";
            let advice = "write start, or file:PATH with a FEN or 'startpos moves …' on each line";
            return Err(TextError::whole(&spec.to_string(), problem, advice));
        }
    };
    Ok(openings.skipping(spec.skipped()))
}

/// An error about an opening.
pub(super) fn error(
    spec: &OpeningsSpec,
    opening: &RefereedPosition,
    problem: &str,
    advice: &str,
) -> TextError {
    let place = match spec.source() {
        OpeningsSpec::File { path, .. } => format!("{path}, line {}: ", opening.line),
        _ => String::new(),
    };
    TextError::whole(&spec.to_string(), format!("{place}{problem}"), advice)
}

/// The openings in the content of a file; or a problem, and advice.
fn read(path: &str, text: &str) -> Result<Vec<RefereedPosition>, (String, String)> {
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

pub(super) fn opening(line: &str, number: usize) -> Result<RefereedPosition, &'static str> {
    if line.contains(is_unprintable) {
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
    let ugi = if base == ["startpos"] && !is_fen { text } else { format!("fen {text}") };
    Ok(RefereedPosition::new(ugi, number, has_moves))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn positions(text: &str) -> Vec<String> {
        read("o.txt", text).unwrap().into_iter().map(|opening| opening.ugi).collect()
    }

    #[test]
    fn lines_are_positions_with_moves_and_comments() {
        let text = "# all\nstartpos\n  startpos  moves a2a3 b4\nposition startpos moves\n\
                    8/8/8 w # even\nfen 8/8/#8 b moves x\nposition fen 8 w";
        let all = ["startpos", "startpos moves a2a3 b4", "startpos", "fen 8/8/8 w", "fen 8/8/#8 b moves x"];
        assert_eq!(positions(text), [&all[..], &["fen 8 w"]].concat());
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
