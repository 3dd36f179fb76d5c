//! A game that is decided by the rules of its board.

use crate::games::{Game, Line, Move, MoveSet, Outcome, Side, moves};
use crate::play::duel::{Arbiter, Contestant, Halt, Reason, Status, Unplayed};
use crate::play::finished::FinishedGame;
use crate::players::strategies::{Fault, FaultKind};

/// A game in progress on a board. One value serves many games in turn, without new allocations.
#[derive(Debug, Clone)]
pub struct ByRules<G: Game> {
    line: Line<G>,
    /// The legal moves of the position, once its status was asked for.
    legal: G::Moves,
    moves: Vec<Move>,
}

impl<G: Game> ByRules<G> {
    /// A game from a position.
    pub fn new(start: G) -> ByRules<G> {
        ByRules { line: Line::new(start), legal: G::Moves::NONE, moves: Vec::new() }
    }
}

impl<G: Game> Arbiter for ByRules<G> {
    type Position = G;

    #[inline]
    fn begin(&mut self, opening: &G) -> Result<(), Unplayed> {
        self.line.restart(opening);
        self.moves.clear();
        Ok(())
    }

    #[inline]
    fn position(&self) -> &G {
        self.line.position()
    }

    #[inline]
    fn status(&mut self) -> Result<Status, Unplayed> {
        // A position without moves is finished, so one list of moves answers both questions.
        let position = self.line.position();
        self.legal = position.legal_moves();
        Ok(if self.legal.is_none() {
            Status::Over(position.outcome().unwrap_or(Outcome::Draw))
        } else {
            Status::ToMove(position.to_move())
        })
    }

    #[inline]
    fn play(&mut self, side: Side, mv: Move, _: &mut [Contestant<'_, G>; 2]) -> Result<(), Halt> {
        if !self.legal.contains(mv) {
            let said = moves::name(self.line.position(), mv);
            return Err(Halt::Fault(side, Fault::new(FaultKind::Illegal, said)));
        }
        self.line.play(mv);
        self.moves.push(mv);
        Ok(())
    }

    fn points(&self, _: Outcome) -> [u32; 2] {
        self.line.position().points()
    }

    fn place(&self) -> Option<(String, String)> {
        let position = self.line.position();
        Some((position.to_string(), moves::listed(position, position.legal_moves())))
    }

    #[inline]
    fn moves(&self) -> &[Move] {
        &self.moves
    }

    #[inline]
    fn plies(&self) -> u32 {
        self.moves.len() as u32
    }

    fn write_moves(&self, text: &mut Vec<u8>) {
        moves::write_list(self.line.position(), &self.moves, text);
    }
}

/// Whether the moves of a recorded game, played from its opening, lead to the recorded result. What a power cut leaves
/// behind, such as zeros or the end of one line after the beginning of another, may look like a game but is not one.
pub(crate) fn replays<G: Game>(opening: &G, game: &FinishedGame<&str>) -> bool {
    let (mut line, mut played) = (Line::new(*opening), Vec::new());
    let moves = game.moves.unwrap_or_default();
    for word in moves.split(' ').filter(|word| !word.is_empty()) {
        let Some(mv) = opening.move_named(word) else { return false };
        if line.try_play(mv).is_err() {
            return false;
        }
        played.push(mv);
    }
    let end = line.position();
    let ended_so = match game.reason {
        Reason::Normal => end.outcome() == Some(game.outcome),
        Reason::MaxPlies => !end.is_over() && game.outcome == Outcome::Draw,
        Reason::Illegal | Reason::Timeout | Reason::Crash => {
            !end.is_over() && game.outcome == Outcome::Win(end.to_move().other())
        }
        // Rules cannot be contradicted, and do not fail.
        Reason::Dispute | Reason::Failed => false,
        // What the players said of it is not recorded.
        Reason::Adjudicated => !end.is_over(),
    };
    let mut written = Vec::with_capacity(moves.len());
    moves::write_list(opening, &played, &mut written);
    ended_so
        && game.points == end.points().map(Some)
        && game.plies == Some(played.len() as u32)
        && written == moves.as_bytes()
}
