//! The statistics of results as text and JSON.

use serde_json::json;

use crate::players::thread_time::ThreadTime;
use crate::report::json::Fields;
use crate::report::numbers::grouped;
use crate::report::paint::Paint;
use crate::report::warnings::{Warned, Warning};
use crate::report::{sentence, stats_table};
use crate::run::statistics::Statistics;
use crate::stats::{Nelo, Sprt, SprtResult};

/// A sentence, a table and warnings. `test` is a sequential test and its state.
pub(crate) fn text(statistics: &Statistics, test: Option<(Sprt, SprtResult)>, paint: Paint) -> String {
    let summary = &statistics.summary;
    let mut out = format!("{}\n\n{}", paint.strong(&sentence(summary)), stats_table(summary, test));
    for note in notes(statistics) {
        out += &format!("\n{} {note}\n", paint.bad("warning:"));
    }
    out
}

fn notes(Statistics { summary, torn }: &Statistics) -> Vec<String> {
    let warnings = Warning::of(Warned {
        summaries: std::slice::from_ref(summary),
        threads: ThreadTime::default(),
        openings: None,
        has_no_rules: false,
        caveat: None,
        variation: None,
        faults: None,
    });
    let mut notes: Vec<String> = warnings.iter().map(Warning::text).collect();
    if summary.unpaired() > 1 {
        notes.push(format!(
            "{} games have no pair; the intervals are from the pairs alone",
            grouped(summary.unpaired())
        ));
    }
    notes.extend(torn.iter().map(|place| format!("{place}: the last line is incomplete and was ignored")));
    notes
}

pub(crate) fn json(Statistics { summary, .. }: &Statistics, sprt: Option<SprtResult>) -> Fields<13> {
    let (elo_low, elo_high) = summary.interval.elo();
    let nelo = summary.nelo();
    Fields([
        ("unit", summary.sample.unit().to_string().into()),
        ("n", summary.sample.n().into()),
        ("score", summary.score.into()),
        ("score_low", summary.interval.low.into()),
        ("score_high", summary.interval.high.into()),
        ("elo", summary.elo().into()),
        ("elo_low", elo_low.into()),
        ("elo_high", elo_high.into()),
        ("nelo", nelo.map(|nelo| nelo.value).into()),
        ("nelo_low", nelo.map(Nelo::low).into()),
        ("nelo_high", nelo.map(Nelo::high).into()),
        ("los", summary.los().into()),
        ("sprt", json!(sprt)),
    ])
}
