//! Every warning that a run can give, each with advice.

use super::numbers::{counted, grouped};
use crate::duel::Reason;
use crate::record::Summary;

/// Something to know before trusting a result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Warning {
    /// Some games are copies of others.
    Repeats {
        /// The number of games.
        games: u64,
        /// The number of distinct games.
        distinct: u64,
        /// Whether that is an estimate.
        is_estimate: bool,
        /// Whether there are ratings.
        are_rated: bool,
    },
    /// Games that `arena rate` read are copies of others.
    RatedRepeats {
        /// The number of games read.
        games: u64,
        /// The number of distinct games.
        distinct: u64,
    },
    /// Games were lost by a fault of a player.
    Forfeits {
        /// The fault.
        reason: Reason,
        /// The number of games.
        games: u64,
    },
    /// Games were stopped at the ply limit.
    Stopped {
        /// The number of games.
        games: u64,
    },
    /// The result depends on the speed of this machine.
    Clock,
}

impl Warning {
    /// The warnings about a run, given the summaries of its pairings.
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

    /// The text of the warning, with advice.
    pub fn text(&self) -> String {
        match self {
            Warning::Repeats { games, distinct, is_estimate, are_rated } => {
                let about = if *is_estimate { "about " } else { "" };
                let counts = if *are_rated {
                    "ratings and intervals count each pair once"
                } else {
                    "the intervals count each pair once"
                };
                format!(
                    "only {about}{} of {} are distinct; {counts}. Use --openings random:K with a larger K, \
                     a player that plays randomly, or fewer games",
                    grouped(*distinct),
                    counted(*games, "game"),
                )
            }
            Warning::RatedRepeats { games, distinct } => format!(
                "only {} of {} are distinct; the ratings count each pair once",
                grouped(*distinct),
                counted(*games, "game")
            ),
            Warning::Forfeits { reason, games } => format!(
                "{} forfeited ({reason}); see the column reason of games.csv",
                were(*games)
            ),
            Warning::Stopped { games } => {
                format!("{} stopped at the ply limit and counted as drawn; raise --max-plies", were(*games))
            }
            Warning::Clock => {
                "a player has a time limit, so the result depends on this machine; use nodes= for reproducible games"
                    .to_owned()
            }
        }
    }
}

fn were(games: u64) -> String {
    let were = if games == 1 { "was" } else { "were" };
    format!("{} {were}", counted(games, "game"))
}
