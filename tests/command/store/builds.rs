//! Runs and baselines of another build, in which the players play differently.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::path::Path;

use crate::common::{arena, assert_same_results, bytes, change_json, content, match_into, play, stderr_of};
use serde_json::Value;
use tempfile::TempDir;

const LINE: &str = "--games 20 --a bad --b random --quiet";

/// Makes a finished run look like an unfinished one, with another change to its `run.json`.
fn unfinished(run: &Path, change: impl Fn(&mut Value)) {
    change_json(&run.join("run.json"), |json| {
        json["state"] = Value::from("interrupted");
        change(json);
    });
}

/// The error of a program that does not continue a run; the run is unchanged.
fn refusal(run: &Path, line: &str) -> String {
    let before = content(run);
    let output = match_into(run, line).output().unwrap();
    let stderr = stderr_of(&output);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert_eq!(content(run), before);
    stderr
}

#[test]
fn a_run_is_not_continued_with_players_that_play_differently() {
    let runs = TempDir::new().unwrap();
    let [whole, run] = ["whole", "run"].map(|name| runs.path().join(name));
    play(&whole, LINE);
    play(&run, LINE);
    let recorded: Value = serde_json::from_slice(&bytes(&run, "run.json")).unwrap();
    let recorded = recorded["fingerprints"].clone();
    assert!(recorded[0].as_str().unwrap().starts_with("48:"), "{recorded}");

    unfinished(&run, |json| {
        json["fingerprints"][1] = Value::from("48:0123456789abcdef");
        json["arena"]["commit"] = Value::from("0123456789ab");
    });
    let said = refusal(&run, LINE);
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(
        said,
        format!(
            "error: the run in {} was begun by another build of arena, in which random plays differently\n\
             continue it with that build ({version}, commit 0123456789ab), or add --fresh to begin again with this one\n",
            run.display()
        )
    );

    unfinished(&run, |json| json["fingerprints"] = recorded.clone());
    play(&run, LINE);
    assert_same_results(&whole, &run, "continued by the same players");

    unfinished(&run, |json| json["fingerprints"] = Value::from("what is this"));
    assert!(refusal(&run, LINE).contains("holds a run of another plan"));
    unfinished(&run, |json| drop(json.as_object_mut().unwrap().remove("fingerprints")));
    assert!(refusal(&run, LINE).contains("whose fingerprints are missing"));
    play(&run, &format!("{LINE} --fresh"));
    assert_same_results(&whole, &run, "--fresh");
}

#[test]
fn a_copy_is_not_continued_with_players_that_play_differently() {
    let runs = TempDir::new().unwrap();
    let run = runs.path().join("run");
    play(&run, LINE);
    let copy = run.join(".again");
    fs::create_dir(&copy).unwrap();
    for file in ["run.json", "games.csv"] {
        fs::copy(run.join(file), copy.join(file)).unwrap();
    }
    unfinished(&copy, |json| json["fingerprints"][0] = Value::from("48:0123456789abcdef"));
    assert!(refusal(&run, LINE).contains("in which bad plays differently"));
}

#[test]
fn a_run_of_a_player_limited_by_the_clock_is_continued_by_the_same_build_alone() {
    let runs = TempDir::new().unwrap();
    let run = runs.path().join("run");
    let line = "--games 2 --a smart:time=1ms --b random --max-plies 4 --quiet";
    play(&run, line);
    let json: Value = serde_json::from_slice(&bytes(&run, "run.json")).unwrap();
    assert!(json["fingerprints"][0].as_str().unwrap().starts_with("build:"), "{json}");
    unfinished(&run, |_| {});
    play(&run, line);
    unfinished(&run, |json| json["fingerprints"][0] = Value::from("build:0123456789abcdef"));
    let said = refusal(&run, line);
    assert!(
        said.contains("smart:time=1ms, which is too slow or limited by the clock, cannot be compared"),
        "{said}"
    );
}

#[test]
fn a_baseline_is_not_compared_with_games_against_another_opponent() {
    let folder = TempDir::new().unwrap();
    let suite = folder.path().join("strength.toml");
    let text = "[[check]]\nname = \"as it was\"\na = \"greedy\"\nb = \"bad\"\ngames = 20\nbaseline = \"base.json\"\n";
    fs::write(&suite, text).unwrap();
    let check = |flags: &[&str]| arena(&[&["check", suite.to_str().unwrap(), "--quiet"], flags].concat());
    assert_eq!(check(&["--record"]).status.code(), Some(0));
    let baseline = folder.path().join("base.json");
    let mut json: Value = serde_json::from_slice(&fs::read(&baseline).unwrap()).unwrap();
    assert!(json["opponent"].as_str().unwrap().starts_with("48:"), "{json}");
    assert_eq!(check(&[]).status.code(), Some(0));

    json["opponent"] = Value::from("48:0123456789abcdef");
    fs::write(&baseline, serde_json::to_vec(&json).unwrap()).unwrap();
    let output = check(&[]);
    let stderr = stderr_of(&output);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("was played by a build of arena in which bad plays differently"), "{stderr}");
    assert!(stderr.contains("--record"), "{stderr}");
    assert_eq!(check(&["--record"]).status.code(), Some(0));
    assert_eq!(check(&[]).status.code(), Some(0));
}
