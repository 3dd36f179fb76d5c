//! The match of a commit against the good one: a run in the folder `games`, which every other command reads. All
//! commits play the same openings, in the same order.

use std::path::{Path, PathBuf};

use super::event::{BisectEvent, BisectListener};
use super::file::Step;
use super::history::Commit;
use super::request::Bisect;
use crate::play::openings::OpeningsSpec;
use crate::play::plan::Plan;
use crate::play::schedule::{Pairing, Schedule};
use crate::players::strategies::StrategySpec;
use crate::run::session::{ResolvedSession, Session, Threads};
use crate::run::{
    CommandLine, Existing, FolderRequest, PlayedRun, Request, RunEnd, RunError, RunEvent, RunSettings,
    ShownAs,
};
use crate::stats::tally::Tally;
use crate::stats::{StopRule, Unit};

/// The folder of the matches.
const GAMES: &str = "games";

/// Plays the matches of a search.
pub(super) struct Games<'a> {
    asked: &'a Bisect,
    good: &'a Commit,
    /// The good bot.
    opponent: StrategySpec,
    openings: OpeningsSpec,
    folder: PathBuf,
    threads: &'a Threads,
}

/// Why a match has no results.
pub(super) enum NoResults {
    /// By Ctrl-C or a time limit.
    Stopped,
    /// This many games were forfeited by the commit, or by the good one.
    Forfeits {
        games: u64,
        by_good: bool,
    },
    Failed(String),
}

impl<'a> Games<'a> {
    pub(super) fn new(
        asked: &'a Bisect,
        good: &'a Commit,
        opponent: StrategySpec,
        out: &Path,
        threads: &'a Threads,
    ) -> Games<'a> {
        let openings = asked.openings.clone().unwrap_or_else(|| asked.game.default_openings());
        Games { asked, good, opponent, openings, folder: out.join(GAMES), threads }
    }

    /// Starts a bot and the good one, and finds the openings of the longest match.
    pub(super) fn start(&self, player: &StrategySpec) -> Result<Session, RunError> {
        let plan = self.plan(player, self.asked.games, None);
        Ok(ResolvedSession::new(plan)?.prepare()?)
    }

    /// Plays these openings from now on.
    pub(super) fn set_openings(&mut self, openings: OpeningsSpec) {
        self.openings = openings;
    }

    /// Openings with which matches of any number of games begin: those of the longest.
    pub(super) fn fixed_openings(&self, session: &Session) -> OpeningsSpec {
        match (self.openings.source(), session.opening_plies()) {
            (OpeningsSpec::Random(None), Some(plies)) => OpeningsSpec::Random(Some(plies)),
            (OpeningsSpec::Balanced(None), Some(plies)) => OpeningsSpec::Balanced(Some(plies)),
            (source, _) => source.clone(),
        }
    }

    fn plan(&self, player: &StrategySpec, games: u64, stop: Option<StopRule>) -> Plan {
        let players = vec![player.clone(), self.opponent.clone()];
        let Bisect { game, seed, max_plies, .. } = self.asked;
        Plan {
            openings: self.openings.clone(),
            seed: *seed,
            max_plies: *max_plies,
            stop,
            ..Plan::new(game.clone(), players, Schedule::of_match(games))
        }
    }

    /// Plays a commit up to this many games, or until a test has decided.
    pub(super) fn play(
        &self,
        (number, commit): (usize, &Commit),
        player: &StrategySpec,
        existing: Existing,
        (games, stop): (u64, Option<StopRule>),
        listener: &mut BisectListener<'_>,
    ) -> Result<Result<Step, NoResults>, RunError> {
        let typed = self.asked.bot.to_string();
        let command = CommandLine::of_match([typed.as_str()], games, stop, false);
        let command =
            command.with("--against", &self.good.hash).with_some("--build", self.asked.build.as_ref());
        let request = Request {
            plan: self.plan(player, games, stop),
            shown_as: ShownAs::default(),
            command,
            settings: RunSettings {
                folder: Some(FolderRequest {
                    out: Some(self.folder.join(commit.short())),
                    existing,
                    record_moves: false,
                }),
                max_time: None,
                ..self.asked.settings.clone()
            },
        };
        let mut forward = |event: RunEvent<'_>| listener(BisectEvent::InMatch(event));
        let run = request.prepare()?.play_on(self.threads, &mut forward)?;
        Ok(results(number, &run))
    }
}

fn results(commit: usize, played: &PlayedRun) -> Result<Step, NoResults> {
    let tallies = played.results().tallies;
    match &played.end {
        RunEnd::Finished => {}
        RunEnd::Interrupted | RunEnd::TimeIsUp => return Err(NoResults::Stopped),
        RunEnd::TooManyForfeits { player, most } => {
            return Err(NoResults::Forfeits { games: *most, by_good: *player == 1 });
        }
        RunEnd::TooManyDisputes { most } => {
            return Err(NoResults::Failed(format!("bots contradicted the referee in {most} games")));
        }
        RunEnd::TooManyFailures { most } => {
            return Err(NoResults::Failed(format!("{most} matches failed")));
        }
        RunEnd::RefereeFailed(how) => return Err(NoResults::Failed(how.clone())),
    }
    let tally = tallies.of(Pairing { a: 0, b: 1 });
    let sample = tally.map(Tally::sample).filter(|sample| sample.unit() == Unit::Pair);
    let mut pairs = [0; 5];
    if let Some(sample) = sample {
        pairs.copy_from_slice(sample.outcomes());
    }
    let same_moves = tally.is_some_and(Tally::has_same_moves);
    Ok(Step::Played { commit, games: tallies.games(), pairs, same_moves })
}
