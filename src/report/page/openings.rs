//! What became of the openings: which decide the game for a side, and which let the better player win both games.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use maud::{Markup, html};

use super::PageSection;
use super::run::RunData;
use super::svg::share_bar;
use super::words::{grouped, head, percent, shortened};
use crate::digest::Digest;
use crate::games::Side;
use crate::play::finished::FinishedGame;

/// The openings that are counted one by one.
const MOST_OPENINGS: usize = 1 << 12;

/// The games that are named for each kind of pair.
const MOST_EXAMPLES: usize = 6;

/// The openings in a table.
const MOST_SHOWN: usize = 8;

/// How a pair from one opening ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PairKind {
    /// One player won both games: the opening decides nothing.
    SamePlayer,
    /// The same side won both games.
    SameSide(Side),
    /// A game was drawn.
    Drawn,
}

impl PairKind {
    const ALL: [PairKind; 4] = [
        PairKind::SamePlayer,
        PairKind::SameSide(Side::First),
        PairKind::SameSide(Side::Second),
        PairKind::Drawn,
    ];

    /// That of two games with the sides swapped, by the half points of the first side in each.
    fn of(half_points: [u8; 2]) -> PairKind {
        match half_points {
            [2, 2] => PairKind::SameSide(Side::First),
            [0, 0] => PairKind::SameSide(Side::Second),
            [0, 2] | [2, 0] => PairKind::SamePlayer,
            _ => PairKind::Drawn,
        }
    }

    fn words(self, sides: &[String; 2]) -> String {
        match self {
            PairKind::SamePlayer => "one player won both games".to_owned(),
            PairKind::SameSide(side) => format!("split: {} won both games", sides[side.index()]),
            PairKind::Drawn => "at least one draw".to_owned(),
        }
    }
}

/// The results from an opening.
#[derive(Debug, Clone, Default)]
struct OpeningRow {
    text: String,
    /// Wins of the second side, draws, wins of the first.
    results: [u64; 3],
    pairs: [u64; 4],
    /// The first game from it.
    game: u64,
}

impl OpeningRow {
    fn games(&self) -> u64 {
        self.results.iter().sum()
    }

    fn complete_pairs(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// How much more often one side won than the other, from -1 to 1.
    fn bias(&self) -> f64 {
        (self.results[2] as f64 - self.results[0] as f64) / self.games().max(1) as f64
    }

    /// The share of pairs that one player won twice.
    fn decisive(&self) -> f64 {
        self.pairs[0] as f64 / self.complete_pairs().max(1) as f64
    }
}

/// What became of all openings.
#[derive(Debug, Clone, Default)]
pub(super) struct OpeningCounts {
    pairs: [u64; 4],
    examples: [Vec<u64>; 4],
    by_opening: HashMap<u64, OpeningRow>,
    /// Whether there were more openings than are counted one by one.
    is_partial: bool,
}

impl OpeningCounts {
    /// Adds a game. If it completes a pair: with the half points of the first side in both games, and the number of
    /// the first game.
    pub(super) fn add(&mut self, game: &FinishedGame<&str>, pair: Option<([u8; 2], u64)>) {
        let kind = pair.map(|(half_points, number)| {
            let kind = PairKind::of(half_points);
            let place = PairKind::ALL.iter().position(|&one| one == kind).unwrap_or_default();
            self.pairs[place] += 1;
            let examples = &mut self.examples[place];
            examples.insert(examples.partition_point(|&known| known < number), number);
            examples.truncate(MOST_EXAMPLES);
            place
        });
        let Some(opening) = game.opening else { return };
        let has_room = self.by_opening.len() < MOST_OPENINGS;
        match self.by_opening.entry(Digest::of([opening])) {
            Entry::Vacant(_) if !has_room => self.is_partial = true,
            entry => {
                let row = entry.or_insert_with(|| OpeningRow {
                    text: shortened(opening, 400),
                    game: game.number,
                    ..OpeningRow::default()
                });
                row.game = row.game.min(game.number);
                row.results[usize::from(game.half_points(Side::First))] += 1;
                if let Some(place) = kind {
                    row.pairs[place] += 1;
                }
            }
        }
    }
}

pub(super) const SECTION: PageSection = PageSection { id: "openings", title: "Openings", render };

fn render(run: &RunData) -> Option<Markup> {
    let counts = &run.counted.openings;
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
                            th scope="row" { (kind.words(&run.sides)) }
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

fn links(run: &RunData, games: &[u64]) -> Markup {
    html! {
        @for (i, &game) in games.iter().filter(|&&game| run.shows(game)).take(3).enumerate() {
            @if i > 0 { ", " }
            (run.link(game, &format!("game {game}")))
        }
    }
}

fn table(run: &RunData, title: &str, rows: &[&OpeningRow]) -> Markup {
    html! {
        div {
            h3 { (title) }
            div.scroll {
                table {
                    @let results = run.sides.join(" – draw – ");
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_is_split_if_one_side_wins_both_games() {
        assert_eq!(PairKind::of([2, 2]), PairKind::SameSide(Side::First));
        assert_eq!(PairKind::of([0, 0]), PairKind::SameSide(Side::Second));
        assert_eq!(PairKind::of([2, 0]), PairKind::SamePlayer);
        assert_eq!(PairKind::of([2, 1]), PairKind::Drawn);
    }
}
