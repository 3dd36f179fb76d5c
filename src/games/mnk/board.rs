//! The board: a word of marks for each side.

use std::fmt;

use super::MnkRules;
use crate::games::PlainSearch;
use crate::games::drawing::{Drawing, Ink};
use crate::games::game::{Game, Move, Moves, Outcome, Side};
use crate::games::grid::{Grid, LETTERS};
use crate::text::TextError;

/// A position of m,n,k.
///
/// ```
/// use arena::games::mnk::MnkRules;
/// use arena::games::{Game, GameRules, Move};
///
/// let mut board = MnkRules::read(Some("3x3x3")).unwrap().start();
/// board.play(Move::from_number(5).unwrap());
/// board.play(Move::from_number(1).unwrap());
/// assert_eq!(board.to_string(), "x:o../.x./...");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    pub(super) rules: MnkRules,
    pub(super) to_move: Side,
    winner: Option<Side>,
    /// The cells of each side, cell 1 in bit 0.
    pub(super) marks: [u64; 2],
}

impl Board {
    /// The start position: no marks.
    pub fn start(rules: MnkRules) -> Board {
        Board { rules, to_move: Side::First, winner: None, marks: [0; 2] }
    }

    /// Whose mark is in a cell, counted from 0.
    fn mark(&self, cell: usize) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.marks[side.index()] >> cell & 1 == 1)
    }

    /// The number of marks.
    pub(super) fn count(&self) -> usize {
        (self.marks[0] | self.marks[1]).count_ones() as usize
    }

    /// Whether a side has K in a row.
    fn has_line(&self, side: Side) -> bool {
        let marks = self.marks[side.index()];
        self.rules.lines().any(|line| marks & line == line)
    }

    fn grid(&self) -> Grid<'_> {
        let MnkRules { columns, rows, .. } = self.rules;
        Grid { title: "m,n,k", spec: &self.rules, columns, rows, row: "row" }
    }
}

impl Game for Board {
    const PLACE: &'static str = "cell";
    const SIDE_NAMES: [&'static str; 2] = LETTERS;
    const UNPLAYABLE: &'static str = "is taken";

    type Evaluators = super::evaluators::MnkEvaluators;
    type Search = PlainSearch;

    fn places(&self) -> usize {
        self.rules.cells()
    }

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn legal_moves(&self) -> Moves {
        if self.winner.is_some() {
            return Moves::NONE;
        }
        let cells = u64::MAX >> (64 - self.rules.cells());
        Moves::from_bits(cells & !(self.marks[0] | self.marks[1]))
    }

    fn play(&mut self, mv: Move) {
        debug_assert!(self.legal_moves().contains(mv), "{mv:?} is not legal in {self}");
        let mover = self.to_move;
        self.marks[mover.index()] |= 1 << mv.index();
        if self.has_line(mover) {
            self.winner = Some(mover);
        }
        self.to_move = mover.other();
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.winner {
            Some(side) => Some(Outcome::Win(side)),
            None if self.count() == self.rules.cells() => Some(Outcome::Draw),
            None => None,
        }
    }

    fn read(&self, text: &str) -> Result<Board, TextError> {
        let grid = self.grid();
        let (to_move, cells) = grid.read(text)?;
        let mut board = Board { to_move, ..Board::start(self.rules) };
        for (cell, mark) in cells.into_iter().enumerate() {
            if let Some(side) = mark {
                board.marks[side.index()] |= 1 << cell;
            }
        }
        let has_line = Side::BOTH.map(|side| board.has_line(side));
        board.winner = grid.winner(text, self.rules.in_a_row, has_line)?;
        Ok(board)
    }

    fn decided_by(&self) -> String {
        match self.winner {
            Some(_) => format!("{} in a row", self.rules.in_a_row),
            None => "the board is full".to_owned(),
        }
    }

    /// A quarter of the board: two plies of tic-tac-toe.
    fn opening_plies(&self) -> u32 {
        (self.rules.cells() as u32 / 4).min(6)
    }

    /// Empty cells show their numbers.
    fn draw(&self) -> Drawing {
        let width = self.places().to_string().len();
        let mut drawing = Drawing::default();
        for cell in 0..self.places() {
            if cell % self.rules.columns == 0 {
                drawing.line();
                drawing.put(Ink::Frame, " ");
            }
            let (ink, symbol) = match self.mark(cell) {
                Some(side) => (Ink::Side(side), Board::side_name(side).to_owned()),
                None => (Ink::Label, (cell + 1).to_string()),
            };
            drawing.put(ink, format!(" {symbol:>width$}"));
        }
        drawing
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = |row, column| self.mark(row * self.rules.columns + column);
        self.grid().write(f, self.to_move, mark)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::moves::play_list;
    use crate::games::spec::GameRules;

    fn start(sizes: &str) -> Board {
        MnkRules::read(Some(sizes)).unwrap().start()
    }

    fn end(sizes: &str, moves: &str) -> Option<Outcome> {
        play_list(&start(sizes), moves).unwrap().0.outcome()
    }

    #[test]
    fn lines_win_in_every_direction() {
        let first = Some(Outcome::Win(Side::First));
        assert_eq!(end("3x3x3", "14253"), first, "across");
        assert_eq!(end("3x3x3", "12457"), first, "down");
        assert_eq!(end("3x3x3", "12539"), first, "diagonal down");
        assert_eq!(end("3x3x3", "31527"), first, "diagonal up");
        assert_eq!(end("3x3x3", "159287364"), Some(Outcome::Draw));
        assert_eq!(end("8x8x1", "64"), first, "one in a row");
        assert_eq!(end("1x2x3", "12"), Some(Outcome::Draw), "a line that does not fit");
    }

    #[test]
    fn a_line_does_not_run_around_the_edge() {
        assert_eq!(end("4x3x3", "3 9 4 10 5"), None);
        assert_eq!(end("8x8x3", "7 20 8 30 9"), None);
    }

    #[test]
    fn an_error_says_what_is_wrong_with_a_position() {
        let problem = |text: &str| start("4x3x3").read(text).unwrap_err().problem().to_owned();
        assert_eq!(problem(""), "the side to move is 'x' or 'o' in m,n,k, not ''");
        assert_eq!(problem("x:..../...."), "2 rows, but mnk:4x3x3 has 3");
        assert_eq!(problem("x:..../.../...."), "a row of 3 columns, but mnk:4x3x3 has 4");
        assert_eq!(problem("x:..../..../..é."), "a place is 'x', 'o' or '.', not 'é'");
        assert_eq!(problem("x:..../ooo./xxx."), "both sides have 3 in a row, which no game can reach");
        let taken = start("4x3x3").read("x:x.../..../....").unwrap().try_play(Move::from_index(0));
        assert_eq!(taken.unwrap_err().to_string(), "cell 1 is taken");
    }

    #[test]
    fn empty_cells_show_their_numbers() {
        let board = start("4x3x3").read("o:x.../.o../...x").unwrap();
        let shown = board.draw().render(|_, text| text.to_owned());
        assert_eq!(shown, "   x  2  3  4\n   5  o  7  8\n   9 10 11  x\n");
    }
}
