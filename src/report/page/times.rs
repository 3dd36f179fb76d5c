//! The time of moves: its distribution for each player, and how it changes during the game.

use std::collections::HashMap;
use std::io::Read;

use maud::{Markup, html};

use super::Section;
use super::run::RunData;
use super::svg::{Axis, Frame, Line, Scale, legend_name, plot, row_axis, series_class};
use super::words::{grouped, micros};
use crate::store::timings::{self, MoveCost, Timings};

/// The players in the plot of phases.
const MOST_LINES: usize = 6;

/// The players in the table.
const MOST_PLAYERS: usize = 48;

/// A row of `timings.csv`. Numbers that are missing there are `None`.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct TimingRow {
    player: String,
    phase: String,
    numbers: HashMap<String, f64>,
}

impl TimingRow {
    /// A number of the row by its column.
    fn get(&self, column: &str) -> Option<f64> {
        self.numbers.get(column).copied()
    }

    fn micros(&self, column: &str) -> String {
        self.get(column).map_or("–".to_owned(), micros)
    }

    fn count(&self, column: &str) -> String {
        match self.get(column) {
            Some(count) if count >= 0.5 => grouped(count.round() as u64),
            _ => "–".to_owned(),
        }
    }
}

/// The cost of a player's moves.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct PlayerTimes {
    /// Its place among the players.
    pub(super) player: usize,
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
        self.capped.or_else(|| self.plain_mean())
    }

    /// The plain mean.
    pub(super) fn plain_mean(&self) -> Option<f64> {
        self.all.get("mean_us").filter(|_| self.moves() > 0.0)
    }

    /// The 99th percentile.
    pub(super) fn p99(&self) -> Option<f64> {
        self.all.get("p99_us").filter(|_| self.moves() > 0.0)
    }

    /// Positions searched per move.
    pub(super) fn nodes_per_move(&self) -> Option<f64> {
        Some(self.all.get("nodes")? / Some(self.moves()).filter(|&moves| moves > 0.0)?)
    }

    fn moves(&self) -> f64 {
        self.all.get("moves").unwrap_or(0.0)
    }
}

/// The rows of a `timings.csv`; those that cannot be read are left out.
pub(super) fn read(file: impl Read) -> Vec<TimingRow> {
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(file);
    let Ok(header) = reader.headers().cloned() else { return Vec::new() };
    let rows = reader.records().filter_map(Result::ok);
    let row = |fields: csv::StringRecord| {
        let field =
            |name: &str| header.iter().position(|column| column == name).and_then(|at| fields.get(at));
        let numbers =
            header.iter().zip(&fields).filter_map(|(name, text)| Some((name.to_owned(), text.parse().ok()?)));
        Some(TimingRow {
            player: field("player")?.to_owned(),
            phase: field("phase")?.to_owned(),
            numbers: numbers.collect(),
        })
    };
    rows.filter_map(row).collect()
}

fn of_row(row: &timings::PhaseCost) -> TimingRow {
    let cells = timings::COLUMNS.iter().map(|(name, cell)| (*name, cell(row).text()));
    let numbers = cells.filter_map(|(name, text)| Some((name.to_owned(), text.parse().ok()?)));
    TimingRow { player: row.player.clone(), phase: row.phase.clone(), numbers: numbers.collect() }
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
        so_far.iter().flatten().map(of_row).collect()
    } else {
        rows
    };
    let of = |(player, name): (usize, &String)| {
        let own: Vec<&TimingRow> = rows.iter().filter(|row| row.player == *name).collect();
        let all = own.iter().find(|row| row.phase == "all" && row.get("moves") > Some(0.0))?;
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

pub(super) const SECTION: Section = Section { id: "times", title: "Time per move", render };

fn render(run: &RunData) -> Option<Markup> {
    if run.times.is_empty() {
        return None;
    }
    let order =
        |times: &PlayerTimes| run.standings.iter().position(|standing| standing.number == times.player);
    let mut times: Vec<&PlayerTimes> = run.times.iter().collect();
    times.sort_by_key(|times| order(times));
    let ends = |column: &str, start: f64, pick: fn(f64, f64) -> f64| {
        times.iter().filter_map(|times| times.all.get(column)).filter(|&time| time > 0.0).fold(start, pick)
    };
    let shortest = times.iter().filter_map(|times| times.density.first()).map(|&(time, _)| time);
    let low = shortest.fold(ends("p50_us", f64::INFINITY, f64::min) * 0.5, f64::min).max(0.005);
    let axis = Axis::new(low, ends("max_us", 0.0, f64::max) * 1.1, Scale::LogMicros);
    Some(html! {
        div.scroll {
            table.times {
                thead {
                    tr {
                        th scope="col" { "player" }
                        th.plot-cell scope="col" { "distribution" }
                        th.number scope="col" { "median" }
                        th.number scope="col" { "99 %" }
                        th.number scope="col" { "longest" }
                        th.number scope="col" { "mean" }
                        th.number scope="col" { "nodes/s" }
                        th.number scope="col" { "depth" }
                        th.number scope="col" { "moves" }
                    }
                }
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
    let place = |column: &str| axis.place(all.get(column).unwrap_or(0.0));
    let name = legend_name(&run.players[times.player].name);
    let described = format!(
        "{name}: median {}, 99th percentile {}, longest {}",
        all.micros("p50_us"),
        all.micros("p99_us"),
        all.micros("max_us")
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
                        line.whisker x1=(place("p50_us")) x2=(place("max_us")) y1=(y) y2=(y) {}
                        line.interval x1=(place("p50_us")) x2=(place("p99_us")) y1=(y) y2=(y) {}
                        line.end x1=(place("p99_us")) x2=(place("p99_us")) y1=(y - 4) y2=(y + 4) {}
                        circle.dot.s0 cx=(place("p50_us")) cy=(y) r="3.5" {}
                    }
                }
            }
            td.number { (all.micros("p50_us")) }
            td.number { (all.micros("p99_us")) }
            td.number { (all.micros("max_us")) }
            td.number { (all.micros("mean_us")) }
            td.number { (all.count("nodes_per_s")) }
            td.number { (all.get("mean_depth").map_or("–".to_owned(), |depth| format!("{depth:.1}"))) }
            td.number { (all.count("moves")) }
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
    let line = |times: &PlayerTimes, column: &str| -> Vec<(f64, f64)> {
        let point = |row: &TimingRow| Some((middle(row)?, row.get(column).filter(|&time| time > 0.0)?));
        times.phases.iter().filter_map(point).collect()
    };
    let all: Vec<(f64, f64)> = shown
        .iter()
        .flat_map(|times| ["p50_us", "p99_us"].map(|column| line(times, column)))
        .flatten()
        .collect();
    let low = all.iter().map(|&(_, time)| time).fold(f64::INFINITY, f64::min);
    let high = all.iter().map(|&(_, time)| time).fold(0.0, f64::max);
    let last = all.iter().map(|&(ply, _)| ply).fold(0.0, f64::max);
    let frame = Frame::new(
        Axis::linear(0.0, last + 5.0).titled("ply"),
        Axis::new(low * 0.8, high * 1.3, Scale::LogMicros).titled("time per move"),
    )
    .with_labels_on_the_right();
    let ends: Vec<(f64, String, &'static str)> = shown
        .iter()
        .enumerate()
        .filter_map(|(i, times)| {
            // Where the lines are furthest apart.
            let median = line(times, "p50_us").first()?.1;
            Some((median, legend_name(&run.players[times.player].name), series_class(i)))
        })
        .collect();
    let described: Vec<String> = shown
        .iter()
        .map(|times| {
            let each = times.phases.iter().map(|row| {
                format!("plies {}: {} and {}", row.phase, row.micros("p50_us"), row.micros("p99_us"))
            });
            let each: Vec<String> = each.collect();
            format!("{}: {}", legend_name(&run.players[times.player].name), each.join(", "))
        })
        .collect();
    let marks = html! {
        @for (i, times) in shown.iter().enumerate() {
            @let dashed = format!("{} dashed", series_class(i));
            (Line { points: &line(times, "p99_us"), class: &dashed }.markup(&frame))
            (Line { points: &line(times, "p50_us"), class: series_class(i) }.markup(&frame))
        }
        (frame.end_labels(&ends))
    };
    let description = format!("Median and 99th percentile by phase. {}.", described.join("; "));
    html! {
        figure.beside {
            (plot("Time per move by phase", &description, &frame, &marks))
            figcaption {
                "Median (solid) and 99th percentile (dashed) of the time per move, by phase of the game"
                @if shown.len() < times.len() { ", of the " (shown.len()) " leading players" }
                "."
            }
        }
        details {
            summary { "By phase, in numbers" }
            div.scroll {
                table {
                    thead { tr { th scope="col" { "player" } th scope="col" { "plies" } th.number scope="col" { "moves" } th.number scope="col" { "median" } th.number scope="col" { "99 %" } th.number scope="col" { "longest" } } }
                    tbody {
                        @for times in times.iter().take(MOST_PLAYERS) {
                            @for row in &times.phases {
                                tr {
                                    td { (run.name(times.player)) } td { (row.phase) }
                                    td.number { (row.count("moves")) } td.number { (row.micros("p50_us")) }
                                    td.number { (row.micros("p99_us")) } td.number { (row.micros("max_us")) }
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
        let rows = read(text.as_bytes());
        assert_eq!(rows.len(), 2, "{rows:?}");
        let times = of_players(&["other".to_owned(), "a,b".to_owned()], rows, None);
        assert_eq!((times.len(), times[0].player, times[0].mean()), (1, 1, Some(2.5)));
        assert_eq!((times[0].phases.len(), times[0].nodes_per_move()), (1, None));
    }
}
