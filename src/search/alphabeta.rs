//! Alpha-beta: the values and the choices of plain minimax for a fraction of the positions.
//!
//! Two things differ from the textbook. Where the same side moves again, the window is handed on as it is instead of
//! being swapped and negated: the value already is for the right side. And the root goes through the moves in the
//! game's order and takes a later one only if it is strictly better, so that ties fall to the first, as in minimax.

use super::{Depth, Extra, MoveValue, Orders, Stopped, Watch, seen_from};
use crate::games::{Evaluator, Game};

/// Beyond every value that an evaluator gives.
const INFINITY: i32 = i32::MAX;

/// A search: what it judges by, and what it has seen.
pub struct Search<E, W> {
    evaluator: E,
    extra: Extra,
    watch: W,
    ask_at: u64,
    nodes: u64,
    met_horizon: bool,
}

impl<E, W: Watch> Search<E, W> {
    /// A search that judges leaves with `evaluator` and asks `watch` whether to go on.
    pub fn new(evaluator: E, extra: Extra, watch: W) -> Search<E, W> {
        Search { evaluator, extra, watch, ask_at: 0, nodes: 0, met_horizon: false }
    }

    /// Whom it asks.
    pub fn watch(&mut self) -> &mut W {
        &mut self.watch
    }

    /// Changes what an extra turn costs from now on.
    pub fn set_extra(&mut self, extra: Extra) {
        self.extra = extra;
    }

    /// How many positions were looked at so far, roots included.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether any leaf since the last call was an unfinished game. If not, no deeper search can find anything else.
    pub fn take_met_horizon(&mut self) -> bool {
        std::mem::take(&mut self.met_horizon)
    }

    /// The move that plain minimax chooses, the first among equals; `None` when the game is over.
    pub fn best<G: Game>(&mut self, position: &G, depth: Depth) -> Result<Option<MoveValue>, Stopped>
    where
        E: Evaluator<G>,
    {
        self.nodes += 1;
        let mut best: Option<MoveValue> = None;
        for mv in position.legal_moves() {
            let floor = best.map_or(-INFINITY, |best| best.value);
            let value = self.move_value(position, position.after(mv), depth, floor, INFINITY)?;
            if best.is_none_or(|best| value > best.value) {
                best = Some(MoveValue { mv, value });
            }
        }
        Ok(best)
    }

    /// The exact value of every legal move.
    pub fn analyze<G: Game>(&mut self, position: &G, depth: Depth) -> Result<Vec<MoveValue>, Stopped>
    where
        E: Evaluator<G>,
    {
        self.nodes += 1;
        let value_of = |mv| {
            let value = self.move_value(position, position.after(mv), depth, -INFINITY, INFINITY)?;
            Ok(MoveValue { mv, value })
        };
        position.legal_moves().map(value_of).collect()
    }

    /// All moves of the highest value, in order.
    pub fn all_best<G: Game>(&mut self, position: &G, depth: Depth) -> Result<Vec<MoveValue>, Stopped>
    where
        E: Evaluator<G>,
    {
        self.nodes += 1;
        let mut best: Vec<MoveValue> = Vec::new();
        for mv in position.legal_moves() {
            // One below the best: a move of the same value shows as such.
            let floor = best.first().map_or(-INFINITY, |best| best.value - 1);
            let value = self.move_value(position, position.after(mv), depth, floor, INFINITY)?;
            if best.first().is_some_and(|best| value > best.value) {
                best.clear();
            }
            if best.first().is_none_or(|best| value == best.value) {
                best.push(MoveValue { mv, value });
            }
        }
        Ok(best)
    }

    /// The value of the move from `position` to `next`, for the side that makes it. Outside the window it is a bound.
    #[inline]
    fn move_value<G: Game>(
        &mut self,
        position: &G,
        next: G,
        depth: Depth,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped>
    where
        E: Evaluator<G>,
    {
        let (mover, to_move) = (position.to_move(), next.to_move());
        let depth = depth.after(self.extra, position, &next);
        let (alpha, beta) = if mover == to_move { (alpha, beta) } else { (-beta, -alpha) };
        let value = self.value(&next, depth, alpha, beta)?;
        Ok(seen_from(mover, to_move, value))
    }

    /// The value of a position for the side to move. Outside the window it is a bound.
    fn value<G: Game>(
        &mut self,
        position: &G,
        depth: Depth,
        mut alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped>
    where
        E: Evaluator<G>,
    {
        if self.nodes >= self.ask_at {
            match self.watch.orders(self.nodes) {
                Orders::AskAgainAt(nodes) => self.ask_at = nodes,
                Orders::Stop => return Err(Stopped),
            }
        }
        self.nodes += 1;
        if position.is_over() {
            return Ok(self.evaluator.value(position));
        }
        if depth == Depth::ZERO {
            self.met_horizon = true;
            return Ok(self.evaluator.value(position));
        }
        let mut best = -INFINITY;
        for mv in position.legal_moves() {
            best = best.max(self.move_value(position, position.after(mv), depth, alpha, beta)?);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        Ok(best)
    }
}
