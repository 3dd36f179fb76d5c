//! The match at the end of a tuning: the tuned values against the initial ones, with a sequential test.
//!
//! It is a normal run in the folder `verdict`, which every other command reads. Its openings are those that follow the
//! ones of the tuning in the order of the seed, so none was used before as long as the game has enough of them.

use super::TunePlan;
use super::file::Verdict;
use crate::play::openings::OpeningsSpec;
use crate::play::plan::Plan;
use crate::play::schedule::Schedule;
use crate::run::RunResults;
use crate::run::session::Session;
use crate::stats::StopRule;
use crate::text::{Decimal, TextError};

impl TunePlan {
    /// The plan of the match with these tuned values, after the steps of a session.
    pub(super) fn verdict(&self, values: &[Decimal], steps: &Session) -> Result<Plan, TextError> {
        let tuned = self.template.player("tuned", values)?;
        let initial = self.template.player("initial", &self.start())?;
        let openings = match (self.openings.source(), steps.opening_plies()) {
            (OpeningsSpec::Random(None), Some(plies)) => OpeningsSpec::Random(Some(plies)),
            (OpeningsSpec::Balanced(None), Some(plies)) => OpeningsSpec::Balanced(Some(plies)),
            (source, _) => source.clone(),
        };
        let openings = match openings {
            OpeningsSpec::Start => OpeningsSpec::Start,
            source => source.skipping(self.openings.skipped() + self.division.rounds()),
        };
        Ok(Plan {
            openings,
            seed: self.seed,
            max_plies: self.max_plies,
            stop: Some(StopRule::Sprt(self.sprt)),
            ..Plan::new(self.game.clone(), vec![tuned, initial], Schedule::of_match(self.verdict_games))
        })
    }

    /// The number of openings, if there are fewer than the steps and the match need.
    pub(super) fn too_few_openings(&self, steps: &Session) -> Option<u64> {
        let needed = self.division.rounds() + self.verdict_games.div_ceil(2);
        steps.distinct_openings().filter(|&openings| openings < needed)
    }
}

impl Verdict {
    /// What the match has shown; `None` without games.
    pub(super) fn of(results: &RunResults<'_>) -> Option<Verdict> {
        let summary = results.summary();
        let (_, test) = results.test()?;
        Some(Verdict {
            games: summary.games,
            score: summary.score?,
            estimate: summary.estimate.score,
            score_low: summary.estimate.interval.low,
            score_high: summary.estimate.interval.high,
            llr: test.llr,
            lower: test.lower,
            upper: test.upper,
            decision: test.verdict.to_string(),
            same_moves: test.same_moves,
        })
    }
}
