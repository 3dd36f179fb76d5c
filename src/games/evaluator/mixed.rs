//! A weighted sum of evaluators as one evaluator: `pots+0.4*tempo-0.1*hoard`.
//!
//! The value is the exact sum of all values, each times its weight. It is counted in whole units if all weights are
//! whole, and in thousandths if not. Two rules keep it within bounds that no weights and no evaluator can break:
//!
//! - The sum is limited to ±999,999.999. Only weights of hundreds on boards with thousands of beans, or evaluators with
//!   such values, get there.
//! - If an evaluator in the sum puts winning first (it has a [bonus](super::NamedEvaluator::WIN_BONUS)), so does
//!   the mixture: a won game counts 1,000,000 plus what that evaluator gives without its bonus, whatever the weights,
//!   even negative ones. So a win beats every unfinished game, a sooner or higher win stays better, and weights can
//!   be tuned freely. Of several such evaluators the first in the game's list values won games.
//!
//! So every value is within ±1,999,999 units: [`MOST`](super::MOST) in thousandths.
//!
//! # What it costs
//!
//! A mixture is one more evaluator that the search is compiled for: it asks each evaluator of a non-zero weight and adds up. Positions that differ
//! only in the beans scored share entries of the transposition table as they do for `pots`, scaled by the weights, and in Connect-N forced
//! moves are seen ahead if an evaluator of the mixture puts winning first. The last two plies are played, as for `hoard` and `tempo`; `pots`
//! and `decisive` alone judge them without playing.
//!
//! | on `kalah:6x4` | instructions per move | nodes per move | nodes per second |
//! | --- | --- | --- | --- |
//! | `smart:6,eval=tempo` | 107,900 | 281 | 27.6 million |
//! | `smart:6,eval=pots+0.4*tempo` | 134,700 (+25 %) | 308 | 25.7 million |
//! | `smart:6,eval=pots+0.4*tempo+0.5*mobility+0.3*threat+0.1*far` | | 305 | 22.3 million |
//! | `smart:6` (`pots`) | 35,100 | 130 | 25.3 million |
//!
//! Instructions are those of `scripts/instructions kalah-tempo-6 kalah-mixed-6 kalah-smart-6` divided by the positions of the loop (10, 10 and 30 random
//! ones, so the last row is comparable only roughly); nodes are from matches of 1,000 games on one thread of a busy machine
//! (`arena -n 1000 -j 1 'smart:6,eval=pots+0.4*tempo' smart:6,eval=tempo`).

use std::fmt;
use std::marker::PhantomData;

use super::list::Evaluators;
use super::{Evaluator, EvaluatorInfo, MOST};
use crate::games::game::{Game, Outcome};
use crate::games::search_support::{Judged, OrderedMoves, SearchSupport};

/// What a won game counts in a mixture, in units, if an evaluator puts winning first.
pub const WON: i32 = 1_000_000;

/// A mixture of the evaluators in the list `L` of the game `G`.
pub struct Mixed<G: Game, L: Evaluators<G>> {
    weights: L::Weights,
    scale: i32,
    /// No judgement is farther from 0.
    limit: i64,
    lead_weight: Option<i32>,
    /// The number of the evaluator that values won games.
    winner: Option<usize>,
    /// The number of the evaluator whose judgement is that of the mixture, if there is one.
    alone: Option<usize>,
    of: PhantomData<fn(G)>,
}

impl<G: Game, L: Evaluators<G>> Mixed<G, L> {
    /// The mixture with these weights in thousandths, each within ±[`HEAVIEST`](super::HEAVIEST).
    pub fn new(thousandths: &L::Weights) -> Mixed<G, L> {
        let is_whole = thousandths.as_ref().iter().all(|weight| weight % 1000 == 0);
        let (scale, divisor) = if is_whole { (1, 1000) } else { (1000, 1) };
        let mut weights = *thousandths;
        for weight in weights.as_mut() {
            *weight /= divisor;
        }
        let limit = i64::from(WON) * i64::from(scale) - 1;
        let terms = || L::LIST.iter().zip(weights.as_ref()).filter(|&(_, &weight)| weight != 0);
        let largest: i64 =
            terms().map(|(info, weight)| i64::from(info.largest) * i64::from(weight.abs())).sum();
        // A limited sum is no longer a multiple of the lead plus a term.
        let lead_weight = terms().try_fold(0, |sum, (info, weight)| Some(sum + info.lead_weight? * weight));
        let winner = L::LIST.iter().zip(weights.as_ref());
        let winner = winner.enumerate().find(|(_, (info, weight))| **weight != 0 && info.win_bonus > 0);
        // Its values are not limited.
        let is_alone = scale == 1 && terms().count() == 1 && largest <= limit;
        let alone = weights.as_ref().iter().position(|&weight| weight == 1).filter(|_| is_alone);
        Mixed {
            weights,
            scale,
            limit,
            lead_weight: lead_weight.filter(|_| largest <= limit),
            winner: winner.map(|(index, _)| index),
            alone,
            of: PhantomData,
        }
    }

    /// The evaluator that values won games.
    fn winner(&self) -> Option<(usize, &'static EvaluatorInfo)> {
        self.winner.map(|index| (index, &L::LIST[index]))
    }

    /// The value of a finished game that the evaluator `winner` values.
    #[cold]
    fn won(&self, winner: usize, position: &G) -> Option<i32> {
        if !matches!(position.outcome(), Some(Outcome::Win(_))) {
            return None;
        }
        let value = L::value_of(winner, position);
        let rest = value.abs() - L::LIST[winner].win_bonus;
        Some(value.signum() * (WON + rest.clamp(0, WON - 1)) * self.scale)
    }
}

impl<G: Game, L: Evaluators<G>> Evaluator<G> for Mixed<G, L> {
    #[inline]
    fn value(&self, position: &G) -> i32 {
        if let Some(winner) = self.winner
            && position.is_over()
            && let Some(value) = self.won(winner, position)
        {
            return value;
        }
        L::weighted_sum(&self.weights, position).clamp(-self.limit, self.limit) as i32
    }

    #[inline]
    fn win_first(&self) -> bool {
        self.winner.is_some()
    }

    #[inline]
    fn lead_weight(&self) -> Option<i32> {
        self.lead_weight
    }

    fn proved_from(&self) -> Option<i32> {
        self.winner().filter(|(_, info)| info.is_proved_by_win).map(|_| WON * self.scale)
    }

    /// A mixture of one has the values of that one.
    fn highest(&self) -> i32 {
        let mut terms = L::LIST.iter().zip(self.weights.as_ref()).filter(|&(_, &weight)| weight != 0);
        match (terms.next(), terms.next(), self.winner()) {
            (Some((info, 1)), None, Some(_)) => {
                (WON + (info.highest - info.win_bonus).min(WON - 1)) * self.scale
            }
            _ => MOST,
        }
    }

    #[inline]
    fn scale(&self) -> i32 {
        self.scale
    }

    /// That of an evaluator alone, which judges no move that ends the game.
    #[inline]
    fn judge_last(&self, position: &G, free: bool, beta: i32) -> Judged<OrderedMoves<G>> {
        match self.alone {
            Some(index) if L::JUDGES_LAST => L::judge_last_of(index, position, free, beta),
            _ => Judged::none(G::Search::ordered_moves(position, 0)),
        }
    }

    /// A won game is valued by one evaluator, which knows what its value proves.
    fn prospect(&self, position: &G, value: i32, to_the_end: bool) -> Option<String> {
        let (index, info) = self.winner()?;
        let rest = value.abs() / self.scale - WON;
        let original = value.signum() * (info.win_bonus + rest);
        (rest >= 0).then(|| L::prospect_of(index, position, original, to_the_end)).flatten()
    }
}

impl<G: Game, L: Evaluators<G>> Clone for Mixed<G, L> {
    fn clone(&self) -> Mixed<G, L> {
        *self
    }
}

impl<G: Game, L: Evaluators<G>> Copy for Mixed<G, L> {}

impl<G: Game, L: Evaluators<G>> fmt::Debug for Mixed<G, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = L::LIST.iter().map(|info| info.name);
        f.debug_map().entries(names.zip(self.weights.as_ref())).finish()
    }
}
