//! The statistics of results as text and JSON.

use serde_json::json;

use crate::players::thread_time::ThreadTime;
use crate::report::json::Fields;
use crate::report::numbers::grouped;
use crate::report::paint::Paint;
use crate::report::warnings::{Warned, Warning};
use crate::report::{sentence, stats_table};
use crate::run::statistics::Statistics;
use crate::stats::stopping::ScoreEstimate;
use crate::stats::{Sprt, SprtResult};

/// A sentence, a table and warnings. `test` is a sequential test and its state.
pub(crate) fn text(statistics: &Statistics, test: Option<(Sprt, SprtResult)>, paint: Paint) -> String {
    let summary = &statistics.summary;
    let mut out = format!("{}\n\n{}", paint.strong(&sentence(summary)), stats_table(summary, test));
    for note in notes(statistics, paint) {
        out += &format!("\n{note}\n");
    }
    out
}

/// Warnings and notes, each with its label.
fn notes(Statistics { summary, copies, torn }: &Statistics, paint: Paint) -> Vec<String> {
    let warnings = Warning::of(Warned {
        summaries: std::slice::from_ref(summary),
        threads: ThreadTime::default(),
        openings: None,
        has_no_rules: false,
        caveat: None,
        variation: None,
        faults: None,
        choosing: None,
    });
    let warnings = warnings.into_iter().chain(Warning::of_copies(*copies));
    let labelled = |warning: Warning| format!("{} {}", warning.label(paint), warning.text());
    let mut notes: Vec<String> = warnings.map(labelled).collect();
    let warning = paint.bad("warning:");
    if summary.unpaired() > 1 {
        notes.push(format!(
            "{warning} {} games have no pair; the intervals are from the pairs alone",
            grouped(summary.unpaired())
        ));
    }
    let torn = torn.iter();
    notes.extend(torn.map(|place| format!("{warning} {place}: the last line is incomplete and was ignored")));
    notes
}

pub(crate) fn json(Statistics { summary, .. }: &Statistics, sprt: Option<SprtResult>) -> Fields<14> {
    let ScoreEstimate { interval, nelo, los, kind, .. } = summary.estimate;
    let elo = summary.estimate.elo();
    Fields([
        ("unit", summary.sample.unit().to_string().into()),
        ("n", summary.sample.n().into()),
        ("score", summary.score.into()),
        ("score_low", interval.low.into()),
        ("score_high", interval.high.into()),
        ("elo", elo.value.into()),
        ("elo_low", elo.low.into()),
        ("elo_high", elo.high.into()),
        ("nelo", nelo.value.into()),
        ("nelo_low", nelo.low.into()),
        ("nelo_high", nelo.high.into()),
        ("los", los.into()),
        ("sprt", json!(sprt)),
        ("interval", kind.name().into()),
    ])
}
