//! Playing a request: prepare, open the record, play the games that are missing, and close it.

use std::ops::Range;
use std::path::{Path, PathBuf};

use super::command::CommandLine;
use super::error::RunError;
use super::event::{Opened, RunEvent, RunListener};
use super::folder;
use super::recorder::{Counted, MemoryRecord, Record, Recorder, Recovery};
use super::request::{ContestKind, Existing, FolderRequest, Request};
use super::results::{PlayedRun, RunEnd, TournamentResults};
use super::session::{ResolvedSession, Session, Threads, all_cores};
use crate::interrupt;
use crate::play::plan::{Plan, ResolvedPlan};
use crate::play::runner::{Ended, Measured};
use crate::store::run_file::RunFile;
use crate::store::{Journal, Recorded, standings};

/// A run whose players and openings are ready.
pub(crate) struct PreparedRun {
    pub(super) request: Request,
    pub(super) kind: ContestKind,
    pub(super) session: Session,
}

impl Request {
    /// Builds and starts the players and finds the openings, which may take a while.
    pub(crate) fn prepare(self) -> Result<PreparedRun, RunError> {
        let mut resolved = ResolvedSession::new(self.plan.with_short_names())?;
        let long = ResolvedPlan { plan: self.plan.clone(), digests: resolved.plan().digests.clone() };
        if !long.names().eq(resolved.plan().names()) && self.is_begun(&long) {
            resolved = ResolvedSession::new(long.plan)?;
        }
        let names: Vec<String> = resolved.plan().names().map(str::to_owned).collect();
        let kind = ContestKind::of(&self.shown_as, &names).map_err(RunError::Anchor)?;
        Ok(PreparedRun { request: self, kind, session: resolved.prepare()? })
    }

    /// Whether its folder holds a run of this plan.
    fn is_begun(&self, plan: &ResolvedPlan) -> bool {
        let Some(folder) = &self.settings.folder else { return false };
        let folders =
            folder.out.clone().map_or_else(|| plan.folders().map(PathBuf::from).to_vec(), |out| vec![out]);
        let hash = plan.hash();
        folders.iter().any(|folder| folder::found(folder).is_some_and(|found| found.plan_hash == hash))
    }
}

/// Says so if players that are limited by the clock have to share cores.
pub(crate) fn warn_of_shared_cores(threads: &Threads, listener: &mut RunListener<'_>) {
    if threads.count() > all_cores() {
        listener(RunEvent::SharedCores { threads: threads.count(), cores: all_cores() });
    }
}

impl PreparedRun {
    pub(crate) fn plan(&self) -> &ResolvedPlan {
        self.session.plan()
    }

    /// Plays the whole run.
    pub(crate) fn play(self, listener: &mut RunListener<'_>) -> Result<PlayedRun, RunError> {
        let threads = self.request.settings.threads.start(listener)?;
        self.play_on(&threads, listener)
    }

    /// Plays the whole run on threads that are already there.
    pub(crate) fn play_on(
        mut self,
        threads: &Threads,
        listener: &mut RunListener<'_>,
    ) -> Result<PlayedRun, RunError> {
        self.request.settings.limit_time()?;
        let Some(folder) = self.request.settings.folder.clone() else {
            let record = MemoryRecord::new(&self.session, self.request.plan.stop);
            let (record, end) = self.record(record, threads, listener)?;
            return Ok(self.played(end, PathBuf::new(), false, record.recorded));
        };
        let journal = self.open(&folder, threads, listener)?;
        listener(RunEvent::Opened(Opened {
            shard: None,
            beginning: journal.beginning(),
            folder: journal.folder(),
            out: journal.out(),
            done: journal.tallies().games(),
            total: self.plan().schedule.total_games(),
            lost: journal.lost(),
            damage: None,
        }));
        self.session.log_to(&journal.logs());
        let (mut journal, end) = self.record(journal, threads, listener)?;
        if end == RunEnd::Finished {
            journal.finish(&files(self.kind, &journal))?;
        } else {
            journal.interrupt()?;
        }
        Ok(self.played(end, journal.out().to_owned(), journal.is_extended(), journal.into_recorded()))
    }

    fn open(
        &mut self,
        request: &FolderRequest,
        threads: &Threads,
        listener: &mut RunListener<'_>,
    ) -> Result<Journal, RunError> {
        let out = self.folder(request);
        let is_fresh = match request.existing {
            Existing::Continue => false,
            Existing::Replace => true,
            Existing::ContinueOrReplace => {
                folder::found(&out).is_some_and(|found| found.plan_hash != self.plan().hash())
            }
        };
        let run = self.run_file(request, threads, request.existing == Existing::Replace);
        let empty = self.session.tallies();
        let mut recovery = Recovery { session: &mut self.session, listener };
        Ok(Journal::open(&out, run, is_fresh, empty, &mut recovery)?)
    }

    /// Plays the games that a record lacks.
    pub(super) fn record<R: Record>(
        &mut self,
        record: R,
        threads: &Threads,
        listener: &mut RunListener<'_>,
    ) -> Result<(R, RunEnd), RunError> {
        if self.session.is_timed() {
            warn_of_shared_cores(threads, listener);
        }
        for note in self.session.notes() {
            listener(RunEvent::Note(&note));
        }
        let Range { start, end } = self.session.games();
        listener(RunEvent::Playing { done: record.games(), total: end - start });
        let measured = if record.files().moves { Measured::All } else { Measured::Sample };
        let max_forfeits = self.request.settings.max_forfeits;
        let mut recorder = Recorder {
            record,
            plan: self.plan().clone(),
            kind: self.kind,
            max_forfeits,
            listener: &mut *listener,
        };
        let ended = self.session.play(threads, measured, &mut recorder);
        let mut record = recorder.record;
        record.add_thread_time(self.session.thread_time());
        listener(RunEvent::Ended);
        let Counted { tallies, .. } = record.counted();
        let is_early = tallies.games() < end - start && !record.is_decided();
        let end = match ended? {
            Ended::Interrupted if interrupt::time_is_up() => RunEnd::TimeIsUp,
            Ended::Interrupted => RunEnd::Interrupted,
            Ended::Failed(how) => RunEnd::RefereeFailed(how),
            Ended::Complete | Ended::Enough => match tallies.at_fault(max_forfeits) {
                Some(player) if is_early => RunEnd::TooManyForfeits { player, most: max_forfeits },
                None if is_early && tallies.disputes() >= max_forfeits => {
                    RunEnd::TooManyDisputes { most: max_forfeits }
                }
                None if is_early => RunEnd::TooManyFailures { most: max_forfeits },
                _ => RunEnd::Finished,
            },
        };
        Ok((record, end))
    }

    pub(super) fn folder(&mut self, request: &FolderRequest) -> PathBuf {
        let plan = self.plan().clone();
        request.out.clone().unwrap_or_else(|| folder::choose(&plan, &mut self.session))
    }

    pub(super) fn run_file(&self, request: &FolderRequest, threads: &Threads, fresh: bool) -> RunFile {
        let command = self.command(request).with_flag("--fresh", fresh);
        let is_reproducible = self.session.is_reproducible();
        RunFile::new(self.plan(), is_reproducible, request.record_moves, threads.count(), command.to_string())
            .with_anchor(self.request.shown_as.anchor.clone())
    }

    /// The command that plays the same games.
    pub(super) fn command(&self, request: &FolderRequest) -> CommandLine {
        let Plan { game, openings, seed, max_plies, adjudication, .. } = &self.plan().plan;
        let command = self.request.command.clone().with_games(game, openings, *seed, *max_plies);
        let command = command.with_some("--adjudicate", *adjudication);
        let command = command.with_flag("--record-moves", request.record_moves);
        command.with_some("--out", request.out.as_deref().map(Path::display))
    }

    pub(super) fn played(&self, end: RunEnd, out: PathBuf, extended: bool, recorded: Recorded) -> PlayedRun {
        PlayedRun {
            end,
            out,
            command: self
                .command(self.request.settings.folder.as_ref().unwrap_or(&FolderRequest::default()))
                .with_settings(&self.request.settings),
            plan: self.plan().clone(),
            kind: self.kind,
            reproducible: self.session.is_reproducible(),
            extended,
            recorded,
        }
    }
}

/// The files of the results that only a tournament has.
pub(super) fn files(kind: ContestKind, journal: &Journal) -> Vec<(&'static str, Vec<u8>)> {
    match kind {
        ContestKind::Match => Vec::new(),
        ContestKind::Tournament { anchor } => {
            let (tallies, timings) = (journal.tallies(), journal.timings());
            let standings = TournamentResults::rated(tallies, timings, anchor, journal.final_basis());
            standings::files(&standings, &tallies.crosstable())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::plan::Digests;
    use crate::play::schedule::Schedule;
    use crate::run::RunSettings;
    use crate::store::shard::ShownAs;

    #[test]
    fn a_run_with_the_long_names_of_earlier_versions_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let players = ["./bot,deterministic=yes", "bad"].map(|player| player.parse().unwrap()).to_vec();
        let plan = Plan::new("kalah".parse().unwrap(), players, Schedule::of_match(10));
        let out = Some(folder.path().to_owned());
        let request = Request {
            plan: plan.clone(),
            shown_as: ShownAs::default(),
            command: CommandLine::new(["arena"]),
            settings: RunSettings {
                folder: Some(FolderRequest { out, ..FolderRequest::default() }),
                ..RunSettings::default()
            },
        };
        let [long, short] = [plan.clone(), plan.with_short_names()]
            .map(|plan| ResolvedPlan { plan, digests: Digests::default() });
        assert!(!request.is_begun(&long));
        let file = RunFile::new(&long, true, false, 1, String::new());
        std::fs::write(folder.path().join("run.json"), file.bytes().unwrap()).unwrap();
        assert!(request.is_begun(&long) && !request.is_begun(&short));
    }

    #[test]
    fn a_warning_says_how_many_threads_share_the_cores() {
        let warning = |count| {
            let threads = Threads::start(Some(count)).unwrap();
            let mut warning = None;
            warn_of_shared_cores(&threads, &mut |event| {
                if let RunEvent::SharedCores { threads, cores } = event {
                    warning = Some((threads, cores));
                }
            });
            warning
        };
        let cores = all_cores();
        assert_eq!(warning(cores), None);
        assert_eq!(warning(cores + 1), Some((cores + 1, cores)));
    }
}
