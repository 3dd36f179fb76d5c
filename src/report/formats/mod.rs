//! Output formats. Each is a pure function from results to text.
//!
//! To add one, write the function and add a line to the list of its results: [`matches::LIST`], [`tournament::LIST`],
//! [`pick::LIST`], [`check::LIST`], [`export::LIST`].

pub(crate) mod check;
pub(crate) mod export;
pub(crate) mod matches;
mod pgn;
pub(crate) mod pick;
pub(crate) mod tournament;
pub(crate) mod tuning;

use serde_json::{Map, Value};

use super::paint::Paint;
use super::warnings::{Warned, Warning, choosing};
use crate::report::WIDTH;
use crate::run::pick::ShownRace;
use crate::run::{ContestKind, RunResults, TournamentResults};
use crate::stats::RatedResults;
use crate::store::cell::{self, Column};
use crate::store::{Summary, timings};

/// An output format; `W` is the function that renders results in it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Format<W> {
    /// Its name on the command line.
    pub name: &'static str,
    pub summary: &'static str,
    pub write: W,
}

/// How text for people looks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Style {
    pub paint: Paint,
    /// The width of tables, if the names allow it.
    pub columns: usize,
    pub is_verbose: bool,
}

impl Style {
    /// For files.
    pub(crate) const PLAIN: Style = Style { paint: Paint::new(false), columns: WIDTH, is_verbose: false };
}

/// The results of a run in the format of this name, if there is one.
pub(crate) fn of_run(name: &str, run: &RunResults<'_>, style: Style) -> Option<String> {
    if let Some(race) = ShownRace::of(run.tallies) {
        let format = pick::LIST.iter().find(|format| format.name == name)?;
        return Some((format.write)(run, &race, style));
    }
    match run.kind {
        ContestKind::Match => {
            let format = matches::LIST.iter().find(|format| format.name == name)?;
            Some((format.write)(run, style))
        }
        ContestKind::Tournament { anchor } => {
            let format = tournament::LIST.iter().find(|format| format.name == name)?;
            Some((format.write)(&TournamentResults::of(*run, anchor), style))
        }
    }
}

/// The warnings about a run, one per line.
fn warnings(run: &RunResults<'_>, summaries: &[Summary], rated: RatedResults, paint: Paint) -> String {
    let warnings = Warning::of(Warned {
        summaries,
        threads: run.timings.threads(),
        openings: Some(&run.plan.openings),
        has_no_rules: run.plan.game.is_refereed(),
        caveat: run.plan.game.caveat().as_deref(),
        variation: run.plan.variation(run.reproducible).as_ref(),
        faults: Some(run.faults),
        choosing: choosing(run.plan, rated),
    });
    let line = |warning: &Warning| format!("\n{} {}\n", warning.label(paint), warning.text());
    warnings.iter().map(line).collect()
}

/// The folder and the state of a run, with which its JSON begins.
fn run_fields(run: &RunResults<'_>) -> Map<String, Value> {
    let mut fields = Map::new();
    fields.insert("run".to_owned(), Value::from(run.out.display().to_string()));
    fields.insert("state".to_owned(), Value::from(run.state));
    fields
}

/// The JSON of `timings.csv` and of the games that each player forfeited.
fn cost_fields(run: &RunResults<'_>) -> [(String, Value); 2] {
    let players = run.tallies.players();
    let forfeits = players.iter().zip(run.tallies.forfeits()).map(|(player, forfeits)| {
        let mut row = Map::new();
        row.insert("player".to_owned(), Value::from(player.as_str()));
        row.insert("games".to_owned(), Value::from(forfeits.total()));
        row.extend(forfeits.by_reason().map(|(reason, games)| (reason.to_string(), Value::from(games))));
        Value::Object(row)
    });
    let timings = rows(&timings::COLUMNS, &run.timings.rows(players.iter().map(String::as_str)));
    [("timings".to_owned(), timings), ("forfeits".to_owned(), forfeits.collect())]
}

fn rows<T>(columns: &[Column<T>], items: &[T]) -> Value {
    items.iter().map(|item| cell::json(columns, item)).collect()
}
