//! `attributes.csv`: what matches said of their games, a row for each attribute.
//!
//! The table is long, not wide: which attributes there are is not known before the last game, and a file that grows with the
//! games cannot get further columns.

use super::cell::push_field;
use super::folder;
use super::rows_file::RowsTable;
use crate::play::runner::GameRecord;

/// The columns of `attributes.csv`.
pub(crate) const COLUMNS: [&str; 5] = ["game", "player", "turn", "name", "value"];

pub(super) const TABLE: RowsTable = RowsTable { name: folder::ATTRIBUTES, columns: &COLUMNS };

/// Writes the rows of the attributes of a game.
pub(crate) fn write_rows(record: &GameRecord<'_>, rows: &mut Vec<u8>) {
    let mut numbers = itoa::Buffer::new();
    for attribute in record.attributes {
        rows.extend_from_slice(numbers.format(record.game.number).as_bytes());
        rows.push(b',');
        push_field(rows, attribute.player.map_or("", |side| record.game.players[side.index()]));
        rows.push(b',');
        if let Some(turn) = attribute.turn {
            rows.extend_from_slice(numbers.format(turn).as_bytes());
        }
        rows.push(b',');
        push_field(rows, &attribute.name);
        rows.push(b',');
        push_field(rows, &attribute.value);
        rows.push(b'\n');
    }
}
