//! `arena check`: a suite of strength checks, with an exit code for builds.
//!
//! Errors in the file, its players or its baselines are reported before the first game. Then each
//! check plays its games in memory and prints its result at once.

mod baselines;
mod outputs;

use std::collections::{BTreeSet, HashMap};
use std::convert::Infallible;
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use super::args::CheckArgs;
use super::failure::Failure;
use super::run::{MAX_FORFEITS, capped_threads, progress_mode, warn_of_threads};
use crate::exit::Exit;
use crate::play::fingerprint::Fingerprint;
use crate::play::runner::{Ended, GameRecord, Measured};
use crate::report::formats::check::text;
use crate::report::paint::Paint;
use crate::report::progress::{Progress, SoFar};
use crate::run::check::baseline::MadeBy;
use crate::run::check::result::Against;
use crate::run::check::{
    Baseline, Check, CheckResult, CheckVerdict, Demand, Evidence, Quantity, SuiteResults, suite,
};
use crate::run::session::{Consumer, ResolvedSession, SessionError, Threads};
use crate::stats::Crosstable;
use crate::text::settings::SettingsFile;
use outputs::Outputs;

/// Runs the command.
pub(super) fn run(args: &CheckArgs, paint: Paint, out: &mut impl Write) -> Result<Exit, Failure> {
    let settings = SettingsFile::read(&args.file)?;
    let folder = args.file.parent().unwrap_or(Path::new(""));
    let checks = suite::read(&settings, folder)?;
    let checks =
        suite::only(checks, &args.only).map_err(|error| Failure::Usage(format!("--only: {error}")))?;
    let outputs = Outputs::of(&args.format)?;
    let mut wanted = Vec::new();
    for check in checks {
        let session = ResolvedSession::new(check.plan.clone()).map_err(|error| failure(error, &check))?;
        let baseline = baselines::find(&check, &session, &args.file, args.record)?;
        let records = args.record && matches!(check.demand, Demand::Baseline { .. });
        let opponent = records.then(|| baselines::opponent(&session, None)).transpose()?;
        wanted.push(Wanted { check, baseline, opponent, session });
    }
    let threads = args.threads.map(|asked| capped_threads(asked.into(), args.quiet));
    let mut threads =
        Threads::start(threads).map_err(|error| Failure::Usage(format!("--threads: {error}")))?;
    if args.no_affinity {
        threads = threads.without_affinity();
    }
    if !args.quiet {
        warn(&wanted);
        if wanted.iter().any(|wanted| wanted.session.is_timed()) {
            warn_of_threads(&threads);
        }
    }
    let mut suite = Suite {
        args,
        threads,
        width: text::width(wanted.iter().map(|wanted| wanted.check.name.as_str())),
        played: HashMap::new(),
    };

    let mut telling =
        Telling { out, paint, to_stdout: outputs.text_to_stdout(), quiet: args.quiet || args.no_progress };
    let mut outcomes = Vec::new();
    let total = wanted.len();
    for one in wanted {
        let outcome = suite.outcome(one).map_err(|failure| match failure {
            Failure::Interrupted(_) => Failure::Interrupted(format!(
                "interrupted after {} of {total} checks; the same command starts over",
                outcomes.len(),
            )),
            other => other,
        })?;
        telling.tell(|paint| text::line(&outcome, suite.width, paint))?;
        outcomes.push(outcome);
    }
    let report = SuiteResults { file: args.file.display().to_string(), results: outcomes };
    telling.tell(|paint| text::end(&report, paint))?;
    outputs.write(&report, telling.out)?;
    Ok(report.exit())
}

/// Prints caveats about the games of the checks, once per game.
fn warn(wanted: &[Wanted]) {
    let caveats = wanted.iter().filter_map(|wanted| wanted.check.plan.game.caveat());
    for caveat in caveats.collect::<BTreeSet<String>>() {
        // Where nobody listens, nobody misses it.
        let _ = writeln!(io::stderr(), "warning: {caveat}");
    }
}

/// A check that is ready to be played.
struct Wanted {
    check: Check,
    /// The baseline to compare with. When baselines are recorded: the existing one, if it has the same plan.
    baseline: Option<Baseline>,
    /// How the opponent plays, when baselines are recorded.
    opponent: Option<Fingerprint>,
    session: ResolvedSession,
}

/// Where the lines of the checks go: to stdout, or to stderr if stdout has another format.
struct Telling<'a, W> {
    out: &'a mut W,
    paint: Paint,
    to_stdout: bool,
    quiet: bool,
}

impl<W: Write> Telling<'_, W> {
    fn tell(&mut self, text: impl FnOnce(Paint) -> String) -> io::Result<()> {
        if self.to_stdout {
            write!(self.out, "{}", text(self.paint))?;
            return self.out.flush();
        }
        if !self.quiet {
            // A closed stderr is ignored.
            let _ = write!(io::stderr(), "{}", text(Paint::new(false)));
        }
        Ok(())
    }
}

/// State shared by all checks.
struct Suite<'a> {
    args: &'a CheckArgs,
    threads: Threads,
    width: usize,
    /// Evidence by plan: checks with the same plan share their games.
    played: HashMap<String, Evidence>,
}

impl Suite<'_> {
    fn outcome(&mut self, wanted: Wanted) -> Result<CheckResult, Failure> {
        let Wanted { check, baseline, opponent, session } = wanted;
        let reproducible = session.is_reproducible();
        let played = check.played(&session.plan().digests);
        let began = Instant::now();
        let hash = session.plan().hash();
        if !self.played.contains_key(&hash) {
            let evidence = self.play(&check, session)?;
            self.played.insert(hash.clone(), evidence);
        }
        let Some(evidence) = self.played.get(&hash) else { return Err(Failure::interrupted()) };
        let requirement = check.requirement();
        let score = evidence.estimate(Quantity::Score);
        let same = baseline.as_ref().is_some_and(|baseline| baseline.is_same(evidence));
        let (estimate, verdict) = match (&check.demand, &baseline) {
            (Demand::Require(_), _) => {
                let estimate = evidence.estimate(requirement.quantity);
                (estimate, requirement.judge(&estimate))
            }
            (Demand::Baseline { .. }, Some(baseline)) if !self.args.record => {
                let estimate = baseline.compare(evidence);
                (estimate, requirement.judge(&estimate))
            }
            (Demand::Baseline { path, .. }, old) => {
                // The same games need no new file: a new version in it would only be noise.
                let stays = same && old.as_ref().is_some_and(|old| old.played == played);
                if !stays {
                    let baseline = Baseline::of(played.clone(), evidence, score.value);
                    let baseline = match opponent {
                        Some(opponent) => baseline.with_opponent(opponent),
                        None => baseline,
                    };
                    baselines::write(path, &baseline)?;
                }
                (old.as_ref().map(|old| old.compare(evidence)).unwrap_or_default(), CheckVerdict::Recorded)
            }
        };
        let against = match &check.demand {
            Demand::Require(_) => None,
            Demand::Baseline { written, .. } => Some(Against {
                path: written.value.clone(),
                made_by: baseline.as_ref().map_or_else(MadeBy::this, |baseline| baseline.arena.clone()),
                same,
            }),
        };
        Ok(CheckResult {
            name: check.name.clone(),
            game: played.game,
            a: played.a,
            b: played.b,
            games: evidence.games(),
            requirement,
            estimate,
            score,
            verdict,
            baseline: against,
            reproducible,
            seconds: began.elapsed().as_secs_f64(),
        })
    }

    fn play(&self, check: &Check, session: ResolvedSession) -> Result<Evidence, Failure> {
        let mut session = session.prepare().map_err(|error| failure(error, check))?;
        let silent = self.args.quiet || self.args.no_progress;
        let names = [0, 1].map(|player| check.plan.players[player].name());
        let mut watched = Watched {
            evidence: Evidence::new(names, session.openings_may_repeat()),
            progress: Progress::begin(progress_mode(silent), check.plan.schedule.games(), 0),
            name: &check.name,
        };
        let Ok(ended) = session.play(&self.threads, Measured::All, &mut watched);
        watched.progress.end();
        match ended {
            Ended::Interrupted => Err(Failure::interrupted()),
            Ended::Failed(how) => Err(Failure::Player(format!("check '{}': {how}", check.name))),
            Ended::Complete | Ended::Enough => match watched.evidence.at_fault(MAX_FORFEITS) {
                Some(player) => Err(Failure::Player(format!(
                    "check '{}': {player} forfeited {MAX_FORFEITS} games\nplay them with arena match to see why",
                    check.name
                ))),
                None => Ok(watched.evidence),
            },
        }
    }
}

/// The evidence of a check, with its progress.
struct Watched<'a> {
    evidence: Evidence,
    progress: Progress,
    name: &'a str,
}

impl Consumer for Watched<'_> {
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
        let name = self.name;
        let so_far = || SoFar { brief: name.to_owned(), more: String::new() };
        self.progress.update(self.evidence.games(), so_far);
        Ok(())
    }
}

/// An error in the plan of a check, with its place in the file.
fn failure(error: SessionError, check: &Check) -> Failure {
    match error {
        SessionError::Player { player, error } => check.written.players[player].wrong(error).into(),
        SessionError::Start { player, error } => {
            let name = check.plan.players[player].name();
            Failure::Player(format!("check '{}', player {name}: {error}", check.name))
        }
        SessionError::Referee(error) => Failure::Player(format!("check '{}', referee: {error}", check.name)),
        SessionError::Openings(error) => check.written.openings.wrong(error).into(),
        SessionError::Threads { .. } => Failure::Usage(error.to_string()),
        SessionError::Interrupted => Failure::interrupted(),
    }
}
