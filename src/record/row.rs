//! A line of `games.csv`, in both directions.

use std::io;

use crate::duel::Reason;
use crate::games::{Game, Move, Outcome, Side, moves};
use crate::runner::GameRecord;

/// The columns of `games.csv`.
pub const COLUMNS: [&str; 12] = [
    "game",
    "pair",
    "opening",
    "first",
    "second",
    "result",
    "winner",
    "reason",
    "first_points",
    "second_points",
    "plies",
    "moves",
];

/// A game as it stands in `games.csv`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameRow<'a> {
    /// Its number, from 1.
    pub game: u64,
    /// The number of its pair, from 1.
    pub pair: u64,
    /// Its opening; empty for the start.
    pub opening: &'a str,
    /// The players' names: first side, second side.
    pub players: [&'a str; 2],
    /// Who won.
    pub outcome: Outcome,
    /// Why it ended.
    pub reason: Reason,
    /// The points of both sides.
    pub points: [u32; 2],
    /// How many plies were played.
    pub plies: u32,
    /// The moves.
    pub moves: &'a str,
}

impl<'a> GameRow<'a> {
    /// The row of a game between players with these names: a, then b.
    pub fn of(record: &'a GameRecord, [a, b]: [&'a str; 2]) -> GameRow<'a> {
        GameRow {
            game: record.game + 1,
            pair: record.game / 2 + 1,
            opening: &record.opening,
            players: if record.a_is_first { [a, b] } else { [b, a] },
            outcome: record.outcome,
            reason: record.reason,
            points: record.points,
            plies: record.plies,
            moves: &record.moves,
        }
    }

    /// Reads the fields of a line; `None` where they are not those of a game.
    pub fn read(fields: &'a csv::StringRecord) -> Option<GameRow<'a>> {
        if fields.len() != COLUMNS.len() {
            return None;
        }
        let field = |i: usize| fields.get(i);
        let outcome = match field(5)? {
            "1-0" => Outcome::Win(Side::First),
            "0-1" => Outcome::Win(Side::Second),
            "1/2-1/2" => Outcome::Draw,
            _ => return None,
        };
        let reason = Reason::ALL.into_iter().find(|reason| Some(reason.name()) == field(7))?;
        let row = GameRow {
            game: field(0)?.parse().ok()?,
            pair: field(1)?.parse().ok()?,
            opening: field(2)?,
            players: [field(3)?, field(4)?],
            outcome,
            reason,
            points: [field(8)?.parse().ok()?, field(9)?.parse().ok()?],
            plies: field(10)?.parse().ok()?,
            moves: field(11)?,
        };
        (Some(row.winner()) == field(6)).then_some(row)
    }

    /// Whether the moves, played from the opening, lead to what the row states. What a power cut leaves behind, such as
    /// zeros or the end of one line behind the beginning of another, may look like a row, but it is no game.
    pub fn replays_from<G: Game>(&self, opening: &G) -> bool {
        let mut end = *opening;
        let mut played = Vec::with_capacity(self.plies as usize);
        for word in self.moves.split(' ').filter(|word| !word.is_empty()) {
            let Some(mv) = word.parse().ok().and_then(Move::from_number) else { return false };
            if end.try_play(mv).is_err() {
                return false;
            }
            played.push(mv);
        }
        let ended_so = match self.reason {
            Reason::Normal => end.outcome() == Some(self.outcome),
            Reason::MaxPlies => !end.is_over() && self.outcome == Outcome::Draw,
            Reason::Illegal | Reason::Timeout | Reason::Crash => {
                !end.is_over() && self.outcome == Outcome::Win(end.to_move().other())
            }
        };
        ended_so
            && end.points() == self.points
            && played.len() == self.plies as usize
            && moves::listed(played) == self.moves
    }

    /// Writes the line.
    pub fn write(&self, to: &mut csv::Writer<impl io::Write>) -> csv::Result<()> {
        let mut numbers = Numbers::default();
        for number in [self.game, self.pair] {
            to.write_field(numbers.text(number))?;
        }
        to.write_field(self.opening)?;
        to.write_field(self.players[0])?;
        to.write_field(self.players[1])?;
        to.write_field(self.result())?;
        to.write_field(self.winner())?;
        to.write_field(self.reason.name())?;
        for number in [self.points[0], self.points[1], self.plies] {
            to.write_field(numbers.text(u64::from(number)))?;
        }
        to.write_field(self.moves)?;
        to.write_record(None::<&[u8]>)
    }

    fn result(&self) -> &'static str {
        match self.outcome {
            Outcome::Win(Side::First) => "1-0",
            Outcome::Win(Side::Second) => "0-1",
            Outcome::Draw => "1/2-1/2",
        }
    }

    /// The winner's name, or `draw`.
    pub fn winner(&self) -> &'a str {
        match self.outcome {
            Outcome::Win(side) => self.players[side.index()],
            Outcome::Draw => "draw",
        }
    }
}

/// Writes numbers without asking for memory each time.
#[derive(Default)]
struct Numbers {
    digits: [u8; 20],
}

impl Numbers {
    fn text(&mut self, mut number: u64) -> &[u8] {
        let mut at = self.digits.len();
        loop {
            at -= 1;
            self.digits[at] = b'0' + (number % 10) as u8;
            number /= 10;
            if number == 0 {
                return &self.digits[at..];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_with_all_their_digits() {
        for number in [0, 7, 10, 1_234_567_890, u64::MAX] {
            assert_eq!(Numbers::default().text(number), number.to_string().as_bytes());
        }
    }
}
