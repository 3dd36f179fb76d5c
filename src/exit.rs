//! How the program ends. Scripts rely on these numbers.

use std::process::ExitCode;

/// The ways to end, each with its code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    /// Done.
    Done = 0,
    /// Failed while running: a file could not be written, say.
    Failed = 1,
    /// What was asked for makes no sense.
    Usage = 2,
    /// A gate says no: the player is weaker than it must be, or a bot is not fit to play.
    Weaker = 3,
    /// A gate cannot tell: it takes more games.
    Inconclusive = 4,
    /// Interrupted by Ctrl-C; what there is of results is kept.
    Interrupted = 130,
}

impl Exit {
    /// The number that the shell sees.
    pub fn code(self) -> i32 {
        i32::from(self as u8)
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}
