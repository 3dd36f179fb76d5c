//! Unexpected or unknown output.

use super::check::{BotCheck, CheckName, Figures, Problem};
use crate::players::bots::fault::printable;

/// How many lines are shown.
const SHOWN: usize = 3;

/// What a bot said out of place, over all its processes.
#[derive(Debug, Default)]
pub(super) struct Strays {
    lines: usize,
    examples: Vec<String>,
    /// Moves without a question: each may be taken for the answer to the next one.
    unasked_moves: usize,
    problem: Option<Problem>,
}

impl Strays {
    /// Adds an unexpected line, which may be a move. `sent` and `received` are the lines before it.
    pub(super) fn add(&mut self, line: &[u8], is_move: bool, sent: &[String], received: &[String]) {
        self.lines += 1;
        if self.examples.len() < SHOWN {
            self.examples.push(printable(line));
        }
        if is_move {
            self.unasked_moves += 1;
            self.problem.get_or_insert_with(|| Problem {
                sent: sent.to_vec(),
                received: received.to_vec(),
                expected: "one answer for each question".to_owned(),
            });
        }
    }

    pub(super) fn check(self) -> BotCheck {
        let Strays { lines, examples, unasked_moves, problem } = self;
        let note = (lines > 0 && unasked_moves == 0)
            .then(|| "arena ignores such lines; print to stderr instead".to_owned());
        BotCheck::passed(CheckName::StrayOutput, Figures::StrayOutput { lines, unasked_moves, examples })
            .with_problem(problem)
            .with_note(note)
    }
}

#[cfg(test)]
mod tests {
    use super::super::check::CheckOutcome;
    use super::*;

    #[test]
    fn unknown_lines_are_noted_and_unasked_moves_are_a_failure() {
        assert_eq!(Strays::default().check().outcome, CheckOutcome::Passed);
        let mut strays = Strays::default();
        for line in [&b"hello"[..], b"", b"bestmov 3", b"four"] {
            strays.add(line, false, &[], &[]);
        }
        let noted = strays.check();
        assert_eq!((noted.outcome, noted.problem), (CheckOutcome::Noted, None));
        let Some(Figures::StrayOutput { lines: 4, examples, .. }) = noted.figures else { panic!() };
        assert_eq!(examples, ["hello", "", "bestmov 3"]);
        let mut strays = Strays::default();
        strays.add(b"bestmove 3", true, &["go".to_owned()], &["bestmove 3".to_owned()]);
        strays.add(b"bestmove", true, &[], &[]);
        let failed = strays.check();
        assert_eq!(failed.outcome, CheckOutcome::Failed);
        assert_eq!(failed.problem.map(|problem| problem.sent), Some(vec!["go".to_owned()]));
    }
}
