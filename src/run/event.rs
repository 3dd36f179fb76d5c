//! What happens during a run, for those who show it.

use std::path::Path;

use super::results::RunResults;
use crate::play::schedule::Shard;
use crate::store::{Beginning, Lost};

/// Takes events as they happen. The games wait for it.
pub(crate) type RunListener<'a> = dyn FnMut(RunEvent<'_>) + Send + 'a;

#[derive(Debug)]
pub(crate) enum RunEvent<'a> {
    /// More threads were asked for than are useful.
    ThreadsCapped { asked: usize, used: usize },
    /// The recorded games of a run that is continued are read.
    Reading { done: u64, total: u64 },
    /// The folder of the run belongs to it from now on.
    Opened(Opened<'a>),
    /// Players that are limited by the clock have to share cores.
    SharedCores { threads: usize, cores: usize },
    /// Something to know before the first game.
    Note(&'a str),
    /// Games are played from now on.
    Playing { done: u64, total: u64 },
    /// Some games were recorded.
    Progress { done: u64, results: RunResults<'a> },
    /// The last game was recorded. The files of the run may be replaced after this.
    Ended,
}

/// A run, or a shard of it, that begins or is continued.
#[derive(Debug)]
pub(crate) struct Opened<'a> {
    pub shard: Option<Shard>,
    pub beginning: Beginning,
    /// The folder that is written to during the run.
    pub folder: &'a Path,
    /// The folder of its results.
    pub out: &'a Path,
    /// The games that are recorded.
    pub done: u64,
    pub total: u64,
    /// What was lost of a run that is continued.
    pub lost: &'a [Lost],
    /// The damage of a complete shard that is played again.
    pub damage: Option<&'a str>,
}
