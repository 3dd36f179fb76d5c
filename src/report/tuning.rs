//! A tuning in words: what it has shown, and how far it is.

use std::collections::VecDeque;

use super::numbers::counted;
use super::so_far::SoFar;
use super::{elo_words, percent};
use crate::run::tune::file::TuneResult;
use crate::run::tune::journal::StepGames;
use crate::run::tune::{Gain, Spsa, TunePlan};
use crate::stats;
use crate::text::Decimal;

/// The part of the steps that counts as recent: one in this many.
const RECENT_PART: u64 = 10;

/// How many parameters a line of progress has.
const MOST_SHOWN: usize = 4;

/// Whether something was gained, in a sentence.
pub(crate) fn gain_sentence(result: &TuneResult) -> String {
    let Some(verdict) = &result.verdict else {
        return "Nothing was gained: tuning came back to the initial values".to_owned();
    };
    let estimate = verdict.estimate();
    let shown = format!(
        "{}, {} of {} against the initial ones",
        elo_words(estimate.map(stats::elo)),
        percent(verdict.score),
        counted(verdict.games, "game")
    );
    match result.gain() {
        Gain::Shown => format!("The tuned values gain: {shown}"),
        Gain::Undecided if estimate.low > Some(0.5) => {
            format!("The tuned values look stronger, but the test has not decided: {shown}")
        }
        Gain::Undecided if estimate.high.is_some_and(|high| high < 0.5) => {
            format!("The tuned values look weaker, but the test has not decided: {shown}")
        }
        Gain::Undecided => format!("No gain is shown yet for the tuned values: {shown}"),
        _ if verdict.same_moves => {
            let games = counted(verdict.games, "game");
            format!("No gain: the tuned values play the same moves as the initial ones in all {games}")
        }
        _ if estimate.high.is_some_and(|high| high < 0.5) => format!("The tuned values are weaker: {shown}"),
        _ => format!("No gain was shown for the tuned values: {shown}"),
    }
}

pub(crate) struct RecentSteps {
    most: usize,
    has_opponents: bool,
    /// The values after each step, and the score in it.
    steps: VecDeque<(Vec<f64>, f64)>,
}

impl RecentSteps {
    pub(crate) fn of(plan: &TunePlan) -> RecentSteps {
        let most = usize::try_from(plan.division.steps() / RECENT_PART).unwrap_or(usize::MAX).clamp(2, 1000);
        RecentSteps { most, has_opponents: !plan.against.is_empty(), steps: VecDeque::new() }
    }

    pub(crate) fn add(&mut self, spsa: &Spsa, games: &StepGames) {
        let [plus, minus] = games.result.scores();
        let score = if self.has_opponents { f64::midpoint(plus, minus) } else { plus };
        self.steps.push_back((spsa.values().to_vec(), score));
        if self.steps.len() > self.most {
            self.steps.pop_front();
        }
    }

    /// The parameters, how far they moved recently, and the score of the recent steps.
    pub(crate) fn show(&self, spsa: &Spsa) -> SoFar {
        let first = self.steps.front().map(|(values, _)| values.as_slice());
        let all = spsa.parameters().iter().zip(spsa.values()).enumerate();
        let shown = all.take(MOST_SHOWN).map(|(place, (parameter, &value))| {
            let moved = Decimal::nearest(value - first.map_or(value, |first| first[place]));
            let sign = if moved.is_negative() { "" } else { "+" };
            format!("{} {} ({sign}{moved})", parameter.name, Decimal::nearest(value))
        });
        let mut brief = shown.collect::<Vec<_>>().join(", ");
        if spsa.parameters().len() > MOST_SHOWN {
            brief += ", …";
        }
        let score = self.steps.iter().map(|(_, score)| score).sum::<f64>() / self.steps.len().max(1) as f64;
        let whose = if self.has_opponents { "" } else { "plus " };
        brief += &format!("; {whose}{} in {} steps", percent(score), self.steps.len());
        SoFar::brief(brief)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::tune::file::Verdict;

    fn result(score: f64, decision: &str) -> TuneResult {
        let verdict = Verdict {
            games: 4000,
            score,
            estimate: Some(score),
            score_low: score - 0.02,
            score_high: score + 0.02,
            llr: 0.0,
            lower: -2.9,
            upper: 2.9,
            decision: decision.to_owned(),
            same_moves: false,
        };
        TuneResult { values: Vec::new(), spec: String::new(), verdict: Some(verdict) }
    }

    #[test]
    fn a_gain_is_claimed_only_by_the_test() {
        let says = |score, decision| gain_sentence(&result(score, decision));
        insta::assert_snapshot!(says(0.54, "H1"), @"The tuned values gain: +28 Elo (95 %: +14 to +42), 54.0 % of 4,000 games against the initial ones");
        insta::assert_snapshot!(says(0.54, "continue"), @"The tuned values look stronger, but the test has not decided: +28 Elo (95 %: +14 to +42), 54.0 % of 4,000 games against the initial ones");
        insta::assert_snapshot!(says(0.45, "continue"), @"The tuned values look weaker, but the test has not decided: -35 Elo (95 %: -49 to -21), 45.0 % of 4,000 games against the initial ones");
        insta::assert_snapshot!(says(0.501, "continue"), @"No gain is shown yet for the tuned values: +1 Elo (95 %: -13 to +15), 50.1 % of 4,000 games against the initial ones");
        insta::assert_snapshot!(says(0.501, "H0"), @"No gain was shown for the tuned values: +1 Elo (95 %: -13 to +15), 50.1 % of 4,000 games against the initial ones");
        insta::assert_snapshot!(says(0.45, "H0"), @"The tuned values are weaker: -35 Elo (95 %: -49 to -21), 45.0 % of 4,000 games against the initial ones");
        let mut same = result(0.5, "H0");
        same.verdict.iter_mut().for_each(|verdict| verdict.same_moves = true);
        insta::assert_snapshot!(gain_sentence(&same), @"No gain: the tuned values play the same moves as the initial ones in all 4,000 games");
        let unchanged = TuneResult { verdict: None, ..result(0.5, "H0") };
        insta::assert_snapshot!(gain_sentence(&unchanged), @"Nothing was gained: tuning came back to the initial values");
        assert_eq!([result(0.5, "nonsense").gain(), unchanged.gain()], [Gain::Undecided, Gain::Unchanged]);
    }
}
