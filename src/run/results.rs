//! The results of a match or a tournament, so far or at its end.

use std::path::Path;

use crate::play::plan::Plan;
use crate::play::schedule::Pairing;
use crate::stats::{self, Anchor, Cost, Ratings, Sprt, SprtResult, Standing};
use crate::store::faults::LastFaults;
use crate::store::timings::Timings;
use crate::store::{Journal, Summary, Tallies};

/// The results of a run.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RunResults<'a> {
    /// `finished` or `interrupted`.
    pub state: &'static str,
    /// Whether the same plan gives the same games everywhere.
    pub reproducible: bool,
    /// The folder of the run.
    pub out: &'a Path,
    pub plan: &'a Plan,
    pub tallies: &'a Tallies,
    pub timings: &'a Timings,
    /// The last fault of each player that made one.
    pub faults: &'a LastFaults,
    /// The sequential test, and its state.
    pub test: Option<(Sprt, SprtResult)>,
}

impl<'a> RunResults<'a> {
    /// What a journal has recorded.
    pub(crate) fn of(
        plan: &'a Plan,
        journal: &'a Journal,
        state: &'static str,
        reproducible: bool,
    ) -> RunResults<'a> {
        RunResults {
            state,
            reproducible,
            out: journal.out(),
            plan,
            tallies: journal.tallies(),
            timings: journal.timings(),
            faults: journal.last_faults(),
            test: plan.sprt.zip(journal.test()),
        }
    }

    /// The result of a match.
    pub(crate) fn summary(&self) -> Summary {
        self.tallies.summary(Pairing { a: 0, b: 1 }, &self.plan.game.to_string())
    }

    /// The results of all pairings that have met.
    pub(crate) fn summaries(&self) -> Vec<Summary> {
        self.tallies.summaries(&self.plan.game.to_string())
    }
}

/// The results of a tournament.
#[derive(Debug, Clone)]
pub(crate) struct TournamentResults<'a> {
    pub run: RunResults<'a>,
    /// The players, best first.
    pub standings: Vec<Standing>,
}

impl<'a> TournamentResults<'a> {
    /// Rates the players of a run; the rating of one of them may be fixed.
    pub(crate) fn of(run: RunResults<'a>, anchor: Option<Anchor>) -> TournamentResults<'a> {
        TournamentResults { run, standings: rated(run.tallies, run.timings, anchor) }
    }
}

/// The players with their ratings and costs, best first.
pub(crate) fn rated(tallies: &Tallies, timings: &Timings, anchor: Option<Anchor>) -> Vec<Standing> {
    let table = tallies.crosstable();
    let ratings = Ratings::of(&table, anchor);
    let mut standings = stats::standings(tallies.players(), &table, &ratings);
    for standing in &mut standings {
        standing.forfeits = tallies.forfeits()[standing.number].total();
        let cost = timings.of_player(standing.number);
        standing.cost = Cost {
            mean_us: cost.mean_micros(),
            capped_mean_us: cost.capped_mean_micros(),
            p99_us: (cost.moves() > 0).then(|| cost.percentile(99.0) as f64 / 1e3),
            nodes_per_move: cost.nodes_per_move(),
        };
    }
    standings
}
