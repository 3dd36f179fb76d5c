//! A recorded game, found in a run, and replayed if arena has its rules.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::failure::Failure;
use super::resolve;
use super::values::result;
use crate::games::{AnyPosition, Move, Outcome, Side};
use crate::play::duel::Reason;
use crate::play::host::GameSpec;
use crate::report::numbers::grouped;
use crate::report::paint::Paint;
use crate::store::games_file::{self, Columns, GameLine};
use crate::store::origin::Origin;

/// A game as it was recorded.
pub(super) struct Recorded {
    pub(super) game: GameSpec,
    /// Its number in the run.
    pub(super) number: u64,
    pub(super) line: GameLine,
    /// The file that it is in.
    path: PathBuf,
}

/// A recorded game with all its positions.
pub(super) struct Replay {
    pub(super) game: GameSpec,
    /// Its number in the run.
    pub(super) number: u64,
    line: GameLine,
    moves: Vec<Move>,
    /// One more than there are moves.
    positions: Vec<AnyPosition>,
}

impl Recorded {
    /// Reads the game of this number from a run.
    pub(super) fn read(run: &Path, number: &str) -> Result<Recorded, Failure> {
        if !run.exists() {
            let missing = format!("there is no run {}\ngive the folder of a run", run.display());
            return Err(Failure::Usage(missing));
        }
        let wanted: u64 = number.parse().map_err(|_| {
            Failure::Usage(format!(
                "--game takes the number of a game of the run, not '{number}'\nfor example --game 17"
            ))
        })?;
        let path = resolve::games_path(run);
        let game = Origin::beside(&path).map(|origin| origin.game).ok_or_else(|| {
            Failure::Usage(format!(
                "{}: there is no run.json next to the games, so the rules are not known\ngive the folder of a run",
                path.display()
            ))
        })?;
        let game = game.parse().map_err(|error| Failure::in_flag("the game of the run", &error))?;
        Ok(Recorded { game, number: wanted, line: find(run, wanted)?, path })
    }

    /// Who played, and how it ended.
    pub(super) fn headline(&self, paint: Paint) -> String {
        let sides = self.game.side_names();
        let name = |side: Side| format!("{} ({})", self.line.players[side.index()], sides[side.index()]);
        let [first, second] = Side::BOTH.map(|side| paint.side(side, &name(side)));
        let ending = match self.line.outcome {
            Outcome::Win(side) => format!("{} wins", name(side)),
            Outcome::Draw => "a draw".to_owned(),
        };
        let ending = with_reason(ending, self.line.reason);
        format!("{}, game {}: {first} against {second}, {ending}", self.game, self.number)
    }
}

impl Replay {
    /// Reads the game of this number from a run.
    pub(super) fn read(run: &Path, number: &str) -> Result<Replay, Failure> {
        Replay::of(Recorded::read(run, number)?)
    }

    /// Replays a game by its rules.
    pub(super) fn of(recorded: Recorded) -> Result<Replay, Failure> {
        let Recorded { game, number, line, path } = recorded;
        let held: Vec<&str> =
            Some(line.opening.as_str()).filter(|opening| !opening.is_empty()).into_iter().collect();
        let host = game.host_for(&held).map_err(|error| Failure::in_flag("the game of the run", &error))?;
        let (moves, positions) = positions(host.start(), &line).map_err(|problem| {
            Failure::Usage(format!("{}: game {number}: {problem}\nthe file may be damaged", path.display()))
        })?;
        Ok(Replay { game, number, line, moves, positions })
    }

    /// The number of plies.
    pub(super) fn plies(&self) -> usize {
        self.moves.len()
    }

    /// The position after so many plies.
    pub(super) fn position(&self, ply: usize) -> Option<&AnyPosition> {
        self.positions.get(ply)
    }

    /// What was played, by whom, and how it ended.
    pub(super) fn headline(&self, paint: Paint) -> String {
        let [first, second] = Side::BOTH.map(|side| paint.side(side, &self.name(side)));
        format!("{}, game {}: {first} against {second}, {}", self.game, self.number, self.ending())
    }

    /// The move that led to a position, and its effects.
    pub(super) fn ply_words(&self, ply: usize, paint: Paint) -> String {
        let Some((before, mv)) =
            ply.checked_sub(1).and_then(|at| Some((&self.positions[at], self.moves.get(at)?)))
        else {
            return format!("The opening, {} to go.", plies(self.plies()));
        };
        let mover = paint.side(before.to_move(), &self.name(before.to_move()));
        let mut words = format!("Ply {ply} of {}: {mover} plays {}.", self.plies(), mv.number());
        for effect in before.effects(*mv) {
            words += &format!(" {}", effect.sentence(&mover));
        }
        words
    }

    fn name(&self, side: Side) -> String {
        format!("{} ({})", self.line.players[side.index()], self.positions[0].side_name(side))
    }

    /// How the game ended, as recorded.
    fn ending(&self) -> String {
        let text = match (self.positions.last(), self.line.outcome) {
            (Some(last), _) if last.outcome() == Some(self.line.outcome) => {
                result(last, self.line.outcome, |side| self.name(side))
            }
            (_, Outcome::Win(side)) => format!("{} wins", self.name(side)),
            (_, Outcome::Draw) => "a draw".to_owned(),
        };
        with_reason(text, self.line.reason)
    }
}

/// How a game ended, with the reason if it is an unusual one.
fn with_reason(ending: String, reason: Reason) -> String {
    match reason {
        Reason::Normal => ending,
        reason => format!("{ending} ({reason})"),
    }
}

/// "1 ply", "2 plies".
pub(super) fn plies(number: usize) -> String {
    format!("{} {}", grouped(number as u64), if number == 1 { "ply" } else { "plies" })
}

/// The line of a game.
fn find(run: &Path, wanted: u64) -> Result<GameLine, Failure> {
    let (file, place) = resolve::games_file(run)?;
    let (mut found, mut games) = (None, 0);
    let each = |line: GameLine, _| {
        games += 1;
        if line.number.unwrap_or(games) != wanted {
            return Ok(ControlFlow::Continue(()));
        }
        found = Some(line);
        Ok(ControlFlow::Break(()))
    };
    games_file::read_until(file, &place, Columns::All, each)
        .map_err(|error| Failure::Usage(error.to_string()))?;
    found.ok_or_else(|| {
        let advice = if games == 0 {
            "it has no games".to_owned()
        } else {
            format!("it has {} games, from 1 on", grouped(games))
        };
        Failure::Usage(format!("{place}: there is no game {wanted}\n{advice}"))
    })
}

/// The moves of a game and all its positions.
fn positions(start: AnyPosition, line: &GameLine) -> Result<(Vec<Move>, Vec<AnyPosition>), String> {
    let mut position = start;
    if !line.opening.is_empty() {
        position = position.read(&line.opening).map_err(|error| error.to_string())?;
    }
    let list = line.moves.as_deref().ok_or("the file has no column 'moves'")?;
    let (mut moves, mut positions) = (Vec::new(), vec![position.clone()]);
    for text in list.split_whitespace() {
        let mv =
            text.parse().ok().and_then(Move::from_number).ok_or_else(|| format!("'{text}' is not a move"))?;
        position = position.after(mv).map_err(|error| error.to_string())?;
        moves.push(mv);
        positions.push(position.clone());
    }
    Ok((moves, positions))
}
