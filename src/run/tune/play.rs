//! Playing a tuning: the steps, then the verdict. A finished one is not played again.

use std::path::PathBuf;

use super::course::{self, StepsStopped};
use super::event::{TuneEvent, TuneListener};
use super::file::{TuneFile, TuneResult, Verdict};
use super::journal::TuningJournal;
use super::record::TuneRecord;
use super::{Gain, ResolvedTunePlan, Spsa, TunePlan};
use crate::play::plan::Plan;
use crate::play::schedule::Schedule;
use crate::run::session::{ResolvedSession, Session, SessionError, Threads};
use crate::run::{
    CommandLine, Existing, FolderRequest, PlayedRun, Request, RunEnd, RunError, RunEvent, RunSettings,
    ShownAs, warn_of_shared_cores,
};
use crate::store::folder::VERDICT;
use crate::store::run_file::RunFile;
use crate::text::Decimal;

/// A tuning that was played, to its end or until something stopped it.
#[derive(Debug)]
pub(crate) struct TuneRun {
    pub plan: ResolvedTunePlan,
    /// Its folder; empty if nothing was written.
    pub folder: PathBuf,
    /// The command that continues it.
    pub command: String,
    pub end: TuneEnd,
}

/// How a tuning ended.
#[derive(Debug)]
pub(crate) enum TuneEnd {
    Finished(TuneResult),
    /// After this many steps.
    StoppedInSteps {
        steps: u64,
        why: StepsStopped,
    },
    /// Interrupted while the openings of the verdict were found.
    StoppedBeforeVerdict,
    StoppedInVerdict(Box<PlayedRun>),
}

impl TunePlan {
    /// The values before tuning.
    pub(crate) fn start(&self) -> Vec<Decimal> {
        self.parameters.iter().map(|parameter| parameter.start).collect()
    }

    /// The spec before tuning.
    pub(crate) fn initial_spec(&self) -> String {
        self.template.render(&self.start()).text
    }

    /// The spec to use: the tuned one if it gains.
    pub(crate) fn recommended(&self, result: &TuneResult) -> String {
        if result.gain() == Gain::Shown { result.spec.clone() } else { self.initial_spec() }
    }

    /// The plan of a session that plays the steps. It has openings for all their rounds and for the verdict; who meets
    /// whom is up to the steps.
    fn of_steps(&self) -> Result<Plan, RunError> {
        let start = self.start();
        let trial = |name| self.template.player(name, &start).map_err(RunError::SpecTemplate);
        let mut players = vec![trial("plus")?, trial("minus")?];
        players.extend(self.against.iter().cloned());
        let rounds = self.division.rounds().saturating_add(self.verdict_games.div_ceil(2));
        Ok(Plan {
            openings: self.openings.clone(),
            seed: self.seed,
            max_plies: self.max_plies,
            ..Plan::new(self.game.clone(), players, Schedule::of_match(rounds.saturating_mul(2)))
        })
    }
}

impl TuneRun {
    /// The command that plays the games which an undecided verdict needs: its match, with more games.
    pub(crate) fn command_for_verdict(&self, result: &TuneResult) -> Option<String> {
        let more = result.more_games(&self.plan.sprt)?;
        let games = result.verdict.as_ref()?.games + more;
        RunFile::read(&self.folder.join(VERDICT)).ok()?.command_to_continue(Some(games))
    }

    pub(super) fn play(
        plan: TunePlan,
        command: &CommandLine,
        settings: &RunSettings,
        listener: &mut TuneListener<'_>,
    ) -> Result<TuneRun, RunError> {
        let resolved = ResolvedSession::new(plan.of_steps()?)?;
        let mut digests = resolved.plan().digests.clone();
        // The two players of a step are the same program.
        digests.players.remove(0);
        let plan = ResolvedTunePlan { plan, digests };
        let folder = settings.folder.as_ref().map(|folder| {
            let is_fresh = folder.existing == Existing::Replace;
            let path = folder.out.clone().unwrap_or_else(|| plan.folder().into());
            TuneFolder { path, is_fresh, command }
        });
        let tuning = Tuning { settings, plan: &plan, folder };
        let end = match tuning.finished(listener)? {
            Some(result) => TuneEnd::Finished(result),
            None => {
                settings.limit_time()?;
                tuning.play(&mut resolved.prepare()?, listener)?
            }
        };
        let folder = tuning.folder.map(|folder| folder.path).unwrap_or_default();
        Ok(TuneRun { plan, folder, command: command.clone().with_settings(settings).to_string(), end })
    }
}

struct Tuning<'a> {
    settings: &'a RunSettings,
    plan: &'a ResolvedTunePlan,
    /// `None` if nothing is written.
    folder: Option<TuneFolder<'a>>,
}

/// The folder of a tuning.
struct TuneFolder<'a> {
    path: PathBuf,
    /// Whether a tuning in it is replaced.
    is_fresh: bool,
    /// The command that plays the tuning.
    command: &'a CommandLine,
}

impl Tuning<'_> {
    /// The result in the folder, if this tuning is finished.
    fn finished(&self, listener: &mut TuneListener<'_>) -> Result<Option<TuneResult>, RunError> {
        let Some(TuneFolder { path: folder, is_fresh: false, .. }) = &self.folder else { return Ok(None) };
        let found = TuneFile::tuning_in(folder)?;
        let result = found.as_ref().and_then(|found| found.finished(&self.plan.hash()));
        if result.is_some() {
            listener(TuneEvent::WasFinished { folder });
        }
        Ok(result.cloned())
    }

    /// Plays the steps and the verdict that are missing.
    fn play(&self, session: &mut Session, listener: &mut TuneListener<'_>) -> Result<TuneEnd, RunError> {
        let threads = self.settings.threads.start(&mut |event| listener(TuneEvent::Threads(event)))?;
        if session.is_timed() {
            warn_of_shared_cores(&threads, &mut |event| listener(TuneEvent::Threads(event)));
        }
        let mut record = self.open(session, &threads, listener)?;
        let max_forfeits = self.settings.max_forfeits;
        let stopped = course::play(self.plan, max_forfeits, session, &threads, &mut record, listener)?;
        if let Some(why) = stopped {
            record.interrupt()?;
            return Ok(TuneEnd::StoppedInSteps { steps: record.spsa().done(), why });
        }
        let values = record.spsa().tuned();
        let spec = self.plan.template.render(&values).text;
        let verdict = if spec == self.plan.initial_spec() {
            None
        } else {
            match self.play_verdict(&values, session, &threads, listener)? {
                Ok(verdict) => Some(verdict),
                Err(stopped) => {
                    record.interrupt()?;
                    return Ok(stopped);
                }
            }
        };
        let values = values.iter().map(Decimal::to_string).collect();
        let result = TuneResult { values, spec, verdict };
        record.finish(&result)?;
        Ok(TuneEnd::Finished(result))
    }

    fn open(
        &self,
        session: &mut Session,
        threads: &Threads,
        listener: &mut TuneListener<'_>,
    ) -> Result<TuneRecord, RunError> {
        let spsa = Spsa::new(self.plan.parameters.clone(), self.plan.division, self.plan.seed);
        let Some(TuneFolder { path: folder, is_fresh, command }) = &self.folder else {
            return Ok(TuneRecord::Memory { spsa: Box::new(spsa), forfeits: 0 });
        };
        let command = (*command).clone().with_flag("--fresh", *is_fresh).to_string();
        let file = TuneFile::of(self.plan, session.is_reproducible(), threads.count(), command);
        let names: Vec<String> = session.plan().names().map(str::to_owned).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let journal = TuningJournal::open(folder, file, *is_fresh, spsa, &names, session)?;
        let done = journal.spsa().done();
        if done > 0 {
            listener(TuneEvent::Continued { folder, done, steps: self.plan.division.steps() });
        }
        Ok(TuneRecord::Folder(Box::new(journal)))
    }

    /// Plays the match of the tuned values, from where it was interrupted. The error is how the tuning ended.
    fn play_verdict(
        &self,
        values: &[Decimal],
        steps: &Session,
        threads: &Threads,
        listener: &mut TuneListener<'_>,
    ) -> Result<Result<Verdict, TuneEnd>, RunError> {
        let plan = self.plan.verdict(values, steps).map_err(RunError::SpecTemplate)?;
        let openings = self.plan.too_few_openings(steps);
        listener(TuneEvent::Verdict { games: self.plan.verdict_games, openings });
        let players: Vec<String> =
            plan.players.iter().map(|player| format!("{}={player}", player.name())).collect();
        let players = players.iter().map(String::as_str);
        let request = Request {
            command: CommandLine::of_match(players, plan.schedule.games(), plan.stop, true),
            plan,
            shown_as: ShownAs::default(),
            settings: RunSettings {
                folder: self.folder.as_ref().map(|folder| FolderRequest {
                    out: Some(folder.path.join(VERDICT)),
                    existing: Existing::ContinueOrReplace,
                    record_moves: false,
                }),
                max_time: None,
                ..self.settings.clone()
            },
        };
        let mut forward = |event: RunEvent<'_>| listener(TuneEvent::InVerdict(event));
        let run = match request.prepare() {
            Err(RunError::Session(SessionError::Interrupted)) => {
                return Ok(Err(TuneEnd::StoppedBeforeVerdict));
            }
            run => run?,
        };
        let played = run.play_on(threads, &mut forward)?;
        if played.end != RunEnd::Finished {
            return Ok(Err(TuneEnd::StoppedInVerdict(Box::new(played))));
        }
        let verdict = Verdict::of(&played.results());
        verdict.map(Ok).ok_or_else(|| RunError::Failed("the verdict has no games".to_owned()))
    }
}
