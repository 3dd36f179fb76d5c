//! `arena play`: a game at the terminal, between people, strategies, or both.

mod console;
mod entry;
mod game_loop;
mod refereed;
mod step;

use std::io::{self, IsTerminal, Write};

use super::args::{DEFAULT_HINT, PlayArgs};
use super::failure::Failure;
use super::resolve::{self, SetUp};
use crate::games::Side;
use crate::players::bots::BotGame;
use crate::players::clock::TimeControl;
use crate::players::strategies::{AnyStrategy, StrategySpec};
use crate::report::paint::Paint;
use crate::rng::{Purpose, Rng};
use crate::run::replay::StoredGame;
use crate::run::{CommandLine, GameHost};
use crate::text::program;
use console::Console;
use game_loop::{GameLoop, Hints, Opening};
use refereed::RefereedLoop;

pub(super) fn run(args: &PlayArgs, paint: Paint, out: &mut impl Write) -> Result<(), Failure> {
    if let Some(run) = &args.replay {
        let replay = StoredGame::read(run, &args.position.game)?.replay()?;
        let console = Console { input: io::stdin().lock(), output: out, paint, shows_progress: false };
        return step::through(&replay, console);
    }
    if let Some(referee) = args.position.referee()? {
        let console = Console { input: io::stdin().lock(), output: out, paint, shows_progress: false };
        return RefereedLoop::new(args, referee, console)?.play();
    }
    let first = resolve::spec("--first", &args.first)?;
    let hint = resolve::spec("--hint", &args.hint)?;
    let SetUp { game, host, position, moves } = args.position.set_up()?;
    let typed_second = resolve::or_usual(args.second.as_ref(), &position);
    let second = resolve::spec("--second", &typed_second)?;
    let opening = Opening { position: args.position.position.clone(), moves };
    let mut seats = [
        Seat::new(host.as_ref(), "--first", &first, Side::First, args.seed)?,
        Seat::new(host.as_ref(), "--second", &second, Side::Second, args.seed)?,
    ];
    let bot_game = BotGame::new(game.to_string(), host.start().standard());
    for (seat, flag) in seats.iter_mut().zip(["--first", "--second"]) {
        seat.start(&bot_game, flag)?;
    }
    let hints = Hints { analyst: resolve::build_analyst(host.as_ref(), "--hint", &hint)?, spec: hint };
    let console =
        Console { input: io::stdin().lock(), output: out, paint, shows_progress: io::stdout().is_terminal() };
    let pauses = !args.no_pause;
    GameLoop::new(game, (position, opening), seats, hints, pauses, console, command(args, &typed_second))
        .play()
}

/// The command that was typed, without game and position.
fn command(args: &PlayArgs, second: &str) -> CommandLine {
    let command = CommandLine::new([program(), "play"]).with("--first", &args.first).with("--second", second);
    let hint = Some(&args.hint).filter(|hint| *hint != DEFAULT_HINT);
    let seed = Some(args.seed).filter(|&seed| seed != 1);
    command.with_some("--hint", hint).with_some("--seed", seed).with_flag("--no-pause", args.no_pause)
}

/// Who plays a side.
struct Seat {
    /// The player's name and the side's: `human (South)`.
    name: String,
    /// The strategy; `None` for a person.
    strategy: Option<Box<dyn AnyStrategy>>,
    rng: Rng,
}

impl Seat {
    fn new(
        host: &dyn GameHost,
        flag: &str,
        spec: &StrategySpec,
        side: Side,
        seed: u64,
    ) -> Result<Seat, Failure> {
        let purpose = match side {
            Side::First => Purpose::PlayerA,
            Side::Second => Purpose::PlayerB,
        };
        let strategy = if spec.is_human() { None } else { Some(resolve::build(host, flag, spec)?) };
        let name = format!("{} ({})", spec.name(), host.start().side_name(side));
        Ok(Seat { name, strategy, rng: Rng::stream(seed, purpose, 0) })
    }

    /// Starts a player that is a program, and prepares for the game.
    fn start(&mut self, game: &BotGame, flag: &str) -> Result<(), Failure> {
        let Some(strategy) = &mut self.strategy else { return Ok(()) };
        if let Some(bot) = strategy.bot() {
            let started = bot.start(game);
            started.map_err(|error| Failure::Player(format!("{flag}: {error}")))?;
        }
        strategy.new_game(&mut self.rng);
        Ok(())
    }

    fn clock(&self) -> Option<TimeControl> {
        self.strategy.as_ref().and_then(|strategy| strategy.clock())
    }

    fn is_human(&self) -> bool {
        self.strategy.is_none()
    }
}
