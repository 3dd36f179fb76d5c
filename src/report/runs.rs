//! The list of runs: text and JSON.

use serde_json::{Value, json};

use super::forfeits;
use super::numbers::{counted, grouped};
use super::paint::Paint;
use super::sentence::sentence_of;
use crate::run::runs::{FoundRun, FoundState, RunKind, RunOutcome};
use crate::text::{escaped, wrapped};

/// The digits of a digest that tell one build of a bot from another.
const DIGITS: usize = 8;

/// A block of lines for each run: when, state, games and folder; then what came out, and the builds of its bots.
pub(crate) fn text(runs: &[FoundRun], columns: usize, paint: Paint) -> String {
    let states: Vec<String> = runs.iter().map(state).collect();
    let games: Vec<String> = runs.iter().map(games).collect();
    let width = |texts: &[String]| texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
    let (widest_state, widest_games) = (width(&states), width(&games));
    let mut text = String::new();
    for ((run, state), games) in runs.iter().zip(&states).zip(&games) {
        let head = format!("{}  {state:<widest_state$}  {games:>widest_games$}", when(&run.started));
        let folder = escaped(&run.folder.to_string_lossy()).into_owned();
        text += &format!("{head}  {}\n", paint.strong(&folder));
        for line in details(run) {
            let line = escaped(line.lines().next().unwrap_or_default()).into_owned();
            for line in wrapped(&line, columns.saturating_sub(4)).lines() {
                text += &format!("    {line}\n");
            }
        }
    }
    text
}

fn when(started: &str) -> String {
    // 2026-11-18T16:02:33Z, and nothing else.
    match (started.get(..10), started.get(11..16)) {
        (Some(date), Some(time)) => escaped(&format!("{date} {time}")).into_owned(),
        _ => " ".repeat(16),
    }
}

fn state(run: &FoundRun) -> String {
    match &run.state {
        FoundState::Finished => "finished".to_owned(),
        FoundState::Interrupted => "interrupted".to_owned(),
        FoundState::Running => "running".to_owned(),
        FoundState::Killed => "killed".to_owned(),
        FoundState::Shards { complete, count } => format!("{complete} of {}", counted(*count, "shard")),
        FoundState::Damaged(_) => "damaged".to_owned(),
        FoundState::Foreign => "not a run".to_owned(),
    }
}

fn games(run: &FoundRun) -> String {
    match run.total {
        _ if run.kind == RunKind::Other => String::new(),
        Some(total) if total > run.games && run.state != FoundState::Finished => {
            format!("{} of {}", grouped(run.games), counted(total, "game"))
        }
        _ => counted(run.games, "game"),
    }
}

fn details(run: &FoundRun) -> Vec<String> {
    let mut lines = Vec::new();
    if let FoundState::Damaged(problem) = &run.state {
        lines.push(problem.clone());
    }
    if run.kind != RunKind::Other {
        lines.push(format!("{}: {}", run.game, verdict(run).unwrap_or_else(|| players(run))));
    }
    let builds = run.players.iter().filter_map(|player| {
        let digest = player.digest.as_ref()?;
        Some(format!("{} {}", player.name, digest.get(..DIGITS).unwrap_or(digest)))
    });
    let builds: Vec<String> = builds.collect();
    if !builds.is_empty() {
        lines.push(format!("builds: {}", builds.join(", ")));
    }
    lines
}

/// What came out, in a sentence.
fn verdict(run: &FoundRun) -> Option<String> {
    Some(match run.outcome.as_ref()? {
        RunOutcome::Match { players: [a, b], score, estimate, forfeiters } => {
            forfeits::of_match(sentence_of([a, b], run.games, *score, *estimate), forfeiters)
        }
        RunOutcome::Tournament { winner } => {
            format!("{winner} is first of {}", counted(run.players.len() as u64, "player"))
        }
        RunOutcome::Tuning(result) => result.to_string(),
    })
}

fn players(run: &FoundRun) -> String {
    const MOST: usize = 6;
    let names: Vec<&str> = run.players.iter().map(|player| player.name.as_str()).collect();
    match (run.kind, names.as_slice()) {
        (RunKind::Match | RunKind::Tuning, [a, b]) => format!("{a} against {b}"),
        (_, few) if few.len() <= MOST => few.join(", "),
        (_, many) => format!("{} and {} more", many[..MOST].join(", "), many.len() - MOST),
    }
}

pub(crate) fn json(runs: &[FoundRun]) -> Value {
    let one = |run: &FoundRun| {
        let players: Vec<Value> = run
            .players
            .iter()
            .map(|player| json!({ "name": player.name, "spec": player.spec, "digest": player.digest }))
            .collect();
        let kind = match run.kind {
            RunKind::Match => "match",
            RunKind::Tournament => "tournament",
            RunKind::Tuning => "tuning",
            RunKind::Other => "other",
        };
        let (state, shards, problem) = match &run.state {
            FoundState::Shards { complete, count } => {
                ("shards".to_owned(), Some(json!({ "complete": complete, "count": count })), None)
            }
            FoundState::Damaged(problem) => ("damaged".to_owned(), None, Some(problem)),
            _ => (state(run), None, None),
        };
        json!({
            "folder": run.folder.to_string_lossy(), "kind": kind, "state": state, "game": run.game, "players": players,
            "games": run.games, "planned_games": run.total, "verdict": verdict(run), "shards": shards,
            "problem": problem, "started": run.started, "duration_s": run.duration_s, "arena": run.arena,
        })
    };
    json!({ "runs": runs.iter().map(one).collect::<Vec<_>>() })
}
