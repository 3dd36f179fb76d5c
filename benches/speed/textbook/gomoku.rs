//! Gomoku: a vector of cells, row by row, and five in a row to win.

use super::{Cell, Textbook, read_cells};

const IN_A_ROW: usize = 5;

/// The directions of a row: how far the column and the row change from cell to cell.
const DIRECTIONS: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

/// Gomoku; with `LINES` positions are judged by their open lines, else by who has won.
#[derive(Clone)]
pub(crate) struct Gomoku<const LINES: bool> {
    cells: Vec<Cell>,
    columns: usize,
    x_moves: bool,
    /// The cell of the last move. Only a row through it can be new.
    last: Option<usize>,
}

impl<const LINES: bool> Gomoku<LINES> {
    fn cell(&self, column: isize, row: isize) -> Option<Cell> {
        let (columns, rows) = (self.columns as isize, (self.cells.len() / self.columns) as isize);
        let is_on_board = (0..columns).contains(&column) && (0..rows).contains(&row);
        is_on_board.then(|| self.cells[(row * columns + column) as usize])
    }

    /// How many cells next to this one, along a direction, are of the same side.
    fn run(&self, place: usize, (across, down): (isize, isize)) -> usize {
        let (column, row) = ((place % self.columns) as isize, (place / self.columns) as isize);
        let side = self.cells[place];
        (1..IN_A_ROW as isize)
            .take_while(|&i| self.cell(column + i * across, row + i * down) == Some(side))
            .count()
    }

    fn winner(&self) -> Option<Cell> {
        let last = self.last?;
        let wins = |(across, down)| {
            1 + self.run(last, (across, down)) + self.run(last, (-across, -down)) >= IN_A_ROW
        };
        DIRECTIONS.into_iter().any(wins).then_some(self.cells[last])
    }

    /// The squares of the marks in every line that only one side has marks in.
    fn lines(&self) -> i32 {
        let mut sum = 0;
        for place in 0..self.cells.len() {
            for direction in DIRECTIONS {
                sum += self.line(place, direction);
            }
        }
        sum
    }

    /// What the line from a cell in one direction is worth.
    fn line(&self, place: usize, (across, down): (isize, isize)) -> i32 {
        let (column, row) = ((place % self.columns) as isize, (place / self.columns) as isize);
        let reach = IN_A_ROW as isize - 1;
        if self.cell(column + reach * across, row + reach * down).is_none() {
            return 0;
        }
        let step = down * self.columns as isize + across;
        let (mut x, mut o) = (0, 0);
        for i in 0..IN_A_ROW as isize {
            match self.cells[(place as isize + i * step) as usize] {
                Cell::X => x += 1,
                Cell::O => o += 1,
                Cell::Vacant => {}
            }
        }
        match (x, o) {
            (x, 0) => x * x,
            (0, o) => -o * o,
            _ => 0,
        }
    }
}

impl<const LINES: bool> Textbook for Gomoku<LINES> {
    /// A position that nobody has won.
    fn read(text: &str) -> Gomoku<LINES> {
        let (x_moves, columns, cells) = read_cells(text);
        Gomoku { cells, columns, x_moves, last: None }
    }

    fn first_moves(&self) -> bool {
        self.x_moves
    }

    fn legal_moves(&self) -> Vec<usize> {
        (1..=self.cells.len()).filter(|&number| self.cells[number - 1] == Cell::Vacant).collect()
    }

    fn play(&mut self, number: usize) {
        self.cells[number - 1] = if self.x_moves { Cell::X } else { Cell::O };
        self.x_moves = !self.x_moves;
        self.last = Some(number - 1);
    }

    fn is_over(&self) -> bool {
        self.winner().is_some() || self.cells.iter().all(|&cell| cell != Cell::Vacant)
    }

    /// A sooner win is worth more: the marks that the winner still had to place, counting the last one.
    fn value(&self) -> i32 {
        let Some(winner) = self.winner() else { return if LINES { self.lines() } else { 0 } };
        let placed = self.cells.iter().filter(|&&cell| cell != Cell::Vacant).count();
        let score = ((self.cells.len() + 2 - placed) / 2) as i32 + if LINES { 10_000_000 } else { 0 };
        if winner == Cell::X { score } else { -score }
    }
}
