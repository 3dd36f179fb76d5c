//! `arena show`: a position.

use std::io::Write;
use std::path::Path;

use serde::Serialize;

use super::args::ShowArgs;
use super::failure::Failure;
use super::replay::{Replay, plies};
use super::resolve::SetUp;
use super::values::{result, side_key};
use crate::games::{AnyPosition, Move, Outcome, moves};
use crate::host::GameSpec;
use crate::report::paint::Paint;

/// Runs the command.
pub(super) fn run(args: &ShowArgs, paint: Paint, out: &mut impl Write) -> Result<(), Failure> {
    if let Some(run) = &args.run {
        return recorded(args, run, paint, out);
    }
    let SetUp { game, moves, position, .. } = args.position.set_up()?;
    if args.json {
        serde_json::to_writer(&mut *out, &PositionJson::of(&game, &position))?;
        writeln!(out)?;
        return Ok(());
    }
    let after = match moves::listed(moves) {
        moves if moves.is_empty() => String::new(),
        moves => format!(" after {moves}"),
    };
    writeln!(out, "{}{after}\n", paint.strong(&game.to_string()))?;
    print(&position, paint, out)
}

/// A position of a recorded game.
fn recorded(args: &ShowArgs, run: &Path, paint: Paint, out: &mut impl Write) -> Result<(), Failure> {
    let recorded = Replay::read(run, &args.position.game)?;
    let ply = args.ply.map_or(recorded.plies(), |ply| ply as usize);
    let Some(position) = recorded.position(ply) else {
        let problem = format!("--ply: game {} has {}", recorded.number, plies(recorded.plies()));
        return Err(Failure::Usage(format!("{problem}\ngive a number from 0 to {}", recorded.plies())));
    };
    if args.json {
        serde_json::to_writer(&mut *out, &PositionJson::of(&recorded.game, position))?;
        writeln!(out)?;
        return Ok(());
    }
    writeln!(out, "{}", paint.strong(&recorded.headline(paint)))?;
    writeln!(out, "{}\n", recorded.ply_words(ply, paint))?;
    print(position, paint, out)
}

/// Prints the board, and who may move or how the game ended.
fn print(position: &AnyPosition, paint: Paint, out: &mut impl Write) -> Result<(), Failure> {
    writeln!(out, "{}", position.draw().render(|ink, text| paint.ink(ink, text)))?;
    match position.outcome() {
        Some(outcome) => {
            let result = result(position, outcome, |side| position.side_name(side).to_owned());
            writeln!(out, "The game is over: {}.", paint.strong(&result))?;
        }
        None => {
            let side = paint.side(position.to_move(), position.side_name(position.to_move()));
            writeln!(out, "{side} to move. Legal moves: {}", moves::listed(position.legal_moves()))?;
        }
    }
    writeln!(out, "Position: {position}")?;
    Ok(())
}

/// The JSON of the command.
#[derive(Serialize)]
struct PositionJson {
    game: String,
    position: String,
    to_move: Option<&'static str>,
    legal: Vec<usize>,
    over: bool,
    winner: Option<&'static str>,
    points: [u32; 2],
}

impl PositionJson {
    fn of(game: &GameSpec, position: &AnyPosition) -> PositionJson {
        let over = position.is_over();
        PositionJson {
            game: game.to_string(),
            position: position.to_string(),
            to_move: (!over).then(|| side_key(position.to_move())),
            legal: position.legal_moves().map(Move::number).collect(),
            over,
            winner: position.outcome().map(|outcome| match outcome {
                Outcome::Win(side) => side_key(side),
                Outcome::Draw => "draw",
            }),
            points: position.points(),
        }
    }
}
