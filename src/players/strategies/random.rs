//! `random`: a random legal move.

use super::{Choice, Kind, NoChoice, Options, Strategy, StrategyInfo, Turn};
use crate::games::Game;
use crate::search::playout;
use crate::text::TextError;

/// Plays a legal move chosen uniformly at random.
pub(super) struct Random;

impl Kind for Random {
    const INFO: StrategyInfo = StrategyInfo {
        name: "random",
        form: "random",
        summary: "a legal move chosen uniformly at random",
        argument: None,
        keys: &[],
    };

    fn build<G: Game>(_: Options<'_>) -> Result<Box<dyn Strategy<G>>, TextError> {
        Ok(Box::new(Random))
    }
}

impl<G: Game> Strategy<G> for Random {
    fn choose(&mut self, position: &G, turn: &mut Turn<'_>) -> Result<Choice, NoChoice> {
        let any = playout::any_move(position, |bound| turn.rng.below(bound)).ok_or(NoChoice::GameOver)?;
        Ok(Choice::unsearched(any))
    }

    fn fresh(&self) -> Box<dyn Strategy<G>> {
        Box::new(Random)
    }

    fn is_instant(&self) -> bool {
        true
    }
}
