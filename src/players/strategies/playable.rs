//! What a strategy chooses a move in.

use std::fmt;

use crate::games::{Game, Move, Side};

/// A position that a strategy can be asked about: one of a game with rules, or one that only a referee understands.
pub trait Playable: Send + Sync + 'static {
    /// What a strategy chooses.
    type Move;

    /// The side to move.
    fn mover(&self) -> Side;

    /// Writes what follows `position` in UGI: `fen …`, `startpos moves …`.
    fn write_ugi(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// The move that a bot answered with, if it can be played. `word` is its `bestmove`, `line` the whole answer as people
    /// can read it.
    fn read_move(&self, word: Option<&str>, line: &dyn Fn() -> String) -> Option<Self::Move>;
}

impl<G: Game> Playable for G {
    type Move = Move;

    fn mover(&self) -> Side {
        self.to_move()
    }

    fn write_ugi(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "fen {self}")
    }

    fn read_move(&self, word: Option<&str>, _: &dyn Fn() -> String) -> Option<Move> {
        let number = word.and_then(|word| word.parse().ok());
        number.and_then(Move::from_number).filter(|&mv| self.legal_moves().contains(mv))
    }
}
