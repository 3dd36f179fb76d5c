//! What became of the openings: which decide the game for a side, and which let the better player win both games.

use maud::{Markup, html};

use super::PageSection;
use super::run::PageRun;
use super::svg::share_bar;
use super::words::{grouped, head, percent};
use crate::store::overview::{MOST_OPENINGS, OpeningRow, PairKind};

/// The openings in a table.
const MOST_SHOWN: usize = 8;

pub(super) const SECTION: PageSection = PageSection { id: "openings", title: "Openings", render };

fn render(run: &PageRun) -> Option<Markup> {
    let counts = &run.data.counted.openings;
    let total: u64 = counts.pairs.iter().sum();
    if total == 0 {
        return None;
    }
    // In the order of their text, so that equal ones have an order.
    let mut often: Vec<&OpeningRow> =
        counts.by_opening.values().filter(|row| row.complete_pairs() >= 3).collect();
    often.sort_by(|one, other| one.text.cmp(&other.text));
    let mut biased = often.clone();
    biased.sort_by(|one, other| other.bias().abs().total_cmp(&one.bias().abs()));
    let mut decisive = often.clone();
    decisive.sort_by(|one, other| other.decisive().total_cmp(&one.decisive()));
    Some(html! {
        div.scroll {
            table.openings {
                (head(&[
                    ("both games from an opening", ""), ("share of the pairs", "plot-cell"), ("pairs", "number"),
                    ("share", "number"), ("for example", ""),
                ]))
                tbody {
                    @for (place, kind) in PairKind::ALL.into_iter().enumerate() {
                        @let count = counts.pairs[place];
                        tr {
                            th scope="row" { (kind_words(kind, &run.data.sides)) }
                            td.plot-cell { (share_bar(count, total)) }
                            td.number { (grouped(count)) }
                            td.number { (percent(count as f64 / total as f64)) }
                            td { (links(run, &counts.examples[place])) }
                        }
                    }
                }
            }
        }
        p.caption {
            "Where one player wins both games, strength decides; where one side wins both, the opening does. "
            @if counts.is_partial { "The first " (grouped(MOST_OPENINGS as u64)) " openings are counted one by one." }
        }
        @if often.len() >= 2 {
            div.plots {
                (table(run, "Openings that favour a side", &biased))
                (table(run, "Openings in which strength decides", &decisive))
            }
        }
    })
}

fn links(run: &PageRun, games: &[u64]) -> Markup {
    html! {
        @for (i, &game) in games.iter().filter(|&&game| run.shows(game)).take(3).enumerate() {
            @if i > 0 { ", " }
            (run.link(game, &format!("game {game}")))
        }
    }
}

fn table(run: &PageRun, title: &str, rows: &[&OpeningRow]) -> Markup {
    html! {
        div {
            h3 { (title) }
            div.scroll {
                table {
                    @let results = run.data.sides.join(" – draw – ");
                    (head(&[("opening", ""), (&results, "number"), ("won twice", "number"), ("game", "")]))
                    tbody {
                        @for row in rows.iter().take(MOST_SHOWN) {
                            tr {
                                td { code.position { (if row.text.is_empty() { "the start" } else { &row.text }) } }
                                td.number { (row.results[2]) " – " (row.results[1]) " – " (row.results[0]) }
                                td.number { (row.pairs[0]) " of " (row.complete_pairs()) }
                                td { (links(run, &[row.game])) }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn kind_words(kind: PairKind, sides: &[String; 2]) -> String {
    match kind {
        PairKind::SamePlayer => "one player won both games".to_owned(),
        PairKind::SameSide(side) => format!("split: {} won both games", sides[side.index()]),
        PairKind::Drawn => "at least one draw".to_owned(),
    }
}
