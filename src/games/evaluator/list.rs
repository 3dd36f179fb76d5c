//! The list of a game's evaluators: a tuple of types.

use std::fmt::Debug;

use super::mixed::Mixed;
use super::{Evaluator, EvaluatorInfo, NamedEvaluator};
use crate::games::game::Game;
use crate::games::search_support::{Judged, OrderedMoves, SearchSupport};

/// The evaluators of the game `G`: a tuple of up to sixteen, the first being the default.
pub trait Evaluators<G: Game>: Sized + 'static {
    /// Their names and properties, in order.
    const LIST: &'static [EvaluatorInfo];

    /// The default.
    type First: NamedEvaluator<G>;

    /// A number for each.
    type Weights: Copy + Debug + Default + AsRef<[i32]> + AsMut<[i32]> + Send + Sync + 'static;

    /// Calls the visitor with the evaluator of that name; `None` if there is none.
    fn visit<V: EvaluatorVisitor<G>>(name: &str, visitor: V) -> Option<V::Output> {
        let index = Self::LIST.iter().position(|info| info.name == name);
        index.map(|index| Self::visit_at(index, visitor))
    }

    /// Calls the visitor with the evaluator of this number, counted from 0; with one that is always 0 if there is none.
    fn visit_at<V: EvaluatorVisitor<G>>(index: usize, visitor: V) -> V::Output;

    /// The sum of all values, each times its weight. An evaluator of weight 0 is not asked.
    fn weighted_sum(weights: &Self::Weights, position: &G) -> i64;

    /// The value that the evaluator with this number gives; 0 if there is none.
    fn value_of(index: usize, position: &G) -> i32;

    /// Whether one of them judges the moves of the last ply itself.
    const JUDGES_LAST: bool;

    /// The judgement of the evaluator with this number: see [`Evaluator::judge_last`].
    fn judge_last_of(index: usize, position: &G, free: bool, beta: i32) -> Judged<OrderedMoves<G>>;

    /// What the evaluator with this number says about a value: see [`Evaluator::prospect`].
    fn prospect_of(index: usize, position: &G, value: i32, to_the_end: bool) -> Option<String>;
}

/// An operation on an evaluator whose type is known only at run time.
pub trait EvaluatorVisitor<G: Game> {
    /// What the visit returns.
    type Output;

    /// Visits the evaluator.
    fn visit<E: Evaluator<G>>(self, evaluator: E) -> Self::Output;
}

/// Implements [`Evaluators`] for a tuple, from its types and their numbers.
macro_rules! tuple {
    ($length:literal: $first:ident 0 $($evaluator:ident $index:literal)*) => {
        tuple!(@ $length, $first, $first 0 $($evaluator $index)*);
    };
    (@ $length:literal, $first:ident, $($evaluator:ident $index:literal)+) => {
        impl<G: Game, $($evaluator: NamedEvaluator<G>),+> Evaluators<G> for ($($evaluator,)+) {
            const LIST: &'static [EvaluatorInfo] = &[$(EvaluatorInfo::of::<G, $evaluator>()),+];

            const JUDGES_LAST: bool = false $(|| $evaluator::JUDGES_LAST)+;

            type First = $first;
            type Weights = [i32; $length];

            fn visit_at<V: EvaluatorVisitor<G>>(index: usize, visitor: V) -> V::Output {
                let mut weights = [0; $length];
                match index {
                    $($index if $evaluator::FAST_PATH => return visitor.visit($evaluator::default()),
                    $index => weights[$index] = 1000,)+
                    _ => {}
                }
                visitor.visit(Mixed::<G, Self>::new(&weights))
            }

            #[inline]
            fn weighted_sum(weights: &[i32; $length], position: &G) -> i64 {
                let mut sum = 0;
                $(if weights[$index] != 0 {
                    sum += i64::from(weights[$index]) * i64::from($evaluator::default().value(position));
                })+
                sum
            }

            fn value_of(index: usize, position: &G) -> i32 {
                match index {
                    $($index => $evaluator::default().value(position),)+
                    _ => 0,
                }
            }

            fn judge_last_of(index: usize, position: &G, free: bool, beta: i32) -> Judged<OrderedMoves<G>> {
                match index {
                    $($index => $evaluator::default().judge_last(position, free, beta),)+
                    _ => Judged::none(G::Search::ordered_moves(position, 0)),
                }
            }

            fn prospect_of(index: usize, position: &G, value: i32, to_the_end: bool) -> Option<String> {
                match index {
                    $($index => $evaluator::default().prospect(position, value, to_the_end),)+
                    _ => None,
                }
            }
        }
    };
}

tuple!(1: A 0);
tuple!(2: A 0 B 1);
tuple!(3: A 0 B 1 C 2);
tuple!(4: A 0 B 1 C 2 D 3);
tuple!(5: A 0 B 1 C 2 D 3 E 4);
tuple!(6: A 0 B 1 C 2 D 3 E 4 F 5);
tuple!(7: A 0 B 1 C 2 D 3 E 4 F 5 H 6);
tuple!(8: A 0 B 1 C 2 D 3 E 4 F 5 H 6 I 7);
tuple!(9: A 0 B 1 C 2 D 3 E 4 F 5 H 6 I 7 J 8);
tuple!(10: A 0 B 1 C 2 D 3 E 4 F 5 H 6 I 7 J 8 K 9);
tuple!(11: A 0 B 1 C 2 D 3 E 4 F 5 H 6 I 7 J 8 K 9 L 10);
tuple!(12: A 0 B 1 C 2 D 3 E 4 F 5 H 6 I 7 J 8 K 9 L 10 M 11);
tuple!(13: A 0 B 1 C 2 D 3 E 4 F 5 H 6 I 7 J 8 K 9 L 10 M 11 N 12);
tuple!(14: A 0 B 1 C 2 D 3 E 4 F 5 H 6 I 7 J 8 K 9 L 10 M 11 N 12 O 13);
tuple!(15: A 0 B 1 C 2 D 3 E 4 F 5 H 6 I 7 J 8 K 9 L 10 M 11 N 12 O 13 P 14);
tuple!(16: A 0 B 1 C 2 D 3 E 4 F 5 H 6 I 7 J 8 K 9 L 10 M 11 N 12 O 13 P 14 Q 15);
