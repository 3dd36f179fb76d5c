//! How a command can fail, with its message and exit code.

use std::io;

use crate::exit::Exit;
use crate::players::strategies::NoChoice;
use crate::report::numbers::grouped;
use crate::run::session::SessionError;
use crate::run::{GamesError, RecordError, RunError};
use crate::text::TextError;
use crate::text::settings::SettingsError;

/// Why a command failed.
#[derive(Debug)]
pub(super) enum Failure {
    /// The arguments are invalid.
    Usage(String),
    /// Ctrl-C, with a message.
    Interrupted(String),
    /// Reading or writing failed.
    Io(io::Error),
    /// The files of a run could not be written.
    Record(RecordError),
    /// A player cannot start, or failed.
    Player(String),
}

impl Failure {
    /// The value of a flag is invalid.
    pub(super) fn in_flag(flag: &str, error: &TextError) -> Failure {
        Failure::Usage(format!("{flag}: {error}"))
    }

    /// Ctrl-C, with nothing to keep.
    pub(super) fn interrupted() -> Failure {
        Failure::Interrupted("interrupted".to_owned())
    }

    /// The message for the user, if any.
    pub(super) fn message(&self) -> Option<String> {
        match self {
            Failure::Usage(message) | Failure::Player(message) => Some(format!("error: {message}")),
            Failure::Interrupted(message) => Some(message.clone()),
            Failure::Record(error) => Some(format!("error: {error}")),
            Failure::Io(error) if is_closed_pipe(error) => None,
            Failure::Io(error) => Some(format!(
                "error: cannot read or write: {error}\ncheck where the output goes: is the disk full?"
            )),
        }
    }

    /// The exit code.
    pub(super) fn exit(&self) -> Exit {
        match self {
            Failure::Usage(_) => Exit::Usage,
            Failure::Interrupted(_) => Exit::Interrupted,
            Failure::Record(error) if error.is_usage() => Exit::Usage,
            Failure::Io(error) if is_closed_pipe(error) => Exit::Done,
            Failure::Io(_) | Failure::Record(_) | Failure::Player(_) => Exit::Failed,
        }
    }
}

/// Whether the reader of our output has gone: `arena … | head` is not an error.
pub(super) fn is_closed_pipe(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Io(error)
    }
}

impl From<RecordError> for Failure {
    fn from(error: RecordError) -> Failure {
        if error.is_interrupt() { Failure::Interrupted(error.to_string()) } else { Failure::Record(error) }
    }
}

impl Failure {
    /// A run that could not be played. `flags` are those that named its players; the last one may have named several.
    pub(super) fn of_run(error: RunError, flags: &[String]) -> Failure {
        let flag = |player: usize| flags.get(player).or(flags.last()).map_or("player", String::as_str);
        match error {
            RunError::Record(error) => error.into(),
            RunError::Shard(error) => Failure::Usage(format!("--shard: {error}")),
            RunError::Anchor(error) => Failure::in_flag("--anchor", &error),
            RunError::SpecTemplate(error) => Failure::in_flag("template", &error),
            RunError::Game(error) => Failure::in_flag("--game", &error),
            RunError::TunedBot(error) => Failure::Player(format!("template: {error}")),
            RunError::Opponent(error) => Failure::in_flag("--against", &error),
            RunError::TooFewGames { games, least } => Failure::Usage(format!(
                "--games: {} games are too few to tune with\nplay at least {}; tens of thousands give a clear result",
                grouped(games),
                grouped(least)
            )),
            RunError::Failed(how) => Failure::Player(how),
            RunError::Io(error) => error.into(),
            RunError::Session(error) => match error {
                SessionError::Player { player, error } => Failure::in_flag(flag(player), &error),
                SessionError::Start { player, error } => {
                    Failure::Player(format!("{}: {error}", flag(player)))
                }
                SessionError::Referee(error) => Failure::Player(format!("--game: {error}")),
                SessionError::Openings(error) => Failure::in_flag("--openings", &error),
                SessionError::Threads { .. } => Failure::Usage(format!("--threads: {error}")),
                SessionError::Interrupted => Failure::interrupted(),
            },
        }
    }
}

impl From<GamesError> for Failure {
    fn from(error: GamesError) -> Failure {
        Failure::Usage(error.to_string())
    }
}

impl From<SettingsError> for Failure {
    fn from(error: SettingsError) -> Failure {
        Failure::Usage(error.to_string())
    }
}

impl From<NoChoice> for Failure {
    fn from(reason: NoChoice) -> Failure {
        match reason {
            NoChoice::Interrupted => Failure::interrupted(),
            NoChoice::Resigned => Failure::Player("a player resigned".to_owned()),
            NoChoice::GameOver | NoChoice::OtherGame => Failure::Usage(reason.to_string()),
            NoChoice::Fault(fault) => Failure::Player(format!("a player failed: {fault}")),
        }
    }
}
