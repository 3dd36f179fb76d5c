//! What is written when: rows as they become many, checkpoints every few seconds, and the files of a finished run.
//!
//! Rows are handed to the system long before they are on the disk. What is said of them elsewhere, in a checkpoint or in
//! `run.json`, takes its place when they are there.

use std::io::{Seek as _, Write as _};
use std::time::{Duration, Instant};

use super::{Journal, MOST_UNWRITTEN};
use crate::store::cell;
use crate::store::checkpoint::Checkpoint;
use crate::store::copy;
use crate::store::error::{At as _, RecordError};
use crate::store::folder;
use crate::store::marks::Mark;
use crate::store::rows_file::RowsFile;
use crate::store::run_file::RunState;
use crate::store::sealed;
use crate::store::summary;
use crate::store::timings;

/// How often committed games are written, if they are fewer.
const SAVED_EVERY: Duration = Duration::from_millis(500);

/// When a run that has fingerprints is saved for the first time. A shorter one is only saved at its end.
const FIRST_SAVED_AFTER: Duration = Duration::from_millis(100);

/// How often the timings so far and the marks of the moves are kept.
const CHECKPOINT_EVERY: Duration = Duration::from_secs(5);

/// The name and the content of a file.
type NewFile = (&'static str, Vec<u8>);

impl Journal {
    /// Writes committed games if they are many, or if the last time is long enough ago.
    pub(crate) fn save_if_due(&mut self) -> Result<(), RecordError> {
        if self.lines.len() >= MOST_UNWRITTEN {
            self.write_lines()?;
        }
        let due = if self.has_begun { SAVED_EVERY } else { FIRST_SAVED_AFTER };
        if self.last_saved.elapsed() >= due { self.save() } else { Ok(()) }
    }

    /// Hands the lines to the system. Written behind the end of a file that was cut, they would hide that.
    pub(super) fn write_lines(&mut self) -> Result<(), RecordError> {
        self.check_games()?;
        self.games.write_all(&self.lines).at("write", &self.folder.file(folder::GAMES))?;
        self.written.write(&self.lines);
        if let Some(rows) = &mut self.rows {
            rows.add(&self.lines, self.tallies.games());
        }
        self.lines.clear();
        Ok(())
    }

    /// Hands what was committed to the system, and makes sure that the files are still there.
    fn hand_over(&mut self) -> Result<(), RecordError> {
        self.faults.save(&self.folder)?;
        self.write_lines()?;
        for rows in self.moves.iter_mut().chain(&mut self.attributes) {
            rows.save()?;
        }
        self.check_games()
    }

    /// Says in `run.json` that the other files are those of this run from now on.
    pub(super) fn begin(&mut self) -> Result<(), RecordError> {
        self.save_all(RunState::Running)?;
        self.has_begun = true;
        self.folder.sync()
    }

    /// Hands what was committed to the system, and to the disk if that is due.
    pub(in crate::store) fn save(&mut self) -> Result<(), RecordError> {
        if !self.has_begun && !self.needs_fingerprints() {
            self.begin()?;
        }
        self.hand_over()?;
        // Games that cannot be replayed are lost up to the checkpoint.
        let every = if self.rows.is_some() { SAVED_EVERY } else { CHECKPOINT_EVERY };
        if self.last_checkpoint.elapsed() >= every {
            let checkpoint = self.checkpoint()?;
            self.write_synced(&[checkpoint])?;
        }
        self.last_saved = Instant::now();
        Ok(())
    }

    /// Makes sure that `games.csv` is still there, as long as it was written.
    fn check_games(&mut self) -> Result<(), RecordError> {
        let bytes = self.games.stream_position().at("read", &self.folder.file(folder::GAMES))?;
        self.folder.check_not_lost(bytes)
    }

    /// The timings so far and the marks of the moves. The games that they belong to are handed to the system.
    pub(super) fn checkpoint(&mut self) -> Result<NewFile, RecordError> {
        self.hand_over()?;
        let marks = self.moves.as_mut().map(|moves| moves.mark().to_vec());
        let attributes = self.attributes.as_mut().map(|attributes| attributes.mark().to_vec());
        let rows = self.rows.as_mut().map(|rows| rows.mark().to_vec());
        let checkpoint = Checkpoint {
            timings: self.timings.parts(),
            moves: marks.unwrap_or_default(),
            attributes: attributes.unwrap_or_default(),
            rows: rows.unwrap_or_default(),
            played: (self.tallies.games() > 0).then(|| Mark {
                games: self.tallies.games(),
                bytes: self.written.bytes(),
                digest: self.written.finish(),
            }),
        };
        let path = self.folder.file(folder::TIMINGS_SO_FAR);
        let bytes = sealed::compact(&checkpoint).at("write", &path)?;
        self.last_checkpoint = Instant::now();
        Ok((folder::TIMINGS_SO_FAR, bytes))
    }

    pub(super) fn state(&self, state: RunState) -> Result<NewFile, RecordError> {
        let path = self.folder.file(folder::RUN);
        let bytes = self.run.in_state(state).with_sprt(self.test()).bytes();
        Ok((folder::RUN, bytes.at("write", &path)?))
    }

    /// Brings games, moves, attributes and faults to the disk together with these files, which then take their places in order.
    pub(super) fn write_synced(&self, files: &[NewFile]) -> Result<(), RecordError> {
        let [moves, attributes] =
            [&self.moves, &self.attributes].map(|rows| rows.as_ref().map(RowsFile::file));
        let open = [Some(&self.games), moves, attributes, self.faults.file()];
        self.folder.write_all(files, &open.into_iter().flatten().collect::<Vec<_>>())
    }

    pub(in crate::store) fn save_state(&self, state: RunState) -> Result<(), RecordError> {
        let (name, bytes) = self.state(state)?;
        self.folder.write(name, &bytes)
    }

    /// Saves everything, to be continued later.
    pub(crate) fn interrupt(&mut self) -> Result<(), RecordError> {
        self.save_all(RunState::Interrupted)?;
        self.folder.sync()
    }

    /// Completes the files, and adds `further` ones. If this run replaces a finished one, that happens now.
    pub(crate) fn finish(&mut self, further: &[NewFile]) -> Result<(), RecordError> {
        debug_assert!(further.iter().all(|(name, _)| folder::FILES.contains(name)), "a file of a run");
        let summaries = self.tallies.summaries(&self.run.plan.game, self.final_basis());
        let summary = cell::csv(&summary::COLUMNS, &summaries);
        let timings = cell::csv(&timings::COLUMNS, &self.timings.rows(self.run.names()));
        // The checkpoint is kept for when the run is continued with more games.
        let mut files = vec![self.checkpoint()?, (folder::SUMMARY, summary), (folder::TIMINGS, timings)];
        files.extend_from_slice(further);
        files.push(self.state(RunState::Finished)?);
        self.write_synced(&files)?;
        self.take_place()
    }

    /// Puts the files in the place of those that they replace, if there are any.
    pub(in crate::store) fn take_place(&self) -> Result<(), RecordError> {
        match &self.replaces {
            Some(replaced) => copy::commit(&self.folder, replaced),
            None => self.folder.sync(),
        }
    }

    /// Brings all games to the disk, what is known of them, and the state of the run.
    pub(in crate::store) fn save_all(&mut self, state: RunState) -> Result<(), RecordError> {
        let files = [self.checkpoint()?, self.state(state)?];
        self.write_synced(&files)
    }
}
