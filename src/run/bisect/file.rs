//! `bisect.json`: the plan of a search and its steps so far.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::history::Commit;
use crate::digest::Digest;
use crate::play::openings::OpeningsSpec;
use crate::play::plan::digest_text;
use crate::store::run_file::{RunFile, RunState};
use crate::store::{At as _, RecordError, folder, folder_name, other_plan};

const SCHEMA_VERSION: u32 = 1;

/// The version of the algorithm: another one gives another search from the same plan.
const ALGORITHM: &str = "bisect 1";

pub(super) const NAME: &str = "bisect.json";
const LOCK: &str = "bisect.lock";

/// The content of `bisect.json`.
type BisectFile = RunFile<BisectPlanText, History>;

/// A plan as written in `bisect.json`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct BisectPlanText {
    pub bot: String,
    pub build: Option<String>,
    pub good: String,
    pub bad: String,
    pub game: String,
    pub openings: String,
    pub seed: u64,
    pub max_plies: Option<u32>,
    /// The test of the bad commit.
    pub sprt: String,
    /// The most games of a commit.
    pub games: u64,
}

impl BisectPlanText {
    /// The hash of the plan. With more games it is the same search.
    pub(super) fn hash(&self) -> String {
        let text = serde_json::to_string(&BisectPlanText { games: 0, ..self.clone() }).unwrap_or_default();
        digest_text(Digest::of([ALGORITHM, &text]))
    }

    /// The default folder, which no other plan has.
    pub(super) fn folder(&self, good: &Commit, bad: &Commit) -> String {
        let name = format!("bisect_{}_{}_{}_seed{}", self.game, good.short(), bad.short(), self.seed);
        folder_name::with_digest(&name, &self.hash())
    }
}

/// What was done, in order.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct History {
    pub commits: Vec<Commit>,
    /// The openings of all matches, once they are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<String>,
    pub steps: Vec<Step>,
}

/// A step of a search. Commits are counted from the good one, 0.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "step", rename_all = "lowercase")]
pub(crate) enum Step {
    /// A commit cannot be played.
    Skipped { commit: usize, why: String },
    /// A commit plays like another one.
    Alike { commit: usize, other: usize },
    /// A commit has played the good one. These are its results from its first game on.
    Played {
        commit: usize,
        games: u64,
        /// The distinct pairs, from two losses to two wins.
        pairs: [u64; 5],
        /// Whether both players chose the same moves in all of them.
        same_moves: bool,
    },
}

/// The file of a search, kept as it goes on.
#[derive(Debug)]
pub(super) struct Journal {
    path: std::path::PathBuf,
    file: BisectFile,
    /// The most games of a commit, as the search was begun or continued before.
    games_before: u64,
    _lock: std::fs::File,
}

impl Journal {
    /// Opens the search in a folder: a new one, or one to continue.
    pub(super) fn open(
        out: &Path,
        plan: BisectPlanText,
        commits: &[Commit],
        fresh: bool,
        (reproducible, threads, command): (bool, usize, String),
    ) -> Result<Journal, RecordError> {
        std::fs::create_dir_all(out).at("create", out)?;
        let lock = folder::lock(&out.join(LOCK))?;
        let lock = lock.ok_or_else(|| RecordError::Busy { folder: out.to_owned() })?;
        let path = out.join(NAME);
        let hash = plan.hash();
        let mut file = BisectFile::begin(SCHEMA_VERSION, (plan, hash), reproducible, threads, command);
        file.result.commits = commits.to_vec();
        let mut games_before = file.plan.games;
        if !fresh && let Some(found) = BisectFile::find(&path, &(SCHEMA_VERSION..=SCHEMA_VERSION))? {
            if found.plan_hash != file.plan_hash {
                return Err(other_plan(out, &file, &found));
            }
            games_before = found.plan.games;
            file = file.continuing(&found);
            file.result = found.result;
            file.state = found.state;
        } else if let Some(other) = folder::content(out).filter(|_| !fresh) {
            return Err(RecordError::NotARun { folder: out.to_owned(), file: other });
        }
        Ok(Journal { path, file, games_before, _lock: lock })
    }

    pub(super) fn is_finished(&self) -> bool {
        self.file.state == RunState::Finished
    }

    /// Whether commits may play more games than before.
    pub(super) fn has_more_games(&self) -> bool {
        self.file.plan.games > self.games_before
    }

    /// The openings of all matches; those that are already recorded, or else these.
    pub(super) fn openings(&mut self, found: OpeningsSpec) -> OpeningsSpec {
        let recorded = self.file.result.openings.as_ref().and_then(|openings| openings.parse().ok());
        let openings = recorded.unwrap_or(found);
        self.file.result.openings = Some(openings.to_string());
        openings
    }

    pub(super) fn steps(&self) -> &[Step] {
        &self.file.result.steps
    }

    pub(super) fn add(&mut self, step: Step) -> Result<(), RecordError> {
        self.file.result.steps.push(step);
        self.save(RunState::Running)
    }

    pub(super) fn save(&mut self, state: RunState) -> Result<(), RecordError> {
        let bytes = self.file.in_state(state).bytes().at("write", &self.path)?;
        folder::replace(&self.path, &bytes).at("write", &self.path)
    }
}
