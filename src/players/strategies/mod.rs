//! The strategies, which choose moves.
//!
//! A strategy is given by its spec, `name[:argument][,key=value…]`. [`StrategySpec`] parses it and builds the
//! strategy for a game. Behind the box everything is compiled for that game: the box costs one call per move.
//!
//! To add a strategy, write a file with a type that implements [`Kind`], and add one line to the list below.
//!
//! ```
//! use arena::games::BuiltInGame;
//! use arena::games::{Game, GameVisitor};
//! use arena::rng::{Purpose, Rng};
//! use arena::players::strategies::{StrategySpec, Turn};
//! use std::sync::atomic::AtomicBool;
//!
//! struct Choose(StrategySpec);
//!
//! impl GameVisitor for Choose {
//!     type Output = usize;
//!
//!     fn visit<G: Game>(self, start: G) -> usize {
//!         let mut strategy = self.0.build::<G>().unwrap();
//!         let mut rng = Rng::stream(1, Purpose::PlayerA, 0);
//!         let interrupt = AtomicBool::new(false);
//!         let mut turn = Turn::new(&mut rng, &interrupt);
//!         strategy.choose(&start, &mut turn).unwrap().mv.number()
//!     }
//! }
//!
//! let game: BuiltInGame = "kalah".parse().unwrap();
//! let smart: StrategySpec = "smart:6".parse().unwrap();
//! assert_eq!(game.visit(Choose(smart)), 6);
//! ```

mod alternatives;
mod any;
mod bad;
mod exec;
mod greedy;
mod human;
mod limits;
mod mcts;
mod options;
mod perfect;
mod playable;
mod random;
mod range;
mod registry;
mod smart;
mod spec;
mod template;

pub use alternatives::alternatives;
pub(crate) use any::Typed;
pub use any::{AnyAnalyst, AnyStrategy};
pub(crate) use exec::{bot_player, check_protocol};
pub(crate) use limits::read_clock;
pub use options::Options;
pub use playable::Playable;
pub use range::players;
pub use registry::{list, register, register_strategy};
pub(crate) use smart::EVALUATOR_KEY;
pub use spec::StrategySpec;
pub(crate) use spec::{as_of_commit, of_command_line};
pub(crate) use template::{Placeholder, SpecTemplate};

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use thiserror::Error;

use crate::games::{Game, Move};
use crate::players::bots::{BotPool, Inquiry};
pub use crate::players::bots::{BotPosition, Past};
pub use crate::players::bots::{Fault, FaultKind};
use crate::players::clock::{Clocks, TimeControl};
use crate::rng::Rng;
use crate::search::{Depth, MoveValue};
use crate::text::{Decimal, TextError};

spec::strategies! {
    bad::Bad,
    random::Random,
    greedy::Greedy,
    smart::Smart,
    mcts::Mcts,
    perfect::Perfect,
    exec::Exec,
    human::Human,
}

/// A strategy for positions of one type, usually those of a [`Game`].
pub trait Strategy<P: Playable>: Send + Sync {
    /// The move to play in a position that is not over.
    fn choose(&mut self, position: &P, turn: &mut Turn<'_>) -> Result<Choice<P::Move>, NoChoice>;

    /// Prepares for a game. Most strategies have nothing to do.
    fn new_game(&mut self, rng: &mut Rng) {
        let _ = rng;
    }

    /// The processes behind it, if it is another program. They must be started before the first game.
    fn bot(&self) -> Option<&BotPool> {
        None
    }

    /// A fresh player of the same kind. Each thread has its own, and gets a new one after a crash.
    fn fresh(&self) -> Box<dyn Strategy<P>>;

    /// What it says of a position, if it is a program that answers queries.
    fn inquire(&mut self, position: &P, rng: &mut Rng) -> Option<Result<Inquiry, NoChoice>> {
        let _ = (position, rng);
        None
    }

    /// What it said, once, of the position in which it last chose a move: a program that answers queries is asked both at
    /// once.
    fn take_inquiry(&mut self) -> Option<Inquiry> {
        None
    }

    /// Whether it chooses at once, without looking ahead. Measuring every move of such a player would cost more than
    /// its moves do.
    fn is_instant(&self) -> bool {
        false
    }

    /// Whether it chooses the same moves on every machine, whatever the clock says.
    fn is_reproducible(&self) -> bool {
        true
    }

    /// The clock that it plays a game by, if it has one.
    fn clock(&self) -> Option<TimeControl> {
        None
    }

    /// Whether a clock limits its moves, so that it plays worse if threads share a core.
    fn is_timed(&self) -> bool {
        self.clock().is_some()
    }

    /// The strategy as an analyst, if it is one.
    fn into_analyst(self: Box<Self>) -> Option<Box<dyn Analyst<P>>> {
        None
    }
}

/// A strategy that values every move.
pub trait Analyst<P: Playable>: Send {
    /// The value of every legal move.
    fn analyze(&mut self, position: &P, turn: &mut Turn<'_>) -> Result<Analysis, NoChoice> {
        self.analyze_observed(position, turn, &mut |_| {})
    }

    /// The same; `observe` is called whenever more is known: all moves at a smaller depth, or
    /// some of the moves.
    fn analyze_observed(
        &mut self,
        position: &P,
        turn: &mut Turn<'_>,
        observe: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, NoChoice>;
}

/// What a strategy gets for a move, besides the position.
#[derive(Debug)]
pub struct Turn<'a> {
    /// Its random numbers.
    pub rng: &'a mut Rng,
    /// Set when it must stop immediately, without a move.
    pub interrupt: &'a AtomicBool,
    /// Set when a search with a limit must play the best move so far.
    pub stop: Option<&'a AtomicBool>,
    /// The clocks of the game.
    pub clocks: &'a Clocks,
    /// How the game came to this position; `None` for a position that stands alone.
    pub past: Option<Past<'a>>,
    /// How many threads it may use for this move. One in a run, where the other threads play other games.
    pub threads: usize,
    /// How long the move took, set by a strategy that measures it better than its caller: for a bot, the time from
    /// the question to the answer.
    pub took: Option<Duration>,
}

impl<'a> Turn<'a> {
    /// A turn that ends with a move unless `interrupt` is set.
    pub fn new(rng: &'a mut Rng, interrupt: &'a AtomicBool) -> Turn<'a> {
        Turn { rng, interrupt, stop: None, clocks: Clocks::NONE, past: None, threads: 1, took: None }
    }

    /// The same, but once `stop` is set a search counts its limit as reached, and a search without a limit ends
    /// without a move.
    #[must_use]
    pub fn until(self, stop: &'a AtomicBool) -> Turn<'a> {
        Turn { stop: Some(stop), ..self }
    }

    /// The same on this many threads.
    #[must_use]
    pub fn on_threads(self, threads: usize) -> Turn<'a> {
        Turn { threads, ..self }
    }

    /// The same in a game with clocks.
    #[must_use]
    pub fn with_clocks(self, clocks: &'a Clocks) -> Turn<'a> {
        Turn { clocks, ..self }
    }
}

/// A chosen move and its cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice<M = Move> {
    /// The move.
    pub mv: M,
    /// The strategy's value of the move, if it has one.
    pub value: Option<Decimal>,
    /// The depth of its search, if there was one.
    pub depth: Option<Depth>,
    /// The number of nodes it searched.
    pub nodes: u64,
}

impl Choice {
    /// A move chosen without looking ahead.
    pub fn unsearched(mv: Move) -> Choice {
        Choice { mv, value: None, depth: None, nodes: 0 }
    }
}

/// The values of all legal moves and their cost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Analysis {
    /// Every legal move with its value, in order.
    pub values: Vec<MoveValue<Decimal>>,
    /// The depth of these values.
    pub depth: Depth,
    /// The number of positions searched.
    pub nodes: u64,
    /// How the game ends with best play, in words, if the values prove it.
    pub prospect: Option<String>,
}

/// Why there is no move.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NoChoice {
    /// The strategy was stopped.
    #[error("interrupted")]
    Interrupted,
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// The strategy was built for another game.
    #[error("this strategy was built for another game")]
    OtherGame,
    /// The player gives up the game.
    #[error("it resigns")]
    Resigned,
    /// The player committed a fault and loses the game.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// A kind of strategy: an entry of the list.
pub trait Kind {
    /// What `arena list` says about it, and what its specs may contain.
    const INFO: StrategyInfo;

    /// Builds the strategy for a game from its spec. The options contain only what [`Kind::INFO`] allows.
    fn build<G: Game>(options: Options<'_>) -> Result<Box<dyn Strategy<G>>, TextError>;
}

/// The description of a kind of strategy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StrategyInfo {
    /// Its name in specs.
    pub name: &'static str,
    /// The form of a spec: `smart[:D]`.
    pub form: &'static str,
    /// How it plays.
    pub summary: &'static str,
    /// The argument after the colon, if it takes one.
    pub argument: Option<&'static str>,
    /// The keys it takes.
    pub keys: &'static [KeyInfo],
}

impl StrategyInfo {
    /// The [argument](StrategyInfo::argument) of strategies that search a number of plies.
    pub const DEPTH: &'static str = "D";

    /// The argument of strategies that make a number of playouts.
    pub const PLAYOUTS: &'static str = "N";

    /// A strategy whose spec is its name alone.
    pub const fn new(name: &'static str, summary: &'static str) -> StrategyInfo {
        StrategyInfo { name, form: name, summary, argument: None, keys: &[] }
    }
}

/// A key of a strategy's spec.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyInfo {
    /// Its name.
    pub name: &'static str,
    /// What may follow the equals sign.
    pub values: &'static str,
    /// What it does.
    pub summary: &'static str,
}
