//! `bad`: the first legal move.

use super::{Choice, Kind, NoChoice, Options, Strategy, StrategyInfo, Turn};
use crate::games::Game;
use crate::text::TextError;

/// Plays the first legal move in order: the lowest hole, the leftmost column.
pub(super) struct Bad;

impl Kind for Bad {
    const INFO: StrategyInfo = StrategyInfo {
        name: "bad",
        form: "bad",
        summary: "the first legal move in order: lowest hole, leftmost column",
        argument: None,
        keys: &[],
    };

    fn build<G: Game>(_: Options<'_>) -> Result<Box<dyn Strategy<G>>, TextError> {
        Ok(Box::new(Bad))
    }
}

impl<G: Game> Strategy<G> for Bad {
    fn choose(&mut self, position: &G, _: &mut Turn<'_>) -> Result<Choice, NoChoice> {
        let first = position.legal_moves().next().ok_or(NoChoice::GameOver)?;
        Ok(Choice::unsearched(first))
    }

    fn fresh(&self) -> Box<dyn Strategy<G>> {
        Box::new(Bad)
    }

    fn is_instant(&self) -> bool {
        true
    }
}
