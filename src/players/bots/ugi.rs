//! A bot that speaks UGI, from our side: handshake, options, games, moves.

mod queries;

use std::fmt::{Display, Write as _};
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::cores::Confinement;
use super::fault::{Fault, FaultKind, StartError, printable};
use super::info::{Info, SpinOption, spin};
use super::inquiry::{self, Inquiry};
use super::log::Log;
use super::process::{Broken, Process};
use super::settings::BotSettings;
use crate::players::clock::ClockView;
use crate::rng::Rng;
use crate::text::is_unprintable;

/// The option through which a bot gets a seed.
const SEED: &str = "Seed";

/// The most options that are remembered.
const MOST_SPINS: usize = 1000;

/// The number of lines that are shown of a bot that did not start.
const LAST_WORDS: usize = 5;

pub struct Bot {
    process: Process,
    /// The seeds that it takes, if it takes any.
    seeds: Option<RangeInclusive<u32>>,
    /// The options that it declared as whole numbers.
    spins: Vec<SpinOption>,
    /// The options that are set.
    options: Vec<(String, String)>,
    /// Whether it answered when nobody had asked. Then every question waits until it has nothing more to say.
    strays: bool,
    /// The time to get ready for a game that the next question announces.
    next_game: Option<Duration>,
    /// What is sent, in memory that is used again.
    text: String,
    /// What stands behind `go`, beside the clocks.
    limits: String,
    /// The last line of its own that matters, for error messages.
    last: Vec<u8>,
}

/// What a bot answered. Its move is [`Bot::chosen`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Answer {
    /// What it said of its search.
    pub info: Info,
    /// The time from the question to the answer.
    pub took: Duration,
}

/// Why there is no answer. The process is of no more use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BotFailure {
    /// It did something wrong.
    Fault(Fault),
    /// Ctrl-C.
    Interrupted,
}

impl Bot {
    /// Starts the program and waits until it is ready.
    pub(super) fn start(settings: &BotSettings, game: &str, log: &Arc<Log>) -> Result<Bot, StartError> {
        let program = settings.command.program();
        let process = Process::start(settings, game, log.clone()).map_err(|error| {
            StartError::new(format!("{program} cannot be started: {error}"), "try the command in a shell")
        })?;
        let (text, last) = (String::new(), Vec::new());
        let mut bot = Bot {
            process,
            seeds: None,
            spins: Vec::new(),
            options: Vec::new(),
            strays: false,
            next_game: None,
            text,
            limits: settings.limits(),
            last,
        };
        bot.handshake(settings).map_err(|broken| {
            let missing = if bot.text.starts_with("ugi") { "ugiok" } else { "readyok" };
            let problem = match broken {
                Broken::Timeout => {
                    format!("{program} did not say {missing} within {}", seconds(settings))
                }
                Broken::Interrupted => "interrupted".to_owned(),
                broken => format!("{program} failed before it said {missing}: {}", bot.autopsy(&broken)),
            };
            let mut last_words = log.last_lines(LAST_WORDS);
            if last_words.is_empty() && !bot.last.is_empty() {
                last_words.push(bot.said());
            }
            bot.process.kill();
            let advice = format!("type ugi into {program} in a shell: it must answer ugiok");
            StartError { problem, last_words, advice }
        })?;
        Ok(bot)
    }

    fn handshake(&mut self, settings: &BotSettings) -> Result<(), Broken> {
        let deadline = Instant::now() + settings.startup;
        self.text.push_str("ugi\n");
        self.send(deadline)?;
        loop {
            let line = self.process.line(deadline)?;
            if line == b"ugiok" {
                break;
            }
            if let Ok(text) = std::str::from_utf8(line) {
                self.seeds = spin(text, SEED).or(self.seeds.take());
                self.spins.extend(SpinOption::read(text).filter(|_| self.spins.len() < MOST_SPINS));
            }
            self.last.clear();
            self.last.extend_from_slice(line);
        }
        self.text.clear();
        self.set_options(settings);
        if settings.options.iter().any(|(name, _)| name.eq_ignore_ascii_case(SEED)) {
            // Set by hand: the same for every game.
            self.seeds = None;
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
        if let Some(seeds) = &self.seeds {
            let seed = match (seeds.end() - seeds.start()).checked_add(1) {
                Some(count) => seeds.start() + rng.below(count),
                None => rng.below(u32::MAX),
            };
            self.text.push_str(&format!("setoption name {SEED} value {seed}\n"));
        }
        self.text.push_str("uginewgame\n");
        self.sync(deadline).map_err(|broken| self.failure(&broken))?;
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
            self.text.push_str(&format!("setoption name {name} value {value}\n"));
        }
        self.options.clone_from(&settings.options);
    }

    pub(super) fn takes_seed(&self) -> bool {
        self.seeds.is_some()
    }

    /// The options that it declared as whole numbers.
    pub(super) fn spins(&self) -> &[SpinOption] {
        &self.spins
    }

    /// Asks for the move in a position: `startpos` or `fen F`, and moves from there. In a game with clocks the bot gets
    /// them; with an inquiry, the queries about the position are sent along.
    pub(crate) fn choose(
        &mut self,
        settings: &BotSettings,
        position: &impl Display,
        clocks: Option<&ClockView>,
        inquiry: Option<&mut Inquiry>,
    ) -> Result<Answer, BotFailure> {
        self.ask(settings, position, clocks, inquiry).map_err(|broken| self.failure(&broken))
    }

    fn ask(
        &mut self,
        settings: &BotSettings,
        position: &impl Display,
        clocks: Option<&ClockView>,
        mut inquiry: Option<&mut Inquiry>,
    ) -> Result<Answer, Broken> {
        let reply_limit = clocks.map_or_else(|| settings.reply_limit(), |clocks| clocks.own().reply_limit());
        self.strays |= self.process.discard()?;
        if self.strays {
            self.text.clear();
            self.sync(Instant::now() + reply_limit)?;
        }
        self.text.clear();
        // Writing into a string does not fail.
        let _ = writeln!(self.text, "position {position}");
        if inquiry.is_some() {
            self.text.push_str(inquiry::LINES);
        }
        self.text.push_str("go");
        if let Some(clocks) = clocks {
            let [p1, p2] = clocks.both().map(|clock| clock.left().as_millis());
            let _ = write!(self.text, " p1time {p1} p2time {p2}");
            let [p1, p2] = clocks.both().map(|clock| clock.increment().as_millis());
            let _ = write!(self.text, " p1inc {p1} p2inc {p2}");
        }
        let _ = writeln!(self.text, "{}", self.limits);
        let mut began = Instant::now();
        let mut deadline = began + inquiry.as_ref().map_or(reply_limit, |_| settings.startup);
        self.send(deadline)?;
        let mut info = Info::default();
        loop {
            let line = self.process.line(deadline)?;
            if let Some(open) = inquiry.as_deref_mut()
                && !line.starts_with(b"bestmove")
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
            let text = std::str::from_utf8(line).unwrap_or_default();
            if let Some(words) = text.strip_prefix("info ") {
                info.add(words);
            } else if line == b"bestmove" || line.starts_with(b"bestmove ") {
                self.last.clear();
                self.last.extend_from_slice(line);
                let took = began.elapsed();
                self.process.asked(1, took);
                return Ok(Answer { info, took });
            }
        }
    }

    /// The move of the last answer; `None` if there is none that can be read.
    pub fn chosen(&self) -> Option<&str> {
        let line = std::str::from_utf8(&self.last).ok()?;
        let mv = line.strip_prefix("bestmove")?.split_ascii_whitespace().next()?;
        (!mv.contains(is_unprintable)).then_some(mv)
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
        printable(&self.last)
    }

    /// Sends what is prepared, and waits until the bot has dealt with it.
    fn sync(&mut self, deadline: Instant) -> Result<(), Broken> {
        self.text.push_str("isready\n");
        self.send(deadline)?;
        loop {
            let line = self.process.line(deadline)?;
            if line == b"readyok" {
                return Ok(());
            }
            self.strays |= line.starts_with(b"bestmove");
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
