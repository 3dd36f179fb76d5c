//! The results of a match or a tournament, so far or at its end.

use std::path::{Path, PathBuf};

use super::command::CommandLine;
use super::recorder::{Counted, Record};
use super::request::ContestKind;
use crate::play::plan::{Plan, ResolvedPlan};
use crate::play::schedule::Pairing;
use crate::stats::{self, Anchor, IntervalBasis, Ratings, Sprt, SprtResult, Standing, StopRule};
use crate::store::faults::LastFaults;
use crate::store::timings::Timings;
use crate::store::{Recorded, Summary, Tallies};

/// A run that was played, to its end or until something stopped it.
#[derive(Debug)]
pub(crate) struct PlayedRun {
    pub end: RunEnd,
    /// The folder of the results; empty if they are only in memory.
    pub out: PathBuf,
    /// The command that continues it.
    pub command: CommandLine,
    pub(super) plan: ResolvedPlan,
    pub(super) kind: ContestKind,
    pub(super) reproducible: bool,
    /// Whether it continued a run of fewer games.
    pub(super) extended: bool,
    pub(super) recorded: Recorded,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum RunEnd {
    /// All games were played, or the test decided.
    Finished,
    /// By Ctrl-C.
    Interrupted,
    /// By its time limit.
    TimeIsUp,
    TooManyForfeits {
        player: usize,
        most: u64,
    },
    /// Players contradicted the referee in this many games.
    TooManyDisputes {
        most: u64,
    },
    /// This many matches failed.
    TooManyFailures {
        most: u64,
    },
    RefereeFailed(String),
}

impl PlayedRun {
    pub(crate) fn results(&self) -> RunResults<'_> {
        let Recorded { tallies, timings, faults } = &self.recorded;
        RunResults {
            state: if self.end == RunEnd::Finished { "finished" } else { "interrupted" },
            reproducible: self.reproducible,
            out: &self.out,
            plan: &self.plan,
            kind: self.kind,
            tallies,
            timings,
            faults,
            extended: self.extended,
            stop: self.plan.stop,
        }
    }
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct RunResults<'a> {
    /// `running`, `finished` or `interrupted`.
    pub state: &'static str,
    /// Whether the same plan gives the same games everywhere.
    pub reproducible: bool,
    /// The folder of the run.
    pub out: &'a Path,
    pub plan: &'a Plan,
    pub kind: ContestKind,
    pub tallies: &'a Tallies,
    pub timings: &'a Timings,
    /// The last fault of each player that made one.
    pub faults: &'a LastFaults,
    /// Whether it continues a run of fewer games.
    pub extended: bool,
    /// What may end the run early. A shard plays all its games: its run is decided when it is merged.
    pub stop: Option<StopRule>,
}

impl<'a> RunResults<'a> {
    /// Those of a run that is being played.
    pub(super) fn so_far(plan: &'a Plan, kind: ContestKind, record: &'a impl Record) -> RunResults<'a> {
        let Counted { tallies, timings, faults, stop } = record.counted();
        RunResults {
            state: "running",
            reproducible: true,
            out: Path::new(""),
            plan,
            kind,
            tallies,
            timings,
            faults,
            extended: false,
            stop,
        }
    }

    /// The sequential test, and its state.
    pub(crate) fn test(&self) -> Option<(Sprt, SprtResult)> {
        self.stop.and_then(StopRule::sprt).map(|sprt| (sprt, self.tallies.test(&sprt)))
    }

    /// What the intervals of its results rest on.
    pub(crate) fn interval_basis(&self) -> IntervalBasis {
        let as_planned = self.state == "finished" && !self.extended;
        IntervalBasis::of(self.stop, self.plan.schedule.games() / 2, as_planned)
    }

    /// The result of a match.
    pub(crate) fn summary(&self) -> Summary {
        self.tallies.summary(Pairing { a: 0, b: 1 }, &self.plan.game.to_string(), self.interval_basis())
    }

    /// The results of all pairings that have met.
    pub(crate) fn summaries(&self) -> Vec<Summary> {
        self.tallies.summaries(&self.plan.game.to_string(), self.interval_basis())
    }
}

#[derive(Debug, Clone)]
pub(crate) struct TournamentResults<'a> {
    pub run: RunResults<'a>,
    /// The players, best first.
    pub standings: Vec<Standing>,
}

impl<'a> TournamentResults<'a> {
    /// Rates the players of a run; the rating of one of them may be fixed.
    pub(crate) fn of(run: RunResults<'a>, anchor: Option<Anchor>) -> TournamentResults<'a> {
        TournamentResults {
            run,
            standings: TournamentResults::rated(run.tallies, run.timings, anchor, run.interval_basis()),
        }
    }

    /// The players with their ratings and costs, best first.
    pub(super) fn rated(
        tallies: &Tallies,
        timings: &Timings,
        anchor: Option<Anchor>,
        basis: IntervalBasis,
    ) -> Vec<Standing> {
        let table = tallies.crosstable();
        let ratings = Ratings::of(&table, anchor).resting_on(basis);
        let mut standings = stats::standings(tallies.players(), &table, &ratings);
        for standing in &mut standings {
            standing.forfeits = tallies.forfeits()[standing.number].total();
            standing.cost = timings.of_player(standing.number).cost();
        }
        standings
    }
}
