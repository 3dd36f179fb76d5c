//! A host that knows its board type.

use super::source::{self, GamePlan};
use super::{AnySolver, GameHost, PerftError, ResolveError};
use crate::games::kalah::KalahRules;
use crate::games::{AnyPosition, Game, GameVisitor};
use crate::play::runner::ResolvedGames;
use crate::players::strategies::{AnyAnalyst, AnyStrategy, StrategySpec, Typed};
use crate::search::solve::{self, Endgames, Memory, Solver};
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

struct TypedHost<G> {
    start: G,
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
        Ok(Box::new(Typed(spec.build::<G>()?)))
    }

    fn analyst(&self, spec: &StrategySpec) -> Result<Option<Box<dyn AnyAnalyst>>, TextError> {
        // A fresh one already has its transposition table, so that the first analysis is not timed with it.
        let analyst = spec.build::<G>()?.fresh().into_analyst();
        Ok(analyst.map(|analyst| Box::new(Typed(analyst)) as Box<dyn AnyAnalyst>))
    }

    fn solver(&self, positions: &[&AnyPosition], memory: Memory, endgames: &Endgames) -> Box<dyn AnySolver> {
        let positions: Vec<G> =
            positions.iter().filter_map(|position| position.downcast().copied()).collect();
        Box::new(Solver::with_endgames(&self.start, &positions, memory, endgames.clone()))
    }

    fn endgames(&self, positions: &[&AnyPosition], memory: Memory) -> Option<(KalahRules, usize)> {
        let positions: Vec<G> =
            positions.iter().filter_map(|position| position.downcast().copied()).collect();
        solve::endgames(&self.start, &positions, memory)
    }

    fn resolve(&self, plan: GamePlan<'_>) -> Result<Box<dyn ResolvedGames>, ResolveError> {
        source::resolve(self.start, plan)
    }
}
