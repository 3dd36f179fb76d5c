//! Where threads cannot choose their cores, a bot runs wherever the system puts it.

use std::time::Duration;

use rustix::process::Pid;

use super::cores::Confinement;

/// Wherever the system puts it.
pub(super) struct Placement;

#[allow(clippy::unused_self)] // As where it matters.
impl Placement {
    pub(super) fn new() -> Placement {
        Placement
    }

    pub(super) fn asked(&mut self, _: u32, _: Duration) {}

    pub(super) fn core(&self) -> Option<Confinement> {
        None
    }

    pub(super) fn follow(&mut self, _: Pid) {}

    pub(super) fn review(&mut self, _: Pid) {}
}
