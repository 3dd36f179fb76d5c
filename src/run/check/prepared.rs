//! A suite that is ready to be played, and its games.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::baseline::{BaselinePlan, MadeBy};
use super::baseline_file::{self, FoundBaseline};
use super::result::Against;
use super::suite::{CheckSpec, Demand};
use super::{
    Baseline, Check, CheckError, CheckEvent, CheckListener, CheckResult, CheckVerdict, Evidence, Quantity,
    SuiteResults,
};
use crate::play::fingerprint::Fingerprint;
use crate::play::runner::{Ended, GameRecord, Measured};
use crate::play::schedule::Played;
use crate::run::session::{Consumer, FilesOfGames, ResolvedSession, Session, Threads};
use crate::run::{CommandLine, MAX_FORFEITS};
use crate::store::folder::{FAULTS, RUN, content};
use crate::store::run_file::RunFile;
use crate::store::{At as _, Journal, RecordError};
use crate::text::program;

/// A suite that is ready to be played.
pub(crate) struct PreparedSuite {
    file: PathBuf,
    record: bool,
    out: Option<PathBuf>,
    checks: Vec<PreparedCheck>,
}

/// A check that is ready to be played.
struct PreparedCheck {
    spec: CheckSpec,
    /// The baseline that exists.
    baseline: Option<FoundBaseline>,
    /// How the opponent plays, when baselines are recorded.
    opponent: Option<Fingerprint>,
    session: ResolvedSession,
}

impl PreparedSuite {
    pub(super) fn new(suite: Check) -> Result<PreparedSuite, CheckError> {
        let Check { file, checks, record, out, .. } = suite;
        if let Some(out) = &out {
            check_folders(out, &checks)?;
        }
        let prepare = |spec: CheckSpec| {
            let session = ResolvedSession::new(spec.plan.clone());
            let session = session.map_err(|error| CheckError::in_plan(error, &spec))?;
            let baseline = baseline_file::find(&spec, &session, &file, record)?;
            let records = record && matches!(spec.demand, Demand::Baseline { .. });
            let opponent = records.then(|| session.fingerprint(1, None)).transpose()?;
            Ok(PreparedCheck { spec, baseline, opponent, session })
        };
        let checks = checks.into_iter().map(prepare).collect::<Result<_, CheckError>>()?;
        Ok(PreparedSuite { file, record, out, checks })
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
        let file = self.file.display().to_string();
        let (record, out) = (self.record, self.out.as_deref());
        let mut player = CheckPlayer { file: &file, record, out, threads, listener, played: HashMap::new() };
        for check in self.checks {
            let result = player.result(check).map_err(|error| match error {
                CheckError::Interrupted => CheckError::Stopped { finished: results.len(), checks },
                error => error,
            })?;
            (player.listener)(CheckEvent::Judged(&result));
            results.push(result);
        }
        drop(player);
        Ok(SuiteResults { file, results })
    }
}

/// Finds what prevents the games from being kept, before any is played.
fn check_folders(out: &Path, checks: &[CheckSpec]) -> Result<(), CheckError> {
    for check in checks {
        let folder = out.join(&check.folder);
        let created = fs::create_dir_all(&folder).at("create", &folder);
        let is_free = match content(&folder).filter(|_| !folder.join(RUN).exists()) {
            Some(file) => Err(RecordError::NotARun { folder, file }),
            None => created,
        };
        is_free.map_err(|error| CheckError::in_folder(&error, check))?;
    }
    Ok(())
}

/// What the checks of a suite share.
struct CheckPlayer<'a, 'l> {
    file: &'a str,
    record: bool,
    /// The folder for the games of the checks.
    out: Option<&'a Path>,
    threads: &'a Threads,
    listener: &'a mut CheckListener<'l>,
    /// By plan: checks with the same plan share their games.
    played: HashMap<String, PlayedCheck>,
}

/// What is known of the games of a check.
struct PlayedCheck {
    evidence: Evidence,
    /// Their folder.
    run: Option<PathBuf>,
}

impl CheckPlayer<'_, '_> {
    fn result(&mut self, check: PreparedCheck) -> Result<CheckResult, CheckError> {
        let PreparedCheck { spec, baseline: found, opponent, session } = check;
        let variation = spec.plan.variation(session.is_reproducible());
        let played = spec.played(&session.plan().digests);
        let began = Instant::now();
        let hash = session.plan().hash();
        let games = match self.played.remove(&hash) {
            Some(games) => games,
            None => self.play(&spec, session)?,
        };
        let evidence = &games.evidence;
        let requirement = spec.requirement();
        let score = evidence.estimate(Quantity::Score);
        let comparable = found.as_ref().filter(|found| found.differs.is_none()).map(|found| &found.baseline);
        let same = comparable.is_some_and(|baseline| baseline.is_same(evidence));
        let (estimate, verdict) = match (&spec.demand, comparable) {
            (Demand::Require(_), _) => {
                let estimate = evidence.estimate(requirement.quantity);
                (estimate, requirement.judge(&estimate))
            }
            (Demand::Baseline { .. }, Some(baseline)) if !self.record => {
                let estimate = baseline.compare(evidence);
                (estimate, requirement.judge(&estimate))
            }
            (Demand::Baseline { path, .. }, old) => {
                // The same games need no new file: a new version in it would only be noise.
                let stays = same && old.is_some_and(|old| old.played == played);
                if !stays {
                    let new = Baseline::of(played.clone(), evidence, score.value, opponent);
                    baseline_file::write(path, &new)?;
                }
                (old.map(|old| old.compare(evidence)).unwrap_or_default(), CheckVerdict::Recorded)
            }
        };
        let against = match &spec.demand {
            Demand::Require(_) => None,
            Demand::Baseline { written, .. } => {
                let old = found.as_ref().map(|found| &found.baseline);
                Some(Against {
                    path: written.value.clone(),
                    made_by: old.map_or_else(MadeBy::this, |old| old.arena.clone()),
                    score: old.and_then(|old| old.score),
                    same,
                    differs: found.as_ref().and_then(|found| found.differs.clone()),
                })
            }
        };
        let BaselinePlan { game, a, b, .. } = played;
        let result = CheckResult {
            name: spec.name,
            game,
            a,
            b,
            games: evidence.games(),
            requirement,
            estimate,
            score,
            elo: evidence.estimate(Quantity::Elo),
            nodes_per_move: evidence.estimate(Quantity::NodesPerMove).value,
            median_time_ms: evidence.estimate(Quantity::MedianTimeMs).value,
            verdict,
            baseline: against,
            variation,
            run: games.run.clone(),
            seconds: began.elapsed().as_secs_f64(),
        };
        self.played.insert(hash, games);
        Ok(result)
    }

    fn play(&mut self, spec: &CheckSpec, session: ResolvedSession) -> Result<PlayedCheck, CheckError> {
        let mut session = session.prepare().map_err(|error| CheckError::in_plan(error, spec))?;
        let in_folder = |error: RecordError| CheckError::in_folder(&error, spec);
        let journal = self.journal(spec, &mut session).transpose().map_err(in_folder)?;
        let names = [0, 1].map(|player| spec.plan.players[player].name());
        let evidence = Evidence::new(names, session.openings_may_repeat());
        let name = spec.name.as_str();
        (self.listener)(CheckEvent::Begun { games: spec.plan.schedule.games() });
        let mut collector = Collector { evidence, journal, name, listener: self.listener };
        let ended = session.play(self.threads, Measured::All, &mut collector).map_err(in_folder)?;
        (collector.listener)(CheckEvent::Ended);
        let Collector { evidence, mut journal, .. } = collector;
        // In a check of few games, all of them.
        let most = MAX_FORFEITS.min(evidence.games()).max(1);
        let at_fault = evidence.at_fault(most);
        let has_failed = evidence.failures() >= most;
        let is_whole = at_fault.is_none() && !has_failed && matches!(ended, Ended::Complete | Ended::Enough);
        if let Some(journal) = &mut journal {
            let saved = if is_whole { journal.finish(&[]) } else { journal.interrupt() };
            saved.map_err(in_folder)?;
        }
        let run = journal.map(|journal| journal.out().to_owned());
        let failed = |how: String| CheckError::Player { check: name.to_owned(), problem: format!(": {how}") };
        match (ended, at_fault) {
            (Ended::Interrupted, _) => Err(CheckError::Interrupted),
            (Ended::Failed(how), _) => Err(failed(how)),
            (Ended::Complete | Ended::Enough, at_fault) if at_fault.is_some() || has_failed => {
                let advice = match &run {
                    Some(run) => format!("see {}", run.join(FAULTS).display()),
                    None => "keep its games with --out DIR to see why".to_owned(),
                };
                let games = evidence.games();
                Err(failed(match at_fault {
                    Some(player) => format!("{player} forfeited {most} of {games} games\n{advice}"),
                    None => format!("{} of {games} games failed\n{advice}", evidence.failures()),
                }))
            }
            (Ended::Complete | Ended::Enough, _) => Ok(PlayedCheck { evidence, run }),
        }
    }

    /// The journal of a check whose games are kept. It replaces the run of an earlier one.
    fn journal(&self, spec: &CheckSpec, session: &mut Session) -> Option<Result<Journal, RecordError>> {
        let folder = self.out?.join(&spec.folder);
        let command = CommandLine::new([program(), "check", self.file]).with("--only", &spec.name);
        let command = command.with_some("--out", self.out.map(Path::display)).to_string();
        let file =
            RunFile::new(session.plan(), session.is_reproducible(), false, self.threads.count(), command);
        let (is_fresh, empty) = (folder.join(RUN).exists(), session.tallies());
        let journal = Journal::open(&folder, file, is_fresh, empty, session);
        Some(journal.inspect(|journal| session.log_to(&journal.logs())))
    }
}

/// Collects the evidence of a check, and keeps its games if they are to be kept.
struct Collector<'a, 'l> {
    evidence: Evidence,
    journal: Option<Journal>,
    name: &'a str,
    listener: &'a mut CheckListener<'l>,
}

impl Consumer for Collector<'_, '_> {
    type Error = RecordError;

    fn next_game(&self) -> u64 {
        self.evidence.games()
    }

    fn played(&self) -> Played {
        // The schedule of a match does not depend on results.
        Played::none(2)
    }

    fn is_done(&self) -> bool {
        self.evidence.at_fault(MAX_FORFEITS).is_some() || self.evidence.failures() >= MAX_FORFEITS
    }

    fn files(&self) -> FilesOfGames {
        FilesOfGames { games: self.journal.is_some(), moves: false }
    }

    fn commit(&mut self, game: &GameRecord<'_>) -> Result<(), RecordError> {
        if let Some(journal) = &mut self.journal {
            journal.commit(game)?;
        }
        self.evidence.add(game);
        (self.listener)(CheckEvent::Played { name: self.name, games: self.evidence.games() });
        Ok(())
    }

    fn save(&mut self) -> Result<(), RecordError> {
        self.journal.as_mut().map_or(Ok(()), Journal::save_if_due)
    }
}
