//! What happens between a session and the journal of its run: recorded games are verified and new ones recorded, and
//! both is shown.

use super::run::Show;
use crate::play::fingerprint::Fingerprint;
use crate::play::plan::ResolvedPlan;
use crate::play::runner::{GameRecord, Interrupted};
use crate::play::schedule::Pairing;
use crate::report::progress::{Progress, ProgressMode, SoFar};
use crate::run::session::{Consumer, FilesOfGames, Session};
use crate::stats::Crosstable;
use crate::store::row::GameRow;
use crate::store::{Journal, NotContinued, RecordError, Tallies, Verifier};

/// Verifies recorded games and shows how far that is.
pub(super) struct Recovery<'a> {
    session: &'a mut Session,
    mode: ProgressMode,
    total: u64,
    progress: Option<Progress>,
}

impl<'a> Recovery<'a> {
    /// Verifies the recorded games of a session.
    pub(super) fn new(session: &'a mut Session, mode: ProgressMode) -> Recovery<'a> {
        let games = session.games();
        Recovery { session, mode, total: games.end - games.start, progress: None }
    }

    /// Removes the bar, if there is one.
    pub(super) fn end(&self) {
        self.progress.iter().for_each(Progress::end);
    }
}

impl Verifier for Recovery<'_> {
    fn verify(&mut self, row: &GameRow<'_>, before: &Tallies) -> Option<Pairing> {
        let progress = self.progress.get_or_insert_with(|| Progress::begin(self.mode, self.total, 0));
        progress.update(before.games(), || SoFar {
            brief: "reading the recorded games".to_owned(),
            more: String::new(),
        });
        self.session.verify(row, before)
    }

    fn fingerprints(&mut self) -> Result<Vec<Fingerprint>, Interrupted> {
        self.session.fingerprints()
    }

    fn first_difference(&mut self, recorded: &[Fingerprint]) -> Result<Option<usize>, Interrupted> {
        self.session.first_difference(recorded)
    }

    fn continues(&mut self, shorter: &ResolvedPlan) -> Result<(), NotContinued> {
        self.session.continues(shorter)
    }

    fn is_interrupted(&self) -> bool {
        self.session.is_interrupted()
    }
}

/// Records games and shows how far they are.
pub(super) struct Recorder<'a, S> {
    pub(super) journal: Journal,
    pub(super) progress: Progress,
    pub(super) show: &'a S,
    /// The number of forfeited games that stops the run.
    pub(super) max_forfeits: u64,
}

impl<S: Show + Sync> Consumer for Recorder<'_, S> {
    type Error = RecordError;

    fn next_game(&self) -> u64 {
        self.journal.next_game()
    }

    fn crosstable(&self) -> Crosstable {
        self.journal.tallies().crosstable()
    }

    fn is_done(&self) -> bool {
        self.journal.is_decided() || self.journal.tallies().at_fault(self.max_forfeits).is_some()
    }

    fn files(&self) -> FilesOfGames {
        FilesOfGames { games: true, moves: self.journal.records_moves() }
    }

    fn commit(&mut self, game: &GameRecord<'_>) -> Result<(), RecordError> {
        self.journal.commit(game)
    }

    fn settle(&mut self) -> Result<(), RecordError> {
        self.journal.save_if_due()?;
        let Recorder { journal, progress, show, .. } = self;
        progress.update(journal.recorded_games(), || show.so_far(journal));
        Ok(())
    }
}
