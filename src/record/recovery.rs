//! Recovery of a killed run: its good lines are counted, the rest is cut off.
//!
//! A line is good if it is whole, is the next game in order, and replays to the result it states. Everything from the
//! first other line on, torn by a kill or scrambled by a power cut, is cut off and played again.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};

use super::error::{At as _, RecordError};
use super::folder::{self, Folder};
use super::journal::MOVE_COLUMNS;
use super::row::{self, GameRow};
use super::tallies::Tallies;
use crate::schedule::Pairing;

/// Decides which recorded rows are games of the plan, and so survive a kill.
pub trait Verifier {
    /// Who played this row, if it is the game that the plan has after the games `before` it: the right number, players
    /// and opening, and moves that lead to its result.
    fn verify(&mut self, row: &GameRow<'_>, before: &Tallies) -> Option<Pairing>;
}

/// Counts the good lines of an unfinished run and cuts off the rest. Returns `moves.csv`, cut to the same games.
pub(super) fn recover(
    folder: &Folder,
    with_moves: bool,
    verifier: &mut dyn Verifier,
    tallies: &mut Tallies,
) -> Result<Option<File>, RecordError> {
    let games_path = folder.file(folder::GAMES);
    let mut games = Lines::open(folder.games().at("read", &games_path)?).at("read", &games_path)?;
    let moves_path = folder.file(folder::MOVES);
    let mut moves = None;
    if with_moves {
        let file = File::options().read(true).write(true).create(true).truncate(false).open(&moves_path);
        moves = Some(Lines::open(file.at("read", &moves_path)?).at("read", &moves_path)?);
    }

    let headed =
        games.next_is(&row::COLUMNS) && moves.as_mut().is_none_or(|moves| moves.next_is(&MOVE_COLUMNS));
    let mut good = headed;
    while good {
        good = games.read().and_then(GameRow::read).is_some_and(|row| {
            let pairing = verifier
                .verify(&row, tallies)
                .filter(|_| moves.as_mut().is_none_or(|moves| moves.skip_game(&row)));
            pairing.inspect(|&pairing| tallies.add(pairing, &row)).is_some()
        });
        if good {
            games.accept();
            moves.iter_mut().for_each(Lines::accept);
        }
    }
    games.cut().at("write", &games_path)?;
    moves.map(Lines::cut).transpose().at("write", &moves_path)
}

/// The whole lines of a file, of which those up to `good` are accepted.
struct Lines {
    file: File,
    reader: csv::Reader<io::Take<BufReader<File>>>,
    record: csv::StringRecord,
    good: u64,
}

impl Lines {
    fn open(mut file: File) -> io::Result<Lines> {
        let whole = whole_lines(&mut file)?;
        let mut reading = file.try_clone()?;
        reading.seek(SeekFrom::Start(0))?;
        let reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .terminator(csv::Terminator::Any(b'\n'))
            .from_reader(BufReader::with_capacity(1 << 16, reading).take(whole));
        Ok(Lines { file, reader, record: csv::StringRecord::new(), good: 0 })
    }

    /// The next line, if it can be read at all.
    fn read(&mut self) -> Option<&csv::StringRecord> {
        let found = self.reader.read_record(&mut self.record).unwrap_or(false);
        found.then_some(&self.record)
    }

    /// Whether the next line has these fields; if so it is accepted.
    fn next_is(&mut self, fields: &[&str]) -> bool {
        let is = self.read().is_some_and(|record| record.iter().eq(fields.iter().copied()));
        if is {
            self.accept();
        }
        is
    }

    /// Whether the next lines are the plies of a game.
    fn skip_game(&mut self, row: &GameRow<'_>) -> bool {
        row.moves.split_whitespace().zip(1u32..).all(|(mv, ply)| {
            self.read().is_some_and(|record| {
                let field = |i: usize| record.get(i).unwrap_or_default();
                let is_number = |i: usize| field(i).parse::<i64>().is_ok();
                record.len() == MOVE_COLUMNS.len()
                    && field(0).parse() == Ok(row.game)
                    && field(1).parse() == Ok(ply)
                    && row.players.contains(&field(2))
                    && field(3) == mv
                    && is_number(4)
                    && is_number(5)
                    && (is_number(6) || ["", "full"].contains(&field(6)))
                    && (is_number(7) || field(7).is_empty())
            })
        })
    }

    /// Accepts all lines read so far.
    fn accept(&mut self) {
        self.good = self.reader.position().byte();
    }

    /// Cuts off what follows the accepted lines, and returns the file, ready to append.
    fn cut(mut self) -> io::Result<File> {
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
