//! Merging shards into the files of their run.
//!
//! The journal counts and writes row after row, as if the games had just been played. So the files are those of a single
//! process, and memory does not grow with the number of games. Everything goes into a
//! [copy](super::copy) that replaces the run in the folder at the end.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::attempt;
use super::begun;
use super::copy;
use super::error::RecordError;
use super::journal::Journal;
use super::run_file::{MergedShards, RunFile};
use super::shard::{CompleteShard, DivisionFile, SHARDS, ShardDivision};
use super::shard_source::ShardSource;
use super::tallies::Tallies;
use crate::interrupt;
use crate::play::plan::ResolvedPlan;
use crate::play::schedule::{Shard, shard};

/// The shards in the folder of a run.
#[derive(Debug)]
pub(crate) struct Shards {
    out: PathBuf,
    plan: ResolvedPlan,
    division: ShardDivision,
    /// The run as its first shard began it.
    run: RunFile,
    /// All shards in order: the damage of one, or `None` if it is missing.
    all: Vec<Result<CompleteShard, Option<String>>>,
    attempts: Vec<String>,
}

impl Shards {
    /// Finds the shards of a run, without reading their games.
    pub(crate) fn find(out: &Path) -> Result<Shards, RecordError> {
        let folder = out.join(SHARDS);
        let mut found: Vec<Shard> =
            attempt::listed(&folder)?.iter().filter_map(|name| Shard::named(name)).collect();
        found.sort_by_key(|shard| (shard.count(), shard.number()));
        let of_first = || found.iter().find_map(|&shard| CompleteShard::read(&folder, shard).ok());
        let file = DivisionFile::read(&folder)?
            .or_else(|| of_first().map(|CompleteShard { division, run, .. }| DivisionFile { division, run }));
        let Some(DivisionFile { division, run }) = file else {
            return Err(RecordError::NoShards { folder: out.to_owned() });
        };
        if let Some(other) = found.iter().find(|shard| shard.count() != division.shards) {
            let names = format!("{} beside {} others", other.name(), found.len() - 1);
            let one = found.iter().find(|shard| shard.count() == division.shards);
            let names = one.map_or(names, |one| format!("{} and {}", one.name(), other.name()));
            return Err(RecordError::MixedShards { folder, names });
        }
        let Some(plan) = run.plan() else {
            return Err(RecordError::unreadable_plan(out));
        };
        let read = |shard: Shard| {
            if !found.contains(&shard) {
                return Err(None);
            }
            let read = CompleteShard::read(&folder, shard).and_then(|read| {
                read.check(&division, &run.plan_hash, &run.fingerprints)?;
                let is_whole = shard.games(&plan.schedule) == Ok(read.games.clone());
                if is_whole { Ok(read) } else { Err("it has other games".to_owned()) }
            });
            read.map_err(Some)
        };
        let all = Shard::all(division.shards).map(read).collect();
        let attempts = attempt::names(&folder)?;
        Ok(Shards { out: out.to_owned(), plan, division, run, all, attempts })
    }

    /// The run as its first shard began it.
    pub(crate) fn run(&self) -> &RunFile {
        &self.run
    }

    /// The games of the complete shards.
    pub(crate) fn games(&self) -> u64 {
        self.all.iter().flatten().map(|shard| shard.games.end - shard.games.start).sum()
    }

    pub(crate) fn plan(&self) -> &ResolvedPlan {
        &self.plan
    }

    /// What all shards have in common.
    pub(crate) fn division(&self) -> &ShardDivision {
        &self.division
    }

    /// Whether the same plan gives the same games on every machine.
    pub(crate) fn is_reproducible(&self) -> bool {
        self.run.reproducible
    }

    /// The numbers of the shards that are missing or known to be damaged.
    pub(crate) fn missing(&self) -> Vec<u64> {
        (1..).zip(&self.all).filter_map(|(number, shard)| shard.is_err().then_some(number)).collect()
    }

    /// The numbers of the missing shards that the run needs: none if the games before the first of them decide it.
    pub(crate) fn needed(&self) -> Result<Vec<u64>, RecordError> {
        let missing = self.missing();
        let is_decided = !missing.is_empty() && self.prefix_decides()?;
        Ok(if is_decided { Vec::new() } else { missing })
    }

    /// The shards before the first missing one.
    fn prefix(&self) -> impl Iterator<Item = &CompleteShard> {
        self.all.iter().map_while(|shard| shard.as_ref().ok())
    }

    /// Whether the games before the first missing shard decide the run.
    fn prefix_decides(&self) -> Result<bool, RecordError> {
        let Some(rule) = self.plan.stop else { return Ok(false) };
        let mut tallies = self.no_games();
        let mut is_decided = false;
        for shard in self.prefix() {
            ShardSource { shard, plan: &self.plan }.read_games(|pairing, game| {
                if tallies.wants(pairing) {
                    tallies.add(pairing, game);
                }
                if interrupt::is_set() {
                    return Err(RecordError::Interrupted);
                }
                is_decided = tallies.decide(&rule);
                Ok(if is_decided { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            })?;
            if is_decided {
                break;
            }
        }
        Ok(is_decided)
    }

    fn no_games(&self) -> Tallies {
        Tallies::new(self.plan.names(), self.division.openings_may_repeat).of_plan(&self.plan)
    }

    /// The folders of attempts that are not complete.
    pub(crate) fn attempts(&self) -> &[String] {
        &self.attempts
    }

    /// Merges the shards before the first missing one. Without `partial` they must be all that the run
    /// [needs](Self::needed). `watch` decides after each game whether to continue. `fresh` replaces the run in the
    /// folder.
    pub(crate) fn merge(
        &self,
        options: MergeOptions,
        mut watch: impl FnMut(&Journal) -> bool,
    ) -> Result<Merged, RecordError> {
        let needed = self.needed()?;
        if let Some(damaged) = self.damaged().filter(|_| !needed.is_empty()) {
            return Err(damaged);
        }
        let prefix: Vec<&CompleteShard> = self.prefix().collect();
        if !needed.is_empty() && !options.partial {
            return Err(RecordError::ShardsMissing {
                folder: self.out.clone(),
                missing: shard::ranges(&needed),
                how_many: needed.len() as u64,
                count: self.division.shards,
                prefix: prefix.len() as u64,
            });
        }
        let mut journal = self.open(options, &prefix)?;
        for shard in &prefix {
            ShardSource { shard, plan: &self.plan }.add_to(&mut journal, &mut watch)?;
            if journal.has_decided() {
                break;
            }
        }
        let games = journal.tallies().games();
        journal.timings = std::mem::take(&mut journal.timings).of_games(games);
        let played: u64 = self.all.iter().flatten().map(|shard| shard.games.end - shard.games.start).sum();
        let is_decided = journal.has_decided();
        let shards = MergedShards {
            count: self.division.shards,
            merged: prefix.len() as u64,
            games_after_test: if is_decided { played - games } else { 0 },
        };
        journal.run = journal.run.clone().with_shards(shards);
        let is_whole = needed.is_empty();
        Ok(Merged { journal, shards: shards.merged, games_after_test: shards.games_after_test, is_whole })
    }

    fn damaged(&self) -> Option<RecordError> {
        let wrong = |(shard, read): (Shard, &Result<_, Option<String>>)| {
            let problem = read.as_ref().err()?.clone()?;
            let folder = self.out.join(SHARDS).join(shard.name());
            Some(RecordError::ShardDamaged { folder, shard, problem })
        };
        Shard::all(self.division.shards).zip(&self.all).find_map(wrong)
    }

    /// The journal of the run, in a copy.
    fn open(&self, options: MergeOptions, shards: &[&CompleteShard]) -> Result<Journal, RecordError> {
        let RunFile { reproducible, command, fingerprints, .. } = &self.run;
        let record_moves = self.run.records_moves();
        let run = RunFile::new(&self.plan, *reproducible, record_moves, 1, command.clone());
        let shards: Vec<&RunFile> = shards.iter().map(|shard| &shard.run).collect();
        let mut run = run.with_anchor(options.anchor).of_shards(&shards);
        run.fingerprints.clone_from(fingerprints);
        let claimed = copy::claim(&self.out)?;
        if !options.fresh {
            match RunFile::find_in(claimed.path())? {
                Some(found) if found.plan_hash != run.plan_hash => {
                    return Err(begun::other_plan(&self.out, &run, &found));
                }
                None if let Some(file) = claimed.content() => {
                    return Err(RecordError::NotARun { folder: self.out.clone(), file });
                }
                _ => {}
            }
        }
        let copy = copy::folder_for(&claimed)?;
        let mut journal = Journal::start(copy, run, self.no_games())?;
        journal.replaces = Some(claimed);
        Ok(journal)
    }
}

#[derive(Debug, Clone, Default)]
pub(crate) struct MergeOptions {
    /// Whether those before the first missing one are enough.
    pub(crate) partial: bool,
    /// Whether a run of another plan is replaced.
    pub(crate) fresh: bool,
    /// The player whose rating is fixed: `NAME=ELO`.
    pub(crate) anchor: Option<String>,
}

#[derive(Debug)]
pub(crate) struct Merged {
    pub(crate) journal: Journal,
    /// How many shards they are from.
    pub(crate) shards: u64,
    /// How many games of the shards follow the decision of the test.
    pub(crate) games_after_test: u64,
    /// Whether it has all games, or as many as the test needs.
    pub(crate) is_whole: bool,
}

impl Merged {
    /// Moves the files into place, with `further` ones if the run is finished.
    pub(crate) fn finish(&mut self, further: &[(&'static str, Vec<u8>)]) -> Result<(), RecordError> {
        if self.is_whole {
            return self.journal.finish(further);
        }
        self.journal.interrupt()?;
        self.journal.take_place()
    }
}
