//! Playing a tuning: the steps, then the verdict. A finished one is not played again.

use std::path::PathBuf;
use std::time::Duration;

use super::course::{self, StepsStopped};
use super::event::{TuneEvent, TuneListener};
use super::file::{TuneFile, TuneResult, Verdict};
use super::journal::TuningJournal;
use super::record::TuneRecord;
use super::{Gain, ResolvedTunePlan, Spsa, TunePlan};
use crate::interrupt;
use crate::play::plan::Plan;
use crate::play::schedule::Schedule;
use crate::run::prepared::capped;
use crate::run::session::{ResolvedSession, Session, SessionError, Threads, all_cores};
use crate::run::{
    CommandLine, Event, Existing, FolderRequest, Played, Request, RunEnd, RunError, ShownAs, Storage,
};
use crate::store::folder::VERDICT;
use crate::text::Decimal;

/// A tuning to be played.
#[derive(Debug, Clone)]
pub(crate) struct TuneRequest {
    pub plan: TunePlan,
    /// `None` if nothing is written.
    pub folder: Option<TuneFolder>,
    /// `None` for one per core.
    pub threads: Option<usize>,
    /// Whether a thread and its bots stay on one core.
    pub affinity: bool,
    /// The number of forfeited games that stops the tuning.
    pub max_forfeits: u64,
    /// The time after which the tuning stops.
    pub max_time: Option<Duration>,
}

/// The folder of a tuning.
#[derive(Debug, Clone)]
pub(crate) struct TuneFolder {
    /// `None` for one that is named after the plan.
    pub out: Option<PathBuf>,
    /// Whether a tuning in the folder is replaced.
    pub fresh: bool,
    /// The beginning of the command that repeats the tuning.
    pub command: CommandLine,
}

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
    StoppedInVerdict(Box<Played>),
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
        let trial = |name| self.template.player(name, &start).map_err(RunError::Template);
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

impl TuneRequest {
    pub(crate) fn play(self, listener: &mut TuneListener<'_>) -> Result<TuneRun, RunError> {
        let resolved = ResolvedSession::new(self.plan.of_steps()?)?;
        let mut digests = resolved.plan().digests.clone();
        // The two players of a step are the same program.
        digests.players.remove(0);
        let plan = ResolvedTunePlan { plan: self.plan.clone(), digests };
        let folder =
            self.folder.as_ref().map(|folder| folder.out.clone().unwrap_or_else(|| plan.folder().into()));
        let tuning = Tuning { command: self.command(), request: self, plan, folder };
        if let Some(result) = tuning.finished(listener)? {
            return Ok(tuning.ended(TuneEnd::Finished(result)));
        }
        if let Some(limit) = tuning.request.max_time {
            interrupt::after(limit)?;
        }
        let mut session = resolved.prepare()?;
        let end = tuning.play(&mut session, listener)?;
        Ok(tuning.ended(end))
    }

    /// The command that plays the same tuning.
    fn command(&self) -> Option<CommandLine> {
        let TuneFolder { out, command, .. } = self.folder.as_ref()?;
        let TunePlan { game, openings, seed, max_plies, sprt, verdict_games, .. } = &self.plan;
        let command = command.clone().with("--sprt", sprt).with("--verdict-games", verdict_games);
        let command = command.with("--game", game).with("--openings", openings).with("--seed", seed);
        let command = command.with_some("--max-plies", max_plies.as_ref());
        Some(command.with_some("--out", out.as_ref().map(|out| out.display())))
    }
}

/// A tuning that is played.
struct Tuning {
    request: TuneRequest,
    plan: ResolvedTunePlan,
    folder: Option<PathBuf>,
    command: Option<CommandLine>,
}

impl Tuning {
    fn ended(self, end: TuneEnd) -> TuneRun {
        let command = self.command.map(|command| command.to_string()).unwrap_or_default();
        TuneRun { plan: self.plan, folder: self.folder.unwrap_or_default(), command, end }
    }

    /// The result in the folder, if this tuning is finished.
    fn finished(&self, listener: &mut TuneListener<'_>) -> Result<Option<TuneResult>, RunError> {
        let (Some(folder), Some(TuneFolder { fresh: false, .. })) = (&self.folder, &self.request.folder)
        else {
            return Ok(None);
        };
        let found = TuneFile::tuning_in(folder)?;
        let result = found.as_ref().and_then(|found| found.finished(&self.plan.hash()));
        if result.is_some() {
            listener(TuneEvent::WasFinished { folder });
        }
        Ok(result.cloned())
    }

    /// Plays the steps and the verdict that are missing.
    fn play(&self, session: &mut Session, listener: &mut TuneListener<'_>) -> Result<TuneEnd, RunError> {
        let count = self.request.threads;
        let count = count.map(|asked| capped(asked, &mut |event| listener(TuneEvent::Threads(event))));
        let mut threads = Threads::start(count)?;
        if !self.request.affinity {
            threads = threads.without_affinity();
        }
        if session.is_timed() && threads.count() > all_cores() {
            let event = Event::SharedCores { threads: threads.count(), cores: all_cores() };
            listener(TuneEvent::Threads(event));
        }
        let mut record = self.open(session, &threads, listener)?;
        let max_forfeits = self.request.max_forfeits;
        let stopped = course::play(&self.plan, max_forfeits, session, &threads, &mut record, listener)?;
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
        let (Some(folder), Some(request), Some(command)) =
            (&self.folder, &self.request.folder, &self.command)
        else {
            return Ok(TuneRecord::Memory { spsa: Box::new(spsa), forfeits: 0 });
        };
        let command = command.clone().with_flag("--fresh", request.fresh).to_string();
        let file = TuneFile::of(&self.plan, session.is_reproducible(), threads.count(), command);
        let names: Vec<String> = session.plan().names().map(str::to_owned).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let journal = TuningJournal::open(folder, file, request.fresh, spsa, &names, session)?;
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
        let plan = self.plan.verdict(values, steps).map_err(RunError::Template)?;
        let openings = self.plan.too_few_openings(steps);
        listener(TuneEvent::Verdict { games: self.plan.verdict_games, openings });
        let storage = self.folder.as_ref().map_or(Storage::Memory, |folder| {
            let players = plan.players.iter().map(|player| format!("{}={player}", player.name()));
            let players: Vec<String> = players.collect();
            let players = players.iter().map(String::as_str);
            Storage::Folder(FolderRequest {
                out: Some(folder.join(VERDICT)),
                existing: Existing::ContinueOrReplace,
                record_moves: false,
                command: CommandLine::of_match(players, plan.schedule.games(), plan.sprt.as_ref(), true),
            })
        });
        let request = Request {
            plan,
            shown_as: ShownAs::default(),
            storage,
            threads: None,
            affinity: self.request.affinity,
            max_forfeits: self.request.max_forfeits,
            max_time: None,
        };
        let mut forward = |event: Event<'_>| listener(TuneEvent::InVerdict(event));
        let run = match request.prepare(&mut forward) {
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
