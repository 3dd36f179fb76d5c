//! Results that are not independent of each other: those of different pairings from one opening.
//!
//! In a tournament all pairings play the same openings. An opening that suits one player suits others that play alike,
//! so the results of different pairings from it are correlated. Errors that assume independence are too small. A
//! cluster holds results that may be correlated; different clusters are independent.
//!
//! **Memory** is bounded. Beyond [`MOST_CLUSTERS`] clusters or [`MOST_CELLS`] cells, clusters are merged by the lowest
//! bits of their numbers. Merged clusters are still independent of each other, so the errors stay right; only the
//! number of clusters they are estimated from is smaller. Which are merged depends on the set of numbers alone, not on
//! the order in which results come.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::digest::Digest;

/// The most clusters kept apart. Student's t is then 1.9605, and the normal distribution's 1.9600.
pub const MOST_CLUSTERS: usize = 1 << 12;

/// The most cells, each a pairing in a cluster: about 12 megabytes.
pub const MOST_CELLS: usize = 1 << 18;

/// The bits that distinguish clusters once some have to be merged.
const FIRST_BITS: u32 = 14;

/// The results of a pairing in a cluster.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClusterCell {
    /// The players, the one with the lower number first.
    pub players: [usize; 2],
    /// The half points of the first of them.
    pub half_points: u64,
    /// The number of games.
    pub games: u64,
    /// The number of pairs, or of games without a pair.
    pub units: u64,
}

/// Results of pairings by cluster.
///
/// ```
/// use arena::stats::Clusters;
///
/// let mut clusters = Clusters::default();
/// clusters.add(7, [0, 1], 3, 2); // from opening 7, player 0 scores one and a half of two games against player 1
/// clusters.add(7, [2, 0], 0, 2); // and player 2 none of two against player 0
/// assert_eq!((clusters.iter().count(), clusters.iter().next().unwrap()[1].half_points), (1, 4));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clusters {
    /// The number of low bits that distinguish clusters.
    bits: u32,
    cells: usize,
    /// The cells of every cluster, in the order of their players.
    by_number: HashMap<u64, Vec<ClusterCell>, BuildHasherDefault<NumberHasher>>,
}

impl Default for Clusters {
    fn default() -> Clusters {
        Clusters { bits: u64::BITS, cells: 0, by_number: HashMap::default() }
    }
}

impl Clusters {
    /// Adds a unit of this many games to a cluster, with the half points of the first of two players.
    pub fn add(&mut self, cluster: u64, [i, j]: [usize; 2], half_points: u64, games: u64) {
        let half_points = if i < j { half_points } else { (2 * games).saturating_sub(half_points) };
        let cell = ClusterCell { players: [i.min(j), i.max(j)], half_points, games, units: 1 };
        self.put(cluster, cell);
        while (self.by_number.len() > MOST_CLUSTERS || self.cells > MOST_CELLS) && self.bits > 0 {
            self.bits = if self.bits > FIRST_BITS { FIRST_BITS } else { self.bits - 1 };
            self.merge();
        }
    }

    /// Forgets all results of two players.
    pub fn forget(&mut self, players: [usize; 2]) {
        for cells in self.by_number.values_mut() {
            cells.retain(|cell| cell.players != players);
        }
        self.by_number.retain(|_, cells| !cells.is_empty());
        self.cells = self.by_number.values().map(Vec::len).sum();
    }

    /// The cells of every cluster, in the order of the clusters' numbers.
    pub fn iter(&self) -> impl Iterator<Item = &[ClusterCell]> {
        let mut sorted: Vec<(&u64, &Vec<ClusterCell>)> = self.by_number.iter().collect();
        sorted.sort_unstable_by_key(|(number, _)| **number);
        sorted.into_iter().map(|(_, cells)| cells.as_slice())
    }

    /// The same with other numbers for the players.
    #[must_use]
    pub fn renumbered(&self, number: impl Fn(usize) -> usize) -> Clusters {
        let mut renumbered = Clusters { bits: self.bits, ..Clusters::default() };
        for (&cluster, cells) in &self.by_number {
            for &cell in cells {
                let [i, j] = cell.players.map(&number);
                let half_points = if i < j { cell.half_points } else { 2 * cell.games - cell.half_points };
                renumbered.put(cluster, ClusterCell { players: [i.min(j), i.max(j)], half_points, ..cell });
            }
        }
        renumbered
    }

    /// The number of games between these players.
    pub(crate) fn games(&self, are_wanted: impl Fn([usize; 2]) -> bool) -> u64 {
        let wanted = self.by_number.values().flatten().filter(|cell| are_wanted(cell.players));
        wanted.fold(0, |sum, cell| sum.saturating_add(cell.games))
    }

    /// The clusters with these numbers. Where clusters were merged, the lowest bits of their numbers are known.
    #[must_use]
    pub fn only(&self, is_wanted: impl Fn(u64) -> bool) -> Clusters {
        let wanted = self.by_number.iter().filter(|&(&cluster, _)| is_wanted(cluster));
        let by_number: HashMap<_, _, _> = wanted.map(|(&cluster, cells)| (cluster, cells.clone())).collect();
        Clusters { bits: self.bits, cells: by_number.values().map(Vec::len).sum(), by_number }
    }

    fn put(&mut self, cluster: u64, more: ClusterCell) {
        let mask = u64::MAX.checked_shr(u64::BITS - self.bits).unwrap_or(0);
        let cells = self.by_number.entry(cluster & mask).or_default();
        match cells.binary_search_by_key(&more.players, |cell| cell.players) {
            Ok(at) => {
                cells[at].half_points += more.half_points;
                cells[at].games += more.games;
                cells[at].units += more.units;
            }
            Err(at) => {
                cells.insert(at, more);
                self.cells += 1;
            }
        }
    }

    fn merge(&mut self) {
        self.cells = 0;
        for (cluster, cells) in std::mem::take(&mut self.by_number) {
            for cell in cells {
                self.put(cluster, cell);
            }
        }
    }
}

/// The maximum number of openings, by pairing, whose repeats are counted.
const MOST_OPENINGS: usize = 1 << 18;

/// Results by opening. If the same players have several units from one opening, each is in another cluster: the n-th shares
/// a cluster with the n-th of other pairings.
#[derive(Debug, Clone, Default)]
pub(crate) struct OpeningClusters {
    clusters: Clusters,
    /// How often an opening occurred, by the players from the lower number on.
    times: HashMap<(u64, [usize; 2]), u64>,
}

impl OpeningClusters {
    /// Adds a unit from an opening, given by a hash, as [`Clusters::add`] does.
    pub(crate) fn add(&mut self, opening: u64, players: [usize; 2], half_points: u64, games: u64) {
        let [i, j] = players;
        let key = (opening, [i.min(j), i.max(j)]);
        let has_room = self.times.len() < MOST_OPENINGS;
        let time = match self.times.get_mut(&key) {
            Some(times) => {
                *times += 1;
                *times
            }
            None if has_room => *self.times.entry(key).or_insert(0),
            None => 0,
        };
        let cluster = Digest::of([opening.to_string().as_str(), &time.to_string()]);
        self.clusters.add(cluster, players, half_points, games);
    }

    pub(crate) fn clusters(&self) -> &Clusters {
        &self.clusters
    }
}

/// A hasher for the numbers of clusters: a product that spreads them over all bits. Every pair of a run comes through
/// here, and the default hasher takes several times as long.
#[derive(Debug, Clone, Copy, Default)]
struct NumberHasher(u64);

impl Hasher for NumberHasher {
    fn finish(&self) -> u64 {
        self.0.rotate_left(32)
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Units of three pairings from this many openings.
    fn units(openings: u64) -> Vec<(u64, [usize; 2], u64)> {
        let pairings = [[0, 1], [0, 2], [2, 1]];
        (0..3 * openings).map(|unit| (unit / 3, pairings[(unit % 3) as usize], unit * unit % 5)).collect()
    }

    fn clusters<'a>(units: impl IntoIterator<Item = &'a (u64, [usize; 2], u64)>) -> Clusters {
        let mut clusters = Clusters::default();
        for &(opening, players, half_points) in units {
            clusters.add(opening, players, half_points, 2);
        }
        clusters
    }

    fn totals(clusters: &Clusters) -> [u64; 3] {
        let cells = || clusters.iter().flatten();
        [
            cells().map(|cell| cell.half_points).sum(),
            cells().map(|cell| cell.games).sum(),
            cells().map(|cell| cell.units).sum(),
        ]
    }

    #[test]
    fn few_openings_are_kept_apart() {
        let clusters = clusters(&units(MOST_CLUSTERS as u64));
        assert_eq!(clusters.iter().count(), MOST_CLUSTERS);
        assert!(clusters.iter().all(|cells| cells.len() == 3));
    }

    #[test]
    fn many_openings_are_merged_without_loss_in_any_order() {
        let units = units(100_000);
        let (one, other) = (clusters(&units), clusters(units.iter().rev()));
        assert_eq!(one.iter().count(), MOST_CLUSTERS);
        assert_eq!(totals(&one)[1..], [600_000, 300_000]);
        assert!(one == other);
    }

    #[test]
    fn many_pairings_are_merged_too() {
        let mut clusters = Clusters::default();
        for opening in 0..1000 {
            for j in 1..600 {
                clusters.add(opening, [0, j], 2, 2);
            }
        }
        assert!(clusters.iter().count() < 1000 && clusters.iter().flatten().count() <= MOST_CELLS);
        assert_eq!(totals(&clusters), [1_198_000, 1_198_000, 599_000]);
    }

    #[test]
    fn a_pairing_can_be_forgotten() {
        let mut clusters = clusters(&units(10));
        clusters.forget([1, 2]);
        assert_eq!(totals(&clusters)[2], 20);
        clusters.forget([0, 1]);
        clusters.forget([0, 2]);
        assert!(clusters.iter().next().is_none());
    }
}
