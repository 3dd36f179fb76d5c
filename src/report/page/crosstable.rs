//! The scores of the players against each other as a heat map, and the figures of every pairing.

use maud::{Markup, html};

use super::PageSection;
use super::run::PageRun;
use super::words::{elo_words, grouped, head, name, percent, percent_interval, shortened};
use crate::report::crosstable::whole_percent;

/// The players in the map, from the strongest.
const MOST_PLAYERS: usize = 32;

/// More players than these get narrower columns, and more than those shorter names, so that all of them fit.
const MOST_ROOMY: usize = 16;
const MOST_DENSE: usize = 22;

/// The pairings in the table.
const MOST_PAIRINGS: usize = 600;

pub(super) const SECTION: PageSection = PageSection { id: "crosstable", title: "Crosstable", render };

fn render(run: &PageRun) -> Option<Markup> {
    if run.data.players.len() < 3 {
        return None;
    }
    let shown = &run.data.standings[..run.data.standings.len().min(MOST_PLAYERS)];
    Some(html! {
        div.scroll {
            table.heat.dense[shown.len() > MOST_ROOMY].crowded[shown.len() > MOST_DENSE] {
                thead {
                    tr {
                        th scope="col" { span.muted { "score in %" } }
                        @for (i, column) in shown.iter().enumerate() {
                            th.number scope="col" title=(shortened(&column.player, 100)) { (i + 1) }
                        }
                    }
                }
                tbody {
                    @for (i, row) in shown.iter().enumerate() {
                        tr {
                            th scope="row" { span.muted { (i + 1) " " } (name(&row.player)) }
                            @for column in shown {
                                @let results = run.data.crosstable.between(row.number, column.number);
                                @if row.number == column.number {
                                    td.self { "·" }
                                } @else if let Some(score) = results.score() {
                                    td class=(format!("h{}", (score * 10.0).round() as u32))
                                        title=(format!("{} against {}: {} of {} games", shortened(&row.player, 60),
                                            shortened(&column.player, 60), percent(score), grouped(results.n()))) {
                                        (whole_percent(score))
                                    }
                                } @else {
                                    td.self { "–" }
                                }
                            }
                        }
                    }
                }
            }
        }
        p.caption {
            "The score of the row's player against the column's, in percent. Blue is above one half, orange below."
            @if run.data.standings.len() > MOST_PLAYERS {
                " The " (MOST_PLAYERS) " strongest of " (run.data.standings.len()) " players."
            }
        }
        (pairings(run))
    })
}

fn pairings(run: &PageRun) -> Markup {
    html! {
        details {
            summary { "All " (run.data.summaries.len()) " pairings" }
            div.scroll {
                table {
                    (head(&[
                        ("a", ""), ("b", ""), ("games", "number"), ("won", "number"), ("drawn", "number"), ("lost", "number"),
                        ("score of a", "number"), ("95 %", "number"), ("difference", ""),
                        ("pairs LL, LD, even, WD, WW", "number"),
                    ]))
                    tbody {
                        @for summary in run.data.summaries.iter().take(MOST_PAIRINGS) {
                            @let [losses, draws, wins] = summary.results.unwrap_or_default();
                            tr {
                                td { (name(&summary.players[0])) } td { (name(&summary.players[1])) }
                                td.number { (grouped(summary.games)) }
                                td.number { (grouped(wins)) } td.number { (grouped(draws)) } td.number { (grouped(losses)) }
                                td.number { (summary.score.map_or("–".to_owned(), percent)) }
                                td.number { (percent_interval(summary.estimate.interval)) }
                                td { @if summary.score.is_some() { (elo_words(summary.estimate.elo())) } }
                                td.number { (summary.pairs.map(grouped).join(", ")) }
                            }
                        }
                    }
                }
            }
        }
    }
}
