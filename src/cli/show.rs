//! `arena show`: a position.

use std::io::Write;
use std::path::Path;

use serde::Serialize;

use super::args::ShowArgs;
use super::failure::Failure;
use super::replay::{Recorded, Replay, plies};
use super::resolve::SetUp;
use super::values::{result, side_key};
use crate::games::{AnyPosition, Move, Outcome, moves};
use crate::play::host::GameSpec;
use crate::report::paint::Paint;

/// The moves in a line of a list.
const PLIES_PER_LINE: usize = 10;

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
    let recorded = Recorded::read(run, &args.position.game)?;
    if recorded.game.is_refereed() {
        return move_list(args, &recorded, paint, out);
    }
    let recorded = Replay::of(recorded)?;
    let ply = args.ply.map_or(recorded.plies(), |ply| ply as usize);
    let Some(position) = recorded.position(ply) else {
        return Err(no_such_ply(recorded.number, recorded.plies()));
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

/// The moves of a recorded game that arena has no rules for, up to a ply.
fn move_list(
    args: &ShowArgs,
    recorded: &Recorded,
    paint: Paint,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let line = &recorded.line;
    let all: Vec<&str> = line.moves.as_deref().unwrap_or_default().split_whitespace().collect();
    let ply = args.ply.map_or(all.len(), |ply| ply as usize);
    let Some(moves) = all.get(..ply) else { return Err(no_such_ply(recorded.number, all.len())) };
    if args.json {
        serde_json::to_writer(&mut *out, &MoveListJson::of(recorded, moves))?;
        writeln!(out)?;
        return Ok(());
    }
    writeln!(out, "{}", paint.strong(&recorded.headline(paint)))?;
    let opening = if line.opening.is_empty() { "the start" } else { &line.opening };
    let shown = if ply == all.len() { String::new() } else { format!("The first {ply} of ") };
    writeln!(out, "{shown}{} from {opening}:\n", plies(all.len()))?;
    for (row, moves) in moves.chunks(PLIES_PER_LINE).enumerate() {
        writeln!(out, "{:>5}  {}", row * PLIES_PER_LINE + 1, moves.join(" "))?;
    }
    Ok(())
}

fn no_such_ply(game: u64, last: usize) -> Failure {
    let problem = format!("--ply: game {game} has {}", plies(last));
    Failure::Usage(format!("{problem}\ngive a number from 0 to {last}"))
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

/// The JSON of a game that arena has no rules for.
#[derive(Serialize)]
struct MoveListJson<'a> {
    game: String,
    number: u64,
    opening: &'a str,
    first: &'a str,
    second: &'a str,
    winner: &'static str,
    reason: &'static str,
    moves: &'a [&'a str],
}

impl<'a> MoveListJson<'a> {
    fn of(recorded: &'a Recorded, moves: &'a [&'a str]) -> MoveListJson<'a> {
        let line = &recorded.line;
        MoveListJson {
            game: recorded.game.to_string(),
            number: recorded.number,
            opening: &line.opening,
            first: &line.players[0],
            second: &line.players[1],
            winner: match line.outcome {
                Outcome::Win(side) => side_key(side),
                Outcome::Draw => "draw",
            },
            reason: line.reason.name(),
            moves,
        }
    }
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
