//! Forfeited games and faults of bots, with their last output.

use maud::{Markup, html};

use super::PageSection;
use super::run::PageRun;
use super::words::{count_words, grouped, head, name, shortened};
use crate::store::faults::Forfeits;

pub(super) const SECTION: PageSection = PageSection { id: "faults", title: "Forfeits and faults", render };

fn render(run: &PageRun) -> Option<Markup> {
    let forfeits = run.data.counted.tallies.forfeits();
    let total: u64 = forfeits.iter().map(Forfeits::total).sum();
    if total == 0 && run.data.faults.rows.is_empty() {
        return None;
    }
    let disputes = run.data.counted.tallies.disputes();
    Some(html! {
        @if disputes > 0 {
            p {
                "In " (count_words(disputes, "game")) " a player contradicted the referee, whose word stands. One of them has \
                the rules wrong."
            }
        }
        @if total > 0 {
            div.scroll {
                table {
                    thead {
                        tr {
                            th scope="col" { "player" } th.number scope="col" { "forfeited" }
                            @for (reason, _) in Forfeits::default().by_reason() { th.number scope="col" { (reason) } }
                        }
                    }
                    tbody {
                        @for (player, forfeits) in forfeits.iter().enumerate().filter(|(_, forfeits)| forfeits.total() > 0) {
                            tr {
                                th scope="row" { (run.name(player)) } td.number { (grouped(forfeits.total())) }
                                @for (_, count) in forfeits.by_reason() { td.number { (grouped(count)) } }
                            }
                        }
                    }
                }
            }
        }
        @if !run.data.faults.rows.is_empty() {
            h3 { "What the players said" }
            div.scroll {
                table {
                    (head(&[("game", "number"), ("ply", "number"), ("player", ""), ("reason", ""), ("last output", "")]))
                    tbody {
                        @for row in &run.data.faults.rows {
                            tr {
                                td.number {
                                    @if run.shows(row.game) { (run.link(row.game, &row.game.to_string())) } @else { (row.game) }
                                }
                                td.number { (row.ply) } td { (name(&row.player)) } td { (row.reason) }
                                td { code.said { (row.said) } }
                            }
                        }
                    }
                }
            }
            @if total + disputes > run.data.faults.rows.len() as u64 {
                p.caption { "The first " (run.data.faults.rows.len()) " of " (count_words(total + disputes, "fault")) "; faults.csv has all." }
            }
        }
        @for (file, text) in &run.data.faults.logs {
            details { summary { "The end of " code { (shortened(file, 100)) } } pre { (text) } }
        }
    })
}
