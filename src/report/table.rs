//! The small table behind the sentence.

use std::time::Duration;

use super::numbers::{counted, grouped, time};
use super::sentence::{elo_words, percent, percent_interval};
use super::sprt::sprt_words;
use crate::record::Summary;
use crate::record::cell::Cell;
use crate::record::timings::Timings;
use crate::stats::{Sprt, SprtResult, wilson};

/// The figures of a match, and what moves cost. `sides` are what the game calls the first and the second side: with an
/// opening of several plies, the first is not always the one to move first. `sprt` is a test and where it stands.
pub fn table(
    summary: &Summary,
    timings: &Timings,
    sides: [&str; 2],
    sprt: Option<(Sprt, SprtResult)>,
) -> String {
    let mut out = String::new();
    let test = sprt.map(|(sprt, result)| ("SPRT", sprt_words(&sprt, &result)));
    for (name, text) in figures(summary, sides).into_iter().chain(test) {
        out += &format!("  {name:<9}  {text}\n");
    }
    out.push('\n');
    out + &costs(summary, timings)
}

fn figures(summary: &Summary, sides: [&str; 2]) -> Vec<(&'static str, String)> {
    let [losses, draws, wins] = summary.results.map(grouped);
    let [lost, _, won] = summary.results;
    let rate = |count: u64| percent_interval(wilson(count, summary.games));
    let score = summary.score.unwrap_or(0.5);
    let as_side = |i: usize| {
        let score = summary.score_by_side[i].map_or("-".to_owned(), percent);
        format!("{score} ({})", sides[i])
    };
    let length = summary.mean_plies.map_or("-".to_owned(), |plies| format!("{plies:.1} plies"));
    let margin = summary.mean_margin.map_or("-".to_owned(), |margin| {
        let plus = if margin >= 0.05 { "+" } else { "" };
        format!("{plus}{} points", Cell::Number(margin, 1).text())
    });
    vec![
        ("games", format!("{} in {}", grouped(summary.games), counted(summary.complete_pairs(), "pair"))),
        (
            "distinct",
            format!(
                "{}, {}",
                summary.distinct_games.words("game"),
                summary.distinct_openings.words("opening")
            ),
        ),
        ("wins", format!("{wins} (95 %: {})", rate(won))),
        ("draws", draws),
        ("losses", format!("{losses} (95 %: {})", rate(lost))),
        ("score", format!("{} (95 %: {})", percent(score), percent_interval(summary.interval))),
        ("Elo", elo_words(score, summary.interval).replace(" Elo", "")),
        ("as first", as_side(0)),
        ("as second", as_side(1)),
        ("length", length),
        ("margin", margin),
    ]
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
        let nodes = cost.nodes_per_second().map_or("-".to_owned(), |nodes| grouped(nodes.round() as u64));
        out += &format!("  {player:<width$}  {:>11}  {:>11}  {nodes:>11}\n", measured(50.0), measured(99.0));
    }
    out
}
