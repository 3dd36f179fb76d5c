//! Results by side, and the pairs of a match by their points.

use maud::{Markup, html};

use super::PageSection;
use super::run::PageRun;
use super::svg::{Axis, row_axis, share_bar, shares};
use super::words::{grouped, head, percent};
use crate::stats::Counts;

/// The players in the table, from the strongest.
const MOST_PLAYERS: usize = 32;

pub(super) const SECTION: PageSection = PageSection { id: "sides", title: "Sides and pairs", render };

fn render(run: &PageRun) -> Option<Markup> {
    if run.data.games() == 0 {
        return None;
    }
    let players: Vec<usize> =
        run.data.standings.iter().map(|standing| standing.number).take(MOST_PLAYERS).collect();
    let all = run
        .data
        .counted
        .by_side
        .iter()
        .fold([0; 3], |sum, sides| std::array::from_fn(|i| sum[i] + sides[0][i]));
    let axis = Axis::percent(0.0, 1.0);
    let [first, second] = run.data.sides.each_ref();
    Some(html! {
        div.scroll {
            table.sides {
                @let [as_first, as_second] = run.data.sides.each_ref().map(|side| format!("as {side}: won, drawn, lost"));
                (head(&[
                    ("player", ""), (&as_first, "plot-cell"), ("score", "number"), (&as_second, "plot-cell"),
                    ("score", "number"),
                ]))
                tbody {
                    @for player in players {
                        @let [as_first, as_second] = run.data.counted.by_side[player];
                        tr {
                            th scope="row" { (run.name(player)) }
                            (cells(as_first, first))
                            (cells(as_second, second))
                        }
                    }
                    tr.all {
                        th scope="row" { "all" }
                        (cells(all, first))
                        @let [lost, drawn, won] = all;
                        (cells([won, drawn, lost], second))
                    }
                }
                tfoot { tr { td {} td.plot-cell { (row_axis(&axis, 4)) } td {} td.plot-cell { (row_axis(&axis, 4)) } td {} } }
            }
        }
        p.caption { "Where every opening is played twice with the sides swapped, the advantage of a side cancels in the total score." }
        @if run.is_match() { (pairs(run)) }
    })
}

fn cells([losses, draws, wins]: [u64; 3], side: &str) -> Markup {
    let described = format!("as {side}: {wins} won, {draws} drawn, {losses} lost");
    html! {
        td.plot-cell {
            svg.row role="img" aria-label=(described) {
                title { (described) }
                (shares([("win", wins), ("draw", draws), ("loss", losses)], 4, 18))
            }
        }
        td.number { (Counts::games(losses, draws, wins).mean().map_or("–".to_owned(), percent)) }
    }
}

/// The pentanomial counts.
fn pairs(run: &PageRun) -> Markup {
    let Some(summary) = run.data.summaries.first().filter(|summary| summary.complete_pairs() > 0) else {
        return html! {};
    };
    let total = summary.complete_pairs();
    let names = ["lost both", "lost and drew", "one each, or two draws", "won and drew", "won both"];
    let most = summary.pairs.into_iter().max().unwrap_or(1).max(1);
    html! {
        h3 { "Pairs" }
        div.scroll {
            table.pairs {
                thead { tr { th scope="col" { (run.name(0)) } th.number scope="col" { "points" } th.plot-cell scope="col" { "share of the pairs" } th.number scope="col" { "pairs" } th.number scope="col" { "share" } } }
                tbody {
                    @for (i, (name, &count)) in names.iter().zip(&summary.pairs).enumerate() {
                        tr {
                            th scope="row" { (name) }
                            td.number { (["0", "½", "1", "1½", "2"][i]) }
                            td.plot-cell { (share_bar(count, most)) }
                            td.number data-count=(count) { (grouped(count)) }
                            td.number { (percent(count as f64 / total as f64)) }
                        }
                    }
                }
            }
        }
        p.caption { "Two games from one opening with the sides swapped are a pair, the unit of all intervals." }
    }
}
