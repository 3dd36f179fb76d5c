//! The results of a suite of checks, for people and for CI services.

mod bencher;
mod figure;
mod github_benchmark;
mod json;
mod junit;
pub(crate) mod list;
mod markdown;
pub(crate) mod text;

pub(crate) use figure::figure;

use super::{Format, Style};
use crate::run::check::SuiteResults;
use crate::run::check::quantity::Quantity;
use crate::stats::estimate::Estimate;
use crate::store::cell::Cell;
use crate::text::UnknownName;

pub(crate) type CheckFormat = Format<fn(&SuiteResults, Style) -> String>;

/// A table for GitHub and GitLab.
pub(crate) const MARKDOWN: CheckFormat =
    Format { name: "markdown", summary: "a Markdown table", write: markdown::write };

/// All formats; the first is the default.
pub(crate) const LIST: &[CheckFormat] = &[
    Format { name: "text", summary: "one line per check, for people", write: text::write },
    Format { name: "json", summary: "everything, for programs", write: json::write },
    MARKDOWN,
    Format {
        name: "junit",
        summary: "JUnit XML, for Jenkins, GitLab and other CI services",
        write: junit::write,
    },
    Format { name: "bencher", summary: "Bencher Metric Format", write: bencher::write },
    Format {
        name: "github-benchmark",
        summary: "github-action-benchmark, customBiggerIsBetter: quantities with a lower bound",
        write: github_benchmark::bigger,
    },
    Format {
        name: "github-benchmark-smaller",
        summary: "github-action-benchmark, customSmallerIsBetter: quantities with an upper bound",
        write: github_benchmark::smaller,
    },
];

pub(crate) fn find(name: &str) -> Result<CheckFormat, UnknownName> {
    LIST.iter().find(|format| format.name == name).copied().ok_or_else(|| {
        let names: Vec<&str> = LIST.iter().map(|format| format.name).collect();
        UnknownName::new("format", name, &names)
    })
}

/// A number for JSON: rounded, or null if it is missing or not finite.
fn number(quantity: Quantity, value: Option<f64>) -> serde_json::Value {
    Cell::number(value, quantity.decimals() + 2).json()
}

/// Value, low and high of an estimate for JSON.
fn numbers(quantity: Quantity, estimate: Estimate) -> [serde_json::Value; 3] {
    [estimate.value, estimate.low, estimate.high].map(|value| number(quantity, value))
}

#[cfg(test)]
pub(super) mod examples {
    //! Results of every kind, to test the formats with.

    use super::*;
    use crate::play::plan::Variation;
    use crate::run::check::baseline::MadeBy;
    use crate::run::check::requirement::Requirement;
    use crate::run::check::result::Against;
    use crate::run::check::{CheckResult, CheckVerdict};

    fn required(name: &str, requirement: &str, estimate: Estimate) -> CheckResult {
        let requirement: Requirement = requirement.parse().unwrap();
        let verdict = requirement.judge(&estimate);
        CheckResult {
            name: name.to_owned(),
            game: "kalah:6x4".to_owned(),
            a: "smart:6".to_owned(),
            b: "bad".to_owned(),
            games: 400,
            requirement,
            estimate,
            score: Estimate { value: Some(0.94), low: Some(0.92), high: Some(0.955) },
            elo: Estimate { value: Some(478.0), low: Some(424.3), high: Some(530.9) },
            nodes_per_move: Some(1234.5),
            median_time_ms: Some(0.25),
            verdict,
            baseline: None,
            variation: None,
            run: None,
            seconds: 1.25,
        }
    }

    fn against(name: &str, estimate: Estimate, same: bool, recorded: bool) -> CheckResult {
        let requirement = Requirement::not_weaker(0.02);
        let made_by = MadeBy { version: "0.1.0".to_owned(), commit: "0123456789ab".to_owned() };
        CheckResult {
            requirement,
            estimate,
            verdict: if recorded { CheckVerdict::Recorded } else { requirement.judge(&estimate) },
            baseline: Some(Against {
                path: "baselines/six.json".to_owned(),
                made_by,
                score: (estimate != Estimate::default()).then_some(0.99),
                same,
                differs: None,
            }),
            ..required(name, "score >= 0.9", Estimate::default())
        }
    }

    fn estimate(value: f64, low: f64, high: f64) -> Estimate {
        Estimate { value: Some(value), low: Some(low), high: Some(high) }
    }

    pub(crate) fn all() -> Vec<CheckResult> {
        vec![
            required("beats bad", "score >= 0.9", estimate(0.94, 0.92, 0.955)),
            required("wins <often> & \"always\" | 'fast'", "win_rate >= 0.95", estimate(0.93, 0.89, 0.96)),
            required("never loses", "elo >= 400", Estimate { value: None, low: Some(381.7), high: None }),
            CheckResult {
                variation: Some(Variation::Clock),
                ..required("looks at few", "nodes_per_move <= 900", estimate(1234.5, 1200.25, 1268.75))
            },
            against("as it was", Estimate::exactly(0.0), true, false),
            against("weaker", estimate(-0.0525, -0.0725, -0.0325), false, false),
            against("new", Estimate::default(), false, true),
            against("old", Estimate::exactly(0.0), true, true),
        ]
    }

    /// A baseline that was lowered, one that was played with other settings, and a bot.
    pub(crate) fn notable() -> SuiteResults {
        let lower = against("lower", estimate(-0.05, -0.07, -0.03), false, true);
        let mut other = CheckResult { name: "other".to_owned(), ..lower.clone() };
        if let Some(old) = &mut other.baseline {
            old.differs = Some("was played with other settings (seed: 1 there, 2 here)".to_owned());
        }
        let bot = CheckResult {
            variation: Some(Variation::Bots(vec!["./bot.py".to_owned()])),
            ..required("of a bot", "score >= 0.9", estimate(0.94, 0.92, 0.955))
        };
        suite(vec![lower, other, bot])
    }

    fn suite(results: Vec<CheckResult>) -> SuiteResults {
        SuiteResults { file: "strength.toml".to_owned(), results }
    }

    /// All results in a format.
    pub(crate) fn written(format: fn(&SuiteResults, Style) -> String) -> String {
        format(&suite(all()), Style::PLAIN)
    }

    #[test]
    fn no_format_ever_writes_nan_or_infinity() {
        let mut odd = all();
        for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let broken = Estimate { value: Some(value), low: Some(value), high: Some(value) };
            odd.push(CheckResult { estimate: broken, score: broken, seconds: value, ..all().remove(0) });
        }
        for format in LIST {
            let text = (format.write)(&suite(odd.clone()), Style::PLAIN).to_lowercase();
            assert!(!text.contains("nan") && !text.contains("inf"), "{}: {text}", format.name);
        }
    }

    #[test]
    fn a_format_is_found_by_its_name() {
        assert_eq!(find("junit").unwrap().name, "junit");
        assert_eq!(find("junti").unwrap_err().to_string(), "unknown format 'junti'\ndid you mean 'junit'?");
    }
}
