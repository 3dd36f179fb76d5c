//! `moves.csv`: a row for each ply.

use super::cell::push_field;
use super::folder;
use super::rows_file::RowsTable;
use crate::play::runner::GameRecord;

/// The columns of `moves.csv`.
pub(crate) const COLUMNS: [&str; 8] = ["game", "ply", "player", "move", "time_ns", "nodes", "depth", "value"];

pub(super) const TABLE: RowsTable = RowsTable { name: folder::MOVES, columns: &COLUMNS };

/// Writes the rows of the moves of a game.
pub(crate) fn write_rows(record: &GameRecord<'_>, rows: &mut Vec<u8>) {
    let game = &record.game;
    let mut numbers = itoa::Buffer::new();
    let (mut moves, mut next) = (game.moves.unwrap_or_default().split(' '), 1);
    for measured in record.measurements.iter().filter(|measured| Some(measured.ply) <= game.plies) {
        rows.extend_from_slice(numbers.format(game.number).as_bytes());
        rows.push(b',');
        rows.extend_from_slice(numbers.format(measured.ply).as_bytes());
        rows.push(b',');
        push_field(rows, game.players[measured.side.index()]);
        rows.push(b',');
        // Not every move is measured.
        let mv = moves.nth((measured.ply - next) as usize);
        next = measured.ply + 1;
        push_field(rows, mv.unwrap_or_default());
        for number in [measured.nanoseconds, measured.nodes] {
            rows.push(b',');
            rows.extend_from_slice(numbers.format(number).as_bytes());
        }
        rows.push(b',');
        if let Some(depth) = measured.depth {
            rows.extend(depth.to_string().bytes());
        }
        rows.push(b',');
        if let Some(value) = measured.value {
            match value.as_whole() {
                Some(whole) => rows.extend_from_slice(numbers.format(whole).as_bytes()),
                None => rows.extend(value.to_string().bytes()),
            }
        }
        rows.push(b'\n');
    }
}
