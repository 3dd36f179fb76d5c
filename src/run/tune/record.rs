//! Where the steps of a tuning are recorded.

use super::Spsa;
use super::file::TuneResult;
use super::journal::{StepGames, TuningJournal};
use crate::run::session::Session;
use crate::store::RecordError;

pub(super) enum TuneRecord {
    Memory { spsa: Box<Spsa>, forfeits: u64 },
    Folder(Box<TuningJournal>),
}

impl TuneRecord {
    pub(super) fn spsa(&self) -> &Spsa {
        match self {
            TuneRecord::Memory { spsa, .. } => spsa,
            TuneRecord::Folder(journal) => journal.spsa(),
        }
    }

    /// The games that were forfeited.
    pub(super) fn forfeits(&self) -> u64 {
        match self {
            TuneRecord::Memory { forfeits, .. } => *forfeits,
            TuneRecord::Folder(journal) => journal.forfeits(),
        }
    }

    /// Writes the stderr of players that are programs to files beside the record.
    pub(super) fn log_of(&self, session: &Session) {
        if let TuneRecord::Folder(journal) = self {
            session.log_to(&journal.logs());
        }
    }

    /// Adds the next step.
    pub(super) fn commit(&mut self, games: &StepGames) -> Result<(), RecordError> {
        match self {
            TuneRecord::Memory { spsa, forfeits } => {
                spsa.learn(&games.result);
                *forfeits += games.forfeits;
                Ok(())
            }
            TuneRecord::Folder(journal) => journal.commit(games),
        }
    }

    /// Saves everything, to be continued later.
    pub(super) fn interrupt(&mut self) -> Result<(), RecordError> {
        match self {
            TuneRecord::Memory { .. } => Ok(()),
            TuneRecord::Folder(journal) => journal.interrupt(),
        }
    }

    pub(super) fn finish(self, result: &TuneResult) -> Result<(), RecordError> {
        match self {
            TuneRecord::Memory { .. } => Ok(()),
            TuneRecord::Folder(journal) => journal.finish(result),
        }
    }
}
