//! A conversation with a bot: what is said is remembered, so that a failure can be shown as it happened.

mod unruled;

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::census::{self, Resident};
use super::check::Problem;
use super::strays::{Strays, is_move};
use crate::games::{AnyPosition, Move};
use crate::interrupt;
use crate::players::bots::ending::Ending;
use crate::players::bots::fault::{FaultKind, StartError, printable};
use crate::players::bots::info::spin;
use crate::players::bots::log::Log;
use crate::players::bots::process::{Broken, Process};
use crate::players::bots::settings::BotSettings;
use crate::players::bots::ugi::autopsy;

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

/// How a bot introduced itself.
#[derive(Debug, Default)]
pub(super) struct Introduction {
    /// From the start to its first line.
    pub(super) first_line: Option<Duration>,
    /// From the start to `ugiok`.
    pub(super) time: Duration,
    pub(super) name: Option<String>,
    pub(super) author: Option<String>,
    /// The names of its options.
    pub(super) options: Vec<String>,
    /// The seeds that it takes, if it takes any.
    pub(super) seeds: Option<RangeInclusive<u32>>,
}

/// What a bot answered to `go`.
pub(super) struct TimedAnswer {
    pub(super) line: String,
    /// `None` where it cannot be read.
    pub(super) word: Option<String>,
    pub(super) time: Duration,
}

impl TimedAnswer {
    /// The move of a game that arena has the rules of.
    pub(super) fn mv(&self) -> Option<Move> {
        self.word.as_ref().and_then(|word| word.parse().ok()).and_then(Move::from_number)
    }
}

impl<'a> Conversation<'a> {
    pub(super) fn start(settings: &'a BotSettings, game: &str) -> Result<Conversation<'a>, StartError> {
        Conversation::start_with_grace(settings, game, Duration::ZERO)
    }

    /// Starts a bot that may see the end of its input before it is killed.
    pub(super) fn start_patiently(
        settings: &'a BotSettings,
        game: &str,
    ) -> Result<Conversation<'a>, StartError> {
        Conversation::start_with_grace(settings, game, END_LIMIT + GUARD_MARGIN)
    }

    fn start_with_grace(
        settings: &'a BotSettings,
        game: &str,
        grace: Duration,
    ) -> Result<Conversation<'a>, StartError> {
        let began = Instant::now();
        let process = Process::start_with_grace(settings, game, Arc::<Log>::default(), grace);
        let process = process.map_err(|error| {
            let problem = format!("{} cannot be started: {error}", settings.command.program());
            StartError::new(problem, "try the command in a shell")
        })?;
        let (sent, received, known) = (Vec::new(), Vec::new(), Vec::new());
        Ok(Conversation { process, settings, began, sent, received, known })
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

    /// Says `ugi`. On failure, what was learned before it is in the introduction all the same.
    pub(super) fn introduce(
        &mut self,
        introduction: &mut Introduction,
        strays: &mut Strays,
    ) -> Result<(), Failed> {
        let reply_limit = self.settings.startup;
        let deadline = self.began + reply_limit;
        self.forget();
        let greeted = self.say("ugi", deadline).and_then(|()| self.listen_to(introduction, deadline, strays));
        greeted.map_err(|broken| self.fail(&broken, reply_limit, "ugiok"))
    }

    fn listen_to(
        &mut self,
        introduction: &mut Introduction,
        deadline: Instant,
        strays: &mut Strays,
    ) -> Result<(), Broken> {
        loop {
            let line = self.hear(deadline)?;
            introduction.time = self.began.elapsed();
            introduction.first_line.get_or_insert(introduction.time);
            if line == b"ugiok" {
                return Ok(());
            }
            let text = String::from_utf8_lossy(&line);
            if let Some(name) = text.strip_prefix("id name ") {
                introduction.name = Some(printable(name.as_bytes()));
            } else if let Some(author) = text.strip_prefix("id author ") {
                introduction.author = Some(printable(author.as_bytes()));
            } else if let Some(option) = text.strip_prefix("option name ") {
                let name = option.split(" type ").next().unwrap_or_default();
                introduction.options.push(printable(name.as_bytes()));
                introduction.seeds = spin(&text, "Seed").or(introduction.seeds.take());
            } else if !["id ", "info "].iter().any(|start| text.starts_with(start)) {
                strays.add(&line, &self.sent, &self.received);
            }
        }
    }

    /// Sets the options that the spec has, and waits for `readyok`. Gives the time from `isready` on.
    pub(super) fn get_ready(&mut self, strays: &mut Strays) -> Result<Duration, Failed> {
        self.forget();
        let options = self.settings.options.iter();
        let lines: Vec<String> =
            options.map(|(name, value)| format!("setoption name {name} value {value}")).collect();
        let time = self.sync(&lines, strays)?;
        self.processes();
        Ok(time)
    }

    /// Begins a game, with a seed if the bot takes one.
    pub(super) fn new_game(&mut self, seed: Option<u32>, strays: &mut Strays) -> Result<(), Failed> {
        self.forget();
        let seed = seed.map(|seed| format!("setoption name Seed value {seed}"));
        let lines: Vec<String> = seed.into_iter().chain(["uginewgame".to_owned()]).collect();
        self.sync(&lines, strays).map(drop)
    }

    /// Asks for a move, then waits until the bot has nothing more to say.
    pub(super) fn ask(
        &mut self,
        position: &AnyPosition,
        go: &str,
        strays: &mut Strays,
    ) -> Result<TimedAnswer, Failed> {
        let reply_limit = self.settings.reply_limit();
        self.forget();
        let answer = self.answer(&format!("fen {position}"), go, reply_limit, strays);
        let answer = answer.map_err(|broken| {
            let moves = crate::games::moves::listed(position.legal_moves());
            self.fail(&broken, reply_limit, &format!("bestmove and one of {moves}"))
        })?;
        self.sync(&[], strays)?;
        Ok(answer)
    }

    fn answer(
        &mut self,
        position: &str,
        go: &str,
        reply_limit: Duration,
        strays: &mut Strays,
    ) -> Result<TimedAnswer, Broken> {
        let began = Instant::now();
        let deadline = began + reply_limit;
        self.say(&format!("position {position}\n{go}"), deadline)?;
        loop {
            let line = self.hear(deadline)?;
            if is_move(&line) {
                let word = line.split(|&byte| byte == b' ').filter(|word| !word.is_empty()).nth(1);
                let word = word.and_then(|word| Some(std::str::from_utf8(word).ok()?.to_owned()));
                return Ok(TimedAnswer { line: printable(&line), word, time: began.elapsed() });
            }
            if !line.starts_with(b"info") {
                strays.add(&line, &self.sent, &self.received);
            }
        }
    }

    /// Sends lines and `isready`, and waits for `readyok`.
    fn sync(&mut self, lines: &[String], strays: &mut Strays) -> Result<Duration, Failed> {
        let began = Instant::now();
        let reply_limit = self.settings.startup;
        let synced = self.try_sync(lines, began + reply_limit, strays);
        synced.map(|()| began.elapsed()).map_err(|broken| self.fail(&broken, reply_limit, "readyok"))
    }

    fn try_sync(&mut self, lines: &[String], deadline: Instant, strays: &mut Strays) -> Result<(), Broken> {
        let lines: Vec<&str> = lines.iter().map(String::as_str).chain(["isready"]).collect();
        self.say(&lines.join("\n"), deadline)?;
        loop {
            let line = self.hear(deadline)?;
            if line == b"readyok" {
                return Ok(());
            }
            if !line.starts_with(b"info string") {
                strays.add(&line, &self.sent, &self.received);
            }
        }
    }

    /// Listens for what it says although nobody asks.
    pub(super) fn idle(&mut self, time: Duration, strays: &mut Strays) -> Result<(), Failed> {
        self.forget();
        let deadline = Instant::now() + time;
        loop {
            match self.hear(deadline) {
                Ok(line) => strays.add(&line, &self.sent, &self.received),
                Err(Broken::Timeout) => return Ok(()),
                Err(broken) => return Err(self.fail(&broken, time, "it waits for the next line")),
            }
        }
    }

    /// Says `quit`, and waits for the end.
    pub(super) fn quit(&mut self, strays: &mut Strays) -> Result<Option<(Ending, Duration)>, Failed> {
        self.forget();
        // Where it does not read this, it does not end either.
        let _ = self.say("quit", Instant::now() + END_LIMIT);
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
                strays.add(&line, &self.sent, &self.received);
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
        let sent = self.sent.iter().filter(|line| *line != "isready").cloned().collect();
        Problem { sent, received: vec![answer.line.clone()], expected }
    }

    fn forget(&mut self) {
        self.sent.clear();
        self.received.clear();
    }

    fn say(&mut self, text: &str, deadline: Instant) -> Result<(), Broken> {
        self.sent.extend(text.lines().map(str::to_owned));
        self.process.send(format!("{text}\n").as_bytes(), deadline)
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
