//! A conversation with a bot: what is said is remembered, so that a failure can be shown as it happened.

mod unruled;

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::census::{self, Resident};
use super::check::Problem;
use super::strays::Strays;
use crate::games::{AnyPosition, Move};
use crate::interrupt;
use crate::players::bots::bot::{autopsy, complains};
use crate::players::bots::ending::Ending;
use crate::players::bots::fault::{FaultKind, StartError, printable};
use crate::players::bots::introduction::Introduction;
use crate::players::bots::log::Log;
use crate::players::bots::process::{Broken, Process};
use crate::players::bots::protocol::{BotGame, Protocol, ProtocolName, Reply};
use crate::players::bots::question::Question;
use crate::players::bots::settings::BotSettings;

/// How many of the last lines are remembered.
const REMEMBERED: usize = 6;

/// How long a bot has to end once it was told to.
pub(super) const END_LIMIT: Duration = Duration::from_secs(2);

/// How much longer the guard waits than this program.
const GUARD_MARGIN: Duration = Duration::from_secs(1);

/// How often output is looked for while a bot ends.
const TICK: Duration = Duration::from_millis(10);

/// A bot that runs, and the last things said.
pub(super) struct Conversation<'a> {
    process: Process,
    protocol: Box<dyn Protocol>,
    settings: &'a BotSettings,
    began: Instant,
    sent: Vec<String>,
    received: Vec<String>,
    /// Its processes, as far as they were seen.
    known: Vec<Resident>,
}

/// Why a conversation is over.
pub(super) enum Failed {
    /// Ctrl-C.
    Interrupted,
    /// The bot did something wrong. Its process was killed.
    Fault(FaultKind, Problem),
}

/// How a bot answered to the greeting.
#[derive(Debug, Default)]
pub(super) struct Greeting {
    /// From the start to its first line.
    pub(super) first_line: Option<Duration>,
    /// From the start to the end of the answer.
    pub(super) time: Duration,
    pub(super) said: Introduction,
}

/// What a bot answered to a question for a move.
pub(super) struct TimedAnswer {
    pub(super) line: String,
    /// `None` where it cannot be read.
    pub(super) word: Option<String>,
    pub(super) time: Duration,
}

impl TimedAnswer {
    /// The move of a game that arena has the rules of.
    pub(super) fn mv(&self, position: &AnyPosition) -> Option<Move> {
        self.word.as_ref().and_then(|word| position.move_named(word).ok())
    }
}

impl<'a> Conversation<'a> {
    pub(super) fn start(
        settings: &'a BotSettings,
        protocol: ProtocolName,
        game: &BotGame,
    ) -> Result<Conversation<'a>, StartError> {
        Conversation::start_with_grace(settings, protocol, game, Duration::ZERO)
    }

    /// Starts a bot that may see the end of its input before it is killed.
    pub(super) fn start_patiently(
        settings: &'a BotSettings,
        protocol: ProtocolName,
        game: &BotGame,
    ) -> Result<Conversation<'a>, StartError> {
        Conversation::start_with_grace(settings, protocol, game, END_LIMIT + GUARD_MARGIN)
    }

    fn start_with_grace(
        settings: &'a BotSettings,
        protocol: ProtocolName,
        game: &BotGame,
        grace: Duration,
    ) -> Result<Conversation<'a>, StartError> {
        let began = Instant::now();
        let process = Process::start_with_grace(settings, &game.spec, Arc::<Log>::default(), grace);
        let process = process.map_err(|error| {
            let problem = format!("{} cannot be started: {error}", settings.command.program());
            StartError::new(problem, "try the command in a shell")
        })?;
        let (sent, received, known) = (Vec::new(), Vec::new(), Vec::new());
        let protocol = protocol.start(game, settings);
        Ok(Conversation { process, protocol, settings, began, sent, received, known })
    }

    /// Its processes that run now, and remembers them. `None` where the system does not tell.
    pub(super) fn processes(&mut self) -> Option<Vec<Resident>> {
        let found = census::of_bot(self.process.id())?;
        self.known.extend_from_slice(&found);
        Some(found)
    }

    /// Those of its processes that still run. The bot itself must have ended.
    pub(super) fn left(&mut self) -> Vec<Resident> {
        self.processes();
        census::still_running(&self.known)
    }

    /// Greets it. On failure, what was learned before it is in the greeting all the same. `is_tentative` where it may speak another
    /// protocol.
    pub(super) fn introduce(
        &mut self,
        greeting: &mut Greeting,
        is_tentative: bool,
        strays: &mut Strays,
    ) -> Result<(), Failed> {
        let reply_limit = self.settings.startup;
        let deadline = self.began + reply_limit;
        self.forget();
        let mut text = String::new();
        self.protocol.greet(&mut text);
        let greeted =
            self.say(&text, deadline).and_then(|()| self.listen_to(greeting, is_tentative, deadline, strays));
        let expected = self.protocol.milestones()[0];
        greeted.map_err(|broken| self.fail(&broken, reply_limit, expected))
    }

    fn listen_to(
        &mut self,
        greeting: &mut Greeting,
        is_tentative: bool,
        deadline: Instant,
        strays: &mut Strays,
    ) -> Result<(), Broken> {
        loop {
            let line = self.hear(deadline)?;
            greeting.time = self.began.elapsed();
            greeting.first_line.get_or_insert(greeting.time);
            match self.protocol.is_greeted(&line, &mut greeting.said) {
                Ok(true) => return Ok(()),
                Ok(false) if is_tentative && complains(&line) => return Err(Broken::Timeout),
                Ok(false) => {}
                Err(_) => return Err(Broken::Timeout),
            }
            if !self.protocol.is_talk(&line) {
                strays.add(&line, self.protocol.is_move(&line), &self.sent, &self.received);
            }
        }
    }

    /// Sets the options that the spec has, and waits until it is ready. Gives the time that this took.
    pub(super) fn get_ready(&mut self, strays: &mut Strays) -> Result<Duration, Failed> {
        self.forget();
        let mut text = String::new();
        for (name, value) in &self.settings.options {
            self.protocol.set_option(name, value, &mut text);
        }
        let time = self.sync(text, strays)?;
        self.processes();
        Ok(time)
    }

    /// Begins a game, with a seed if the bot takes one.
    pub(super) fn new_game(&mut self, seed: Option<u32>, strays: &mut Strays) -> Result<(), Failed> {
        self.forget();
        let mut text = String::new();
        self.protocol.new_game(seed, &mut text);
        self.sync(text, strays).map(drop)
    }

    /// Asks for a move, then waits until the bot has nothing more to say.
    pub(super) fn ask(
        &mut self,
        position: &AnyPosition,
        question: &Question<'_>,
        strays: &mut Strays,
    ) -> Result<TimedAnswer, Failed> {
        let reply_limit = self.settings.reply_limit();
        self.forget();
        let answer = self.answer(question, reply_limit, strays);
        let answer = answer.map_err(|broken| {
            let moves = position.move_list(position.legal_moves());
            let expected = format!("{} and one of {moves}", self.protocol.answer_form());
            self.fail(&broken, reply_limit, &expected)
        })?;
        self.sync(String::new(), strays)?;
        Ok(answer)
    }

    /// What ends the answers to a greeting and to a request to get ready.
    pub(super) fn milestones(&self) -> [&'static str; 2] {
        self.protocol.milestones()
    }

    /// How an answer begins.
    pub(super) fn answer_form(&self) -> &'static str {
        self.protocol.answer_form()
    }

    fn answer(
        &mut self,
        question: &Question<'_>,
        reply_limit: Duration,
        strays: &mut Strays,
    ) -> Result<TimedAnswer, Broken> {
        let mut text = String::new();
        self.protocol.ask(question, &mut text).map_err(|why| Broken::Io(io::Error::other(why)))?;
        let began = Instant::now();
        let deadline = began + reply_limit;
        self.say(&text, deadline)?;
        let mut reply = Reply::default();
        loop {
            let line = self.hear(deadline)?;
            if self.protocol.is_answered(&line, question, &mut reply) {
                let word = Some(reply.word.clone()).filter(|word| !word.is_empty());
                return Ok(TimedAnswer { line: reply.said(), word, time: began.elapsed() });
            }
            if !self.protocol.is_talk(&line) {
                strays.add(&line, self.protocol.is_move(&line), &self.sent, &self.received);
            }
        }
    }

    /// Sends lines, and waits until they were dealt with.
    fn sync(&mut self, text: String, strays: &mut Strays) -> Result<Duration, Failed> {
        let began = Instant::now();
        let reply_limit = self.settings.startup;
        let synced = self.try_sync(text, began + reply_limit, strays);
        let expected = self.protocol.milestones()[1];
        synced.map(|()| began.elapsed()).map_err(|broken| self.fail(&broken, reply_limit, expected))
    }

    fn try_sync(&mut self, mut text: String, deadline: Instant, strays: &mut Strays) -> Result<(), Broken> {
        let is_answered = self.protocol.sync(&mut text);
        self.say(&text, deadline)?;
        if !is_answered {
            return Ok(());
        }
        loop {
            let line = self.hear(deadline)?;
            match self.protocol.is_synced(&line) {
                Ok(true) => return Ok(()),
                Ok(false) => {}
                Err(_) => return Err(Broken::Timeout),
            }
            if !self.protocol.is_chatter(&line) {
                strays.add(&line, self.protocol.is_move(&line), &self.sent, &self.received);
            }
        }
    }

    /// Listens for what it says although nobody asks.
    pub(super) fn idle(&mut self, time: Duration, strays: &mut Strays) -> Result<(), Failed> {
        self.forget();
        let deadline = Instant::now() + time;
        loop {
            match self.hear(deadline) {
                Ok(line) => strays.add(&line, self.protocol.is_move(&line), &self.sent, &self.received),
                Err(Broken::Timeout) => return Ok(()),
                Err(broken) => return Err(self.fail(&broken, time, "it waits for the next line")),
            }
        }
    }

    /// Tells it to end, and waits for that.
    pub(super) fn quit(&mut self, strays: &mut Strays) -> Result<Option<(Ending, Duration)>, Failed> {
        self.forget();
        // Where it does not read this, it does not end either.
        let farewell = format!("{}\n", self.protocol.farewell());
        let _ = self.say(&farewell, Instant::now() + END_LIMIT);
        self.wait_for_end(strays)
    }

    /// Closes the bot's input, and waits for the end.
    pub(super) fn end_input(&mut self, strays: &mut Strays) -> Result<Option<(Ending, Duration)>, Failed> {
        self.forget();
        self.process.close_input();
        self.sent.push("nothing more: the input ends".to_owned());
        self.wait_for_end(strays)
    }

    fn wait_for_end(&mut self, strays: &mut Strays) -> Result<Option<(Ending, Duration)>, Failed> {
        let began = Instant::now();
        loop {
            let ending = self.process.ended_within(TICK);
            let time = began.elapsed();
            // Whatever it still says, so that no full pipe keeps it from ending.
            while let Ok(line) = self.hear(Instant::now() + Duration::from_millis(1)) {
                if !self.protocol.is_chatter(&line) {
                    strays.add(&line, self.protocol.is_move(&line), &self.sent, &self.received);
                }
            }
            if interrupt::is_set() {
                return Err(Failed::Interrupted);
            }
            if ending.is_some() || time >= END_LIMIT {
                return Ok(ending.map(|ending| (ending, time)));
            }
        }
    }

    /// What was said last, where the bot runs on although it should have ended.
    pub(super) fn no_end(&self) -> Problem {
        let mut received = self.received.clone();
        received.push(format!("it still runs after {} s", END_LIMIT.as_secs()));
        Problem { sent: self.sent.clone(), received, expected: "it ends".to_owned() }
    }

    /// What was said last, where the answer is not what it should be.
    pub(super) fn wrong_answer(&self, answer: &TimedAnswer, expected: String) -> Problem {
        let sent =
            self.sent.iter().filter(|line| *line != "isready" && !line.ends_with(" name")).cloned().collect();
        Problem { sent, received: vec![answer.line.clone()], expected }
    }

    fn forget(&mut self) {
        self.sent.clear();
        self.received.clear();
    }

    fn say(&mut self, text: &str, deadline: Instant) -> Result<(), Broken> {
        self.sent.extend(text.lines().map(str::to_owned));
        self.process.send(text.as_bytes(), deadline)
    }

    fn hear(&mut self, deadline: Instant) -> Result<Vec<u8>, Broken> {
        let line = self.process.line(deadline)?.to_vec();
        if self.received.len() == REMEMBERED {
            self.received.remove(0);
        }
        self.received.push(printable(&line));
        Ok(line)
    }

    fn fail(&mut self, broken: &Broken, reply_limit: Duration, expected: &str) -> Failed {
        let rest = printable(self.process.rest());
        let kind = match broken {
            Broken::Interrupted => return Failed::Interrupted,
            Broken::Timeout => FaultKind::Timeout,
            Broken::Closed | Broken::Flood(_) | Broken::Io(_) => FaultKind::Crash,
        };
        let within = format!("within {} s", reply_limit.as_secs_f64());
        let mut received = std::mem::take(&mut self.received);
        received.push(match kind {
            FaultKind::Timeout if !rest.is_empty() => format!("{rest} without an end of line, {within}"),
            FaultKind::Timeout if received.is_empty() => format!("nothing {within}"),
            FaultKind::Timeout => {
                format!("but no {} {within}", expected.split(' ').next().unwrap_or_default())
            }
            _ => autopsy(&mut self.process, broken),
        });
        self.processes();
        self.process.kill();
        let expected = format!("{expected}{}", if kind == FaultKind::Timeout { ", in time" } else { "" });
        Failed::Fault(kind, Problem { sent: std::mem::take(&mut self.sent), received, expected })
    }
}

/// Nothing that the bot started is left. What left its process group does not die with it.
impl Drop for Conversation<'_> {
    fn drop(&mut self) {
        self.processes();
        self.process.kill();
        census::kill(&census::still_running(&self.known));
    }
}
