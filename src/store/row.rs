//! A line of `games.csv`: writing and reading.

use crate::games::{Outcome, Side};
use crate::play::duel::{Reason, RecordedGame};
use crate::play::runner::GameRecord;
use crate::stats::pairs::PairKey;
use crate::stats::tally::GameResult;

/// The columns of `games.csv`.
pub(crate) const COLUMNS: [&str; 12] = [
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

/// A row of `games.csv`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct GameRow<'a> {
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
    /// The number of plies.
    pub plies: u32,
    /// The moves.
    pub moves: &'a str,
}

impl<'a> GameRow<'a> {
    /// The row of a game; `players` are the names of the first and the second side.
    pub(crate) fn of(record: &GameRecord<'a>, players: [&'a str; 2]) -> GameRow<'a> {
        GameRow {
            game: record.fixture.game + 1,
            pair: record.fixture.pair + 1,
            opening: record.opening,
            players,
            outcome: record.outcome,
            reason: record.reason,
            points: record.points,
            plies: record.plies,
            moves: record.moves,
        }
    }

    /// The result for a tally of player a.
    pub(crate) fn result(&self, a: &str) -> GameResult<'a> {
        let a_is_first = self.players[0] == a;
        let side = if a_is_first { Side::First } else { Side::Second };
        let half_points = match self.outcome {
            Outcome::Win(winner) if winner == side => 2,
            Outcome::Draw => 1,
            Outcome::Win(_) => 0,
        };
        let [own, other] = [side, side.other()].map(|side| i64::from(self.points[side.index()]));
        GameResult {
            number: self.game,
            pair: Some(PairKey::in_run(self.pair, a_is_first)),
            a_is_first,
            half_points,
            margin: own - other,
            plies: self.plies,
            ending: self.reason.index(),
            is_forfeit: self.forfeited_by().is_some(),
            players: self.players,
            opening: self.opening,
            moves: self.moves,
        }
    }

    /// Reads the fields of a line; `None` if they are not those of a game.
    pub(crate) fn read(fields: &'a csv::StringRecord) -> Option<GameRow<'a>> {
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

    /// The record of the game itself.
    pub(crate) fn recorded(&self) -> RecordedGame<'a> {
        RecordedGame {
            opening: self.opening,
            outcome: self.outcome,
            reason: self.reason,
            points: self.points,
            plies: self.plies,
            moves: self.moves,
        }
    }

    /// Writes the line, without the CSV crate, which takes as long per line as a short game.
    pub(crate) fn write(&self, line: &mut Vec<u8>) {
        let mut digits = itoa::Buffer::new();
        for number in [self.game, self.pair] {
            line.extend_from_slice(digits.format(number).as_bytes());
            line.push(b',');
        }
        for text in [self.opening, self.players[0], self.players[1]] {
            push_field(line, text);
            line.push(b',');
        }
        line.extend_from_slice(self.result_text().as_bytes());
        line.push(b',');
        push_field(line, self.winner());
        line.push(b',');
        line.extend_from_slice(self.reason.name().as_bytes());
        line.push(b',');
        for number in [self.points[0], self.points[1], self.plies] {
            line.extend_from_slice(digits.format(number).as_bytes());
            line.push(b',');
        }
        push_field(line, self.moves);
        line.push(b'\n');
    }

    /// Whether the game has a row in `faults.csv`: a player forfeited it, or disputed it.
    pub(crate) fn has_fault(&self) -> bool {
        self.forfeited_by().is_some() || self.reason == Reason::Dispute
    }

    /// The ply of its fault: that which was to be played, or the last one, if what it led to is disputed.
    pub(super) fn fault_ply(&self) -> u32 {
        if self.reason == Reason::Dispute { self.plies } else { self.plies + 1 }
    }

    /// The player who forfeited the game, if one did.
    pub(crate) fn forfeited_by(&self) -> Option<&'a str> {
        match self.outcome {
            Outcome::Win(side) if Reason::FORFEITS.contains(&self.reason) => {
                Some(self.players[side.other().index()])
            }
            _ => None,
        }
    }

    fn result_text(&self) -> &'static str {
        match self.outcome {
            Outcome::Win(Side::First) => "1-0",
            Outcome::Win(Side::Second) => "0-1",
            Outcome::Draw => "1/2-1/2",
        }
    }

    /// The winner's name, or `draw`.
    pub(crate) fn winner(&self) -> &'a str {
        match self.outcome {
            Outcome::Win(side) => self.players[side.index()],
            Outcome::Draw => "draw",
        }
    }
}

/// Writes a text, quoted if necessary.
pub(super) fn push_field(line: &mut Vec<u8>, text: &str) {
    let text_bytes = text.as_bytes();
    // Without an early end, which a loop over many bytes at once cannot have.
    let needs_quotes = |found: bool, &byte: &u8| found | matches!(byte, b',' | b'"' | b'\n' | b'\r');
    if !text_bytes.iter().fold(false, needs_quotes) {
        line.extend_from_slice(text_bytes);
        return;
    }
    line.push(b'"');
    if text_bytes.contains(&b'"') {
        line.extend_from_slice(text.replace('"', "\"\"").as_bytes());
    } else {
        line.extend_from_slice(text_bytes);
    }
    line.push(b'"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_what_the_csv_crate_writes_and_reads() {
        let long = "s:4,4,4,4,4,4,0:4,4,4,4,4,4,0";
        for odd in [
            "",
            "3 6 2",
            "a,b",
            "say \"x\"",
            "\"",
            "two\nlines",
            long,
            "a name of 16 bytes",
            "sixteen bytes,\"",
        ] {
            let row = GameRow {
                game: 10,
                pair: 5,
                opening: odd,
                players: [odd, "bad"],
                outcome: Outcome::Draw,
                reason: Reason::Normal,
                points: [24, 24],
                plies: 40,
                moves: "3 6 2",
            };
            let mut line = Vec::new();
            row.write(&mut line);
            let mut writer = csv::Writer::from_writer(Vec::new());
            let fields = ["10", "5", odd, odd, "bad", "1/2-1/2", "draw", "normal", "24", "24", "40", "3 6 2"];
            writer.write_record(fields).unwrap();
            assert_eq!(line, writer.into_inner().unwrap());
            let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(&line[..]);
            let fields = reader.records().next().unwrap().unwrap();
            assert_eq!(GameRow::read(&fields), Some(row));
        }
    }
}
