//! JSON objects with their fields in the order in which they are written. A map of `serde_json` sorts them.

use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::search::MoveValue;

pub(crate) struct Fields<const N: usize>(pub(super) [(&'static str, Value); N]);

impl<const N: usize> Serialize for Fields<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

pub(super) fn move_values<V: Copy + Serialize>(values: &[MoveValue<V>]) -> Value {
    values
        .iter()
        .map(|value| serde_json::json!({ "move": value.mv.number(), "value": value.value }))
        .collect()
}
