//! Queries: what a program thinks of a position, and how it draws it.

use std::fmt::{Display, Write as _};
use std::time::{Duration, Instant};

use super::{Bot, BotFailure};
use crate::players::bots::drawing::{self, Drawing};
use crate::players::bots::fault::{Fault, FaultKind};
use crate::players::bots::inquiry::{self, Inquiry};
use crate::players::bots::process::Broken;

impl Bot {
    /// Asks what the program thinks of a position: who is to move, and whether the game is over.
    pub fn inquire(&mut self, position: &impl Display, reply_limit: Duration) -> Result<Inquiry, BotFailure> {
        self.inquire_with(position, reply_limit, false)
    }

    /// The same for a program that may not know the queries: it is ready when it has nothing more to answer.
    pub(crate) fn probe(
        &mut self,
        position: &impl Display,
        reply_limit: Duration,
    ) -> Result<Inquiry, BotFailure> {
        self.inquire_with(position, reply_limit, true)
    }

    fn inquire_with(
        &mut self,
        position: &impl Display,
        reply_limit: Duration,
        until_ready: bool,
    ) -> Result<Inquiry, BotFailure> {
        let mut inquiry = Inquiry::default();
        let asked = self.query(position, reply_limit, until_ready, &mut inquiry);
        asked.map_err(|broken| match (self.failure(&broken), inquiry.unanswered()) {
            (BotFailure::Fault(Fault { kind: kind @ FaultKind::Timeout, .. }), Some(query))
                if !until_ready =>
            {
                BotFailure::Fault(Fault::new(kind, format!("no answer to query {query}")))
            }
            (failure, _) => failure,
        })?;
        Ok(inquiry)
    }

    fn query(
        &mut self,
        position: &impl Display,
        reply_limit: Duration,
        mut until_ready: bool,
        inquiry: &mut Inquiry,
    ) -> Result<(), Broken> {
        self.strays |= self.process.discard(|line| self.protocol.is_move(line))?;
        let began = Instant::now();
        let next_game = self.next_game.take();
        let deadline = began + reply_limit + next_game.unwrap_or_default();
        self.text.clear();
        self.text.push_str(next_game.map_or("", |_| "uginewgame\n"));
        let _ = writeln!(self.text, "position {position}");
        self.text.push_str(inquiry::LINES);
        self.text.push_str(if until_ready { "isready\n" } else { "" });
        self.send(deadline)?;
        loop {
            let line = self.process.line(deadline)?;
            if until_ready && line == b"readyok" {
                break;
            }
            inquiry.add(line);
            if !until_ready && inquiry.is_complete() {
                break;
            }
            if !until_ready && inquiry.objection(false).is_some() {
                // Whoever objects to a position may leave the queries about it unanswered.
                self.process.send(b"isready\n", deadline)?;
                until_ready = true;
            }
        }
        self.process.asked(1, began.elapsed());
        Ok(())
    }

    /// Asks for a drawing of a position. `None` from a program that draws none.
    pub(crate) fn draw(
        &mut self,
        position: &impl Display,
        reply_limit: Duration,
    ) -> Result<Option<Drawing>, BotFailure> {
        self.try_draw(position, reply_limit).map_err(|broken| self.failure(&broken))
    }

    fn try_draw(
        &mut self,
        position: &impl Display,
        reply_limit: Duration,
    ) -> Result<Option<Drawing>, Broken> {
        self.strays |= self.process.discard(|line| self.protocol.is_move(line))?;
        self.text.clear();
        let _ = writeln!(self.text, "position {position}\n{}\nisready", drawing::QUERY);
        let deadline = Instant::now() + reply_limit;
        self.send(deadline)?;
        let mut drawn = None;
        loop {
            let line = self.process.line(deadline)?;
            if line == b"readyok" {
                return Ok(drawn);
            }
            drawn = drawn.or_else(|| Drawing::read(line));
        }
    }
}
