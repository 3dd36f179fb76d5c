//! The checks of a suite before they are played.

use serde_json::{Value, json};

use super::text::width;
use crate::report::numbers::counted;
use crate::run::check::Check;
use crate::run::check::suite::{CheckSpec, Demand};

/// One line per check: its name, what is played, and what is required.
pub(crate) fn text(suite: &Check) -> String {
    let width = width(suite.specs().iter().map(|check| check.name.as_str()));
    let line = |check: &CheckSpec| {
        let [a, b] = &check.plan.players[..] else { return String::new() };
        let required = match &check.demand {
            Demand::Require(requirement) => requirement.to_string(),
            Demand::Baseline { written, tolerance, .. } => {
                format!("not weaker than {} by more than {tolerance}", written.value)
            }
        };
        let games = counted(check.plan.schedule.games(), "game");
        format!("{:<width$}  {}: {a} against {b}, {games}, {required}\n", check.name, check.plan.game)
    };
    suite.specs().iter().map(line).collect()
}

/// The same for programs: one line of JSON.
pub(crate) fn json(suite: &Check) -> String {
    let check = |check: &CheckSpec| -> Value {
        let [a, b] = [0, 1].map(|player| check.plan.players[player].to_string());
        let (require, baseline, tolerance) = match &check.demand {
            Demand::Require(requirement) => (Some(requirement.to_string()), None, None),
            Demand::Baseline { written, tolerance, .. } => (None, Some(&written.value), Some(tolerance)),
        };
        json!({
            "name": check.name,
            "game": check.plan.game.to_string(),
            "a": a,
            "b": b,
            "games": check.plan.schedule.games(),
            "seed": check.plan.seed,
            "openings": check.written.openings.value,
            "require": require,
            "baseline": baseline,
            "tolerance": tolerance,
        })
    };
    let checks: Vec<Value> = suite.specs().iter().map(check).collect();
    format!("{}\n", json!({ "file": suite.file().display().to_string(), "checks": checks }))
}
