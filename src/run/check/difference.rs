//! Two runs over the same openings, compared pair by pair.
//!
//! The openings affect both runs equally, so their effect cancels in the difference of each pair, whose mean is known
//! much more precisely than the two scores. If most pairs end the same, a few hundred games show a change of 0.01.
//!
//! A pair is worth 0 to 4 half points, so a difference is one of nine from -4 to 4; the mean is in points per
//! game, from -1 to 1. Its interval is the empirical-likelihood interval of all scores here
//! ([`stats::interval`](crate::stats::interval)), over nine outcomes instead of five, and never narrower than the exact
//! bound for differences that did not occur: runs that differ in moves but not in results leave an uncertainty of about
//! 3.7 points in as many games as there are pairs. Only games that are identical move by move leave none.

use std::collections::HashSet;

use super::evidence::Pair;
use crate::stats::anytime::anytime_interval_of;
use crate::stats::estimate::Estimate;
use crate::stats::{IntervalBasis, TAIL, difference_interval};

/// The mean difference between the pairs of a run and the recorded half points of a run over the same openings.
///
/// Copies of a pair (the openings were used up, and the players are deterministic) count once. The interval allows for
/// a look at the results unless both runs were played as planned.
pub(crate) fn difference(pairs: &[Pair], recorded: &[u8], basis: IntervalBasis) -> Estimate {
    let mut seen = HashSet::new();
    let mut counts = [0; 9];
    for (pair, &before) in pairs.iter().zip(recorded) {
        if seen.insert((pair.digest, before)) {
            let outcome = (4 + pair.half_points).saturating_sub(before);
            counts[usize::from(outcome.min(8))] += 1;
        }
    }
    let total: u64 = counts.iter().sum();
    if total == 0 {
        return Estimate::default();
    }
    // The interval is one of scores from 0 to 1; differences are from -1 to 1.
    let widened = |score: f64| 2.0 * score - 1.0;
    let sum: i64 = (-4i64..).zip(counts).map(|(points, count)| points * count as i64).sum();
    let interval = match basis {
        IntervalBasis::Fixed => difference_interval(&counts),
        IntervalBasis::Anytime | IntervalBasis::AfterTest { .. } => anytime_interval_of(&counts, TAIL),
    };
    Estimate {
        value: Some(sum as f64 / (4 * total) as f64),
        low: Some(widened(interval.low)),
        high: Some(widened(interval.high)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compared(pairs: &[(u8, u8)]) -> Estimate {
        let (now, before): (Vec<u8>, Vec<u8>) = pairs.iter().copied().unzip();
        let pairs: Vec<Pair> =
            (0..).zip(now).map(|(i, half_points)| Pair::of_result(half_points, i)).collect();
        difference(&pairs, &before, IntervalBasis::Fixed)
    }

    fn ends(estimate: Estimate) -> (f64, f64) {
        (estimate.low.unwrap(), estimate.high.unwrap())
    }

    #[test]
    fn the_mean_is_in_points_per_game() {
        assert_eq!(compared(&[(4, 0), (4, 0)]).value, Some(1.0));
        assert_eq!(compared(&[(0, 4), (2, 2)]).value, Some(-0.5));
        assert_eq!(compared(&[(3, 2), (2, 2), (2, 2), (2, 2)]).value, Some(1.0 / 16.0));
        assert_eq!(compared(&[]).value, None);
    }

    #[test]
    fn openings_that_decide_pairs_do_not_widen_the_interval() {
        // Half of the openings are won and half lost, in both runs; in one pair of ten the second run did worse.
        let pairs: Vec<(u8, u8)> =
            (0..400).map(|i| if i % 2 == 0 { (4, 4) } else { (u8::from(i % 10 != 1), 1) }).collect();
        let (low, high) = ends(compared(&pairs));
        assert!(low > -0.036 && high < -0.014, "{low} to {high} around -0.025");
    }

    #[test]
    fn equal_results_of_different_games_leave_an_uncertainty() {
        let width = |pairs: usize| {
            let (low, high) = ends(compared(&vec![(2, 2); pairs]));
            assert!(low < 0.0 && high > 0.0 && (low + high).abs() < 1e-12, "{low} to {high}");
            high
        };
        // If all of N pairs end the same, a share of up to 1 - 0.025^(1/N) may still differ.
        for pairs in [10, 100, 1000] {
            let exact = 1.0 - 0.025_f64.powf(1.0 / pairs as f64);
            assert!((width(pairs) - exact).abs() < 1e-12, "{pairs}: {}", width(pairs));
        }
    }

    #[test]
    fn copies_of_a_pair_count_once() {
        let again: Vec<Pair> = vec![Pair::of_result(4, 7); 50];
        let difference = |pairs: &[Pair], recorded: &[u8]| difference(pairs, recorded, IntervalBasis::Fixed);
        assert_eq!(difference(&again, &[2; 50]), difference(&again[..1], &[2]));
        assert_ne!(difference(&again, &[2; 50]), compared(&[(4, 2); 50]));
    }

    /// How often the interval contains the truth if a share of pairs changes by this many half points, over samples of
    /// this many pairs.
    fn held(pairs: usize, share: f64, half_points: u8) -> f64 {
        let truth = -share * f64::from(half_points) / 4.0;
        let mut chance = (1.0 - share).powf(pairs as f64);
        let mut held = 0.0;
        for changed in 0..=pairs {
            let mut sample = vec![(4, 4); pairs - changed];
            sample.extend(vec![(4 - half_points, 4); changed]);
            let (low, high) = ends(compared(&sample));
            held += if low <= truth + 1e-12 && truth <= high { chance } else { 0.0 };
            chance *= (pairs - changed) as f64 / (changed + 1) as f64 * share / (1.0 - share);
        }
        held
    }

    #[test]
    fn the_interval_contains_the_truth_in_94_of_100_cases_however_rare_a_change_is() {
        for half_points in [1, 2, 4] {
            for pairs in [10, 20, 50, 200] {
                for share in [0.01, 0.02, 0.05, 0.1, 0.2, 0.3] {
                    let held = held(pairs, share, half_points);
                    assert!(held >= 0.94, "{held}: {share} of {pairs} pairs change by {half_points}");
                }
            }
        }
    }
}
