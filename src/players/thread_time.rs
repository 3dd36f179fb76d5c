//! What a thread has spent on a core, and how long it waited for one: the evidence that a machine is busy.

use std::fs;
use std::ops::{AddAssign, Sub};
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The time of a thread, or of several. A thread that sleeps, or waits for another one, spends neither.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct ThreadTime {
    /// On a core.
    pub(crate) busy: Duration,
    /// Ready to run, while other threads had the cores.
    pub(crate) queued: Duration,
}

impl ThreadTime {
    /// Reads `busy queued times`, in nanoseconds.
    pub(super) fn read(text: &str) -> Option<ThreadTime> {
        let mut numbers = text.split_ascii_whitespace().map_while(|word| word.parse().ok());
        let (busy, queued) = (numbers.next()?, numbers.next()?);
        Some(ThreadTime { busy: Duration::from_nanos(busy), queued: Duration::from_nanos(queued) })
    }

    /// That of the thread that asks, so far. Linux alone tells.
    pub(crate) fn own() -> Option<ThreadTime> {
        ThreadTime::read(&fs::read_to_string("/proc/thread-self/schedstat").ok()?)
    }
}

impl AddAssign for ThreadTime {
    fn add_assign(&mut self, more: ThreadTime) {
        self.busy = self.busy.saturating_add(more.busy);
        self.queued = self.queued.saturating_add(more.queued);
    }
}

impl Sub for ThreadTime {
    type Output = ThreadTime;

    fn sub(self, before: ThreadTime) -> ThreadTime {
        ThreadTime {
            busy: self.busy.saturating_sub(before.busy),
            queued: self.queued.saturating_sub(before.queued),
        }
    }
}
