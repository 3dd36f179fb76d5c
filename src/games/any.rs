//! A position whose board type is hidden, for commands, reports and strategies written outside this crate.
//!
//! Hot code is generic over [`Game`]; this type is for the edges, where the cost of a virtual call does not matter.

use std::any::Any;
use std::fmt;

use super::drawing::Drawing;
use super::effect::MoveEffect;
use super::game::{Game, IllegalMove, Move, Outcome, Side};
use super::line::Line;
use super::moves;
use super::standard::StandardGame;
use super::view::BoardView;
use crate::text::TextError;

/// A position of any game, and its past where repetition ends games.
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
        AnyPosition(Box::new(Line::new(position)))
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

    /// What other programs know the game as.
    pub fn standard(&self) -> Option<StandardGame> {
        self.0.standard()
    }

    /// Moves from the start of the game to this position, each with its side, if it can only be reached by moves.
    pub fn way_here(&self) -> Option<Vec<(Side, Move)>> {
        self.0.way_here()
    }

    /// Whether moves have names instead of numbers.
    pub fn names_moves(&self) -> bool {
        self.0.names_moves()
    }

    /// Whether a repeated position ends the game, so that nothing can search to its end.
    pub fn may_repeat(&self) -> bool {
        self.0.may_repeat()
    }

    /// The depth of `smart` without one.
    pub fn usual_depth(&self) -> u16 {
        self.0.usual_depth()
    }

    /// A move as people write it: `3`, `e2e4`.
    pub fn move_name(&self, mv: Move) -> String {
        self.0.move_name(mv)
    }

    /// A move in a sentence: `hole 3`, `e2e4`.
    pub fn move_words(&self, mv: Move) -> String {
        let name = self.move_name(mv);
        if self.names_moves() { name } else { format!("{} {name}", self.place()) }
    }

    /// Whether games are recorded in standard algebraic notation, and so in PGN.
    pub fn has_san(&self) -> bool {
        self.0.has_san()
    }

    /// A legal move in standard algebraic notation, if the game has it, or else its name.
    pub fn san(&self, mv: Move) -> String {
        self.0.san(mv)
    }

    /// The move that people write so, legal or not, or what is wrong with the word.
    pub fn move_named(&self, word: &str) -> Result<Move, String> {
        self.0.move_named(word)
    }

    /// Moves as people write them, separated by spaces.
    pub fn move_list(&self, moves: impl IntoIterator<Item = Move>) -> String {
        let names: Vec<String> = moves.into_iter().map(|mv| self.move_name(mv)).collect();
        names.join(" ")
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
    pub fn legal_moves(&self) -> std::vec::IntoIter<Move> {
        self.0.legal_moves().into_iter()
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

    /// What was wrong with a legal move, compared with a better one, if rules alone can name it.
    pub fn mistake(&self, played: Move, better: Move) -> Option<MoveEffect> {
        self.0.mistake(played, better)
    }

    /// What the board looks like.
    pub fn view(&self) -> BoardView {
        self.0.view()
    }

    /// The board as drawn for people.
    pub fn draw(&self) -> Drawing {
        self.view().draw()
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
        self.0.text().fmt(f)
    }
}

impl fmt::Debug for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AnyPosition({self})")
    }
}

/// The object-safe part of [`Game`], implemented for the line of every game.
trait Erased: Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn text(&self) -> &dyn fmt::Display;
    fn boxed(&self) -> AnyPosition;
    fn equals(&self, other: &AnyPosition) -> bool;
    fn place(&self) -> &'static str;
    fn places(&self) -> usize;
    fn standard(&self) -> Option<StandardGame>;
    fn way_here(&self) -> Option<Vec<(Side, Move)>>;
    fn names_moves(&self) -> bool;
    fn may_repeat(&self) -> bool;
    fn usual_depth(&self) -> u16;
    fn move_name(&self, mv: Move) -> String;
    fn has_san(&self) -> bool;
    fn san(&self, mv: Move) -> String;
    fn move_named(&self, word: &str) -> Result<Move, String>;
    fn side_names(&self) -> [&'static str; 2];
    fn to_move(&self) -> Side;
    fn legal_moves(&self) -> Vec<Move>;
    fn outcome(&self) -> Option<Outcome>;
    fn points(&self) -> [u32; 2];
    fn try_play(&mut self, mv: Move) -> Result<(), IllegalMove>;
    fn play_list(&self, text: &str) -> Result<(AnyPosition, Vec<Move>), TextError>;
    fn read(&self, text: &str) -> Result<AnyPosition, TextError>;
    fn effects(&self, mv: Move) -> Vec<MoveEffect>;
    fn mistake(&self, played: Move, better: Move) -> Option<MoveEffect>;
    fn view(&self) -> BoardView;
    fn decided_by(&self) -> String;
}

impl<G: Game> Erased for Line<G> {
    fn as_any(&self) -> &dyn Any {
        self.position()
    }

    fn text(&self) -> &dyn fmt::Display {
        self.position()
    }

    fn boxed(&self) -> AnyPosition {
        AnyPosition(Box::new(self.clone()))
    }

    fn equals(&self, other: &AnyPosition) -> bool {
        other.downcast() == Some(self.position())
    }

    fn place(&self) -> &'static str {
        G::PLACE
    }

    fn places(&self) -> usize {
        self.position().places()
    }

    fn standard(&self) -> Option<StandardGame> {
        self.position().standard()
    }

    fn way_here(&self) -> Option<Vec<(Side, Move)>> {
        self.position().way_here()
    }

    fn names_moves(&self) -> bool {
        G::NAMED_MOVES
    }

    fn may_repeat(&self) -> bool {
        G::REPETITION.is_some()
    }

    fn usual_depth(&self) -> u16 {
        G::USUAL_DEPTH
    }

    fn move_name(&self, mv: Move) -> String {
        moves::name(self.position(), mv)
    }

    fn has_san(&self) -> bool {
        G::HAS_SAN
    }

    fn san(&self, mv: Move) -> String {
        self.position().san(mv)
    }

    fn move_named(&self, word: &str) -> Result<Move, String> {
        moves::read(self.position(), word)
    }

    fn side_names(&self) -> [&'static str; 2] {
        G::SIDE_NAMES
    }

    fn to_move(&self) -> Side {
        self.position().to_move()
    }

    fn legal_moves(&self) -> Vec<Move> {
        self.position().legal_moves().collect()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position().outcome()
    }

    fn points(&self) -> [u32; 2] {
        self.position().points()
    }

    fn try_play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        Line::try_play(self, mv)
    }

    fn play_list(&self, text: &str) -> Result<(AnyPosition, Vec<Move>), TextError> {
        let mut line = self.clone();
        let played = moves::play_on(&mut line, text)?;
        Ok((AnyPosition(Box::new(line)), played))
    }

    fn read(&self, text: &str) -> Result<AnyPosition, TextError> {
        self.position().read(text).map(AnyPosition::new)
    }

    fn effects(&self, mv: Move) -> Vec<MoveEffect> {
        let mut effects = self.position().effects(mv);
        if let Some(times) = G::REPETITION {
            let mut next = self.clone();
            next.play(mv);
            if next.position().is_over() && !self.position().after(mv).is_over() {
                let text = format!("This position has now occurred {times} times, which ends the game.");
                effects.push(MoveEffect::new("repetition", text));
            }
        }
        effects
    }

    fn mistake(&self, played: Move, better: Move) -> Option<MoveEffect> {
        self.position().mistake(played, better)
    }

    fn view(&self) -> BoardView {
        self.position().view()
    }

    fn decided_by(&self) -> String {
        self.position().decided_by()
    }
}
