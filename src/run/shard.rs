//! Playing a part of a run, to be merged with the others.

use std::ops::Range;
use std::path::PathBuf;

use super::error::RunError;
use super::event::{Opened, RunEvent, RunListener};
use super::prepared::PreparedRun;
use super::recorder::Recovery;
use super::request::{Existing, Request};
use super::results::{PlayedRun, RunEnd};
use crate::play::schedule::Shard;
use crate::store::faults::Forfeiter;
use crate::store::shard::ShardDivision;
use crate::store::shard_place::{OpenedShard, ShardPlace};

/// A shard whose players and openings are ready.
pub(crate) struct PreparedShard {
    pub(super) run: PreparedRun,
    pub(super) shard: Shard,
}

/// A shard that was played, or was there already.
#[derive(Debug)]
pub(crate) struct PlayedShard {
    pub shard: Shard,
    /// Its games, from 0.
    pub games: Range<u64>,
    /// The folder of the run.
    pub out: PathBuf,
    /// The folder of the complete shard.
    pub folder: PathBuf,
    /// The players that forfeited games, if it was played now.
    pub forfeiters: Vec<Forfeiter>,
    pub end: ShardEnd,
}

/// How the play of a shard ended.
#[derive(Debug)]
pub(crate) enum ShardEnd {
    WasComplete,
    Complete,
    /// Another process completed it first.
    CompletedElsewhere,
    /// Something stopped it before its end. Its games are in the folder of what was played.
    Stopped(Box<PlayedRun>),
}

impl Request {
    pub(crate) fn prepare_shard(self, shard: Shard) -> Result<PreparedShard, RunError> {
        let games = shard.games(&self.plan.schedule)?;
        let mut run = self.prepare()?;
        run.session.play_only(games);
        Ok(PreparedShard { run, shard })
    }
}

impl PreparedShard {
    /// Plays the shard and moves it into place.
    pub(crate) fn play(self, listener: &mut RunListener<'_>) -> Result<PlayedShard, RunError> {
        let PreparedShard { mut run, shard } = self;
        let threads = run.request.settings.threads.start(listener)?;
        run.request.settings.limit_time()?;
        let folder = run.request.settings.folder.clone().unwrap_or_default();
        let out = run.folder(&folder);
        let shown_as = run.request.shown_as.clone();
        let division = ShardDivision::new(shard.count(), run.session.openings_may_repeat(), shown_as);
        let games = run.session.games();
        let place = ShardPlace::new(&out, shard, games.clone(), division);
        let (file, empty) = (run.run_file(&folder, &threads, false), run.session.tallies());
        let mut recovery = Recovery { session: &mut run.session, listener: &mut *listener };
        let opened = place.open(file, folder.existing == Existing::Replace, empty, &mut recovery)?;
        let total = games.end - games.start;
        let played =
            |end, forfeiters| PlayedShard { shard, games, out, folder: place.path(), forfeiters, end };
        let OpenedShard::Open { journal, damage } = opened else {
            return Ok(played(ShardEnd::WasComplete, Vec::new()));
        };
        listener(RunEvent::Opened(Opened {
            shard: Some(shard),
            beginning: journal.beginning(),
            folder: journal.folder(),
            out: journal.out(),
            done: journal.tallies().games(),
            total,
            lost: journal.lost(),
            damage: damage.as_deref(),
        }));
        run.session.log_to(&journal.logs());
        let (journal, end) = run.record(*journal, &threads, listener)?;
        let forfeiters = journal.tallies().forfeiters();
        if end == RunEnd::Finished {
            // Its players write to logs in a folder that is about to be moved.
            drop(run);
            let is_first = place.complete(journal)?;
            let end = if is_first { ShardEnd::Complete } else { ShardEnd::CompletedElsewhere };
            return Ok(played(end, forfeiters));
        }
        let mut stopped = run.played(end, PathBuf::new(), false, journal.recorded());
        stopped.command = stopped.command.with_shard(shard);
        drop(run);
        stopped.out = place.release(journal)?;
        Ok(played(ShardEnd::Stopped(Box::new(stopped)), forfeiters))
    }
}
