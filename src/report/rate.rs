//! Ratings as text and JSON.

use serde_json::{Value, json};

use crate::report::paint::Paint;
use crate::report::standings;
use crate::run::rate::RatedPlayers;
use crate::stats::{RatingBound, Standing};
use crate::store::cell::Cell;

pub(crate) fn text(rated: &RatedPlayers, columns: usize, paint: Paint) -> String {
    let sentence = paint.strong(&standings::sentence(&rated.standings, &[]));
    let note = standings::note(&rated.standings, rated.rated).map(|note| format!("\n{note}\n"));
    format!(
        "{sentence}\n\n{}{}",
        standings::table(&rated.standings, columns, paint),
        note.unwrap_or_default()
    )
}

pub(crate) fn json(RatedPlayers { ratings, standings, .. }: &RatedPlayers) -> Value {
    let number = |value: Option<f64>| Cell::number(value, 9).json();
    let player = |standing: &Standing| {
        json!({
            "player": standing.player,
            "rating": number(Some(standing.rating)),
            "stderr": number(ratings[standing.number].stderr),
            "rating_low": number(standing.low),
            "rating_high": number(standing.high),
            "games": standing.games(),
            "rated_games": standing.rated_games,
            "score": number(standing.score),
            "bound": standing.bound.map(|bound| match bound {
                RatingBound::AtLeast => "at_least",
                RatingBound::AtMost => "at_most",
            }),
            "group": standing.group + 1,
            "interval": standing.interval_kind().name(),
        })
    };
    json!({ "players": standings.iter().map(player).collect::<Vec<Value>>() })
}
