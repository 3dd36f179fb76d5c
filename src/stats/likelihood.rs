//! The generalized likelihood of a hypothesis, which a sequential test compares.
//!
//! A hypothesis fixes one number of the unknown distribution over the outcomes: its mean, or its mean in standard
//! deviations. Of the distributions that satisfy it, the most likely one represents it. With the shares
//! p of the sample, N units and that distribution q, the cost is `N sum p ln(p/q)`; it is 0 if the sample itself
//! satisfies the hypothesis.
//!
//! **A mean** s is a linear condition, sum q (x - s) = 0. By Lagrange's method q = p / (1 + t a) with a = x - s, and
//! one equation for t remains: sum p a / (1 + t a) = 0 (A. B. Owen, "Empirical Likelihood", 2001).
//!
//! **A mean in standard deviations**, (mu - 1/2) / sigma = d, is not linear. With y = x - 1/2 it reads
//! E y = c sqrt(E y²), where c = d / sqrt(1 + d²). As sqrt(E y²) is the least of (E y² / r + r) / 2 over all r > 0,
//! the condition is linear for a given r: sum q (y - c (y² / r + r) / 2) = 0. It remains to find the r for which
//! r² = E y². M. Van den Bergh's notes for fishtest (`normalized_elo_practical.pdf`) solve the same condition in
//! another form.
//!
//! For c > 0 (else the sides are swapped) there are two cases. The distributions at or below the hypothesis are a
//! convex set, the intersection of half spaces, one for each r: a sample above it has one most likely point in the
//! set, and a bracket contains its r. The distributions at or above the hypothesis are the union of half spaces, which is
//! not convex. A sample below it may have two local maxima of the likelihood, one that adds full wins and one
//! that adds three points in two games; both are searched for.

use super::counts::Counts;
use super::elo::score;

/// The largest number of outcomes of a unit.
pub(super) const MOST: usize = 5;

/// A hypothesis about the mean score.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Hypothesis {
    /// The mean score, as Elo.
    Elo(f64),
    /// The mean score minus a half, in standard deviations of a unit.
    Deviations(f64),
}

/// A sample in which every outcome occurs, if only a thousandth of a unit.
#[derive(Debug, Clone, Copy)]
pub(super) struct SmoothedSample {
    outcomes: usize,
    /// The shares of the outcomes, from the worst to the best.
    p: [f64; MOST],
    /// The sum of the counts, including the thousandths.
    total: f64,
}

impl SmoothedSample {
    pub(super) fn of(counts: &Counts) -> SmoothedSample {
        SmoothedSample::of_weights(&counts.weights())
    }

    /// A sample by the weights of its outcomes, from the worst to the best.
    pub(super) fn of_weights(weights: &[f64]) -> SmoothedSample {
        let total: f64 = weights.iter().sum();
        let mut p = [0.0; MOST];
        for (p, weight) in p.iter_mut().zip(weights) {
            *p = weight / total;
        }
        SmoothedSample { outcomes: weights.len(), p, total }
    }

    /// The shares of the outcomes, from the worst to the best.
    pub(super) fn shares(&self) -> &[f64] {
        &self.p[..self.outcomes]
    }

    /// The cost of the hypothesis: the log-likelihood of the results without it minus that with it.
    pub(super) fn cost(&self, hypothesis: Hypothesis) -> f64 {
        let divergence = match hypothesis {
            // If the mean is close to 1, the opponent's, close to 0, is more exact.
            Hypothesis::Elo(elo) if elo > 0.0 => return self.mirrored().cost(Hypothesis::Elo(-elo)),
            Hypothesis::Elo(elo) => {
                let mean = score(elo);
                self.tilted(|y| y + 0.5 - mean).map(|tilted| tilted.divergence)
            }
            Hypothesis::Deviations(0.0) => self.tilted(|y| y).map(|tilted| tilted.divergence),
            Hypothesis::Deviations(d) if d < 0.0 => self.mirrored().deviating(-d),
            Hypothesis::Deviations(d) => self.deviating(d),
        };
        self.total * divergence.unwrap_or(0.0)
    }

    fn mirrored(mut self) -> SmoothedSample {
        self.p[..self.outcomes].reverse();
        self
    }

    /// The outcomes, as shares and scores above one half.
    fn scored(&self) -> impl Iterator<Item = (f64, f64)> {
        let best = (self.outcomes - 1) as f64;
        self.p[..self.outcomes].iter().enumerate().map(move |(i, &p)| (p, i as f64 / best - 0.5))
    }

    /// The divergence from the most likely distribution with (mu - 1/2) / sigma = d, for d > 0.
    fn deviating(&self, d: f64) -> Option<f64> {
        let c = d / d.hypot(1.0);
        let (mean, square) =
            self.scored().fold((0.0, 0.0), |(mean, square), (p, y)| (mean + p * y, square + p * y * y));
        let at = |r: f64| self.tilted(|y| y - c * (y * y / r + r) / 2.0);
        if mean > c * square.sqrt() {
            return pulled_down(at, square.sqrt());
        }
        // Below, not even the least outcome above one half can make up for the others.
        let least = 1.0 / (self.outcomes - 1) as f64 * c / (1.0 + (1.0 - c * c).sqrt());
        pushed_up(at, square, least)
    }

    /// The most likely distribution in which `a` of the outcome has the mean 0; `None` if there is none because `a` has
    /// only one sign.
    ///
    /// 1 + t a is positive for all outcomes between two values of t, where it is 0 for the largest and for the least
    /// a. It is written as the mean of its values there, with the weights 1 and v, so that nothing cancels however
    /// rare an outcome is; and v is found by Newton's method on ln v. The negative and the positive terms of the
    /// equation are compared by their logarithms: the difference is a straight line if there are two outcomes.
    fn tilted(&self, a: impl Fn(f64) -> f64) -> Option<Tilted> {
        let mut terms = [Term::default(); MOST];
        let terms = &mut terms[..self.outcomes];
        let (mut least, mut most) = (0.0_f64, 0.0_f64);
        for (term, (p, y)) in terms.iter_mut().zip(self.scored()) {
            *term = Term { p, y, a: a(y), ..Term::default() };
            (least, most) = (least.min(term.a), most.max(term.a));
        }
        if least >= 0.0 || most <= 0.0 {
            return None;
        }
        for term in &mut *terms {
            term.at_one_end = (most - term.a) / most;
            term.at_other_end = (term.a - least) / -least;
        }
        let v = balance(terms, (-least / most).ln()).exp();
        let t = (v / -least - 1.0 / most) / (1.0 + v);
        let (mut divergence, mut square) = (0.0, 0.0);
        for term in terms {
            let factor = term.factor(v) / (1.0 + v);
            let small = (t * term.a).abs() < 0.5;
            divergence += term.p * if small { (t * term.a).ln_1p() } else { factor.ln() };
            square += term.p / factor * term.y * term.y;
        }
        Some(Tilted { divergence: divergence.max(0.0), deviation: square.sqrt() })
    }
}

/// The most likely distribution under a linear condition.
#[derive(Debug, Clone, Copy)]
struct Tilted {
    /// The sum of p ln(p/q).
    divergence: f64,
    /// The root of the mean of y².
    deviation: f64,
}

/// An outcome in the equation for t.
#[derive(Debug, Clone, Copy, Default)]
struct Term {
    p: f64,
    y: f64,
    a: f64,
    /// 1 + t a where it is 0 for the largest a.
    at_one_end: f64,
    /// 1 + t a where it is 0 for the least a.
    at_other_end: f64,
}

impl Term {
    /// (1 + t a) (1 + v).
    fn factor(&self, v: f64) -> f64 {
        self.at_one_end + v * self.at_other_end
    }
}

/// How far ln v can be from 0 for counts of 64 bits.
const LN_V: f64 = 300.0;

/// The most steps of Newton's method. It usually takes 5; halving the bracket of ln v takes 40.
const STEPS: u32 = 100;

/// How exact ln v and r need to be. The divergence is flat in both, so its error is the square of theirs.
const EXACT: f64 = 1e-9;

/// The ln v at which the terms with positive and with negative a balance.
fn balance(terms: &[Term], start: f64) -> f64 {
    let (mut low, mut high, mut at) = (-LN_V, LN_V, start.clamp(-LN_V, LN_V));
    for _ in 0..STEPS {
        let v = at.exp();
        // The sums of both signs, and how they fall as ln v grows.
        let (mut sums, mut falls) = ([0.0; 2], [0.0; 2]);
        for term in terms {
            let sign = usize::from(term.a > 0.0);
            let part = term.p * term.a.abs() / term.factor(v);
            sums[sign] += part;
            falls[sign] += part * v * term.at_other_end / term.factor(v);
        }
        let ahead = (sums[1] / sums[0]).ln();
        if ahead > 0.0 {
            low = at;
        } else {
            high = at;
        }
        let slope = falls[0] / sums[0] - falls[1] / sums[1];
        let newton = at - ahead / slope;
        let next = if low <= newton && newton <= high { newton } else { f64::midpoint(low, high) };
        let step = (next - at).abs();
        at = next;
        if step < EXACT {
            break;
        }
    }
    at
}

/// The most r that are tried, and the distance between their logarithms.
const MOST_STARTS: usize = 24;
const APART: f64 = 0.25;

/// How often r is improved. It usually takes 4 times, and 50 in the worst of a million random samples.
const ROUNDS: u32 = 200;

/// The divergence at the only r with r² = E y², between 0 and a half.
fn pulled_down(at: impl Fn(f64) -> Option<Tilted>, start: f64) -> Option<f64> {
    let (mut low, mut high, mut r) = (0.0, 0.5, start);
    let mut found = None;
    for _ in 0..ROUNDS {
        let tilted = at(r)?;
        found = Some(tilted.divergence);
        let next = tilted.deviation;
        if (next / r - 1.0).abs() < EXACT {
            break;
        }
        if next > r {
            low = r;
        } else {
            high = r;
        }
        r = if low <= next && next <= high { next } else { f64::midpoint(low, high) };
    }
    found
}

/// The least divergence at an r with r² = E y², where `square` is E y² of the sample and r is at least `least`.
///
/// A distribution that diverges by D changes no mean by more than sqrt(D/2) times the range of the averaged values
/// (Pinsker's inequality), which is a quarter for y². So once one solution is known, a better one has its r near that
/// of the sample, and only that range is searched. It is usually too small for a second one.
fn pushed_up(at: impl Fn(f64) -> Option<Tilted>, square: f64, least: f64) -> Option<f64> {
    // With full wins, any hypothesis can be satisfied.
    let near = at(square.sqrt()).map(|tilted| (square.sqrt(), tilted));
    let (r, tilted) = near.or_else(|| Some((0.5, at(0.5)?)))?;
    let found = followed(&at, r, tilted);

    let reach = 0.25 * (found / 2.0).sqrt();
    let low = (square - reach).max(least * least).sqrt();
    let high = (square + reach).min(0.25).sqrt();
    let steps = (((high / low).ln() / APART) as usize).min(MOST_STARTS);
    let start = |step: usize| low * (high / low).powf((step + 1) as f64 / steps as f64);
    let mut tried = [None; MOST_STARTS];
    for (step, tried) in tried[..steps].iter_mut().enumerate() {
        *tried = at(start(step));
    }
    let cost =
        |step: usize| tried.get(step).copied().flatten().map_or(f64::INFINITY, |tilted| tilted.divergence);
    let is_least_around =
        |&step: &usize| cost(step) <= cost(step + 1) && (step == 0 || cost(step) < cost(step - 1));
    let others =
        (0..steps).filter(is_least_around).filter_map(|step| Some(followed(&at, start(step), tried[step]?)));
    // For large hypotheses there are solutions close around the outcomes above one half, between the steps.
    let outcomes = [0.25, 0.5].into_iter().filter(|&y| low <= y && y <= high);
    let close = outcomes.filter_map(|y| Some(followed(&at, y, at(y)?)));
    Some(others.chain(close).fold(found, f64::min))
}

/// The divergence after iterating from r to r² = E y². It falls in each round until it stays the same.
fn followed(at: impl Fn(f64) -> Option<Tilted>, mut r: f64, mut tilted: Tilted) -> f64 {
    for _ in 0..ROUNDS {
        if (tilted.deviation / r - 1.0).abs() < EXACT {
            break;
        }
        r = tilted.deviation;
        match at(r) {
            Some(next) => tilted = next,
            None => break,
        }
    }
    tilted.divergence
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pseudo-random numbers: Lehmer's multiplicative generator with the constants of Park and Miller.
    struct Dice(u64);

    impl Dice {
        fn below(&mut self, bound: u64) -> u64 {
            self.0 = self.0 * 48_271 % 2_147_483_647;
            self.0 % bound
        }

        /// Often 0, sometimes small, sometimes large.
        fn count(&mut self) -> u64 {
            match self.below(4) {
                0 => 0,
                1 => self.below(10),
                2 => self.below(1000),
                _ => self.below(1_000_000),
            }
        }

        fn sample(&mut self) -> SmoothedSample {
            let pairs = [(); 5].map(|()| self.count());
            let [losses, draws, wins, ..] = pairs;
            SmoothedSample::of(&if self.below(4) == 0 {
                Counts::games(losses, draws, wins)
            } else {
                Counts::pairs(pairs)
            })
        }
    }

    /// The cost by brute force over thousands of r, and whether it is the largest over all r instead of the least.
    fn brute(sample: &SmoothedSample, d: f64) -> (f64, bool) {
        let sample = if d < 0.0 { sample.mirrored() } else { *sample };
        let c = d.abs() / d.hypot(1.0);
        let (mut mean, mut square) = (0.0, 0.0);
        for (p, y) in sample.scored() {
            (mean, square) = (mean + p * y, square + p * y * y);
        }
        let is_above = mean > c * f64::sqrt(square);
        let (mut least, mut most) = (f64::INFINITY, 0.0_f64);
        for step in 1..=2000 {
            let r = 0.5 * f64::powf(1e-7, 1.0 - f64::from(step) / 2000.0);
            let a = |y: f64| y - c * (y * y / r + r) / 2.0;
            // A half space that already contains the sample costs nothing.
            let holds = is_above && sample.scored().map(|(p, y)| p * a(y)).sum::<f64>() <= 0.0;
            if let (false, Some(tilted)) = (holds, sample.tilted(a)) {
                (least, most) = (least.min(tilted.divergence), most.max(tilted.divergence));
            }
        }
        (sample.total * if is_above { most } else { least }, is_above)
    }

    #[test]
    fn brute_force_finds_the_same_most_likely_distribution() {
        let mut dice = Dice(1);
        for _ in 0..100 {
            let sample = dice.sample();
            for d in [0.01, -0.05, 0.3, -1.0, 2.5, 10.0] {
                let found = sample.cost(Hypothesis::Deviations(d));
                let (expected, is_largest) = brute(&sample, d);
                // Brute force is slightly off, and never better.
                let off = (found - expected).abs();
                assert!(off <= 1e-2 * expected + 1e-6, "{d}: {found}, {expected} for {sample:?}");
                let is_better = (found > expected) == is_largest;
                assert!(
                    is_better || off <= 1e-9 * expected + 1e-6,
                    "{d}: {found}, {expected} for {sample:?}"
                );
            }
        }
    }

    #[test]
    fn of_two_local_maxima_the_better_one_counts() {
        let even = SmoothedSample::of(&Counts::pairs([0, 0, 100, 0, 0]));
        // Three points in two games would cost 0.16296.
        let d = 10.0 * f64::ln(10.0) / 800.0 * f64::sqrt(2.0);
        assert!((even.cost(Hypothesis::Deviations(d)) - 0.160_264_612_662_481_1).abs() < 1e-12);
    }

    #[test]
    fn a_hypothesis_that_the_sample_satisfies_costs_nothing() {
        let sample = SmoothedSample::of(&Counts::pairs([10, 20, 30, 20, 10]));
        for hypothesis in [Hypothesis::Elo(0.0), Hypothesis::Deviations(0.0)] {
            assert!(sample.cost(hypothesis).abs() < 1e-12);
        }
    }

    #[test]
    fn any_counts_and_any_hypothesis_cost_a_finite_amount() {
        for counts in
            [[u64::MAX, 0, 0, 0, 0], [0, 0, u64::MAX, 0, 0], [1, 0, 0, 0, u64::MAX], [1 << 40; 5], [0; 5]]
        {
            let sample = SmoothedSample::of(&Counts::pairs(counts));
            for number in [-1e4, -4000.0, -1.0, -1e-9, 0.0, 1e-300, 1e-9, 0.5, 30.0, 4000.0] {
                for hypothesis in [Hypothesis::Elo(number), Hypothesis::Deviations(number)] {
                    let cost = sample.cost(hypothesis);
                    assert!(cost.is_finite() && cost >= 0.0, "{cost} for {hypothesis:?}, {counts:?}");
                }
            }
        }
    }
}
