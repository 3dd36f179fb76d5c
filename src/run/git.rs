//! Git, as a process: the repository of the current directory, its commits, and commits that are checked out and built.

use std::env;
use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use thiserror::Error;

use crate::interrupt;
use crate::players::bots::command::BotCommand;
use crate::players::bots::shell;
use crate::players::strategies::StrategySpec;
use crate::text::{TextError, excerpt};

/// The digits of a commit in names. Git's own short form grows with the repository.
const DIGITS: usize = 8;

/// The most lines that are shown of a build that failed, and the bytes they are in.
const LAST_LINES: usize = 10;
const LAST_BYTES: u64 = 8 << 10;

/// Why a commit cannot be played.
#[derive(Debug, Error)]
pub(crate) enum GitError {
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

impl From<io::Error> for GitError {
    fn from(error: io::Error) -> GitError {
        GitError::Failed(format!("cannot make a worktree: {error}\ncheck the repository's git directory"))
    }
}

pub(super) fn unusable(problem: impl Into<String>, advice: impl Into<String>) -> GitError {
    GitError::Unusable { problem: problem.into(), advice: advice.into() }
}

/// The command of a bot, which may have versions in a repository.
pub(crate) fn command(spec: &StrategySpec) -> Result<BotCommand, TextError> {
    match spec.bot() {
        Some(bot) => Ok(bot?.command),
        None => {
            let problem = format!("{} is built in, so git has no other version of it", spec.kind());
            Err(spec.error(problem, "give a bot, for example ./bot.py"))
        }
    }
}

/// The repository of the current directory.
#[derive(Debug)]
pub(super) struct Repository {
    pub top: PathBuf,
    /// The current directory in it.
    pub prefix: PathBuf,
    /// The git directory that all its worktrees share.
    pub git: PathBuf,
}

impl Repository {
    pub(super) fn find() -> Result<Repository, GitError> {
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
    pub(super) fn commit(&self, revision: &str) -> Result<String, GitError> {
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
            return Err(unusable("the repository has no commits", "commit a version first"));
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
    pub(super) fn check_paths(&self, command: &BotCommand) -> Result<(), GitError> {
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
    pub(super) fn is_unchanged_since(&self, commit: &str) -> Result<bool, GitError> {
        Ok(git(&self.top, ["diff", "--quiet", commit])?.status.success())
    }
}

/// Checks a commit out into a new worktree. What is in its place must have been removed.
pub(super) fn check_out(repository: &Repository, path: &Path, commit: &str) -> Result<(), GitError> {
    let words = ["worktree", "add", "--quiet", "--force", "--force", "--detach"].map(OsStr::new);
    let words = words.into_iter().chain([path.as_os_str(), OsStr::new(commit)]);
    let output = git(&repository.top, words)?;
    if interrupt::is_set() {
        return Err(GitError::Interrupted);
    }
    if !output.status.success() {
        let problem = format!("git cannot check out {commit}: {}", last_words(&output));
        return Err(GitError::Failed(problem));
    }
    Ok(())
}

/// Runs the command that builds a bot, with its output in a log. The inner error is how it failed.
pub(super) fn build(command: &str, folder: &Path, log: &Path) -> Result<Result<(), String>, GitError> {
    let mut log = OpenOptions::new().read(true).write(true).create(true).truncate(true).open(log)?;
    match shell::run(command, folder, &log)? {
        None => Err(GitError::Interrupted),
        Some(status) if status.success() => Ok(Ok(())),
        Some(status) => {
            let said = last_lines(&mut log)?;
            let problem = format!("--build failed with {status}: {}", excerpt(command));
            let said = if said.is_empty() { "it printed nothing".to_owned() } else { said };
            Ok(Err(format!("{problem}\n{said}")))
        }
    }
}

/// The start of the name of a commit.
pub(super) fn short(commit: &str) -> &str {
    &commit[..DIGITS.min(commit.len())]
}

/// Removes a folder, if there is one.
pub(super) fn remove(folder: &Path) -> io::Result<()> {
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
pub(super) fn git(
    folder: &Path,
    words: impl IntoIterator<Item = impl AsRef<OsStr>>,
) -> Result<Output, GitError> {
    let mut command = Command::new("git");
    command.arg("-C").arg(folder).args(words).env_remove("GIT_INDEX_FILE").stdin(Stdio::null());
    command.output().map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => unusable("there is no git in PATH", "install git"),
        _ => error.into(),
    })
}

/// What git said last.
pub(super) fn last_words(output: &Output) -> String {
    let said = String::from_utf8_lossy(&output.stderr);
    excerpt(said.trim().lines().last().unwrap_or("it said nothing"))
}

/// The commit that a folder is at, shortened, with a `+` if files under version control were changed; `None` if it is in no
/// repository.
pub(super) fn head_of(folder: &Path) -> Option<String> {
    let said = |words: [&str; 2]| {
        let output = git(folder, words).ok().filter(|output| output.status.success())?;
        Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let commit: String = said(["rev-parse", "HEAD"])?.chars().take(12).collect();
    let changed = said(["diff-index", "HEAD"]).is_some_and(|changes| !changes.is_empty());
    Some(if changed { commit + "+" } else { commit })
}
