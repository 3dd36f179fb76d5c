//! What several commands print of a position: its result, and the values of its moves.

use crate::games::{AnyPosition, Outcome, Side, Value};
use crate::report::numbers::signed;
use crate::report::paint::Paint;
use crate::search::{MoveValue, first_best};

/// `"first"` or `"second"`, for scripts.
pub(super) fn side_key(side: Side) -> &'static str {
    match side {
        Side::First => "first",
        Side::Second => "second",
    }
}

/// How a finished game ended, with the sides named by `name`: "North wins, 25 to 23".
pub(super) fn result(position: &AnyPosition, outcome: Outcome, name: impl Fn(Side) -> String) -> String {
    let how = position.decided_by();
    match outcome {
        Outcome::Win(side) => format!("{} wins, {how}", name(side)),
        Outcome::Draw => format!("a draw, {how}"),
    }
}

/// The values of all moves, the best marked.
pub(super) fn values<V>(place: &str, values: &[MoveValue<V>], paint: Paint) -> String
where
    V: Copy + PartialOrd + Into<Value>,
{
    let best = first_best(values);
    let width = values.iter().map(|value| signed(value.value).len()).max().unwrap_or(0).max("value".len());
    let place_width = place.chars().count().max(6);
    let mut out = format!("  {place:>place_width$}  {:>width$}\n", "value");
    for &MoveValue { mv, value } in values {
        let mark = match best {
            Some(best) if best.mv == mv => "  best",
            Some(best) if best.value == value => "  as good",
            _ => "",
        };
        let line = format!("  {:>place_width$}  {:>width$}{mark}", mv.number(), signed(value));
        let line = if mark.is_empty() { line } else { paint.good(&line) };
        out.push_str(&line);
        out.push('\n');
    }
    out
}
