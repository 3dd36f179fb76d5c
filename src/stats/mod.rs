//! Statistics of results: scores, Elo, and their uncertainty.
//!
//! The statistics are pure functions of [`Counts`]: how many units had which outcome. The unit is the pair of games
//! with sides swapped, because the two games of a pair are not independent; results without pairs are counted by games.
//! Nothing here knows what a game is.
//!
//! - [`counts`]: the sample, its mean and its variance.
//! - [`elo`](mod@elo): logistic Elo, normalized Elo, and the likelihood of superiority.
//! - [`interval`]: the interval of a score, by empirical likelihood.
//! - [`anytime`]: the interval of a score that is right at every look; [`stopping`]: what ends a match early, and which
//!   interval its result has then.
//! - [`wilson`](mod@wilson): the interval of a rate, such as wins per game.
//! - [`sprt`]: the sequential test, by exact generalized likelihoods.
//! - [`race`]: the best of many, by dropping those that are clearly behind.
//! - [`bisection`]: which of many commits has a loss, by noisy bisection.
//! - [`after_test`](mod@after_test): the estimate of the score after such a test has stopped.
//! - [`crosstable`]: the results between every two of many players; [`clusters`]: results that share openings, `design`:
//!   how much less they say;
//!   [`bradley_terry`]: the players' ratings.
//! - [`standings`](mod@standings): the players in the order of their ratings.
//! - `pairs`: which games belong together; `tally`: running counts of games and their pairs, with `identity` and
//!   `distinct` to recognise repeats; `course`: the counts during a run; `histogram`: times; `bins`: whole numbers.
//! - `estimate`: ratios and percentiles with their intervals.
//! - [`effort`]: the number of games needed.
//! - [`normal`]: the normal distribution; [`student`]: Student's, for small samples.
//!
//! No counts give infinity or NaN: a figure that does not exist is `None`.
//!
//! ```
//! use arena::stats::{Counts, elo, score_interval};
//!
//! let ten_nil = Counts::games(0, 0, 10);
//! assert_eq!(ten_nil.mean().and_then(elo), None); // no number is large enough …
//! let (at_least, at_most) = score_interval(&ten_nil).elo();
//! assert!(at_least.is_some_and(|elo| elo > 100.0)); // … but there is a bound from below
//! assert_eq!(at_most, None);
//! ```

pub mod after_test;
pub mod anytime;
pub(crate) mod bins;
pub mod bisection;
pub mod bradley_terry;
pub mod clusters;
pub mod counts;
pub(crate) mod course;
pub mod crosstable;
pub(crate) mod design;
pub(crate) mod distinct;
pub mod effort;
pub mod elo;
pub(crate) mod estimate;
pub(crate) mod histogram;
pub(crate) mod identity;
pub mod interval;
mod likelihood;
pub mod normal;
pub(crate) mod pairs;
pub mod race;
pub mod sprt;
pub mod standings;
pub mod stopping;
pub mod student;
pub(crate) mod tally;
pub mod wilson;

pub use after_test::{AfterTest, after_test};
pub use anytime::{anytime_interval, anytime_width};
pub use bisection::{Bisection, Loss, Suspects, Visit};
pub use bradley_terry::{Anchor, Belief, Difference, Rating, RatingBound, Ratings};
pub use clusters::{ClusterCell, Clusters};
pub use counts::{Counts, UNSEEN, Unit};
pub use crosstable::{Crosstable, RatedResults, RatingSample, Results};
pub use elo::{Nelo, elo, los, nelo, score};
pub use interval::{Interval, difference_interval, likelihood_interval, score_interval};
pub use normal::normal_cdf;
pub use race::{Dropped, Race, RaceRule, RaceVerdict};
pub use sprt::{Model, Sprt, SprtResult, SprtVerdict};
pub use standings::{Cost, Standing, standings};
pub use stopping::{ErrorLimit, IntervalBasis, StopRule};
pub use student::{student_95, student_cdf};
pub use wilson::{wilson, wilson_at};

/// 95 % of a normal distribution lie within this many standard deviations.
pub const Z: f64 = 1.959_963_984_540_054;

/// The 95 % point of chi-squared with one degree of freedom: `Z * Z`. It is the limit of a likelihood in large samples.
pub const CHI_SQUARE: f64 = 3.841_458_820_694_124;

/// The probability outside a 95 % interval, on each side.
pub const TAIL: f64 = 0.025;

/// A score this close to 0 or 1 counts as 0 or 1. It would be 4800 Elo, or one loss in a trillion games.
pub const EDGE: f64 = 1e-12;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_constants_are_the_same_95_percent() {
        assert!((Z * Z - CHI_SQUARE).abs() < 2e-15);
        assert!((normal_cdf(Z) - normal_cdf(-Z) - 0.95).abs() < 1e-15);
    }
}
