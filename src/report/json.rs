//! JSON objects with their fields in the order in which they are written. A map of `serde_json` sorts them.

use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::games::{AnyPosition, Move};
use crate::search::MoveValue;

pub(crate) struct Fields<const N: usize>(pub(super) [(&'static str, Value); N]);

impl<const N: usize> Serialize for Fields<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// A move: a number, or a string where moves have names.
pub(super) fn move_value(position: &AnyPosition, mv: Move) -> Value {
    if position.names_moves() { position.move_name(mv).into() } else { mv.number().into() }
}

/// A list of moves.
pub(super) fn moves_value(position: &AnyPosition, moves: impl IntoIterator<Item = Move>) -> Value {
    moves.into_iter().map(|mv| move_value(position, mv)).collect()
}

pub(super) fn move_values<V: Copy + Serialize>(position: &AnyPosition, values: &[MoveValue<V>]) -> Value {
    let entry =
        |one: &MoveValue<V>| serde_json::json!({ "move": move_value(position, one.mv), "value": one.value });
    values.iter().map(entry).collect()
}
