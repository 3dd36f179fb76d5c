//! The quantities that a check can set bounds for, all about player a.

use super::estimate::Estimate;
use crate::report::numbers::grouped;

/// A quantity measured by games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Quantity {
    /// The mean points of a per game, from 0 to 1.
    Score,
    /// The Elo difference between a and b.
    Elo,
    /// The share of games that a won.
    WinRate,
    /// The share of drawn games.
    DrawRate,
    /// The nodes that a searches per move.
    NodesPerMove,
    /// The median of the time that a takes for a move, in milliseconds.
    MedianTimeMs,
    /// The time that 99 % of the moves of a do not exceed, in milliseconds.
    P99TimeMs,
    /// The score of a minus that of the baseline, over the same openings.
    Difference,
}

impl Quantity {
    /// Those that a requirement can name. A difference is used only with a baseline.
    pub(crate) const ASKED: [Quantity; 7] = [
        Quantity::Score,
        Quantity::Elo,
        Quantity::WinRate,
        Quantity::DrawRate,
        Quantity::NodesPerMove,
        Quantity::MedianTimeMs,
        Quantity::P99TimeMs,
    ];

    /// Its name in files.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Quantity::Score => "score",
            Quantity::Elo => "elo",
            Quantity::WinRate => "win_rate",
            Quantity::DrawRate => "draw_rate",
            Quantity::NodesPerMove => "nodes_per_move",
            Quantity::MedianTimeMs => "median_time_ms",
            Quantity::P99TimeMs => "p99_time_ms",
            Quantity::Difference => "score_difference",
        }
    }

    /// Its unit.
    pub(crate) const fn unit(self) -> &'static str {
        match self {
            Quantity::Score | Quantity::Difference => "points/game",
            Quantity::Elo => "Elo",
            Quantity::WinRate => "wins/game",
            Quantity::DrawRate => "draws/game",
            Quantity::NodesPerMove => "nodes/move",
            Quantity::MedianTimeMs | Quantity::P99TimeMs => "ms/move",
        }
    }

    /// Whether it is a share of games, from 0 to 1.
    pub(crate) const fn is_share(self) -> bool {
        matches!(self, Quantity::Score | Quantity::WinRate | Quantity::DrawRate)
    }

    /// Whether it is a time, which depends on the machine and its load.
    pub(crate) const fn is_time(self) -> bool {
        matches!(self, Quantity::MedianTimeMs | Quantity::P99TimeMs)
    }

    /// The number of meaningful decimals.
    pub(crate) const fn decimals(self) -> usize {
        match self {
            Quantity::Score | Quantity::WinRate | Quantity::DrawRate | Quantity::Difference => 4,
            Quantity::Elo | Quantity::NodesPerMove => 1,
            Quantity::MedianTimeMs | Quantity::P99TimeMs => 6,
        }
    }

    /// A value as text: `0.9410`, `+481`, `1,234`.
    pub(crate) fn shown(self, value: f64) -> String {
        match self {
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
    pub(crate) fn figure(self, estimate: Estimate) -> String {
        let shown = |value: f64| self.shown(value);
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
        let figure = |quantity: Quantity, value, low, high| quantity.figure(Estimate { value, low, high });
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
