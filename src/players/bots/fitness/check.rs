//! The checks of a bot, what each measured, and what went wrong.

use std::time::Duration;

use serde::{Serialize, Serializer};

use super::positions::Kinds;

/// The checks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum CheckName {
    Starts,
    Handshake,
    Ready,
    LegalMoves,
    AnswerTime,
    NewGame,
    SameMove,
    Memory,
    Quit,
    Children,
    EndOfInput,
    StrayOutput,
    Queries,
    IllegalMoves,
    Games,
    SameAnswers,
    Board,
}

impl CheckName {
    /// Those of a bot, in their order.
    pub(crate) const OF_BOTS: [CheckName; 12] = [
        CheckName::Starts,
        CheckName::Handshake,
        CheckName::Ready,
        CheckName::LegalMoves,
        CheckName::AnswerTime,
        CheckName::NewGame,
        CheckName::SameMove,
        CheckName::Memory,
        CheckName::Quit,
        CheckName::Children,
        CheckName::EndOfInput,
        CheckName::StrayOutput,
    ];

    /// Those of a referee, in their order.
    pub(crate) const OF_REFEREES: [CheckName; 14] = [
        CheckName::Starts,
        CheckName::Handshake,
        CheckName::Ready,
        CheckName::Queries,
        CheckName::IllegalMoves,
        CheckName::Games,
        CheckName::SameAnswers,
        CheckName::AnswerTime,
        CheckName::Board,
        CheckName::Memory,
        CheckName::Quit,
        CheckName::Children,
        CheckName::EndOfInput,
        CheckName::StrayOutput,
    ];
}

/// How a check ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum CheckOutcome {
    Passed,
    /// Worth knowing, but no reason not to play.
    Noted,
    Failed,
    /// It could not be run.
    Skipped,
}

/// A check that was made, or skipped.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct BotCheck {
    #[serde(rename = "check")]
    pub(crate) name: CheckName,
    pub(crate) outcome: CheckOutcome,
    /// What was measured, if anything.
    pub(crate) figures: Option<Figures>,
    /// Why it was skipped, or what else there is to say.
    pub(crate) reason: Option<String>,
    /// What went wrong, where it failed.
    pub(crate) problem: Option<Problem>,
}

impl BotCheck {
    pub(super) fn passed(name: CheckName, figures: Figures) -> BotCheck {
        BotCheck { name, outcome: CheckOutcome::Passed, figures: Some(figures), reason: None, problem: None }
    }

    pub(super) fn failed(name: CheckName, problem: Problem, reason: &str) -> BotCheck {
        let (reason, problem) = (Some(reason.to_owned()), Some(problem));
        BotCheck { name, outcome: CheckOutcome::Failed, figures: None, reason, problem }
    }

    pub(super) fn skipped(name: CheckName, reason: impl Into<String>) -> BotCheck {
        BotCheck {
            name,
            outcome: CheckOutcome::Skipped,
            figures: None,
            reason: Some(reason.into()),
            problem: None,
        }
    }

    /// The same as a failure where there is a problem.
    pub(super) fn with_problem(self, problem: Option<Problem>) -> BotCheck {
        let outcome = if problem.is_some() { CheckOutcome::Failed } else { self.outcome };
        BotCheck { outcome, problem, ..self }
    }

    /// The same as a note where there is a reason, unless it failed.
    pub(super) fn with_note(self, reason: Option<String>) -> BotCheck {
        let is_note = reason.is_some() && self.outcome == CheckOutcome::Passed;
        BotCheck { outcome: if is_note { CheckOutcome::Noted } else { self.outcome }, reason, ..self }
    }
}

/// What was sent, what came back, and what should have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Problem {
    pub(crate) sent: Vec<String>,
    pub(crate) received: Vec<String>,
    pub(crate) expected: String,
}

/// What a check measured.
#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
pub(crate) enum Figures {
    /// Until its first line; `None` where there was none.
    Starts {
        first_line_ms: Option<Millis>,
    },
    /// Until `ugiok`, and how it introduced itself.
    Handshake {
        time_ms: Millis,
        name: Option<String>,
        author: Option<String>,
        options: Vec<String>,
    },
    /// Until `readyok`.
    Ready {
        time_ms: Millis,
    },
    /// The positions that were asked, of those that were drawn.
    LegalMoves {
        positions: usize,
        asked: usize,
        answered: usize,
        legal: usize,
        #[serde(flatten)]
        kinds: Kinds,
        /// How often it had to be started again.
        restarts: usize,
    },
    AnswerTime(Times),
    /// How many games were begun.
    NewGame {
        games: usize,
    },
    /// What a referee says of the start.
    Queries {
        start: String,
    },
    /// Whether a referee reports what is no move, and how.
    IllegalMoves {
        reported: bool,
        said: Option<String>,
    },
    /// The games that a referee was asked about, and how they ended.
    Games {
        games: usize,
        plies: usize,
        first_wins: usize,
        second_wins: usize,
        draws: usize,
        unfinished: usize,
    },
    /// The board of the start, if it is drawn.
    Board {
        rows: Vec<String>,
    },
    /// In how many positions the second answer was the first.
    SameMove {
        positions: usize,
        same: usize,
    },
    /// The most that was resident, of all its processes.
    Memory {
        peak_bytes: u64,
        processes: usize,
    },
    /// How long it took to end; `None` where it did not.
    Ends {
        time_ms: Option<Millis>,
        limit_ms: Millis,
    },
    /// The processes that it left.
    Children {
        left: Vec<String>,
    },
    /// Lines that nobody asked for or knows, moves among them.
    StrayOutput {
        lines: usize,
        unasked_moves: usize,
        examples: Vec<String>,
    },
}

/// The times of answers.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Times {
    pub(crate) limit_ms: Millis,
    /// What arena waits beyond the limit.
    pub(crate) margin_ms: Millis,
    /// How many answers there are figures of.
    pub(crate) answers: usize,
    pub(crate) median_ms: Option<Millis>,
    pub(crate) p99_ms: Option<Millis>,
    pub(crate) max_ms: Option<Millis>,
    /// Answers after the limit, but within the margin.
    pub(crate) late: usize,
    /// Positions without an answer in time.
    pub(crate) missing: usize,
    /// Further answers that were asked for with a shorter limit, since the bot takes long.
    pub(crate) hurried: usize,
}

impl Times {
    /// Of these answers, sorted, none of which was late or missing.
    pub(super) fn of(sorted: &[Duration], limit: Duration, margin: Duration) -> Times {
        // The time that this share of the answers in percent does not exceed, by the nearest rank.
        let percentile = |percent: usize| {
            let rank = (sorted.len() * percent).div_ceil(100).max(1);
            sorted.get(rank - 1).copied().map(Millis)
        };
        Times {
            limit_ms: Millis(limit),
            margin_ms: Millis(margin),
            answers: sorted.len(),
            median_ms: percentile(50),
            p99_ms: percentile(99),
            max_ms: percentile(100),
            late: 0,
            missing: 0,
            hurried: 0,
        }
    }
}

/// A time, written as a number of milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Millis(pub(crate) Duration);

impl Serialize for Millis {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.0.as_micros() as f64 / 1000.0)
    }
}

/// What a program is examined as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Role {
    Player,
    Referee,
}

/// The result of all checks.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Report {
    /// The command.
    pub(crate) bot: String,
    /// The spec that says what it speaks, if that is not what bots are taken to speak.
    #[serde(skip)]
    pub(crate) spec: Option<String>,
    /// What it was examined as.
    pub(crate) role: Role,
    pub(crate) game: String,
    /// What it speaks, as its spec says it.
    pub(crate) protocol: &'static str,
    /// Whether no check failed.
    pub(crate) fit: bool,
    pub(crate) checks: Vec<BotCheck>,
}

impl Report {
    pub(super) fn new(bot: String, role: Role, game: String, checks: Vec<BotCheck>) -> Report {
        let fit = checks.iter().all(|check| check.outcome != CheckOutcome::Failed);
        Report { bot, spec: None, role, game, protocol: "ugi", fit, checks }
    }

    /// The number of checks that ended so.
    pub(crate) fn count(&self, outcome: CheckOutcome) -> usize {
        self.checks.iter().filter(|check| check.outcome == outcome).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_answers() {
        let of = |times: &[u64]| {
            let times: Vec<Duration> = times.iter().copied().map(Duration::from_millis).collect();
            let Times { median_ms, p99_ms, max_ms, .. } = Times::of(&times, Duration::MAX, Duration::ZERO);
            [median_ms, p99_ms, max_ms].map(|time| time.map(|Millis(time)| time.as_millis()))
        };
        assert_eq!(of(&(1..=100).collect::<Vec<u64>>()), [Some(50), Some(99), Some(100)]);
        assert_eq!(of(&[7]), [Some(7); 3]);
        assert_eq!(of(&[1, 2, 3]), [Some(2), Some(3), Some(3)]);
        assert_eq!(of(&[]), [None; 3]);
    }
}
