//! Bencher Metric Format: JSON for Bencher (bencher.dev), which tracks metrics over time.
//!
//! One benchmark per check, with the score and the required quantity as measures. A measure must have a value, so one
//! without (Elo of a player that won all games) is omitted; bounds are given if they exist.

use serde_json::{Map, Value};

use super::{Style, SuiteResults, numbers};
use crate::run::check::quantity::Quantity;
use crate::stats::estimate::Estimate;

pub(super) fn write(suite: &SuiteResults, _: Style) -> String {
    let mut benchmarks = Map::new();
    for result in &suite.results {
        let mut measures = Map::new();
        for (quantity, estimate) in
            [(Quantity::Score, result.score), (result.requirement.quantity, result.estimate)]
        {
            if let Some(metric) = metric(quantity, estimate) {
                measures.insert(quantity.name().replace('_', "-"), metric);
            }
        }
        benchmarks.insert(result.name.clone(), Value::Object(measures));
    }
    format!("{}\n", Value::Object(benchmarks))
}

fn metric(quantity: Quantity, estimate: Estimate) -> Option<Value> {
    let values = ["value", "lower_value", "upper_value"].into_iter().zip(numbers(quantity, estimate));
    let metric: Map<String, Value> =
        values.filter(|(_, value)| !value.is_null()).map(|(name, value)| (name.to_owned(), value)).collect();
    metric.contains_key("value").then_some(Value::Object(metric))
}

#[cfg(test)]
mod tests {
    use super::super::examples::{all, written};
    use super::*;

    #[test]
    fn every_check_is_a_benchmark() {
        let json: Value = serde_json::from_str(&written(write)).unwrap();
        let shown = |name: &str| json[name].to_string();
        insta::assert_snapshot!(shown("beats bad"), @r#"{"score":{"lower_value":0.92,"upper_value":0.955,"value":0.94}}"#);
        insta::assert_snapshot!(shown("never loses"), @r#"{"score":{"lower_value":0.92,"upper_value":0.955,"value":0.94}}"#);
        insta::assert_snapshot!(shown("looks at few"), @r#"{"nodes-per-move":{"lower_value":1200.25,"upper_value":1268.75,"value":1234.5},"score":{"lower_value":0.92,"upper_value":0.955,"value":0.94}}"#);
        insta::assert_snapshot!(shown("weaker"), @r#"{"score":{"lower_value":0.92,"upper_value":0.955,"value":0.94},"score-difference":{"lower_value":-0.0725,"upper_value":-0.0325,"value":-0.0525}}"#);
    }

    /// The JSON schema at bencher.dev/docs/reference/bencher-metric-format: objects of objects of metrics, whose
    /// `value` (required), `lower_value` and `upper_value` are numbers. Names of benchmarks have at most 1024
    /// characters, those of measures 64.
    #[test]
    fn the_json_is_what_the_schema_allows() {
        let json: Value = serde_json::from_str(&written(write)).unwrap();
        let benchmarks = json.as_object().unwrap();
        assert_eq!(benchmarks.len(), all().len());
        for (name, measures) in benchmarks {
            assert!((1..=1024).contains(&name.len()));
            for (slug, metric) in measures.as_object().unwrap() {
                assert!((1..=64).contains(&slug.len()), "{slug}");
                assert!(slug.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{slug}");
                let metric = metric.as_object().unwrap();
                assert!(metric.contains_key("value"), "{name} {slug}");
                for (key, value) in metric {
                    assert!(["value", "lower_value", "upper_value"].contains(&key.as_str()), "{key}");
                    assert!(value.is_number(), "{name} {slug} {key}");
                }
            }
        }
    }
}
