//! When a match stops before its last game, and what its interval means then.
//!
//! A match stops after the games of its plan, when a [`StopRule`] has decided, or when a person or a clock ends it. The
//! interval of its score depends on which: see [`IntervalBasis`].

use std::fmt;
use std::str::FromStr;

use super::Counts;
use super::after_test::{AfterTest, after_test};
use super::anytime::{anytime_interval, anytime_los};
use super::design::Design;
use super::elo::{NELO_SCALE, designed_los, designed_nelo, elo, game_deviation};
use super::estimate::Estimate;
use super::interval::{Interval, designed_interval};
use super::race::RaceRule;
use super::sprt::Sprt;
use super::wilson::wilson;
use crate::text::TextError;

/// What ends a match before all its games are played.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum StopRule {
    /// A sequential test that has decided.
    Sprt(Sprt),
    /// An anytime-valid interval that is narrow enough.
    UntilError(ErrorLimit),
    /// A race of several candidates that is over.
    Race(RaceRule),
}

impl StopRule {
    /// The sequential test, if it is one.
    pub fn sprt(self) -> Option<Sprt> {
        match self {
            StopRule::Sprt(sprt) => Some(sprt),
            StopRule::UntilError(_) | StopRule::Race(_) => None,
        }
    }

    /// The limit of an interval, if it is one.
    pub fn until_error(self) -> Option<ErrorLimit> {
        match self {
            StopRule::UntilError(limit) => Some(limit),
            StopRule::Sprt(_) | StopRule::Race(_) => None,
        }
    }

    /// What a race is about, if it is one.
    pub fn race(self) -> Option<RaceRule> {
        match self {
            StopRule::Race(rule) => Some(rule),
            StopRule::Sprt(_) | StopRule::UntilError(_) => None,
        }
    }
}

/// The rule as a part of a plan.
impl fmt::Display for StopRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StopRule::Sprt(sprt) => sprt.fmt(f),
            StopRule::UntilError(limit) => write!(f, "until-error {limit}"),
            StopRule::Race(rule) => rule.fmt(f),
        }
    }
}

/// How far the ends of an interval may be from its middle: `10` or `10elo` in Elo, `0.02score` or `2%` in points per game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ErrorLimit {
    /// In Elo.
    Elo(f64),
    /// In points per game, from 0 to 1.
    Score(f64),
}

/// The largest limit in Elo.
const MOST_ELO: f64 = 1000.0;

impl ErrorLimit {
    /// Whether an interval is at most this wide to either side.
    pub fn is_met(self, interval: Interval) -> bool {
        match self {
            ErrorLimit::Elo(limit) => {
                matches!(interval.elo(), (Some(low), Some(high)) if high - low <= 2.0 * limit)
            }
            ErrorLimit::Score(limit) => interval.width() <= 2.0 * limit,
        }
    }

    /// Whether the interval of a sample is narrow enough after this many units. It is looked at after every unit up to
    /// 256, and at 128 numbers of units between two powers of two beyond: which they are depends on the number alone.
    pub fn is_met_after(self, units: u64, sample: &Counts) -> bool {
        let apart = units.max(1).ilog2().saturating_sub(7);
        units.trailing_zeros() >= apart && self.is_met(anytime_interval(sample))
    }
}

impl fmt::Display for ErrorLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ErrorLimit::Elo(limit) => write!(f, "{limit}"),
            ErrorLimit::Score(limit) => write!(f, "{limit}score"),
        }
    }
}

impl FromStr for ErrorLimit {
    type Err = TextError;

    fn from_str(typed: &str) -> Result<ErrorLimit, TextError> {
        const FORM: &str =
            "write 10 for 10 Elo to either side, or 0.02score or 2% for two points in a hundred games";
        let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| *number > 0.0);
        let limit = if let Some(text) = typed.strip_suffix("score") {
            number(text).map(ErrorLimit::Score)
        } else if let Some(text) = typed.strip_suffix('%') {
            number(text).map(|percent| ErrorLimit::Score(percent / 100.0))
        } else {
            number(typed.strip_suffix("elo").unwrap_or(typed)).map(ErrorLimit::Elo)
        };
        match limit {
            Some(ErrorLimit::Elo(elo)) if elo <= MOST_ELO => Ok(ErrorLimit::Elo(elo)),
            Some(ErrorLimit::Score(score)) if score <= 0.5 => Ok(ErrorLimit::Score(score)),
            Some(_) => {
                let problem =
                    format!("'{typed}' is too large: an error is at most {MOST_ELO} Elo or 0.5score");
                Err(TextError::whole(typed, problem, FORM))
            }
            None => Err(TextError::whole(typed, format!("'{typed}' is not an error of an interval"), FORM)),
        }
    }
}

/// What the interval of a result rests on.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum IntervalBasis {
    /// The number of games was planned.
    #[default]
    Fixed,
    /// A person, a clock or a look at the results ended the games: the interval is right whenever somebody looks.
    Anytime,
    /// A sequential test ended the games.
    AfterTest {
        /// The test.
        sprt: Sprt,
        /// The number of pairs after which it ends undecided.
        most_pairs: u64,
    },
}

impl IntervalBasis {
    /// The same from the opponent's view.
    #[must_use]
    pub fn mirrored(self) -> IntervalBasis {
        match self {
            IntervalBasis::AfterTest { sprt, most_pairs } => {
                IntervalBasis::AfterTest { sprt: sprt.mirrored(), most_pairs }
            }
            basis => basis,
        }
    }

    /// That of the results of several runs together: a look at one of them is a look at all.
    pub(crate) fn of_all(runs: impl IntoIterator<Item = IntervalBasis>) -> IntervalBasis {
        let as_planned = runs.into_iter().all(|basis| basis == IntervalBasis::Fixed);
        if as_planned { IntervalBasis::Fixed } else { IntervalBasis::Anytime }
    }

    /// What an interval that rests on it is.
    pub(crate) fn kind(self) -> IntervalKind {
        match self {
            IntervalBasis::Fixed => IntervalKind::Fixed,
            IntervalBasis::Anytime => IntervalKind::Anytime,
            IntervalBasis::AfterTest { .. } => IntervalKind::AfterTest,
        }
    }

    /// That of a run with this rule and at most this many pairs. `as_planned` is whether the run ended by its plan and
    /// not by a person or a clock, and was not made longer.
    pub fn of(rule: Option<StopRule>, most_pairs: u64, as_planned: bool) -> IntervalBasis {
        match rule {
            None if as_planned => IntervalBasis::Fixed,
            Some(StopRule::Sprt(sprt)) if as_planned => IntervalBasis::AfterTest { sprt, most_pairs },
            _ => IntervalBasis::Anytime,
        }
    }
}

/// What an interval is. A test that says nothing about the score leaves the anytime-valid one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum IntervalKind {
    Fixed,
    Anytime,
    AfterTest,
}

impl IntervalKind {
    /// Its name in files.
    pub(crate) fn name(self) -> &'static str {
        match self {
            IntervalKind::Fixed => "fixed",
            IntervalKind::Anytime => "anytime",
            IntervalKind::AfterTest => "after-test",
        }
    }
}

/// A score as it is estimated: what its Elo is computed from, and how certain it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct ScoreEstimate {
    /// The estimate. After a sequential test it is not the share of the points.
    pub score: Option<f64>,
    /// The 95 % interval.
    pub interval: Interval,
    /// Normalized Elo, without a value if all results are the same.
    pub nelo: Estimate,
    /// The likelihood of superiority; `None` if all results are the same, and after a test, which has its verdict.
    pub los: Option<f64>,
    /// What the interval is.
    pub kind: IntervalKind,
}

impl ScoreEstimate {
    /// The estimate from a sample, given the mean score of all games.
    pub(crate) fn new(
        score: Option<f64>,
        sample: &Counts,
        design: Design,
        basis: IntervalBasis,
    ) -> ScoreEstimate {
        match basis {
            IntervalBasis::Fixed => ScoreEstimate {
                score,
                interval: designed_interval(sample, design),
                nelo: designed_nelo(sample, design).map(Estimate::from).unwrap_or_default(),
                los: designed_los(sample, design),
                kind: IntervalKind::Fixed,
            },
            IntervalBasis::Anytime => ScoreEstimate::anytime(score, sample, design),
            IntervalBasis::AfterTest { sprt, most_pairs } => match after_test(&sprt, sample, most_pairs) {
                Some(AfterTest { score, interval }) => ScoreEstimate {
                    score: Some(score),
                    interval,
                    nelo: scaled(sample, Some(score), interval),
                    los: None,
                    kind: IntervalKind::AfterTest,
                },
                // Players that choose the same moves end a test that the results alone would not.
                None => ScoreEstimate::anytime(score, sample, design),
            },
        }
    }

    /// Correlated units count as fewer independent ones.
    fn anytime(score: Option<f64>, sample: &Counts, design: Design) -> ScoreEstimate {
        let fewer = sample.divided(design.effect);
        let interval = anytime_interval(&fewer);
        ScoreEstimate {
            score,
            interval,
            nelo: scaled(sample, sample.mean(), interval),
            los: game_deviation(sample).and_then(|_| anytime_los(&fewer)),
            kind: IntervalKind::Anytime,
        }
    }

    /// The score with its interval.
    pub(crate) fn scores(&self) -> Estimate {
        Estimate::share(self.score, self.interval)
    }

    /// Elo, without a value if the result is one-sided.
    pub(crate) fn elo(&self) -> Estimate {
        self.scores().map(elo)
    }
}

/// A score with its interval in normalized Elo: on the scale of the deviation of the sample.
fn scaled(sample: &Counts, score: Option<f64>, interval: Interval) -> Estimate {
    match game_deviation(sample) {
        Some(deviation) => {
            Estimate::share(score, interval).map(|score| Some((score - 0.5) / deviation * NELO_SCALE))
        }
        None => Estimate::default(),
    }
}

/// The interval of a share of games, such as those won.
pub(crate) fn share_interval(count: u64, games: u64, basis: IntervalBasis) -> Interval {
    match basis {
        IntervalBasis::Fixed => wilson(count, games),
        // No sequential test asks about shares: they have an interval that holds whenever games stop.
        IntervalBasis::Anytime | IntervalBasis::AfterTest { .. } => {
            anytime_interval(&Counts::games(games.saturating_sub(count), 0, count))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_read_and_written() {
        for (typed, limit, written) in [
            ("10", ErrorLimit::Elo(10.0), "10"),
            ("7.5elo", ErrorLimit::Elo(7.5), "7.5"),
            ("0.02score", ErrorLimit::Score(0.02), "0.02score"),
            ("2%", ErrorLimit::Score(0.02), "0.02score"),
        ] {
            let read: ErrorLimit = typed.parse().unwrap();
            assert_eq!((read, read.to_string().as_str()), (limit, written));
        }
        for wrong in ["", "ten", "0", "-3", "nan", "inf", "2000", "60%", "0.7score", "score", "1e-400"] {
            assert!(wrong.parse::<ErrorLimit>().is_err(), "{wrong}");
        }
        insta::assert_snapshot!("2000".parse::<ErrorLimit>().unwrap_err(), @r"
        '2000' is too large: an error is at most 1000 Elo or 0.5score
            2000
            ^^^^
        write 10 for 10 Elo to either side, or 0.02score or 2% for two points in a hundred games
        ");
    }

    #[test]
    fn an_interval_is_narrow_enough_by_half_its_width() {
        let interval = Interval { low: 0.48, high: 0.52 };
        assert!(ErrorLimit::Score(0.0201).is_met(interval) && !ErrorLimit::Score(0.0199).is_met(interval));
        assert!(ErrorLimit::Elo(13.91).is_met(interval) && !ErrorLimit::Elo(13.89).is_met(interval));
        assert!(!ErrorLimit::Elo(1000.0).is_met(Interval { low: 0.9, high: 1.0 }), "no bound from above");
    }

    #[test]
    fn the_more_units_the_rarer_the_looks() {
        let sample = Counts::pairs([0, 0, 1 << 40, 0, 0]);
        let looks = |units: std::ops::Range<u64>| {
            units.filter(|&units| ErrorLimit::Score(0.5).is_met_after(units, &sample)).count()
        };
        assert_eq!((looks(1..256), looks(256..512), looks(1024..2048)), (255, 128, 128));
    }

    #[test]
    fn a_result_is_fixed_only_if_it_was_planned() {
        let sprt = Sprt::new(0.0, 10.0);
        let (test, error) = (StopRule::Sprt(sprt), StopRule::UntilError(ErrorLimit::Elo(10.0)));
        let of = |rule, as_planned| IntervalBasis::of(rule, 50, as_planned);
        assert_eq!(of(None, true), IntervalBasis::Fixed);
        assert_eq!(of(Some(test), true), IntervalBasis::AfterTest { sprt, most_pairs: 50 });
        for anytime in [of(None, false), of(Some(test), false), of(Some(error), true), of(Some(error), false)]
        {
            assert_eq!(anytime, IntervalBasis::Anytime);
        }
    }

    #[test]
    fn an_anytime_estimate_is_that_of_the_sample_and_less_certain() {
        let sample = Counts::pairs([34, 54, 63, 64, 75]);
        let [fixed, anytime] = [IntervalBasis::Fixed, IntervalBasis::Anytime]
            .map(|basis| ScoreEstimate::new(sample.mean(), &sample, Design::independent(sample.n()), basis));
        assert_eq!((fixed.kind.name(), anytime.kind.name()), ("fixed", "anytime"));
        assert_eq!((fixed.score, fixed.elo().value), (anytime.score, anytime.elo().value));
        let near = |one: Option<f64>, other: Option<f64>| (one.unwrap() - other.unwrap()).abs() < 1e-9;
        assert!(near(fixed.nelo.value, anytime.nelo.value));
        assert!(anytime.nelo.low < fixed.nelo.low && anytime.nelo.high > fixed.nelo.high);
        assert!(anytime.los < fixed.los && anytime.los > Some(0.99));
        let even = Counts::pairs([0, 0, 9, 0, 0]);
        let even = ScoreEstimate::new(Some(0.5), &even, Design::independent(9), IntervalBasis::Anytime);
        assert_eq!((even.nelo, even.los), (Estimate::default(), None), "without variance");
    }
}
