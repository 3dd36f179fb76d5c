//! `run.json` and `tune.json`: the plan of a run or a tuning, its state, and how to repeat it.

use std::io;
use std::ops::RangeInclusive;
use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::error::{At as _, RecordError};
use super::folder::RUN;
use super::machine::{self, Machine};
use super::plan_text::PlanText;
use super::sealed::{self, Unsealed};
use crate::play::fingerprint::Fingerprint;
use crate::play::host::has_no_rules;
use crate::play::match_command::MatchSpec;
use crate::play::plan::ResolvedPlan;
use crate::play::schedule::Shard;
use crate::stats::{IntervalBasis, SprtResult, StopRule};
use crate::text::{escaped, excerpt};

/// The version of the format of a run's files. `docs/REFERENCE.md` says what changed.
const SCHEMA_VERSION: u32 = 2;

/// The versions that this one reads.
const VERSIONS: RangeInclusive<u32> = 1..=SCHEMA_VERSION;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RunState {
    /// About to begin: the other files in the folder are those of the old run.
    Starting,
    /// Running, or killed.
    Running,
    /// Stopped on request; can be continued.
    Interrupted,
    Finished,
}

impl RunState {
    pub(crate) fn name(self) -> &'static str {
        match self {
            RunState::Starting => "starting",
            RunState::Running => "running",
            RunState::Interrupted => "interrupted",
            RunState::Finished => "finished",
        }
    }
}

/// The content of `run.json`; with another plan `P` and a result `R`, that of `tune.json`. What earlier versions did not
/// write has a default.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct RunFile<P = PlanText, R = ()> {
    pub schema_version: u32,
    /// The build that began it.
    #[serde(default)]
    pub arena: MadeBy,
    pub state: RunState,
    #[serde(default)]
    pub plan: P,
    pub plan_hash: String,
    /// Whether the same plan gives the same games on every machine.
    #[serde(default)]
    pub reproducible: bool,
    /// How the players play in the build that began it.
    #[serde(default)]
    pub fingerprints: Vec<String>,
    /// Whether there is a `moves.csv`. A tuning records no games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    record_moves: Option<bool>,
    /// The shard, if it is one: `3/16`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    shard: Option<String>,
    /// The shards it was merged from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    shards: Option<MergedShards>,
    /// Whether it continued a run of fewer games: then its number of games may have been decided by a look at the results.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    extended: bool,
    /// The state of the test that may end the run, for other programs.
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    sprt: Option<SprtResult>,
    #[serde(default)]
    machine: Option<Machine>,
    /// When it began, in UTC; empty in version 1.
    #[serde(default)]
    pub started: String,
    /// How long it took up to its last change of state. A continued run adds to the earlier time.
    #[serde(default)]
    pub duration_s: f64,
    #[serde(skip, default = "Instant::now")]
    opened: Instant,
    /// The command that plays the same games.
    #[serde(default)]
    pub command: String,
    /// The player of a tournament whose rating is fixed: `NAME=ELO`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    anchor: Option<String>,
    #[serde(flatten)]
    pub result: R,
}

/// The shards that a run was merged from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct MergedShards {
    /// How many shards the plan was divided into.
    pub(super) count: u64,
    /// How many were there, from the first.
    pub(super) merged: u64,
    /// How many games they have after the decision of the test.
    pub(super) games_after_test: u64,
}

/// The build of arena that made a file.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct MadeBy {
    pub version: String,
    pub commit: String,
}

impl MadeBy {
    pub(crate) fn this() -> MadeBy {
        MadeBy { version: env!("CARGO_PKG_VERSION").to_owned(), commit: env!("ARENA_COMMIT").to_owned() }
    }

    /// The build in words: `" (0.1.0, commit 0123456789ab)"`.
    pub(crate) fn words(&self) -> String {
        let [version, commit] = [&self.version, &self.commit].map(|text| excerpt(text));
        if version.is_empty() { String::new() } else { format!(" ({version}, commit {commit})") }
    }
}

impl<P: Serialize + Clone, R: Serialize + Clone> RunFile<P, R> {
    /// The file of something that begins now.
    pub(crate) fn begin(
        schema_version: u32,
        (plan, plan_hash): (P, String),
        reproducible: bool,
        threads: usize,
        command: String,
    ) -> RunFile<P, R>
    where
        R: Default,
    {
        RunFile {
            schema_version,
            arena: MadeBy::this(),
            state: RunState::Running,
            plan,
            plan_hash,
            reproducible,
            fingerprints: Vec::new(),
            record_moves: None,
            shard: None,
            shards: None,
            extended: false,
            sprt: None,
            machine: Some(Machine::this(threads)),
            started: machine::utc(SystemTime::now()),
            duration_s: 0.0,
            opened: Instant::now(),
            command,
            anchor: None,
            result: R::default(),
        }
    }

    /// The same, continuing one that was found, with its start and its earlier duration. It may have had a plan of
    /// fewer games.
    #[must_use]
    pub(crate) fn continuing(self, found: &RunFile<P, R>) -> RunFile<P, R> {
        let started = if found.started.is_empty() { self.started } else { found.started.clone() };
        let extended = found.extended || found.plan_hash != self.plan_hash;
        RunFile { started, duration_s: found.duration_s, extended, ..self }
    }

    #[must_use]
    pub(crate) fn with_fingerprints(self, fingerprints: &[Fingerprint]) -> RunFile<P, R> {
        RunFile { fingerprints: fingerprints.iter().map(Fingerprint::to_string).collect(), ..self }
    }

    /// The same in another state, as it is now.
    #[must_use]
    pub(crate) fn in_state(&self, state: RunState) -> RunFile<P, R> {
        let duration = seconds(self.duration_s) + self.opened.elapsed();
        RunFile { state, duration_s: duration.as_millis() as f64 / 1e3, ..self.clone() }
    }

    pub(crate) fn bytes(&self) -> io::Result<Vec<u8>> {
        sealed::pretty(self)
    }

    /// The fingerprints of its players; `None` unless there are this many.
    pub(crate) fn fingerprints_of(&self, players: usize) -> Option<Vec<Fingerprint>> {
        let fingerprints: Option<Vec<Fingerprint>> =
            self.fingerprints.iter().map(|text| text.parse().ok()).collect();
        fingerprints.filter(|all| all.len() == players)
    }

    /// The command that continues it, if it is known: as recorded, but without what would begin again, and with another
    /// number of games.
    pub(crate) fn command_to_continue(&self, games: Option<u64>) -> Option<String> {
        let mut words = shell_words::split(&self.command).ok().filter(|words| !words.is_empty())?;
        words.retain(|word| word != "--fresh");
        if let Some(games) = games {
            let at = words.iter().position(|word| word == "--games")?;
            *words.get_mut(at + 1)? = games.to_string();
        }
        Some(escaped(&shell_words::join(words)).into_owned())
    }

    /// How the plan of another one differs: `" (games: 1 there, 1000 here)"`.
    pub(crate) fn differences(&self, there: &RunFile<P, R>) -> String {
        use serde_json::Value::{Null, Object};
        let plans = [&there.plan, &self.plan].map(|plan| serde_json::to_value(plan).unwrap_or_default());
        let [Object(there), Object(here)] = plans else { return String::new() };
        let differs = |(key, value): (&String, &serde_json::Value)| {
            let there = there.get(key).unwrap_or(&Null);
            (there != value).then(|| {
                changed_files(key, there, value)
                    .unwrap_or_else(|| format!("{key}: {} there, {} here", plain(there), plain(value)))
            })
        };
        let differences: Vec<String> = here.iter().filter_map(differs).collect();
        if differences.is_empty() { String::new() } else { format!(" ({})", differences.join("; ")) }
    }
}

impl<P: DeserializeOwned + Default, R: DeserializeOwned> RunFile<P, R> {
    /// The file at a path, if there is one. It must be of one of these versions.
    pub(crate) fn find(
        path: &Path,
        versions: &RangeInclusive<u32>,
    ) -> Result<Option<RunFile<P, R>>, RecordError> {
        let bytes = match sealed::bytes(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            read => read.at("read", path)?,
        };
        match sealed::read::<RunFile<P, R>>(&bytes) {
            Ok(file) if versions.contains(&file.schema_version) => Ok(Some(file)),
            Err(Unsealed::Changed) => Err(RecordError::NotAsWritten { path: path.to_owned() }),
            // Not of this plan, whatever it is.
            _ => Err(RecordError::unreadable_plan(path.parent().unwrap_or(path))),
        }
    }
}

impl RunFile {
    /// A new run of a plan.
    pub(crate) fn new(
        plan: &ResolvedPlan,
        reproducible: bool,
        record_moves: bool,
        threads: usize,
        command: String,
    ) -> RunFile {
        let text = (PlanText::of(plan), plan.hash());
        let run = RunFile::begin(SCHEMA_VERSION, text, reproducible, threads, command);
        run.recording_moves(record_moves)
    }

    /// The run in a folder, if there is one.
    pub(crate) fn find_in(folder: &Path) -> Result<Option<RunFile>, RecordError> {
        RunFile::find(&folder.join(RUN), &VERSIONS)
    }

    /// The run in a folder, or why it cannot be read. What is only shown may have been changed.
    pub(crate) fn read(folder: &Path) -> Result<RunFile, String> {
        let bytes = sealed::bytes(&folder.join(RUN)).map_err(|error| format!("cannot read it: {error}"))?;
        serde_json::from_slice(&bytes).map_err(|error| format!("not the run.json of a run: {error}"))
    }

    /// Whether this version can read the files of the run, and continue it.
    pub(crate) fn is_readable(&self) -> bool {
        VERSIONS.contains(&self.schema_version)
    }

    /// One of its shards. A shard plays all its games: the test decides when the shards are merged.
    #[must_use]
    pub(super) fn of_shard(self, shard: Shard) -> RunFile {
        RunFile { shard: Some(format!("{}/{}", shard.number(), shard.count())), ..self }
    }

    /// The run that was put together from shards, whose own runs are these. It began with the first of them, and took as
    /// long as all of them together; what machines they had is known of the first.
    #[must_use]
    pub(super) fn of_shards(mut self, shards: &[&RunFile]) -> RunFile {
        self.duration_s =
            shards.iter().map(|shard| seconds(shard.duration_s)).sum::<Duration>().as_secs_f64();
        if let Some(machine) = shards.first().and_then(|shard| shard.machine.clone()) {
            self.machine = Some(machine);
        }
        let starts = shards.iter().map(|shard| &shard.started).filter(|started| !started.is_empty());
        if let Some(first) = starts.min() {
            self.started.clone_from(first);
        }
        self
    }

    #[must_use]
    pub(super) fn with_shards(self, shards: MergedShards) -> RunFile {
        RunFile { shards: Some(shards), ..self }
    }

    #[must_use]
    pub(super) fn with_sprt(self, sprt: Option<SprtResult>) -> RunFile {
        RunFile { sprt, ..self }
    }

    #[must_use]
    pub(crate) fn with_anchor(self, anchor: Option<String>) -> RunFile {
        RunFile { anchor, ..self }
    }

    /// The same run with its moves recorded, or not.
    #[must_use]
    pub(crate) fn recording_moves(self, record_moves: bool) -> RunFile {
        RunFile { record_moves: Some(record_moves), ..self }
    }

    pub(crate) fn records_moves(&self) -> bool {
        self.record_moves.unwrap_or(false)
    }

    /// Whether arena has no rules for the game, so that recorded games are not replayed but verified by a digest.
    pub(super) fn has_no_rules(&self) -> bool {
        has_no_rules(&self.plan.game)
    }

    /// Whether there is an `attributes.csv`: another program plays its games.
    pub(super) fn has_attributes(&self) -> bool {
        MatchSpec::is_one(&self.plan.game)
    }

    /// What may end the run before all games are played. A shard plays all its games.
    pub(super) fn stop_rule(&self) -> Option<StopRule> {
        if self.shard.is_none() { self.plan.stop_rule().ok()? } else { None }
    }

    /// What the intervals of its results rest on in a state.
    pub(crate) fn interval_basis(&self, state: RunState) -> IntervalBasis {
        let as_planned = state == RunState::Finished && !self.extended;
        IntervalBasis::of(self.plan.stop_rule().unwrap_or_default(), self.plan.most_pairs(), as_planned)
    }

    /// Whether it continued a run of fewer games.
    pub(crate) fn is_extended(&self) -> bool {
        self.extended
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.plan.players().map(|player| player.name.as_str())
    }

    /// Its plan, as far as this version can read it.
    pub(crate) fn plan(&self) -> Option<ResolvedPlan> {
        self.plan.resolved(&self.plan_hash)
    }

    /// What it was played on, in words.
    pub(crate) fn machine_words(&self) -> Option<String> {
        self.machine.as_ref().map(Machine::to_string)
    }

    /// The player whose rating is fixed: `NAME=ELO`.
    pub(crate) fn anchor(&self) -> Option<String> {
        self.anchor.clone().or_else(|| {
            // Earlier versions wrote it only as a part of the command.
            let typed = shell_words::split(&self.command).ok()?;
            typed.into_iter().skip_while(|word| word != "--anchor").nth(1)
        })
    }
}

fn seconds(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or_default()
}

/// What is said if only the files behind a value of a plan have changed.
fn changed_files(key: &str, there: &serde_json::Value, here: &serde_json::Value) -> Option<String> {
    let only_digest = || {
        let key = |key: &str| there.get(key).filter(|value| here.get(key) == Some(value));
        key("spec").and(key("name"))
    };
    match key {
        "openings_digest" => Some("the file of openings has changed since".to_owned()),
        "referee_digest" => Some("the files of the referee have changed since".to_owned()),
        _ => only_digest().map(|name| format!("the files of {} have changed since", plain(name))),
    }
}

/// A value of a plan as plain text.
fn plain(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::String(text) => excerpt(text),
        serde_json::Value::Object(player) => player.get("spec").map(plain).unwrap_or_default(),
        serde_json::Value::Null => "none".to_owned(),
        other => excerpt(&other.to_string()),
    }
}
