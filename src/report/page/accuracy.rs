//! How well the players moved, by phase of the game: `review.csv`, if `arena review` has written one.

use std::io::Read;

use maud::{Markup, html};
use serde::Deserialize;

use super::PageSection;
use super::read::rows_of;
use super::run::RunData;
use super::svg::{Axis, row_axis};
use super::words::{grouped, head, name, percent};

const MOST_ROWS: usize = 400;

/// A row of `review.csv`: the judged moves of a player in a phase of the game.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(super) struct ReviewRow {
    player: String,
    phase: String,
    moves: Option<u64>,
    judged: Option<u64>,
    best_share: Option<f64>,
    mean_loss: Option<f64>,
    blunders: Option<u64>,
    won_thrown: Option<u64>,
    drawn_thrown: Option<u64>,
}

pub(super) fn read(file: impl Read) -> Vec<ReviewRow> {
    rows_of(file).take(MOST_ROWS).collect()
}

pub(super) const SECTION: PageSection = PageSection { id: "accuracy", title: "Accuracy", render };

fn render(run: &RunData) -> Option<Markup> {
    if run.review.is_empty() {
        return None;
    }
    let lowest = run.review.iter().filter_map(|row| row.best_share).fold(1.0, f64::min);
    let axis = Axis::percent(if lowest > 0.5 { 0.5 } else { 0.0 }, 1.0);
    Some(html! {
        div.scroll {
            table.accuracy {
                (head(&[
                    ("player", ""), ("phase", ""), ("moves", "number"), ("judged", "number"), ("best moves", "plot-cell"),
                    ("share", "number"), ("mean loss", "number"), ("blunders", "number"), ("wins thrown away", "number"),
                    ("draws thrown away", "number"),
                ]))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_by_the_names_of_their_columns() {
        let text = "player,phase,moves,judged,best_share,mean_loss,blunders,won_thrown,drawn_thrown\n\
                    a,all,100,80,0.95,0.25,3,2,1\na,1-10,40,0,,,0,0,0\n";
        let rows = read(text.as_bytes());
        assert_eq!((rows[0].moves, rows[0].blunders, rows[0].drawn_thrown), (Some(100), Some(3), Some(1)));
        assert_eq!((rows[0].best_share, rows[1].best_share, rows[1].mean_loss), (Some(0.95), None, None));
    }
}
