//! The table of the cost of moves.

use super::numbers::{grouped, micros};
use crate::store::timings::Timings;

/// A row per player: the mean and the 99th percentile of the time per move, and nodes per second. In the mean, slower
/// moves count as the 99th percentile.
pub(super) fn table(players: &[String], timings: &Timings) -> String {
    let width = players.iter().map(|name| name.chars().count()).max().unwrap_or(0).max("player".len());
    let mut out = format!("  {:<width$}  {:>11}  {:>11}  {:>11}\n", "player", "mean/move", "99 %", "nodes/s");
    for (i, player) in players.iter().enumerate() {
        let cost = timings.of_player(i);
        let shown = |time: Option<f64>| time.map_or("-".to_owned(), micros);
        let mean = shown(cost.capped_mean_micros());
        let p99 = shown((cost.moves() > 0).then(|| cost.percentile(99.0) as f64 / 1e3));
        let nodes = cost.nodes_per_second().map_or("-".to_owned(), |nodes| grouped(nodes.round() as u64));
        out += &format!("  {player:<width$}  {mean:>11}  {p99:>11}  {nodes:>11}\n");
    }
    out
}
