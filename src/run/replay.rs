//! A recorded game, found in a run, and replayed if arena has its rules.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use crate::games::{AnyPosition, Move};
use crate::play::finished::FinishedGame;
use crate::play::host::GameSpec;
use crate::store::games_file::{self, Columns, GamesError};
use crate::store::source;
use crate::text::TextError;

/// A game of a run, as it was recorded.
pub(crate) struct StoredGame {
    pub game: GameSpec,
    pub record: FinishedGame<String>,
    /// The file that it is in.
    path: PathBuf,
}

/// A recorded game with all its positions.
pub(crate) struct ReplayedGame {
    pub stored: StoredGame,
    pub moves: Vec<Move>,
    /// One more than there are moves.
    pub positions: Vec<AnyPosition>,
}

impl StoredGame {
    /// Reads the game of this number from a run.
    pub(crate) fn read(run: &Path, number: &str) -> Result<StoredGame, GamesError> {
        if !run.exists() {
            let problem = format!("there is no run {}", run.display());
            return Err(unusable(problem, "give the folder of a run"));
        }
        let number: u64 = number.parse().map_err(|_| {
            let problem = format!("--game takes the number of a game of the run, not '{number}'");
            unusable(problem, "for example --game 17")
        })?;
        let path = source::games_path(run);
        let Some(origin) = source::origin(run)? else {
            let problem = "there is no run.json next to the games, so the rules are not known";
            return Err(unusable(format!("{}: {problem}", path.display()), "give the folder of a run"));
        };
        let game = origin.game.parse().map_err(wrong_game)?;
        Ok(StoredGame { game, record: find(run, number)?, path })
    }

    /// Replays it by its rules.
    pub(crate) fn replay(self) -> Result<ReplayedGame, GamesError> {
        let opening: Vec<&str> =
            self.record.opening.as_deref().filter(|opening| !opening.is_empty()).into_iter().collect();
        let host = self.game.host_for(&opening).map_err(wrong_game)?;
        let (moves, positions) = positions(&host.start(), &self.record).map_err(|problem| {
            let problem = format!("{}: game {}: {problem}", self.path.display(), self.record.number);
            unusable(problem, "the file may be damaged")
        })?;
        Ok(ReplayedGame { stored: self, moves, positions })
    }
}

fn unusable(problem: String, advice: impl Into<String>) -> GamesError {
    GamesError::Unusable { problem, advice: advice.into() }
}

fn wrong_game(error: TextError) -> GamesError {
    GamesError::Text { place: "the game of the run".to_owned(), error }
}

fn find(run: &Path, wanted: u64) -> Result<FinishedGame<String>, GamesError> {
    let (file, place) = source::open(run)?;
    let (mut found, mut games) = (None, 0);
    let each = |game: &FinishedGame<&str>, _| {
        games += 1;
        if game.number != wanted {
            return Ok(ControlFlow::Continue(()));
        }
        found = Some(game.owned());
        Ok(ControlFlow::Break(()))
    };
    games_file::read_until(file, &place, Columns::All, each)?;
    found.ok_or_else(|| {
        let advice = match games {
            0 => "it has no games".to_owned(),
            games => format!("it has {} games, from 1 on", indicatif::HumanCount(games)),
        };
        unusable(format!("{place}: there is no game {wanted}"), advice)
    })
}

/// The moves of a game and all its positions.
pub(super) fn positions(
    start: &AnyPosition,
    record: &FinishedGame<String>,
) -> Result<(Vec<Move>, Vec<AnyPosition>), String> {
    let mut position = opening(start, record).map_err(|error| error.to_string())?;
    let list = record.moves.as_deref().ok_or("the file has no column 'moves'")?;
    let (mut moves, mut positions) = (Vec::new(), vec![position.clone()]);
    for text in list.split_whitespace() {
        let (mv, next) = step(&position, text)?;
        position = next;
        moves.push(mv);
        positions.push(position.clone());
    }
    Ok((moves, positions))
}

/// The position that a game began with.
pub(crate) fn opening(start: &AnyPosition, record: &FinishedGame<String>) -> Result<AnyPosition, TextError> {
    match record.opening.as_deref().unwrap_or_default() {
        "" => Ok(start.clone()),
        text => start.read(text),
    }
}

/// A move of a record, and the position after it.
pub(crate) fn step(position: &AnyPosition, text: &str) -> Result<(Move, AnyPosition), String> {
    let mv = position.move_named(text)?;
    Ok((mv, position.after(mv).map_err(|error| error.to_string())?))
}
