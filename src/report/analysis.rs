//! The values of all moves as text and JSON.

use std::time::Duration;

use serde_json::json;

use crate::games::AnyPosition;
use crate::players::strategies::{Analysis, StrategySpec};
use crate::report::json::{Fields, move_value, move_values};
use crate::report::numbers::{self, counted, signed, time};
use crate::report::paint::Paint;
use crate::report::position::{over, values};
use crate::run::GameSpec;
use crate::run::analyze::AnalysisProgress;
use crate::search::{MoveValue, first_best};

pub(crate) fn progress(known: &AnalysisProgress) -> String {
    let finished = known.finished.as_ref().map(|analysis| format!("all moves searched {}", ahead(analysis)));
    let begun = known.begun.as_ref().map(|analysis| {
        format!("{} of {} moves searched {}", analysis.values.len(), known.moves, ahead(analysis))
    });
    let both: Vec<String> = finished.into_iter().chain(begun).collect();
    both.join(", ")
}

/// What is known besides [`best`](AnalysisProgress::best).
pub(crate) fn rest(position: &AnyPosition, known: &AnalysisProgress) -> String {
    let Some(begun) = &known.begun else { return String::new() };
    let done = format!("{} of {} moves were searched {}", begun.values.len(), known.moves, ahead(begun));
    if known.finished.is_none() {
        return format!("\nOnly {done}.\n");
    }
    let value = |one: &MoveValue<_>| format!("{}: {}", position.move_name(one.mv), signed(one.value));
    let values: Vec<String> = begun.values.iter().map(value).collect();
    format!("\n{done}: {}\n", values.join(", "))
}

/// How far an analysis looked: "8 plies ahead", "to the end of the game".
fn ahead(analysis: &Analysis) -> String {
    match analysis.depth.limit() {
        Some(plies) => numbers::plies(plies as usize) + " ahead",
        None => "to the end of the game".to_owned(),
    }
}

/// The analysis for people: a sentence, then the table.
pub(crate) fn text(
    position: &AnyPosition,
    spec: &StrategySpec,
    analysis: &Analysis,
    took: Duration,
    paint: Paint,
) -> String {
    if let Some(over) = over(position, Paint::new(false)) {
        return format!("{over}\n");
    }
    let Some(best) = first_best(&analysis.values) else {
        return String::new();
    };
    let side = position.side_name(position.to_move());
    let looked = ahead(analysis);
    let sentence =
        format!("{side}'s best move is {}, value {}", position.move_words(best.mv), signed(best.value));
    let prospect = analysis.prospect.as_ref().map(|words| format!("With best play: {words}.\n"));
    format!(
        "{}: {spec} looked {looked}, at {} in {}.\n{}\n{}",
        paint.strong(&sentence),
        counted(analysis.nodes, "position"),
        time(took),
        prospect.unwrap_or_default(),
        values(position, &analysis.values, paint),
    )
}

pub(crate) fn json(
    game: &GameSpec,
    position: &AnyPosition,
    spec: &StrategySpec,
    analysis: &Analysis,
    took: Duration,
) -> Fields<9> {
    let best = first_best(&analysis.values);
    Fields([
        ("game", game.to_string().into()),
        ("position", position.to_string().into()),
        ("strategy", spec.to_string().into()),
        ("best", best.map(|best| move_value(position, best.mv)).into()),
        ("value", json!(best.map(|best| best.value))),
        ("moves", move_values(position, &analysis.values)),
        // Null for the end of the game.
        ("depth", analysis.depth.limit().into()),
        ("nodes", analysis.nodes.into()),
        ("time_ns", u64::try_from(took.as_nanos()).unwrap_or(u64::MAX).into()),
    ])
}
