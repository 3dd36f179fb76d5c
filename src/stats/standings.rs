//! The standings of many players: their ratings, results and ranks.

use super::stopping::IntervalKind;
use super::{Crosstable, RatingBound, Ratings};

/// The cost of a player's moves, if it was measured.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Cost {
    /// The median time of a move in microseconds.
    pub median_us: Option<f64>,
    /// The mean time, over all moves. Players are compared by it.
    pub mean_us: Option<f64>,
    /// The 99th percentile.
    pub p99_us: Option<f64>,
    /// Positions searched per move, on average.
    pub nodes_per_move: Option<f64>,
    /// Positions searched per second.
    pub nodes_per_s: Option<f64>,
}

/// The place of a player among all.
#[derive(Debug, Clone, PartialEq)]
pub struct Standing {
    /// The name.
    pub player: String,
    /// Which of the players it is, by its number in the crosstable.
    pub number: usize,
    /// The rank, from 1 in every group.
    pub rank: usize,
    /// The group of players that can be compared, from 0.
    pub group: usize,
    /// The rating in Elo, or its bound.
    pub rating: f64,
    /// The low end of the 95 % interval.
    pub low: Option<f64>,
    /// The high end.
    pub high: Option<f64>,
    /// Whether the rating is a bound.
    pub bound: Option<RatingBound>,
    /// Losses, draws and wins.
    pub results: [u64; 3],
    /// The mean score.
    pub score: Option<f64>,
    /// Whether the interval is right at every look, and not only after the planned games.
    pub anytime: bool,
    /// The number of games that the rating is computed from: the distinct ones, and only the reported ones if results
    /// chose who met whom.
    pub rated_games: u64,
    /// How likely the player is stronger than the next.
    pub los_next: Option<f64>,
    /// What its moves cost.
    pub cost: Cost,
    /// The games that it forfeited.
    pub forfeits: u64,
}

impl Standing {
    /// The number of games.
    pub fn games(&self) -> u64 {
        self.results.iter().fold(0, |sum, &count| sum.saturating_add(count))
    }

    /// What its interval is.
    pub(crate) fn interval_kind(&self) -> IntervalKind {
        if self.anytime { IntervalKind::Anytime } else { IntervalKind::Fixed }
    }
}

/// The standings, from the strongest to the weakest, group by group. `names` are in the order of the crosstable.
pub fn standings(names: &[String], table: &Crosstable, ratings: &Ratings) -> Vec<Standing> {
    let ranking = ratings.ranking();
    let mut standings: Vec<Standing> = Vec::with_capacity(ranking.len());
    for (place, &number) in ranking.iter().enumerate() {
        let rating = ratings[number];
        let rank = match standings.last() {
            Some(before) if before.group == rating.group => before.rank + 1,
            _ => 1,
        };
        let results = table.of(number);
        let next = ranking.get(place + 1).filter(|&&next| ratings[next].group == rating.group);
        standings.push(Standing {
            player: names.get(number).cloned().unwrap_or_default(),
            number,
            rank,
            group: rating.group,
            rating: rating.elo,
            low: rating.low(),
            high: rating.high(),
            bound: rating.bound,
            anytime: rating.anytime,
            results: results.games,
            score: results.score(),
            rated_games: table.rated_games(number),
            los_next: next.and_then(|&next| ratings.los(number, next)),
            cost: Cost::default(),
            forfeits: 0,
        });
    }
    standings
}

#[cfg(test)]
pub(crate) mod examples {
    //! Standings to test tables and files with.

    use super::*;
    use crate::stats::Results;

    pub(crate) fn ladder() -> Vec<Standing> {
        let names = ["bad", "smart:1", "smart:2", "smart:4", "smart:6,eval=hoard,extra=free"];
        let mut table = Crosstable::new(5);
        table.add(1, 0, &Results::single(10, 10, 480));
        table.add(2, 1, &Results::single(60, 40, 400));
        table.add(3, 2, &Results::single(80, 40, 380));
        table.add(4, 3, &Results::single(220, 40, 240));
        standings(&names.map(str::to_owned), &table, &Ratings::of(&table, None))
    }

    pub(crate) fn three() -> (Vec<Standing>, Crosstable) {
        let names = ["bad", "deep=smart:8", "smart:2"].map(str::to_owned);
        let mut table = Crosstable::new(3);
        table.add(1, 0, &Results::single(1, 0, 999));
        table.add(1, 2, &Results::single(30, 10, 60));
        (standings(&names, &table, &Ratings::of(&table, None)), table)
    }
}
