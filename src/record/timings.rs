//! `timings.csv`: what moves cost, by player and phase of the game.

use serde::{Deserialize, Serialize};

use super::cell::{Cell, Row};
use super::histogram::{Histogram, HistogramParts};
use crate::duel::Measurement;

/// The columns of `timings.csv`.
pub const COLUMNS: [&str; 13] = [
    "player",
    "phase",
    "moves",
    "total_s",
    "mean_us",
    "p50_us",
    "p90_us",
    "p95_us",
    "p99_us",
    "max_us",
    "nodes",
    "nodes_per_s",
    "mean_depth",
];

/// The number of plies of a phase.
const PHASE: u32 = 10;

/// What moves cost, by player and phase.
#[derive(Debug, Clone, Default)]
pub struct Timings {
    /// The number of games that they cover, from the first.
    games: u64,
    /// By player of the plan, then by phase.
    phases: Vec<Vec<MoveCost>>,
}

/// What measured moves cost: times, nodes and depths.
#[derive(Debug, Clone, Default)]
pub struct MoveCost {
    times: Histogram,
    nodes: u64,
    /// The sum of the depths of all searches, and the number of searches.
    depths: u64,
    searches: u64,
}

impl MoveCost {
    fn add(&mut self, measurement: &Measurement) {
        self.times.add(measurement.nanoseconds);
        self.nodes += measurement.nodes;
        if let Some(plies) = measurement.depth.and_then(crate::search::Depth::limit) {
            self.depths += u64::from(plies);
            self.searches += 1;
        }
    }

    fn merge(&mut self, other: &MoveCost) {
        self.times.merge(&other.times);
        self.nodes += other.nodes;
        self.depths += other.depths;
        self.searches += other.searches;
    }

    /// The number of measured moves.
    pub fn moves(&self) -> u64 {
        self.times.count()
    }

    /// The time in nanoseconds that `percent` of the moves do not exceed.
    pub fn percentile(&self, percent: f64) -> u64 {
        self.times.percentile(percent)
    }

    /// The mean time per move in microseconds.
    pub fn mean_micros(&self) -> Option<f64> {
        (self.moves() > 0).then(|| self.seconds() * 1e6 / self.moves() as f64)
    }

    /// The mean number of nodes per move.
    pub fn nodes_per_move(&self) -> Option<f64> {
        (self.moves() > 0).then(|| self.nodes as f64 / self.moves() as f64)
    }

    /// Nodes per second, for players that search.
    pub fn nodes_per_second(&self) -> Option<f64> {
        let seconds = self.seconds();
        (self.nodes > 0 && seconds > 0.0).then(|| self.nodes as f64 / seconds)
    }

    fn seconds(&self) -> f64 {
        self.times.total() as f64 / 1e9
    }

    fn row(&self, player: &str, phase: String) -> Row {
        let moves = self.moves();
        let micros = |nanoseconds: u64| Cell::Number(nanoseconds as f64 / 1e3, 3);
        let cells = [
            Cell::Text(player.to_owned()),
            Cell::Text(phase),
            Cell::Count(moves),
            Cell::Number(self.seconds(), 6),
            Cell::number(self.mean_micros(), 3),
            micros(self.percentile(50.0)),
            micros(self.percentile(90.0)),
            micros(self.percentile(95.0)),
            micros(self.percentile(99.0)),
            micros(self.times.max()),
            Cell::Count(self.nodes),
            Cell::number(self.nodes_per_second(), 0),
            Cell::number((self.searches > 0).then(|| self.depths as f64 / self.searches as f64), 3),
        ];
        COLUMNS.into_iter().zip(cells).collect()
    }
}

impl Timings {
    /// Adds the measured moves of the next game; `sides` are the players of the first and the second side.
    pub fn add(&mut self, measurements: &[Measurement], sides: [usize; 2]) {
        self.games += 1;
        for measurement in measurements {
            let player = sides[measurement.side.index()];
            if player >= self.phases.len() {
                self.phases.resize(player + 1, Vec::new());
            }
            let phases = &mut self.phases[player];
            let phase = ((measurement.ply - 1) / PHASE) as usize;
            if phase >= phases.len() {
                phases.resize(phase + 1, MoveCost::default());
            }
            phases[phase].add(measurement);
        }
    }

    /// The number of games that they cover, from the first.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// What the moves of a player cost, over all phases.
    pub fn of_player(&self, player: usize) -> MoveCost {
        let mut all = MoveCost::default();
        for phase in self.phases_of(player) {
            all.merge(phase);
        }
        all
    }

    fn phases_of(&self, player: usize) -> &[MoveCost] {
        self.phases.get(player).map_or(&[], Vec::as_slice)
    }

    /// The rows of `timings.csv`, for players with these names.
    pub fn rows<'a>(&self, players: impl IntoIterator<Item = &'a str>) -> Vec<Row> {
        let mut rows = Vec::new();
        for (i, player) in players.into_iter().enumerate() {
            rows.push(self.of_player(i).row(player, "all".to_owned()));
            for (phase, cost) in (0u32..).zip(self.phases_of(i)) {
                if cost.moves() > 0 {
                    let name = format!("{}-{}", phase * PHASE + 1, (phase + 1) * PHASE);
                    rows.push(cost.row(player, name));
                }
            }
        }
        rows
    }

    /// The timings in the form that is saved during a run.
    pub fn parts(&self) -> TimingsParts {
        let part = |cost: &MoveCost| (cost.times.parts(), cost.nodes, cost.depths, cost.searches);
        let parts = |phases: &Vec<MoveCost>| phases.iter().map(part).collect();
        TimingsParts { games: self.games, phases: self.phases.iter().map(parts).collect() }
    }
}

/// Timings as saved during a run.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct TimingsParts {
    games: u64,
    phases: Vec<Vec<(HistogramParts, u64, u64, u64)>>,
}

impl From<&TimingsParts> for Timings {
    fn from(parts: &TimingsParts) -> Timings {
        let cost = |(times, nodes, depths, searches): &(HistogramParts, u64, u64, u64)| MoveCost {
            times: times.into(),
            nodes: *nodes,
            depths: *depths,
            searches: *searches,
        };
        Timings {
            games: parts.games,
            phases: parts.phases.iter().map(|phases| phases.iter().map(cost).collect()).collect(),
        }
    }
}
