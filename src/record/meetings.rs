//! The results between players, gathered from `games.csv` files of any runs.
//!
//! Only the columns `first`, `second` and `result` are needed. Where there is a column `pair` too, two lines one after
//! the other with the same pair and the sides swapped are a pair, the unit of the errors.

use std::collections::{BTreeMap, HashMap};
use std::io::Read;

use super::games_file::{self, GamesError, Look};
use crate::stats::{Crosstable, Results};

/// How many players can be rated together. The time grows with the third power: this many take some seconds.
pub const MOST_PLAYERS: usize = 1000;

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
struct Meeting {
    players: [usize; 2],
    /// Of the first player.
    half_points: usize,
}

impl Meeting {
    fn is_swapped(self, other: Meeting) -> bool {
        self.players == [other.players[1], other.players[0]]
    }
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

    /// Reads a file of games; `place` is what to call it.
    pub fn read(&mut self, place: &str, file: impl Read) -> Result<(), GamesError> {
        let mut waiting: Option<(String, Meeting)> = None;
        let torn = games_file::read(file, place, Look::AtResults, |game, line| {
            let [first, second] = &game.players;
            let players = [self.number(place, line, first)?, self.number(place, line, second)?];
            let meeting = Meeting { players, half_points: game.half_points() };
            waiting = match waiting.take() {
                Some((pair, first)) if pair == game.pair && first.is_swapped(meeting) => {
                    self.add_pair(first, meeting);
                    None
                }
                before => {
                    self.add_single(before.map(|(_, meeting)| meeting));
                    if game.pair.is_empty() {
                        self.add_single(Some(meeting));
                        None
                    } else {
                        Some((game.pair, meeting))
                    }
                }
            };
            Ok(())
        })?;
        self.add_single(waiting.map(|(_, meeting)| meeting));
        self.torn.extend(torn.map(|line| (place.to_owned(), line)));
        Ok(())
    }

    fn number(&mut self, place: &str, line: u64, name: &str) -> Result<usize, GamesError> {
        if let Some(&number) = self.numbers.get(name) {
            return Ok(number);
        }
        let number = self.names.len();
        if number == MOST_PLAYERS {
            return Err(GamesError::Wrong {
                place: format!("{place}:{line}"),
                problem: format!(
                    "'{name}' is one player more than the {MOST_PLAYERS} that can be rated together"
                ),
                advice: "rate fewer files at a time".to_owned(),
            });
        }
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        Ok(number)
    }

    fn add_single(&mut self, meeting: Option<Meeting>) {
        if let Some(Meeting { players: [i, j], half_points }) = meeting {
            let results = self.results.entry((i, j)).or_default();
            results.games[half_points] += 1;
            results.single[half_points] += 1;
        }
    }

    /// Two games with the sides swapped.
    fn add_pair(&mut self, one: Meeting, other: Meeting) {
        let [i, j] = one.players;
        let half_points = [one.half_points, 2 - other.half_points];
        let results = self.results.entry((i, j)).or_default();
        for half_points in half_points {
            results.games[half_points] += 1;
        }
        results.pairs[half_points[0] + half_points[1]] += 1;
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
        games.csv:3: unknown result '2-0'
        write 1-0, 0-1 or 1/2-1/2
        ");
        insta::assert_snapshot!(wrong("first,second\na,b\n"), @"
        games.csv: the header has no column 'result'
        required columns: first, second, result; optional: pair
        ");
        insta::assert_snapshot!(wrong("first,second,result\na,a,1-0\n"), @"
        games.csv:2: 'a' plays against itself
        give the two players different names
        ");
        insta::assert_snapshot!(wrong("first,second,result\na,b,1-0\na,b,c,1-0\na,b,1-0\n"), @"
        games.csv:3: the line has 4 fields, the header has 3
        fix or remove the line
        ");
        assert!(wrong("first,second,result\n,b,1-0\n").contains("games.csv:2: a player has no name"));
        assert!(wrong("").contains("games.csv: the file is empty"));
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
