//! UCI, for chess. A question holds the opening and all moves since, so that the engine sees positions that repeat.

use std::fmt::Write as _;

use super::ugi::{is_answered, is_bestmove, is_known_line, write_go, write_option};
use super::{BotGame, Protocol, ProtocolName, Reply};
use crate::games::{Move, StandardGame};
use crate::players::bots::introduction::{Introduction, SEED};
use crate::players::bots::question::{Past, Question};

/// The start position, which every engine knows by name.
const START: &str = "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

pub(super) struct Uci {
    is_960: bool,
    /// Whether it has answered the greeting. Before, engines say who they are in any words.
    is_greeted: bool,
    /// The opening of the game and the moves since, as they are sent; empty before the first question.
    game: String,
    /// The moves in it.
    known: Vec<Move>,
}

impl Uci {
    pub(super) fn new(game: &BotGame) -> Uci {
        let is_960 = matches!(game.standard, Some(StandardGame::Chess { is_960: true }));
        Uci { is_960, is_greeted: false, game: String::new(), known: Vec::new() }
    }

    /// Adds what is new to the text of the game. A game of a hundred moves is not written a hundred times.
    fn follow(&mut self, Past { opening, moves }: Past<'_>) {
        if self.game.is_empty() || !moves.starts_with(&self.known) {
            self.known.clear();
            self.game = opening.ugi().to_string();
            if self.game == START {
                "startpos".clone_into(&mut self.game);
            }
        }
        let mut name = Vec::new();
        for &mv in &moves[self.known.len()..] {
            self.game.push_str(if self.known.is_empty() { " moves " } else { " " });
            name.clear();
            opening.write_move(mv, &mut name);
            self.game.push_str(std::str::from_utf8(&name).unwrap_or_default());
            self.known.push(mv);
        }
    }
}

impl Protocol for Uci {
    fn name(&self) -> ProtocolName {
        ProtocolName::Uci
    }

    fn greet(&mut self, text: &mut String) {
        text.push_str("uci\n");
        if self.is_960 {
            write_option("UCI_Chess960", "true", text);
        }
    }

    fn is_greeted(&mut self, line: &[u8], introduction: &mut Introduction) -> Result<bool, String> {
        introduction.add(line);
        if line == b"uciok" && self.is_960 && !introduction.has_option("UCI_Chess960") {
            return Err(
                "it has no option UCI_Chess960, without which it cannot castle in this game".to_owned()
            );
        }
        self.is_greeted = line == b"uciok";
        Ok(self.is_greeted)
    }

    fn milestones(&self) -> [&'static str; 2] {
        ["uciok", "readyok"]
    }

    fn set_option(&mut self, name: &str, value: &str, text: &mut String) {
        write_option(name, value, text);
    }

    fn new_game(&mut self, seed: Option<u32>, text: &mut String) {
        if let Some(seed) = seed {
            write_option(SEED, &seed.to_string(), text);
        }
        self.game.clear();
        text.push_str("ucinewgame\n");
    }

    fn sync(&mut self, text: &mut String) -> bool {
        text.push_str("isready\n");
        true
    }

    fn is_synced(&mut self, line: &[u8]) -> Result<bool, String> {
        Ok(line == b"readyok")
    }

    fn ask(&mut self, question: &Question<'_>, text: &mut String) -> Result<(), String> {
        text.push_str("position ");
        match question.past.filter(|_| question.position.standard().is_some()) {
            Some(past) => {
                self.follow(past);
                text.push_str(&self.game);
            }
            None => _ = write!(text, "{}", question.position.ugi()),
        }
        text.push('\n');
        write_go(question, ["wtime", "btime", "winc", "binc"], text);
        Ok(())
    }

    fn is_answered(&mut self, line: &[u8], _: &Question<'_>, reply: &mut Reply) -> bool {
        is_answered(line, reply)
    }

    fn is_talk(&self, line: &[u8]) -> bool {
        is_known_line(line) || !self.is_greeted
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
