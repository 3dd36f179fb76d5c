//! The statistics against worked cases, and their properties for any counts.
#![allow(clippy::unwrap_used)]

use arena::stats::{
    CHI_SQUARE, Counts, Interval, Model, Nelo, Sprt, elo, likelihood_interval, los, nelo, normal_cdf, score,
    score_interval, student_95, wilson, wilson_at,
};
use proptest::prelude::*;
use serde_json::Value;

/// A table of `data/stats.json`.
fn cases(table: &str) -> Vec<Value> {
    let data: Value = serde_json::from_str(include_str!("../data/stats.json")).unwrap();
    let cases = data[table].as_array().unwrap().clone();
    assert!(cases.len() >= 3, "{table} has only {} cases", cases.len());
    cases
}

/// The sample of a case, by the number of its counts.
fn sample(case: &Value) -> Counts {
    let counts: Vec<u64> = serde_json::from_value(case["counts"].clone()).unwrap();
    match counts[..] {
        [losses, draws, wins] => Counts::games(losses, draws, wins),
        _ => Counts::pairs(counts.try_into().unwrap()),
    }
}

/// Checks a number to a relative 1e-9; `None` must be `null`.
fn check(case: &Value, key: &str, found: Option<f64>) {
    let expected = case[key].as_f64();
    assert!(expected.is_some() || case[key].is_null(), "{key} of {case}");
    let close = match (found, expected) {
        (Some(found), Some(expected)) => (found - expected).abs() <= 1e-9 * expected.abs(),
        (found, expected) => found == expected,
    };
    assert!(close, "{key} is {found:?} for {case}");
}

#[test]
fn samples_have_the_worked_means_and_errors() {
    for case in cases("samples") {
        let counts = sample(&case);
        assert_eq!(Some(counts.n()), case["n"].as_u64(), "{case}");
        check(&case, "score", counts.mean());
        check(&case, "variance", counts.variance());
        check(&case, "std_error", counts.std_error());
    }
}

#[test]
fn samples_have_the_worked_elo_nelo_and_los() {
    for case in cases("samples") {
        let counts = sample(&case);
        check(&case, "elo", counts.mean().and_then(elo));
        check(&case, "nelo", nelo(&counts).map(|nelo| nelo.value));
        check(&case, "nelo_half_width", nelo(&counts).map(|nelo| nelo.half_width));
        check(&case, "los", los(&counts));
    }
}

#[test]
fn scores_and_elo_have_the_worked_values() {
    for case in cases("score_to_elo") {
        check(&case, "elo", elo(case["score"].as_f64().unwrap()));
    }
    for case in cases("elo_to_score") {
        check(&case, "score", Some(score(case["elo"].as_f64().unwrap())));
    }
}

#[test]
fn scores_have_the_worked_intervals() {
    for case in cases("intervals") {
        let interval = likelihood_interval(sample(&case).outcomes(), CHI_SQUARE);
        let (elo_low, elo_high) = interval.elo();
        check(&case, "low", Some(interval.low));
        check(&case, "high", Some(interval.high));
        check(&case, "elo_low", elo_low);
        check(&case, "elo_high", elo_high);
    }
}

#[test]
fn small_samples_have_the_worked_intervals_of_students_t() {
    for case in cases("student_intervals") {
        let counts = sample(&case);
        let found = score_interval(&counts);
        let interval = match case["limit"].as_f64() {
            Some(_) => {
                let limit = student_95(counts.n() - 1).powi(2);
                check(&case, "limit", Some(limit));
                likelihood_interval(counts.outcomes(), limit)
            }
            None => found,
        };
        check(&case, "low", Some(interval.low));
        check(&case, "high", Some(interval.high));
        if !is_nearly_one_outcome(&counts) {
            assert_eq!(found, interval, "{case}");
        }
    }
}

#[test]
fn rates_have_the_worked_wilson_intervals() {
    for case in cases("wilson") {
        let [successes, n] = ["successes", "n"].map(|key| case[key].as_u64().unwrap());
        let interval = wilson_at(successes, n, case["z"].as_f64().unwrap());
        check(&case, "low", Some(interval.low));
        check(&case, "high", Some(interval.high));
    }
    assert_eq!(wilson(1, 3), wilson_at(1, 3, arena::stats::Z));
}

#[test]
fn sequential_tests_have_the_worked_likelihoods_and_verdicts() {
    for case in cases("sprt") {
        let [elo0, elo1, expected] = ["elo0", "elo1", "llr"].map(|key| case[key].as_f64().unwrap());
        let model = Model::ALL.into_iter().find(|model| model.name() == case["model"]).unwrap();
        let result = Sprt { model, ..Sprt::new(elo0, elo1) }.test(&sample(&case));
        // The reference has the difference of two long sums; ours is good to 1e-9.
        assert!((result.llr - expected).abs() <= 1e-9 * expected.abs().max(1.0), "{} for {case}", result.llr);
        assert_eq!(result.verdict.to_string(), case["verdict"], "{case}");
    }
}

#[test]
fn sequential_tests_have_the_worked_bounds() {
    for case in cases("sprt_bounds") {
        let [alpha, beta] = ["alpha", "beta"].map(|key| case[key].as_f64().unwrap());
        let (lower, upper) = Sprt { alpha, beta, ..Sprt::new(0.0, 5.0) }.bounds();
        check(&case, "lower", Some(lower));
        check(&case, "upper", Some(upper));
    }
}

/// Sequential tests of both models, of small differences and of large ones.
fn tests() -> impl Strategy<Value = Sprt> {
    let elo = || prop_oneof![-20.0..20.0_f64, -4000.0..4000.0_f64, Just(0.0)];
    (elo(), elo(), 0..2_usize).prop_filter_map("equal hypotheses", |(one, other, model)| {
        let sprt = Sprt { model: Model::ALL[model], ..Sprt::new(one.min(other), one.max(other)) };
        (one < other || other < one).then_some(sprt)
    })
}

/// Counts of an outcome: often 0, sometimes small, up to a million.
fn count() -> impl Strategy<Value = u64> {
    prop_oneof![Just(0), 1..20_u64, 0..=1_000_000_u64]
}

/// Samples of games and of pairs, including empty ones and those of a single outcome.
fn samples() -> impl Strategy<Value = Counts> {
    let of_one_outcome = (0..5_usize, 1..=1_000_000_u64).prop_map(|(outcome, count)| {
        let mut counts = [0; 5];
        counts[outcome] = count;
        Counts::pairs(counts)
    });
    prop_oneof![
        (count(), count(), count()).prop_map(|(losses, draws, wins)| Counts::games(losses, draws, wins)),
        prop::array::uniform5(count()).prop_map(Counts::pairs),
        of_one_outcome,
    ]
}

/// The mean with outcomes that did not occur counted as a thousandth.
fn regularised_mean(counts: &Counts) -> f64 {
    let weights: Vec<f64> = counts.outcomes().iter().map(|&count| (count as f64).max(1e-3)).collect();
    let half_points: f64 = weights.iter().enumerate().map(|(i, weight)| i as f64 * weight).sum();
    half_points / weights.iter().sum::<f64>() / (weights.len() - 1) as f64
}

/// A sample in which every outcome occurs, and the same with half a point more in one unit. An unseen outcome
/// counts as a thousandth, so one that appears or disappears would change the sample by more than that unit.
fn improved(counts: &Counts, from: usize) -> (Counts, Counts) {
    let sized = |outcomes: &[u64]| match outcomes {
        &[losses, draws, wins] => Counts::games(losses, draws, wins),
        outcomes => Counts::pairs(outcomes.try_into().unwrap()),
    };
    let mut outcomes: Vec<u64> = counts.outcomes().iter().map(|count| count + 2).collect();
    let before = sized(&outcomes);
    let from = from % (outcomes.len() - 1);
    outcomes[from] -= 1;
    outcomes[from + 1] += 1;
    (before, sized(&outcomes))
}

/// Every count times a factor.
fn times(counts: &Counts, factor: u64) -> Counts {
    (1..factor).try_fold(*counts, |sum, _| sum.merged(counts)).unwrap()
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs() + 1e-12
}

fn opposite(a: Option<f64>, b: Option<f64>, sum: f64) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => (a + b - sum).abs() <= 1e-9 * a.abs() + 1e-9,
        (a, b) => a == b,
    }
}

fn is_nearly_one_outcome(counts: &Counts) -> bool {
    counts.outcomes().iter().any(|&count| count * 10 >= counts.n() * 9)
}

/// In `[0, 1]` and in order, which also excludes NaN.
fn proper(interval: Interval) -> bool {
    0.0 <= interval.low && interval.low <= interval.high && interval.high <= 1.0
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    #[test]
    fn swapping_the_sides_mirrors_the_interval(counts in samples()) {
        let (here, there) = (score_interval(&counts), score_interval(&counts.mirrored()));
        prop_assert!(close(here.low, 1.0 - there.high), "{here:?} {there:?}");
        prop_assert!(close(here.high, 1.0 - there.low), "{here:?} {there:?}");
    }

    #[test]
    fn swapping_the_sides_flips_the_sign_of_elo(counts in samples()) {
        let there = counts.mirrored();
        prop_assert!(opposite(counts.mean().and_then(elo), there.mean().and_then(elo), 0.0));
        prop_assert!(opposite(nelo(&counts).map(|nelo| nelo.value), nelo(&there).map(|nelo| nelo.value), 0.0));
        prop_assert!(opposite(los(&counts), los(&there), 1.0));
    }

    #[test]
    fn the_interval_contains_the_mean_and_stays_within_0_and_1(counts in samples()) {
        let interval = score_interval(&counts);
        prop_assert!(proper(interval), "{interval:?}");
        for mean in counts.mean().into_iter().chain([regularised_mean(&counts)]) {
            prop_assert!(interval.low <= mean && mean <= interval.high, "{interval:?} without {mean}");
        }
    }

    #[test]
    fn more_of_the_same_results_narrow_the_interval(counts in samples(), factor in 2..6_u64) {
        let (few, many) = (score_interval(&counts).width(), score_interval(&times(&counts, factor)).width());
        prop_assert!(many < few || (many <= few && counts.n() <= 2), "{many} is not below {few}");
    }

    #[test]
    fn better_results_move_the_score_and_its_interval_up(counts in samples(), from in 0..4_usize) {
        let (before, after) = improved(&counts, from);
        prop_assert!(before.mean() < after.mean());
        // Where an outcome reaches 90 % of the units, the interval becomes wider.
        prop_assume!(is_nearly_one_outcome(&before) == is_nearly_one_outcome(&after));
        let (old, new) = (score_interval(&before), score_interval(&after));
        prop_assert!(old.low <= new.low + 1e-12 && old.high <= new.high + 1e-12, "{old:?} then {new:?}");
    }

    #[test]
    fn every_number_is_finite(counts in samples()) {
        let interval = score_interval(&counts);
        let (elo_low, elo_high) = interval.elo();
        let nelo = nelo(&counts);
        let numbers = [
            counts.mean(), counts.variance(), counts.std_error(), counts.mean().and_then(elo), elo_low, elo_high,
            nelo.map(Nelo::low), nelo.map(Nelo::high), los(&counts), Some(interval.width()),
        ];
        prop_assert!(numbers.into_iter().flatten().all(f64::is_finite), "{numbers:?}");
    }

    #[test]
    fn swapping_sides_and_hypotheses_flips_the_sign_of_the_likelihood_ratio(counts in samples(), sprt in tests()) {
        let other = Sprt { elo0: -sprt.elo1, elo1: -sprt.elo0, ..sprt };
        let (here, there) = (sprt.llr(&counts), other.llr(&counts.mirrored()));
        prop_assert!((here + there).abs() <= 1e-6 + 1e-9 * here.abs(), "{here} {there}");
    }

    #[test]
    fn the_likelihood_ratio_is_finite_and_the_verdict_follows_it(counts in samples(), sprt in tests()) {
        let result = sprt.test(&counts);
        prop_assert!(result.llr.is_finite(), "{result:?}");
        prop_assert_eq!(result.verdict.to_string() == "H1", result.llr >= result.upper);
        prop_assert_eq!(result.verdict.to_string() == "H0", result.llr <= result.lower);
    }

    #[test]
    fn better_results_favour_the_better_hypothesis(
        counts in samples(), from in 0..4_usize, elo0 in -100.0..100.0_f64, more in 1.0..100.0_f64,
    ) {
        let (before, after) = improved(&counts, from);
        let sprt = Sprt { model: Model::Logistic, ..Sprt::new(elo0, elo0 + more) };
        let (before, after) = (sprt.llr(&before), sprt.llr(&after));
        prop_assert!(after >= before - 1e-6, "{before} then {after}");
    }

    #[test]
    fn a_wilson_interval_contains_the_rate_and_mirrors(n in 1..=1_000_000_u64, part in 0.0..=1.0_f64) {
        let successes = (n as f64 * part) as u64;
        let (rate, interval, other) = (successes as f64 / n as f64, wilson(successes, n), wilson(n - successes, n));
        prop_assert!(proper(interval) && interval.low <= rate && rate <= interval.high, "{interval:?} {rate}");
        prop_assert!(close(interval.low, 1.0 - other.high) && close(interval.high, 1.0 - other.low));
    }

    #[test]
    fn the_normal_cdf_rises_and_is_symmetric(x in -40.0..40.0_f64, step in 1e-6..1.0_f64) {
        prop_assert!(normal_cdf(x) <= normal_cdf(x + step));
        prop_assert!((normal_cdf(x) + normal_cdf(-x) - 1.0).abs() < 1e-15);
    }
}
