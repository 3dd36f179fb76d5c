//! Reading a `games.csv` of any origin.
//!
//! The columns may come in any order and capitalisation, separated by commas, semicolons or tabs, in UTF-8 or UTF-16;
//! only `first`, `second` and `result` are required. The last line may be cut off, as a killed run leaves it; it is
//! skipped and reported.

use std::io::{self, Read};
use std::ops::ControlFlow;

use thiserror::Error;

use super::games_csv::{self, COLUMNS, CellError, NAMES, Need};
use super::plain_text::PlainText;
use crate::play::finished::FinishedGame;
use crate::stats::pairs::MOST_WAITING;
use crate::text::{TextError, escaped};

/// An error in a file of results.
#[derive(Debug, Error)]
pub(crate) enum GamesError {
    /// It could not be read.
    #[error("cannot read {place}: {source}")]
    Io {
        place: String,
        /// The error of the system.
        source: io::Error,
    },
    /// Its content is wrong.
    #[error("{place}: {problem}\n{advice}")]
    Wrong {
        /// The file, with the line if it is about one.
        place: String,
        problem: String,
        advice: String,
    },
    /// There is no such file, or it does not have what is asked for.
    #[error("{problem}\n{advice}")]
    Unusable { problem: String, advice: String },
    /// The game of the run, an opening or a move is wrong.
    #[error("{place}: {error}")]
    Text {
        /// What is wrong: a file with its line, or a word.
        place: String,
        error: TextError,
    },
}

/// Which columns are read besides the required ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Columns {
    /// Those that form pairs and distinguish games; `plies` says whether the last line is complete.
    Results,
    /// All of them.
    All,
}

/// Reads the games of a file, named `place` in errors, and calls `each` with every game and its line number. Characters
/// that cannot be shown are escaped in the names of players. Returns the number of the last line if it is incomplete.
pub(crate) fn read(
    file: impl Read,
    place: &str,
    columns: Columns,
    mut each: impl FnMut(&FinishedGame<&str>, u64) -> Result<(), GamesError>,
) -> Result<Option<u64>, GamesError> {
    read_until(file, place, columns, |game, line| each(game, line).map(ControlFlow::Continue))
}

/// The same, but `each` decides whether to read on.
pub(crate) fn read_until(
    file: impl Read,
    place: &str,
    columns: Columns,
    mut each: impl FnMut(&FinishedGame<&str>, u64) -> Result<ControlFlow<()>, GamesError>,
) -> Result<Option<u64>, GamesError> {
    let mut file = PlainText::new(file);
    let first_line =
        file.first_line().map_err(|source| GamesError::Io { place: place.to_owned(), source })?;
    let mut file = csv::ReaderBuilder::new()
        .delimiter(delimiter(&first_line))
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(Tail::new(io::Cursor::new(first_line).chain(file)));
    let header = file.byte_headers().map_err(|error| unreadable(place, error))?.clone();
    let header = Header::read(&header, place, columns)?;
    let (mut fields, mut next) = (csv::ByteRecord::new(), csv::ByteRecord::new());
    let mut more = file.read_byte_record(&mut fields).map_err(|error| unreadable(place, error))?;
    let mut games = 0;
    while more {
        let line = line_of(&file, &fields);
        file.get_mut().since_line = 0;
        more = file.read_byte_record(&mut next).map_err(|error| unreadable(place, error))?;
        let may_be_torn = !more && file.get_ref().last != Some(b'\n');
        games += 1;
        match header.game(&fields, games) {
            Ok(game) if !(may_be_torn && header.is_cut(&game)) => {
                let names = game.players.map(escaped);
                let game = FinishedGame { players: names.each_ref().map(AsRef::as_ref), ..game };
                if each(&game, line)?.is_break() {
                    return Ok(None);
                }
            }
            Err(CellError { problem, advice }) if !may_be_torn => {
                return Err(GamesError::Wrong { place: format!("{place}:{line}"), problem, advice });
            }
            _ => return Ok(Some(line)),
        }
        std::mem::swap(&mut fields, &mut next);
    }
    Ok(None)
}

/// The line on which the record just read begins. The position of a record is that of the empty lines
/// before it.
fn line_of<R: Read>(file: &csv::Reader<Tail<R>>, record: &csv::ByteRecord) -> u64 {
    let within = occurrences(record.as_slice(), b'\n');
    let tail = file.get_ref();
    // Nothing but the last record can end without a line feed.
    let is_ended = file.position().byte() < tail.count || tail.last == Some(b'\n');
    file.position().line().saturating_sub(within + u64::from(is_ended))
}

/// The separator of the columns: a comma, or what spreadsheets write instead.
fn delimiter(header: &[u8]) -> u8 {
    // Of equals, `max_by_key` takes the last.
    [b'\t', b';', b','].into_iter().max_by_key(|&byte| occurrences(header, byte)).unwrap_or(b',')
}

fn occurrences(text: &[u8], wanted: u8) -> u64 {
    text.split(|&byte| byte == wanted).count() as u64 - 1
}

/// The maximum length of a line.
const LONGEST_LINE: usize = 16 << 20;

/// Remembers the last byte read, and rejects endless lines.
struct Tail<R> {
    inner: R,
    last: Option<u8>,
    /// How many bytes have been read since the last complete line, rounded up.
    since_line: usize,
    /// How many bytes have been read.
    count: u64,
}

impl<R> Tail<R> {
    fn new(inner: R) -> Tail<R> {
        Tail { inner, last: None, since_line: 0, count: 0 }
    }
}

impl<R: Read> Read for Tail<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.since_line > LONGEST_LINE {
            let problem = format!("a line is longer than {} MiB", LONGEST_LINE >> 20);
            return Err(io::Error::new(io::ErrorKind::InvalidData, problem));
        }
        let read = self.inner.read(buffer)?;
        self.since_line += read;
        self.last = buffer[..read].last().copied().or(self.last);
        self.count += read as u64;
        Ok(read)
    }
}

/// Where a file has the columns that are read.
struct Header {
    /// The number of its columns.
    count: usize,
    places: [Option<usize>; COLUMNS.len()],
}

impl Header {
    fn read(names: &csv::ByteRecord, place: &str, columns: Columns) -> Result<Header, GamesError> {
        let find = |name: &str| names.iter().position(|found| found.eq_ignore_ascii_case(name.as_bytes()));
        let most = if columns == Columns::All { Need::Details } else { Need::Results };
        let mut places = [None; COLUMNS.len()];
        for (place_of, column) in places.iter_mut().zip(&COLUMNS) {
            *place_of = find(column.name).filter(|_| column.need <= most);
            if column.need == Need::Required && place_of.is_none() {
                return Err(GamesError::Wrong {
                    place: place.to_owned(),
                    problem: if names.is_empty() {
                        "the file is empty".to_owned()
                    } else {
                        format!("the header has no column '{}'", column.name)
                    },
                    advice: "required columns: first, second, result; optional: pair".to_owned(),
                });
            }
        }
        Ok(Header { count: names.len(), places })
    }

    /// Reads the fields of a line, that of the game with this number if the file does not number its games.
    fn game<'a>(&self, fields: &'a csv::ByteRecord, number: u64) -> Result<FinishedGame<&'a str>, CellError> {
        let wrong = |problem| CellError { problem, advice: "fix or remove the line".to_owned() };
        if fields.len() != self.count {
            let count = self.count;
            return Err(wrong(format!("the line has {} fields, the header has {count}", fields.len())));
        }
        games_csv::read(number, |column| {
            let field = self.places[column].and_then(|place| fields.get(place)).map(std::str::from_utf8);
            field.transpose().map_err(|_| wrong("the line is not valid UTF-8".to_owned()))
        })
    }

    /// Whether the number of moves is not that of plies, although the file has both.
    fn is_cut(&self, game: &FinishedGame<&str>) -> bool {
        let has_plies =
            NAMES.iter().zip(self.places).any(|(name, place)| *name == "plies" && place.is_some());
        let moves = game.moves.map(|moves| moves.split_whitespace().count());
        has_plies && moves.is_some_and(|moves| game.plies.map(|plies| plies as usize) != Some(moves))
    }
}

/// An error if too many games of a file wait for the second of their pair.
pub(crate) fn check_waiting(waiting: usize, place: &str, line: u64) -> Result<(), GamesError> {
    if waiting <= MOST_WAITING {
        return Ok(());
    }
    Err(GamesError::Wrong {
        place: format!("{place}:{line}"),
        problem: "too many games wait for the second of their pair".to_owned(),
        advice: "sort the lines by their pair, or remove the column pair".to_owned(),
    })
}

fn unreadable(place: &str, error: csv::Error) -> GamesError {
    GamesError::Io { place: place.to_owned(), source: error.into() }
}
