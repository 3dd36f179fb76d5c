//! `--dry-run` and `--max-time`.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::common::columns;
use crate::common::{assert_same_results, bytes, example, match_into, play, rows, stderr_of, stdout_of};

#[test]
fn a_dry_run_says_what_would_be_played_and_writes_nothing() {
    let here = tempfile::tempdir().unwrap();
    let out = here.path().join("out");
    let line = "deep=smart:3 bad -n 1_000 -g kalah:4x3 --openings random:4 --seed 9 -j 2 --dry-run";
    let output = match_into(&out, line).output().unwrap();
    let said = stdout_of(&output);
    assert_eq!(output.status.code(), Some(0), "{}", stderr_of(&output));
    for piece in [
        "game      kalah:4x3\n",
        "players   deep = smart:3\n            bad\n",
        "openings  random:4\n",
        "seed      9\n",
        "games     1,000\n",
        "threads   2\n",
        "(new)\n",
        "time      about ",
        "arena --games 1000 --a deep=smart:3 --b bad --game kalah:4x3 --openings random:4 --seed 9",
    ] {
        assert!(said.contains(piece), "{piece:?} is not said:\n{said}");
    }
    assert!(!out.exists());
}

#[test]
fn a_dry_run_looks_at_the_folder() {
    let here = tempfile::tempdir().unwrap();
    let out = here.path().join("out");
    play(&out, "smart:1 bad -n 10");
    let before = crate::common::content(&out);
    let state = |line: &str| {
        let output = match_into(&out, &format!("{line} --dry-run --json")).output().unwrap();
        let told: serde_json::Value = serde_json::from_str(&stdout_of(&output)).unwrap();
        assert_eq!(told["folder"], out.display().to_string());
        told["folder_state"].as_str().unwrap().to_owned()
    };
    assert_eq!(state("smart:1 bad -n 10"), "finished: would be played again");
    assert_eq!(state("smart:1 bad -n 12"), "finished with fewer games: would be continued");
    assert_eq!(state("smart:1 bad -n 8"), "holds a run of another plan: --fresh would replace it");
    assert_eq!(crate::common::content(&out), before);
    crate::common::set_state(&out, "interrupted");
    for games in ["10", "12"] {
        assert_eq!(state(&format!("smart:1 bad -n {games}")), "unfinished: would be continued");
    }
}

#[test]
#[ignore = "an estimate samples games for seconds"]
fn the_estimate_of_a_dry_run_grows_with_the_games() {
    let here = tempfile::tempdir().unwrap();
    let told = |games: &str| -> serde_json::Value {
        let line = format!("smart:4 smart:3 -n {games} -j 1 --dry-run --json");
        let output = match_into(here.path(), &line).output().unwrap();
        serde_json::from_str(&stdout_of(&output)).unwrap()
    };
    let (few, many) = (told("100k"), told("100M"));
    let seconds = |told: &serde_json::Value| told["estimated_seconds"].as_f64().unwrap();
    assert!(seconds(&few) > 0.0);
    let ratio = seconds(&many) / seconds(&few);
    assert!((50.0..20_000.0).contains(&ratio), "a thousand times as many games: {ratio}");
    assert!(many["sampled_games"].as_u64().unwrap() > 0);
}

#[test]
#[ignore = "an estimate samples games for seconds"]
fn a_dry_run_of_endless_games_gives_a_bound() {
    let here = tempfile::tempdir().unwrap();
    let began = Instant::now();
    let line = "smart:full,ties=random other=smart:full -n 2 -g connect:16x16x9 -j 1 --dry-run";
    let output = match_into(here.path(), line).output().unwrap();
    let said = stdout_of(&output);
    assert!(said.contains("time      more than ") && said.contains("no game ended within"), "{said}");
    assert!(began.elapsed() < Duration::from_mins(1));
}

#[test]
#[cfg(target_os = "linux")]
fn a_run_stops_when_its_time_is_up_and_the_same_command_completes_it() {
    let here = tempfile::tempdir().unwrap();
    let [out, whole] = ["out", "whole"].map(|name| here.path().join(name));
    // It waits in its fifth game until a file appears, so the run cannot end before its time is up.
    let zoo = example("fault_zoo");
    let zoo = format!("zoo=exec:\"{} waits 5 {}\",deterministic=yes", zoo.display(), here.path().display());
    let output = |out: &Path, more: &str| {
        let mut command = match_into(out, &format!("-n 20 -j 1 --quiet --b bad {more}"));
        command.args(["--a", &zoo]).output().unwrap()
    };
    // On a busy machine the time is up before the first game; then there is more time.
    let mut limits = (0..9).map(|doubled| 100 << doubled);
    let stopped = limits.find_map(|milliseconds| {
        let limit = format!("--fresh --max-time {milliseconds}ms --max-forfeits 7 --report");
        let output = output(&out, &limit);
        let said = stderr_of(&output);
        assert_eq!(output.status.code(), Some(130), "{said}");
        (!said.contains("after 0 games")).then_some(said)
    });
    let said = stopped.unwrap();
    assert!(said.starts_with("stopped by --max-time after "), "{said}");
    assert!(said.contains("Continue with:\n  arena --games 20 "), "{said}");
    assert_eq!(said.matches("--max-time").count(), 1, "the command has no limit: {said}");
    assert!(said.contains(" --threads 1 --max-forfeits 7 --report\n"), "{said}");
    let run: serde_json::Value = serde_json::from_slice(&bytes(&out, "run.json")).unwrap();
    assert_eq!(run["state"], "interrupted");
    let done = rows(&out, "games.csv", &columns::GAMES).len();
    assert!((1..5).contains(&done), "{done} games");
    fs::write(here.path().join("enough"), "").unwrap();
    for out in [&out, &whole] {
        let output = output(out, "");
        assert!(output.status.success(), "{}", stderr_of(&output));
    }
    assert_same_results(&out, &whole, "stopped and continued");
    assert_eq!(rows(&out, "games.csv", &columns::GAMES).len(), 20);
}

#[test]
fn a_gate_whose_time_is_up_has_not_decided() {
    let here = tempfile::tempdir().unwrap();
    let line = "smart:7 smart:6 -n 100k -j 1 -q --sprt 60,61 --gate --max-time 200ms";
    let output = match_into(&here.path().join("out"), line).output().unwrap();
    assert_eq!(output.status.code(), Some(4), "{}", stderr_of(&output));
    assert!(stderr_of(&output).starts_with("stopped by --max-time after "), "{}", stderr_of(&output));
}

#[test]
fn a_run_that_ends_in_time_is_done() {
    let here = tempfile::tempdir().unwrap();
    play(&here.path().join("match"), "bad random -n 10 --max-time 10m");
    let output =
        match_into(&here.path().join("t"), "tournament smart:7..9 -n 10000 -j 1 -q --max-time 100ms")
            .output()
            .unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", stderr_of(&output));
}
