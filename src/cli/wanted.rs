//! From what was typed to what is meant: games, positions and strategies, or an error that names the flag.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::args::PositionArgs;
use super::failure::Failure;
use crate::games::{Game, GameSpec, Move, moves};
use crate::record::folder::GAMES;
use crate::strategies::{Analyst, Strategy, StrategySpec};

impl PositionArgs {
    /// The game that is meant.
    pub(super) fn game(&self) -> Result<GameSpec, Failure> {
        self.game.parse().map_err(|error| Failure::in_flag("--game", &error))
    }

    /// The positions that the form of the board must be able to hold, beside those that come up from the start.
    pub(super) fn held(&self) -> Vec<&str> {
        self.position.as_deref().into_iter().collect()
    }

    /// The position that is meant, and the moves that led to it.
    pub(super) fn set_up<G: Game>(&self, start: G) -> Result<SetUp<G>, Failure> {
        let from = match &self.position {
            Some(text) => start.read(text).map_err(|error| Failure::in_flag("--position", &error))?,
            None => start,
        };
        let list = self.moves.as_deref().unwrap_or("");
        let (position, moves) =
            moves::play_list(&from, list).map_err(|error| Failure::in_flag("--moves", &error))?;
        Ok(SetUp { moves, position })
    }
}

/// A position, and how it came about.
#[derive(Debug, Clone)]
pub(super) struct SetUp<G> {
    /// The moves played.
    pub(super) moves: Vec<Move>,
    /// Where they led.
    pub(super) position: G,
}

/// A file of games and what to call it: a `games.csv`, the one in the folder of a run, or stdin.
pub(super) fn games_file(path: &Path) -> Result<(Box<dyn Read>, String), Failure> {
    if path == Path::new("-") {
        return Ok((Box::new(io::stdin().lock()), "stdin".to_owned()));
    }
    let path = if path.is_dir() { path.join(GAMES) } else { path.to_owned() };
    let place = path.display().to_string();
    match File::open(&path) {
        Ok(file) => Ok((Box::new(file), place)),
        Err(error) => Err(Failure::Usage(format!(
            "cannot read {place}: {error}\ngive a games.csv, the folder of a run, or - to read from stdin"
        ))),
    }
}

/// The spec of a strategy.
pub(super) fn spec(flag: &str, text: &str) -> Result<StrategySpec, Failure> {
    text.parse().map_err(|error| Failure::in_flag(flag, &error))
}

/// A strategy for a game.
pub(super) fn build<G: Game>(flag: &str, spec: &StrategySpec) -> Result<Box<dyn Strategy<G>>, Failure> {
    spec.build().map_err(|error| Failure::in_flag(flag, &error))
}

/// A strategy that gives moves values.
pub(super) fn build_analyst<G: Game>(
    flag: &str,
    spec: &StrategySpec,
) -> Result<Box<dyn Analyst<G>>, Failure> {
    build(flag, spec)?.into_analyst().ok_or_else(|| {
        let problem = format!("{} gives moves no values", spec.kind());
        Failure::in_flag(flag, &spec.error(problem, "choose a strategy that does, for example smart:8"))
    })
}
