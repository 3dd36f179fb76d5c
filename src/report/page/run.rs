//! A run as the page needs it: what was read, and what was computed from it.

use maud::{Markup, html};

use super::accuracy::ReviewRow;
use super::boards::Boards;
use super::faults::FaultsFound;
use super::gather::PageCounts;
use super::times::PlayerTimes;
use super::tuning::{self, TuningData};
use super::{PageSection, SECTIONS, words};
use crate::report::sentence;
use crate::report::standings;
use crate::stats::{Crosstable, Sprt, Standing};
use crate::store::Summary;
use crate::store::run_file::{RunFile, RunState};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PagePlayer {
    pub(super) name: String,
    /// The spec, if the run says so and it is not the name.
    pub(super) spec: Option<String>,
}

pub(crate) struct RunData {
    /// Its folder or file, as typed.
    pub(super) path: String,
    pub(super) found: Option<RunFile>,
    /// The spec of the game; empty if unknown.
    pub(super) game: String,
    /// What the sides are called.
    pub(super) sides: [String; 2],
    /// In the order of the plan; by name if there is none.
    pub(super) players: Vec<PagePlayer>,
    pub(super) counted: PageCounts,
    /// The players from the strongest to the weakest.
    pub(super) standings: Vec<Standing>,
    pub(super) crosstable: Crosstable,
    pub(super) summaries: Vec<Summary>,
    /// The cost of the players' moves, if it was measured.
    pub(super) times: Vec<PlayerTimes>,
    pub(super) faults: FaultsFound,
    pub(super) review: Vec<ReviewRow>,
    /// The tuning that this run is the verdict of.
    pub(super) tuning: Option<TuningData>,
    pub(super) boards: Boards,
    /// What to know before trusting the results.
    pub(super) warnings: Vec<String>,
}

impl RunData {
    pub(super) fn name(&self, player: usize) -> Markup {
        words::name(self.players.get(player).map_or("", |player| &player.name))
    }

    /// Whether the page has the board of a game.
    pub(super) fn shows(&self, game: u64) -> bool {
        self.boards.games.iter().any(|board| board.n == game)
    }

    pub(super) fn link(&self, game: u64, text: &str) -> Markup {
        html! { a href=(format!("#run={}&game={game}", self.boards.run)) { (text) } }
    }

    pub(super) fn games(&self) -> u64 {
        self.counted.tallies.games()
    }

    pub(super) fn is_match(&self) -> bool {
        self.players.len() == 2
    }

    /// The sections it may have. A tuning has no games before its verdict.
    pub(super) fn sections(&self) -> impl Iterator<Item = &'static PageSection> {
        let has_games = self.games() > 0;
        SECTIONS.iter().filter(move |section| has_games || section.id == tuning::SECTION.id)
    }

    /// Whether it is still being played, as far as its files say.
    pub(super) fn is_running(&self) -> bool {
        if let Some(tuning) = &self.tuning {
            return tuning.is_running;
        }
        let state = self.found.as_ref().map(|found| found.state);
        matches!(state, Some(RunState::Running | RunState::Starting))
    }

    pub(super) fn sprt(&self) -> Option<Sprt> {
        self.found.as_ref()?.plan.sprt.as_ref()?.parse().ok()
    }

    pub(super) fn sentence(&self) -> String {
        if let Some(tuning) = &self.tuning {
            return tuning.sentence();
        }
        match self.summaries.first() {
            Some(summary) if self.is_match() => sentence(summary),
            _ => standings::sentence(&self.standings),
        }
    }
}
