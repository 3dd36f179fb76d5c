//! Results that anybody may have written: a `games.csv` with the columns that statistics need, in any order.
//!
//! Needed are `first`, `second` and `result`. With `pair`, two games of one pair with the sides swapped belong together,
//! wherever in the file they stand. With `moves`, games that came more than once are recognised, as in a match. The
//! last line may be cut off, as a killed run leaves it.

use std::collections::HashMap;
use std::io::{self, Read};

use thiserror::Error;

use super::distinct::Distinct;
use super::row::GameRow;
use super::tally::Tally;
use crate::digest::Digest;
use crate::duel::Reason;
use crate::games::{Outcome, Side};
use crate::text::did_you_mean;

/// The results of one player against another, or against all others.
#[derive(Debug, Clone)]
pub struct Results {
    /// The players' names: a, then b.
    pub players: [String; 2],
    /// What the games come to.
    pub tally: Tally,
    /// Games whose pair has no second game.
    pub unpaired: u64,
    /// Whether the file says enough to know games that came more than once.
    pub knows_repeats: bool,
    /// The number of the last line, where it is cut off and was not counted.
    pub torn: Option<u64>,
}

/// What is wrong with a file of results.
#[derive(Debug, Error)]
pub enum ResultsError {
    /// It could not be read.
    #[error("cannot read {place}: {source}")]
    Io {
        /// The file.
        place: String,
        /// What the system said.
        source: io::Error,
    },
    /// Something in it makes no sense.
    #[error("{place}: {problem}\n{advice}")]
    Wrong {
        /// The file, and the line where it is one.
        place: String,
        /// What is wrong.
        problem: String,
        /// What to do.
        advice: String,
    },
}

/// Whose results are wanted: those of a against b. Without b, against all others; without a, of the only two players,
/// the first player of the first game being a.
#[derive(Debug, Clone, Copy, Default)]
pub struct Wanted<'a> {
    /// The player whose point of view is taken.
    pub a: Option<&'a str>,
    /// The opponent.
    pub b: Option<&'a str>,
}

/// Reads results. `place` is what errors call the file.
pub fn read(file: impl Read, place: &str, wanted: Wanted<'_>) -> Result<Results, ResultsError> {
    let mut file = csv::ReaderBuilder::new().flexible(true).trim(csv::Trim::All).from_reader(Tail::new(file));
    let header = file.byte_headers().map_err(|error| unreadable(place, error))?.clone();
    let columns = Columns::of(&header, place)?;
    let mut reading = Reading::new(place, wanted, &columns);
    let (mut fields, mut next) = (csv::ByteRecord::new(), csv::ByteRecord::new());
    let mut more = file.read_byte_record(&mut fields).map_err(|error| unreadable(place, error))?;
    while more {
        more = file.read_byte_record(&mut next).map_err(|error| unreadable(place, error))?;
        let line = fields.position().map_or(0, csv::Position::line);
        let may_be_torn = !more && file.get_ref().last != Some(b'\n');
        match columns.game(&fields, &format!("{place}:{line}")) {
            Ok(game) if !(may_be_torn && game.is_cut) => reading.add(game, line)?,
            Err(error) if !may_be_torn => return Err(error),
            _ => reading.torn = Some(line),
        }
        std::mem::swap(&mut fields, &mut next);
    }
    reading.finish()
}

/// Remembers the last byte that was read.
struct Tail<R> {
    inner: R,
    last: Option<u8>,
}

impl<R> Tail<R> {
    fn new(inner: R) -> Tail<R> {
        Tail { inner, last: None }
    }
}

impl<R: Read> Read for Tail<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.last = buffer[..read].last().copied().or(self.last);
        Ok(read)
    }
}

/// Where each column stands.
struct Columns {
    count: usize,
    first: usize,
    second: usize,
    result: usize,
    pair: Option<usize>,
    opening: Option<usize>,
    winner: Option<usize>,
    reason: Option<usize>,
    plies: Option<usize>,
    moves: Option<usize>,
}

impl Columns {
    fn of(header: &csv::ByteRecord, place: &str) -> Result<Columns, ResultsError> {
        let names: Vec<String> =
            header.iter().map(|name| String::from_utf8_lossy(name).into_owned()).collect();
        // Some programs put a mark in front of a text in UTF-8.
        let at = |wanted: &str| names.iter().position(|name| name.trim_start_matches('\u{feff}') == wanted);
        let needed = |name: &str| {
            at(name).ok_or_else(|| ResultsError::Wrong {
                place: place.to_owned(),
                problem: if names.is_empty() {
                    "there is nothing in it".to_owned()
                } else {
                    format!("there is no column '{name}' in its first line")
                },
                advice:
                    "a file of results has the columns first, second, result, and pair where games come in \
                         pairs"
                        .to_owned(),
            })
        };
        Ok(Columns {
            count: names.len(),
            first: needed("first")?,
            second: needed("second")?,
            result: needed("result")?,
            pair: at("pair"),
            opening: at("opening"),
            winner: at("winner"),
            reason: at("reason"),
            plies: at("plies"),
            moves: at("moves"),
        })
    }

    /// Reads the fields of a line.
    fn game(&self, fields: &csv::ByteRecord, place: &str) -> Result<Game, ResultsError> {
        let wrong = |problem: String, advice: &str| ResultsError::Wrong {
            place: place.to_owned(),
            problem,
            advice: advice.to_owned(),
        };
        if fields.len() != self.count {
            let problem = format!("the line has {} fields, the first line has {}", fields.len(), self.count);
            return Err(wrong(problem, "mend the line or remove it"));
        }
        let text = |column: Option<usize>| {
            let bytes = column.and_then(|column| fields.get(column)).unwrap_or_default();
            std::str::from_utf8(bytes)
                .map(str::to_owned)
                .map_err(|_| wrong("the line is not text in UTF-8".to_owned(), "mend the line or remove it"))
        };
        let result = text(Some(self.result))?;
        let outcome = match result.as_str() {
            "1-0" => Outcome::Win(Side::First),
            "0-1" => Outcome::Win(Side::Second),
            "1/2-1/2" => Outcome::Draw,
            _ => return Err(wrong(format!("unknown result '{result}'"), "write 1-0, 0-1 or 1/2-1/2")),
        };
        let players = [text(Some(self.first))?, text(Some(self.second))?];
        if players.iter().any(String::is_empty) {
            return Err(wrong("a player has no name".to_owned(), "fill in the columns first and second"));
        }
        if players[0] == players[1] {
            let problem = format!("'{}' plays against itself", players[0]);
            return Err(wrong(problem, "give the two players different names"));
        }
        let winner = match outcome {
            Outcome::Win(side) => players[side.index()].as_str(),
            Outcome::Draw => "draw",
        };
        let claimed = text(self.winner)?;
        if !claimed.is_empty() && claimed != winner {
            let problem = format!("the result {result} does not agree with the winner '{claimed}'");
            return Err(wrong(problem, "mend the columns result and winner"));
        }
        let reason = text(self.reason)?;
        let Some(reason) = Reason::ALL.into_iter().find(|one| one.name() == reason || reason.is_empty())
        else {
            let names = Reason::ALL.map(Reason::name);
            return Err(wrong(
                format!("unknown reason '{reason}'"),
                &did_you_mean(&reason, "reasons", &names),
            ));
        };
        let moves = text(self.moves)?;
        let plies: Option<usize> = text(self.plies)?.parse().ok();
        let is_cut =
            self.moves.is_some() && self.plies.is_some() && plies != Some(moves.split_whitespace().count());
        let [pair, opening] = [text(self.pair)?, text(self.opening)?];
        Ok(Game { pair, opening, players, outcome, reason, moves, is_cut })
    }
}

/// A line.
struct Game {
    pair: String,
    opening: String,
    players: [String; 2],
    outcome: Outcome,
    reason: Reason,
    moves: String,
    /// Whether there are other than so many moves as plies.
    is_cut: bool,
}

impl Game {
    fn row(&self) -> GameRow<'_> {
        GameRow {
            game: 0,
            pair: 0,
            opening: &self.opening,
            players: [&self.players[0], &self.players[1]],
            outcome: self.outcome,
            reason: self.reason,
            points: [0, 0],
            plies: 0,
            moves: &self.moves,
        }
    }

    /// Whether the two can be a pair: the same opening with the sides swapped.
    fn swaps(&self, other: &Game) -> bool {
        self.opening == other.opening
            && self.players[0] == other.players[1]
            && self.players[1] == other.players[0]
    }
}

/// Up to so many openings it is known exactly whether one comes twice.
const MOST_OPENINGS: usize = 1 << 24;

/// What has been read so far.
struct Reading<'a> {
    place: &'a str,
    wanted: Wanted<'a>,
    /// The names, as they came up.
    names: Vec<String>,
    a: Option<String>,
    /// First games that wait for the second of their pair.
    waiting: HashMap<(String, String), Game>,
    /// Counts every game.
    plain: Tally,
    /// Counts every distinct game, where games can be told apart.
    careful: Option<Tally>,
    openings: Distinct<()>,
    units: u64,
    unpaired: u64,
    torn: Option<u64>,
}

impl<'a> Reading<'a> {
    fn new(place: &'a str, wanted: Wanted<'a>, columns: &Columns) -> Reading<'a> {
        let a = wanted.a.unwrap_or_default();
        Reading {
            place,
            wanted,
            names: Vec::new(),
            a: wanted.a.map(str::to_owned),
            waiting: HashMap::new(),
            plain: Tally::new(a, false),
            careful: columns.moves.map(|_| Tally::new(a, true)),
            openings: Distinct::new(MOST_OPENINGS),
            units: 0,
            unpaired: 0,
            torn: None,
        }
    }

    fn add(&mut self, game: Game, line: u64) -> Result<(), ResultsError> {
        if self.a.is_none() {
            self.a = Some(game.players[0].clone());
            self.plain = Tally::new(&game.players[0], false);
            self.careful = self.careful.take().map(|_| Tally::new(&game.players[0], true));
        }
        for name in &game.players {
            if !self.names.contains(name) {
                self.names.push(name.clone());
            }
        }
        if self.wanted.a.is_none() && self.names.len() > 2 {
            return Err(ResultsError::Wrong {
                place: format!("{}:{line}", self.place),
                problem: format!("there are more than two players: {}", self.names.join(", ")),
                advice: "choose two with --a NAME --b NAME, one against all others with --a NAME, or use arena rate"
                    .to_owned(),
            });
        }
        let plays =
            |name: Option<&str>| name.is_none_or(|name| game.players.iter().any(|player| player == name));
        if plays(self.wanted.a) && plays(self.wanted.b) {
            self.count(game);
        }
        Ok(())
    }

    /// Counts a game with its pair, or lets it wait.
    fn count(&mut self, game: Game) {
        if game.pair.is_empty() {
            self.count_alone(&game);
            return;
        }
        let opponent = usize::from(self.a.as_deref() == Some(game.players[0].as_str()));
        let key = (game.pair.clone(), game.players[opponent].clone());
        match self.waiting.remove(&key) {
            Some(first) if first.swaps(&game) => {
                for one in [&first, &game] {
                    self.plain.add(&one.row());
                    if let Some(careful) = &mut self.careful {
                        careful.add(&one.row());
                    }
                }
                self.note_opening(&game);
            }
            Some(other) => {
                self.count_alone(&other);
                self.waiting.insert(key, game);
            }
            None => {
                self.waiting.insert(key, game);
            }
        }
    }

    fn count_alone(&mut self, game: &Game) {
        self.plain.add_unpaired(&game.row());
        if let Some(careful) = &mut self.careful {
            careful.add_unpaired(&game.row());
        }
        self.unpaired += 1;
        self.note_opening(game);
    }

    fn note_opening(&mut self, game: &Game) {
        self.openings.add(Digest::of([game.opening.as_str()]), ());
        self.units += 1;
    }

    fn finish(mut self) -> Result<Results, ResultsError> {
        let waiting: Vec<Game> = self.waiting.drain().map(|(_, game)| game).collect();
        for game in &waiting {
            self.count_alone(game);
        }
        let wrong = |problem: String, advice: String| {
            Err(ResultsError::Wrong { place: self.place.to_owned(), problem, advice })
        };
        let known: Vec<&str> = self.names.iter().map(String::as_str).collect();
        for name in [self.wanted.a, self.wanted.b].into_iter().flatten() {
            if !known.is_empty() && !known.contains(&name) {
                return wrong(format!("there is no player '{name}'"), did_you_mean(name, "players", &known));
            }
        }
        let a = match self.a.take() {
            Some(a) if self.plain.games() > 0 => a,
            _ => {
                let advice = "play some first, for example with arena --a smart:6 --b bad";
                return wrong("there are no games to count".to_owned(), advice.to_owned());
            }
        };
        let others: Vec<&str> = known.into_iter().filter(|&name| name != a).collect();
        let b = match (self.wanted.b, others.as_slice()) {
            (Some(b), _) => b.to_owned(),
            (None, [b]) => (*b).to_owned(),
            (None, others) => format!("the {} others", others.len()),
        };
        // Where no opening comes twice no game does, and the plain tally is right and never an estimate.
        let repeats = self.openings.is_estimate() || self.openings.count() < self.units;
        let knows_repeats = self.careful.is_some();
        let tally = self.careful.filter(|_| repeats).unwrap_or(self.plain);
        Ok(Results { players: [a, b], tally, unpaired: self.unpaired, knows_repeats, torn: self.torn })
    }
}

fn unreadable(place: &str, error: csv::Error) -> ResultsError {
    ResultsError::Io { place: place.to_owned(), source: error.into() }
}
