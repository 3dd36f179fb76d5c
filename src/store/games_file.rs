//! Reading a `games.csv` of any origin.
//!
//! The columns may come in any order and capitalisation, separated by commas, semicolons or tabs, in UTF-8 or UTF-16;
//! only `first`, `second` and `result` are required. The last line may be cut off, as a killed run leaves it; it is
//! skipped and reported.

use std::io::{self, Read};
use std::ops::ControlFlow;

use thiserror::Error;

use super::plain_text::PlainText;
use super::row::GameRow;
use crate::games::{Outcome, Side};
use crate::play::duel::Reason;
use crate::stats::pairs::{MOST_WAITING, PairKey};
use crate::stats::tally::GameResult;
use crate::text::{TextError, did_you_mean, escaped, excerpt};

/// An error in a file of results.
#[derive(Debug, Error)]
pub(crate) enum GamesError {
    /// It could not be read.
    #[error("cannot read {place}: {source}")]
    Io {
        /// The file.
        place: String,
        /// The error of the system.
        source: io::Error,
    },
    /// Its content is wrong.
    #[error("{place}: {problem}\n{advice}")]
    Wrong {
        /// The file, with the line if it is about one.
        place: String,
        /// The problem.
        problem: String,
        /// The advice.
        advice: String,
    },
    /// There is no such file, or it does not have what is asked for.
    #[error("{problem}\n{advice}")]
    Unusable {
        /// The problem.
        problem: String,
        /// The advice.
        advice: String,
    },
    /// The game of the run, an opening or a move is wrong.
    #[error("{place}: {error}")]
    Text {
        /// What is wrong: a file with its line, or a word.
        place: String,
        /// How.
        error: TextError,
    },
}

/// Which columns are read besides the required ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Columns {
    /// `pair`, and the columns that distinguish games: `opening`, `moves`, and `plies` to see whether the last line is complete.
    Results,
    /// Also those that confirm the result, `winner` and `reason`, and those that say more about the game: `game`,
    /// `first_points` and `second_points`.
    All,
}

/// Reads the games of a file, named `place` in errors, and calls `each` with every game and its line number. Returns
/// the number of the last line if it is incomplete.
pub(crate) fn read(
    file: impl Read,
    place: &str,
    columns: Columns,
    mut each: impl FnMut(GameLine, u64) -> Result<(), GamesError>,
) -> Result<Option<u64>, GamesError> {
    read_until(file, place, columns, |game, line| each(game, line).map(ControlFlow::Continue))
}

/// The same, but `each` decides whether to read on.
pub(crate) fn read_until(
    file: impl Read,
    place: &str,
    columns: Columns,
    mut each: impl FnMut(GameLine, u64) -> Result<ControlFlow<()>, GamesError>,
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
    let places = Places::of(&header, place, columns)?;
    let (mut fields, mut next) = (csv::ByteRecord::new(), csv::ByteRecord::new());
    let mut more = file.read_byte_record(&mut fields).map_err(|error| unreadable(place, error))?;
    while more {
        let line = line_of(&file, &fields);
        file.get_mut().since_line = 0;
        more = file.read_byte_record(&mut next).map_err(|error| unreadable(place, error))?;
        let may_be_torn = !more && file.get_ref().last != Some(b'\n');
        match places.game(&fields, &format!("{place}:{line}")) {
            Ok(game) if !(may_be_torn && game.is_cut) => {
                if each(game, line)?.is_break() {
                    return Ok(None);
                }
            }
            Err(error) if !may_be_torn => return Err(error),
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

/// The indices of the columns.
struct Places {
    count: usize,
    first: usize,
    second: usize,
    result: usize,
    game: Option<usize>,
    pair: Option<usize>,
    opening: Option<usize>,
    winner: Option<usize>,
    reason: Option<usize>,
    points: [Option<usize>; 2],
    plies: Option<usize>,
    moves: Option<usize>,
}

impl Places {
    fn of(header: &csv::ByteRecord, place: &str, columns: Columns) -> Result<Places, GamesError> {
        let names: Vec<String> =
            header.iter().map(|name| String::from_utf8_lossy(name).into_owned()).collect();
        let at = |wanted: &str| names.iter().position(|name| name.eq_ignore_ascii_case(wanted));
        let needed = |name: &str| {
            at(name).ok_or_else(|| GamesError::Wrong {
                place: place.to_owned(),
                problem: if names.is_empty() {
                    "the file is empty".to_owned()
                } else {
                    format!("the header has no column '{name}'")
                },
                advice: "required columns: first, second, result; optional: pair".to_owned(),
            })
        };
        let also = |name: &str| at(name).filter(|_| columns == Columns::All);
        Ok(Places {
            count: names.len(),
            first: needed("first")?,
            second: needed("second")?,
            result: needed("result")?,
            game: also("game"),
            pair: at("pair"),
            opening: at("opening"),
            winner: also("winner"),
            reason: also("reason"),
            points: ["first_points", "second_points"].map(also),
            plies: at("plies"),
            moves: at("moves"),
        })
    }

    /// Parses the fields of a line.
    fn game(&self, fields: &csv::ByteRecord, place: &str) -> Result<GameLine, GamesError> {
        let wrong = |problem: String, advice: &str| GamesError::Wrong {
            place: place.to_owned(),
            problem,
            advice: advice.to_owned(),
        };
        if fields.len() != self.count {
            let problem = format!("the line has {} fields, the header has {}", fields.len(), self.count);
            return Err(wrong(problem, "fix or remove the line"));
        }
        let text = |column: Option<usize>| {
            let bytes = column.and_then(|column| fields.get(column)).unwrap_or_default();
            std::str::from_utf8(bytes)
                .map(str::to_owned)
                .map_err(|_| wrong("the line is not valid UTF-8".to_owned(), "fix or remove the line"))
        };
        let name = |column: usize| text(Some(column)).map(|name| escaped(&name).into_owned());
        let result = text(Some(self.result))?;
        let outcome = match result.as_str() {
            "1-0" => Outcome::Win(Side::First),
            "0-1" => Outcome::Win(Side::Second),
            "1/2-1/2" => Outcome::Draw,
            _ => {
                return Err(wrong(
                    format!("unknown result '{}'", excerpt(&result)),
                    "write 1-0, 0-1 or 1/2-1/2",
                ));
            }
        };
        let players = [name(self.first)?, name(self.second)?];
        if players.iter().any(String::is_empty) {
            return Err(wrong("a player has no name".to_owned(), "fill in the columns first and second"));
        }
        if players[0] == players[1] {
            let problem = format!("'{}' plays against itself", excerpt(&players[0]));
            return Err(wrong(problem, "give the two players different names"));
        }
        let winner = match outcome {
            Outcome::Win(side) => players[side.index()].as_str(),
            Outcome::Draw => "draw",
        };
        let claimed = self.winner.map(name).transpose()?.unwrap_or_default();
        let is_draw = outcome == Outcome::Draw && claimed.eq_ignore_ascii_case(winner);
        if !claimed.is_empty() && claimed != winner && !is_draw {
            let problem = format!("the result {result} contradicts the winner '{}'", excerpt(&claimed));
            return Err(wrong(problem, "fix the columns result and winner"));
        }
        let reason = text(self.reason)?;
        let Some(reason) =
            Reason::ALL.into_iter().find(|one| one.name().eq_ignore_ascii_case(&reason) || reason.is_empty())
        else {
            let names = Reason::ALL.map(Reason::name);
            return Err(wrong(
                format!("unknown reason '{}'", excerpt(&reason)),
                &did_you_mean(&reason, "reasons", &names),
            ));
        };
        let moves = text(self.moves)?;
        let whole = |column: Option<usize>| -> Option<u32> {
            let bytes = column.and_then(|column| fields.get(column))?;
            std::str::from_utf8(bytes).ok()?.parse().ok()
        };
        let plies = whole(self.plies);
        let is_cut = self.moves.is_some()
            && self.plies.is_some()
            && plies.map(|plies| plies as usize) != Some(moves.split_whitespace().count());
        let points = match self.points.map(whole) {
            [Some(first), Some(second)] => Some([first, second]),
            _ => None,
        };
        let number = text(self.game)?.parse().ok();
        let [pair, opening] = [text(self.pair)?, text(self.opening)?];
        let moves = self.moves.map(|_| moves);
        let knows_opening = self.opening.is_some();
        Ok(GameLine {
            number,
            pair,
            opening,
            knows_opening,
            players,
            outcome,
            reason,
            points,
            plies,
            moves,
            is_cut,
        })
    }
}

/// A game as read from a line. Missing columns are empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct GameLine {
    /// Its number; `None` without that column.
    pub number: Option<u64>,
    /// The name of its pair.
    pub pair: String,
    /// Its opening.
    pub opening: String,
    /// Whether there is a column for it: then an empty one is the start.
    pub knows_opening: bool,
    /// The players: first side, second side. Characters that cannot be shown are escaped.
    pub players: [String; 2],
    /// Who won.
    pub outcome: Outcome,
    /// Why it ended.
    pub reason: Reason,
    /// The points of both sides; `None` without those columns.
    pub points: Option<[u32; 2]>,
    /// The number of plies; `None` without that column.
    pub plies: Option<u32>,
    /// The moves; `None` without that column.
    pub moves: Option<String>,
    /// Whether the number of moves differs from that of plies.
    is_cut: bool,
}

impl GameLine {
    /// The half points of the first side.
    pub(crate) fn half_points(&self) -> usize {
        match self.outcome {
            Outcome::Win(Side::First) => 2,
            Outcome::Draw => 1,
            Outcome::Win(Side::Second) => 0,
        }
    }

    /// The half points of a player.
    pub(crate) fn half_points_of(&self, player: &str) -> usize {
        if self.players[0] == player { self.half_points() } else { 2 - self.half_points() }
    }

    /// The pair that the game belongs to, if it has one.
    pub(crate) fn pair_key(&self) -> Option<PairKey> {
        PairKey::new(&self.pair, &self.opening, self.players.each_ref().map(String::as_str))
    }

    /// The result for a tally of player a.
    pub(crate) fn result<'g>(&'g self, a: &str) -> GameResult<'g> {
        let row = GameRow {
            game: self.number.unwrap_or_default(),
            pair: 0,
            opening: &self.opening,
            players: self.players.each_ref().map(String::as_str),
            outcome: self.outcome,
            reason: self.reason,
            points: self.points.unwrap_or_default(),
            plies: self.plies.unwrap_or_default(),
            moves: self.moves.as_deref().unwrap_or_default(),
        };
        GameResult { pair: self.pair_key(), ..row.result(a) }
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
