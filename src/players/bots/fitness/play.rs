//! The moves: legal or not, in time or not.

use std::time::{Duration, Instant};

use super::check::{BotCheck, CheckName, Figures, Problem, Times};
use super::examiner::Examiner;
use super::positions::{Kinds, SampledPosition};
use super::{Event, ExamHalt};
use crate::games::AnyPosition;
use crate::players::bots::fault::FaultKind;

/// After this many failures no more moves are requested.
const MOST_FAILURES: usize = 5;

/// How long moves are asked for with the whole time. A bot that uses all its time would take many minutes.
const UNHURRIED: Duration = Duration::from_mins(1);

/// The time for a move from then on.
pub(super) const HURRY: Duration = Duration::from_millis(50);

/// The results of the moves.
#[derive(Default)]
pub(super) struct PlayedMoves {
    asked: usize,
    answered: usize,
    legal: usize,
    kinds: Kinds,
    /// How often it had to be started again.
    pub(super) failures: usize,
    pub(super) games: usize,
    /// The times of the answers that had the whole time, sorted at the end.
    times: Vec<Duration>,
    hurried: usize,
    late: usize,
    missing: usize,
    illegal: Option<Problem>,
    crash: Option<Problem>,
    timeout: Option<Problem>,
    pub(super) new_game: Option<Problem>,
}

impl Examiner<'_> {
    /// Asks for moves in these positions, game by game.
    pub(super) fn play(
        &mut self,
        start: &AnyPosition,
        samples: &[SampledPosition],
    ) -> Result<PlayedMoves, ExamHalt> {
        let mut played = PlayedMoves::default();
        let began = Instant::now();
        let mut game = None;
        for sample in samples {
            if played.is_given_up() {
                break;
            }
            if game != Some(sample.game) || !self.is_running() {
                if !self.begin_game(sample.game, &mut played)? {
                    continue;
                }
                game = Some(sample.game);
            }
            self.ask(start, sample, began.elapsed() >= UNHURRIED, &mut played)?;
            (self.watch)(Event::Asked { asked: played.asked, of: samples.len() });
        }
        played.times.sort_unstable();
        Ok(played)
    }

    /// Begins a game, and returns whether that worked.
    fn begin_game(&mut self, game: usize, played: &mut PlayedMoves) -> Result<bool, ExamHalt> {
        let seed = self.seed(game);
        match self.with_bot(|bot, strays| bot.new_game(seed, strays))? {
            Ok(()) => played.games += 1,
            Err((_, problem)) => {
                played.failures += 1;
                played.new_game.get_or_insert(problem);
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn ask(
        &mut self,
        start: &AnyPosition,
        sample: &SampledPosition,
        in_hurry: bool,
        played: &mut PlayedMoves,
    ) -> Result<(), ExamHalt> {
        let question = sample.question(start, self.limits(in_hurry));
        let legal = sample.position.legal_moves();
        played.asked += 1;
        played.kinds.add(sample);
        let answer = self.with_bot(|bot, strays| {
            let answer = bot.ask(&sample.position, &question, strays)?;
            let is_legal = answer.mv(&sample.position).is_some_and(|mv| legal.as_slice().contains(&mv));
            let expected = format!("{} and one of {}", bot.answer_form(), sample.position.move_list(legal));
            let problem = (!is_legal).then(|| bot.wrong_answer(&answer, expected));
            Ok((answer.time, problem))
        })?;
        match answer {
            Ok((time, problem)) => {
                played.answered += 1;
                played.legal += usize::from(problem.is_none());
                played.illegal = played.illegal.take().or(problem);
                if in_hurry {
                    played.hurried += 1;
                } else {
                    played.late += usize::from(time > self.limit());
                    played.times.push(time);
                }
            }
            Err((kind, problem)) => {
                played.failures += 1;
                if kind == FaultKind::Timeout {
                    played.missing += 1;
                    played.timeout.get_or_insert(problem);
                } else {
                    played.crash.get_or_insert(problem);
                }
            }
        }
        Ok(())
    }
}

impl PlayedMoves {
    /// Whether it failed too often to go on.
    pub(super) fn is_given_up(&self) -> bool {
        self.failures >= MOST_FAILURES
    }

    /// Whether the bot takes so long that it was hurried.
    pub(super) fn is_slow(&self) -> bool {
        self.hurried > 0
    }

    pub(super) fn legal_moves(&self, positions: usize) -> BotCheck {
        let problem = self.illegal.clone().or_else(|| self.crash.clone());
        if self.answered == 0 && problem.is_none() {
            return BotCheck::skipped(CheckName::LegalMoves, "there was no move");
        }
        let PlayedMoves { asked, answered, legal, kinds, failures: restarts, .. } = *self;
        let figures = Figures::LegalMoves { positions, asked, answered, legal, kinds, restarts };
        let given_up = self.is_given_up().then(|| format!("stopped after {MOST_FAILURES} failures"));
        BotCheck::passed(CheckName::LegalMoves, figures).with_problem(problem).with_note(given_up)
    }

    pub(super) fn answer_time(&self, limit: Duration, reply_limit: Duration) -> BotCheck {
        if self.times.is_empty() && self.timeout.is_none() {
            return BotCheck::skipped(CheckName::AnswerTime, "there was no answer");
        }
        let times = Times {
            late: self.late,
            missing: self.missing,
            hurried: self.hurried,
            ..Times::of(&self.times, limit, reply_limit.saturating_sub(limit))
        };
        let late = (self.late > 0).then(|| {
            let answers = if self.late == 1 { "answer" } else { "answers" };
            format!("{} {answers} after the limit, within the margin", self.late)
        });
        let figures = Figures::AnswerTime(times);
        BotCheck::passed(CheckName::AnswerTime, figures).with_problem(self.timeout.clone()).with_note(late)
    }
}

#[cfg(test)]
mod tests {
    use super::super::check::CheckOutcome;
    use super::*;

    fn played(times: &[u64]) -> PlayedMoves {
        let times = times.iter().map(|&time| Duration::from_millis(time)).collect();
        PlayedMoves { times, ..PlayedMoves::default() }
    }

    #[test]
    fn an_answer_in_the_margin_is_a_note() {
        let (limit, reply_limit) = (Duration::from_millis(100), Duration::from_millis(130));
        assert_eq!(played(&[50, 99]).answer_time(limit, reply_limit).outcome, CheckOutcome::Passed);
        let late = PlayedMoves { late: 1, ..played(&[50, 110]) }.answer_time(limit, reply_limit);
        assert_eq!(late.outcome, CheckOutcome::Noted);
        assert_eq!(late.reason.as_deref(), Some("1 answer after the limit, within the margin"));
        assert_eq!(played(&[]).answer_time(limit, reply_limit).outcome, CheckOutcome::Skipped);
        let problem = Problem { sent: vec![], received: vec![], expected: String::new() };
        let timeout = PlayedMoves { timeout: Some(problem), ..played(&[]) };
        assert_eq!(timeout.answer_time(limit, reply_limit).outcome, CheckOutcome::Failed);
    }
}
