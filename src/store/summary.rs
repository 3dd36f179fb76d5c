//! The summary of results between two players: every figure that a table, `summary.csv` or JSON shows.

use super::cell::{Cell, Column};
use super::faults::{Forfeiter, Forfeits};
use super::results::PlayerResults;
use crate::play::duel::Reason;
use crate::stats::design::Design;
use crate::stats::stopping::{ScoreEstimate, share_interval};
use crate::stats::tally::{DistinctCount, ENDINGS, Tally};
use crate::stats::{Counts, Interval, IntervalBasis, Sprt, SprtResult, Unit};

/// The columns of `summary.csv`.
pub(crate) const COLUMNS: [Column<Summary>; 29] = [
    ("a", |summary| Cell::Text(&summary.players[0])),
    ("b", |summary| Cell::Text(&summary.players[1])),
    ("game", |summary| Cell::Text(&summary.game)),
    ("games", |summary| Cell::Count(summary.games)),
    ("pairs", |summary| Cell::Count(summary.complete_pairs())),
    ("distinct_games", |summary| Cell::count(summary.distinct.map(|distinct| distinct.games.count))),
    ("a_wins", |summary| Cell::count(summary.results.map(|results| results[2]))),
    ("draws", |summary| Cell::count(summary.results.map(|results| results[1]))),
    ("b_wins", |summary| Cell::count(summary.results.map(|results| results[0]))),
    ("a_score", |summary| Cell::number(summary.score, 6)),
    ("a_score_low", |summary| Cell::Number(summary.estimate.interval.low, 6)),
    ("a_score_high", |summary| Cell::Number(summary.estimate.interval.high, 6)),
    ("elo", |summary| Cell::number(summary.estimate.elo().value, 2)),
    ("elo_low", |summary| Cell::number(summary.estimate.elo().low, 2)),
    ("elo_high", |summary| Cell::number(summary.estimate.elo().high, 2)),
    ("nelo", |summary| Cell::number(summary.estimate.nelo.value, 2)),
    ("nelo_low", |summary| Cell::number(summary.estimate.nelo.low, 2)),
    ("nelo_high", |summary| Cell::number(summary.estimate.nelo.high, 2)),
    ("los", |summary| Cell::number(summary.estimate.los, 6)),
    ("penta_ll", |summary| Cell::Count(summary.pairs[0])),
    ("penta_ld", |summary| Cell::Count(summary.pairs[1])),
    ("penta_mid", |summary| Cell::Count(summary.pairs[2])),
    ("penta_wd", |summary| Cell::Count(summary.pairs[3])),
    ("penta_ww", |summary| Cell::Count(summary.pairs[4])),
    ("a_score_first", |summary| Cell::number(summary.score_by_side[0], 6)),
    ("a_score_second", |summary| Cell::number(summary.score_by_side[1], 6)),
    ("mean_plies", |summary| Cell::number(summary.mean_plies, 3)),
    ("mean_margin", |summary| Cell::number(summary.mean_margin, 3)),
    ("interval", |summary| Cell::Text(summary.estimate.kind.name())),
];

/// The results of a against b, and the figures computed from them.
#[derive(Debug, Clone)]
pub(crate) struct Summary {
    /// The players' names: a, then b.
    pub players: [String; 2],
    /// The game; empty if unknown.
    pub game: String,
    pub games: u64,
    /// Games that a lost, drew and won; `None` if only pairs were counted.
    pub results: Option<[u64; 3]>,
    /// Complete pairs by a's half points.
    pub pairs: [u64; 5],
    /// The number of distinct games and openings; `None` if games cannot be told apart.
    pub distinct: Option<DistinctCounts>,
    /// The mean points of a per game; `None` without games.
    pub score: Option<f64>,
    /// The score as it is estimated from the distinct pairs, with its interval.
    pub estimate: ScoreEstimate,
    /// What its intervals rest on.
    pub basis: IntervalBasis,
    /// The sample that the estimate is computed from.
    pub sample: Counts,
    /// How correlated its units are.
    design: Design,
    /// Whether both games of each pair have the same moves.
    pub same_moves: bool,
    /// The score of a as first and as second.
    pub score_by_side: [Option<f64>; 2],
    /// The mean number of plies per game.
    pub mean_plies: Option<f64>,
    /// The mean of a's points minus b's points per game.
    pub mean_margin: Option<f64>,
    /// The games that a and b forfeited.
    pub(super) forfeits: [Forfeits; 2],
    /// Games by the index of the reason why they ended.
    reasons: [u64; ENDINGS],
}

/// The number of distinct games and openings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct DistinctCounts {
    pub games: DistinctCount,
    pub openings: DistinctCount,
}

impl Summary {
    pub(crate) fn of(tally: &Tally, players: [&str; 2], game: &str) -> Summary {
        let sample = tally.sample();
        let independent = Design::independent(sample.n());
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
            estimate: ScoreEstimate::new(score(tally.results()), &sample, independent, IntervalBasis::Fixed),
            basis: IntervalBasis::Fixed,
            design: independent,
            sample,
            same_moves: tally.has_same_moves(),
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
        let design = results.design.unwrap_or(summary.design);
        let summary = Summary {
            design,
            distinct: summary.distinct.filter(|_| results.knows_repeats),
            mean_plies: None,
            mean_margin: None,
            ..summary
        };
        summary.resting_on(IntervalBasis::Fixed)
    }

    /// The summary of bare counts.
    pub(crate) fn of_counts(players: [&str; 2], counts: Counts) -> Summary {
        let independent = Design::independent(counts.n());
        Summary {
            players: players.map(str::to_owned),
            game: String::new(),
            games: counts.n().saturating_mul(counts.unit().games()),
            results: counts.outcomes().try_into().ok(),
            pairs: counts.outcomes().try_into().unwrap_or_default(),
            distinct: None,
            score: counts.mean(),
            estimate: ScoreEstimate::new(counts.mean(), &counts, independent, IntervalBasis::Fixed),
            basis: IntervalBasis::Fixed,
            design: independent,
            sample: counts,
            same_moves: false,
            score_by_side: [None; 2],
            mean_plies: None,
            mean_margin: None,
            forfeits: [Forfeits::default(); 2],
            reasons: [0; ENDINGS],
        }
    }

    /// The state of a sequential test.
    pub(crate) fn test(&self, sprt: &Sprt) -> SprtResult {
        sprt.test_moves(&self.sample, self.same_moves)
    }

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

    /// Those of the two players that forfeited games.
    pub(crate) fn forfeiters(&self) -> Vec<Forfeiter> {
        Forfeiter::of_match(&self.players, self.games, self.forfeits)
    }

    /// The number of games that ended for a reason.
    pub(crate) fn ended_by(&self, reason: Reason) -> u64 {
        self.reasons[reason.index()]
    }

    /// The same results with intervals that rest on something else.
    #[must_use]
    pub(crate) fn resting_on(self, basis: IntervalBasis) -> Summary {
        let estimate = ScoreEstimate::new(self.score, &self.sample, self.design, basis);
        Summary { estimate, basis, ..self }
    }

    /// The share of games with a result, and its interval.
    pub(crate) fn share(&self, count: u64) -> (f64, Interval) {
        (count as f64 / self.games.max(1) as f64, share_interval(count, self.games, self.basis))
    }
}

/// The mean points per game of losses, draws and wins.
fn score([losses, draws, wins]: [u64; 3]) -> Option<f64> {
    Counts::games(losses, draws, wins).mean()
}
