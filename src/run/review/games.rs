//! The games of a run that are reviewed.

use std::path::Path;

use crate::digest::Digest;
use crate::games::{AnyPosition, Move, moves};
use crate::play::host::{GameHost, GameSpec};
use crate::store::games_file::{self, Columns, GamesError};
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

/// The rules of a run, and its games.
pub(super) struct RecordedGames {
    pub(super) spec: GameSpec,
    pub(super) host: Box<dyn GameHost>,
    pub(super) games: Vec<PlayedGame>,
}

impl RecordedGames {
    pub(super) fn read(folder: &Path) -> Result<RecordedGames, GamesError> {
        let unusable =
            |problem: String, advice: &str| GamesError::Unusable { problem, advice: advice.to_owned() };
        let Some(origin) = source::origin(folder)? else {
            let problem = format!("{} is not the folder of a run", folder.display());
            return Err(unusable(problem, "give the folder that arena wrote, with its run.json"));
        };
        let wrong_game = |error| GamesError::Text { place: "run.json".to_owned(), error };
        let spec: GameSpec = origin.game.parse().map_err(wrong_game)?;
        let (file, place) = source::open(folder)?;
        let mut lines = Vec::new();
        games_file::read(file, &place, Columns::Results, |game, line| {
            lines.push((game.owned(), line));
            Ok(())
        })?;
        let openings: Vec<&str> = lines
            .iter()
            .filter_map(|(game, _)| game.opening.as_deref())
            .filter(|text| !text.is_empty())
            .collect();
        let host = spec.host_for(&openings).map_err(wrong_game)?;
        let start = host.start();
        let mut games = Vec::new();
        for (at, (game, line)) in lines.iter().enumerate() {
            let wrong = |error| GamesError::Text { place: format!("{place}:{line}"), error };
            let opening = match game.opening.as_deref().unwrap_or_default() {
                "" => start.clone(),
                text => start.read(text).map_err(wrong)?,
            };
            let Some(moves) = &game.moves else {
                return Err(unusable(format!("{place} has no moves"), "give a run of arena"));
            };
            let (_, moves) = opening.play_list(moves).map_err(wrong)?;
            games.push(PlayedGame { number: at + 1, players: game.players.clone(), opening, moves });
        }
        if games.is_empty() {
            return Err(unusable(format!("{place} has no games"), "play some first"));
        }
        Ok(RecordedGames { spec, host, games })
    }

    /// Keeps evenly spread games with about this many positions.
    pub(super) fn sample(&mut self, positions: u64) {
        let all: u64 = self.games.iter().map(|game| game.moves.len() as u64).sum();
        let every = all.div_ceil(positions).max(1) as usize;
        self.games = std::mem::take(&mut self.games).into_iter().step_by(every).collect();
    }

    /// What is reviewed, and how: two reviews with the same key have the same results.
    pub(super) fn key(&self, budget: u64) -> String {
        let mut texts = vec![self.spec.to_string(), budget.to_string(), "1".to_owned()];
        for game in &self.games {
            texts.push(game.opening.to_string());
            texts.push(moves::listed(game.moves.iter().copied()));
            texts.extend(game.players.iter().cloned());
        }
        format!("review {:016x}", Digest::of(texts.iter().map(String::as_str)))
    }
}
