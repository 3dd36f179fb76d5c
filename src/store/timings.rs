//! `timings.csv`: the cost of moves, by player and phase of the game.

use serde::{Deserialize, Serialize};

use super::cell::{Cell, Column};
use crate::play::duel::Measurement;
use crate::players::thread_time::ThreadTime;
use crate::stats::Cost;
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
    ("mean_us", |row| Cell::number(row.cost.mean_us(), 3)),
    ("p50_us", |row| micros(row.cost.percentile(50.0))),
    ("p90_us", |row| micros(row.cost.percentile(90.0))),
    ("p95_us", |row| micros(row.cost.percentile(95.0))),
    ("p99_us", |row| micros(row.cost.percentile(99.0))),
    ("max_us", |row| micros(row.cost.max())),
    ("nodes", |row| Cell::Count(row.cost.nodes)),
    ("nodes_per_s", |row| Cell::number(row.cost.nodes_per_s(), 0)),
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
    /// What the threads spent on a core and waited for one, if no player is a bot.
    threads: ThreadTime,
}

/// The cost of measured moves: times, nodes and depths.
#[derive(Debug, Clone, Default)]
pub(crate) struct MoveCost {
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
    pub(crate) fn moves(&self) -> u64 {
        self.times.count()
    }

    /// What a table shows of them.
    pub(crate) fn cost(&self) -> Cost {
        let percentile = |percent| (self.moves() > 0).then(|| self.percentile(percent) as f64 / 1e3);
        Cost {
            median_us: percentile(50.0),
            mean_us: self.mean_us(),
            p99_us: percentile(99.0),
            nodes_per_move: (self.moves() > 0).then(|| self.nodes as f64 / self.moves() as f64),
            nodes_per_s: self.nodes_per_s(),
        }
    }

    /// The time in nanoseconds that `percent` of the moves do not exceed.
    fn percentile(&self, percent: f64) -> u64 {
        self.times.percentile(percent)
    }

    /// How many moves took how long, in microseconds: about four classes for each doubling.
    pub(crate) fn distribution(&self) -> Vec<(f64, u64)> {
        self.times.coarse().into_iter().map(|(nanoseconds, count)| (nanoseconds / 1e3, count)).collect()
    }

    fn mean_us(&self) -> Option<f64> {
        (self.moves() > 0).then(|| self.seconds() * 1e6 / self.moves() as f64)
    }

    /// The longest time of a move in nanoseconds.
    fn max(&self) -> u64 {
        self.times.max()
    }

    /// For players that search.
    fn nodes_per_s(&self) -> Option<f64> {
        (self.nodes > 0 && self.times.total() > 0).then(|| self.nodes as f64 / self.seconds())
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
        self.threads += other.threads;
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

    /// Adds what the threads that played the games spent.
    pub(crate) fn add_threads(&mut self, spent: ThreadTime) {
        self.threads += spent;
    }

    /// What the threads spent on a core and waited for one; nothing if that is unknown.
    pub(crate) fn threads(&self) -> ThreadTime {
        self.threads
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
        TimingsParts {
            games: self.games,
            phases: self.phases.iter().map(parts).collect(),
            threads: self.threads,
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
    threads: ThreadTime,
}

impl From<&TimingsParts> for Timings {
    fn from(parts: &TimingsParts) -> Timings {
        let cost = |(times, nodes, depths, searches): &PhaseParts| MoveCost {
            times: times.into(),
            nodes: *nodes,
            depths: *depths,
            searches: *searches,
        };
        let phases = parts.phases.iter().map(|phases| phases.iter().map(cost).collect());
        Timings { games: parts.games, phases: phases.collect(), threads: parts.threads }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::games::Side;

    fn measured(nanoseconds: u64, nodes: u64) -> Measurement {
        Measurement { ply: 1, side: Side::First, nanoseconds, nodes, depth: None, value: None }
    }

    #[test]
    fn one_long_move_is_in_the_mean_and_not_in_the_median() {
        let mut timings = Timings::default();
        for i in 0..1000 {
            let nanoseconds = if i == 0 { 359_000_000 } else { 1000 };
            timings.add(&[measured(nanoseconds, 500)], [0, 1]);
        }
        let cost = Timings::from(&timings.parts()).of_player(0).cost();
        let exactly = 359_000_000.0 + 999.0 * 1000.0;
        assert_eq!(
            (cost.mean_us, cost.nodes_per_s),
            (Some(exactly / 1e6), Some(500_000.0 / (exactly / 1e9)))
        );
        let median = cost.median_us.unwrap();
        assert!((median - 1.0).abs() < 0.01, "{median}");
    }

    #[test]
    fn without_moves_nothing_is_shown() {
        assert_eq!(MoveCost::default().cost(), Cost::default());
    }

    #[test]
    fn what_threads_spent_is_saved_and_merged() {
        let mut timings = Timings::default();
        let spent = ThreadTime { busy: Duration::from_millis(5), queued: Duration::from_nanos(7) };
        timings.add_threads(spent);
        let text = serde_json::to_string(&timings.parts()).unwrap();
        let mut read = Timings::from(&serde_json::from_str::<TimingsParts>(&text).unwrap());
        read.merge(&timings);
        assert_eq!(read.threads(), ThreadTime { busy: spent.busy * 2, queued: spent.queued * 2 });
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
}
