//! A parameter that is tuned.
//!
//! Its step is the distance at which values are tried at first, and the unit of the algorithm: the gains of all
//! parameters are the same in steps. Unless it is given it is a tenth of the range; without bounds half the start value,
//! at least [`LEAST_STEP`]. Without bounds a parameter stays within [`REACH`] steps of its start.

use crate::text::Decimal;

/// The least step of a parameter without bounds.
const LEAST_STEP: f64 = 0.2;

/// How many steps a parameter without bounds may move away from its start.
const REACH: f64 = 20.0;

/// A parameter with its bounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Parameter {
    pub name: String,
    /// The value before tuning.
    pub start: Decimal,
    /// The smallest value.
    pub low: Decimal,
    /// The largest value.
    pub high: Decimal,
    /// The distance at which values are tried at first.
    pub step: Decimal,
    /// Whether only whole numbers are tried.
    pub whole: bool,
}

impl Parameter {
    /// The nearest value that may be tried.
    pub(crate) fn nearest(&self, number: f64) -> Decimal {
        let near = if self.whole { Decimal::nearest_whole(number) } else { Decimal::nearest(number) };
        near.clamp(self.low, self.high)
    }

    /// The step for a range.
    pub(crate) fn step_of(low: Decimal, high: Decimal, whole: bool) -> Decimal {
        rounded((high.value() - low.value()) / 10.0, whole)
    }

    /// The step and the range of a parameter that has no bounds.
    pub(crate) fn around(start: Decimal, step: Option<Decimal>, whole: bool) -> (Decimal, [Decimal; 2]) {
        let step = step.unwrap_or_else(|| rounded((start.abs().value() / 2.0).max(LEAST_STEP), whole));
        let end = |sign: f64| Decimal::nearest(start.value() + sign * REACH * step.value());
        (step, [end(-1.0), end(1.0)])
    }
}

/// A step, not too small to be seen.
fn rounded(step: f64, whole: bool) -> Decimal {
    if whole {
        Decimal::nearest_whole(step).max(Decimal::ONE)
    } else {
        Decimal::nearest(step).max(Decimal::SMALLEST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decimal(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    #[test]
    fn a_step_is_a_tenth_of_the_range_or_half_the_start() {
        assert_eq!(Parameter::step_of(decimal("0"), decimal("2"), false), decimal("0.2"));
        assert_eq!(Parameter::step_of(decimal("1"), decimal("6"), true), decimal("1"));
        let around = |start, whole| Parameter::around(decimal(start), None, whole).0.to_string();
        assert_eq!(
            [around("0", false), around("-3", false), around("4", true), around("0", true)],
            ["0.2", "1.5", "2", "1"]
        );
        let (step, range) = Parameter::around(decimal("1"), Some(decimal("0.25")), false);
        assert_eq!((step, range), (decimal("0.25"), [decimal("-4"), decimal("6")]));
    }
}
