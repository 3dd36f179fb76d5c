//! The runs in a folder: what each of them is, how far it is, and what came out.

use std::fs;
use std::io::{self, BufRead as _, BufReader};
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::bisect;
use super::tune::{TuneFile, TuneResult};
use crate::play::duel::Reason;
use crate::stats::estimate::Estimate;
use crate::stats::{self, Interval};
use crate::store::faults::{Forfeiter, Forfeits};
use crate::store::folder::{self, FAULTS, FILES, GAMES, RUN, STANDINGS, SUMMARY, TUNE, TUNING};
use crate::store::merge::Shards;
use crate::store::overview::{FaultRow, rows_of};
use crate::store::plan_text::{PlanText, PlayerText};
use crate::store::run_file::{RunFile, RunState};
use crate::store::shard::SHARDS;
use crate::text::file::open_regular;

/// How deep folders are searched for runs.
const MOST_LEVELS: usize = 4;

/// A folder with a run, or one that should have one.
#[derive(Debug)]
pub(crate) struct FoundRun {
    pub folder: PathBuf,
    pub kind: RunKind,
    pub state: FoundState,
    pub game: String,
    pub players: Vec<PlayerText>,
    /// The games that were played.
    pub games: u64,
    /// The games of the plan, if they are known.
    pub total: Option<u64>,
    /// When it began, in UTC; empty if that is not known.
    pub started: String,
    pub duration_s: f64,
    /// The build of arena that began it.
    pub arena: String,
    pub outcome: Option<RunOutcome>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RunKind {
    Match,
    Tournament,
    Tuning,
    /// Not the folder of a run.
    Other,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum FoundState {
    Finished,
    Interrupted,
    /// A process writes to it.
    Running,
    /// No process writes to it, and it was not closed.
    Killed,
    /// Some shards are complete.
    Shards {
        complete: u64,
        count: u64,
    },
    /// It cannot be read, for this reason.
    Damaged(String),
    /// There is no run in it.
    Foreign,
}

/// What came out of a finished run.
#[derive(Debug)]
pub(crate) enum RunOutcome {
    Match { players: [String; 2], score: f64, estimate: Estimate, forfeiters: Vec<Forfeiter> },
    Tournament { winner: String },
    Tuning(TuneResult),
}

/// The runs in a folder and in those below it, the latest first; those without a time come last.
pub(crate) fn find(folder: &Path) -> io::Result<Vec<FoundRun>> {
    let mut found = Vec::new();
    match FoundRun::read(folder) {
        Some(run) => found.push(run),
        None => search(folder, 1, &mut found)?,
    }
    found.sort_by(|one, other| other.started.cmp(&one.started).then_with(|| one.folder.cmp(&other.folder)));
    Ok(found)
}

/// Adds the runs in the folders of a folder. One without any below it is added as such.
fn search(folder: &Path, level: usize, found: &mut Vec<FoundRun>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let is_hidden =
            entry.file_name().to_string_lossy().starts_with('.') || bisect::is_builds(&entry.path());
        if is_hidden || !entry.file_type()?.is_dir() {
            continue;
        }
        let path = entry.path();
        if let Some(run) = FoundRun::read(&path) {
            found.push(run);
            continue;
        }
        let before = found.len();
        if level < MOST_LEVELS
            && let Err(error) = search(&path, level + 1, found)
        {
            found.push(FoundRun::without_run(&path, FoundState::Damaged(error.to_string())));
        }
        if found.len() == before {
            found.push(FoundRun::without_run(&path, FoundState::Foreign));
        }
    }
    Ok(())
}

impl FoundRun {
    /// What is in a folder, if it has the files of a run.
    fn read(folder: &Path) -> Option<FoundRun> {
        let has = |name: &str| folder.join(name).exists();
        let damaged = |problem: String| FoundRun::without_run(folder, FoundState::Damaged(problem));
        if has(TUNE) {
            return Some(match TuneFile::tuning_in(folder) {
                Ok(Some(file)) => FoundRun::of_tuning(folder, file),
                _ => damaged(format!("{TUNE} cannot be read")),
            });
        }
        if has(RUN) {
            return Some(match RunFile::read(folder) {
                Ok(file) if file.is_readable() => match open_regular(&folder.join(GAMES)) {
                    Err(error) if has(GAMES) => damaged(format!("{GAMES}: {error}")),
                    _ => FoundRun::of_run(folder, file),
                },
                Ok(file) => damaged(format!("{RUN} is of format {}", file.schema_version)),
                Err(problem) => damaged(format!("{RUN}: {problem}")),
            });
        }
        if has(SHARDS) {
            return Some(match Shards::find(folder) {
                Ok(shards) => FoundRun::of_shards(folder, &shards),
                Err(error) => damaged(error.to_string().lines().next().unwrap_or_default().to_owned()),
            });
        }
        let left = FILES.into_iter().find(|name| has(name))?;
        Some(damaged(format!("{left} without {RUN}")))
    }

    fn without_run(folder: &Path, state: FoundState) -> FoundRun {
        FoundRun {
            folder: folder.to_owned(),
            kind: RunKind::Other,
            state,
            game: String::new(),
            players: Vec::new(),
            games: 0,
            total: None,
            started: String::new(),
            duration_s: 0.0,
            arena: String::new(),
            outcome: None,
        }
    }

    fn of_run(folder: &Path, file: RunFile) -> FoundRun {
        let is_match = file.plan.both().is_some();
        let state = state(file.state, &folder.join(GAMES));
        let total = file.plan().map(|plan| plan.schedule.total_games());
        let finished = state == FoundState::Finished;
        FoundRun {
            kind: if is_match { RunKind::Match } else { RunKind::Tournament },
            game: file.plan.game.clone(),
            players: file.plan.players().cloned().collect(),
            games: lines(&folder.join(GAMES)).saturating_sub(1),
            total,
            started: file.started,
            duration_s: file.duration_s,
            arena: file.arena.version,
            outcome: finished
                .then(|| if is_match { match_outcome(folder) } else { winner(folder) })
                .flatten(),
            ..FoundRun::without_run(folder, state)
        }
    }

    fn of_shards(folder: &Path, shards: &Shards) -> FoundRun {
        let (run, count) = (shards.run(), shards.division().shards);
        let complete = count - shards.missing().len() as u64;
        let PlanText { game, .. } = &run.plan;
        FoundRun {
            kind: if shards.division().shown_as.tournament { RunKind::Tournament } else { RunKind::Match },
            game: game.clone(),
            players: run.plan.players().cloned().collect(),
            games: shards.games(),
            total: Some(shards.plan().schedule.total_games()),
            started: run.started.clone(),
            duration_s: run.duration_s,
            arena: run.arena.version.clone(),
            ..FoundRun::without_run(folder, FoundState::Shards { complete, count })
        }
    }

    fn of_tuning(folder: &Path, file: TuneFile) -> FoundRun {
        let state = state(file.state, &folder.join(TUNING));
        let steps = lines(&folder.join(TUNING)).saturating_sub(1);
        let games = file.plan.games / file.plan.steps.max(1) * steps;
        let tuned = PlayerText { name: file.plan.template().to_owned(), spec: String::new(), digest: None };
        FoundRun {
            kind: RunKind::Tuning,
            game: file.plan.game.clone(),
            players: std::iter::once(tuned).chain(file.plan.against.iter().cloned()).collect(),
            games: games.min(file.plan.games),
            total: Some(file.plan.games),
            started: file.started,
            duration_s: file.duration_s,
            arena: file.arena.version,
            outcome: file.result.result.map(RunOutcome::Tuning),
            ..FoundRun::without_run(folder, state)
        }
    }
}

/// The state of a run whose file that grows is locked as long as a process writes to it.
fn state(recorded: RunState, log: &Path) -> FoundState {
    match recorded {
        RunState::Finished => FoundState::Finished,
        RunState::Interrupted => FoundState::Interrupted,
        RunState::Starting | RunState::Running if folder::is_locked(log) => FoundState::Running,
        RunState::Starting | RunState::Running => FoundState::Killed,
    }
}

fn match_outcome(folder: &Path) -> Option<RunOutcome> {
    #[derive(Deserialize)]
    struct Row {
        a: String,
        b: String,
        games: u64,
        a_score: f64,
        a_score_low: f64,
        a_score_high: f64,
        /// After a sequential test it is not that of the score.
        elo: Option<f64>,
    }
    let row: Row = rows_of(open_regular(&folder.join(SUMMARY)).ok()?).next()?;
    let interval = Interval { low: row.a_score_low, high: row.a_score_high };
    let estimate = Estimate::share(Some(row.elo.map_or(row.a_score, stats::score)), interval);
    let players = [row.a, row.b];
    let forfeiters = forfeiters(folder, &players, row.games);
    Some(RunOutcome::Match { players, score: row.a_score, estimate, forfeiters })
}

/// Those of the two players that forfeited games of a match.
fn forfeiters(folder: &Path, players: &[String; 2], games: u64) -> Vec<Forfeiter> {
    let Ok(file) = open_regular(&folder.join(FAULTS)) else { return Vec::new() };
    let mut forfeits = [Forfeits::default(); 2];
    for row in rows_of::<FaultRow>(file) {
        let player = players.iter().position(|name| *name == row.player);
        let reason = Reason::FORFEITS.into_iter().find(|reason| reason.to_string() == row.reason);
        if let (Some(player), Some(reason)) = (player, reason) {
            forfeits[player].add(reason);
        }
    }
    Forfeiter::of_match(players, games, forfeits)
}

fn winner(folder: &Path) -> Option<RunOutcome> {
    #[derive(Deserialize)]
    struct Row {
        player: String,
    }
    let row: Row = rows_of(open_regular(&folder.join(STANDINGS)).ok()?).next()?;
    Some(RunOutcome::Tournament { winner: row.player })
}

/// The number of whole lines of a file.
fn lines(path: &Path) -> u64 {
    let Ok(file) = open_regular(path) else { return 0 };
    let mut reader = BufReader::with_capacity(1 << 16, file);
    let mut count = 0;
    while let Ok(true) = reader.skip_until(b'\n').map(|read| read > 0) {
        count += 1;
    }
    count
}
