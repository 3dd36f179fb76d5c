//! A player that is another program, on one thread: a process of its pool, which is replaced after a fault.

use std::fmt::Display;
use std::sync::Arc;

use super::bot::{Answer, Bot, BotFailure};
use super::fault::{Fault, FaultKind};
use super::inquiry::Inquiry;
use super::pool::BotPool;
use super::question::{BotPosition, Past, Question};
use crate::players::clock::Clocks;
use crate::rng::Rng;

/// One thread's process of a player.
pub(crate) struct BotPlayer {
    pool: Arc<BotPool>,
    bot: Option<Bot>,
    /// What it said of the position in which it was last asked to move, until that is taken.
    inquiry: Option<Inquiry>,
    /// What went wrong before the first question of a game.
    failure: Option<BotFailure>,
}

impl BotPlayer {
    /// A player whose processes are in this pool.
    pub(crate) fn new(pool: Arc<BotPool>) -> BotPlayer {
        BotPlayer { pool, bot: None, inquiry: None, failure: None }
    }

    /// Its processes.
    pub(crate) fn pool(&self) -> &Arc<BotPool> {
        &self.pool
    }

    /// Prepares for a game. What goes wrong is reported when the player is asked.
    pub(crate) fn new_game(&mut self, rng: &mut Rng) {
        self.inquiry = None;
        self.failure = self.prepare(rng).err();
    }

    /// Asks for a move in a position, and what it thinks of the position if it answers queries.
    pub(crate) fn choose(
        &mut self,
        position: &dyn BotPosition,
        past: Option<Past<'_>>,
        clocks: &Clocks,
        rng: &mut Rng,
    ) -> Result<Answer, BotFailure> {
        let mut bot = self.take(rng)?;
        let settings = self.pool.settings();
        let clocks = settings.clock.map(|control| clocks.seen_by(position.mover(), control));
        self.inquiry = self.pool.answers_queries().then(Inquiry::default);
        let question = Question { position, past, clocks: clocks.as_ref(), limits: settings.limits() };
        let answer = bot.choose(settings, &question, self.inquiry.as_mut())?;
        self.bot = Some(bot);
        Ok(answer)
    }

    /// What it said of the position in which it was last asked to move, once.
    pub(crate) fn take_inquiry(&mut self) -> Option<Inquiry> {
        self.inquiry.take()
    }

    /// Asks what it thinks of a position.
    pub(crate) fn inquire(&mut self, position: &impl Display, rng: &mut Rng) -> Result<Inquiry, BotFailure> {
        let mut bot = self.take(rng)?;
        let inquiry = bot.inquire(position, self.pool.settings().startup)?;
        self.bot = Some(bot);
        Ok(inquiry)
    }

    /// The move of the last answer; `None` if there is none that can be read.
    pub(crate) fn chosen(&self) -> Option<&str> {
        self.bot.as_ref()?.chosen()
    }

    /// The last answer, as people can read it.
    pub(crate) fn said(&self) -> String {
        self.bot.as_ref().map(Bot::said).unwrap_or_default()
    }

    /// The process for a question. It is kept only where it answers: one that does not was killed.
    fn take(&mut self, rng: &mut Rng) -> Result<Bot, BotFailure> {
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        if self.bot.is_none() {
            self.prepare(rng)?;
        }
        self.bot.take().ok_or_else(|| BotFailure::Fault(Fault::new(FaultKind::Crash, "it was not started")))
    }

    /// Takes a process, and prepares it for a game.
    fn prepare(&mut self, rng: &mut Rng) -> Result<(), BotFailure> {
        let mut bot = match self.bot.take() {
            Some(bot) => bot,
            None => self.pool.take().map_err(|error| {
                let said = error.last_words.last().map(|words| format!(" ({words})")).unwrap_or_default();
                BotFailure::Fault(Fault::new(FaultKind::Crash, format!("{}{said}", error.problem)))
            })?,
        };
        bot.new_game(self.pool.settings(), rng)?;
        self.bot = Some(bot);
        Ok(())
    }
}

/// The process waits in the pool for the next thread that needs one.
impl Drop for BotPlayer {
    fn drop(&mut self) {
        if let Some(bot) = self.bot.take() {
            self.pool.give_back(bot);
        }
    }
}
