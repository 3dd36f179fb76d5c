//! `timings.csv`: the cost of moves, by player and phase of the game.

use serde::{Deserialize, Serialize};

use super::cell::{Cell, Column};
use crate::play::duel::Measurement;
use crate::stats::histogram::{Histogram, HistogramParts};

/// A row of `timings.csv`: the cost of a player's moves in a phase of the game.
#[derive(Debug)]
pub(crate) struct PhaseCost {
    pub player: String,
    /// `all`, or the plies: `1-10`.
    pub phase: String,
    cost: MoveCost,
}

/// The columns of `timings.csv`.
pub(crate) const COLUMNS: [Column<PhaseCost>; 13] = [
    ("player", |row| Cell::Text(&row.player)),
    ("phase", |row| Cell::Text(&row.phase)),
    ("moves", |row| Cell::Count(row.cost.moves())),
    ("total_s", |row| Cell::Number(row.cost.seconds(), 6)),
    ("mean_us", |row| Cell::number(row.cost.mean_micros(), 3)),
    ("p50_us", |row| micros(row.cost.percentile(50.0))),
    ("p90_us", |row| micros(row.cost.percentile(90.0))),
    ("p95_us", |row| micros(row.cost.percentile(95.0))),
    ("p99_us", |row| micros(row.cost.percentile(99.0))),
    ("max_us", |row| micros(row.cost.max())),
    ("nodes", |row| Cell::Count(row.cost.nodes)),
    ("nodes_per_s", |row| Cell::number(row.cost.nodes_per_second(), 0)),
    ("mean_depth", |row| Cell::number(row.cost.mean_depth(), 3)),
];

fn micros(nanoseconds: u64) -> Cell<'static> {
    Cell::Number(nanoseconds as f64 / 1e3, 3)
}

/// The number of plies of a phase.
const PHASE: u32 = 10;

/// The cost of moves, by player and phase.
#[derive(Debug, Clone, Default)]
pub(crate) struct Timings {
    /// The number of games that they cover, from the first.
    games: u64,
    /// By player of the plan, then by phase.
    phases: Vec<Vec<MoveCost>>,
}

/// The percentile at which capped means cut times off: while another process has the core, the wall clock keeps
/// running.
pub(crate) const CAP: f64 = 99.0;

/// The cost of measured moves: times, nodes and depths.
#[derive(Debug, Clone, Default)]
pub(crate) struct MoveCost {
    times: Histogram,
    /// Picoseconds per node of each search, weighted by its nodes.
    node_times: Histogram,
    nodes: u64,
    /// The sum of the depths of all searches, and the number of searches.
    depths: u64,
    searches: u64,
}

impl MoveCost {
    fn add(&mut self, measurement: &Measurement) {
        self.times.add(measurement.nanoseconds);
        if let Some(picoseconds) = measurement.nanoseconds.saturating_mul(1000).checked_div(measurement.nodes)
        {
            self.node_times.add_weighted(picoseconds, measurement.nodes);
        }
        self.nodes += measurement.nodes;
        if let Some(plies) = measurement.depth.and_then(crate::search::Depth::limit) {
            self.depths += u64::from(plies);
            self.searches += 1;
        }
    }

    fn merge(&mut self, other: &MoveCost) {
        self.times.merge(&other.times);
        self.node_times.merge(&other.node_times);
        self.nodes += other.nodes;
        self.depths += other.depths;
        self.searches += other.searches;
    }

    /// The number of measured moves.
    pub(crate) fn moves(&self) -> u64 {
        self.times.count()
    }

    /// The time in nanoseconds that `percent` of the moves do not exceed.
    pub(crate) fn percentile(&self, percent: f64) -> u64 {
        self.times.percentile(percent)
    }

    /// How many moves took how long, in microseconds: about four classes for each doubling.
    pub(crate) fn distribution(&self) -> Vec<(f64, u64)> {
        self.times.coarse().into_iter().map(|(nanoseconds, count)| (nanoseconds / 1e3, count)).collect()
    }

    /// The mean time per move in microseconds.
    pub(crate) fn mean_micros(&self) -> Option<f64> {
        (self.moves() > 0).then(|| self.seconds() * 1e6 / self.moves() as f64)
    }

    /// The mean time per move in microseconds, with the slowest moves counted as the 99th percentile.
    pub(crate) fn capped_mean_micros(&self) -> Option<f64> {
        self.times.capped_mean(CAP).map(|nanoseconds| nanoseconds / 1e3)
    }

    /// The longest time of a move in nanoseconds.
    pub(crate) fn max(&self) -> u64 {
        self.times.max()
    }

    /// The mean number of nodes per move.
    pub(crate) fn nodes_per_move(&self) -> Option<f64> {
        (self.moves() > 0).then(|| self.nodes as f64 / self.moves() as f64)
    }

    /// Nodes per second, for players that search. Times per node above the 99th percentile count as that, so that a
    /// busy machine does not matter. They are weighted by the nodes: a long search counts as much as many short ones.
    pub(crate) fn nodes_per_second(&self) -> Option<f64> {
        let picoseconds = self.node_times.capped_mean(CAP)?;
        (picoseconds > 0.0).then(|| 1e12 / picoseconds)
    }

    fn seconds(&self) -> f64 {
        self.times.total() as f64 / 1e9
    }

    fn mean_depth(&self) -> Option<f64> {
        (self.searches > 0).then(|| self.depths as f64 / self.searches as f64)
    }
}

impl Timings {
    /// Adds the measured moves of the next game; `sides` are the players of the first and the second side.
    pub(crate) fn add(&mut self, measurements: &[Measurement], sides: [usize; 2]) {
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

    /// Adds those of other games between the same players.
    pub(super) fn merge(&mut self, other: &Timings) {
        self.games += other.games;
        if other.phases.len() > self.phases.len() {
            self.phases.resize(other.phases.len(), Vec::new());
        }
        for (own, other) in self.phases.iter_mut().zip(&other.phases) {
            if other.len() > own.len() {
                own.resize(other.len(), MoveCost::default());
            }
            own.iter_mut().zip(other).for_each(|(own, other)| own.merge(other));
        }
    }

    /// The same measurements, as those of this many games.
    pub(super) fn of_games(self, games: u64) -> Timings {
        Timings { games, ..self }
    }

    /// The number of games that they cover, from the first.
    pub(crate) fn games(&self) -> u64 {
        self.games
    }

    /// The cost of a player's moves, over all phases.
    pub(crate) fn of_player(&self, player: usize) -> MoveCost {
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
    pub(crate) fn rows<'a>(&self, players: impl IntoIterator<Item = &'a str>) -> Vec<PhaseCost> {
        let mut rows = Vec::new();
        for (i, player) in players.into_iter().enumerate() {
            let row = |phase, cost| PhaseCost { player: player.to_owned(), phase, cost };
            rows.push(row("all".to_owned(), self.of_player(i)));
            let phases = (0u32..).zip(self.phases_of(i)).filter(|(_, cost)| cost.moves() > 0);
            rows.extend(phases.map(|(phase, cost)| {
                row(format!("{}-{}", phase * PHASE + 1, (phase + 1) * PHASE), cost.clone())
            }));
        }
        rows
    }

    /// The timings in the form that is saved during a run.
    pub(crate) fn parts(&self) -> TimingsParts {
        let part = |cost: &MoveCost| (cost.times.parts(), cost.nodes, cost.depths, cost.searches);
        let parts = |phases: &Vec<MoveCost>| phases.iter().map(part).collect();
        let node_times = |phases: &Vec<MoveCost>| phases.iter().map(|cost| cost.node_times.parts()).collect();
        TimingsParts {
            games: self.games,
            phases: self.phases.iter().map(parts).collect(),
            node_times: self.phases.iter().map(node_times).collect(),
        }
    }
}

/// Times, nodes, the sum of depths, and searches of a phase.
type PhaseParts = (HistogramParts, u64, u64, u64);

/// Timings as saved during a run.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct TimingsParts {
    games: u64,
    phases: Vec<Vec<PhaseParts>>,
    /// Missing in runs that an older version began.
    #[serde(default)]
    node_times: Vec<Vec<HistogramParts>>,
}

impl From<&TimingsParts> for Timings {
    fn from(parts: &TimingsParts) -> Timings {
        let node_times = |player: usize, phase: usize| {
            let phases = parts.node_times.get(player).map_or(&[][..], Vec::as_slice);
            phases.get(phase).map(Histogram::from).unwrap_or_default()
        };
        let phases = |(player, phases): (usize, &Vec<PhaseParts>)| {
            let cost = |(phase, (times, nodes, depths, searches)): (usize, &PhaseParts)| MoveCost {
                times: times.into(),
                node_times: node_times(player, phase),
                nodes: *nodes,
                depths: *depths,
                searches: *searches,
            };
            phases.iter().enumerate().map(cost).collect()
        };
        Timings { games: parts.games, phases: parts.phases.iter().enumerate().map(phases).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Side;

    fn measured(nanoseconds: u64, nodes: u64) -> Measurement {
        Measurement { ply: 1, side: Side::First, nanoseconds, nodes, depth: None, value: None }
    }

    /// A thousand moves of 10 µs and 500 nodes, of which some take 20 ms because the machine is busy.
    fn cost(interrupted: usize) -> MoveCost {
        let mut timings = Timings::default();
        for i in 0..1000 {
            let nanoseconds = if i < interrupted { 20_000_000 } else { 10_000 };
            timings.add(&[measured(nanoseconds, 500)], [0, 1]);
        }
        Timings::from(&timings.parts()).of_player(0)
    }

    #[test]
    fn a_busy_machine_changes_the_plain_mean_but_neither_the_capped_mean_nor_the_speed() {
        let (quiet, busy) = (cost(0), cost(8));
        assert!(busy.mean_micros().unwrap() > 10.0 * quiet.mean_micros().unwrap());
        for cost in [quiet, busy] {
            let mean = cost.capped_mean_micros().unwrap();
            assert!((mean - 10.0).abs() < 0.1, "{mean}");
            let speed = cost.nodes_per_second().unwrap();
            assert!((speed / 5e7 - 1.0).abs() < 0.01, "{speed}");
        }
    }

    #[test]
    fn merged_timings_are_those_of_all_games() {
        let games: [(&[Measurement], [usize; 2]); 3] = [
            (&[measured(100, 5)], [0, 1]),
            (&[Measurement { ply: 25, ..measured(300, 7) }], [2, 0]),
            (&[measured(200, 0)], [1, 0]),
        ];
        let of = |games: &[(&[Measurement], [usize; 2])]| {
            let mut timings = Timings::default();
            for (measured, sides) in games {
                timings.add(measured, *sides);
            }
            timings
        };
        let mut merged = of(&games[..1]);
        merged.merge(&of(&games[1..]));
        let rows = |timings: &Timings| format!("{:?}", timings.rows(["a", "b", "c"]));
        assert_eq!((merged.games(), rows(&merged)), (3, rows(&of(&games))));
    }

    #[test]
    fn a_few_long_searches_do_not_make_nodes_look_cheap() {
        // One search in 200 has nearly all nodes, at 20 ns each as the short ones.
        let mut cost = MoveCost::default();
        for i in 0..1000 {
            let nodes = if i % 200 == 0 { 1_000_000 } else { 100 };
            cost.add(&measured(nodes * 20, nodes));
        }
        let speed = cost.nodes_per_second().unwrap();
        assert!((speed / 5e7 - 1.0).abs() < 0.01, "{speed}");
    }
}
