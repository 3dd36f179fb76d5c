//! The place of a shard in the folder of its run.
//!
//! A shard is played in the folder of an [attempt](super::attempt), described when it is complete, and moved to its place.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::attempt;
use super::begun;
use super::error::{At as _, REPLACE, RecordError};
use super::folder;
use super::journal::Journal;
use super::recovery::Verifier;
use super::run_file::{RunFile, RunState};
use super::sealed;
use super::shard::{self, CompleteShard, DIVISION, DivisionFile, SHARDS, ShardDivision};
use super::tallies::Tallies;
use crate::play::schedule::Shard;

/// The place of a shard in the folder of a run.
#[derive(Debug)]
pub(crate) struct ShardPlace {
    out: PathBuf,
    shards: PathBuf,
    shard: Shard,
    games: Range<u64>,
    division: ShardDivision,
}

/// The state of a shard when it is opened.
#[derive(Debug)]
pub(crate) enum OpenedShard {
    Complete,
    /// It, or the rest of it, has to be played.
    Open {
        journal: Box<Journal>,
        /// The damage of a complete shard that is played again, if there was one.
        damage: Option<String>,
    },
}

impl ShardPlace {
    /// The place of a shard with these games, from 0, in the folder of its run.
    pub(crate) fn new(out: &Path, shard: Shard, games: Range<u64>, division: ShardDivision) -> ShardPlace {
        ShardPlace { out: out.to_owned(), shards: out.join(SHARDS), shard, games, division }
    }

    /// The folder of the complete shard.
    pub(crate) fn path(&self) -> PathBuf {
        self.shards.join(self.shard.name())
    }

    /// Opens the journal of the shard, unless it is complete. `run` is the whole run, `empty` are tallies without games.
    pub(crate) fn open(
        &self,
        run: RunFile,
        fresh: bool,
        empty: Tallies,
        verifier: &mut dyn Verifier,
    ) -> Result<OpenedShard, RecordError> {
        let other = RunFile::find_in(&self.out).map_or_else(Some, |found| {
            let found = found.filter(|found| found.plan_hash != run.plan_hash)?;
            Some(begun::other_plan(&self.out, &run, &found))
        });
        if let Some(other) = other.filter(|_| !fresh) {
            return Err(other);
        }
        fs::create_dir_all(&self.shards).at("create", &self.shards)?;
        let run = self.as_begun(run, fresh, verifier)?;
        let mut damage = None;
        if fresh {
            attempt::discard(&self.shards, self.shard)?;
        } else if self.path().exists() {
            match self.complete_shard(&run) {
                Ok(()) => return Ok(OpenedShard::Complete),
                Err(problem) => damage = Some(problem),
            }
            attempt::discard(&self.shards, self.shard)?;
        }
        let run = run.of_shard(self.shard);
        let attempt = attempt::claim(&self.shards, self.shard)?;
        let begun = RunFile::find_in(attempt.path()).ok().flatten().filter(|found| {
            found.plan_hash == run.plan_hash
                && found.fingerprints == run.fingerprints
                && found.records_moves() == run.records_moves()
                && found.state != RunState::Starting
        });
        let mut journal = match begun.filter(|_| !fresh) {
            Some(begun) => Journal::resume(attempt, run.continuing(&begun), empty, verifier)?,
            None => Journal::start(attempt, run, empty)?,
        };
        journal.first_game = self.games.start;
        Ok(OpenedShard::Open { journal: Box::new(journal), damage })
    }

    /// Checks that the shard in its place is one of this run.
    fn complete_shard(&self, run: &RunFile) -> Result<(), String> {
        let complete = CompleteShard::read(&self.shards, self.shard)?;
        complete.check(&self.division, &run.plan_hash, &run.fingerprints)?;
        complete.verify()
    }

    /// Checks that the folder has shards of this run, and returns the run as the first of them began it.
    fn as_begun(
        &self,
        run: RunFile,
        fresh: bool,
        verifier: &mut dyn Verifier,
    ) -> Result<RunFile, RecordError> {
        let found = match DivisionFile::read(&self.shards) {
            Err(RecordError::OtherPlan { .. }) if fresh => None,
            found => found?,
        };
        let is_other = |found: &DivisionFile| {
            found.run.plan_hash != run.plan_hash || found.division.shards != self.shard.count()
        };
        match found {
            Some(found) if !fresh && is_other(&found) => Err(self.other(&found, &run, verifier)),
            Some(found) if !is_other(&found) => {
                let begun = begun::as_begun(&self.out, run.clone(), &found.run, verifier);
                if begun.is_err() && fresh { self.begin(run, true, verifier) } else { begun }
            }
            found => self.begin(run, found.is_some() || fresh, verifier),
        }
    }

    fn other(&self, found: &DivisionFile, run: &RunFile, verifier: &mut dyn Verifier) -> RecordError {
        let folder = self.out.clone();
        if found.run.plan_hash == run.plan_hash {
            return RecordError::OtherDivision {
                folder,
                there: found.division.shards,
                here: self.shard.count(),
            };
        }
        let grows = found.run.plan().is_some_and(|shorter| verifier.continues(&shorter).is_ok());
        let advice = if grows {
            "merge its shards first, then play more games without --shard; or choose another folder with --out"
        } else {
            REPLACE
        };
        let differences = run.differences(&found.run);
        RecordError::OtherPlan { folder, differences, advice: advice.to_owned() }
    }

    /// Writes `shards.json`, unless another process does so first. If it replaces another one, the shards of that are
    /// removed.
    fn begin(
        &self,
        run: RunFile,
        replace: bool,
        verifier: &mut dyn Verifier,
    ) -> Result<RunFile, RecordError> {
        let run = run.with_fingerprints(&verifier.fingerprints());
        let file = DivisionFile { division: self.division.clone(), run: run.in_state(RunState::Running) };
        let path = self.shards.join(DIVISION);
        let bytes = sealed::pretty(&file).at("write", &path)?;
        if !folder::publish(&path, &bytes, replace).at("write", &path)? {
            return self.as_begun(run, false, verifier);
        }
        if replace {
            self.remove_others(&run)?;
        }
        folder::sync(&self.shards)?;
        Ok(run)
    }

    /// Removes the complete shards that are not of this run.
    fn remove_others(&self, run: &RunFile) -> Result<(), RecordError> {
        let names = attempt::listed(&self.shards)?;
        for shard in names.iter().filter_map(|name| Shard::named(name)) {
            let is_ours = shard.count() == self.shard.count()
                && CompleteShard::read(&self.shards, shard).is_ok_and(|shard| {
                    shard.check(&self.division, &run.plan_hash, &run.fingerprints).is_ok()
                });
            if !is_ours {
                attempt::discard(&self.shards, shard)?;
            }
        }
        Ok(())
    }

    /// Completes a shard whose games are all recorded, and moves it into place. Returns whether this one is there now.
    pub(crate) fn complete(&self, mut journal: Journal) -> Result<bool, RecordError> {
        journal.save_all(RunState::Finished)?;
        let Journal { folder, .. } = journal;
        shard::describe(&folder, self.shard, &self.games, &self.division)?;
        let is_first = attempt::complete(folder, &self.shards, self.shard)?;
        if !is_first {
            CompleteShard::read(&self.shards, self.shard).map_err(|problem| RecordError::ShardDamaged {
                folder: self.path(),
                shard: self.shard,
                problem,
            })?;
        }
        Ok(is_first)
    }

    /// Releases an interrupted shard to any host, and returns its new folder.
    pub(crate) fn release(&self, mut journal: Journal) -> Result<PathBuf, RecordError> {
        journal.interrupt()?;
        let Journal { folder, .. } = journal;
        attempt::release(folder, &self.shards, self.shard)
    }
}
