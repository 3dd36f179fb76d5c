//! Estimates of players while little is known about them.
//!
//! Ratings are only as good as the results, and some results give none. To decide what to play next, an estimate of
//! every player is needed at any time: here every player has drawn one game with an imaginary one. That is a weak prior
//! of about ±350 Elo, and it makes every estimate finite. The errors are those of ratings, clustered by opening,
//! mixed with those of the model: a handful of pairs does not reliably show how much they scatter.

use super::evidence::AllResults;
use super::fit::fit;
use super::matrix::Matrix;
use super::{Crosstable, ELO};
use crate::stats::normal_cdf;

/// The weight of the model's errors, in units per pairing.
const MODEL_UNITS: f64 = 10.0;

/// Estimated strengths of players and their errors, also after games that have not been played yet.
#[derive(Debug, Clone)]
pub struct Belief {
    /// In natural units, with the imaginary player as the last.
    strengths: Vec<f64>,
    covariance: Matrix,
}

impl Belief {
    /// The belief after these results.
    pub fn of(table: &Crosstable) -> Belief {
        let evidence = AllResults::with_imagined(table);
        let all: Vec<usize> = (0..evidence.players()).collect();
        let fit = fit(&evidence, &all);
        let units = AllResults::of(table).units_a_meeting();
        let covariance = fit.model.mixed(&fit.sandwich, units / (units + MODEL_UNITS));
        Belief { strengths: fit.strengths, covariance }
    }

    /// How far player `i` is believed to be ahead of player `j`, in Elo.
    pub fn difference(&self, i: usize, j: usize) -> f64 {
        ELO * (self.strengths[i] - self.strengths[j])
    }

    /// The standard deviation of that difference.
    pub fn deviation(&self, i: usize, j: usize) -> f64 {
        ELO * self.variance(i, j).sqrt()
    }

    /// How likely player `i` is stronger than player `j`.
    pub fn los(&self, i: usize, j: usize) -> f64 {
        normal_cdf(self.difference(i, j) / self.deviation(i, j))
    }

    /// The share by which the variance of the difference between two players falls when two players, the same or others,
    /// play this many games.
    pub fn learned(&self, [i, j]: [usize; 2], [a, b]: [usize; 2], games: u64) -> f64 {
        let weight = self.weight(a, b, games);
        let shared = self.covariance.at(i, a) - self.covariance.at(i, b) - self.covariance.at(j, a)
            + self.covariance.at(j, b);
        let fall = weight * shared * shared / (1.0 + weight * self.variance(a, b));
        (fall / self.variance(i, j)).clamp(0.0, 1.0)
    }

    /// The same belief with the errors it will have when two players have played this many games. Their results are not
    /// known, so the strengths stay the same.
    pub fn expect(&mut self, [a, b]: [usize; 2], games: u64) {
        let weight = self.weight(a, b, games);
        let scale = weight / (1.0 + weight * self.variance(a, b));
        let size = self.strengths.len();
        let shared: Vec<f64> =
            (0..size).map(|i| self.covariance.at(i, a) - self.covariance.at(i, b)).collect();
        for i in 0..size {
            for j in 0..size {
                *self.covariance.at_mut(i, j) -= scale * shared[i] * shared[j];
            }
        }
    }

    fn variance(&self, i: usize, j: usize) -> f64 {
        let at = |i: usize, j: usize| self.covariance.at(i, j);
        (at(i, i) + at(j, j) - 2.0 * at(i, j)).max(f64::MIN_POSITIVE)
    }

    /// The information in games between two players.
    fn weight(&self, a: usize, b: usize, games: u64) -> f64 {
        let half = (self.strengths[a] - self.strengths[b]) / 2.0;
        games as f64 / (2.0 * half.cosh()).powi(2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Results;

    #[test]
    fn players_that_never_played_have_a_belief_too() {
        let belief = Belief::of(&Crosstable::new(3));
        assert!(belief.difference(0, 1).abs() < 1e-9);
        assert!((belief.los(0, 1) - 0.5).abs() < 1e-9);
        // A draw each: 4 natural units of variance each.
        assert!((belief.deviation(0, 1) - ELO * 8_f64.sqrt()).abs() < 1e-9, "{}", belief.deviation(0, 1));
    }

    #[test]
    fn the_belief_of_a_perfect_score_is_finite() {
        let mut table = Crosstable::new(2);
        table.add(0, 1, &Results::single(0, 0, 100));
        let belief = Belief::of(&table);
        assert!((600.0..2000.0).contains(&belief.difference(0, 1)), "{}", belief.difference(0, 1));
        assert!(belief.los(0, 1) > 0.99);
    }

    #[test]
    fn expected_games_reduce_the_error_as_played_games_would() {
        let mut table = Crosstable::new(3);
        table.add(0, 1, &Results::single(20, 0, 20));
        table.add(1, 2, &Results::single(20, 0, 20));
        let mut belief = Belief::of(&table);
        let learned = belief.learned([0, 2], [0, 1], 40);
        let before = belief.deviation(0, 2);
        belief.expect([0, 1], 40);
        assert!((belief.deviation(0, 2) - before * (1.0 - learned).sqrt()).abs() < 1e-9);
        table.add(0, 1, &Results::single(20, 0, 20));
        assert!((belief.deviation(0, 2) - Belief::of(&table).deviation(0, 2)).abs() < 1e-6);
    }
}
