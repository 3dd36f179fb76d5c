//! What a tuning has shown, in words.

use super::numbers::counted;
use super::{elo_words, percent};
use crate::run::tune::file::{TuneResult, Verdict};
use crate::stats::{Interval, SprtResult, SprtVerdict};

/// What a tuning has shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Gain {
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
    /// That of a result.
    pub(crate) fn of(result: &TuneResult) -> Gain {
        match result.verdict.as_ref().map(|verdict| test(verdict).verdict) {
            None => Gain::Unchanged,
            Some(SprtVerdict::H1) => Gain::Shown,
            Some(SprtVerdict::H0) => Gain::NotShown,
            Some(SprtVerdict::Continue) => Gain::Undecided,
        }
    }

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

/// The state of the test at the end of a verdict.
pub(crate) fn test(verdict: &Verdict) -> SprtResult {
    let &Verdict { llr, lower, upper, .. } = verdict;
    let decided =
        [SprtVerdict::H1, SprtVerdict::H0].into_iter().find(|known| known.to_string() == verdict.decision);
    SprtResult { llr, lower, upper, verdict: decided.unwrap_or(SprtVerdict::Continue) }
}

/// The interval of the score of a verdict.
pub(crate) fn interval(verdict: &Verdict) -> Interval {
    Interval { low: verdict.score_low, high: verdict.score_high }
}

/// Whether something was gained, in a sentence.
pub(crate) fn gain_sentence(result: &TuneResult) -> String {
    let Some(verdict) = &result.verdict else {
        return "Nothing was gained: tuning came back to the initial values".to_owned();
    };
    let interval = interval(verdict);
    let shown = format!(
        "{}, {} of {} against the initial ones",
        elo_words(verdict.score, interval),
        percent(verdict.score),
        counted(verdict.games, "game")
    );
    match Gain::of(result) {
        Gain::Shown => format!("The tuned values gain: {shown}"),
        Gain::Undecided => format!("It is undecided whether the tuned values gain: {shown}"),
        _ if interval.high < 0.5 => format!("The tuned values are weaker: {shown}"),
        _ => format!("No gain was shown for the tuned values: {shown}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(score: f64, decision: &str) -> TuneResult {
        let verdict = Verdict {
            games: 4000,
            score,
            score_low: score - 0.02,
            score_high: score + 0.02,
            llr: 0.0,
            lower: -2.9,
            upper: 2.9,
            decision: decision.to_owned(),
        };
        TuneResult { values: Vec::new(), spec: String::new(), verdict: Some(verdict) }
    }

    #[test]
    fn a_gain_is_claimed_only_by_the_test() {
        let says = |score, decision| gain_sentence(&result(score, decision));
        insta::assert_snapshot!(says(0.54, "H1"), @"The tuned values gain: +28 Elo (95 %: +14 to +42), 54.0 % of 4,000 games against the initial ones");
        insta::assert_snapshot!(says(0.54, "continue"), @"It is undecided whether the tuned values gain: +28 Elo (95 %: +14 to +42), 54.0 % of 4,000 games against the initial ones");
        insta::assert_snapshot!(says(0.501, "H0"), @"No gain was shown for the tuned values: +1 Elo (95 %: -13 to +15), 50.1 % of 4,000 games against the initial ones");
        insta::assert_snapshot!(says(0.45, "H0"), @"The tuned values are weaker: -35 Elo (95 %: -49 to -21), 45.0 % of 4,000 games against the initial ones");
        let unchanged = TuneResult { verdict: None, ..result(0.5, "H0") };
        insta::assert_snapshot!(gain_sentence(&unchanged), @"Nothing was gained: tuning came back to the initial values");
        assert_eq!(
            [Gain::of(&result(0.5, "nonsense")), Gain::of(&unchanged)],
            [Gain::Undecided, Gain::Unchanged]
        );
    }
}
