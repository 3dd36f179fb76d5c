//! Positions on a grid in text: `x:.../.x./..o`.
//!
//! The side to move, then the rows from the top: `x` the first side, `o` the second, `.` an empty cell.

use std::fmt::{self, Display};
use std::ops::Range;

use super::ascii::AsciiWriter;
use super::game::Side;
use crate::text::{TextError, parts};

/// The letters of the first and the second side.
pub(super) const LETTERS: [&str; 2] = ["x", "o"];

/// The cells of a board in letters, row by row from the top; `mark` returns the mark at a row, counted from the top, and a
/// column.
pub(super) fn letters(columns: usize, rows: usize, mark: impl Fn(usize, usize) -> Option<Side>) -> String {
    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    cells.map(|(row, column)| mark(row, column).map_or(".", |side| LETTERS[side.index()])).collect()
}

/// A caveat about N in a row on a grid of these sizes, if there is one.
pub(super) fn caveat(spec: &dyn Display, columns: usize, rows: usize, in_a_row: usize) -> Option<String> {
    if in_a_row > columns && in_a_row > rows {
        Some(format!(
            "nobody can win {spec}: {in_a_row} in a row does not fit on the board, so every game is a draw"
        ))
    } else if in_a_row == 1 {
        Some(format!("the first move wins every game of {spec}"))
    } else {
        None
    }
}

/// A kind of grid: its sizes, and the words for errors about it.
pub(super) struct Grid<'a> {
    /// The game's name for people.
    pub(super) title: &'static str,
    /// The game's spec.
    pub(super) spec: &'a dyn Display,
    pub(super) columns: usize,
    pub(super) rows: usize,
    /// What a row is called.
    pub(super) row: &'static str,
}

impl Grid<'_> {
    /// Writes a position; `mark` returns the mark at a row, counted from the top, and a column.
    pub(super) fn write(
        &self,
        f: &mut fmt::Formatter<'_>,
        to_move: Side,
        mark: impl Fn(usize, usize) -> Option<Side>,
    ) -> fmt::Result {
        let letter = |side: Side| LETTERS[side.index()].as_bytes()[0];
        let mut out = AsciiWriter::new(f);
        out.push(letter(to_move))?;
        for row in 0..self.rows {
            out.push(if row == 0 { b':' } else { b'/' })?;
            for column in 0..self.columns {
                out.push(mark(row, column).map_or(b'.', letter))?;
            }
        }
        out.flush()
    }

    /// Reads a position: the side to move, and the cells row by row from the top.
    pub(super) fn read(&self, text: &str) -> Result<(Side, Vec<Option<Side>>), TextError> {
        let (side, grid) = text.split_once(':').unwrap_or((text, ""));
        let Some(to_move) = Side::BOTH.into_iter().find(|known| LETTERS[known.index()] == side) else {
            let problem = format!("the side to move is 'x' or 'o' in {}, not '{side}'", self.title);
            return Err(self.error(text, 0..side.len(), problem));
        };
        let rows: Vec<_> = parts(grid, '/').collect();
        if rows.len() != self.rows {
            let problem = format!("{} {}s, but {} has {}", rows.len(), self.row, self.spec, self.rows);
            return Err(self.error(text, 0..text.len(), problem));
        }
        let mut cells = Vec::with_capacity(self.columns * self.rows);
        for (place, row) in rows {
            let start = side.len() + 1 + place.start;
            let count = row.chars().count();
            if count != self.columns {
                let problem =
                    format!("a {} of {count} columns, but {} has {}", self.row, self.spec, self.columns);
                return Err(self.error(text, start..start + row.len(), problem));
            }
            for (offset, symbol) in row.char_indices() {
                cells.push(match symbol {
                    'x' => Some(Side::First),
                    'o' => Some(Side::Second),
                    '.' => None,
                    other => {
                        let place = start + offset..start + offset + other.len_utf8();
                        let problem = format!("a place is 'x', 'o' or '.', not '{other}'");
                        return Err(self.error(text, place, problem));
                    }
                });
            }
        }
        Ok((to_move, cells))
    }

    /// The place of a cell in the text of the position.
    pub(super) fn place(&self, row: usize, column: usize) -> Range<usize> {
        let at = "x:".len() + row * (self.columns + 1) + column;
        at..at + 1
    }

    /// Who has won, given which sides have `n` in a row.
    pub(super) fn winner(&self, text: &str, n: usize, has_row: [bool; 2]) -> Result<Option<Side>, TextError> {
        match has_row {
            [true, true] => {
                let problem = format!("both sides have {n} in a row, which no game can reach");
                Err(self.error(text, 0..text.len(), problem))
            }
            [true, false] => Ok(Some(Side::First)),
            [false, true] => Ok(Some(Side::Second)),
            [false, false] => Ok(None),
        }
    }

    /// An error at a place in the text of a position.
    pub(super) fn error(&self, text: &str, place: Range<usize>, problem: String) -> TextError {
        let rows = vec![".".repeat(self.columns); self.rows].join("/");
        let shown = if rows.len() <= 78 { rows } else { "......./…".to_owned() };
        let advice =
            format!("a position of {} looks like x:{shown}; for another game or size give --game", self.spec);
        TextError::new(text, place, problem, advice)
    }
}
