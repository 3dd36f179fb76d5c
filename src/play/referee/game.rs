//! A game that is decided by a referee.
//!
//! The player to move gets the opening and all moves so far, the questions that the referee was asked if it answers them, and
//! `go`. Its move is put to the referee. At the end of the game its opponent is asked, too. The referee's word stands: what a
//! player says against it is recorded and changes nothing.
//!
//! Points are 1 for a win and 0 otherwise: a referee knows the result alone.

use std::sync::atomic::{AtomicBool, Ordering};

use super::position::{BotMove, RefereedPosition};
use super::process::{RefereeProcess, RefereedState, Ruling, failed};
use crate::games::{Outcome, Side};
use crate::play::duel::{Arbiter, Contestant, Forfeit, Halt, Status, Unplayed};
use crate::players::bots::Inquiry;
use crate::players::strategies::{Fault, FaultKind, NoChoice};

/// A game in progress under a referee. One value serves many games in turn, with the same process.
pub(crate) struct ByReferee<'a> {
    process: RefereeProcess<'a>,
    interrupt: &'a AtomicBool,
    position: RefereedPosition,
    /// What the referee says of the position, once it was asked.
    standing: Option<RefereedState>,
    /// The first time that a player contradicted the referee.
    dispute: Option<Box<Forfeit>>,
}

impl<'a> ByReferee<'a> {
    pub(super) fn new(process: RefereeProcess<'a>, interrupt: &'a AtomicBool) -> ByReferee<'a> {
        ByReferee { process, interrupt, position: RefereedPosition::start(), standing: None, dispute: None }
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

    /// Asks the opponent of whoever ended the game about the last position.
    fn ask_opponent(
        &mut self,
        side: Side,
        opponent: &mut Contestant<'_, RefereedPosition>,
    ) -> Result<(), Halt> {
        match opponent.strategy.inquire(&self.position, opponent.rng) {
            None => Ok(()),
            Some(Ok(inquiry)) => {
                self.compare(side, opponent, &inquiry);
                Ok(())
            }
            Some(Err(NoChoice::Interrupted)) => Err(Unplayed::Interrupted.into()),
            Some(Err(NoChoice::Fault(fault))) => Err(Halt::Fault(side, fault)),
            Some(Err(other)) => Err(Halt::Fault(side, Fault::new(FaultKind::Crash, other.to_string()))),
        }
    }

    /// Takes note of the first time that a player contradicts the referee.
    fn compare(&mut self, side: Side, player: &Contestant<'_, RefereedPosition>, inquiry: &Inquiry) {
        let Some(standing) = self.standing.as_ref().filter(|_| self.dispute.is_none()) else { return };
        if !inquiry.agrees(&standing.inquiry) {
            let name = player.strategy.bot().map_or("", |bot| bot.settings().player.as_str());
            let said = disagreement(name, self.position.last_move(), &standing.inquiry, inquiry);
            self.dispute = Some(Box::new(Forfeit { side, ply: self.position.plies, said, place: None }));
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
        (self.standing, self.dispute) = (None, None);
        self.process.new_game()
    }

    fn position(&self) -> &RefereedPosition {
        &self.position
    }

    fn status(&mut self) -> Result<Status, Unplayed> {
        let standing = match &self.standing {
            Some(standing) => standing.clone(),
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
        self.standing = Some(standing);
        Ok(Status::ToMove(self.position.to_move))
    }

    fn play(
        &mut self,
        side: Side,
        BotMove { word, said }: BotMove,
        contestants: &mut [Contestant<'_, RefereedPosition>; 2],
    ) -> Result<(), Halt> {
        let mover = &mut contestants[side.index()];
        if let Some(inquiry) = mover.strategy.take_inquiry() {
            self.compare(side, mover, &inquiry);
        }
        let illegal = |said| Err(Halt::Fault(side, Fault::new(FaultKind::Illegal, said)));
        let Some(mv) = word else { return illegal(said) };
        let next = self.position.after(&mv);
        let standing = match self.process.rule(&next.ugi, side)? {
            Ruling::Accepted(standing) => standing,
            Ruling::Rejected(why) => return illegal(format!("{said} (referee: {why})")),
        };
        let is_over = standing.outcome.is_some();
        (self.position, self.standing) = (next, Some(standing));
        if is_over {
            self.ask_opponent(side.other(), &mut contestants[side.other().index()])?;
        }
        Ok(())
    }

    fn dispute(&mut self, contestants: &mut [Contestant<'_, RefereedPosition>; 2]) -> Option<Box<Forfeit>> {
        // A player that failed may have answered before.
        for (side, player) in Side::BOTH.into_iter().zip(contestants) {
            if let Some(inquiry) = player.strategy.take_inquiry().filter(Inquiry::is_complete) {
                self.compare(side, player, &inquiry);
            }
        }
        self.dispute.take()
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

/// What the referee and a player say of the position after a move, or of the opening.
fn disagreement(name: &str, mv: Option<&str>, referee: &Inquiry, player: &Inquiry) -> String {
    let when = mv.map_or_else(|| "at the opening".to_owned(), |mv| format!("after {mv}"));
    let remark = player.error.as_ref().or(player.remark.as_ref());
    let remark = remark.map(|line| format!(" ({line})")).unwrap_or_default();
    format!("{when}: referee says {referee}; {name} says {player}{remark}")
}

/// The points of a result.
pub(super) fn points(outcome: Outcome) -> [u32; 2] {
    Side::BOTH.map(|side| u32::from(outcome == Outcome::Win(side)))
}
