//! What a program says of a position when it is asked: `query gameover`, `query p1turn`, `query result`.

use std::fmt;

use super::fault::printable;
use crate::games::{Outcome, Side};

/// The queries, in the order in which they are sent.
const QUERIES: [&str; 3] = ["gameover", "p1turn", "result"];

/// What no game has as a move.
pub(crate) const NONSENSE: &str = "?";

/// The lines of all queries.
pub(super) const LINES: &str = "query gameover\nquery p1turn\nquery result\n";

/// The answers to all queries about one position.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Inquiry {
    responses: [Response; 3],
    /// How many responses have come.
    count: usize,
    /// The first line that reports an error.
    pub error: Option<String>,
    /// The first `info string` line, by which some programs report errors, and others say anything.
    pub remark: Option<String>,
}

/// The answer to a query.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
enum Response {
    /// There was none.
    #[default]
    Missing,
    True,
    False,
    /// `p1win`.
    FirstWins,
    /// `p2win`.
    SecondWins,
    Draw,
    None,
    /// None of those.
    Other(String),
}

impl Inquiry {
    /// Takes in a line, and returns whether it is an answer or an objection.
    pub(super) fn add(&mut self, line: &[u8]) -> bool {
        let text = std::str::from_utf8(line).unwrap_or_default();
        let mut words = text.split_ascii_whitespace();
        let first = words.next().unwrap_or_default();
        if first == "response" {
            if let Some(place) = self.responses.get_mut(self.count) {
                *place = Response::read(words.next().unwrap_or_default(), line);
            }
            self.count += 1;
            return true;
        }
        let second = if first == "info" { words.next().unwrap_or_default() } else { "" };
        let is = |word: &str, name: &str| word.trim_end_matches(':').eq_ignore_ascii_case(name);
        let is_error = ["error", "illegal", "invalid"].iter().any(|name| is(first, name));
        let kept = if is_error || is(second, "error") {
            &mut self.error
        } else if second == "string" {
            &mut self.remark
        } else {
            return false;
        };
        kept.get_or_insert_with(|| printable(line));
        true
    }

    fn game_over(&self) -> &Response {
        &self.responses[0]
    }

    /// Whether the first side is to move.
    fn first_to_move(&self) -> &Response {
        &self.responses[1]
    }

    fn result(&self) -> &Response {
        &self.responses[2]
    }

    /// What the answers mean, unless they contradict each other: who won, if the game is over, and who is to move if not.
    pub(crate) fn standing(&self) -> Result<(Option<Outcome>, Side), String> {
        let outcome = match (self.game_over(), self.result()) {
            (Response::True, Response::FirstWins) => Some(Outcome::Win(Side::First)),
            (Response::True, Response::SecondWins) => Some(Outcome::Win(Side::Second)),
            (Response::True, Response::Draw) => Some(Outcome::Draw),
            (Response::False, Response::None) => None,
            _ => return Err(format!("it contradicts itself or UGI: {self}")),
        };
        match (outcome, self.first_to_move()) {
            (_, Response::True) => Ok((outcome, Side::First)),
            // The side to move does not matter when the game is over.
            (_, Response::False) | (Some(_), _) => Ok((outcome, Side::Second)),
            (None, _) => Err(format!("it does not say who is to move: {self}")),
        }
    }

    /// Whether all queries were answered.
    pub fn is_complete(&self) -> bool {
        self.count == QUERIES.len()
    }

    /// The first query without an answer, once there was another one.
    pub(super) fn unanswered(&self) -> Option<&'static str> {
        QUERIES.get(self.count).copied()
    }

    /// Whether it remarks on a position that it accepts.
    pub(crate) fn is_chatty(&self) -> bool {
        self.remark.is_some()
    }

    /// The line by which it rejects the position, if it does: an error, or a remark if the program is not chatty elsewhere.
    pub(crate) fn objection(&self, chatty: bool) -> Option<&str> {
        let remark = self.remark.as_deref().filter(|_| !chatty);
        self.error.as_deref().or(remark)
    }

    /// Whether two programs say the same. Whose turn it is does not matter once the game is over.
    pub fn agrees(&self, other: &Inquiry) -> bool {
        self.game_over() == other.game_over()
            && self.result() == other.result()
            && (*self.game_over() == Response::True || self.first_to_move() == other.first_to_move())
    }
}

/// `gameover true, p1turn false, result p1win`.
impl fmt::Display for Inquiry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (query, response)) in QUERIES.iter().zip(&self.responses).enumerate() {
            let comma = if i == 0 { "" } else { ", " };
            write!(f, "{comma}{query} {response}")?;
        }
        Ok(())
    }
}

impl Response {
    fn read(word: &str, line: &[u8]) -> Response {
        match word {
            "true" => Response::True,
            "false" => Response::False,
            "p1win" => Response::FirstWins,
            "p2win" => Response::SecondWins,
            "draw" => Response::Draw,
            "none" => Response::None,
            _ => Response::Other(printable(line)),
        }
    }
}

impl fmt::Display for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Response::Missing => "unanswered",
            Response::True => "true",
            Response::False => "false",
            Response::FirstWins => "p1win",
            Response::SecondWins => "p2win",
            Response::Draw => "draw",
            Response::None => "none",
            Response::Other(line) => return write!(f, "'{line}'"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inquiry(lines: &[&str]) -> Inquiry {
        let mut inquiry = Inquiry::default();
        for line in lines {
            inquiry.add(line.as_bytes());
        }
        inquiry
    }

    #[test]
    fn responses_are_taken_in_order_and_errors_by_their_first_word() {
        let told = inquiry(&["hello", "response true", "info depth 3", "response false", "response p2win"]);
        assert_eq!(
            (told.to_string().as_str(), told.is_complete()),
            ("gameover true, p1turn false, result p2win", true)
        );
        assert_eq!((told.error, told.remark), (None, None));
        for error in ["error: x", "Error x", "illegal move e4", "Invalid move", "info error x"] {
            assert_eq!(inquiry(&[error]).error.as_deref(), Some(error));
        }
        assert_eq!(
            inquiry(&["info string 9 is no move"]).remark.as_deref(),
            Some("info string 9 is no move")
        );
        let short = inquiry(&["response maybe", "responses true"]);
        assert_eq!(short.to_string(), "gameover 'response maybe', p1turn unanswered, result unanswered");
        assert!(!short.is_complete());
    }

    #[test]
    fn whose_turn_it_is_does_not_matter_once_the_game_is_over() {
        let over = |turn: &str| inquiry(&["response true", turn, "response draw"]);
        assert!(over("response true").agrees(&over("response false")));
        let open = |turn: &str| inquiry(&["response false", turn, "response none"]);
        assert!(!open("response true").agrees(&open("response false")));
        assert!(open("response true").agrees(&open("response true")) && !over("x").agrees(&open("x")));
    }
}
