//! The interval of a score, by empirical likelihood (A. B. Owen, "Empirical Likelihood Ratio Confidence Intervals for a
//! Single Functional", 1988).
//!
//! A score s is possible if the results are not too unlikely under the most likely distribution over the outcomes that
//! has the mean s. With the outcomes x, their shares p of the sample and N units, s is in the interval if
//!
//! ```text
//! 2 N sum p ln(1 + t (x - s)) <= c        with t such that sum p (x - s) / (1 + t (x - s)) = 0
//! ```
//!
//! Unlike mean ± z standard errors, this stays within 0 to 1, follows the skewness of the sample, and is
//! sensible for few units.
//!
//! **The limit c** is the 95 % point of F(1, N - 1), the square of Student's t, as Owen proposes for small samples. That
//! of chi-squared, 3.841459, which it approaches, is right only for large ones: with it, intervals of ten pairs between
//! equals contain the truth in 89 of 100 cases.
//!
//! **One-sided results** have an exact bound. If the mean is s, no distribution over 0 to 1 has N full wins with a
//! probability above s^N, so N wins of N mean a score of at least 0.025^(1/N), 0.6915 for ten. It is Clopper's and
//! Pearson's bound, for pairs as for games. No other result of N units can show more than N wins: a bound of the
//! likelihood that is nearer to 1 is replaced by this one.
//!
//! **Rare outcomes.** If nearly all units have the same outcome, the others are too few for the distribution of the
//! likelihood: if 1 % of pairs are won twice and the others even, 13 % of samples of 200 pairs show no win, and the
//! likelihood alone misses the truth. So where an outcome has at least 90 % of the units, each end is the further of
//! two: that of the sample, and that with half a unit more of the extreme outcome on its side. For a single rare
//! result, the bound is then 5.4 of N in large samples, where Clopper's and Pearson's is 5.6. If all units have the
//! outcome x, the low end is at most x 0.025^(1/N): none is not more than 3.7. The intervals of other samples are those
//! of the likelihood.
//!
//! An outcome that did not occur counts as a thousandth of a unit ([`UNSEEN`]), which is part of the sample: the
//! shares and N in the formula include them (N is 25.004 for 25 even pairs); the N of the limit is the number of
//! units.
//!
//! **Computation.** The lower end is the least mean of all distributions q with sum p ln(p/q) <= c / 2N. By
//! Lagrange's method, such q are proportional to p / (x + v) for a number v > 0, and sum p ln(p/q) falls from infinity
//! to 0 as v grows. So one bisection finds v, and no inner equation for t has to be solved: t is 1 / (s + v). The upper
//! end is the lower end of the opponent's.

use super::counts::Counts;
use super::design::Design;
use super::elo::elo;
use super::student::student_95;
use super::{EDGE, TAIL, UNSEEN};

/// The bounds of ln v. At the lower one, the mean is below 1e-37 for any counts of 64 bits; at the upper one,
/// sum p ln(p/q) is below what any of them require.
const LN_V: (f64, f64) = (-140.0, 35.0);

/// Halvings that bring a bracket of 175 to the accuracy of numbers around 1.
const STEPS: u32 = 60;

/// The possible values of a score or rate, from `low` to `high`, both within 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// The low end.
    pub low: f64,
    /// The high end.
    pub high: f64,
}

impl Interval {
    /// Everything from 0 to 1: nothing is known.
    pub const ALL: Interval = Interval { low: 0.0, high: 1.0 };

    /// The distance between the ends.
    pub fn width(self) -> f64 {
        self.high - self.low
    }

    /// The ends in Elo; `None` for an end at 0 or 1.
    pub fn elo(self) -> (Option<f64>, Option<f64>) {
        (elo(self.low), elo(self.high))
    }
}

/// The 95 % interval of the mean score. Without any results it is all of `[0, 1]`, as nothing is unlikely then. The same
/// holds for a single unit, unless it is a full win or loss.
///
/// ```
/// use arena::stats::{Counts, score_interval};
///
/// let score = score_interval(&Counts::pairs([0, 0, 0, 0, 25]));
/// assert_eq!(format!("{:.4} to {}", score.low, score.high), "0.8628 to 1");
/// ```
pub fn score_interval(counts: &Counts) -> Interval {
    designed_interval(counts, Design::independent(counts.n()))
}

/// The same for units that may be correlated.
pub(crate) fn designed_interval(counts: &Counts, design: Design) -> Interval {
    two_sided(counts.outcomes(), |counts| lower_end(counts, Bound::OfWins, design))
}

/// The 95 % interval of the mean of differences, counted from the worst to the best of any number of equally spaced
/// outcomes from 0 to 1. With fewer than two outcomes, it is all of `[0, 1]`.
///
/// Most differences are 0, and the others rare and perhaps large. A large one that did not occur may still exist, so the
/// exact bound is that of the highest outcome that occurred, in any sample.
pub fn difference_interval(counts: &[u64]) -> Interval {
    let design = Design::independent(units(counts));
    two_sided(counts, |counts| lower_end(counts, Bound::OfTheHighest, design))
}

/// The empirical-likelihood interval with a given limit, of equally spaced outcomes from 0 to 1.
///
/// ```
/// use arena::stats::{CHI_SQUARE, likelihood_interval};
///
/// let interval = likelihood_interval(&[0, 0, 0, 0, 25], CHI_SQUARE);
/// assert_eq!(format!("{:.4} to {}", interval.low, interval.high), "0.9257 to 1");
/// ```
pub fn likelihood_interval(counts: &[u64], limit: f64) -> Interval {
    two_sided(counts, |counts| lower(&weights(counts), limit))
}

/// An interval by its lower end and that of the opponent.
fn two_sided(counts: &[u64], lower: impl Fn(&[u64]) -> End) -> Interval {
    if counts.len() < 2 {
        return Interval::ALL;
    }
    let low = lower(counts).score;
    let mirrored: Vec<u64> = counts.iter().rev().copied().collect();
    Interval { low, high: lower(&mirrored).rest }
}

/// The interval of a score, widened to the exact bounds of this many units: the lower end to that of nothing but full
/// wins, and the upper end to that of nothing but full losses.
pub(super) fn within_exact_bounds(interval: Interval, units: u64) -> Interval {
    let exact = End::exact(1.0, units as f64);
    Interval { low: interval.low.min(exact.score), high: interval.high.max(exact.rest) }
}

fn units(counts: &[u64]) -> u64 {
    counts.iter().fold(0, |sum, &count| sum.saturating_add(count))
}

/// The exact bound that no lower end exceeds: if the highest of N outcomes is x, no distribution with the mean s has N
/// results as high with a probability above (s / x)^N, and the lower end is at most x 0.025^(1/N).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bound {
    /// As if the best outcome had occurred; where outcomes are rare, that of the highest that occurred.
    OfWins,
    /// That of the highest outcome that occurred.
    OfTheHighest,
}

fn lower_end(counts: &[u64], bound: Bound, design: Design) -> End {
    let (n, best) = (units(counts), counts.len() - 1);
    let Some(highest) = counts.iter().rposition(|&count| count > 0) else { return End::ZERO };
    let has_rare = has_rare_outcomes(counts, n);
    let x = if has_rare || bound == Bound::OfTheHighest { highest as f64 / best as f64 } else { 1.0 };
    let exact = End::exact(x, n as f64 / design.effect);
    if counts[highest] == n && (highest == best || bound == Bound::OfTheHighest) {
        return exact;
    }
    let limit = match design.clusters {
        // One unit shows no variance.
        0 | 1 => return End::ZERO,
        clusters => student_95(clusters - 1).powi(2) * design.effect,
    };
    let mut weights = weights(counts);
    let end = lower(&weights, limit).or_lower(exact);
    if !has_rare || counts[highest] == n {
        return end;
    }
    weights[0] = counts[0] as f64 + HALF_UNIT * design.effect;
    end.or_lower(lower(&weights, limit))
}

/// Whether an outcome has so many of the units that the others are rare.
fn has_rare_outcomes(counts: &[u64], n: u64) -> bool {
    let commonest = counts.iter().copied().max().unwrap_or_default();
    commonest as f64 >= NEARLY_ALL * n as f64
}

/// The share of the units that is nearly all of them.
const NEARLY_ALL: f64 = 0.9;

/// What is added of the extreme outcome where outcomes are rare.
const HALF_UNIT: f64 = 0.5;

/// The counts, with those of outcomes that did not occur as part of the sample.
fn weights(counts: &[u64]) -> Vec<f64> {
    counts.iter().map(|&count| if count > 0 { count as f64 } else { UNSEEN }).collect()
}

/// An end of an interval, seen from both sides: one is rounded if the other is small.
struct End {
    score: f64,
    /// 1 minus the score: the score of the opponent.
    rest: f64,
}

impl End {
    const ZERO: End = End { score: 0.0, rest: 1.0 };

    /// The least mean for which `n` results as high as `highest` are not too unlikely.
    fn exact(highest: f64, n: f64) -> End {
        let exponent = TAIL.ln() / n;
        let end =
            End { score: highest * exponent.exp(), rest: (1.0 - highest) - highest * exponent.exp_m1() };
        end.snapped()
    }

    /// The lower of two ends.
    fn or_lower(self, other: End) -> End {
        if (other.score, self.rest) < (self.score, other.rest) { other } else { self }
    }

    /// Scores that cannot be distinguished from 0 and 1 are 0 and 1.
    fn snapped(self) -> End {
        if self.score <= EDGE {
            End::ZERO
        } else if self.rest <= EDGE {
            End { score: 1.0, rest: 0.0 }
        } else {
            self
        }
    }
}

/// An outcome, with those that did not occur as part of the sample.
struct WeightedScore {
    /// Its share of the sample.
    p: f64,
    /// Its score.
    x: f64,
    /// How far it is above the mean.
    above: f64,
}

/// The lower end of the likelihood.
fn lower(weights: &[f64], limit: f64) -> End {
    let total: f64 = weights.iter().sum();
    let best = (weights.len() - 1) as f64;
    let scored = || weights.iter().enumerate().map(|(i, weight)| (weight / total, i as f64 / best));
    let mean: f64 = scored().map(|(p, x)| p * x).sum();
    // Not x - mean, which is rounded if almost all of the sample is x.
    let above = |x: f64| scored().map(|(p, other)| p * (x - other)).sum();
    let outcomes: Vec<WeightedScore> =
        scored().map(|(p, x)| WeightedScore { p, x, above: above(x) }).collect();

    let limit = limit / (2.0 * total);
    let (mut below, mut enough) = LN_V;
    if divergence(&outcomes, mean, below.exp()) <= limit {
        return End::ZERO;
    }
    for _ in 0..STEPS {
        let middle = f64::midpoint(below, enough);
        if divergence(&outcomes, mean, middle.exp()) > limit {
            below = middle;
        } else {
            enough = middle;
        }
    }
    tilted_mean(&outcomes, enough.exp()).snapped()
}

/// The sum of p ln(p/q) for the q that are proportional to p / (x + v).
///
/// That is sum p ln(r) + ln(sum p / r) with r = (x + v) / (mean + v). Both sums are written so that nothing cancels:
/// in a sample of a billion units the total is about 1e-9.
fn divergence(outcomes: &[WeightedScore], mean: f64, v: f64) -> f64 {
    let (mut logarithms, mut excess) = (0.0, 0.0);
    for &WeightedScore { p, x, above } in outcomes {
        let more = above / (mean + v);
        logarithms += p * if more > -0.5 { more.ln_1p() } else { ((x + v) / (mean + v)).ln() };
        excess += p * above * more / (x + v);
    }
    logarithms + excess.ln_1p()
}

/// The mean of the distribution that is proportional to p / (x + v).
fn tilted_mean(outcomes: &[WeightedScore], v: f64) -> End {
    let (mut score, mut rest, mut total) = (0.0, 0.0, 0.0);
    for &WeightedScore { p, x, .. } in outcomes {
        let q = p / (x + v);
        score += q * x;
        rest += q * (1.0 - x);
        total += q;
    }
    End { score: score / total, rest: rest / total }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{CHI_SQUARE, Unit};

    /// Values of 40-digit arithmetic (mpmath).
    #[test]
    fn a_sample_of_any_size_has_an_accurate_interval() {
        const MANY: u64 = 1_000_000_000;
        let known = [
            (Counts::games(0, 0, 1), 1.0 - 0.854_451_672_395_694_9, 1.0),
            (Counts::games(1, 1, 1), 0.114_384_714_819_922_49, 0.885_615_285_180_077_5),
            (Counts::games(0, MANY, 0), 0.499_999_999_035_699_47, 0.500_000_000_964_300_5),
            (Counts::games(MANY, 0, 1), 5.719_370_273_997_074e-11, 4.403_652_112_623_702e-9),
            (Counts::games(0, 0, MANY), 0.999_999_998_070_012_7, 1.0),
            (Counts::pairs([1, 0, 0, 0, 1]), 0.038_293_700_366_818_99, 0.961_706_299_633_181),
            (Counts::pairs([0, 1_000_000, 0, 0, 0]), 0.249_999_518_471_562_46, 0.250_001_447_881_232_1),
            (Counts::pairs([MANY; 5]), 0.499_990_200_180_077_84, 0.500_009_799_819_922_1),
        ];
        for (counts, low, high) in known {
            let found = likelihood_interval(counts.outcomes(), CHI_SQUARE);
            let off = (found.low / low - 1.0).abs().max((found.high / high - 1.0).abs());
            assert!(off < 1e-13, "{counts:?}: {found:?} instead of {low} to {high}, off by {off:e}");
        }
    }

    #[test]
    fn without_results_any_score_is_possible() {
        assert_eq!(score_interval(&Counts::empty(Unit::Game)), Interval::ALL);
        assert_eq!(score_interval(&Counts::empty(Unit::Pair)), Interval::ALL);
    }

    #[test]
    fn a_one_sided_result_ends_at_0_or_1_exactly() {
        for n in [1, 10, 1_000_000_000, u64::MAX] {
            assert_eq!(score_interval(&Counts::games(0, 0, n)).high.to_bits(), 1_f64.to_bits());
            assert_eq!(score_interval(&Counts::pairs([n, 0, 0, 0, 0])).low.to_bits(), 0_f64.to_bits());
        }
    }

    #[test]
    fn a_score_that_cannot_be_distinguished_from_0_or_1_is_0_or_1() {
        const MANY: u64 = 10_000_000_000_000;
        let nearly_lost = score_interval(&Counts::games(MANY, 0, 1));
        assert_eq!(nearly_lost, Interval { low: 0.0, ..nearly_lost });
        assert_eq!(score_interval(&Counts::games(MANY, 0, 0)), Interval { low: 0.0, high: 0.0 });
        assert_eq!(score_interval(&Counts::games(0, 0, MANY)), Interval { low: 1.0, high: 1.0 });
    }

    #[test]
    fn ten_nil_is_at_least_140_elo_and_no_other_result_of_ten_games_shows_more() {
        let low = |losses, draws, wins| score_interval(&Counts::games(losses, draws, wins)).low;
        // Clopper's and Pearson's bound of ten successes in ten (mpmath).
        assert!((low(0, 0, 10) - 0.691_502_892_181_239_2).abs() < 1e-15, "{}", low(0, 0, 10));
        let elo = score_interval(&Counts::games(0, 0, 10)).elo().0.unwrap();
        assert!((elo - 140.2).abs() < 0.05, "{elo}");
        let pairs = score_interval(&Counts::pairs([0, 0, 0, 2, 8])).low;
        assert_eq!(pairs.to_bits(), low(0, 0, 10).to_bits(), "by the likelihood alone it would be higher");
        assert!(likelihood_interval(&[0, 0, 0, 2, 8], student_95(9).powi(2)).low > pairs);
        assert!(low(0, 1, 9) < low(0, 0, 10) && low(1, 0, 9) < low(0, 1, 9));
    }

    #[test]
    fn a_single_unit_shows_nothing_unless_it_is_a_full_win_or_loss() {
        assert_eq!(score_interval(&Counts::games(0, 1, 0)), Interval::ALL);
        assert_eq!(score_interval(&Counts::pairs([0, 0, 0, 1, 0])), Interval::ALL);
        assert_eq!(score_interval(&Counts::pairs([0, 0, 0, 0, 1])), Interval { low: TAIL, high: 1.0 });
        assert_eq!(score_interval(&Counts::games(1, 0, 0)), Interval { low: 0.0, high: 1.0 - TAIL });
    }

    #[test]
    fn differences_that_did_not_occur_may_still_exist() {
        let none = difference_interval(&[0, 0, 0, 0, 10, 0, 0, 0, 0]);
        assert!((none.low - 0.5 * 0.691_502_892_181_239_2).abs() < 1e-15, "{none:?}");
        assert!((none.low + none.high - 1.0).abs() < 1e-15);
        assert_eq!((difference_interval(&[0; 9]), difference_interval(&[7])), (Interval::ALL, Interval::ALL));
    }

    #[test]
    fn half_a_unit_of_the_extreme_outcomes_counts_only_where_one_outcome_has_90_percent_of_the_units() {
        let by_likelihood = |counts: &[u64]| {
            let n: u64 = counts.iter().sum();
            likelihood_interval(counts, student_95(n - 1).powi(2))
        };
        for counts in [[10, 0, 78, 2, 10], [0, 11, 89, 0, 0], [0, 0, 0, 40, 60]] {
            assert_eq!(score_interval(&Counts::pairs(counts)), by_likelihood(&counts), "{counts:?}");
        }
        for counts in [[0, 0, 90, 0, 10], [3, 2, 95, 0, 0], [0, 0, 0, 5, 95], [0, 0, 100, 0, 0]] {
            let (found, alone) = (score_interval(&Counts::pairs(counts)), by_likelihood(&counts));
            assert!(found.low < alone.low && found.high >= alone.high, "{counts:?}: {found:?}");
        }
        // One win in a thousand even games: 5.4 in a thousand may be won, and 3.7 lost.
        let rare = score_interval(&Counts::games(0, 999, 1));
        let [lost, won] = [0.5 - rare.low, rare.high - 0.5].map(|share| 2000.0 * share);
        assert!((5.3..5.45).contains(&won) && (2.3..3.8).contains(&lost), "{lost} and {won}");
    }

    #[test]
    fn finer_outcomes_that_did_not_occur_change_little() {
        let coarse = difference_interval(&[30, 40, 50]);
        let fine = difference_interval(&[30, 0, 0, 0, 40, 0, 0, 0, 50]);
        assert!((coarse.low - fine.low).abs() < 1e-4 && (coarse.high - fine.high).abs() < 1e-4, "{fine:?}");
        assert_eq!(coarse, score_interval(&Counts::games(30, 40, 50)));
    }

    #[test]
    fn an_interval_has_a_width_and_ends_in_elo() {
        let interval = Interval { low: 0.5, high: 1.0 };
        assert_eq!(interval.elo(), (Some(0.0), None));
        assert_eq!(Some(interval.width()), Some(0.5));
    }
}
