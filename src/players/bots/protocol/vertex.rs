//! Cells as GTP names them: a letter for the column, without I, and a number for the row.

use std::fmt::Write as _;

use crate::games::StandardGame;

/// The cells of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Vertices {
    columns: usize,
    rows: usize,
    /// Othello numbers its rows from the top; GTP from the bottom.
    from_top: bool,
}

impl Vertices {
    /// The cells of a game whose moves are cells, row by row from the top left.
    pub(crate) fn of(game: StandardGame) -> Option<Vertices> {
        let (columns, rows) = game.grid()?;
        Some(Vertices { columns, rows, from_top: matches!(game, StandardGame::Othello { .. }) })
    }

    /// Appends the name of a cell.
    pub(crate) fn write(self, cell: usize, text: &mut String) {
        let (row, column) = (cell / self.columns, cell % self.columns);
        let letter = b'A' + column as u8 + u8::from(column >= 8);
        let number = if self.from_top { row + 1 } else { self.rows - row };
        // Writing into a string does not fail.
        let _ = write!(text, "{}{number}", char::from(letter));
    }

    /// The cell of this name; `None` if there is none on the board.
    pub(crate) fn cell(self, vertex: &str) -> Option<usize> {
        let letter = vertex.bytes().next()?.to_ascii_uppercase();
        let number: usize = vertex.get(1..)?.parse().ok()?;
        if !letter.is_ascii_uppercase() || letter == b'I' || !(1..=self.rows).contains(&number) {
            return None;
        }
        let column = usize::from(letter - b'A') - usize::from(letter > b'I');
        let row = if self.from_top { number - 1 } else { self.rows - number };
        (column < self.columns).then_some(row * self.columns + column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_has_a_name_of_its_own_without_the_letter_i() {
        let game = |columns, rows| StandardGame::Mnk { columns, rows, in_a_row: 5, exact: false };
        for game in [game(20, 20), game(3, 5), StandardGame::Othello { columns: 8, rows: 8 }] {
            let (vertices, (columns, rows)) = (Vertices::of(game).unwrap(), game.grid().unwrap());
            for cell in 0..columns * rows {
                let mut name = String::new();
                vertices.write(cell, &mut name);
                assert!(!name.starts_with('I'), "{name}");
                assert_eq!(vertices.cell(&name), Some(cell), "{name}");
                assert_eq!(vertices.cell(&name.to_lowercase()), Some(cell), "{name}");
            }
        }
        let vertices = Vertices::of(game(15, 15)).unwrap();
        // The bottom left, and the ninth column.
        assert_eq!((vertices.cell("A1"), vertices.cell("J15")), (Some(14 * 15), Some(8)));
        for wrong in ["", "A", "A0", "A16", "Q1", "I3", "3A", "pass", "ä1"] {
            assert_eq!(vertices.cell(wrong), None, "{wrong}");
        }
        let top_left = Vertices::of(StandardGame::Othello { columns: 8, rows: 8 }).unwrap();
        assert_eq!(top_left.cell("a1"), Some(0));
    }
}
