//! From arguments to games, positions and strategies, or an error that names the flag.

use super::args::PositionArgs;
use super::failure::Failure;
use crate::games::{AnyPosition, Move};
use crate::players::strategies::{AnyAnalyst, AnyStrategy, StrategySpec};
use crate::run::{GameHost, GameSpec};

impl PositionArgs {
    /// The game, the position, and the moves that lead to it.
    pub(super) fn set_up(&self) -> Result<SetUp, Failure> {
        let wrong = |error| Failure::in_flag("--game", &error);
        let game: GameSpec = self.game.parse().map_err(wrong)?;
        let held: Vec<&str> = self.position.as_deref().into_iter().collect();
        let host = game.host_for(&held).map_err(wrong)?;
        let mut position = host.start();
        if let Some(text) = &self.position {
            position = position.read(text).map_err(|error| Failure::in_flag("--position", &error))?;
        }
        let list = self.moves.as_deref().unwrap_or("");
        let (position, moves) =
            position.play_list(list).map_err(|error| Failure::in_flag("--moves", &error))?;
        Ok(SetUp { game, host, moves, position })
    }
}

/// A position of a game, and the moves that led to it.
pub(super) struct SetUp {
    pub(super) game: GameSpec,
    pub(super) host: Box<dyn GameHost>,
    /// The moves played.
    pub(super) moves: Vec<Move>,
    /// Where they led.
    pub(super) position: AnyPosition,
}

pub(super) fn spec(flag: &str, text: &str) -> Result<StrategySpec, Failure> {
    text.parse().map_err(|error| Failure::in_flag(flag, &error))
}

/// A strategy for a game.
pub(super) fn build(
    host: &dyn GameHost,
    flag: &str,
    spec: &StrategySpec,
) -> Result<Box<dyn AnyStrategy>, Failure> {
    host.strategy(spec).map_err(|error| Failure::in_flag(flag, &error))
}

/// A strategy that computes values of moves.
pub(super) fn build_analyst(
    host: &dyn GameHost,
    flag: &str,
    spec: &StrategySpec,
) -> Result<Box<dyn AnyAnalyst>, Failure> {
    let analyst = host.analyst(spec).map_err(|error| Failure::in_flag(flag, &error))?;
    analyst.ok_or_else(|| {
        let problem = format!("{} does not compute values of moves", spec.kind());
        Failure::in_flag(flag, &spec.error(problem, "choose a strategy that does, for example smart:8"))
    })
}
