//! The exit codes. Scripts rely on these numbers.

use std::process::ExitCode;

/// The ways the program can end, each with its code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    /// Done.
    Done = 0,
    /// Failed while running: for example, a file could not be written, or a player forfeited every game.
    Failed = 1,
    /// The arguments or an input file are invalid.
    Usage = 2,
    /// A gate failed: the player is weaker than required, or a bot is not fit to play.
    Weaker = 3,
    /// A gate is inconclusive: it needs more games.
    Inconclusive = 4,
    /// Interrupted by Ctrl-C; the results so far are kept.
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
