//! A run on the page.

use maud::{Markup, html};

use super::boards::Boards;
use super::{PageSection, SECTIONS, tuning, words};
use crate::play::host::GameSpec;
use crate::play::plan::Variation;
use crate::report::warnings::{Warned, Warning, choosing};
use crate::report::{pick, sentence, standings};
use crate::run::page::RunData;
use crate::run::pick::ShownRace;
use crate::stats::Sprt;
use crate::store::run_file::RunFile;

pub(super) struct PageRun {
    pub(super) data: RunData,
    pub(super) boards: Boards,
}

impl PageRun {
    /// The run of this number on the page, from 1. Its games take about this many bytes at most.
    pub(super) fn new(number: usize, data: RunData, most_bytes: usize) -> PageRun {
        PageRun { boards: Boards::of(number, &data, most_bytes), data }
    }

    pub(super) fn name(&self, player: usize) -> Markup {
        words::name(self.data.players.get(player).map_or("", |player| &player.name))
    }

    /// Whether the page has the board of a game.
    pub(super) fn shows(&self, game: u64) -> bool {
        self.boards.games.iter().any(|board| board.n == game)
    }

    pub(super) fn link(&self, game: u64, text: &str) -> Markup {
        html! { a href=(format!("#run={}&game={game}", self.boards.run)) { (text) } }
    }

    /// A link to the position of a game after some plies.
    pub(super) fn link_to_ply(&self, game: u64, ply: u64, text: &str) -> Markup {
        html! { a href=(format!("#run={}&game={game}&ply={ply}", self.boards.run)) { (text) } }
    }

    pub(super) fn is_match(&self) -> bool {
        self.data.players.len() == 2
    }

    /// The sections it may have. A tuning has no games before its verdict.
    pub(super) fn sections(&self) -> impl Iterator<Item = &'static PageSection> {
        let has_games = self.data.games() > 0;
        SECTIONS.iter().filter(move |section| has_games || section.id == tuning::SECTION.id)
    }

    pub(super) fn sprt(&self) -> Option<Sprt> {
        self.data.found.as_ref()?.plan.stop_rule().ok()??.sprt()
    }

    pub(super) fn sentence(&self) -> String {
        if let Some(tuning) = &self.data.tuning {
            return tuning::sentence(tuning);
        }
        if let Some(race) = ShownRace::of(&self.data.counted.tallies) {
            return pick::sentence(&race);
        }
        match self.data.summaries.first() {
            Some(summary) if self.is_match() => sentence(summary),
            _ => standings::sentence(&self.data.standings, &self.data.counted.tallies.forfeiters()),
        }
    }

    /// What to know before trusting the results.
    pub(super) fn warnings(&self) -> Vec<Warning> {
        let RunData { summaries, measured, rules, found, .. } = &self.data;
        let openings = found.as_ref().and_then(|found| found.plan.openings.parse().ok());
        let caveat = rules.as_ref().and_then(GameSpec::caveat);
        let plan = found.as_ref().and_then(RunFile::plan);
        let variation = found.as_ref().and_then(|found| match &plan {
            Some(plan) => plan.variation(found.reproducible),
            None => (!found.reproducible).then_some(Variation::Clock),
        });
        let mut warnings = Warning::of(Warned {
            summaries,
            threads: measured.threads(),
            openings: openings.as_ref(),
            has_no_rules: rules.as_ref().is_none_or(GameSpec::is_refereed),
            caveat: caveat.as_deref(),
            variation: variation.as_ref(),
            faults: None,
            choosing: plan.and_then(|plan| choosing(&plan, self.data.crosstable.rated())),
        });
        warnings.extend(Warning::of_copies(self.data.counted.copies));
        warnings
    }
}
