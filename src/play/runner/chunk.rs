//! Games that one thread played one after the other: records of a fixed size, and what varies in a few buffers for all of
//! them. A chunk that was cleared is filled again without asking for memory.

use std::ops::Range;

use super::{GameRecord, RowBuffers, RowWriter, Rows, Unplayed};
use crate::games::Outcome;
use crate::play::duel::{Forfeit, Measurement, Reason};
use crate::play::schedule::Fixture;

/// Some games, as many as were played before everything had to stop.
#[derive(Debug, Default)]
pub(super) struct Chunk {
    games: Vec<Packed>,
    /// Openings and moves.
    text: String,
    measurements: Vec<Measurement>,
    forfeits: Vec<Forfeit>,
    rows: RowBuffers,
    /// Why everything had to stop, if it had to.
    pub(super) unplayed: Option<Unplayed>,
}

/// A game, with its places in the buffers of its chunk.
#[derive(Debug)]
struct Packed {
    fixture: Fixture,
    outcome: Outcome,
    reason: Reason,
    points: [u32; 2],
    plies: u32,
    opening: Range<usize>,
    moves: Range<usize>,
    measurements: Range<usize>,
    forfeit: Option<usize>,
    game_row: Range<usize>,
    move_rows: Range<usize>,
}

impl Chunk {
    /// Adds the next game.
    pub(super) fn add(&mut self, record: &GameRecord<'_>, write_rows: &RowWriter<'_>) {
        let opening = match self.games.last() {
            // The second game of a pair.
            Some(last) if self.text[last.opening.clone()] == *record.opening => last.opening.clone(),
            _ => append(&mut self.text, record.opening),
        };
        let moves = append(&mut self.text, record.moves);
        let measured = self.measurements.len();
        self.measurements.extend_from_slice(record.measurements);
        let forfeit = record.forfeit.map(|forfeit| {
            self.forfeits.push(forfeit.clone());
            self.forfeits.len() - 1
        });
        let [game_row, move_rows] = [self.rows.games.len(), self.rows.moves.len()];
        write_rows(record, &mut self.rows);
        self.games.push(Packed {
            fixture: record.fixture,
            outcome: record.outcome,
            reason: record.reason,
            points: record.points,
            plies: record.plies,
            opening,
            moves,
            measurements: measured..self.measurements.len(),
            forfeit,
            game_row: game_row..self.rows.games.len(),
            move_rows: move_rows..self.rows.moves.len(),
        });
    }

    /// The games, in order.
    pub(super) fn games(&self) -> Games<'_> {
        Games { chunk: self, next: 0 }
    }

    /// Forgets the games, and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.games.clear();
        self.text.clear();
        self.measurements.clear();
        self.forfeits.clear();
        self.rows.games.clear();
        self.rows.moves.clear();
        self.unplayed = None;
    }
}

/// Appends to a text; gives the place of what was appended.
fn append(text: &mut String, more: &str) -> Range<usize> {
    let from = text.len();
    text.push_str(more);
    from..text.len()
}

/// The games of a chunk, in order.
#[derive(Debug)]
pub(crate) struct Games<'a> {
    chunk: &'a Chunk,
    next: usize,
}

impl<'a> Iterator for Games<'a> {
    type Item = GameRecord<'a>;

    fn next(&mut self) -> Option<GameRecord<'a>> {
        let chunk = self.chunk;
        let game = chunk.games.get(self.next)?;
        self.next += 1;
        Some(GameRecord {
            fixture: game.fixture,
            opening: &chunk.text[game.opening.clone()],
            outcome: game.outcome,
            reason: game.reason,
            points: game.points,
            plies: game.plies,
            moves: &chunk.text[game.moves.clone()],
            measurements: &chunk.measurements[game.measurements.clone()],
            forfeit: game.forfeit.and_then(|place| chunk.forfeits.get(place)),
            rows: Rows {
                game: &chunk.rows.games[game.game_row.clone()],
                moves: &chunk.rows.moves[game.move_rows.clone()],
            },
        })
    }
}
