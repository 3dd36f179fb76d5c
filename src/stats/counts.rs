//! The sample: how many units had which outcome.
//!
//! Outcomes are equally spaced scores from 0 to 1: three for a game (loss, draw, win), five for a pair. An outcome is
//! identified by its half points, 0 to 2 for a game and 0 to 4 for a pair.

use std::fmt;

/// The count of an outcome that did not occur, for methods that take logarithms of counts.
pub const UNSEEN: f64 = 1e-3;

/// The unit of counting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Two games from one opening with sides swapped.
    Pair,
    /// A single game.
    Game,
}

impl Unit {
    /// The number of games of a unit.
    pub fn games(self) -> u64 {
        match self {
            Unit::Pair => 2,
            Unit::Game => 1,
        }
    }

    /// The number of possible outcomes of a unit.
    fn outcomes(self) -> usize {
        2 * self.games() as usize + 1
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unit::Pair => "pair",
            Unit::Game => "game",
        })
    }
}

/// Counts of outcomes, from the worst to the best. Sums saturate; up to 2^53 units they are exact.
///
/// ```
/// use arena::stats::Counts;
///
/// let mut counts = Counts::games(1, 2, 5);
/// assert_eq!((counts.n(), counts.mean()), (8, Some(0.75)));
/// counts.add(0); // a loss
/// assert_eq!(counts, Counts::games(2, 2, 5));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    unit: Unit,
    /// Zero beyond the outcomes of the unit.
    counts: [u64; 5],
}

impl Counts {
    /// Results counted by games.
    pub fn games(losses: u64, draws: u64, wins: u64) -> Counts {
        Counts { unit: Unit::Game, counts: [losses, draws, wins, 0, 0] }
    }

    /// Results counted by pairs: two losses, a loss and a draw, an even pair, a win and a draw, two wins.
    pub fn pairs(counts: [u64; 5]) -> Counts {
        Counts { unit: Unit::Pair, counts }
    }

    /// Nothing counted yet.
    pub fn empty(unit: Unit) -> Counts {
        Counts { unit, counts: [0; 5] }
    }

    pub(crate) fn unit(&self) -> Unit {
        self.unit
    }

    /// The counts, from the worst outcome to the best.
    pub fn outcomes(&self) -> &[u64] {
        &self.counts[..self.unit.outcomes()]
    }

    /// The counts with [`UNSEEN`] in place of 0. They sum to a little more than [`n`](Counts::n).
    pub fn weights(&self) -> Vec<f64> {
        self.floats().map(|count| if count > 0.0 { count } else { UNSEEN }).collect()
    }

    /// The number of units.
    pub fn n(&self) -> u64 {
        self.outcomes().iter().fold(0, |sum, &count| sum.saturating_add(count))
    }

    /// Counts one more unit with these half points: up to 2 for a game, up to 4 for a pair.
    pub fn add(&mut self, half_points: usize) {
        debug_assert!(half_points < self.unit.outcomes(), "a {} of {half_points} half points", self.unit);
        if let Some(count) = self.counts[..self.unit.outcomes()].get_mut(half_points) {
            *count = count.saturating_add(1);
        }
    }

    /// The counts without one unit of these half points; `None` if there is none.
    pub(super) fn without(&self, half_points: usize) -> Option<Counts> {
        let mut fewer = *self;
        let count = fewer.counts.get_mut(half_points)?;
        *count = count.checked_sub(1)?;
        Some(fewer)
    }

    /// Both samples as one; `None` if one counts pairs and the other games.
    #[must_use]
    pub fn merged(&self, other: &Counts) -> Option<Counts> {
        let mut merged = *self;
        for (count, more) in merged.counts.iter_mut().zip(other.counts) {
            *count = count.saturating_add(more);
        }
        (self.unit == other.unit).then_some(merged)
    }

    /// The same results as of fewer units, by this factor of at least 1.
    #[must_use]
    pub(crate) fn divided(&self, by: f64) -> Counts {
        let mut divided = *self;
        if by > 1.0 {
            divided.counts = divided.counts.map(|count| (count as f64 / by).round() as u64);
        }
        divided
    }

    /// The same results from the opponent's view.
    #[must_use]
    pub fn mirrored(&self) -> Counts {
        let mut mirrored = *self;
        mirrored.counts[..self.unit.outcomes()].reverse();
        mirrored
    }

    /// The mean score, from 0 to 1; `None` if nothing is counted.
    pub fn mean(&self) -> Option<f64> {
        let half_points: f64 = self.floats().enumerate().map(|(i, count)| i as f64 * count).sum();
        (self.n() > 0).then(|| half_points / (self.best() * self.total()))
    }

    /// The variance of the score of a unit: that of the sample itself, without Bessel's correction. `None` if nothing
    /// is counted.
    ///
    /// It is summed over pairs of different outcomes, so that it is exactly 0 if all units have the same outcome.
    pub fn variance(&self) -> Option<f64> {
        let mut sum = 0.0;
        for (i, a) in self.floats().enumerate() {
            for (j, b) in self.floats().enumerate().skip(i + 1) {
                let apart = (j - i) as f64;
                sum += a * b * apart * apart;
            }
        }
        (self.n() > 0).then(|| sum / (self.best() * self.total()).powi(2))
    }

    /// The standard error of the mean; `None` if nothing is counted.
    pub fn std_error(&self) -> Option<f64> {
        self.variance().map(|variance| (variance / self.total()).sqrt())
    }

    /// The number of units as a float.
    pub(super) fn total(&self) -> f64 {
        self.floats().sum()
    }

    /// The half points of the best outcome.
    fn best(&self) -> f64 {
        (self.unit.outcomes() - 1) as f64
    }

    fn floats(&self) -> impl Iterator<Item = f64> {
        self.outcomes().iter().map(|&count| count as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_counted_one_by_one_or_merged() {
        let mut counts = Counts::empty(Unit::Pair);
        for half_points in [0, 4, 4, 2, 3, 1] {
            counts.add(half_points);
        }
        assert_eq!(counts, Counts::pairs([1, 1, 1, 1, 2]));
        assert_eq!(counts.n(), 6);
        assert_eq!(counts.merged(&Counts::pairs([1, 2, 3, 4, 5])), Some(Counts::pairs([2, 3, 4, 5, 7])));
        assert_eq!(counts.merged(&Counts::empty(Unit::Game)), None, "pairs are not games");
    }

    #[test]
    fn the_opponent_sees_wins_as_losses() {
        assert_eq!(Counts::games(1, 2, 3).mirrored(), Counts::games(3, 2, 1));
        assert_eq!(Counts::pairs([1, 2, 3, 4, 5]).mirrored(), Counts::pairs([5, 4, 3, 2, 1]));
    }

    #[test]
    fn an_empty_sample_has_no_mean_and_no_variance() {
        for counts in [Counts::empty(Unit::Game), Counts::empty(Unit::Pair)] {
            assert_eq!(
                (counts.n(), counts.mean(), counts.variance(), counts.std_error()),
                (0, None, None, None)
            );
        }
    }

    #[test]
    fn any_number_of_equal_outcomes_has_no_variance() {
        for n in [1, 3, 1_000_003, u64::MAX] {
            assert_eq!(Counts::pairs([0, 0, 0, n, 0]).variance(), Some(0.0));
            assert_eq!(Counts::games(0, n, 0).std_error(), Some(0.0));
        }
    }

    #[test]
    fn the_number_of_units_saturates() {
        let full = Counts::games(u64::MAX, 0, u64::MAX);
        assert_eq!((full.n(), full.mean(), full.merged(&full)), (u64::MAX, Some(0.5), Some(full)));
    }
}
