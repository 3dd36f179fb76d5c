//! Positions of two rows of holes in text: `s:4,4,4,4,4,4,0:4,4,4,4,4,4,0`.
//!
//! The side to move, then South's holes 1 to n and its pot, then North's holes 1 to n and its pot.

use std::fmt::{self, Display};
use std::ops::Range;

use super::ascii::AsciiWriter;
use super::game::Side;
use crate::text::{TextError, number, parts};

/// What the first and the second side are called.
pub(super) const NAMES: [&str; 2] = ["South", "North"];

/// The most holes of a side.
pub(super) const MOST_HOLES: usize = 32;

/// The most beans in a position, so that every count fits its number type.
pub(super) const MOST_BEANS: u32 = u16::MAX as u32;

/// What lies in two rows of holes and in the pots.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Rows {
    pub(super) to_move: Side,
    /// What lies in the pots of South and North.
    pub(super) pots: [u16; 2],
    /// What lies in the holes of South and North, hole 1 at index 0. Holes beyond the game's size stay empty.
    pub(super) holes: [[u16; MOST_HOLES]; 2],
}

/// A kind of rows, with the words for errors about it.
pub(super) struct RowsReader<'a> {
    /// The game's name for people.
    pub(super) title: &'static str,
    /// The game's spec.
    pub(super) spec: &'a dyn Display,
    /// The holes of a side.
    pub(super) holes: usize,
    /// What lies in the holes: `"bean"`.
    pub(super) bean: &'static str,
    /// The start position, which the advice shows.
    pub(super) start: &'a dyn Display,
}

impl Rows {
    /// Each hole with this many beans, and empty pots.
    pub(super) fn start(holes: usize, beans: u16) -> Rows {
        let mut row = [0; MOST_HOLES];
        row[..holes].fill(beans);
        Rows { to_move: Side::First, pots: [0; 2], holes: [row; 2] }
    }

    /// Writes a position with this many holes to a side.
    pub(super) fn write(&self, f: &mut fmt::Formatter<'_>, holes: usize) -> fmt::Result {
        let mut out = AsciiWriter::new(f);
        out.push(match self.to_move {
            Side::First => b's',
            Side::Second => b'n',
        })?;
        for side in Side::BOTH {
            out.push(b':')?;
            for &beans in &self.holes[side.index()][..holes] {
                out.push_number(beans.into())?;
                out.push(b',')?;
            }
            out.push_number(self.pots[side.index()].into())?;
        }
        out.flush()
    }
}

/// "1 bean", "4 beans", "1,234 beans".
pub(super) fn counted(count: u32, bean: &str) -> String {
    match count {
        1 => format!("1 {bean}"),
        0..1000 => format!("{count} {bean}s"),
        _ => format!("{},{:03} {bean}s", count / 1000, count % 1000),
    }
}

impl RowsReader<'_> {
    /// Reads a position.
    pub(super) fn read(&self, text: &str) -> Result<Rows, TextError> {
        let found: Vec<_> = parts(text, ':').collect();
        let Some(((side_at, side), rows)) = found.split_first() else {
            return Err(self.error(text, 0..0, "the position is empty".to_owned()));
        };
        let to_move = match *side {
            "s" => Side::First,
            "n" => Side::Second,
            other => {
                let problem = format!("the side to move is 's' or 'n' in {}, not '{other}'", self.title);
                return Err(self.error(text, side_at.clone(), problem));
            }
        };
        let [south, north] = rows else {
            let problem = format!(
                "a position of {} has two rows after the side to move, not {}",
                self.title,
                rows.len()
            );
            return Err(self.error(text, 0..text.len(), problem));
        };

        let mut read = Rows { to_move, pots: [0; 2], holes: [[0; MOST_HOLES]; 2] };
        let mut total = 0;
        for (side, (row_at, row)) in [(Side::First, south), (Side::Second, north)] {
            let counts: Vec<_> = parts(row, ',').collect();
            let holes = counts.len() - 1;
            if holes != self.holes {
                let name = NAMES[side.index()];
                let problem =
                    format!("{name} has {holes} holes and a pot, but {} has {} holes", self.spec, self.holes);
                return Err(self.error(text, row_at.clone(), problem));
            }
            for (hole, (count_at, count)) in counts.into_iter().enumerate() {
                let place = row_at.start + count_at.start..row_at.start + count_at.end;
                let beans = number(&format!("a number of {}s", self.bean), count, 0..=MOST_BEANS)
                    .map_err(|problem| self.error(text, place.clone(), problem))?;
                total += beans;
                if total > MOST_BEANS {
                    let problem = format!("more than {MOST_BEANS} {}s in all", self.bean);
                    return Err(self.error(text, place, problem));
                }
                match read.holes[side.index()][..holes].get_mut(hole) {
                    Some(place) => *place = beans as u16,
                    None => read.pots[side.index()] = beans as u16,
                }
            }
        }
        Ok(read)
    }

    fn error(&self, text: &str, place: Range<usize>, problem: String) -> TextError {
        let advice = format!(
            "a position of {} looks like {}; for another game or size give --game",
            self.spec, self.start
        );
        TextError::new(text, place, problem, advice)
    }
}
