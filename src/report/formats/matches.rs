//! The results of a match.

use serde_json::Value;

use super::{Format, Style, cost_fields, run_fields, warnings};
use crate::report::sentence::verdict;
use crate::report::{markdown, match_table, sentence};
use crate::run::results::RunResults;
use crate::stats::RatedResults;
use crate::store::faults::Forfeiter;
use crate::store::{cell, summary};

pub(super) type MatchFormat = Format<fn(&RunResults<'_>, Style) -> String>;

pub(crate) const LIST: &[MatchFormat] = &[
    Format { name: "text", summary: "a sentence, a table and warnings", write: text },
    Format { name: "json", summary: "everything, for programs", write: json },
    Format { name: "markdown", summary: "Markdown tables", write: markdown },
    Format { name: "line", summary: "the sentence alone", write: line },
];

fn text(run: &RunResults<'_>, style: Style) -> String {
    let summary = run.summary();
    let mut text = line(run, style);
    // Statistics of forfeits alone would look as if they said something about strength.
    let is_forfeited = summary.forfeiters().iter().any(Forfeiter::forfeited_all);
    if summary.games > 0 && !is_forfeited {
        let sides = run.plan.game.side_names();
        text += &format!("\n{}", match_table(&summary, run.timings, sides, run.test(), style.is_verbose));
    }
    text += &warnings(run, std::slice::from_ref(&summary), RatedResults::All, style.paint);
    text + &format!("\n{}\n", run.out.display())
}

fn json(run: &RunResults<'_>, _: Style) -> String {
    let mut fields = run_fields(run);
    let row = cell::json(&summary::COLUMNS, &run.summary());
    // The names that other commands use: see docs/REFERENCE.md.
    for name in ["score", "score_low", "score_high"] {
        fields.insert(name.to_owned(), row.get(&format!("a_{name}")).cloned().unwrap_or_default());
    }
    fields.extend(row);
    fields.insert("verdict".to_owned(), Value::from(verdict(&run.summary())));
    let test = run.test().map(|(_, result)| result);
    fields.insert("sprt".to_owned(), serde_json::to_value(test).unwrap_or(Value::Null));
    fields.extend(cost_fields(run));
    format!("{}\n", Value::Object(fields))
}

fn line(run: &RunResults<'_>, style: Style) -> String {
    format!("{}\n", style.paint.strong(&sentence(&run.summary())))
}

fn markdown(run: &RunResults<'_>, _: Style) -> String {
    markdown::of_match(&run.summary(), run.timings, run.test())
}
