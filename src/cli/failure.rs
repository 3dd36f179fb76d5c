//! How a command can fail, what is said then, and with which exit code.

use std::io;

use crate::exit::Exit;
use crate::strategies::NoChoice;
use crate::text::TextError;

/// Why a command did not do what was asked.
#[derive(Debug)]
pub(super) enum Failure {
    /// What was typed makes no sense.
    Usage(String),
    /// Ctrl-C.
    Interrupted,
    /// Reading or writing failed.
    Io(io::Error),
}

impl Failure {
    /// Something wrong in the value of a flag.
    pub(super) fn in_flag(flag: &str, error: &TextError) -> Failure {
        Failure::Usage(format!("{flag}: {error}"))
    }

    /// What to tell the user, if anything.
    pub(super) fn message(&self) -> Option<String> {
        match self {
            Failure::Usage(message) => Some(format!("error: {message}")),
            Failure::Interrupted => Some("interrupted".to_owned()),
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
            Failure::Interrupted => Exit::Interrupted,
            Failure::Io(error) if is_closed_pipe(error) => Exit::Done,
            Failure::Io(_) => Exit::Failed,
        }
    }
}

/// Whether the reader of our output has gone: `arena … | head` is no error.
fn is_closed_pipe(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Io(error)
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Failure {
        Failure::Io(error.into())
    }
}

impl From<NoChoice> for Failure {
    fn from(reason: NoChoice) -> Failure {
        match reason {
            NoChoice::Interrupted => Failure::Interrupted,
            NoChoice::GameOver => Failure::Usage(reason.to_string()),
        }
    }
}
