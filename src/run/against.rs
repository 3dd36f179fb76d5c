//! Another version of a bot, from git: a commit is checked out into a worktree, built there, and plays as a player of its
//! own.
//!
//! The worktree is in the folder `arena` of the repository's git directory, and removed when its [`OldVersion`] is dropped.
//! One that was left by a kill is not locked, and replaced by the next run.

use std::env;
use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use thiserror::Error;

use crate::digest::Digest;
use crate::interrupt;
use crate::players::bots::command::{BotCommand, BotVersion};
use crate::players::bots::shell;
use crate::players::strategies::StrategySpec;
use crate::store::folder::lock;
use crate::text::{TextError, excerpt};

/// The digits of a commit in names. Git's own short form grows with the repository.
const DIGITS: usize = 8;

/// The most lines that are shown of a build that failed, and the bytes they are in.
const LAST_LINES: usize = 10;
const LAST_BYTES: u64 = 8 << 10;

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

/// Why there is no other version.
#[derive(Debug, Error)]
pub(crate) enum AgainstError {
    #[error("{0}")]
    Spec(TextError),
    #[error("{problem}\n{advice}")]
    Unusable { problem: String, advice: String },
    /// The build or git failed.
    #[error("{0}")]
    Failed(String),
    #[error("interrupted")]
    Interrupted,
}

impl From<io::Error> for AgainstError {
    fn from(error: io::Error) -> AgainstError {
        AgainstError::Failed(format!("cannot make a worktree: {error}\ncheck the repository's git directory"))
    }
}

fn unusable(problem: impl Into<String>, advice: impl Into<String>) -> AgainstError {
    AgainstError::Unusable { problem: problem.into(), advice: advice.into() }
}

impl OldVersion {
    /// Checks out the bot of a revision, and builds it with a shell command if there is one. `building` is called before
    /// that.
    pub(crate) fn check_out(
        new: &StrategySpec,
        revision: &str,
        build: Option<&str>,
        building: impl FnOnce(&str),
    ) -> Result<OldVersion, AgainstError> {
        let Some(bot) = new.bot() else {
            let problem = format!("{} is built in, so git has no other version of it", new.kind());
            return Err(AgainstError::Spec(new.error(problem, "give a bot, for example ./bot.py")));
        };
        let command = bot.map_err(AgainstError::Spec)?.command;
        let repository = Repository::find()?;
        let commit = repository.commit(revision)?;
        repository.check_paths(&command)?;
        let worktree = Worktree::add(&repository, &commit)?;
        let folder = worktree.path.join(&repository.prefix);
        fs::create_dir_all(&folder)?;
        let short = &commit[..DIGITS.min(commit.len())];
        let player = new.clone().at_commit(short, None);
        if let Some(build) = build {
            building(player.name());
            worktree.build(build, &folder)?;
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

/// The repository of the current directory.
#[derive(Debug)]
struct Repository {
    top: PathBuf,
    /// The current directory in it.
    prefix: PathBuf,
    /// The git directory that all its worktrees share.
    git: PathBuf,
}

impl Repository {
    fn find() -> Result<Repository, AgainstError> {
        let here = env::current_dir()?;
        let output = git(&here, ["rev-parse", "--show-toplevel", "--show-prefix", "--git-common-dir"])?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let lines: Vec<&str> = text.lines().collect();
        match lines.as_slice() {
            &[top, prefix, common] if output.status.success() => Ok(Repository {
                top: top.into(),
                prefix: prefix.into(),
                git: here.join(common).canonicalize()?,
            }),
            _ => Err(unusable(
                format!("the current directory is in no git repository: {}", last_words(&output)),
                "change to the repository of the bot",
            )),
        }
    }

    /// The whole name of the commit that a revision means.
    fn commit(&self, revision: &str) -> Result<String, AgainstError> {
        let find = |revision: &str| {
            let words = ["rev-parse", "--verify", "--quiet", &format!("{revision}^{{commit}}")];
            git(&self.top, words).map(|found| {
                let name = String::from_utf8_lossy(&found.stdout).trim().to_owned();
                (found.status.success() && !revision.starts_with('-')).then_some(name)
            })
        };
        if let Some(commit) = find(revision)? {
            return Ok(commit);
        }
        if find("HEAD")?.is_none() {
            return Err(unusable("the repository has no commits", "commit a version to play against"));
        }
        let shallow = git(&self.top, ["rev-parse", "--is-shallow-repository"])?;
        let advice = if shallow.stdout.starts_with(b"true") {
            "the clone is shallow: get the whole history with git fetch --unshallow, or fetch-depth: 0 in a workflow"
        } else {
            "git log --oneline lists the commits"
        };
        Err(unusable(format!("there is no commit '{}'", excerpt(revision)), advice))
    }

    /// Checks that the command means other files in another folder.
    fn check_paths(&self, command: &BotCommand) -> Result<(), AgainstError> {
        let is_inside =
            |word: &&String| Path::new(word).is_absolute() && Path::new(word).starts_with(&self.top);
        if let Some(word) = command.words().iter().find(is_inside) {
            let problem = format!("{word} would be the same file in both versions");
            return Err(unusable(problem, "write its path relative to the current directory"));
        }
        match command.words() {
            [only] if Path::new(only).is_absolute() => {
                let problem = format!("{only} is not in the repository {}", self.top.display());
                Err(unusable(problem, "give a bot of this repository, for example ./bot.py"))
            }
            _ => Ok(()),
        }
    }

    /// Whether no file under version control differs from a commit.
    fn is_unchanged_since(&self, commit: &str) -> Result<bool, AgainstError> {
        Ok(git(&self.top, ["diff", "--quiet", commit])?.status.success())
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
    fn add(repository: &Repository, commit: &str) -> Result<Worktree, AgainstError> {
        let folder = repository.git.join("arena");
        fs::create_dir_all(&folder)?;
        let worktree = Worktree::claim(&repository.top, &folder)?;
        remove(&worktree.path)?;
        let words = ["worktree", "add", "--quiet", "--force", "--force", "--detach"].map(OsStr::new);
        let words = words.into_iter().chain([worktree.path.as_os_str(), OsStr::new(commit)]);
        let output = git(&repository.top, words)?;
        if interrupt::is_set() {
            return Err(AgainstError::Interrupted);
        }
        if !output.status.success() {
            let problem = format!("git cannot check out {commit}: {}", last_words(&output));
            return Err(AgainstError::Failed(problem));
        }
        Ok(worktree)
    }

    /// The first worktree that no other process uses.
    fn claim(top: &Path, folder: &Path) -> Result<Worktree, AgainstError> {
        let mut number = 1;
        loop {
            let path = folder.join(format!("worktree-{number}"));
            let lock_path = folder.join(format!("worktree-{number}.lock"));
            let locked = lock(&lock_path).map_err(|error| AgainstError::Failed(error.to_string()))?;
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

    /// Runs the command that builds the bot.
    fn build(&self, command: &str, folder: &Path) -> Result<(), AgainstError> {
        let mut log =
            OpenOptions::new().read(true).write(true).create(true).truncate(true).open(self.log())?;
        match shell::run(command, folder, &log)? {
            None => Err(AgainstError::Interrupted),
            Some(status) if status.success() => Ok(()),
            Some(status) => {
                let said = last_lines(&mut log)?;
                let problem = format!("--build failed with {status}: {}", excerpt(command));
                let said = if said.is_empty() { "it printed nothing".to_owned() } else { said };
                Err(AgainstError::Failed(format!("{problem}\n{said}")))
            }
        }
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

fn remove(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// The last lines of a log.
fn last_lines(log: &mut File) -> io::Result<String> {
    let length = log.metadata()?.len();
    log.seek(SeekFrom::Start(length.saturating_sub(LAST_BYTES)))?;
    let mut said = Vec::new();
    log.take(LAST_BYTES).read_to_end(&mut said)?;
    let said = String::from_utf8_lossy(&said);
    let lines: Vec<&str> = said.lines().collect();
    Ok(lines[lines.len().saturating_sub(LAST_LINES)..].join("\n"))
}

/// Runs git in a folder. A variable that a hook has set must not lead it to another index.
fn git(folder: &Path, words: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Result<Output, AgainstError> {
    let mut command = Command::new("git");
    command.arg("-C").arg(folder).args(words).env_remove("GIT_INDEX_FILE").stdin(Stdio::null());
    command.output().map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => {
            unusable("there is no git in PATH", "install it, or play against a copy of the bot")
        }
        _ => error.into(),
    })
}

/// What git said last.
fn last_words(output: &Output) -> String {
    let said = String::from_utf8_lossy(&output.stderr);
    excerpt(said.trim().lines().last().unwrap_or("it said nothing"))
}
