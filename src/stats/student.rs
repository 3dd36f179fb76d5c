//! Student's t distribution, with a whole number of degrees of freedom.
//!
//! An interval with an estimated variance is wider than the normal distribution says: the fewer units, the
//! wider ("Student", "The Probable Error of a Mean", Biometrika 6, 1908). The square of t with N - 1 degrees of freedom
//! is F(1, N - 1), the limit of the intervals here.

use std::f64::consts::FRAC_2_PI;

use super::normal::normal_cdf;

/// From here on, Hill's expansion around the normal distribution is good to 1e-15.
const MANY: u64 = 200;

/// Beyond this, the probability is 0 or 1.
const FAR: f64 = 1e9;

/// Halvings that take a bracket of 11 to the accuracy of a number around 2.
const STEPS: u32 = 60;

/// The probability that Student's t with the given degrees of freedom, at least 1, is below `t`.
///
/// ```
/// use arena::stats::student_cdf;
///
/// assert_eq!(student_cdf(0.0, 3), 0.5);
/// assert!((student_cdf(1.0, 1) - 0.75).abs() < 1e-15);
/// ```
pub fn student_cdf(t: f64, freedom: u64) -> f64 {
    if freedom >= MANY {
        return normal_cdf(expanded(t.abs().min(FAR), freedom as f64).copysign(t));
    }
    0.5 + (within(t.abs(), freedom.max(1)) / 2.0).copysign(t)
}

/// 95 % of Student's distribution lie within this many standard errors.
///
/// ```
/// use arena::stats::student_95;
///
/// assert!((student_95(9) - 2.262_157_162_798_205).abs() < 1e-12);
/// ```
pub fn student_95(freedom: u64) -> f64 {
    let (mut low, mut high) = (1.9, 13.0);
    for _ in 0..STEPS {
        let middle = f64::midpoint(low, high);
        if student_cdf(middle, freedom) < 0.975 {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

/// The probability within `t` to either side, as a finite sum: 26.7.3 and 26.7.4 of Abramowitz and Stegun, "Handbook of
/// Mathematical Functions" (1964).
fn within(t: f64, freedom: u64) -> f64 {
    let tangent = t / (freedom as f64).sqrt();
    let (angle, square) = (tangent.atan(), 1.0 / (1.0 + tangent * tangent));
    let is_odd = freedom % 2 == 1;
    // Powers of the cosine: odd ones, or even ones.
    let (mut term, mut sum) = (if is_odd { square.sqrt() } else { 1.0 }, 0.0);
    for k in 1..=freedom / 2 {
        sum += term;
        let (above, below) = if is_odd { (2 * k, 2 * k + 1) } else { (2 * k - 1, 2 * k) };
        term *= square * above as f64 / below as f64;
    }
    if is_odd { FRAC_2_PI * (angle + angle.sin() * sum) } else { angle.sin() * sum }
}

/// The normal number that is as far out as `t`: G. W. Hill, "Algorithm 395: Student's t-Distribution", Communications of
/// the ACM 13 (1970).
fn expanded(t: f64, freedom: f64) -> f64 {
    let a = freedom - 0.5;
    let b = 48.0 * a * a;
    let y = a * (t * t / freedom).ln_1p();
    let correction = (((-0.4 * y - 3.3) * y - 24.0) * y - 85.5) / (0.8 * y * y + 100.0 + b);
    ((correction + y + 3.0) / b + 1.0) * y.sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Z;

    /// Values of 40-digit arithmetic (mpmath): the regularized incomplete beta function, and its root.
    const QUANTILES: [(u64, f64); 16] = [
        (1, 12.706_204_736_174_705),
        (2, 4.302_652_729_749_464),
        (3, 3.182_446_305_283_71),
        (4, 2.776_445_105_197_794_4),
        (5, 2.570_581_835_636_315_5),
        (9, 2.262_157_162_798_205_5),
        (10, 2.228_138_851_986_275),
        (19, 2.093_024_054_408_309_8),
        (29, 2.045_229_642_132_704_3),
        (49, 2.009_575_237_129_239_7),
        (99, 1.984_216_951_586_417_5),
        (199, 1.971_956_544_251_753_8),
        (200, 1.971_896_223_633_909_4),
        (201, 1.971_836_506_779_859_3),
        (500, 1.964_719_837_467_367_8),
        (1000, 1.962_339_080_826_408_5),
    ];

    const PROBABILITIES: [(f64, u64, f64); 10] = [
        (-3.0, 1, 0.102_416_382_349_566_73),
        (0.5, 2, 0.666_666_666_666_666_7),
        (2.0, 3, 0.930_337_015_720_578_4),
        (-1.5, 9, 0.083_925_328_028_537_41),
        (4.0, 30, 0.999_809_077_181_958_1),
        (1.0, 199, 0.840_737_543_840_113_1),
        (1.0, 200, 0.840_740_576_045_126_7),
        (-2.5, 200, 0.006_611_586_320_850_395),
        (5.0, 250, 0.999_999_460_094_462),
        (-8.0, 1000, 1.713_330_741_195_737_2e-15),
    ];

    #[test]
    fn quantiles_are_those_of_the_incomplete_beta_function() {
        for (freedom, expected) in QUANTILES {
            let found = student_95(freedom);
            assert!((found / expected - 1.0).abs() < 1e-12, "{freedom}: {found} instead of {expected}");
        }
        assert!((student_95(u64::MAX) - Z).abs() < 1e-12);
    }

    #[test]
    fn probabilities_are_those_of_the_incomplete_beta_function() {
        for (t, freedom, expected) in PROBABILITIES {
            let found = student_cdf(t, freedom);
            assert!((found - expected).abs() < 1e-14, "{t}, {freedom}: {found} instead of {expected}");
        }
    }

    #[test]
    fn the_ends_are_0_and_1() {
        for freedom in [1, 2, 7, 300] {
            assert_eq!(
                (student_cdf(f64::INFINITY, freedom), student_cdf(f64::NEG_INFINITY, freedom)),
                (1.0, 0.0)
            );
        }
    }
}
