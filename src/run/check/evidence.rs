//! What a check keeps of its games: counts, a few numbers per pair, and a digest of all moves.

use std::collections::HashSet;

use super::quantity::Quantity;
use crate::digest::Digest;
use crate::play::duel::Reason;
use crate::play::runner::GameRecord;
use crate::stats::estimate::{self, Estimate};
use crate::stats::histogram::Histogram;
use crate::stats::pairs::Pairs;
use crate::stats::tally::Tally;
use crate::stats::{elo, wilson};
use crate::store::Summary;
use crate::store::faults::Forfeits;

/// The games of a check, added one by one in order.
#[derive(Debug, Clone)]
pub(crate) struct Evidence {
    names: [String; 2],
    tally: Tally,
    pairs: Vec<Pair>,
    /// The first games of incomplete pairs.
    halves: Pairs<Pair>,
    digest: u64,
    /// The times that player a took for its moves, in nanoseconds.
    times: Histogram,
}

/// What is kept of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Pair {
    /// The half points of player a: 0 to 4.
    pub half_points: u8,
    pub digest: u64,
    /// The nodes that player a searched.
    nodes: u64,
    moves: u64,
}

impl Evidence {
    /// No games yet between players of these names.
    pub(crate) fn new(names: [&str; 2], openings_may_repeat: bool) -> Evidence {
        Evidence {
            names: names.map(str::to_owned),
            tally: Tally::new(openings_may_repeat),
            pairs: Vec::new(),
            halves: Pairs::default(),
            digest: 0,
            times: Histogram::default(),
        }
    }

    pub(crate) fn add(&mut self, record: &GameRecord<'_>) {
        let game = &record.game;
        let result = game.result_in_run(&self.names[0]);
        self.tally.add(&result);
        // Without names, which may change between runs.
        let ending = game.ending();
        let game = Digest::of([result.opening, result.moves.unwrap_or_default(), &ending]);
        self.digest = Digest::of([format!("{:016x} {game:016x}", self.digest).as_str()]);

        let [first, second] = record.fixture.sides();
        let own = record.measurements.iter().filter(|one| [first, second][one.side.index()] == 0);
        let (mut nodes, mut moves) = (0, 0);
        for measurement in own {
            nodes += measurement.nodes;
            moves += 1;
            self.times.add(measurement.nanoseconds);
        }
        // The same in either order of the games.
        let digest = if result.a_is_first { game.rotate_left(1) } else { game };
        let half = Pair { half_points: result.half_points, digest, nodes, moves };
        let pair = result.pair.and_then(|key| self.halves.add(key, half));
        self.pairs.extend(pair.map(|(first, second)| Pair {
            half_points: first.half_points + second.half_points,
            digest: first.digest ^ second.digest,
            nodes: first.nodes + second.nodes,
            moves: first.moves + second.moves,
        }));
    }

    pub(crate) fn games(&self) -> u64 {
        self.tally.games()
    }

    /// The player who forfeited at least this many games, if there is one.
    pub(crate) fn at_fault(&self, most: u64) -> Option<&str> {
        let forfeits = self.tally.forfeits().map(Forfeits::of_tally);
        self.names
            .iter()
            .zip(forfeits)
            .find(|(_, forfeits)| forfeits.total() >= most)
            .map(|(name, _)| name.as_str())
    }

    /// How many games failed, through the fault of no player alone.
    pub(crate) fn failures(&self) -> u64 {
        self.tally.endings()[Reason::Failed.index()]
    }

    /// The complete pairs, in order.
    pub(crate) fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    /// The digest of all openings, moves and results, in order.
    pub(crate) fn digest(&self) -> u64 {
        self.digest
    }

    /// The estimate of a quantity. A difference needs a baseline as well.
    pub(crate) fn estimate(&self, quantity: Quantity) -> Estimate {
        let summary = Summary::of(&self.tally, [&self.names[0], &self.names[1]], "");
        let score = Estimate::share(summary.score, summary.estimate.interval);
        let [_, draws, wins] = self.tally.results();
        match quantity {
            Quantity::Score => score,
            Quantity::Elo => score.map(elo),
            Quantity::WinRate => self.rate(wins),
            Quantity::DrawRate => self.rate(draws),
            Quantity::NodesPerMove => self.nodes_per_move(),
            Quantity::MedianTimeMs => self.time_ms(50.0),
            Quantity::P99TimeMs => self.time_ms(99.0),
            Quantity::Difference => Estimate::default(),
        }
    }

    /// A share of games with its Wilson interval, in which copies of a game count once.
    fn rate(&self, count: u64) -> Estimate {
        if self.games() == 0 {
            return Estimate::default();
        }
        let share = count as f64 / self.games() as f64;
        let distinct = self.tally.distinct_games().count;
        Estimate::share(Some(share), wilson((share * distinct as f64).round() as u64, distinct))
    }

    fn time_ms(&self, percent: f64) -> Estimate {
        estimate::percentile(&self.times, percent).map(|nanoseconds| Some(nanoseconds / 1e6))
    }

    fn nodes_per_move(&self) -> Estimate {
        let mut seen = HashSet::new();
        let distinct = self.pairs.iter().filter(|pair| seen.insert(pair.digest));
        let sums: Vec<(f64, f64)> = distinct.map(|pair| (pair.nodes as f64, pair.moves as f64)).collect();
        estimate::ratio(&sums)
    }
}

impl Pair {
    /// A pair with only its result and its games.
    pub(crate) fn of_result(half_points: u8, digest: u64) -> Pair {
        Pair { half_points, digest, nodes: 0, moves: 0 }
    }
}
