//! `greedy`: the best move one ply ahead.

use super::smart::{self, SearchOptions};
use super::{Kind, Options, Strategy, StrategyInfo};
use crate::games::Game;
use crate::search::Depth;
use crate::text::TextError;

/// Looks one ply ahead: [`Smart`](smart::Smart) of depth 1.
pub(super) struct Greedy;

impl Kind for Greedy {
    const INFO: StrategyInfo = StrategyInfo {
        name: "greedy",
        form: "greedy[,eval=EVALUATOR]",
        summary: "the best move one ply ahead; among equals the first in order",
        argument: None,
        keys: &[smart::EVAL],
    };

    fn build<G: Game>(options: Options<'_>) -> Result<Box<dyn Strategy<G>>, TextError> {
        smart::with_evaluator(options, SearchOptions::fixed(Depth::plies(1)))
    }
}
