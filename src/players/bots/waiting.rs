//! Which programs are being waited for, so that progress can name one that hangs.
//!
//! Only a wait that takes a while is noted here: an answer in time costs nothing.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A wait is noted once it takes this long.
pub(super) const NOTED_AFTER: Duration = Duration::from_secs(2);

struct NotedWait {
    id: u64,
    name: String,
    began: Instant,
}

static WAITS: Mutex<Vec<NotedWait>> = Mutex::new(Vec::new());
static NEXT_ID: AtomicU64 = AtomicU64::new(0);

fn lock() -> MutexGuard<'static, Vec<NotedWait>> {
    WAITS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A wait that is noted until this is dropped.
pub(super) struct WaitGuard(u64);

/// Notes that the player of this name has been waited for since then.
pub(super) fn note(name: &str, began: Instant) -> WaitGuard {
    let id = NEXT_ID.fetch_add(1, Ordering::Relaxed);
    lock().push(NotedWait { id, name: name.to_owned(), began });
    WaitGuard(id)
}

impl Drop for WaitGuard {
    fn drop(&mut self) {
        lock().retain(|wait| wait.id != self.0);
    }
}

/// The player that has been waited for longest, and how long.
pub(crate) fn longest() -> Option<(String, Duration)> {
    let waits = lock();
    let wait = waits.iter().min_by_key(|wait| wait.began)?;
    Some((wait.name.clone(), wait.began.elapsed()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_wait_is_known_until_it_ends() {
        let now = Instant::now();
        let first = note("./hang.py", now.checked_sub(Duration::from_secs(8)).unwrap());
        let second = note("./slow.py", now);
        let (name, waited) = longest().unwrap();
        assert!(name == "./hang.py" && waited >= Duration::from_secs(8), "{name} {waited:?}");
        drop(first);
        assert!(longest().is_some_and(|(name, _)| name != "./hang.py"));
        drop(second);
    }
}
