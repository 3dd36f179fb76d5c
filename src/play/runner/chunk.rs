//! Games that one thread played one after the other: records of a fixed size, and what varies in a few buffers for all of
//! them. A chunk that was cleared is filled again without asking for memory.

use std::ops::Range;

use super::{GameRecord, RowBuffers, RowWriter, Rows, Unplayed};
use crate::play::duel::{Forfeit, Measurement};
use crate::play::finished::FinishedGame;
use crate::play::schedule::Fixture;

/// Some games, as many as were played before everything had to stop.
#[derive(Debug, Default)]
pub(super) struct Chunk {
    games: Vec<Packed>,
    /// The texts of the games, without the names of players, which are those of the run.
    text: String,
    measurements: Vec<Measurement>,
    forfeits: Vec<Forfeit>,
    rows: RowBuffers,
    /// Why everything had to stop, if it had to.
    pub(super) unplayed: Option<Unplayed>,
}

/// A record, with its places in the buffers of its chunk.
#[derive(Debug)]
struct Packed {
    fixture: Fixture,
    game: FinishedGame<Range<usize>>,
    measurements: Range<usize>,
    forfeit: Option<usize>,
    game_row: Range<usize>,
    move_rows: Range<usize>,
    attribute_rows: Range<usize>,
}

impl Chunk {
    /// Adds the next game.
    pub(super) fn add(&mut self, record: &GameRecord<'_>, write_rows: &RowWriter<'_>) {
        let Chunk { games, text, measurements, forfeits, rows, .. } = self;
        let game = FinishedGame { players: [""; 2], ..record.game }.map(|part| {
            let from = text.len();
            if !part.is_empty() {
                text.push_str(part);
            }
            from..text.len()
        });
        let measured = measurements.len();
        measurements.extend_from_slice(record.measurements);
        let forfeit = record.forfeit.map(|forfeit| {
            forfeits.push(forfeit.clone());
            forfeits.len() - 1
        });
        let [game_row, move_rows, attribute_rows] =
            [rows.games.len(), rows.moves.len(), rows.attributes.len()];
        write_rows(record, rows);
        games.push(Packed {
            fixture: record.fixture,
            game,
            measurements: measured..measurements.len(),
            forfeit,
            game_row: game_row..rows.games.len(),
            move_rows: move_rows..rows.moves.len(),
            attribute_rows: attribute_rows..rows.attributes.len(),
        });
    }

    /// The games, in order, between players of these names.
    pub(super) fn games<'a>(&'a self, names: &'a [&'a str]) -> ChunkGames<'a> {
        ChunkGames { chunk: self, names, next: 0 }
    }

    /// Forgets the games, and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.games.clear();
        self.text.clear();
        self.measurements.clear();
        self.forfeits.clear();
        self.rows.games.clear();
        self.rows.moves.clear();
        self.rows.attributes.clear();
        self.unplayed = None;
    }
}

/// The games of a chunk, in order.
#[derive(Debug)]
pub(crate) struct ChunkGames<'a> {
    chunk: &'a Chunk,
    names: &'a [&'a str],
    next: usize,
}

impl<'a> Iterator for ChunkGames<'a> {
    type Item = GameRecord<'a>;

    fn next(&mut self) -> Option<GameRecord<'a>> {
        let chunk = self.chunk;
        let packed = chunk.games.get(self.next)?;
        self.next += 1;
        let players = packed.fixture.sides().map(|player| self.names[player]);
        let game = packed.game.map(|place| if place.is_empty() { "" } else { &chunk.text[place.clone()] });
        Some(GameRecord {
            fixture: packed.fixture,
            game: FinishedGame { players, ..game },
            measurements: &chunk.measurements[packed.measurements.clone()],
            forfeit: packed.forfeit.and_then(|place| chunk.forfeits.get(place)),
            attributes: &[],
            rows: Rows {
                game: &chunk.rows.games[packed.game_row.clone()],
                moves: &chunk.rows.moves[packed.move_rows.clone()],
                attributes: &chunk.rows.attributes[packed.attribute_rows.clone()],
            },
        })
    }
}
