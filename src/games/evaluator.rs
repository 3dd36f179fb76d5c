//! Evaluators, which judge positions, and each game's list of them.
//!
//! An evaluator is a type, not a function behind a pointer: the search is compiled once for each, and a leaf costs no
//! indirect call. Choosing one by its name is therefore a visit: [`Evaluators::visit`] calls back with the type.

use super::game::Game;

/// An evaluator of positions of the game `G`.
///
/// The constants declare properties that the search relies on and that the tests check for every evaluator.
pub trait Evaluator<G: Game>: Copy + Default + Send + Sync + 'static {
    /// Its name in specs: `eval=NAME`.
    const NAME: &'static str;

    /// What it values, in a few words.
    const SUMMARY: &'static str;

    /// Whether a position is worth as much to one side as it costs the other: with the other side to move the same
    /// board has the opposite value.
    const ANTISYMMETRIC: bool = true;

    /// Whether a won game beats every unfinished one, and a lost game loses to every unfinished one.
    const WIN_FIRST: bool = false;

    /// Whether every value is the [lead](super::SearchSupport::lead) plus a term that does not depend on the points
    /// scored so far.
    const ADDS_LEAD: bool = false;

    /// Whether the value of every unfinished position is the [lead](super::SearchSupport::lead), so that the game's
    /// static judgement of the last plies applies.
    const IS_LEAD: bool = false;

    /// The value of every position that nobody has won, if they all have the same value.
    ///
    /// In a game that [sees wins](super::SearchSupport::SEES_WINS), it values a win above everything else, the
    /// sooner the more, and a loss below everything else.
    const UNDECIDED: Option<i32> = None;

    /// The smallest absolute value of a forced win or loss, if the evaluator values them by how soon they come: sooner
    /// is farther from 0. No deeper search changes such a value, so a search may stop when it finds one.
    const PROVED_FROM: Option<i32> = None;

    /// How good the position is for the side to move, finished or not. Within ±[`MOST`].
    fn value(&self, position: &G) -> i32;

    /// How the game ends with best play, if the value that a search found for this position proves it: `x wins in 5
    /// moves`, `South wins by 8`. `to_the_end` is whether the search looked to the end of the game. By default nothing.
    fn prospect(&self, position: &G, value: i32, to_the_end: bool) -> Option<String> {
        let _ = (position, value, to_the_end);
        None
    }
}

/// Whether a value is that of a forced win or loss, which no deeper search changes.
pub(crate) fn is_proved<G: Game, E: Evaluator<G>>(value: i32) -> bool {
    E::PROVED_FROM.is_some_and(|least| value.abs() >= least)
}

/// The largest value an evaluator may give.
pub const MOST: i32 = 1_000_000_000;

/// The description of an evaluator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EvaluatorInfo {
    /// Its name in specs.
    pub name: &'static str,
    /// What it values.
    pub summary: &'static str,
    /// [`Evaluator::ANTISYMMETRIC`].
    pub antisymmetric: bool,
    /// [`Evaluator::WIN_FIRST`].
    pub win_first: bool,
}

impl EvaluatorInfo {
    /// The description of the evaluator `E`.
    pub const fn of<G: Game, E: Evaluator<G>>() -> EvaluatorInfo {
        EvaluatorInfo {
            name: E::NAME,
            summary: E::SUMMARY,
            antisymmetric: E::ANTISYMMETRIC,
            win_first: E::WIN_FIRST,
        }
    }
}

/// The evaluators of the game `G`: a tuple of up to eight, the first being the default.
pub trait Evaluators<G: Game> {
    /// Their names and properties, in order.
    const LIST: &'static [EvaluatorInfo];

    /// Calls the visitor with the evaluator of that name; `None` if there is none.
    fn visit<V: EvaluatorVisitor<G>>(name: &str, visitor: V) -> Option<V::Output>;
}

/// An operation on an evaluator whose type is known only at run time.
pub trait EvaluatorVisitor<G: Game> {
    /// What the visit returns.
    type Output;

    /// Visits the evaluator.
    fn visit<E: Evaluator<G>>(self, evaluator: E) -> Self::Output;
}

/// Implements [`Evaluators`] for a tuple.
macro_rules! tuple {
    ($($evaluator:ident)+) => {
        impl<G: Game, $($evaluator: Evaluator<G>),+> Evaluators<G> for ($($evaluator,)+) {
            const LIST: &'static [EvaluatorInfo] = &[$(EvaluatorInfo::of::<G, $evaluator>()),+];

            fn visit<V: EvaluatorVisitor<G>>(name: &str, visitor: V) -> Option<V::Output> {
                match name {
                    $(name if name == $evaluator::NAME => Some(visitor.visit($evaluator::default())),)+
                    _ => None,
                }
            }
        }
    };
}

tuple!(A);
tuple!(A B);
tuple!(A B C);
tuple!(A B C D);
tuple!(A B C D E);
tuple!(A B C D E F);
tuple!(A B C D E F H);
tuple!(A B C D E F H I);
