//! A recorded game in words and as JSON.

use serde::Serialize;

use crate::games::{Outcome, Side};
use crate::play::duel::Reason;
use crate::play::referee::SeenPosition;
use crate::report::numbers::plies;
use crate::report::paint::Paint;
use crate::report::position::{outcome_key, result};
use crate::run::replay::{ReplayedGame, StoredGame};

/// The moves in a line of a list.
const PLIES_PER_LINE: usize = 10;

/// What was played, by whom, and how it ended.
pub(crate) fn headline(replay: &ReplayedGame, paint: Paint) -> String {
    let outcome = replay.stored.record.outcome;
    let last = replay.positions.last().filter(|last| last.outcome() == Some(outcome));
    let ending = last.map(|last| result(last, outcome, |side| name(&replay.stored, side)));
    headline_with(&replay.stored, ending, paint)
}

fn headline_with(stored: &StoredGame, ending: Option<String>, paint: Paint) -> String {
    let StoredGame { game, record, .. } = stored;
    let ending = ending.unwrap_or_else(|| match record.outcome {
        Outcome::Win(side) => format!("{} wins", name(stored, side)),
        Outcome::Draw => "a draw".to_owned(),
    });
    let reason =
        if record.reason == Reason::Normal { String::new() } else { format!(" ({})", record.reason) };
    let [first, second] = Side::BOTH.map(|side| paint.side(side, &name(stored, side)));
    format!("{game}, game {}: {first} against {second}, {ending}{reason}", record.number)
}

/// The player of a side: `smart:6 (South)`.
fn name(stored: &StoredGame, side: Side) -> String {
    format!("{} ({})", stored.record.players[side.index()], stored.game.side_names()[side.index()])
}

/// The move that led to a position, and its effects.
pub(crate) fn ply_words(replay: &ReplayedGame, ply: usize, paint: Paint) -> String {
    let last = replay.moves.len();
    let Some((before, mv)) =
        ply.checked_sub(1).and_then(|at| Some((&replay.positions[at], replay.moves.get(at)?)))
    else {
        return format!("The opening, {} to go.", plies(last));
    };
    let mover = paint.side(before.to_move(), &name(&replay.stored, before.to_move()));
    let mut words = format!("Ply {ply} of {last}: {mover} plays {}.", before.move_name(*mv));
    for effect in before.effects(*mv) {
        words += &format!(" {}", effect.sentence(&mover));
    }
    words
}

/// The moves of a game that arena has no rules for, up to a ply.
pub(crate) fn move_list(stored: &StoredGame, moves: &[&str], ply: usize, paint: Paint) -> String {
    let opening = stored.record.opening.as_deref().filter(|text| !text.is_empty()).unwrap_or("the start");
    let shown = if ply == moves.len() { String::new() } else { format!("The first {ply} of ") };
    let headline = paint.strong(&headline_with(stored, None, paint));
    let mut text = format!("{headline}\n{shown}{} from {opening}:\n\n", plies(moves.len()));
    for (row, moves) in moves[..ply].chunks(PLIES_PER_LINE).enumerate() {
        text += &format!("{:>5}  {}\n", row * PLIES_PER_LINE + 1, moves.join(" "));
    }
    text
}

/// A game that another program played: of its moves nothing is known.
pub(crate) fn whole_match(stored: &StoredGame, paint: Paint) -> String {
    let headline = paint.strong(&headline_with(stored, None, paint));
    let [first, second] = stored.record.points.map(Option::unwrap_or_default);
    let seed = stored.record.opening.as_deref().unwrap_or_default();
    format!("{headline}\nPoints {first}:{second}, seed {seed}.")
}

/// The JSON of a game that arena has no rules for.
#[derive(Serialize)]
pub(crate) struct MoveListJson<'a> {
    game: String,
    number: u64,
    opening: &'a str,
    first: &'a str,
    second: &'a str,
    winner: &'static str,
    reason: &'static str,
    moves: &'a [&'a str],
    /// The board after them, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<&'a [String]>,
}

impl<'a> MoveListJson<'a> {
    pub(crate) fn of(
        stored: &'a StoredGame,
        moves: &'a [&'a str],
        seen: Option<&'a SeenPosition>,
    ) -> MoveListJson<'a> {
        let record = &stored.record;
        MoveListJson {
            game: stored.game.to_string(),
            number: record.number,
            opening: record.opening.as_deref().unwrap_or_default(),
            first: &record.players[0],
            second: &record.players[1],
            winner: outcome_key(record.outcome),
            reason: record.reason.name(),
            moves,
            board: seen.and_then(|seen| seen.board.as_ref()).map(|board| board.rows.as_slice()),
        }
    }
}
