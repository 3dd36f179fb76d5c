//! The order of the checks, and what each does.

use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use super::census::{self, Resident};
use super::check::{BotCheck, CheckName, Figures, Millis, Problem};
use super::conversation::{Conversation, END_LIMIT, Failed, Greeting};
use super::play::{HURRY, PlayedMoves};
use super::positions::{self, SampledPosition};
use super::strays::Strays;
use super::{Event, ExamHalt};
use crate::games::AnyPosition;
use crate::players::bots::ending::Ending;
use crate::players::bots::fault::FaultKind;
use crate::players::bots::introduction::Introduction;
use crate::players::bots::protocol::{BotGame, ProtocolName};
use crate::players::bots::question::{MoveLimits, Question};
use crate::players::bots::settings::BotSettings;

/// The number of positions in which moves are asked for.
const POSITIONS: usize = 500;

/// The number of positions in which a second move is asked for.
const REPEATED: usize = 20;

/// How long a bot that has nothing to do is listened to.
const IDLE: Duration = Duration::from_millis(200);

/// How long children have to go after their parent.
const CHILDREN_LIMIT: Duration = Duration::from_millis(500);

/// A fault of a bot, after which it has to be started again.
type ExaminerFault = (FaultKind, Problem);

/// An examination under way.
pub(super) struct Examiner<'a> {
    settings: &'a BotSettings,
    game: &'a BotGame,
    /// What it speaks, as far as is known.
    protocol: ProtocolName,
    pub(super) watch: &'a mut dyn FnMut(Event<'_>),
    /// The process that runs; it is started when it is needed.
    bot: Option<Conversation<'a>>,
    /// The seeds that the bot takes, if it takes any.
    seeds: Option<RangeInclusive<u32>>,
    strays: Strays,
    checks: Vec<BotCheck>,
}

impl<'a> Examiner<'a> {
    pub(super) fn new(
        settings: &'a BotSettings,
        game: &'a BotGame,
        watch: &'a mut dyn FnMut(Event<'_>),
    ) -> Examiner<'a> {
        let (bot, seeds, strays, checks) = (None, None, Strays::default(), Vec::new());
        let protocol = settings.protocol.unwrap_or(ProtocolName::Ugi);
        Examiner { settings, game, protocol, watch, bot, seeds, strays, checks }
    }

    /// Examines a bot that plays from this position.
    pub(super) fn examine(mut self, start: &AnyPosition) -> Result<(Vec<BotCheck>, ProtocolName), ExamHalt> {
        if !self.meet(&CheckName::OF_BOTS)? {
            return Ok((self.checks, self.protocol));
        }
        let protocol = self.protocol;
        let samples = positions::sample(start, POSITIONS);
        let played = self.play(start, &samples)?;
        self.add(played.legal_moves(samples.len()));
        self.add(played.answer_time(self.limit(), self.settings.reply_limit()));
        self.new_game(start, &played)?;
        self.same_move(start, &samples, &played)?;
        let limits = self.limits(true);
        let question = Question { position: start, past: None, clocks: None, limits };
        Ok((self.end(|bot, strays| bot.ask(start, &question, strays).map(drop))?, protocol))
    }

    /// The checks of how it ends, after all others. A process whose input ends has answered `question` before.
    pub(super) fn end(
        mut self,
        question: impl FnOnce(&mut Conversation<'a>, &mut Strays) -> Result<(), Failed>,
    ) -> Result<Vec<BotCheck>, ExamHalt> {
        self.memory()?;
        self.quit()?;
        self.end_of_input(question)?;
        let strays = std::mem::take(&mut self.strays);
        self.add(strays.check());
        Ok(self.checks)
    }

    pub(super) fn checks(self) -> Vec<BotCheck> {
        self.checks
    }

    /// The spec of the game.
    pub(super) fn game(&self) -> &'a BotGame {
        self.game
    }

    pub(super) fn add(&mut self, check: BotCheck) {
        (self.watch)(Event::Checked(&check));
        self.checks.push(check);
    }

    /// The time for a move.
    pub(super) fn limit(&self) -> Duration {
        self.settings.time.unwrap_or_default()
    }

    /// The limits of a move.
    pub(super) fn limits(&self, in_hurry: bool) -> MoveLimits {
        let time = if in_hurry { HURRY.min(self.limit()) } else { self.limit() };
        MoveLimits { time: Some(time), ..self.settings.limits() }
    }

    pub(super) fn seed(&self, game: usize) -> Option<u32> {
        self.seeds.as_ref().map(|seeds| seed_of(seeds, game))
    }

    pub(super) fn is_running(&self) -> bool {
        self.bot.is_some()
    }

    /// Talks to the bot, which is started again if it does not run.
    pub(super) fn with_bot<T>(
        &mut self,
        talk: impl FnOnce(&mut Conversation<'a>, &mut Strays) -> Result<T, Failed>,
    ) -> Result<Result<T, ExaminerFault>, ExamHalt> {
        let running = self.bot.take();
        let (settings, protocol, game) = (self.settings, self.protocol, self.game);
        let (mut bot, is_new) = match running {
            Some(bot) => (bot, false),
            None => (Conversation::start(settings, protocol, game).map_err(ExamHalt::Start)?, true),
        };
        let strays = &mut self.strays;
        let ready = if is_new { greet(&mut bot, strays) } else { Ok(()) };
        match ready.and_then(|()| talk(&mut bot, strays)) {
            Ok(said) => {
                self.bot = Some(bot);
                Ok(Ok(said))
            }
            Err(Failed::Interrupted) => Err(ExamHalt::Interrupted),
            Err(Failed::Fault(kind, problem)) => Ok(Err((kind, problem))),
        }
    }

    /// Starts the program for the first time; returns whether more can be checked. If not, the other ones of all checks are
    /// skipped.
    pub(super) fn meet(&mut self, all: &[CheckName]) -> Result<bool, ExamHalt> {
        let missing = self.greet_first()?;
        if let Some(missing) = missing {
            for &name in all.iter().skip(self.checks.len()) {
                self.add(BotCheck::skipped(name, missing));
            }
        }
        Ok(missing.is_none())
    }

    /// Starts the program, and says what is missing where nothing more can be checked.
    fn greet_first(&mut self) -> Result<Option<&'static str>, ExamHalt> {
        let (mut bot, greeting, greeted) = self.greet_in_any()?;
        let first_line_ms = greeting.first_line.map(Millis);
        let starts = BotCheck::passed(CheckName::Starts, Figures::Starts { first_line_ms });
        match greeted {
            Err(Failed::Interrupted) => return Err(ExamHalt::Interrupted),
            Err(Failed::Fault(FaultKind::Crash, problem)) if first_line_ms.is_none() => {
                self.add(BotCheck::failed(CheckName::Starts, problem, "it ends at once"));
                return Ok(Some("it did not start"));
            }
            Err(Failed::Fault(_, problem)) => {
                self.add(starts);
                let missing = bot.milestones()[0];
                let reason = match self.protocol_of_another_game()? {
                    Some(protocol) => {
                        let (title, (games, choose)) = (protocol.title(), protocol.games());
                        format!("no {missing}: it speaks {title}, which plays {games}; write {choose}")
                    }
                    None => format!("no {missing}"),
                };
                self.add(BotCheck::failed(CheckName::Handshake, problem, &reason));
                return Ok(Some("there was no handshake"));
            }
            Ok(()) => self.add(starts),
        }
        let undeclared = self.undeclared_option(&greeting.said);
        self.add(handshake(&greeting).with_note(undeclared));
        let is_set = self.settings.options.iter().any(|(name, _)| name.eq_ignore_ascii_case("Seed"));
        self.seeds = greeting.said.seeds.filter(|_| !is_set);
        match bot.get_ready(&mut self.strays) {
            Err(Failed::Interrupted) => Err(ExamHalt::Interrupted),
            Err(Failed::Fault(_, problem)) => {
                let reason = format!("no {}", bot.milestones()[1]);
                self.add(BotCheck::failed(CheckName::Ready, problem, &reason));
                Ok(Some("it was not ready"))
            }
            Ok(time) => {
                self.add(BotCheck::passed(CheckName::Ready, Figures::Ready { time_ms: Millis(time) }));
                self.bot = Some(bot);
                Ok(None)
            }
        }
    }

    /// Starts it and greets it, in each protocol that it may speak until one is answered. Where none is, UGI is what it should speak.
    fn greet_in_any(&mut self) -> Result<(Conversation<'a>, Greeting, Result<(), Failed>), ExamHalt> {
        let others = ProtocolName::ALL.into_iter().skip(1).filter(|protocol| {
            self.settings.protocol.is_none()
                && protocol.check(self.game.standard, false).is_ok()
                && protocol.check_limits(self.settings).is_ok()
        });
        let others: Vec<ProtocolName> = if self.game.is_refereed { Vec::new() } else { others.collect() };
        let first = self.greet_in(self.protocol, !others.is_empty())?;
        if !matches!(first.2, Err(Failed::Fault(..))) {
            return Ok(first);
        }
        for protocol in others {
            let met = self.greet_in(protocol, true)?;
            if !matches!(met.2, Err(Failed::Fault(..))) {
                self.protocol = protocol;
                self.strays = Strays::default();
                return Ok(met);
            }
        }
        Ok(first)
    }

    /// A protocol that it speaks, but that has no words for the game. Only those with a greeting are told from silence.
    fn protocol_of_another_game(&mut self) -> Result<Option<ProtocolName>, ExamHalt> {
        if self.settings.protocol.is_some() || self.game.is_refereed {
            return Ok(None);
        }
        for protocol in ProtocolName::GREETED {
            if protocol.check(self.game.standard, false).is_ok() {
                continue;
            }
            let hasty = self.settings.in_haste();
            let mut bot = Conversation::start(&hasty, protocol, self.game).map_err(ExamHalt::Start)?;
            if bot.introduce(&mut Greeting::default(), true, &mut Strays::default()).is_ok() {
                return Ok(Some(protocol));
            }
        }
        Ok(None)
    }

    fn greet_in(
        &mut self,
        protocol: ProtocolName,
        is_tentative: bool,
    ) -> Result<(Conversation<'a>, Greeting, Result<(), Failed>), ExamHalt> {
        let mut bot = Conversation::start(self.settings, protocol, self.game).map_err(ExamHalt::Start)?;
        let mut greeting = Greeting::default();
        let greeted = bot.introduce(&mut greeting, is_tentative, &mut self.strays);
        Ok((bot, greeting, greeted))
    }

    /// What to say of an option that is set although the bot has none of that name.
    fn undeclared_option(&self, introduction: &Introduction) -> Option<String> {
        if !ProtocolName::GREETED.contains(&self.protocol) {
            return None;
        }
        let name = introduction.undeclared(&self.settings.options)?;
        Some(format!("option.{name} is set, but the bot declares no such option"))
    }

    /// Begins games, and plays on after each.
    fn new_game(&mut self, start: &AnyPosition, played: &PlayedMoves) -> Result<(), ExamHalt> {
        if played.is_given_up() && played.new_game.is_none() {
            self.add(BotCheck::skipped(CheckName::NewGame, "it failed too often"));
            return Ok(());
        }
        let figures = Figures::NewGame { games: played.games };
        let check = BotCheck::passed(CheckName::NewGame, figures);
        if played.new_game.is_some() {
            self.add(check.with_problem(played.new_game.clone()));
            return Ok(());
        }
        let (limits, seed) = (self.limits(played.is_slow()), self.seed(0));
        let question = Question { position: start, past: None, clocks: None, limits };
        let played_on = self.with_bot(|bot, strays| {
            for _ in 0..2 {
                bot.new_game(seed, strays)?;
                bot.ask(start, &question, strays)?;
            }
            Ok(())
        })?;
        self.add(check.with_problem(played_on.err().map(|(_, problem)| problem)));
        Ok(())
    }

    /// Asks twice for a move in the same position, each time in a new game.
    fn same_move(
        &mut self,
        start: &AnyPosition,
        samples: &[SampledPosition],
        played: &PlayedMoves,
    ) -> Result<(), ExamHalt> {
        if played.is_given_up() {
            self.add(BotCheck::skipped(CheckName::SameMove, "it failed too often"));
            return Ok(());
        }
        let (limits, seed) = (self.limits(played.is_slow()), self.seed(0));
        let (mut positions, mut same, mut note) = (0, 0, None);
        for sample in samples.iter().step_by((samples.len() / REPEATED).max(1)).take(REPEATED) {
            let question = sample.question(start, limits);
            let answers = self.with_bot(|bot, strays| {
                bot.new_game(seed, strays)?;
                let first = bot.ask(&sample.position, &question, strays)?;
                bot.new_game(seed, strays)?;
                Ok([first.line, bot.ask(&sample.position, &question, strays)?.line])
            })?;
            let [first, second] = match answers {
                Ok(answers) => answers,
                Err((_, problem)) => {
                    let figures = Figures::SameMove { positions, same };
                    self.add(BotCheck::passed(CheckName::SameMove, figures).with_problem(Some(problem)));
                    return Ok(());
                }
            };
            positions += 1;
            same += usize::from(first == second);
            if first != second && note.is_none() {
                note = Some(format!("'{first}', then '{second}' in {}", sample.position));
            }
        }
        let figures = Figures::SameMove { positions, same };
        self.add(BotCheck::passed(CheckName::SameMove, figures).with_note(note));
        Ok(())
    }

    fn memory(&mut self) -> Result<(), ExamHalt> {
        let found = self.with_bot(|bot, _| Ok(bot.processes()))?;
        let check = match found {
            Ok(Some(processes)) => {
                let peak_bytes = census::peak_memory(&processes);
                let figures = Figures::Memory { peak_bytes, processes: processes.len() };
                BotCheck::passed(CheckName::Memory, figures)
            }
            Ok(None) => BotCheck::skipped(CheckName::Memory, NOT_MEASURED),
            Err(_) => BotCheck::skipped(CheckName::Memory, "it does not start again"),
        };
        self.add(check);
        Ok(())
    }

    /// Says `quit`, and looks for what is left.
    fn quit(&mut self) -> Result<(), ExamHalt> {
        let told = self.with_bot(|bot, strays| {
            bot.idle(IDLE, strays)?;
            let is_measured = bot.processes().is_some();
            let ended = bot.quit(strays)?;
            let problem = ended.is_none().then(|| bot.no_end());
            let left = (is_measured && ended.is_some()).then(|| left_by(bot));
            Ok((ended, problem, left))
        })?;
        // Kills whatever is left.
        self.bot = None;
        let (ended, problem, left) = match told {
            Ok(told) => told,
            Err((_, problem)) => {
                self.add(BotCheck::failed(CheckName::Quit, problem, "it failed before"));
                self.add(BotCheck::skipped(CheckName::Children, "it was not told to end"));
                return Ok(());
            }
        };
        let has_ended = ended.is_some();
        self.add(ends(CheckName::Quit, ended, problem, true));
        self.add(match left {
            Some(left) => children(&left),
            None if has_ended => BotCheck::skipped(CheckName::Children, NOT_MEASURED),
            None => BotCheck::skipped(CheckName::Children, "it did not end"),
        });
        Ok(())
    }

    /// Closes the input of another process that has answered a question.
    fn end_of_input(
        &mut self,
        question: impl FnOnce(&mut Conversation<'a>, &mut Strays) -> Result<(), Failed>,
    ) -> Result<(), ExamHalt> {
        let started = Conversation::start_patiently(self.settings, self.protocol, self.game);
        let mut bot = started.map_err(ExamHalt::Start)?;
        let strays = &mut self.strays;
        let asked = greet(&mut bot, strays).and_then(|()| question(&mut bot, strays));
        let check = match asked.and_then(|()| bot.end_input(strays)) {
            Err(Failed::Interrupted) => return Err(ExamHalt::Interrupted),
            Err(Failed::Fault(..)) => BotCheck::skipped(CheckName::EndOfInput, "it failed before"),
            Ok(ended) => {
                let problem = ended.is_none().then(|| bot.no_end());
                ends(CheckName::EndOfInput, ended, problem, false)
            }
        };
        drop(bot);
        self.add(check);
        Ok(())
    }
}

const NOT_MEASURED: &str = "not measured: only Linux tells";

/// Brings a bot that was just started to where it can play.
fn greet(bot: &mut Conversation<'_>, strays: &mut Strays) -> Result<(), Failed> {
    bot.introduce(&mut Greeting::default(), false, strays)?;
    bot.get_ready(strays).map(drop)
}

fn handshake(greeting: &Greeting) -> BotCheck {
    let Introduction { name, author, options, .. } = &greeting.said;
    let figures = Figures::Handshake {
        time_ms: Millis(greeting.time),
        name: name.clone(),
        author: author.clone(),
        options: options.clone(),
    };
    BotCheck::passed(CheckName::Handshake, figures)
}

/// Whether it ended, and how. The guard hides how where it was the input that ended.
fn ends(
    name: CheckName,
    ended: Option<(Ending, Duration)>,
    problem: Option<Problem>,
    tells_code: bool,
) -> BotCheck {
    let time_ms = ended.map(|(_, time)| Millis(time));
    let is_clean = ended.is_none_or(|(ending, _)| ending == Ending::Code(0));
    let note = ended.filter(|_| tells_code && !is_clean).map(|(ending, _)| ending.to_string());
    let figures = Figures::Ends { time_ms, limit_ms: Millis(END_LIMIT) };
    BotCheck::passed(name, figures).with_problem(problem).with_note(note)
}

/// The processes that a bot leaves, once they had a moment to go.
fn left_by(bot: &mut Conversation<'_>) -> Vec<Resident> {
    let began = Instant::now();
    loop {
        let left = bot.left();
        if left.is_empty() || began.elapsed() >= CHILDREN_LIMIT {
            return left;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn children(left: &[Resident]) -> BotCheck {
    let labels: Vec<String> = left.iter().map(Resident::label).collect();
    let problem = (!left.is_empty()).then(|| Problem {
        sent: vec!["quit".to_owned()],
        received: labels.iter().map(|label| format!("{label} still ran; it was killed")).collect(),
        expected: "everything that the bot started ends with it".to_owned(),
    });
    BotCheck::passed(CheckName::Children, Figures::Children { left: labels }).with_problem(problem)
}

/// The seed of a game, from the range that a program takes.
pub(super) fn seed_of(seeds: &RangeInclusive<u32>, game: usize) -> u32 {
    seeds.start() + (game as u32).min(seeds.end() - seeds.start())
}
