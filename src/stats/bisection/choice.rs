//! Where the next games are played.
//!
//! A visit plays some pairs of one commit against the good one. What it says about where the loss is depends on how
//! probable it is that the commit is weaker: the mutual information between that and the score of the pairs, which is the
//! expected fall of the entropy (M. Horstein, "Sequential Transmission Using Noiseless Feedback", 1963, has the same
//! rule: ask at the median).

use super::loss::Shape;
use super::{Bisection, Commit};
use crate::stats::elo::score;

/// The pairs of a visit are so many that their log-likelihood ratio is expected to be this.
const RATIO: f64 = 1.0;

/// The fewest and the most pairs of a visit. Fewer would start programs for nothing.
const FEWEST: u64 = 8;
const MOST: u64 = 250;

/// The deviations of a normal variable that are integrated over, to each side.
const WIDEST: f64 = 6.0;

/// The steps of an integral over the scores of a visit.
const STEPS: u32 = 64;

/// Less information than this is none, in nats.
const NOTHING: f64 = 1e-6;

/// The next games to play.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Visit {
    /// The commit.
    pub commit: usize,
    /// How many pairs to add to its results.
    pub pairs: u64,
}

impl Bisection {
    /// The commit where games are expected to say most, and how many; `None` where nothing more can be learnt from
    /// commits of fewer than `most_pairs`. One that is not built yet may turn out to be [alike](Bisection::alike) or to
    /// be [skipped](Bisection::skip); then ask again.
    pub fn next(&self, most_pairs: u64) -> Option<Visit> {
        let belief = self.belief();
        let loss = self.grid.summary(&belief.losses())?;
        let variance = Shape::of(self.builds.iter().map(|build| build.counts)).variance();
        let apart = 0.5 - score(-loss.elo);
        let pairs = (2.0 * RATIO * variance / apart.powi(2)).ceil() as u64;
        let pairs = pairs.clamp(FEWEST, MOST);
        let mut weaker = 0.0;
        let mut best: Option<(f64, Visit)> = None;
        for (commit, probability) in belief.probabilities().into_iter().enumerate() {
            weaker += probability;
            let left = match self.commits[commit] {
                Commit::Skipped | Commit::Built(0) => 0,
                Commit::Unknown => most_pairs,
                Commit::Built(build) if self.builds[build].is_exhausted => 0,
                Commit::Built(build) => most_pairs.saturating_sub(self.builds[build].counts.n()),
            };
            let pairs = pairs.min(left);
            let deviations = apart * (pairs as f64 / variance).sqrt();
            let gain = if pairs == 0 { 0.0 } else { information(weaker, deviations) };
            // Of equals, one that is built.
            let is_built = matches!(self.commits[commit], Commit::Built(_));
            let better = best
                .is_none_or(|(most, _)| gain > most + NOTHING || is_built && (gain - most).abs() <= NOTHING);
            if gain > NOTHING && better {
                best = Some((gain, Visit { commit, pairs }));
            }
        }
        best.map(|(_, visit)| visit)
    }
}

/// The information in nats that a normal variable has about which of two means it has, which are this many deviations
/// apart: the second one with this probability.
fn information(probability: f64, deviations: f64) -> f64 {
    let (low, high) = (-WIDEST, deviations + WIDEST);
    let step = (high - low) / f64::from(STEPS);
    let density = |x: f64| (-x * x / 2.0).exp() / std::f64::consts::TAU.sqrt();
    let part = |share: f64, all: f64| if share > 0.0 && all > 0.0 { share * (share / all).ln() } else { 0.0 };
    let at = |x: f64| {
        let (one, other) = (density(x), density(x - deviations));
        let all = (1.0 - probability) * one + probability * other;
        (1.0 - probability) * part(one, all) + probability * part(other, all)
    };
    (0..STEPS).map(|place| at(low + (f64::from(place) + 0.5) * step) * step).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_say_most_about_what_is_least_certain() {
        let at = |probability| information(probability, 1.0);
        assert!(at(0.5) > at(0.6) && at(0.6) > at(0.9) && at(0.9) > at(0.99));
        assert!((at(0.3) - at(0.7)).abs() < 1e-9);
        assert!(at(0.0).abs() < 1e-9 && at(1.0).abs() < 1e-9);
    }

    #[test]
    fn many_games_tell_everything_and_no_games_nothing() {
        assert!((information(0.5, 12.0) - std::f64::consts::LN_2).abs() < 1e-4);
        assert!(information(0.5, 0.0).abs() < 1e-9);
        // Of small differences the information is p (1 - p) d² / 2.
        assert!((information(0.5, 0.1) / 0.00125 - 1.0).abs() < 0.01);
    }
}
