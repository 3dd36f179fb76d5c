//! How a check ends.

use crate::exit::Exit;

/// What the games of a check say of what was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The whole interval is on the right side.
    Passed,
    /// The whole interval is on the wrong side.
    Failed,
    /// The interval is on both sides: there were too few games.
    Inconclusive,
    /// Nothing was asked: the games were recorded as the baseline.
    Recorded,
}

impl Verdict {
    /// All of them.
    pub const ALL: [Verdict; 4] =
        [Verdict::Passed, Verdict::Failed, Verdict::Inconclusive, Verdict::Recorded];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Passed => "passed",
            Verdict::Failed => "failed",
            Verdict::Inconclusive => "inconclusive",
            Verdict::Recorded => "recorded",
        }
    }

    /// A sign for it.
    pub const fn mark(self) -> &'static str {
        match self {
            Verdict::Passed => "✓",
            Verdict::Failed => "✗",
            Verdict::Inconclusive => "?",
            Verdict::Recorded => "+",
        }
    }
}

/// How the program ends after checks: one that failed weighs more than one that is open, and that more than any number
/// that passed.
pub fn exit(verdicts: impl IntoIterator<Item = Verdict>) -> Exit {
    let mut exit = Exit::Done;
    for verdict in verdicts {
        match verdict {
            Verdict::Failed => return Exit::Weaker,
            Verdict::Inconclusive => exit = Exit::Inconclusive,
            Verdict::Passed | Verdict::Recorded => {}
        }
    }
    exit
}

#[cfg(test)]
mod tests {
    use super::*;
    use Verdict::{Failed, Inconclusive, Passed, Recorded};

    #[test]
    fn the_worst_verdict_decides_the_exit_code() {
        assert_eq!(exit([]).code(), 0);
        assert_eq!(exit([Passed, Recorded]).code(), 0);
        assert_eq!(exit([Passed, Inconclusive, Passed]).code(), 4);
        assert_eq!(exit([Inconclusive, Failed, Passed]).code(), 3);
    }
}
