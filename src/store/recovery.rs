//! Recovery of a killed run: its good lines are kept and counted, the rest is cut off.
//!
//! A line is good if it is complete, is the next game in order, and replays to the result it states. Lines that are known to be as
//! they were written need no replay. Everything from the first bad line on, truncated by a kill or scrambled by a power cut, is
//! cut off and played again.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::PathBuf;

use super::error::{At as _, RecordError};
use super::faults::{self, FaultsFile, LastFaults};
use super::folder::{self, Folder};
use super::games_csv;
use super::marks::Mark;
use super::records::Records;
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

    /// Who played this game, which was verified or played before: the right number and players are enough.
    fn locate(&mut self, game: &FinishedGame<&str>, before: &Tallies) -> Option<Pairing>;

    /// The fingerprints of the players of this build.
    fn fingerprints(&mut self) -> Vec<Fingerprint>;

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

/// Counts the good lines of an unfinished run, at most `most` games, and cuts off what follows. Those up to a mark that matches
/// the file are not replayed. An interrupted recovery changes nothing. The faults are cut to the same games; a forfeited game
/// without its fault is not good.
pub(super) fn recover(
    folder: &Folder,
    most: u64,
    played: Option<Mark>,
    verifier: &mut dyn Verifier,
    empty: &Tallies,
) -> Result<(Tallies, FaultsFile), RecordError> {
    let mut good = FoundGames::open(folder, empty.clone())?;
    if let Some(mark) = played.filter(|mark| mark.games <= most) {
        good.count(mark, verifier)?;
        if good.tallies.games() == mark.games {
            good.games = GoodLines::open_at(folder.games().at("read", &good.path)?, mark.bytes)
                .at("read", &good.path)?;
        } else {
            good = FoundGames::open(folder, empty.clone())?;
        }
    }
    good.verify(most, verifier)?;
    good.cut()
}

/// The good games found so far, and their faults.
struct FoundGames {
    path: PathBuf,
    games: GoodLines,
    faults_path: PathBuf,
    faults: Option<GoodLines>,
    /// Whether the file of faults has its header.
    has_faults: bool,
    last: LastFaults,
    tallies: Tallies,
}

impl FoundGames {
    fn open(folder: &Folder, tallies: Tallies) -> Result<FoundGames, RecordError> {
        let (path, faults_path) = (folder.file(folder::GAMES), folder.file(folder::FAULTS));
        let games = GoodLines::open(folder.games().at("read", &path)?).at("read", &path)?;
        let mut faults = match File::options().read(true).write(true).open(&faults_path) {
            Ok(file) => Some(GoodLines::open(file).at("read", &faults_path)?),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(RecordError::io("read", &faults_path, error)),
        };
        let has_faults = faults.as_mut().is_some_and(|faults| faults.next_is(&faults::COLUMNS));
        Ok(FoundGames { path, games, faults_path, faults, has_faults, last: LastFaults::default(), tallies })
    }

    /// Counts the games up to a mark; fewer, if one of them is not of this run.
    fn count(&mut self, mark: Mark, verifier: &mut dyn Verifier) -> Result<(), RecordError> {
        let mut file = self.games.file.try_clone().at("read", &self.path)?;
        file.seek(SeekFrom::Start(0)).at("read", &self.path)?;
        let text = BufReader::with_capacity(1 << 18, file).take(mark.bytes);
        let mut records = Records::new(text).at("read", &self.path)?;
        let mut is_header = true;
        while let Some(record) = records.next().at("read", &self.path)? {
            if verifier.is_interrupted() {
                return Err(RecordError::Interrupted);
            }
            if std::mem::take(&mut is_header) {
                continue;
            }
            let Ok(game) = games_csv::read(0, |place| Ok(record.field(place))) else { return Ok(()) };
            let FoundGames { faults, has_faults, last, tallies, .. } = self;
            let pairing = verifier.locate(&game, tallies);
            let pairing = pairing.filter(|_| has_its_fault(&game, faults.as_mut(), last, *has_faults));
            let Some(pairing) = pairing else { return Ok(()) };
            tallies.add(pairing, &game);
            self.faults.iter_mut().for_each(GoodLines::accept);
        }
        Ok(())
    }

    /// Counts the next games that replay.
    fn verify(&mut self, most: u64, verifier: &mut dyn Verifier) -> Result<(), RecordError> {
        let is_begun = self.tallies.games() > 0;
        let mut good = is_begun || self.games.next_is(&games_csv::NAMES);
        while good && self.tallies.games() < most {
            if verifier.is_interrupted() {
                return Err(RecordError::Interrupted);
            }
            let FoundGames { games, faults, has_faults, last, tallies, .. } = self;
            good = games.read().and_then(games_csv::read_written).is_some_and(|game| {
                let pairing = verifier.verify(&game, tallies);
                let pairing = pairing.filter(|_| has_its_fault(&game, faults.as_mut(), last, *has_faults));
                pairing.inspect(|&pairing| tallies.add(pairing, &game)).is_some()
            });
            if good {
                games.accept();
                faults.iter_mut().for_each(GoodLines::accept);
            }
        }
        Ok(())
    }

    fn cut(self) -> Result<(Tallies, FaultsFile), RecordError> {
        self.games.cut().at("write", &self.path)?;
        let faults = self.faults.map(GoodLines::cut).transpose().at("write", &self.faults_path)?;
        Ok((self.tallies, FaultsFile::continued(faults, self.last)))
    }
}

/// Whether the next line of the faults is that of a forfeited game; of other games there is none.
fn has_its_fault(
    game: &FinishedGame<&str>,
    faults: Option<&mut GoodLines>,
    last: &mut LastFaults,
    has_faults: bool,
) -> bool {
    !game.has_fault() || faults.filter(|_| has_faults).is_some_and(|faults| faults.take(game, last))
}

/// The complete lines of a file, of which those up to `good` are accepted.
pub(crate) struct GoodLines {
    file: File,
    reader: csv::Reader<io::Take<BufReader<File>>>,
    record: csv::StringRecord,
    /// Where the reader began.
    start: u64,
    good: u64,
}

impl GoodLines {
    pub(crate) fn open(file: File) -> io::Result<GoodLines> {
        GoodLines::open_at(file, 0)
    }

    /// Those behind the first ones, which are good.
    fn open_at(mut file: File, start: u64) -> io::Result<GoodLines> {
        let whole = whole_lines(&mut file)?;
        let mut reading = file.try_clone()?;
        reading.seek(SeekFrom::Start(start))?;
        let reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .terminator(csv::Terminator::Any(b'\n'))
            .from_reader(BufReader::with_capacity(1 << 16, reading).take(whole.saturating_sub(start)));
        Ok(GoodLines { file, reader, record: csv::StringRecord::new(), start, good: start })
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
        self.good = self.start + self.reader.position().byte();
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
