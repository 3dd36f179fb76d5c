//! The results of a race.

use serde_json::Value;

use super::{Format, Style, cost_fields, rows, run_fields, warnings};
use crate::report::{markdown, pick};
use crate::run::pick::ShownRace;
use crate::run::results::{RunResults, TournamentResults};
use crate::stats::RatedResults;
use crate::store::{cell, standings, summary};

type PickFormat = Format<fn(&RunResults<'_>, &ShownRace<'_>, Style) -> String>;

pub(crate) const LIST: &[PickFormat] = &[
    Format { name: "text", summary: "a sentence, tables and warnings", write: text },
    Format { name: "json", summary: "everything, for programs", write: json },
    Format { name: "markdown", summary: "Markdown tables", write: markdown },
    Format { name: "line", summary: "the sentence alone", write: line },
];

fn text(run: &RunResults<'_>, race: &ShownRace<'_>, style: Style) -> String {
    let table = pick::table(race, style.paint);
    let warnings = warnings(run, &run.summaries(), RatedResults::All, style.paint);
    format!("{}\n{table}{warnings}\n{}\n", line(run, race, style), run.out.display())
}

fn line(_: &RunResults<'_>, race: &ShownRace<'_>, style: Style) -> String {
    format!("{}\n", style.paint.strong(&pick::sentence(race)))
}

fn json(run: &RunResults<'_>, race: &ShownRace<'_>, _: Style) -> String {
    let mut fields = run_fields(run);
    fields.insert("game".to_owned(), Value::from(run.plan.game.to_string()));
    fields.insert("games".to_owned(), Value::from(run.tallies.games()));
    fields.extend(pick::fields(race));
    let rated = TournamentResults::of(*run, None).standings;
    let rated = rated.iter().map(|standing| Value::Object(cell::json(&standings::COLUMNS, standing)));
    fields.insert("standings".to_owned(), rated.collect());
    fields.insert("pairings".to_owned(), rows(&summary::COLUMNS, &run.summaries()));
    fields.extend(cost_fields(run));
    format!("{}\n", Value::Object(fields))
}

fn markdown(_: &RunResults<'_>, race: &ShownRace<'_>, _: Style) -> String {
    markdown::of_race(race)
}
