//! GTP, the Go Text Protocol. The program keeps the game: it gets the moves that it has not seen, and plays its own.
//!
//! Each command has one response, which begins with `=` or, if it is refused, with `?`. The first side is black. In a game that only
//! a referee knows, such as Go, moves are vertices and `pass`, and the referee is told of them as they are.

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::time::Duration;

use super::{BotGame, Protocol, ProtocolName, Reply, Vertices};
use crate::games::{Move, Side, StandardGame};
use crate::players::bots::fault::printable;
use crate::players::bots::introduction::Introduction;
use crate::players::bots::question::{BotPosition, Past, Question};
use crate::players::bots::settings::BotSettings;
use crate::players::clock::TimeControl;

/// The command that takes a seed, which not every program has.
const SEED: &str = "set_random_seed";

/// A command that every program knows.
const SYNC: &str = "name";

pub(super) struct Gtp {
    vertices: Option<Vertices>,
    /// The columns of the board, if arena knows them.
    size: Option<usize>,
    is_greeted: bool,
    time: Option<Duration>,
    clock: Option<TimeControl>,
    /// The number of the last command, which comes back with its response.
    number: u32,
    /// The commands without a response yet, by their numbers.
    pending: VecDeque<(u32, String)>,
    /// The first response of the last commands that refuses one.
    refusal: Option<Vec<u8>>,
    /// The moves on the program's board, each with the letter of its side in front: `bD4 wE5`.
    known: String,
    /// What the last question wants on the board.
    wanted: String,
}

impl Gtp {
    pub(super) fn new(game: &BotGame, settings: &BotSettings) -> Gtp {
        Gtp {
            vertices: game.standard.and_then(Vertices::of),
            size: game.standard.and_then(|game| Some(game.grid()?.0)),
            is_greeted: false,
            time: settings.time,
            clock: settings.clock,
            number: 0,
            pending: VecDeque::new(),
            refusal: None,
            known: String::new(),
            wanted: String::new(),
        }
    }

    fn command(&mut self, command: &str, text: &mut String) {
        self.number += 1;
        // Writing into a string does not fail.
        let _ = writeln!(text, "{} {command}", self.number);
        self.pending.push_back((self.number, command.to_owned()));
    }

    /// The command that a line responds to; `None` if it is no response, or one too many.
    fn respond(&mut self, line: &[u8]) -> Option<String> {
        if !line.starts_with(b"=") && !line.starts_with(b"?") {
            return None;
        }
        let at = match number(line) {
            Some(number) => self.pending.iter().position(|(pending, _)| *pending == number)?,
            None => 0,
        };
        if line.starts_with(b"?") {
            self.refusal.get_or_insert_with(|| line.to_vec());
        }
        self.pending
            .drain(..=at.min(self.pending.len().checked_sub(1)?))
            .next_back()
            .map(|(_, command)| command)
    }

    /// The same; an error says what was refused.
    fn accept(&mut self, line: &[u8]) -> Result<Option<String>, String> {
        let command = self.respond(line);
        match (command, self.refusal.take()) {
            (Some(command), Some(refusal)) => {
                Err(format!("it answers '{command}' with '{}'", printable(&refusal)))
            }
            (command, _) => Ok(command),
        }
    }

    fn add_stone(&mut self, side: Side, cell: Option<usize>) {
        self.wanted.push_str(if self.wanted.is_empty() { "" } else { " " });
        self.wanted.push(letter(side));
        match (cell, self.vertices) {
            (Some(cell), Some(vertices)) => vertices.write(cell, &mut self.wanted),
            _ => self.wanted.push_str("pass"),
        }
    }

    /// Says what is to stand on the board.
    fn want(&mut self, question: &Question<'_>) -> Result<(), String> {
        self.wanted.clear();
        if self.vertices.is_none() {
            return self.want_words(question.position);
        }
        let past = question.past.unwrap_or(Past { opening: question.position, moves: &[] });
        let way = past.opening.way_here();
        if way.is_none() {
            if let Some(StandardGame::Othello { .. }) = question.position.standard() {
                let opening = past.opening.ugi();
                return Err(format!(
                    "GTP takes moves, and arena finds none that lead to the opening {opening}"
                ));
            }
            self.place_stones(past.opening);
        }
        let movers = past.opening.movers(past.moves);
        let mut last = None;
        for (side, mv) in way.into_iter().flatten().chain(movers.into_iter().zip(past.moves.iter().copied()))
        {
            if last == Some(side) {
                self.add_stone(side.other(), None);
            }
            self.add_stone(side, Some(mv.index()));
            last = Some(side);
        }
        if last == Some(question.position.mover()) {
            self.add_stone(question.position.mover().other(), None);
        }
        Ok(())
    }

    /// The stones of a position, row by row from the top.
    fn place_stones(&mut self, position: &dyn BotPosition) {
        let text = position.ugi().to_string();
        let cells = text.split_once(':').map_or("", |(_, cells)| cells).bytes().filter(|&byte| byte != b'/');
        for (cell, mark) in cells.enumerate() {
            match mark {
                b'x' => self.add_stone(Side::First, Some(cell)),
                b'o' => self.add_stone(Side::Second, Some(cell)),
                _ => {}
            }
        }
    }

    /// The moves of a game that only a referee knows, whose sides alternate.
    fn want_words(&mut self, position: &dyn BotPosition) -> Result<(), String> {
        let text = position.ugi().to_string();
        if !text.starts_with("startpos") {
            return Err("GTP takes moves, not positions: write openings as startpos moves …".to_owned());
        }
        let words: Vec<&str> = text.split_once(" moves ").map_or("", |(_, words)| words).split(' ').collect();
        let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
        for (place, word) in words.iter().enumerate() {
            let is_movers = (words.len() - place).is_multiple_of(2);
            let side = if is_movers { position.mover() } else { position.mover().other() };
            let space = if place == 0 { "" } else { " " };
            let _ = write!(self.wanted, "{space}{}{word}", letter(side));
        }
        Ok(())
    }
}

impl Protocol for Gtp {
    fn name(&self) -> ProtocolName {
        ProtocolName::Gtp
    }

    fn greet(&mut self, text: &mut String) {
        self.command("name", text);
        self.command("list_commands", text);
        if let Some(size) = self.size {
            self.command(&format!("boardsize {size}"), text);
        }
    }

    fn is_greeted(&mut self, line: &[u8], introduction: &mut Introduction) -> Result<bool, String> {
        match self.accept(line)?.as_deref() {
            Some("name") => introduction.name = Some(printable(content(line))),
            // The first command stands in the line of the response.
            _ if content(line) == SEED.as_bytes() => {
                introduction.seeds = Some(0..=i32::MAX as u32);
            }
            _ => {}
        }
        // The list ends with an empty line.
        self.is_greeted = self.pending.is_empty() && (self.size.is_some() || line.is_empty());
        Ok(self.is_greeted)
    }

    fn milestones(&self) -> [&'static str; 2] {
        ["= to name and list_commands", "= to a command"]
    }

    fn set_option(&mut self, name: &str, value: &str, text: &mut String) {
        self.command(&format!("{name} {value}"), text);
    }

    fn new_game(&mut self, seed: Option<u32>, text: &mut String) {
        if let Some(seed) = seed {
            self.command(&format!("{SEED} {seed}"), text);
        }
        self.command("clear_board", text);
        self.known.clear();
        let settings = match (self.time, self.clock) {
            (Some(time), _) => Some([0, time.as_secs().max(1), 1]),
            (None, Some(TimeControl { base, session: Some(moves), .. })) => {
                Some([0, base.as_secs(), u64::from(moves)])
            }
            (None, Some(TimeControl { base, .. })) => Some([base.as_secs(), 0, 0]),
            (None, None) => None,
        };
        if let Some([main, byo_yomi, stones]) = settings {
            self.command(&format!("time_settings {main} {byo_yomi} {stones}"), text);
        }
    }

    fn sync(&mut self, text: &mut String) -> bool {
        self.command(SYNC, text);
        true
    }

    fn is_synced(&mut self, line: &[u8]) -> Result<bool, String> {
        Ok(self.accept(line)?.is_some() && self.pending.is_empty())
    }

    fn ask(&mut self, question: &Question<'_>, text: &mut String) -> Result<(), String> {
        (self.refusal, self.pending) = (None, VecDeque::new());
        self.want(question)?;
        let mut wanted = std::mem::take(&mut self.wanted);
        let rest =
            wanted.strip_prefix(self.known.as_str()).filter(|rest| rest.is_empty() || rest.starts_with(' '));
        let is_continued = rest.is_some() || self.known.is_empty();
        if !is_continued {
            self.command("clear_board", text);
        }
        for word in rest.unwrap_or(&wanted).split_ascii_whitespace() {
            let (side, vertex) = word.split_at(1);
            self.command(&format!("play {} {vertex}", color(side)), text);
        }
        let side = letter(question.position.mover());
        let color = color(side.encode_utf8(&mut [0; 4]));
        if let Some(clocks) = question.clocks {
            let own = clocks.own();
            let (left, stones) = (own.left().as_secs(), own.moves_to_go().unwrap_or(0));
            self.command(&format!("time_left {color} {left} {stones}"), text);
        }
        self.command(&format!("genmove {color}"), text);
        wanted.push_str(if wanted.is_empty() { "" } else { " " });
        wanted.push(side);
        self.known = wanted;
        Ok(())
    }

    fn is_answered(&mut self, line: &[u8], question: &Question<'_>, reply: &mut Reply) -> bool {
        if self.respond(line).is_none() || !self.pending.is_empty() {
            return false;
        }
        if let Some(refusal) = self.refusal.take() {
            reply.set(&refusal, None);
            return true;
        }
        let vertex = std::str::from_utf8(content(line)).unwrap_or_default();
        reply.resigns = vertex.eq_ignore_ascii_case("resign");
        if let Some(vertices) = self.vertices {
            let cell = vertices.cell(vertex);
            let mut name = Vec::new();
            if let Some(cell) = cell {
                question.position.write_move(Move::from_index(cell), &mut name);
                vertices.write(cell, &mut self.known);
            }
            reply.set(line, std::str::from_utf8(&name).ok());
        } else {
            let is_pass = vertex.eq_ignore_ascii_case("pass");
            let word = if is_pass { "pass".to_owned() } else { vertex.to_uppercase() };
            self.known.push_str(&word);
            reply.set(line, Some(&word).filter(|word| !word.contains(' ')).map(String::as_str));
        }
        true
    }

    fn is_talk(&self, line: &[u8]) -> bool {
        // A response ends with an empty line, and may have several before.
        content(line).is_empty() || !self.pending.is_empty() || !self.is_greeted
    }

    fn is_move(&self, line: &[u8]) -> bool {
        line.starts_with(b"=") && !content(line).is_empty() && self.pending.is_empty()
    }

    fn answer_form(&self) -> &'static str {
        "="
    }
}

/// The number of a response, if it has one.
fn number(line: &[u8]) -> Option<u32> {
    let digits = line.get(1..)?.split(|byte| !byte.is_ascii_digit()).next()?;
    std::str::from_utf8(digits).ok()?.parse().ok()
}

/// A line without what makes it a response.
fn content(line: &[u8]) -> &[u8] {
    let behind = line.strip_prefix(b"=").or_else(|| line.strip_prefix(b"?"));
    let content = behind.map_or(line, |behind| {
        let digits = behind.iter().take_while(|byte| byte.is_ascii_digit()).count();
        &behind[digits..]
    });
    content.trim_ascii()
}

/// The letter of a side in the moves on the board.
fn letter(side: Side) -> char {
    ['b', 'w'][side.index()]
}

fn color(letter: &str) -> &'static str {
    if letter == "b" { "black" } else { "white" }
}
