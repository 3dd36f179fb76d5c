//! A game at the terminal that arena has no rules for: its referee judges the moves, and draws the board if it can.

use std::io::{BufRead, Write};
use std::time::Instant;

use super::console::Console;
use crate::cli::args::PlayArgs;
use crate::cli::failure::Failure;
use crate::cli::resolve::{self, OpenedReferee, refereeing};
use crate::games::Side;
use crate::interrupt;
use crate::players::bots::BotGame;
use crate::players::clock::Clocks;
use crate::players::strategies::{NoChoice, Strategy, Turn};
use crate::report::numbers::time;
use crate::report::refereed::{NO_BOARD, text};
use crate::rng::{Purpose, Rng};
use crate::run::RefereedPosition;

/// Who plays a side.
struct Seat {
    name: String,
    /// `None` for a person.
    bot: Option<Box<dyn Strategy<RefereedPosition>>>,
    rng: Rng,
}

/// A game in progress.
pub(super) struct RefereedLoop<R, W> {
    referee: OpenedReferee,
    /// The positions before each ply so far.
    history: Vec<RefereedPosition>,
    seats: [Seat; 2],
    clocks: Clocks,
    console: Console<R, W>,
}

/// What came of a turn.
enum TurnEnd {
    Moved(RefereedPosition),
    TakenBack,
    Left,
    /// The player loses, for this reason.
    Lost(String),
}

impl<R: BufRead, W: Write> RefereedLoop<R, W> {
    pub(super) fn new(
        args: &PlayArgs,
        referee: OpenedReferee,
        console: Console<R, W>,
    ) -> Result<RefereedLoop<R, W>, Failure> {
        let second = args.second.clone().unwrap_or_else(|| "smart:6".to_owned());
        let sides = [
            ("--first", &args.first, Side::First, Purpose::PlayerA),
            ("--second", &second, Side::Second, Purpose::PlayerB),
        ];
        let seat = |(flag, typed, side, purpose): (&str, &String, Side, Purpose)| {
            let spec = resolve::spec(flag, typed)?;
            let mut rng = Rng::stream(args.seed, purpose, 0);
            let mut bot = None;
            if !spec.is_human() {
                let mut player =
                    referee.view.player(&spec).map_err(|error| Failure::in_flag(flag, &error))?;
                if let Some(pool) = player.bot() {
                    let started = pool.start(&BotGame::refereed(referee.game.to_string()));
                    started.map_err(|error| Failure::Player(format!("{flag}: {error}")))?;
                }
                player.new_game(&mut rng);
                bot = Some(player);
            }
            let name = format!("{} ({})", spec.name(), referee.game.side_names()[side.index()]);
            Ok::<Seat, Failure>(Seat { name, bot, rng })
        };
        let [first, second] = sides.map(seat);
        let seats = [first?, second?];
        let clock = |seat: &Seat| seat.bot.as_ref().and_then(|bot| bot.clock());
        let clocks = Clocks::start(seats.each_ref().map(clock));
        Ok(RefereedLoop { referee, history: Vec::new(), seats, clocks, console })
    }

    /// Plays until the game is over or somebody quits.
    pub(super) fn play(&mut self) -> Result<(), Failure> {
        let game = self.referee.game.short_name();
        self.console.tell(&format!("{game}. Type a move, u to take back, q to quit."))?;
        let seen = self.referee.see()?;
        if seen.board.is_none() {
            self.console.tell(NO_BOARD)?;
        }
        let mut seen = Some(seen);
        loop {
            let now = match seen.take() {
                Some(seen) => seen,
                None => self.referee.see()?,
            };
            let names = self.seats.each_ref().map(|seat| seat.name.as_str());
            let shown = text(&now, names, self.console.paint);
            self.console.tell(&format!("\n{}", shown.trim_end()))?;
            if now.outcome.is_some() {
                break;
            }
            self.referee.position.to_move = now.to_move;
            match self.turn(now.to_move)? {
                TurnEnd::Moved(next) => {
                    self.history.push(std::mem::replace(&mut self.referee.position, next));
                }
                TurnEnd::TakenBack => self.take_back()?,
                TurnEnd::Left => break,
                TurnEnd::Lost(why) => {
                    let name = &self.seats[now.to_move.index()].name;
                    self.console.tell(&format!("{name} loses: {why}"))?;
                    break;
                }
            }
        }
        let played = self.played();
        if played.is_empty() { Ok(()) } else { Ok(self.console.tell(&played)?) }
    }

    /// What is printed on Ctrl-C.
    fn interrupted(&self) -> String {
        format!("interrupted. {}", self.played()).trim_end().to_owned()
    }

    /// The moves so far, in words.
    fn played(&self) -> String {
        match self.referee.position.moves.as_str() {
            "" => String::new(),
            moves => format!("Moves: {moves}"),
        }
    }

    fn turn(&mut self, side: Side) -> Result<TurnEnd, Failure> {
        if self.seats[side.index()].bot.is_some() { self.bot_turn(side) } else { self.human_turn(side) }
    }

    fn human_turn(&mut self, side: Side) -> Result<TurnEnd, Failure> {
        loop {
            let Some(line) = self.console.ask("Your move:", self.interrupted())? else {
                return Ok(TurnEnd::Left);
            };
            match line.as_str() {
                "" => {}
                "q" | "quit" => return Ok(TurnEnd::Left),
                "u" | "undo" => return Ok(TurnEnd::TakenBack),
                word if word.contains(char::is_whitespace) => {
                    self.console.complain("A move is one word. u takes back, q quits.")?;
                }
                word => match self.rule(side, word)? {
                    Ok(next) => return Ok(TurnEnd::Moved(next)),
                    Err(why) => self.console.complain(&format!("The referee does not accept it: {why}"))?,
                },
            }
        }
    }

    fn bot_turn(&mut self, side: Side) -> Result<TurnEnd, Failure> {
        let Seat { bot: Some(bot), rng, name } = &mut self.seats[side.index()] else {
            return Ok(TurnEnd::Left);
        };
        let began = Instant::now();
        let mut turn = Turn::new(rng, interrupt::flag()).with_clocks(&self.clocks);
        let chosen = bot.choose(&self.referee.position, &mut turn);
        let took = turn.took.unwrap_or_else(|| began.elapsed());
        let choice = match chosen {
            Ok(choice) => choice,
            Err(NoChoice::Interrupted) => return Err(Failure::interrupted()),
            Err(error) => return Ok(TurnEnd::Lost(error.to_string())),
        };
        if let Err(error) = self.clocks.spend(side, took) {
            return Ok(TurnEnd::Lost(error.to_string()));
        }
        let Some(word) = choice.mv.word else { return Ok(TurnEnd::Lost(choice.mv.said)) };
        let announcement = format!("{name} plays {word} in {}.", time(took));
        Ok(match self.rule(side, &word)? {
            Ok(next) => {
                self.console.tell(&announcement)?;
                TurnEnd::Moved(next)
            }
            Err(why) => TurnEnd::Lost(format!("{} (referee: {why})", choice.mv.said)),
        })
    }

    fn rule(&self, side: Side, word: &str) -> Result<Result<RefereedPosition, String>, Failure> {
        let OpenedReferee { view, position, .. } = &self.referee;
        view.play(position, side, word).map_err(refereeing)
    }

    /// Goes back to the last position in which a person was to move.
    fn take_back(&mut self) -> Result<(), Failure> {
        let is_human = |position: &RefereedPosition| self.seats[position.to_move.index()].bot.is_none();
        match self.history.iter().rposition(is_human) {
            Some(at) => {
                self.referee.position = self.history.swap_remove(at);
                self.history.truncate(at);
            }
            None => self.console.complain("There is no move to take back.")?,
        }
        Ok(())
    }
}
