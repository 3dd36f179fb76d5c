//! The bot of a commit: checked out into a worktree of its own, and built there.
//!
//! The worktrees stay in the folder `builds` of the search, named after their commits, so a commit is built once
//! however often it is visited or the search is continued. A file beside each says how its build ended, and is written
//! when it has: what a kill left half built is built again.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::file;
use super::history::Commit;
use crate::digest::Digest;
use crate::players::bots::command::{BotCommand, BotVersion};
use crate::players::strategies::StrategySpec;
use crate::run::git::{self, GitError, Repository, remove};
use crate::store::folder::replace;

/// The folder of the worktrees.
const BUILDS: &str = "builds";

/// Whether a folder is that of the worktrees of a search.
pub(crate) fn is_builds(folder: &Path) -> bool {
    folder.ends_with(BUILDS) && folder.with_file_name(file::NAME).exists()
}

/// Builds the bot of commits.
#[derive(Debug)]
pub(super) struct Engines {
    repository: Repository,
    bot: StrategySpec,
    command: BotCommand,
    build: Option<String>,
    folder: PathBuf,
}

/// The bot of a commit.
#[derive(Debug, Clone)]
pub(super) struct Engine {
    pub player: StrategySpec,
    /// The digest of its files.
    pub files: u64,
}

/// How a build ended.
#[derive(Debug, Serialize, Deserialize)]
struct BuildFile {
    /// The command.
    build: Option<String>,
    /// Why there is no bot.
    failed: Option<String>,
}

impl Engines {
    pub(super) fn new(
        repository: Repository,
        bot: &StrategySpec,
        build: Option<&str>,
        out: &Path,
    ) -> Result<Engines, GitError> {
        let command = git::command(bot).map_err(GitError::Spec)?;
        repository.check_paths(&command)?;
        let folder = std::path::absolute(out)?.join(BUILDS);
        Ok(Engines { repository, bot: bot.clone(), command, build: build.map(str::to_owned), folder })
    }

    /// Whether a commit is still to be built.
    pub(super) fn is_new(&self, commit: &Commit) -> bool {
        self.ended(commit).is_none()
    }

    /// The bot of a commit, or why there is none.
    pub(super) fn engine(&self, commit: &Commit) -> Result<Result<Engine, String>, GitError> {
        let ended = match self.ended(commit) {
            Some(ended) => ended,
            None => self.build(commit)?,
        };
        if let Some(why) = ended.failed {
            return Ok(Err(why));
        }
        let folder = self.worktree(commit).join(&self.repository.prefix);
        let source = self.build.as_ref().map(|build| Digest::of([commit.hash.as_str(), build.as_str()]));
        let version = BotVersion { folder, source };
        let files = self.command.clone().at(Some(version.clone())).digest_of_files();
        Ok(Ok(Engine { player: self.bot.clone().at_commit(commit.short(), Some(version)), files }))
    }

    fn worktree(&self, commit: &Commit) -> PathBuf {
        self.folder.join(&commit.hash)
    }

    fn file(&self, commit: &Commit) -> PathBuf {
        self.folder.join(format!("{}.json", commit.hash))
    }

    /// How its build by this command ended, if it did and is still there.
    fn ended(&self, commit: &Commit) -> Option<BuildFile> {
        let bytes = fs::read(self.file(commit)).ok()?;
        let ended: BuildFile = serde_json::from_slice(&bytes).ok()?;
        let is_there = ended.failed.is_some() || self.worktree(commit).is_dir();
        (ended.build == self.build && is_there).then_some(ended)
    }

    fn build(&self, commit: &Commit) -> Result<BuildFile, GitError> {
        let path = self.worktree(commit);
        fs::create_dir_all(&self.folder)?;
        remove(&path)?;
        git::check_out(&self.repository, &path, &commit.hash)?;
        let folder = path.join(&self.repository.prefix);
        fs::create_dir_all(&folder)?;
        let built = match &self.build {
            Some(build) => git::build(build, &folder, &path.with_extension("log"))?,
            None => Ok(()),
        };
        let bot = self.command.clone().at(Some(BotVersion { folder, source: None }));
        let failed = built.err().or_else(|| {
            let missing = self.command.main_file().filter(|file| !bot.has_file(file));
            missing.map(|file| match self.build {
                None => format!("there is no {file} in it; if it is built, say how: --build 'make'"),
                Some(_) => format!("there is no {file} after its build"),
            })
        });
        let ended = BuildFile { build: self.build.clone(), failed };
        let bytes = serde_json::to_vec_pretty(&ended).map_err(std::io::Error::from)?;
        replace(&self.file(commit), &bytes)?;
        Ok(ended)
    }
}
