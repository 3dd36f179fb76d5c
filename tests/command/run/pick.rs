//! The best of many, on the real binary.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)]

use std::path::Path;

use crate::common::{arena, assert_same_results, bytes, json, match_into, stderr_of, stdout, stdout_of};
use serde_json::Value;
use tempfile::tempdir;

fn pick(out: &Path, line: &str) -> (Option<i32>, Value) {
    let output = match_into(out, &format!("pick {line} --json --quiet")).output().unwrap();
    let json = serde_json::from_slice(&output.stdout);
    (output.status.code(), json.unwrap_or_else(|error| panic!("{error}: {output:?}")))
}

fn states(picked: &Value) -> Vec<(&str, &str)> {
    let candidates = picked["candidates"].as_array().unwrap();
    candidates.iter().map(|one| (one["player"].as_str().unwrap(), one["state"].as_str().unwrap())).collect()
}

#[test]
fn the_best_of_many_is_found_and_those_behind_are_dropped() {
    let out = tempdir().unwrap();
    let (exit, picked) = pick(out.path(), "smart:3 smart:1 random greedy --against bad -g kalah:4x3");
    assert_eq!(
        (exit, picked["verdict"].as_str(), picked["best"].as_str()),
        (Some(0), Some("best"), Some("smart:3"))
    );
    let states = states(&picked);
    assert_eq!(states[0], ("smart:3", "in"));
    assert!(states[1..].iter().all(|(_, state)| *state != "in"), "{states:?}");
    assert!(states.contains(&("random", "behind")), "{states:?}");
    let games: u64 =
        picked["candidates"].as_array().unwrap().iter().map(|one| one["games"].as_u64().unwrap()).sum();
    assert_eq!(picked["games"].as_u64(), Some(games));
    let best = &picked["candidates"][0];
    assert!(best["elo_low"].as_f64() > Some(0.0), "{best}");
    assert!(games < 4 * 20_000, "{games}");
}

#[test]
fn it_is_the_same_on_any_number_of_threads_and_in_shards() {
    let runs = tempdir().unwrap();
    let [one, many, merged] = ["one", "many", "merged"].map(|name| runs.path().join(name));
    let line = "smart:2 smart:1 random --against bad -g kalah:4x3 --games 600";
    pick(&one, &format!("{line} --threads 1"));
    pick(&many, &format!("{line} --threads 3"));
    assert_same_results(&one, &many, "one and three threads");
    for shard in 1..=3 {
        let line = format!("pick {line} --shard {shard}/3");
        let output = match_into(&merged, &line).output().unwrap();
        assert!(output.status.success(), "{output:?}");
    }
    let output = arena(&["merge", merged.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_same_results(&one, &merged, "shards, merged");
}

#[test]
fn an_interrupted_race_continues_to_the_same_bytes() {
    let runs = tempdir().unwrap();
    let [whole, cut] = ["whole", "cut"].map(|name| runs.path().join(name));
    let line = "smart:2 smart:1 random --against bad -g kalah:4x3 --games 600";
    for out in [&whole, &cut] {
        pick(out, line);
    }
    let games = bytes(&cut, "games.csv");
    let half = games.len() / 2;
    std::fs::write(cut.join("games.csv"), &games[..half]).unwrap();
    std::fs::remove_file(cut.join("timings.part.json")).unwrap();
    crate::common::set_state(&cut, "running");
    pick(&cut, line);
    assert_same_results(&whole, &cut, "cut and continued");
}

#[test]
fn none_is_better_than_a_baseline_that_is_stronger() {
    let out = tempdir().unwrap();
    let (exit, picked) = pick(out.path(), "bad random --against smart:2 -g kalah:4x3");
    assert_eq!(
        (exit, picked["verdict"].as_str(), &picked["best"]),
        (Some(3), Some("none better"), &Value::Null)
    );
}

#[test]
fn without_a_baseline_candidates_play_each_other() {
    let out = tempdir().unwrap();
    let (exit, picked) = pick(out.path(), "smart:3 smart:1 random -g kalah:4x3");
    assert_eq!((exit, picked["best"].as_str(), &picked["against"]), (Some(0), Some("smart:3"), &Value::Null));
}

#[test]
fn games_that_do_not_suffice_leave_it_undecided() {
    let out = tempdir().unwrap();
    let (exit, picked) =
        pick(out.path(), "random other=random --against third=random -g kalah:4x3 --games 100");
    assert_eq!((exit, picked["verdict"].as_str()), (Some(4), Some("undecided")));
    assert_eq!(picked["state"], "finished");
}

#[test]
fn values_in_braces_are_candidates() {
    let out = tempdir().unwrap();
    let (exit, picked) = pick(out.path(), "smart:{1,3} --against bad -g kalah:4x3");
    assert_eq!((exit, picked["best"].as_str()), (Some(0), Some("smart:3")));
    let report = stdout(&["report", out.path().to_str().unwrap(), "-o", "-"]);
    assert!(
        report.contains("Candidates") && report.contains("is the best of 2 candidates"),
        "the page has them"
    );
    let stats = json(&["stats", out.path().to_str().unwrap(), "--a", "smart:3", "--b", "bad", "--json"]);
    assert_eq!(stats["interval"], "anytime");
}

#[test]
fn wrong_use_is_explained() {
    for (line, said) in [
        (&["pick"][..], "error: nothing to pick from: 0 candidates is not enough"),
        (&["pick", "smart:2"], "error: nothing to pick from: 1 candidate is not enough"),
        (&["pick", "smart:2", "smart:2"], "error: CANDIDATE: two players are called 'smart:2'"),
        (&["pick", "smart:2", "bad", "--margin", "0"], "error: --margin: 0 Elo is not a margin"),
        (&["pick", "smart:{1,2", "--against", "bad"], "error: CANDIDATE: this brace is not closed"),
        (&["pick", "smart:2", "--against", "smart:{1,3}"], "error: --against: a baseline is one player"),
        (&["tournament", "smart:1..3", "--format", "pick"], "error: --format pick is not a tournament"),
        (
            &["pick", "smart:2", "bad", "--shard", "1/2", "--record-moves"],
            "error: --record-moves cannot be used with --shard in a race",
        ),
    ] {
        let output = arena(line);
        assert_eq!((output.status.code(), stdout_of(&output).as_str()), (Some(2), ""), "{line:?}");
        assert!(stderr_of(&output).starts_with(said), "{line:?}: {}", stderr_of(&output));
    }
}

/// Candidates, the baseline, and which verdicts are wrong: any that names another best one than these.
fn fields(candidates: usize) -> Vec<(&'static str, Vec<String>, &'static str, &'static [&'static str])> {
    let with = |best: &[&str], rest: &str| -> Vec<String> {
        let rest = (best.len()..candidates).map(|number| format!("c{number}={rest}"));
        best.iter().map(|&one| one.to_owned()).chain(rest).collect()
    };
    vec![
        ("all are `random`, as the baseline", with(&[], "random"), "base=random", &[]),
        (
            "`mcts:1` (+79), the others `random`, as the baseline",
            with(&["mcts:1"], "random"),
            "base=random",
            &["mcts:1"],
        ),
        (
            "`mcts:4` and `greedy` (28 apart), the others `mcts:2`, as the baseline",
            with(&["mcts:4", "greedy"], "mcts:2"),
            "base=mcts:2",
            &["mcts:4", "greedy"],
        ),
    ]
}

#[test]
#[ignore = "plays hundreds of races of many thousand games"]
fn races_are_wrong_in_at_most_5_of_100_cases_and_take_fewer_games_than_separate_tests() {
    let races = std::env::var("ARENA_SIMULATIONS").map_or(5, |many| many.parse::<u32>().unwrap());
    println!("\n| candidates | field | wrong | undecided | games of a race | of separate tests `0,10` |");
    println!("| --- | --- | --- | --- | --- | --- |");
    let games_of = |json: &Value| json["games"].as_f64().unwrap();
    for candidates in [4, 8, 16] {
        for (name, players, base, best) in fields(candidates) {
            let (mut wrong, mut undecided, mut games, mut tests) = (0_u32, 0, 0.0, 0.0);
            for seed in 1..=races {
                let out = tempdir().unwrap();
                let line =
                    format!("{} --against {base} -g kalah:4x3 --games 100k --seed {seed}", players.join(" "));
                let (_, picked) = pick(out.path(), &line);
                games += games_of(&picked);
                match picked["verdict"].as_str() {
                    Some("best") => wrong += u32::from(!best.contains(&picked["best"].as_str().unwrap())),
                    Some("none better") => wrong += u32::from(!best.is_empty()),
                    _ => undecided += 1,
                }
            }
            let few = races.min(5);
            for (seed, player) in (1..=few).flat_map(|seed| players.iter().map(move |player| (seed, player)))
            {
                let out = tempdir().unwrap();
                let line = format!(
                    "{player} {base} -g kalah:4x3 --games 200k --sprt 0,10 --seed {seed} --json --quiet"
                );
                let output = match_into(out.path(), &line).output().unwrap();
                tests += games_of(&serde_json::from_slice(&output.stdout).unwrap());
            }
            let (games, tests) = (games / f64::from(races), tests / f64::from(few));
            println!(
                "| {candidates} | {name} | {wrong} of {races} | {undecided} | {games:.0} | {tests:.0} ({:.2}) |",
                games / tests
            );
            let allowed = 0.05 + 4.0 * (0.05 * 0.95 / f64::from(races)).sqrt();
            assert!(
                f64::from(wrong) / f64::from(races) <= allowed,
                "{candidates} candidates, {name}: {wrong} of {races}"
            );
        }
    }
}
