//! The solver of games that no other solver knows: alpha-beta to the end of the game.

use crate::games::{Evaluator, EvaluatorVisitor, Evaluators, Game};
use crate::search::{Control, Depth, Extra, Search, Stopped, TranspositionTable, Watcher};

/// The value of a position by the game's default evaluator at the end of the game, and the nodes it took.
pub(super) fn value<G: Game>(
    position: &G,
    nodes: &mut u64,
    table: &mut TranspositionTable<G>,
    watcher: &dyn Watcher,
) -> Result<i32, Stopped> {
    struct Visit<'v, G: Game> {
        position: &'v G,
        nodes: &'v mut u64,
        table: &'v mut TranspositionTable<G>,
        watcher: &'v dyn Watcher,
    }

    impl<G: Game> EvaluatorVisitor<G> for Visit<'_, G> {
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

    let name = G::Evaluators::LIST.first().map_or("", |info| info.name);
    G::Evaluators::visit(name, Visit { position, nodes, table, watcher }).unwrap_or(Err(Stopped))
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
