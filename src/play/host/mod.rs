//! Games with their board type hidden: the boundary between generic code and everything above it.
//!
//! Rules, search, strategies and openings are generic over the board type, so that the hot loops are compiled for each
//! of them. Everything above (plans, sessions, files, commands) is not. Three steps lead from one to the other:
//!
//! 1. [`GameSpec`]: the rules and sizes of a game, its referee, or the command that plays it.
//! 2. [`GameHost`]: the same on one board type, behind an object-safe trait. It is compiled once for each board type, in
//!    this crate for the built-in games, and in the program that registers its own game.
//! 3. `Games` in `play/source.rs`: the games of a plan on that board type, or under a referee; those that another program plays
//!    are in `play/match_command`.

mod registry;
mod solver;
mod spec;
mod typed;

pub use registry::{list, register};
pub use solver::AnySolver;
pub use spec::GameSpec;
pub(crate) use spec::{REFEREED, has_no_rules};
#[cfg(test)]
pub(crate) use typed::TypedHost;

use crate::games::AnyPosition;
use crate::play::adjudication::GameLimits;
use crate::play::openings::LoadedOpenings;
use crate::play::runner::ResolvedGames;
use crate::players::strategies::{AnyAnalyst, AnyStrategy, StrategySpec};
use crate::search::solve::{EndgameSpec, Endgames, Memory};
use crate::search::{Stopped, Watcher};
use crate::text::TextError;

/// A game with its sizes, on the best board type for it.
pub trait GameHost: Send + Sync {
    /// The start position.
    fn start(&self) -> AnyPosition;

    /// The number of move sequences of 1, 2, … `depth` plies from a position of this host.
    fn perft(
        &self,
        position: &AnyPosition,
        depth: usize,
        watcher: &dyn Watcher,
    ) -> Result<Vec<u64>, PerftError>;

    /// Builds a strategy for this game.
    fn strategy(&self, spec: &StrategySpec) -> Result<Box<dyn AnyStrategy>, TextError>;

    /// Builds a strategy as an analyst; `None` if it does not value moves.
    fn analyst(&self, spec: &StrategySpec) -> Result<Option<Box<dyn AnyAnalyst>>, TextError>;

    /// An exact solver for positions of this game with no more beans in play than these. Endgame tables are shared, and built when
    /// they are needed first.
    fn solver(&self, positions: &[&AnyPosition], memory: Memory, endgames: &Endgames) -> Box<dyn AnySolver>;

    /// The endgame tables of a solver for these positions; `None` if the game has none.
    fn endgames(&self, positions: &[&AnyPosition], memory: Memory) -> Option<EndgameSpec>;

    /// Builds the players of a plan, and reads its openings if they come from a file.
    fn resolve(
        &self,
        players: &[StrategySpec],
        openings: &LoadedOpenings,
        seed: u64,
        limits: GameLimits,
    ) -> Result<Box<dyn ResolvedGames>, ResolveError>;
}

/// Why there are no counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PerftError {
    /// The watcher stopped it.
    #[error("interrupted")]
    Stopped,
    /// The position does not come from this host.
    #[error("the position is of another game")]
    OtherGame,
}

impl From<Stopped> for PerftError {
    fn from(_: Stopped) -> PerftError {
        PerftError::Stopped
    }
}

/// Why the players or the openings of a plan cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ResolveError {
    /// A player cannot be built.
    #[error("{error}")]
    Player {
        /// Its place in the plan, from 0.
        player: usize,
        /// What is wrong with it.
        error: TextError,
    },
    /// The openings cannot be used.
    #[error("{0}")]
    Openings(TextError),
}
