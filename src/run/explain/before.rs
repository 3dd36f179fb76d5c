//! An earlier run of the same plan: which of its games it did not lose.

use std::collections::HashMap;
use std::path::Path;

use crate::games::{Outcome, Side};
use crate::play::finished::FinishedGame;
use crate::run::judge::Recorded;
use crate::store::games_file::{Columns, GamesError};

/// How the games of two runs from the same openings and sides ended for the player that is explained.
#[derive(Debug, Clone)]
pub(crate) struct LostBefore {
    /// The folder of the earlier run.
    pub folder: String,
    pub player: String,
    /// The games that both runs played.
    pub shared: u64,
    /// Those lost in both, only then, and only now.
    pub both: u64,
    pub only_then: u64,
    /// The numbers of the games lost only now, in this run.
    pub only_now: Vec<u64>,
}

impl LostBefore {
    /// Compares the games of a player with those of an earlier run. Games from one opening are taken in the order of the runs.
    pub(super) fn compare(
        folder: &Path,
        then: &str,
        recorded: &Recorded,
        now: &str,
    ) -> Result<LostBefore, GamesError> {
        let earlier = Recorded::read(folder, Columns::All)?;
        let mut results: HashMap<(String, Side), Vec<bool>> = HashMap::new();
        for (game, _) in earlier.games.iter().rev() {
            if let Some(side) = side_of(game, then) {
                results.entry((opening(game), side)).or_default().push(is_lost(game, side));
            }
        }
        let mut found = LostBefore {
            folder: folder.display().to_string(),
            player: then.to_owned(),
            shared: 0,
            both: 0,
            only_then: 0,
            only_now: Vec::new(),
        };
        for (game, _) in &recorded.games {
            let Some(side) = side_of(game, now) else { continue };
            let Some(then) = results.get_mut(&(opening(game), side)).and_then(Vec::pop) else { continue };
            found.shared += 1;
            match (then, is_lost(game, side)) {
                (true, true) => found.both += 1,
                (true, false) => found.only_then += 1,
                (false, true) => found.only_now.push(game.number),
                (false, false) => {}
            }
        }
        if found.shared == 0 {
            return Err(GamesError::Unusable {
                problem: format!("no game of {} begins like one of this run", folder.display()),
                advice: "compare runs with the same --openings and --seed".to_owned(),
            });
        }
        Ok(found)
    }
}

fn opening(game: &FinishedGame<String>) -> String {
    game.opening.clone().unwrap_or_default()
}

/// The side that a player had in a game, if it played in it.
pub(super) fn side_of(game: &FinishedGame<String>, player: &str) -> Option<Side> {
    Side::BOTH.into_iter().find(|side| game.players[side.index()] == player)
}

pub(super) fn is_lost(game: &FinishedGame<String>, side: Side) -> bool {
    game.outcome == Outcome::Win(side.other())
}
