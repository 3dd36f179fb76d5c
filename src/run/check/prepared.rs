//! A suite that is ready to be played, and its games.

use std::collections::{BTreeSet, HashMap};
use std::convert::Infallible;
use std::path::PathBuf;
use std::time::Instant;

use super::baseline::{BaselinePlan, MadeBy};
use super::result::Against;
use super::suite::{CheckSpec, Demand};
use super::{
    Baseline, Check, CheckError, CheckEvent, CheckListener, CheckResult, CheckVerdict, Evidence, Quantity,
    SuiteResults, baseline_file,
};
use crate::play::fingerprint::Fingerprint;
use crate::play::runner::{Ended, GameRecord, Measured};
use crate::run::MAX_FORFEITS;
use crate::run::session::{Consumer, ResolvedSession, Threads};
use crate::stats::Crosstable;

/// A suite that is ready to be played.
pub(crate) struct PreparedSuite {
    file: PathBuf,
    record: bool,
    checks: Vec<PreparedCheck>,
}

/// A check that is ready to be played.
struct PreparedCheck {
    spec: CheckSpec,
    /// The baseline to compare with. When baselines are recorded: the existing one, if it has the same plan.
    baseline: Option<Baseline>,
    /// How the opponent plays, when baselines are recorded.
    opponent: Option<Fingerprint>,
    session: ResolvedSession,
}

impl PreparedSuite {
    pub(super) fn new(suite: Check) -> Result<PreparedSuite, CheckError> {
        let Check { file, checks, record, .. } = suite;
        let prepare = |spec: CheckSpec| {
            let session = ResolvedSession::new(spec.plan.clone());
            let session = session.map_err(|error| CheckError::in_plan(error, &spec))?;
            let baseline = baseline_file::find(&spec, &session, &file, record)?;
            let records = record && matches!(spec.demand, Demand::Baseline { .. });
            let opponent = records.then(|| session.fingerprint(1, None)).transpose()?;
            Ok(PreparedCheck { spec, baseline, opponent, session })
        };
        let checks = checks.into_iter().map(prepare).collect::<Result<_, CheckError>>()?;
        Ok(PreparedSuite { file, record, checks })
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.checks.iter().map(|check| check.spec.name.as_str())
    }

    /// Caveats about the games, each once.
    pub(crate) fn caveats(&self) -> BTreeSet<String> {
        self.checks.iter().filter_map(|check| check.spec.plan.game.caveat()).collect()
    }

    /// Whether a clock limits the moves of a player.
    pub(crate) fn is_timed(&self) -> bool {
        self.checks.iter().any(|check| check.session.is_timed())
    }

    /// Plays the checks one after the other.
    pub(crate) fn play(
        self,
        threads: &Threads,
        listener: &mut CheckListener<'_>,
    ) -> Result<SuiteResults, CheckError> {
        let (mut results, checks) = (Vec::new(), self.checks.len());
        let mut player = CheckPlayer { record: self.record, threads, listener, played: HashMap::new() };
        for check in self.checks {
            let result = player.result(check).map_err(|error| match error {
                CheckError::Interrupted => CheckError::Stopped { finished: results.len(), checks },
                error => error,
            })?;
            (player.listener)(CheckEvent::Judged(&result));
            results.push(result);
        }
        Ok(SuiteResults { file: self.file.display().to_string(), results })
    }
}

/// What the checks of a suite share.
struct CheckPlayer<'a, 'l> {
    record: bool,
    threads: &'a Threads,
    listener: &'a mut CheckListener<'l>,
    /// Evidence by plan: checks with the same plan share their games.
    played: HashMap<String, Evidence>,
}

impl CheckPlayer<'_, '_> {
    fn result(&mut self, check: PreparedCheck) -> Result<CheckResult, CheckError> {
        let PreparedCheck { spec, baseline, opponent, session } = check;
        let reproducible = session.is_reproducible();
        let played = spec.played(&session.plan().digests);
        let began = Instant::now();
        let hash = session.plan().hash();
        let evidence = match self.played.remove(&hash) {
            Some(evidence) => evidence,
            None => self.play(&spec, session)?,
        };
        let requirement = spec.requirement();
        let score = evidence.estimate(Quantity::Score);
        let same = baseline.as_ref().is_some_and(|baseline| baseline.is_same(&evidence));
        let (estimate, verdict) = match (&spec.demand, &baseline) {
            (Demand::Require(_), _) => {
                let estimate = evidence.estimate(requirement.quantity);
                (estimate, requirement.judge(&estimate))
            }
            (Demand::Baseline { .. }, Some(baseline)) if !self.record => {
                let estimate = baseline.compare(&evidence);
                (estimate, requirement.judge(&estimate))
            }
            (Demand::Baseline { path, .. }, old) => {
                // The same games need no new file: a new version in it would only be noise.
                let stays = same && old.as_ref().is_some_and(|old| old.played == played);
                if !stays {
                    let new = Baseline::of(played.clone(), &evidence, score.value, opponent);
                    baseline_file::write(path, &new)?;
                }
                (old.as_ref().map(|old| old.compare(&evidence)).unwrap_or_default(), CheckVerdict::Recorded)
            }
        };
        let against = match &spec.demand {
            Demand::Require(_) => None,
            Demand::Baseline { written, .. } => Some(Against {
                path: written.value.clone(),
                made_by: baseline.as_ref().map_or_else(MadeBy::this, |baseline| baseline.arena.clone()),
                same,
            }),
        };
        let games = evidence.games();
        self.played.insert(hash, evidence);
        let BaselinePlan { game, a, b, .. } = played;
        Ok(CheckResult {
            name: spec.name,
            game,
            a,
            b,
            games,
            requirement,
            estimate,
            score,
            verdict,
            baseline: against,
            reproducible,
            seconds: began.elapsed().as_secs_f64(),
        })
    }

    fn play(&mut self, spec: &CheckSpec, session: ResolvedSession) -> Result<Evidence, CheckError> {
        let mut session = session.prepare().map_err(|error| CheckError::in_plan(error, spec))?;
        let names = [0, 1].map(|player| spec.plan.players[player].name());
        let evidence = Evidence::new(names, session.openings_may_repeat());
        let name = spec.name.as_str();
        (self.listener)(CheckEvent::Begun { games: spec.plan.schedule.games() });
        let mut collector = Collector { evidence, name, listener: self.listener };
        let Ok(ended) = session.play(self.threads, Measured::All, &mut collector);
        (collector.listener)(CheckEvent::Ended);
        let evidence = collector.evidence;
        let failed = |how: String| CheckError::Player { check: name.to_owned(), problem: format!(": {how}") };
        match ended {
            Ended::Interrupted => Err(CheckError::Interrupted),
            Ended::Failed(how) => Err(failed(how)),
            Ended::Complete | Ended::Enough => match evidence.at_fault(MAX_FORFEITS) {
                Some(player) => Err(failed(format!(
                    "{player} forfeited {MAX_FORFEITS} games\nplay them with arena match to see why"
                ))),
                None => Ok(evidence),
            },
        }
    }
}

/// Collects the evidence of a check.
struct Collector<'a, 'l> {
    evidence: Evidence,
    name: &'a str,
    listener: &'a mut CheckListener<'l>,
}

impl Consumer for Collector<'_, '_> {
    type Error = Infallible;

    fn next_game(&self) -> u64 {
        self.evidence.games()
    }

    fn crosstable(&self) -> Crosstable {
        // The schedule of a match does not depend on results.
        Crosstable::new(2)
    }

    fn is_done(&self) -> bool {
        self.evidence.at_fault(MAX_FORFEITS).is_some()
    }

    fn commit(&mut self, game: &GameRecord<'_>) -> Result<(), Infallible> {
        self.evidence.add(game);
        (self.listener)(CheckEvent::Played { name: self.name, games: self.evidence.games() });
        Ok(())
    }
}
