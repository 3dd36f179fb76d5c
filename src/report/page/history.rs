//! The page of `arena history`: strength and cost of each check over the builds.

use maud::{Markup, html};

use super::chart::{Chart, charts};
use super::svg::{Axis, AxisScale, Frame, Polyline, extent};
use super::words::{grouped, head, percent};
use crate::report::history::{by_check, minutes, standing};
use crate::run::check::history::HistoryRow;

pub(super) fn content(file: &str, rows: &[HistoryRow]) -> Markup {
    html! {
        article.run {
            h1 { "Strength and cost" }
            p { code { (file) } }
            @if rows.is_empty() { p { "There are no results yet." } }
            @for (name, rows) in by_check(rows) {
                section {
                    h2 { (name) ": " (standing(&rows)) }
                    @if rows.len() > 1 { (plots(&rows)) }
                    (table(&rows))
                }
            }
        }
    }
}

/// The builds, from 1.
fn builds_axis(rows: &[&HistoryRow]) -> Axis {
    Axis::linear(1.0, rows.len() as f64).titled("build")
}

/// The numbers of the rows that have a value, from 1, with it.
fn points(rows: &[&HistoryRow], value: fn(&HistoryRow) -> Option<f64>) -> Vec<(f64, f64)> {
    (1..).zip(rows).filter_map(|(at, row): (u32, _)| Some((f64::from(at), value(row)?))).collect()
}

fn plots(rows: &[&HistoryRow]) -> Markup {
    let nodes = points(rows, |row| row.nodes_per_move.filter(|&nodes| nodes > 0.0));
    let times = points(rows, |row| Some(row.time_ms? * 1000.0).filter(|&time| time > 0.0));
    // Nodes are the same on every machine.
    let cost = if nodes.len() > 1 {
        Some(cost(rows, nodes, "nodes per move", AxisScale::LogCount))
    } else if times.len() > 1 {
        Some(cost(rows, times, "time per move", AxisScale::LogMicros))
    } else {
        None
    };
    charts(&[strength(rows)].into_iter().chain(cost).collect::<Vec<_>>())
}

fn strength<'a>(rows: &[&'a HistoryRow]) -> Chart<'a> {
    let line = points(rows, |row| row.score);
    let band: Vec<(f64, f64, f64)> = (1..)
        .zip(rows)
        .filter_map(|(at, row): (u32, _)| Some((f64::from(at), row.score_low?, row.score_high?)))
        .collect();
    let (low, high) =
        extent(band.iter().flat_map(|&(_, low, high)| [low, high]).chain(line.iter().map(|p| p.1)));
    let room = (high - low).max(0.02) * 0.1;
    let y = Axis::percent((low - room).max(0.0), (high + room).min(1.0)).titled("score");
    let last = line.last().map_or(String::new(), |&(_, score)| format!(" Now {}.", percent(score)));
    let marks = move |frame: &Frame| {
        html! { (frame.band(&band, "s0")) (Polyline { points: &line, class: "s0" }.markup(frame)) }
    };
    Chart {
        title: "Strength".to_owned(),
        description: format!("The score of each build with its 95 % interval.{last}"),
        frame: Frame::new(builds_axis(rows), y),
        marks: Box::new(marks),
        caption: html! { "Score of each build, with its 95 % interval." },
    }
}

fn cost<'a>(rows: &[&'a HistoryRow], line: Vec<(f64, f64)>, what: &str, scale: AxisScale) -> Chart<'a> {
    let (low, high) = extent(line.iter().map(|&(_, cost)| cost));
    let y = Axis::new(low / 1.1, high * 1.1, scale).titled(what);
    Chart {
        title: "Cost".to_owned(),
        description: format!("The {what} of each build."),
        frame: Frame::new(builds_axis(rows), y),
        marks: Box::new(move |frame| Polyline { points: &line, class: "s1" }.markup(frame)),
        caption: html! { "The " (what) " of each build." },
    }
}

/// The builds, the newest first.
fn table(rows: &[&HistoryRow]) -> Markup {
    let number = |value: Option<f64>, digits: usize| {
        value.map_or("–".to_owned(), |value| format!("{value:.digits$}"))
    };
    html! {
        div.scroll {
            table {
                (head(&[
                    ("", "number"), ("date", ""), ("build", ""), ("player", ""), ("games", "number"), ("score", "number"),
                    ("Elo", "number"), ("nodes per move", "number"), ("ms per move", "number"), ("verdict", ""),
                ]))
                tbody {
                    @for (at, row) in (1..).zip(rows).collect::<Vec<(usize, _)>>().into_iter().rev() {
                        tr {
                            td.number { (at) } td { (minutes(&row.date)) } td { code { (row.build) } } td { (row.a) }
                            td.number { (grouped(row.games)) } td.number { (number(row.score, 4)) }
                            td.number { (number(row.elo, 0)) } td.number { (number(row.nodes_per_move, 1)) }
                            td.number { (number(row.time_ms, 3)) } td { (row.verdict) }
                        }
                    }
                }
            }
        }
    }
}
