//! Faults of bots.

use std::fmt;

use thiserror::Error;

use crate::text::one_line;

/// The kinds of faults. Each forfeits the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultKind {
    /// A move that is not legal or cannot be read.
    Illegal,
    /// No answer in time.
    Timeout,
    /// It ended, closed its pipes, or flooded them.
    Crash,
}

/// A fault, and what the bot said.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{said}")]
pub struct Fault {
    /// What kind it is.
    pub kind: FaultKind,
    /// What the player said, or how it ended.
    pub said: String,
}

impl Fault {
    /// A fault with what was said.
    pub fn new(kind: FaultKind, said: impl Into<String>) -> Fault {
        Fault { kind, said: said.into() }
    }
}

/// Why a bot cannot play at all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StartError {
    /// What is wrong.
    pub problem: String,
    /// The last lines that it wrote to stderr or stdout.
    pub last_words: Vec<String>,
    /// What to do.
    pub advice: String,
}

impl StartError {
    /// A problem with advice, if the bot said nothing.
    pub fn new(problem: impl Into<String>, advice: impl Into<String>) -> StartError {
        StartError { problem: problem.into(), last_words: Vec::new(), advice: advice.into() }
    }
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.problem)?;
        if !self.last_words.is_empty() {
            writeln!(f, "its last output:")?;
        }
        for line in &self.last_words {
            writeln!(f, "    {line}")?;
        }
        write!(f, "{}", self.advice)
    }
}

impl std::error::Error for StartError {}

/// A line of a bot, as it is shown and recorded.
pub(super) fn printable(line: &[u8]) -> String {
    one_line(&String::from_utf8_lossy(line), 200)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_that_does_not_start_is_told_with_its_last_words() {
        let error = StartError {
            problem: "./bot ended before it said ugiok (exit status 1)".to_owned(),
            last_words: vec!["ImportError: no module named bot".to_owned()],
            advice: "run it by hand".to_owned(),
        };
        insta::assert_snapshot!(error.to_string(), @"
        ./bot ended before it said ugiok (exit status 1)
        its last output:
            ImportError: no module named bot
        run it by hand
        ");
    }
}
