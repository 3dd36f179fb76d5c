//! The fast board: the checkers as bits of a word, seen from the mover.
//!
//! It plays boards of up to 64 or 128 bits; a column takes one bit more than it has levels (see [`Geometry`]). A
//! checker is dropped by an addition, and a row is found by shifting the checkers of the mover onto each other.
//! What is not hot (text, looks) is left to the plain [`Board`].

mod geometry;
mod search;
#[cfg(test)]
mod tests;
mod word;

use std::fmt;

pub use geometry::{Fixed, Free, Geometry};
use search::BitsSearch;
pub use word::Word;

use super::{Board, ConnectRules, Position};
use crate::games::game::{Game, Move, Outcome, Side};
use crate::games::move_set::{MoveSet, Moves};
use crate::games::view::BoardView;
use crate::games::{Form, MoveEffect, Solvable, mistake};
use crate::text::TextError;

/// A position of Connect-N in a word `W`, with the sizes `S`.
///
/// ```
/// use arena::games::connect::{Bits, Fixed, ConnectRules};
/// use arena::games::{Game, Move};
///
/// let mut board = Bits::<u64, Fixed<4, 2, 3>>::start(ConnectRules::new(4, 2, 3).unwrap()).unwrap();
/// for number in [2, 2, 3] {
///     board.play(Move::from_number(number).unwrap());
/// }
/// assert_eq!(board.to_string(), "o:.o../.xx.");
/// assert_eq!(board.must_block().map(Move::number).collect::<Vec<_>>(), [1, 4]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bits<W, S> {
    /// The checkers of the side to move.
    own: W,
    /// The checkers of both sides.
    all: W,
    to_move: Side,
    winner: Option<Side>,
    sizes: S,
}

impl<W: Word, S: Geometry> Bits<W, S> {
    /// The start position; `None` if the word is too small for the game or `S` is for other sizes.
    pub fn start(rules: ConnectRules) -> Option<Bits<W, S>> {
        let sizes = S::of(rules)?;
        (rules.columns() * sizes.stride() <= W::BITS).then_some(Bits {
            own: W::ZERO,
            all: W::ZERO,
            to_move: Side::First,
            winner: None,
            sizes,
        })
    }

    /// Packs a plain position of the same game as `self`.
    fn pack(&self, board: &Board) -> Bits<W, S> {
        let rules = self.sizes.rules();
        debug_assert_eq!(board.rules(), rules, "a position of another game");
        let (mut own, mut all) = (W::ZERO, W::ZERO);
        for column in 0..rules.columns() {
            for level in 0..board.height(column) {
                let cell = self.cell(column, level);
                all = all | cell;
                if board.checker(column, level) == Some(board.to_move()) {
                    own = own | cell;
                }
            }
        }
        let winner = match board.outcome() {
            Some(Outcome::Win(side)) => Some(side),
            _ => None,
        };
        Bits { own, all, to_move: board.to_move(), winner, ..*self }
    }

    /// The plain form.
    pub fn unpack(&self) -> Board {
        let rules = self.sizes.rules();
        let mut board = Board::start(rules);
        for column in 0..rules.columns() {
            let standing = (0..rules.levels()).map_while(|level| self.checker(column, level));
            for side in standing {
                board.drop_checker(side, column);
            }
        }
        board.set_up(self.to_move, self.winner)
    }

    /// The sizes of the board.
    #[inline]
    pub fn geometry(&self) -> S {
        self.sizes
    }

    /// The checkers of the side to move.
    #[inline]
    pub fn mover_stones(&self) -> W {
        self.own
    }

    /// The checkers of the other side.
    #[inline]
    pub fn opponent_stones(&self) -> W {
        self.all ^ self.own
    }

    /// The lowest vacant cell of every column that is not full, even when the game is won.
    #[inline]
    pub fn playable_cells(&self) -> W {
        (self.all + self.sizes.bottom()) & self.sizes.cells()
    }

    /// The vacant cells, playable now or later, where one more checker completes a row of `stones`.
    #[inline]
    pub fn winning_cells(&self, stones: W) -> W {
        self.sizes.winning_cells(stones, self.sizes.cells::<W>() & !self.all)
    }

    /// The moves that win at once; none when the game is over.
    #[inline]
    pub fn wins_now(&self) -> Moves {
        self.completing(self.own)
    }

    /// The moves that would win at once if it were the other side's turn; none when the game is over.
    #[inline]
    pub fn must_block(&self) -> Moves {
        self.completing(self.opponent_stones())
    }

    /// The moves that complete a row of `stones`.
    #[inline]
    fn completing(&self, stones: W) -> Moves {
        if self.winner.is_some() {
            return Moves::NONE;
        }
        self.sizes.columns_of(self.winning_cells(stones) & self.playable_cells())
    }

    /// The cell of a column and a level.
    #[inline]
    fn cell(&self, column: usize, level: usize) -> W {
        W::ONE << (column * self.sizes.stride() + level)
    }

    /// Places a checker of the side to move in a playable cell.
    #[inline]
    fn occupy(&mut self, cell: W) {
        let stones = self.own | cell;
        if self.sizes.has_row(stones) {
            self.winner = Some(self.to_move);
        }
        self.own = self.opponent_stones();
        self.all = self.all | cell;
        self.to_move = self.to_move.other();
    }

    /// The position after a checker is placed in a playable cell.
    #[inline]
    fn with(mut self, cell: W) -> Bits<W, S> {
        self.occupy(cell);
        self
    }

    /// The lowest cell of every column that has a vacant one.
    #[inline]
    fn open_columns(&self) -> W {
        !self.all >> (self.sizes.rules().levels() - 1) & self.sizes.bottom()
    }
}

impl<W: Word, S: Geometry> Game for Bits<W, S> {
    const PLACE: &'static str = Board::PLACE;
    const SIDE_NAMES: [&'static str; 2] = Board::SIDE_NAMES;

    type Evaluators = super::evaluators::ConnectEvaluators;
    type Search = BitsSearch;
    type Moves = Moves;

    fn unplayable(&self, mv: Move) -> &'static str {
        self.unpack().unplayable(mv)
    }

    #[inline]
    fn places(&self) -> usize {
        self.sizes.rules().columns()
    }

    #[inline]
    fn to_move(&self) -> Side {
        self.to_move
    }

    #[inline]
    fn legal_moves(&self) -> Moves {
        if self.winner.is_some() {
            return Moves::NONE;
        }
        self.sizes.gather(self.open_columns())
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        debug_assert!(self.legal_moves().contains(mv), "{mv:?} is not legal in {self}");
        // The carry runs through the checkers of the column to its lowest vacant cell.
        let dropped = (self.all + self.cell(mv.index(), 0)) & !self.all;
        self.occupy(dropped);
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        match self.winner {
            Some(side) => Some(Outcome::Win(side)),
            None if self.open_columns() == W::ZERO => Some(Outcome::Draw),
            None => None,
        }
    }

    #[inline]
    fn points(&self) -> [u32; 2] {
        Side::BOTH.map(|side| u32::from(self.winner == Some(side)))
    }

    fn read(&self, text: &str) -> Result<Bits<W, S>, TextError> {
        super::text::read(self.sizes.rules(), text).map(|board| self.pack(&board))
    }

    fn mistake(&self, played: Move, better: Move) -> Option<MoveEffect> {
        mistake::at_once(self, played, better).or_else(|| mistake::double_threat(self, played, better))
    }

    fn view(&self) -> BoardView {
        self.unpack().view()
    }

    fn decided_by(&self) -> String {
        self.unpack().decided_by()
    }

    fn solvable(&self) -> Solvable {
        let wide = |word: W| {
            let high = if W::BITS > 64 { (word >> 64).low() } else { 0 };
            u128::from(high) << 64 | u128::from(word.low())
        };
        let rules = self.sizes.rules();
        Solvable(Form::Connect { rules, own: wide(self.own), all: wide(self.all) })
    }
}

impl<W: Word, S: Geometry> Position for Bits<W, S> {
    #[inline]
    fn rules(&self) -> ConnectRules {
        self.sizes.rules()
    }

    #[inline]
    fn checker(&self, column: usize, level: usize) -> Option<Side> {
        let rules = self.sizes.rules();
        if column >= rules.columns() || level >= rules.levels() {
            return None;
        }
        let cell = self.cell(column, level);
        if self.all & cell == W::ZERO {
            None
        } else if self.own & cell == W::ZERO {
            Some(self.to_move.other())
        } else {
            Some(self.to_move)
        }
    }

    #[inline]
    fn checkers(&self) -> usize {
        self.all.count_ones() as usize
    }
}

impl<W: Word, S: Geometry> fmt::Display for Bits<W, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        super::text::write(self, f)
    }
}
