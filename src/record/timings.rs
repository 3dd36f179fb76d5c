//! `timings.csv`: what moves cost, for each player and each phase of the game.

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

/// How many plies make a phase.
const PHASE: u32 = 10;

/// What the measured moves of the players cost.
#[derive(Debug, Clone, Default)]
pub struct Timings {
    /// How many games they are of, from the first.
    games: u64,
    /// For each player of the plan, a phase after the other.
    phases: Vec<Vec<MoveCost>>,
}

/// What moves cost.
#[derive(Debug, Clone, Default)]
pub struct MoveCost {
    times: Histogram,
    nodes: u64,
    /// The sum of the depths of searches, and how many searches there were.
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

    /// How many moves were measured.
    pub fn moves(&self) -> u64 {
        self.times.count()
    }

    /// The time in nanoseconds that `percent` of the moves do not exceed.
    pub fn percentile(&self, percent: f64) -> u64 {
        self.times.percentile(percent)
    }

    /// Microseconds a move, on average.
    pub fn mean_micros(&self) -> Option<f64> {
        (self.moves() > 0).then(|| self.seconds() * 1e6 / self.moves() as f64)
    }

    /// Positions looked at for a move, on average.
    pub fn nodes_per_move(&self) -> Option<f64> {
        (self.moves() > 0).then(|| self.nodes as f64 / self.moves() as f64)
    }

    /// Positions looked at in a second, for players that look at positions.
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
    /// Adds the measured moves of the next game, between these players: the first side, the second side.
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

    /// How many games they are of, from the first.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// No timings of so many games, where those are lost.
    pub fn lost(games: u64) -> Timings {
        Timings { games, phases: Vec::new() }
    }

    /// What all measured moves of a player cost.
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

    /// What there is of timings while the run goes on, for keeping.
    pub fn parts(&self) -> TimingsParts {
        let part = |cost: &MoveCost| (cost.times.parts(), cost.nodes, cost.depths, cost.searches);
        let parts = |phases: &Vec<MoveCost>| phases.iter().map(part).collect();
        TimingsParts { games: self.games, phases: self.phases.iter().map(parts).collect() }
    }
}

/// Timings as they are kept in a file while the run goes on.
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
