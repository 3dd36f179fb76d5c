//! Positions of Connect-N in text: `x:......./......./......./......./...o.../..xxo..`.
//!
//! The side to move, then the levels from the top down: `x` the first side, `o` the second, `.` vacant.

use std::fmt::{self, Write as _};
use std::ops::Range;

use super::{Board, ConnectRules, Position};
use crate::games::game::{Game, Side};
use crate::text::{TextError, parts};

/// The letter of a side.
pub(super) fn letter(side: Side) -> char {
    match side {
        Side::First => 'x',
        Side::Second => 'o',
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(letter(self.to_move()))?;
        f.write_char(':')?;
        for level in (0..self.rules().levels()).rev() {
            for column in 0..self.rules().columns() {
                f.write_char(self.checker(column, level).map_or('.', letter))?;
            }
            if level > 0 {
                f.write_char('/')?;
            }
        }
        Ok(())
    }
}

/// Reads a position of a game with these rules.
pub(super) fn read(rules: ConnectRules, text: &str) -> Result<Board, TextError> {
    let wrong = |place: Range<usize>, problem: String| TextError::new(text, place, problem, advice(rules));
    let (side, levels_text) = text.split_once(':').unwrap_or((text, ""));
    let to_move = match side {
        "x" => Side::First,
        "o" => Side::Second,
        other => {
            let problem = format!("the side to move is 'x' or 'o' in Connect-N, not '{other}'");
            return Err(wrong(0..side.len(), problem));
        }
    };
    let mut levels: Vec<_> = parts(levels_text, '/').collect();
    if levels.len() != rules.levels() {
        let problem = format!("{} levels, but {rules} has {}", levels.len(), rules.levels());
        return Err(wrong(0..text.len(), problem));
    }

    let mut board = Board::start(rules);
    levels.reverse();
    for (level, (level_at, row)) in levels.into_iter().enumerate() {
        let start = side.len() + 1 + level_at.start;
        let count = row.chars().count();
        if count != rules.columns() {
            let problem = format!("a level of {count} columns, but {rules} has {}", rules.columns());
            return Err(wrong(start..start + row.len(), problem));
        }
        for (column, (offset, symbol)) in row.char_indices().enumerate() {
            let place = start + offset..start + offset + symbol.len_utf8();
            let owner = match symbol {
                'x' => Side::First,
                'o' => Side::Second,
                '.' => continue,
                other => return Err(wrong(place, format!("a place is 'x', 'o' or '.', not '{other}'"))),
            };
            if board.height(column) != level {
                let problem = format!("this checker in column {} has nothing below it", column + 1);
                return Err(wrong(place, problem));
            }
            board.drop_checker(owner, column);
        }
    }
    match winners(&board) {
        [true, true] => {
            let problem = format!("both sides have {} in a row: no game leads there", rules.in_a_row());
            Err(wrong(0..text.len(), problem))
        }
        [true, false] => Ok(board.set_up(to_move, Some(Side::First))),
        [false, true] => Ok(board.set_up(to_move, Some(Side::Second))),
        [false, false] => Ok(board.set_up(to_move, None)),
    }
}

/// Which sides have a winning row anywhere.
fn winners(board: &Board) -> [bool; 2] {
    let mut found = [false; 2];
    for column in 0..board.rules().columns() {
        for level in 0..board.height(column) {
            if let Some(side) = board.checker(column, level) {
                found[side.index()] |= board.row_through(column, level).is_some();
            }
        }
    }
    found
}

fn advice(rules: ConnectRules) -> String {
    let start = Board::start(rules).to_string();
    let shown = if start.len() <= 80 { start } else { "x:......./…".to_owned() };
    format!("a position of {rules} looks like {shown}; for another game or size give --game")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Outcome;

    fn read_4x3x3(text: &str) -> Result<Board, TextError> {
        read(ConnectRules::new(4, 3, 3).unwrap(), text)
    }

    fn problem(text: &str) -> String {
        read_4x3x3(text).unwrap_err().problem().to_owned()
    }

    #[test]
    fn a_position_with_a_row_is_finished() {
        let won = read_4x3x3("o:..../oo../xxx.").unwrap();
        assert_eq!(won.outcome(), Some(Outcome::Win(Side::First)));
        assert!(won.legal_moves().is_empty());
    }

    #[test]
    fn any_number_of_checkers_may_stand() {
        let odd = read_4x3x3("o:..../..../oo.o").unwrap();
        assert_eq!(odd.to_move(), Side::Second);
        assert_eq!(odd.checkers(), 3);
    }

    #[test]
    fn what_is_wrong_with_a_position_is_said() {
        assert_eq!(problem(""), "the side to move is 'x' or 'o' in Connect-N, not ''");
        assert_eq!(problem("s:1,1"), "the side to move is 'x' or 'o' in Connect-N, not 's'");
        assert_eq!(problem("x:..../...."), "2 levels, but connect:4x3x3 has 3");
        assert_eq!(problem("x"), "1 levels, but connect:4x3x3 has 3");
        assert_eq!(problem("x:..../.../...."), "a level of 3 columns, but connect:4x3x3 has 4");
        assert_eq!(problem("x:..../..../..é."), "a place is 'x', 'o' or '.', not 'é'");
        assert_eq!(problem("x:..../.x../...."), "this checker in column 2 has nothing below it");
        assert_eq!(problem("x:..../ooo./xxx."), "both sides have 3 in a row: no game leads there");
    }
}
