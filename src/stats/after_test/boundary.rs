//! The bounds of a test as bounds of the sum of the half points.
//!
//! The log-likelihood ratio of a test depends on all counts, but in a family of distributions it rises with the mean, and
//! after a given number of units there is one mean at which it reaches a bound. Counts below a thousandth of a unit are a
//! thousandth, as in the test. The bounds are computed after some numbers of units and interpolated in between,
//! as the distance from the sum that the observed mean leads to, which is nearly straight.

use super::family::{Family, MOST_TILT, root};
use crate::stats::UNSEEN;
use crate::stats::counts::Unit;
use crate::stats::likelihood::{MOST, SmoothedSample};
use crate::stats::sprt::Sprt;

/// From one number of units to the next: by one at first, and then by a twentieth.
const SINGLE: u64 = 20;

/// One bound.
#[derive(Debug, Clone)]
pub(super) struct Boundary {
    /// Numbers of units, and how far the bound is above the sum that the observed mean leads to. Empty if the bound
    /// cannot be reached.
    nodes: Vec<(f64, f64)>,
}

impl Boundary {
    /// The lower and the upper bound for up to this many units.
    pub(super) fn of(sprt: &Sprt, unit: Unit, family: &Family, units: u64) -> [Boundary; 2] {
        let (lower, upper) = sprt.bounds();
        let mean = family.member(0.0).mean;
        [(-1.0, lower), (1.0, upper)].map(|(side, bound)| {
            let beyond = |units: u64, tilt: f64| {
                let member = family.member(side * tilt);
                let mut weights = [0.0; MOST];
                let weights = &mut weights[..member.shares().len()];
                for (weight, share) in weights.iter_mut().zip(member.shares()) {
                    *weight = (share * units as f64).max(UNSEEN);
                }
                side * (sprt.llr_of(&SmoothedSample::of_weights(weights), unit) - bound)
            };
            let mut nodes = Vec::new();
            let Some(first) = first_that((1, units), |units| beyond(units, MOST_TILT) >= 0.0) else {
                return Boundary { nodes };
            };
            let (mut at, mut tilt) = (first, 0.0);
            loop {
                let std_error = 1.0 / (family.member(0.0).variance * at as f64).sqrt();
                tilt = root(|tilt| beyond(at, tilt), tilt, std_error.min(1.0));
                nodes.push((at as f64, at as f64 * (family.member(side * tilt).mean - mean)));
                if at >= units {
                    return Boundary { nodes };
                }
                at = at.saturating_add(if at < first + SINGLE { 1 } else { at / 20 + 1 }).min(units);
            }
        })
    }

    /// How far the bound is above the sum that the observed mean leads to; `None` where it cannot be reached.
    pub(super) fn excess(&self, units: f64) -> Option<f64> {
        let next = self.nodes.partition_point(|&(at, _)| at < units);
        let &(after, high) = self.nodes.get(next)?;
        if next == 0 {
            return (after <= units).then_some(high);
        }
        let (before, low) = self.nodes[next - 1];
        Some(low + (high - low) * (units - before) / (after - before))
    }
}

/// The first number in a range for which a condition holds that holds for all after it.
fn first_that((mut low, mut high): (u64, u64), holds: impl Fn(u64) -> bool) -> Option<u64> {
    if !holds(high) {
        return None;
    }
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    Some(high)
}
