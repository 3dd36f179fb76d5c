//! `arena play`: a game at the terminal, between people, strategies, or both.

mod console;
mod entry;
mod table;

use std::io::{self, IsTerminal, Write};

use super::args::PlayArgs;
use super::failure::Failure;
use super::wanted;
use crate::games::{Game, GameSpec, GameVisitor, Side};
use crate::report::paint::Paint;
use crate::rng::{Purpose, Rng};
use crate::strategies::{Strategy, StrategySpec};
use console::Console;
use table::{Hints, Table};

/// Runs the command.
pub(super) fn run(args: &PlayArgs, paint: Paint, out: &mut impl Write) -> Result<(), Failure> {
    let game = args.position.game()?;
    let first = wanted::spec("--first", &args.first)?;
    let second = wanted::spec("--second", &args.second)?;
    let hint = wanted::spec("--hint", &args.hint)?;
    game.visit_holding(&args.position.held(), Play { args, game, specs: [first, second], hint, paint, out })
}

struct Play<'a, W> {
    args: &'a PlayArgs,
    game: GameSpec,
    specs: [StrategySpec; 2],
    hint: StrategySpec,
    paint: Paint,
    out: &'a mut W,
}

impl<W: Write> GameVisitor for Play<'_, W> {
    type Output = Result<(), Failure>;

    fn visit<G: Game>(self, start: G) -> Result<(), Failure> {
        let [first, second] = &self.specs;
        let seats = [
            Seat::new("--first", first, Side::First, self.args.seed)?,
            Seat::new("--second", second, Side::Second, self.args.seed)?,
        ];
        let hints = Hints { analyst: wanted::build_analyst("--hint", &self.hint)?, spec: self.hint };
        let position = self.args.position.set_up(start)?.position;
        let console = Console {
            input: io::stdin().lock(),
            output: self.out,
            paint: self.paint,
            shows_progress: io::stdout().is_terminal(),
        };
        Table::new(self.game, position, seats, hints, !self.args.no_pause, console).play()
    }
}

/// Who plays a side.
struct Seat<G> {
    /// The player's name and the side's: `human (South)`.
    name: String,
    /// What chooses the moves; a person where there is none.
    strategy: Option<Box<dyn Strategy<G>>>,
    rng: Rng,
}

impl<G: Game> Seat<G> {
    fn new(flag: &str, spec: &StrategySpec, side: Side, seed: u64) -> Result<Seat<G>, Failure> {
        let purpose = match side {
            Side::First => Purpose::PlayerA,
            Side::Second => Purpose::PlayerB,
        };
        let strategy = if spec.is_human() { None } else { Some(wanted::build(flag, spec)?) };
        let name = format!("{} ({})", spec.name(), G::side_name(side));
        Ok(Seat { name, strategy, rng: Rng::stream(seed, purpose, 0) })
    }

    fn is_human(&self) -> bool {
        self.strategy.is_none()
    }
}
