//! The engine in Gomocup's protocol, for five in a row.
//!
//! A command is answered before the next one is read: the protocol has no word that ends a search.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use super::command::SearchLimit;
use super::input::{Signals, read_line};
use super::{Engine, stream};
use crate::games::{Move, StandardGame};
use crate::text::one_line;

/// What was said of the time.
#[derive(Debug, Clone, Copy, Default)]
struct Times {
    /// For a move.
    turn: Option<Duration>,
    /// Whether there is a limit for the game, and what is left of it.
    has_match: bool,
    left: Option<Duration>,
}

/// What `END` is answered with.
struct End;

/// Whether a line is a command of the protocol.
pub(super) fn is_command(line: &str) -> bool {
    const FIRST: [&str; 4] = ["START", "RECTSTART", "ABOUT", "INFO"];
    FIRST.contains(&line.split_whitespace().next().unwrap_or_default())
}

impl Engine {
    /// Runs commands until `END` or the end of the input. `first` is the first line.
    pub(super) fn run_gomocup(
        mut self,
        first: &str,
        input: &mut impl BufRead,
        output: &mut impl Write,
    ) -> io::Result<()> {
        let (mut line, mut times) = (first.as_bytes().to_vec(), Times::default());
        loop {
            let text = String::from_utf8_lossy(&line).into_owned();
            let said = match text.trim() {
                "BOARD" => Ok(self.read_board(input, &mut line)?.and_then(|()| self.answer_with(times))),
                command => self.obey_gomocup(command, &mut times),
            };
            match said {
                Ok(Ok(said)) if said.is_empty() => {}
                Ok(Ok(said)) => writeln!(output, "{said}")?,
                Ok(Err(problem)) => writeln!(output, "ERROR {}", one_line(&problem, 200))?,
                Err(End) => return Ok(()),
            }
            output.flush()?;
            if !read_line(input, &mut line)? {
                return Ok(());
            }
        }
    }

    fn obey_gomocup(&mut self, command: &str, times: &mut Times) -> Result<Result<String, String>, End> {
        let (name, rest) = command.split_once(' ').unwrap_or((command, ""));
        Ok(match name {
            "" => Ok(String::new()),
            "END" => return Err(End),
            "ABOUT" => {
                let version = env!("CARGO_PKG_VERSION");
                Ok(format!(
                    "name=\"arena {}\", version=\"{version}\", author=\"the authors of arena\"",
                    self.spec
                ))
            }
            "START" => self.set_board(&[rest, rest]),
            "RECTSTART" => self.set_board(&rest.split(',').collect::<Vec<_>>()),
            "RESTART" => {
                self.begin();
                Ok("OK".to_owned())
            }
            "INFO" => {
                self.note(rest, times);
                Ok(String::new())
            }
            "BEGIN" => self.answer_with(*times),
            "TURN" => self.place(rest).and_then(|()| self.answer_with(*times)),
            _ => return Ok(Ok(format!("UNKNOWN command {}", one_line(name, 50)))),
        })
    }

    fn begin(&mut self) {
        self.position = self.host.start();
        self.rng = stream(self.seed);
        self.player.1.new_game(&mut self.rng);
    }

    /// Makes the board of a game.
    fn set_board(&mut self, sizes: &[&str]) -> Result<String, String> {
        let sizes: Option<Vec<usize>> = sizes.iter().map(|size| size.trim().parse().ok()).collect();
        let Some(&[columns, rows]) = sizes.as_deref() else {
            return Err("the size is not a number".to_owned());
        };
        let exact = match self.host.start().standard() {
            Some(StandardGame::Mnk { in_a_row: 5, exact, .. }) => exact,
            _ if self.is_default_game => false,
            _ => return Err("this engine plays another game: start it with --game gomoku".to_owned()),
        };
        self.set_game(columns, rows, exact)?;
        self.begin();
        Ok("OK".to_owned())
    }

    fn set_game(&mut self, columns: usize, rows: usize, exact: bool) -> Result<(), String> {
        let wanted = Some(StandardGame::Mnk { columns, rows, in_a_row: 5, exact });
        if self.host.start().standard() == wanted {
            return Ok(());
        }
        self.switch_game(&format!("mnk:{columns}x{rows}x5{}", if exact { ":exact" } else { "" }))
    }

    /// Takes in an `INFO`. What is not known has no answer.
    fn note(&mut self, info: &str, times: &mut Times) {
        let Some((key, value)) = info.split_once(' ') else { return };
        let milliseconds =
            || value.trim().parse().ok().map(|number: i64| Duration::from_millis(number.max(0) as u64));
        match key {
            "timeout_turn" => times.turn = milliseconds(),
            "timeout_match" => times.has_match = milliseconds().is_some_and(|time| !time.is_zero()),
            "time_left" => times.left = milliseconds(),
            "rule" => {
                let rule = value.trim().parse().ok().filter(|rule: &u8| *rule < 2);
                if let (Some(rule), Some((columns, rows))) =
                    (rule, self.host.start().standard().and_then(StandardGame::grid))
                {
                    // A board without marks, to which both rules apply.
                    let _ = self.set_game(columns, rows, rule == 1);
                }
            }
            _ => {}
        }
    }

    /// Puts the opponent's mark on a cell.
    fn place(&mut self, cell: &str) -> Result<(), String> {
        let mv = self.cell(cell)?;
        self.position.try_play(mv).map_err(|error| error.to_string())
    }

    fn cell(&self, text: &str) -> Result<Move, String> {
        let (columns, rows) = self.position.standard().and_then(StandardGame::grid).unwrap_or_default();
        let read = || {
            let (column, row) = text.split_once(',')?;
            let (column, row): (usize, usize) = (column.trim().parse().ok()?, row.trim().parse().ok()?);
            (column < columns && row < rows).then(|| Move::from_index(row * columns + column))
        };
        read().ok_or_else(|| format!("'{text}' is not a cell of this board"))
    }

    /// Reads the lines of a board up to `DONE`. Whoever has fewer marks is to move; where both have as many, the first side.
    fn read_board(&mut self, input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Result<(), String>> {
        let mut marks = Vec::new();
        let mut problem = None;
        while read_line(input, line)? {
            let text = String::from_utf8_lossy(line).trim().to_owned();
            if text == "DONE" {
                break;
            }
            let (cell, owner) = text.rsplit_once(',').unwrap_or((&text, ""));
            match (self.cell(cell), owner.trim()) {
                (Ok(mv), owner @ ("1" | "2")) => marks.push((mv.index(), owner == "1")),
                (Err(wrong), _) => problem = Some(wrong),
                (_, owner) => problem = Some(format!("'{owner}' is neither 1 nor 2")),
            }
        }
        Ok(problem.map_or_else(|| self.set_marks(&marks), Err))
    }

    fn set_marks(&mut self, marks: &[(usize, bool)]) -> Result<(), String> {
        let (columns, rows) = self.position.standard().and_then(StandardGame::grid).unwrap_or_default();
        let own = marks.iter().filter(|(_, is_own)| *is_own).count();
        let own_letter = if 2 * own < marks.len() { 'o' } else { 'x' };
        let other_letter = if own_letter == 'x' { 'o' } else { 'x' };
        let mut text = format!("{own_letter}:");
        for row in 0..rows {
            text.push_str(if row == 0 { "" } else { "/" });
            for column in 0..columns {
                let mark = marks.iter().find(|(cell, _)| *cell == row * columns + column);
                text.push(mark.map_or('.', |&(_, is_own)| if is_own { own_letter } else { other_letter }));
            }
        }
        self.position = self.host.start().read(&text).map_err(|error| error.problem().to_owned())?;
        Ok(())
    }

    fn answer_with(&mut self, times: Times) -> Result<String, String> {
        if self.position.is_over() {
            return Err("the game is over".to_owned());
        }
        let search = match times {
            Times { has_match: true, left: Some(left), .. } => {
                SearchLimit::Clock { left: [left; 2], increment: [Duration::ZERO; 2] }
            }
            Times { turn: Some(turn), .. } => SearchLimit::Time(turn),
            _ => SearchLimit::Plain,
        };
        let mv = self.choose(search, &Signals::default())?.mv;
        self.position.try_play(mv).map_err(|error| error.to_string())?;
        let columns = self.position.standard().and_then(StandardGame::grid).map_or(1, |(columns, _)| columns);
        Ok(format!("{},{}", mv.index() % columns, mv.index() / columns))
    }
}
