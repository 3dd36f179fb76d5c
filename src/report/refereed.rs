//! A position of a game that only a referee knows, in words and as JSON.

use serde::Serialize;

use super::paint::Paint;
use super::position::{outcome_key, side_key};
use crate::games::{Outcome, Side};
use crate::play::referee::SeenPosition;

/// Why there is no board.
pub(crate) const NO_BOARD: &str = "The referee draws no board: it does not answer query board.";

/// The board if there is one, and who is to move or how the game ended. `names` are those of the sides.
pub(crate) fn text(seen: &SeenPosition, names: [&str; 2], paint: Paint) -> String {
    let board = seen
        .board
        .as_ref()
        .map(|board| board.rows.iter().map(|row| format!("  {row}\n")).collect::<String>() + "\n");
    let name = |side: Side| paint.side(side, names[side.index()]);
    let state = match seen.outcome {
        Some(Outcome::Win(side)) => format!("The game is over: {} wins.", name(side)),
        Some(Outcome::Draw) => "The game is over: a draw.".to_owned(),
        None => format!("{} to move.", name(seen.to_move)),
    };
    format!("{}{state}\n", board.unwrap_or_default())
}

#[derive(Serialize)]
pub(crate) struct SeenJson<'a> {
    game: String,
    position: &'a str,
    to_move: Option<&'static str>,
    over: bool,
    winner: Option<&'static str>,
    board: Option<&'a [String]>,
}

/// The same for scripts; `position` is what follows `position` in UGI.
pub(crate) fn json<'a>(game: String, position: &'a str, seen: &'a SeenPosition) -> SeenJson<'a> {
    SeenJson {
        game,
        position,
        to_move: seen.outcome.is_none().then(|| side_key(seen.to_move)),
        over: seen.outcome.is_some(),
        winner: seen.outcome.map(outcome_key),
        board: seen.board.as_ref().map(|board| board.rows.as_slice()),
    }
}
