//! The protocol of Gomocup, for five in a row. The program keeps the game: it gets its opponent's move, or the whole board.

use std::fmt::Write as _;
use std::time::Duration;

use super::{BotGame, Protocol, ProtocolName, Reply};
use crate::games::{Move, StandardGame};
use crate::players::bots::fault::printable;
use crate::players::bots::introduction::Introduction;
use crate::players::bots::question::{Past, Question};
use crate::players::bots::settings::BotSettings;
use crate::players::clock::TimeControl;

pub(super) struct Gomocup {
    columns: usize,
    rows: usize,
    exact: bool,
    time: Option<Duration>,
    clock: Option<TimeControl>,
    memory: u64,
    /// Whether no game was begun since the last `START`.
    is_fresh: bool,
    /// Whether `OK` is still to come.
    is_waiting: bool,
    /// The opening and the moves that the program has seen, its own last one among them.
    known: Option<(String, Vec<Move>)>,
}

impl Gomocup {
    pub(super) fn new(game: &BotGame, settings: &BotSettings) -> Gomocup {
        let (columns, rows) = game.standard.and_then(StandardGame::grid).unwrap_or((15, 15));
        Gomocup {
            columns,
            rows,
            exact: matches!(game.standard, Some(StandardGame::Mnk { exact: true, .. })),
            time: settings.time,
            clock: settings.clock,
            memory: settings.memory.unwrap_or(0),
            is_fresh: false,
            is_waiting: false,
            known: None,
        }
    }

    fn start(&mut self, text: &mut String) {
        // Writing into a string does not fail.
        let Gomocup { columns, rows, .. } = self;
        let _ = if columns == rows {
            writeln!(text, "START {columns}")
        } else {
            writeln!(text, "RECTSTART {columns},{rows}")
        };
        self.is_waiting = true;
    }

    /// Takes in a line where `OK` is expected.
    fn hear_ok(&mut self, line: &[u8]) -> Result<bool, String> {
        if line.trim_ascii() == b"OK" {
            self.is_waiting = false;
        }
        if is_refusal(line) {
            return Err(format!("it answers START with '{}'", printable(line)));
        }
        Ok(!self.is_waiting)
    }

    /// Writes a cell: `x,y`.
    fn cell(&self, cell: usize) -> impl std::fmt::Display + use<> {
        let columns = self.columns;
        std::fmt::from_fn(move |f| write!(f, "{},{}", cell % columns, cell / columns))
    }

    /// Writes the whole board: the stones of the side to move are 1.
    fn board(&self, question: &Question<'_>, text: &mut String) {
        text.push_str("BOARD\n");
        let position = question.position.ugi().to_string();
        let marks =
            position.split_once(':').map_or("", |(_, marks)| marks).bytes().filter(|&byte| byte != b'/');
        let own = [b'x', b'o'][question.position.mover().index()];
        for (cell, mark) in marks.enumerate().filter(|(_, mark)| *mark != b'.') {
            let _ = writeln!(text, "{},{}", self.cell(cell), if mark == own { 1 } else { 2 });
        }
        text.push_str("DONE\n");
    }
}

impl Protocol for Gomocup {
    fn name(&self) -> ProtocolName {
        ProtocolName::Gomocup
    }

    fn greet(&mut self, text: &mut String) {
        text.push_str("ABOUT\n");
        self.start(text);
        self.is_fresh = true;
    }

    fn is_greeted(&mut self, line: &[u8], introduction: &mut Introduction) -> Result<bool, String> {
        let about = std::str::from_utf8(line).unwrap_or_default();
        let behind =
            |key: &str| Some(about.split_once(key)?.1.split('"').next().unwrap_or_default().to_owned());
        introduction.name = introduction.name.take().or_else(|| behind("name=\""));
        introduction.author = introduction.author.take().or_else(|| behind("author=\""));
        self.hear_ok(line)
    }

    fn milestones(&self) -> [&'static str; 2] {
        ["OK to START", "OK to START"]
    }

    fn set_option(&mut self, name: &str, value: &str, text: &mut String) {
        let _ = writeln!(text, "INFO {name} {value}");
    }

    fn new_game(&mut self, _: Option<u32>, text: &mut String) {
        self.known = None;
        if !std::mem::take(&mut self.is_fresh) {
            self.start(text);
        }
        let mut info = |key: &str, value: u128| _ = writeln!(text, "INFO {key} {value}");
        info("rule", u128::from(self.exact));
        info("max_memory", u128::from(self.memory));
        if let Some(time) = self.time {
            info("timeout_turn", time.as_millis().max(1));
            info("timeout_match", 0);
        } else if let Some(clock) = self.clock {
            info("timeout_turn", clock.base.as_millis().max(1));
            info("timeout_match", clock.base.as_millis().max(1));
        }
    }

    fn sync(&mut self, _: &mut String) -> bool {
        self.is_waiting
    }

    fn is_synced(&mut self, line: &[u8]) -> Result<bool, String> {
        self.hear_ok(line)
    }

    fn ask(&mut self, question: &Question<'_>, text: &mut String) -> Result<(), String> {
        if let Some(clocks) = question.clocks {
            let _ = writeln!(text, "INFO time_left {}", clocks.own().left().as_millis());
        }
        let past = question.past.unwrap_or(Past { opening: question.position, moves: &[] });
        let opening = past.opening.ugi().to_string();
        let is_empty = !opening.split_once(':').is_some_and(|(_, marks)| marks.contains(['x', 'o']));
        let known = match &self.known {
            Some((base, moves)) if *base == opening => Some(moves.as_slice()),
            None if is_empty && past.moves.len() < 2 => Some(&[][..]),
            _ => None,
        };
        match known.and_then(|known| past.moves.strip_prefix(known)) {
            Some([]) if past.moves.is_empty() => text.push_str("BEGIN\n"),
            Some(&[mv]) => _ = writeln!(text, "TURN {}", self.cell(mv.index())),
            _ => self.board(question, text),
        }
        self.known = Some((opening, past.moves.to_vec()));
        Ok(())
    }

    fn is_answered(&mut self, line: &[u8], question: &Question<'_>, reply: &mut Reply) -> bool {
        if is_refusal(line) {
            reply.set(line, None);
            return true;
        }
        let Some((column, row)) = coordinates(line) else { return false };
        let mut name = Vec::new();
        if column < self.columns && row < self.rows {
            let mv = Move::from_index(row * self.columns + column);
            question.position.write_move(mv, &mut name);
            if let Some((_, moves)) = &mut self.known {
                moves.push(mv);
            }
        }
        reply.set(line, std::str::from_utf8(&name).ok());
        true
    }

    fn is_talk(&self, line: &[u8]) -> bool {
        line.starts_with(b"MESSAGE") || line.starts_with(b"DEBUG") || line.starts_with(b"name=")
    }

    fn is_move(&self, line: &[u8]) -> bool {
        coordinates(line).is_some()
    }

    fn answer_form(&self) -> &'static str {
        "x,y"
    }

    fn farewell(&self) -> &'static str {
        "END"
    }
}

/// Whether a line says that something went wrong. `MESSAGE` and `DEBUG` are talk.
fn is_refusal(line: &[u8]) -> bool {
    line.starts_with(b"ERROR") || line.starts_with(b"UNKNOWN")
}

/// The column and the row of a line `x,y`.
fn coordinates(line: &[u8]) -> Option<(usize, usize)> {
    let (column, row) = std::str::from_utf8(line).ok()?.trim().split_once(',')?;
    Some((column.trim().parse().ok()?, row.trim().parse().ok()?))
}
