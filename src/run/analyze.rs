//! The values of all moves of a position, by a strategy.

use crate::games::AnyPosition;
use crate::interrupt;
use crate::players::strategies::{Analysis, AnyAnalyst, NoChoice, Turn};
use crate::rng::{Purpose, Rng};
use crate::run::session::all_cores;

/// What is known while an analysis runs.
pub(crate) struct AnalysisProgress {
    pub moves: usize,
    /// The values of all moves, from the last finished depth.
    pub finished: Option<Analysis>,
    /// The values of some moves, from the depth being searched.
    pub begun: Option<Analysis>,
}

impl AnalysisProgress {
    pub(crate) fn new(position: &AnyPosition) -> AnalysisProgress {
        let moves = position.legal_moves().len();
        AnalysisProgress { moves, finished: None, begun: None }
    }

    pub(crate) fn add(&mut self, analysis: &Analysis) {
        if analysis.values.len() < self.moves {
            self.begun = Some(analysis.clone());
        } else {
            self.finished = Some(analysis.clone());
            self.begun = None;
        }
    }

    /// What to show if the analysis stops now.
    pub(crate) fn best(&self) -> Option<&Analysis> {
        self.finished.as_ref().or(self.begun.as_ref())
    }
}

/// The values that an analyst computes for the moves.
pub(crate) fn analysis(analyst: &mut dyn AnyAnalyst, position: &AnyPosition) -> Result<Analysis, NoChoice> {
    observed(analyst, position, &mut |_| {})
}

/// The same, observed. Always with the same random numbers, so that the answer is always the same.
pub(crate) fn observed(
    analyst: &mut dyn AnyAnalyst,
    position: &AnyPosition,
    observe: &mut dyn FnMut(&Analysis),
) -> Result<Analysis, NoChoice> {
    let mut rng = Rng::stream(0, Purpose::PlayerA, 0);
    let mut turn = Turn::new(&mut rng, interrupt::flag()).on_threads(all_cores());
    analyst.analyze_observed(position, &mut turn, observe)
}
