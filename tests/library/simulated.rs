//! Simulated matches whose truth is known.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use arena::stats::{Counts, Model, Nelo, Sprt, SprtVerdict, Unit, nelo};
use rayon::prelude::*;

/// The number of simulations: a few, or the value of the variable `ARENA_SIMULATIONS`.
pub(crate) fn simulations(few: u32) -> u32 {
    std::env::var("ARENA_SIMULATIONS").map_or(few, |many| many.parse().unwrap())
}

/// Random numbers: `SplitMix64` (G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number Generators", 2014).
pub(crate) struct Dice(u64);

impl Dice {
    /// The numbers of one simulation.
    pub(crate) fn of(simulation: u32) -> Dice {
        Dice(u64::from(simulation).wrapping_mul(0xd134_2543_de82_ef95) ^ 0x5eed)
    }

    /// A number from 0 up to 1.
    pub(crate) fn roll(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// The distribution of the results of a match: the probability of each outcome of a unit, from the worst to the best.
#[derive(Debug, Clone)]
pub(crate) struct Truth(pub(crate) Vec<f64>);

impl Truth {
    /// Single games with a mean score.
    pub(crate) fn games(score: f64, draws: f64) -> Truth {
        Truth(vec![1.0 - score - draws / 2.0, draws, score - draws / 2.0])
    }

    /// Pairs of two independent games. The more one-sided the match, the fewer draws.
    pub(crate) fn independent(score: f64) -> Truth {
        let game = Truth::games(score, 0.8 * score * (1.0 - score)).0;
        let mut pair = vec![0.0; 5];
        for (i, one) in game.iter().enumerate() {
            for (j, other) in game.iter().enumerate() {
                pair[i + j] += one * other;
            }
        }
        Truth(pair)
    }

    /// Pairs of which many are even because the opening decides them: half of all if the score is one half.
    pub(crate) fn decided_by_openings(score: f64) -> Truth {
        let decided = score.min(1.0 - score);
        let mut pair = Truth::independent((score - decided / 2.0) / (1.0 - decided)).0;
        for p in &mut pair {
            *p *= 1.0 - decided;
        }
        pair[2] += decided;
        Truth(pair)
    }

    /// The member of a family that has this normalized Elo.
    pub(crate) fn of_nelo(family: impl Fn(f64) -> Truth, nelo: f64) -> Truth {
        let (mut low, mut high) = (0.001, 0.999);
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            if family(middle).nelo() < nelo {
                low = middle;
            } else {
                high = middle;
            }
        }
        family(low)
    }

    fn unit(&self) -> Unit {
        if self.0.len() == 3 { Unit::Game } else { Unit::Pair }
    }

    /// The mean score.
    pub(crate) fn score(&self) -> f64 {
        let best = (self.0.len() - 1) as f64;
        self.0.iter().enumerate().map(|(i, p)| p * i as f64 / best).sum()
    }

    /// The normalized Elo.
    pub(crate) fn nelo(&self) -> f64 {
        let (best, mean) = ((self.0.len() - 1) as f64, self.score());
        let variance: f64 =
            self.0.iter().enumerate().map(|(i, p)| p * (i as f64 / best - mean).powi(2)).sum();
        (mean - 0.5) / (variance * self.unit().games() as f64).sqrt() * 800.0 / 10_f64.ln()
    }

    /// The half points of one unit.
    pub(crate) fn draw(&self, dice: &mut Dice) -> usize {
        self.at(dice.roll())
    }

    /// The half points of a unit with this luck, from 0 up to 1: more luck never gives fewer.
    pub(crate) fn at(&self, luck: f64) -> usize {
        let mut left = luck;
        for (half_points, p) in self.0.iter().enumerate() {
            left -= p;
            if left < 0.0 {
                return half_points;
            }
        }
        self.0.len() - 1
    }

    /// A sample of this many units.
    pub(crate) fn sample(&self, units: u32, dice: &mut Dice) -> Counts {
        let mut counts = Counts::empty(self.unit());
        for _ in 0..units {
            counts.add(self.draw(dice));
        }
        counts
    }
}

/// The share of this many simulations in which a condition holds.
pub(crate) fn share(simulations: u32, holds: impl Fn(&mut Dice) -> bool + Sync) -> f64 {
    let held = (0..simulations).into_par_iter().filter(|&one| holds(&mut Dice::of(one))).count();
    held as f64 / f64::from(simulations)
}

/// How far a share of this many simulations may be from the truth by chance: 4 standard deviations, once in 16,000.
pub(crate) fn chance(share: f64, simulations: u32) -> f64 {
    4.0 * (share * (1.0 - share) / f64::from(simulations)).sqrt()
}

/// The order in which a test takes results.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    /// In the order of the plan, as a match does: a result waits for all before it.
    Commit,
    /// As they complete.
    Completion,
}

/// Whether a test ends with these results. Its exact ratio is computed only where the closed form of normalized Elo
/// (M. Van den Bergh, `normalized_elo_practical.pdf`) is near a bound.
fn ends(sprt: &Sprt, counts: &Counts) -> bool {
    let (lower, upper) = sprt.bounds();
    let is_far = |nelo: Nelo| {
        let deviations = |elo: f64| ((nelo.value - elo) * 10_f64.ln() / 800.0).powi(2) * 2.0;
        let ratio = (1.0 + deviations(sprt.elo0)) / (1.0 + deviations(sprt.elo1));
        let llr = counts.n() as f64 / 2.0 * ratio.ln();
        0.7 * lower < llr && llr < 0.7 * upper
    };
    let has_closed_form =
        sprt.model == Model::Normalized && counts.outcomes().len() == 5 && counts.n() >= 200;
    let goes_on = has_closed_form && nelo(counts).is_some_and(is_far);
    !goes_on && sprt.test(counts).verdict != SprtVerdict::Continue
}

/// The results at which a test ends, or those of the most units.
pub(crate) fn stopped(sprt: &Sprt, truth: &Truth, most_units: u64, dice: &mut Dice) -> Counts {
    let mut counts = Counts::empty(truth.unit());
    for _ in 0..most_units {
        counts.add(truth.draw(dice));
        if ends(sprt, &counts) {
            break;
        }
    }
    counts
}

/// Plays a match on this many workers until the test ends, and returns its verdict and the units it took. A unit that
/// is lost takes five times as long as one that is won, and others in between.
pub(crate) fn run_test(
    sprt: &Sprt,
    truth: &Truth,
    workers: u64,
    order: Order,
    dice: &mut Dice,
) -> (SprtVerdict, u64) {
    let best = truth.0.len() - 1;
    let mut start = |index: u64, now: u64| {
        let half_points = truth.draw(dice);
        let takes = 1000 + 4000 * (best - half_points) as u64 / best as u64;
        // The time it ends, then its number.
        Reverse((now + takes, index, half_points))
    };
    let mut playing: BinaryHeap<_> = (0..workers).map(|index| start(index, 0)).collect();
    let mut waiting = std::collections::HashMap::new();
    let (mut counts, mut begun, mut committed) = (Counts::empty(truth.unit()), workers, 0);
    loop {
        let Reverse((now, index, half_points)) = playing.pop().unwrap();
        playing.push(start(begun, now));
        begun += 1;
        waiting.insert(index, half_points);
        let next = |committed: u64| if order == Order::Commit { committed } else { index };
        while let Some(half_points) = waiting.remove(&next(committed)) {
            counts.add(half_points);
            committed += 1;
            if ends(sprt, &counts) {
                return (sprt.test(&counts).verdict, committed);
            }
        }
    }
}
