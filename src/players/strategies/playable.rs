//! What a strategy chooses a move in.

use std::fmt;

use crate::games::{AnyPosition, Game, Move, MoveSet, Side, StandardGame};
use crate::players::bots::BotPosition;

/// A position that a strategy can be asked about: one of a game with rules, or one that only a referee understands.
pub trait Playable: BotPosition + 'static {
    /// What a strategy chooses.
    type Move;

    /// The move that a bot answered with, if it can be played. `word` is the word of the move, `line` the whole answer as people can read
    /// it.
    fn read_move(&self, word: Option<&str>, line: &dyn Fn() -> String) -> Option<Self::Move>;
}

impl<G: Game> Playable for G {
    type Move = Move;

    fn read_move(&self, word: Option<&str>, _: &dyn Fn() -> String) -> Option<Move> {
        word.and_then(|word| self.move_named(word)).filter(|&mv| self.legal_moves().contains(mv))
    }
}

impl<G: Game> BotPosition for G {
    fn mover(&self) -> Side {
        self.to_move()
    }

    fn write_ugi(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "fen {self}")
    }

    fn standard(&self) -> Option<StandardGame> {
        Game::standard(self)
    }

    fn write_move(&self, mv: Move, text: &mut Vec<u8>) {
        Game::write_move(self, mv, text);
    }

    fn way_here(&self) -> Option<Vec<(Side, Move)>> {
        Game::way_here(self)
    }

    fn movers(&self, moves: &[Move]) -> Vec<Side> {
        let mut position = *self;
        let mut play = |&mv: &Move| {
            let side = position.to_move();
            position.play(mv);
            side
        };
        moves.iter().map(&mut play).collect()
    }
}

impl BotPosition for AnyPosition {
    fn mover(&self) -> Side {
        self.to_move()
    }

    fn write_ugi(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "fen {self}")
    }

    fn standard(&self) -> Option<StandardGame> {
        AnyPosition::standard(self)
    }

    fn write_move(&self, mv: Move, text: &mut Vec<u8>) {
        text.extend_from_slice(self.move_name(mv).as_bytes());
    }

    fn way_here(&self) -> Option<Vec<(Side, Move)>> {
        AnyPosition::way_here(self)
    }

    fn movers(&self, moves: &[Move]) -> Vec<Side> {
        let mut position = self.clone();
        let mut play = |&mv: &Move| {
            let side = position.to_move();
            // The moves of a game are legal in it.
            let _ = position.try_play(mv);
            side
        };
        moves.iter().map(&mut play).collect()
    }
}
