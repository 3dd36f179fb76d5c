//! `run.json`: the plan of a run, its state, and how to repeat it.

use std::time::{Duration, Instant, SystemTime};

use serde::{Deserialize, Serialize};

use super::machine::{self, Machine};
use crate::play::fingerprint::Fingerprint;
use crate::play::plan::{PlanText, ResolvedPlan};
use crate::play::schedule::Shard;
use crate::stats::{Sprt, SprtResult};
use crate::text::excerpt;

/// The version of the format of a run's files. `docs/FORMATS.md` says what changed.
pub(crate) const SCHEMA_VERSION: u32 = 2;

/// The state of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RunState {
    /// About to begin: the other files in the folder are those of the old run.
    Starting,
    /// Running, or killed.
    Running,
    /// Stopped on request; can be continued.
    Interrupted,
    /// Complete.
    Finished,
}

/// The content of `run.json`.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct RunFile {
    schema_version: u32,
    arena: Version,
    state: RunState,
    plan: PlanText,
    plan_hash: String,
    reproducible: bool,
    /// The fingerprints of the players in the build that began the run.
    fingerprints: Vec<String>,
    record_moves: bool,
    /// The shard, if it is one: `3/16`.
    #[serde(skip_serializing_if = "Option::is_none")]
    shard: Option<String>,
    /// Whether arena has no rules for the game, so that recorded games are not replayed but verified by a digest.
    #[serde(skip)]
    has_no_rules: bool,
    /// The first game, from 0.
    #[serde(skip)]
    first_game: u64,
    /// The shards it was merged from.
    #[serde(skip_serializing_if = "Option::is_none")]
    shards: Option<MergedShards>,
    /// The state of the test that may end the run.
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<SprtResult>,
    #[serde(skip)]
    test: Option<Sprt>,
    machine: Machine,
    /// When it began, in UTC.
    started: String,
    /// How long it took so far.
    duration_s: f64,
    #[serde(skip)]
    clock: Clock,
    command: String,
}

/// The shards that a run was merged from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(super) struct MergedShards {
    /// How many shards the plan was divided into.
    pub(super) count: u64,
    /// How many were there, from the first.
    pub(super) merged: u64,
    /// How many games they have after the decision of the test.
    pub(super) games_after_test: u64,
}

/// The duration of a run. A continued run adds to the earlier time.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Clock {
    before: Duration,
    since: Instant,
}

impl Clock {
    /// A duration that begins now, after some seconds before.
    pub(crate) fn after(seconds: f64) -> Clock {
        Clock { before: Duration::try_from_secs_f64(seconds).unwrap_or_default(), since: Instant::now() }
    }

    pub(crate) fn seconds(self) -> f64 {
        let milliseconds = (self.before + self.since.elapsed()).as_millis();
        milliseconds as f64 / 1e3
    }
}

/// The version of arena that makes a file.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Version {
    version: &'static str,
    commit: &'static str,
}

impl Version {
    /// This build.
    pub(crate) fn this() -> Version {
        Version { version: env!("CARGO_PKG_VERSION"), commit: env!("ARENA_COMMIT") }
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
        RunFile {
            schema_version: SCHEMA_VERSION,
            arena: Version::this(),
            state: RunState::Running,
            plan: plan.text(),
            plan_hash: plan.hash(),
            reproducible,
            fingerprints: Vec::new(),
            record_moves,
            shard: None,
            has_no_rules: plan.game.is_refereed(),
            first_game: 0,
            shards: None,
            sprt: None,
            test: plan.sprt,
            machine: Machine::this(threads),
            started: machine::utc(SystemTime::now()),
            duration_s: 0.0,
            clock: Clock { before: Duration::ZERO, since: Instant::now() },
            command,
        }
    }

    /// The same run in another state.
    #[must_use]
    pub(crate) fn in_state(&self, state: RunState, sprt: Option<SprtResult>) -> RunFile {
        RunFile { state, sprt, duration_s: self.clock.seconds(), ..self.clone() }
    }

    /// The same run, continuing one that was found, with its start and its earlier duration.
    #[must_use]
    pub(crate) fn continuing(self, found: &Found) -> RunFile {
        let before = Duration::try_from_secs_f64(found.duration_s).unwrap_or_default();
        let started = if found.started.is_empty() { self.started } else { found.started.clone() };
        RunFile { started, clock: Clock { before, ..self.clock }, ..self }
    }

    /// The run of one of its shards, from this game on. A shard plays all its games: the test decides when the shards are
    /// merged.
    #[must_use]
    pub(super) fn of_shard(self, shard: Shard, first_game: u64) -> RunFile {
        let shard = Some(format!("{}/{}", shard.number(), shard.count()));
        RunFile { shard, first_game, test: None, ..self }
    }

    /// The run that was put together from shards, whose own runs are these. It began with the first of them, and took as
    /// long as all of them together; what machines they had is known of the first.
    #[must_use]
    pub(super) fn of_shards<'a>(self, shards: impl IntoIterator<Item = &'a Found>) -> RunFile {
        let mut run = RunFile { clock: Clock { since: Instant::now(), before: Duration::ZERO }, ..self };
        let mut starts: Vec<&str> = Vec::new();
        for found in shards {
            run.clock.before += Duration::try_from_secs_f64(found.duration_s).unwrap_or_default();
            if let (true, Some(machine)) = (starts.is_empty(), &found.machine) {
                run.machine = machine.clone();
            }
            starts.push(&found.started);
        }
        if let Some(first) = starts.into_iter().filter(|started| !started.is_empty()).min() {
            first.clone_into(&mut run.started);
        }
        run
    }

    /// The same run with what it was put together from.
    #[must_use]
    pub(super) fn with_shards(&self, shards: MergedShards) -> RunFile {
        RunFile { shards: Some(shards), ..self.clone() }
    }

    /// Whether arena has no rules for the game.
    pub(super) fn has_no_rules(&self) -> bool {
        self.has_no_rules
    }

    /// The number of its first game, from 0. Only a shard begins with another than the first.
    pub(super) fn first_game(&self) -> u64 {
        self.first_game
    }

    /// The fingerprints of its players.
    pub(super) fn fingerprints(&self) -> &[String] {
        &self.fingerprints
    }

    /// The test that may end the run before all games are played.
    pub(crate) fn test(&self) -> Option<&Sprt> {
        self.test.as_ref()
    }

    /// The same run with its moves recorded, or not.
    #[must_use]
    pub(crate) fn recording_moves(self, record_moves: bool) -> RunFile {
        RunFile { record_moves, ..self }
    }

    /// The same run with the fingerprints of its players.
    #[must_use]
    pub(crate) fn with_fingerprints(self, fingerprints: &[Fingerprint]) -> RunFile {
        self.with_fingerprint_texts(fingerprints.iter().map(Fingerprint::to_string).collect())
    }

    /// The same run with the fingerprints of its players, as they are recorded.
    #[must_use]
    pub(super) fn with_fingerprint_texts(self, fingerprints: Vec<String>) -> RunFile {
        RunFile { fingerprints, ..self }
    }

    /// Whether the same plan gives the same games on every machine.
    pub(crate) fn is_reproducible(&self) -> bool {
        self.reproducible
    }

    /// The names of the players.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.plan.players.all().iter().map(|player| player.name.as_str())
    }

    /// The name of a player, by its index in the plan.
    pub(crate) fn name(&self, player: usize) -> &str {
        self.plan.players.all().get(player).map_or("", |player| &player.name)
    }

    /// The game.
    pub(crate) fn game(&self) -> &str {
        &self.plan.game
    }

    /// The hash of its plan.
    pub(crate) fn plan_hash(&self) -> &str {
        &self.plan_hash
    }

    /// Whether `moves.csv` is written.
    pub(crate) fn records_moves(&self) -> bool {
        self.record_moves
    }

    /// The bytes of the file.
    pub(crate) fn bytes(&self) -> serde_json::Result<Vec<u8>> {
        let mut bytes = serde_json::to_vec_pretty(self)?;
        bytes.push(b'\n');
        Ok(bytes)
    }
}

/// The part of a `run.json` that is read.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Found {
    /// The version of the format.
    pub schema_version: u32,
    /// The state of the run.
    pub state: RunState,
    /// The hash of its plan.
    pub plan_hash: String,
    /// Whether its moves are recorded.
    #[serde(default)]
    pub record_moves: bool,
    /// The fingerprints of its players.
    #[serde(default)]
    pub fingerprints: Vec<String>,
    /// The build that began it.
    #[serde(default)]
    pub arena: MadeBy,
    /// When it began; empty in version 1.
    #[serde(default)]
    pub started: String,
    /// How many seconds it took so far.
    #[serde(default)]
    pub duration_s: f64,
    /// Whether the same plan gives the same games on every machine.
    #[serde(default)]
    pub reproducible: bool,
    /// The command that plays the same games.
    #[serde(default)]
    pub command: String,
    /// What it was played on.
    #[serde(default)]
    machine: Option<Machine>,
    /// Its plan.
    #[serde(default)]
    pub plan: serde_json::Map<String, serde_json::Value>,
}

/// The version of arena that a `run.json` names.
#[derive(Debug, Clone, Default, Deserialize)]
pub(crate) struct MadeBy {
    /// Its version.
    #[serde(default)]
    pub version: String,
    /// The commit that it was built from.
    #[serde(default)]
    pub commit: String,
}

impl MadeBy {
    /// The build in words: `" (0.1.0, commit 0123456789ab)"`.
    pub(crate) fn words(&self) -> String {
        let [version, commit] = [&self.version, &self.commit].map(|text| excerpt(text));
        if version.is_empty() { String::new() } else { format!(" ({version}, commit {commit})") }
    }
}

impl Found {
    /// The fingerprints of the players; `None` unless there is one for each of them.
    pub(crate) fn fingerprints(&self, run: &RunFile) -> Option<Vec<Fingerprint>> {
        let fingerprints: Option<Vec<Fingerprint>> =
            self.fingerprints.iter().map(|text| text.parse().ok()).collect();
        fingerprints.filter(|all| all.len() == run.names().count())
    }

    /// What it was played on, in words.
    pub(crate) fn machine_words(&self) -> Option<String> {
        self.machine.as_ref().map(Machine::to_string)
    }

    /// Its plan, as far as this version can read it.
    pub(crate) fn plan(&self) -> Option<ResolvedPlan> {
        ResolvedPlan::read(&self.plan, &self.plan_hash)
    }

    /// The build that began it: `" (0.1.0, commit 0123456789ab)"`.
    pub(crate) fn made_by(&self) -> String {
        self.arena.words()
    }

    /// Whether this version can read the files of the run, and continue it.
    pub(crate) fn is_readable(&self) -> bool {
        (1..=SCHEMA_VERSION).contains(&self.schema_version)
    }

    /// The differences between its plan and that of a run: `" (games: 1 there, 1000 here)"`.
    pub(crate) fn differences(&self, run: &RunFile) -> String {
        differences(&self.plan, &run.plan)
    }
}

/// The differences between two plans: `" (games: 1 there, 1000 here)"`.
pub(crate) fn differences(
    there: &serde_json::Map<String, serde_json::Value>,
    here: &impl Serialize,
) -> String {
    let Ok(serde_json::Value::Object(here)) = serde_json::to_value(here) else { return String::new() };
    let differs = |(key, value): (&String, &serde_json::Value)| {
        let there = there.get(key).unwrap_or(&serde_json::Value::Null);
        (there != value).then(|| format!("{key}: {} there, {} here", plain(there), plain(value)))
    };
    let differences: Vec<String> = here.iter().filter_map(differs).collect();
    if differences.is_empty() { String::new() } else { format!(" ({})", differences.join("; ")) }
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
