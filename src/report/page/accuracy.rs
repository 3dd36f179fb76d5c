//! How well the players moved, by phase of the game: `review.csv`, if `arena review` has written one.

use std::io::Read;

use maud::{Markup, html};

use super::Section;
use super::run::RunData;
use super::svg::{Axis, row_axis};
use super::words::{grouped, name, percent};

/// The rows that are shown.
const MOST_ROWS: usize = 400;

/// A row of `review.csv`: the judged moves of a player in a phase of the game.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ReviewRow {
    player: String,
    phase: String,
    /// `moves`, `judged`, `blunders`, `won_thrown` and `drawn_thrown`.
    counts: [Option<u64>; 5],
    best_share: Option<f64>,
    mean_loss: Option<f64>,
}

const COUNTS: [&str; 5] = ["moves", "judged", "blunders", "won_thrown", "drawn_thrown"];

/// The rows of a `review.csv`; those that cannot be read are left out.
pub(super) fn read(file: impl Read) -> Vec<ReviewRow> {
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(file);
    let Ok(header) = reader.headers().cloned() else { return Vec::new() };
    let row = |fields: csv::StringRecord| {
        let field =
            |name: &str| header.iter().position(|column| column == name).and_then(|at| fields.get(at));
        Some(ReviewRow {
            player: field("player")?.to_owned(),
            phase: field("phase")?.to_owned(),
            counts: COUNTS.map(|name| field(name)?.parse().ok()),
            best_share: field("best_share").and_then(|text| text.parse().ok()),
            mean_loss: field("mean_loss").and_then(|text| text.parse().ok()),
        })
    };
    reader.records().filter_map(Result::ok).filter_map(row).take(MOST_ROWS).collect()
}

pub(super) const SECTION: Section = Section { id: "accuracy", title: "Accuracy", render };

fn render(run: &RunData) -> Option<Markup> {
    if run.review.is_empty() {
        return None;
    }
    let lowest = run.review.iter().filter_map(|row| row.best_share).fold(1.0, f64::min);
    let axis = Axis::percent(if lowest > 0.5 { 0.5 } else { 0.0 }, 1.0);
    Some(html! {
        div.scroll {
            table.accuracy {
                thead {
                    tr {
                        th scope="col" { "player" } th scope="col" { "phase" }
                        th.number scope="col" { "moves" } th.number scope="col" { "judged" }
                        th.plot-cell scope="col" { "best moves" } th.number scope="col" { "share" }
                        th.number scope="col" { "mean loss" } th.number scope="col" { "blunders" }
                        th.number scope="col" { "wins thrown away" } th.number scope="col" { "draws thrown away" }
                    }
                }
                tbody { @for row in &run.review { (table_row(row, &axis)) } }
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
    let [moves, judged, blunders, won, drawn] = row.counts.map(|count| count.map_or("–".to_owned(), grouped));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_by_the_names_of_their_columns() {
        let text = "player,phase,moves,judged,best_share,mean_loss,blunders,won_thrown,drawn_thrown\n\
                    a,all,100,80,0.95,0.25,3,2,1\na,1-10,40,0,,,0,0,0\n";
        let rows = read(text.as_bytes());
        assert_eq!(rows[0].counts, [100, 80, 3, 2, 1].map(Some));
        assert_eq!((rows[0].best_share, rows[1].best_share, rows[1].mean_loss), (Some(0.95), None, None));
    }
}
