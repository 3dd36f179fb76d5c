//! The table of the cost of moves.

use super::numbers::{grouped, micros};
use crate::stats::Cost;
use crate::store::timings::Timings;
use crate::text::{display_width, fitted};

/// The heads of the columns that [`cells`] fills.
pub(super) const HEADS: [&str; 4] = ["median/move", "mean/move", "99 %", "nodes/s"];

/// The time of a move and nodes per second, as text; `none` if they were not measured.
pub(super) fn cells(cost: Cost, none: &str) -> [String; 4] {
    let time = |time: Option<f64>| time.map_or(none.to_owned(), micros);
    let nodes = cost.nodes_per_s.map_or(none.to_owned(), |nodes| grouped(nodes.round() as u64));
    [time(cost.median_us), time(cost.mean_us), time(cost.p99_us), nodes]
}

/// Whether a player made a move that arena saw.
pub(super) fn has_moves(players: usize, timings: &Timings) -> bool {
    (0..players).any(|player| timings.of_player(player).moves() > 0)
}

/// A row per player, below an empty line; nothing if no player made a move that arena saw.
pub(super) fn table(players: &[String], timings: &Timings) -> String {
    if !has_moves(players.len(), timings) {
        return String::new();
    }
    let width = players.iter().map(|name| display_width(name)).max().unwrap_or(0).max("player".len());
    let row = |name: &str, cells: [String; 4]| {
        let cells: String = cells.iter().map(|cell| format!("  {cell:>11}")).collect();
        format!("  {}{cells}\n", fitted(name, width))
    };
    let rows =
        players.iter().enumerate().map(|(i, player)| row(player, cells(timings.of_player(i).cost(), "-")));
    ["\n".to_owned(), row("player", HEADS.map(str::to_owned))].into_iter().chain(rows).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Side;
    use crate::play::duel::Measurement;

    #[test]
    fn wide_letters_keep_the_columns_straight() {
        let players = ["囲碁".to_owned(), "bad".to_owned()];
        assert_eq!(table(&players, &Timings::default()), "");
        let measured =
            Measurement { ply: 1, side: Side::First, nanoseconds: 1000, nodes: 5, depth: None, value: None };
        let mut timings = Timings::default();
        timings.add(&[measured], [0, 1]);
        let table = table(&players, &timings);
        let widths: Vec<usize> =
            table.trim_start().lines().map(|line| display_width(line.trim_start())).collect();
        assert!(widths.iter().all(|&width| width == widths[0]), "{table}");
    }
}
