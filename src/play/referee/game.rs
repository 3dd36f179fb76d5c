//! A game that is decided by a referee.
//!
//! The player to move gets the opening and all moves so far, and `go`. Its move is put to the referee, then the opponent is
//! asked the same questions if it answers them. If the two disagree, the game ends in a dispute.
//!
//! Points are 1 for a win and 0 otherwise: a referee knows the result alone.

use std::sync::atomic::{AtomicBool, Ordering};

use super::position::{BotMove, RefereedPosition};
use super::process::{RefereeProcess, RefereedState, Ruling, failed};
use crate::games::{Outcome, Side};
use crate::play::duel::{Arbiter, Contestant, Halt, Status, Unplayed};
use crate::players::bots::Inquiry;
use crate::players::strategies::{Fault, FaultKind, NoChoice};

/// A game in progress under a referee. One value serves many games in turn, with the same process.
pub(crate) struct ByReferee<'a> {
    process: RefereeProcess<'a>,
    interrupt: &'a AtomicBool,
    position: RefereedPosition,
    /// What the referee says of the position, once it was asked.
    standing: Option<RefereedState>,
}

impl<'a> ByReferee<'a> {
    pub(super) fn new(process: RefereeProcess<'a>, interrupt: &'a AtomicBool) -> ByReferee<'a> {
        ByReferee { process, interrupt, position: RefereedPosition::start(), standing: None }
    }

    /// Asks about the opening.
    fn first_standing(&mut self) -> Result<RefereedState, Unplayed> {
        let position = &self.position.ugi;
        match self.process.judge(position)? {
            Ok(standing) if standing.outcome.is_none() => Ok(standing),
            // It was asked before the first game, and said something else.
            Ok(standing) => {
                Err(failed(&format!("it contradicts itself about {position}: {}", standing.inquiry)))
            }
            Err(objection) => Err(failed(&format!("it contradicts itself about {position}: {objection}"))),
        }
    }

    /// Asks the opponent about the position that a move led to: it must agree with the referee.
    fn verify(
        &self,
        side: Side,
        opponent: &mut Contestant<'_, RefereedPosition>,
        standing: &RefereedState,
        mv: &str,
    ) -> Result<(), Halt> {
        match opponent.strategy.inquire(&self.position, opponent.rng) {
            None => Ok(()),
            Some(Ok(inquiry)) if inquiry.agrees(&standing.inquiry) => Ok(()),
            Some(Ok(inquiry)) => {
                let name = opponent.strategy.bot().map_or("", |bot| bot.settings().player.as_str());
                Err(Halt::Dispute(side, disagreement(name, mv, &standing.inquiry, &inquiry)))
            }
            Some(Err(NoChoice::Interrupted)) => Err(Unplayed::Interrupted.into()),
            Some(Err(NoChoice::Fault(fault))) => Err(Halt::Fault(side, fault)),
            Some(Err(other)) => Err(Halt::Fault(side, Fault::new(FaultKind::Crash, other.to_string()))),
        }
    }

    /// Asks the referee once more about the last position: it must not change its mind.
    fn confirm(&mut self, standing: &RefereedState) -> Result<(), Unplayed> {
        let position = &self.position.ugi;
        match self.process.judge(position)? {
            Ok(again) if again == *standing => Ok(()),
            Ok(again) => Err(failed(&format!(
                "it contradicts itself about {position}: {}; then {}",
                standing.inquiry, again.inquiry
            ))),
            Err(objection) => Err(failed(&format!("it contradicts itself about {position}: {objection}"))),
        }
    }
}

impl Arbiter for ByReferee<'_> {
    type Position = RefereedPosition;

    fn begin(&mut self, opening: &RefereedPosition) -> Result<(), Unplayed> {
        self.position = opening.clone();
        self.standing = None;
        self.process.new_game()
    }

    fn position(&self) -> &RefereedPosition {
        &self.position
    }

    fn status(&mut self) -> Result<Status, Unplayed> {
        let standing = match self.standing.take() {
            Some(standing) => standing,
            None => self.first_standing()?,
        };
        if let Some(outcome) = standing.outcome {
            self.confirm(&standing)?;
            return Ok(Status::Over(outcome));
        }
        if self.interrupt.load(Ordering::Relaxed) {
            return Err(Unplayed::Interrupted);
        }
        self.position.to_move = standing.to_move;
        Ok(Status::ToMove(standing.to_move))
    }

    fn play(
        &mut self,
        side: Side,
        BotMove { word, said }: BotMove,
        opponent: &mut Contestant<'_, RefereedPosition>,
    ) -> Result<(), Halt> {
        let illegal = |said| Err(Halt::Fault(side, Fault::new(FaultKind::Illegal, said)));
        let Some(mv) = word else { return illegal(said) };
        let next = self.position.after(&mv);
        let standing = match self.process.rule(&next.ugi, side)? {
            Ruling::Accepted(standing) => standing,
            Ruling::Rejected(why) => return illegal(format!("{said} (referee: {why})")),
        };
        self.position = next;
        self.verify(side.other(), opponent, &standing, &mv)?;
        self.standing = Some(standing);
        Ok(())
    }

    fn points(&self, outcome: Outcome) -> [u32; 2] {
        points(outcome)
    }

    fn place(&self) -> Option<(String, String)> {
        None
    }

    fn plies(&self) -> u32 {
        self.position.plies
    }

    fn write_moves(&self, text: &mut Vec<u8>) {
        text.extend_from_slice(self.position.moves.as_bytes());
    }
}

/// What the referee and a player say of the position after a move.
fn disagreement(player: &str, mv: &str, referee: &Inquiry, opponent: &Inquiry) -> String {
    let remark = opponent.error.as_ref().or(opponent.remark.as_ref());
    let remark = remark.map(|line| format!(" ({line})")).unwrap_or_default();
    format!("after {mv}: referee says {referee}; {player} says {opponent}{remark}")
}

/// The points of a result.
pub(super) fn points(outcome: Outcome) -> [u32; 2] {
    Side::BOTH.map(|side| u32::from(outcome == Outcome::Win(side)))
}
