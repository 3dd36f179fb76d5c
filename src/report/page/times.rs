//! The time of moves: its distribution for each player, and how it changes during the game.

use maud::{Markup, html};

use super::PageSection;
use super::chart::{Chart, charts};
use super::run::PageRun;
use super::svg::{Axis, AxisScale, Frame, Polyline, extent, legend_name, row_axis, series_class};
use super::words::{self, grouped, head};
use crate::store::overview::{PlayerTimes, TimingRow};

/// The players in the plot of phases.
const MOST_LINES: usize = 6;

/// The players in the table.
const MOST_PLAYERS: usize = 48;

/// The time of a row in one of its columns.
type TimeColumn = fn(&TimingRow) -> Option<f64>;

const MEDIAN: TimeColumn = |row| row.p50_us;
const MEAN: TimeColumn = |row| row.mean_us;

fn time_words(micros: Option<f64>) -> String {
    micros.map_or("–".to_owned(), words::micros)
}

fn count_words(count: Option<f64>) -> String {
    match count {
        Some(count) if count >= 0.5 => grouped(count.round() as u64),
        _ => "–".to_owned(),
    }
}

pub(super) const SECTION: PageSection = PageSection { id: "times", title: "Time per move", render };

fn render(run: &PageRun) -> Option<Markup> {
    if run.data.times.is_empty() {
        return None;
    }
    let order =
        |times: &PlayerTimes| run.data.standings.iter().position(|standing| standing.number == times.player);
    let mut times: Vec<&PlayerTimes> = run.data.times.iter().collect();
    times.sort_by_key(|times| order(times));
    let all =
        |time: TimeColumn| times.iter().filter_map(move |times| time(&times.all)).filter(|&time| time > 0.0);
    let shortest = times.iter().filter_map(|times| times.density.first()).map(|&(time, _)| time);
    let low = shortest.fold(all(MEDIAN).fold(f64::INFINITY, f64::min) * 0.5, f64::min).max(0.005);
    let axis = Axis::new(low, all(|row| row.max_us).fold(0.0, f64::max) * 1.1, AxisScale::LogMicros);
    Some(html! {
        div.scroll {
            table.times {
                (head(&[
                    ("player", ""), ("distribution", "plot-cell"), ("median", "number"), ("mean", "number"),
                    ("99 %", "number"), ("longest", "number"), ("nodes/s", "number"), ("depth", "number"),
                    ("moves", "number"),
                ]))
                tbody { @for times in times.iter().take(MOST_PLAYERS) { (row(run, times, &axis)) } }
                tfoot { tr { td {} td.plot-cell { (row_axis(&axis, 5)) } td colspan="7" {} } }
            }
        }
        p.caption {
            "Time per move on a logarithmic scale: the dot is the median, the ring the mean over all moves, the tick the 99th percentile; the thin line reaches the longest move. "
            "Times are wall-clock times of the machine that played."
        }
        (phases(run, &times))
    })
}

fn row(run: &PageRun, times: &PlayerTimes, axis: &Axis) -> Markup {
    let all = &times.all;
    let [median, mean, p99, longest] =
        [all.p50_us, all.mean_us, all.p99_us, all.max_us].map(|time| axis.place(time.unwrap_or(0.0)));
    let name = legend_name(&run.data.players[times.player].name);
    let described = format!(
        "{name}: median {}, mean {}, 99th percentile {}, longest {}",
        time_words(all.p50_us),
        time_words(all.mean_us),
        time_words(all.p99_us),
        time_words(all.max_us)
    );
    let y = if times.density.is_empty() { 14 } else { 22 };
    html! {
        tr {
            th scope="row" { (run.name(times.player)) }
            td.plot-cell {
                div.layers {
                    @if !times.density.is_empty() { (density(times, axis)) }
                    svg.row role="img" aria-label=(described) {
                        title { (described) }
                        line.whisker x1=(median) x2=(longest) y1=(y) y2=(y) {}
                        line.interval x1=(median) x2=(p99) y1=(y) y2=(y) {}
                        line.end x1=(p99) x2=(p99) y1=(y - 4) y2=(y + 4) {}
                        circle.dot.hollow cx=(mean) cy=(y) r="3.5" {}
                        circle.dot.s0 cx=(median) cy=(y) r="3.5" {}
                    }
                }
            }
            td.number { (time_words(all.p50_us)) }
            td.number { (time_words(all.mean_us)) }
            td.number { (time_words(all.p99_us)) }
            td.number { (time_words(all.max_us)) }
            td.number { (count_words(all.nodes_per_s)) }
            td.number { (all.mean_depth.map_or("–".to_owned(), |depth| format!("{depth:.1}"))) }
            td.number { (count_words(all.moves)) }
        }
    }
}

/// How many moves took how long, as an area.
fn density(times: &PlayerTimes, axis: &Axis) -> Markup {
    let most = times.density.iter().map(|&(_, count)| count).max().unwrap_or(1).max(1) as f64;
    let mut path = String::new();
    for &(time, count) in &times.density {
        let (x, y) = (1000.0 * axis.share(time), 20.0 - 19.0 * count as f64 / most);
        path +=
            &if path.is_empty() { format!("M{x:.0} 20L{x:.0} {y:.1}") } else { format!("L{x:.0} {y:.1}") };
    }
    let last = times.density.last().map_or(0.0, |&(time, _)| 1000.0 * axis.share(time));
    html! {
        svg.density viewBox="0 0 1000 28" preserveAspectRatio="none" aria-hidden="true" {
            path d=(format!("{path}L{last:.0} 20Z")) {}
        }
    }
}

/// Median and mean by phase, for the leading players.
fn phases(run: &PageRun, times: &[&PlayerTimes]) -> Markup {
    let shown: Vec<&PlayerTimes> =
        times.iter().copied().filter(|times| times.phases.len() > 1).take(MOST_LINES).collect();
    if shown.is_empty() {
        return html! {};
    }
    let middle = |row: &TimingRow| -> Option<f64> {
        let (from, to) = row.phase.split_once('-')?;
        Some(f64::midpoint(from.parse().ok()?, to.parse().ok()?))
    };
    let line = |times: &PlayerTimes, time: TimeColumn| -> Vec<(f64, f64)> {
        let point = |row: &TimingRow| Some((middle(row)?, time(row).filter(|&time| time > 0.0)?));
        times.phases.iter().filter_map(point).collect()
    };
    let all: Vec<(f64, f64)> =
        shown.iter().flat_map(|times| [MEDIAN, MEAN].map(|time| line(times, time))).flatten().collect();
    let (low, high) = extent(all.iter().map(|&(_, time)| time));
    let last = all.iter().map(|&(ply, _)| ply).fold(0.0, f64::max);
    let frame = Frame::new(
        Axis::linear(0.0, last + 5.0).titled("ply"),
        Axis::new(low * 0.8, high * 1.3, AxisScale::LogMicros).titled("time per move"),
    )
    .with_labels_on_the_right();
    let ends: Vec<((f64, f64), String, &'static str)> = shown
        .iter()
        .enumerate()
        .filter_map(|(i, times)| {
            let end = *line(times, MEDIAN).last()?;
            Some((end, legend_name(&run.data.players[times.player].name), series_class(i)))
        })
        .collect();
    let described: Vec<String> = shown
        .iter()
        .map(|times| {
            let each = times.phases.iter().map(|row| {
                format!("plies {}: {} and {}", row.phase, time_words(row.p50_us), time_words(row.mean_us))
            });
            let each: Vec<String> = each.collect();
            format!("{}: {}", legend_name(&run.data.players[times.player].name), each.join(", "))
        })
        .collect();
    let description = format!("Median and mean by phase. {}.", described.join("; "));
    let caption = html! {
        "Median (solid) and mean (dashed) of the time per move, by phase of the game"
        @if shown.len() < times.len() { ", of the " (shown.len()) " leading players" }
        "."
    };
    let marks = |frame: &Frame| {
        html! {
            @for (i, times) in shown.iter().enumerate() {
                @let dashed = format!("{} dashed", series_class(i));
                (Polyline { points: &line(times, MEAN), class: &dashed }.markup(frame))
                (Polyline { points: &line(times, MEDIAN), class: series_class(i) }.markup(frame))
            }
            (frame.end_labels(&ends))
        }
    };
    let title = "Time per move by phase".to_owned();
    let chart = Chart { title, description, frame, marks: Box::new(marks), caption };
    html! {
        (charts(&[chart]))
        details {
            summary { "By phase, in numbers" }
            div.scroll {
                table {
                    (head(&[
                        ("player", ""), ("plies", ""), ("moves", "number"), ("median", "number"), ("mean", "number"),
                        ("99 %", "number"), ("longest", "number"),
                    ]))
                    tbody {
                        @for times in times.iter().take(MOST_PLAYERS) {
                            @for row in &times.phases {
                                tr {
                                    td { (run.name(times.player)) } td { (row.phase) }
                                    td.number { (count_words(row.moves)) } td.number { (time_words(row.p50_us)) }
                                    td.number { (time_words(row.mean_us)) }
                                    td.number { (time_words(row.p99_us)) } td.number { (time_words(row.max_us)) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
