//! The results between players, gathered from `games.csv` files of any runs.
//!
//! Only the columns `first`, `second` and `result` are needed. Where there is a column `pair` too, two lines one after
//! the other with the same pair and the sides swapped are a pair, the unit of the errors.

use std::collections::{BTreeMap, HashMap};
use std::io::{self, Read};

use csv::StringRecord;

use crate::stats::{Crosstable, Results};

/// How many players can be rated together. The time grows with the third power: this many take some seconds.
pub const MOST_PLAYERS: usize = 1000;

/// Why a file cannot be read as games.
#[derive(Debug, thiserror::Error)]
pub enum ResultsError {
    /// The file itself.
    #[error("cannot read {file}: {error}\ngive games.csv files, folders of runs, or - for stdin")]
    Unreadable {
        /// Which file.
        file: String,
        /// Why.
        error: io::Error,
    },
    /// A line that is no game.
    #[error("{file}:{line}: {problem}\n{advice}")]
    NoGame {
        /// Which file.
        file: String,
        /// Which line, from 1.
        line: u64,
        /// What is wrong.
        problem: String,
        /// What to do.
        advice: &'static str,
    },
}

/// The results of all files read so far.
#[derive(Debug, Default)]
pub struct Gathered {
    numbers: HashMap<String, usize>,
    names: Vec<String>,
    /// By two players, as the first of them sees the results.
    results: HashMap<(usize, usize), Results>,
    /// Lines that a kill tore: a file and the number of its last line.
    torn: Vec<(String, u64)>,
}

/// A game as far as it matters here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Game {
    players: [usize; 2],
    /// Of the first player.
    half_points: usize,
}

impl Gathered {
    /// Lines that were left out because they are torn: the file, and the number of its last line.
    pub fn torn(&self) -> &[(String, u64)] {
        &self.torn
    }

    /// The players in the order of their names, and the results between them. The order in which the games were read
    /// does not matter.
    pub fn crosstable(&self) -> (Vec<String>, Crosstable) {
        let sorted: BTreeMap<&String, usize> = self.names.iter().zip(0..).collect();
        let mut place = vec![0; self.names.len()];
        for (new, &old) in sorted.values().enumerate() {
            place[old] = new;
        }
        let mut table = Crosstable::new(self.names.len());
        for (&(i, j), results) in &self.results {
            table.add(place[i], place[j], results);
        }
        (sorted.into_keys().cloned().collect(), table)
    }

    /// Reads a file of games; `file` is what to call it.
    pub fn read(&mut self, file: &str, from: impl Read) -> Result<(), ResultsError> {
        let from = LastByte { from, last: b'\n' };
        let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(from);
        let unreadable = |error: csv::Error| wrong_csv(file, error);
        let columns = Columns::find(file, reader.headers().map_err(unreadable)?)?;
        let mut waiting: Option<(String, Game)> = None;
        let mut record = StringRecord::new();
        loop {
            let before = reader.position().clone();
            match reader.read_record(&mut record) {
                Ok(true) => {}
                Ok(false) => break,
                // Half a character at the end is a torn line too.
                Err(error) if is_utf8(&error) && is_torn(&mut reader) => {
                    self.torn.push((file.to_owned(), line_of(&error).unwrap_or(before.line())));
                    break;
                }
                Err(error) => return Err(wrong_csv(file, error)),
            }
            let line = record.position().map_or(0, csv::Position::line);
            let game = match self.game(&columns, &record) {
                Ok(game) => game,
                Err(_) if is_torn(&mut reader) => {
                    self.torn.push((file.to_owned(), line));
                    break;
                }
                Err((problem, advice)) => {
                    return Err(ResultsError::NoGame { file: file.to_owned(), line, problem, advice });
                }
            };
            let pair = columns.pair.and_then(|at| record.get(at)).unwrap_or("");
            waiting = match waiting.take() {
                Some((of, first)) if of == pair && first.players == [game.players[1], game.players[0]] => {
                    self.add_pair(first, game);
                    None
                }
                before => {
                    self.add_single(before.map(|(_, game)| game));
                    if pair.is_empty() {
                        self.add_single(Some(game));
                        None
                    } else {
                        Some((pair.to_owned(), game))
                    }
                }
            };
        }
        self.add_single(waiting.map(|(_, game)| game));
        Ok(())
    }

    /// The game on a line, or what is wrong with it and what to do.
    fn game(&mut self, columns: &Columns, record: &StringRecord) -> Result<Game, (String, &'static str)> {
        if record.len() != columns.count {
            let problem = format!("{} fields, but the header has {}", record.len(), columns.count);
            return Err((
                problem,
                "names with commas or quotes must be in quotes; delete the line if it is damaged",
            ));
        }
        let field = |at: usize| record.get(at).unwrap_or("");
        let half_points = match field(columns.result) {
            "1-0" => 2,
            "1/2-1/2" => 1,
            "0-1" => 0,
            other => {
                return Err((format!("the result '{other}' is unknown"), "a result is 1-0, 0-1 or 1/2-1/2"));
            }
        };
        let [first, second] = [columns.first, columns.second].map(field);
        if first.is_empty() || second.is_empty() {
            return Err(("a player without a name".to_owned(), "fill in the columns first and second"));
        }
        if first == second {
            let problem = format!("'{first}' plays against itself");
            return Err((problem, "give the two players different names"));
        }
        Ok(Game { players: [self.number(first)?, self.number(second)?], half_points })
    }

    fn number(&mut self, name: &str) -> Result<usize, (String, &'static str)> {
        if let Some(&number) = self.numbers.get(name) {
            return Ok(number);
        }
        let number = self.names.len();
        if number == MOST_PLAYERS {
            let problem =
                format!("'{name}' is one player more than the {MOST_PLAYERS} that can be rated together");
            return Err((problem, "rate fewer files at a time"));
        }
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        Ok(number)
    }

    fn add_single(&mut self, game: Option<Game>) {
        if let Some(Game { players: [i, j], half_points }) = game {
            let results = self.results.entry((i, j)).or_default();
            results.games[half_points] += 1;
            results.single[half_points] += 1;
        }
    }

    /// Two games with the sides swapped.
    fn add_pair(&mut self, one: Game, other: Game) {
        let [i, j] = one.players;
        let half_points = [one.half_points, 2 - other.half_points];
        let results = self.results.entry((i, j)).or_default();
        for half_points in half_points {
            results.games[half_points] += 1;
        }
        results.pairs[half_points[0] + half_points[1]] += 1;
    }
}

/// Where the columns are.
struct Columns {
    count: usize,
    first: usize,
    second: usize,
    result: usize,
    pair: Option<usize>,
}

impl Columns {
    fn find(file: &str, header: &StringRecord) -> Result<Columns, ResultsError> {
        let place = |name: &str| {
            header.iter().position(|column| column.trim_start_matches('\u{feff}').trim() == name)
        };
        let needed = |name: &str| {
            place(name).ok_or_else(|| ResultsError::NoGame {
                file: file.to_owned(),
                line: 1,
                problem: format!("no column '{name}'"),
                advice: "the first line of a games.csv names its columns; first, second and result are needed",
            })
        };
        Ok(Columns {
            count: header.len(),
            first: needed("first")?,
            second: needed("second")?,
            result: needed("result")?,
            pair: place("pair"),
        })
    }
}

/// Whether the line just read is the last one, and does not end as a line should.
fn is_torn<R: Read>(reader: &mut csv::Reader<LastByte<R>>) -> bool {
    let mut rest = csv::ByteRecord::new();
    let is_last = !reader.read_byte_record(&mut rest).unwrap_or(true);
    is_last && reader.get_ref().last != b'\n'
}

fn is_utf8(error: &csv::Error) -> bool {
    matches!(error.kind(), csv::ErrorKind::Utf8 { .. })
}

fn line_of(error: &csv::Error) -> Option<u64> {
    error.position().map(csv::Position::line)
}

fn wrong_csv(file: &str, error: csv::Error) -> ResultsError {
    let file = file.to_owned();
    let line = line_of(&error).unwrap_or(1);
    match error.into_kind() {
        csv::ErrorKind::Io(error) => ResultsError::Unreadable { file, error },
        _ => ResultsError::NoGame {
            file,
            line,
            problem: "not a line of text in UTF-8".to_owned(),
            advice: "give a games.csv as arena writes it",
        },
    }
}

/// Remembers the last byte that was read.
struct LastByte<R> {
    from: R,
    last: u8,
}

impl<R: Read> Read for LastByte<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.from.read(into)?;
        if let Some(&last) = into[..count].last() {
            self.last = last;
        }
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Gathered, String> {
        let mut gathered = Gathered::default();
        gathered.read("games.csv", text.as_bytes()).map_err(|error| error.to_string())?;
        Ok(gathered)
    }

    #[test]
    fn columns_are_found_by_name_and_names_may_be_quoted() {
        let text = "plies,result,second,first\n9,1-0,\"b,x\",a\n8,1/2-1/2,a,\"say \"\"hi\"\"\"\n";
        let (names, table) = read(text).unwrap().crosstable();
        assert_eq!(names, ["a", "b,x", "say \"hi\""]);
        assert_eq!(table.between(0, 1), Results::single(0, 0, 1));
        assert_eq!(table.between(2, 0), Results::single(0, 1, 0));
    }

    #[test]
    fn two_lines_of_a_pair_with_swapped_sides_are_a_pair() {
        let text = "pair,first,second,result\n1,a,b,1-0\n1,b,a,1/2-1/2\n2,a,b,0-1\n3,a,b,1-0\n3,a,b,1-0\n,b,a,0-1\n,a,b,0-1\n4,b,a,0-1";
        let (_, table) = read(text).unwrap().crosstable();
        let wanted = Results { games: [2, 1, 5], single: [2, 0, 4], pairs: [0, 0, 0, 1, 0] };
        assert_eq!(table.between(0, 1), wanted);
    }

    #[test]
    fn a_torn_last_line_is_left_out_and_told() {
        for torn in ["a,b", "a,b,1/2-1", "a,", "a"] {
            let gathered = read(&format!("first,second,result\na,b,1-0\n{torn}")).unwrap();
            assert_eq!(gathered.torn(), [("games.csv".to_owned(), 3)], "{torn}");
            assert_eq!(gathered.crosstable().1.games(), 1);
        }
        let whole = read("first,second,result\na,b,1-0\nb,a,1-0").unwrap();
        assert_eq!((whole.torn().len(), whole.crosstable().1.games()), (0, 2));
        let mut gathered = Gathered::default();
        gathered.read("x", b"first,second,result\na,b,1-0\n\xc3".as_slice()).unwrap();
        assert_eq!(gathered.torn(), [("x".to_owned(), 3)]);
    }

    #[test]
    fn what_is_no_game_is_named_with_its_line() {
        let wrong = |text: &str| read(text).map(|_| ()).unwrap_err();
        insta::assert_snapshot!(wrong("first,second,result\na,b,1-0\na,b,2-0\na,b,1-0\n"), @"
        games.csv:3: the result '2-0' is unknown
        a result is 1-0, 0-1 or 1/2-1/2
        ");
        insta::assert_snapshot!(wrong("first,second\na,b\n"), @"
        games.csv:1: no column 'result'
        the first line of a games.csv names its columns; first, second and result are needed
        ");
        insta::assert_snapshot!(wrong("first,second,result\na,a,1-0\n"), @"
        games.csv:2: 'a' plays against itself
        give the two players different names
        ");
        insta::assert_snapshot!(wrong("first,second,result\na,b,1-0\na,b,c,1-0\na,b,1-0\n"), @"
        games.csv:3: 4 fields, but the header has 3
        names with commas or quotes must be in quotes; delete the line if it is damaged
        ");
        assert!(wrong("first,second,result\n,b,1-0\n").contains("games.csv:2: a player without a name"));
        assert!(wrong("").contains("games.csv:1: no column 'first'"));
    }

    #[test]
    fn the_order_of_files_and_lines_does_not_matter() {
        let mut one = Gathered::default();
        let mut other = Gathered::default();
        let files = ["first,second,result\nx,b,1-0\nb,c,0-1\n", "first,second,result\nc,x,1-0\n"];
        for file in files {
            one.read("", file.as_bytes()).unwrap();
        }
        for file in [files[1], "first,second,result\nb,c,0-1\nx,b,1-0\n"] {
            other.read("", file.as_bytes()).unwrap();
        }
        assert_eq!(one.crosstable(), other.crosstable());
    }
}
