//! What a game is: the contract between the rules and everything that plays by them.

use std::fmt::{Debug, Display};
use std::hash::Hash;

use thiserror::Error;

use super::drawing::Drawing;
use super::evaluator::Evaluators;
use super::select;
use crate::text::TextError;

/// A position of a game for two, with perfect information.
///
/// Positions are small `Copy` values: a search plays on a copy and throws it away. The side to move is explicit, and
/// nothing may assume that the sides alternate: in Kalah an extra turn leaves the same side to move.
///
/// A position knows the sizes of its game, so that two positions of different sizes are different values of one type
/// (or, where a representation fixes its size, different types). [`BuiltInGame::visit`](super::BuiltInGame::visit) chooses
/// the type for a game.
pub trait Game: Copy + Eq + Hash + Debug + Display + Send + Sync + 'static {
    /// What a move names: `"hole"`, `"column"`.
    const PLACE: &'static str;

    /// What the first and the second side are called: `["South", "North"]`.
    const SIDE_NAMES: [&'static str; 2];

    /// The named ways to judge a position of this game.
    type Evaluators: Evaluators<Self>;

    /// How many moves there are numbers for: the holes of a side, the columns. At most 64.
    fn places(&self) -> usize;

    /// The side to move. In a finished game, the side that would have been.
    fn to_move(&self) -> Side;

    /// The legal moves, lowest number first; none when the game is over.
    fn legal_moves(&self) -> Moves;

    /// Plays a legal move. Whether it is legal is checked in debug builds only: see [`try_play`](Game::try_play).
    fn play(&mut self, mv: Move);

    /// How the game ended, or `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// The points of the first and the second side: beans in the pots, or 1 for the winner where there are none.
    fn points(&self) -> [u32; 2];

    /// Why a move by a legal-looking number cannot be played in a game that goes on: `"is empty"`, `"is full"`.
    const UNPLAYABLE: &'static str;

    /// Reads the text of a position of the same game and sizes as `self`. The other direction is `Display`.
    fn read(&self, text: &str) -> Result<Self, TextError>;

    /// What a legal move brings about, beyond the move itself.
    fn happenings(&self, mv: Move) -> Vec<Happening>;

    /// The board for people.
    fn draw(&self) -> Drawing;

    /// In a finished game, how it was decided: `"25 to 23"`, `"4 in a row"`.
    fn decided_by(&self) -> String;

    /// Whether a search remembers positions by [`Game::key`]. Where making a key costs as much as searching on, it does
    /// not pay.
    const REMEMBERED: bool = false;

    /// What distinguishes positions for a search.
    type Key: Copy + Eq + Default + Debug + Send + Sync;

    /// The key of the position, and a hash of it. Positions with the same key and the same [`Game::lead`] have the same
    /// moves ahead of them and the same values for the side to move.
    fn key(&self) -> (Self::Key, u64);

    /// By how many points the side to move is ahead.
    fn lead(&self) -> i32 {
        let points = self.points();
        let own = self.to_move();
        points[own.index()] as i32 - points[own.other().index()] as i32
    }

    /// A move as a search makes it: in whatever form is the quickest.
    type Try: Copy;

    /// The legal moves in the order in which a search should try them.
    type Tries: Iterator<Item = Self::Try>;

    /// The legal moves, the most promising first.
    fn tries(&self) -> Self::Tries;

    /// The same, beginning with the move that has this [hint](Game::hint), if any has.
    #[inline]
    fn tries_from(&self, hint: u8) -> Self::Tries {
        let _ = hint;
        self.tries()
    }

    /// What a search remembers of a move, if anything; 0 is nothing.
    #[inline]
    fn hint(mv: Self::Try) -> u8 {
        let _ = mv;
        0
    }

    /// The position after one of the [`tries`](Game::tries).
    #[must_use]
    fn tried(&self, mv: Self::Try) -> Self;

    /// Whether [`Game::forcing`] sees every move that wins at once, and with replies every move that loses to the next.
    const SEES_WINS: bool = false;

    /// What a look at the board shows without playing a move. With `replies`, the next move of the opponent counts too.
    #[inline]
    fn forcing(&self, replies: bool) -> Forcing {
        let _ = replies;
        Forcing::Open
    }

    /// The end of the game where a side can force a win within so many plies, at least 1 and at most
    /// [`Game::FORESEEN`]: a position in which it has won, as soon as it can against the longest defence.
    #[inline]
    fn foresee(&self, plies: u32) -> Option<Self> {
        let _ = plies;
        None
    }

    /// How many plies ahead [`Game::foresee`] sees every forced win.
    const FORESEEN: u32 = 0;

    /// What comes so many plies ahead, at least 1, where a look at the board shows it without playing.
    #[inline]
    fn leaves(&self, plies: usize) -> Option<Leaves> {
        let _ = plies;
        None
    }

    /// Whether the game is over.
    fn is_over(&self) -> bool {
        self.outcome().is_some()
    }

    /// Plays the move if it is legal; otherwise says why not and changes nothing.
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
    /// The outcome of a game that is won by more points.
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

    /// The move of a place counted from 1, as people count; `None` where no game has such a place.
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
/// It is a set in one word and its own iterator, so that listing moves costs no memory.
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
        // What is left are the bits above it, if there are any.
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

/// What a look at the board shows of the moves of an unfinished position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Forcing {
    /// No move is known to win at once, and where replies count, not all are known to lose to the next one.
    Open,
    /// This move wins at once.
    Win(Move),
    /// No move wins at once, and every move but these loses to the next one. Where all lose, one of them stands for all.
    Only(Moves),
}

/// Sequences of moves of one length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Leaves {
    /// How many there are.
    pub all: u64,
    /// How many of them end the game with their last move.
    pub ends: u64,
}

impl std::ops::AddAssign for Leaves {
    #[inline]
    fn add_assign(&mut self, more: Leaves) {
        self.all += more.all;
        self.ends += more.ends;
    }
}

/// Why a move was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum IllegalMove {
    /// There is no such hole or column.
    #[error("there is no {place} {number}: choose from 1 to {last}")]
    OutOfRange {
        /// `"hole"` or `"column"`.
        place: &'static str,
        /// The number that was asked for.
        number: usize,
        /// The highest there is.
        last: usize,
    },
    /// The hole is empty, the column is full.
    #[error("{place} {number} {why}")]
    Unplayable {
        /// `"hole"` or `"column"`.
        place: &'static str,
        /// The number that was asked for.
        number: usize,
        /// `"is empty"` or `"is full"`.
        why: &'static str,
    },
    /// Nothing can be played any more.
    #[error("the game is over")]
    GameOver,
}

/// Something that a move brought about and that a person at the board wants to be told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Happening {
    /// The same side moves again.
    ExtraTurn,
    /// So many beans went into the pot of the mover by capture, its own last bean included.
    Capture(u32),
    /// The game ended, and so many beans left on the board went to the pot of this side.
    Sweep(Side, u32),
}
