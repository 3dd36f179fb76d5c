//! Questions about games that arena has no rules for.

use std::fmt;
use std::time::{Duration, Instant};

use super::{Conversation, Failed, TimedAnswer};
use crate::games::Side;
use crate::players::bots::drawing::{self, Drawing};
use crate::players::bots::fitness::check::Problem;
use crate::players::bots::fitness::strays::Strays;
use crate::players::bots::inquiry::{self, Inquiry};
use crate::players::bots::question::{BotPosition, MoveLimits, Question};

/// The time for a move.
const SHORT: Duration = Duration::from_millis(20);

impl Conversation<'_> {
    /// Asks for a move in a position that arena has no rules for.
    pub(in crate::players::bots::fitness) fn ask_unruled(
        &mut self,
        position: &str,
        longest: Duration,
        strays: &mut Strays,
    ) -> Result<TimedAnswer, Failed> {
        let reply_limit = longest.min(self.settings.startup);
        self.forget();
        let (position, limits) =
            (Unruled(position), MoveLimits { time: Some(SHORT), ..MoveLimits::default() });
        let question = Question { position: &position, past: None, clocks: None, limits };
        let answer = self.answer(&question, reply_limit, strays);
        answer.map_err(|broken| self.fail(&broken, reply_limit, "bestmove and a move"))
    }

    /// Asks what the program says of a position, and waits until it has nothing more to say.
    pub(in crate::players::bots::fitness) fn inquire(
        &mut self,
        position: &str,
        reply_limit: Duration,
        strays: &mut Strays,
    ) -> Result<(Inquiry, Duration), Failed> {
        self.forget();
        let began = Instant::now();
        let mut inquiry = Inquiry::default();
        let mut time = Duration::ZERO;
        let lines = format!("position {position}\n{}isready\n", inquiry::LINES);
        let asked = self.say(&lines, began + reply_limit).and_then(|()| {
            loop {
                let line = self.hear(began + reply_limit)?;
                if line == b"readyok" {
                    return Ok(());
                }
                if !inquiry.add(&line) && !line.starts_with(b"info") {
                    strays.add(&line, self.protocol.is_move(&line), &self.sent, &self.received);
                }
                if inquiry.is_complete() && time.is_zero() {
                    time = began.elapsed();
                }
            }
        });
        asked.map_err(|broken| self.fail(&broken, reply_limit, "a response to each query, and readyok"))?;
        Ok((inquiry, time))
    }

    /// Asks for a drawing of a position, which a program need not have.
    pub(in crate::players::bots::fitness) fn board(
        &mut self,
        position: &str,
    ) -> Result<Option<Drawing>, Failed> {
        self.forget();
        let reply_limit = self.settings.startup;
        let deadline = Instant::now() + reply_limit;
        let mut drawing = None;
        let asked = self
            .say(&format!("position {position}\n{}\nisready\n", drawing::QUERY), deadline)
            .and_then(|()| {
                loop {
                    let line = self.hear(deadline)?;
                    if line == b"readyok" {
                        return Ok(());
                    }
                    drawing = drawing.take().or_else(|| Drawing::read(&line));
                }
            });
        asked.map_err(|broken| self.fail(&broken, reply_limit, "readyok"))?;
        Ok(drawing)
    }

    /// What was said last, where it is not what it should be.
    pub(in crate::players::bots::fitness) fn problem(&self, expected: &str) -> Problem {
        let sent = self.sent.iter().filter(|line| *line != "isready").cloned().collect();
        let received = self.received.iter().filter(|line| *line != "readyok").cloned().collect();
        Problem { sent, received, expected: expected.to_owned() }
    }
}

/// A position in the words of UGI.
struct Unruled<'a>(&'a str);

impl BotPosition for Unruled<'_> {
    fn mover(&self) -> Side {
        Side::First
    }

    fn write_ugi(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}
