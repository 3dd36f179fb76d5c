//! How a check ends.

use crate::exit::Exit;

/// What the games of a check say of what was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CheckVerdict {
    /// The whole interval is on the right side.
    Passed,
    /// The whole interval is on the wrong side.
    Failed,
    /// The interval is on both sides: there were too few games.
    Inconclusive,
    /// Nothing was asked: the games were recorded as the baseline.
    Recorded,
}

impl CheckVerdict {
    /// All of them.
    pub const ALL: [CheckVerdict; 4] =
        [CheckVerdict::Passed, CheckVerdict::Failed, CheckVerdict::Inconclusive, CheckVerdict::Recorded];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            CheckVerdict::Passed => "passed",
            CheckVerdict::Failed => "failed",
            CheckVerdict::Inconclusive => "inconclusive",
            CheckVerdict::Recorded => "recorded",
        }
    }

    /// A sign for it.
    pub const fn mark(self) -> &'static str {
        match self {
            CheckVerdict::Passed => "✓",
            CheckVerdict::Failed => "✗",
            CheckVerdict::Inconclusive => "?",
            CheckVerdict::Recorded => "+",
        }
    }
}

/// How the program ends after checks: one that failed weighs more than one that is open, and that more than any number
/// that passed.
pub fn exit(verdicts: impl IntoIterator<Item = CheckVerdict>) -> Exit {
    let mut exit = Exit::Done;
    for verdict in verdicts {
        match verdict {
            CheckVerdict::Failed => return Exit::Weaker,
            CheckVerdict::Inconclusive => exit = Exit::Inconclusive,
            CheckVerdict::Passed | CheckVerdict::Recorded => {}
        }
    }
    exit
}

#[cfg(test)]
mod tests {
    use super::*;
    use CheckVerdict::{Failed, Inconclusive, Passed, Recorded};

    #[test]
    fn the_worst_verdict_decides_the_exit_code() {
        assert_eq!(exit([]).code(), 0);
        assert_eq!(exit([Passed, Recorded]).code(), 0);
        assert_eq!(exit([Passed, Inconclusive, Passed]).code(), 4);
        assert_eq!(exit([Inconclusive, Failed, Passed]).code(), 3);
    }
}
