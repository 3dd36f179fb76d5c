//! What `moves.csv` says of the moves of each game, read along with the games.

use std::fs::File;
use std::path::Path;
use std::time::Duration;

use csv::{Reader, StringRecord};

use super::folder::MOVES;
use super::moves_file::COLUMNS;
use crate::text::Decimal;
use crate::text::file::open_regular;

/// A move that was measured.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MeasuredMove {
    /// From 1.
    pub(crate) ply: usize,
    pub(crate) time: Duration,
    /// `12`, or `full`.
    pub(crate) depth: Option<String>,
    /// The player's value of its move.
    pub(crate) value: Option<Decimal>,
}

/// The moves of a run, game by game.
pub(crate) struct MeasuredMoves {
    reader: Reader<File>,
    /// The first row of a later game.
    next: Option<StringRecord>,
}

impl MeasuredMoves {
    /// Those next to a file of games, if they were recorded.
    pub(crate) fn beside(games: &Path) -> Option<MeasuredMoves> {
        let file = open_regular(&games.with_file_name(MOVES)).ok()?;
        let mut reader = Reader::from_reader(file);
        let is_known = reader.headers().is_ok_and(|headers| headers.iter().eq(COLUMNS));
        is_known.then_some(MeasuredMoves { reader, next: None })
    }

    /// Those of a game. Games are asked for in order; an unfinished or damaged file has fewer.
    pub(crate) fn of_game(&mut self, number: u64) -> Vec<MeasuredMove> {
        let mut moves = Vec::new();
        loop {
            let Some(row) = self.next.take().or_else(|| self.reader.records().next()?.ok()) else {
                return moves;
            };
            match row.get(0).and_then(|game| game.parse::<u64>().ok()) {
                Some(game) if game > number => {
                    self.next = Some(row);
                    return moves;
                }
                Some(game) if game == number => moves.extend(read(&row)),
                _ => {}
            }
        }
    }
}

fn read(row: &StringRecord) -> Option<MeasuredMove> {
    Some(MeasuredMove {
        ply: row.get(1)?.parse().ok()?,
        time: Duration::from_nanos(row.get(4)?.parse().ok()?),
        depth: row.get(6).filter(|depth| !depth.is_empty()).map(str::to_owned),
        value: row.get(7).and_then(Decimal::read),
    })
}
