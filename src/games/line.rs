//! A position and what came before it, where that matters: in games that a repeated position ends.

use super::game::{Game, IllegalMove, Move};

/// A game in progress. Where [repetition](Game::REPETITION) ends games, it keeps the positions since the last move that nothing
/// can undo; elsewhere it is the position alone.
#[derive(Debug, Clone)]
pub struct Line<G> {
    position: G,
    past: Vec<G>,
}

impl<G: Game> Line<G> {
    /// A game from this position.
    pub fn new(start: G) -> Line<G> {
        Line { position: start, past: Vec::new() }
    }

    /// Begins again.
    #[inline]
    pub fn restart(&mut self, start: &G) {
        self.position = *start;
        self.past.clear();
    }

    /// Where the game stands.
    #[inline]
    pub fn position(&self) -> &G {
        &self.position
    }

    /// Plays a legal move.
    #[inline]
    pub fn play(&mut self, mv: Move) {
        match G::REPETITION {
            Some(times) => self.play_and_compare(mv, times),
            None => self.position.play(mv),
        }
    }

    /// Plays the move if it is legal; otherwise returns why not and changes nothing.
    pub fn try_play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.position.check(mv)?;
        self.play(mv);
        Ok(())
    }

    #[inline(never)]
    fn play_and_compare(&mut self, mv: Move, times: usize) {
        self.past.push(self.position);
        self.position.play(mv);
        let since = self.past.len().saturating_sub(self.position.reversible_plies());
        self.past.drain(..since);
        let earlier = self.past.iter().filter(|earlier| self.position.repeats(earlier)).count();
        if earlier + 1 >= times && !self.position.is_over() {
            self.position.end_by_repetition();
        }
    }
}
