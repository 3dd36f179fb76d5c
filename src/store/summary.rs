//! The summary of results between two players: every figure that a table, `summary.csv` or JSON shows.

use super::cell::{Cell, Row};
use super::faults::Forfeits;
use super::results::PlayerResults;
use crate::play::duel::Reason;
use crate::stats::tally::{DistinctCount, ENDINGS, Tally};
use crate::stats::{self, Counts, Interval, Nelo, Unit};

/// The columns of `summary.csv`.
pub(crate) const COLUMNS: [&str; 28] = [
    "a",
    "b",
    "game",
    "games",
    "pairs",
    "distinct_games",
    "a_wins",
    "draws",
    "b_wins",
    "a_score",
    "a_score_low",
    "a_score_high",
    "elo",
    "elo_low",
    "elo_high",
    "nelo",
    "nelo_low",
    "nelo_high",
    "los",
    "penta_ll",
    "penta_ld",
    "penta_mid",
    "penta_wd",
    "penta_ww",
    "a_score_first",
    "a_score_second",
    "mean_plies",
    "mean_margin",
];

/// The results of a against b, and the figures computed from them.
#[derive(Debug, Clone)]
pub(crate) struct Summary {
    /// The players' names: a, then b.
    pub players: [String; 2],
    /// The game; empty if unknown.
    pub game: String,
    /// The number of games.
    pub games: u64,
    /// Games that a lost, drew and won; `None` if only pairs were counted.
    pub results: Option<[u64; 3]>,
    /// Complete pairs by a's half points.
    pub pairs: [u64; 5],
    /// The number of distinct games and openings; `None` if games cannot be told apart.
    pub distinct: Option<DistinctCounts>,
    /// The mean points of a per game; `None` without games.
    pub score: Option<f64>,
    /// The interval of the score, from the distinct pairs.
    pub interval: Interval,
    /// The sample that the interval is computed from.
    pub sample: Counts,
    /// The score of a as first and as second.
    pub score_by_side: [Option<f64>; 2],
    /// The mean number of plies per game.
    pub mean_plies: Option<f64>,
    /// The mean of a's points minus b's points per game.
    pub mean_margin: Option<f64>,
    /// The games that a and b forfeited.
    pub forfeits: [Forfeits; 2],
    /// Games by the index of the reason why they ended.
    reasons: [u64; ENDINGS],
}

/// The number of distinct games and openings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct DistinctCounts {
    /// Distinct games.
    pub games: DistinctCount,
    /// Distinct openings.
    pub openings: DistinctCount,
}

impl Summary {
    /// The summary of a tally.
    pub(crate) fn of(tally: &Tally, players: [&str; 2], game: &str) -> Summary {
        let sample = tally.sample();
        Summary {
            players: players.map(str::to_owned),
            game: game.to_owned(),
            games: tally.games(),
            results: Some(tally.results()),
            pairs: tally.pairs(),
            distinct: Some(DistinctCounts {
                games: tally.distinct_games(),
                openings: tally.distinct_openings(),
            }),
            score: score(tally.results()),
            interval: stats::score_interval(&sample),
            sample,
            score_by_side: tally.by_side().map(score),
            mean_plies: tally.mean_plies(),
            mean_margin: tally.mean_margin(),
            forfeits: tally.forfeits().map(Forfeits::of_tally),
            reasons: tally.endings(),
        }
    }

    /// The summary of a file of games, which may lack columns.
    pub(crate) fn of_results(results: &PlayerResults) -> Summary {
        let [a, b] = &results.players;
        let summary = Summary::of(&results.tally, [a, b], "");
        Summary {
            distinct: summary.distinct.filter(|_| results.knows_repeats),
            mean_plies: None,
            mean_margin: None,
            ..summary
        }
    }

    /// The summary of bare counts.
    pub(crate) fn of_counts(players: [&str; 2], counts: Counts) -> Summary {
        Summary {
            players: players.map(str::to_owned),
            game: String::new(),
            games: counts.n().saturating_mul(counts.unit().games()),
            results: counts.outcomes().try_into().ok(),
            pairs: counts.outcomes().try_into().unwrap_or_default(),
            distinct: None,
            score: counts.mean(),
            interval: stats::score_interval(&counts),
            sample: counts,
            score_by_side: [None; 2],
            mean_plies: None,
            mean_margin: None,
            forfeits: [Forfeits::default(); 2],
            reasons: [0; ENDINGS],
        }
    }

    /// The number of complete pairs.
    pub(crate) fn complete_pairs(&self) -> u64 {
        Counts::pairs(self.pairs).n()
    }

    /// The number of games without a pair, if pairs are counted.
    pub(crate) fn unpaired(&self) -> u64 {
        match self.sample.unit() {
            Unit::Pair => self.games.saturating_sub(self.complete_pairs().saturating_mul(2)),
            Unit::Game => 0,
        }
    }

    /// The number of games that ended for a reason.
    pub(crate) fn ended_by(&self, reason: Reason) -> u64 {
        self.reasons[reason.index()]
    }

    /// Elo of the score; `None` if the result is one-sided.
    pub(crate) fn elo(&self) -> Option<f64> {
        self.score.and_then(stats::elo)
    }

    /// Normalized Elo; `None` if all results are the same.
    pub(crate) fn nelo(&self) -> Option<Nelo> {
        stats::nelo(&self.sample)
    }

    /// The likelihood that a is stronger; `None` if all results are the same.
    pub(crate) fn los(&self) -> Option<f64> {
        stats::los(&self.sample)
    }

    /// The row of `summary.csv`.
    pub(crate) fn row(&self) -> Row {
        let result = |i: usize| self.results.map_or(Cell::Nothing, |results| Cell::Count(results[i]));
        let distinct_games = self.distinct.map(|distinct| distinct.games.count);
        let (elo_low, elo_high) = self.interval.elo();
        let nelo = self.nelo();
        let cells = [
            Cell::Text(self.players[0].clone()),
            Cell::Text(self.players[1].clone()),
            Cell::Text(self.game.clone()),
            Cell::Count(self.games),
            Cell::Count(self.complete_pairs()),
            distinct_games.map_or(Cell::Nothing, Cell::Count),
            result(2),
            result(1),
            result(0),
            Cell::number(self.score, 6),
            Cell::Number(self.interval.low, 6),
            Cell::Number(self.interval.high, 6),
            Cell::number(self.elo(), 2),
            Cell::number(elo_low, 2),
            Cell::number(elo_high, 2),
            Cell::number(nelo.map(|nelo| nelo.value), 2),
            Cell::number(nelo.map(Nelo::low), 2),
            Cell::number(nelo.map(Nelo::high), 2),
            Cell::number(self.los(), 6),
            Cell::Count(self.pairs[0]),
            Cell::Count(self.pairs[1]),
            Cell::Count(self.pairs[2]),
            Cell::Count(self.pairs[3]),
            Cell::Count(self.pairs[4]),
            Cell::number(self.score_by_side[0], 6),
            Cell::number(self.score_by_side[1], 6),
            Cell::number(self.mean_plies, 3),
            Cell::number(self.mean_margin, 3),
        ];
        COLUMNS.into_iter().zip(cells).collect()
    }
}

/// The mean points per game of losses, draws and wins.
fn score([losses, draws, wins]: [u64; 3]) -> Option<f64> {
    Counts::games(losses, draws, wins).mean()
}
