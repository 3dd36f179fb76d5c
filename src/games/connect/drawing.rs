//! The board of Connect-N as drawn for people: columns numbered, the winning row in capitals.

use std::collections::HashSet;

use super::{Board, Position};
use crate::games::drawing::{Drawing, Ink};
use crate::games::game::Game;

pub(super) fn draw(board: &Board) -> Drawing {
    let rules = board.rules();
    let width = rules.columns().to_string().len();
    let decisive = winning_cells(board);

    let mut drawing = Drawing::default();
    for level in (0..rules.levels()).rev() {
        drawing.line();
        drawing.put(Ink::Frame, "  |");
        for column in 0..rules.columns() {
            let (ink, symbol) = match board.checker(column, level) {
                Some(side) if decisive.contains(&(column, level)) => {
                    (Ink::Decisive(side), Board::side_name(side).to_ascii_uppercase())
                }
                Some(side) => (Ink::Side(side), Board::side_name(side).to_owned()),
                None => (Ink::Frame, ".".to_owned()),
            };
            drawing.put(ink, format!(" {symbol:>width$}"));
        }
        drawing.put(Ink::Frame, " |");
    }
    drawing.line();
    drawing.put(Ink::Frame, format!("  +{}+", "-".repeat(rules.columns() * (width + 1) + 1)));
    drawing.line();
    let numbers: String = (1..=rules.columns()).map(|column| format!(" {column:>width$}")).collect();
    drawing.put(Ink::Label, format!("   {numbers}"));
    drawing
}

fn winning_cells(board: &Board) -> HashSet<(usize, usize)> {
    let rules = board.rules();
    let cells =
        (0..rules.columns()).flat_map(|column| (0..board.height(column)).map(move |level| (column, level)));
    cells.filter_map(|(column, level)| board.row_through(column, level)).flatten().collect()
}

#[cfg(test)]
mod tests {
    use crate::games::Game;
    use crate::games::connect::{Board, ConnectRules};

    #[test]
    fn columns_are_numbered_and_the_winning_row_stands_out() {
        let start = Board::start(ConnectRules::new(10, 3, 3).unwrap());
        let board = start.read("o:..o......./..xo....../xoxxx.o...").unwrap();
        let shown = board.draw().render(|_, text| text.to_owned());
        insta::assert_snapshot!(shown, @"
        |  .  .  o  .  .  .  .  .  .  . |
        |  .  .  x  o  .  .  .  .  .  . |
        |  x  o  X  X  X  .  o  .  .  . |
        +-------------------------------+
           1  2  3  4  5  6  7  8  9 10
        ");
    }
}
