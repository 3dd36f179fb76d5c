//! `arena show`: a position.

use std::io::Write;
use std::path::Path;

use super::args::ShowArgs;
use super::failure::Failure;
use super::resolve::{OpenedReferee, SetUp, refereeing};
use super::stdout::print_json;
use crate::report::numbers::plies;
use crate::report::paint::Paint;
use crate::report::position::{json, text};
use crate::report::refereed::{self as refereed_position, NO_BOARD};
use crate::report::replay::{MoveListJson, headline, move_list, ply_words, whole_match};
use crate::run::replay::StoredGame;
use crate::run::{RefereeSpec, RefereeView, SeenPosition};

pub(super) fn run(args: &ShowArgs, paint: Paint, out: &mut impl Write) -> Result<(), Failure> {
    if let Some(run) = &args.run {
        return stored(args, run, paint, out);
    }
    if let Some(referee) = args.position.referee()? {
        return refereed(args, &referee, paint, out);
    }
    let SetUp { game, moves, position, .. } = args.position.set_up()?;
    if args.json {
        print_json(out, &json(&game, &position))?;
        return Ok(());
    }
    let after = match position.move_list(moves) {
        moves if moves.is_empty() => String::new(),
        moves => format!(" after {moves}"),
    };
    write!(out, "{}{after}\n\n{}", paint.strong(&game.to_string()), text(&position, paint))?;
    Ok(())
}

/// A position of a game that arena has no rules for, as its referee sees it.
fn refereed(
    args: &ShowArgs,
    referee: &OpenedReferee,
    paint: Paint,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let OpenedReferee { game, position, .. } = referee;
    let seen = referee.see()?;
    if args.json {
        print_json(out, &refereed_position::json(game.to_string(), &position.ugi, &seen))?;
        return Ok(());
    }
    let after = match args.position.moves.as_deref().unwrap_or_default() {
        "" => String::new(),
        moves => format!(" after {moves}"),
    };
    let text = refereed_position::text(&seen, game.side_names(), paint);
    write!(out, "{}{after}\n\n{text}", paint.strong(&game.short_name()))?;
    if seen.board.is_none() {
        writeln!(out, "{NO_BOARD}")?;
    }
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
    if let Some(referee) = stored.game.referee() {
        let moves: Vec<&str> =
            stored.record.moves.as_deref().unwrap_or_default().split_whitespace().collect();
        let ply = ply(moves.len())?;
        let board = if args.boards { Some(board_of(referee, &stored, &moves[..ply])?) } else { None };
        if args.json {
            print_json(out, &MoveListJson::of(&stored, &moves[..ply], board.as_ref()))?;
        } else {
            write!(out, "{}", move_list(&stored, &moves, ply, paint))?;
            if let Some(seen) = &board {
                let [first, second] = [0, 1].map(|side| stored.record.players[side].as_str());
                write!(out, "\n{}", refereed_position::text(seen, [first, second], paint))?;
            } else {
                let asked =
                    "the board is known to the referee alone: --boards starts that program and asks it";
                writeln!(out, "\n{}", paint.faint(asked))?;
            }
        }
        return Ok(());
    }
    if stored.game.is_match() {
        if args.json {
            print_json(out, &MoveListJson::of(&stored, &[], None))?;
        } else {
            writeln!(out, "{}", whole_match(&stored, paint))?;
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

/// What the referee of a recorded game says of the position after these moves.
fn board_of(referee: &RefereeSpec, stored: &StoredGame, moves: &[&str]) -> Result<SeenPosition, Failure> {
    let view = RefereeView::start(referee).map_err(|error| Failure::Player(format!("--boards: {error}")))?;
    let position = RefereeView::position(stored.record.opening.as_deref(), &moves.join(" "));
    let position =
        position.map_err(|problem| Failure::Usage(format!("the opening of the game: {problem}")))?;
    let seen = view.see(&position).map_err(refereeing)?;
    seen.map_err(|why| {
        let problem = format!("--boards: the referee does not accept the recorded moves: {why}");
        Failure::Player(format!("{problem}\nit may be another build than that of the run"))
    })
}
