//! The candidates of a race: what became of each.

use maud::{Markup, html};

use super::PageSection;
use super::run::PageRun;
use super::words::{head, name, shortened};
use crate::report::pick::{cells, titles};
use crate::run::pick::ShownRace;

pub(super) const SECTION: PageSection = PageSection { id: "candidates", title: "Candidates", render };

fn render(run: &PageRun) -> Option<Markup> {
    let race = ShownRace::of(&run.data.counted.tallies)?;
    let [games, score, elo, state] = titles(&race);
    Some(html! {
        div.scroll {
            table {
                (head(&[("candidate", ""), (&games, "number"), (&score, "number"), (&elo, ""), (&state, "")]))
                tbody {
                    @for number in race.order() {
                        @let [games, score, elo, state] = cells(&race, number);
                        tr {
                            th scope="row" { (name(race.name(number))) }
                            td.number { (games) }
                            td.number { (score) }
                            td { (elo) }
                            td { (shortened(&state, 120)) }
                        }
                    }
                }
            }
        }
        p.caption {
            "All candidates play the same openings, and those that are clearly behind are dropped. The intervals hold together, at every "
            "look, with 95 % certainty."
        }
    })
}
