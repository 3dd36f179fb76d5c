//! `arena runs`: what is in a folder of runs.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::{arena, stderr_of, stdout_of};

fn arena_in(here: &Path, line: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
    let output = command.args(line.split_whitespace()).current_dir(here).output().unwrap();
    // A tuning may be undecided.
    assert!(matches!(output.status.code(), Some(0 | 4)), "{line}: {}", stderr_of(&output));
    stdout_of(&output)
}

#[test]
fn runs_of_every_kind_and_state_are_listed() {
    let here = tempfile::tempdir().unwrap();
    let arena = |line: &str| arena_in(here.path(), line);
    assert_eq!(arena("runs"), "there are no runs in results\n");
    arena("smart:3 bad -n 20 -q");
    arena("tournament bad random smart:1 -n 2 -q -g connect -o results/deeper/three");
    arena("smart:1 bad -n 20 -q --shard 1/2 -o results/part");
    arena("tune smart:{depth:1:1..2} -n 40 -q -o results/tuned -g kalah:3x2 --no-progress");
    let results = here.path().join("results");
    arena("bad random -n 10 -q -o results/killed");
    let file = results.join("killed/run.json");
    let text = fs::read_to_string(&file).unwrap().replace("\"finished\"", "\"running\"");
    fs::write(&file, text).unwrap();
    let games = results.join("killed/games.csv");
    let text = fs::read_to_string(&games).unwrap();
    fs::write(&games, text.lines().take(5).flat_map(|line| [line, "\n"]).collect::<String>()).unwrap();
    arena("bad random -n 2 -q -o results/endless");
    fs::remove_file(results.join("endless/games.csv")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", results.join("endless/games.csv")).unwrap();
    for folder in ["damaged", "foreign/below", "rest"] {
        fs::create_dir_all(results.join(folder)).unwrap();
    }
    fs::write(results.join("damaged/run.json"), "{}").unwrap();
    fs::write(results.join("rest/games.csv"), "game\n").unwrap();
    fs::write(results.join("a file"), "").unwrap();

    let listed = arena("runs");
    let run = |folder: &str| {
        let mut lines = listed.lines().skip_while(|line| !line.ends_with(folder));
        let head = lines.next().unwrap_or_else(|| panic!("{folder} in\n{listed}"));
        let detail = lines.next().unwrap_or_default();
        let head: Vec<&str> = head.split_whitespace().collect();
        format!("{} | {}", head.join(" "), detail.trim())
    };
    let finished = run("results/kalah-6x4_smart-3_vs_bad_seed1");
    assert!(finished.contains(" finished 20 games results/kalah-6x4"), "{finished}");
    assert!(finished.contains(" | kalah:6x4: smart:3 beats bad: "), "{finished}");
    assert!(run("deeper/three").contains("| connect:7x6x4: smart:1 is first of 3 players"), "{listed}");
    assert!(run("results/part").contains(" 1 of 2 shards 10 of 20 games"), "{listed}");
    assert!(run("results/part").ends_with("| kalah:6x4: smart:1 against bad"), "{listed}");
    assert!(run("results/killed").contains(" killed 4 of 10 games"), "{listed}");
    assert!(run("results/tuned").contains(" finished "), "{listed}");
    assert!(
        run("results/damaged").contains("damaged results/damaged | run.json: not the run.json"),
        "{listed}"
    );
    assert!(run("results/endless").contains("damaged results/endless | games.csv: "), "{listed}");
    assert!(run("results/rest").contains("damaged results/rest | games.csv without run.json"), "{listed}");
    assert!(run("results/foreign/below").starts_with("not a run results/foreign/below |"), "{listed}");
    assert!(
        !listed.contains("a file")
            && listed.lines().all(|line| line.chars().count() <= 80 || !line.starts_with(' '))
    );

    let json: serde_json::Value = serde_json::from_str(&arena("runs --json")).unwrap();
    let runs = json["runs"].as_array().unwrap();
    assert_eq!(runs.len(), 9, "{json}");
    let states: Vec<&str> = runs.iter().map(|run| run["state"].as_str().unwrap()).collect();
    assert_eq!(
        states[5..],
        ["damaged", "damaged", "not a run", "damaged"],
        "those without a time come last: {states:?}"
    );
    let one: serde_json::Value = serde_json::from_str(&arena("runs results/part --json")).unwrap();
    assert_eq!(one["runs"].as_array().unwrap().len(), 1);
    assert_eq!(
        (&one["runs"][0]["kind"], &one["runs"][0]["shards"]["complete"]),
        (&"match".into(), &1.into())
    );
}

#[test]
fn a_folder_that_is_not_there_is_an_error() {
    let output = arena(&["runs", "no/such/folder"]);
    assert_eq!(output.status.code(), Some(2));
    let said = stderr_of(&output);
    assert!(said.starts_with("error: cannot read no/such/folder: "), "{said}");
    assert!(said.ends_with("\ngive the folder of a run, or one that holds runs\n"), "{said}");
}
