//! Forfeited games and faults of bots, with their last output.

use std::io::Read;

use maud::{Markup, html};
use serde::Deserialize;

use super::PageSection;
use super::read::rows_of;
use super::run::RunData;
use super::words::{count_words, grouped, head, name, shortened};
use crate::store::faults::Forfeits;
use crate::text::escaped;

const MOST_ROWS: usize = 60;

/// A row of `faults.csv`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
struct FaultRow {
    game: u64,
    ply: String,
    player: String,
    reason: String,
    said: String,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct FaultsFound {
    rows: Vec<FaultRow>,
    /// Files of logs with their last lines.
    pub(super) logs: Vec<(String, String)>,
}

impl FaultsFound {
    /// Reads the first rows of a `faults.csv`.
    pub(super) fn read(file: impl Read) -> FaultsFound {
        let text = |text: String| shortened(&escaped(&text), 2000);
        let rows = rows_of(file).take(MOST_ROWS).map(|row: FaultRow| FaultRow {
            game: row.game,
            ply: text(row.ply),
            player: text(row.player),
            reason: text(row.reason),
            said: text(row.said),
        });
        FaultsFound { rows: rows.collect(), logs: Vec::new() }
    }
}

pub(super) const SECTION: PageSection = PageSection { id: "faults", title: "Forfeits and faults", render };

fn render(run: &RunData) -> Option<Markup> {
    let forfeits = run.counted.tallies.forfeits();
    let total: u64 = forfeits.iter().map(Forfeits::total).sum();
    if total == 0 && run.faults.rows.is_empty() {
        return None;
    }
    Some(html! {
        // A dispute is not a forfeit.
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
        @if !run.faults.rows.is_empty() {
            h3 { "What the players said" }
            div.scroll {
                table {
                    (head(&[("game", "number"), ("ply", "number"), ("player", ""), ("reason", ""), ("last output", "")]))
                    tbody {
                        @for row in &run.faults.rows {
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
            @if total > run.faults.rows.len() as u64 {
                p.caption { "The first " (run.faults.rows.len()) " of " (count_words(total, "fault")) "; faults.csv has all." }
            }
        }
        @for (file, text) in &run.faults.logs {
            details { summary { "The end of " code { (shortened(file, 100)) } } pre { (text) } }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_bot_said_is_text() {
        let text = "game,ply,player,reason,said\n3,7,bot,crash,\"<b>\u{1b}[2J\"\nx,1,bot,crash,y\n4,1\n";
        let found = FaultsFound::read(text.as_bytes());
        assert_eq!((found.rows.len(), found.rows[0].said.as_str()), (1, "<b>\\u{1b}[2J"));
    }
}
