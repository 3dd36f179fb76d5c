//! The board: its marks in W words for each side.

use std::fmt;

use super::MnkRules;
use super::cells::Cells;
use crate::games::game::{Game, Move, Outcome, Side};
use crate::games::grid::{self, Grid, LETTERS};
use crate::games::move_set::WideMoves;
use crate::games::standard::StandardGame;
use crate::games::view::{BoardView, CellLabels, GridLook, GridView};
use crate::games::{MoveEffect, mistake};
use crate::text::TextError;

/// A position of m,n,k on a board of up to 64 W cells.
///
/// ```
/// use arena::games::mnk::{Board, MnkRules};
/// use arena::games::{Game, GameRules, Move};
///
/// let mut board = Board::<1>::start(MnkRules::read(Some("3x3x3")).unwrap());
/// board.play(Move::from_number(5).unwrap());
/// board.play(Move::from_number(1).unwrap());
/// assert_eq!(board.to_string(), "x:o../.x./...");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board<const W: usize> {
    pub(super) rules: MnkRules,
    pub(super) to_move: Side,
    winner: Option<Side>,
    /// The number of marks.
    pub(super) count: u16,
    /// The cells of each side.
    pub(super) marks: [Cells<W>; 2],
}

impl<const W: usize> Board<W> {
    /// The start position: no marks.
    pub fn start(rules: MnkRules) -> Board<W> {
        Board { rules, to_move: Side::First, winner: None, count: 0, marks: [Cells::NONE; 2] }
    }

    /// Whose mark is in a cell, counted from 0.
    fn mark(&self, cell: usize) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.marks[side.index()].has(cell))
    }

    /// All cells.
    pub(super) fn cells(&self) -> Cells<W> {
        Cells::range(0, self.rules.cells())
    }

    /// The cells without a mark.
    pub(super) fn vacant(&self) -> Cells<W> {
        self.cells().without(self.marks[0]).without(self.marks[1])
    }

    /// The cells of the row through this one, along a direction, that the same side has.
    fn row_through(&self, cell: usize, side: Side, (across, down): (isize, isize)) -> usize {
        let MnkRules { columns, rows, .. } = self.rules;
        let (columns, rows) = (isize::from(columns), isize::from(rows));
        let along = |sign: isize| {
            let (mut column, mut row) = (cell as isize % columns, cell as isize / columns);
            let mut length = 0;
            loop {
                (column, row) = (column + sign * across, row + sign * down);
                let is_on_board = (0..columns).contains(&column) && (0..rows).contains(&row);
                if !is_on_board || !self.marks[side.index()].has((row * columns + column) as usize) {
                    return length;
                }
                length += 1;
            }
        };
        1 + along(1) + along(-1)
    }

    /// Whether the mark in this cell is in a row that wins.
    fn wins_at(&self, cell: usize, side: Side) -> bool {
        let wanted = self.rules.in_a_row();
        MnkRules::DIRECTIONS.into_iter().any(|direction| {
            let length = self.row_through(cell, side, direction);
            if self.rules.exact { length == wanted } else { length >= wanted }
        })
    }

    fn grid(&self) -> Grid<'_> {
        let (columns, rows) = (self.rules.columns(), self.rules.rows());
        Grid { title: "m,n,k", spec: &self.rules, columns, rows, row: "row" }
    }
}

impl<const W: usize> Game for Board<W> {
    const PLACE: &'static str = "cell";
    const SIDE_NAMES: [&'static str; 2] = LETTERS;
    const NAMED_MOVES: bool = W > 1;
    const USUAL_DEPTH: u16 = if W > 1 { 2 } else { 6 };

    type Evaluators = super::evaluators::MnkEvaluators;
    type Search = super::search::NearFirst;
    type Moves = WideMoves<W>;

    fn places(&self) -> usize {
        self.rules.cells()
    }

    fn to_move(&self) -> Side {
        self.to_move
    }

    #[inline]
    fn legal_moves(&self) -> WideMoves<W> {
        let cells = if self.winner.is_some() { Cells::NONE } else { self.vacant() };
        WideMoves::from_words(cells.0)
    }

    fn standard(&self) -> Option<StandardGame> {
        let MnkRules { exact, .. } = self.rules;
        let (columns, rows, in_a_row) = (self.rules.columns(), self.rules.rows(), self.rules.in_a_row());
        Some(StandardGame::Mnk { columns, rows, in_a_row, exact })
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        debug_assert!(self.legal_moves().any(|legal| legal == mv), "{mv:?} is not legal in {self}");
        let mover = self.to_move;
        self.marks[mover.index()].add(mv.index());
        self.count += 1;
        if self.wins_at(mv.index(), mover) {
            self.winner = Some(mover);
        }
        self.to_move = mover.other();
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.winner {
            Some(side) => Some(Outcome::Win(side)),
            None if usize::from(self.count) == self.rules.cells() => Some(Outcome::Draw),
            None => None,
        }
    }

    fn write_move(&self, mv: Move, text: &mut Vec<u8>) {
        if Self::NAMED_MOVES {
            let (column, row) = (mv.index() % self.rules.columns(), mv.index() / self.rules.columns());
            text.push(b'A' + column as u8);
            text.extend_from_slice(itoa::Buffer::new().format(self.rules.rows() - row).as_bytes());
        } else {
            text.extend_from_slice(itoa::Buffer::new().format(mv.number()).as_bytes());
        }
    }

    fn move_named(&self, word: &str) -> Option<Move> {
        let cell = if Self::NAMED_MOVES {
            let column = word.bytes().next().filter(u8::is_ascii_alphabetic)?.to_ascii_uppercase() - b'A';
            let from_below: usize = word[1..].parse().ok()?;
            let row = self.rules.rows().checked_sub(from_below)?;
            let is_on_board = column < self.rules.columns && row < self.rules.rows();
            is_on_board.then_some(row * self.rules.columns() + usize::from(column))?
        } else {
            word.parse::<usize>().ok()?.checked_sub(1)?
        };
        (cell < self.places()).then(|| Move::from_index(cell))
    }

    fn unplayable(&self, _: Move) -> &'static str {
        "is taken"
    }

    fn read(&self, text: &str) -> Result<Board<W>, TextError> {
        let grid = self.grid();
        let (to_move, cells) = grid.read(text)?;
        let mut board = Board { to_move, ..Board::start(self.rules) };
        for (cell, mark) in cells.iter().enumerate() {
            if let Some(side) = mark {
                board.marks[side.index()].add(cell);
                board.count += 1;
            }
        }
        let mut has_won = [false; 2];
        for (cell, mark) in cells.iter().enumerate() {
            if let Some(side) = *mark {
                has_won[side.index()] |= board.wins_at(cell, side);
            }
        }
        board.winner = grid.winner(text, self.rules.in_a_row(), has_won)?;
        Ok(board)
    }

    fn decided_by(&self) -> String {
        match self.winner {
            Some(_) => format!("{} in a row", self.rules.in_a_row),
            None => "the board is full".to_owned(),
        }
    }

    /// A quarter of a small board: two plies of tic-tac-toe.
    fn opening_plies(&self) -> u32 {
        (self.rules.cells() as u32 / 4).min(6)
    }

    fn mistake(&self, played: Move, better: Move) -> Option<MoveEffect> {
        mistake::at_once(self, played, better).or_else(|| mistake::double_threat(self, played, better))
    }

    fn view(&self) -> BoardView {
        let (columns, rows) = (self.rules.columns(), self.rules.rows());
        let winner = self.winner.into_iter();
        let decisive = winner.flat_map(|side| {
            (0..self.places()).filter(move |&cell| self.mark(cell) == Some(side) && self.wins_at(cell, side))
        });
        BoardView::Grid(GridView {
            columns,
            look: GridLook::Marks,
            labels: if Self::NAMED_MOVES { CellLabels::FromBottom } else { CellLabels::Numbers },
            letters: LETTERS,
            cells: grid::letters(columns, rows, |row, column| self.mark(row * columns + column)),
            decisive: decisive.collect(),
        })
    }
}

impl<const W: usize> fmt::Display for Board<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = |row, column| self.mark(row * self.rules.columns() + column);
        self.grid().write(f, self.to_move, mark)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::moves::{self, play_list};
    use crate::games::spec::GameRules;

    fn start(sizes: &str) -> Board<1> {
        Board::start(MnkRules::read(Some(sizes)).unwrap())
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
    fn a_longer_row_wins_unless_it_must_be_exact() {
        let moves = "1 15 2 17 4 19 3";
        assert_eq!(end("7x4x3", moves), Some(Outcome::Win(Side::First)), "three of them are in a row");
        let gap = "1 15 2 17 5 19 4 21 3";
        assert_eq!(end("7x4x3:exact", gap), None, "five are not three");
        assert_eq!(end("7x4x3:exact", "1 15 2 17 3"), Some(Outcome::Win(Side::First)));
        assert_eq!(start("7x4x3:exact").rules.to_string(), "mnk:7x4x3:exact");
    }

    /// Every way to win on a wide board is found as on a small one of the same sizes.
    #[test]
    fn boards_of_one_word_and_of_more_play_the_same() {
        for (sizes, seed) in [("8x8x4", 1), ("5x7x3", 2), ("8x6x5:exact", 3)] {
            let rules = MnkRules::read(Some(sizes)).unwrap();
            let (mut narrow, mut wide, mut draw) = (Board::<1>::start(rules), Board::<7>::start(rules), seed);
            while !narrow.is_over() {
                draw = (draw * 75 + 74) % 65_537;
                let mv = narrow.legal_moves().nth(draw % narrow.legal_moves().len()).unwrap();
                narrow.play(mv);
                wide.play(mv);
                assert_eq!((narrow.to_string(), narrow.outcome()), (wide.to_string(), wide.outcome()));
                assert!(narrow.legal_moves().eq(wide.legal_moves()));
            }
        }
    }

    #[test]
    fn cells_of_large_boards_have_names() {
        let start = Board::<7>::start(MnkRules::read(Some("15x15x5")).unwrap());
        let (board, played) = play_list(&start, "H8 a15, O1").unwrap();
        assert_eq!(moves::listed(&start, played.iter().copied()), "H8 A15 O1");
        assert_eq!(played.iter().map(|mv| mv.index()).collect::<Vec<_>>(), [112, 0, 224]);
        let problem = |text: &str| play_list(&board, text).unwrap_err().problem().to_owned();
        assert_eq!(problem("H8"), "move 1: H8 is taken");
        assert_eq!(problem("P3"), "move 1: 'P3' is not a cell of this game");
        assert_eq!(problem("A16"), "move 1: 'A16' is not a cell of this game");
        assert_eq!(problem("8"), "move 1: '8' is not a cell of this game");
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
        let shown = board.view().draw().render(|_, text| text.to_owned());
        assert_eq!(shown, "   x  2  3  4\n   5  o  7  8\n   9 10 11  x\n");
    }
}
