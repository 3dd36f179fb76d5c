//! `arena engine`: a strategy as a bot for other programs, on stdin and stdout.

use std::io::{self, BufWriter};

use super::args::EngineArgs;
use super::failure::Failure;
use super::resolve;
use crate::GameSpec;
use crate::run::engine::Engine;

pub(super) fn run(args: &EngineArgs) -> Result<(), Failure> {
    // arena as a match runner sets the game.
    let given = args.game.clone().or_else(|| std::env::var("ARENA_GAME").ok());
    let is_default = given.is_none();
    let game = given.unwrap_or_else(|| "kalah".to_owned());
    let host = game.parse().and_then(|game: GameSpec| game.host());
    let host = host.map_err(|error| Failure::in_flag("--game", &error))?;
    let spec = resolve::spec("STRATEGY", &args.strategy)?;
    if spec.is_bot() {
        let error = spec.error("this is already a program", "start it directly");
        return Err(Failure::in_flag("STRATEGY", &error));
    }
    let engine = Engine::new(host, is_default, spec).map_err(|error| Failure::in_flag("STRATEGY", &error))?;
    // Two threads answer, and a stdout of its own would write each line alone.
    engine.run(io::stdin(), BufWriter::new(io::stdout()))?;
    Ok(())
}
