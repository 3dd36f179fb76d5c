//! Positions of Kalah in text: `s:4,4,4,4,4,4,0:4,4,4,4,4,4,0`.
//!
//! The side to move, then South's holes 1 to n and its pot, then North's holes 1 to n and its pot.

use std::fmt;
use std::ops::Range;

use super::{Board, KalahRules};
use crate::games::ascii::AsciiWriter;
use crate::games::game::{Game, Side};
use crate::text::{TextError, number, parts};

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = AsciiWriter::new(f);
        out.push(match self.to_move() {
            Side::First => b's',
            Side::Second => b'n',
        })?;
        for side in Side::BOTH {
            out.push(b':')?;
            for &beans in self.row(side) {
                out.push_number(beans.into())?;
                out.push(b',')?;
            }
            out.push_number(self.points()[side.index()])?;
        }
        out.flush()
    }
}

/// Reads a position of a game with these rules.
pub(super) fn read(rules: KalahRules, text: &str) -> Result<Board, TextError> {
    let wrong = |place: Range<usize>, problem: String| TextError::new(text, place, problem, advice(rules));
    let found: Vec<_> = parts(text, ':').collect();
    let Some(((side_at, side), rows)) = found.split_first() else {
        return Err(wrong(0..0, "the position is empty".to_owned()));
    };
    let to_move = match *side {
        "s" => Side::First,
        "n" => Side::Second,
        other => {
            let problem = format!("the side to move is 's' or 'n' in Kalah, not '{other}'");
            return Err(wrong(side_at.clone(), problem));
        }
    };
    let [south, north] = rows else {
        let problem = format!("a position of Kalah has two rows after the side to move, not {}", rows.len());
        return Err(wrong(0..text.len(), problem));
    };

    let mut board_holes = [[0; KalahRules::MOST_HOLES]; 2];
    let mut pots = [0; 2];
    let mut total = 0;
    for (side, (row_at, row)) in [(Side::First, south), (Side::Second, north)] {
        let counts: Vec<_> = parts(row, ',').collect();
        let holes = counts.len() - 1;
        if holes != rules.holes() {
            let name = Board::side_name(side);
            let problem =
                format!("{name} has {holes} holes and a pot, but {rules} has {} holes", rules.holes());
            return Err(wrong(row_at.clone(), problem));
        }
        for (hole, (count_at, count)) in counts.into_iter().enumerate() {
            let place = row_at.start + count_at.start..row_at.start + count_at.end;
            let beans = number("a number of beans", count, 0..=Board::MOST_BEANS)
                .map_err(|problem| wrong(place.clone(), problem))?;
            total += beans;
            if total > Board::MOST_BEANS {
                let problem = format!("more than {} beans in all", Board::MOST_BEANS);
                return Err(wrong(place, problem));
            }
            match board_holes[side.index()][..holes].get_mut(hole) {
                Some(place) => *place = beans as u16,
                None => pots[side.index()] = beans as u16,
            }
        }
    }
    Ok(Board::set_up(rules, to_move, board_holes, pots))
}

fn advice(rules: KalahRules) -> String {
    format!("a position of {rules} looks like {}; for another game or size give --game", Board::start(rules))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(text: &str) -> String {
        let rules = KalahRules::new(3, 2, false).unwrap();
        read(rules, text).unwrap_err().problem().to_owned()
    }

    #[test]
    fn a_finished_position_is_read_as_swept() {
        let rules = KalahRules::new(3, 2, false).unwrap();
        assert_eq!(read(rules, "s:0,0,0,1:3,3,3,0").unwrap().to_string(), "s:0,0,0,1:0,0,0,9");
    }

    #[test]
    fn an_error_says_what_is_wrong_with_a_position() {
        assert_eq!(problem(""), "the side to move is 's' or 'n' in Kalah, not ''");
        assert_eq!(problem("x:1,1,1,0:1,1,1,0"), "the side to move is 's' or 'n' in Kalah, not 'x'");
        assert_eq!(problem("s:1,1,1,0"), "a position of Kalah has two rows after the side to move, not 1");
        assert_eq!(problem("s:1,1,0:1,1,1,0"), "South has 2 holes and a pot, but kalah:3x2 has 3 holes");
        assert_eq!(problem("s:1,1,1,0:1,1,1,1,0"), "North has 4 holes and a pot, but kalah:3x2 has 3 holes");
        assert_eq!(
            problem("s:1,-1,1,0:1,1,1,0"),
            "a number of beans must be a number from 0 to 65535, not '-1'"
        );
        assert_eq!(problem("s:1,,1,0:1,1,1,0"), "a number of beans must be a number from 0 to 65535, not ''");
        assert_eq!(problem("s:1,1,1,65535:1,1,1,0"), "more than 65535 beans in all");
        assert_eq!(
            problem("s:1,99999999999999999999,1,0:1,1,1,0"),
            "a number of beans must be from 0 to 65535, not 99999999999999999999"
        );
    }
}
