//! One game between two bots, move by move under a referee.
//!
//! The player to move gets the opening and all moves so far, and `go`. Its move is put to the referee, then the opponent is
//! asked the same questions if it answers them. If the two disagree, the game ends in a dispute.
//!
//! Points are 1 for a win and 0 otherwise: a referee knows the result alone.

use std::sync::atomic::{AtomicBool, Ordering};

use super::arbiter::{Arbiter, Ruling, Standing, failed};
use super::openings::Opening;
use crate::games::{Outcome, Side};
use crate::play::duel::{Forfeit, Measurement, Played, Reason};
use crate::play::runner::Unplayed;
use crate::players::bots::{Answer, BotPlayer, Failure, Fault, FaultKind, Inquiry};
use crate::players::clock::Clocks;
use crate::rng::Rng;
use crate::search::Depth;

/// A longer word is not a move.
const LONGEST_MOVE: usize = 1000;

/// A player in a game.
pub(super) struct Contestant<'a> {
    pub(super) name: &'a str,
    pub(super) player: &'a mut BotPlayer,
    /// Its random stream for this game.
    pub(super) rng: &'a mut Rng,
    /// Whether it answers queries about positions.
    pub(super) answers: bool,
}

/// The moves of a game and their measurements, in memory that is used again.
#[derive(Debug, Default)]
pub(super) struct Transcript {
    /// The moves, separated by spaces.
    pub(super) moves: String,
    pub(super) plies: u32,
    pub(super) measurements: Vec<Measurement>,
    /// What follows `position`.
    position: String,
}

/// A game that is being played.
pub(super) struct Game<'a, 'r> {
    pub(super) arbiter: &'a mut Arbiter<'r>,
    pub(super) contestants: [Contestant<'a>; 2],
    pub(super) max_plies: u32,
    pub(super) interrupt: &'a AtomicBool,
    pub(super) transcript: &'a mut Transcript,
}

impl Game<'_, '_> {
    /// Plays from an opening to the end.
    pub(super) fn play(mut self, opening: &Opening) -> Result<Played, Unplayed> {
        *self.transcript = Transcript {
            moves: std::mem::take(&mut self.transcript.moves),
            measurements: std::mem::take(&mut self.transcript.measurements),
            position: std::mem::take(&mut self.transcript.position),
            plies: 0,
        };
        self.transcript.moves.clear();
        self.transcript.measurements.clear();
        self.arbiter.new_game()?;
        for Contestant { player, rng, .. } in &mut self.contestants {
            player.new_game(rng);
        }
        let controls = self.contestants.each_ref().map(|one| one.player.pool().settings().clock);
        let mut clocks = Clocks::start(controls);
        let mut to_move = self.first_to_move(opening)?;
        loop {
            if self.interrupt.load(Ordering::Relaxed) {
                return Err(Unplayed::Interrupted);
            }
            if self.transcript.plies >= self.max_plies {
                return Ok(drawn(Reason::MaxPlies, None));
            }
            let kept = self.transcript.moves.len();
            let mv = match self.choose(to_move, opening, &mut clocks) {
                Ok(mv) => mv,
                Err(Failure::Interrupted) => return Err(Unplayed::Interrupted),
                Err(Failure::Fault(fault)) => return Ok(forfeited(to_move, &fault)),
            };
            self.transcript.add(&mv);
            let Transcript { moves, position, .. } = &mut *self.transcript;
            opening.write(moves, position);
            let standing = match self.arbiter.rule(position, to_move)? {
                Ruling::Accepted(standing) => standing,
                Ruling::Rejected(why) => {
                    moves.truncate(kept);
                    let said = self.contestants[to_move.index()].player.said();
                    let fault = Fault::new(FaultKind::Illegal, format!("{said} (referee: {why})"));
                    return Ok(forfeited(to_move, &fault));
                }
            };
            self.transcript.plies += 1;
            if let Some(ended) = self.verify(to_move.other(), &standing, &mv)? {
                return Ok(ended);
            }
            if let Some(outcome) = standing.outcome {
                self.confirm(&standing)?;
                return Ok(ended(outcome));
            }
            to_move = standing.to_move;
        }
    }

    /// Who moves first.
    fn first_to_move(&mut self, opening: &Opening) -> Result<Side, Unplayed> {
        let position = &mut self.transcript.position;
        opening.write("", position);
        match self.arbiter.judge(position)? {
            Ok(Standing { outcome: None, to_move, .. }) => Ok(to_move),
            // It was asked before the first game, and said something else.
            Ok(standing) => {
                Err(failed(&format!("it contradicts itself about {position}: {}", standing.inquiry)))
            }
            Err(objection) => Err(failed(&format!("it contradicts itself about {position}: {objection}"))),
        }
    }

    /// The move of a side, measured.
    fn choose(&mut self, side: Side, opening: &Opening, clocks: &mut Clocks) -> Result<String, Failure> {
        let Contestant { player, rng, .. } = &mut self.contestants[side.index()];
        let Transcript { moves, plies, measurements, position } = &mut *self.transcript;
        opening.write(moves, position);
        let Answer { info, took } = player.choose(position, side, clocks, rng)?;
        measurements.push(Measurement {
            ply: *plies + 1,
            side,
            nanoseconds: u64::try_from(took.as_nanos()).unwrap_or(u64::MAX),
            nodes: info.nodes.unwrap_or(0),
            depth: info.depth.and_then(|depth| depth.try_into().ok()).map(Depth::plies),
            value: info.score,
        });
        if let Err(error) = clocks.spend(side, took) {
            return Err(Failure::Fault(Fault::new(FaultKind::Timeout, error.to_string())));
        }
        match player.chosen().filter(|mv| mv.len() <= LONGEST_MOVE) {
            Some(mv) => Ok(mv.to_owned()),
            None => Err(Failure::Fault(Fault::new(FaultKind::Illegal, player.said()))),
        }
    }

    /// Asks the opponent about the position that a move led to; how the game ends if it does not agree.
    fn verify(&mut self, side: Side, standing: &Standing, mv: &str) -> Result<Option<Played>, Unplayed> {
        let Contestant { name, player, rng, answers } = &mut self.contestants[side.index()];
        if !*answers {
            return Ok(None);
        }
        match player.inquire(&self.transcript.position, rng) {
            Ok(inquiry) if inquiry.agrees(&standing.inquiry) => Ok(None),
            Ok(inquiry) => {
                let said = disagreement(name, mv, &standing.inquiry, &inquiry);
                let forfeit = Forfeit { side, said, place: None };
                Ok(Some(drawn(Reason::Dispute, Some(forfeit))))
            }
            Err(Failure::Interrupted) => Err(Unplayed::Interrupted),
            Err(Failure::Fault(fault)) => Ok(Some(forfeited(side, &fault))),
        }
    }

    /// Asks the referee once more about the last position: it must not change its mind.
    fn confirm(&mut self, standing: &Standing) -> Result<(), Unplayed> {
        let position = &self.transcript.position;
        match self.arbiter.judge(position)? {
            Ok(again) if again == *standing => Ok(()),
            Ok(again) => Err(failed(&format!(
                "it contradicts itself about {position}: {}; then {}",
                standing.inquiry, again.inquiry
            ))),
            Err(objection) => Err(failed(&format!("it contradicts itself about {position}: {objection}"))),
        }
    }
}

impl Transcript {
    fn add(&mut self, mv: &str) {
        if !self.moves.is_empty() {
            self.moves.push(' ');
        }
        self.moves.push_str(mv);
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
    match outcome {
        Outcome::Win(Side::First) => [1, 0],
        Outcome::Win(Side::Second) => [0, 1],
        Outcome::Draw => [0, 0],
    }
}

fn ended(outcome: Outcome) -> Played {
    Played { outcome, reason: Reason::Normal, points: points(outcome), forfeit: None }
}

fn drawn(reason: Reason, forfeit: Option<Forfeit>) -> Played {
    Played { reason, forfeit: forfeit.map(Box::new), ..ended(Outcome::Draw) }
}

fn forfeited(side: Side, fault: &Fault) -> Played {
    let forfeit = Forfeit { side, said: fault.said.clone(), place: None };
    let reason = fault.kind.into();
    Played { reason, forfeit: Some(Box::new(forfeit)), ..ended(Outcome::Win(side.other())) }
}
