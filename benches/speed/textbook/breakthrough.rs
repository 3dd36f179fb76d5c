//! Breakthrough: a vector of cells, row by row from the top.

use super::{Cell, Textbook, read_cells};

#[derive(Clone)]
pub(crate) struct Breakthrough {
    cells: Vec<Cell>,
    columns: usize,
    x_moves: bool,
}

/// A move: from a cell to one in the next row.
struct Step {
    from: usize,
    to: usize,
}

impl Breakthrough {
    fn own(&self) -> Cell {
        if self.x_moves { Cell::X } else { Cell::O }
    }

    fn rows(&self) -> usize {
        self.cells.len() / self.columns
    }

    /// Where a step leads, if it stays on the board: `across` is 0 to the left, 1 straight ahead, 2 to the right.
    fn target(&self, from: usize, across: usize) -> Option<usize> {
        let (row, column) = (from / self.columns, from % self.columns);
        let row = if self.x_moves { row.checked_sub(1)? } else { row + 1 };
        let column = (column + across).checked_sub(1)?;
        (row < self.rows() && column < self.columns).then_some(row * self.columns + column)
    }

    /// The number of a move: a word of 64 for each direction, and in it the cells from the row at the bottom, eight for
    /// each row.
    fn number(&self, from: usize, across: usize) -> usize {
        let (row, column) = (from / self.columns, from % self.columns);
        let direction = if self.x_moves { across } else { 3 + across };
        64 * direction + 8 * (self.rows() - 1 - row) + column + 1
    }

    fn step(&self, number: usize) -> Step {
        let (direction, cell) = ((number - 1) / 64, (number - 1) % 64);
        let from = (self.rows() - 1 - cell / 8) * self.columns + cell % 8;
        let to = self.target(from, direction % 3).expect("a cell on the board");
        Step { from, to }
    }

    /// How far a piece has come, counted from its side's first row.
    fn steps(&self, place: usize, side: Cell) -> i32 {
        let row = place / self.columns;
        (if side == Cell::X { self.rows() - 1 - row } else { row }) as i32
    }

    fn has_won(&self, side: Cell, other: Cell) -> bool {
        let goal = self.rows() as i32 - 1;
        let has_arrived =
            (0..self.cells.len()).any(|place| self.cells[place] == side && self.steps(place, side) == goal);
        has_arrived || self.cells.iter().all(|&cell| cell != other)
    }

    /// Ten for each piece, and the square of its steps.
    fn worth(&self, side: Cell) -> i32 {
        let places = (0..self.cells.len()).filter(|&place| self.cells[place] == side);
        places.map(|place| 10 + self.steps(place, side) * self.steps(place, side)).sum()
    }
}

impl Textbook for Breakthrough {
    fn read(text: &str) -> Breakthrough {
        let (x_moves, columns, cells) = read_cells(text);
        Breakthrough { cells, columns, x_moves }
    }

    fn first_moves(&self) -> bool {
        self.x_moves
    }

    fn legal_moves(&self) -> Vec<usize> {
        let own = self.own();
        let mut moves = Vec::new();
        for across in 0..3 {
            // The lowest number first: from the row at the bottom.
            for row in (0..self.rows()).rev() {
                for from in row * self.columns..(row + 1) * self.columns {
                    if self.cells[from] != own {
                        continue;
                    }
                    let Some(to) = self.target(from, across) else { continue };
                    let is_open =
                        if across == 1 { self.cells[to] == Cell::Vacant } else { self.cells[to] != own };
                    if is_open {
                        moves.push(self.number(from, across));
                    }
                }
            }
        }
        moves
    }

    fn play(&mut self, number: usize) {
        let Step { from, to } = self.step(number);
        self.cells[to] = self.cells[from];
        self.cells[from] = Cell::Vacant;
        self.x_moves = !self.x_moves;
    }

    fn is_over(&self) -> bool {
        // Only the side that moved last can have won.
        if self.x_moves { self.has_won(Cell::O, Cell::X) } else { self.has_won(Cell::X, Cell::O) }
    }

    fn value(&self) -> i32 {
        if self.has_won(Cell::X, Cell::O) {
            1_000_001
        } else if self.has_won(Cell::O, Cell::X) {
            -1_000_001
        } else {
            self.worth(Cell::X) - self.worth(Cell::O)
        }
    }
}
