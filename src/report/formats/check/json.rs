//! Everything, for programs: one line of JSON.

use serde_json::{Value, json};

use super::{Style, SuiteResults, number, numbers};
use crate::run::check::quantity::Quantity;
use crate::run::check::result::CheckResult;
use crate::run::check::verdict::CheckVerdict;

const SCHEMA_VERSION: u32 = 1;

pub(super) fn write(suite: &SuiteResults, _: Style) -> String {
    let json = json!({
        "schema_version": SCHEMA_VERSION,
        "file": suite.file,
        "exit_code": suite.exit().code(),
        "passed": suite.count(CheckVerdict::Passed),
        "failed": suite.count(CheckVerdict::Failed),
        "inconclusive": suite.count(CheckVerdict::Inconclusive),
        "recorded": suite.count(CheckVerdict::Recorded),
        "checks": suite.results.iter().map(check).collect::<Vec<_>>(),
    });
    format!("{json}\n")
}

fn check(result: &CheckResult) -> Value {
    let required = result.requirement;
    let [value, low, high] = numbers(required.quantity, result.estimate);
    let [score, score_low, score_high] = numbers(Quantity::Score, result.score);
    let baseline = result.baseline.as_ref().map(|against| {
        json!({
            "path": against.path,
            "score": number(Quantity::Score, against.score),
            "version": against.made_by.version,
            "commit": against.made_by.commit,
            "plays_the_same": against.same,
        })
    });
    json!({
        "name": result.name,
        "verdict": result.verdict.name(),
        "quantity": required.quantity.name(),
        "value": value,
        "low": low,
        "high": high,
        "relation": required.relation.to_string(),
        "bound": required.bound,
        "score": score,
        "score_low": score_low,
        "score_high": score_high,
        "game": result.game,
        "a": result.a,
        "b": result.b,
        "games": result.games,
        "reproducible": result.variation.is_none(),
        "run": result.run.as_ref().map(|run| run.display().to_string()),
        "baseline": baseline,
    })
}

#[cfg(test)]
mod tests {
    use super::super::examples::written;
    use super::*;

    #[test]
    fn everything_is_in_the_json() {
        let json: Value = serde_json::from_str(&written(write)).unwrap();
        let counts = ["passed", "failed", "inconclusive", "recorded"].map(|key| json[key].as_u64().unwrap());
        assert_eq!((counts, json["exit_code"].as_u64()), ([2, 2, 2, 2], Some(3)));
        insta::assert_snapshot!(json["checks"][2], @r#"{"a":"smart:6","b":"bad","baseline":null,"bound":400.0,"game":"kalah:6x4","games":400,"high":null,"low":381.7,"name":"never loses","quantity":"elo","relation":">=","reproducible":true,"run":null,"score":0.94,"score_high":0.955,"score_low":0.92,"value":null,"verdict":"inconclusive"}"#);
        insta::assert_snapshot!(json["checks"][5], @r#"{"a":"smart:6","b":"bad","baseline":{"commit":"0123456789ab","path":"baselines/six.json","plays_the_same":false,"score":0.99,"version":"0.1.0"},"bound":-0.02,"game":"kalah:6x4","games":400,"high":-0.0325,"low":-0.0725,"name":"weaker","quantity":"score_difference","relation":">=","reproducible":true,"run":null,"score":0.94,"score_high":0.955,"score_low":0.92,"value":-0.0525,"verdict":"failed"}"#);
    }
}
