//! A bot that runs, from our side: handshake, options, games, moves. What is said in each case is up to its protocol.

mod queries;

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::cores::Confinement;
use super::fault::{Fault, FaultKind, StartError, printable};
use super::info::{Info, SpinOption};
use super::inquiry::{self, Inquiry};
use super::introduction::{Introduction, SEED};
use super::log::Log;
use super::process::{Broken, Process};
use super::protocol::{BotGame, Protocol, ProtocolName, Reply};
use super::question::Question;
use super::settings::BotSettings;
use crate::interrupt;
use crate::rng::Rng;

/// The number of lines that are shown of a bot that did not start.
const LAST_WORDS: usize = 5;

pub struct Bot {
    process: Process,
    protocol: Box<dyn Protocol>,
    introduction: Introduction,
    /// The options that are set.
    options: Vec<(String, String)>,
    /// Whether it answered when nobody had asked. Then every question waits until it has nothing more to say.
    strays: bool,
    /// The time to get ready for a game that the next question announces.
    next_game: Option<Duration>,
    /// What is sent, in memory that is used again.
    text: String,
    /// The last answer.
    reply: Reply,
}

/// What a bot answered. Its move is [`Bot::chosen`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Answer {
    /// What it said of its search.
    pub info: Info,
    /// The time from the question to the answer.
    pub took: Duration,
    /// Whether it gives up the game instead of a move.
    pub resigns: bool,
}

/// Why there is no answer. The process is of no more use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BotFailure {
    /// It did something wrong.
    Fault(Fault),
    /// Ctrl-C.
    Interrupted,
}

/// Why a program did not start in a protocol.
struct StartFailure {
    /// Whether it answered the greeting, so that it speaks the protocol.
    is_greeted: bool,
    error: StartError,
}

/// Why nothing more is expected of a process.
enum Unready {
    Broken(Broken),
    /// It does not do what it was told.
    Refused(String),
    /// It did not understand the greeting.
    Puzzled(String),
}

impl From<Broken> for Unready {
    fn from(broken: Broken) -> Unready {
        Unready::Broken(broken)
    }
}

impl Bot {
    /// Starts the program and waits until it is ready. Where its protocol is not known, it is started again for each that it may be.
    pub(super) fn start(
        settings: &BotSettings,
        protocol: Option<ProtocolName>,
        game: &BotGame,
        log: &Arc<Log>,
    ) -> Result<Bot, StartError> {
        if let Some(protocol) = settings.protocol.or(protocol) {
            return Bot::start_in(protocol, false, settings, game, log).map_err(|failure| failure.error);
        }
        let mut first = None;
        let (candidates, others): (Vec<_>, Vec<_>) = ProtocolName::GREETED
            .into_iter()
            .partition(|name| name.check(game.standard, game.is_refereed).is_ok());
        for (index, &protocol) in candidates.iter().enumerate() {
            match Bot::start_in(protocol, index + 1 < candidates.len(), settings, game, log) {
                Ok(bot) => return Ok(bot),
                // It speaks this one, so what it says in another is beside the point.
                Err(failure) if failure.is_greeted || interrupt::is_set() => return Err(failure.error),
                Err(failure) => _ = first.get_or_insert(failure.error),
            }
        }
        let mut error = first.unwrap_or_else(|| StartError::new("no protocol fits", "give it a protocol="));
        let hasty = settings.in_haste();
        for protocol in others {
            let started = Bot::start_in(protocol, true, &hasty, game, log);
            if started.map_or_else(|failure| failure.is_greeted, |_| true) {
                let (program, title) = (settings.command.program(), protocol.title());
                let (games, choose) = protocol.games();
                let problem = format!("{program} speaks {title}, which plays {games}, not {}", game.spec);
                return Err(StartError::new(problem, format!("write {choose}")));
            }
        }
        let others = ProtocolName::ALL.into_iter().filter(|name| !ProtocolName::GREETED.contains(name));
        let others: Vec<String> = others
            .filter(|name| name.check(game.standard, game.is_refereed).is_ok())
            .map(|name| format!("protocol={}", name.name()))
            .collect();
        if !others.is_empty() {
            error.advice += &format!("; one that speaks something else needs {}", others.join(" or "));
        }
        Err(error)
    }

    /// The same in one protocol. Where others are `tentative`ly left to try, one that complains about the greeting need not be waited
    /// for.
    fn start_in(
        protocol: ProtocolName,
        is_tentative: bool,
        settings: &BotSettings,
        game: &BotGame,
        log: &Arc<Log>,
    ) -> Result<Bot, StartFailure> {
        let program = settings.command.program();
        let process = Process::start(settings, &game.spec, log.clone()).map_err(|error| {
            let problem = format!("{program} cannot be started: {error}");
            StartFailure { is_greeted: false, error: StartError::new(problem, "try the command in a shell") }
        })?;
        let mut bot = Bot {
            process,
            protocol: protocol.start(game, settings),
            introduction: Introduction::default(),
            options: Vec::new(),
            strays: false,
            next_game: None,
            text: String::new(),
            reply: Reply::default(),
        };
        let [greeted, synced] = bot.protocol.milestones();
        bot.process.set_farewell(bot.protocol.farewell());
        let mut missing = greeted;
        let mut is_greeted = false;
        let handshake = bot.greet(settings, is_tentative).and_then(|deadline| {
            (missing, is_greeted) = (synced, true);
            bot.get_ready(settings, deadline)
        });
        handshake.map_err(|unready| {
            let problem = match unready {
                Unready::Refused(what) => {
                    is_greeted = true;
                    format!("{program} cannot play {}: {what}", game.spec)
                }
                Unready::Puzzled(line) => {
                    format!("{program} does not speak {}: it says '{line}'", protocol.title())
                }
                Unready::Broken(Broken::Timeout) => {
                    format!("{program} did not say {missing} within {}", seconds(settings))
                }
                Unready::Broken(Broken::Interrupted) => "interrupted".to_owned(),
                Unready::Broken(broken) => {
                    format!("{program} failed before it said {missing}: {}", bot.autopsy(&broken))
                }
            };
            let mut last_words = log.last_lines(LAST_WORDS);
            if last_words.is_empty() && !bot.reply.line.is_empty() {
                last_words.push(bot.said());
            }
            bot.process.kill();
            let mut greeting = String::new();
            protocol.start(game, settings).greet(&mut greeting);
            let greeting = greeting.lines().rfind(|line| !line.starts_with("setoption")).unwrap_or_default();
            let advice = format!("type {greeting} into {program} in a shell: it must answer {greeted}");
            StartFailure { is_greeted, error: StartError { problem, last_words, advice } }
        })?;
        Ok(bot)
    }

    fn greet(&mut self, settings: &BotSettings, is_tentative: bool) -> Result<Instant, Unready> {
        let deadline = Instant::now() + settings.startup;
        self.protocol.greet(&mut self.text);
        self.send(deadline)?;
        loop {
            let line = self.process.line(deadline)?;
            if self.protocol.is_greeted(line, &mut self.introduction).map_err(Unready::Refused)? {
                return Ok(deadline);
            }
            self.reply.line.clear();
            self.reply.line.extend_from_slice(line);
            if is_tentative && complains(line) {
                return Err(Unready::Puzzled(printable(line)));
            }
        }
    }

    fn get_ready(&mut self, settings: &BotSettings, deadline: Instant) -> Result<(), Unready> {
        self.text.clear();
        self.set_options(settings);
        if settings.options.iter().any(|(name, _)| name.eq_ignore_ascii_case(SEED)) {
            // Set by hand: the same for every game.
            self.introduction.seeds = None;
        }
        self.sync(deadline)
    }

    /// Prepares for a game. A bot that takes a seed gets one from `rng`.
    pub fn new_game(&mut self, settings: &BotSettings, rng: &mut Rng) -> Result<(), BotFailure> {
        self.process.review_placement();
        let began = Instant::now();
        let deadline = began + settings.startup;
        self.text.clear();
        self.set_options(settings);
        let seed = self.introduction.seeds.as_ref().map(|seeds| {
            match (seeds.end() - seeds.start()).checked_add(1) {
                Some(count) => seeds.start() + rng.below(count),
                None => rng.below(u32::MAX),
            }
        });
        self.protocol.new_game(seed, &mut self.text);
        self.sync(deadline).map_err(|unready| match unready {
            Unready::Broken(broken) => self.failure(&broken),
            Unready::Refused(what) | Unready::Puzzled(what) => {
                BotFailure::Fault(Fault::new(FaultKind::Crash, what))
            }
        })?;
        self.process.asked(0, began.elapsed());
        Ok(())
    }

    /// Announces a game with the next question about a position, which then may take as much longer as a program may take
    /// to get ready. The options stay as they are.
    pub(crate) fn announce_game(&mut self, settings: &BotSettings) {
        self.process.review_placement();
        self.next_game = Some(settings.startup);
    }

    /// Prepares to set the options that have other values than before.
    fn set_options(&mut self, settings: &BotSettings) {
        if self.options == settings.options {
            return;
        }
        for (name, value) in settings.options.iter().filter(|option| !self.options.contains(option)) {
            self.protocol.set_option(name, value, &mut self.text);
        }
        self.options.clone_from(&settings.options);
    }

    /// What it speaks.
    pub(super) fn protocol(&self) -> ProtocolName {
        self.protocol.name()
    }

    /// An option that is set although it declares none of that name, where its protocol has options to declare.
    pub(super) fn undeclared_option(&self, settings: &BotSettings) -> Option<String> {
        let declares = ProtocolName::GREETED.contains(&self.protocol());
        self.introduction.undeclared(&settings.options).filter(|_| declares).map(str::to_owned)
    }

    pub(super) fn takes_seed(&self) -> bool {
        self.introduction.seeds.is_some()
    }

    /// The options that it declared as whole numbers.
    pub(super) fn spins(&self) -> &[SpinOption] {
        &self.introduction.spins
    }

    /// Asks for a move. With an inquiry, the queries about the position are sent along.
    pub(crate) fn choose(
        &mut self,
        settings: &BotSettings,
        question: &Question<'_>,
        inquiry: Option<&mut Inquiry>,
    ) -> Result<Answer, BotFailure> {
        self.ask(settings, question, inquiry).map_err(|broken| self.failure(&broken))
    }

    fn ask(
        &mut self,
        settings: &BotSettings,
        question: &Question<'_>,
        mut inquiry: Option<&mut Inquiry>,
    ) -> Result<Answer, Broken> {
        let clocks = question.clocks;
        let reply_limit = clocks.map_or_else(|| settings.reply_limit(), |clocks| clocks.own().reply_limit());
        self.strays |= self.process.discard(|line| self.protocol.is_move(line))?;
        if self.strays {
            self.text.clear();
            if let Err(Unready::Broken(broken)) = self.sync(Instant::now() + reply_limit) {
                return Err(broken);
            }
        }
        self.text.clear();
        self.protocol.ask(question, &mut self.text).map_err(|why| Broken::Io(io::Error::other(why)))?;
        if inquiry.is_some() {
            // In front of the last line, which asks for the move.
            let last = self.text.trim_end().rfind('\n').map_or(0, |end| end + 1);
            self.text.insert_str(last, inquiry::LINES);
        }
        let mut began = Instant::now();
        let mut deadline = began + inquiry.as_ref().map_or(reply_limit, |_| settings.startup);
        self.send(deadline)?;
        self.reply.clear();
        loop {
            let line = self.process.line(deadline)?;
            if let Some(open) = inquiry.as_deref_mut()
                && !self.protocol.is_move(line)
            {
                open.add(line);
                if open.is_complete() {
                    // Its time begins with the search, unless the answer is already here.
                    began = if self.process.has_line() { began } else { Instant::now() };
                    deadline = Instant::now() + reply_limit;
                    inquiry = None;
                }
                continue;
            }
            if self.protocol.is_answered(line, question, &mut self.reply) {
                let took = began.elapsed();
                self.process.asked(1, took);
                return Ok(Answer { info: self.reply.info, took, resigns: self.reply.resigns });
            }
        }
    }

    /// The move of the last answer; `None` if there is none that can be read.
    pub fn chosen(&self) -> Option<&str> {
        Some(self.reply.word.as_str()).filter(|word| !word.is_empty())
    }

    /// Follows to this thread, on whatever cores that is.
    pub(super) fn follow(&mut self) {
        self.process.follow();
    }

    /// The core that it shares with a thread.
    pub(super) fn core(&self) -> Option<Confinement> {
        self.process.core()
    }

    /// The last answer, as people can read it.
    pub fn said(&self) -> String {
        self.reply.said()
    }

    /// Sends what is prepared, and waits until the bot has dealt with it.
    fn sync(&mut self, deadline: Instant) -> Result<(), Unready> {
        let is_answered = self.protocol.sync(&mut self.text);
        self.send(deadline)?;
        if !is_answered {
            return Ok(());
        }
        loop {
            let line = self.process.line(deadline)?;
            if self.protocol.is_synced(line).map_err(Unready::Refused)? {
                return Ok(());
            }
            self.strays |= self.protocol.is_move(line);
        }
    }

    fn send(&mut self, deadline: Instant) -> Result<(), Broken> {
        self.process.send(self.text.as_bytes(), deadline)
    }

    /// What a broken process means for the game. The process is killed: what it may still say would be out of place.
    fn failure(&mut self, broken: &Broken) -> BotFailure {
        let said = self.autopsy(broken);
        self.process.kill();
        let kind = match broken {
            Broken::Interrupted => return BotFailure::Interrupted,
            Broken::Timeout => FaultKind::Timeout,
            Broken::Closed | Broken::Flood(_) | Broken::Io(_) => FaultKind::Crash,
        };
        BotFailure::Fault(Fault::new(kind, said))
    }

    /// How the process came to its end, in a few words.
    fn autopsy(&mut self, broken: &Broken) -> String {
        autopsy(&mut self.process, broken)
    }
}

/// Whether a line says that the greeting was not understood.
pub(super) fn complains(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line).to_lowercase();
    line.starts_with(b"?")
        || ["unknown", "unrecogni", "invalid", "not recogni"].iter().any(|word| text.contains(word))
}

/// How a process came to its end, in a few words.
pub(super) fn autopsy(process: &mut Process, broken: &Broken) -> String {
    match broken {
        Broken::Closed => process.autopsy(),
        Broken::Flood(what) => (*what).to_owned(),
        Broken::Io(error) => error.to_string(),
        Broken::Timeout if process.rest().is_empty() => "no answer".to_owned(),
        Broken::Timeout => format!("no answer but {}", printable(process.rest())),
        Broken::Interrupted => "interrupted".to_owned(),
    }
}

fn seconds(settings: &BotSettings) -> String {
    format!("{} s", settings.startup.as_secs_f64())
}
