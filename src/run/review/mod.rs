//! How good the moves of a run were, measured against perfect play.
//!
//! Games are judged in parallel and recorded in order.

mod part;
mod tally;

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::run::judge::{ExactJudge, JudgedGame, JudgedMove, PlayedGame, RecordedGames};
use crate::run::session::{SessionError, Threads};
use crate::store::folder::{REVIEW, replace};
use crate::store::games_file::GamesError;
use part::ReviewPart;
pub use tally::{MoveCounts, PlayerReview};

/// A row for each move.
const REVIEW_MOVES: &str = "review_moves.csv";

/// The games that are judged before they are recorded.
const AT_ONCE: usize = 64;

/// A review of a recorded run: every move compared with perfect play, as `arena review` does it.
///
/// ```
/// use arena::prelude::*;
///
/// let result = Review::new("results/example").sample(40).judge()?;
/// assert!(result.players()[0].all().mean_loss() >= Some(0.0));
/// # Ok::<(), arena::ReviewError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Review {
    folder: PathBuf,
    budget: u64,
    sample: Option<u64>,
    threads: Option<usize>,
    save: bool,
    save_moves: bool,
}

impl Review {
    /// A review of all moves of the run in a folder, with 100,000 nodes for a position.
    pub fn new(folder: impl Into<PathBuf>) -> Review {
        Review {
            folder: folder.into(),
            budget: 100_000,
            sample: None,
            threads: None,
            save: false,
            save_moves: false,
        }
    }

    /// Sets the nodes that solving a position may take. Moves that take more are not judged.
    #[must_use]
    pub fn budget(mut self, nodes: u64) -> Review {
        self.budget = nodes;
        self
    }

    /// Reviews about this many positions, of evenly spread games.
    #[must_use]
    pub fn sample(mut self, positions: u64) -> Review {
        self.sample = Some(positions);
        self
    }

    /// Sets the number of threads (default: one per core).
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Review {
        self.threads = Some(threads);
        self
    }

    /// Writes `review.csv` to the folder. An interrupted review that does so can be continued.
    #[must_use]
    pub fn save(mut self) -> Review {
        self.save = true;
        self
    }

    /// Also writes `review_moves.csv`.
    #[must_use]
    pub fn save_moves(mut self) -> Review {
        self.save_moves = true;
        self.save()
    }

    /// Judges the moves.
    pub fn judge(self) -> Result<ReviewResult, ReviewError> {
        self.judge_with(&mut |_| {})
    }

    /// The same, reporting progress at the start and after every few games.
    pub(crate) fn judge_with(
        self,
        listener: &mut dyn FnMut(ReviewProgress),
    ) -> Result<ReviewResult, ReviewError> {
        let mut run = RecordedGames::read(&self.folder)?;
        if let Some(sample) = self.sample {
            run.sample(sample);
        }
        let (mut part, mut judged) = (None, Vec::new());
        if self.save {
            let (opened, games) = ReviewPart::open(&self.folder, &run.key(self.budget))?;
            (part, judged) = (Some(opened), games);
        }
        judged.truncate(run.games.len());
        self.judge_rest(&run, part.as_mut(), &mut judged, listener)?;
        let games: Vec<ReviewedGame> =
            run.games.into_iter().zip(judged).map(|(game, moves)| ReviewedGame { game, moves }).collect();
        let players = tally::players(&games);
        let result = ReviewResult { folder: self.folder, game: run.spec.to_string(), games, players };
        if let Some(part) = part {
            replace(&result.folder.join(REVIEW), &tally::csv(&result.players)?)?;
            if self.save_moves {
                replace(&result.folder.join(REVIEW_MOVES), &tally::moves_csv(&result.games)?)?;
            }
            part.remove()?;
        }
        Ok(result)
    }

    /// Judges the games that are not yet.
    fn judge_rest(
        &self,
        run: &RecordedGames,
        mut part: Option<&mut ReviewPart>,
        judged: &mut Vec<JudgedGame>,
        listener: &mut dyn FnMut(ReviewProgress),
    ) -> Result<(), ReviewError> {
        let total = run.games.len();
        listener(ReviewProgress { judged: judged.len(), games: total });
        let threads = Threads::start(self.threads)?;
        let judge = ExactJudge::new(run, &threads, self.budget);
        for games in run.games[judged.len()..].chunks(AT_ONCE) {
            let some = judge.judge(games);
            let Some(some) = some else {
                return Err(ReviewError::Interrupted { judged: judged.len(), games: total });
            };
            if let Some(part) = &mut part {
                part.add(&some)?;
            }
            judged.extend(some);
            listener(ReviewProgress { judged: judged.len(), games: total });
        }
        Ok(())
    }
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct ReviewProgress {
    pub judged: usize,
    pub games: usize,
}

/// A game with what is known about its moves.
#[derive(Debug, Clone)]
pub(crate) struct ReviewedGame {
    pub game: PlayedGame,
    pub moves: Vec<JudgedMove>,
}

/// The result of a review. It displays as `arena review` prints it.
#[derive(Debug, Clone)]
pub struct ReviewResult {
    pub(crate) folder: PathBuf,
    pub(crate) game: String,
    pub(crate) games: Vec<ReviewedGame>,
    players: Vec<PlayerReview>,
}

impl ReviewResult {
    /// The players, in order of appearance.
    pub fn players(&self) -> &[PlayerReview] {
        &self.players
    }

    /// Whether losses are counted in points of the game; else a win is 1, a draw 0 and a loss -1.
    pub(crate) fn counts_points(&self) -> bool {
        self.games.iter().flat_map(|game| &game.moves).any(|judged| judged.beans.is_some())
    }

    /// The judged moves that lost most, with what they lost. Of equals, the first in the run comes first.
    pub(crate) fn worst_moves(&self, most: usize) -> Vec<(&PlayedGame, &JudgedMove, i32)> {
        let judged = self.games.iter().flat_map(|game| game.moves.iter().map(|one| (&game.game, one)));
        let mut losing: Vec<_> = judged
            .filter_map(|(game, judged)| Some((game, judged, judged.judgement?.loss())))
            .filter(|&(_, _, loss)| loss > 0)
            .collect();
        losing.sort_by_key(|&(_, _, loss)| -loss);
        losing.truncate(most);
        losing
    }
}

/// Why a run could not be reviewed.
#[derive(Debug, Error)]
pub enum ReviewError {
    /// The folder has no run that can be reviewed.
    #[error("{0}")]
    Run(String),
    /// A file could not be written, or the threads not started.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Ctrl-C, if the program listens for it.
    #[error("interrupted after {judged} of {games} games")]
    Interrupted {
        /// The games that were judged.
        judged: usize,
        /// All games.
        games: usize,
    },
}

impl From<GamesError> for ReviewError {
    fn from(error: GamesError) -> ReviewError {
        ReviewError::Run(error.to_string())
    }
}

impl From<SessionError> for ReviewError {
    fn from(error: SessionError) -> ReviewError {
        ReviewError::Io(io::Error::other(error))
    }
}

impl From<csv::Error> for ReviewError {
    fn from(error: csv::Error) -> ReviewError {
        ReviewError::Io(error.into())
    }
}
