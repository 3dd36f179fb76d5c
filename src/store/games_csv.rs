//! The codec of `games.csv`: its columns, each with how it is written and how it is read.
//!
//! Everything that writes or reads the file goes by [`COLUMNS`]. A new column is a line there, and a field of
//! [`FinishedGame`] if its value does not follow from others: see the test in this file.

use super::cell::{self, Cell, push_field};
use crate::digest::Digest;
use crate::games::{Outcome, Side};
use crate::play::duel::Reason;
use crate::play::finished::FinishedGame;
use crate::text::{did_you_mean, excerpt};

pub(crate) struct GameColumn {
    pub name: &'static str,
    pub need: Need,
    /// Writes its cell in the row of a game.
    write: fn(&FinishedGame<&str>, &mut Vec<u8>),
    /// Reads its cell. The columns are read in the order of the list.
    read: for<'a> fn(&mut FinishedGame<&'a str>, &'a str) -> Result<(), CellError>,
}

/// Who needs a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Need {
    /// Every reader: a file without it has no results.
    Required,
    /// Those who count results, to form pairs and to tell games apart.
    Results,
    /// Those who show games or confirm their results.
    Details,
}

/// What is wrong with a cell.
#[derive(Debug)]
pub(crate) struct CellError {
    pub problem: String,
    pub advice: String,
}

impl CellError {
    fn new(problem: impl Into<String>, advice: impl Into<String>) -> CellError {
        CellError { problem: problem.into(), advice: advice.into() }
    }
}

/// The columns, in the order in which they are written.
pub(crate) const COLUMNS: [GameColumn; 12] = [
    GameColumn {
        name: "game",
        need: Need::Details,
        write: |game, line| push_number(line, Some(game.number)),
        read: |game, cell| {
            game.number = cell.parse().unwrap_or(game.number);
            Ok(())
        },
    },
    GameColumn {
        name: "pair",
        need: Need::Results,
        write: |game, line| push_number(line, game.pair),
        read: |game, cell| {
            game.pair = pair(cell);
            Ok(())
        },
    },
    GameColumn {
        name: "opening",
        need: Need::Results,
        write: |game, line| push_field(line, game.opening.unwrap_or_default()),
        read: |game, cell| {
            game.opening = Some(cell);
            Ok(())
        },
    },
    GameColumn {
        name: "first",
        need: Need::Required,
        write: |game, line| push_field(line, game.players[0]),
        read: |game, cell| {
            game.players[0] = cell;
            Ok(())
        },
    },
    GameColumn {
        name: "second",
        need: Need::Required,
        write: |game, line| push_field(line, game.players[1]),
        read: |game, cell| {
            game.players[1] = cell;
            check_players(game.players)
        },
    },
    GameColumn {
        name: "result",
        need: Need::Required,
        write: |game, line| line.extend_from_slice(result(game.outcome).as_bytes()),
        read: |game, cell| {
            let outcomes = [Outcome::Win(Side::First), Outcome::Win(Side::Second), Outcome::Draw];
            let outcome = outcomes.into_iter().find(|&outcome| result(outcome) == cell);
            let problem = || format!("unknown result '{}'", excerpt(cell));
            game.outcome = outcome.ok_or_else(|| CellError::new(problem(), "write 1-0, 0-1 or 1/2-1/2"))?;
            Ok(())
        },
    },
    GameColumn {
        name: "winner",
        need: Need::Details,
        write: |game, line| push_field(line, winner(game)),
        read: |game, cell| {
            let winner = winner(game);
            let is_draw = game.outcome == Outcome::Draw && cell.eq_ignore_ascii_case(winner);
            if cell.is_empty() || cell == winner || is_draw {
                return Ok(());
            }
            let result = result(game.outcome);
            let problem = format!("the result {result} contradicts the winner '{}'", excerpt(cell));
            Err(CellError::new(problem, "fix the columns result and winner"))
        },
    },
    GameColumn {
        name: "reason",
        need: Need::Details,
        write: |game, line| line.extend_from_slice(game.reason.name().as_bytes()),
        read: |game, cell| {
            let reason = Reason::ALL.into_iter().find(|reason| reason.name().eq_ignore_ascii_case(cell));
            game.reason = match reason {
                Some(reason) => reason,
                None if cell.is_empty() => Reason::Normal,
                None => {
                    let advice = did_you_mean(cell, "reasons", &Reason::ALL.map(Reason::name));
                    return Err(CellError::new(format!("unknown reason '{}'", excerpt(cell)), advice));
                }
            };
            Ok(())
        },
    },
    GameColumn {
        name: "first_points",
        need: Need::Details,
        write: |game, line| push_number(line, game.points[0].map(u64::from)),
        read: |game, cell| {
            game.points[0] = cell.parse().ok();
            Ok(())
        },
    },
    GameColumn {
        name: "second_points",
        need: Need::Details,
        write: |game, line| push_number(line, game.points[1].map(u64::from)),
        read: |game, cell| {
            game.points[1] = cell.parse().ok();
            Ok(())
        },
    },
    GameColumn {
        name: "plies",
        need: Need::Results,
        write: |game, line| push_number(line, game.plies.map(u64::from)),
        read: |game, cell| {
            game.plies = cell.parse().ok();
            Ok(())
        },
    },
    GameColumn {
        name: "moves",
        need: Need::Results,
        write: |game, line| push_field(line, game.moves.unwrap_or_default()),
        read: |game, cell| {
            game.moves = Some(cell);
            Ok(())
        },
    },
];

pub(crate) const NAMES: [&str; COLUMNS.len()] = {
    let (mut names, mut i) = ([""; COLUMNS.len()], 0);
    while i < COLUMNS.len() {
        names[i] = COLUMNS[i].name;
        i += 1;
    }
    names
};

/// Appends the line of a game, without the CSV crate, which takes as long per line as a short game.
pub(crate) fn write(game: &FinishedGame<&str>, lines: &mut Vec<u8>) {
    for column in &COLUMNS {
        (column.write)(game, lines);
        lines.push(b',');
    }
    if let Some(last) = lines.last_mut() {
        *last = b'\n';
    }
}

fn push_number(line: &mut Vec<u8>, number: Option<u64>) {
    if let Some(number) = number {
        line.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
    }
}

/// Reads a game from the cells of columns, those that a file has. Without a column for it, `number` is its number.
pub(crate) fn read<'a>(
    number: u64,
    mut cells: impl FnMut(usize) -> Result<Option<&'a str>, CellError>,
) -> Result<FinishedGame<&'a str>, CellError> {
    let mut game = FinishedGame { number, ..FinishedGame::between([""; 2], Outcome::Draw) };
    for (place, column) in COLUMNS.iter().enumerate() {
        if let Some(cell) = cells(place)? {
            (column.read)(&mut game, cell)?;
        }
    }
    Ok(game)
}

/// Reads a line that a run wrote; `None` if it is not exactly what is written for a game.
pub(crate) fn read_written(fields: &csv::StringRecord) -> Option<FinishedGame<&str>> {
    let game = read(0, |place| Ok(fields.get(place))).ok()?;
    let (mut written, mut found) = (Vec::new(), Vec::new());
    write(&game, &mut written);
    cell::push_row(&mut found, fields.iter().map(Cell::Text));
    (written == found).then_some(game)
}

/// The number of a pair, or a hash of its name, which no number is.
fn pair(cell: &str) -> Option<u64> {
    const HASH: u64 = 1 << 63;
    let is_plain = |number: &u64| *number < HASH && itoa::Buffer::new().format(*number) == cell;
    let number = cell.parse().ok().filter(is_plain);
    (!cell.is_empty()).then(|| number.unwrap_or_else(|| Digest::of([cell]) | HASH))
}

fn check_players([first, second]: [&str; 2]) -> Result<(), CellError> {
    if first.is_empty() || second.is_empty() {
        return Err(CellError::new("a player has no name", "fill in the columns first and second"));
    }
    if first == second {
        let problem = format!("'{}' plays against itself", excerpt(first));
        return Err(CellError::new(problem, "give the two players different names"));
    }
    Ok(())
}

/// A result as it is written in every file of games.
pub(crate) fn result(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(Side::First) => "1-0",
        Outcome::Win(Side::Second) => "0-1",
        Outcome::Draw => "1/2-1/2",
    }
}

/// The winner's name, or `draw`.
fn winner<'a>(game: &FinishedGame<&'a str>) -> &'a str {
    match game.outcome {
        Outcome::Win(side) => game.players[side.index()],
        Outcome::Draw => "draw",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(odd: &str) -> FinishedGame<&str> {
        FinishedGame {
            number: 10,
            pair: Some(5),
            opening: Some(odd),
            points: [Some(24); 2],
            plies: Some(40),
            moves: Some("3 6 2"),
            ..FinishedGame::between([odd, "bad"], Outcome::Draw)
        }
    }

    #[test]
    fn a_line_is_what_the_csv_crate_writes_and_reads() {
        let long = "s:4,4,4,4,4,4,0:4,4,4,4,4,4,0";
        for odd in
            ["3 6 2", "a,b", "say \"x\"", "\"", "two\nlines", long, "a name of 16 bytes", "sixteen bytes,\""]
        {
            let mut line = Vec::new();
            write(&game(odd), &mut line);
            let mut writer = csv::Writer::from_writer(Vec::new());
            let fields = ["10", "5", odd, odd, "bad", "1/2-1/2", "draw", "normal", "24", "24", "40", "3 6 2"];
            writer.write_record(fields).unwrap();
            assert_eq!(line, writer.into_inner().unwrap());
            let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(&line[..]);
            let fields = reader.records().next().unwrap().unwrap();
            assert_eq!(read_written(&fields), Some(game(odd)));
        }
    }

    #[test]
    fn a_line_that_reads_as_a_game_but_is_not_written_so_is_not_of_a_run() {
        let fields = ["10", "5", "", "a", "b", "1/2-1/2", "draw", "normal", "24", "24", "40", "3 6 2"];
        assert!(read_written(&fields.to_vec().into()).is_some());
        for (place, other) in [(0, "010"), (1, "+5"), (6, "Draw"), (6, ""), (7, ""), (7, "NORMAL"), (10, "x")]
        {
            let mut fields = fields;
            fields[place] = other;
            let name = NAMES[place];
            assert!(read(0, |place| Ok(Some(fields[place]))).is_ok(), "{name} {other}");
            assert_eq!(read_written(&fields.to_vec().into()), None, "{name} {other}");
        }
    }

    #[test]
    fn pairs_may_have_any_names() {
        assert_eq!(["", "7", "0"].map(pair), [None, Some(7), Some(0)]);
        let names = ["7", "07", "+7", "seven", "9223372036854775815"].map(|name| pair(name).unwrap());
        assert!(names.iter().enumerate().all(|(i, name)| !names[..i].contains(name)), "{names:?}");
    }

    /// How a column is added: a line in the list, here one whose value follows from the game. One whose value does not
    /// is a field of [`FinishedGame`] first. Nothing else names the columns, which this shows by using the codec alone.
    #[test]
    fn a_column_is_a_name_and_two_functions() {
        let margin = GameColumn {
            name: "margin",
            need: Need::Details,
            write: |game, line| push_number(line, game.margin().map(i64::unsigned_abs)),
            read: |game, cell| {
                let is_margin = cell.parse().ok() == game.margin().map(i64::unsigned_abs);
                let wrong = || CellError::new("the margin is not that of the points", "fix the line");
                is_margin.then_some(()).ok_or_else(wrong)
            },
        };
        let mut cell = Vec::new();
        (margin.write)(&game("x"), &mut cell);
        assert_eq!(cell, b"0");
        assert!((margin.read)(&mut game("x"), "0").is_ok());
        assert!((margin.read)(&mut game("x"), "1").is_err());
    }

    #[test]
    fn every_column_can_be_read_back() {
        let written = game("x");
        for column in &COLUMNS {
            let (mut cell, mut again) = (Vec::new(), written);
            (column.write)(&written, &mut cell);
            (column.read)(&mut again, str::from_utf8(&cell).unwrap()).unwrap();
            assert_eq!(again, written, "{}", column.name);
        }
    }
}
