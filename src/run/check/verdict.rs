//! The verdict of a check, and the exit code of a suite.

use crate::exit::Exit;

/// The verdict of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CheckVerdict {
    /// The whole interval is on the right side.
    Passed,
    /// The whole interval is on the wrong side.
    Failed,
    /// The bound is inside the interval: there were too few games.
    Inconclusive,
    /// The games were recorded as the baseline.
    Recorded,
}

impl CheckVerdict {
    pub(crate) const ALL: [CheckVerdict; 4] =
        [CheckVerdict::Passed, CheckVerdict::Failed, CheckVerdict::Inconclusive, CheckVerdict::Recorded];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            CheckVerdict::Passed => "passed",
            CheckVerdict::Failed => "failed",
            CheckVerdict::Inconclusive => "inconclusive",
            CheckVerdict::Recorded => "recorded",
        }
    }

    /// Its mark in a line of text.
    pub(crate) const fn mark(self) -> &'static str {
        match self {
            CheckVerdict::Passed => "✓",
            CheckVerdict::Failed => "✗",
            CheckVerdict::Inconclusive => "?",
            CheckVerdict::Recorded => "+",
        }
    }
}

/// The exit code of a suite: failed if any check failed, else inconclusive if any is, else done.
pub(crate) fn exit(verdicts: impl IntoIterator<Item = CheckVerdict>) -> Exit {
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
