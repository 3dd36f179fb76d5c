//! What happens during a search, for those who show it.

use std::path::Path;

use super::history::Commit;
use crate::run::RunEvent;

/// Takes events as they happen. The games wait for it.
pub(crate) type BisectListener<'a> = dyn FnMut(BisectEvent<'_>) + Send + 'a;

#[derive(Debug)]
pub(crate) enum BisectEvent<'a> {
    /// The folder holds this search, which is finished and not played again.
    WasFinished { folder: &'a Path },
    /// A search that was interrupted continues after this many games.
    Continued { folder: &'a Path, games: u64 },
    /// A commit is built.
    Building { commit: &'a Commit },
    /// A commit cannot be played.
    Skipped { commit: &'a Commit, why: &'a str },
    /// A commit plays like another one, so it plays no games.
    Alike { commit: &'a Commit, other: &'a Commit },
    /// The bad commit plays the good one, to see whether it is weaker.
    Testing { good: &'a Commit, bad: &'a Commit },
    /// A commit plays more games.
    Visiting { commit: &'a Commit, games: u64 },
    /// After these games, this commit has the loss with the highest probability.
    Learnt { suspect: &'a Commit, probability: f64, games: u64 },
    /// What happens to the threads, and during a match.
    InMatch(RunEvent<'a>),
}
