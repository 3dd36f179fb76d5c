//! The commits between the good one and the bad one.
//!
//! They are those of the main line: of a merge the first parent. One that was merged counts as one commit, so they have
//! an order, and each one is between its neighbours.

use serde::{Deserialize, Serialize};

use crate::run::git::{GitError, Repository, git, last_words, short, unusable};

/// A commit, by its whole name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Commit {
    pub hash: String,
    /// The first line of its message.
    pub subject: String,
}

impl Commit {
    /// The start of its name.
    pub(crate) fn short(&self) -> &str {
        short(&self.hash)
    }
}

/// The commits from the good one to the bad one, which is the last commit unless another is named.
pub(super) fn commits(
    repository: &Repository,
    good: &str,
    bad: Option<&str>,
) -> Result<Vec<Commit>, GitError> {
    let (first, last) = (repository.commit(good)?, repository.commit(bad.unwrap_or("HEAD"))?);
    if bad.is_none() && !repository.is_unchanged_since("HEAD")? {
        return Err(unusable(
            "the working tree has changes that are in no commit, and only commits are compared",
            "commit or stash them, or name the bad commit: HEAD is the last one",
        ));
    }
    let [good_name, bad_name] = [short(&first), short(&last)];
    if first == last {
        return Err(unusable(
            format!("the good and the bad commit are the same, {good_name}"),
            "name a commit in which the bot was stronger as GOOD",
        ));
    }
    let is_ancestor = |one: &str, other: &str| {
        let found = git(&repository.top, ["merge-base", "--is-ancestor", one, other])?;
        Ok::<bool, GitError>(found.status.success())
    };
    if !is_ancestor(&first, &last)? {
        let advice = if is_ancestor(&last, &first)? {
            format!("it is the other way round: name {bad_name} as GOOD")
        } else {
            format!("they are on different branches, which part at git merge-base {good_name} {bad_name}")
        };
        return Err(unusable(
            format!("{good_name}, the good commit, is not in the history of {bad_name}"),
            advice,
        ));
    }
    let range = format!("{first}..{last}");
    let listed = listed(repository, &["--first-parent", "--reverse", "--parents", &range])?;
    let start = listed.first().and_then(|line| line.parent.as_deref());
    if start != Some(first.as_str()) {
        let problem = format!(
            "{good_name}, the good commit, was merged into the history of {bad_name} from another branch"
        );
        let advice = match start {
            Some(start) => format!("name a commit of the main line as GOOD, for example {}", short(start)),
            None => "name a commit of the main line as GOOD".to_owned(),
        };
        return Err(unusable(problem, advice));
    }
    let good = self::listed(repository, &["--no-walk", &first])?;
    Ok(good.into_iter().chain(listed).map(|line| line.commit).collect())
}

struct Line {
    commit: Commit,
    /// The first parent.
    parent: Option<String>,
}

fn listed(repository: &Repository, words: &[&str]) -> Result<Vec<Line>, GitError> {
    let words = ["log", "--no-show-signature", "--format=%H %P%x09%s"].iter().chain(words);
    let output = git(&repository.top, words)?;
    if !output.status.success() {
        return Err(GitError::Failed(format!("git cannot list the commits: {}", last_words(&output))));
    }
    let line = |line: &str| {
        let (names, subject) = line.split_once('\t').unwrap_or((line, ""));
        let mut names = names.split_whitespace().map(str::to_owned);
        let hash = names.next().unwrap_or_default();
        Line { commit: Commit { hash, subject: subject.to_owned() }, parent: names.next() }
    };
    Ok(String::from_utf8_lossy(&output.stdout).lines().map(line).collect())
}
