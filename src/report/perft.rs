//! Counts of move sequences.

use std::time::Duration;

use crate::report::json::Fields;
use crate::report::numbers::{counted, grouped, time};

/// A sentence, then the table.
pub(crate) fn text(game: &str, counts: &[u64], took: Duration) -> String {
    let total = counts.last().copied().unwrap_or(0);
    let sequences = counted(total, "sequence");
    let mut out = format!("{game}: {sequences} of {} plies, counted in {}.\n\n", counts.len(), time(took));
    let width = grouped(counts.iter().copied().max().unwrap_or(0)).len().max("sequences".len());
    out += &format!("  plies  {:>width$}\n", "sequences");
    for (i, &count) in counts.iter().enumerate() {
        out += &format!("  {:>5}  {:>width$}\n", i + 1, grouped(count));
    }
    out
}

pub(crate) fn json(game: &str, counts: Vec<u64>) -> Fields<2> {
    Fields([("game", game.into()), ("counts", counts.into())])
}
