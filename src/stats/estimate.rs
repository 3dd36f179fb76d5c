//! Estimates of a quantity: a value and its 95 % interval.

use super::histogram::Histogram;
use super::{Interval, Nelo, Z, student_95};

/// A value with its interval. An end is `None` if there is no bound on that side.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Estimate {
    /// The best guess; `None` if there is none, as for the Elo of ten wins in ten games.
    pub value: Option<f64>,
    /// The low end.
    pub low: Option<f64>,
    /// The high end.
    pub high: Option<f64>,
}

impl Estimate {
    /// A value without uncertainty.
    pub(crate) fn exactly(value: f64) -> Estimate {
        Estimate { value: Some(value), low: Some(value), high: Some(value) }
    }

    /// A score or a share of games.
    pub(crate) fn share(value: Option<f64>, interval: Interval) -> Estimate {
        Estimate { value, low: Some(interval.low), high: Some(interval.high) }
    }

    /// The estimate of a score from the opponent's view.
    #[must_use]
    pub(crate) fn mirrored(self) -> Estimate {
        let rest = |score: Option<f64>| score.map(|score| 1.0 - score);
        Estimate { value: rest(self.value), low: rest(self.high), high: rest(self.low) }
    }

    /// The estimate with a function applied to all its numbers.
    #[must_use]
    pub(crate) fn map(self, change: impl Fn(f64) -> Option<f64>) -> Estimate {
        Estimate {
            value: self.value.and_then(&change),
            low: self.low.and_then(&change),
            high: self.high.and_then(&change),
        }
    }
}

impl From<Nelo> for Estimate {
    fn from(nelo: Nelo) -> Estimate {
        Estimate { value: Some(nelo.value), low: Some(nelo.low()), high: Some(nelo.high()) }
    }
}

/// The ratio of two sums over pairs of games, such as positions to moves, by the ratio estimator (W. G. Cochran,
/// "Sampling Techniques", 1977, chapter 6): pairs are sampled, and within a pair the two numbers belong together.
///
/// The interval is the value ± t standard errors, with Student's t for this many pairs, and is cut off at 0. Below
/// [`FEWEST`] pairs there is none.
pub(crate) fn ratio(pairs: &[(f64, f64)]) -> Estimate {
    let n = pairs.len() as f64;
    let (above, below) = pairs.iter().fold((0.0, 0.0), |(a, b), pair| (a + pair.0, b + pair.1));
    if below <= 0.0 {
        return Estimate::default();
    }
    let value = above / below;
    if pairs.len() < FEWEST {
        return Estimate { value: Some(value), low: None, high: None };
    }
    let squares: f64 = pairs.iter().map(|pair| (pair.0 - value * pair.1).powi(2)).sum();
    let error = (squares * n / (n - 1.0)).sqrt() / below;
    let width = student_95(pairs.len() as u64 - 1) * error;
    Estimate { value: Some(value), low: Some((value - width).max(0.0)), high: Some(value + width) }
}

/// A percentile of measured values with its interval from order statistics, which holds for any distribution: the number
/// of values below the true percentile is binomial, by its normal approximation. An end is missing if its rank is
/// out of range, as with few values. Values are assumed to be independent.
pub(crate) fn percentile(values: &Histogram, percent: f64) -> Estimate {
    let count = values.count() as f64;
    if values.count() == 0 {
        return Estimate::default();
    }
    let share = percent / 100.0;
    let half_width = Z * (share * (1.0 - share) / count).sqrt();
    let at = |share: f64| (share > 0.0 && share < 1.0).then(|| values.percentile(share * 100.0) as f64);
    Estimate {
        value: Some(values.percentile(percent) as f64),
        low: at(share - half_width),
        high: at(share + half_width),
    }
}

/// The fewest pairs that give an interval of a ratio.
pub(crate) const FEWEST: usize = 5;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ratio_that_is_the_same_in_all_pairs_is_certain() {
        let pairs: Vec<(f64, f64)> = (1..=10).map(|i| (f64::from(i) * 30.0, f64::from(i))).collect();
        assert_eq!(ratio(&pairs), Estimate::exactly(30.0));
    }

    #[test]
    fn a_ratio_weights_pairs_by_their_length() {
        // Ten moves of 100 positions and a pair of ninety moves of 10.
        let pairs = [(200.0, 2.0), (200.0, 2.0), (200.0, 2.0), (200.0, 2.0), (200.0, 2.0), (900.0, 90.0)];
        let found = ratio(&pairs);
        assert_eq!(found.value, Some(19.0));
        assert!(found.low.is_some_and(|low| low >= 0.0) && found.high.is_some_and(|high| high > 30.0));
    }

    #[test]
    fn the_interval_of_a_percentile_contains_it_and_is_open_with_few_values() {
        let mut values = Histogram::default();
        for value in 1..=100 {
            values.add(value);
        }
        // 1.96 * sqrt(100 / 4) = 9.8 ranks to either side of the middle.
        let median = percentile(&values, 50.0);
        assert_eq!((median.low, median.value, median.high), (Some(41.0), Some(50.0), Some(60.0)));
        let p99 = percentile(&values, 99.0);
        assert_eq!((p99.low, p99.value, p99.high), (Some(98.0), Some(99.0), None));
        assert_eq!(percentile(&Histogram::default(), 50.0), Estimate::default());
    }

    #[test]
    fn few_pairs_give_no_interval_and_no_moves_no_value() {
        assert_eq!(ratio(&[(10.0, 2.0); 4]), Estimate { value: Some(5.0), low: None, high: None });
        assert_eq!(ratio(&[(0.0, 0.0); 9]), Estimate::default());
        assert_eq!(ratio(&[]), Estimate::default());
    }
}
