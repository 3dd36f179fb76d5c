//! The solver of games that no other solver knows: alpha-beta to the end of the game.

use crate::games::{Evaluator, EvaluatorVisitor, Evaluators, Game, NamedEvaluator};
use crate::search::{Control, Depth, Extra, Search, Stopped, TranspositionTable, Watcher};

/// The value of a position by the game's default evaluator at the end of the game, without its
/// [bonus](NamedEvaluator::WIN_BONUS), and the nodes it took.
pub(super) fn value<G: Game>(
    position: &G,
    nodes: &mut u64,
    table: &mut TranspositionTable<G>,
    watcher: &dyn Watcher,
) -> Result<i32, Stopped> {
    // Positions that can repeat would be searched for ever.
    if G::REPETITION.is_some() {
        return Err(Stopped);
    }
    let value = G::Evaluators::visit_at(0, ToTheEnd { position, nodes, table, watcher })?;
    Ok(value - <G::Evaluators as Evaluators<G>>::First::WIN_BONUS * value.signum())
}

struct ToTheEnd<'s, G: Game> {
    position: &'s G,
    nodes: &'s mut u64,
    table: &'s mut TranspositionTable<G>,
    watcher: &'s dyn Watcher,
}

impl<G: Game> EvaluatorVisitor<G> for ToTheEnd<'_, G> {
    type Output = Result<i32, Stopped>;

    fn visit<E: Evaluator<G>>(self, evaluator: E) -> Result<i32, Stopped> {
        if self.position.is_over() {
            return Ok(evaluator.value(self.position));
        }
        let watcher = Continued { from: *self.nodes, watcher: self.watcher };
        let mut search = Search::new(evaluator, Extra::Ply, &watcher, self.table);
        let found = search.best(self.position, Depth::FULL);
        *self.nodes += search.nodes();
        found?.map(|best| best.value).ok_or(Stopped)
    }
}

/// Counts from the nodes of earlier searches on.
struct Continued<'w> {
    from: u64,
    watcher: &'w dyn Watcher,
}

impl Watcher for Continued<'_> {
    fn check(&self, nodes: u64) -> Control {
        match self.watcher.check(self.from + nodes) {
            Control::CheckAgainAt(next) => Control::CheckAgainAt(next.saturating_sub(self.from)),
            Control::Stop => Control::Stop,
        }
    }
}
