//! The solver of games that no other solver knows: alpha-beta to the end of the game.

use crate::games::{Evaluator, Evaluators, Game};
use crate::search::{Control, Depth, Extra, Search, Stopped, TranspositionTable, Watcher};

/// The value of a position by the game's default evaluator at the end of the game, and the nodes it took.
pub(super) fn value<G: Game>(
    position: &G,
    nodes: &mut u64,
    table: &mut TranspositionTable<G>,
    watcher: &dyn Watcher,
) -> Result<i32, Stopped> {
    let evaluator = <G::Evaluators as Evaluators<G>>::First::default();
    if position.is_over() {
        return Ok(evaluator.value(position));
    }
    let watcher = Continued { from: *nodes, watcher };
    let mut search = Search::new(evaluator, Extra::Ply, &watcher, table);
    let found = search.best(position, Depth::FULL);
    *nodes += search.nodes();
    found?.map(|best| best.value).ok_or(Stopped)
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
