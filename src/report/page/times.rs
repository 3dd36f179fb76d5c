//! The time of moves: its distribution for each player, and how it changes during the game.

use maud::{Markup, html};
use serde::Deserialize;

use super::PageSection;
use super::read::rows_of;
use super::run::RunData;
use super::svg::{Axis, AxisScale, Frame, Polyline, extent, figure, legend_name, row_axis, series_class};
use super::words::{self, grouped, head};
use crate::stats::Cost;
use crate::store::cell;
use crate::store::timings::{self, MoveCost, Timings};

/// The players in the plot of phases.
const MOST_LINES: usize = 6;

/// The players in the table.
const MOST_PLAYERS: usize = 48;

/// A row of `timings.csv`. Numbers that are missing there are `None`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(super) struct TimingRow {
    player: String,
    phase: String,
    moves: Option<f64>,
    mean_us: Option<f64>,
    p50_us: Option<f64>,
    p99_us: Option<f64>,
    max_us: Option<f64>,
    nodes: Option<f64>,
    nodes_per_s: Option<f64>,
    mean_depth: Option<f64>,
}

/// The time of a row in one of its columns.
type TimeColumn = fn(&TimingRow) -> Option<f64>;

const MEDIAN: TimeColumn = |row| row.p50_us;
const P99: TimeColumn = |row| row.p99_us;

fn time_words(micros: Option<f64>) -> String {
    micros.map_or("–".to_owned(), words::micros)
}

fn count_words(count: Option<f64>) -> String {
    match count {
        Some(count) if count >= 0.5 => grouped(count.round() as u64),
        _ => "–".to_owned(),
    }
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct PlayerTimes {
    /// Its place among the players.
    pub(super) player: usize,
    /// All moves; there is at least one.
    all: TimingRow,
    phases: Vec<TimingRow>,
    /// Microseconds, and how many moves took that long; empty if only the percentiles are known.
    density: Vec<(f64, u64)>,
    /// The mean with slow moves capped, if it is known.
    capped: Option<f64>,
}

impl PlayerTimes {
    /// The mean time in microseconds: with slow moves capped if that is known.
    pub(super) fn mean(&self) -> Option<f64> {
        self.capped.or(self.all.mean_us)
    }

    pub(super) fn cost(&self) -> Cost {
        let TimingRow { mean_us, p99_us, nodes, moves, .. } = self.all;
        let nodes_per_move = nodes.zip(moves).map(|(nodes, moves)| nodes / moves);
        Cost { mean_us, capped_mean_us: self.mean(), p99_us, nodes_per_move }
    }
}

/// The times of the players of a run: from the rows of `timings.csv` if there are any, otherwise from the measurements so
/// far.
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
        let cost = measured.map(|timings| timings.of_player(player));
        Some(PlayerTimes {
            player,
            all: (*all).clone(),
            phases: own.iter().filter(|row| row.phase != "all").map(|&row| row.clone()).collect(),
            density: cost.as_ref().map(MoveCost::distribution).unwrap_or_default(),
            capped: cost.as_ref().and_then(MoveCost::capped_mean_micros),
        })
    };
    players.iter().enumerate().filter_map(of).collect()
}

pub(super) const SECTION: PageSection = PageSection { id: "times", title: "Time per move", render };

fn render(run: &RunData) -> Option<Markup> {
    if run.times.is_empty() {
        return None;
    }
    let order =
        |times: &PlayerTimes| run.standings.iter().position(|standing| standing.number == times.player);
    let mut times: Vec<&PlayerTimes> = run.times.iter().collect();
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
                    ("player", ""), ("distribution", "plot-cell"), ("median", "number"), ("99 %", "number"),
                    ("longest", "number"), ("mean", "number"), ("nodes/s", "number"), ("depth", "number"),
                    ("moves", "number"),
                ]))
                tbody { @for times in times.iter().take(MOST_PLAYERS) { (row(run, times, &axis)) } }
                tfoot { tr { td {} td.plot-cell { (row_axis(&axis, 5)) } td colspan="7" {} } }
            }
        }
        p.caption {
            "Time per move on a logarithmic scale: the dot is the median, the tick the 99th percentile, the thin line reaches the longest move. "
            "Times are wall-clock times of the machine that played."
        }
        (phases(run, &times))
    })
}

fn row(run: &RunData, times: &PlayerTimes, axis: &Axis) -> Markup {
    let all = &times.all;
    let [median, p99, longest] =
        [all.p50_us, all.p99_us, all.max_us].map(|time| axis.place(time.unwrap_or(0.0)));
    let name = legend_name(&run.players[times.player].name);
    let described = format!(
        "{name}: median {}, 99th percentile {}, longest {}",
        time_words(all.p50_us),
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
                        circle.dot.s0 cx=(median) cy=(y) r="3.5" {}
                    }
                }
            }
            td.number { (time_words(all.p50_us)) }
            td.number { (time_words(all.p99_us)) }
            td.number { (time_words(all.max_us)) }
            td.number { (time_words(all.mean_us)) }
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

/// Median and 99th percentile by phase, for the leading players.
fn phases(run: &RunData, times: &[&PlayerTimes]) -> Markup {
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
        shown.iter().flat_map(|times| [MEDIAN, P99].map(|time| line(times, time))).flatten().collect();
    let (low, high) = extent(all.iter().map(|&(_, time)| time));
    let last = all.iter().map(|&(ply, _)| ply).fold(0.0, f64::max);
    let frame = Frame::new(
        Axis::linear(0.0, last + 5.0).titled("ply"),
        Axis::new(low * 0.8, high * 1.3, AxisScale::LogMicros).titled("time per move"),
    )
    .with_labels_on_the_right();
    let ends: Vec<(f64, String, &'static str)> = shown
        .iter()
        .enumerate()
        .filter_map(|(i, times)| {
            // Where the lines are furthest apart.
            let median = line(times, MEDIAN).first()?.1;
            Some((median, legend_name(&run.players[times.player].name), series_class(i)))
        })
        .collect();
    let described: Vec<String> = shown
        .iter()
        .map(|times| {
            let each = times.phases.iter().map(|row| {
                format!("plies {}: {} and {}", row.phase, time_words(row.p50_us), time_words(row.p99_us))
            });
            let each: Vec<String> = each.collect();
            format!("{}: {}", legend_name(&run.players[times.player].name), each.join(", "))
        })
        .collect();
    let marks = html! {
        @for (i, times) in shown.iter().enumerate() {
            @let dashed = format!("{} dashed", series_class(i));
            (Polyline { points: &line(times, P99), class: &dashed }.markup(&frame))
            (Polyline { points: &line(times, MEDIAN), class: series_class(i) }.markup(&frame))
        }
        (frame.end_labels(&ends))
    };
    let description = format!("Median and 99th percentile by phase. {}.", described.join("; "));
    let caption = html! {
        "Median (solid) and 99th percentile (dashed) of the time per move, by phase of the game"
        @if shown.len() < times.len() { ", of the " (shown.len()) " leading players" }
        "."
    };
    html! {
        (figure("Time per move by phase", &description, &frame, &marks, &caption))
        details {
            summary { "By phase, in numbers" }
            div.scroll {
                table {
                    (head(&[
                        ("player", ""), ("plies", ""), ("moves", "number"), ("median", "number"), ("99 %", "number"),
                        ("longest", "number"),
                    ]))
                    tbody {
                        @for times in times.iter().take(MOST_PLAYERS) {
                            @for row in &times.phases {
                                tr {
                                    td { (run.name(times.player)) } td { (row.phase) }
                                    td.number { (count_words(row.moves)) } td.number { (time_words(row.p50_us)) }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_by_the_names_of_their_columns() {
        let text =
            "phase,player,moves,mean_us,nodes,new\nall,\"a,b\",10,2.5,,x\n1-10,\"a,b\",10,2.5,30,\nbroken\n";
        let rows: Vec<TimingRow> = rows_of(text.as_bytes()).collect();
        assert_eq!(rows.len(), 2, "{rows:?}");
        let times = of_players(&["other".to_owned(), "a,b".to_owned()], rows, None);
        assert_eq!((times.len(), times[0].player, times[0].mean()), (1, 1, Some(2.5)));
        assert_eq!((times[0].phases.len(), times[0].cost().nodes_per_move), (1, None));
    }
}
