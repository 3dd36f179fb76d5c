//! The journal of a run: games are written as they are committed, and recovered after a kill or a power cut.
//!
//! Only whole lines count. An interrupted run is cut back to its last good line, the tallies are rebuilt from the
//! lines, and the run continues after them. Since game i is a function of (plan, i), the bytes are those of an
//! uninterrupted run.

mod saving;

use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::attributes_file;
use super::begun::{as_begun, check_shorter};
use super::checkpoint::{Lost, Recovered};
use super::copy;
use super::error::{At as _, RecordError};
use super::faults::{self, FaultsFile, LastFault, LastFaults};
use super::folder::{self, Folder};
use super::games_csv;
use super::marks::Marks;
use super::moves_file;
use super::recovery::Verifier;
use super::rows_file::RowsFile;
use super::run_file::{RunFile, RunState};
use super::stream_digest::StreamDigest;
use super::tallies::Tallies;
use super::timings::Timings;
use crate::play::fingerprint::Fingerprint;
use crate::play::finished::FinishedGame;
use crate::play::runner::GameRecord;
use crate::play::schedule::Pairing;
use crate::players::thread_time::ThreadTime;
use crate::stats::{IntervalBasis, SprtResult, StopRule};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Beginning {
    /// From the first game.
    New,
    /// After the games of an unfinished run.
    Continued,
    /// From the first game, into a copy that replaces a finished run of the same plan at the end.
    Again,
}

/// The results of the games of a run.
#[derive(Debug, Clone)]
pub(crate) struct Recorded {
    pub tallies: Tallies,
    pub timings: Timings,
    /// The last fault of each player that made one.
    pub faults: LastFaults,
}

impl Recorded {
    pub(crate) fn new(empty: Tallies) -> Recorded {
        Recorded { tallies: empty, timings: Timings::default(), faults: LastFaults::default() }
    }

    /// Counts the next game.
    pub(crate) fn add(&mut self, record: &GameRecord<'_>) {
        self.timings.add(record.measurements, record.fixture.sides());
        self.tallies.add(record.fixture.pairing, &record.game);
        if let Some(forfeit) = record.forfeit {
            let player = faults::player(&record.game, forfeit);
            self.faults.insert(player.to_owned(), LastFault::of(record.game.reason, forfeit));
        }
    }
}

/// A run being recorded.
#[derive(Debug)]
pub(crate) struct Journal {
    pub(super) run: RunFile,
    /// What may end the run before all games are played.
    stop: Option<StopRule>,
    /// The number of the first game, from 0. Only a shard begins with another than the first.
    pub(super) first_game: u64,
    pub(super) folder: Folder,
    /// The finished run that this one replaces.
    pub(super) replaces: Option<Folder>,
    beginning: Beginning,
    games: File,
    /// Lines of `games.csv` that are not written yet.
    pub(super) lines: Vec<u8>,
    /// The digest of `games.csv` as it was written.
    pub(super) written: StreamDigest,
    /// The marks of `games.csv`, if its games cannot be replayed.
    pub(super) rows: Option<Marks>,
    pub(super) moves: Option<RowsFile>,
    pub(super) attributes: Option<RowsFile>,
    pub(super) faults: FaultsFile,
    pub(super) tallies: Tallies,
    pub(super) timings: Timings,
    /// What was lost of the run that is continued.
    lost: Vec<Lost>,
    /// Whether `run.json` says that the files are its own.
    pub(super) has_begun: bool,
    last_saved: Instant,
    last_checkpoint: Instant,
}

/// The number of bytes that are written at once.
const MOST_UNWRITTEN: usize = 1 << 16;

impl Journal {
    /// Opens the journal of a run in a folder: a new one, one to continue, or a copy. `empty` are tallies without
    /// games.
    pub(crate) fn open(
        out: &Path,
        run: RunFile,
        fresh: bool,
        empty: Tallies,
        verifier: &mut dyn Verifier,
    ) -> Result<Journal, RecordError> {
        let claimed = copy::claim(out)?;
        let found = if fresh { None } else { RunFile::find_in(claimed.path())? };
        let mut journal = match found {
            None => match claimed.content().filter(|_| !fresh) {
                Some(file) => {
                    claimed.leave_as_found()?;
                    return Err(RecordError::NotARun { folder: out.to_owned(), file });
                }
                None => Journal::start(claimed, run, empty)?,
            },
            Some(found) if found.plan_hash != run.plan_hash => {
                check_shorter(out, &run, &found, verifier)?;
                Journal::continue_run(claimed, run, &found, empty, verifier)?
            }
            Some(found) if found.state == RunState::Finished => {
                let copy = copy::folder_for(&claimed)?;
                let unfinished = RunFile::find_in(copy.path())?
                    .filter(|found| found.plan_hash == run.plan_hash && found.state != RunState::Finished);
                let mut journal = match unfinished {
                    Some(found) => Journal::continue_run(copy, run, &found, empty, verifier)?,
                    None => {
                        let begun = Journal::start(copy, run, empty)?;
                        Journal { beginning: Beginning::Again, ..begun }
                    }
                };
                journal.replaces = Some(claimed);
                journal
            }
            Some(found) => Journal::continue_run(claimed, run, &found, empty, verifier)?,
        };
        journal.save()?;
        Ok(journal)
    }

    /// Starts a new run that replaces the one in the folder. From the first step on the folder belongs to this run,
    /// whose `run.json` says that the other files are not its own yet.
    ///
    /// The same is said as long as the fingerprints of its players are not known, which are taken during the first games: if it is
    /// killed within the first fifth of a second, it begins again.
    pub(super) fn start(folder: Folder, run: RunFile, empty: Tallies) -> Result<Journal, RecordError> {
        let mut journal = Journal::with(folder, run, empty, Timings::default())?;
        journal.save_state(RunState::Starting)?;
        journal.folder.clear()?;
        if journal.run.records_moves() {
            journal.moves = Some(RowsFile::create(&journal.folder, moves_file::TABLE)?);
        }
        if journal.run.has_attributes() {
            journal.attributes = Some(RowsFile::create(&journal.folder, attributes_file::TABLE)?);
        }
        journal.rows = journal.run.has_no_rules().then(Marks::new);
        journal.lines.extend(games_csv::NAMES.join(",").bytes());
        journal.lines.push(b'\n');
        if !journal.needs_fingerprints() {
            journal.begin()?;
        }
        Ok(journal)
    }

    /// Continues the run in a folder, if that is one to be continued by this build.
    fn continue_run(
        folder: Folder,
        run: RunFile,
        found: &RunFile,
        empty: Tallies,
        verifier: &mut dyn Verifier,
    ) -> Result<Journal, RecordError> {
        if found.state == RunState::Starting {
            return Journal::start(folder, run, empty);
        }
        let run = as_begun(folder.path(), run, found, verifier)?;
        Journal::resume(folder, run.continuing(found), empty, verifier)
    }

    /// Continues after the good games in a folder, which is that of a run of the same players.
    pub(super) fn resume(
        folder: Folder,
        run: RunFile,
        empty: Tallies,
        verifier: &mut dyn Verifier,
    ) -> Result<Journal, RecordError> {
        let recovered = Recovered::of(&folder, &run, &empty, verifier)?;
        if recovered.tallies.games() == 0 {
            return Journal::start(folder, run, empty);
        }
        let journal = Journal::with(folder, run, recovered.tallies, recovered.timings)?;
        journal.save_state(RunState::Running)?;
        // A finished run that is continued has results of fewer games.
        for name in folder::RESULTS {
            journal.folder.remove(name)?;
        }
        let Recovered { moves, attributes, faults, rows, written, lost, .. } = recovered;
        let beginning = Beginning::Continued;
        Ok(Journal { beginning, has_begun: true, written, rows, moves, attributes, faults, lost, ..journal })
    }

    fn with(
        folder: Folder,
        run: RunFile,
        tallies: Tallies,
        timings: Timings,
    ) -> Result<Journal, RecordError> {
        let games = folder.games().at("write", &folder.file(folder::GAMES))?;
        Ok(Journal {
            stop: run.stop_rule(),
            first_game: 0,
            run,
            replaces: None,
            beginning: Beginning::New,
            games,
            lines: Vec::with_capacity(2 * MOST_UNWRITTEN),
            written: StreamDigest::default(),
            rows: None,
            moves: None,
            attributes: None,
            faults: FaultsFile::default(),
            tallies,
            timings,
            lost: Vec::new(),
            has_begun: false,
            last_saved: Instant::now(),
            last_checkpoint: Instant::now(),
            folder,
        })
    }

    /// Whether the fingerprints of its players are not known yet.
    pub(crate) fn needs_fingerprints(&self) -> bool {
        self.run.fingerprints.is_empty()
    }

    /// Takes the fingerprints of its players. Once they are saved, another build can tell whether it may continue the run.
    pub(crate) fn take_fingerprints(&mut self, fingerprints: &[Fingerprint]) {
        self.run = self.run.clone().with_fingerprints(fingerprints);
    }

    pub(crate) fn beginning(&self) -> Beginning {
        self.beginning
    }

    /// Whether `moves.csv` is written.
    pub(crate) fn records_moves(&self) -> bool {
        self.moves.is_some()
    }

    /// The counts of the games so far.
    pub(crate) fn tallies(&self) -> &Tallies {
        &self.tallies
    }

    /// Adds what threads have spent on the games.
    pub(crate) fn add_thread_time(&mut self, spent: ThreadTime) {
        self.timings.add_threads(spent);
    }

    /// The timings of the games so far.
    pub(crate) fn timings(&self) -> &Timings {
        &self.timings
    }

    /// The last fault of each player that made one.
    pub(crate) fn last_faults(&self) -> &LastFaults {
        self.faults.last()
    }

    /// The folder that is written to during the run: that of the copy if a finished run is played again.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The folder for the logs of bots.
    pub(crate) fn logs(&self) -> PathBuf {
        self.folder.file(folder::LOGS)
    }

    /// What may end the run before all games are played.
    pub(crate) fn stop_rule(&self) -> Option<StopRule> {
        self.stop
    }

    /// What the intervals of its results rest on once it is finished.
    pub(crate) fn final_basis(&self) -> IntervalBasis {
        self.run.interval_basis(RunState::Finished)
    }

    /// Whether it continues a run of fewer games.
    pub(crate) fn is_extended(&self) -> bool {
        self.run.is_extended()
    }

    /// The state of the test.
    pub(super) fn test(&self) -> Option<SprtResult> {
        self.stop.and_then(StopRule::sprt).map(|sprt| self.tallies.test(&sprt))
    }

    /// Whether the games have decided, and no game remains to be measured or to have its moves recorded.
    pub(crate) fn is_decided(&self) -> bool {
        self.recorded_games() == self.tallies.games() && self.has_decided()
    }

    /// Whether the games have decided.
    pub(super) fn has_decided(&self) -> bool {
        self.stop.is_some_and(|rule| self.tallies.decide(&rule))
    }

    pub(crate) fn recorded(&self) -> Recorded {
        let faults = self.last_faults().clone();
        Recorded { tallies: self.tallies.clone(), timings: self.timings.clone(), faults }
    }

    /// What was recorded.
    pub(crate) fn into_recorded(self) -> Recorded {
        Recorded { faults: self.last_faults().clone(), tallies: self.tallies, timings: self.timings }
    }

    /// The folder of the results, at the end of the run.
    pub(crate) fn out(&self) -> &Path {
        self.replaces.as_ref().unwrap_or(&self.folder).path()
    }

    /// What was lost of the run that is continued. Games are played again to restore it.
    pub(crate) fn lost(&self) -> &[Lost] {
        &self.lost
    }

    /// The next game to play, from 0. After a kill the timings and the moves may be a few seconds behind the games.
    /// Then those games are played again, until the timings and the moves cover all games.
    pub(crate) fn next_game(&self) -> u64 {
        self.first_game + self.recorded_games()
    }

    /// How many games are recorded in all files, from the first one of the run or shard.
    pub(crate) fn recorded_games(&self) -> u64 {
        let moves = self.moves.as_ref().map_or(u64::MAX, RowsFile::games);
        self.timings.games().min(moves)
    }

    /// Commits a game: the next one in order, or one that is played again.
    pub(crate) fn commit(&mut self, record: &GameRecord<'_>) -> Result<(), RecordError> {
        let sides = record.fixture.sides();
        let game = record.fixture.game - self.first_game;
        if game >= self.timings.games() {
            self.timings.add(record.measurements, sides);
        }
        if let Some(moves) = self.moves.as_mut().filter(|moves| game >= moves.games()) {
            moves.append(record.rows.moves, 1)?;
        }
        if let Some(attributes) = self.attributes.as_mut().filter(|attributes| game >= attributes.games()) {
            attributes.append(record.rows.attributes, 1)?;
        }
        if game >= self.tallies.games() {
            self.tallies.add(record.fixture.pairing, &record.game);
            self.faults.add(&self.folder, record)?;
            self.lines.extend_from_slice(record.rows.game);
        }
        Ok(())
    }

    /// Adds a game that was played by another process, without its measurements, moves and attributes.
    pub(super) fn add_game(
        &mut self,
        pairing: Pairing,
        game: &FinishedGame<&str>,
    ) -> Result<(), RecordError> {
        self.tallies.add(pairing, game);
        games_csv::write(game, &mut self.lines);
        if self.lines.len() >= MOST_UNWRITTEN { self.write_lines() } else { Ok(()) }
    }
}
