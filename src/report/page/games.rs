//! The table of games, and the board on which each can be stepped through. Without a script, the most telling games.

use maud::{Markup, html};

use super::boards::BoardGame;
use super::run::PageRun;
use super::words::{grouped, name};
use super::{PageSection, json_text};

/// The rows without a script.
const MOST_ROWS: usize = 25;

pub(super) const SECTION: PageSection = PageSection { id: "games", title: "Games", render };

fn render(run: &PageRun) -> Option<Markup> {
    let games = &run.boards.games;
    if games.is_empty() {
        return None;
    }
    let all = run.data.games();
    let shown = games.len() as u64;
    Some(html! {
        div.games data-run=(run.boards.run) {
            p {
                @if shown == all {
                    "All " (grouped(all)) " games."
                } @else {
                    (grouped(shown)) " of " (grouped(all)) " games. All figures above are of all games."
                }
                " Notable games come first: forfeits, losses of the leader, upsets (wins against a player at least 100 Elo "
                "stronger), the longest games and the largest margins; then "
                @if shown == all { "the others" } @else { "a sample of the others" }
                ". Choose a game to step through it, or a heading to sort by it."
            }
            div.viewer hidden tabindex="-1" aria-label="Board" {}
            div.filters hidden {}
            div.scroll {
                table.list {
                    thead {
                        tr {
                            @for (key, title, class) in COLUMNS {
                                th scope="col" class=(class) data-sort=(key)
                                    aria-sort=[(key == "notable").then_some("ascending")] { (title) }
                            }
                        }
                    }
                    tbody { @for game in games.iter().take(MOST_ROWS) { (row(run, game)) } }
                }
            }
            p.more { @if games.len() > MOST_ROWS { "The first " (MOST_ROWS) "; the others need a script." } }
            script.data type="application/json" { (json_text(&run.boards)) }
        }
    })
}

/// The columns: how the script sorts by them, their titles and classes.
const COLUMNS: [(&str, &str, &str); 8] = [
    ("game", "game", "number"),
    ("first", "first", ""),
    ("second", "second", ""),
    ("result", "result", ""),
    ("reason", "reason", ""),
    ("plies", "plies", "number"),
    ("margin", "margin", "number"),
    ("notable", "notable for", ""),
];

fn row(run: &PageRun, game: &BoardGame) -> Markup {
    let player = |side: usize| name(run.data.players.get(game.p[side]).map_or("", |player| &player.name));
    let margin = game.s.map(|(first, second)| i64::from(first) - i64::from(second));
    html! {
        tr {
            td.number { (run.link(game.n, &game.n.to_string())) }
            td { (player(0)) } td { (player(1)) }
            td { (["0-1", "½-½", "1-0"][usize::from(game.r.min(2))]) } td { (game.w) }
            td.number { (game.l.map_or(String::new(), |plies| plies.to_string())) }
            td.number { (margin.map_or(String::new(), |margin| margin.abs().to_string())) }
            td { (game.c.iter().map(|&why| run.boards.chosen[why]).collect::<Vec<_>>().join(", ")) }
        }
    }
}
