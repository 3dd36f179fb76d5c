//! The exponential family of a sample: the distributions over half points x that are proportional to p(x) exp(t x), with
//! the shares p of the sample and a tilt t.
//!
//! The mean grows with t, from the worst outcome to the best, and the sample itself has the tilt 0. A sum S of n units
//! is exp(t S - n K(t)) times as likely as in the sample, where K(t) = ln sum p(x) exp(t x): what was computed for the
//! sample holds for all of the family.

use crate::stats::counts::Counts;
use crate::stats::likelihood::{MOST, SmoothedSample};

/// The count of an outcome that did not occur. Tilts make it more frequent together with all others on its side, so with
/// the thousandth of the likelihoods it would hardly count, and intervals after a few dozen units would be too narrow.
const UNSEEN_HERE: f64 = 0.1;

/// The largest tilt. It brings the rarest outcome of any counts of 64 bits to nearly 1.
pub(super) const MOST_TILT: f64 = 60.0;

/// The distributions with the shape of a sample.
#[derive(Debug, Clone, Copy)]
pub(super) struct Family {
    outcomes: usize,
    p: [f64; MOST],
}

/// A distribution of the family.
#[derive(Debug, Clone, Copy)]
pub(super) struct Member {
    outcomes: usize,
    shares: [f64; MOST],
    /// How much it is tilted.
    pub(super) tilt: f64,
    /// The mean half points.
    pub(super) mean: f64,
    /// The variance of the half points.
    pub(super) variance: f64,
    /// K(t), the logarithm of the moment-generating function of the sample.
    pub(super) log_moment: f64,
}

impl Family {
    pub(super) fn of(counts: &Counts) -> Family {
        let weights: Vec<f64> = counts.weights().iter().map(|weight| weight.max(UNSEEN_HERE)).collect();
        let sample = SmoothedSample::of_weights(&weights);
        let mut p = [0.0; MOST];
        p[..sample.shares().len()].copy_from_slice(sample.shares());
        Family { outcomes: sample.shares().len(), p }
    }

    /// The half points of the best outcome.
    pub(super) fn best(&self) -> f64 {
        (self.outcomes - 1) as f64
    }

    /// The member with this tilt.
    pub(super) fn member(&self, tilt: f64) -> Member {
        let mut shares = self.p;
        for (x, share) in shares.iter_mut().enumerate() {
            *share *= (tilt * x as f64).exp();
        }
        let total: f64 = shares.iter().sum();
        for share in &mut shares {
            *share /= total;
        }
        let mean = moment(&shares, |x| x);
        let variance = moment(&shares, |x| (x - mean).powi(2));
        Member { outcomes: self.outcomes, shares, tilt, mean, variance, log_moment: total.ln() }
    }
}

impl Member {
    /// The shares of the outcomes, from the worst to the best.
    pub(super) fn shares(&self) -> &[f64] {
        &self.shares[..self.outcomes]
    }
}

fn moment(shares: &[f64; MOST], of: impl Fn(f64) -> f64) -> f64 {
    shares.iter().enumerate().map(|(x, share)| share * of(x as f64)).sum()
}

/// How exact a root is, in steps; and the most steps to it. It usually takes ten.
const EXACT: f64 = 1e-6;
const STEPS: u32 = 200;

/// The tilt at which a rising function crosses 0, or the largest or least tilt if it does not. It is sought from `start` in
/// steps that double, and then by the Illinois method (M. Dowell, P. Jarratt, "A modified regula falsi method", 1971).
pub(super) fn root(f: impl Fn(f64) -> f64, start: f64, step: f64) -> f64 {
    let first = f(start);
    let away = if first < 0.0 { step } else { -step };
    let (mut near, mut far) = ((start, first), (start, first));
    let mut reach = away;
    while (far.1 < 0.0) == (first < 0.0) {
        if far.0.abs() >= MOST_TILT {
            return far.0;
        }
        near = far;
        let next = (far.0 + reach).clamp(-MOST_TILT, MOST_TILT);
        far = (next, f(next));
        reach *= 2.0;
    }
    for _ in 0..STEPS {
        if (far.0 - near.0).abs() <= EXACT * step || far.1 == 0.0 {
            break;
        }
        let next = (near.0 * far.1 - far.0 * near.1) / (far.1 - near.1);
        let next = (next, f(next));
        if (next.1 < 0.0) == (far.1 < 0.0) {
            near.1 /= 2.0;
        } else {
            near = far;
        }
        far = next;
    }
    far.0
}
