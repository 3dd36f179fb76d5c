//! Positions of Kalah in text: see [`rows`](crate::games::rows).

use std::fmt;

use super::{Board, KalahRules};
use crate::games::rows::{Rows, RowsReader};
use crate::text::TextError;

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rows().write(f, self.rules().holes())
    }
}

/// Reads a position of a game with these rules.
pub(super) fn read(rules: KalahRules, text: &str) -> Result<Board, TextError> {
    let start = Board::start(rules);
    let reader =
        RowsReader { title: "Kalah", spec: &rules, holes: rules.holes(), bean: "bean", start: &start };
    let Rows { to_move, pots, holes } = reader.read(text)?;
    Ok(Board::set_up(rules, to_move, holes, pots))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(text: &str) -> String {
        let rules = KalahRules::new(3, 2, false).unwrap();
        read(rules, text).unwrap_err().problem().to_owned()
    }

    #[test]
    fn a_finished_position_is_read_as_swept() {
        let rules = KalahRules::new(3, 2, false).unwrap();
        assert_eq!(read(rules, "s:0,0,0,1:3,3,3,0").unwrap().to_string(), "s:0,0,0,1:0,0,0,9");
    }

    #[test]
    fn an_error_says_what_is_wrong_with_a_position() {
        assert_eq!(problem(""), "the side to move is 's' or 'n' in Kalah, not ''");
        assert_eq!(problem("x:1,1,1,0:1,1,1,0"), "the side to move is 's' or 'n' in Kalah, not 'x'");
        assert_eq!(problem("s:1,1,1,0"), "a position of Kalah has two rows after the side to move, not 1");
        assert_eq!(problem("s:1,1,0:1,1,1,0"), "South has 2 holes and a pot, but kalah:3x2 has 3 holes");
        assert_eq!(problem("s:1,1,1,0:1,1,1,1,0"), "North has 4 holes and a pot, but kalah:3x2 has 3 holes");
        assert_eq!(
            problem("s:1,-1,1,0:1,1,1,0"),
            "a number of beans must be a number from 0 to 65535, not '-1'"
        );
        assert_eq!(problem("s:1,,1,0:1,1,1,0"), "a number of beans must be a number from 0 to 65535, not ''");
        assert_eq!(problem("s:1,1,1,65535:1,1,1,0"), "more than 65535 beans in all");
        assert_eq!(
            problem("s:1,99999999999999999999,1,0:1,1,1,0"),
            "a number of beans must be from 0 to 65535, not 99999999999999999999"
        );
    }
}
