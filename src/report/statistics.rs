//! The statistics of results as text and JSON.

use serde::Serialize;

use crate::report::numbers::grouped;
use crate::report::paint::Paint;
use crate::report::warnings::{Warned, Warning};
use crate::report::{sentence, stats_table};
use crate::run::statistics::Statistics;
use crate::stats::{Nelo, Sprt, SprtResult};
use crate::store::timings::Timings;

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
        players: &[],
        timings: &Timings::default(),
        openings: None,
        has_no_rules: false,
        caveat: None,
        reproducible: true,
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

/// The JSON of the statistics.
#[derive(Serialize)]
pub(crate) struct StatisticsJson {
    unit: String,
    n: u64,
    score: Option<f64>,
    score_low: f64,
    score_high: f64,
    elo: Option<f64>,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
    nelo: Option<f64>,
    nelo_low: Option<f64>,
    nelo_high: Option<f64>,
    los: Option<f64>,
    sprt: Option<SprtResult>,
}

impl StatisticsJson {
    pub(crate) fn of(Statistics { summary, .. }: &Statistics, sprt: Option<SprtResult>) -> StatisticsJson {
        let (elo_low, elo_high) = summary.interval.elo();
        let nelo = summary.nelo();
        StatisticsJson {
            unit: summary.sample.unit().to_string(),
            n: summary.sample.n(),
            score: summary.score,
            score_low: summary.interval.low,
            score_high: summary.interval.high,
            elo: summary.elo(),
            elo_low,
            elo_high,
            nelo: nelo.map(|nelo| nelo.value),
            nelo_low: nelo.map(Nelo::low),
            nelo_high: nelo.map(Nelo::high),
            los: summary.los(),
            sprt,
        }
    }
}
