//! `center`: checkers near the middle column take part in more rows.

use super::{Position, WON, decided, decided_prospect};
use crate::games::{Evaluator, NamedEvaluator};

/// Checkers weighted by closeness to the middle column; a won game beats every unfinished one.
///
/// The outermost columns weigh 1, their neighbours 2, and so on up to the middle.
#[derive(Debug, Clone, Copy, Default)]
pub struct Center;

impl<P: Position> NamedEvaluator<P> for Center {
    const NAME: &'static str = "center";
    const SUMMARY: &'static str = "checkers weighted by closeness to the middle column";

    const WIN_BONUS: i32 = WON;
}

impl<P: Position> Evaluator<P> for Center {
    const WIN_FIRST: bool = true;
    const PROVED_FROM: Option<i32> = Some(WON);

    fn value(&self, position: &P) -> i32 {
        if let Some(value) = decided(position) {
            return value;
        }
        let rules = position.rules();
        let mut total = 0;
        for column in 0..rules.columns() {
            let weight = 1 + column.min(rules.columns() - 1 - column) as i32;
            for level in 0..rules.levels() {
                match position.checker(column, level) {
                    Some(side) if side == position.to_move() => total += weight,
                    Some(_) => total -= weight,
                    None => break,
                }
            }
        }
        total
    }

    fn prospect(&self, position: &P, value: i32, to_the_end: bool) -> Option<String> {
        decided_prospect(position, value, to_the_end)
    }
}
