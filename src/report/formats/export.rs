//! Recorded games in the formats of other programs.

use serde_json::{Value, json};

use crate::games::{Outcome, Side};
use crate::report::json::Fields;
use crate::run::GamesError;
use crate::run::export::ExportedGame;
use crate::store::games_csv::result;

/// A format of recorded games. A file is all of them in order.
pub(crate) struct ExportFormat {
    /// Its name on the command line.
    pub name: &'static str,
    pub summary: &'static str,
    /// Whether it is for games that are recorded in SAN alone.
    pub needs_san: bool,
    /// Renders one game.
    pub write: fn(&ExportedGame<'_>) -> Result<String, GamesError>,
}

pub(crate) const LIST: &[ExportFormat] = &[
    ExportFormat {
        name: "pgn",
        summary: "chess games with their moves in SAN, for chess programs",
        needs_san: true,
        write: super::pgn::pgn,
    },
    ExportFormat {
        name: "jsonl",
        summary: "games of any kind, one JSON object per line",
        needs_san: false,
        write: jsonl,
    },
];

/// A game as an object on one line. Moves are numbers, or strings where they have names.
fn jsonl(game: &ExportedGame<'_>) -> Result<String, GamesError> {
    let record = &game.record;
    let [first, second] = &record.players;
    let start = game.run.start();
    let are_numbers = start.is_some_and(|start| !start.names_moves());
    let moves = record.moves.as_deref().map(|list| {
        let value = |word: &str| match word.parse::<u32>() {
            Ok(number) if are_numbers => number.into(),
            _ => word.into(),
        };
        list.split_whitespace().map(value).collect::<Vec<Value>>()
    });
    let winner = match record.outcome {
        Outcome::Win(side) => Some(record.players[side.index()].as_str()),
        Outcome::Draw => None,
    };
    let line = Fields([
        ("number", record.number.into()),
        ("pair", record.pair.into()),
        ("game", game.run.game.to_string().into()),
        ("first", first.as_str().into()),
        ("second", second.as_str().into()),
        ("sides", start.map(|start| Side::BOTH.map(|side| start.side_name(side)).to_vec()).into()),
        ("opening", record.opening.as_deref().filter(|opening| !opening.is_empty()).into()),
        ("moves", moves.into()),
        ("result", result(record.outcome).into()),
        ("winner", winner.into()),
        ("reason", record.reason.name().into()),
        ("points", json!(record.points)),
        ("plies", record.plies.into()),
    ]);
    serde_json::to_string(&line).map(|line| line + "\n").map_err(|error| GamesError::Unusable {
        problem: format!("game {}: {error}", record.number),
        advice: "the file may be damaged".to_owned(),
    })
}
