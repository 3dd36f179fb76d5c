//! Othello: a vector of cells, row by row.

use super::{Cell, Textbook, read_cells};

/// The directions of a row: how far the column and the row change from cell to cell.
const DIRECTIONS: [(isize, isize); 8] =
    [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)];

#[derive(Clone)]
pub(crate) struct Othello {
    cells: Vec<Cell>,
    columns: isize,
    x_moves: bool,
}

impl Othello {
    fn own(&self) -> Cell {
        if self.x_moves { Cell::X } else { Cell::O }
    }

    fn cell(&self, column: isize, row: isize) -> Option<Cell> {
        let rows = self.cells.len() as isize / self.columns;
        let is_on_board = (0..self.columns).contains(&column) && (0..rows).contains(&row);
        is_on_board.then(|| self.cells[(row * self.columns + column) as usize])
    }

    /// How many discs a side turns over in one direction with a disc on this cell.
    fn turned(&self, place: usize, own: Cell, (across, down): (isize, isize)) -> isize {
        let (column, row) = (place as isize % self.columns, place as isize / self.columns);
        let mut count = 0;
        loop {
            let next = count + 1;
            match self.cell(column + next * across, row + next * down) {
                None | Some(Cell::Vacant) => return 0,
                Some(cell) if cell == own => return count,
                Some(_) => count = next,
            }
        }
    }

    fn is_legal(&self, place: usize, own: Cell) -> bool {
        self.cells[place] == Cell::Vacant
            && DIRECTIONS.into_iter().any(|direction| self.turned(place, own, direction) > 0)
    }

    fn moves_of(&self, own: Cell) -> Vec<usize> {
        (0..self.cells.len()).filter(|&place| self.is_legal(place, own)).map(|place| place + 1).collect()
    }

    fn count(&self, side: Cell) -> i32 {
        self.cells.iter().filter(|&&cell| cell == side).count() as i32
    }
}

impl Textbook for Othello {
    fn read(text: &str) -> Othello {
        let (x_moves, columns, cells) = read_cells(text);
        Othello { cells, columns: columns as isize, x_moves }
    }

    fn first_moves(&self) -> bool {
        self.x_moves
    }

    fn legal_moves(&self) -> Vec<usize> {
        self.moves_of(self.own())
    }

    fn play(&mut self, number: usize) {
        let (place, own) = (number - 1, self.own());
        for (across, down) in DIRECTIONS {
            for step in 1..=self.turned(place, own, (across, down)) {
                let turned = place as isize + step * (down * self.columns + across);
                self.cells[turned as usize] = own;
            }
        }
        self.cells[place] = own;
        self.x_moves = !self.x_moves;
        if self.moves_of(self.own()).is_empty() {
            self.x_moves = !self.x_moves;
        }
    }

    fn is_over(&self) -> bool {
        // Whoever has no move is skipped.
        self.moves_of(self.own()).is_empty()
    }

    /// Moves, and ten for each corner; a win counts a million and the difference of discs.
    fn value(&self) -> i32 {
        let [moves, replies] = [Cell::X, Cell::O].map(|side| self.moves_of(side).len() as i32);
        if moves == 0 && replies == 0 {
            let difference = self.count(Cell::X) - self.count(Cell::O);
            return difference + 1_000_000 * difference.signum();
        }
        let (last_column, last) = (self.columns as usize - 1, self.cells.len() - 1);
        let corners = [0, last_column, last - last_column, last].map(|corner| match self.cells[corner] {
            Cell::X => 1,
            Cell::O => -1,
            Cell::Vacant => 0,
        });
        moves - replies + 10 * corners.into_iter().sum::<i32>()
    }
}
