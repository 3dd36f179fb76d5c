//! The results of a tournament.

use serde_json::Value;

use super::{Format, Style, cost_fields, rows, run_fields, warnings};
use crate::report::{crosstable, frontier, markdown, standings};
use crate::run::results::TournamentResults;
use crate::store::{cell, standings as store_standings, summary};

pub(super) type TournamentFormat = Format<fn(&TournamentResults<'_>, Style) -> String>;

pub(crate) const LIST: &[TournamentFormat] = &[
    Format { name: "text", summary: "a sentence, tables and warnings", write: text },
    Format { name: "json", summary: "everything, for programs", write: json },
    Format { name: "markdown", summary: "Markdown tables", write: markdown },
    Format { name: "line", summary: "the sentence alone", write: line },
];

fn text(results: &TournamentResults<'_>, style: Style) -> String {
    let TournamentResults { run, standings } = results;
    let Style { paint, columns, .. } = style;
    let mut text = format!("{}\n", line(results, style));
    let table = run.tallies.crosstable();
    let note = standings::note(standings, table.rated()).map(|note| format!("\n{note}\n"));
    let tables = [
        standings::table(standings, columns, paint) + &note.unwrap_or_default(),
        crosstable::table(standings, &table, columns, paint),
        frontier::table(standings, columns, paint),
    ];
    text += &tables.map(|table| table.trim_end_matches('\n').to_owned()).join("\n\n");
    text.push('\n');
    text += &warnings(run, &run.summaries(), table.rated(), paint);
    text + &format!("\n{}\n", run.out.display())
}

fn line(TournamentResults { run, standings }: &TournamentResults<'_>, style: Style) -> String {
    format!("{}\n", style.paint.strong(&standings::sentence(standings, &run.tallies.forfeiters())))
}

fn json(results: &TournamentResults<'_>, _: Style) -> String {
    let TournamentResults { run, standings } = results;
    let mut fields = run_fields(run);
    fields.insert("game".to_owned(), Value::from(run.plan.game.to_string()));
    fields.insert("games".to_owned(), Value::from(run.tallies.games()));
    fields.insert("rated_games".to_owned(), Value::from(standings::rated_games(standings)));
    let with_forfeits = standings.iter().map(|standing| {
        let mut row = cell::json(&store_standings::COLUMNS, standing);
        row.insert("forfeits".to_owned(), Value::from(standing.forfeits));
        row
    });
    fields.insert("standings".to_owned(), with_forfeits.collect());
    fields.insert("pairings".to_owned(), rows(&summary::COLUMNS, &run.summaries()));
    fields.extend(cost_fields(run));
    format!("{}\n", Value::Object(fields))
}

fn markdown(results: &TournamentResults<'_>, _: Style) -> String {
    let TournamentResults { run, standings } = results;
    let sentence = standings::sentence(standings, &run.tallies.forfeiters());
    markdown::of_tournament(&sentence, standings, &run.tallies.crosstable(), &run.plan.game.to_string())
}
