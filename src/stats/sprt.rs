//! The sequential probability ratio test (SPRT): play until the results decide between two hypotheses.
//!
//! H0 is that the Elo difference is `elo0`, H1 that it is `elo1`. After each pair the test computes the log-likelihood
//! ratio (LLR) of the two, and stops when it leaves its bounds (A. Wald, "Sequential Tests of Statistical Hypotheses",
//! 1945). Neither hypothesis fixes the frequency of each outcome; the most likely distribution represents it:
//! the generalized ratio (X. Li, J. Liu, Z. Ying, "Generalized Sequential Probability Ratio Test for Separate Families
//! of Hypotheses", 2014; M. Van den Bergh's notes for fishtest).
//!
//! The ratio is computed exactly. The usual formula from mean and variance holds only for small differences: for 20
//! pairs won of 20 and the hypotheses 0 and 100 Elo it gives 12851 instead of 4.94.
//!
//! ```
//! use arena::stats::{Counts, Sprt, SprtVerdict};
//!
//! let sprt: Sprt = "0,100,model=logistic".parse().unwrap();
//! let result = sprt.test(&Counts::pairs([0, 0, 0, 0, 20]));
//! assert_eq!((format!("{:.2}", result.llr), result.verdict), ("4.94".to_owned(), SprtVerdict::H1));
//! ```

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use serde::{Serialize, Serializer};

use super::counts::{Counts, Unit};
use super::elo::NELO_SCALE;
use super::likelihood::{Hypothesis, SmoothedSample};
use crate::text::{TextError, did_you_mean, parts};

/// The largest Elo difference that a hypothesis may claim.
pub const MOST_ELO: f64 = 4000.0;

/// The advice for a spec that cannot be read.
const FORM: &str =
    "write elo0,elo1[,alpha=0.05][,beta=0.05][,model=normalized], for example 0,5 or -5,0,alpha=0.01";

const KEYS: [&str; 3] = ["alpha", "beta", "model"];

/// The kind of Elo of the hypotheses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Model {
    /// The score in standard deviations of a game: the number of games needed does not depend on draws.
    Normalized,
    /// The score itself.
    Logistic,
}

impl Model {
    /// All models, in order.
    pub const ALL: [Model; 2] = [Model::Normalized, Model::Logistic];

    /// Its name in a spec.
    pub fn name(self) -> &'static str {
        match self {
            Model::Normalized => "normalized",
            Model::Logistic => "logistic",
        }
    }
}

/// A sequential test by its spec: `0,5,alpha=0.05,beta=0.05,model=normalized`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sprt {
    /// The Elo difference under H0.
    pub elo0: f64,
    /// The Elo difference under H1, above `elo0`.
    pub elo1: f64,
    /// The probability of accepting H1 if H0 is true.
    pub alpha: f64,
    /// The probability of accepting H0 if H1 is true.
    pub beta: f64,
    /// The kind of Elo.
    pub model: Model,
}

/// The verdict of a sequential test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SprtVerdict {
    /// H1 is accepted.
    H1,
    /// H0 is accepted.
    H0,
    /// More results are needed.
    Continue,
}

impl fmt::Display for SprtVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SprtVerdict::H1 => "H1",
            SprtVerdict::H0 => "H0",
            SprtVerdict::Continue => "continue",
        })
    }
}

impl Serialize for SprtVerdict {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Players that chose the same moves in both games of every pair are as strong as each other for a test after this many
/// distinct pairs. A change that affects 3 % of the openings shows in one of them with a probability of 95 %.
pub const SAME_MOVES_PAIRS: u64 = 100;

/// The state of a sequential test.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct SprtResult {
    /// The log-likelihood ratio: above 0 favours H1.
    pub llr: f64,
    /// H0 is accepted at or below this.
    pub lower: f64,
    /// H1 is accepted at or above this.
    pub upper: f64,
    /// The verdict.
    pub verdict: SprtVerdict,
    /// Whether it is the verdict because the players chose the same moves.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub same_moves: bool,
}

impl Sprt {
    /// The test of two hypotheses with the usual error rates of 5 %, in normalized Elo.
    pub fn new(elo0: f64, elo1: f64) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model: Model::Normalized }
    }

    /// The bounds of the LLR, lower and upper: ln(beta / (1 - alpha)) and ln((1 - beta) / alpha).
    pub fn bounds(&self) -> (f64, f64) {
        (self.beta.ln() - (-self.alpha).ln_1p(), (-self.beta).ln_1p() - self.alpha.ln())
    }

    /// The log-likelihood ratio; 0 without results.
    pub fn llr(&self, counts: &Counts) -> f64 {
        if counts.n() == 0 {
            return 0.0;
        }
        self.llr_of(&SmoothedSample::of(counts), counts.unit())
    }

    /// The log-likelihood ratio of a sample of these units.
    pub(super) fn llr_of(&self, sample: &SmoothedSample, unit: Unit) -> f64 {
        let cost = |elo: f64| sample.cost(self.hypothesis(elo, unit));
        cost(self.elo0) - cost(self.elo1)
    }

    /// The state of the test after these results.
    pub fn test(&self, counts: &Counts) -> SprtResult {
        let llr = self.llr(counts);
        let (lower, upper) = self.bounds();
        let verdict = if llr >= upper {
            SprtVerdict::H1
        } else if llr <= lower {
            SprtVerdict::H0
        } else {
            SprtVerdict::Continue
        };
        SprtResult { llr, lower, upper, verdict, same_moves: false }
    }

    /// The same test from the opponent's view.
    #[must_use]
    pub fn mirrored(self) -> Sprt {
        let Sprt { elo0, elo1, alpha, beta, model } = self;
        Sprt { elo0: -elo1, elo1: -elo0, alpha: beta, beta: alpha, model }
    }

    /// Whether H0 says that the first player is weaker: acceptance of H1 then means that it is not.
    pub fn is_for_regressions(&self) -> bool {
        self.elo0 < 0.0
    }

    /// The state of the test, given whether both players chose the same moves in each pair. If they did, neither is
    /// stronger, which is decided after [`SAME_MOVES_PAIRS`]: for H1 in a test for regressions, else for H0.
    pub fn test_moves(&self, units: &Counts, same_moves: bool) -> SprtResult {
        let result = self.test(units);
        if !same_moves || result.verdict != SprtVerdict::Continue || units.n() < SAME_MOVES_PAIRS {
            return result;
        }
        let verdict = if self.is_for_regressions() { SprtVerdict::H1 } else { SprtVerdict::H0 };
        SprtResult { verdict, same_moves: true, ..result }
    }

    fn hypothesis(&self, elo: f64, unit: Unit) -> Hypothesis {
        match self.model {
            Model::Logistic => Hypothesis::Elo(elo),
            // The score of a pair is the mean of two games and deviates less than that of a game.
            Model::Normalized => Hypothesis::Deviations(elo / NELO_SCALE * (unit.games() as f64).sqrt()),
        }
    }
}

/// The spec, without defaults.
impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usual = Sprt::new(self.elo0, self.elo1);
        write!(f, "{},{}", self.elo0, self.elo1)?;
        if self.alpha.to_bits() != usual.alpha.to_bits() {
            write!(f, ",alpha={}", self.alpha)?;
        }
        if self.beta.to_bits() != usual.beta.to_bits() {
            write!(f, ",beta={}", self.beta)?;
        }
        if self.model != usual.model {
            write!(f, ",model={}", self.model.name())?;
        }
        Ok(())
    }
}

impl FromStr for Sprt {
    type Err = TextError;

    fn from_str(typed: &str) -> Result<Sprt, TextError> {
        let mut fields = parts(typed, ',');
        let mut elo = |name: &str| match fields.next() {
            Some((place, text)) if !text.is_empty() => read_elo(typed, place, name),
            Some((place, _)) => Err(TextError::new(typed, place, format!("{name} is missing"), FORM)),
            None => Err(TextError::new(typed, typed.len()..typed.len(), format!("{name} is missing"), FORM)),
        };
        let mut sprt = Sprt::new(elo("elo0")?, elo("elo1")?);
        if sprt.elo0 >= sprt.elo1 {
            let problem = format!("elo0 must be below elo1, but {} is not below {}", sprt.elo0, sprt.elo1);
            return Err(TextError::whole(typed, problem, FORM));
        }
        let mut given = Vec::new();
        for (place, part) in fields {
            let Some((key, value)) = part.split_once('=') else {
                let problem =
                    if part.is_empty() { "something is missing here" } else { "this is not key=value" };
                return Err(TextError::new(typed, place, problem, FORM));
            };
            let (name, behind) = (place.start..place.start + key.len(), place.end - value.len()..place.end);
            match key {
                "alpha" => sprt.alpha = read_error(typed, behind, key)?,
                "beta" => sprt.beta = read_error(typed, behind, key)?,
                "model" => sprt.model = read_model(typed, behind)?,
                _ => {
                    let problem = format!("a sequential test has no key '{key}'");
                    return Err(TextError::new(typed, name, problem, did_you_mean(key, "keys", &KEYS)));
                }
            }
            if given.contains(&key) {
                let advice = format!("give {key}= once");
                return Err(TextError::new(typed, name, format!("'{key}' is given twice"), advice));
            }
            given.push(key);
        }
        Ok(sprt)
    }
}

fn read_elo(typed: &str, place: Range<usize>, name: &str) -> Result<f64, TextError> {
    let text = &typed[place.clone()];
    match text.parse::<f64>() {
        // Adding 0 turns -0 into 0.
        Ok(elo) if elo.abs() <= MOST_ELO => Ok(elo + 0.0),
        _ => {
            let problem = format!("{name} must be a number from -{MOST_ELO} to {MOST_ELO}, not '{text}'");
            Err(TextError::new(typed, place, problem, FORM))
        }
    }
}

fn read_error(typed: &str, place: Range<usize>, key: &str) -> Result<f64, TextError> {
    let text = &typed[place.clone()];
    match text.parse::<f64>() {
        Ok(error) if error > 0.0 && error < 0.5 => Ok(error),
        _ => {
            let problem = format!("{key} must be a number above 0 and below 0.5, not '{text}'");
            let advice = format!("the error rate of the test: {key}=0.05 is one in twenty");
            Err(TextError::new(typed, place, problem, advice))
        }
    }
}

fn read_model(typed: &str, place: Range<usize>) -> Result<Model, TextError> {
    let text = &typed[place.clone()];
    Model::ALL.into_iter().find(|model| model.name() == text).ok_or_else(|| {
        let names = Model::ALL.map(Model::name);
        TextError::new(typed, place, format!("unknown model '{text}'"), did_you_mean(text, "models", &names))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spec_is_read_and_written() {
        let sprt: Sprt = "-1.75,0.25,beta=0.1,model=logistic".parse().unwrap();
        assert_eq!(sprt, Sprt { beta: 0.1, model: Model::Logistic, ..Sprt::new(-1.75, 0.25) });
        for text in ["0,5", "-10,0", "0,2,alpha=0.01,beta=0.1", "0,5,model=logistic"] {
            assert_eq!(text.parse::<Sprt>().unwrap().to_string(), text);
        }
        assert_eq!("-0,+5e0,alpha=0.05,model=normalized".parse::<Sprt>().unwrap().to_string(), "0,5");
    }

    #[test]
    fn an_error_points_at_its_place() {
        let shown = |text: &str| text.parse::<Sprt>().unwrap_err().to_string();
        insta::assert_snapshot!(shown("0"), @"
        elo1 is missing
            0
             ^
        write elo0,elo1[,alpha=0.05][,beta=0.05][,model=normalized], for example 0,5 or -5,0,alpha=0.01
        ");
        insta::assert_snapshot!(shown(""), @"
        elo0 is missing
            
            ^
        write elo0,elo1[,alpha=0.05][,beta=0.05][,model=normalized], for example 0,5 or -5,0,alpha=0.01
        ");
        insta::assert_snapshot!(shown("5,0"), @"
        elo0 must be below elo1, but 5 is not below 0
            5,0
            ^^^
        write elo0,elo1[,alpha=0.05][,beta=0.05][,model=normalized], for example 0,5 or -5,0,alpha=0.01
        ");
        insta::assert_snapshot!(shown("0,five"), @"
        elo1 must be a number from -4000 to 4000, not 'five'
            0,five
              ^^^^
        write elo0,elo1[,alpha=0.05][,beta=0.05][,model=normalized], for example 0,5 or -5,0,alpha=0.01
        ");
        insta::assert_snapshot!(shown("0,inf"), @"
        elo1 must be a number from -4000 to 4000, not 'inf'
            0,inf
              ^^^
        write elo0,elo1[,alpha=0.05][,beta=0.05][,model=normalized], for example 0,5 or -5,0,alpha=0.01
        ");
        insta::assert_snapshot!(shown("0,5,alhpa=0.1"), @"
        a sequential test has no key 'alhpa'
            0,5,alhpa=0.1
                ^^^^^
        did you mean 'alpha'?
        ");
        insta::assert_snapshot!(shown("0,5,alpha=0.7"), @"
        alpha must be a number above 0 and below 0.5, not '0.7'
            0,5,alpha=0.7
                      ^^^
        the error rate of the test: alpha=0.05 is one in twenty
        ");
        insta::assert_snapshot!(shown("0,5,alpha=NaN"), @"
        alpha must be a number above 0 and below 0.5, not 'NaN'
            0,5,alpha=NaN
                      ^^^
        the error rate of the test: alpha=0.05 is one in twenty
        ");
        insta::assert_snapshot!(shown("0,5,model=logistik"), @"
        unknown model 'logistik'
            0,5,model=logistik
                      ^^^^^^^^
        did you mean 'logistic'?
        ");
        insta::assert_snapshot!(shown("0,5,0.05"), @"
        this is not key=value
            0,5,0.05
                ^^^^
        write elo0,elo1[,alpha=0.05][,beta=0.05][,model=normalized], for example 0,5 or -5,0,alpha=0.01
        ");
        insta::assert_snapshot!(shown("0,5,"), @"
        something is missing here
            0,5,
                ^
        write elo0,elo1[,alpha=0.05][,beta=0.05][,model=normalized], for example 0,5 or -5,0,alpha=0.01
        ");
        insta::assert_snapshot!(shown("0,5,beta=0.1,beta=0.2"), @"
        'beta' is given twice
            0,5,beta=0.1,beta=0.2
                         ^^^^
        give beta= once
        ");
    }

    #[test]
    fn no_results_favour_neither_hypothesis() {
        for unit in [Unit::Pair, Unit::Game] {
            let result = Sprt::new(0.0, 5.0).test(&Counts::empty(unit));
            assert_eq!((result.llr.to_bits(), result.verdict), (0_f64.to_bits(), SprtVerdict::Continue));
        }
    }

    #[test]
    fn the_opponent_sees_the_same_test_with_the_opposite_verdict() {
        let sprt = Sprt { alpha: 0.02, ..Sprt::new(-10.0, 30.0) };
        for counts in [[3, 3, 4, 3, 5], [1, 10, 100, 90, 40], [90, 50, 100, 50, 10]] {
            let counts = Counts::pairs(counts);
            let (here, there) = (sprt.test(&counts), sprt.mirrored().test(&counts.mirrored()));
            assert!((here.llr + there.llr).abs() < 1e-9 && (here.upper + there.lower).abs() < 1e-12);
        }
    }

    #[test]
    fn the_bounds_decide() {
        let sprt = Sprt::new(0.0, 50.0);
        let verdict = |pairs| sprt.test(&Counts::pairs(pairs)).verdict;
        assert_eq!(verdict([3, 3, 4, 3, 3]), SprtVerdict::Continue);
        assert_eq!(verdict([100, 100, 100, 100, 100]), SprtVerdict::H0);
        assert_eq!(verdict([100, 100, 100, 200, 200]), SprtVerdict::H1);
    }

    #[test]
    fn scripts_know_the_fields_by_these_names() {
        let verdict = SprtVerdict::Continue;
        let result = SprtResult { llr: 0.5, lower: -2.9, upper: 2.9, verdict, same_moves: false };
        let json = |result| serde_json::to_string(&result).unwrap();
        assert_eq!(json(result), r#"{"llr":0.5,"lower":-2.9,"upper":2.9,"verdict":"continue"}"#);
        let same = SprtResult { verdict: SprtVerdict::H1, same_moves: true, ..result };
        assert_eq!(json(same), r#"{"llr":0.5,"lower":-2.9,"upper":2.9,"verdict":"H1","same_moves":true}"#);
    }

    #[test]
    fn players_that_choose_the_same_moves_are_not_weaker_and_not_stronger() {
        let verdict = |sprt: &str, pairs: u64| {
            let result = sprt.parse::<Sprt>().unwrap().test_moves(&Counts::pairs([0, 0, pairs, 0, 0]), true);
            (result.verdict, result.same_moves)
        };
        for undecided in ["-5,0", "-5,5", "0,5", "-3,1,model=logistic"] {
            assert_eq!(verdict(undecided, SAME_MOVES_PAIRS - 1), (SprtVerdict::Continue, false));
        }
        for not_weaker in ["-5,0", "-5,5", "-3,1,model=logistic"] {
            assert_eq!(verdict(not_weaker, SAME_MOVES_PAIRS), (SprtVerdict::H1, true));
        }
        for not_stronger in ["0,5", "5,10", "0,2,model=logistic"] {
            assert_eq!(verdict(not_stronger, SAME_MOVES_PAIRS), (SprtVerdict::H0, true));
        }
        assert_eq!(verdict("-200,0", 40), (SprtVerdict::H1, false), "the results alone decide");
    }
}
