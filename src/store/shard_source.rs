//! The games of a complete shard, read in order and checked by their digests.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::ops::ControlFlow;
use std::path::PathBuf;

use super::attributes_file;
use super::checkpoint::Checkpoint;
use super::error::{At as _, RecordError};
use super::faults;
use super::folder::{FAULTS, GAMES, TIMINGS_SO_FAR};
use super::games_csv;
use super::journal::Journal;
use super::marks::{EMPTY, extended};
use super::moves_file;
use super::rows_file::{RowsFile, RowsTable};
use super::shard::CompleteShard;
use super::timings::Timings;
use crate::play::finished::FinishedGame;
use crate::play::plan::{ResolvedPlan, digest_text};
use crate::play::schedule::Pairing;
use crate::text::file::open_regular;

/// A shard whose games are read.
pub(super) struct ShardSource<'a> {
    pub(super) shard: &'a CompleteShard,
    pub(super) plan: &'a ResolvedPlan,
}

impl ShardSource<'_> {
    /// Adds its games, as many as the test needs.
    pub(super) fn add_to(
        &self,
        journal: &mut Journal,
        watch: &mut impl FnMut(&Journal) -> bool,
    ) -> Result<(), RecordError> {
        let before = journal.tallies.games();
        self.add_games(journal, watch)?;
        let added = journal.tallies.games() - before;
        if let Some(moves) = &mut journal.moves {
            self.add_rows(moves_file::TABLE, moves, added)?;
        }
        if let Some(attributes) = &mut journal.attributes {
            self.add_rows(attributes_file::TABLE, attributes, added)?;
        }
        let mut timings = Checked::open(self, TIMINGS_SO_FAR)?;
        let mut bytes = Vec::new();
        timings.read_to_end(&mut bytes).at("read", &timings.path)?;
        timings.verify(self)?;
        let checkpoint: Checkpoint =
            serde_json::from_slice(&bytes).map_err(|_| self.damage(TIMINGS_SO_FAR, "cannot be read"))?;
        journal.timings.merge(&Timings::from(&checkpoint.timings));
        journal.save()
    }

    /// Adds games, and the faults that ended some of them, until the test decides.
    fn add_games(
        &self,
        journal: &mut Journal,
        watch: &mut impl FnMut(&Journal) -> bool,
    ) -> Result<(), RecordError> {
        let mut faults = self.shard.file(FAULTS).map(|_| self.rows(FAULTS)).transpose()?;
        self.read_games(|pairing, game| {
            let is_wanted = journal.tallies.wants(pairing);
            let counted = journal.tallies.numbered(game);
            if is_wanted {
                journal.add_game(pairing, &counted)?;
            }
            if game.has_fault() {
                let mut fields = csv::StringRecord::new();
                let fault = match &mut faults {
                    Some(faults) => faults.next(&mut fields)?.and_then(|fields| faults::read(fields, game)),
                    None => None,
                };
                let missing = || self.damage(FAULTS, &format!("has no fault of game {}", game.number));
                let (player, fault) = fault.ok_or_else(missing)?;
                if is_wanted {
                    journal.faults.append(&journal.folder, &counted, &player, fault)?;
                }
            }
            if !watch(journal) {
                return Err(RecordError::Interrupted);
            }
            Ok(if journal.has_decided() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
        faults.map_or(Ok(()), ShardRows::verify)
    }

    /// Passes its games in order to `add`, until that breaks.
    pub(super) fn read_games(
        &self,
        mut add: impl FnMut(Pairing, &FinishedGame<&str>) -> Result<ControlFlow<()>, RecordError>,
    ) -> Result<(), RecordError> {
        let mut games = self.rows(GAMES)?;
        let mut record = csv::StringRecord::new();
        for number in self.shard.games.clone().map(|game| game + 1) {
            let game = games.next(&mut record)?.and_then(games_csv::read_written);
            let game = game.filter(|game| game.number == number);
            let pairing = game.as_ref().and_then(|game| self.pairing(game));
            let (Some(game), Some(pairing)) = (game, pairing) else {
                return Err(self.damage(GAMES, &format!("has no game {number}")));
            };
            if add(pairing, &game)?.is_break() {
                break;
            }
        }
        games.verify()
    }

    fn pairing(&self, game: &FinishedGame<&str>) -> Option<Pairing> {
        let place = |name: &str| self.plan.names().position(|player| player == name);
        let [first, second] = game.players;
        Some(Pairing::of(place(first)?, place(second)?))
    }

    /// Adds the rows of N games.
    fn add_rows(&self, table: RowsTable, rows: &mut RowsFile, games: u64) -> Result<(), RecordError> {
        let is_cut = games < self.shard.games.end - self.shard.games.start;
        let end =
            if is_cut { self.end_of_rows(table.name, self.shard.games.start + games)? } else { u64::MAX };
        let mut file = Checked::open(self, table.name)?;
        let header = table.header().len() as u64;
        let mut block = vec![0; 1 << 16];
        loop {
            let at = file.bytes;
            let read = file.read(&mut block).at("read", &file.path)?;
            if read == 0 {
                break;
            }
            let kept = |offset: u64| (offset.saturating_sub(at)).min(read as u64) as usize;
            rows.append(&block[kept(header)..kept(end)], 0)?;
        }
        rows.append(&[], games)?;
        file.verify(self)
    }

    /// Where the rows of the games up to this number end, from 1.
    fn end_of_rows(&self, name: &str, last: u64) -> Result<u64, RecordError> {
        let path = self.shard.path.join(name);
        let file = open_regular(&path).at("read", &path)?;
        let mut rows = csv::ReaderBuilder::new().flexible(true).from_reader(BufReader::new(file));
        let mut record = csv::ByteRecord::new();
        while rows.read_byte_record(&mut record).at("read", &path)? {
            let game = record.get(0).and_then(|game| std::str::from_utf8(game).ok()?.parse::<u64>().ok());
            if game.is_none_or(|game| game > last) {
                return Ok(record.position().map_or(0, csv::Position::byte));
            }
        }
        Ok(u64::MAX)
    }

    fn rows<'a>(&'a self, name: &'static str) -> Result<ShardRows<'a>, RecordError> {
        let file = Checked::open(self, name)?;
        let columns: &[&str] = if name == GAMES { &games_csv::NAMES } else { &faults::COLUMNS };
        let file = BufReader::with_capacity(1 << 16, file);
        let reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(file);
        let mut rows = ShardRows { source: self, name, reader };
        let mut header = csv::StringRecord::new();
        let is_header =
            rows.next(&mut header)?.is_some_and(|header| header.iter().eq(columns.iter().copied()));
        if is_header { Ok(rows) } else { Err(self.damage(name, "has no header")) }
    }

    fn damage(&self, name: &str, problem: &str) -> RecordError {
        let CompleteShard { path, shard, .. } = self.shard;
        RecordError::ShardDamaged {
            folder: path.clone(),
            shard: *shard,
            problem: format!("{name} {problem}"),
        }
    }
}

/// The rows of a file of a shard.
struct ShardRows<'a> {
    source: &'a ShardSource<'a>,
    name: &'static str,
    reader: csv::Reader<BufReader<Checked>>,
}

impl ShardRows<'_> {
    /// The next row, if there is one that can be read.
    fn next<'r>(
        &mut self,
        record: &'r mut csv::StringRecord,
    ) -> Result<Option<&'r csv::StringRecord>, RecordError> {
        match self.reader.read_record(record) {
            Ok(found) => Ok(found.then_some(record)),
            Err(error) if error.is_io_error() => {
                Err(RecordError::csv("read", &self.source.shard.path.join(self.name), error))
            }
            Err(_) => Ok(None),
        }
    }

    /// Reads the rest, and makes sure that the file is what was written.
    fn verify(self) -> Result<(), RecordError> {
        self.reader.into_inner().into_inner().verify(self.source)
    }
}

/// A file of a shard whose digest is computed while it is read.
struct Checked {
    name: &'static str,
    path: PathBuf,
    file: File,
    /// How many bytes were read.
    bytes: u64,
    digest: u64,
}

impl Checked {
    fn open(source: &ShardSource<'_>, name: &'static str) -> Result<Checked, RecordError> {
        let path = source.shard.path.join(name);
        let file = open_regular(&path).at("read", &path)?;
        Ok(Checked { name, path, file, bytes: 0, digest: EMPTY })
    }

    /// Reads the rest, and makes sure that the file is what was written.
    fn verify(mut self, source: &ShardSource<'_>) -> Result<(), RecordError> {
        let mut block = vec![0; 1 << 16];
        let path = self.path.clone();
        while self.read(&mut block).at("read", &path)? > 0 {}
        let written = source.shard.file(self.name);
        let is_good = written.is_some_and(|file| {
            (file.bytes, file.digest.as_str()) == (self.bytes, digest_text(self.digest).as_str())
        });
        if is_good { Ok(()) } else { Err(source.damage(self.name, "was changed after it was written")) }
    }
}

impl Read for Checked {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(buffer)?;
        self.bytes += read as u64;
        self.digest = extended(self.digest, &buffer[..read]);
        Ok(read)
    }
}
