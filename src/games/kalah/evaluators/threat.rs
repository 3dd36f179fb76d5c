//! `threat`: a capture that can be made now.

use super::Position;
use crate::games::{Evaluator, NamedEvaluator};

/// The most beans that one capture of the side to move would put into its pot, with the last bean sown. 0 if it cannot capture,
/// and in a finished game.
#[derive(Debug, Clone, Copy, Default)]
pub struct Threat;

impl<P: Position> NamedEvaluator<P> for Threat {
    const NAME: &'static str = "threat";
    const SUMMARY: &'static str = "beans that the best capture of the side to move would win";

    /// Only the side to move can capture at once.
    const ANTISYMMETRIC: bool = false;
    const LARGEST: i32 = P::MOST_BEANS;
    const FAST_PATH: bool = false;
}

impl<P: Position> Evaluator<P> for Threat {
    const LEAD_WEIGHT: Option<i32> = Some(0);

    #[inline]
    fn value(&self, position: &P) -> i32 {
        position.best_capture()
    }
}
