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
use super::records::{Record, Records};
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
    let unreadable = |source| GamesError::Io { place: place.to_owned(), source };
    let mut records = Records::new(PlainText::new(file)).map_err(unreadable)?;
    let header = Header::read(records.next().map_err(unreadable)?.as_ref(), place, columns)?;
    let mut games = 0;
    while let Some(record) = records.next().map_err(unreadable)? {
        let line = record.line;
        games += 1;
        match header.game(&record, games) {
            Ok(game) if !(record.is_unended && header.is_cut(&game)) => {
                let names = game.players.map(escaped);
                let game = FinishedGame { players: names.each_ref().map(AsRef::as_ref), ..game };
                if each(&game, line)?.is_break() {
                    return Ok(None);
                }
            }
            Err(CellError { problem, advice }) if !record.is_unended => {
                return Err(GamesError::Wrong { place: format!("{place}:{line}"), problem, advice });
            }
            _ => return Ok(Some(line)),
        }
    }
    Ok(None)
}

/// Where a file has the columns that are read.
struct Header {
    /// The number of its columns.
    count: usize,
    places: [Option<usize>; COLUMNS.len()],
}

impl Header {
    /// That of a first record, if there is one.
    fn read(first: Option<&Record<'_>>, place: &str, columns: Columns) -> Result<Header, GamesError> {
        let count = first.map_or(0, Record::len);
        let has = |place, name: &str| first?.field(place).map(|found| found.eq_ignore_ascii_case(name));
        let find = |name: &str| (0..count).find(|&place| has(place, name) == Some(true));
        let most = if columns == Columns::All { Need::Details } else { Need::Results };
        let mut places = [None; COLUMNS.len()];
        for (place_of, column) in places.iter_mut().zip(&COLUMNS) {
            *place_of = find(column.name).filter(|_| column.need <= most);
            if column.need == Need::Required && place_of.is_none() {
                return Err(GamesError::Wrong {
                    place: place.to_owned(),
                    problem: if count == 0 {
                        "the file is empty".to_owned()
                    } else {
                        format!("the header has no column '{}'", column.name)
                    },
                    advice: "required columns: first, second, result; optional: pair".to_owned(),
                });
            }
        }
        Ok(Header { count, places })
    }

    /// Reads the fields of a line, that of the game with this number if the file does not number its games.
    fn game<'a>(&self, fields: &Record<'a>, number: u64) -> Result<FinishedGame<&'a str>, CellError> {
        let wrong = |problem| CellError { problem, advice: "fix or remove the line".to_owned() };
        if fields.len() != self.count {
            let count = self.count;
            return Err(wrong(format!("the line has {} fields, the header has {count}", fields.len())));
        }
        games_csv::read(number, |column| {
            let Some(place) = self.places[column] else { return Ok(None) };
            let field = fields.field(place);
            field.map(Some).ok_or_else(|| wrong("the line is not valid UTF-8".to_owned()))
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
