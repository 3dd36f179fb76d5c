//! Games that are ended by what both players say of them.

use std::fs;

use tempfile::tempdir;

use crate::common::{
    arena, assert_same_results, bytes, columns, json, match_into, play, rows, stderr_of, stdout,
};

/// A match in which both players count beans.
const MATCH: &str = "smart:3 smart:2 -n 40 --seed 3";

/// The reasons of the games of a run.
fn reasons(run: &std::path::Path) -> Vec<String> {
    let at = columns::GAMES.iter().position(|name| *name == "reason").unwrap();
    rows(run, "games.csv", &columns::GAMES).iter().map(|row| row[at].to_owned()).collect()
}

#[test]
fn games_that_both_players_have_given_up_on_are_adjudicated_and_counted() {
    let here = tempdir().unwrap();
    let run = here.path().join("run");
    let said = play(&run, &format!("{MATCH} --adjudicate resign=6/4,draw=0/3/4"));
    let adjudicated = reasons(&run).iter().filter(|reason| *reason == "adjudicated").count();
    assert!(adjudicated > 10, "{:?}", reasons(&run));
    assert!(said.is_empty() || !said.contains("error"), "{said}");
    let shown = stdout(&["stats", run.to_str().unwrap()]);
    assert!(!shown.contains("forfeited"), "{shown}");
    let plan = json(&[
        "match",
        "--json",
        "-q",
        "--out",
        run.to_str().unwrap(),
        "--a",
        "smart:3",
        "--b",
        "smart:2",
        "-n",
        "40",
        "--seed",
        "3",
        "--adjudicate",
        "resign=6/4,draw=0/3/4",
    ]);
    assert!(plan["run"].is_string());
    let file = fs::read_to_string(run.join("run.json")).unwrap();
    assert!(file.contains("\"adjudicate\": \"resign=6/4,draw=0/3/4\""), "{file}");
    assert!(file.contains("--adjudicate resign=6/4,draw=0/3/4"), "the command repeats it: {file}");
}

#[test]
fn the_same_rules_give_the_same_games_on_any_number_of_threads_and_in_shards() {
    let here = tempdir().unwrap();
    let at = |name: &str| here.path().join(name);
    let line = format!("{MATCH} --adjudicate resign=6/4");
    play(&at("one"), &format!("{line} --threads 1"));
    play(&at("three"), &format!("{line} --threads 3"));
    assert_same_results(&at("one"), &at("three"), "threads");
    for shard in ["1/2", "2/2"] {
        let output = match_into(&at("parts"), &format!("{line} --shard {shard}")).output().unwrap();
        assert!(output.status.success(), "{}", stderr_of(&output));
    }
    stdout(&["merge", at("parts").to_str().unwrap(), "-q"]);
    assert_eq!(bytes(&at("one"), "games.csv"), bytes(&at("parts"), "games.csv"));
    // Other rules are another plan.
    let output = match_into(&at("one"), MATCH).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", stderr_of(&output));
}

#[test]
fn a_player_without_scores_ends_nothing() {
    let here = tempdir().unwrap();
    let run = here.path().join("run");
    play(&run, "smart:3 random -n 10 --adjudicate resign=1/2,draw=100/2/1");
    assert!(reasons(&run).iter().all(|reason| reason == "normal"), "{:?}", reasons(&run));
}

#[test]
fn rules_that_make_no_sense_are_refused_with_an_example() {
    let output = arena(&["smart:3", "bad", "--adjudicate", "resign=600/1"]);
    assert_eq!(output.status.code(), Some(2));
    insta::assert_snapshot!(stderr_of(&output), @"
    error: --adjudicate: 'resign=600/1' is not a rule: a score, and at least 2 plies for both players to agree
        resign=600/1
        ^^^^^^^^^^^^
    write resign=SCORE/PLIES or draw=SCORE/PLIES/FROM_MOVE, for example resign=600/4,draw=10/8/40
    ");
}
