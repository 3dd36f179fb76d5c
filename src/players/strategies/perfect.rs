//! `perfect`: a best move by exact value.

use super::limits::Limits;
use super::{Analysis, Analyst, Choice, Kind, NoChoice, Options, Strategy, StrategyInfo, Turn};
use crate::games::Game;
use crate::rng::Rng;
use crate::search::solve::{self, EndgameSpec, Endgames, Memory, Solver};
use crate::search::{Depth, MoveValue, Stopped};
use crate::text::{Decimal, TextError};

/// Plays the first of the moves whose exact value is that of the position.
pub(super) struct Perfect;

impl Kind for Perfect {
    const INFO: StrategyInfo = StrategyInfo::new(
        "perfect",
        "a best move by exact value to the end of the game; among equals the first in order; slow on large boards",
    );

    fn build<G: Game>(options: Options<'_>) -> Result<Box<dyn Strategy<G>>, TextError> {
        if G::REPETITION.is_some() {
            let problem = "nobody plays this game perfectly here: its positions can repeat, so a search to the end would never end";
            return Err(options.error(problem, format!("write for example smart:{}", G::USUAL_DEPTH)));
        }
        Ok(Box::new(Perfectionist::<G> { endgames: Endgames::default(), solver: None }))
    }
}

/// Tables that have fewer beans than the best ones, but by no more than this, are kept.
const SMALLER: usize = 2;

/// [`Perfect`] with its solver.
struct Perfectionist<G: Game> {
    /// Shared by the players of all threads.
    endgames: Endgames,
    /// The solver, and the beans of the positions that it is for.
    solver: Option<(usize, Solver<G>)>,
}

impl<G: Game> Perfectionist<G> {
    fn solver(&mut self, position: &G) -> &mut Solver<G> {
        let beans = solve::beans_in_play(position);
        if self.solver.as_ref().is_some_and(|&(most, _)| most < beans) {
            self.solver = None;
        }
        // The tables are sized for the first position. Those of a late one are too small for a whole game.
        let best = EndgameSpec::best(position, &[], Memory::default()).map_or(0, |tables| tables.beans);
        if self.solver.is_none() && self.endgames.beans().is_some_and(|most| most + SMALLER < best) {
            self.endgames = Endgames::default();
        }
        let endgames = &self.endgames;
        let (_, solver) = self.solver.get_or_insert_with(|| {
            let endgames = endgames.up_to(best);
            let solver = Solver::with_endgames(position, &[], Memory::default(), endgames);
            (beans, solver)
        });
        solver
    }
}

impl<G: Game> Strategy<G> for Perfectionist<G> {
    fn choose(&mut self, position: &G, turn: &mut Turn<'_>) -> Result<Choice, NoChoice> {
        let limits = Limits::new(turn, None, None);
        let solver = self.solver(position);
        solver.set_threads(turn.threads);
        let before = solver.nodes();
        let value = solver.value(position, &limits).map_err(|_| NoChoice::Interrupted)?;
        let best = solver.best_move(position, value, &limits).map_err(|Stopped| NoChoice::Interrupted)?;
        let mv = best.ok_or(NoChoice::GameOver)?;
        let nodes = solver.nodes() - before;
        Ok(Choice { mv, value: Some(value.into()), depth: Some(Depth::FULL), nodes })
    }

    /// What was proved in earlier games would make the nodes of this one depend on them.
    fn new_game(&mut self, _: &mut Rng) {
        if let Some((_, solver)) = &mut self.solver {
            solver.clear();
        }
    }

    fn fresh(&self) -> Box<dyn Strategy<G>> {
        Box::new(Perfectionist { endgames: self.endgames.clone(), solver: None })
    }

    fn into_analyst(self: Box<Self>) -> Option<Box<dyn Analyst<G>>> {
        Some(self)
    }
}

impl<G: Game> Analyst<G> for Perfectionist<G> {
    fn analyze_observed(
        &mut self,
        position: &G,
        turn: &mut Turn<'_>,
        observe: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, NoChoice> {
        let limits = Limits::new(turn, None, None);
        let solver = self.solver(position);
        solver.set_threads(turn.threads);
        let depth = Depth::FULL;
        let values = solver
            .move_values(position, None, &limits, |values, nodes| {
                observe(&Analysis { values: reported(values), depth, nodes, prospect: None });
            })
            .map_err(|Stopped| NoChoice::Interrupted)?;
        let best = values.iter().map(|value| value.value).max();
        let prospect = best.and_then(|best| solve::words(position, best));
        Ok(Analysis { values: reported(&values), depth, nodes: solver.nodes(), prospect })
    }
}

/// Exact values as they are reported: whole.
fn reported(values: &[MoveValue]) -> Vec<MoveValue<Decimal>> {
    values.iter().map(|found| found.map(Decimal::from)).collect()
}
