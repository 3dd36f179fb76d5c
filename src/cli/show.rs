//! `arena show`: a position.

use std::io::Write;
use std::path::Path;

use super::args::ShowArgs;
use super::failure::Failure;
use super::resolve::SetUp;
use super::stdout::print_json;
use crate::games::moves;
use crate::report::numbers::plies;
use crate::report::paint::Paint;
use crate::report::position::{json, text};
use crate::report::replay::{MoveListJson, headline, move_list, ply_words};
use crate::run::replay::StoredGame;

pub(super) fn run(args: &ShowArgs, paint: Paint, out: &mut impl Write) -> Result<(), Failure> {
    if let Some(run) = &args.run {
        return stored(args, run, paint, out);
    }
    let SetUp { game, moves, position, .. } = args.position.set_up()?;
    if args.json {
        print_json(out, &json(&game, &position))?;
        return Ok(());
    }
    let after = match moves::listed(moves) {
        moves if moves.is_empty() => String::new(),
        moves => format!(" after {moves}"),
    };
    write!(out, "{}{after}\n\n{}", paint.strong(&game.to_string()), text(&position, paint))?;
    Ok(())
}

/// A position of a recorded game; its moves, if arena does not have its rules.
fn stored(args: &ShowArgs, run: &Path, paint: Paint, out: &mut impl Write) -> Result<(), Failure> {
    let stored = StoredGame::read(run, &args.position.game)?;
    let number = stored.record.number;
    let ply = |last: usize| match args.ply.map_or(last, |ply| ply as usize) {
        ply if ply <= last => Ok(ply),
        _ => {
            let problem = format!("--ply: game {number} has {}", plies(last));
            Err(Failure::Usage(format!("{problem}\ngive a number from 0 to {last}")))
        }
    };
    if stored.game.is_refereed() {
        let moves: Vec<&str> =
            stored.record.moves.as_deref().unwrap_or_default().split_whitespace().collect();
        let ply = ply(moves.len())?;
        if args.json {
            print_json(out, &MoveListJson::of(&stored, &moves[..ply]))?;
        } else {
            write!(out, "{}", move_list(&stored, &moves, ply, paint))?;
        }
        return Ok(());
    }
    let replay = stored.replay()?;
    let ply = ply(replay.moves.len())?;
    let position = &replay.positions[ply];
    if args.json {
        print_json(out, &json(&replay.stored.game, position))?;
    } else {
        writeln!(out, "{}", paint.strong(&headline(&replay, paint)))?;
        write!(out, "{}\n\n{}", ply_words(&replay, ply, paint), text(position, paint))?;
    }
    Ok(())
}
