//! Planning: how many games a test or a given precision takes.
//!
//! **A sequential test.** Its log-likelihood ratio moves like a Brownian motion. With the hypotheses d0 and d1 and
//! the truth d, all in standard deviations of a unit, and e = d - (d0 + d1) / 2, a unit moves it by
//! `(d1 - d0) e / (1 + e²)` on average, with the variance `(d1 - d0)²`. (The divisor matters far from the hypotheses:
//! a distribution that is off by e deviations has 1 + e² times the variance.) Where and when such a motion leaves an
//! interval is known exactly (A. Wald, "Sequential Analysis", 1947; D. R. Cox and H. D. Miller, "The Theory of
//! Stochastic Processes", 1965). A test moves in steps and oversteps its bounds by 0.583 standard deviations of a step
//! on average (D. Siegmund, "Sequential Analysis", 1985), so the bounds are taken that much further out.
//!
//! **A precision.** The standard error of the score of N games is sqrt(v / N); the slope of Elo turns it into Elo.

use std::f64::consts::{LN_10, PI};

use serde::Serialize;

use super::Z;
use super::elo::{NELO_SCALE, score};
use super::sprt::{Model, Sprt, SprtResult};

/// How far a walk oversteps its bound on average, in standard deviations of a step: -zeta(1/2) / sqrt(2 pi).
pub(super) const OVERSTEP: f64 = 0.582_597_157_939_010_6;

/// The 95 % point of the standard normal distribution.
const NORMAL_95: f64 = 1.644_853_626_951_472_2;

/// Above this pull, a walk is treated as if it had only one bound.
const STRONG_PULL: f64 = 25.0;

const PAIR: f64 = 2.0;

/// The largest share of draws to plan with: if all games are drawn, no number of them shows anything.
pub const MOST_DRAWS: f64 = 0.99;

/// The assumptions about the games.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Assumed {
    /// The mean score.
    pub score: f64,
    /// The share of drawn games.
    pub draws: f64,
}

impl Assumed {
    /// Games at this Elo difference with this share of draws; `None` if that many draws are impossible at that score.
    pub fn new(elo: f64, draws: f64) -> Option<Assumed> {
        let score = score(elo);
        let possible = draws >= 0.0 && draws <= room_for_draws(score);
        (possible && elo.is_finite()).then_some(Assumed { score, draws })
    }

    /// The variance of the score of a game.
    fn variance(self) -> f64 {
        self.score * (1.0 - self.score) - self.draws / 4.0
    }
}

/// The largest share of draws at a score.
fn room_for_draws(score: f64) -> f64 {
    (2.0 * score.min(1.0 - score)).min(MOST_DRAWS)
}

/// The number of games for a given precision.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Precision {
    /// If the two games of a pair are independent.
    pub expected: f64,
    /// In the worst case: no draws, and both games of a pair end the same way.
    pub worst: f64,
}

/// The number of games for a 95 % interval of ± `error` Elo.
///
/// ```
/// use arena::stats::effort::{Assumed, precision};
///
/// let even = Assumed::new(0.0, 0.0).unwrap();
/// assert_eq!(precision(10.0, even).expected.round(), 4637.0);
/// ```
pub fn precision(error: f64, assumed: Assumed) -> Precision {
    let bernoulli = assumed.score * (1.0 - assumed.score);
    let slope = 400.0 / LN_10 / bernoulli;
    let games = |variance: f64| (Z * slope / error).powi(2) * variance;
    Precision { expected: games(assumed.variance()), worst: games(PAIR * bernoulli) }
}

/// The expected course of a sequential test at a true Elo difference.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SprtCourse {
    /// The mean number of games.
    pub mean: f64,
    /// The number of games within which 95 % of such tests end.
    pub within: f64,
    /// The probability that H1 is accepted.
    pub accepts: f64,
}

/// A walk between two bounds, from 0, in units of its standard deviation per pair.
#[derive(Debug, Clone, Copy)]
struct Walk {
    low: f64,
    high: f64,
    drift: f64,
}

/// The expected course of a sequential test if the true difference is `elo`, in the Elo of its model. Only logistic Elo
/// depends on the share of draws.
///
/// ```
/// use arena::stats::{Sprt, effort};
///
/// let course = effort::course(&Sprt::new(0.0, 5.0), 5.0, 0.0);
/// assert_eq!((course.mean / 1000.0).round(), 26.0);
/// assert!((course.accepts - 0.95).abs() < 0.001);
/// ```
pub fn course(sprt: &Sprt, elo: f64, draws: f64) -> SprtCourse {
    let walk = walk(sprt, elo, draws);
    SprtCourse { mean: PAIR * walk.mean(), within: PAIR * walk.within(), accepts: walk.ends_high() }
}

/// The true difference at which a sequential test takes the most games on average: between the hypotheses, and in the
/// middle if both errors are equal.
pub fn hardest(sprt: &Sprt, draws: f64) -> f64 {
    // The mean is flat around its peak: finer steps would not change it.
    let at = |step: u32| sprt.elo0 + (sprt.elo1 - sprt.elo0) * f64::from(step) / 1000.0;
    let mean = |step: &u32| walk(sprt, at(*step), draws).mean();
    at((0..=1000).max_by(|one, other| mean(one).total_cmp(&mean(other))).unwrap_or(500))
}

/// About how many more games an undecided test needs after this many: if its likelihood ratio goes on as it did, but at
/// most as many as 95 % of tests take. Rounded up to two digits.
pub fn more_games(sprt: &Sprt, result: &SprtResult, games: u64) -> u64 {
    let bound = if result.llr < 0.0 { result.lower } else { result.upper };
    let at_this_pace = games as f64 * (bound / result.llr - 1.0);
    // Without a direction yet there is no pace, but infinity or NaN.
    let more = at_this_pace.min(course(sprt, hardest(sprt, 0.0), 0.0).within).max(2.0);
    let unit = 10_f64.powf((more.log10() - 1.0).floor().max(0.0));
    whole_pairs((more / unit).ceil() * unit)
}

/// The games that a sequential test takes.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TestPlan {
    /// The test, as typed.
    pub sprt: String,
    /// At the expected difference; if none is given, at the hypothesis that takes longer.
    pub expected_games: u64,
    /// Those within which 95 % of tests end at the hardest difference.
    pub worst_games: u64,
    /// How it behaves at several true differences.
    pub cases: Vec<TestCase>,
}

/// A true difference, and how a test behaves then.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TestCase {
    /// What the difference is.
    pub what: &'static str,
    /// The difference, in the Elo of the test.
    pub elo: f64,
    /// The mean number of games.
    pub games: u64,
    /// The number of games within which 95 % of tests end.
    pub games_95: u64,
    /// The probability that H1 is accepted.
    pub accepts_h1: f64,
}

impl TestPlan {
    /// The plan of a test if the true difference is `elo`, or unknown.
    pub fn new(sprt: &Sprt, elo: Option<f64>, draws: f64) -> TestPlan {
        let case = |what: &'static str, elo: f64| {
            let course = course(sprt, elo, draws);
            TestCase {
                what,
                elo,
                games: whole_pairs(course.mean),
                games_95: whole_pairs(course.within),
                accepts_h1: course.accepts,
            }
        };
        let (h0, h1) = (case("H0", sprt.elo0), case("H1", sprt.elo1));
        let hardest = case("hardest", hardest(sprt, draws));
        let expected = elo.map(|elo| case("expected", elo));
        TestPlan {
            sprt: sprt.to_string(),
            expected_games: expected.as_ref().map_or(h0.games.max(h1.games), |case| case.games),
            worst_games: hardest.games_95,
            cases: [h0, hardest, h1].into_iter().chain(expected).collect(),
        }
    }
}

/// This many games, in whole pairs.
pub fn whole_pairs(games: f64) -> u64 {
    2 * (games / 2.0).ceil().max(1.0) as u64
}

/// The walk of the log-likelihood ratio of a sequential test, pair by pair.
fn walk(sprt: &Sprt, elo: f64, draws: f64) -> Walk {
    // The variance is that between the hypotheses, where the score may not allow this many draws.
    let middle = score(f64::midpoint(sprt.elo0, sprt.elo1));
    let variance = Assumed { score: middle, draws: draws.min(room_for_draws(middle)) }.variance();
    let deviations = |elo: f64| match sprt.model {
        Model::Normalized => elo / NELO_SCALE * PAIR.sqrt(),
        Model::Logistic => (score(elo) - 0.5) / (variance / PAIR).sqrt(),
    };
    let [d0, d1, d] = [sprt.elo0, sprt.elo1, elo].map(deviations);
    let apart = d1 - d0;
    let (lower, upper) = sprt.bounds();
    let off = d - f64::midpoint(d0, d1);
    Walk { low: lower / apart - OVERSTEP, high: upper / apart + OVERSTEP, drift: off / (1.0 + off * off) }
}

impl Walk {
    /// The probability of ending at the high bound.
    fn ends_high(self) -> f64 {
        let Walk { low, high, drift } = self;
        if drift < 0.0 {
            return 1.0 - Walk { low: -high, high: -low, drift: -drift }.ends_high();
        }
        // exp(-2 drift x) is a martingale: its mean at the end is 1.
        let rate = 2.0 * drift;
        if rate * (high - low) < 1e-6 {
            return -low / (high - low) + drift * -low * high / (high - low);
        }
        (rate * low).exp_m1() / (rate * (low - high)).exp_m1()
    }

    /// The mean number of steps to the end.
    fn mean(self) -> f64 {
        let Walk { low, high, drift } = self;
        if (drift * (high - low)).abs() < 1e-6 {
            return -low * high;
        }
        let high_share = self.ends_high();
        (high_share * high + (1.0 - high_share) * low) / drift
    }

    /// The number of steps within which 95 % of walks end.
    fn within(self) -> f64 {
        if self.pull() > STRONG_PULL { self.within_one_way() } else { self.within_bounds() }
    }

    /// How strongly the drift pulls to its bound: the stronger, the less the other bound matters.
    fn pull(self) -> f64 {
        self.drift * if self.drift > 0.0 { self.high } else { self.low }
    }

    /// The steps if only the bound in the direction of the drift matters. Their distribution is Wald's, with the mean m,
    /// the deviation m / sqrt(pull) and the skewness 3 / sqrt(pull), and close to normal; the skewness corrects it
    /// (E. A. Cornish, R. A. Fisher, "Moments and Cumulants in the Specification of Distributions", 1938).
    fn within_one_way(self) -> f64 {
        let root = self.pull().sqrt();
        let deviations = NORMAL_95 + (NORMAL_95 * NORMAL_95 - 1.0) / 6.0 * 3.0 / root;
        self.mean() * (1.0 + deviations / root)
    }

    /// The steps by the series, which loses precision when the pull is strong.
    fn within_bounds(self) -> f64 {
        let goes_on = |steps: f64| self.goes_on(steps) > 0.05;
        let (mut low, mut high) = (0.0, self.mean());
        while goes_on(high) {
            (low, high) = (high, 2.0 * high);
        }
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            if goes_on(middle) {
                low = middle;
            } else {
                high = middle;
            }
        }
        high
    }

    /// The probability that the walk has not ended after `steps`, as a series of sines.
    fn goes_on(self, steps: f64) -> f64 {
        let Walk { low, high, drift } = self;
        let (width, from) = (high - low, -low);
        let mut sum = 0.0;
        for n in 1..=200_u32 {
            let wave = f64::from(n) * PI / width;
            let fades = (wave * wave + drift * drift) * steps / 2.0;
            // The end that is reached with the drift, and the other one; both exponents are bounded where it matters.
            let ends = (-drift * from - fades).exp()
                - if n % 2 == 0 { 1.0 } else { -1.0 } * (drift * (width - from) - fades).exp();
            sum += 2.0 / width * (wave * from).sin() * wave * ends / (wave * wave + drift * drift);
        }
        sum.clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Counts;

    const WALKS: [Walk; 5] = [
        Walk { low: -3.0, high: 3.0, drift: 0.0 },
        Walk { low: -10.0, high: 30.0, drift: 0.1 },
        Walk { low: -10.0, high: 30.0, drift: -0.1 },
        Walk { low: -50.0, high: 40.0, drift: 1e-9 },
        Walk { low: -2.0, high: 2.0, drift: 3.0 },
    ];

    #[test]
    fn a_test_that_goes_on_as_before_needs_in_proportion() {
        let sprt = Sprt::new(0.0, 10.0);
        let after = |llr: f64, games| {
            let result = SprtResult { llr, ..sprt.test(&Counts::pairs([0; 5])) };
            more_games(&sprt, &result, games)
        };
        assert_eq!((after(1.48, 1000), after(-1.48, 1000)), (990, 990), "half of the way to a bound");
        assert_eq!(after(2.9, 1000), 16);
        assert_eq!(after(0.01, 1000), 28_000, "not more than a test takes");
        assert_eq!((after(0.0, 1000), after(0.0, 0)), (28_000, 28_000), "no direction");
    }

    #[test]
    fn the_mean_is_the_sum_of_the_probabilities_to_continue() {
        for walk in WALKS {
            let (mean, steps) = (walk.mean(), 2000);
            let width = 20.0 * mean / f64::from(steps);
            let sum: f64 = (0..steps).map(|step| walk.goes_on((f64::from(step) + 0.5) * width) * width).sum();
            assert!((sum / mean - 1.0).abs() < 1e-4, "{sum} instead of {mean} for {walk:?}");
        }
    }

    #[test]
    fn ninety_five_percent_of_walks_end_within_their_steps() {
        for walk in WALKS {
            assert!((walk.goes_on(walk.within()) - 0.05).abs() < 1e-9, "{walk:?}");
        }
    }

    #[test]
    fn the_two_ways_to_compute_the_steps_agree() {
        for drift in [0.5, -0.5] {
            let walk = Walk { low: -50.0, high: 50.0, drift };
            let (one_way, bounds) = (walk.within_one_way(), walk.within_bounds());
            assert!((one_way / bounds - 1.0).abs() < 0.005, "{one_way} and {bounds} for {walk:?}");
        }
        let far = course(&Sprt::new(0.0, 5.0), 300.0, 0.0);
        assert!(far.mean < far.within && far.within < 2.0 * far.mean, "{far:?}");
    }

    #[test]
    fn without_oversteps_the_error_rates_are_those_of_the_test() {
        // With the bounds of Wald, the walk ends at the wrong one as often as the test allows.
        let sprt = Sprt { beta: 0.1, ..Sprt::new(0.0, 5.0) };
        let (lower, upper) = sprt.bounds();
        let ends_high = |drift: f64| Walk { low: lower, high: upper, drift }.ends_high();
        assert!((ends_high(-0.5) - 0.05).abs() < 1e-12);
        assert!((ends_high(0.5) - 0.9).abs() < 1e-12);
    }

    #[test]
    fn a_test_is_the_same_seen_from_the_other_side() {
        let (sprt, other) = (Sprt::new(-2.0, 7.0), Sprt::new(-7.0, 2.0));
        for elo in [-20.0, -2.0, 2.5, 3.0, 7.0, 100.0] {
            let (here, there) = (course(&sprt, elo, 0.0), course(&other, -elo, 0.0));
            assert!(
                (here.mean / there.mean - 1.0).abs() < 1e-9
                    && (here.within / there.within - 1.0).abs() < 1e-9
            );
            assert!((here.accepts + there.accepts - 1.0).abs() < 1e-9);
        }
        assert!((hardest(&sprt, 0.0) - 2.5).abs() < 1e-9);
    }

    #[test]
    fn any_test_takes_a_finite_number_of_games() {
        for (elo0, elo1) in [(-4000.0, 4000.0), (0.0, 1e-6), (3999.0, 4000.0), (-4000.0, -3999.9)] {
            for model in Model::ALL {
                let sprt = Sprt { model, alpha: 1e-12, ..Sprt::new(elo0, elo1) };
                for elo in [-4000.0, elo0, hardest(&sprt, 0.0), elo1, 4000.0] {
                    let SprtCourse { mean, within, accepts } = course(&sprt, elo, 1.0);
                    assert!(
                        mean > 0.0 && mean.is_finite() && within.is_finite(),
                        "{sprt} at {elo}: {mean} {within}"
                    );
                    assert!((0.0..=1.0).contains(&accepts), "{sprt} at {elo}: {accepts}");
                }
            }
        }
    }

    #[test]
    fn draws_are_limited_by_the_score() {
        assert!(Assumed::new(0.0, MOST_DRAWS).is_some() && Assumed::new(0.0, 1.0).is_none());
        assert!(Assumed::new(600.0, 0.05).is_some() && Assumed::new(600.0, 0.5).is_none());
        assert!(Assumed::new(f64::NAN, 0.0).is_none() && Assumed::new(0.0, f64::NAN).is_none());
    }
}
