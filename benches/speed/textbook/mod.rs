//! The baseline: the games and minimax as in a textbook.
//!
//! The board is a vector and is cloned for each move, the legal moves are a vector, beans are sown one by one, a row is
//! searched for on the whole board, and minimax visits everything. It is written without tricks, but also without
//! anything that is slow for its own sake: one flat vector for a board, compiled with the same flags as the rest. It
//! shares no code with the games it is compared with.

mod breakthrough;
mod gomoku;
mod othello;

pub(crate) use breakthrough::Breakthrough;
pub(crate) use gomoku::Gomoku;
pub(crate) use othello::Othello;

/// A position of a game as in a textbook.
pub(crate) trait Textbook: Clone {
    /// Reads a position in the text form of `arena`.
    fn read(text: &str) -> Self;

    /// Whether the first side is to move.
    fn first_moves(&self) -> bool;

    /// The numbers of the legal moves, from 1.
    fn legal_moves(&self) -> Vec<usize>;

    /// Plays a legal move.
    fn play(&mut self, number: usize);

    /// Whether the game is over.
    fn is_over(&self) -> bool;

    /// The value for the first side.
    fn value(&self) -> i32;
}

/// The first best move and its value for the first side, `depth` plies ahead; with `free`, extra turns cost no ply.
pub(crate) fn best_move<T: Textbook>(position: &T, depth: u32, free: bool) -> (usize, i32) {
    let mut best: Option<(usize, i32)> = None;
    for number in position.legal_moves() {
        let value = move_value(position, number, depth, free);
        let is_better = match best {
            None => true,
            Some((_, best)) if position.first_moves() => value > best,
            Some((_, best)) => value < best,
        };
        if is_better {
            best = Some((number, value));
        }
    }
    best.expect("a move")
}

fn move_value<T: Textbook>(position: &T, number: usize, depth: u32, free: bool) -> i32 {
    let mut next = position.clone();
    next.play(number);
    let is_extra_turn = next.first_moves() == position.first_moves();
    minimax(&next, if free && is_extra_turn { depth } else { depth - 1 }, free)
}

fn minimax<T: Textbook>(position: &T, depth: u32, free: bool) -> i32 {
    if depth == 0 || position.is_over() {
        return position.value();
    }
    let values = position.legal_moves().into_iter().map(|number| move_value(position, number, depth, free));
    if position.first_moves() { values.max() } else { values.min() }.expect("a move")
}

/// The number of sequences of exactly `depth` plies, and how many of them end the game.
pub(crate) fn perft<T: Textbook>(position: &T, depth: u32) -> (u64, u64) {
    if depth == 0 {
        return (1, u64::from(position.is_over()));
    }
    if position.is_over() {
        return (0, 0);
    }
    let (mut all, mut ends) = (0, 0);
    for number in position.legal_moves() {
        let mut next = position.clone();
        next.play(number);
        let (more, more_ends) = perft(&next, depth - 1);
        all += more;
        ends += more_ends;
    }
    (all, ends)
}

/// Plays random legal moves to the end of the game.
pub(crate) fn random_game<T: Textbook>(start: &T, mut below: impl FnMut(u32) -> u32) -> T {
    let mut position = start.clone();
    while !position.is_over() {
        let moves = position.legal_moves();
        position.play(moves[below(moves.len() as u32) as usize]);
    }
    position
}

/// Kalah on a ring, in sowing order: South's holes, South's pot, North's holes, North's pot.
#[derive(Clone)]
pub(crate) struct Kalah {
    beans: Vec<u32>,
    south_moves: bool,
}

impl Kalah {
    /// Holes per side.
    fn holes(&self) -> usize {
        self.beans.len() / 2 - 1
    }

    fn pot(&self, south: bool) -> usize {
        if south { self.holes() } else { 2 * self.holes() + 1 }
    }

    /// Where a hole of the side to move is. North's hole 1 is the last before its pot.
    fn place(&self, number: usize) -> usize {
        if self.south_moves { number - 1 } else { self.pot(false) - number }
    }

    fn row(&self, south: bool) -> std::ops::Range<usize> {
        if south { 0..self.pot(true) } else { self.pot(true) + 1..self.pot(false) }
    }

    fn in_play(&self, south: bool) -> u32 {
        self.beans[self.row(south)].iter().sum()
    }
}

impl Textbook for Kalah {
    fn read(text: &str) -> Kalah {
        let (side, rows) = text.split_once(':').expect("a side");
        let (south, north) = rows.split_once(':').expect("two rows");
        let numbers = |row: &str| -> Vec<u32> {
            row.split(',').map(|number| number.parse().expect("a number")).collect()
        };
        let mut beans = numbers(south);
        let mut north = numbers(north);
        let holes = north.len() - 1;
        north[..holes].reverse();
        beans.extend(north);
        Kalah { beans, south_moves: side == "s" }
    }

    fn first_moves(&self) -> bool {
        self.south_moves
    }

    fn legal_moves(&self) -> Vec<usize> {
        (1..=self.holes()).filter(|&number| self.beans[self.place(number)] > 0).collect()
    }

    fn play(&mut self, number: usize) {
        let mut place = self.place(number);
        let mut hand = self.beans[place];
        self.beans[place] = 0;
        while hand > 0 {
            place = (place + 1) % self.beans.len();
            if place != self.pot(!self.south_moves) {
                self.beans[place] += 1;
                hand -= 1;
            }
        }
        let own_pot = self.pot(self.south_moves);
        if self.row(self.south_moves).contains(&place) && self.beans[place] == 1 {
            let opposite = 2 * self.holes() - place;
            if self.beans[opposite] > 0 {
                self.beans[own_pot] += self.beans[opposite] + 1;
                self.beans[opposite] = 0;
                self.beans[place] = 0;
            }
        }
        if place != own_pot {
            self.south_moves = !self.south_moves;
        }
        if self.in_play(true) == 0 || self.in_play(false) == 0 {
            for south in [true, false] {
                let pot = self.pot(south);
                self.beans[pot] += self.in_play(south);
                let row = self.row(south);
                self.beans[row].fill(0);
            }
        }
    }

    fn is_over(&self) -> bool {
        self.in_play(true) == 0
    }

    fn value(&self) -> i32 {
        self.beans[self.pot(true)] as i32 - self.beans[self.pot(false)] as i32
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Vacant,
    X,
    O,
}

/// Whether `x` is to move, the number of columns, and the cells row by row from the top.
fn read_cells(text: &str) -> (bool, usize, Vec<Cell>) {
    let (side, rows) = text.split_once(':').expect("a side");
    let columns = rows.find('/').unwrap_or(rows.len());
    let cells = rows.split('/').flat_map(str::chars).map(|letter| match letter {
        'x' => Cell::X,
        'o' => Cell::O,
        _ => Cell::Vacant,
    });
    (side == "x", columns, cells.collect())
}

/// Connect Four: a vector of cells, the lowest level first, 7 in each.
#[derive(Clone)]
pub(crate) struct ConnectFour {
    cells: Vec<Cell>,
    x_moves: bool,
}

const COLUMNS: usize = 7;
const LEVELS: usize = 6;
const IN_A_ROW: usize = 4;

impl ConnectFour {
    fn cell(&self, column: usize, level: usize) -> Cell {
        self.cells[level * COLUMNS + column]
    }

    /// Whether there is a row of a side anywhere.
    fn has_won(&self, side: Cell) -> bool {
        for level in 0..LEVELS {
            for column in 0..COLUMNS {
                for (across, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                    if self.is_row(side, column, level, across, up) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Whether there is a row of a side from this cell in one direction.
    fn is_row(&self, side: Cell, column: usize, level: usize, across: isize, up: isize) -> bool {
        let last_column = column as isize + across * (IN_A_ROW as isize - 1);
        let last_level = level as isize + up * (IN_A_ROW as isize - 1);
        if last_column >= COLUMNS as isize || last_level >= LEVELS as isize || last_level < 0 {
            return false;
        }
        (0..IN_A_ROW as isize).all(|i| {
            self.cell((column as isize + i * across) as usize, (level as isize + i * up) as usize) == side
        })
    }

    fn is_full(&self) -> bool {
        self.cells.iter().all(|&cell| cell != Cell::Vacant)
    }
}

impl Textbook for ConnectFour {
    fn read(text: &str) -> ConnectFour {
        let (x_moves, _, cells) = read_cells(text);
        ConnectFour { cells: cells.chunks(COLUMNS).rev().flatten().copied().collect(), x_moves }
    }

    fn first_moves(&self) -> bool {
        self.x_moves
    }

    fn legal_moves(&self) -> Vec<usize> {
        (1..=COLUMNS).filter(|&number| self.cell(number - 1, LEVELS - 1) == Cell::Vacant).collect()
    }

    fn play(&mut self, number: usize) {
        let column = number - 1;
        let mut level = 0;
        while self.cell(column, level) != Cell::Vacant {
            level += 1;
        }
        self.cells[level * COLUMNS + column] = if self.x_moves { Cell::X } else { Cell::O };
        self.x_moves = !self.x_moves;
    }

    fn is_over(&self) -> bool {
        // Only the side that moved last can have completed a row.
        self.has_won(if self.x_moves { Cell::O } else { Cell::X }) || self.is_full()
    }

    /// A sooner win is worth more: the checkers that the winner still had to place, counting the last one placed.
    fn value(&self) -> i32 {
        let placed = self.cells.iter().filter(|&&cell| cell != Cell::Vacant).count();
        let score = ((COLUMNS * LEVELS + 2 - placed) / 2) as i32;
        if self.has_won(Cell::X) {
            score
        } else if self.has_won(Cell::O) {
            -score
        } else {
            0
        }
    }
}
