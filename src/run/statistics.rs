//! The statistics of results from a file or from counts.

use std::path::Path;

use crate::stats::Counts;
use crate::store::games_file::GamesError;
use crate::store::results::{self, PlayerFilter};
use crate::store::{Summary, source};

/// The statistics of two players.
pub(crate) struct Statistics {
    pub summary: Summary,
    /// The place of the last line, if it is incomplete and was ignored.
    pub torn: Option<String>,
}

impl Statistics {
    /// Those of a file of games: of `a` against `b`, or against all others. Without names it must have two players.
    pub(crate) fn of_file(path: &Path, a: Option<&str>, b: Option<&str>) -> Result<Statistics, GamesError> {
        let (file, place) = source::open(path)?;
        let results = results::read(file, &place, PlayerFilter { a, b })?;
        let torn = results.torn.map(|line| format!("{place}:{line}"));
        Ok(Statistics { summary: Summary::of_results(&results), torn })
    }

    /// Those of bare counts.
    pub(crate) fn of_counts(players: [&str; 2], counts: Counts) -> Statistics {
        Statistics { summary: Summary::of_counts(players, counts), torn: None }
    }
}
