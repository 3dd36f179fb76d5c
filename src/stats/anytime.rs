//! The anytime-valid interval of a score: right at every look, however often and whenever somebody looks.
//!
//! An interval for a planned number of units covers the truth in 95 % of matches. Who looks again and again and stops
//! when it looks good sees an interval that misses in far more of them: of matches between equals, 35 % show one
//! without 0 Elo at some look of a hundred. The intervals here form a confidence sequence: in at least 95 % of matches
//! all of them cover the truth, from the first unit to the last. So they hold at any stopping time.
//!
//! **By betting** (I. Waudby-Smith, A. Ramdas, "Estimating means of bounded random variables by betting", 2024). Somebody
//! who doubts that the mean is m or less bets the same share f of the most that can be staked on each unit, and has
//! `prod (1 - f + f x / m)` of the initial capital after the units x. If the mean is m or less, no bet gains on
//! average, and by Ville's inequality ("Étude critique de la notion de collectif", 1939) the capital ever reaches 40 with
//! a probability of at most 1/40. So every m at which it reaches 40 is excluded, with an error of 2.5 %. The capital falls
//! as m grows: the low end is where it is 40. The high end is the low end of the opponent.
//!
//! **The share** f is not known in advance, so the capital is divided among many shares (`SHARES`) and never moved
//! between them. The capital is then a function of the counts alone, not of their order, and nothing is approximate:
//! the promise holds from the first unit. About `USUAL_SHARE` suits matches of some thousand pairs, which get most of the
//! capital; the others make the interval adapt to few and to many units, to draws and to one-sided results. With the
//! best share alone, the interval would be the likelihood interval of [`interval`](super::interval) with another limit.
//!
//! **The price**: for even players about 1.7 times the width of the planned interval after 10 pairs, 1.6 after 100 to
//! 10,000, 1.8 after 100,000. The normal mixture with a running variance (H. Robbins, "Statistical methods related to
//! the law of the iterated logarithm", 1970; I. Waudby-Smith et al., "Time-uniform central limit theory and asymptotic
//! confidence sequences", 2024), tuned for 2,000 pairs, is about as wide there, 2.4 times after 100 and 6.4 times after
//! 10, and holds only for many units.
//!
//! **Ratings** have no such exact interval: they are functions of many means. They have the one by the same bets on a
//! mean with normal errors, [`anytime_width`].

use super::counts::Counts;
use super::interval::Interval;
use super::{EDGE, TAIL};

/// The share of the most that can be staked which gets most of the capital.
const USUAL_SHARE: f64 = 0.1;

/// How far the logarithms of the shares with much capital are from that of `USUAL_SHARE`.
const SPREAD: f64 = 1.2;

/// The parts of the capital: for shares around the usual one, for all shares alike, and for staking everything, which is
/// best while all results are the same.
const PARTS: [f64; 3] = [0.9, 0.08, 0.02];

/// The number of shares, and the distance of their logarithms. The least is 1e-5, for billions of units.
const SHARES: usize = 58;
const STEP: f64 = 0.2;

/// Halvings that bring a bracket of width 1 to the accuracy of a float.
const HALVINGS: u32 = 60;

/// The 95 % interval of the mean score that is right at every look.
///
/// ```
/// use arena::stats::{Counts, anytime_interval, score_interval};
///
/// let counts = Counts::pairs([100, 200, 400, 200, 100]);
/// let (planned, anytime) = (score_interval(&counts), anytime_interval(&counts));
/// assert!((1.5..1.7).contains(&(anytime.width() / planned.width())));
/// ```
pub fn anytime_interval(counts: &Counts) -> Interval {
    anytime_interval_of(counts.outcomes(), TAIL)
}

/// The same for equally spaced outcomes from 0 to 1, by the error of each end.
pub(crate) fn anytime_interval_of(outcomes: &[u64], tail: f64) -> Interval {
    let mirrored: Vec<u64> = outcomes.iter().rev().copied().collect();
    Interval { low: low_end(outcomes, tail), high: 1.0 - low_end(&mirrored, tail) }
}

/// The evidence that the mean of equally spaced outcomes from 0 to 1 is above `mean`: the logarithm of the capital of
/// somebody who bets on it. It ever reaches ln(1/p) with a probability of at most p if the mean is not above.
pub fn evidence_above(outcomes: &[u64], mean: f64) -> f64 {
    Bettor::new(outcomes).capital(mean)
}

/// How likely the mean is above one half, at any look: 1 minus the p-value of the bets against it, at least one half for the
/// side with more points.
pub(crate) fn anytime_los(counts: &Counts) -> Option<f64> {
    let mean = counts.mean()?;
    let side = if mean < 0.5 { counts.mirrored() } else { *counts };
    let certainty = 1.0 - (-evidence_above(side.outcomes(), 0.5)).exp().min(0.5);
    Some(if mean < 0.5 { 1.0 - certainty } else { certainty })
}

fn low_end(outcomes: &[u64], tail: f64) -> f64 {
    let bettor = Bettor::new(outcomes);
    let enough = -tail.ln();
    let (mut excluded, mut possible) = (0.0, 1.0);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(excluded, possible);
        if bettor.capital(middle) >= enough {
            excluded = middle;
        } else {
            possible = middle;
        }
    }
    if excluded <= EDGE { 0.0 } else { excluded }
}

/// Bets on the outcomes of a sample, by all shares.
struct Bettor {
    /// The scores of the outcomes that occurred, and how often.
    scores: Vec<(f64, f64)>,
    /// The shares, and the logarithms of their capital.
    shares: Vec<(f64, f64)>,
}

impl Bettor {
    fn new(outcomes: &[u64]) -> Bettor {
        let best = outcomes.len().saturating_sub(1).max(1) as f64;
        let scored = outcomes.iter().enumerate().map(|(i, &count)| (i as f64 / best, count as f64));
        Bettor { scores: scored.filter(|(_, count)| *count > 0.0).collect(), shares: shares() }
    }

    /// The logarithm of the capital after the sample, for a mean above 0.
    fn capital(&self, mean: f64) -> f64 {
        let of_share = |&(share, capital): &(f64, f64)| {
            // Of 0 nothing is left.
            let gain = |&(score, count): &(f64, f64)| count * (1.0 - share + share * score / mean).ln();
            capital + self.scores.iter().map(gain).sum::<f64>()
        };
        sum_of_logarithms(&self.shares.iter().map(of_share).collect::<Vec<f64>>())
    }
}

/// The shares, and the logarithms of the capital that each begins with. Together that is 1.
fn shares() -> Vec<(f64, f64)> {
    let share = |step: usize| (-STEP * (step as f64 + 0.5)).exp();
    let weight = |share: f64| (-((share / USUAL_SHARE).ln() / SPREAD).powi(2) / 2.0).exp();
    let [around, alike, everything] = PARTS;
    let total: f64 = (0..SHARES).map(|step| weight(share(step))).sum();
    let capital = |share: f64| around * weight(share) / total + alike / SHARES as f64;
    let all = (0..SHARES).map(|step| (share(step), capital(share(step)).ln()));
    all.chain([(1.0, everything.ln())]).collect()
}

/// The standard deviation of a pair, roughly, that the shares are meant for, as a part of the mean.
const USUAL_DEVIATION: f64 = 0.6;

/// Half the width of the anytime-valid interval of a normal mean, in standard errors: in 95 % of sequences, the mean is
/// never further from the truth. It is the width by the same bets on a mean with normal errors.
///
/// ```
/// use arena::stats::anytime_width;
///
/// assert!((1.55..1.7).contains(&(anytime_width(2000) / 1.96)));
/// ```
pub fn anytime_width(units: u64) -> f64 {
    let (mut possible, mut excluded) = (0.0, 100.0);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(possible, excluded);
        if normal_capital(middle, units) < -TAIL.ln() {
            possible = middle;
        } else {
            excluded = middle;
        }
    }
    excluded
}

/// How likely a normal mean is above 0 at any look, given its distance in standard errors.
pub(super) fn normal_los(distance: f64, units: u64) -> f64 {
    let certainty = 1.0 - (-normal_capital(distance.abs(), units)).exp().min(0.5);
    if distance < 0.0 { 1.0 - certainty } else { certainty }
}

/// The logarithm of the capital after bets on a normal mean that is this many standard errors above the supposed one.
fn normal_capital(distance: f64, units: u64) -> f64 {
    let units = units.max(1) as f64;
    let capital = |(share, capital): (f64, f64)| {
        let bet = USUAL_DEVIATION * share;
        capital + bet * distance * units.sqrt() - bet * bet * units / 2.0
    };
    sum_of_logarithms(&shares().into_iter().map(capital).collect::<Vec<f64>>())
}

/// The logarithm of a sum of which the logarithms of the terms are given.
fn sum_of_logarithms(logarithms: &[f64]) -> f64 {
    let most = logarithms.iter().copied().fold(f64::MIN, f64::max);
    most + logarithms.iter().map(|term| (term - most).exp()).sum::<f64>().ln()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Unit, score_interval};

    #[test]
    fn the_capital_of_all_shares_together_is_one() {
        let capital: f64 = shares().iter().map(|(_, capital)| capital.exp()).sum();
        assert!((capital - 1.0).abs() < 1e-12, "{capital}");
    }

    #[test]
    fn no_bet_gains_on_average_if_the_mean_is_as_supposed() {
        // All sequences of four games with the probabilities of a mean of 0.55: their capital is 1 on average.
        let chances = [0.35, 0.2, 0.45];
        let mut expected = 0.0;
        for sequence in 0..81_usize {
            let (mut counts, mut chance) = (Counts::empty(Unit::Game), 1.0);
            for game in 0..4 {
                let half_points = sequence / 3_usize.pow(game) % 3;
                counts.add(half_points);
                chance *= chances[half_points];
            }
            expected += chance * evidence_above(counts.outcomes(), 0.55).exp();
        }
        assert!((expected - 1.0).abs() < 1e-12, "{expected}");
    }

    #[test]
    fn the_interval_contains_the_score_and_is_wider_than_the_planned_one() {
        for counts in [[1, 2, 4, 2, 1], [10, 20, 40, 20, 10], [0, 0, 1000, 0, 0], [7, 70, 700, 7000, 70_000]]
        {
            let counts = Counts::pairs(counts);
            let (anytime, planned, mean) =
                (anytime_interval(&counts), score_interval(&counts), counts.mean().unwrap());
            assert!(anytime.low < mean && mean < anytime.high, "{anytime:?}");
            assert!(
                anytime.low <= planned.low && anytime.high >= planned.high,
                "{counts:?}: {anytime:?} {planned:?}"
            );
            let mirrored = anytime_interval(&counts.mirrored());
            assert!((mirrored.low - (1.0 - anytime.high)).abs() < 1e-12, "the opponent sees the same");
        }
    }

    #[test]
    fn its_width_is_that_of_the_docs() {
        let ratio = |units: u64| {
            let counts = Counts::pairs([4, 4, 9, 4, 4].map(|share| share * units / 25));
            anytime_interval(&counts).width() / score_interval(&counts).width()
        };
        for (units, least, most) in
            [(25, 1.5, 1.8), (100, 1.5, 1.75), (1000, 1.55, 1.65), (10_000, 1.6, 1.7), (100_000, 1.75, 1.85)]
        {
            assert!((least..most).contains(&ratio(units)), "{units} pairs: {}", ratio(units));
        }
    }

    #[test]
    fn without_results_anything_is_possible_and_one_sided_results_have_a_bound() {
        assert_eq!(anytime_interval(&Counts::empty(Unit::Pair)), Interval::ALL);
        assert_eq!(anytime_los(&Counts::empty(Unit::Game)), None);
        let won = anytime_interval(&Counts::games(0, 0, 100));
        assert!(won.high.to_bits() == 1_f64.to_bits() && (0.9..0.97).contains(&won.low), "{won:?}");
        let huge = anytime_interval(&Counts::games(0, 0, 1 << 53));
        assert!(huge.low > 0.999_999 && huge.low <= 1.0, "{huge:?}");
        let even = anytime_interval(&Counts::pairs([0, 0, 1 << 53, 0, 0]));
        assert!(even.low <= 0.5 && even.high >= 0.5, "{even:?}");
    }

    #[test]
    fn who_is_certainly_stronger_has_an_interval_above_one_half() {
        for wins in [50, 60, 70, 80, 90, 100] {
            let counts = Counts::games(100 - wins, 0, wins);
            let los = anytime_los(&counts).unwrap();
            assert_eq!(los >= 1.0 - TAIL, anytime_interval(&counts).low > 0.5, "{wins} wins: {los}");
            assert!((los + anytime_los(&counts.mirrored()).unwrap() - 1.0).abs() < 1e-12);
        }
        assert_eq!(anytime_los(&Counts::games(5, 0, 5)), Some(0.5));
    }

    #[test]
    fn a_normal_mean_is_certain_where_its_interval_is() {
        for (units, most) in [(10, 2.4), (100, 1.8), (2000, 1.7), (50_000, 1.8)] {
            let width = anytime_width(units);
            assert!((1.5..most).contains(&(width / 1.96)), "{width} for {units}");
            assert!(normal_los(width * 1.001, units) > 0.975 && normal_los(width * 0.999, units) < 0.975);
            assert!((normal_los(-width, units) + normal_los(width, units) - 1.0).abs() < 1e-12);
        }
    }
}
