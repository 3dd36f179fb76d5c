//! The results of a run that is being played, in a few words.

use super::paint::Paint;
use super::{llr, score_so_far, standings};
use crate::run::pick;
use crate::run::{ContestKind, RunResults, TournamentResults};
use crate::stats::Standing;

/// How many players are rated while games are played. Rating more would take longer than their games.
const MOST_RATED_OFTEN: usize = 128;

/// How many players are shown while games are played.
const MOST_SHOWN: usize = 16;

/// The results so far, as shown with the progress.
#[derive(Debug, Clone, Default)]
pub(crate) struct SoFar {
    pub brief: String,
    /// The leading players of a tournament.
    leaders: Vec<Standing>,
    /// The table of the candidates of a race.
    candidates: String,
}

impl SoFar {
    pub(crate) fn brief(brief: impl Into<String>) -> SoFar {
        SoFar { brief: brief.into(), ..SoFar::default() }
    }

    /// The table below a bar, of at most this width; empty if there is none.
    pub(crate) fn table(&self, columns: usize) -> String {
        if self.candidates.is_empty() {
            return standings::table(&self.leaders, columns, Paint::new(false));
        }
        self.candidates.clone()
    }
}

/// The results so far.
pub(crate) fn so_far(run: &RunResults<'_>) -> SoFar {
    if let Some(race) = pick::ShownRace::of(run.tallies) {
        let left = format!("{} of {} left", race.race.left().count(), race.race.candidates());
        return SoFar { candidates: super::pick::table(&race, Paint::new(false)), ..SoFar::brief(left) };
    }
    match run.kind {
        ContestKind::Match => {
            let mut brief = score_so_far(&run.summary());
            if let Some((_, test)) = run.test() {
                brief += &format!(", {}", llr(&test));
            }
            SoFar::brief(brief)
        }
        ContestKind::Tournament { .. } if run.plan.players.len() > MOST_RATED_OFTEN => {
            SoFar::brief(format!("{} players", run.plan.players.len()))
        }
        ContestKind::Tournament { anchor } => {
            let TournamentResults { standings: mut leaders, .. } = TournamentResults::of(*run, anchor);
            leaders.truncate(MOST_SHOWN);
            let leader = leaders.first().map_or("", |standing| &standing.player);
            let brief = format!("{leader} leads");
            SoFar { leaders, ..SoFar::brief(brief) }
        }
    }
}
