//! `mistakes.csv`: a row for each lost game.

use super::{Explanation, Loss};

/// The columns.
pub(super) const COLUMNS: [&str; 15] = [
    "game",
    "opening",
    "player",
    "opponent",
    "side",
    "kind",
    "ply",
    "phase",
    "position",
    "move",
    "best",
    "value_before",
    "value_after",
    "loss",
    "judge",
];

pub(super) fn csv(explanation: &Explanation) -> csv::Result<Vec<u8>> {
    let mut file = csv::Writer::from_writer(Vec::new());
    file.write_record(COLUMNS)?;
    for loss in &explanation.losses {
        file.write_record(row(explanation, loss))?;
    }
    file.into_inner().map_err(|error| error.into_error().into())
}

fn row(explanation: &Explanation, loss: &Loss) -> [String; 15] {
    let side = ["first", "second"][loss.side.index()];
    let mut row = [const { String::new() }; 15];
    let known =
        [&loss.game.to_string(), &loss.opening, &explanation.player, &loss.opponent, side, loss.kind()];
    for (cell, text) in row.iter_mut().zip(known) {
        text.clone_into(cell);
    }
    if let Some(mistake) = loss.mistake() {
        let number =
            |value: Option<crate::text::Decimal>| value.map_or(String::new(), |value| value.to_string());
        let judge = match &explanation.engine {
            Some(engine) if !mistake.is_exact => engine.spec.clone(),
            _ => "solver".to_owned(),
        };
        let told = [
            mistake.ply.to_string(),
            mistake.phase(),
            mistake.position.clone(),
            mistake.played.clone(),
            mistake.best.clone().unwrap_or_default(),
            number(Some(mistake.before)),
            number(mistake.after),
            number(mistake.size()),
            judge,
        ];
        for (cell, text) in row[known.len()..].iter_mut().zip(told) {
            *cell = text;
        }
    }
    row
}
