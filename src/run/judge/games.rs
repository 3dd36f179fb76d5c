//! The games of a run whose moves are judged.

use std::path::Path;

use crate::digest::Digest;
use crate::games::{AnyPosition, Move};
use crate::play::finished::FinishedGame;
use crate::play::host::{GameHost, GameSpec};
use crate::store::games_file::{self, Columns, GamesError};
use crate::store::origin::Origin;
use crate::store::source;

/// A recorded game with its opening and its moves.
#[derive(Debug, Clone)]
pub(crate) struct PlayedGame {
    /// Its number, from 1.
    pub number: usize,
    pub players: [String; 2],
    pub opening: AnyPosition,
    pub moves: Vec<Move>,
}

impl PlayedGame {
    /// All its positions, one more than there are moves.
    pub(crate) fn positions(&self) -> Vec<AnyPosition> {
        let mut positions = vec![self.opening.clone()];
        for &mv in &self.moves {
            let next = positions.last().and_then(|position| position.after(mv).ok());
            positions.extend(next);
        }
        positions
    }
}

/// The games of a run as they were recorded.
pub(in crate::run) struct Recorded {
    pub(in crate::run) spec: GameSpec,
    pub(in crate::run) origin: Origin,
    /// Each with its line.
    pub(in crate::run) games: Vec<(FinishedGame<String>, u64)>,
    /// The file that they are in.
    pub(in crate::run) place: String,
}

impl Recorded {
    pub(in crate::run) fn read(folder: &Path, columns: Columns) -> Result<Recorded, GamesError> {
        let Some(origin) = source::origin(folder)? else {
            let problem = format!("{} is not the folder of a run", folder.display());
            return Err(unusable(problem, "give the folder that arena wrote, with its run.json"));
        };
        let spec: GameSpec = origin.game.parse().map_err(wrong_game)?;
        let (file, place) = source::open(folder)?;
        let mut games = Vec::new();
        games_file::read(file, &place, columns, |game, line| {
            games.push((game.owned(), line));
            Ok(())
        })?;
        Ok(Recorded { spec, origin, games, place })
    }

    /// Why there is nothing to judge, if there is not.
    pub(in crate::run) fn check(&self) -> Result<(), GamesError> {
        let place = &self.place;
        if self.spec.is_match() {
            self.spec.host().map(drop).map_err(wrong_game)?;
        }
        if self.games.is_empty() {
            return Err(unusable(format!("{place} has no games"), "play some first"));
        }
        if self.games.iter().any(|(game, _)| game.moves.is_none()) {
            return Err(unusable(format!("{place} has no moves"), "give a run of arena"));
        }
        Ok(())
    }

    /// The games replayed by their rules.
    pub(in crate::run) fn replay(self) -> Result<RecordedGames, GamesError> {
        let openings: Vec<&str> = self
            .games
            .iter()
            .filter_map(|(game, _)| game.opening.as_deref())
            .filter(|text| !text.is_empty())
            .collect();
        let host = self.spec.host_for(&openings).map_err(wrong_game)?;
        self.check()?;
        let start = host.start();
        let mut games = Vec::new();
        for (game, line) in &self.games {
            let wrong = |error| GamesError::Text { place: format!("{}:{line}", self.place), error };
            let opening = match game.opening.as_deref().unwrap_or_default() {
                "" => start.clone(),
                text => start.read(text).map_err(wrong)?,
            };
            let moves = game.moves.as_deref().unwrap_or_default();
            let (_, moves) = opening.play_list(moves).map_err(wrong)?;
            let (number, players) = (game.number as usize, game.players.clone());
            games.push(PlayedGame { number, players, opening, moves });
        }
        Ok(RecordedGames { spec: self.spec, host, games })
    }
}

fn unusable(problem: String, advice: &str) -> GamesError {
    GamesError::Unusable { problem, advice: advice.to_owned() }
}

fn wrong_game(error: crate::text::TextError) -> GamesError {
    GamesError::Text { place: "run.json".to_owned(), error }
}

/// The rules of a run, and its games.
pub(in crate::run) struct RecordedGames {
    pub(in crate::run) spec: GameSpec,
    pub(in crate::run) host: Box<dyn GameHost>,
    pub(in crate::run) games: Vec<PlayedGame>,
}

impl RecordedGames {
    pub(in crate::run) fn read(folder: &Path) -> Result<RecordedGames, GamesError> {
        let run = Recorded::read(folder, Columns::Results)?.replay()?;
        if run.host.start().may_repeat() {
            let problem = format!("nobody plays {} perfectly here, so its moves cannot be judged", run.spec);
            return Err(unusable(problem, "review a run of a game whose positions cannot repeat"));
        }
        Ok(run)
    }

    /// Keeps evenly spread games with about this many positions.
    pub(in crate::run) fn sample(&mut self, positions: u64) {
        let all: u64 = self.games.iter().map(|game| game.moves.len() as u64).sum();
        let every = all.div_ceil(positions).max(1) as usize;
        self.games = std::mem::take(&mut self.games).into_iter().step_by(every).collect();
    }

    /// What is reviewed, and how: two reviews with the same key have the same results.
    pub(in crate::run) fn key(&self, budget: u64) -> String {
        let mut texts = vec![self.spec.to_string(), budget.to_string(), "1".to_owned()];
        for game in &self.games {
            texts.push(game.opening.to_string());
            texts.push(game.opening.move_list(game.moves.iter().copied()));
            texts.extend(game.players.iter().cloned());
        }
        format!("review {:016x}", Digest::of(texts.iter().map(String::as_str)))
    }
}
