//! A starter bot for arena in Rust. Your part is `choose`; the protocol and the rules are done.
//!
//! Build:     rustc -O --edition 2021 -o mybot bot.rs
//! Play:      arena --a ./mybot --b smart:6
//! Protocol:  docs/bots/PROTOCOLS.md

use std::collections::HashMap;
use std::io::{self, BufRead, Write};

/// Returns the move to play. Replace this one: it picks a move by a checksum of the position.
///
/// `limits` is what `go` said, such as `movetime` (milliseconds), `nodes`, `depth`, or `p1time`, `p2time`, `p1inc` and
/// `p2inc`; empty for no limit.
fn choose(position: &Position, _limits: &HashMap<String, u64>) -> usize {
    let mix = |sum: u32, cell: &u32| sum.wrapping_mul(31).wrapping_add(*cell);
    let checksum = position.cells.iter().fold(position.side as u32, mix);
    let moves = position.legal_moves();
    moves[checksum as usize % moves.len()]
}

/// What `ARENA_GAME` says: `kalah:6x4`, `kalah:6x4:empty-capture`, `connect:7x6x4`, `mnk:3x3x3`.
#[derive(Clone, Copy, PartialEq)]
enum Game {
    Kalah { holes: usize, beans: u32, empty_capture: bool },
    Grid { columns: usize, rows: usize, in_a_row: usize, falls: bool },
}

/// A position of any of the games.
#[derive(Clone)]
struct Position {
    game: Game,
    /// The side to move: 0 moves first, 1 second. In Kalah 0 is South, 1 is North.
    side: usize,
    /// Kalah: South's holes 1 to n and pot, then North's. Connect-N and m,n,k: row by row from the top left, 0 empty,
    /// 1 first (x), 2 second (o).
    cells: Vec<u32>,
}

impl Game {
    fn parse(spec: &str) -> Option<Game> {
        let mut parts = spec.split(':');
        let name = parts.next()?;
        let usual = match name {
            "kalah" => "6x4",
            "connect" => "7x6x4",
            "mnk" => "3x3x3",
            _ => return None,
        };
        let sizes = parts.next().unwrap_or(usual).split('x').map(|size| size.parse().ok());
        match *sizes.collect::<Option<Vec<usize>>>()? {
            [holes, beans] if name == "kalah" => Some(Game::Kalah {
                holes,
                beans: beans as u32,
                empty_capture: parts.next() == Some("empty-capture"),
            }),
            [columns, rows, in_a_row] => {
                Some(Game::Grid { columns, rows, in_a_row, falls: name == "connect" })
            }
            _ => None,
        }
    }

    fn start(self) -> Position {
        let cells = match self {
            Game::Kalah { holes, beans, .. } => {
                let row = [vec![beans; holes], vec![0]].concat();
                [row.clone(), row].concat()
            }
            Game::Grid { columns, rows, .. } => vec![0; columns * rows],
        };
        Position { game: self, side: 0, cells }
    }

    /// Reads `s:4,4,4,4,4,4,0:4,4,4,4,4,4,0` or `x:.../.x./..o`.
    fn position(self, text: &str) -> Option<Position> {
        let (side, board) = text.split_once(':')?;
        let (sides, cells) = match self {
            Game::Kalah { .. } => {
                (["s", "n"], board.split([',', ':']).map(|beans| beans.parse().ok()).collect())
            }
            Game::Grid { .. } => {
                let mark = |cell| ".xo".find(cell).map(|mark| mark as u32);
                (
                    ["x", "o"],
                    board.chars().filter(|&cell| cell != '/').map(mark).collect::<Option<Vec<u32>>>(),
                )
            }
        };
        let position =
            Position { game: self, side: sides.iter().position(|&known| known == side)?, cells: cells? };
        (position.cells.len() == self.start().cells.len()).then_some(position)
    }
}

impl Position {
    /// The legal moves, as numbers from 1; empty when the game is over.
    fn legal_moves(&self) -> Vec<usize> {
        if self.is_over() {
            return Vec::new();
        }
        let (places, wanted) = match self.game {
            Game::Kalah { holes, .. } => (&self.cells[self.side * (holes + 1)..][..holes], true),
            Game::Grid { columns, falls: true, .. } => (&self.cells[..columns], false),
            Game::Grid { .. } => (&self.cells[..], false),
        };
        (1..=places.len()).filter(|number| (places[number - 1] > 0) == wanted).collect()
    }

    /// Whether a side has no beans in its holes, or N in a row. (A full board has no moves anyway.)
    fn is_over(&self) -> bool {
        match self.game {
            Game::Kalah { holes, .. } => {
                self.cells.chunks(holes + 1).any(|row| row[..holes].iter().all(|&beans| beans == 0))
            }
            Game::Grid { .. } => (0..self.cells.len()).any(|cell| self.has_line_from(cell)),
        }
    }

    /// Whether N in a row begin at a cell.
    fn has_line_from(&self, cell: usize) -> bool {
        let Game::Grid { columns, rows, in_a_row, .. } = self.game else { return false };
        let (row, column, far) = (cell / columns, cell % columns, in_a_row - 1);
        let (below, right, left) = (row + far < rows, column + far < columns, column >= far);
        let directions = [
            (right, 1),
            (below, columns),
            (below && right, columns + 1),
            (below && left, columns.wrapping_sub(1)),
        ];
        self.cells[cell] > 0
            && directions.iter().any(|&(fits, step)| {
                fits && (1..in_a_row).all(|i| self.cells[cell + i * step] == self.cells[cell])
            })
    }

    /// The position after a legal move.
    fn play(&self, number: usize) -> Position {
        let mut next = self.clone();
        next.side = 1 - self.side;
        match self.game {
            Game::Kalah { holes, empty_capture, .. } => next.sow(number - 1, self.side, holes, empty_capture),
            Game::Grid { columns, falls, .. } => {
                let mut cell = number - 1;
                while falls && self.cells.get(cell + columns) == Some(&0) {
                    cell += columns;
                }
                next.cells[cell] = self.side as u32 + 1;
            }
        }
        next
    }

    fn sow(&mut self, start: usize, me: usize, n: usize, empty_capture: bool) {
        // Steps in the order of sowing: the own holes, the own pot, the other side's holes. South sows to the right,
        // North to the left.
        let hole_at = |row, step| if row == 0 { step } else { n - 1 - step };
        let cell_at = |step| match step {
            step if step < n => me * (n + 1) + hole_at(me, step),
            step if step == n => me * (n + 1) + n,
            step => (1 - me) * (n + 1) + hole_at(1 - me, step - n - 1),
        };
        let mut step = hole_at(me, start);
        let beans = std::mem::take(&mut self.cells[cell_at(step)]);
        for _ in 0..beans {
            step = (step + 1) % (2 * n + 1);
            self.cells[cell_at(step)] += 1;
        }
        if step < n {
            let (own, opposite) = (cell_at(step), (1 - me) * (n + 1) + hole_at(me, step));
            if self.cells[own] == 1 && (self.cells[opposite] > 0 || empty_capture) {
                self.cells[cell_at(n)] += 1 + std::mem::take(&mut self.cells[opposite]);
                self.cells[own] = 0;
            }
        }
        if step == n {
            self.side = me;
        }
        if self.is_over() {
            for row in self.cells.chunks_mut(n + 1) {
                let points = row.iter().sum();
                row.fill(0);
                row[n] = points;
            }
        }
    }
}

/// Reads what follows `position`: `startpos` or `fen POSITION`, then perhaps `moves M1 M2 …`.
fn read_position<'a>(game: Game, mut words: impl Iterator<Item = &'a str>) -> Option<Position> {
    let mut position = match words.next()? {
        "startpos" => game.start(),
        _ => game.position(words.next()?)?,
    };
    for word in words.skip(1) {
        let number = word.parse().ok()?;
        if !position.legal_moves().contains(&number) {
            return None;
        }
        position = position.play(number);
    }
    Some(position)
}

/// Reads what follows `go`: pairs of a name and a number; other words are skipped.
fn read_limits<'a>(words: impl Iterator<Item = &'a str>) -> HashMap<String, u64> {
    let words: Vec<_> = words.collect();
    words.windows(2).filter_map(|pair| Some((pair[0].to_owned(), pair[1].parse().ok()?))).collect()
}

fn main() -> io::Result<()> {
    let spec = std::env::var("ARENA_GAME").unwrap_or_else(|_| "kalah:6x4".to_owned());
    let game = Game::parse(&spec).ok_or_else(|| io::Error::other(format!("unknown game {spec}")))?;
    let mut position = game.start();
    let mut input = io::stdin().lock();
    let mut output = io::stdout().lock();
    let mut bytes = Vec::new();
    while input.read_until(b'\n', &mut bytes)? > 0 {
        let line = String::from_utf8_lossy(&bytes);
        let mut words = line.split_whitespace();
        match words.next() {
            Some("ugi") => writeln!(output, "id name starter\nugiok")?,
            Some("isready") => writeln!(output, "readyok")?,
            Some("position") => match read_position(game, words) {
                Some(read) => position = read,
                None => writeln!(output, "info string cannot read this position: {}", line.trim())?,
            },
            Some("go") if position.legal_moves().is_empty() => writeln!(output, "bestmove none")?,
            Some("go") => writeln!(output, "bestmove {}", choose(&position, &read_limits(words)))?,
            Some("quit") => break,
            // Nothing to do for setoption, uginewgame and stop; unknown lines are skipped.
            _ => {}
        }
        output.flush()?;
        bytes.clear();
    }
    Ok(())
}
