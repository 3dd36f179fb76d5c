//! The evidence for ratings: the results between every two players, and which of them are correlated.

use crate::stats::clusters::ClusterCell;
use crate::stats::crosstable::{Crosstable, Results};

/// The results between two players, from the view of the one with the lower number.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct HeadToHead {
    pub(super) games: u64,
    /// The half points of the one with the lower number.
    pub(super) half_points: u64,
    /// The number of pairs and of games without a pair.
    pub(super) units: u64,
    /// Units that are independent of all others: games without a pair, and pairs, by half points.
    pub(super) single: [u64; 3],
    pub(super) pairs: [u64; 5],
    /// The half points and games of one unit, and whether another had a different score.
    some: Option<(u64, u64)>,
    varies: bool,
}

impl HeadToHead {
    /// Whether all units had the same score, so that their scatter is unknown.
    pub(super) fn is_flat(&self) -> bool {
        !self.varies
    }

    fn add(&mut self, half_points: u64, games: u64, units: u64) {
        self.games = self.games.saturating_add(games);
        self.half_points = self.half_points.saturating_add(half_points);
        self.units = self.units.saturating_add(units);
        let (some_points, some_games) = *self.some.get_or_insert((half_points, games));
        let product = |a: u64, b: u64| u128::from(a) * u128::from(b);
        self.varies |= product(half_points, some_games) != product(some_points, games);
    }

    fn add_alone(&mut self, results: &Results) {
        self.single = results.single;
        self.pairs = results.pairs;
        for (games, counts) in [(1, &results.single[..]), (2, &results.pairs[..])] {
            for (half_points, &count) in (0..).zip(counts) {
                if count > 0 {
                    self.add(count.saturating_mul(half_points), count.saturating_mul(games), count);
                }
            }
        }
    }
}

/// The results of all players.
#[derive(Debug, Clone)]
pub(super) struct AllResults {
    players: usize,
    /// The rows of the upper triangle, one after the other.
    met: Vec<HeadToHead>,
    /// Correlated results, cluster by cluster.
    pub(super) clusters: Vec<Vec<ClusterCell>>,
}

impl AllResults {
    pub(super) fn of(table: &Crosstable) -> AllResults {
        AllResults::with(table, table.players())
    }

    /// The same with an additional last player, with whom everybody has drawn a game.
    pub(super) fn with_imagined(table: &Crosstable) -> AllResults {
        let last = table.players();
        let mut evidence = AllResults::with(table, last + 1);
        for i in 0..last {
            if let Some(met) = evidence.at(i, last).and_then(|at| evidence.met.get_mut(at)) {
                met.add_alone(&Results::single(0, 1, 0));
            }
        }
        evidence
    }

    fn with(table: &Crosstable, players: usize) -> AllResults {
        let meetings = players * players.saturating_sub(1) / 2;
        let mut evidence =
            AllResults { players, met: vec![HeadToHead::default(); meetings], clusters: Vec::new() };
        let alone = table.sample().map_or(table, |sample| &sample.alone);
        for i in 0..table.players() {
            for j in i + 1..table.players() {
                if let Some(met) = evidence.at(i, j).and_then(|at| evidence.met.get_mut(at)) {
                    met.add_alone(&alone.between(i, j));
                }
            }
        }
        if let Some(sample) = table.sample() {
            evidence.clusters = sample.clusters.iter().map(<[ClusterCell]>::to_vec).collect();
        }
        for cell in evidence.clusters.iter().flatten() {
            let [i, j] = cell.players;
            if let Some(met) = at(players, i, j).and_then(|at| evidence.met.get_mut(at)) {
                met.add(cell.half_points, cell.games, cell.units);
            }
        }
        evidence
    }

    pub(super) fn players(&self) -> usize {
        self.players
    }

    /// The results between two players, from the view of the one with the lower number.
    pub(super) fn between(&self, i: usize, j: usize) -> &HeadToHead {
        static NEVER_MET: HeadToHead = HeadToHead {
            games: 0,
            half_points: 0,
            units: 0,
            single: [0; 3],
            pairs: [0; 5],
            some: None,
            varies: false,
        };
        self.at(i.min(j), i.max(j)).and_then(|at| self.met.get(at)).unwrap_or(&NEVER_MET)
    }

    /// The half points of player `i` against player `j`.
    pub(super) fn half_points(&self, i: usize, j: usize) -> u64 {
        let met = self.between(i, j);
        if i < j { met.half_points } else { met.games.saturating_mul(2).saturating_sub(met.half_points) }
    }

    /// The number of games of a player.
    pub(super) fn games(&self, i: usize) -> u64 {
        let all = (0..self.players).filter(|&j| j != i).map(|j| self.between(i, j).games);
        all.fold(0, u64::saturating_add)
    }

    /// The mean number of units of two players that met.
    pub(super) fn units_a_meeting(&self) -> f64 {
        let met = || self.met.iter().filter(|met| met.units > 0);
        met().map(|met| met.units as f64).sum::<f64>() / (met().count().max(1) as f64)
    }

    fn at(&self, low: usize, high: usize) -> Option<usize> {
        at(self.players, low, high)
    }
}

fn at(players: usize, low: usize, high: usize) -> Option<usize> {
    (low < high && high < players).then(|| low * (2 * players - low - 1) / 2 + high - low - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Clusters, RatingSample};

    #[test]
    fn the_sample_is_rated_and_not_all_results() {
        let mut table = Crosstable::new(3);
        table.add(0, 1, &Results::single(500, 0, 500));
        let mut clusters = Clusters::default();
        clusters.add(1, [1, 0], 3, 2);
        clusters.add(1, [0, 2], 4, 2);
        clusters.add(2, [0, 2], 4, 2);
        let mut alone = Crosstable::new(3);
        alone.add(0, 1, &Results::single(0, 0, 1));
        let evidence =
            AllResults::of(&table.rated_by(RatingSample { alone, ..RatingSample::of_all(3, clusters) }));
        let met = evidence.between(1, 0);
        assert_eq!((met.games, met.half_points, met.units, met.is_flat()), (3, 3, 2, false));
        assert_eq!((evidence.half_points(1, 0), evidence.half_points(2, 0), evidence.games(0)), (3, 0, 7));
        assert!(evidence.between(0, 2).is_flat());
        assert_eq!(evidence.clusters.len(), 2);
    }
}
