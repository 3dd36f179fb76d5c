//! Why a run cannot be played or recorded.

use std::io;

use thiserror::Error;

use super::session::SessionError;
use crate::play::schedule::ShardError;
use crate::players::bots::StartError;
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
    SpecTemplate(TextError),
    /// A template cannot be tuned in this game.
    #[error("{0}")]
    Game(TextError),
    /// The template is a program that cannot be started.
    #[error("{0}")]
    TunedBot(StartError),
    #[error("{0}")]
    Opponent(TextError),
    #[error("{games} games are too few to tune with\nplay at least {least}")]
    TooFewGames { games: u64, least: u64 },
    /// What decides the games or a player failed before there was anything to keep.
    #[error("{0}")]
    Failed(String),
    #[error(transparent)]
    Io(#[from] io::Error),
}
