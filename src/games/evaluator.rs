//! What judges a position that is not finished, and the list of such judges that each game has.
//!
//! An evaluator is a type, not a function behind a pointer: the search is compiled once for each, and a leaf costs no
//! indirect call. Choosing one by its name is therefore a visit: [`Evaluators::visit`] calls back with the type.

use super::game::Game;

/// A judge of positions of the game `G`.
pub trait Evaluator<G: Game>: Copy + Default + Send + Sync + 'static {
    /// Its name in specs: `eval=NAME`.
    const NAME: &'static str;

    /// What it values, in a few words.
    const SUMMARY: &'static str;

    /// Whether every value is [`Game::lead`] and something that does not depend on the points made so far.
    const ADDS_LEAD: bool = false;

    /// The value of every position in which nobody has won, where they all have the same.
    ///
    /// An evaluator of a game that [sees wins](Game::SEES_WINS) values a win above everything else, the sooner the more,
    /// and a loss below everything else.
    const UNDECIDED: Option<i32> = None;

    /// How good the position is for the side to move; finished positions too. Within ±[`MOST`].
    fn value(&self, position: &G) -> i32;

    /// Judges moves after which the search ends, as far as that is possible without playing them. Where extra turns are
    /// `free` it does not end after them. A value that reaches `beta` may be too low.
    #[inline]
    fn judge_last(&self, position: &G, free: bool, beta: i32) -> Judged<G::Tries> {
        let _ = (free, beta);
        Judged::none(position.tries())
    }

    /// Judges moves after which there is one ply left, as far as that is possible without playing them, and as far as
    /// they are not worth more than `alpha`. The value may be too high, but no higher than `alpha`. Or says that one of them
    /// is worth `beta` or more: then no move is left to be played, and the value may be too low.
    #[inline]
    fn judge_last_but_one(&self, position: &G, free: bool, alpha: i32, beta: i32) -> Judged<G::Tries> {
        let _ = (free, alpha, beta);
        Judged::none(position.tries())
    }
}

/// What an evaluator can say of the moves of an unfinished position without playing them, seen from the mover.
#[derive(Debug, Clone, Copy)]
pub struct Judged<T> {
    /// The highest value of the moves that it can judge, or [`Judged::NOTHING`] if there are none.
    pub best: i32,
    /// The moves that have to be played, if any.
    pub rest: Option<T>,
}

impl<T> Judged<T> {
    /// Below every value.
    pub const NOTHING: i32 = -i32::MAX;

    /// All moves have been judged.
    #[inline]
    pub const fn all(best: i32) -> Judged<T> {
        Judged { best, rest: None }
    }

    /// Every move has to be played.
    #[inline]
    pub const fn none(moves: T) -> Judged<T> {
        Judged { best: Judged::<T>::NOTHING, rest: Some(moves) }
    }
}

/// The largest value an evaluator may give.
pub const MOST: i32 = 1_000_000_000;

/// What `arena list` says of an evaluator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EvaluatorInfo {
    /// Its name in specs.
    pub name: &'static str,
    /// What it values.
    pub summary: &'static str,
}

/// All evaluators of the game `G`; the first is the default.
pub trait Evaluators<G: Game> {
    /// Their names and summaries, in order.
    const LIST: &'static [EvaluatorInfo];

    /// Calls the visitor with the evaluator of that name; `None` where there is no such name.
    fn visit<V: EvaluatorVisitor<G>>(name: &str, visitor: V) -> Option<V::Output>;
}

/// Something to be done with an evaluator whose type is not known yet.
pub trait EvaluatorVisitor<G: Game> {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<E: Evaluator<G>>(self, evaluator: E) -> Self::Output;
}

/// Makes the [`Evaluators`] of a game from a list of types, one line each.
macro_rules! evaluators {
    ($(#[$doc:meta])* $set:ident for $position:ident: $($evaluator:path,)+) => {
        $(#[$doc])*
        pub enum $set {}

        impl<P: $position> $crate::games::Evaluators<P> for $set {
            const LIST: &'static [$crate::games::EvaluatorInfo] = &[$(
                $crate::games::EvaluatorInfo {
                    name: <$evaluator as $crate::games::Evaluator<P>>::NAME,
                    summary: <$evaluator as $crate::games::Evaluator<P>>::SUMMARY,
                },
            )+];

            fn visit<V: $crate::games::EvaluatorVisitor<P>>(
                name: &str,
                visitor: V,
            ) -> Option<V::Output> {
                match name {
                    $(name if name == <$evaluator as $crate::games::Evaluator<P>>::NAME => {
                        Some(visitor.visit(<$evaluator>::default()))
                    })+
                    _ => None,
                }
            }
        }
    };
}
pub(crate) use evaluators;
