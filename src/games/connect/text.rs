//! Positions of Connect-N in text: `x:......./......./......./......./...o.../..xxo..`, levels from the top down.

use std::fmt;

use super::{Board, ConnectRules, Position};
use crate::games::game::Game;
use crate::games::grid::Grid;
use crate::text::TextError;

fn grid(rules: &ConnectRules) -> Grid<'_> {
    Grid { title: "Connect-N", spec: rules, columns: rules.columns(), rows: rules.levels(), row: "level" }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(self, f)
    }
}

pub(super) fn write<P: Game + Position>(position: &P, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let rules = position.rules();
    let top = rules.levels() - 1;
    grid(&rules).write(f, position.to_move(), |row, column| position.checker(column, top - row))
}

/// Reads a position of a game with these rules.
pub(super) fn read(rules: ConnectRules, text: &str) -> Result<Board, TextError> {
    let grid = grid(&rules);
    let (to_move, cells) = grid.read(text)?;
    let mut board = Board::start(rules);
    for (level, row) in (0..rules.levels()).rev().enumerate() {
        for column in 0..rules.columns() {
            if let Some(owner) = cells[row * rules.columns() + column] {
                if board.height(column) != level {
                    let problem = format!("this checker in column {} has nothing below it", column + 1);
                    return Err(grid.error(text, grid.place(row, column), problem));
                }
                board.drop_checker(owner, column);
            }
        }
    }
    let winner = grid.winner(text, rules.in_a_row(), winners(&board))?;
    Ok(board.set_up(to_move, winner))
}

/// The sides that have a winning row.
fn winners(board: &Board) -> [bool; 2] {
    let mut found = [false; 2];
    for column in 0..board.rules().columns() {
        for level in 0..board.height(column) {
            if let Some(side) = board.checker(column, level) {
                found[side.index()] |= board.wins_at(side, (column, level));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Outcome, Side};

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
        assert!(won.legal_moves().len() == 0);
    }

    #[test]
    fn a_position_may_hold_any_number_of_checkers() {
        let odd = read_4x3x3("o:..../..../oo.o").unwrap();
        assert_eq!(odd.to_move(), Side::Second);
        assert_eq!(odd.checkers(), 3);
    }

    #[test]
    fn an_error_says_what_is_wrong_with_a_position() {
        assert_eq!(problem(""), "the side to move is 'x' or 'o' in Connect-N, not ''");
        assert_eq!(problem("s:1,1"), "the side to move is 'x' or 'o' in Connect-N, not 's'");
        assert_eq!(problem("x:..../...."), "2 levels, but connect:4x3x3 has 3");
        assert_eq!(problem("x"), "1 levels, but connect:4x3x3 has 3");
        assert_eq!(problem("x:..../.../...."), "a level of 3 columns, but connect:4x3x3 has 4");
        assert_eq!(problem("x:..../..../..é."), "a place is 'x', 'o' or '.', not 'é'");
        assert_eq!(problem("x:..../.x../...."), "this checker in column 2 has nothing below it");
        assert_eq!(problem("x:..../ooo./xxx."), "both sides have 3 in a row, which no game can reach");
    }
}
