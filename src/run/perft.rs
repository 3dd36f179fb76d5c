//! Counts of move sequences.

use crate::games::AnyPosition;
use crate::interrupt;
use crate::play::host::{GameHost, PerftError};
use crate::search::{Control, Watcher};

/// The counts of the finished plies.
pub(crate) struct PerftCounts {
    pub counts: Vec<u64>,
    pub is_complete: bool,
}

/// How many plies deeper each count goes than the one before. Each count repeats all earlier plies, which costs
/// a few percent with two plies at a time, and a fifth with one.
const STEP: usize = 2;

/// Counts deeper and deeper, so that there is a result when Ctrl-C is pressed. The listener gets the plies that are
/// counted, and the depth that is next.
pub(crate) fn perft(
    host: &dyn GameHost,
    position: &AnyPosition,
    depth: usize,
    listener: &mut dyn FnMut(usize, usize),
) -> Result<PerftCounts, PerftError> {
    let mut counts = Vec::new();
    let first = if depth.is_multiple_of(STEP) { STEP.min(depth) } else { depth % STEP };
    for deep in (first..=depth).step_by(STEP) {
        listener(counts.len(), deep);
        match host.perft(position, deep, &UntilInterrupted) {
            Ok(found) => counts = found,
            Err(PerftError::Stopped) => return Ok(PerftCounts { counts, is_complete: false }),
            Err(error @ PerftError::OtherGame) => return Err(error),
        }
        if counts.last() == Some(&0) {
            // All games are over.
            counts.resize(depth, 0);
            break;
        }
    }
    Ok(PerftCounts { counts, is_complete: true })
}

/// Continues until Ctrl-C is pressed.
struct UntilInterrupted;

impl Watcher for UntilInterrupted {
    fn check(&self, nodes: u64) -> Control {
        if interrupt::is_set() { Control::Stop } else { Control::CheckAgainAt(nodes + 1000) }
    }
}
