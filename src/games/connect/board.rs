//! The plain board: the height of each column and which of its checkers belong to the first side.
//!
//! It plays every size and is written to be obviously right: after each move it walks from the new checker in all
//! directions. Faster representations are proved against it.

use super::{ConnectRules, Position};
use crate::games::game::{Game, Move, Outcome, Side};
use crate::games::move_set::{MoveSet, Moves};
use crate::games::view::{BoardView, CellLabels, GridLook, GridView};
use crate::games::{MoveEffect, PlainSearch, grid, mistake};
use crate::text::TextError;

/// A position of Connect-N.
///
/// ```
/// use arena::games::connect::{Board, ConnectRules};
/// use arena::games::{Game, Move};
///
/// let mut board = Board::start(ConnectRules::new(4, 2, 3).unwrap());
/// board.play(Move::from_number(2).unwrap());
/// board.play(Move::from_number(2).unwrap());
/// assert_eq!(board.to_string(), "x:.o../.x..");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    rules: ConnectRules,
    to_move: Side,
    winner: Option<Side>,
    checkers: u16,
    heights: [u8; ConnectRules::MOST],
    /// For each column the levels, lowest in bit 0, at which the first side has a checker.
    first: [u64; ConnectRules::MOST],
}

/// The directions of a row, each as steps in columns and levels.
const DIRECTIONS: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

impl Board {
    /// The start position: no checkers.
    pub fn start(rules: ConnectRules) -> Board {
        Board {
            rules,
            to_move: Side::First,
            winner: None,
            checkers: 0,
            heights: [0; ConnectRules::MOST],
            first: [0; ConnectRules::MOST],
        }
    }

    /// The number of checkers in a column.
    pub(super) fn height(&self, column: usize) -> usize {
        usize::from(self.heights[column])
    }

    /// Drops a checker of a side into a column that is not full. A row that it completes is found by
    /// [`wins_at`](Board::wins_at).
    pub(super) fn drop_checker(&mut self, side: Side, column: usize) {
        let level = self.heights[column];
        if side == Side::First {
            self.first[column] |= 1 << level;
        }
        self.heights[column] += 1;
        self.checkers += 1;
    }

    /// The position with this side to move and this winner, for positions that are set up, not played.
    pub(super) fn set_up(self, to_move: Side, winner: Option<Side>) -> Board {
        Board { to_move, winner, ..self }
    }

    /// How many checkers of a side follow a cell in one direction without a gap.
    fn reach(&self, side: Side, (column, level): (usize, usize), step: (isize, isize)) -> usize {
        let (mut column, mut level) = (column as isize, level as isize);
        let mut count = 0;
        loop {
            column += step.0;
            level += step.1;
            let inside = column >= 0 && level >= 0;
            if !inside || self.checker(column as usize, level as usize) != Some(side) {
                return count;
            }
            count += 1;
        }
    }

    /// Whether a checker is in a row that wins.
    pub(super) fn wins_at(&self, side: Side, cell: (usize, usize)) -> bool {
        DIRECTIONS.iter().any(|&step| {
            let length = self.reach(side, cell, (-step.0, -step.1)) + 1 + self.reach(side, cell, step);
            length >= self.rules.in_a_row()
        })
    }
}

impl Game for Board {
    const PLACE: &'static str = "column";
    const SIDE_NAMES: [&'static str; 2] = grid::LETTERS;

    type Evaluators = super::evaluators::ConnectEvaluators;
    type Search = PlainSearch;
    type Moves = Moves;

    fn unplayable(&self, _: Move) -> &'static str {
        "is full"
    }

    fn places(&self) -> usize {
        self.rules.columns()
    }

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn legal_moves(&self) -> Moves {
        let mut moves = Moves::NONE;
        if self.winner.is_none() {
            for column in 0..self.rules.columns() {
                if self.height(column) < self.rules.levels() {
                    moves.insert(Move::from_index(column));
                }
            }
        }
        moves
    }

    fn play(&mut self, mv: Move) {
        debug_assert!(self.legal_moves().contains(mv), "{mv:?} is not legal in {self}");
        let (mover, column) = (self.to_move, mv.index());
        let level = self.height(column);
        self.drop_checker(mover, column);
        if self.wins_at(mover, (column, level)) {
            self.winner = Some(mover);
        }
        self.to_move = mover.other();
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.winner {
            Some(side) => Some(Outcome::Win(side)),
            None if usize::from(self.checkers) == self.rules.cells() => Some(Outcome::Draw),
            None => None,
        }
    }

    fn read(&self, text: &str) -> Result<Board, TextError> {
        super::text::read(self.rules, text)
    }

    fn mistake(&self, played: Move, better: Move) -> Option<MoveEffect> {
        mistake::at_once(self, played, better).or_else(|| mistake::double_threat(self, played, better))
    }

    fn view(&self) -> BoardView {
        let (columns, levels) = (self.rules.columns(), self.rules.levels());
        let place = |cell: usize| (cell % columns, levels - 1 - cell / columns);
        let is_decisive = |cell: &usize| {
            let (column, level) = place(*cell);
            self.checker(column, level).is_some_and(|side| self.wins_at(side, (column, level)))
        };
        BoardView::Grid(GridView {
            columns,
            look: GridLook::Discs,
            labels: CellLabels::Columns,
            letters: grid::LETTERS,
            cells: grid::letters(columns, levels, |row, column| self.checker(column, levels - 1 - row)),
            decisive: (0..columns * levels).filter(is_decisive).collect(),
        })
    }

    fn decided_by(&self) -> String {
        match self.winner {
            Some(_) => format!("{} in a row", self.rules.in_a_row()),
            None => "the board is full".to_owned(),
        }
    }
}

impl Position for Board {
    fn rules(&self) -> ConnectRules {
        self.rules
    }

    fn checker(&self, column: usize, level: usize) -> Option<Side> {
        if column >= self.rules.columns() || level >= self.height(column) {
            return None;
        }
        Some(if self.first[column] >> level & 1 == 1 { Side::First } else { Side::Second })
    }

    fn checkers(&self) -> usize {
        usize::from(self.checkers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::moves::play_list;

    fn end(rules: (usize, usize, usize), moves: &str) -> Option<Outcome> {
        let start = Board::start(ConnectRules::new(rules.0, rules.1, rules.2).unwrap());
        play_list(&start, moves).unwrap().0.outcome()
    }

    #[test]
    fn rows_win_in_every_direction() {
        let first = Some(Outcome::Win(Side::First));
        assert_eq!(end((7, 6, 4), "1213141"), first, "up");
        assert_eq!(end((7, 6, 4), "1122334"), first, "across");
        assert_eq!(end((7, 6, 4), "12233434464"), first, "diagonal up");
        assert_eq!(end((7, 6, 4), "76655454424"), first, "diagonal down");
        assert_eq!(end((7, 6, 4), "121314"), None);
    }

    #[test]
    fn a_full_board_is_a_draw() {
        assert_eq!(end((2, 2, 3), "1122"), Some(Outcome::Draw));
        assert_eq!(end((1, 3, 2), "111"), Some(Outcome::Draw));
    }

    #[test]
    fn one_in_a_row_wins_at_once() {
        assert_eq!(end((4, 5, 1), "3"), Some(Outcome::Win(Side::First)));
    }

    #[test]
    fn a_row_does_not_run_around_the_edge() {
        // x is in columns 6 and 7, then in 1 and 2 of the next level.
        assert_eq!(end((7, 6, 4), "6172717"), None);
    }

    #[test]
    fn the_largest_board_is_played_to_its_top() {
        let mut board = Board::start(ConnectRules::new(64, 64, 64).unwrap());
        for _ in 0..64 {
            board.play(Move::from_index(63));
        }
        assert!(!board.legal_moves().contains(Move::from_index(63)));
        assert_eq!(board.checker(63, 63), Some(Side::Second));
        assert_eq!(board.legal_moves().len(), 63);
    }
}
