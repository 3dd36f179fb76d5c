//! A position whose board type is hidden, for commands, reports and strategies written outside this crate.
//!
//! Hot code is generic over [`Game`]; this type is for the edges, where the cost of a virtual call does not matter.

use std::any::Any;
use std::fmt;

use super::drawing::Drawing;
use super::effect::MoveEffect;
use super::game::{Game, IllegalMove, Move, Moves, Outcome, Side};
use super::moves;
use crate::text::TextError;

/// A position of any game.
///
/// ```
/// use arena::GameSpec;
///
/// let game: GameSpec = "connect:4x4x3".parse()?;
/// let position = game.host()?.start();
/// let (position, _) = position.play_list("123")?;
/// assert_eq!(position.to_string(), "o:..../..../..../xox.");
/// assert_eq!(position.legal_moves().len(), 4);
/// # Ok::<(), arena::TextError>(())
/// ```
pub struct AnyPosition(Box<dyn Erased>);

impl AnyPosition {
    /// Hides the type of a position.
    pub fn new<G: Game>(position: G) -> AnyPosition {
        AnyPosition(Box::new(position))
    }

    /// The position as a `G`, if that is its type.
    pub fn downcast<G: Game>(&self) -> Option<&G> {
        self.0.as_any().downcast_ref()
    }

    /// What a move names: `"hole"`, `"column"`.
    pub fn place(&self) -> &'static str {
        self.0.place()
    }

    /// The number of places a move can name.
    pub fn places(&self) -> usize {
        self.0.places()
    }

    /// What a side is called: `"South"`.
    pub fn side_name(&self, side: Side) -> &'static str {
        self.0.side_names()[side.index()]
    }

    /// The side to move. In a finished game, the side that would have been.
    pub fn to_move(&self) -> Side {
        self.0.to_move()
    }

    /// The legal moves, lowest number first; none when the game is over.
    pub fn legal_moves(&self) -> Moves {
        self.0.legal_moves()
    }

    /// How the game ended, or `None` if it is not over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.outcome().is_some()
    }

    /// The points of the first and the second side.
    pub fn points(&self) -> [u32; 2] {
        self.0.points()
    }

    /// Plays the move if it is legal; otherwise returns why not and changes nothing.
    pub fn try_play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.0.try_play(mv)
    }

    /// The position after a move, or why the move is not legal.
    pub fn after(&self, mv: Move) -> Result<AnyPosition, IllegalMove> {
        let mut next = self.clone();
        next.try_play(mv)?;
        Ok(next)
    }

    /// Plays a list of moves such as `3 6 2`; returns the resulting position and the moves.
    pub fn play_list(&self, text: &str) -> Result<(AnyPosition, Vec<Move>), TextError> {
        self.0.play_list(text)
    }

    /// Reads the text of a position of the same game and size.
    pub fn read(&self, text: &str) -> Result<AnyPosition, TextError> {
        self.0.read(text)
    }

    /// The effects of a legal move, beyond the move itself.
    pub fn effects(&self, mv: Move) -> Vec<MoveEffect> {
        self.0.effects(mv)
    }

    /// The board as drawn for people.
    pub fn draw(&self) -> Drawing {
        self.0.draw()
    }

    /// In a finished game, how it was decided: `"25 to 23"`, `"4 in a row"`.
    pub fn decided_by(&self) -> String {
        self.0.decided_by()
    }
}

impl Clone for AnyPosition {
    fn clone(&self) -> AnyPosition {
        self.0.boxed()
    }
}

impl PartialEq for AnyPosition {
    fn eq(&self, other: &AnyPosition) -> bool {
        self.0.equals(other)
    }
}

impl Eq for AnyPosition {}

impl fmt::Display for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AnyPosition({self})")
    }
}

/// The object-safe part of [`Game`], implemented for every game.
trait Erased: fmt::Display + Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn boxed(&self) -> AnyPosition;
    fn equals(&self, other: &AnyPosition) -> bool;
    fn place(&self) -> &'static str;
    fn places(&self) -> usize;
    fn side_names(&self) -> [&'static str; 2];
    fn to_move(&self) -> Side;
    fn legal_moves(&self) -> Moves;
    fn outcome(&self) -> Option<Outcome>;
    fn points(&self) -> [u32; 2];
    fn try_play(&mut self, mv: Move) -> Result<(), IllegalMove>;
    fn play_list(&self, text: &str) -> Result<(AnyPosition, Vec<Move>), TextError>;
    fn read(&self, text: &str) -> Result<AnyPosition, TextError>;
    fn effects(&self, mv: Move) -> Vec<MoveEffect>;
    fn draw(&self) -> Drawing;
    fn decided_by(&self) -> String;
}

impl<G: Game> Erased for G {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn boxed(&self) -> AnyPosition {
        AnyPosition::new(*self)
    }

    fn equals(&self, other: &AnyPosition) -> bool {
        other.downcast() == Some(self)
    }

    fn place(&self) -> &'static str {
        G::PLACE
    }

    fn places(&self) -> usize {
        Game::places(self)
    }

    fn side_names(&self) -> [&'static str; 2] {
        G::SIDE_NAMES
    }

    fn to_move(&self) -> Side {
        Game::to_move(self)
    }

    fn legal_moves(&self) -> Moves {
        Game::legal_moves(self)
    }

    fn outcome(&self) -> Option<Outcome> {
        Game::outcome(self)
    }

    fn points(&self) -> [u32; 2] {
        Game::points(self)
    }

    fn try_play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        Game::try_play(self, mv)
    }

    fn play_list(&self, text: &str) -> Result<(AnyPosition, Vec<Move>), TextError> {
        let (position, played) = moves::play_list(self, text)?;
        Ok((AnyPosition::new(position), played))
    }

    fn read(&self, text: &str) -> Result<AnyPosition, TextError> {
        Game::read(self, text).map(AnyPosition::new)
    }

    fn effects(&self, mv: Move) -> Vec<MoveEffect> {
        Game::effects(self, mv)
    }

    fn draw(&self) -> Drawing {
        Game::draw(self)
    }

    fn decided_by(&self) -> String {
        Game::decided_by(self)
    }
}
