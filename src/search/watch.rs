//! How a search is told to stop, without knowing of clocks or keyboards.

use thiserror::Error;

/// The search was told to stop before it was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the search was stopped")]
pub struct Stopped;

/// What a search is to do next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Orders {
    /// Go on, and ask again once this many nodes have been searched in all.
    AskAgainAt(u64),
    /// Stop at once.
    Stop,
}

/// Whom a search asks whether to go on.
pub trait Watch {
    /// What to do after `nodes` nodes in all.
    fn orders(&mut self, nodes: u64) -> Orders;
}

/// Never stops a search.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoWatch;

impl Watch for NoWatch {
    fn orders(&mut self, _: u64) -> Orders {
        Orders::AskAgainAt(u64::MAX)
    }
}
