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

/// A row per player.
pub(super) fn table(players: &[String], timings: &Timings) -> String {
    let width = players.iter().map(|name| display_width(name)).max().unwrap_or(0).max("player".len());
    let row = |name: &str, cells: [String; 4]| {
        let cells: String = cells.iter().map(|cell| format!("  {cell:>11}")).collect();
        format!("  {}{cells}\n", fitted(name, width))
    };
    let rows =
        players.iter().enumerate().map(|(i, player)| row(player, cells(timings.of_player(i).cost(), "-")));
    [row("player", HEADS.map(str::to_owned))].into_iter().chain(rows).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_letters_keep_the_columns_straight() {
        let table = table(&["囲碁".to_owned(), "bad".to_owned()], &Timings::default());
        let widths: Vec<usize> = table.lines().map(display_width).collect();
        assert!(widths.iter().all(|&width| width == widths[0]), "{table}");
    }
}
