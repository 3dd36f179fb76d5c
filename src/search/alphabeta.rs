//! Alpha-beta: the values and the choices of plain minimax for a small fraction of the positions.
//!
//! What differs from the textbook, none of which changes a value that is asked for:
//!
//! - Where the same side moves again, the window is handed on as it is instead of being swapped and negated: the value
//!   already is for the right side.
//! - The root goes through the moves in the game's order and takes a later one only if it is strictly better, so that
//!   ties fall to the first, as in minimax. Below the root the game says which moves to try first.
//! - Positions that were met before are remembered, at the same depth only: see [`Table`].
//! - A game may know that a move wins at once, or that all moves but a few lose to the next one: see
//!   [`Forcing`].
//! - A game may see forced wins within a few plies: see [`Game::foresee`]. Where nothing but a win matters, nothing is
//!   played there.
//! - The last ply is judged in place, without a call for each leaf.
//!
//! One function calls itself, and everything between two calls is inlined into it: measured, that is a third of the
//! instructions of a node.
#![allow(clippy::inline_always)]

use super::table::{Bound, Table};
use super::{Depth, Extra, MoveValue, Orders, Stopped, Watch, seen_from};
use crate::games::{Evaluator, Forcing, Game, Moves};

/// Beyond every value that an evaluator gives.
const INFINITY: i32 = i32::MAX;

/// A search: what it judges by, and what it has seen.
pub struct Search<'t, G: Game, E, W> {
    evaluator: E,
    extra: Extra,
    watch: W,
    table: &'t mut Table<G>,
    ask_at: u64,
    nodes: u64,
    met_horizon: bool,
}

impl<'t, G: Game, E: Evaluator<G>, W: Watch> Search<'t, G, E, W> {
    /// A search that judges leaves with `evaluator`, asks `watch` whether to go on, and remembers in `table`.
    pub fn new(evaluator: E, extra: Extra, watch: W, table: &'t mut Table<G>) -> Search<'t, G, E, W> {
        Search { evaluator, extra, watch, table, ask_at: 0, nodes: 0, met_horizon: false }
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
    pub fn best(&mut self, position: &G, depth: Depth) -> Result<Option<MoveValue>, Stopped> {
        self.begin(depth);
        let mut best: Option<MoveValue> = None;
        for mv in Self::candidates(position, depth) {
            let floor = best.map_or(-INFINITY, |best| best.value);
            let value = self.move_value(position, position.after(mv), depth, floor, INFINITY)?;
            if best.is_none_or(|best| value > best.value) {
                best = Some(MoveValue { mv, value });
            }
        }
        Ok(best)
    }

    /// The exact value of every legal move.
    pub fn analyze(&mut self, position: &G, depth: Depth) -> Result<Vec<MoveValue>, Stopped> {
        self.begin(depth);
        let value_of = |mv| {
            let value = self.move_value(position, position.after(mv), depth, -INFINITY, INFINITY)?;
            Ok(MoveValue { mv, value })
        };
        position.legal_moves().map(value_of).collect()
    }

    /// All moves of the highest value, in order.
    pub fn all_best(&mut self, position: &G, depth: Depth) -> Result<Vec<MoveValue>, Stopped> {
        self.begin(depth);
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

    fn begin(&mut self, depth: Depth) {
        self.table.clear(depth);
        self.nodes += 1;
    }

    /// Counts a position, if there may be another one.
    #[inline(always)]
    fn count(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.ask_at {
            match self.watch.orders(self.nodes) {
                Orders::AskAgainAt(nodes) => self.ask_at = nodes,
                Orders::Stop => return Err(Stopped),
            }
        }
        self.nodes += 1;
        Ok(())
    }

    /// The value of the move from `position` to `next`, for the side that makes it. Outside the window it is a bound.
    #[inline(always)]
    fn move_value(
        &mut self,
        position: &G,
        next: G,
        depth: Depth,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        let (mover, to_move) = (position.to_move(), next.to_move());
        let depth = depth.after(self.extra, position, &next);
        if next.is_over() || depth == Depth::ZERO {
            self.count()?;
            self.met_horizon |= !next.is_over();
            return Ok(seen_from(mover, to_move, self.evaluator.value(&next)));
        }
        let (alpha, beta) = if mover == to_move { (alpha, beta) } else { (-beta, -alpha) };
        let value = self.value(&next, depth, alpha, beta)?;
        Ok(seen_from(mover, to_move, value))
    }

    /// The value of an unfinished position for the side to move, at least one ply deep. Outside the window it is a
    /// bound.
    #[inline(never)]
    fn value(&mut self, position: &G, depth: Depth, alpha: i32, beta: i32) -> Result<i32, Stopped> {
        self.count()?;
        if let (true, Some(undecided)) = (depth <= Depth::plies(G::FORESEEN as u16), E::UNDECIDED) {
            return Ok(self.foreseen(position, depth, undecided, alpha, beta));
        }
        if depth == Depth::plies(1) && self.extra == Extra::Ply {
            return self.last_ply(position, beta);
        }
        // Below two plies, remembering costs more than it saves.
        if !G::REMEMBERED || depth == Depth::plies(1) {
            return self.best_value(position, depth, alpha, beta);
        }

        // Points that were made carry through to every value, so that positions which differ only in them share a slot.
        let lead = position.lead();
        let (base, tag) = if E::ADDS_LEAD { (lead, 0) } else { (0, lead) };
        let key = position.key();
        if let Some((bound, value)) = self.table.find(key, tag, depth) {
            let value = value + base;
            let decides = match bound {
                Bound::Exact => true,
                Bound::AtLeast => value >= beta,
                Bound::AtMost => value <= alpha,
            };
            if decides {
                return Ok(value);
            }
        }
        let value = self.best_value(position, depth, alpha, beta)?;
        let bound = if value >= beta {
            Bound::AtLeast
        } else if value <= alpha {
            Bound::AtMost
        } else {
            Bound::Exact
        };
        self.table.keep(key, tag, depth, bound, value - base);
        Ok(value)
    }

    /// The value where the game sees to the end of so few plies, and nothing but a win matters.
    #[inline(always)]
    fn foreseen(&mut self, position: &G, depth: Depth, undecided: i32, alpha: i32, beta: i32) -> i32 {
        let plies = depth.limit().unwrap_or_default();
        // Whether the last ply wins need not be known where a draw is enough for the side that makes it, or too little
        // for the other one.
        let is_movers = plies % 2 == 1;
        let is_idle = if is_movers { undecided >= beta } else { undecided <= alpha };
        let plies = plies - u32::from(is_idle);
        if plies > 0
            && let Some(end) = position.foresee(plies)
        {
            return seen_from(position.to_move(), end.to_move(), self.evaluator.value(&end));
        }
        self.met_horizon = true;
        undecided
    }

    /// The moves of a root among which the first best one is.
    fn candidates(position: &G, depth: Depth) -> Moves {
        let mut legal = position.legal_moves();
        let forcing =
            if legal.is_empty() { Forcing::Open } else { position.forcing(depth > Depth::plies(1)) };
        match (forcing, legal.next()) {
            (Forcing::Win(mv), _) => Moves::only(mv),
            (Forcing::Only(mut moves), Some(first)) => {
                // All others lose to the next move. If these do too, the first of all is the first among equals.
                moves.insert(first);
                moves
            }
            _ => position.legal_moves(),
        }
    }

    /// The highest value of the moves where nothing follows them.
    #[inline(always)]
    fn last_ply(&mut self, position: &G, beta: i32) -> Result<i32, Stopped> {
        let mover = position.to_move();
        let mut best = -INFINITY;
        for mv in position.tries() {
            self.count()?;
            let next = position.after(mv);
            self.met_horizon |= !next.is_over();
            best = best.max(seen_from(mover, next.to_move(), self.evaluator.value(&next)));
            if best >= beta {
                break;
            }
        }
        Ok(best)
    }

    /// The highest value of the moves.
    #[inline(always)]
    fn best_value(&mut self, position: &G, depth: Depth, alpha: i32, beta: i32) -> Result<i32, Stopped> {
        let forcing = position.forcing(depth > Depth::plies(1));
        match forcing {
            Forcing::Open => self.best_of(position, position.tries(), depth, alpha, beta),
            Forcing::Win(mv) => self.move_value(position, position.after(mv), depth, alpha, beta),
            Forcing::Only(moves) => self.best_of(position, moves, depth, alpha, beta),
        }
    }

    #[inline(always)]
    fn best_of(
        &mut self,
        position: &G,
        moves: impl Iterator<Item = crate::games::Move>,
        depth: Depth,
        mut alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        let mut best = -INFINITY;
        for mv in moves {
            best = best.max(self.move_value(position, position.after(mv), depth, alpha, beta)?);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        Ok(best)
    }
}
