//! The estimate of a score after a sequential test has stopped.
//!
//! A test stops when its results are far to one side, so the score at that moment is too far to that side, and an
//! interval that takes the number of units as given is too narrow and in the wrong place. The estimate here compares
//! the end of the test with all the ends that it might have had: **stagewise ordering** (D. Siegmund, "Sequential
//! Analysis", 1985; A. A. Tsiatis, G. L. Rosner, C. R. Mehta, "Exact Confidence Intervals Following a Group Sequential
//! Test", 1984). From the best for the first player to the worst, the ends are
//!
//! ```text
//! H1 early > H1 late > undecided at the maximum, by the score > H0 late > H0 early
//! ```
//!
//! and of two ends after the same unit the one with the higher score is better. The better the player, the more
//! likely is an end at least as good as the observed one. The low end of the interval is the score at which that has a
//! probability of 2.5 %, the high end the score at which a better end has one of 97.5 %, and the estimate is between:
//! better and worse ends are equally likely, and half of the observed one counts on each side.
//!
//! Only the ends that are at least as good are needed, and these come before the observed one, whatever the maximum.
//! A test that has accepted H0 is seen from the opponent's side.
//!
//! **The distributions** between which the estimate chooses are those of an exponential family through the sample
//! (`family`). In it, the bounds of the test are bounds of the sum of the half points (`boundary`), and how that
//! sum reaches them is computed step by step (`walk`).
//!
//! **Few units.** The family takes the shape of the sample as known. As in the interval of a given number of units
//! ([`interval`](super::interval)), the 2.5 % are replaced by the smaller probability that Student's t turns into 2.5 %, and
//! the ends are not narrower than the exact bounds.

mod boundary;
mod family;
mod walk;

use super::counts::Counts;
use super::interval::{Interval, score_interval, within_exact_bounds};
use super::normal::normal_cdf;
use super::sprt::{Sprt, SprtVerdict};
use super::student::student_95;
use boundary::Boundary;
use family::{Family, MOST_TILT, root};
use walk::Ends;

/// The estimate of a score after a sequential test has stopped.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AfterTest {
    /// The median-unbiased estimate: too high as often as too low.
    pub score: f64,
    /// The 95 % interval.
    pub interval: Interval,
}

/// The estimate of the mean score from the results at which a test has stopped, which may be at `most_units` without a
/// verdict. `None` if no test stops at these results: it goes on, or has stopped before whichever unit was the last.
///
/// ```
/// use arena::stats::{Counts, Sprt, after_test};
///
/// let counts = Counts::pairs([8, 21, 40, 36, 16]);
/// let after = after_test(&Sprt::new(0.0, 50.0), &counts, 1000).unwrap();
/// assert_eq!(format!("{:.3} instead of {:.3}", after.score, counts.mean().unwrap()), "0.555 instead of 0.564");
/// ```
pub fn after_test(sprt: &Sprt, counts: &Counts, most_units: u64) -> Option<AfterTest> {
    let verdict = |counts: &Counts| sprt.test(counts).verdict;
    let stops_with =
        |last| counts.without(last).is_some_and(|before| verdict(&before) == SprtVerdict::Continue);
    let stops = match verdict(counts) {
        SprtVerdict::Continue => counts.n() >= most_units,
        SprtVerdict::H0 | SprtVerdict::H1 => (0..counts.outcomes().len()).any(stops_with),
    };
    if !stops {
        return None;
    }
    match verdict(counts) {
        SprtVerdict::H0 => Some(estimate(&sprt.mirrored(), &counts.mirrored())?.mirrored()),
        SprtVerdict::H1 | SprtVerdict::Continue => estimate(sprt, counts),
    }
}

impl AfterTest {
    fn mirrored(self) -> AfterTest {
        let Interval { low, high } = self.interval;
        AfterTest { score: 1.0 - self.score, interval: Interval { low: 1.0 - high, high: 1.0 - low } }
    }
}

/// The estimate after H1 was accepted or nothing was decided.
fn estimate(sprt: &Sprt, counts: &Counts) -> Option<AfterTest> {
    let units = counts.n();
    let mean = counts.mean()?;
    if units < 2 {
        return Some(AfterTest { score: mean, interval: score_interval(counts) });
    }
    let family = Family::of(counts);
    let bounds = Boundary::of(sprt, counts.unit(), &family, units);
    let ends = Ends::of(&family, &bounds, counts);

    // The walk may be on a larger scale than the test; so are distances from the sample then.
    let sample = family.member(0.0).mean;
    let score = |tilt: f64| match family.member(tilt).mean {
        _ if tilt.abs() >= MOST_TILT => f64::from(tilt > 0.0),
        mean => ((sample + (mean - sample) / ends.scale) / family.best()).clamp(0.0, 1.0),
    };
    let at = |share_of_ties: f64, level: f64| {
        score(root(|tilt| ends.as_good(&family.member(tilt), share_of_ties) - level, 0.0, ends.std_error))
    };
    let tail = normal_cdf(-student_95(units - 1));
    let interval = within_exact_bounds(Interval { low: at(1.0, tail), high: at(0.0, 1.0 - tail) }, units);
    Some(AfterTest { score: at(0.5, 0.5).clamp(interval.low, interval.high), interval })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Model, Unit};

    /// Pseudo-random numbers: Lehmer's multiplicative generator with the constants of Park and Miller.
    struct Dice(u64);

    impl Dice {
        fn below(&mut self, bound: u64) -> u64 {
            self.0 = self.0 * 48_271 % 2_147_483_647;
            self.0 % bound
        }

        /// The results of a test of units with these weights, and those before the last unit.
        fn stopped(&mut self, sprt: &Sprt, weights: [u64; 5], most_units: u64) -> Counts {
            let mut counts = Counts::empty(Unit::Pair);
            while counts.n() < most_units && sprt.test(&counts).verdict == SprtVerdict::Continue {
                let mut left = self.below(weights.iter().sum());
                let outcome = weights.iter().position(|&weight| {
                    let is_it = left < weight;
                    left = left.wrapping_sub(weight);
                    is_it
                });
                counts.add(outcome.unwrap());
            }
            counts
        }
    }

    fn shown(estimate: Option<AfterTest>) -> String {
        estimate.map_or("none".to_owned(), |AfterTest { score, interval: Interval { low, high } }| {
            format!("{score:.4} ({low:.4} to {high:.4})")
        })
    }

    #[test]
    fn a_stopped_test_has_an_estimate_and_any_other_has_none() {
        let sprt = Sprt::new(0.0, 50.0);
        let after = |pairs, most_units| shown(after_test(&sprt, &Counts::pairs(pairs), most_units));
        insta::assert_snapshot!(after([8, 21, 40, 36, 16], 1000), @"0.5550 (0.5012 to 0.6056)");
        insta::assert_snapshot!(after([16, 25, 40, 21, 16], 1000), @"0.5015 (0.4440 to 0.5615)");
        insta::assert_snapshot!(after([0, 0, 0, 0, 17], 1000), @"1.0000 (0.8049 to 1.0000)");
        insta::assert_snapshot!(after([10, 21, 40, 24, 12], 107), @"0.5167 (0.4621 to 0.5711)");
        assert_eq!(after([10, 21, 40, 24, 12], 108), "none", "it goes on");
        assert_eq!(after([8, 21, 40, 46, 42], 1000), "none", "it has stopped before");
        assert_eq!(after([0; 5], 0), "none");
    }

    #[test]
    fn the_opponent_sees_the_same_estimate() {
        for (sprt, most_units) in [("0,50", 1000), ("-30,20,alpha=0.1", 60), ("0,60,model=logistic", 1000)] {
            let sprt: Sprt = sprt.parse().unwrap();
            for seed in 1..=20 {
                let counts = Dice(seed * 7919).stopped(&sprt, [2, 4, 8, 5, 3], most_units);
                let here = after_test(&sprt, &counts, most_units).unwrap();
                let there = after_test(&sprt.mirrored(), &counts.mirrored(), most_units).unwrap().mirrored();
                let off = [
                    here.score - there.score,
                    here.interval.low - there.interval.low,
                    here.interval.high - there.interval.high,
                ];
                assert!(off.iter().all(|off| off.abs() < 1e-6), "{counts:?}: {here:?}, {there:?}");
            }
        }
    }

    #[test]
    fn an_estimate_is_nearer_to_the_hypotheses_than_the_results_and_in_its_interval() {
        let sprt = Sprt::new(0.0, 50.0);
        for seed in 1..=40 {
            let counts = Dice(seed * 104_729).stopped(&sprt, [2, 4, 8, 5, 3], u64::MAX);
            let (raw, after) = (counts.mean().unwrap(), after_test(&sprt, &counts, u64::MAX).unwrap());
            let Interval { low, high } = after.interval;
            assert!(low < after.score && after.score < high, "{counts:?}: {after:?}");
            match sprt.test(&counts).verdict {
                SprtVerdict::H1 => assert!(after.score < raw, "{counts:?}: {after:?}"),
                _ => assert!(after.score > raw, "{counts:?}: {after:?}"),
            }
        }
    }

    const TESTS: u32 = 2000;

    #[test]
    fn simulated_tests_end_as_far_up_as_often_as_computed() {
        // Where the observed shares are the true ones, they are the family's member without a tilt.
        let sprt = Sprt::new(0.0, 90.0);
        let weights = [12, 20, 40, 30, 18];
        let observed = Counts::pairs(weights);
        let most_units = observed.n();
        assert_eq!(sprt.test(&observed).verdict, SprtVerdict::Continue);
        let family = Family::of(&observed);
        let bounds = Boundary::of(&sprt, Unit::Pair, &family, most_units);
        let ends = Ends::of(&family, &bounds, &observed);
        let computed = [0.0, 1.0].map(|ties| ends.as_good(&family.member(0.0), ties));

        let (mut dice, mut found) = (Dice(1), [0.0; 2]);
        for _ in 0..TESTS {
            let end = dice.stopped(&sprt, weights, most_units);
            let is_up = sprt.test(&end).verdict == SprtVerdict::H1;
            let is_down = sprt.test(&end).verdict == SprtVerdict::H0;
            let (mean, at) = (end.mean().unwrap(), observed.mean().unwrap());
            let ahead = [mean > at, mean >= at].map(|ahead| is_up || !is_down && ahead);
            for (found, ahead) in found.iter_mut().zip(ahead) {
                *found += f64::from(ahead) / f64::from(TESTS);
            }
        }
        let off = [found[0] - computed[0], found[1] - computed[1]];
        assert!(off.iter().all(|off| off.abs() < 0.03), "{found:?} instead of {computed:?}");
    }

    #[test]
    fn on_a_larger_scale_the_probabilities_are_nearly_the_same() {
        let sprt = Sprt::new(0.0, 10.0);
        let counts = Counts::pairs([300, 520, 900, 580, 380]);
        let family = Family::of(&counts);
        let bounds = Boundary::of(&sprt, Unit::Pair, &family, counts.n());
        let [exact, coarse] = [1.0, 4.0].map(|scale| Ends::on_scale(scale, &family, &bounds, &counts));
        for errors in [-2.0, -1.0, 0.0, 1.0, 2.0] {
            let at = |ends: &Ends| ends.as_good(&family.member(errors * ends.std_error), 0.5);
            assert!((at(&exact) - at(&coarse)).abs() < 0.005, "{}, {}", at(&exact), at(&coarse));
        }
    }

    #[test]
    fn any_counts_have_an_estimate_within_its_interval() {
        for model in Model::ALL {
            for (elo0, elo1) in [(0.0, 5.0), (-5.0, 0.0), (0.0, 200.0), (-4000.0, 4000.0), (399.0, 400.0)] {
                let sprt = Sprt { model, ..Sprt::new(elo0, elo1) };
                for counts in [
                    Counts::pairs([0, 0, 0, 0, 1]),
                    Counts::pairs([0, 0, 0, 0, 30]),
                    Counts::pairs([30, 0, 0, 0, 0]),
                    Counts::pairs([0, 0, 800, 0, 0]),
                    Counts::pairs([0, 0, 20, 1, 0]),
                    Counts::pairs([1, 0, 0, 0, 1]),
                    Counts::pairs([1, 0, 0, 0, 1 << 20]),
                    Counts::games(0, 0, 12),
                    Counts::games(3, 0, 1),
                    Counts::games(0, 5, 0),
                ] {
                    // Also those at which no test stops.
                    let AfterTest { score, interval: Interval { low, high } } =
                        estimate(&sprt, &counts).unwrap();
                    assert!(
                        0.0 <= low && low <= score && score <= high && high <= 1.0,
                        "{sprt}, {counts:?}: {score} ({low} to {high})"
                    );
                }
            }
        }
    }
}
