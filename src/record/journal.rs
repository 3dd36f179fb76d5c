//! The journal of a run: games are written as they are committed, and recovered after a kill or a power cut.
//!
//! Only whole lines count. An interrupted run is cut back to its last good line, the tallies are rebuilt from the
//! lines, and the run continues after them. Since game i is a function of (plan, i), the bytes are those of an
//! uninterrupted run.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::cell;
use super::error::{At as _, RecordError};
use super::folder::{self, Folder};
use super::recovery::{Verifier, recover};
use super::row::{self, GameRow};
use super::run_file::{Found, RunFile, RunState};
use super::steady::Steady;
use super::summary::{self, Summary};
use super::tallies::Tallies;
use super::tally::Tally;
use super::timings::{self, Timings, TimingsParts};
use crate::runner::GameRecord;
use crate::schedule::Pairing;
use crate::stats::{Counts, SprtResult, SprtVerdict, Unit};

/// The columns of `moves.csv`.
pub const MOVE_COLUMNS: [&str; 8] = ["game", "ply", "player", "move", "time_ns", "nodes", "depth", "value"];

/// How a run begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Beginning {
    /// From the first game.
    New,
    /// After the games of an unfinished run.
    Continued,
    /// From the first game, into a copy that replaces a finished run of the same plan at the end.
    Again,
}

/// A run being recorded.
#[derive(Debug)]
pub struct Journal {
    run: RunFile,
    folder: Folder,
    /// The finished run that this one replaces.
    replaces: Option<Folder>,
    beginning: Beginning,
    games: File,
    /// Lines of `games.csv` that are not written yet.
    lines: Vec<u8>,
    moves: Option<csv::Writer<Steady>>,
    tallies: Tallies,
    timings: Timings,
    last_saved: Instant,
    last_timings: Instant,
}

/// The number of bytes that are written at once.
const MOST_UNWRITTEN: usize = 1 << 16;

/// How often committed games are written, if they are fewer.
const SAVED_EVERY: Duration = Duration::from_millis(500);

/// How often the timings so far are saved.
const TIMINGS_EVERY: Duration = Duration::from_secs(5);

impl Journal {
    /// Opens the journal of a run in a folder: a new one, one to continue, or a copy. `empty` are tallies without
    /// games.
    pub fn open(
        out: &Path,
        run: RunFile,
        fresh: bool,
        empty: Tallies,
        verifier: &mut dyn Verifier,
    ) -> Result<Journal, RecordError> {
        let claimed = Folder::claim(out)?;
        let found = if fresh { None } else { whats_in(&claimed)? };
        let mut journal = match found {
            _ if fresh => Journal::replace(claimed, run, empty)?,
            None => match claimed.content() {
                Some(file) => {
                    claimed.leave_as_found()?;
                    return Err(RecordError::NotARun { folder: out.to_owned(), file });
                }
                None => Journal::begin(claimed, run, empty)?,
            },
            Some(found) if found.plan_hash != run.plan_hash() => {
                let differences = found.differences(&run);
                return Err(RecordError::OtherPlan { folder: out.to_owned(), differences });
            }
            Some(found) if found.state == RunState::Finished => {
                let copy = Folder::claim(&copy_of(out))?;
                let unfinished = whats_in(&copy)?
                    .filter(|found| found.plan_hash == run.plan_hash() && found.state != RunState::Finished);
                let mut journal = match unfinished {
                    Some(found) => Journal::resume(copy, run, &found, empty, verifier)?,
                    None => Journal { beginning: Beginning::Again, ..Journal::replace(copy, run, empty)? },
                };
                journal.replaces = Some(claimed);
                journal
            }
            Some(found) => Journal::resume(claimed, run, &found, empty, verifier)?,
        };
        journal.save()?;
        Ok(journal)
    }

    /// Replaces whatever run is in the folder. `run.json` goes first: without it, the rest is not a run.
    fn replace(folder: Folder, run: RunFile, empty: Tallies) -> Result<Journal, RecordError> {
        folder.remove(folder::RUN)?;
        Journal::begin(folder, run, empty)
    }

    /// Begins in a folder that is empty or holds the same run without a game, whose `run.json` stays: the folder holds
    /// a run at every moment.
    fn begin(folder: Folder, run: RunFile, empty: Tallies) -> Result<Journal, RecordError> {
        folder.clear()?;
        let mut journal = Journal::with(folder, run, None, empty, Timings::default())?;
        journal.save_state(RunState::Running)?;
        journal.save_timings()?;
        if journal.run.records_moves() {
            journal.moves = Some(writer().from_writer(new_moves(&journal.folder)?.into()));
        }
        journal.lines.extend(row::COLUMNS.join(",").bytes());
        journal.lines.push(b'\n');
        Ok(journal)
    }

    fn resume(
        folder: Folder,
        run: RunFile,
        found: &Found,
        empty: Tallies,
        verifier: &mut dyn Verifier,
    ) -> Result<Journal, RecordError> {
        if run.records_moves() && !found.record_moves {
            return Err(RecordError::MovesNotRecorded { folder: folder.path().to_owned() });
        }
        // The start of a run decides what it records, however often it is continued.
        let run = run.recording_moves(found.record_moves).continuing(found);
        let mut tallies = empty;
        let moves = recover(&folder, found.record_moves, verifier, &mut tallies)?;
        if tallies.games() == 0 {
            return Journal::begin(folder, run, tallies);
        }
        let so_far = fs::read(folder.file(folder::TIMINGS_SO_FAR)).ok();
        let parts = so_far.and_then(|bytes| serde_json::from_slice::<TimingsParts>(&bytes).ok());
        let timings = parts.map(|parts| Timings::from(&parts)).filter(|it| it.games() <= tallies.games());
        let timings = timings.unwrap_or_else(|| Timings::lost(tallies.games()));
        let journal = Journal::with(folder, run, moves, tallies, timings)?;
        journal.save_state(RunState::Running)?;
        Ok(Journal { beginning: Beginning::Continued, ..journal })
    }

    fn with(
        folder: Folder,
        run: RunFile,
        moves: Option<File>,
        tallies: Tallies,
        timings: Timings,
    ) -> Result<Journal, RecordError> {
        let games = folder.games().at("write", &folder.file(folder::GAMES))?;
        Ok(Journal {
            run,
            replaces: None,
            beginning: Beginning::New,
            games,
            lines: Vec::with_capacity(2 * MOST_UNWRITTEN),
            moves: moves.map(|file| writer().from_writer(file.into())),
            tallies,
            timings,
            last_saved: Instant::now(),
            last_timings: Instant::now(),
            folder,
        })
    }

    /// How the run begins.
    pub fn beginning(&self) -> Beginning {
        self.beginning
    }

    /// Whether `moves.csv` is written.
    pub fn records_moves(&self) -> bool {
        self.moves.is_some()
    }

    /// The counts of the games so far.
    pub fn tallies(&self) -> &Tallies {
        &self.tallies
    }

    /// The timings of the games so far.
    pub fn timings(&self) -> &Timings {
        &self.timings
    }

    /// The summary of the games of two players so far.
    pub fn summary(&self, pairing: Pairing) -> Summary {
        self.tallies.summary(pairing, self.run.game())
    }

    /// The state of the test that may end the run, if there is one. It counts complete pairs.
    pub fn test(&self) -> Option<SprtResult> {
        let test = self.run.test()?;
        let (_, tally) = self.tallies.iter().next().unzip();
        let sample = tally.map(Tally::sample).filter(|sample| sample.unit() == Unit::Pair);
        Some(test.test(&sample.unwrap_or(Counts::empty(Unit::Pair))))
    }

    /// Whether the test has decided, as it can after a complete pair, and no game is left to be timed again.
    pub fn is_decided(&self) -> bool {
        let is_even = |(_, tally): (Pairing, &Tally)| tally.is_even();
        self.run.test().is_some()
            && self.timings.games() == self.tallies.games()
            && self.tallies.iter().next().is_some_and(is_even)
            && self.test().is_some_and(|test| test.verdict != SprtVerdict::Continue)
    }

    /// The folder of the results, at the end of the run.
    pub fn out(&self) -> &Path {
        self.replaces.as_ref().unwrap_or(&self.folder).path()
    }

    /// The next game to play, from 0. After a kill the timings may be behind the games by a few seconds; those games
    /// are played again, so that the timings cover all games.
    pub fn next_game(&self) -> u64 {
        self.timings.games()
    }

    /// Commits the next game in order.
    pub fn commit(&mut self, record: &GameRecord) -> Result<(), RecordError> {
        let sides = record.fixture.sides();
        if record.fixture.game < self.tallies.games() {
            self.timings.add(&record.measurements, sides);
            return Ok(());
        }
        let row = GameRow::of(record, sides.map(|player| self.run.name(player)));
        self.tallies.add(record.fixture.pairing, &row);
        self.timings.add(&record.measurements, sides);
        if let Some(moves) = &mut self.moves {
            let written = write_moves(moves, &row, record);
            written.map_err(|error| self.folder.cannot_write(folder::MOVES, error))?;
        }
        row.write(&mut self.lines);
        if self.lines.len() >= MOST_UNWRITTEN {
            self.write_lines()?;
        }
        if self.last_saved.elapsed() >= SAVED_EVERY {
            self.save()?;
        }
        Ok(())
    }

    fn write_lines(&mut self) -> Result<(), RecordError> {
        let written = self.games.write_all(&self.lines);
        written.map_err(|error| RecordError::io("write", &self.folder.file(folder::GAMES), error))?;
        self.lines.clear();
        Ok(())
    }

    /// Writes what was committed, and checks that the folder still exists.
    fn save(&mut self) -> Result<(), RecordError> {
        if let Some(moves) = &mut self.moves {
            moves.flush().at("write", &self.folder.file(folder::MOVES))?;
        }
        self.write_lines()?;
        self.folder.check_not_lost()?;
        if self.last_timings.elapsed() >= TIMINGS_EVERY {
            self.save_timings()?;
        }
        self.last_saved = Instant::now();
        Ok(())
    }

    fn save_timings(&mut self) -> Result<(), RecordError> {
        let path = self.folder.file(folder::TIMINGS_SO_FAR);
        let bytes = serde_json::to_vec(&self.timings.parts()).map_err(io::Error::from).at("write", &path)?;
        self.folder.write(folder::TIMINGS_SO_FAR, &bytes)?;
        self.last_timings = Instant::now();
        Ok(())
    }

    fn save_state(&self, state: RunState) -> Result<(), RecordError> {
        let path = self.folder.file(folder::RUN);
        let bytes =
            self.run.in_state(state, self.test()).bytes().map_err(io::Error::from).at("write", &path)?;
        self.folder.write(folder::RUN, &bytes)
    }

    /// Saves everything, to be continued later.
    pub fn interrupt(&mut self) -> Result<(), RecordError> {
        self.save()?;
        self.save_timings()?;
        self.save_state(RunState::Interrupted)
    }

    /// Completes the files, and adds `further` ones. If this run replaces a finished one, that happens now.
    pub fn finish(mut self, further: &[(&'static str, Vec<u8>)]) -> Result<(), RecordError> {
        debug_assert!(further.iter().all(|(name, _)| folder::FILES.contains(name)), "a file of a run");
        self.save()?;
        let games = self.folder.file(folder::GAMES);
        self.folder.games().and_then(|file| file.sync_all()).at("write", &games)?;
        let summaries: Vec<_> = self.tallies.summaries(self.run.game()).iter().map(Summary::row).collect();
        let summary = cell::csv(&summary::COLUMNS, &summaries);
        self.folder.write(folder::SUMMARY, &summary.at("write", &self.folder.file(folder::SUMMARY))?)?;
        let timings = cell::csv(&timings::COLUMNS, &self.timings.rows(self.run.names()));
        self.folder.write(folder::TIMINGS, &timings.at("write", &self.folder.file(folder::TIMINGS))?)?;
        for (name, bytes) in further {
            self.folder.write(name, bytes)?;
        }
        self.save_state(RunState::Finished)?;
        self.folder.remove(folder::TIMINGS_SO_FAR)?;
        match self.replaces {
            Some(replaced) => self.folder.move_into(&replaced),
            None => Ok(()),
        }
    }
}

fn writer() -> csv::WriterBuilder {
    let mut builder = csv::WriterBuilder::new();
    builder.buffer_capacity(1 << 16);
    builder
}

/// Where a finished run is played again: inside its folder, which no other run can use, and from where files can be
/// renamed on any mount.
fn copy_of(out: &Path) -> PathBuf {
    out.join("again")
}

/// The run in a folder, if any.
fn whats_in(folder: &Folder) -> Result<Option<Found>, RecordError> {
    let path = folder.file(folder::RUN);
    let bytes = match fs::read(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        read => read.at("read", &path)?,
    };
    match serde_json::from_slice::<Found>(&bytes) {
        Ok(found) if found.is_readable() => Ok(Some(found)),
        // Whatever it is, it is not a run of this plan.
        _ => Err(RecordError::OtherPlan { folder: folder.path().to_owned(), differences: String::new() }),
    }
}

fn new_moves(folder: &Folder) -> Result<File, RecordError> {
    let path = folder.file(folder::MOVES);
    let mut file = File::create(&path).at("create", &path)?;
    let mut header = MOVE_COLUMNS.join(",");
    header.push('\n');
    file.write_all(header.as_bytes()).at("write", &path)?;
    Ok(file)
}

/// Writes the rows of a game's moves.
fn write_moves(to: &mut csv::Writer<Steady>, row: &GameRow<'_>, record: &GameRecord) -> csv::Result<()> {
    let optional = |value: Option<String>| value.unwrap_or_default();
    for measured in record.measurements.iter().filter(|measured| measured.ply <= record.plies) {
        to.write_record([
            row.game.to_string().as_str(),
            &measured.ply.to_string(),
            row.players[measured.side.index()],
            &measured.mv.number().to_string(),
            &measured.nanoseconds.to_string(),
            &measured.nodes.to_string(),
            &optional(measured.depth.map(|depth| depth.to_string())),
            &optional(measured.value.map(|value| value.to_string())),
        ])?;
    }
    Ok(())
}
