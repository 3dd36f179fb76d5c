//! Elo: differences in strength on an additive scale.
//!
//! Logistic [`elo`] is a transformed score. Normalized [`nelo`] is the score in standard deviations of a game, so it
//! does not shrink with many draws, and determines how many games it takes to tell two players apart (M. Van den Bergh,
//! "Normalized Elo"; fastchess and fishtest compute the same).

use std::f64::consts::LN_10;

use super::counts::Counts;
use super::design::Design;
use super::student::student_cdf;
use super::{EDGE, Z};

/// Elo per standard deviation of a game: the scale on which normalized and logistic Elo agree for even games
/// without draws.
pub(super) const NELO_SCALE: f64 = 800.0 / LN_10;

/// The Elo difference at which this score is expected; `None` at 0 and 1, or within [`EDGE`] of them.
///
/// ```
/// use arena::stats::elo;
///
/// assert_eq!(elo(0.5), Some(0.0));
/// assert!(elo(0.75).is_some_and(|elo| (elo - 190.848_501_887_864_98).abs() < 1e-9));
/// assert_eq!(elo(1.0), None);
/// ```
pub fn elo(score: f64) -> Option<f64> {
    let exists = score > EDGE && 1.0 - score > EDGE;
    exists.then(|| 400.0 * (score / (1.0 - score)).log10())
}

/// The score expected at an Elo difference.
///
/// ```
/// use arena::stats::score;
///
/// assert_eq!(score(0.0), 0.5);
/// assert!((score(200.0) - 0.759_746_926_647_957_8).abs() < 1e-15);
/// ```
pub fn score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// Normalized Elo.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Nelo {
    /// The estimate.
    pub value: f64,
    /// Half the width of the 95 % interval.
    pub half_width: f64,
}

impl Nelo {
    /// The low end of the 95 % interval.
    pub fn low(self) -> f64 {
        self.value - self.half_width
    }

    /// The high end of the 95 % interval.
    pub fn high(self) -> f64 {
        self.value + self.half_width
    }
}

/// The normalized Elo of a sample; `None` if it has no variance.
///
/// ```
/// use arena::stats::{Counts, nelo};
///
/// let nelo = nelo(&Counts::pairs([34, 54, 63, 64, 75])).unwrap();
/// assert_eq!(format!("{:.2} ± {:.2}", nelo.value, nelo.half_width), "57.94 ± 28.28");
/// ```
pub fn nelo(counts: &Counts) -> Option<Nelo> {
    designed_nelo(counts, Design::independent(counts.n()))
}

/// The same for units that may be correlated.
pub(crate) fn designed_nelo(counts: &Counts, design: Design) -> Option<Nelo> {
    let games = counts.unit().games() as f64;
    Some(Nelo {
        value: (counts.mean()? - 0.5) / game_deviation(counts)? * NELO_SCALE,
        half_width: Z * NELO_SCALE / (games * counts.total()).sqrt() * design.effect.sqrt(),
    })
}

/// The standard deviation of a game; `None` without variance. The score of a pair is the mean of two games, so twice its
/// variance is that of a game.
pub(super) fn game_deviation(counts: &Counts) -> Option<f64> {
    let (_, variance) = spread(counts)?;
    Some((counts.unit().games() as f64 * variance).sqrt())
}

/// The likelihood of superiority: how likely the mean is above one half, by Student's t with N - 1 degrees of freedom;
/// `None` if the sample has no variance.
///
/// Of matches of ten pairs between equals, 12 % show 95 % or more for one of the two. By the normal distribution it would
/// be 16 %.
///
/// ```
/// use arena::stats::{Counts, los};
///
/// assert_eq!(los(&Counts::games(500, 0, 500)), Some(0.5));
/// assert_eq!(los(&Counts::games(0, 0, 10)), None);
/// ```
pub fn los(counts: &Counts) -> Option<f64> {
    designed_los(counts, Design::independent(counts.n()))
}

/// The same for units that may be correlated.
pub(crate) fn designed_los(counts: &Counts, design: Design) -> Option<f64> {
    let (mean, variance) = spread(counts)?;
    let error = (variance / counts.total() * design.effect).sqrt();
    Some(student_cdf((mean - 0.5) / error, design.clusters.saturating_sub(1)))
}

/// Mean and variance; `None` without variance.
fn spread(counts: &Counts) -> Option<(f64, f64)> {
    let variance = counts.variance().filter(|&variance| variance > 0.0)?;
    Some((counts.mean()?, variance))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Unit;

    #[test]
    fn there_is_no_elo_at_or_beyond_the_ends() {
        for score in [0.0, 1.0, 1e-13, 1.0 - 1e-13, -0.5, 1.5, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert_eq!(elo(score), None, "{score}");
        }
        assert!(elo(1e-11).is_some_and(|elo| elo < -4000.0));
        assert!(elo(1.0 - 1e-11).is_some_and(|elo| elo > 4000.0));
    }

    #[test]
    fn elo_and_score_are_inverse() {
        for tens in -100..=100 {
            let there = f64::from(tens) * 10.0;
            let back = elo(score(there)).unwrap();
            assert!((back - there).abs() < 1e-9, "{there} became {back}");
        }
    }

    #[test]
    fn the_score_of_a_huge_elo_is_0_or_1() {
        for far in [1e6, 1e300, f64::INFINITY] {
            assert_eq!(score(-far).to_bits(), 0_f64.to_bits());
            assert_eq!(score(far).to_bits(), 1_f64.to_bits());
        }
    }

    #[test]
    fn without_variance_there_is_no_nelo_and_no_superiority() {
        for counts in [Counts::empty(Unit::Pair), Counts::games(0, 10, 0), Counts::pairs([0, 0, 0, 0, 25])] {
            assert_eq!((nelo(&counts), los(&counts)), (None, None), "{counts:?}");
        }
    }

    #[test]
    fn the_interval_of_nelo_is_around_it() {
        let nelo = Nelo { value: 10.0, half_width: 4.0 };
        assert_eq!((nelo.low(), nelo.high()), (6.0, 14.0));
    }
}
