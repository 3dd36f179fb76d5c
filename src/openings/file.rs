//! Openings from a file: one position or move list a line, `#` begins a comment.

use std::fs;

use crate::digest::Digest;
use crate::games::{Game, moves};

/// Reads the openings and what distinguishes them, or tells what is wrong and what to do.
pub(super) fn read<G: Game>(start: &G, path: &str) -> Result<(Vec<G>, u64), (String, String)> {
    let text = fs::read_to_string(path).map_err(|error| {
        (
            format!("cannot read {path}: {error}"),
            "give the path of a text file, for example file:openings.txt".to_owned(),
        )
    })?;
    let mut positions = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or("").trim();
        if line.is_empty() {
            continue;
        }
        let wrong = |problem: String| {
            let advice =
                "each line holds a position or a list of moves from the start, and # begins a comment";
            (format!("{path}, line {}: {problem}", i + 1), advice.to_owned())
        };
        let position = opening(start, line).map_err(wrong)?;
        positions.push(position);
    }
    if positions.is_empty() {
        let advice = "write a position or a list of moves on each line".to_owned();
        return Err((format!("{path} holds no openings"), advice));
    }
    let texts: Vec<String> = positions.iter().map(ToString::to_string).collect();
    Ok((positions, Digest::of(texts.iter().map(String::as_str))))
}

fn opening<G: Game>(start: &G, line: &str) -> Result<G, String> {
    let position = if line.contains(':') {
        start.read(line).map_err(|error| error.problem().to_owned())?
    } else {
        moves::play_list(start, line).map_err(|error| error.problem().to_owned())?.0
    };
    if position.is_over() { Err("the game is over in this position".to_owned()) } else { Ok(position) }
}
