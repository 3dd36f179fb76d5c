//! Alpha-beta: the values and the choices of plain minimax for a small fraction of the nodes.
//!
//! Differences from the textbook, none of which changes a requested value:
//!
//! - If the same side moves again, the window is passed on unchanged instead of swapped and negated: the value
//!   is already for the right side.
//! - The root searches every move after the first with a null window: does it beat the best so far? A move before the
//!   best one in the game's order beats it with an equal value, so ties go to the first, as in minimax.
//! - A preliminary search a few plies shallower finds the likely best move, which is searched first, and its value,
//!   the centre of an aspiration window: see [`Search::best`].
//! - Below the root the game orders the moves: see [`SearchSupport::ordered_moves`].
//! - A transposition table returns values found at the same depth, and at any depth the hash move, which is searched
//!   first: see [`TranspositionTable`].
//! - A game may know its forced moves: an immediate win, or the only moves that do not lose to the next one. See
//!   [`ForcedMoves`].
//! - A game may foresee forced wins within a few plies. If only wins count, those plies are not played: see
//!   [`SearchSupport::foresee`].
//! - A game, or an evaluator, may judge the moves of the last two plies before the horizon without playing them: see
//!   [`SearchSupport::judge_last`] and [`Evaluator::judge_last`].
//!
//! Everything between two deeper searches is inlined into one function: measured, this saves a third of
//! the instructions of a node.
#![allow(clippy::inline_always)]

use super::transposition::{Bound, TranspositionTable};
use super::{Control, Depth, Extra, MoveValue, Stopped, Watcher, seen_from};
use crate::games::{Evaluator, ForcedMoves, Game, Judged, MoveSet, OrderedMoves, SearchSupport};

/// Beyond every value an evaluator gives.
const INFINITY: i32 = i32::MAX;

/// How many plies shallower the preliminary search is. Even, because it matters who moves last.
const PRELIMINARY_REDUCTION: u32 = 4;

/// Half the width of the aspiration window, in units of the evaluator.
const ASPIRATION: i32 = 3;

/// An alpha-beta search with its evaluator, watcher and transposition table.
pub struct Search<'s, G: Game, E> {
    evaluator: E,
    extra: Extra,
    watcher: &'s dyn Watcher,
    table: &'s mut TranspositionTable<G>,
    /// The nodes at which the watcher is consulted again, and how many are left. Counting down below 0 takes two
    /// instructions.
    check_at: u64,
    until_check: i64,
    met_horizon: bool,
}

impl<'s, G: Game, E: Evaluator<G>> Search<'s, G, E> {
    /// A search that evaluates leaves with `evaluator` and runs until `watcher` stops it.
    pub fn new(
        evaluator: E,
        extra: Extra,
        watcher: &'s dyn Watcher,
        table: &'s mut TranspositionTable<G>,
    ) -> Search<'s, G, E> {
        Search { evaluator, extra, watcher, table, check_at: 0, until_check: 0, met_horizon: false }
    }

    /// Changes what an extra turn costs from now on.
    pub fn set_extra(&mut self, extra: Extra) {
        self.extra = extra;
    }

    pub(crate) fn evaluator(&self) -> &E {
        &self.evaluator
    }

    /// The number of nodes searched so far, including roots.
    pub fn nodes(&self) -> u64 {
        self.check_at - self.until_check as u64
    }

    /// Whether any leaf since the last call was an unfinished game. If not, a deeper search finds nothing new.
    pub fn take_met_horizon(&mut self) -> bool {
        std::mem::take(&mut self.met_horizon)
    }

    /// The move that plain minimax chooses, the first among equals; `None` when the game is over.
    ///
    /// It is found faster if a good move comes first and its value is roughly known. Both come from a
    /// preliminary search a few plies shallower, which is skipped where foresight covers it.
    pub fn best(&mut self, position: &G, depth: Depth) -> Result<Option<MoveValue>, Stopped> {
        self.begin(depth);
        let mut guess = None;
        let foreseen = if E::UNDECIDED.is_some() { G::Search::FORESIGHT } else { 0 };
        let plies = depth.limit().map_or(0, |plies| plies.saturating_sub(PRELIMINARY_REDUCTION));
        if plies > foreseen {
            let met_horizon = self.met_horizon;
            guess = self.best_from_guess(position, Depth::plies(plies as u16), None)?;
            self.met_horizon = met_horizon;
            self.table.clear_values(depth);
        }
        self.best_from_guess(position, depth, guess)
    }

    /// The best move, given a guess at it and at its value.
    fn best_from_guess(
        &mut self,
        position: &G,
        depth: Depth,
        guess: Option<MoveValue>,
    ) -> Result<Option<MoveValue>, Stopped> {
        let mut moves = self.candidates(position, depth);
        let Some(first) = guess.map(|guess| guess.mv).or_else(|| moves.next()) else {
            return Ok(None);
        };
        let highest = self.evaluator.highest();
        let after = position.after(first);
        let value = match guess {
            Some(guess) => self.aspiration_value(position, &after, depth, guess.value)?,
            None => self.root_move_value(position, &after, depth, -highest, highest)?,
        };
        let mut best = MoveValue { mv: first, value };
        for mv in moves.filter(|&mv| mv != first) {
            // An earlier move is chosen if it is as good, a later one only if it is better.
            let floor = if mv < best.mv { best.value - 1 } else { best.value };
            if floor >= highest {
                break;
            }
            // A null window, unless nothing is searched: then a re-search would find nothing new.
            let ceiling = if depth > Depth::plies(1) { floor + 1 } else { INFINITY };
            let after = position.after(mv);
            let mut value = self.move_value::<false>(position, &after, depth, floor, ceiling)?;
            if value >= ceiling {
                value = self.root_move_value(position, &after, depth, value - 1, highest)?;
            }
            if value > floor {
                best = MoveValue { mv, value };
            }
        }
        Ok(Some(best))
    }

    /// The root moves that may contain the first best one.
    fn candidates(&self, position: &G, depth: Depth) -> G::Moves {
        let mut legal = position.legal_moves();
        let forced = if legal.is_none() || !self.evaluator.win_first() {
            ForcedMoves::Unknown
        } else {
            G::Search::forced_moves(position, depth > Depth::plies(1))
        };
        match (forced, legal.next()) {
            (ForcedMoves::Win(mv), _) => G::Moves::only(mv),
            (ForcedMoves::Only(mut moves), Some(first)) => {
                // All others lose to the next move. If these do too, the first move of all is the first among equals.
                moves.insert(first);
                moves
            }
            // Nobody wins or loses within two plies: if only wins count, all moves are equal.
            (ForcedMoves::Unknown, Some(first))
                if G::Search::FORCES_MOVES && E::UNDECIDED.is_some() && depth <= Depth::plies(2) =>
            {
                G::Moves::only(first)
            }
            _ => position.legal_moves(),
        }
    }

    /// The value of a move by an aspiration window around `guess`, searched again if the value is outside.
    fn aspiration_value(&mut self, position: &G, next: &G, depth: Depth, guess: i32) -> Result<i32, Stopped> {
        let width = ASPIRATION * self.evaluator.scale();
        let (alpha, beta) = (guess - width, guess + width);
        let value = self.root_move_value(position, next, depth, alpha, beta)?;
        if value >= beta {
            self.root_move_value(position, next, depth, value - 1, self.evaluator.highest())
        } else if value <= alpha {
            self.root_move_value(position, next, depth, -self.evaluator.highest(), value + 1)
        } else {
            Ok(value)
        }
    }

    /// The exact value of every legal move.
    pub fn analyze(&mut self, position: &G, depth: Depth) -> Result<Vec<MoveValue>, Stopped> {
        self.analyze_observed(position, depth, |_, _| {})
    }

    /// The same; `observe` is called with the values so far after each move, and with the nodes so far.
    pub fn analyze_observed(
        &mut self,
        position: &G,
        depth: Depth,
        mut observe: impl FnMut(&[MoveValue], u64),
    ) -> Result<Vec<MoveValue>, Stopped> {
        self.begin(depth);
        let highest = self.evaluator.highest();
        let mut values = Vec::new();
        for mv in position.legal_moves() {
            let value = self.root_move_value(position, &position.after(mv), depth, -highest, highest)?;
            values.push(MoveValue { mv, value });
            observe(&values, self.nodes());
        }
        Ok(values)
    }

    /// All moves of the highest value, in order.
    pub fn all_best(&mut self, position: &G, depth: Depth) -> Result<Vec<MoveValue>, Stopped> {
        self.begin(depth);
        let highest = self.evaluator.highest();
        let mut best: Vec<MoveValue> = Vec::new();
        for mv in position.legal_moves() {
            // One below the best, so that a move of equal value is recognised.
            let floor = best.first().map_or(-highest, |best| best.value - 1);
            let value = self.root_move_value(position, &position.after(mv), depth, floor, highest)?;
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
        self.count_unchecked();
    }

    /// Counts a node, unless the watcher stops the search.
    #[inline(always)]
    fn count(&mut self) -> Result<(), Stopped> {
        self.until_check -= 1;
        if self.until_check < 0 {
            self.check_and_count()?;
        }
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn check_and_count(&mut self) -> Result<(), Stopped> {
        self.until_check = 0;
        match self.watcher.check(self.check_at) {
            Control::CheckAgainAt(next) => {
                self.until_check = i64::try_from(next.saturating_sub(self.check_at)).unwrap_or(i64::MAX);
                self.check_at += self.until_check as u64;
            }
            Control::Stop => return Err(Stopped),
        }
        self.count_unchecked();
        Ok(())
    }

    fn count_unchecked(&mut self) {
        if self.until_check > 0 {
            self.until_check -= 1;
        } else {
            self.check_at += 1;
        }
    }

    /// [`move_value`](Search::move_value), not inlined: the root calls it from many places, and copies would be most
    /// of the code.
    #[inline(never)]
    fn root_move_value(
        &mut self,
        position: &G,
        next: &G,
        depth: Depth,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        self.move_value::<false>(position, next, depth, alpha, beta)
    }

    /// The value of the move from `position` to `next`, for the side that makes it. Outside the window it is a bound.
    /// `DEEP` says that the depth is known to be more than two plies.
    #[inline(always)]
    fn move_value<const DEEP: bool>(
        &mut self,
        position: &G,
        next: &G,
        depth: Depth,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        if position.to_move() == next.to_move() {
            let depth = if self.extra == Extra::Free { depth } else { depth.after_a_ply() };
            self.value::<DEEP>(next, depth, alpha, beta)
        } else {
            Ok(-self.value::<DEEP>(next, depth.after_a_ply(), -beta, -alpha)?)
        }
    }

    /// The value of a position for the side to move. Outside the window it is a bound. `DEEP` says that the depth is known
    /// to be more than one ply.
    #[inline(always)]
    fn value<const DEEP: bool>(
        &mut self,
        position: &G,
        depth: Depth,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        self.count()?;
        if position.is_over() || !DEEP && depth == Depth::ZERO {
            self.met_horizon |= !position.is_over();
            Ok(self.evaluator.value(position))
        } else if let (true, Some(undecided)) =
            (depth <= Depth::plies(G::Search::FORESIGHT as u16), E::UNDECIDED)
        {
            Ok(self.foreseen(position, depth, undecided, alpha, beta))
        } else if !DEEP && depth == Depth::plies(1) {
            self.last_ply(position, alpha, beta)
        } else if depth == Depth::plies(2) {
            self.second_last_ply(position, alpha, beta)
        } else {
            self.deep_value(position, depth, alpha, beta)
        }
    }

    /// The value if the game foresees every win up to the horizon and only wins count.
    #[inline(always)]
    fn foreseen(&mut self, position: &G, depth: Depth, undecided: i32, alpha: i32, beta: i32) -> i32 {
        let plies = depth.limit().unwrap_or_default();
        // Whether the last ply wins does not matter if a draw is enough for the side that makes it, or too little
        // for the other one.
        let is_movers = plies % 2 == 1;
        let is_idle = if is_movers { undecided >= beta } else { undecided <= alpha };
        let plies = plies - u32::from(is_idle);
        if plies > 0
            && let Some(end) = G::Search::foresee(position, plies)
        {
            return seen_from(position.to_move(), end.to_move(), self.evaluator.value(&end));
        }
        self.met_horizon = true;
        undecided
    }

    /// The value of an unfinished position one ply before the horizon.
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

    /// The same if some moves have to be played.
    #[inline(never)]
    fn played_last_ply(
        &mut self,
        position: &G,
        judged: i32,
        rest: OrderedMoves<G>,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        let window = (alpha.max(judged), beta);
        let (depth, after) = (Depth::plies(1), G::Search::after);
        let played = self.best_of::<false, _>(position, rest, after, depth, window, |_| {})?;
        Ok(played.max(judged))
    }

    /// The value of an unfinished position two plies before the horizon.
    #[inline(never)]
    fn second_last_ply(&mut self, position: &G, alpha: i32, beta: i32) -> Result<i32, Stopped> {
        let depth = Depth::plies(2);
        if let Some(value) = self.forced_value::<false>(position, depth, alpha, beta)? {
            return Ok(value);
        }
        let judged = if E::IS_LEAD {
            G::Search::judge_second_last(position, self.extra == Extra::Free, alpha, beta)
        } else {
            Judged::none(G::Search::ordered_moves(position, 0))
        };
        self.met_horizon |= judged.best > -INFINITY;
        let Some(rest) = judged.rest else { return Ok(judged.best) };
        let (window, after) = ((alpha, beta), G::Search::after);
        let played = self.best_of::<false, _>(position, rest, after, depth, window, |_| {})?;
        Ok(played.max(judged.best))
    }

    /// The value of an unfinished position more than two plies before the horizon, from the transposition table if it is
    /// there.
    #[inline(never)]
    fn deep_value(&mut self, position: &G, depth: Depth, alpha: i32, beta: i32) -> Result<i32, Stopped> {
        if !G::Search::USES_TABLE {
            return self.searched_value(position, depth, alpha, beta, &mut 0);
        }
        // If values include the lead, positions that differ only in it share an entry.
        let lead = G::Search::lead(position);
        let (base, tag) = match self.evaluator.lead_weight() {
            Some(weight) => (lead * weight, 0),
            None => (0, lead),
        };
        let key = G::Search::key(position);
        let hit = self.table.probe(key, tag, depth);
        if let Some((bound, value)) = hit.value {
            let value = value + base;
            let decides = match bound {
                Bound::Exact => true,
                Bound::Lower => value >= beta,
                Bound::Upper => value <= alpha,
            };
            if decides {
                return Ok(value);
            }
        }
        let mut hash_move = hit.hash_move;
        let value = self.searched_value(position, depth, alpha, beta, &mut hash_move)?;
        let bound = if value >= beta {
            Bound::Lower
        } else if value <= alpha {
            Bound::Upper
        } else {
            Bound::Exact
        };
        self.table.store(key, tag, depth, (bound, value - base), hash_move);
        Ok(value)
    }

    /// The same by searching, the hash move first. Sets the hash move to the best one found.
    #[inline(always)]
    fn searched_value(
        &mut self,
        position: &G,
        depth: Depth,
        alpha: i32,
        beta: i32,
        hash_move: &mut u16,
    ) -> Result<i32, Stopped> {
        if let Some(value) = self.forced_value::<true>(position, depth, alpha, beta)? {
            return Ok(value);
        }
        let moves = G::Search::ordered_moves(position, *hash_move);
        let found = |mv| *hash_move = G::Search::hash_move(mv);
        self.best_of::<true, _>(position, moves, G::Search::after, depth, (alpha, beta), found)
    }

    /// The value of an unfinished position whose game knows the forced moves.
    #[inline(always)]
    fn forced_value<const DEEP: bool>(
        &mut self,
        position: &G,
        depth: Depth,
        alpha: i32,
        beta: i32,
    ) -> Result<Option<i32>, Stopped> {
        if !G::Search::FORCES_MOVES || !self.evaluator.win_first() {
            return Ok(None);
        }
        match G::Search::forced_moves(position, true) {
            ForcedMoves::Unknown => Ok(None),
            ForcedMoves::Win(mv) => {
                self.count()?;
                let end = position.after(mv);
                Ok(Some(seen_from(position.to_move(), end.to_move(), self.evaluator.value(&end))))
            }
            ForcedMoves::Only(moves) => {
                let window = (alpha, beta);
                self.best_of::<DEEP, _>(position, moves, G::after, depth, window, |_| {}).map(Some)
            }
        }
    }

    /// The highest value of these moves; below every value if there are none. Calls `found` with each move that raises
    /// alpha. `DEEP` is as for [`move_value`](Search::move_value).
    #[inline(always)]
    fn best_of<const DEEP: bool, M: Copy>(
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
            best = best.max(self.move_value::<DEEP>(position, &next, depth, alpha, beta)?);
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
