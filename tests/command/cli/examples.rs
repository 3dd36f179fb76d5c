//! The programs in `examples/`, as a reader would run them.

use std::path::Path;
use std::process::{Command, Output};

use crate::common;

fn example(name: &str, args: &[&str]) -> Output {
    Command::new(common::example(name)).args(args).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap()
}

fn stdout(name: &str, args: &[&str]) -> String {
    let output = example(name, args);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_custom_strategy_plays_a_built_in_one() {
    let sentence = stdout("custom_strategy", &[]);
    assert!(sentence.starts_with("smart:6 beats squeeze: "), "{sentence}");
}

#[test]
fn a_tournament_is_played_from_code() {
    let table = stdout("tournament", &[]);
    assert!(table.starts_with("smart:3 leads"), "{table}");
    assert_eq!(table.lines().filter(|line| line.contains("±")).count(), 5, "{table}");
}

#[test]
fn checks_are_played_from_code() {
    let lines = stdout("check", &[]);
    assert!(lines.starts_with("✓ three plies beat one "), "{lines}");
    assert!(lines.ends_with("\n2 checks: 2 passed\n"), "{lines}");
}

#[test]
fn a_recorded_run_is_reviewed_from_code() {
    let review = stdout("review", &[]);
    assert!(review.starts_with("smart:4 loses "), "{review}");
    assert!(review.contains("\nThe worst moves:\n"), "{review}");
    assert!(!Path::new(env!("CARGO_MANIFEST_DIR")).join("results/example/review.csv").exists());
}

#[test]
fn a_spec_is_tuned_from_code() {
    let lines = stdout("tune", &[]);
    assert!(lines.starts_with("The tuned values gain: +"), "{lines}");
    assert!(lines.contains("\nuse smart:2,eval=pots+"), "{lines}");
}

#[test]
fn the_best_of_many_is_picked_from_code() {
    let lines = stdout("pick", &[]);
    assert!(lines.contains(" is the best of 4 candidates"), "{lines}");
    assert_eq!(lines.matches(" games  smart:").count(), 4, "{lines}");
}

#[test]
fn a_custom_game_has_the_whole_command_line() {
    let list = stdout("custom_game", &["list", "games"]);
    assert!(list.contains("heap:N") && list.contains("kalah:HxB"), "{list}");
    // The player who leaves a multiple of four wins.
    let analysis = stdout("custom_game", &["analyze", "--game", "heap:10", "--with", "smart:full", "--json"]);
    assert!(analysis.contains(r#""best":2,"value":1"#), "{analysis}");
    let perft = stdout("custom_game", &["perft", "--game", "heap:4", "--depth", "4", "--json"]);
    assert!(perft.contains("[3,6,4,1]"), "{perft}");
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run").display().to_string();
    let played = ["--game", "heap:21", "--a", "smart:full", "--b", "random", "--games", "60", "--out", &out];
    let result = stdout("custom_game", &played);
    assert!(result.starts_with("smart:full beats random"), "{result}");

    // A game that arena does not know is drawn as it draws itself.
    let page = stdout("custom_game", &["report", &out, "-o", "-"]);
    assert!(
        page.contains(r#""place":"take","board":{"kind":"text"}"#) && page.contains(r#""d":["  "#),
        "{}",
        &page[page.len() - 3000..]
    );
    let end = stdout("custom_game", &["show", &out, "--game", "2"]);
    assert!(end.starts_with("heap:21, game 2: ") && end.contains("The game is over"), "{end}");

    let output = example("custom_game", &["show", "--game", "heapp"]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(error.contains("did you mean 'heap'?"), "{error}");
}
