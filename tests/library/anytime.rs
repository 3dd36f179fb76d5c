//! The promise of anytime-valid intervals: in 95 of 100 matches, no look at any time shows one without the true score.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use crate::simulated::{Dice, Truth, chance, simulations};
use arena::stats::anytime::evidence_above;
use arena::stats::{Counts, anytime_interval, score_interval};
use rayon::prelude::*;

type Family = fn(f64) -> Truth;

/// Most pairs are even, and few are won twice.
fn rarely_decided(score: f64) -> Truth {
    Truth(vec![0.0, 0.0, 2.0 - 2.0 * score, 0.0, 2.0 * score - 1.0])
}

/// Families of matches with scores at which their distributions exist.
const MATCHES: [(&str, Family, &[f64]); 3] = [
    ("independent games", Truth::independent, &[0.5, 0.6, 0.75, 0.9, 0.98]),
    ("openings decide", Truth::decided_by_openings, &[0.5, 0.75, 0.98]),
    ("even or won twice", rarely_decided, &[0.501, 0.505, 0.52]),
];

/// Whether the interval of a match of this many pairs, looked at after every pair, ever misses the truth; and whether
/// that of a planned number of games does at one of a hundred looks.
fn ever_misses(truth: &Truth, pairs: u64, dice: &mut Dice) -> [bool; 2] {
    let (mut counts, mut misses) = (Counts::pairs([0; 5]), [false; 2]);
    let (score, enough) = (truth.score(), 40_f64.ln());
    while counts.n() < pairs {
        counts.add(truth.draw(dice));
        // An end is beyond the truth if the bets against it have forty times their capital.
        misses[0] |= evidence_above(counts.outcomes(), score) >= enough
            || evidence_above(counts.mirrored().outcomes(), 1.0 - score) >= enough;
        if counts.n() % (pairs / 100) == 0 {
            let planned = score_interval(&counts);
            misses[1] |= score < planned.low || score > planned.high;
        }
    }
    misses
}

#[test]
#[ignore = "simulates hundreds of long matches"]
fn an_anytime_valid_interval_ever_misses_the_truth_in_at_most_5_of_100_matches() {
    println!(
        "\n| matches | true score | ever wrong in 5,000 looks | planned interval, 100 looks |\n| --- | --- | --- | --- |"
    );
    let simulations = simulations(60);
    for (name, family, scores) in MATCHES {
        for &score in scores {
            let truth = family(score);
            let misses: Vec<[bool; 2]> = (0..simulations)
                .into_par_iter()
                .map(|one| ever_misses(&truth, 5000, &mut Dice::of(one)))
                .collect();
            let share = |which: usize| {
                misses.iter().filter(|misses| misses[which]).count() as f64 / f64::from(simulations)
            };
            println!("| {name} | {score} | {:.1} % | {:.1} % |", 100.0 * share(0), 100.0 * share(1));
            assert!(share(0) <= 0.05 + chance(0.05, simulations), "{name}, {score}: {}", share(0));
        }
    }
}

#[test]
fn an_interval_ends_where_the_bets_have_forty_times_their_capital() {
    for counts in [[3, 5, 40, 6, 9], [0, 0, 90, 3, 7], [1, 0, 0, 2, 500]] {
        let counts = Counts::pairs(counts);
        let interval = anytime_interval(&counts);
        assert!((evidence_above(counts.outcomes(), interval.low) - 40_f64.ln()).abs() < 1e-6);
        let above = evidence_above(counts.mirrored().outcomes(), 1.0 - interval.high);
        assert!((above - 40_f64.ln()).abs() < 1e-6);
    }
}
