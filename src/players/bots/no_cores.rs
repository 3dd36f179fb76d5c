//! Where threads cannot choose their cores, nobody is confined.

use std::sync::Arc;

/// Cores that cannot be chosen.
#[derive(Debug)]
pub(crate) struct Cores;

/// A core that nobody has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Confinement {}

impl Cores {
    pub(crate) fn for_threads(_: usize) -> Option<Arc<Cores>> {
        None
    }
}

pub(crate) fn enter(_: &Arc<Cores>) {}

pub(crate) fn leave() {}

pub(super) fn current() -> Option<Confinement> {
    None
}

#[cfg(unix)]
pub(super) fn start_free<T>(start: impl FnOnce() -> T) -> T {
    start()
}
