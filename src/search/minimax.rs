//! Plain minimax: every move, every reply, to a fixed depth. The reference for every other search.

use super::{Depth, Extra, MoveValue, seen_from};
use crate::games::{Evaluator, Game};

/// The exact value of every legal move, and the number of positions visited, including the root.
pub fn analyze<G: Game>(
    position: &G,
    depth: Depth,
    extra: Extra,
    evaluator: &impl Evaluator<G>,
) -> (Vec<MoveValue>, u64) {
    let mut nodes = 1;
    let mut values = Vec::new();
    for mv in position.legal_moves() {
        let next = position.after(mv);
        let depth = depth.after(extra, position, &next);
        let value = value(&next, depth, extra, evaluator, &mut nodes);
        values.push(MoveValue { mv, value: seen_from(position.to_move(), next.to_move(), value) });
    }
    (values, nodes)
}

/// The value of a position for the side to move.
pub fn value<G: Game>(
    position: &G,
    depth: Depth,
    extra: Extra,
    evaluator: &impl Evaluator<G>,
    nodes: &mut u64,
) -> i32 {
    *nodes += 1;
    if depth == Depth::ZERO || position.is_over() {
        return evaluator.value(position);
    }
    let mut best = i32::MIN;
    for mv in position.legal_moves() {
        let next = position.after(mv);
        let depth = depth.after(extra, position, &next);
        let value = value(&next, depth, extra, evaluator, nodes);
        best = best.max(seen_from(position.to_move(), next.to_move(), value));
    }
    best
}
