//! `human`: a person at the terminal.
//!
//! `arena play` asks the person, and also takes moves back and gives hints. Elsewhere there is nobody to
//! ask, and building this strategy is an error.

use super::{Kind, Options, Strategy, StrategyInfo};
use crate::games::Game;
use crate::text::{TextError, program};

/// Its name in specs.
pub(super) const NAME: &str = "human";

/// Asks at the terminal.
pub(super) struct Human;

impl Kind for Human {
    const INFO: StrategyInfo = StrategyInfo {
        name: NAME,
        form: "human",
        summary: "asks at the terminal; only in the command play",
        argument: None,
        keys: &[],
    };

    fn build<G: Game>(options: Options<'_>) -> Result<Box<dyn Strategy<G>>, TextError> {
        Err(options.error(
            format!("a human can play only in '{} play'", program()),
            "choose another strategy, for example smart:6",
        ))
    }
}
