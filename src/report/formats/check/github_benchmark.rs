//! JSON for github-action-benchmark, which plots it over time: a list of names, values and units.
//!
//! The action takes one direction per file, bigger or smaller is better. So there are two formats: one for quantities
//! with a lower bound, including scores of checks with baselines, and one for quantities with an upper bound.

use serde_json::{Value, json};

use super::{Style, SuiteResults, number, numbers};
use crate::run::check::quantity::Quantity;
use crate::run::check::requirement::Relation;
use crate::run::check::result::CheckResult;
use crate::stats::estimate::Estimate;

/// For `tool: customBiggerIsBetter`.
pub(super) fn bigger(suite: &SuiteResults, _: Style) -> String {
    write(suite, Relation::AtLeast)
}

/// For `tool: customSmallerIsBetter`.
pub(super) fn smaller(suite: &SuiteResults, _: Style) -> String {
    write(suite, Relation::AtMost)
}

fn write(suite: &SuiteResults, relation: Relation) -> String {
    let wanted = suite.results.iter().filter(|result| result.requirement.relation == relation);
    let entries: Vec<Value> = wanted.filter_map(entry).collect();
    format!("{}\n", Value::Array(entries))
}

/// The entry of a check; `None` without a value.
fn entry(result: &CheckResult) -> Option<Value> {
    // Baselines are renewed, so differences from them cannot be plotted over time; scores can.
    let (quantity, estimate) = match result.requirement.quantity {
        Quantity::Difference => (Quantity::Score, result.score),
        quantity => (quantity, result.estimate),
    };
    let [value, ..] = numbers(quantity, estimate);
    if value.is_null() {
        return None;
    }
    let played = format!("{}: {} against {}, {} games", result.game, result.a, result.b, result.games);
    let mut entry = json!({
        "name": format!("{} ({})", result.name, quantity.name()),
        "unit": quantity.unit(),
        "value": value,
        "extra": format!("{}\n{played}", result.verdict.name()),
    });
    if let Some(range) = range(quantity, estimate) {
        entry["range"] = range.into();
    }
    Some(entry)
}

/// The distance to the farther end of the interval: `± 0.0175`.
fn range(quantity: Quantity, estimate: Estimate) -> Option<String> {
    let (value, low, high) = (estimate.value?, estimate.low?, estimate.high?);
    let width = number(quantity, Some((value - low).max(high - value)));
    (!width.is_null()).then(|| format!("± {width}"))
}

#[cfg(test)]
mod tests {
    use super::super::examples::written;
    use super::*;

    #[test]
    fn bigger_and_smaller_are_separate() {
        let shown = |text: String| text.replace("},{", "},\n{");
        insta::assert_snapshot!(shown(written(smaller)), @r#"[{"extra":"failed\nkalah:6x4: smart:6 against bad, 400 games","name":"looks at few (nodes_per_move)","range":"± 34.25","unit":"nodes/move","value":1234.5}]"#);
        insta::assert_snapshot!(shown(written(bigger)), @r#"
        [{"extra":"passed\nkalah:6x4: smart:6 against bad, 400 games","name":"beats bad (score)","range":"± 0.02","unit":"points/game","value":0.94},
        {"extra":"inconclusive\nkalah:6x4: smart:6 against bad, 400 games","name":"wins <often> & \"always\" | 'fast' (win_rate)","range":"± 0.04","unit":"wins/game","value":0.93},
        {"extra":"passed\nkalah:6x4: smart:6 against bad, 400 games","name":"as it was (score)","range":"± 0.02","unit":"points/game","value":0.94},
        {"extra":"failed\nkalah:6x4: smart:6 against bad, 400 games","name":"weaker (score)","range":"± 0.02","unit":"points/game","value":0.94},
        {"extra":"recorded\nkalah:6x4: smart:6 against bad, 400 games","name":"new (score)","range":"± 0.02","unit":"points/game","value":0.94},
        {"extra":"recorded\nkalah:6x4: smart:6 against bad, 400 games","name":"old (score)","range":"± 0.02","unit":"points/game","value":0.94}]
        "#);
    }

    /// The README of benchmark-action/github-action-benchmark: an array of objects with `name`, `unit` and `value`, and
    /// optionally `range` and `extra`. In its source, `value` is a number and all else is text.
    #[test]
    fn the_json_is_what_the_action_reads() {
        for text in [written(bigger), written(smaller)] {
            let json: Value = serde_json::from_str(&text).unwrap();
            let entries = json.as_array().unwrap();
            assert!(!entries.is_empty());
            for entry in entries {
                let entry = entry.as_object().unwrap();
                for key in ["name", "unit", "value"] {
                    assert!(entry.contains_key(key), "{entry:?} has no {key}");
                }
                for (key, value) in entry {
                    match key.as_str() {
                        "value" => assert!(value.is_number(), "{entry:?}"),
                        "name" | "unit" | "range" | "extra" => assert!(value.is_string(), "{entry:?}"),
                        other => panic!("an unknown key: {other}"),
                    }
                }
            }
        }
    }
}
