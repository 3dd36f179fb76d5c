//! How well the players moved, by phase of the game: `review.csv`, if `arena review` has written one.

use maud::{Markup, html};

use super::PageSection;
use super::run::PageRun;
use super::svg::{Axis, row_axis};
use super::words::{grouped, head, name, percent};
use crate::store::overview::ReviewRow;

pub(super) const SECTION: PageSection = PageSection { id: "accuracy", title: "Accuracy", render };

fn render(run: &PageRun) -> Option<Markup> {
    if run.data.review.is_empty() {
        return None;
    }
    let lowest = run.data.review.iter().filter_map(|row| row.best_share).fold(1.0, f64::min);
    let axis = Axis::percent(if lowest > 0.5 { 0.5 } else { 0.0 }, 1.0);
    Some(html! {
        div.scroll {
            table.accuracy {
                (head(&[
                    ("player", ""), ("phase", ""), ("moves", "number"), ("judged", "number"), ("best moves", "plot-cell"),
                    ("share", "number"), ("mean loss", "number"), ("blunders", "number"), ("wins thrown away", "number"),
                    ("draws thrown away", "number"),
                ]))
                tbody { @for row in &run.data.review { (table_row(row, &axis)) } }
                tfoot { tr { td colspan="4" {} td.plot-cell { (row_axis(&axis, 4)) } td colspan="5" {} } }
            }
        }
        p.caption {
            "Each judged move compared with the best one by exact values: the share of moves that lost nothing, the mean loss, "
            "and moves that changed the result. Moves that could not be judged are not counted."
        }
    })
}

fn table_row(row: &ReviewRow, axis: &Axis) -> Markup {
    let counts = [row.moves, row.judged, row.blunders, row.won_thrown, row.drawn_thrown];
    let [moves, judged, blunders, won, drawn] = counts.map(|count| count.map_or("–".to_owned(), grouped));
    html! {
        tr class=(if row.phase == "all" { "all" } else { "" }) {
            th scope="row" { (name(&row.player)) } td { (row.phase) }
            td.number { (moves) } td.number { (judged) }
            td.plot-cell {
                @if let Some(share) = row.best_share {
                    svg.row role="img" aria-label=(format!("best moves: {}", percent(share))) {
                        title { "best moves: " (percent(share)) }
                        line.whisker x1="0%" x2=(axis.place(share)) y1="13" y2="13" {}
                        circle.dot.s0 cx=(axis.place(share)) cy="13" r="4.5" {}
                    }
                }
            }
            td.number { (row.best_share.map_or("–".to_owned(), percent)) }
            td.number { (row.mean_loss.map_or("–".to_owned(), |loss| format!("{loss:.3}"))) }
            td.number { (blunders) } td.number { (won) } td.number { (drawn) }
        }
    }
}
