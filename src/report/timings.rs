//! The table of what moves cost.

use std::time::Duration;

use super::numbers::{grouped, time};
use crate::record::timings::Timings;

/// A row per player: the median and the 99th percentile of the time per move, and nodes per second.
pub(super) fn table(players: &[String], timings: &Timings) -> String {
    let width = players.iter().map(|name| name.chars().count()).max().unwrap_or(0).max("player".len());
    let mut out =
        format!("  {:<width$}  {:>11}  {:>11}  {:>11}\n", "player", "median/move", "99 %", "nodes/s");
    for (i, player) in players.iter().enumerate() {
        let cost = timings.of_player(i);
        let measured = |percent| match cost.moves() {
            0 => "-".to_owned(),
            _ => time(Duration::from_nanos(cost.percentile(percent))),
        };
        let nodes = cost.nodes_per_second().map_or("-".to_owned(), |nodes| grouped(nodes.round() as u64));
        out += &format!("  {player:<width$}  {:>11}  {:>11}  {nodes:>11}\n", measured(50.0), measured(99.0));
    }
    out
}
