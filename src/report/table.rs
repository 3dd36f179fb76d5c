//! The small table behind the sentence.

use std::time::Duration;

use super::numbers::{grouped, time};
use super::sentence::{elo_words, percent, percent_interval};
use crate::record::Summary;
use crate::record::tally::DistinctCount;
use crate::record::timings::Timings;
use crate::stats::wilson;

/// The figures of a match, and what moves cost.
pub fn table(summary: &Summary, timings: &Timings) -> String {
    let mut out = String::new();
    for (name, text) in figures(summary) {
        out += &format!("  {name:<9}  {text}\n");
    }
    out.push('\n');
    out + &costs(summary, timings)
}

fn figures(summary: &Summary) -> Vec<(&'static str, String)> {
    let [losses, draws, wins] = summary.results.map(grouped);
    let [lost, _, won] = summary.results;
    let rate = |count: u64| percent_interval(wilson(count, summary.games));
    let score = summary.score.unwrap_or(0.5);
    let by_side = summary.score_by_side.map(|score| score.map_or("-".to_owned(), percent));
    let decimal = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.1}"));
    vec![
        ("games", format!("{} in {} pairs", grouped(summary.games), grouped(summary.complete_pairs()))),
        (
            "distinct",
            format!(
                "{} games, {} openings",
                distinct(summary.distinct_games),
                distinct(summary.distinct_openings)
            ),
        ),
        ("wins", format!("{wins} (95 %: {})", rate(won))),
        ("draws", draws),
        ("losses", format!("{losses} (95 %: {})", rate(lost))),
        ("score", format!("{} (95 %: {})", percent(score), percent_interval(summary.interval))),
        ("Elo", elo_words(score, summary.interval).replace(" Elo", "")),
        ("as first", by_side[0].clone()),
        ("as second", by_side[1].clone()),
        ("length", format!("{} plies", decimal(summary.mean_plies))),
        (
            "margin",
            format!("{} points", summary.mean_margin.map_or("-".to_owned(), |value| format!("{value:+.1}"))),
        ),
    ]
}

fn distinct(count: DistinctCount) -> String {
    let about = if count.is_estimate { "about " } else { "" };
    format!("{about}{}", grouped(count.count))
}

fn costs(summary: &Summary, timings: &Timings) -> String {
    let width =
        summary.players.iter().map(|name| name.chars().count()).max().unwrap_or(0).max("player".len());
    let mut out =
        format!("  {:<width$}  {:>11}  {:>11}  {:>11}\n", "player", "median/move", "99 %", "nodes/s");
    for (i, player) in summary.players.iter().enumerate() {
        let cost = timings.of_player(i);
        let measured = |percent| match cost.moves() {
            0 => "-".to_owned(),
            _ => time(Duration::from_nanos(cost.percentile(percent))),
        };
        let nodes = cost.nodes_per_second().map_or("-".to_owned(), |nodes| grouped(nodes as u64));
        out += &format!("  {player:<width$}  {:>11}  {:>11}  {nodes:>11}\n", measured(50.0), measured(99.0));
    }
    out
}
