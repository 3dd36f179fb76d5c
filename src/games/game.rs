//! What a game is: the contract between the rules and everything that plays by them.

use std::fmt::{Debug, Display};
use std::hash::Hash;

use thiserror::Error;

use super::drawing::Drawing;
use super::effect::MoveEffect;
use super::evaluator::Evaluators;
use super::search_support::SearchSupport;
use super::select;
use super::solvable::Solvable;
use crate::text::TextError;

/// A position of a two-player game with perfect information.
///
/// Ten items and `Display` are required; everything else has a default. Positions are small `Copy` values: a search
/// plays on a copy and drops it. The side to move is explicit, and nothing may assume that the sides alternate: in Kalah
/// an extra turn leaves the same side to move.
///
/// A position knows the sizes of its game, so two positions of different sizes are different values of one type
/// (or, where a representation fixes its size, different types). [`BuiltInGame::visit`](super::BuiltInGame::visit) chooses
/// the type for a game.
pub trait Game: Copy + Eq + Hash + Debug + Display + Send + Sync + 'static {
    /// What a move names: `"hole"`, `"column"`.
    const PLACE: &'static str;

    /// What the first and the second side are called: `["South", "North"]`.
    const SIDE_NAMES: [&'static str; 2];

    /// The evaluators: a tuple of types, the default first.
    type Evaluators: Evaluators<Self>;

    /// What the game offers the fast search; [`PlainSearch`](super::PlainSearch) if nothing.
    type Search: SearchSupport<Self>;

    /// The number of places a move can name: the holes of a side, the columns. At most 64.
    fn places(&self) -> usize;

    /// The side to move. In a finished game, the side that would have been.
    fn to_move(&self) -> Side;

    /// The legal moves, lowest number first; none when the game is over.
    fn legal_moves(&self) -> Moves;

    /// Plays a legal move. Whether it is legal is checked in debug builds only: see [`try_play`](Game::try_play).
    fn play(&mut self, mv: Move);

    /// How the game ended, or `None` if it is not over.
    fn outcome(&self) -> Option<Outcome>;

    /// Reads the text of a position of the same game and sizes as `self`. The other direction is `Display`.
    fn read(&self, text: &str) -> Result<Self, TextError>;

    /// Whether every position has [endgame tables](crate::search::solve::Endgames).
    const HAS_ENDGAME_TABLES: bool = false;

    /// Why an existing place cannot be played in an unfinished game: `"is empty"`, `"is full"`.
    const UNPLAYABLE: &'static str = "cannot be played";

    /// The points of the first and the second side. By default 1 for the winner.
    #[inline]
    fn points(&self) -> [u32; 2] {
        Side::BOTH.map(|side| u32::from(self.outcome() == Some(Outcome::Win(side))))
    }

    /// In a finished game, how it was decided: `"25 to 23"`, `"4 in a row"`. By default the points.
    fn decided_by(&self) -> String {
        let [first, second] = self.points();
        format!("{} to {}", first.max(second), first.min(second))
    }

    /// The fewest plies of a random opening, if the start position is `self`. Small boards have shorter games.
    fn opening_plies(&self) -> u32 {
        6
    }

    /// What a legal move does besides moving. By default nothing worth mentioning. A move after which the same
    /// side moves again always has an effect, unless it ends the game.
    fn effects(&self, mv: Move) -> Vec<MoveEffect> {
        let _ = mv;
        Vec::new()
    }

    /// The board as drawn for people. By default the text of the position, one line per row.
    fn draw(&self) -> Drawing {
        Drawing::of_text(&self.to_string())
    }

    /// The position for an exact solver. By default none knows the game, and it is searched to its end.
    fn solvable(&self) -> Solvable {
        Solvable::BY_SEARCH
    }

    /// Whether the game is over.
    fn is_over(&self) -> bool {
        self.outcome().is_some()
    }

    /// Plays the move if it is legal; otherwise returns why not and changes nothing.
    fn try_play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if self.legal_moves().contains(mv) {
            self.play(mv);
            Ok(())
        } else if mv.index() >= self.places() {
            Err(IllegalMove::OutOfRange { place: Self::PLACE, number: mv.number(), last: self.places() })
        } else if self.is_over() {
            Err(IllegalMove::GameOver)
        } else {
            Err(IllegalMove::Unplayable { place: Self::PLACE, number: mv.number(), why: Self::UNPLAYABLE })
        }
    }

    /// The position after a legal move.
    #[inline]
    #[must_use]
    fn after(&self, mv: Move) -> Self {
        let mut next = *self;
        next.play(mv);
        next
    }

    /// What a side is called in this game.
    fn side_name(side: Side) -> &'static str {
        Self::SIDE_NAMES[side.index()]
    }
}

/// One of the two sides. In Kalah first is South and second is North; in Connect-N first is `x` and second is `o`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Side {
    /// The side that moves first in the start position.
    First,
    /// The other one.
    Second,
}

impl Side {
    /// Both sides, in order.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// 0 for the first side, 1 for the second.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// One side won.
    Win(Side),
    /// Nobody won.
    Draw,
}

impl Outcome {
    /// The outcome of a game that the side with more points wins.
    pub const fn by_points(first: u32, second: u32) -> Outcome {
        if first > second {
            Outcome::Win(Side::First)
        } else if second > first {
            Outcome::Win(Side::Second)
        } else {
            Outcome::Draw
        }
    }
}

/// A move: the hole or the column it names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u8);

impl Move {
    /// The most moves a game may have.
    pub const MOST: usize = 64;

    /// The move of a place counted from 0, as the rules count. Below [`Move::MOST`].
    pub const fn from_index(index: usize) -> Move {
        debug_assert!(index < Move::MOST);
        Move(index as u8)
    }

    /// The move of a place counted from 1, as people count; `None` if no game has such a place.
    pub const fn from_number(number: usize) -> Option<Move> {
        match number {
            1..=Move::MOST => Some(Move((number - 1) as u8)),
            _ => None,
        }
    }

    /// The place, counted from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The place, counted from 1.
    pub const fn number(self) -> usize {
        self.0 as usize + 1
    }
}

/// The legal moves of a position, in order: lowest hole first, leftmost column first.
///
/// A set in one word and its own iterator, so listing moves allocates nothing.
///
/// ```
/// use arena::games::{Move, Moves};
///
/// let moves = Moves::from_bits(0b1010);
/// assert_eq!(moves.map(Move::number).collect::<Vec<_>>(), [2, 4]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moves(u64);

impl Moves {
    /// No moves.
    pub const NONE: Moves = Moves(0);

    /// The moves whose bits are set, place 0 being the lowest bit.
    pub const fn from_bits(bits: u64) -> Moves {
        Moves(bits)
    }

    /// One move alone.
    pub const fn only(mv: Move) -> Moves {
        Moves(1 << mv.0)
    }

    /// Whether the move is among them.
    pub const fn contains(self, mv: Move) -> bool {
        self.0 >> mv.0 & 1 == 1
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The first of them alone.
    #[must_use]
    pub const fn first(self) -> Moves {
        Moves(self.0 & self.0.wrapping_neg())
    }

    /// Adds a move.
    pub const fn insert(&mut self, mv: Move) {
        self.0 |= 1 << mv.0;
    }
}

impl Iterator for Moves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        if self.0 == 0 {
            return None;
        }
        let lowest = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(Move(lowest as u8))
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<Move> {
        let place = select::nth(self.0, n);
        // The bits above it remain, if there are any.
        self.0 &= place.map_or(0, |place| (u64::MAX - 1) << place);
        place.map(|place| Move(place as u8))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = select::count(self.0);
        (count, Some(count))
    }
}

impl ExactSizeIterator for Moves {}

/// Why a move was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum IllegalMove {
    /// There is no such hole or column.
    #[error("there is no {place} {number}: choose from 1 to {last}")]
    OutOfRange {
        /// `"hole"` or `"column"`.
        place: &'static str,
        /// The requested number.
        number: usize,
        /// The highest number.
        last: usize,
    },
    /// The hole is empty, the column is full.
    #[error("{place} {number} {why}")]
    Unplayable {
        /// `"hole"` or `"column"`.
        place: &'static str,
        /// The requested number.
        number: usize,
        /// `"is empty"` or `"is full"`.
        why: &'static str,
    },
    /// The game is over.
    #[error("the game is over")]
    GameOver,
}
