//! The Wilson interval of a rate: successes among trials.
//!
//! E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference" (1927).

use super::Z;
use super::interval::Interval;

/// The 95 % Wilson interval of `successes` among `n`. It lies in `[0, 1]`, and is all of it for `n` = 0.
///
/// ```
/// use arena::stats::wilson;
///
/// let rate = wilson(10, 10);
/// assert_eq!(format!("{:.4} to {}", rate.low, rate.high), "0.7225 to 1");
/// ```
pub fn wilson(successes: u64, n: u64) -> Interval {
    wilson_at(successes, n, Z)
}

/// The Wilson interval that reaches `z` standard errors to either side. More successes than trials count as all.
pub fn wilson_at(successes: u64, n: u64, z: f64) -> Interval {
    if n == 0 {
        return Interval::ALL;
    }
    let failures = n.saturating_sub(successes);
    Interval { low: lower(n - failures, n, z), high: 1.0 - lower(failures, n, z) }
}

/// The lower end: the smaller root of (1 + z²/n) x² - (2p + z²/n) x + p² = 0, computed from the larger one and their
/// product, because the difference in the usual formula cancels for small p.
fn lower(successes: u64, n: u64, z: f64) -> f64 {
    let (p, n) = (successes as f64 / n as f64, n as f64);
    let half = z * z / (2.0 * n);
    p * p / (p + half + z * (p * (1.0 - p) / n + half / (2.0 * n)).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_trials_any_rate_is_possible() {
        assert_eq!(wilson(0, 0), Interval::ALL);
    }

    #[test]
    fn without_successes_or_failures_an_end_is_exactly_0_or_1() {
        for n in [1, 7, 1000, u64::MAX] {
            assert_eq!(Interval { low: 0.0, ..wilson(0, n) }, wilson(0, n));
            assert_eq!(Interval { high: 1.0, ..wilson(n, n) }, wilson(n, n));
        }
    }

    #[test]
    fn more_successes_than_trials_count_as_all() {
        assert_eq!(wilson(11, 10), wilson(10, 10));
    }
}
