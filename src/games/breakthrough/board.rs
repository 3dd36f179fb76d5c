//! The board: a word of pieces for each side, eight bits for a row, the row at the bottom in the lowest.

use std::fmt;

use super::BreakthroughRules;
use crate::games::effect::MoveEffect;
use crate::games::game::{Game, Move, Outcome, Side};
use crate::games::grid::{self, Grid, LETTERS};
use crate::games::move_set::{MoveSet, WideMoves};
use crate::games::view::{BoardView, CellLabels, GridLook, GridView};
use crate::text::TextError;

/// A position of Breakthrough.
///
/// ```
/// use arena::games::breakthrough::{Board, BreakthroughRules};
/// use arena::games::{Game, GameRules, moves};
///
/// let start = Board::start(BreakthroughRules::read(Some("3x6")).unwrap());
/// let (board, _) = moves::play_list(&start, "a2a3 b5b4 a3b4").unwrap();
/// assert_eq!(board.to_string(), "o:ooo/o.o/.x./.../.xx/xxx");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    rules: BreakthroughRules,
    pub(super) to_move: Side,
    pub(super) pieces: [u64; 2],
}

/// The bits of a row.
pub(super) const ROW: u64 = 0xff;

/// The bits of the column on the left.
const COLUMN: u64 = 0x0101_0101_0101_0101;

/// The directions of a move: up or down, and to the left, straight ahead or to the right. A word of moves for each.
const DIRECTIONS: usize = 6;

/// A move taken apart.
#[derive(Clone, Copy)]
struct Step {
    from: usize,
    is_up: bool,
    /// -1, 0 or 1.
    across: isize,
}

impl Step {
    fn of(mv: Move) -> Step {
        let direction = mv.index() / 64;
        Step { from: mv.index() % 64, is_up: direction < 3, across: (direction % 3) as isize - 1 }
    }

    fn to(self) -> usize {
        let ahead = if self.is_up { 8 } else { -8 };
        self.from.wrapping_add_signed(ahead + self.across)
    }
}

impl Board {
    /// The start position.
    pub fn start(rules: BreakthroughRules) -> Board {
        let row = (1 << rules.columns) - 1;
        let two = row | row << 8;
        Board { rules, to_move: Side::First, pieces: [two, two << (8 * (rules.rows - 2))] }
    }

    /// The number of rows.
    pub(super) fn rows(&self) -> u32 {
        u32::from(self.rules.rows)
    }

    /// The pieces of a side in the row it has reached after so many steps.
    pub(super) fn after_steps(&self, side: Side, steps: u32) -> u32 {
        let row = if side == Side::First { steps } else { self.rows() - 1 - steps };
        (self.pieces[side.index()] >> (8 * row) & ROW).count_ones()
    }

    /// The number of pieces of a side.
    pub(super) fn count(&self, side: Side) -> u32 {
        self.pieces[side.index()].count_ones()
    }

    /// Whether a side has a piece in the farthest row.
    fn has_arrived(&self, side: Side) -> bool {
        self.after_steps(side, self.rows() - 1) > 0
    }

    fn winner(&self) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.has_arrived(side) || self.pieces[side.other().index()] == 0)
    }

    /// The own pieces that have a cell ahead to the left, straight ahead and to the right which is in `cells`.
    #[inline]
    pub(super) fn before(&self, cells: [u64; 3]) -> [u64; 3] {
        let own = self.pieces[self.to_move.index()];
        let [left, straight, right] = if self.to_move == Side::First {
            [cells[0] >> 7, cells[1] >> 8, cells[2] >> 9]
        } else {
            [cells[0] << 9, cells[1] << 8, cells[2] << 7]
        };
        [left & own & !COLUMN, straight & own, right & own & !(COLUMN << (self.rules.columns - 1))]
    }

    /// The pieces that can move, by direction, in an unfinished game.
    #[inline]
    pub(super) fn movable(&self) -> [u64; 3] {
        let [own, other] = [self.pieces[self.to_move.index()], self.pieces[self.to_move.other().index()]];
        self.before([!own, !(own | other), !own])
    }

    /// The words of moves of the side to move.
    #[inline]
    fn words(&self, [left, straight, right]: [u64; 3]) -> WideMoves<DIRECTIONS> {
        WideMoves::from_words(match self.to_move {
            Side::First => [left, straight, right, 0, 0, 0],
            Side::Second => [0, 0, 0, left, straight, right],
        })
    }

    fn grid(&self) -> Grid<'_> {
        let (columns, rows) = (usize::from(self.rules.columns), usize::from(self.rules.rows));
        Grid { title: "Breakthrough", spec: &self.rules, columns, rows, row: "row" }
    }

    /// Whose piece is at a row, counted from the top, and a column.
    fn piece(&self, row: usize, column: usize) -> Option<Side> {
        let cell = self.cell(row, column);
        Side::BOTH.into_iter().find(|side| self.pieces[side.index()] >> cell & 1 == 1)
    }

    /// The cell at a row from the top and a column.
    fn cell(&self, row: usize, column: usize) -> usize {
        8 * (usize::from(self.rules.rows) - 1 - row) + column
    }
}

impl Game for Board {
    const PLACE: &'static str = "move";
    const SIDE_NAMES: [&'static str; 2] = LETTERS;
    const NAMED_MOVES: bool = true;
    const USUAL_DEPTH: u16 = 5;

    type Evaluators = super::evaluators::BreakthroughEvaluators;
    type Search = super::search::CapturesFirst;
    type Moves = WideMoves<DIRECTIONS>;

    fn places(&self) -> usize {
        64 * DIRECTIONS
    }

    fn to_move(&self) -> Side {
        self.to_move
    }

    #[inline]
    fn legal_moves(&self) -> WideMoves<DIRECTIONS> {
        if self.is_over() { WideMoves::NONE } else { self.words(self.movable()) }
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        debug_assert!(self.legal_moves().contains(mv), "{mv:?} is not legal in {self}");
        let (mover, step) = (self.to_move, Step::of(mv));
        self.pieces[mover.index()] ^= 1 << step.from | 1 << step.to();
        self.pieces[mover.other().index()] &= !(1 << step.to());
        self.to_move = mover.other();
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.winner().map(Outcome::Win)
    }

    fn write_move(&self, mv: Move, text: &mut Vec<u8>) {
        let step = Step::of(mv);
        for cell in [step.from, step.to()] {
            text.extend([b'a' + (cell % 8) as u8, b'1' + (cell / 8 % 8) as u8]);
        }
    }

    fn move_named(&self, word: &str) -> Option<Move> {
        let &[from_column, from_row, to_column, to_row] = word.as_bytes() else { return None };
        let place = |byte: u8, first: u8, count: u8| byte.checked_sub(first).filter(|&at| at < count);
        let column = |byte: u8| place(byte.to_ascii_lowercase(), b'a', self.rules.columns);
        let row = |byte: u8| place(byte, b'1', self.rules.rows);
        let (from_column, to_column) = (usize::from(column(from_column)?), usize::from(column(to_column)?));
        let (from_row, to_row) = (usize::from(row(from_row)?), usize::from(row(to_row)?));
        let is_up = to_row > from_row;
        let direction = (to_column + 1).checked_sub(from_column).filter(|&across| across < 3)?;
        let direction = if is_up { direction } else { direction + 3 };
        (from_row.abs_diff(to_row) == 1)
            .then(|| Move::from_index(64 * direction + 8 * from_row + from_column))
    }

    fn unplayable(&self, mv: Move) -> &'static str {
        let step = Step::of(mv);
        if self.pieces[self.to_move.index()] >> step.from & 1 == 0 {
            "moves no piece of the side to move"
        } else if step.is_up != (self.to_move == Side::First) {
            "goes backwards"
        } else {
            "is blocked"
        }
    }

    fn read(&self, text: &str) -> Result<Board, TextError> {
        let grid = self.grid();
        let (to_move, cells) = grid.read(text)?;
        let mut board = Board { to_move, pieces: [0; 2], ..*self };
        for (place, piece) in cells.iter().enumerate() {
            if let Some(side) = piece {
                board.pieces[side.index()] |= 1 << self.cell(place / grid.columns, place % grid.columns);
            }
        }
        let problem = if board.pieces == [0; 2] {
            "there are no pieces on the board"
        } else if Side::BOTH.into_iter().all(|side| board.has_arrived(side)) {
            "both sides have reached the other end, which no game can reach"
        } else {
            return Ok(board);
        };
        Err(grid.error(text, 0..text.len(), problem.to_owned()))
    }

    fn decided_by(&self) -> String {
        let has_arrived = Side::BOTH.into_iter().any(|side| self.has_arrived(side));
        if has_arrived { "the other end is reached" } else { "no pieces are left" }.to_owned()
    }

    /// As many as leave most small boards undecided: two on 3x6.
    fn opening_plies(&self) -> u32 {
        (u32::from(self.rules.columns) * self.rows() / 8).min(6)
    }

    fn view(&self) -> BoardView {
        let (columns, rows) = (usize::from(self.rules.columns), usize::from(self.rules.rows));
        // What reached the other end stands in the first or in the last row.
        let decisive = |&cell: &usize| match self.piece(cell / columns, cell % columns) {
            Some(Side::First) => cell < columns,
            Some(Side::Second) => cell >= columns * (rows - 1),
            None => false,
        };
        BoardView::Grid(GridView {
            columns,
            look: GridLook::Stones,
            labels: CellLabels::FromBottom,
            letters: LETTERS,
            cells: grid::letters(columns, rows, |row, column| self.piece(row, column)),
            decisive: (0..columns * rows).filter(decisive).collect(),
        })
    }

    fn effects(&self, mv: Move) -> Vec<MoveEffect> {
        let is_capture = self.pieces[self.to_move.other().index()] >> Step::of(mv).to() & 1 == 1;
        if is_capture { vec![MoveEffect::new("capture", "{mover} captures a piece.")] } else { Vec::new() }
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.grid().write(f, self.to_move, |row, column| self.piece(row, column))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::moves::play_list;
    use crate::games::spec::GameRules;

    fn start(sizes: &str) -> Board {
        Board::start(BreakthroughRules::read(Some(sizes)).unwrap())
    }

    #[test]
    fn pieces_move_forward_and_capture_diagonally() {
        let board = start("3x5").read("x:.o./.../ox./x.o/..x").unwrap();
        let named = |board: &Board| crate::games::moves::listed(board, board.legal_moves());
        assert_eq!(named(&board), "c1b2 b3a4 b3b4 b3c4", "own pieces and those straight ahead block");
        let board = Board { to_move: Side::Second, ..board };
        assert_eq!(named(&board), "c2b1 b5a4 b5b4 a3b2 b5c4");
        let (after, _) = play_list(&start("3x5"), "b2b3 a4b3 a2b3").unwrap();
        assert_eq!(after.to_string(), "o:ooo/.oo/.x./..x/xxx", "both captured");
    }

    #[test]
    fn a_piece_at_the_other_end_wins_and_so_does_taking_the_last_piece() {
        let end = |text: &str, moves: &str| {
            let (board, _) = play_list(&start("3x4").read(text).unwrap(), moves).unwrap();
            (board.outcome(), board.decided_by())
        };
        let (first, second) = (Some(Outcome::Win(Side::First)), Some(Outcome::Win(Side::Second)));
        assert_eq!(end("x:.o./x../.../...", "a3b4"), (first, "the other end is reached".to_owned()));
        assert_eq!(end("o:.../x../.o./...", "b2c1"), (second, "the other end is reached".to_owned()));
        assert_eq!(end("o:.../..o/.x./...", "c3b2"), (second, "no pieces are left".to_owned()));
        assert_eq!(end("x:.../.o./x../...", "a2b3").0, first, "the last piece again");
        assert_eq!(end("x:.../.o./x../...", "a2a3").0, None);
    }

    #[test]
    fn an_error_says_what_is_wrong_with_a_move_or_a_position() {
        let start = start("3x6");
        let problem = |moves: &str| play_list(&start, moves).unwrap_err().problem().to_owned();
        assert_eq!(problem("a2a4"), "move 1: 'a2a4' is not a move of this game");
        assert_eq!(problem("c2d3"), "move 1: 'c2d3' is not a move of this game");
        assert_eq!(problem("a1a2"), "move 1: a1a2 is blocked");
        assert_eq!(problem("a5a4"), "move 1: a5a4 moves no piece of the side to move");
        assert_eq!(problem("A2a3 a5a4 a3b3"), "move 3: 'a3b3' is not a move of this game");
        assert_eq!(problem("a2a3 a5a4 b2a1"), "move 3: b2a1 goes backwards");
        let problem = |text: &str| start.read(text).unwrap_err().problem().to_owned();
        assert_eq!(problem("w:"), "the side to move is 'x' or 'o' in Breakthrough, not 'w'");
        assert_eq!(problem("x:.../..."), "2 rows, but breakthrough:3x6 has 6");
        assert_eq!(problem("x:.../.../.../.../.../..."), "there are no pieces on the board");
        let both = "x:x../.../.../.../.../o..";
        assert_eq!(problem(both), "both sides have reached the other end, which no game can reach");
    }
}
