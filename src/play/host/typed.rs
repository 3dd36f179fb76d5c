//! A host that knows its board type.

use std::sync::atomic::AtomicBool;

use super::{AnySolver, GameHost, PerftError, ResolveError};
use crate::games::{AnyPosition, Game, GameVisitor, StandardGame};
use crate::play::adjudication::GameLimits;
use crate::play::by_rules::{self, ByRules};
use crate::play::fingerprint::{self, Extent, Fingerprint};
use crate::play::finished::FinishedGame;
use crate::play::openings::{LoadedOpenings, Openings, OpeningsError};
use crate::play::runner::{Interrupted, ResolvedGames};
use crate::play::source::{self, PlannedOpenings, Rules};
use crate::players::strategies::{AnyAnalyst, AnyStrategy, Strategy, StrategySpec, Typed, check_protocol};
use crate::search::solve::{EndgameSpec, Endgames, Memory, Solver};
use crate::search::{Watcher, perft};
use crate::text::TextError;

/// Makes the host of a game once its board type is known.
pub(super) struct MakeHost;

impl GameVisitor for MakeHost {
    type Output = Box<dyn GameHost>;

    fn visit<G: Game>(self, start: G) -> Box<dyn GameHost> {
        Box::new(TypedHost { start })
    }
}

/// A game on one board type.
#[derive(Clone, Copy)]
pub(crate) struct TypedHost<G> {
    pub(crate) start: G,
}

impl<G: Game> GameHost for TypedHost<G> {
    fn start(&self) -> AnyPosition {
        AnyPosition::new(self.start)
    }

    fn perft(
        &self,
        position: &AnyPosition,
        depth: usize,
        watcher: &dyn Watcher,
    ) -> Result<Vec<u64>, PerftError> {
        let position: &G = position.downcast().ok_or(PerftError::OtherGame)?;
        Ok(perft::counts(position, depth, watcher)?)
    }

    fn strategy(&self, spec: &StrategySpec) -> Result<Box<dyn AnyStrategy>, TextError> {
        Ok(Box::new(Typed(self.build(spec)?)))
    }

    fn analyst(&self, spec: &StrategySpec) -> Result<Option<Box<dyn AnyAnalyst>>, TextError> {
        // A fresh one already has its transposition table, so that the first analysis is not timed with it.
        let analyst = spec.build::<G>()?.fresh().into_analyst();
        Ok(analyst.map(|analyst| Box::new(Typed(analyst)) as Box<dyn AnyAnalyst>))
    }

    fn solver(&self, positions: &[&AnyPosition], memory: Memory, endgames: &Endgames) -> Box<dyn AnySolver> {
        Box::new(Solver::with_endgames(&self.start, &boards(positions), memory, endgames.clone()))
    }

    fn endgames(&self, positions: &[&AnyPosition], memory: Memory) -> Option<EndgameSpec> {
        EndgameSpec::best(&self.start, &boards(positions), memory)
    }

    fn resolve(
        &self,
        players: &[StrategySpec],
        openings: &LoadedOpenings,
        seed: u64,
        limits: GameLimits,
    ) -> Result<Box<dyn ResolvedGames>, ResolveError> {
        source::resolve(*self, players, openings, seed, limits)
    }
}

/// The positions of this game among these.
fn boards<G: Game>(positions: &[&AnyPosition]) -> Vec<G> {
    positions.iter().filter_map(|position| position.downcast().copied()).collect()
}

impl<G: Game> Rules for TypedHost<G> {
    type Position = G;
    type Arbiter<'a> = ByRules<G>;

    fn arbiter(&self, _: &AtomicBool) -> ByRules<G> {
        ByRules::new(self.start)
    }

    fn build(&self, spec: &StrategySpec) -> Result<Box<dyn Strategy<G>>, TextError> {
        let strategy = spec.build::<G>()?;
        if let Some(bot) = strategy.bot() {
            check_protocol(spec, bot.settings(), self.standard(), false)?;
        }
        Ok(strategy)
    }

    fn standard(&self) -> Option<StandardGame> {
        self.start.standard()
    }

    fn list_openings(&self, loaded: &LoadedOpenings) -> Result<Option<Openings<G>>, TextError> {
        loaded.listed(self.start)
    }

    fn find_openings(
        &self,
        planned: PlannedOpenings<G>,
        pairs: u64,
        seed: u64,
        interrupt: &AtomicBool,
    ) -> Result<Openings<G>, OpeningsError> {
        match planned.listed {
            Some(listed) => Ok(listed),
            None => planned.loaded.prepare(self.start, pairs, seed, interrupt),
        }
    }

    fn opening(&self, openings: &Openings<G>, pair: u64) -> G {
        openings.take(pair)
    }

    fn replays(&self, opening: &G, game: &FinishedGame<&str>) -> bool {
        by_rules::replays(opening, game)
    }

    fn fingerprint(
        &self,
        player: &dyn Strategy<G>,
        extent: Extent,
        interrupt: &AtomicBool,
    ) -> Result<Fingerprint, Interrupted> {
        Fingerprint::of(&self.start, player, extent, interrupt)
    }

    fn choices_of_bot(
        &self,
        player: &dyn Strategy<G>,
        interrupt: &AtomicBool,
    ) -> Result<Option<u64>, Interrupted> {
        fingerprint::choices_of_bot(&self.start, player, interrupt)
    }
}
