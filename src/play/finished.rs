//! A finished game: everything that `games.csv` says about one.
//!
//! Games that were just played and games from files are one type. For a new column of `games.csv`, add a field here and a
//! line to the columns of `store/games_csv.rs`; or only that line, if the value follows from other fields.

use super::duel::{Played, Reason};
use super::schedule::Fixture;
use crate::games::{Outcome, Side};
use crate::stats::pairs::PairKey;
use crate::stats::tally::GameResult;

/// A finished game whose texts are borrowed (`&str`), owned (`String`), or places in a buffer.
///
/// What a file does not say is `None`. A game that was just played has everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FinishedGame<T> {
    /// Its number, from 1.
    pub number: u64,
    /// The number of its pair, from 1. A file may name pairs otherwise; then it is a hash of the name.
    pub pair: Option<u64>,
    /// The text of its opening; empty for the start.
    pub opening: Option<T>,
    /// The names of the first and the second side.
    pub players: [T; 2],
    /// Who won.
    pub outcome: Outcome,
    /// Why it ended.
    pub reason: Reason,
    /// The points of the first and the second side.
    pub points: [Option<u32>; 2],
    pub plies: Option<u32>,
    /// The moves: `3 6 2`.
    pub moves: Option<T>,
}

impl<'a> FinishedGame<&'a str> {
    /// A game that was just played.
    pub(crate) fn new(
        fixture: &Fixture,
        players: [&'a str; 2],
        opening: &'a str,
        moves: (&'a str, u32),
        played: &Played,
    ) -> FinishedGame<&'a str> {
        let (moves, plies) = moves;
        FinishedGame {
            number: fixture.game + 1,
            pair: Some(fixture.pair + 1),
            opening: Some(opening),
            players,
            outcome: played.outcome,
            reason: played.reason,
            points: played.points.map(Some),
            plies: Some(plies),
            moves: Some(moves),
        }
    }

    /// The same game with texts of its own.
    pub(crate) fn owned(&self) -> FinishedGame<String> {
        self.map(|&text| text.to_owned())
    }

    /// The result as a tally of player a counts it, for a game from a file of any origin.
    pub(crate) fn result(&self, a: &str) -> GameResult<'a> {
        GameResult { pair: self.pair_key(), ..self.unpaired_result(a) }
    }

    /// The same for a game of a run, in which the number of a pair tells it from all others.
    pub(crate) fn result_in_run(&self, a: &str) -> GameResult<'a> {
        let result = self.unpaired_result(a);
        GameResult { pair: self.pair.map(|pair| PairKey::in_run(pair, result.a_is_first)), ..result }
    }

    fn unpaired_result(&self, a: &str) -> GameResult<'a> {
        let a_is_first = self.players[0] == a;
        let margin = self.margin().unwrap_or_default();
        GameResult {
            number: self.number,
            pair: None,
            a_is_first,
            half_points: self.half_points(if a_is_first { Side::First } else { Side::Second }),
            margin: if a_is_first { margin } else { -margin },
            plies: self.plies,
            ending: self.reason.index(),
            is_forfeit: self.forfeited_by().is_some(),
            players: self.players,
            opening: self.opening.unwrap_or_default(),
            moves: self.moves,
        }
    }

    /// Its pair, in a file of any origin.
    pub(crate) fn pair_key(&self) -> Option<PairKey> {
        Some(PairKey::new(self.pair?, self.opening.unwrap_or_default(), self.players))
    }
}

impl<T> FinishedGame<T> {
    /// A game of which only the players and the result are known.
    pub(crate) fn between(players: [T; 2], outcome: Outcome) -> FinishedGame<T> {
        FinishedGame {
            number: 0,
            pair: None,
            opening: None,
            players,
            outcome,
            reason: Reason::Normal,
            points: [None; 2],
            plies: None,
            moves: None,
        }
    }

    /// The same game with its texts in another form.
    pub(crate) fn map<'g, U>(&'g self, mut text: impl FnMut(&'g T) -> U) -> FinishedGame<U> {
        FinishedGame {
            number: self.number,
            pair: self.pair,
            opening: self.opening.as_ref().map(&mut text),
            players: self.players.each_ref().map(&mut text),
            outcome: self.outcome,
            reason: self.reason,
            points: self.points,
            plies: self.plies,
            moves: self.moves.as_ref().map(&mut text),
        }
    }

    /// The half points of a side: 0, 1 or 2.
    pub(crate) fn half_points(&self, side: Side) -> u8 {
        match self.outcome {
            Outcome::Win(winner) if winner == side => 2,
            Outcome::Draw => 1,
            Outcome::Win(_) => 0,
        }
    }

    /// How it ended, without the names of players. Where nobody saw its moves, the points tell it from other games.
    pub(crate) fn ending(&self) -> String {
        let ending = format!("{:?} {}", self.outcome, self.reason);
        match (self.plies, self.points) {
            (None, [Some(first), Some(second)]) => format!("{ending} {first}:{second}"),
            _ => ending,
        }
    }

    /// The points of the first side minus those of the second.
    pub(crate) fn margin(&self) -> Option<i64> {
        let [first, second] = self.points;
        Some(i64::from(first?) - i64::from(second?))
    }

    /// The player who forfeited it, if one did.
    pub(crate) fn forfeited_by(&self) -> Option<&T> {
        match self.outcome {
            Outcome::Win(side) if Reason::FORFEITS.contains(&self.reason) => {
                Some(&self.players[side.other().index()])
            }
            _ => None,
        }
    }

    /// Whether it has a row in `faults.csv`: it was forfeited or disputed, or it failed.
    pub(crate) fn has_fault(&self) -> bool {
        matches!(self.reason, Reason::Dispute | Reason::Failed) || self.forfeited_by().is_some()
    }

    /// Whether its fault can be at this ply: that which was to be played, or any position of a disputed game. Without plies
    /// it is at 0.
    pub(crate) fn has_fault_at(&self, ply: u32) -> bool {
        let Some(plies) = self.plies else { return ply == 0 };
        if self.reason == Reason::Dispute { ply <= plies } else { ply == plies + 1 }
    }
}
