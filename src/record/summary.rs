//! `summary.csv`: what a match comes to, a pure function of its tally.

use super::cell::{Cell, Row};
use super::tally::{DistinctCount, Tally};
use crate::duel::Reason;
use crate::games::Side;
use crate::stats::{self, Counts, Interval};

/// The columns of `summary.csv`.
pub const COLUMNS: [&str; 28] = [
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

/// What a match comes to.
#[derive(Debug, Clone)]
pub struct Summary {
    /// The players' names: a, then b.
    pub players: [String; 2],
    /// The game.
    pub game: String,
    /// How many games.
    pub games: u64,
    /// Games that a lost, drew and won.
    pub results: [u64; 3],
    /// Complete pairs by a's half points.
    pub pairs: [u64; 5],
    /// How many games differ.
    pub distinct_games: DistinctCount,
    /// How many openings differ.
    pub distinct_openings: DistinctCount,
    /// Points of a in a game, on average over all games.
    pub score: Option<f64>,
    /// The interval of the score, from the distinct pairs.
    pub interval: Interval,
    /// The sample that the interval is computed from.
    pub sample: Counts,
    /// The score of a as first and as second.
    pub score_by_side: [Option<f64>; 2],
    /// Plies a game.
    pub mean_plies: Option<f64>,
    /// Points of a minus points of b, a game.
    pub mean_margin: Option<f64>,
    /// How many games ended for each reason.
    reasons: [u64; Reason::ALL.len()],
}

impl Summary {
    /// The summary of a tally.
    pub fn of(tally: &Tally, players: [&str; 2], game: &str) -> Summary {
        let sample = tally.sample();
        Summary {
            players: players.map(str::to_owned),
            game: game.to_owned(),
            games: tally.games(),
            results: tally.results(),
            pairs: tally.pairs(),
            distinct_games: tally.distinct_games(),
            distinct_openings: tally.distinct_openings(),
            score: score(tally.results()),
            interval: stats::score_interval(&sample),
            sample,
            score_by_side: Side::BOTH.map(|side| score(tally.by_side(side))),
            mean_plies: tally.mean_plies(),
            mean_margin: tally.mean_margin(),
            reasons: Reason::ALL.map(|reason| tally.ended_by(reason)),
        }
    }

    /// How many complete pairs.
    pub fn complete_pairs(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// How many games ended for a reason.
    pub fn ended_by(&self, reason: Reason) -> u64 {
        Reason::ALL.iter().zip(self.reasons).filter(|(one, _)| **one == reason).map(|(_, games)| games).sum()
    }

    /// Whether games came more than once.
    pub fn repeats(&self) -> bool {
        self.distinct_games.count < self.games
    }

    /// Elo of the score; `None` where the result is one-sided.
    pub fn elo(&self) -> Option<f64> {
        self.score.and_then(stats::elo)
    }

    /// The row of `summary.csv`.
    pub fn row(&self) -> Row {
        let [losses, draws, wins] = self.results;
        let (elo_low, elo_high) = self.interval.elo();
        let nelo = stats::nelo(&self.sample);
        let cells = [
            Cell::Text(self.players[0].clone()),
            Cell::Text(self.players[1].clone()),
            Cell::Text(self.game.clone()),
            Cell::Count(self.games),
            Cell::Count(self.complete_pairs()),
            Cell::Count(self.distinct_games.count),
            Cell::Count(wins),
            Cell::Count(draws),
            Cell::Count(losses),
            Cell::number(self.score, 6),
            Cell::Number(self.interval.low, 6),
            Cell::Number(self.interval.high, 6),
            Cell::number(self.elo(), 2),
            Cell::number(elo_low, 2),
            Cell::number(elo_high, 2),
            Cell::number(nelo.map(|nelo| nelo.value), 2),
            Cell::number(nelo.map(stats::Nelo::low), 2),
            Cell::number(nelo.map(stats::Nelo::high), 2),
            Cell::number(stats::los(&self.sample), 6),
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

/// The mean points of a game: losses, draws and wins count 0, a half and 1.
fn score([losses, draws, wins]: [u64; 3]) -> Option<f64> {
    let games = losses + draws + wins;
    (games > 0).then(|| (2 * wins + draws) as f64 / (2 * games) as f64)
}
