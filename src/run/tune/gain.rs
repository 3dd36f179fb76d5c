//! What a tuning has shown.

use super::file::{TuneResult, Verdict};
use crate::stats::estimate::Estimate;
use crate::stats::{Interval, Sprt, SprtResult, SprtVerdict, effort};

/// What a tuning has shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gain {
    /// The tuned values are stronger.
    Shown,
    /// They are not.
    NotShown,
    /// More games are needed.
    Undecided,
    /// The tuned values are the initial ones.
    Unchanged,
}

impl Gain {
    /// Its name in JSON.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Gain::Shown => "gained",
            Gain::NotShown => "not gained",
            Gain::Undecided => "undecided",
            Gain::Unchanged => "unchanged",
        }
    }
}

impl TuneResult {
    /// The spec with the tuned values.
    pub fn spec(&self) -> &str {
        &self.spec
    }

    /// The tuned values in the order of the template, as they are written in specs.
    pub fn values(&self) -> &[String] {
        &self.values
    }

    /// The score of the tuned values against the initial ones, as it is estimated after the test, with its 95 % interval;
    /// `None` if they are the same.
    pub fn score(&self) -> Option<(f64, Interval)> {
        let estimated = |verdict: &Verdict| {
            let interval = Interval { low: verdict.score_low, high: verdict.score_high };
            (verdict.estimate.unwrap_or(verdict.score), interval)
        };
        self.verdict.as_ref().map(estimated)
    }

    /// How many more games an undecided test needs.
    pub(crate) fn more_games(&self, sprt: &Sprt) -> Option<u64> {
        let verdict = self.verdict.as_ref().filter(|_| self.gain() == Gain::Undecided)?;
        Some(effort::more_games(sprt, &verdict.test(), verdict.games))
    }

    /// What was shown. A gain is claimed only by the test.
    pub fn gain(&self) -> Gain {
        match self.verdict.as_ref().map(|verdict| verdict.test().verdict) {
            None => Gain::Unchanged,
            Some(SprtVerdict::H1) => Gain::Shown,
            Some(SprtVerdict::H0) => Gain::NotShown,
            Some(SprtVerdict::Continue) => Gain::Undecided,
        }
    }
}

impl Verdict {
    /// The state of the test at the end.
    pub(crate) fn test(&self) -> SprtResult {
        let &Verdict { llr, lower, upper, same_moves, .. } = self;
        let decided =
            [SprtVerdict::H1, SprtVerdict::H0].into_iter().find(|known| known.to_string() == self.decision);
        SprtResult { llr, lower, upper, verdict: decided.unwrap_or(SprtVerdict::Continue), same_moves }
    }

    /// The score as it is estimated after the test. Earlier versions did not allow for that.
    pub(crate) fn estimate(&self) -> Estimate {
        let interval = Interval { low: self.score_low, high: self.score_high };
        Estimate::share(self.estimate.or(Some(self.score)), interval)
    }
}
