//! UGI, the Universal Game Interface: UCI for any game. The whole position comes with every question.

use std::fmt::Write as _;

use super::{Protocol, ProtocolName, Reply};
use crate::players::bots::introduction::{Introduction, SEED};
use crate::players::bots::question::Question;

pub(super) struct Ugi;

impl Protocol for Ugi {
    fn name(&self) -> ProtocolName {
        ProtocolName::Ugi
    }

    fn greet(&mut self, text: &mut String) {
        text.push_str("ugi\n");
    }

    fn is_greeted(&mut self, line: &[u8], introduction: &mut Introduction) -> Result<bool, String> {
        introduction.add(line);
        Ok(line == b"ugiok")
    }

    fn milestones(&self) -> [&'static str; 2] {
        ["ugiok", "readyok"]
    }

    fn set_option(&mut self, name: &str, value: &str, text: &mut String) {
        write_option(name, value, text);
    }

    fn new_game(&mut self, seed: Option<u32>, text: &mut String) {
        if let Some(seed) = seed {
            write_option(SEED, &seed.to_string(), text);
        }
        text.push_str("uginewgame\n");
    }

    fn sync(&mut self, text: &mut String) -> bool {
        text.push_str("isready\n");
        true
    }

    fn is_synced(&mut self, line: &[u8]) -> Result<bool, String> {
        Ok(line == b"readyok")
    }

    fn ask(&mut self, question: &Question<'_>, text: &mut String) -> Result<(), String> {
        let _ = writeln!(text, "position {}", question.position.ugi());
        write_go(question, ["p1time", "p2time", "p1inc", "p2inc"], text);
        Ok(())
    }

    fn is_answered(&mut self, line: &[u8], _: &Question<'_>, reply: &mut Reply) -> bool {
        is_answered(line, reply)
    }

    fn is_talk(&self, line: &[u8]) -> bool {
        is_known_line(line)
    }

    fn is_chatter(&self, line: &[u8]) -> bool {
        line.starts_with(b"info string")
    }

    fn is_move(&self, line: &[u8]) -> bool {
        is_bestmove(line)
    }

    fn answer_form(&self) -> &'static str {
        "bestmove"
    }
}

/// Writes an option. Writing into a string does not fail.
pub(super) fn write_option(name: &str, value: &str, text: &mut String) {
    let _ = writeln!(text, "setoption name {name} value {value}");
}

/// Writes the line that asks for a move in the last position. `words` are the times of both sides, then their increments.
pub(super) fn write_go(question: &Question<'_>, words: [&str; 4], text: &mut String) {
    text.push_str("go");
    if let Some(clocks) = question.clocks {
        let [first, second] = clocks.both();
        let times = [first.left(), second.left(), first.increment(), second.increment()];
        for (word, time) in words.into_iter().zip(times) {
            let _ = write!(text, " {word} {}", time.as_millis());
        }
        if let Some(moves) = clocks.own().moves_to_go() {
            let _ = write!(text, " movestogo {moves}");
        }
    }
    question.limits.write(text);
    text.push('\n');
}

/// Takes in a line after `go`; returns whether the answer is complete.
pub(super) fn is_answered(line: &[u8], reply: &mut Reply) -> bool {
    if let Some(words) = line.strip_prefix(b"info ") {
        reply.info.add(std::str::from_utf8(words).unwrap_or_default());
        return false;
    }
    if is_bestmove(line) {
        let text = std::str::from_utf8(line).unwrap_or_default();
        reply.set(line, text.split_ascii_whitespace().nth(1));
        return true;
    }
    false
}

/// Whether a line belongs to an introduction or to a search.
pub(super) fn is_known_line(line: &[u8]) -> bool {
    ["id ", "option ", "info"].iter().any(|start| line.starts_with(start.as_bytes()))
}

pub(super) fn is_bestmove(line: &[u8]) -> bool {
    line == b"bestmove" || line.starts_with(b"bestmove ")
}
