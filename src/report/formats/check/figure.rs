//! Figures of checks in words.

use crate::play::plan::Variation;
use crate::report::numbers::grouped;
use crate::run::check::baseline::MadeBy;
use crate::run::check::quantity::Quantity;
use crate::run::check::requirement::Requirement;
use crate::run::check::result::{Against, CheckResult};
use crate::run::check::verdict::CheckVerdict;
use crate::stats::estimate::Estimate;

/// A value as text: `0.9410`, `+481`, `1,234`.
fn shown(quantity: Quantity, value: f64) -> String {
    match quantity {
        Quantity::Score | Quantity::WinRate | Quantity::DrawRate => format!("{value:.4}"),
        Quantity::Difference if value.abs() < 5e-5 => "0".to_owned(),
        Quantity::Difference => format!("{value:+.4}"),
        Quantity::Elo if value.abs() < 0.5 => "0".to_owned(),
        Quantity::Elo => format!("{value:+.0}"),
        Quantity::MedianTimeMs | Quantity::P99TimeMs => milliseconds(value),
        Quantity::NodesPerMove if value < 100.0 => format!("{value:.1}"),
        Quantity::NodesPerMove => grouped(value.max(0.0).round() as u64),
    }
}

/// An estimate as text: `0.9410 (95 %: 0.9365 to 0.9452)`, or a bound if an end is missing.
pub(crate) fn figure(quantity: Quantity, estimate: Estimate) -> String {
    let shown = |value: f64| shown(quantity, value);
    let estimate = estimate.map(|value| value.is_finite().then_some(value));
    match (estimate.value.map(shown), estimate.low.map(shown), estimate.high.map(shown)) {
        (Some(value), Some(low), Some(high)) => format!("{value} (95 %: {low} to {high})"),
        (Some(value), Some(low), None) => format!("{value} (95 %: at least {low})"),
        (Some(value), None, Some(high)) => format!("{value} (95 %: at most {high})"),
        (Some(value), None, None) => format!("{value}, with no bounds yet"),
        (None, Some(low), Some(high)) => format!("{low} to {high} (95 %)"),
        (None, Some(low), None) => format!("at least {low} (95 %)"),
        (None, None, Some(high)) => format!("at most {high} (95 %)"),
        (None, None, None) => "not known yet".to_owned(),
    }
}

/// The deciding figure with its interval and requirement: `score 0.9410 (95 %: 0.9365 to 0.9452), required >= 0.9`.
pub(super) fn verdict_figure(result: &CheckResult) -> String {
    let Requirement { quantity, relation, bound } = result.requirement;
    let score = || figure(Quantity::Score, result.score);
    let text = match (&result.baseline, result.verdict) {
        (Some(Against { same: true, made_by, .. }), CheckVerdict::Recorded) => {
            format!("plays the same as the baseline {}, which stays: score {}", recorded_by(made_by), score())
        }
        (Some(against), CheckVerdict::Recorded) => recorded(result, against),
        (Some(Against { same: true, made_by, .. }), _) => {
            format!("plays the same as the baseline {}: score {}", recorded_by(made_by), score())
        }
        (Some(Against { made_by, .. }), _) => format!(
            "score differs by {} from the baseline {}, tolerated {}",
            figure(quantity, result.estimate),
            recorded_by(made_by),
            if bound < 0.0 { bound.to_string() } else { "0".to_owned() }
        ),
        (None, _) => {
            format!("{} {}, required {relation} {bound}", quantity.name(), figure(quantity, result.estimate))
        }
    };
    text + &caveat(result)
}

/// What a figure depends on besides the players.
fn caveat(result: &CheckResult) -> String {
    match &result.variation {
        _ if result.requirement.quantity.is_time() => {
            "; a time depends on the machine and its load".to_owned()
        }
        None => String::new(),
        Some(Variation::Match) => "; another result with the same seed, so it cannot be repeated".to_owned(),
        Some(Variation::Clock) => "; time-limited, so it depends on the machine".to_owned(),
        Some(Variation::Bots(bots)) => {
            format!("; {} may choose other moves next time (no deterministic=yes)", bots.join(" and "))
        }
    }
}

/// A baseline that was recorded, with its score before: `recorded in six.json: score 0.3785 → 0.2385 (95 %: …)`.
fn recorded(result: &CheckResult, Against { path, score, differs, .. }: &Against) -> String {
    let before = score.map(|score| format!("{} → ", shown(Quantity::Score, score))).unwrap_or_default();
    let now = figure(Quantity::Score, result.score);
    let note = match (differs, result.lowered()) {
        (Some(differs), _) => format!("; the old one {differs}"),
        (None, Some(lower)) => format!(", lowered by {}", shown(Quantity::Score, lower)),
        (None, None) => String::new(),
    };
    format!("recorded in {path}: score {before}{now}{note}")
}

/// The build that recorded a baseline: `recorded by arena 0.1.0 (0123456789ab)`.
fn recorded_by(made_by: &MadeBy) -> String {
    format!("recorded by arena {} ({})", made_by.version, made_by.commit)
}

/// Milliseconds to three digits, but no finer than a nanosecond: `0.00263`, `12.3`, `1,234`.
fn milliseconds(value: f64) -> String {
    match value {
        value if value >= 100.0 => grouped(value.round() as u64),
        value if value > 0.0 => {
            let decimals = (2.0 - value.log10().floor()).clamp(0.0, 6.0) as usize;
            format!("{value:.decimals$}")
        }
        _ => "0".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_shows_the_bounds_that_exist() {
        let figure = |quantity: Quantity, value, low, high| figure(quantity, Estimate { value, low, high });
        assert_eq!(
            figure(Quantity::Score, Some(0.941), Some(0.9365), Some(0.9452)),
            "0.9410 (95 %: 0.9365 to 0.9452)"
        );
        assert_eq!(figure(Quantity::Elo, None, Some(381.7), None), "at least +382 (95 %)");
        assert_eq!(figure(Quantity::Elo, Some(-798.0), None, Some(-381.7)), "-798 (95 %: at most -382)");
        assert_eq!(figure(Quantity::Elo, Some(0.2), None, None), "0, with no bounds yet");
        assert_eq!(
            figure(Quantity::NodesPerMove, Some(1234.4), Some(99.96), Some(2000.0)),
            "1,234 (95 %: 100.0 to 2,000)"
        );
        assert_eq!(
            figure(Quantity::Difference, Some(-0.000_01), Some(-0.02), Some(0.03)),
            "0 (95 %: -0.0200 to +0.0300)"
        );
        assert_eq!(
            figure(Quantity::P99TimeMs, Some(0.002_634), Some(0.000_15), Some(1234.4)),
            "0.00263 (95 %: 0.000150 to 1,234)"
        );
        assert_eq!(
            figure(Quantity::MedianTimeMs, Some(12.345), Some(1.0), Some(99.96)),
            "12.3 (95 %: 1.00 to 100.0)"
        );
        assert_eq!(figure(Quantity::DrawRate, None, None, None), "not known yet");
    }
}
