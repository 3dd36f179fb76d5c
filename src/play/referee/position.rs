//! A position that only a referee understands: an opening, and the moves since.

use std::fmt;

use crate::games::Side;
use crate::players::bots::BotPosition;
use crate::players::strategies::Playable;

/// A longer word is not a move.
const LONGEST_MOVE: usize = 1000;

#[derive(Debug, Clone)]
pub(crate) struct RefereedPosition {
    /// What follows `position` in UGI: `startpos` or `fen F`, and `moves …` if there are any.
    pub(crate) ugi: String,
    /// The line of its opening in a file, from 1.
    pub(super) line: usize,
    /// Whether `moves` is already part of the text.
    has_moves: bool,
    /// The moves since the opening, separated by spaces.
    pub(crate) moves: String,
    pub(crate) plies: u32,
    /// Whose turn it is, once the referee has said so.
    pub(crate) to_move: Side,
}

impl RefereedPosition {
    pub(super) fn new(ugi: String, line: usize, has_moves: bool) -> RefereedPosition {
        RefereedPosition { ugi, line, has_moves, moves: String::new(), plies: 0, to_move: Side::First }
    }

    pub(crate) fn start() -> RefereedPosition {
        RefereedPosition::new("startpos".to_owned(), 0, false)
    }

    /// The last move since the opening.
    pub(super) fn last_move(&self) -> Option<&str> {
        self.moves.rsplit(' ').next().filter(|word| !word.is_empty())
    }

    /// The position after a move.
    pub(crate) fn after(&self, mv: &str) -> RefereedPosition {
        let mut next = self.clone();
        next.ugi.push_str(if self.has_moves { " " } else { " moves " });
        next.ugi.push_str(mv);
        next.has_moves = true;
        if !next.moves.is_empty() {
            next.moves.push(' ');
        }
        next.moves.push_str(mv);
        next.plies += 1;
        next
    }
}

/// As in `games.csv`: a FEN has no word in front.
impl fmt::Display for RefereedPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.ugi.strip_prefix("fen ").unwrap_or(&self.ugi))
    }
}

/// The answer of a bot.
pub(crate) struct BotMove {
    /// Its move; `None` if there is none that can be read.
    pub(crate) word: Option<String>,
    /// The whole line, as people can read it.
    pub(crate) said: String,
}

impl BotPosition for RefereedPosition {
    fn mover(&self) -> Side {
        self.to_move
    }

    fn write_ugi(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.ugi)
    }
}

impl Playable for RefereedPosition {
    type Move = BotMove;

    fn read_move(&self, word: Option<&str>, line: &dyn Fn() -> String) -> Option<BotMove> {
        let word = word.filter(|word| word.len() <= LONGEST_MOVE).map(str::to_owned);
        Some(BotMove { word, said: line() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_follow_those_of_the_opening() {
        let after = |ugi: &str, has_moves| {
            let opening = RefereedPosition::new(ugi.to_owned(), 1, has_moves);
            let position = opening.after("a").after("b");
            (position.ugi, position.moves, position.plies)
        };
        let moves = "a b".to_owned();
        assert_eq!(after("startpos", false), ("startpos moves a b".to_owned(), moves.clone(), 2));
        assert_eq!(after("startpos moves x", true), ("startpos moves x a b".to_owned(), moves.clone(), 2));
        assert_eq!(after("fen 8 w", false), ("fen 8 w moves a b".to_owned(), moves, 2));
    }

    #[test]
    fn a_fen_is_recorded_without_a_word_in_front() {
        let shown = |ugi: &str| RefereedPosition::new(ugi.to_owned(), 1, false).to_string();
        assert_eq!([shown("startpos"), shown("fen 8 w")], ["startpos", "8 w"]);
    }
}
