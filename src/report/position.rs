//! A position, its result, and the values of its moves.

use crate::games::{AnyPosition, Outcome, Side};
use crate::play::host::GameSpec;
use crate::report::json::{Fields, moves_value};
use crate::report::numbers::signed;
use crate::report::paint::Paint;
use crate::search::{MoveValue, first_best};
use crate::text::Decimal;

/// `"first"` or `"second"`, for scripts.
pub(super) fn side_key(side: Side) -> &'static str {
    match side {
        Side::First => "first",
        Side::Second => "second",
    }
}

/// `"first"`, `"second"` or `"draw"`, for scripts.
pub(crate) fn outcome_key(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(side) => side_key(side),
        Outcome::Draw => "draw",
    }
}

/// The board, and who may move or how the game ended.
pub(crate) fn text(position: &AnyPosition, paint: Paint) -> String {
    let board = position.draw().render(|ink, text| paint.ink(ink, text));
    let state = over(position, paint).unwrap_or_else(|| {
        let side = paint.side(position.to_move(), position.side_name(position.to_move()));
        format!("{side} to move. Legal moves: {}", position.move_list(position.legal_moves()))
    });
    format!("{board}\n{state}\nPosition: {position}\n")
}

/// How the game ended, if it is over.
pub(super) fn over(position: &AnyPosition, paint: Paint) -> Option<String> {
    let result = result(position, position.outcome()?, |side| position.side_name(side).to_owned());
    Some(format!("The game is over: {}.", paint.strong(&result)))
}

/// How a finished game ended, with the sides named by `name`: "North wins, 25 to 23".
pub(crate) fn result(position: &AnyPosition, outcome: Outcome, name: impl Fn(Side) -> String) -> String {
    let how = position.decided_by();
    match outcome {
        Outcome::Win(side) => format!("{} wins, {how}", name(side)),
        Outcome::Draw => format!("a draw, {how}"),
    }
}

/// The values of all moves, the best marked.
pub(crate) fn values<V>(position: &AnyPosition, values: &[MoveValue<V>], paint: Paint) -> String
where
    V: Copy + PartialOrd + Into<Decimal>,
{
    let best = first_best(values);
    let width = values.iter().map(|value| signed(value.value).len()).max().unwrap_or(0).max("value".len());
    let place = position.place();
    let place_width = place.chars().count().max(6);
    let mut out = format!("  {place:>place_width$}  {:>width$}\n", "value");
    for &MoveValue { mv, value } in values {
        let mark = match best {
            Some(best) if best.mv == mv => "  best",
            Some(best) if best.value == value => "  as good",
            _ => "",
        };
        let line = format!("  {:>place_width$}  {:>width$}{mark}", position.move_name(mv), signed(value));
        let line = if mark.is_empty() { line } else { paint.good(&line) };
        out.push_str(&line);
        out.push('\n');
    }
    out
}

pub(crate) fn json(game: &GameSpec, position: &AnyPosition) -> Fields<7> {
    let over = position.is_over();
    Fields([
        ("game", game.to_string().into()),
        ("position", position.to_string().into()),
        ("to_move", (!over).then(|| side_key(position.to_move())).into()),
        ("legal", moves_value(position, position.legal_moves())),
        ("over", over.into()),
        ("winner", position.outcome().map(outcome_key).into()),
        ("points", position.points().to_vec().into()),
    ])
}
