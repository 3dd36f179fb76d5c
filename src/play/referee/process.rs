//! The program that knows the rules: what it says of a position, and whether it accepts a move.
//!
//! UGI has three queries and no word for "illegal", so a move counts as accepted or not by these rules, in order:
//!
//! 1. An error line before the answers: not accepted. Such a line begins with `error`, `illegal`, `invalid`, `info error` or
//!    `info string`; the last only if the referee said nothing like it about the first position of the run.
//! 2. The game is over, or the other side is to move: accepted.
//! 3. The same side is to move: an extra turn, or a move that was ignored in silence. What the referee does with what is
//!    certainly no move tells them apart. It is asked once, with [`NONSENSE`] behind the moves. If it reports an error, or
//!    breaks down, then its silence meant consent. If it ignores nonsense too, the move was ignored as well: not accepted.
//!
//! A referee that fails, stalls, or contradicts itself ends the run: without it nobody knows the results.

use std::sync::OnceLock;

use super::spec::{REFEREE, RefereeSpec, Referees};
use crate::games::{Outcome, Side};
use crate::play::duel::Unplayed;
use crate::players::bots::{Bot, BotFailure, BotGame, BotPool, Inquiry, NONSENSE, StartError};

/// The referee of a run, shared by all threads.
pub(crate) struct Referee {
    spec: RefereeSpec,
    pool: BotPool,
    /// Whether it says `info string …` about positions that it accepts.
    is_chatty: OnceLock<bool>,
    /// Whether it reacts to what is no move.
    reacts: OnceLock<bool>,
}

/// What the referee says of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RefereedState {
    /// Who won, if the game is over.
    pub(super) outcome: Option<Outcome>,
    /// Whose turn it is, if it is not.
    pub(super) to_move: Side,
    /// Its answers.
    pub(super) inquiry: Inquiry,
}

/// Whether the referee accepts a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Ruling {
    /// It does, and this is the position after it.
    Accepted(RefereedState),
    /// It does not. The words say how that shows.
    Rejected(String),
}

impl Referee {
    pub(crate) fn new(spec: RefereeSpec) -> Referee {
        let pool = BotPool::new(spec.settings().clone());
        Referee { spec, pool, is_chatty: OnceLock::new(), reacts: OnceLock::new() }
    }

    /// Who is asked about positions.
    pub(super) fn referees(&self) -> Referees {
        self.spec.referees()
    }

    pub(super) fn pool(&self) -> &BotPool {
        &self.pool
    }

    /// Starts the first process, and checks that it answers queries about a position.
    pub(super) fn start(&self, game: &str, position: &str) -> Result<(), StartError> {
        self.pool.start(&BotGame::refereed(game.to_owned()))?;
        let mut bot = self.pool.take()?;
        let program = self.spec.settings().command.program();
        let advice = "a referee answers query gameover, query p1turn and query result: see docs/GAMES.md";
        let wrong = |problem: String| StartError::new(format!("{program} {problem}"), advice);
        let inquiry = bot.probe(&position, self.spec.answer_time()).map_err(|failure| match failure {
            BotFailure::Fault(fault) => wrong(format!("failed as the referee: {fault}")),
            BotFailure::Interrupted => wrong("was interrupted".to_owned()),
        })?;
        if !inquiry.is_complete() {
            return Err(wrong(format!("does not answer all queries: {inquiry}")));
        }
        let _ = self.is_chatty.set(inquiry.is_chatty());
        self.pool.give_back(bot);
        Ok(())
    }

    /// The line by which it rejects a position, if it does.
    fn objection<'i>(&self, inquiry: &'i Inquiry) -> Option<&'i str> {
        inquiry.objection(self.is_chatty.get().copied().unwrap_or(false))
    }
}

/// One thread's process of the referee.
pub(super) struct RefereeProcess<'a> {
    referee: &'a Referee,
    bot: Option<Bot>,
}

impl<'a> RefereeProcess<'a> {
    pub(super) fn new(referee: &'a Referee) -> RefereeProcess<'a> {
        RefereeProcess { referee, bot: None }
    }

    /// Announces a game.
    pub(super) fn new_game(&mut self) -> Result<(), Unplayed> {
        let mut bot = self.take()?;
        bot.announce_game(self.referee.spec.settings());
        self.bot = Some(bot);
        Ok(())
    }

    /// What the referee says of a position, or the line by which it rejects it.
    pub(super) fn judge(&mut self, position: &str) -> Result<Result<RefereedState, String>, Unplayed> {
        let mut bot = self.take()?;
        let asked = bot.inquire(&position, self.referee.spec.answer_time());
        let inquiry = asked.map_err(|failure| broken(failure, position))?;
        self.bot = Some(bot);
        if let Some(objection) = self.referee.objection(&inquiry) {
            return Ok(Err(objection.to_owned()));
        }
        match inquiry.standing() {
            Ok((outcome, to_move)) => Ok(Ok(RefereedState { outcome, to_move, inquiry })),
            Err(problem) => Err(failed(&format!("{problem}, asked about {position}"))),
        }
    }

    /// Whether the referee accepts the last move of a position, made by this side.
    pub(super) fn rule(&mut self, position: &str, mover: Side) -> Result<Ruling, Unplayed> {
        let standing = match self.judge(position)? {
            Ok(standing) => standing,
            Err(objection) => return Ok(Ruling::Rejected(objection)),
        };
        let is_clear = standing.outcome.is_some() || standing.to_move != mover;
        if is_clear || self.reacts(position)? {
            Ok(Ruling::Accepted(standing))
        } else {
            Ok(Ruling::Rejected("the same side is to move".to_owned()))
        }
    }

    /// Whether the referee reacts to what is no move.
    fn reacts(&mut self, position: &str) -> Result<bool, Unplayed> {
        if let Some(&known) = self.referee.reacts.get() {
            return Ok(known);
        }
        let nonsense = format!("{position} {NONSENSE}");
        let mut bot = self.take()?;
        let reacts = match bot.inquire(&nonsense, self.referee.spec.answer_time()) {
            Ok(inquiry) => {
                self.bot = Some(bot);
                self.referee.objection(&inquiry).is_some()
            }
            Err(BotFailure::Interrupted) => return Err(Unplayed::Interrupted),
            // Provoked: the next question starts it again.
            Err(BotFailure::Fault(_)) => true,
        };
        let _ = self.referee.reacts.set(reacts);
        Ok(reacts)
    }

    fn take(&mut self) -> Result<Bot, Unplayed> {
        match self.bot.take() {
            Some(bot) => Ok(bot),
            None => self.referee.pool.take().map_err(|error| failed(&error.problem)),
        }
    }
}

/// The process waits in the pool for the next thread that needs one.
impl Drop for RefereeProcess<'_> {
    fn drop(&mut self) {
        if let Some(bot) = self.bot.take() {
            self.referee.pool.give_back(bot);
        }
    }
}

/// How a process of the referee failed over a position.
fn broken(failure: BotFailure, position: &str) -> Unplayed {
    match failure {
        BotFailure::Interrupted => Unplayed::Interrupted,
        BotFailure::Fault(fault) => failed(&format!("{fault}, asked about {position}")),
    }
}

/// The run cannot go on.
pub(super) fn failed(how: &str) -> Unplayed {
    Unplayed::Failed(format!("the {REFEREE} failed: {how}"))
}
