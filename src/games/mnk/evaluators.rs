//! The evaluators of m,n,k.

use super::cells::Cells;
use super::search::{NearFirst, Ordered};
use super::{Board, MnkRules, gains};
use crate::games::{Evaluator, Game, Judged, Move, NamedEvaluator, Outcome, SearchSupport, Side, prospect};

/// The evaluators of m,n,k, the default first.
pub type MnkEvaluators = (SoonestWin, Lines);

/// 0 unless the game is over; a sooner win and a later loss are better.
#[derive(Debug, Clone, Copy, Default)]
pub struct SoonestWin;

impl<const W: usize> NamedEvaluator<Board<W>> for SoonestWin {
    const NAME: &'static str = "outcome";
    const SUMMARY: &'static str = "0 unless the game is over; a sooner win and a later loss are better";
}

impl<const W: usize> Evaluator<Board<W>> for SoonestWin {
    const WIN_FIRST: bool = true;
    const PROVED_FROM: Option<i32> = Some(1);
    const UNDECIDED: Option<i32> = Some(0);

    /// A win is worth the marks that the winner could still have placed, counting the last one.
    fn value(&self, board: &Board<W>) -> i32 {
        let score = ((board.rules.cells() + 2 - usize::from(board.count)) / 2) as i32;
        match board.outcome() {
            Some(Outcome::Win(winner)) if winner == board.to_move => score,
            Some(Outcome::Win(_)) => -score,
            _ => 0,
        }
    }

    /// A win that was found is a win, whatever the search depth.
    fn prospect(&self, board: &Board<W>, value: i32, to_the_end: bool) -> Option<String> {
        let (cells, marks) = (board.rules.cells(), usize::from(board.count));
        let names = Board::<W>::SIDE_NAMES;
        prospect::by_marks(names, board.to_move, cells, marks, value)
            .or_else(|| (to_the_end && value == 0).then(|| prospect::by_margin(names, board.to_move, 0)))
    }
}

/// Every line with marks of one side only counts for that side, by the square of their number; a won game beats every
/// unfinished one.
#[derive(Debug, Clone, Copy, Default)]
pub struct Lines;

/// Added for a won game: more than all lines of the largest board are worth.
const WON: i32 = 10_000_000;

impl<const W: usize> NamedEvaluator<Board<W>> for Lines {
    const NAME: &'static str = "lines";
    const SUMMARY: &'static str = "lines of K still open to each side, by the square of the marks in them";
    const FAST_PATH: bool = false;

    const WIN_BONUS: i32 = WON;

    /// At most 400 for each of some hundreds of lines.
    const LARGEST: i32 = 900_000;
}

impl<const W: usize> Evaluator<Board<W>> for Lines {
    const WIN_FIRST: bool = true;
    const PROVED_FROM: Option<i32> = Some(WON);
    const JUDGES_LAST: bool = true;

    fn value(&self, board: &Board<W>) -> i32 {
        let end = SoonestWin.value(board);
        if board.is_over() {
            return end + WON * end.signum();
        }
        let worth = |(across, down): (isize, isize)| {
            let starts = starts::<W>(board.rules, (across, down));
            let step = (across + down * board.rules.columns() as isize) as usize;
            let counts = board.marks.map(|marks| Counts::along(marks, step, board.rules.in_a_row()));
            let of = |side: Side| {
                let open = starts.without(counts[side.other().index()].any());
                counts[side.index()].sum_of_squares(open)
            };
            of(board.to_move) - of(board.to_move.other())
        };
        MnkRules::DIRECTIONS.into_iter().map(worth).sum()
    }

    /// A win beats every other move. The last mark on the board makes a draw.
    fn judge_last(&self, board: &Board<W>, _: bool, _: i32) -> Judged<Ordered<W>> {
        if let Some(cell) = board.winning_cells(board.to_move).first() {
            return Judged::none(NearFirst::alone(Move::from_index(cell)));
        }
        if usize::from(board.count) + 1 == board.rules.cells() {
            return Judged::none(NearFirst::ordered_moves(board, 0));
        }
        Judged::all(gains::best_next(board))
    }

    fn prospect(&self, board: &Board<W>, value: i32, to_the_end: bool) -> Option<String> {
        let is_won = value.abs() >= WON;
        let value = if is_won { value - WON * value.signum() } else { value };
        (is_won || to_the_end).then(|| SoonestWin.prospect(board, value, to_the_end)).flatten()
    }
}

/// The cells where a line in this direction begins.
fn starts<const W: usize>(rules: MnkRules, (across, down): (isize, isize)) -> Cells<W> {
    let (columns, reach) = (rules.columns(), rules.in_a_row() - 1);
    let rows = if down > 0 { rules.rows().saturating_sub(reach) } else { rules.rows() };
    let (from, to) = match across {
        1 => (0, columns.saturating_sub(reach)),
        -1 => (reach.min(columns), columns),
        _ => (0, columns),
    };
    let mut starts = Cells::NONE;
    for row in 0..rows {
        starts = starts.or(Cells::range(row * columns + from, row * columns + to));
    }
    starts
}

/// For each cell, how many of the K cells of the line that begins there are marked: the binary digits of the numbers, lowest first.
struct Counts<const W: usize> {
    digits: [Cells<W>; DIGITS],
    used: usize,
}

/// Enough for 64 in a row.
const DIGITS: usize = 7;

impl<const W: usize> Counts<W> {
    #[inline]
    fn along(marks: Cells<W>, step: usize, in_a_row: usize) -> Counts<W> {
        let mut counts = Counts { digits: [Cells::NONE; DIGITS], used: 0 };
        for place in 0..in_a_row {
            // The numbers so far are at most `place`.
            counts.used = (usize::BITS - (place + 1).leading_zeros()) as usize;
            let mut carry = marks.lower(place * step);
            for digit in &mut counts.digits[..counts.used] {
                (*digit, carry) = (digit.with(carry, |one, other| one ^ other), digit.and(carry));
            }
        }
        counts
    }

    fn digits(&self) -> &[Cells<W>] {
        &self.digits[..self.used]
    }

    /// The lines with a mark.
    #[inline]
    fn any(&self) -> Cells<W> {
        self.digits().iter().fold(Cells::NONE, |any, &digit| any.or(digit))
    }

    /// The squares of the numbers of these lines.
    #[inline]
    fn sum_of_squares(&self, of: Cells<W>) -> i32 {
        let mut sum = 0;
        for (i, &one) in self.digits().iter().enumerate() {
            let one = one.and(of);
            sum += (one.count() as i32) << (2 * i);
            for (j, &other) in self.digits().iter().enumerate().skip(i + 1) {
                sum += (one.and(other).count() as i32) << (i + j + 1);
            }
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GameRules;

    /// The value line by line, as the summary says.
    fn slowly<const W: usize>(board: &Board<W>) -> i32 {
        let (columns, rows) = (board.rules.columns() as isize, board.rules.rows() as isize);
        let mut sum = 0;
        for cell in 0..columns * rows {
            for (across, down) in MnkRules::DIRECTIONS {
                let places = (0..board.rules.in_a_row() as isize)
                    .map(|i| (cell % columns + i * across, cell / columns + i * down));
                let cells: Vec<usize> = places
                    .filter(|(column, row)| (0..columns).contains(column) && (0..rows).contains(row))
                    .map(|(column, row)| (row * columns + column) as usize)
                    .collect();
                if cells.len() == board.rules.in_a_row() {
                    let count = |side: Side| {
                        cells.iter().filter(|&&cell| board.marks[side.index()].has(cell)).count() as i32
                    };
                    sum += match (count(board.to_move), count(board.to_move.other())) {
                        (own, 0) => own * own,
                        (0, other) => -other * other,
                        _ => 0,
                    };
                }
            }
        }
        sum
    }

    fn agrees<const W: usize>(sizes: &str) {
        let start = Board::<W>::start(MnkRules::read(Some(sizes)).unwrap());
        let (mut board, mut draw) = (start, 12_345);
        while !board.is_over() {
            assert_eq!(Lines.value(&board), slowly(&board), "{board}");
            draw = (draw * 75 + 74) % 65_537;
            let moves = board.legal_moves();
            board.play({ moves }.nth(draw % moves.len()).unwrap());
        }
    }

    #[test]
    fn lines_are_counted_all_at_once() {
        for sizes in ["3x3x3", "8x8x5", "8x3x4", "2x7x3", "6x6x1", "5x5x9"] {
            agrees::<1>(sizes);
        }
        for sizes in ["15x15x5", "20x20x6", "9x20x11", "20x4x17"] {
            agrees::<7>(sizes);
        }
    }
}
