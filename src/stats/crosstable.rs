//! The results between every two of several players.
//!
//! Players are numbered from 0. Games that belong to a pair are counted as
//! games and also by pair, since pairs are the unit of the errors. Sums saturate.

use super::clusters::Clusters;
use super::counts::Counts;

/// The results between two players, from the view of one of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Results {
    /// All games: losses, draws, wins.
    pub games: [u64; 3],
    /// Those that do not belong to a whole pair.
    pub single: [u64; 3],
    /// Whole pairs, by their half points from 0 to 4.
    pub pairs: [u64; 5],
}

impl Results {
    /// Games without pairs.
    pub fn single(losses: u64, draws: u64, wins: u64) -> Results {
        let games = [losses, draws, wins];
        Results { games, single: games, pairs: [0; 5] }
    }

    /// The same results from the opponent's view.
    #[must_use]
    pub fn mirrored(mut self) -> Results {
        self.games.reverse();
        self.single.reverse();
        self.pairs.reverse();
        self
    }

    /// The number of games.
    pub fn n(&self) -> u64 {
        self.games.iter().fold(0, |sum, &count| sum.saturating_add(count))
    }

    /// The number of independent results: pairs, and games without a pair.
    pub fn units(&self) -> u64 {
        self.single.iter().chain(&self.pairs).fold(0, |sum, &count| sum.saturating_add(count))
    }

    /// The half points taken.
    pub fn half_points(&self) -> u64 {
        let [_, draws, wins] = self.games;
        draws.saturating_add(wins.saturating_mul(2))
    }

    /// The mean score of a game, from 0 to 1; `None` without games.
    pub fn score(&self) -> Option<f64> {
        let [losses, draws, wins] = self.games;
        Counts::games(losses, draws, wins).mean()
    }

    pub(crate) fn add(&mut self, more: &Results) {
        fn add_all<const N: usize>(sums: &mut [u64; N], more: &[u64; N]) {
            for (sum, more) in sums.iter_mut().zip(more) {
                *sum = sum.saturating_add(*more);
            }
        }
        add_all(&mut self.games, &more.games);
        add_all(&mut self.single, &more.single);
        add_all(&mut self.pairs, &more.pairs);
    }
}

/// The results between every two of several players.
///
/// ```
/// use arena::stats::Crosstable;
///
/// let mut table = Crosstable::new(3);
/// table.add_pair(0, 1, [2, 1]); // player 0 wins a game against player 1 and draws the other
/// table.add_game(2, 0, 0); // player 2 loses one to player 0
/// assert_eq!(table.of(0).games, [0, 1, 2]);
/// assert_eq!(table.between(1, 0).pairs, [0, 1, 0, 0, 0]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Crosstable {
    players: usize,
    /// For every two players, from the view of the one with the lower number.
    results: Vec<Results>,
    /// What ratings are computed from, if not from the results themselves.
    sample: Option<Box<RatingSample>>,
}

/// Which results ratings are computed from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RatedResults {
    /// All. None of them had an effect on who met whom.
    #[default]
    All,
    /// Those that had no effect on who met whom. Others had.
    Reported,
    /// All, although they had an effect on who met whom. The ratings have no errors.
    Choosing,
}

/// The results that ratings are computed from: each distinct pair once, by opening.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RatingSample {
    /// Which results they are.
    pub rated: RatedResults,
    /// Pairs, and games without a pair, that are independent of all others.
    pub alone: Crosstable,
    /// Those that share openings.
    pub clusters: Clusters,
}

impl RatingSample {
    /// All results, by opening.
    pub fn of_all(players: usize, clusters: Clusters) -> RatingSample {
        RatingSample { rated: RatedResults::All, alone: Crosstable::new(players), clusters }
    }

    /// The number of groups of players that have met, directly or through others.
    pub fn groups(&self) -> usize {
        let players = self.alone.players;
        let mut group: Vec<usize> = (0..players).collect();
        let alone = (0..players).flat_map(|i| (i + 1..players).map(move |j| [i, j]));
        let alone = alone.filter(|&[i, j]| self.alone.between(i, j).n() > 0);
        for met in alone.chain(self.clusters.iter().flatten().map(|cell| cell.players)) {
            let [one, other] = met.map(|player| group[player]);
            if one != other {
                group.iter_mut().filter(|group| **group == one).for_each(|group| *group = other);
            }
        }
        (0..players).filter(|player| group.contains(player)).count()
    }
}

impl Crosstable {
    /// N players that have not met yet.
    pub fn new(players: usize) -> Crosstable {
        let meetings = players * players.saturating_sub(1) / 2;
        Crosstable { players, results: vec![Results::default(); meetings], sample: None }
    }

    /// The same results, with ratings computed from a sample. Without one, they are computed from all results,
    /// and all pairs are assumed to be independent.
    #[must_use]
    pub fn rated_by(self, sample: RatingSample) -> Crosstable {
        Crosstable { sample: Some(Box::new(sample)), ..self }
    }

    /// What ratings are computed from, if not from the results themselves.
    pub fn sample(&self) -> Option<&RatingSample> {
        self.sample.as_deref()
    }

    /// Which results ratings are computed from.
    pub fn rated(&self) -> RatedResults {
        self.sample().map_or(RatedResults::All, |sample| sample.rated)
    }

    /// The number of games of a player that ratings are computed from.
    pub fn rated_games(&self, i: usize) -> u64 {
        let Some(RatingSample { alone, clusters, .. }) = self.sample() else { return self.of(i).n() };
        alone.of(i).n().saturating_add(clusters.games(|players| players.contains(&i)))
    }

    /// The number of players.
    pub fn players(&self) -> usize {
        self.players
    }

    /// Counts one more game without a pair, with the half points of player `i`: 0, 1 or 2.
    pub fn add_game(&mut self, i: usize, j: usize, half_points: usize) {
        let mut one = Results::default();
        if let Some(count) = one.games.get_mut(half_points) {
            *count = 1;
        }
        one.single = one.games;
        self.add(i, j, &one);
    }

    /// Counts one more pair of games, with the half points of player `i` in each.
    pub fn add_pair(&mut self, i: usize, j: usize, half_points: [usize; 2]) {
        let mut one = Results::default();
        for half_points in half_points {
            if let Some(count) = one.games.get_mut(half_points) {
                *count += 1;
            }
        }
        if let Some(count) = one.pairs.get_mut(half_points.iter().sum::<usize>()) {
            *count = 1;
        }
        self.add(i, j, &one);
    }

    /// Adds results between two different players, from the view of player `i`.
    pub fn add(&mut self, i: usize, j: usize, results: &Results) {
        debug_assert!(i != j, "player {i} against itself");
        let (at, results) =
            if i < j { (self.at(i, j), *results) } else { (self.at(j, i), results.mirrored()) };
        if let Some(sum) = at.and_then(|at| self.results.get_mut(at)) {
            sum.add(&results);
        }
    }

    /// The results between two players, from the view of player `i`; empty if both are the same.
    pub fn between(&self, i: usize, j: usize) -> Results {
        let read = |at: Option<usize>| at.and_then(|at| self.results.get(at)).copied().unwrap_or_default();
        if i < j { read(self.at(i, j)) } else { read(self.at(j, i)).mirrored() }
    }

    /// All results of a player.
    pub fn of(&self, i: usize) -> Results {
        let mut sum = Results::default();
        for j in (0..self.players).filter(|&j| j != i) {
            sum.add(&self.between(i, j));
        }
        sum
    }

    /// The total number of games.
    pub fn games(&self) -> u64 {
        self.results.iter().fold(0, |sum, results| sum.saturating_add(results.n()))
    }

    /// Where the results between two players are kept: the rows of the upper triangle, one after the other.
    fn at(&self, low: usize, high: usize) -> Option<usize> {
        (low < high && high < self.players).then(|| low * (2 * self.players - low - 1) / 2 + high - low - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_players_see_the_same_results_from_their_side() {
        let mut table = Crosstable::new(4);
        table.add(3, 1, &Results { games: [4, 5, 7], single: [1, 0, 1], pairs: [1, 0, 3, 2, 1] });
        table.add_game(1, 3, 2);
        let seen = table.between(3, 1);
        assert_eq!(seen, Results { games: [5, 5, 7], single: [2, 0, 1], pairs: [1, 0, 3, 2, 1] });
        assert_eq!(table.between(1, 3), seen.mirrored());
        assert_eq!((seen.n(), seen.units(), seen.half_points()), (17, 10, 19));
    }

    #[test]
    fn every_two_players_have_their_own_place() {
        let mut table = Crosstable::new(7);
        for i in 0..7 {
            for j in i + 1..7 {
                table.add(i, j, &Results::single(0, 0, (10 * i + j) as u64));
            }
        }
        for i in 0..7 {
            for j in i + 1..7 {
                assert_eq!(table.between(i, j).games, [0, 0, (10 * i + j) as u64]);
            }
        }
        assert_eq!(table.of(1).games, [1, 0, 12 + 13 + 14 + 15 + 16]);
    }

    #[test]
    fn a_player_has_no_results_against_itself_or_an_unknown_player() {
        let table = Crosstable::new(2);
        assert_eq!(table.between(1, 1), Results::default());
        assert_eq!(table.between(0, 9), Results::default());
        assert_eq!(table.between(0, 1).score(), None);
        assert_eq!(Crosstable::new(0).games(), 0);
    }
}
