//! One-sided results: all points between a part and those nearer to the core went one way.
//!
//! The exact bound is the distance at which the probability of these results is still 0.025, as for a match that
//! was won to nil: ten games won are at least +140 Elo.

use super::RatingBound;
use crate::stats::TAIL;

/// One-sided results between a part and those nearer to the core.
#[derive(Debug, Clone)]
pub(super) struct OneSidedBound {
    pub(super) bound: RatingBound,
    /// The members of the core.
    pub(super) core: Vec<usize>,
    pub(super) wins: Vec<Wins>,
}

/// Units that the player further from the core won, or lost if the part is below.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wins {
    /// The player nearer to the core.
    pub(super) against: usize,
    /// How much further away the other is.
    pub(super) ahead: f64,
    pub(super) units: f64,
}

impl OneSidedBound {
    /// The log-likelihood of the results if the part were moved this much further away. With `only`, those of
    /// the games against some.
    fn log_chance(&self, shift: f64, only: impl Fn(usize) -> bool) -> f64 {
        let cost =
            |ahead: f64| if ahead > 0.0 { (-ahead).exp().ln_1p() } else { ahead.exp().ln_1p() - ahead };
        let wins = self.wins.iter().filter(|wins| only(wins.against));
        -wins.map(|wins| wins.units * cost(wins.ahead + shift)).sum::<f64>()
    }

    /// How likely the part is further away than a player that it is `apart` from now: one minus half the probability of
    /// the results if both were equal. For a single opponent this is what a uniform prior gives, 3/4 for one win. `None`
    /// without results that count.
    pub(super) fn certainty(&self, apart: f64, only: impl Fn(usize) -> bool + Copy) -> Option<f64> {
        self.wins
            .iter()
            .any(|wins| only(wins.against))
            .then(|| 1.0 - self.log_chance(-apart, only).exp() / 2.0)
    }

    /// The shift at which the results are just probable enough.
    pub(super) fn limit(&self) -> f64 {
        let is_too_near = |shift: f64| self.log_chance(shift, |_| true) < TAIL.ln();
        let (mut near, mut far) = (-1.0, 1.0);
        while !is_too_near(near) && near > -1e6 {
            near *= 2.0;
        }
        while is_too_near(far) && far < 1e6 {
            far *= 2.0;
        }
        for _ in 0..100 {
            let middle = f64::midpoint(near, far);
            if is_too_near(middle) {
                near = middle;
            } else {
                far = middle;
            }
        }
        far
    }

    /// Moves the part further away.
    pub(super) fn shift(&mut self, shift: f64) {
        self.wins.iter_mut().for_each(|wins| wins.ahead += shift);
    }
}
