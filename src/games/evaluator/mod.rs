//! Evaluators, which judge positions, each game's list of them, and mixtures of them.
//!
//! An evaluator is a type, not a function behind a pointer: the search is compiled for it, and a leaf costs no
//! indirect call. Choosing one by its name is therefore a visit: [`Evaluators::visit`] calls back with the type.
//!
//! - [`Evaluator`]: what a search needs. [`NamedEvaluator`]: what a game's list says about one in addition.
//! - [`Evaluators`]: the list of a game, a tuple of named evaluators.
//! - [`Mixed`]: a weighted sum of evaluators, `pots+0.4*tempo`, as one evaluator. [`Mixture`]: its weights, as typed.

mod list;
mod mixed;
mod mixture;

pub use list::{EvaluatorVisitor, Evaluators};
pub use mixed::{Mixed, WON};
pub use mixture::{HEAVIEST, Mixture};

use super::game::Game;
use super::search_support::{Judged, OrderedMoves, SearchSupport};
use crate::text::Decimal;

/// An evaluator of positions of the game `G`.
///
/// The constants declare properties that the search relies on and that the tests check for every evaluator. A mixture
/// knows some of them only when it is made, so the search asks the methods of the same name.
pub trait Evaluator<G: Game>: Copy + Send + Sync + 'static {
    /// Whether a won game beats every unfinished one, and a lost game loses to every unfinished one; in a game that
    /// [forces moves](super::SearchSupport::FORCES_MOVES), the sooner the more.
    const WIN_FIRST: bool = false;

    /// The number by which the [lead](super::SearchSupport::lead) counts, if every value is a multiple of the lead plus
    /// a term that does not depend on the points scored so far.
    const LEAD_WEIGHT: Option<i32> = None;

    /// Whether the value of every unfinished position is the [lead](super::SearchSupport::lead), so that the game's
    /// static judgement of the last plies applies.
    const IS_LEAD: bool = false;

    /// Whether it judges the moves of the last ply itself: see [`judge_last`](Evaluator::judge_last).
    const JUDGES_LAST: bool = false;

    /// The value of every position that nobody has won, if they all have the same value.
    ///
    /// In a game that [forces moves](super::SearchSupport::FORCES_MOVES), it values a win above everything else, the
    /// sooner the more, and a loss below everything else.
    const UNDECIDED: Option<i32> = None;

    /// The smallest absolute value of a forced win or loss, if the evaluator values them by how soon they come: sooner
    /// is farther from 0. No deeper search changes such a value, so a search may stop when it finds one.
    const PROVED_FROM: Option<i32> = None;

    /// No value is farther from 0. Where every won game has this value, nothing is searched behind a win.
    const HIGHEST: i32 = MOST;

    /// How good the position is for the side to move, finished or not. Within ±[`MOST`].
    fn value(&self, position: &G) -> i32;

    /// [`WIN_FIRST`](Evaluator::WIN_FIRST).
    #[inline]
    fn win_first(&self) -> bool {
        Self::WIN_FIRST
    }

    /// [`LEAD_WEIGHT`](Evaluator::LEAD_WEIGHT).
    #[inline]
    fn lead_weight(&self) -> Option<i32> {
        Self::LEAD_WEIGHT
    }

    /// [`PROVED_FROM`](Evaluator::PROVED_FROM).
    #[inline]
    fn proved_from(&self) -> Option<i32> {
        Self::PROVED_FROM
    }

    /// [`HIGHEST`](Evaluator::HIGHEST).
    #[inline]
    fn highest(&self) -> i32 {
        Self::HIGHEST
    }

    /// The values that make up one unit: 1, or 1000 if values are thousandths.
    #[inline]
    fn scale(&self) -> i32 {
        1
    }

    /// Judges the moves of an unfinished position one ply before the horizon without playing them, as
    /// [`SearchSupport::judge_last`] does by the lead. By default only that does.
    #[allow(clippy::inline_always)] // part of the search's innermost loop
    #[inline(always)]
    fn judge_last(&self, position: &G, free: bool, beta: i32) -> Judged<OrderedMoves<G>> {
        if Self::IS_LEAD {
            G::Search::judge_last(position, free, beta)
        } else {
            Judged::none(G::Search::ordered_moves(position, 0))
        }
    }

    /// What its values mean.
    fn value_scale(&self) -> ValueScale {
        ValueScale { unit: self.scale(), proved_from: self.proved_from() }
    }

    /// How the game ends with best play, if the value that a search found for this position proves it: `x wins in 5
    /// moves`, `South wins by 8`. `to_the_end` is whether the search looked to the end of the game. By default nothing.
    fn prospect(&self, position: &G, value: i32, to_the_end: bool) -> Option<String> {
        let _ = (position, value, to_the_end);
        None
    }
}

/// What the values of an evaluator mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ValueScale {
    /// [`Evaluator::scale`].
    pub unit: i32,
    /// [`Evaluator::PROVED_FROM`].
    pub proved_from: Option<i32>,
}

impl ValueScale {
    /// A value that a search found, in units.
    pub fn reported(self, value: i32) -> Decimal {
        if self.unit == 1 { Decimal::from(value) } else { Decimal::thousandths(i64::from(value)) }
    }

    /// Whether a value is that of a forced win or loss, which no deeper search changes.
    pub fn is_proved(self, value: i32) -> bool {
        self.proved_from.is_some_and(|least| value.abs() >= least)
    }
}

/// An evaluator with a name, for the list of a game.
pub trait NamedEvaluator<G: Game>: Evaluator<G> + Default {
    /// Its name in specs: `eval=NAME`. Letters, digits and hyphens, a letter first.
    const NAME: &'static str;

    /// What it values, in a few words.
    const SUMMARY: &'static str;

    /// Whether a position is worth as much to one side as it costs the other: with the other side to move the same
    /// board has the opposite value.
    const ANTISYMMETRIC: bool = true;

    /// What a won game counts besides its judgement, if winning comes first: more than any judgement. A [mixture](Mixed)
    /// then puts winning first too, whatever the weights.
    const WIN_BONUS: i32 = 0;

    /// No judgement is farther from 0. A close limit lets a mixture use the transposition table better.
    const LARGEST: i32 = MOST;

    /// Whether a search is compiled for it alone. If not, it is searched as a mixture of one, which takes a few more
    /// instructions per leaf and saves the time and space of one more search.
    const FAST_PATH: bool = true;
}

/// The largest value an evaluator may give.
pub const MOST: i32 = 2_000_000_000;

/// The description of an evaluator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EvaluatorInfo {
    /// Its name in specs.
    pub name: &'static str,
    /// What it values.
    pub summary: &'static str,
    /// [`NamedEvaluator::ANTISYMMETRIC`].
    pub antisymmetric: bool,
    /// [`Evaluator::WIN_FIRST`].
    pub win_first: bool,
    win_bonus: i32,
    largest: i32,
    highest: i32,
    lead_weight: Option<i32>,
    is_proved_by_win: bool,
}

impl EvaluatorInfo {
    /// The description of the evaluator `E`.
    pub const fn of<G: Game, E: NamedEvaluator<G>>() -> EvaluatorInfo {
        EvaluatorInfo {
            name: E::NAME,
            summary: E::SUMMARY,
            antisymmetric: E::ANTISYMMETRIC,
            win_first: E::WIN_FIRST,
            win_bonus: E::WIN_BONUS,
            largest: E::LARGEST,
            highest: E::HIGHEST,
            lead_weight: E::LEAD_WEIGHT,
            is_proved_by_win: E::PROVED_FROM.is_some(),
        }
    }
}
