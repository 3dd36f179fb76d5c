//! The ratings of many players as dots with their intervals, and how certain each order of neighbours is.

use maud::{Markup, html};

use super::PageSection;
use super::run::PageRun;
use super::svg::{Axis, AxisScale, extent, legend_name, row_axis};
use super::words::{certainty, grouped, head, name, percent, whole};
use crate::report::standings::note;
use crate::stats::Standing;

pub(super) const SECTION: PageSection = PageSection { id: "ratings", title: "Ratings", render };

fn render(run: &PageRun) -> Option<Markup> {
    if run.data.players.len() < 3 {
        return None;
    }
    let ends = |standing: &Standing| [Some(standing.rating), standing.low, standing.high];
    let (low, high) = extent(run.data.standings.iter().flat_map(ends).flatten());
    let room = ((high - low) * 0.04).max(1.0);
    let axis = Axis::new(low - room, high + room, AxisScale::Signed);
    let groups = run.data.standings.last().map_or(0, |last| last.group + 1);
    Some(html! {
        div.scroll {
            table.ratings {
                (head(&[
                    ("#", "number"), ("player", ""), ("Elo with its 95 % interval", "plot-cell"), ("Elo", "number"),
                    ("games", "number"), ("score", "number"), ("ahead of the next", "number"),
                ]))
                tbody {
                    @for (i, standing) in run.data.standings.iter().enumerate() {
                        @if i > 0 && run.data.standings[i - 1].group != standing.group {
                            tr.divider { td colspan="7" { "not comparable with those above" } }
                        }
                        (row(standing, &axis))
                    }
                }
                tfoot { tr { td {} td {} td.plot-cell { (row_axis(&axis, 6)) } td {} td {} td {} td {} } }
            }
        }
        p.caption {
            "Bradley-Terry ratings, from the strongest to the weakest. The last column is the probability that a player is "
            "stronger than the next one; below 95 % it is orange."
            @if let Some(note) = note(&run.data.standings, run.data.crosstable.rated()) { " " (note) }
            @if groups > 1 { " Players of different groups cannot be compared: their ratings have no common zero." }
        }
    })
}

fn row(standing: &Standing, axis: &Axis) -> Markup {
    let is_unsure = standing.los_next.is_some_and(|los| los < 0.95);
    html! {
        tr {
            td.number { (standing.rank) }
            th scope="row" { (name(&standing.player)) }
            td.plot-cell { (interval(standing, axis)) }
            td.number data-value=(format!("{:.2}", standing.rating)) { (elo(standing)) }
            td.number {
                (grouped(standing.games()))
                @if standing.forfeits > 0 { br; span.muted { (grouped(standing.forfeits)) " forfeited" } }
            }
            td.number { (standing.score.map_or("–".to_owned(), percent)) }
            td.number.unsure[is_unsure] { (standing.los_next.map_or(String::new(), certainty)) }
        }
    }
}

fn elo(standing: &Standing) -> String {
    let rating = standing.rating_words();
    match (standing.bound, standing.high) {
        (None, Some(high)) => format!("{rating} ± {:.0}", high - standing.rating),
        _ => rating,
    }
}

/// The interval as a line with a dot. A side without an end reaches the edge.
fn interval(standing: &Standing, axis: &Axis) -> Markup {
    let end = |end: Option<f64>| end.map_or("no bound".to_owned(), whole);
    let described = format!(
        "{}: {} Elo, 95 % interval {} to {}",
        legend_name(&standing.player),
        whole(standing.rating),
        end(standing.low),
        end(standing.high)
    );
    let low = standing.low.map_or("0%".to_owned(), |low| axis.place(low));
    let high = standing.high.map_or("100%".to_owned(), |high| axis.place(high));
    html! {
        svg.row role="img" aria-label=(described) {
            title { (described) }
            line.grid x1=(axis.place(0.0)) x2=(axis.place(0.0)) y1="0" y2="26" {}
            @if standing.low.is_some() || standing.high.is_some() {
                line.interval x1=(low) x2=(high) y1="13" y2="13" {}
            }
            circle.dot.s0 cx=(axis.place(standing.rating)) cy="13" r="4.5" {}
        }
    }
}
