//! The checks of a referee: what it says of positions, of illegal moves, and of whole games.

use std::time::Duration;

use super::ExamHalt;
use super::check::{BotCheck, CheckName, Figures, Problem, Times};
use super::examiner::Examiner;
use super::unruled::{GamesOfReferee, START};
use crate::players::bots::inquiry::{Inquiry, NONSENSE};
use crate::players::bots::settings::BotSettings;
use crate::rng::{Purpose, Rng};

/// The most positions that are asked about a second time.
const REPEATED: usize = 100;

impl Examiner<'_> {
    /// Examines a referee with moves of this player, or of its own.
    pub(super) fn examine_referee(
        mut self,
        chooser: Option<&BotSettings>,
    ) -> Result<Vec<BotCheck>, ExamHalt> {
        if !self.meet(&CheckName::OF_REFEREES)? {
            return Ok(self.checks());
        }
        let limit = self.limit();
        let Some(start) = self.queries()? else {
            let rest = [CheckName::IllegalMoves, CheckName::Games, CheckName::SameAnswers];
            for name in rest.into_iter().chain([CheckName::AnswerTime, CheckName::Board]) {
                self.add(BotCheck::skipped(name, "it does not answer queries"));
            }
            return self.end(|bot, strays| bot.inquire(START, limit, strays).map(drop));
        };
        let reports_illegal = self.illegal_moves(&start)?;
        let mut played = self.play_games(chooser, reports_illegal, &start)?;
        self.add(played.check());
        self.same_answers(&played)?;
        played.times.sort_unstable();
        self.add(if played.times.is_empty() {
            BotCheck::skipped(CheckName::AnswerTime, "there was no game")
        } else {
            let times = Times::of(&played.times, limit, Duration::ZERO);
            BotCheck::passed(CheckName::AnswerTime, Figures::AnswerTime(times))
        });
        self.board()?;
        self.end(|bot, strays| bot.inquire(START, limit, strays).map(drop))
    }

    /// Asks about the start, where the game must not be over.
    fn queries(&mut self) -> Result<Option<Inquiry>, ExamHalt> {
        let limit = self.limit();
        let asked = self.with_bot(|bot, strays| {
            let (inquiry, _) = bot.inquire(START, limit, strays)?;
            let expected = match inquiry.standing() {
                _ if !inquiry.is_complete() => Some("a response to each query"),
                Err(_) => Some("gameover false and result none, or gameover true and p1win, p2win or draw; p1turn true or false"),
                Ok((Some(_), _)) => Some("a start at which the game is not over"),
                Ok(_) if inquiry.error.is_some() => Some("no error about the start"),
                Ok(_) => None,
            };
            let problem = expected.map(|expected| bot.problem(expected));
            Ok((inquiry, problem))
        })?;
        let (inquiry, check) = match asked {
            Ok((inquiry, problem)) => {
                let figures = Figures::Queries { start: inquiry.to_string() };
                let is_fine = problem.is_none();
                (
                    is_fine.then_some(inquiry),
                    BotCheck::passed(CheckName::Queries, figures).with_problem(problem),
                )
            }
            Err((_, problem)) => (None, BotCheck::failed(CheckName::Queries, problem, "no answer")),
        };
        self.add(check);
        Ok(inquiry)
    }

    /// Asks about a position after what is no move. Returns whether the referee reports it.
    fn illegal_moves(&mut self, start: &Inquiry) -> Result<bool, ExamHalt> {
        let limit = self.limit();
        let asked = self.with_bot(|bot, strays| {
            let (inquiry, _) = bot.inquire(&format!("{START} moves {NONSENSE}"), limit, strays)?;
            let said = inquiry.objection(start.is_chatty()).map(str::to_owned);
            let is_accepted = said.is_none() && !inquiry.agrees(start);
            let expected = "a line that begins with error, and the position stays as it was";
            let problem = is_accepted.then(|| bot.problem(expected));
            // It must be of use after that.
            let (again, _) = bot.inquire(START, limit, strays)?;
            let expected = "the same answers about the start as before";
            let problem = problem.or_else(|| (!again.agrees(start)).then(|| bot.problem(expected)));
            Ok((said, problem))
        })?;
        let (reported, check) = match asked {
            Ok((said, problem)) => {
                let reported = said.is_some();
                let silent = (!reported && problem.is_none()).then(|| {
                    "it ignores them in silence: a second move of the same side then counts as illegal"
                        .to_owned()
                });
                let figures = Figures::IllegalMoves { reported, said };
                let check = BotCheck::passed(CheckName::IllegalMoves, figures);
                (reported, check.with_problem(problem).with_note(silent))
            }
            Err((_, problem)) => {
                let reason = "it fails over an illegal move";
                (false, BotCheck::failed(CheckName::IllegalMoves, problem, reason))
            }
        };
        self.add(check);
        Ok(reported)
    }

    /// Asks once more about positions of the games, in another order.
    fn same_answers(&mut self, played: &GamesOfReferee) -> Result<(), ExamHalt> {
        let mut positions: Vec<&(String, Inquiry)> = played.positions.iter().collect();
        if positions.is_empty() {
            self.add(BotCheck::skipped(CheckName::SameAnswers, "there was no game"));
            return Ok(());
        }
        let mut rng = Rng::stream(0, Purpose::PlayerB, 0);
        for i in (1..positions.len()).rev() {
            positions.swap(i, rng.below(i as u32 + 1) as usize);
        }
        positions.truncate(REPEATED);
        let limit = self.limit();
        let (mut same, mut problem) = (0, None);
        for (position, first) in &positions {
            let asked = self.with_bot(|bot, strays| Ok(bot.inquire(position, limit, strays)?.0))?;
            match asked {
                Ok(second) if second.agrees(first) => same += 1,
                Ok(second) => {
                    problem.get_or_insert(Problem {
                        sent: vec![format!("position {position}")],
                        received: vec![first.to_string(), format!("then {second}")],
                        expected: "the same answers, whatever was asked before".to_owned(),
                    });
                }
                Err((_, fault)) => {
                    problem.get_or_insert(fault);
                    break;
                }
            }
        }
        let figures = Figures::SameMove { positions: positions.len(), same };
        self.add(BotCheck::passed(CheckName::SameAnswers, figures).with_problem(problem));
        Ok(())
    }

    /// Asks for a drawing, which is not required.
    fn board(&mut self) -> Result<(), ExamHalt> {
        let check = match self.with_bot(|bot, _| bot.board(START))? {
            Ok(Some(drawing)) => BotCheck::passed(CheckName::Board, Figures::Board { rows: drawing.rows }),
            Ok(None) => BotCheck::skipped(
                CheckName::Board,
                "no answer to query board, so arena shows moves without boards",
            ),
            // It is asked on demand alone, and started again.
            Err((_, Problem { received, .. })) => BotCheck::skipped(
                CheckName::Board,
                format!("it fails over query board: {}", received.join("; ")),
            ),
        };
        self.add(check);
        Ok(())
    }
}
