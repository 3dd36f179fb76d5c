//! Simultaneous perturbation stochastic approximation (SPSA): all parameters are moved at once, each by plus or minus its
//! step, and the results of the two players that this gives show in which direction to go (J. Spall, "Multivariate
//! Stochastic Approximation Using a Simultaneous Perturbation Gradient Approximation", 1992).
//!
//! In step k (from 0) of K, in units of each parameter's own step:
//!
//! - the two trial players have the values `x + c_k s` and `x - c_k s`; each sign in `s` is drawn anew, both equally likely;
//! - `y` is the score of the first minus the score of the second;
//! - `x` becomes `x + a_k y / c_k s`, and stays within its bounds.
//!
//! `c_k = (k + 1)^-0.101` and `a_k = a / (k + 1 + K/10)^0.602` have the exponents that Spall recommends for practice
//! ("Implementation of the Simultaneous Perturbation Algorithm for Stochastic Optimization", 1998). The remaining constant
//! `a` is chosen so that **noise alone moves a parameter by [`WANDER`] steps over the whole tuning** (one standard
//! deviation): a single game has a standard deviation of at most 1 in `y`, so the sum is known in advance. It depends
//! neither on the number of steps that the games are divided into nor on the units of a parameter.
//!
//! The result is the mean of `x` over the second half of the steps, which is closer to the optimum than the last `x`
//! wherever that has come near it (B. Polyak, A. Juditsky, 1992). Both constants were chosen by simulation: see
//! `docs/TUNE.md`.
//!
//! A whole-numbered parameter has a real `x`, and is played rounded; its two values are at least one apart from `x`.
//! `x` is rounded to six decimals after every step, which keeps the last bits of powers, in which machines differ, out of
//! the course.

use super::parameter::Parameter;
use super::steps::Division;
use crate::rng::{Purpose, Rng};
use crate::text::Decimal;

/// How far noise alone moves a parameter, in steps: the standard deviation at the end.
const WANDER: f64 = 3.0;

const GAIN_EXPONENT: f64 = 0.602;

const PERTURBATION_EXPONENT: f64 = 0.101;

/// The gains fall slowly in this part of the steps.
const STABLE_PART: f64 = 0.1;

/// The course of a tuning so far.
#[derive(Debug, Clone)]
pub(crate) struct Spsa {
    parameters: Vec<Parameter>,
    division: Division,
    seed: u64,
    /// The constant of the gains.
    gain: f64,
    done: u64,
    values: Vec<f64>,
    /// The sums of the values in the second half of the steps.
    sums: Vec<f64>,
}

/// The two players that a step compares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Trial {
    /// The direction in which each parameter of the first one is moved: 1 or -1.
    pub signs: Vec<i8>,
    /// The values of the first one.
    pub plus: Vec<Decimal>,
    /// The values of the second one.
    pub minus: Vec<Decimal>,
}

/// The results of the two players of a step: games won, drawn and lost. Where they met each other, those of one mirror
/// those of the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct StepResult {
    /// Those of the first one.
    pub plus: [u64; 3],
    /// Those of the second one.
    pub minus: [u64; 3],
}

impl StepResult {
    /// The mean scores of the two.
    pub(crate) fn scores(&self) -> [f64; 2] {
        [self.plus, self.minus].map(|[wins, draws, losses]| {
            let games = (wins + draws + losses).max(1);
            (wins as f64 + draws as f64 / 2.0) / games as f64
        })
    }
}

impl Spsa {
    /// The course before its first step.
    pub(crate) fn new(parameters: Vec<Parameter>, division: Division, seed: u64) -> Spsa {
        let values: Vec<f64> = parameters.iter().map(|parameter| parameter.start.value()).collect();
        let mut spsa =
            Spsa { sums: vec![0.0; values.len()], parameters, division, seed, gain: 1.0, done: 0, values };
        let variance: f64 = (0..division.steps())
            .map(|step| (spsa.gain(step) / perturbation(step)).powi(2) / division.games_of(step) as f64)
            .sum();
        spsa.gain = WANDER / variance.sqrt().max(f64::MIN_POSITIVE);
        spsa
    }

    pub(crate) fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    pub(crate) fn division(&self) -> Division {
        self.division
    }

    /// The number of steps done.
    pub(crate) fn done(&self) -> u64 {
        self.done
    }

    /// Whether all steps are done.
    pub(crate) fn is_done(&self) -> bool {
        self.done >= self.division.steps()
    }

    /// The values now.
    pub(crate) fn values(&self) -> &[f64] {
        &self.values
    }

    /// The two players of the next step.
    pub(crate) fn trial(&self) -> Trial {
        let mut rng = Rng::stream(self.seed, Purpose::Perturbation, self.done);
        let signs: Vec<i8> = self.parameters.iter().map(|_| if rng.below(2) == 0 { 1 } else { -1 }).collect();
        let moved = |direction: f64| {
            let all = self.parameters.iter().zip(&self.values).zip(&signs);
            all.map(|((parameter, value), &sign)| {
                let least = if parameter.whole { 1.0 } else { Decimal::SMALLEST.value() };
                let distance = (parameter.step.value() * perturbation(self.done)).max(least);
                parameter.nearest(value + direction * f64::from(sign) * distance)
            })
            .collect()
        };
        Trial { plus: moved(1.0), minus: moved(-1.0), signs }
    }

    /// Takes the results of the next step.
    pub(crate) fn learn(&mut self, result: &StepResult) {
        let signs = self.trial().signs;
        let [plus, minus] = result.scores();
        let shift = self.gain(self.done) * (plus - minus) / perturbation(self.done);
        for ((value, parameter), sign) in self.values.iter_mut().zip(&self.parameters).zip(signs) {
            let moved = *value + f64::from(sign) * shift * parameter.step.value();
            let kept = moved.clamp(parameter.low.value(), parameter.high.value());
            *value = (kept * 1e6).round() / 1e6;
        }
        self.done += 1;
        if self.done * 2 > self.division.steps() {
            for (sum, value) in self.sums.iter_mut().zip(&self.values) {
                *sum += value;
            }
        }
    }

    /// The result: the mean values of the second half, as they can be played.
    pub(crate) fn tuned(&self) -> Vec<Decimal> {
        let counted = (self.done - self.done.min(self.division.steps() / 2)).max(1);
        let means = self.sums.iter().map(|sum| sum / counted as f64);
        self.parameters.iter().zip(means).map(|(parameter, mean)| parameter.nearest(mean)).collect()
    }

    fn gain(&self, step: u64) -> f64 {
        self.gain / (step as f64 + 1.0 + STABLE_PART * self.division.steps() as f64).powf(GAIN_EXPONENT)
    }
}

/// The distance of the values that a step tries, in steps of a parameter.
fn perturbation(step: u64) -> f64 {
    (step as f64 + 1.0).powf(-PERTURBATION_EXPONENT)
}
