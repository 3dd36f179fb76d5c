//! Strategies for every game, for programs that use this library.
//!
//! A built-in strategy is compiled for each board type. An external one is written once, against [`AnyPosition`], and
//! plays every game.

use std::sync::Arc;

use super::{Analysis, Analyst, Choice, NoChoice, Strategy, Turn};
use crate::games::{AnyPosition, Game};
use crate::players::bots::BotPool;
use crate::players::clock::TimeControl;
use crate::rng::Rng;

/// A strategy for any game.
pub trait AnyStrategy: Send + Sync {
    /// The move to play in a position that is not over.
    fn choose(&mut self, position: &AnyPosition, turn: &mut Turn<'_>) -> Result<Choice, NoChoice>;

    /// Prepares for a game. Most strategies have nothing to do.
    fn new_game(&mut self, rng: &mut Rng) {
        let _ = rng;
    }

    /// The processes behind it, if it is another program. They must be started before the first game.
    fn bot(&self) -> Option<&BotPool> {
        None
    }

    /// Whether it chooses the same moves on every machine, whatever the clock says.
    fn is_reproducible(&self) -> bool {
        true
    }

    /// The clock that it plays a game by, if it has one: [`Turn::clocks`] then says what is left.
    fn clock(&self) -> Option<TimeControl> {
        None
    }

    /// Whether a clock limits its moves, so that it plays worse if threads share a core.
    fn is_timed(&self) -> bool {
        self.clock().is_some()
    }
}

/// A strategy that values every move, in any game.
pub trait AnyAnalyst: Send {
    /// The value of every legal move. `observe` is called whenever more is known: all moves
    /// at a smaller depth, or some of the moves.
    fn analyze_observed(
        &mut self,
        position: &AnyPosition,
        turn: &mut Turn<'_>,
        observe: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, NoChoice>;
}

pub(super) type Maker = Arc<dyn Fn() -> Box<dyn AnyStrategy> + Send + Sync>;

/// A strategy for any game, used for one of them.
pub(super) struct Generic {
    make: Maker,
    strategy: Box<dyn AnyStrategy>,
}

impl Generic {
    pub(super) fn new(make: Maker) -> Generic {
        Generic { strategy: make(), make }
    }
}

impl<G: Game> Strategy<G> for Generic {
    fn choose(&mut self, position: &G, turn: &mut Turn<'_>) -> Result<Choice, NoChoice> {
        self.strategy.choose(&AnyPosition::new(*position), turn)
    }

    fn new_game(&mut self, rng: &mut Rng) {
        self.strategy.new_game(rng);
    }

    fn bot(&self) -> Option<&BotPool> {
        self.strategy.bot()
    }

    fn fresh(&self) -> Box<dyn Strategy<G>> {
        Box::new(Generic::new(self.make.clone()))
    }

    fn is_reproducible(&self) -> bool {
        self.strategy.is_reproducible()
    }

    fn clock(&self) -> Option<TimeControl> {
        self.strategy.clock()
    }

    fn is_timed(&self) -> bool {
        self.strategy.is_timed()
    }
}

/// A strategy for one board type, behind the interface for any.
pub(crate) struct Typed<S: ?Sized>(pub(crate) Box<S>);

impl<G: Game> AnyStrategy for Typed<dyn Strategy<G>> {
    fn choose(&mut self, position: &AnyPosition, turn: &mut Turn<'_>) -> Result<Choice, NoChoice> {
        self.0.choose(position.downcast().ok_or(NoChoice::OtherGame)?, turn)
    }

    fn new_game(&mut self, rng: &mut Rng) {
        self.0.new_game(rng);
    }

    fn bot(&self) -> Option<&BotPool> {
        self.0.bot()
    }

    fn is_reproducible(&self) -> bool {
        self.0.is_reproducible()
    }

    fn clock(&self) -> Option<TimeControl> {
        self.0.clock()
    }

    fn is_timed(&self) -> bool {
        self.0.is_timed()
    }
}

impl<G: Game> AnyAnalyst for Typed<dyn Analyst<G>> {
    fn analyze_observed(
        &mut self,
        position: &AnyPosition,
        turn: &mut Turn<'_>,
        observe: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, NoChoice> {
        self.0.analyze_observed(position.downcast().ok_or(NoChoice::OtherGame)?, turn, observe)
    }
}
