//! Every warning that a run can give, each with advice.

use super::numbers::{counted, grouped};
use crate::duel::Reason;
use crate::record::Summary;

/// Something that a reader of the result has to know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Warning {
    /// Games came more than once.
    Repeats {
        /// How many games were played.
        games: u64,
        /// How many of them differ.
        distinct: u64,
        /// Whether that is an estimate.
        is_estimate: bool,
        /// Whether there are ratings, which take each game for a new one.
        are_rated: bool,
    },
    /// Games were decided by a fault of a player.
    Forfeits {
        /// What fault.
        reason: Reason,
        /// How many.
        games: u64,
    },
    /// Games were stopped at the limit of plies.
    Stopped {
        /// How many.
        games: u64,
    },
    /// The result depends on the speed of this machine.
    Clock,
}

impl Warning {
    /// All that the results of the pairings of a run call for.
    pub fn of(summaries: &[Summary], reproducible: bool) -> Vec<Warning> {
        let mut warnings = Vec::new();
        let distinct = || summaries.iter().filter_map(|summary| summary.distinct).map(|counts| counts.games);
        if summaries.iter().any(Summary::repeats) {
            warnings.push(Warning::Repeats {
                games: summaries.iter().map(|summary| summary.games).sum(),
                distinct: distinct().map(|games| games.count).sum(),
                is_estimate: distinct().any(|games| games.is_estimate),
                are_rated: summaries.len() > 1,
            });
        }
        for reason in Reason::ALL {
            let games = summaries.iter().map(|summary| summary.ended_by(reason)).sum();
            match (reason, games) {
                (_, 0) | (Reason::Normal, _) => {}
                (Reason::MaxPlies, games) => warnings.push(Warning::Stopped { games }),
                (reason, games) => warnings.push(Warning::Forfeits { reason, games }),
            }
        }
        if !reproducible {
            warnings.push(Warning::Clock);
        }
        warnings
    }

    /// The warning in words, with what to do.
    pub fn text(&self) -> String {
        match self {
            Warning::Repeats { games, distinct, is_estimate, are_rated } => {
                let about = if *is_estimate { "about " } else { "" };
                let counts = if *are_rated {
                    "the ratings are surer of themselves than they should be"
                } else {
                    "the intervals count each pair once"
                };
                format!(
                    "of {} only {about}{} differ; {counts}. Use --openings random:K with a larger K, \
                     a player that plays by chance, or fewer games",
                    counted(*games, "game"),
                    grouped(*distinct),
                )
            }
            Warning::Forfeits { reason, games } => format!(
                "{} decided by a fault of a player ({reason}); look for it in the column reason of games.csv",
                were(*games)
            ),
            Warning::Stopped { games } => {
                format!("{} stopped at the limit of plies and counted as drawn; raise --max-plies", were(*games))
            }
            Warning::Clock => {
                "a player is limited by time, so the result depends on this machine; nodes= gives the same games \
                 everywhere"
                    .to_owned()
            }
        }
    }
}

fn were(games: u64) -> String {
    let were = if games == 1 { "was" } else { "were" };
    format!("{} {were}", counted(games, "game"))
}
