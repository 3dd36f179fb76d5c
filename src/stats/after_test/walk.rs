//! How the sum of the half points reaches the bounds of a test.
//!
//! Unit by unit, the probability of every sum at which the test still goes on is computed for the distribution of the
//! sample; sums at or beyond a bound leave. What has left upwards is kept with its unit and sum, from which its
//! probability in the rest of the family follows.
//!
//! **Long tests** are computed on a larger scale. The walk of a test looks the same when c² units become one and sums
//! shrink to 1/c; only the steps in which it oversteps a bound do not shrink, so the bounds are brought nearer by
//! that difference (D. Siegmund, "Sequential Analysis", 1985).

use super::boundary::Boundary;
use super::family::{Family, Member};
use crate::stats::counts::Counts;
use crate::stats::effort::OVERSTEP;
use crate::stats::likelihood::MOST;

/// The most sums that are computed, over all units: a fraction of a second.
const MOST_SUMS: f64 = 5e7;

/// The most steps in which they are computed, which matters if hardly a unit differs from the others.
const MOST_STEPS: f64 = 2e5;

/// Sums with a smaller probability are ignored at both ends.
const NEGLIGIBLE: f64 = 1e-40;

/// A sum is at a bound if it is this close.
const AT: f64 = 1e-6;

/// The ends that are at least as good as the observed one.
#[derive(Debug, Clone)]
pub(super) struct Ends {
    better: Vec<EndsAt>,
    /// The observed end itself.
    observed: EndsAt,
    /// How many standard deviations of the test are one of the walk.
    pub(super) scale: f64,
    /// The standard error of the tilt at the observed end, if the number of units is taken as given.
    pub(super) std_error: f64,
}

/// The probabilities of some sums, one after the other, after a number of units.
#[derive(Debug, Clone, Copy)]
struct EndsAt {
    units: f64,
    first: f64,
    shares: [f64; MOST],
}

impl EndsAt {
    fn of(units: u64, first: i64, sums: &[f64]) -> EndsAt {
        let mut shares = [0.0; MOST];
        shares[..sums.len()].copy_from_slice(sums);
        EndsAt { units: units as f64, first: first as f64, shares }
    }

    fn probability(&self, member: &Member, factor: f64) -> f64 {
        let sum = self.shares.iter().rev().fold(0.0, |sum, share| sum * factor + share);
        if sum > 0.0 { sum * (member.tilt * self.first - self.units * member.log_moment).exp() } else { 0.0 }
    }
}

impl Ends {
    pub(super) fn of(family: &Family, bounds: &[Boundary; 2], counts: &Counts) -> Ends {
        let units = counts.n() as f64;
        let scale = scale(units, family.member(0.0).variance.sqrt(), width(bounds, units));
        Ends::on_scale(scale, family, bounds, counts)
    }

    /// The same with `scale`² units as one.
    pub(super) fn on_scale(
        scale: f64,
        family: &Family,
        [lower, upper]: &[Boundary; 2],
        counts: &Counts,
    ) -> Ends {
        let sample = family.member(0.0);
        let units = counts.n() as f64;
        let deviation = sample.variance.sqrt();
        let mean = counts.mean().unwrap_or(0.5) * family.best();
        let steps = (units / (scale * scale)).ceil() as u64;
        let observed = (steps as f64 * mean).round() as i64;
        let nearer = OVERSTEP * deviation * (1.0 - 1.0 / scale);
        let bound = |boundary: &Boundary, step: u64| {
            let excess = boundary.excess((step as f64 * scale * scale).min(units))?;
            Some((step as f64 * sample.mean, excess / scale))
        };

        let mut walk = Sums { first: 0, shares: vec![1.0] };
        let mut better = Vec::new();
        for step in 1..steps {
            walk.add(&sample);
            if let Some((at, excess)) = bound(upper, step) {
                let left = walk.split_off((at + excess - nearer - AT).ceil() as i64);
                better.extend(left.ends(step));
            }
            if let Some((at, excess)) = bound(lower, step) {
                walk.drop_below((at + excess + nearer + AT).floor() as i64 + 1);
            }
            walk.drop_negligible();
        }
        walk.add(&sample);
        better.extend(walk.split_off(observed + 1).ends(steps));
        let ties = walk.split_off(observed);
        let observed = EndsAt::of(steps, observed, &ties.shares);
        Ends { better, observed, scale, std_error: 1.0 / (deviation * (steps as f64).sqrt()) }
    }

    /// The probability of a better end, plus a share of that of the observed end.
    pub(super) fn as_good(&self, member: &Member, share_of_ties: f64) -> f64 {
        let factor = member.tilt.exp();
        let better: f64 = self.better.iter().map(|ends| ends.probability(member, factor)).sum();
        (better + share_of_ties * self.observed.probability(member, factor)).clamp(0.0, 1.0)
    }
}

/// The distance between the bounds.
fn width([lower, upper]: &[Boundary; 2], units: f64) -> f64 {
    match (lower.excess(units), upper.excess(units)) {
        (Some(low), Some(high)) => high - low,
        _ => f64::INFINITY,
    }
}

/// The scale on which so many units take little enough time.
fn scale(units: f64, deviation: f64, width: f64) -> f64 {
    // A walk without bounds is hardly ever farther from its mean than this.
    let sums = width.min(2.0 * 13.0 * deviation * units.sqrt());
    let by_sums = (units * sums / MOST_SUMS).cbrt();
    by_sums.max((units / MOST_STEPS).sqrt()).ceil().max(1.0)
}

/// The probabilities of consecutive sums.
#[derive(Debug, Clone)]
struct Sums {
    first: i64,
    shares: Vec<f64>,
}

impl Sums {
    /// Adds the half points of one more unit.
    fn add(&mut self, unit: &Member) {
        let mut next = vec![0.0; self.shares.len() + unit.shares().len() - 1];
        for (x, p) in unit.shares().iter().enumerate() {
            for (sum, share) in next[x..].iter_mut().zip(&self.shares) {
                *sum += p * share;
            }
        }
        self.shares = next;
    }

    /// Removes the sums from this one up.
    fn split_off(&mut self, from: i64) -> Sums {
        let at = (from - self.first).clamp(0, self.shares.len() as i64);
        Sums { first: self.first + at, shares: self.shares.split_off(at as usize) }
    }

    fn drop_below(&mut self, least: i64) {
        *self = self.split_off(least);
    }

    fn drop_negligible(&mut self) {
        let is_relevant = |&share: &f64| share > NEGLIGIBLE;
        let from = self.shares.iter().position(is_relevant).unwrap_or(self.shares.len());
        let to = self.shares.iter().rposition(is_relevant).map_or(from, |last| last + 1);
        self.shares.truncate(to);
        self.shares.drain(..from);
        self.first += from as i64;
    }

    /// The same as ends after this many units.
    fn ends(&self, units: u64) -> impl Iterator<Item = EndsAt> {
        let firsts = (self.first..).step_by(MOST);
        firsts.zip(self.shares.chunks(MOST)).map(move |(first, sums)| EndsAt::of(units, first, sums))
    }
}
