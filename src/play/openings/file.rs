//! Openings from a file: one position or move list per line, where `#` starts a comment; or games in PGN.

use std::path::Path;

use super::pgn;
use crate::digest::Digest;
use crate::games::{Game, moves};
use crate::text::file::read_named;

/// What is wrong, and what to do about it.
pub(super) type LineError = (String, String);

/// The largest file in bytes, the longest line, and the most openings.
const LARGEST: u64 = 64 << 20;
const LONGEST_LINE: usize = 64 << 10;
const MOST: usize = 1 << 20;

/// The content of the file, whose size is bounded in every way.
pub(super) fn load(path: &str) -> Result<String, LineError> {
    let text = read_named(Path::new(path), LARGEST).map_err(|error| {
        (
            format!("cannot read {path}: {error}"),
            "give the path of a text file, for example file:openings.txt".to_owned(),
        )
    })?;
    if let Some(i) = text.lines().position(|line| line.len() > LONGEST_LINE) {
        let advice = "write each position or list of moves on a line of its own".to_owned();
        return Err((format!("{path}, line {}: a line over 64 KiB", i + 1), advice));
    }
    if let Some((i, _)) = entries(&text).nth(MOST) {
        let advice = "split the file".to_owned();
        return Err((format!("{path}, line {}: more than {MOST} openings", i + 1), advice));
    }
    Ok(text)
}

/// The openings in the content of a file, and a digest of them. Of a recorded game, at most `plies` are played.
pub(super) fn parse<G: Game>(
    start: &G,
    path: &str,
    text: &str,
    plies: Option<u32>,
) -> Result<(Vec<G>, u64), LineError> {
    let positions = if G::HAS_SAN && pgn::is_pgn(text) {
        pgn::openings(start, text, plies)
            .map_err(|(line, problem, advice)| (format!("{path}, line {line}: {problem}"), advice))?
    } else if plies.is_some() {
        let advice = if G::HAS_SAN { "give a PGN, or remove plies=" } else { "remove plies=" };
        return Err((format!("plies= is for recorded games, and {path} has none"), advice.to_owned()));
    } else {
        listed(start, path, text)?
    };
    if positions.is_empty() {
        let advice = "write a position or a list of moves on each line".to_owned();
        return Err((format!("{path} contains no openings"), advice));
    }
    let digest = Digest::of(positions.iter().map(ToString::to_string));
    Ok((positions, digest))
}

/// The positions and lists of moves, one per line.
fn listed<G: Game>(start: &G, path: &str, text: &str) -> Result<Vec<G>, LineError> {
    let mut positions = Vec::new();
    for (i, line) in entries(text) {
        let wrong = |problem: String| {
            let advice =
                "each line holds a position or a list of moves from the start, and # starts a comment";
            (format!("{path}, line {}: {problem}", i + 1), advice.to_owned())
        };
        let position = opening(start, line).map_err(wrong)?;
        positions.push(position);
    }
    Ok(positions)
}

/// The lines that are positions.
pub(super) fn positions(text: &str) -> Vec<&str> {
    entries(text).map(|(_, line)| line).filter(|line| is_position(line)).collect()
}

/// The non-empty lines, numbered from 0, without comments.
fn entries(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or("").trim());
    lines.enumerate().filter(|(_, line)| !line.is_empty())
}

/// Whether a line is a position rather than a list of moves.
fn is_position(line: &str) -> bool {
    line.contains([':', '/'])
}

fn opening<G: Game>(start: &G, line: &str) -> Result<G, String> {
    let position = if is_position(line) {
        start.read(line).map_err(|error| error.problem().to_owned())?
    } else {
        moves::play_list(start, line).map_err(|error| error.problem().to_owned())?.0
    };
    if position.is_over() { Err("the game is over in this position".to_owned()) } else { Ok(position) }
}
