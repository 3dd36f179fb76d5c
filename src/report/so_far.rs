//! The results of a run that is being played, in a few words.

use super::paint::Paint;
use super::{llr, score_so_far, standings};
use crate::run::{ContestKind, RunResults, TournamentResults};

/// How many players are rated while games are played. Rating more would take longer than their games.
const MOST_RATED_OFTEN: usize = 128;

/// How many players are shown while games are played.
const MOST_SHOWN: usize = 16;

/// The results so far, as shown with the progress.
#[derive(Debug, Clone, Default)]
pub(crate) struct SoFar {
    pub brief: String,
    /// Further lines below a bar.
    pub more: String,
}

impl SoFar {
    pub(crate) fn brief(brief: impl Into<String>) -> SoFar {
        SoFar { brief: brief.into(), more: String::new() }
    }
}

/// The results so far, with tables of at most this width.
pub(crate) fn so_far(run: &RunResults<'_>, columns: usize) -> SoFar {
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
            let TournamentResults { standings, .. } = TournamentResults::of(*run, anchor);
            let leader = standings.first().map_or("", |standing| &standing.player);
            let shown = &standings[..standings.len().min(MOST_SHOWN)];
            let more = standings::table(shown, columns, Paint::new(false));
            SoFar { brief: format!("{leader} leads"), more }
        }
    }
}
