//! The statistics of results from a file or from counts.

use std::path::Path;

use crate::stats::identity::CopyCounts;
use crate::stats::{Counts, IntervalBasis};
use crate::store::games_file::GamesError;
use crate::store::results::{self, PlayerFilter};
use crate::store::selected_games::{AttributeCondition, SelectedGames};
use crate::store::{Summary, source};

/// The statistics of two players.
pub(crate) struct Statistics {
    pub summary: Summary,
    /// The pairs that may be copies, where moves are not known.
    pub copies: CopyCounts,
    /// The place of the last line, if it is incomplete and was ignored.
    pub torn: Option<String>,
}

impl Statistics {
    /// Those of a file of games: of `a` against `b`, or against all others. Without names it must have two players.
    /// Only games that meet the conditions count.
    pub(crate) fn of_file(
        path: &Path,
        a: Option<&str>,
        b: Option<&str>,
        conditions: &[AttributeCondition],
    ) -> Result<Statistics, GamesError> {
        let games = SelectedGames::beside(&source::games_path(path), conditions)?;
        let (file, place) = source::open(path)?;
        let results = results::read(file, &place, PlayerFilter { a, b }, &games)?;
        let torn = results.torn.map(|line| format!("{place}:{line}"));
        let copies = results.copies;
        let summary = Summary::of_results(&results);
        // Without a `run.json` that can be read, the games are taken for as many as were planned.
        let run = source::origin(path).ok().flatten();
        let basis = run.map_or(IntervalBasis::Fixed, |run| {
            let is_mirrored = run.a.is_some_and(|a| a != summary.players[0]);
            if is_mirrored { run.basis.mirrored() } else { run.basis }
        });
        Ok(Statistics { summary: summary.resting_on(basis), copies, torn })
    }

    /// Those of bare counts.
    pub(crate) fn of_counts(players: [&str; 2], counts: Counts) -> Statistics {
        Statistics { summary: Summary::of_counts(players, counts), copies: CopyCounts::default(), torn: None }
    }
}
