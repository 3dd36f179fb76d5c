//! Another version of a bot, from git: a commit is checked out into a worktree, built there, and plays as a player of its
//! own.
//!
//! The worktree is in the folder `arena` of the repository's git directory, and removed when its [`OldVersion`] is dropped.
//! One that was left by a kill is not locked, and replaced by the next run.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use super::git::{self, GitError, Repository, git, remove, short, unusable};
use crate::digest::Digest;
use crate::players::bots::command::BotVersion;
use crate::players::strategies::StrategySpec;
use crate::store::folder::lock;

/// The bot of another commit, which can be played as long as this lives.
#[derive(Debug)]
pub(crate) struct OldVersion {
    /// The player: `./bot.py@0123abcd`.
    pub player: StrategySpec,
    /// The whole name of the commit.
    pub commit: String,
    pub difference: Difference,
    _worktree: Worktree,
}

/// How the files of two versions differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Difference {
    /// No file under version control differs, nor does the bot.
    None,
    /// Files differ, but the built bot does not.
    SameBuild,
    Files,
}

impl OldVersion {
    /// Checks out the bot of a revision, and builds it with a shell command if there is one. `building` is called before
    /// that.
    pub(crate) fn check_out(
        new: &StrategySpec,
        revision: &str,
        build: Option<&str>,
        building: impl FnOnce(&str),
    ) -> Result<OldVersion, GitError> {
        let command = git::command(new).map_err(GitError::Spec)?;
        let repository = Repository::find()?;
        let commit = repository.commit(revision)?;
        repository.check_paths(&command)?;
        let worktree = Worktree::add(&repository, &commit)?;
        let folder = worktree.path.join(&repository.prefix);
        fs::create_dir_all(&folder)?;
        let short = short(&commit);
        let player = new.clone().at_commit(short, None);
        if let Some(build) = build {
            building(player.name());
            git::build(build, &folder, &worktree.log())?.map_err(GitError::Failed)?;
        }
        let source = build.map(|build| Digest::of([commit.as_str(), build]));
        let old = command.clone().at(Some(BotVersion { folder: folder.clone(), source }));
        if let Some(file) = command.main_file().filter(|file| !old.has_file(file)) {
            let advice = match build {
                None => "if it is built, say how: --build 'make'".to_owned(),
                Some(_) => {
                    "does --build make it, from the folder in which this command was typed?".to_owned()
                }
            };
            return Err(unusable(format!("there is no {file} in {short}, which is {revision}"), advice));
        }
        let is_same_bot = old.digest_of_files() == command.digest_of_files();
        let difference = match (is_same_bot, repository.is_unchanged_since(&commit)?) {
            (true, true) => Difference::None,
            (true, false) if build.is_some() => Difference::SameBuild,
            _ => Difference::Files,
        };
        let player = new.clone().at_commit(short, Some(BotVersion { folder, source }));
        Ok(OldVersion { player, commit, difference, _worktree: worktree })
    }
}

/// A worktree of a repository that is removed in the end.
#[derive(Debug)]
struct Worktree {
    top: PathBuf,
    path: PathBuf,
    /// Locked as long as the worktree is used.
    lock: File,
    lock_path: PathBuf,
}

impl Worktree {
    fn add(repository: &Repository, commit: &str) -> Result<Worktree, GitError> {
        let folder = repository.git.join("arena");
        fs::create_dir_all(&folder)?;
        let worktree = Worktree::claim(&repository.top, &folder)?;
        remove(&worktree.path)?;
        git::check_out(repository, &worktree.path, commit)?;
        Ok(worktree)
    }

    /// The first worktree that no other process uses.
    fn claim(top: &Path, folder: &Path) -> Result<Worktree, GitError> {
        let mut number = 1;
        loop {
            let path = folder.join(format!("worktree-{number}"));
            let lock_path = folder.join(format!("worktree-{number}.lock"));
            let locked = lock(&lock_path).map_err(|error| GitError::Failed(error.to_string()))?;
            if let Some(lock) = locked {
                return Ok(Worktree { top: top.to_owned(), path, lock, lock_path });
            }
            number += 1;
        }
    }

    /// The output of a build.
    fn log(&self) -> PathBuf {
        self.path.with_extension("log")
    }
}

impl Drop for Worktree {
    fn drop(&mut self) {
        let words = ["worktree", "remove", "--force", "--force"].map(OsStr::new);
        // What is left is replaced by the next run.
        let _ = git(&self.top, words.into_iter().chain([self.path.as_os_str()]));
        let _ = remove(&self.path);
        let _ = fs::remove_file(self.log());
        let _ = fs::remove_file(&self.lock_path);
        let _ = self.lock.unlock();
        if let Some(folder) = self.path.parent() {
            // Unless another process uses it.
            let _ = fs::remove_dir(folder);
        }
    }
}
