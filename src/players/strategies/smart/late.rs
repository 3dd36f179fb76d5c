//! `smart` with `endgame=K` on Othello: exact values as soon as at most K cells are vacant.
//!
//! Before that it is `smart` as without the key. From then on it plays the first of the moves with the best final difference of
//! discs, as `smart:full` would, but by the solver of Othello: 14 vacant cells take some milliseconds instead of seconds.
//!
//! A proof is all or nothing. If there is a limit, half of it is for the proof, and the other half for the search that chooses the
//! move if the proof was not finished.

use super::deepening::{SearchOptions, Ties};
use crate::games::Game;
use crate::players::clock::TimeControl;
use crate::players::strategies::limits::Limits;
use crate::players::strategies::{Analysis, Analyst, Choice, NoChoice, Strategy, Turn};
use crate::search::solve::{self, Memory, Solver};
use crate::search::{Depth, MoveValue, Stopped, first_best};
use crate::text::Decimal;

/// Whether, and how, a position is solved.
#[derive(Clone, Copy)]
pub(super) struct LateGame {
    pub(super) options: SearchOptions,
    /// The most vacant cells.
    pub(super) most: usize,
}

/// The proof of a position.
struct LateProof<G: Game> {
    solver: Solver<G>,
    position: G,
}

impl LateGame {
    /// The proof that is to be tried in this position.
    fn proof<G: Game>(&self, position: &G) -> Option<LateProof<G>> {
        let is_late = solve::left_to_play(position).is_some_and(|left| left <= self.most);
        // A new solver: what it finds does not depend on earlier moves.
        is_late
            .then(|| LateProof { solver: Solver::new(position, &[], Memory::default()), position: *position })
    }

    /// The limits of a proof.
    fn limits<'t, G: Game>(&self, position: &G, turn: &Turn<'t>) -> Limits<'t> {
        let limits = self.options.halved().limits(position.to_move(), turn);
        limits.enforce();
        limits
    }
}

impl<G: Game> LateProof<G> {
    /// The first best move.
    fn first(&mut self, limits: &Limits<'_>) -> Result<Option<MoveValue>, Stopped> {
        let value = self.solver.value(&self.position, limits).map_err(|_| Stopped)?;
        let mv = self.solver.best_move(&self.position, value, limits)?;
        Ok(mv.map(|mv| MoveValue { mv, value }))
    }

    fn all(&mut self, limits: &Limits<'_>) -> Result<Vec<MoveValue>, Stopped> {
        self.solver.move_values(&self.position, None, limits, |_, _| {})
    }
}

/// The strategy.
pub(super) struct LateSolver<G: Game> {
    pub(super) late: LateGame,
    /// Plays before.
    pub(super) before: Box<dyn Strategy<G>>,
    /// Plays with half of the limits, if there are any, when a proof was not finished.
    pub(super) instead: Option<Box<dyn Strategy<G>>>,
}

impl<G: Game> Strategy<G> for LateSolver<G> {
    fn choose(&mut self, position: &G, turn: &mut Turn<'_>) -> Result<Choice, NoChoice> {
        let Some(mut proof) = self.late.proof(position) else { return self.before.choose(position, turn) };
        let limits = self.late.limits(position, turn);
        let found = match self.late.options.ties {
            Ties::First => proof.first(&limits),
            Ties::Random => proof.all(&limits).map(|values| {
                let most = first_best(&values).map(|best| best.value);
                turn.rng.choose(
                    values
                        .into_iter()
                        .filter(|found| Some(found.value) == most)
                        .collect::<Vec<_>>()
                        .into_iter(),
                )
            }),
        };
        match (found, &mut self.instead) {
            (Ok(best), _) => {
                let best = best.ok_or(NoChoice::GameOver)?;
                let (value, nodes) = (Some(best.value.into()), proof.solver.nodes());
                Ok(Choice { mv: best.mv, value, depth: Some(Depth::FULL), nodes })
            }
            (Err(Stopped), Some(instead)) if !limits.is_interrupted() => instead.choose(position, turn),
            (Err(Stopped), _) => Err(NoChoice::Interrupted),
        }
    }

    fn fresh(&self) -> Box<dyn Strategy<G>> {
        let instead = self.instead.as_ref().map(|instead| instead.fresh());
        Box::new(LateSolver { late: self.late, before: self.before.fresh(), instead })
    }

    fn is_reproducible(&self) -> bool {
        self.before.is_reproducible()
    }

    fn clock(&self) -> Option<TimeControl> {
        self.before.clock()
    }

    fn is_timed(&self) -> bool {
        self.before.is_timed()
    }

    fn into_analyst(self: Box<Self>) -> Option<Box<dyn Analyst<G>>> {
        let LateSolver { late, before, instead } = *self;
        let instead = instead.and_then(Strategy::into_analyst);
        Some(Box::new(LateAnalyst { late, before: before.into_analyst()?, instead }))
    }
}

/// The same as an analyst.
struct LateAnalyst<G: Game> {
    late: LateGame,
    before: Box<dyn Analyst<G>>,
    instead: Option<Box<dyn Analyst<G>>>,
}

impl<G: Game> Analyst<G> for LateAnalyst<G> {
    fn analyze_observed(
        &mut self,
        position: &G,
        turn: &mut Turn<'_>,
        observe: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, NoChoice> {
        let Some(mut proof) = self.late.proof(position) else {
            return self.before.analyze_observed(position, turn, observe);
        };
        let limits = self.late.limits(position, turn);
        match (proof.all(&limits), &mut self.instead) {
            (Ok(values), _) => {
                let prospect = first_best(&values).and_then(|best| solve::words(position, best.value));
                let values = values.into_iter().map(|found| found.map(Decimal::from)).collect();
                let analysis = Analysis { values, depth: Depth::FULL, nodes: proof.solver.nodes(), prospect };
                observe(&analysis);
                Ok(analysis)
            }
            (Err(Stopped), Some(instead)) if !limits.is_interrupted() => {
                instead.analyze_observed(position, turn, observe)
            }
            (Err(Stopped), _) => Err(NoChoice::Interrupted),
        }
    }
}
