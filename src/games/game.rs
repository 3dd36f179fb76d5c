//! What a game is: the contract between the rules and everything that plays by them.

use std::fmt::{Debug, Display};
use std::hash::Hash;

use thiserror::Error;

use super::effect::MoveEffect;
use super::evaluator::Evaluators;
use super::mistake;
use super::move_set::MoveSet;
use super::moves;
use super::search_support::SearchSupport;
use super::solvable::{Endgame, Solvable};
use super::standard::StandardGame;
use super::view::BoardView;
use crate::text::TextError;

/// A position of a two-player game with perfect information.
///
/// Eleven items and `Display` are required; everything else has a default. Positions are small `Copy` values: a search
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

    /// The set of legal moves: [`Moves`](super::Moves) unless there are more than 64 places.
    type Moves: MoveSet;

    /// The number of places a move can name: the holes of a side, the columns. Every move of the game has a lower index.
    fn places(&self) -> usize;

    /// The side to move. In a finished game, the side that would have been.
    fn to_move(&self) -> Side;

    /// The legal moves, lowest number first; none when the game is over.
    fn legal_moves(&self) -> Self::Moves;

    /// Plays a legal move. Whether it is legal is checked in debug builds only: see [`try_play`](Game::try_play).
    fn play(&mut self, mv: Move);

    /// How the game ended, or `None` if it is not over.
    fn outcome(&self) -> Option<Outcome>;

    /// Reads the text of a position of the same game and sizes as `self`. The other direction is `Display`.
    fn read(&self, text: &str) -> Result<Self, TextError>;

    /// How the end of every game on this board can be known exactly. By default `smart` takes no `endgame=`.
    const ENDGAMES: Endgame = Endgame::Unknown;

    /// Whether moves have names, `e2e4` or `c4`, instead of numbers. In JSON they are strings.
    const NAMED_MOVES: bool = false;

    /// Whether games are recorded in standard algebraic notation, and so in PGN.
    const HAS_SAN: bool = false;

    /// How often a position occurs in a game before that ends it; `None` if games cannot go round in circles, or may. A position
    /// does not know its past: a [`Line`](super::Line) counts. Nothing searches to the end of such games.
    const REPETITION: Option<usize> = None;

    /// Writes a move as people do: in ASCII, without blanks, the same in every position. By default its number.
    #[inline]
    fn write_move(&self, mv: Move, text: &mut Vec<u8>) {
        text.extend_from_slice(itoa::Buffer::new().format(mv.number()).as_bytes());
    }

    /// The move that people write so, legal or not; `None` if no move of the game is. By default a number up to the number of
    /// [places](Game::places).
    fn move_named(&self, word: &str) -> Option<Move> {
        word.parse().ok().and_then(Move::from_number).filter(|mv| mv.index() < self.places())
    }

    /// A legal move as records of games write it, if the game [has such a notation](Game::HAS_SAN). By default its name.
    fn san(&self, mv: Move) -> String {
        moves::name(self, mv)
    }

    /// The legal move that records of games write so. By default by its name.
    fn move_in_san(&self, word: &str) -> Option<Move> {
        self.move_named(word).filter(|&mv| self.check(mv).is_ok())
    }

    /// Why an existing move cannot be played in this unfinished game: `"is empty"`, `"is full"`.
    fn unplayable(&self, mv: Move) -> &'static str {
        let _ = mv;
        "cannot be played"
    }

    /// Ends the game, because this position occurred as often as [`REPETITION`](Game::REPETITION) says.
    fn end_by_repetition(&mut self) {}

    /// Whether this position repeats an earlier one of the game. By default if they are equal.
    fn repeats(&self, earlier: &Self) -> bool {
        self == earlier
    }

    /// How many plies ago a position that this one repeats can have been at most.
    fn reversible_plies(&self) -> usize {
        usize::MAX
    }

    /// What other programs know the game as. By default none does.
    fn standard(&self) -> Option<StandardGame> {
        None
    }

    /// Moves from the start of the game to this position, each with its side, for programs that cannot be given a position. `None`
    /// where such programs can put pieces on the board, or where no moves were found.
    fn way_here(&self) -> Option<Vec<(Side, Move)>> {
        None
    }

    /// The depth of `smart` without one: what takes some milliseconds a move.
    const USUAL_DEPTH: u16 = 6;

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

    /// What was wrong with a legal move, compared with a better one, in the game's own words: a capture left, a double threat
    /// allowed. `None` if nothing that rules alone can name. By default a win with one move, missed or allowed.
    fn mistake(&self, played: Move, better: Move) -> Option<MoveEffect> {
        mistake::at_once(self, played, better)
    }

    /// What the board looks like. By default the text of the position, one line per row.
    fn view(&self) -> BoardView {
        BoardView::Text(self.to_string())
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
        self.check(mv)?;
        self.play(mv);
        Ok(())
    }

    /// Why a move cannot be played, if it cannot.
    fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        if self.legal_moves().contains(mv) {
            Ok(())
        } else if mv.index() >= self.places() {
            Err(IllegalMove::OutOfRange { place: Self::PLACE, number: mv.number(), last: self.places() })
        } else if self.is_over() {
            Err(IllegalMove::GameOver)
        } else {
            Err(IllegalMove::Unplayable { mv: moves::words(self, mv), why: self.unplayable(mv) })
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

/// A move: the number of the hole, the column or the cell it names, or any other number by which its game knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u16);

impl Move {
    /// The most moves a game may have. The search tree keeps a move in 15 bits.
    pub const MOST: usize = 1 << 15;

    /// The move of a place counted from 0, as the rules count. Below [`Move::MOST`].
    pub const fn from_index(index: usize) -> Move {
        debug_assert!(index < Move::MOST);
        Move(index as u16)
    }

    /// The move of a place counted from 1, as people count; `None` if no game has such a place.
    pub const fn from_number(number: usize) -> Option<Move> {
        match number {
            1..=Move::MOST => Some(Move((number - 1) as u16)),
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

/// Why a move was refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
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
    /// The hole is empty, the column is full, the king would be in check.
    #[error("{mv} {why}")]
    Unplayable {
        /// `hole 3`, `e2e4`.
        mv: String,
        /// `"is empty"` or `"is full"`.
        why: &'static str,
    },
    /// The game is over.
    #[error("the game is over")]
    GameOver,
}
