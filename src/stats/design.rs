//! The design effect: how much less the results of one player against several opponents say than as many independent ones.
//!
//! The opponents play the same openings, so the player's results from one opening are correlated, as in
//! [`clusters`](super::clusters). The effect is the variance of the mean by clusters, divided by that of independent
//! units (L. Kish, "Survey Sampling", 1965):
//!
//! ```text
//! sum over clusters (sum over units (x - mu))^2 / sum over units (x - mu)^2 · G (N - 1) / ((G - 1) N)
//! ```
//!
//! with N units in G clusters; the last factor makes it 1 on average for independent units. An interval takes Student's t
//! with G - 1 degrees of freedom, and as many units as N divided by the effect.
//!
//! It is below 1 if the opponents differ more in strength than the results against each of them scatter. That is not used:
//! the effect would be 0, and the interval a point, for a player that won all games against one and lost all
//! against another.

use super::{Clusters, Counts};

/// How correlated the units of a sample are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Design {
    /// The variance of the mean, as a multiple of that of independent units; at least 1.
    pub effect: f64,
    /// The number of independent clusters.
    pub clusters: u64,
}

impl Design {
    /// Independent units.
    pub(crate) fn independent(n: u64) -> Design {
        Design { effect: 1.0, clusters: n }
    }

    /// The design of a sample, in which every cell is of the player with the lowest number. If all units have the same
    /// outcome, those of a cluster count as one.
    pub(crate) fn of(sample: &Counts, clusters: &Clusters) -> Design {
        let points = |half_points: u64| half_points as f64 / (2 * sample.unit().games()) as f64;
        let sums: Vec<(f64, f64)> = clusters
            .iter()
            .map(|cells| {
                let sum = |figure: fn(&super::ClusterCell) -> u64| cells.iter().map(figure).sum::<u64>();
                (points(sum(|cell| cell.half_points)), sum(|cell| cell.units) as f64)
            })
            .collect();
        let (all, n) = sums.iter().fold((0.0, 0.0), |all, one| (all.0 + one.0, all.1 + one.1));
        let count = sums.len() as f64;
        let independent = sample.variance().unwrap_or_default() * n;
        if sums.len() < 2 || independent <= 0.0 {
            return Design { effect: (n / count).max(1.0), clusters: sums.len() as u64 };
        }
        let mean = all / n;
        let clustered: f64 = sums.iter().map(|(sum, units)| (sum - units * mean).powi(2)).sum();
        let effect = clustered / independent * count * (n - 1.0) / ((count - 1.0) * n);
        Design { effect: effect.max(1.0), clusters: sums.len() as u64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::interval::designed_interval;
    use crate::stats::score_interval;

    /// The pairs of player 0 against each opponent, by opening.
    fn design(results: &[&[u64]]) -> (Counts, Design) {
        let (mut sample, mut clusters) = (Counts::pairs([0; 5]), Clusters::default());
        for (opponent, by_opening) in results.iter().enumerate() {
            for (opening, &half_points) in (0..).zip(by_opening.iter()) {
                sample.add(half_points as usize);
                clusters.add(opening, [0, opponent + 1], half_points, 2);
            }
        }
        (sample, Design::of(&sample, &clusters))
    }

    const RESULTS: [u64; 10] = [0, 4, 3, 2, 4, 4, 1, 2, 4, 0];

    #[test]
    fn opponents_that_play_alike_say_as_much_as_one() {
        let (sample, design) = design(&[&RESULTS, &RESULTS]);
        // Twice the variance of twenty independent units, which is estimated from ten.
        let expected = 2.0 * (10.0 * 19.0) / (9.0 * 20.0);
        assert!((design.effect - expected).abs() < 1e-12 && design.clusters == 10, "{design:?}");
        let [one, both] = [Counts::pairs([2, 1, 2, 1, 4]), sample];
        let (alone, together) = (score_interval(&one), designed_interval(&both, design));
        assert!(together.width() > alone.width() && score_interval(&both).width() < alone.width());
        assert!((together.width() / alone.width() - 1.0).abs() < 0.05, "{together:?} and {alone:?}");
    }

    #[test]
    fn opponents_that_differ_do_not_narrow_the_interval() {
        let reversed: Vec<u64> = RESULTS.iter().map(|half_points| 4 - half_points).collect();
        assert_eq!(design(&[&RESULTS, &reversed]).1, Design { effect: 1.0, clusters: 10 });
        assert_eq!(design(&[&[4; 10], &[0; 10]]).1, Design { effect: 1.0, clusters: 10 });
    }

    #[test]
    fn where_all_results_are_the_same_an_opening_counts_once() {
        let (sample, design) = design(&[&[4; 10], &[4; 10], &[4; 10]]);
        assert_eq!(design, Design { effect: 3.0, clusters: 10 });
        let ten = score_interval(&Counts::pairs([0, 0, 0, 0, 10]));
        assert!((designed_interval(&sample, design).low - ten.low).abs() < 1e-12);
    }
}
