//! Recovery of a killed run: its good lines are kept and counted, the rest is cut off.
//!
//! A line is good if it is complete, is the next game in order, and replays to the result it states. Everything from the
//! first bad line on, truncated by a kill or scrambled by a power cut, is cut off and played again.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};

use super::error::{At as _, RecordError};
use super::faults::{self, FaultsFile, LastFaults};
use super::folder::{self, Folder};
use super::games_csv;
use super::tallies::Tallies;
use crate::play::fingerprint::Fingerprint;
use crate::play::finished::FinishedGame;
use crate::play::plan::ResolvedPlan;
use crate::play::runner::Interrupted;
use crate::play::schedule::Pairing;

/// Decides which recorded games belong to the plan and to the players of this build, and so survive a kill.
pub(crate) trait Verifier {
    /// Who played this game, if it is the one that the plan has after the games `before` it: the right number, players
    /// and opening, and moves that lead to its result.
    fn verify(&mut self, game: &FinishedGame<&str>, before: &Tallies) -> Option<Pairing>;

    /// The fingerprints of the players of this build.
    fn fingerprints(&mut self) -> Result<Vec<Fingerprint>, Interrupted>;

    /// The first player that does not play as recorded.
    fn first_difference(&mut self, recorded: &[Fingerprint]) -> Result<Option<usize>, Interrupted>;

    /// Whether the plan begins with all games of a shorter one, so that a run of that can be continued.
    fn continues(&mut self, shorter: &ResolvedPlan) -> Result<(), NotContinued>;

    /// Whether to stop at once.
    fn is_interrupted(&self) -> bool;
}

/// Why a plan does not continue a run of fewer games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum NotContinued {
    /// It is not a longer plan of the same kind.
    OtherPlan,
    /// It is a longer plan that begins with other games.
    OtherGames {
        /// Why.
        reason: String,
        /// How to continue the run anyway; empty if there is no way.
        advice: String,
    },
    /// Ctrl-C.
    Interrupted,
}

/// Counts the good lines of an unfinished run, at most `most` games, and cuts off what follows. An interrupted
/// recovery changes nothing. The faults are cut to the same games; a forfeited game without its fault is not good.
pub(super) fn recover(
    folder: &Folder,
    most: u64,
    verifier: &mut dyn Verifier,
    tallies: &mut Tallies,
) -> Result<FaultsFile, RecordError> {
    let path = folder.file(folder::GAMES);
    let mut games = GoodLines::open(folder.games().at("read", &path)?).at("read", &path)?;
    let faults_path = folder.file(folder::FAULTS);
    let mut faults = match File::options().read(true).write(true).open(&faults_path) {
        Ok(file) => Some(GoodLines::open(file).at("read", &faults_path)?),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(RecordError::io("read", &faults_path, error)),
    };
    let has_faults = faults.as_mut().is_some_and(|faults| faults.next_is(&faults::COLUMNS));
    let mut last = LastFaults::default();
    let mut good = games.next_is(&games_csv::NAMES);
    while good && tallies.games() < most {
        if verifier.is_interrupted() {
            return Err(RecordError::Interrupted);
        }
        good = games.read().and_then(games_csv::read_written).is_some_and(|game| {
            let pairing = verifier.verify(&game, tallies).filter(|_| {
                let faults = faults.as_mut().filter(|_| has_faults);
                !game.has_fault() || faults.is_some_and(|faults| faults.take(&game, &mut last))
            });
            pairing.inspect(|&pairing| tallies.add(pairing, &game)).is_some()
        });
        if good {
            games.accept();
            faults.iter_mut().for_each(GoodLines::accept);
        }
    }
    games.cut().at("write", &path)?;
    let faults = faults.map(GoodLines::cut).transpose().at("write", &faults_path)?;
    Ok(FaultsFile::continued(faults, last))
}

/// The complete lines of a file, of which those up to `good` are accepted.
pub(crate) struct GoodLines {
    file: File,
    reader: csv::Reader<io::Take<BufReader<File>>>,
    record: csv::StringRecord,
    good: u64,
}

impl GoodLines {
    pub(crate) fn open(mut file: File) -> io::Result<GoodLines> {
        let whole = whole_lines(&mut file)?;
        let mut reading = file.try_clone()?;
        reading.seek(SeekFrom::Start(0))?;
        let reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .terminator(csv::Terminator::Any(b'\n'))
            .from_reader(BufReader::with_capacity(1 << 16, reading).take(whole));
        Ok(GoodLines { file, reader, record: csv::StringRecord::new(), good: 0 })
    }

    /// The next line, if it can be read.
    pub(crate) fn read(&mut self) -> Option<&csv::StringRecord> {
        let found = self.reader.read_record(&mut self.record).unwrap_or(false);
        found.then_some(&self.record)
    }

    /// Whether the next line has these fields; if so it is accepted.
    pub(crate) fn next_is(&mut self, fields: &[&str]) -> bool {
        let is = self.read().is_some_and(|record| record.iter().eq(fields.iter().copied()));
        if is {
            self.accept();
        }
        is
    }

    /// Whether the next line is the fault of a forfeited game; if so it is remembered.
    fn take(&mut self, game: &FinishedGame<&str>, last: &mut LastFaults) -> bool {
        let fault = self.read().and_then(|record| faults::read(record, game));
        fault.map(|(player, fault)| last.insert(player, fault)).is_some()
    }

    /// Accepts all lines read so far.
    pub(crate) fn accept(&mut self) {
        self.good = self.reader.position().byte();
    }

    /// Cuts off what follows the good lines. Writing continues from there.
    pub(crate) fn cut(mut self) -> io::Result<File> {
        self.file.set_len(self.good)?;
        self.file.seek(SeekFrom::Start(self.good))?;
        Ok(self.file)
    }
}

/// The number of bytes up to and including the last line feed.
fn whole_lines(file: &mut File) -> io::Result<u64> {
    const BLOCK: u64 = 1 << 12;
    let mut end = file.seek(SeekFrom::End(0))?;
    let mut block = Vec::new();
    while end > 0 {
        let start = end.saturating_sub(BLOCK);
        block.resize((end - start) as usize, 0);
        file.seek(SeekFrom::Start(start))?;
        file.read_exact(&mut block)?;
        if let Some(at) = block.iter().rposition(|&byte| byte == b'\n') {
            return Ok(start + at as u64 + 1);
        }
        end = start;
    }
    Ok(0)
}
