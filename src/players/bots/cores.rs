//! Which cores the threads of a run and their bots share.
//!
//! A thread sleeps while its bot thinks, and a bot sleeps until it is asked. If both are on one core, the one that goes
//! to sleep makes room for the other; if they are on two, each question and each answer has to wake a core up, which
//! takes ten times as long (docs/PERFORMANCE.md). The system tends to spread processes, so that threads are confined to
//! a core each, and with them those bots that need no more than that: see `placement`.
//!
//! A thread takes the core on which it finds itself, which the system chose as one with little to do, unless another
//! thread of the run has that already. Where there are fewer cores than threads, or no way to choose, all stay as free
//! as they were.

use std::cell::RefCell;
use std::sync::{Arc, Mutex, PoisonError};

use rustix::process::Pid;
use rustix::thread::{CpuSet, sched_getaffinity, sched_getcpu, sched_setaffinity};

/// The cores that the threads of a run may be confined to, each to one of its own.
#[derive(Debug)]
pub(crate) struct Cores {
    allowed: CpuSet,
    taken: Mutex<CpuSet>,
}

impl Cores {
    /// The cores of this process, if there is one for each of this many threads, and a choice.
    pub(crate) fn for_threads(count: usize) -> Option<Arc<Cores>> {
        let allowed = sched_getaffinity(None).ok()?;
        let cores = allowed.count() as usize;
        (cores > 1 && cores >= count).then(|| Arc::new(Cores { allowed, taken: Mutex::default() }))
    }

    /// Takes a core that no other thread has: the one at hand, if that is possible.
    fn take(&self) -> Option<usize> {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let at_hand = sched_getcpu();
        let mut free = (0..CpuSet::MAX_CPU).filter(|&core| self.allowed.is_set(core) && !taken.is_set(core));
        let first = free.next()?;
        let core = if first == at_hand || free.any(|core| core == at_hand) { at_hand } else { first };
        taken.set(core);
        Some(core)
    }

    fn give_back(&self, core: usize) {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner).unset(core);
    }
}

/// A core, and those that there were before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Confinement {
    core: usize,
    allowed: CpuSet,
}

impl Confinement {
    /// Confines threads of other processes to the core; whether that could be done. Those that have ended do not matter.
    pub(super) fn confine(&self, threads: &[Pid]) -> bool {
        set_all(threads, &only(self.core))
    }

    /// Gives threads of other processes all cores again.
    pub(super) fn release(&self, threads: &[Pid]) {
        // Where it cannot be done, it was not done before.
        set_all(threads, &self.allowed);
    }
}

fn set_all(threads: &[Pid], cores: &CpuSet) -> bool {
    let is_set = |&thread: &Pid| {
        matches!(sched_setaffinity(Some(thread), cores), Ok(()) | Err(rustix::io::Errno::SRCH))
    };
    threads.iter().all(is_set)
}

fn only(core: usize) -> CpuSet {
    let mut set = CpuSet::new();
    set.set(core);
    set
}

/// A thread of a run.
struct RunThread {
    cores: Arc<Cores>,
    core: Option<usize>,
}

impl RunThread {
    fn confinement(&self) -> Option<Confinement> {
        Some(Confinement { core: self.core?, allowed: self.cores.allowed })
    }
}

/// The thread is as free as the run found it.
impl Drop for RunThread {
    fn drop(&mut self) {
        if let Some(core) = self.core {
            // It was so before.
            let _ = sched_setaffinity(None, &self.cores.allowed);
            self.cores.give_back(core);
        }
    }
}

thread_local! {
    static SEAT: RefCell<Option<RunThread>> = const { RefCell::new(None) };
}

/// From now on this thread may be confined to one of these cores.
pub(crate) fn enter(cores: &Arc<Cores>) {
    SEAT.set(Some(RunThread { cores: cores.clone(), core: None }));
}

/// Releases this thread. It is not confined again.
pub(crate) fn leave() {
    SEAT.set(None);
}

/// Whether this thread may be confined.
pub(super) fn may_confine() -> bool {
    SEAT.with_borrow(Option::is_some)
}

/// Where this thread is confined to.
pub(super) fn current() -> Option<Confinement> {
    SEAT.with_borrow(|seat| seat.as_ref()?.confinement())
}

/// Confines this thread, unless it is already; `None` where that cannot be done.
pub(super) fn confine() -> Option<Confinement> {
    let confined = SEAT.with_borrow_mut(|seat| {
        let seat = seat.as_mut()?;
        if seat.core.is_none() {
            let core = seat.cores.take()?;
            seat.core = Some(core);
            sched_setaffinity(None, &only(core)).ok()?;
        }
        seat.confinement()
    });
    if confined.is_none() {
        leave();
    }
    confined
}

/// Starts a process that is as free as this thread was: programs count their cores when they start.
pub(super) fn start_free<T>(start: impl FnOnce() -> T) -> T {
    let Some(Confinement { core, allowed }) = current() else { return start() };
    // What fails here leaves the process confined, as `placement` will see.
    let _ = sched_setaffinity(None, &allowed);
    let started = start();
    let _ = sched_setaffinity(None, &only(core));
    started
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Barrier;
    use std::thread;

    fn own() -> u32 {
        sched_getaffinity(None).unwrap().count()
    }

    #[test]
    fn threads_are_confined_to_different_cores_and_released() {
        let all = own();
        let Some(cores) = Cores::for_threads(2) else {
            assert_eq!(all, 1, "with two cores there is one for each");
            return;
        };
        // Neither thread gives its core back before the other has one.
        let both_have_one = Barrier::new(2);
        thread::scope(|scope| {
            let both = thread::scope(|inner| {
                let confined = || {
                    enter(&cores);
                    let confined = confine().unwrap();
                    both_have_one.wait();
                    assert_eq!((own(), current()), (1, Some(confined)));
                    assert_eq!(confine(), Some(confined), "it stays");
                    assert_eq!(start_free(own), all);
                    assert_eq!(own(), 1);
                    confined.core
                };
                [inner.spawn(confined), inner.spawn(confined)].map(|thread| thread.join().unwrap())
            });
            assert_ne!(both[0], both[1]);
            scope.spawn(|| {
                enter(&cores);
                confine().unwrap();
                leave();
                assert_eq!((own(), current(), confine()), (all, None, None));
            });
        });
        assert_eq!(*cores.taken.lock().unwrap(), CpuSet::new(), "all are given back");
    }

    #[test]
    fn more_threads_than_cores_are_not_confined() {
        assert!(Cores::for_threads(own() as usize + 1).is_none());
        assert_eq!((confine(), start_free(own)), (None, own()), "nor are threads of no run");
    }
}
