//! A game at the terminal: turns, prompts, the board, and taking back.

use std::io::{self, BufRead, Write};
use std::time::Instant;

use super::Seat;
use super::console::Console;
use super::entry::{self, TypedLine};
use crate::cli::failure::Failure;
use crate::games::{AnyPosition, Move, Side};
use crate::interrupt;
use crate::players::clock::Clocks;
use crate::players::strategies::{AnyAnalyst, Choice, Fault, FaultKind, NoChoice, StrategySpec, Turn};
use crate::report::analysis::text as analysis_text;
use crate::report::numbers::{counted, signed, time};
use crate::report::position::result;
use crate::run::analyze::analysis;
use crate::run::session::all_cores;
use crate::run::{CommandLine, GameSpec};
use crate::text::program;

/// A game in progress.
pub(super) struct GameLoop<R, W> {
    game: GameSpec,
    position: AnyPosition,
    /// The positions before each ply so far, and what the clocks showed.
    history: Vec<(AnyPosition, Clocks)>,
    /// The clocks of the strategies. People take their time.
    clocks: Clocks,
    /// How the first of them was reached.
    opening: Opening,
    /// The moves since then.
    moves: Vec<Move>,
    seats: [Seat; 2],
    hints: Hints,
    pauses: bool,
    console: Console<R, W>,
    /// The command that plays this game, without game and position.
    command: CommandLine,
}

/// How the first position of the game was reached: the position, unless it is the start, and the moves after it.
#[derive(Debug, Clone, Default)]
pub(super) struct Opening {
    pub(super) position: Option<String>,
    pub(super) moves: Vec<Move>,
}

/// What computes hints.
pub(super) struct Hints {
    pub(super) analyst: Box<dyn AnyAnalyst>,
    pub(super) spec: StrategySpec,
}

/// Whether the game goes on.
#[derive(PartialEq, Eq)]
enum Next {
    Continue,
    Leave,
}

impl<R: BufRead, W: Write> GameLoop<R, W> {
    pub(super) fn new(
        game: GameSpec,
        (position, opening): (AnyPosition, Opening),
        seats: [Seat; 2],
        hints: Hints,
        pauses: bool,
        console: Console<R, W>,
        command: CommandLine,
    ) -> GameLoop<R, W> {
        let clocks = Clocks::start(seats.each_ref().map(Seat::clock));
        let watched = !seats.iter().any(Seat::is_human);
        let (history, moves) = (Vec::new(), Vec::new());
        let pauses = pauses && watched;
        GameLoop { game, position, history, clocks, opening, moves, seats, hints, pauses, console, command }
    }

    /// Plays until the game is over or somebody quits.
    pub(super) fn play(&mut self) -> Result<(), Failure> {
        let [first, second] = Side::BOTH.map(|side| self.painted_name(side));
        self.console.tell(&format!("{}: {first} against {second}.", self.game))?;
        if let Some(caveat) = self.game.caveat() {
            self.console.tell(&format!("warning: {caveat}"))?;
        }
        self.draw()?;
        while !self.position.is_over() {
            match self.turn() {
                Ok(Next::Continue) => {}
                Ok(Next::Leave) => {
                    self.tell_moves()?;
                    self.console.tell("Goodbye.")?;
                    return Ok(());
                }
                Err(Failure::Interrupted(_)) => return Err(Failure::Interrupted(self.interrupted())),
                Err(failure) => return Err(failure),
            }
        }
        if let Some(outcome) = self.position.outcome() {
            let result = result(&self.position, outcome, |side| self.seats[side.index()].name.clone());
            let result = self.console.paint.strong(&format!("The game is over: {result}."));
            self.console.tell(&result)?;
        }
        self.tell_moves()?;
        Ok(())
    }

    /// Prints the moves of the game, the command that shows the final position, and the one that plays on.
    fn tell_moves(&mut self) -> io::Result<()> {
        if self.moves.is_empty() {
            return Ok(());
        }
        let played = self.position.move_list(self.moves.iter().copied());
        self.console.tell(&format!("Moves: {played}"))?;
        let show = self.at_this_position(CommandLine::new([program(), "show"]));
        self.console.tell(&format!("Show them: {show}"))?;
        if self.position.is_over() {
            return Ok(());
        }
        let go_on = self.at_this_position(self.command.clone());
        self.console.tell(&format!("Play on: {go_on}"))
    }

    /// What is printed on Ctrl-C: the moves so far, and how to continue the game.
    fn interrupted(&self) -> String {
        if self.moves.is_empty() {
            return "interrupted".to_owned();
        }
        let played = self.position.move_list(self.moves.iter().copied());
        let (plies, command) =
            (counted(self.moves.len() as u64, "move"), self.at_this_position(self.command.clone()));
        format!("interrupted after {plies}: {played}\nContinue with:\n  {command}")
    }

    /// A command with the position that has been reached.
    fn at_this_position(&self, command: CommandLine) -> CommandLine {
        let moves = [self.opening.moves.as_slice(), &self.moves].concat();
        let command =
            command.with("--game", &self.game).with_some("--position", self.opening.position.as_ref());
        command.with("--moves", self.position.move_list(moves))
    }

    fn turn(&mut self) -> Result<Next, Failure> {
        let side = self.position.to_move();
        let clocks = self.clocks;
        let seat = &mut self.seats[side.index()];
        let Some(strategy) = &mut seat.strategy else {
            return self.human_turn();
        };
        let turn = Turn::new(&mut seat.rng, interrupt::flag());
        let mut turn = turn.with_clocks(&clocks).on_threads(all_cores());
        let began = Instant::now();
        let choice = self.console.meanwhile(&format!("{} is thinking…", seat.name), || {
            strategy.choose(&self.position, &mut turn)
        })??;
        let took = turn.took.unwrap_or_else(|| began.elapsed());
        self.clocks.spend(side, took).map_err(|error| {
            NoChoice::from(Fault::new(FaultKind::Timeout, format!("{} lost on time: {error}", seat.name)))
        })?;
        let thought = time(took);
        let Choice { mv, value, depth, nodes } = choice;
        let mut words = format!("plays {} after {thought}", self.position.move_name(mv));
        if let (Some(value), Some(depth)) = (value, depth) {
            let nodes = counted(nodes, "position");
            words.push_str(&format!(" (value {}, depth {depth}, {nodes})", signed(value)));
        }
        if let Some(clock) = self.clocks.of(side) {
            words.push_str(&format!(" with {} left", time(clock.left())));
        }
        self.make(mv, &words, clocks)?;
        if self.pauses && !self.position.is_over() {
            let on_interrupt = self.interrupted();
            let answer = self.console.ask("Enter for the next move, q to quit:", on_interrupt)?;
            if answer.is_none_or(|line| line.eq_ignore_ascii_case("q")) {
                return Ok(Next::Leave);
            }
        }
        Ok(Next::Continue)
    }

    fn human_turn(&mut self) -> Result<Next, Failure> {
        let name = &self.seats[self.position.to_move().index()].name;
        let moves = if self.position.names_moves() {
            entry::moves(&self.position)
        } else {
            format!("{} 1-{}", self.position.place(), self.position.places())
        };
        let question = format!("{name}, {moves} (h hint, u take back, q quit)?");
        let on_interrupt = self.interrupted();
        let Some(line) = self.console.ask(&question, on_interrupt)? else {
            return Ok(Next::Leave);
        };
        match entry::read(&self.position, &line) {
            TypedLine::Play(mv) => {
                self.make(mv, &format!("plays {}", self.position.move_name(mv)), self.clocks)?;
            }
            TypedLine::Hint => self.hint()?,
            TypedLine::Help => self.help()?,
            TypedLine::Undo => self.undo()?,
            TypedLine::Quit => return Ok(Next::Leave),
            TypedLine::Wrong(why) => self.console.complain(&why)?,
        }
        Ok(Next::Continue)
    }

    /// Plays a legal move and prints its effect. `before` is what the clocks showed when the turn began.
    fn make(&mut self, mv: Move, words: &str, before: Clocks) -> io::Result<()> {
        let mover = self.position.to_move();
        let effects = self.position.effects(mv);
        let next = self.position.after(mv).map_err(io::Error::other)?;
        self.history.push((std::mem::replace(&mut self.position, next), before));
        self.moves.push(mv);
        let name = self.painted_name(mover);
        self.console.tell(&format!("{name} {words}."))?;
        for effect in effects {
            self.console.tell(&effect.sentence(&name))?;
        }
        self.draw()
    }

    fn hint(&mut self) -> Result<(), Failure> {
        let Hints { analyst, spec } = &mut self.hints;
        let began = Instant::now();
        let analysis =
            self.console.meanwhile("thinking…", || analysis(analyst.as_mut(), &self.position))??;
        let text = analysis_text(&self.position, spec, &analysis, began.elapsed(), self.console.paint);
        self.console.tell(&text)?;
        Ok(())
    }

    fn help(&mut self) -> io::Result<()> {
        self.console.tell(&format!(
            "Type {}, or\n  \
               h       show the value of every move (hint)\n  \
               u       take back your last move (undo)\n  \
               ?       show this help\n  \
               q       quit\n\
             You may play {}.",
            entry::moves(&self.position),
            self.position.move_list(self.position.legal_moves())
        ))
    }

    /// Takes back to the last turn of a person.
    fn undo(&mut self) -> io::Result<()> {
        let by_human =
            |(position, _): &(AnyPosition, Clocks)| self.seats[position.to_move().index()].is_human();
        let Some(ply) = self.history.iter().rposition(by_human) else {
            return self.console.complain("There is nothing to take back.");
        };
        let plies = self.history.len() - ply;
        (self.position, self.clocks) = self.history.swap_remove(ply);
        self.history.truncate(ply);
        self.moves.truncate(ply);
        self.console.tell(&format!("Taken back: {}.", counted(plies as u64, "move")))?;
        self.draw()
    }

    fn draw(&mut self) -> io::Result<()> {
        let paint = self.console.paint;
        let board = self.position.draw().render(|ink, text| paint.ink(ink, text));
        self.console.tell(&format!("\n{board}"))
    }

    fn painted_name(&self, side: Side) -> String {
        self.console.paint.side(side, &self.seats[side.index()].name)
    }
}
