//! What a run would play, where, and about how long that would take.
//!
//! The time comes from the first games of the plan, played for a moment on as many threads as the run would use. Nothing
//! is written.

use std::ops::Range;
use std::time::{Duration, Instant};

use serde::Serialize;

use super::error::RunError;
use super::event::{RunEvent, RunListener};
use super::folder::FolderState;
use super::prepared::PreparedRun;
use super::recorder::{MemoryRecord, Recorder};
use super::request::Existing;
use super::session::SessionError;
use super::shard::PreparedShard;
use crate::interrupt;
use crate::play::runner::{Ended, Measured};
use crate::play::schedule::Shard;
use crate::store::plan_text::PlanText;

/// How long games are played to measure them.
pub(crate) const SAMPLE: Duration = Duration::from_millis(1500);

/// What a run would do.
#[derive(Debug, Serialize)]
pub(crate) struct RunEstimate {
    pub plan: PlanText,
    pub games: u64,
    pub threads: usize,
    pub reproducible: bool,
    pub folder: String,
    pub folder_state: FolderState,
    pub sampled_games: u64,
    /// About how long all games take; a lower bound if `sampled_games` is 0.
    pub estimated_seconds: f64,
    /// The command that plays it.
    pub command: String,
    /// Whether a test may end it before all games are played.
    #[serde(skip)]
    pub may_stop_early: bool,
}

impl PreparedRun {
    /// Plays a sample of the plan and looks at the folder.
    pub(crate) fn estimate(self, listener: &mut RunListener<'_>) -> Result<RunEstimate, RunError> {
        self.estimate_part(None, listener)
    }

    fn estimate_part(
        mut self,
        shard: Option<Shard>,
        listener: &mut RunListener<'_>,
    ) -> Result<RunEstimate, RunError> {
        let threads = self.request.settings.threads.start(listener)?;
        let folder = self.request.settings.folder.clone().unwrap_or_default();
        let command = self.command(&folder);
        let command = shard.map_or(command.clone(), |shard| command.with_shard(shard));
        let out = self.folder(&folder);
        let folder_state = FolderState::of(&out, &mut self.session);
        let Range { start, end } = self.session.games();
        let games = end - start;
        let mut last_game = None;
        let mut sample = Recorder {
            record: MemoryRecord::new(&self.session, None),
            plan: self.plan().clone(),
            kind: self.kind,
            max_forfeits: u64::MAX,
            listener: &mut |event| {
                if let RunEvent::Progress { done: 1.., .. } = event {
                    last_game = Some(Instant::now());
                }
            },
        };
        interrupt::after(SAMPLE)?;
        let began = Instant::now();
        match self.session.play(&threads, Measured::Sample, &mut sample)? {
            Ended::Interrupted if !interrupt::time_is_up() => return Err(SessionError::Interrupted.into()),
            Ended::Failed(how) => return Err(RunError::Failed(how)),
            Ended::Interrupted | Ended::Complete | Ended::Enough => {}
        }
        let played = sample.record.recorded.tallies.games();
        let estimated_seconds = match last_game {
            Some(end) => (end - began).as_secs_f64() * games as f64 / played as f64,
            // Every thread was busy with its first game.
            None => began.elapsed().as_secs_f64() * games as f64 / threads.count() as f64,
        };
        Ok(RunEstimate {
            plan: PlanText::of(self.plan()),
            games,
            threads: threads.count(),
            reproducible: self.session.is_reproducible(),
            folder: out.display().to_string(),
            folder_state,
            sampled_games: played,
            estimated_seconds,
            command: command.with_flag("--fresh", folder.existing == Existing::Replace).to_string(),
            may_stop_early: self.plan().stop.is_some(),
        })
    }
}

impl PreparedShard {
    /// Plays a sample of the shard and looks at the folder of its run.
    pub(crate) fn estimate(self, listener: &mut RunListener<'_>) -> Result<RunEstimate, RunError> {
        self.run.estimate_part(Some(self.shard), listener)
    }
}
