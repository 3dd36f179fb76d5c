//! Why a run cannot be played or recorded.

use std::io;

use thiserror::Error;

use super::session::SessionError;
use crate::play::schedule::ShardError;
use crate::store::RecordError;
use crate::text::TextError;

#[derive(Debug, Error)]
pub(crate) enum RunError {
    #[error(transparent)]
    Session(#[from] SessionError),
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error(transparent)]
    Shard(#[from] ShardError),
    #[error("{0}")]
    Anchor(TextError),
    #[error("{0}")]
    Template(TextError),
    /// What decides the games or a player failed before there was anything to keep.
    #[error("{0}")]
    Failed(String),
    #[error(transparent)]
    Io(#[from] io::Error),
}
