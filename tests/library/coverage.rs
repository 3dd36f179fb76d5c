//! How often figures err, summed exactly over all samples of a given size instead of simulated.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use crate::simulated::Truth;
use arena::stats::{Counts, los};

/// All samples of `units` units: the counts of the outcomes, and the probability of the sample.
fn samples(truth: &Truth, units: u64) -> Vec<(Vec<u64>, f64)> {
    let mut samples = vec![(Vec::new(), 0, 1.0)];
    let (last, others) = truth.0.split_last().unwrap();
    let mut left = 1.0;
    for p in others {
        samples = samples
            .into_iter()
            .flat_map(|(counts, taken, probability)| {
                binomial(units - taken, p / left).into_iter().zip(0..).map(move |(share, count)| {
                    ([counts.as_slice(), &[count]].concat(), taken + count, probability * share)
                })
            })
            .collect();
        left -= p;
    }
    assert!((left - last).abs() < 1e-12);
    let complete = |(mut counts, taken, probability): (Vec<u64>, u64, f64)| {
        counts.push(units - taken);
        (counts, probability)
    };
    samples.into_iter().map(complete).collect()
}

/// The probabilities of 0, 1, … successes in `n` trials.
fn binomial(n: u64, p: f64) -> Vec<f64> {
    let mut logarithm = n as f64 * (-p).ln_1p();
    let mut probabilities = vec![logarithm.exp()];
    for k in 0..n {
        logarithm += ((n - k) as f64 / (k + 1) as f64).ln() + p.ln() - (-p).ln_1p();
        probabilities.push(logarithm.exp());
    }
    probabilities
}

/// How likely LOS gives 95 % or more to one of two players.
fn certain(truth: &Truth, pairs: u64) -> f64 {
    let is_certain = |counts: Vec<u64>| {
        let los = los(&Counts::pairs(counts.try_into().unwrap()));
        los.is_some_and(|los| los.max(1.0 - los) >= 0.95)
    };
    samples(truth, pairs).into_iter().map(|(counts, p)| if is_certain(counts) { p } else { 0.0 }).sum()
}

#[test]
fn los_of_few_pairs_is_95_percent_for_one_of_two_equals_in_at_most_12_4_of_100_matches() {
    println!("\n| A against A | 10 pairs | 20 pairs |\n| --- | --- | --- |");
    for (family, truth, most) in [
        ("independent games", Truth::independent(0.5), [0.124, 0.111]),
        ("openings decide", Truth::decided_by_openings(0.5), [0.116, 0.111]),
    ] {
        let shares = [10, 20].map(|pairs| certain(&truth, pairs));
        println!("| {family} | {:.1} % | {:.1} % |", 100.0 * shares[0], 100.0 * shares[1]);
        for (share, most) in shares.into_iter().zip(most) {
            assert!((0.1..=most).contains(&share), "{family}: {share}");
        }
    }
}
