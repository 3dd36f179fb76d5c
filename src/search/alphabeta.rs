//! Alpha-beta: the values and the choices of plain minimax for a small fraction of the positions.
//!
//! What differs from the textbook, none of which changes a value that is asked for:
//!
//! - Where the same side moves again, the window is handed on as it is instead of being swapped and negated: the value
//!   already is for the right side.
//! - The root asks of each move only whether it beats the best so far; a move before the best one in the game's order
//!   beats it with the same value, so that ties fall to the first, as in minimax. A shallower search says which move is
//!   the likeliest, and about what it is worth: see [`Search::best`].
//! - Below the root the game says which moves to try first.
//! - Positions that were met before are remembered, at the same depth only: see [`Table`]. The move that was the best at
//!   any depth is tried first.
//! - A game may know that a move wins at once, or that all moves but a few lose to the next one: see
//!   [`Forcing`].
//! - A game may see forced wins within a few plies: see [`Game::foresee`]. Where nothing but a win matters, nothing is
//!   played there.
//! - An evaluator may know what the moves of the last ply are worth without playing them, and which moves of the last
//!   but one are not worth playing: see [`Evaluator::judge_last`].
//!
//! What lies between two positions that are searched deeper is inlined into one function: measured, that is a third of
//! the instructions of a node.
#![allow(clippy::inline_always)]

use super::table::{Bound, REMEMBERED_PLIES, Table};
use super::{Depth, Extra, MoveValue, Orders, Stopped, Watch, seen_from};
use crate::games::{Evaluator, Forcing, Game, Judged, Moves};

/// Beyond every value that an evaluator gives.
const INFINITY: i32 = i32::MAX;

/// How many plies shallower the search is that guides another one. An even number: who moves last makes a difference.
const GUIDE: u32 = 4;

/// How far around its guess a value is looked for first.
const REACH: i32 = 3;

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
    ///
    /// It is found faster if a good move comes first and its value is about known. Both are guessed by a search that is
    /// a few plies shallower.
    pub fn best(&mut self, position: &G, depth: Depth) -> Result<Option<MoveValue>, Stopped> {
        self.begin(depth);
        let mut guess = None;
        // What is seen without playing guides nobody.
        let seen = if E::UNDECIDED.is_some() { G::FORESEEN } else { 0 };
        let plies = depth.limit().map_or(0, |plies| plies.saturating_sub(GUIDE));
        if plies > seen {
            let met_horizon = self.met_horizon;
            guess = self.best_near(position, Depth::plies(plies as u16), None)?;
            self.met_horizon = met_horizon;
            self.table.keep_hints(depth);
        }
        self.best_near(position, depth, guess)
    }

    /// The same, beginning with a guess.
    fn best_near(
        &mut self,
        position: &G,
        depth: Depth,
        guess: Option<MoveValue>,
    ) -> Result<Option<MoveValue>, Stopped> {
        let mut moves = Self::candidates(position, depth);
        let Some(first) = guess.map(|guess| guess.mv).or_else(|| moves.next()) else {
            return Ok(None);
        };
        let after = position.after(first);
        let value = match guess {
            Some(guess) => self.value_near(position, &after, depth, guess.value)?,
            None => self.move_value(position, &after, depth, -INFINITY, INFINITY)?,
        };
        let mut best = MoveValue { mv: first, value };
        for mv in moves.filter(|&mv| mv != first) {
            // An earlier move is chosen if it is as good, a later one only if it is better.
            let floor = if mv < best.mv { best.value - 1 } else { best.value };
            // Where nothing is searched, a second look would find nothing new.
            let ceiling = if depth > Depth::plies(1) { floor + 1 } else { INFINITY };
            let after = position.after(mv);
            let mut value = self.move_value(position, &after, depth, floor, ceiling)?;
            if value >= ceiling {
                value = self.move_value(position, &after, depth, value - 1, INFINITY)?;
            }
            if value > floor {
                best = MoveValue { mv, value };
            }
        }
        Ok(Some(best))
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

    /// The value of a move that is about as good as `guess`.
    fn value_near(&mut self, position: &G, next: &G, depth: Depth, guess: i32) -> Result<i32, Stopped> {
        let (alpha, beta) = (guess - REACH, guess + REACH);
        let value = self.move_value(position, next, depth, alpha, beta)?;
        if value >= beta {
            self.move_value(position, next, depth, value - 1, INFINITY)
        } else if value <= alpha {
            self.move_value(position, next, depth, -INFINITY, value + 1)
        } else {
            Ok(value)
        }
    }

    /// The exact value of every legal move.
    pub fn analyze(&mut self, position: &G, depth: Depth) -> Result<Vec<MoveValue>, Stopped> {
        self.begin(depth);
        let value_of = |mv| {
            let value = self.move_value(position, &position.after(mv), depth, -INFINITY, INFINITY)?;
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
            let value = self.move_value(position, &position.after(mv), depth, floor, INFINITY)?;
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
        next: &G,
        depth: Depth,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        if position.to_move() == next.to_move() {
            let depth = if self.extra == Extra::Free { depth } else { depth.after_a_ply() };
            self.value(next, depth, alpha, beta)
        } else {
            Ok(-self.value(next, depth.after_a_ply(), -beta, -alpha)?)
        }
    }

    /// The value of a position for the side to move. Outside the window it is a bound.
    #[inline(always)]
    fn value(&mut self, position: &G, depth: Depth, alpha: i32, beta: i32) -> Result<i32, Stopped> {
        self.count()?;
        if position.is_over() || depth == Depth::ZERO {
            self.met_horizon |= !position.is_over();
            Ok(self.evaluator.value(position))
        } else if let (true, Some(undecided)) = (depth <= Depth::plies(G::FORESEEN as u16), E::UNDECIDED) {
            Ok(self.foreseen(position, depth, undecided, alpha, beta))
        } else if depth == Depth::plies(1) {
            self.last_ply(position, alpha, beta)
        } else {
            self.deep_value(position, depth, alpha, beta)
        }
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

    /// The value of an unfinished position one ply deep.
    #[inline(always)]
    fn last_ply(&mut self, position: &G, alpha: i32, beta: i32) -> Result<i32, Stopped> {
        let judged = self.evaluator.judge_last(position, self.extra == Extra::Free, beta);
        self.met_horizon |= judged.best > -INFINITY;
        match judged.rest {
            Some(rest) if judged.best < beta => {
                self.played_last_ply(position, judged.best, rest, alpha, beta)
            }
            _ => Ok(judged.best),
        }
    }

    /// The same, where some moves have to be played.
    #[inline(never)]
    fn played_last_ply(
        &mut self,
        position: &G,
        judged: i32,
        rest: G::Tries,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        let played =
            self.best_of(position, rest, G::tried, Depth::plies(1), (alpha.max(judged), beta), |_| {})?;
        Ok(played.max(judged))
    }

    /// The value of an unfinished position more than one ply deep, if need be from memory.
    #[inline(never)]
    fn deep_value(&mut self, position: &G, depth: Depth, alpha: i32, beta: i32) -> Result<i32, Stopped> {
        if !G::REMEMBERED || depth < REMEMBERED_PLIES {
            return self.searched_value(position, depth, alpha, beta, &mut 0);
        }
        // Points that were made carry through to every value, so that positions which differ only in them share a slot.
        let lead = position.lead();
        let (base, tag) = if E::ADDS_LEAD { (lead, 0) } else { (0, lead) };
        let key = position.key();
        let memory = self.table.find(key, tag, depth);
        if let Some((bound, value)) = memory.value {
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
        let mut hint = memory.hint;
        let value = self.searched_value(position, depth, alpha, beta, &mut hint)?;
        let bound = if value >= beta {
            Bound::AtLeast
        } else if value <= alpha {
            Bound::AtMost
        } else {
            Bound::Exact
        };
        self.table.keep(key, tag, depth, (bound, value - base), hint);
        Ok(value)
    }

    /// The same by searching, first the move that `hint` names. Then it names the one found.
    #[inline(always)]
    fn searched_value(
        &mut self,
        position: &G,
        depth: Depth,
        alpha: i32,
        beta: i32,
        hint: &mut u8,
    ) -> Result<i32, Stopped> {
        if G::SEES_WINS {
            match position.forcing(true) {
                Forcing::Open => {}
                Forcing::Win(mv) => {
                    return self.move_value(position, &position.after(mv), depth, alpha, beta);
                }
                Forcing::Only(moves) => {
                    return self.best_of(position, moves, G::after, depth, (alpha, beta), |_| {});
                }
            }
        }
        let judged = if depth == Depth::plies(2) {
            self.evaluator.judge_last_but_one(position, self.extra == Extra::Free, alpha, beta)
        } else {
            Judged::none(position.tries_from(*hint))
        };
        self.met_horizon |= judged.best > -INFINITY;
        let Some(rest) = judged.rest else { return Ok(judged.best) };
        let played =
            self.best_of(position, rest, G::tried, depth, (alpha, beta), |mv| *hint = G::hint(mv))?;
        Ok(played.max(judged.best))
    }

    /// The highest value of these moves; the lowest number where there are none. Calls `found` with each move that is
    /// better than those before it and than the window's lower end.
    #[inline(always)]
    fn best_of<M: Copy>(
        &mut self,
        position: &G,
        moves: impl Iterator<Item = M>,
        after: impl Fn(&G, M) -> G,
        depth: Depth,
        (mut alpha, beta): (i32, i32),
        mut found: impl FnMut(M),
    ) -> Result<i32, Stopped> {
        let mut best = -INFINITY;
        for mv in moves {
            let next = after(position, mv);
            best = best.max(self.move_value(position, &next, depth, alpha, beta)?);
            if best > alpha {
                alpha = best;
                found(mv);
                if alpha >= beta {
                    break;
                }
            }
        }
        Ok(best)
    }
}
