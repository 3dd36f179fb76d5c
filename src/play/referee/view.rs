//! Positions as a referee sees them, for people to look at, and moves that people make.

use std::sync::OnceLock;

use super::openings;
use super::position::RefereedPosition;
use super::process::{Referee, RefereeProcess, RefereedState, Ruling};
use super::spec::RefereeSpec;
use crate::games::{Outcome, Side};
use crate::play::duel::Unplayed;
use crate::play::source::Rules as _;
use crate::players::bots::{BotFailure, Drawing, StartError};
use crate::players::strategies::{Strategy, StrategySpec};
use crate::text::TextError;

/// A referee that was started to look at positions.
pub(crate) struct RefereeView {
    referee: Referee,
    spec: RefereeSpec,
    /// Whether it draws boards, once it was asked.
    draws: OnceLock<bool>,
}

/// What a referee says of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SeenPosition {
    /// Who won, if the game is over.
    pub(crate) outcome: Option<Outcome>,
    /// Whose turn it is, if it is not.
    pub(crate) to_move: Side,
    /// `None` if the referee draws none.
    pub(crate) board: Option<Drawing>,
}

impl RefereeView {
    /// Starts the referee of a game.
    pub(crate) fn start(spec: &RefereeSpec) -> Result<RefereeView, StartError> {
        let referee = Referee::new(spec.clone());
        referee.start(&spec.to_string(), &RefereedPosition::start().ugi)?;
        Ok(RefereeView { referee, spec: spec.clone(), draws: OnceLock::new() })
    }

    /// The position after moves from a FEN or, without one, from the start.
    pub(crate) fn position(fen: Option<&str>, moves: &str) -> Result<RefereedPosition, &'static str> {
        let opening = openings::opening(fen.filter(|fen| !fen.is_empty()).unwrap_or("startpos"), 0)?;
        Ok(moves.split_whitespace().fold(opening, |position, word| position.after(word)))
    }

    /// What the referee says of a position; in words, if it does not accept it. A referee that fails is an error.
    pub(crate) fn see(&self, position: &RefereedPosition) -> Result<Result<SeenPosition, String>, Unplayed> {
        let judged = RefereeProcess::new(&self.referee).judge(&position.ugi)?;
        Ok(judged.map(|RefereedState { outcome, to_move, .. }| SeenPosition {
            outcome,
            to_move,
            board: self.board(position),
        }))
    }

    /// Whose turn it is, `None` if the game is over; in words, if the referee does not accept the position.
    pub(crate) fn to_move(
        &self,
        position: &RefereedPosition,
    ) -> Result<Result<Option<Side>, String>, Unplayed> {
        let judged = RefereeProcess::new(&self.referee).judge(&position.ugi)?;
        Ok(judged.map(|state| state.outcome.is_none().then_some(state.to_move)))
    }

    /// The board, if the referee draws it.
    pub(crate) fn board(&self, position: &RefereedPosition) -> Option<Drawing> {
        if self.draws.get() == Some(&false) {
            return None;
        }
        let mut bot = self.referee.pool().take().ok()?;
        let drawn = match bot.draw(&position.ugi, self.spec.answer_time()) {
            Ok(drawn) => {
                self.referee.pool().give_back(bot);
                drawn
            }
            // One that breaks down over the question is not asked again.
            Err(BotFailure::Fault(_)) => None,
            Err(BotFailure::Interrupted) => return None,
        };
        let _ = self.draws.set(drawn.is_some());
        drawn
    }

    /// The position after a move of a side; in words, if the referee does not accept it.
    pub(crate) fn play(
        &self,
        position: &RefereedPosition,
        side: Side,
        word: &str,
    ) -> Result<Result<RefereedPosition, String>, Unplayed> {
        let next = position.after(word);
        let ruling = RefereeProcess::new(&self.referee).rule(&next.ugi, side)?;
        Ok(match ruling {
            Ruling::Accepted(_) => Ok(next),
            Ruling::Rejected(why) => Err(why),
        })
    }

    /// A player of this game.
    pub(crate) fn player(
        &self,
        spec: &StrategySpec,
    ) -> Result<Box<dyn Strategy<RefereedPosition>>, TextError> {
        self.referee.build(spec)
    }
}
