//! The moves that lost games: `mistakes.csv`, if `arena explain` has written one.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::PageSection;
use super::run::PageRun;
use super::svg::share_bar;
use super::words::{count_words, head, name, percent};
use crate::store::overview::MistakeRow;

/// The kinds of mistakes with a board, and the games named for each kind.
const MOST_BOARDS: usize = 3;
const MOST_GAMES: usize = 5;

pub(super) const SECTION: PageSection = PageSection { id: "mistakes", title: "Mistakes", render };

fn render(run: &PageRun) -> Option<Markup> {
    let rows = &run.data.mistakes;
    let first = rows.first()?;
    let kinds = by_kind(rows);
    Some(html! {
        p {
            (count_words(rows.len() as u64, "lost game")) " of " (name(&first.player))
            ": in each the last move in a position that was not lost, and what was wrong with it."
        }
        div.scroll {
            table.openings {
                (head(&[
                    ("mistake", ""), ("share of the lost games", "plot-cell"), ("games", "number"), ("share", "number"),
                    ("for example", ""),
                ]))
                tbody {
                    @for (kind, rows_of_kind) in &kinds {
                        tr {
                            th scope="row" { (kind) }
                            td.plot-cell { (share_bar(rows_of_kind.len() as u64, rows.len() as u64)) }
                            td.number { (rows_of_kind.len()) }
                            td.number { (percent(rows_of_kind.len() as f64 / rows.len() as f64)) }
                            td {
                                @for (i, row) in rows_of_kind.iter().take(MOST_GAMES).enumerate() {
                                    @if i > 0 { ", " }
                                    (link(run, row))
                                }
                            }
                        }
                    }
                }
            }
        }
        div.plots {
            @for (kind, rows) in kinds.iter().filter(|(_, rows)| rows[0].ply.is_some()).take(MOST_BOARDS) {
                (example(run, kind, rows[0]))
            }
        }
    })
}

/// The kinds, from that which lost most games; of each the largest mistake first.
fn by_kind(rows: &[MistakeRow]) -> Vec<(&str, Vec<&MistakeRow>)> {
    let mut kinds: BTreeMap<&str, Vec<&MistakeRow>> = BTreeMap::new();
    for row in rows {
        kinds.entry(&row.kind).or_default().push(row);
    }
    let mut kinds: Vec<_> = kinds.into_iter().collect();
    for (_, rows) in &mut kinds {
        let size = |row: &MistakeRow| row.loss.unwrap_or(0.0);
        rows.sort_by(|one, other| size(other).total_cmp(&size(one)));
    }
    kinds.sort_by_key(|(_, rows)| std::cmp::Reverse(rows.len()));
    kinds
}

/// The position before the mistake, if the page has the game.
fn link(run: &PageRun, row: &MistakeRow) -> Markup {
    let text = format!("game {}", row.game);
    html! {
        @if !run.shows(row.game) { (text) }
        @else if let Some(ply) = row.ply { (run.link_to_ply(row.game, ply - 1, &text)) }
        @else { (run.link(row.game, &text)) }
    }
}

fn example(run: &PageRun, kind: &str, row: &MistakeRow) -> Markup {
    let position = run.data.start.as_ref().and_then(|start| start.read(&row.position).ok());
    let value = |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:+}"));
    html! {
        div {
            h3 { (kind) }
            @if let Some(position) = position { pre { (position.draw().render(|_, text| text.to_owned())) } }
            p.caption {
                (link(run, row)) ", ply " (row.ply.unwrap_or_default()) ": " (name(&row.player)) " played " (row.played)
                @if !row.best.is_empty() { ", " (row.best) " was best" }
                ". Its value fell from " (value(row.value_before)) " to " (value(row.value_after))
                ", by " @if row.judge == "solver" { "a solver" } @else { (name(&row.judge)) } "."
            }
        }
    }
}
