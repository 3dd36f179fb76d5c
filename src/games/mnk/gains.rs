//! What a mark adds to the value of the open lines, in all cells at once: the last ply of a search with `lines` plays no move.
//!
//! A mark turns a line of n own marks into one of n + 1, which is worth 2n + 1 more, and closes a line of the other side. Counts and gains
//! are vectors of a number for each cell, so most of the work is adding vectors: all moves of a position together cost about as much as the
//! value of one did. On 15x15 `smart:2,eval=lines` takes a fiftieth of the instructions.

use super::Board;
use crate::games::game::{Game, Side};

/// A number for each cell, row by row, and one more at the end of each row for the edge.
type ByCell<T, const W: usize> = [[T; PER_WORD]; W];

/// Enough for 20 rows of 3 cells in one word, and for 20 rows of 20 in seven.
const PER_WORD: usize = 96;

/// The value of the position with the best mark of the side to move added, if no mark ends the game.
pub(super) fn best_next<const W: usize>(board: &Board<W>) -> i32 {
    let (columns, rows) = (board.rules.columns(), board.rules.rows());
    let (stride, in_a_row) = (columns + 1, board.rules.in_a_row());
    let places = rows * stride;
    // The edge belongs to both sides: a line across it is worth nothing.
    let marks = |side: Side| {
        let mut marks: ByCell<u8, W> = [[0; PER_WORD]; W];
        let by_cell = marks.as_flattened_mut();
        (1..=rows).for_each(|row| by_cell[row * stride - 1] = 1);
        board.marks[side.index()].for_each(|cell| by_cell[cell + cell / columns] = 1);
        marks
    };
    let (own, other) = (marks(board.to_move()), marks(board.to_move().other()));
    let (own, other) = (own.as_flattened(), other.as_flattened());
    let mut gains: ByCell<i16, W> = [[0; PER_WORD]; W];
    let gains = gains.as_flattened_mut();
    let mut value = 0;
    for step in [1, stride, stride + 1, stride - 1] {
        // The lines, by their first cell.
        let lines = places.saturating_sub((in_a_row - 1) * step);
        let (mut own_counts, mut other_counts) = ([[0_u8; PER_WORD]; W], [[0_u8; PER_WORD]; W]);
        let own_counts = &mut own_counts.as_flattened_mut()[..lines];
        let other_counts = &mut other_counts.as_flattened_mut()[..lines];
        for place in 0..in_a_row {
            add(own_counts, &own[place * step..]);
            add(other_counts, &other[place * step..]);
        }
        let mut worth: ByCell<i16, W> = [[0; PER_WORD]; W];
        let worth = &mut worth.as_flattened_mut()[..lines];
        for ((worth, &own), &other) in worth.iter_mut().zip(&*own_counts).zip(&*other_counts) {
            let (own, other) = (i16::from(own), i16::from(other));
            value += i32::from(if other == 0 {
                own * own
            } else if own == 0 {
                -other * other
            } else {
                0
            });
            *worth = if other == 0 {
                2 * own + 1
            } else if own == 0 {
                other * other
            } else {
                0
            };
        }
        for place in 0..in_a_row {
            add(&mut gains[place * step..], worth);
        }
    }
    let vacant = gains.iter().zip(own.iter().zip(other)).take(places);
    let best = vacant.map(|(&gain, (own, other))| if own | other == 0 { gain } else { i16::MIN }).max();
    value + i32::from(best.unwrap_or(0))
}

/// Adds the numbers of one vector to those of another, as far as both go.
#[inline]
fn add<T: Copy + std::ops::AddAssign>(sums: &mut [T], terms: &[T]) {
    for (sum, &term) in sums.iter_mut().zip(terms) {
        *sum += term;
    }
}
