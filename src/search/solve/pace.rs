//! Counts nodes and consults the watcher.
#![allow(clippy::inline_always)] // part of the searches' innermost loops

use crate::search::{Control, Stopped, Watcher};

/// The nodes of one search so far.
pub(super) struct NodeCounter<'w> {
    watcher: &'w dyn Watcher,
    nodes: u64,
    check_at: u64,
}

impl<'w> NodeCounter<'w> {
    /// Continues to count from `nodes`.
    pub(super) fn from(nodes: u64, watcher: &'w dyn Watcher) -> NodeCounter<'w> {
        NodeCounter { watcher, nodes, check_at: nodes }
    }

    #[inline(always)]
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Counts a node, unless the watcher stops the search.
    #[inline(always)]
    pub(super) fn count(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.check_at {
            self.check()?;
        }
        self.nodes += 1;
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn check(&mut self) -> Result<(), Stopped> {
        match self.watcher.check(self.nodes) {
            Control::CheckAgainAt(next) => self.check_at = next,
            Control::Stop => return Err(Stopped),
        }
        Ok(())
    }
}
