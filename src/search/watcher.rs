//! How a search is stopped without knowing about clocks or keyboards.

use thiserror::Error;

/// The search was stopped before it finished.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the search was stopped")]
pub struct Stopped;

/// What a search does next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Control {
    /// It continues and checks again once it has searched this many nodes in total.
    CheckAgainAt(u64),
    /// It stops at once.
    Stop,
}

/// Decides whether a search continues.
///
/// A search consults its watcher once every few thousand nodes, so a `dyn` is cheap and avoids a copy of the search.
pub trait Watcher {
    /// What to do after `nodes` nodes in total.
    fn check(&self, nodes: u64) -> Control;
}

/// Never stops a search.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unlimited;

impl Watcher for Unlimited {
    fn check(&self, _: u64) -> Control {
        Control::CheckAgainAt(u64::MAX)
    }
}
