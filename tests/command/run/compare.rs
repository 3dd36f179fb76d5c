//! `arena compare` and `arena init`.

use std::fs;
use std::path::Path;

use crate::common::{arena, json, play, stderr_of, stdout, stdout_of};

fn path(folder: &Path) -> &str {
    folder.to_str().unwrap()
}

#[test]
fn two_players_are_compared_against_one_opponent_pair_by_pair() {
    let runs = tempfile::tempdir().unwrap();
    let [weak, strong] = ["weak", "strong"].map(|name| runs.path().join(name));
    play(&weak, "--games 400 --a smart:1 --b greedy,eval=tempo --openings random:6");
    play(&strong, "--games 300 --a smart:4 --b greedy,eval=tempo --openings random:6");

    let text = stdout(&["compare", path(&weak), path(&strong)]);
    assert!(text.starts_with("smart:4 is stronger than smart:1 against greedy,eval=tempo: +0."), "{text}");
    assert!(text.contains("150 shared pairs"), "{text}");
    let back = stdout(&["compare", path(&strong), path(&weak)]);
    assert!(back.starts_with("smart:1 is weaker than smart:4"), "{back}");

    let found = json(&["compare", path(&weak), path(&strong), "--json"]);
    assert_eq!((&found["pairs"], &found["runs"][0]["player"]), (&150.into(), &"smart:1".into()));
    let number = |key: &str| found[key].as_f64().unwrap();
    let (low, value, high) = (number("difference_low"), number("difference"), number("difference_high"));
    assert!(0.0 < low && low < value && value < high, "{low} {value} {high}");
    // The first 300 games of the longer run are those of the shorter.
    let score = |file: &Path, name: &str| {
        let mut games = csv::Reader::from_path(file.join("games.csv")).unwrap();
        let points = games.records().take(300).map(|row| match row.unwrap().get(6).unwrap() {
            "draw" => 0.5,
            winner => f64::from(u8::from(winner == name)),
        });
        points.sum::<f64>() / 300.0
    };
    assert!((value - (score(&strong, "smart:4") - score(&weak, "smart:1"))).abs() < 1e-6);
}

#[test]
fn the_same_games_differ_by_nothing_and_the_common_player_is_the_opponent() {
    let runs = tempfile::tempdir().unwrap();
    let [one, two, other] = ["one", "two", "other"].map(|name| runs.path().join(name));
    play(&one, "--games 40 --a smart:2 --b bad");
    play(&two, "--games 40 --a smart:2 --b bad --threads 1");
    play(&other, "--games 40 --a smart:2 --b greedy");
    let text = stdout(&["compare", path(&one), path(&two)]);
    assert!(text.starts_with("both runs play the same games: 20 shared pairs\n"), "{text}");
    assert_eq!(json(&["compare", path(&one), path(&two), "--json"])["difference_low"], 0.0);
    let found = json(&["compare", path(&one), path(&other), "--json"]);
    assert_eq!((&found["runs"][0]["player"], &found["runs"][1]["player"]), (&"bad".into(), &"greedy".into()));
    assert_eq!(found["runs"][1]["opponent"], "smart:2");
}

#[test]
fn runs_that_cannot_be_compared_are_rejected_with_the_reason() {
    let runs = tempfile::tempdir().unwrap();
    let run = |name: &str, line: &str| {
        let out = runs.path().join(name);
        play(&out, line);
        out
    };
    let kalah = run("kalah", "--games 10 --a smart:1 --b bad");
    let seed = run("seed", "--games 10 --a smart:1 --b bad --seed 2 --openings random:8");
    let others = run("others", "--games 10 --a greedy --b random");
    let connect = run("connect", "--games 10 --a smart:1 --b bad --game connect");
    let tournament = runs.path().join("tournament");
    play(&tournament, "tournament bad random greedy --games 2");
    for (other, reason) in [
        (&seed, "starts from the same opening"),
        (&others, "the players differ: smart:1 against bad"),
        (&connect, "the games differ: kalah:6x4"),
        (&tournament, "not the run of a match"),
        (&runs.path().join("none"), "cannot read it"),
    ] {
        let output = arena(&["compare", path(&kalah), path(other)]);
        assert_eq!((output.status.code(), stdout_of(&output).as_str()), (Some(2), ""), "{reason}");
        assert!(stderr_of(&output).contains(reason), "{reason}: {}", stderr_of(&output));
    }
}

#[test]
fn the_starter_suite_passes_and_nothing_is_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let here = |args: &[&str]| {
        let output =
            assert_cmd::Command::cargo_bin("arena").unwrap().args(args).current_dir(&folder).output();
        let output = output.unwrap();
        (output.status.code(), stdout_of(&output), stderr_of(&output))
    };
    let (code, said, _) = here(&["init"]);
    assert_eq!(code, Some(0));
    assert!(said.contains("arena check strength.toml --record"), "{said}");
    let (code, said, _) = here(&["check", "strength.toml", "--record", "--quiet"]);
    assert_eq!(code, Some(0), "{said}");
    let (code, said, _) = here(&["check", "strength.toml", "--quiet"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("3 checks: 3 passed"), "{said}");

    let file = folder.path().join("strength.toml");
    fs::write(&file, "mine").unwrap();
    let (code, _, said) = here(&["init"]);
    assert_eq!((code, fs::read_to_string(&file).unwrap().as_str()), (Some(2), "mine"));
    assert!(said.contains("strength.toml already exists"), "{said}");
    assert_eq!(here(&["init", "checks/more.toml"]).0, Some(0));
}
