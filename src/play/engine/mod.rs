//! Any strategy as an engine, so that other match runners can play it. The first line says in which protocol.
//!
//! UGI is UCI for any game, and UCI's words are understood wherever UGI's are. `stop`, `quit` and `isready` work while the engine
//! thinks, everything else is answered in order: see `input`. Invalid lines are answered by `info string …` and ignored.
//! `gtp` and `gomocup` are loops of their own.

mod command;
mod gomocup;
mod gtp;
mod input;

use std::io::{self, BufReader, Cursor, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use command::{EngineCommand, Query, SearchLimit};
use input::{Input, Signals, read_line};

use crate::games::{AnyPosition, Outcome, Side, StandardGame};
use crate::play::host::{GameHost, GameSpec};
use crate::players::bots::Drawing;
use crate::players::clock::{Clocks, TimeControl};
use crate::players::strategies::{AnyStrategy, Choice, NoChoice, StrategySpec, Turn};
use crate::rng::{Purpose, Rng};
use crate::text::{TextError, one_line};

/// The answer to `isready`.
const READY: &[u8] = b"readyok\n";

/// A strategy that speaks to other programs.
pub(crate) struct Engine {
    host: Box<dyn GameHost>,
    /// Whether the game was not chosen by anyone, so that a protocol may choose it.
    is_default_game: bool,
    spec: StrategySpec,
    /// The strategy of the last search, and its spec: it is reused if the next search has the same limits.
    player: (StrategySpec, Box<dyn AnyStrategy>),
    position: AnyPosition,
    seed: u64,
    rng: Rng,
    /// Answers that are not written yet.
    out: Vec<u8>,
}

impl Engine {
    /// An engine that plays this game with this strategy.
    pub(crate) fn new(
        host: Box<dyn GameHost>,
        is_default_game: bool,
        spec: StrategySpec,
    ) -> Result<Engine, TextError> {
        let player = (spec.clone(), host.strategy(&spec)?);
        let position = host.start();
        let rng = stream(1);
        Ok(Engine { host, is_default_game, spec, player, position, seed: 1, rng, out: Vec::new() })
    }

    /// Plays another game from now on, if the strategy can.
    fn switch_game(&mut self, game: &str) -> Result<(), String> {
        let problem = |error: TextError| error.problem().to_owned();
        let host = game.parse().and_then(|game: GameSpec| game.host()).map_err(problem)?;
        self.player = (self.spec.clone(), host.strategy(&self.spec).map_err(problem)?);
        (self.position, self.host) = (host.start(), host);
        Ok(())
    }

    /// Runs commands until `quit` or the end of the input.
    pub(crate) fn run(
        self,
        input: impl Read + Send + 'static,
        mut output: impl Write + Send + 'static,
    ) -> io::Result<()> {
        let (mut input, mut first) = (BufReader::new(input), Vec::new());
        read_line(&mut input, &mut first)?;
        let text = String::from_utf8_lossy(&first).into_owned();
        if gomocup::is_command(&text) {
            self.run_gomocup(&text, &mut input, &mut output)
        } else if gtp::is_command(&text) {
            self.run_gtp(&text, &mut input, &mut output)
        } else {
            self.run_ugi(Cursor::new(first).chain(input), output)
        }
    }

    fn run_ugi(
        mut self,
        input: impl Read + Send + 'static,
        output: impl Write + Send + 'static,
    ) -> io::Result<()> {
        let output = Arc::new(Mutex::new(output));
        let (ready, held) = (output.clone(), output.clone());
        // If nobody listens any more, the answer to `go` fails too.
        let mut input =
            Input::new(input, move || _ = write_to(&ready, READY), move || _ = write_to(&held, b""));
        while let Some(line) = input.next() {
            if line == EngineCommand::Quit {
                break;
            }
            if matches!(line, EngineCommand::Go(_)) {
                // Written with the move, or by the listener if the search lasts.
                held_by(&output).write_all(&self.out)?;
                self.out.clear();
            }
            self.obey(line, &mut input)?;
            // Commands that came together are answered together: each answer that is read alone costs a change of process.
            if !input.has_next() {
                self.write(&output)?;
            }
        }
        self.write(&output)
    }

    fn write(&mut self, output: &Mutex<impl Write>) -> io::Result<()> {
        write_to(output, &self.out)?;
        self.out.clear();
        Ok(())
    }

    fn obey<R>(&mut self, command: EngineCommand, input: &mut Input<R>) -> io::Result<()>
    where
        R: Read + Send + 'static,
    {
        match command {
            EngineCommand::Greeting(protocol) => {
                if protocol == "uci"
                    && self.is_default_game
                    && let Err(problem) = self.switch_game("chess")
                {
                    self.complain(&problem)?;
                }
                writeln!(self.out, "id name arena {} {}", env!("CARGO_PKG_VERSION"), self.spec)?;
                writeln!(self.out, "id author the authors of arena")?;
                writeln!(self.out, "option name Seed type spin default 1 min 0 max {}", u64::MAX)?;
                if let Some(StandardGame::Chess { is_960 }) = self.position.standard() {
                    writeln!(self.out, "option name UCI_Chess960 type check default {is_960}")?;
                }
                writeln!(self.out, "{protocol}ok")
            }
            EngineCommand::IsReady => self.out.write_all(READY),
            EngineCommand::NewGame => {
                self.rng = stream(self.seed);
                self.player.1.new_game(&mut self.rng);
                Ok(())
            }
            EngineCommand::Seed(seed) => {
                (self.seed, self.rng) = (seed, stream(seed));
                Ok(())
            }
            EngineCommand::Position { fen, moves } => match self.set_up(fen.as_deref(), &moves) {
                Ok(()) => Ok(()),
                Err(problem) => self.complain(&problem),
            },
            EngineCommand::Go(search) => input.during(|signals| self.go(search, signals)),
            EngineCommand::Query(query) => self.answer(query),
            EngineCommand::Stop | EngineCommand::Quit | EngineCommand::Nothing => Ok(()),
            EngineCommand::Unknown(problem) => self.complain(&problem),
        }
    }

    /// Reports a problem on one line.
    fn complain(&mut self, problem: &str) -> io::Result<()> {
        writeln!(self.out, "info string {}", one_line(problem, 200))
    }

    fn set_up(&mut self, fen: Option<&str>, moves: &str) -> Result<(), String> {
        let problem = |error: &TextError| error.problem().to_owned();
        let start = self.host.start();
        let from = match fen {
            Some(fen) => start.read(fen).map_err(|error| problem(&error))?,
            None => start,
        };
        // Moves are separate words, never a run of digits.
        let mut position = from;
        for word in moves.split_whitespace() {
            let mv = position.move_named(word)?;
            position.try_play(mv).map_err(|error| error.to_string())?;
        }
        self.position = position;
        Ok(())
    }

    fn answer(&mut self, query: Query) -> io::Result<()> {
        let outcome = self.position.outcome();
        let response = match query {
            Query::GameOver => outcome.is_some().to_string(),
            Query::FirstToMove => (self.position.to_move() == Side::First).to_string(),
            Query::Result => match outcome {
                Some(Outcome::Win(Side::First)) => "p1win",
                Some(Outcome::Win(Side::Second)) => "p2win",
                Some(Outcome::Draw) => "draw",
                None => "none",
            }
            .to_owned(),
            Query::Board => Drawing::written(&self.position.draw().render(|_, text| text.to_owned())),
        };
        writeln!(self.out, "response {response}")
    }

    fn go(&mut self, search: SearchLimit, signals: &Signals) -> io::Result<()> {
        if self.position.is_over() {
            return self.complain("the game is over: there is no move to search for");
        }
        match self.choose(search, signals) {
            Ok(choice) => {
                if let (Some(depth), Some(value)) = (choice.depth, choice.value) {
                    // The end of the game has no number of plies.
                    let depth = depth.limit().map(|plies| format!(" depth {plies}")).unwrap_or_default();
                    let unit = if self.position.standard().is_some_and(is_chess) { "cp " } else { "" };
                    writeln!(self.out, "info{depth} nodes {} score {unit}{value}", choice.nodes)?;
                }
                writeln!(self.out, "bestmove {}", self.position.move_name(choice.mv))
            }
            Err(_) if signals.quit.load(Ordering::Relaxed) => Ok(()),
            Err(problem) => self.complain(&problem),
        }
    }

    /// Searches. If stopped, a search with a limit plays the best move so far, one without the best move one ply ahead.
    fn choose(&mut self, search: SearchLimit, signals: &Signals) -> Result<Choice, String> {
        let spec = self.limited(search).map_err(|error| error.problem().to_owned())?;
        let clocks = match search {
            SearchLimit::Clock { left, increment } => {
                let [left, increment] = [left, increment].map(|times| times.map(|time| time.min(LONGEST)));
                Clocks::start([0, 1].map(|side| Some(TimeControl::new(left[side], increment[side]))))
            }
            _ => *Clocks::NONE,
        };
        if spec != self.player.0 {
            let player = self.host.strategy(&spec).map_err(|error| error.problem().to_owned())?;
            self.player = (spec, player);
        }
        let mut turn = Turn::new(&mut self.rng, &signals.quit).until(&signals.stop).with_clocks(&clocks);
        match self.player.1.choose(&self.position, &mut turn) {
            Err(NoChoice::Interrupted) if !signals.quit.load(Ordering::Relaxed) => self.greedy(),
            result => result.map_err(|error| error.to_string()),
        }
    }

    fn greedy(&mut self) -> Result<Choice, String> {
        let greedy = "greedy".parse().and_then(|spec| self.host.strategy(&spec));
        let mut greedy = greedy.map_err(|error| error.problem().to_owned())?;
        let never = AtomicBool::new(false);
        greedy
            .choose(&self.position, &mut Turn::new(&mut self.rng, &never))
            .map_err(|error| error.to_string())
    }

    /// The spec with the limits of a search. Strategies without such limits are unchanged.
    fn limited(&self, search: SearchLimit) -> Result<StrategySpec, TextError> {
        let spec = &self.spec;
        match search {
            SearchLimit::Plain => Ok(spec.clone()),
            SearchLimit::Time(time) => {
                let time = format!("{}us", allowed(time).as_micros());
                spec.with_key_instead("time", &time, "clock")
            }
            SearchLimit::Nodes(nodes) => spec.with_key("nodes", &nodes.max(1).to_string()),
            SearchLimit::Depth(depth) => spec.with_depth(&depth.clamp(1, 9999).to_string()),
            SearchLimit::Infinite => spec.without_limit()?.with_key_instead("time", "1440min", "clock"),
            // Any clock will do: the turn says what the real ones show.
            SearchLimit::Clock { .. } => spec.with_key_instead("clock", "1s", "time"),
        }
    }
}

/// The longest useful time, short enough to be added to any other.
const LONGEST: Duration = Duration::from_hours(24);

/// The search time for a time limit, with a margin for writing the answer and for a busy machine.
fn allowed(time: Duration) -> Duration {
    let reserve = (time / 20).min(Duration::from_millis(10));
    time.saturating_sub(reserve).clamp(Duration::from_micros(1), LONGEST)
}

/// Writes an answer and what was held back, whichever thread does.
fn write_to(output: &Mutex<impl Write>, answer: &[u8]) -> io::Result<()> {
    let mut output = held_by(output);
    output.write_all(answer)?;
    output.flush()
}

fn held_by<W>(output: &Mutex<W>) -> MutexGuard<'_, W> {
    output.lock().unwrap_or_else(PoisonError::into_inner)
}

fn is_chess(game: StandardGame) -> bool {
    matches!(game, StandardGame::Chess { .. })
}

fn stream(seed: u64) -> Rng {
    Rng::stream(seed, Purpose::PlayerA, 0)
}
