//! The time of moves by player.

use serde::Deserialize;

use super::rows::rows_of;
use crate::stats::Cost;
use crate::store::cell;
use crate::store::timings::{self, Timings};

/// A row of `timings.csv`. Numbers that are missing there are `None`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(crate) struct TimingRow {
    player: String,
    pub phase: String,
    pub moves: Option<f64>,
    pub mean_us: Option<f64>,
    pub p50_us: Option<f64>,
    pub p99_us: Option<f64>,
    pub max_us: Option<f64>,
    nodes: Option<f64>,
    pub nodes_per_s: Option<f64>,
    pub mean_depth: Option<f64>,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PlayerTimes {
    /// Its place among the players.
    pub player: usize,
    /// All moves; there is at least one.
    pub all: TimingRow,
    pub phases: Vec<TimingRow>,
    /// Microseconds, and how many moves took that long; empty if only the percentiles are known.
    pub density: Vec<(f64, u64)>,
}

impl PlayerTimes {
    /// The times of the players of a run: from the rows of `timings.csv` if there are any, otherwise from the
    /// measurements so far.
    pub(super) fn of_players(
        players: &[String],
        rows: Vec<TimingRow>,
        measured: Option<&Timings>,
    ) -> Vec<PlayerTimes> {
        let rows = if rows.is_empty() {
            let so_far = measured.map(|timings| timings.rows(players.iter().map(String::as_str)));
            let csv = so_far.map(|rows| cell::csv(&timings::COLUMNS, &rows));
            rows_of(csv.unwrap_or_default().as_slice()).collect()
        } else {
            rows
        };
        let of = |(player, name): (usize, &String)| {
            let own: Vec<&TimingRow> = rows.iter().filter(|row| row.player == *name).collect();
            let all = own.iter().find(|row| row.phase == "all" && row.moves > Some(0.0))?;
            let density = measured.map(|timings| timings.of_player(player).distribution());
            Some(PlayerTimes {
                player,
                all: (*all).clone(),
                phases: own.iter().filter(|row| row.phase != "all").map(|&row| row.clone()).collect(),
                density: density.unwrap_or_default(),
            })
        };
        players.iter().enumerate().filter_map(of).collect()
    }

    pub(crate) fn cost(&self) -> Cost {
        let TimingRow { p50_us: median_us, mean_us, p99_us, nodes, moves, nodes_per_s, .. } = self.all;
        let nodes_per_move = nodes.zip(moves).map(|(nodes, moves)| nodes / moves);
        Cost { median_us, mean_us, p99_us, nodes_per_move, nodes_per_s }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_by_the_names_of_their_columns() {
        let text =
            "phase,player,moves,mean_us,nodes,new\nall,\"a,b\",10,2.5,,x\n1-10,\"a,b\",10,2.5,30,\nbroken\n";
        let rows: Vec<TimingRow> = rows_of(text.as_bytes()).collect();
        assert_eq!(rows.len(), 2, "{rows:?}");
        let times = PlayerTimes::of_players(&["other".to_owned(), "a,b".to_owned()], rows, None);
        assert_eq!((times.len(), times[0].player, times[0].cost().mean_us), (1, 1, Some(2.5)));
        assert_eq!((times[0].phases.len(), times[0].cost().nodes_per_move), (1, None));
    }
}
