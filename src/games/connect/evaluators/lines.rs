//! `lines`: rows that can still be completed.

use super::{Position, WON, decided, decided_prospect};
use crate::games::{Evaluator, NamedEvaluator, Side};

/// Every window of N cells with checkers of one side only counts for that side, by the square of their number; a won
/// game beats every unfinished one.
///
/// The square makes three in one window worth more than one in each of three.
#[derive(Debug, Clone, Copy, Default)]
pub struct Lines;

impl<P: Position> NamedEvaluator<P> for Lines {
    const NAME: &'static str = "lines";
    const SUMMARY: &'static str =
        "windows of N still open to each side, by the square of the checkers in them";

    const WIN_BONUS: i32 = WON;
}

impl<P: Position> Evaluator<P> for Lines {
    const WIN_FIRST: bool = true;
    const PROVED_FROM: Option<i32> = Some(WON);

    fn value(&self, position: &P) -> i32 {
        if let Some(value) = decided(position) {
            return value;
        }
        let rules = position.rules();
        let (columns, levels, n) = (rules.columns(), rules.levels(), rules.in_a_row());
        let mut total = 0;
        for column in 0..columns {
            for level in 0..levels {
                let across = column + n <= columns;
                let up = level + n <= levels;
                let down = level + 1 >= n;
                if across {
                    total += window(position, n, |i| (column + i, level));
                }
                if up {
                    total += window(position, n, |i| (column, level + i));
                }
                if across && up {
                    total += window(position, n, |i| (column + i, level + i));
                }
                if across && down {
                    total += window(position, n, |i| (column + i, level - i));
                }
            }
        }
        total
    }

    fn prospect(&self, position: &P, value: i32, to_the_end: bool) -> Option<String> {
        decided_prospect(position, value, to_the_end)
    }
}

/// What one window is worth to the side to move.
fn window<P: Position>(position: &P, n: usize, cell: impl Fn(usize) -> (usize, usize)) -> i32 {
    let mut counts = [0; 2];
    for i in 0..n {
        let (column, level) = cell(i);
        if let Some(side) = position.checker(column, level) {
            counts[Side::index(side)] += 1;
        }
    }
    let own = position.to_move();
    match (counts[own.index()], counts[own.other().index()]) {
        (own, 0) => own * own,
        (0, other) => -other * other,
        _ => 0,
    }
}
