//! How likely results are if a commit is weaker by a certain loss.
//!
//! The likelihood of a sample needs the distribution of the outcomes of a pair for each mean score. Its shape, above
//! all the share of even pairs, is taken from the results: that of the commit itself, and, as if it had a few pairs
//! more, that of all commits together. It is moved to a mean by exponential tilting, q(x) ~ p(x) exp(t x), which of all
//! distributions with that mean is the one nearest to p (I. Csiszár, "I-Divergence Geometry of Probability
//! Distributions", 1975). A commit that plays nearly the same moves as the good one has almost only even pairs, and
//! fewer games tell it from a weaker one.

use crate::stats::elo::score;
use crate::stats::{Counts, TAIL};

/// As many pairs the shape of all commits counts in that of one.
const SHARED_PAIRS: f64 = 8.0;

/// As many pairs of two fair coins count in the shape of all commits: before there are results, there is a shape.
const FAIR_PAIRS: f64 = 4.0;
const FAIR: [f64; 5] = [0.0625, 0.25, 0.375, 0.25, 0.0625];

/// The losses that are considered, in Elo: from the least one, each is larger than the one before by the same factor.
#[derive(Debug, Clone, Copy)]
pub(super) struct LossGrid {
    pub least: f64,
}

impl LossGrid {
    pub(super) const POINTS: usize = 96;
    const MOST: f64 = 1200.0;

    fn elo(self, point: f64) -> f64 {
        let exponent = point / (LossGrid::POINTS - 1) as f64;
        self.least * (LossGrid::MOST / self.least).powf(exponent)
    }

    fn all(self) -> impl Iterator<Item = f64> {
        (0..LossGrid::POINTS).map(move |point| self.elo(point as f64))
    }

    /// The logarithms of the probabilities before there are results: equal for all losses, so proportional to the
    /// distance of the points.
    pub(super) fn prior(self) -> Vec<f64> {
        self.all().map(f64::ln).collect()
    }

    /// The median and the 95 % interval of the loss by the weights of the points; `None` if all are 0.
    pub(super) fn summary(self, weights: &[f64]) -> Option<Loss> {
        let sum: f64 = weights.iter().sum();
        (sum > 0.0).then(|| {
            let at = |share: f64| self.elo(quantile(weights, share * sum));
            let high = Some(at(1.0 - TAIL)).filter(|high| *high < UNBOUNDED * LossGrid::MOST);
            Loss { elo: at(0.5), low: at(TAIL), high }
        })
    }
}

/// An interval that reaches this share of the largest loss has no end.
const UNBOUNDED: f64 = 0.8;

/// The place at which the weights up to it have this sum. A weight is spread evenly over the half steps around its point.
fn quantile(weights: &[f64], sum: f64) -> f64 {
    let mut left = sum;
    for (point, &weight) in weights.iter().enumerate() {
        if weight > 0.0 && left <= weight {
            let place = point as f64 - 0.5 + left / weight;
            return place.clamp(0.0, (weights.len() - 1) as f64);
        }
        left -= weight;
    }
    (weights.len() - 1) as f64
}

/// How much was lost, in Elo.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Loss {
    /// The loss that is as likely too small as too large.
    pub elo: f64,
    /// The low end of the 95 % interval.
    pub low: f64,
    /// The high end; `None` if the results allow any larger loss.
    pub high: Option<f64>,
}

/// How likely the results of a commit are, as logarithms.
#[derive(Debug, Clone)]
pub(super) struct Evidence {
    /// If it is as strong as the good one.
    pub equal: f64,
    /// If it is weaker by each loss.
    pub weaker: Vec<f64>,
}

/// The distribution of the results of all commits.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shape([f64; 5]);

impl Shape {
    pub(super) fn of(all: impl Iterator<Item = Counts>) -> Shape {
        let mut sums = FAIR.map(|share| share * FAIR_PAIRS);
        for counts in all {
            sums.iter_mut().zip(counts.outcomes()).for_each(|(sum, &count)| *sum += count as f64);
        }
        let total: f64 = sums.iter().sum();
        Shape(sums.map(|sum| sum / total))
    }

    /// The variance of the score of a pair.
    pub(super) fn variance(&self) -> f64 {
        let mean = mean(&self.0, 0.0);
        self.0.iter().zip(SCORES).map(|(p, x)| p * (x - mean).powi(2)).sum()
    }

    pub(super) fn evidence(&self, grid: LossGrid, counts: &Counts) -> Evidence {
        if counts.n() == 0 {
            return Evidence { equal: 0.0, weaker: vec![0.0; LossGrid::POINTS] };
        }
        let mut shape = self.0.map(|share| share * SHARED_PAIRS);
        shape.iter_mut().zip(counts.outcomes()).for_each(|(sum, &count)| *sum += count as f64);
        let total: f64 = shape.iter().sum();
        let shape = shape.map(|sum| sum / total);
        let (n, points) = (counts.n() as f64, counts.mean().unwrap_or(0.5) * counts.n() as f64);
        let mut tilt = 0.0;
        let mut likelihood = |mean: f64| {
            tilt = tilt_to(&shape, mean, tilt);
            tilt * points - n * normalizer(&shape, tilt).ln()
        };
        Evidence { equal: likelihood(0.5), weaker: grid.all().map(|elo| likelihood(score(-elo))).collect() }
    }
}

/// The scores of the outcomes of a pair.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The sum of the tilted weights.
fn normalizer(shape: &[f64; 5], tilt: f64) -> f64 {
    shape.iter().zip(SCORES).map(|(p, x)| p * (tilt * x).exp()).sum()
}

/// The mean of the tilted distribution.
fn mean(shape: &[f64; 5], tilt: f64) -> f64 {
    shape.iter().zip(SCORES).map(|(p, x)| x * p * (tilt * x).exp()).sum::<f64>() / normalizer(shape, tilt)
}

/// The largest tilt, either way: it moves everything to the best outcome.
const MOST_TILT: f64 = 120.0;

/// The tilt that moves the mean to this, by Newton's method within a bracket.
fn tilt_to(shape: &[f64; 5], wanted: f64, start: f64) -> f64 {
    let (mut low, mut high, mut tilt) = (-MOST_TILT, MOST_TILT, start);
    for _ in 0..100 {
        let at = mean(shape, tilt);
        if at < wanted {
            low = tilt;
        } else {
            high = tilt;
        }
        let square: f64 =
            shape.iter().zip(SCORES).map(|(p, x)| (x - at).powi(2) * p * (tilt * x).exp()).sum();
        let next = tilt + (wanted - at) * normalizer(shape, tilt) / square;
        let next = if next > low && next < high { next } else { f64::midpoint(low, high) };
        if (next - tilt).abs() < 1e-9 {
            return next;
        }
        tilt = next;
    }
    tilt
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRID: LossGrid = LossGrid { least: 2.0 };

    #[test]
    fn a_tilted_distribution_has_the_mean_it_was_tilted_to() {
        for shape in [FAIR, [0.2, 0.01, 0.5, 0.04, 0.25], [1e-4, 1e-4, 0.9996, 1e-4, 1e-4]] {
            for wanted in [0.001, 0.1, 0.4, 0.5, 0.77] {
                let tilt = tilt_to(&shape, wanted, 0.0);
                assert!((mean(&shape, tilt) - wanted).abs() < 1e-9, "{shape:?} {wanted}");
            }
        }
    }

    #[test]
    fn the_likeliest_loss_is_that_of_the_results() {
        let counts = Counts::pairs([60, 130, 200, 80, 30]);
        let elo = -crate::stats::elo(counts.mean().unwrap()).unwrap();
        let evidence = Shape::of([counts].into_iter()).evidence(GRID, &counts);
        let best = (0..LossGrid::POINTS).max_by(|&a, &b| evidence.weaker[a].total_cmp(&evidence.weaker[b]));
        let best = GRID.elo(best.unwrap() as f64);
        assert!((best / elo).ln().abs() < 0.04, "{best} {elo}");
        let loss = GRID.summary(&evidence.weaker.iter().map(|ln| ln.exp()).collect::<Vec<_>>()).unwrap();
        assert!(
            (loss.elo / elo).ln().abs() < 0.1 && loss.low < loss.elo && Some(loss.elo) < loss.high,
            "{loss:?}"
        );
    }

    #[test]
    fn large_samples_have_the_likelihood_of_a_normal_distribution() {
        let counts = Counts::pairs([500, 1500, 3000, 1700, 600]);
        let evidence = Shape::of([counts].into_iter()).evidence(GRID, &counts);
        let (mean, variance) = (counts.mean().unwrap(), counts.variance().unwrap());
        let point = 22;
        let apart = |at: f64| counts.n() as f64 * (mean - at).powi(2) / variance / 2.0;
        let expected = apart(0.5) - apart(score(-GRID.elo(22.0)));
        let ratio = evidence.weaker[point] - evidence.equal;
        assert!((ratio - expected).abs() < 0.05 * expected.abs(), "{ratio} {expected}");
    }

    #[test]
    fn even_pairs_alone_speak_for_equality_the_more_there_are() {
        let ratio = |pairs: u64| {
            let counts = Counts::pairs([0, 0, pairs, 0, 0]);
            let others = Counts::pairs([100, 200, 200, 120, 60]);
            let evidence = Shape::of([counts, others].into_iter()).evidence(GRID, &counts);
            evidence.equal - evidence.weaker[50]
        };
        assert!(
            ratio(0) == 0.0 && ratio(10) > 0.0 && ratio(40) > 5.0 * ratio(10),
            "{} {}",
            ratio(10),
            ratio(40)
        );
    }
}
