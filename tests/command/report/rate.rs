//! `arena rate` on the real binary: worked cases, several files, stdin, torn lines, wrong input.
#![allow(clippy::unwrap_used)]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::common::columns;
use crate::common::{arena, json, stderr_of, stdout, stdout_of};
use serde_json::{Value, json};
use tempfile::TempDir;

/// A folder with a file of games for every meeting of a worked case.
fn written(name: &str) -> (TempDir, Vec<PathBuf>, Value) {
    let data: Value = serde_json::from_str(include_str!("../../data/ratings.json")).unwrap();
    let case = data["bradley_terry"].as_array().unwrap().iter().find(|case| case["name"] == name).unwrap();
    let folder = TempDir::new().unwrap();
    let mut paths = Vec::new();
    for (i, games) in case["games"].as_array().unwrap().iter().enumerate() {
        let mut text = "first,second,result\n".to_owned();
        for (k, result) in ["0-1", "1/2-1/2", "1-0"].into_iter().enumerate() {
            for _ in 0..games[2 + k].as_u64().unwrap() {
                writeln!(text, "{},{},{result}", games[0].as_str().unwrap(), games[1].as_str().unwrap())
                    .unwrap();
            }
        }
        let path = folder.path().join(format!("{i}.csv"));
        fs::write(&path, text).unwrap();
        paths.push(path);
    }
    (folder, paths, case.clone())
}

fn rate<'a>(paths: &'a [PathBuf], more: &[&'a str]) -> Vec<&'a str> {
    let files = paths.iter().map(|path| path.to_str().unwrap());
    ["rate"].into_iter().chain(files).chain(more.iter().copied()).collect()
}

#[test]
fn files_together_have_the_worked_ratings_whatever_their_order() {
    for name in ["bt4gauntlet", "bt6wide"] {
        let (_folder, mut paths, case) = written(name);
        let rated = json(&rate(&paths, &["--json"]));
        let players = rated["players"].as_array().unwrap();
        assert_eq!(players.len(), case["players"].as_array().unwrap().len());
        for player in players {
            let number =
                case["players"].as_array().unwrap().iter().position(|name| *name == player["player"]);
            let close = |key: &str, of: &str| {
                let (found, expected) =
                    (player[key].as_f64().unwrap(), case[of][number.unwrap()].as_f64().unwrap());
                assert!((found - expected).abs() < 1e-6, "{name} {player}: {key} instead of {expected}");
            };
            close("rating", "elo");
            close("stderr", "stderr");
            assert_eq!((&player["bound"], &player["group"]), (&Value::Null, &json!(1)));
        }
        paths.reverse();
        assert_eq!(json(&rate(&paths, &["--json"])), rated);
    }
}

#[test]
fn a_table_shows_what_the_numbers_are() {
    let (_folder, paths, _) = written("bt6wide");
    insta::assert_snapshot!(stdout(&rate(&paths, &["--anchor", "bad=0"])), @"
    smart6 leads: +1213 Elo (95 %: +1131 to +1295), ahead of smart4 with > 99.9 % certainty

       #  player          Elo  games    score    > next  0                     +1295
       1  smart6  +1213 ±  82  1,000   66.5 %  > 99.9 %                         ├●─┤
       2  smart4  +1140 ±  81  1,500   61.7 %  > 99.9 %                       ├─●┤
       3  smart3  +1044 ±  79  2,000   57.2 %  > 99.9 %                     ├─●─┤
       4  smart2   +877 ±  77  2,000   57.1 %  > 99.9 %                  ├─●┤
       5  smart1   +600 ±  73  1,500   40.3 %  > 99.9 %             ├●─┤
       6  bad         0 ±   0  1,000    1.8 %            ●
    ");
}

#[test]
fn a_perfect_score_is_a_bound() {
    let (_folder, paths, _) = written("bt3perfect");
    let rated = json(&rate(&paths, &["--json"]));
    let [a, b, _] = &rated["players"].as_array().unwrap()[..] else { unreachable!("three players") };
    assert_eq!(
        (&a["player"], &a["bound"], &a["stderr"], &a["games"], &a["score"]),
        (&json!("A"), &json!("at_least"), &Value::Null, &json!(20), &json!(1.0))
    );
    assert_eq!((&b["player"], &b["bound"]), (&json!("B"), &Value::Null));
    let text = stdout(&rate(&paths, &[]));
    assert!(
        text.starts_with("A leads: at least +280 Elo (95 %), ahead of B with > 99.9 % certainty\n"),
        "{text}"
    );
}

#[test]
fn an_anchored_rating_is_fixed() {
    let (_folder, paths, _) = written("bt4gauntlet");
    let rated = json(&rate(&paths, &["--json", "--anchor", "X=-12.5"]));
    let x = rated["players"].as_array().unwrap().iter().find(|player| player["player"] == "X").unwrap();
    assert_eq!((&x["rating"], &x["stderr"]), (&json!(-12.5), &json!(0.0)));
}

/// Writes a file and gives its path as text.
fn file(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn stdin_and_the_folder_of_a_run_are_read_too() {
    let folder = TempDir::new().unwrap();
    file(folder.path(), "games.csv", "first,second,result\na,b,1-0\nb,c,1-0\n");
    let mut command = assert_cmd::Command::cargo_bin("arena").unwrap();
    let command = command.args(["rate", "-", folder.path().to_str().unwrap(), "--json"]);
    let output = command.write_stdin("first,second,result\nc,a,1/2-1/2\n").output().unwrap();
    assert_eq!((output.status.code(), stderr_of(&output).as_str()), (Some(0), ""));
    let rated: Value = serde_json::from_str(&stdout_of(&output)).unwrap();
    assert_eq!(rated["players"].as_array().unwrap().len(), 3);
    assert_eq!(rated["players"][0]["games"], json!(2));
}

#[test]
fn an_incomplete_last_line_is_ignored_and_reported() {
    let folder = TempDir::new().unwrap();
    let path = file(folder.path(), "games.csv", "first,second,result\na,b,1-0\nb,a,1-0\na,b,1/");
    let output = arena(&["rate", &path, "--json"]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(stderr_of(&output), format!("{path}:4: the last line is incomplete and was ignored\n"));
    let rated: Value = serde_json::from_str(&stdout_of(&output)).unwrap();
    assert_eq!((&rated["players"][0]["games"], &rated["players"][0]["score"]), (&json!(2), &json!(0.5)));
}

#[test]
fn a_match_can_be_rated_and_its_pairs_are_the_unit() {
    let folder = TempDir::new().unwrap();
    crate::common::play(folder.path(), "--games 200 --a smart:2 --b greedy --seed 3");
    let rated = json(&["rate", folder.path().to_str().unwrap(), "--json"]);
    let summary = crate::common::rows(folder.path(), "summary.csv", &columns::SUMMARY);
    let elo: f64 = summary[0][12].parse().unwrap();
    let apart =
        rated["players"][0]["rating"].as_f64().unwrap() - rated["players"][1]["rating"].as_f64().unwrap();
    assert!((apart - elo.abs()).abs() < 0.01, "{apart} and {elo}");
    let text = fs::read_to_string(folder.path().join("games.csv")).unwrap();
    let without = file(folder.path(), "without.csv", &text.replacen("game,pair,", "game,other,", 1));
    let single = json(&["rate", &without, "--json"]);
    assert_eq!(single["players"][0]["rating"], rated["players"][0]["rating"]);
    assert_ne!(single["players"][0]["stderr"], rated["players"][0]["stderr"]);
}

#[test]
fn the_same_games_twice_are_rated_once() {
    let folder = TempDir::new().unwrap();
    let run = folder.path().join("run");
    crate::common::play(&run, "tournament smart:1..3 random --games 20 --seed 3");
    let games = run.join("games.csv");
    let [run, games] = [&run, &games].map(|path| path.to_str().unwrap());
    let once = json(&["rate", games, "--json"]);
    assert_eq!(json(&["rate", games, run, games, "--json"]), once, "the same file");

    let copy = file(folder.path(), "copy.csv", &fs::read_to_string(games).unwrap());
    let output = arena(&["rate", games, &copy, "--json"]);
    let twice: Value = serde_json::from_str(&stdout_of(&output)).unwrap();
    for (one, two) in once["players"].as_array().unwrap().iter().zip(twice["players"].as_array().unwrap()) {
        for key in ["player", "rating", "stderr", "rating_low", "rating_high", "score", "bound"] {
            assert_eq!(one[key], two[key], "{key}");
        }
    }
    let told = "warning: only 120 of 240 games are distinct; the ratings count each pair once\n";
    assert_eq!((output.status.code(), stderr_of(&output).as_str()), (Some(0), told));
}

#[test]
fn two_distinct_games_of_a_thousand_have_a_wide_error() {
    let folder = TempDir::new().unwrap();
    crate::common::play(folder.path(), "--games 1000 --a smart:2 --b greedy --openings start");
    let output = arena(&["rate", folder.path().to_str().unwrap(), "--json"]);
    assert!(stderr_of(&output).contains("only 2 of 1,000 games are distinct"), "{}", stderr_of(&output));
    let rated: Value = serde_json::from_str(&stdout_of(&output)).unwrap();
    let number = |key: &str| rated["players"][0][key].as_f64();
    let wide = match number("rating_high") {
        Some(high) => high - number("rating_low").unwrap() > 800.0,
        // A pair won to nil is a bound, and a weak one.
        None => number("rating_low").unwrap() < -200.0,
    };
    assert!(wide, "{rated}");
}

#[test]
fn games_of_different_rules_and_players_that_share_a_name_are_not_mixed() {
    let folder = TempDir::new().unwrap();
    let run = |name: &str, line: &str| {
        let run = folder.path().join(name);
        crate::common::play(&run, line);
        run.join("games.csv").to_str().unwrap().to_owned()
    };
    let kalah = run("kalah", "--a x=smart:1 --b bad --games 4");
    let connect = run("connect", "tournament x=smart:1 bad --games 4 --game connect");
    let other = run("other", "tournament x=smart:2 bad random --games 4");
    let refused = |files: &[&String], pieces: &[&str]| {
        let words: Vec<&str> =
            ["rate", "--json"].into_iter().chain(files.iter().map(|file| file.as_str())).collect();
        let output = arena(&words);
        let said = stderr_of(&output);
        assert_eq!((output.status.code(), stdout_of(&output).as_str()), (Some(2), ""), "{said}");
        for piece in pieces {
            assert!(said.contains(piece), "{piece:?} in {said}");
        }
    };
    refused(
        &[&kalah, &connect, &other],
        &[
            "different games: connect:7x6x4, kalah:6x4",
            &format!("arena rate {connect}"),
            &format!("arena rate {kalah} {other}"),
        ],
    );
    refused(&[&kalah, &other], &["'x' is smart:1 in", "and smart:2 in", "one at a time"]);
    // A file without a run.json is not checked.
    let alone = file(folder.path(), "alone.csv", &fs::read_to_string(&connect).unwrap());
    assert_eq!(arena(&["rate", &kalah, &alone]).status.code(), Some(0));
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "reads half a million games"]
fn a_thousand_players_that_all_met_are_rated_in_little_memory() {
    let folder = TempDir::new().unwrap();
    let mut games = "first,second,result\n".to_owned();
    for i in 0..1000 {
        for j in i + 1..1000 {
            writeln!(games, "p{i},p{j},1-0").unwrap();
        }
    }
    let games = file(folder.path(), "games.csv", &games);
    let output = folder.path().join("output");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_arena"));
    command.args(["rate", "--json", &games]).stdout(fs::File::create(&output).unwrap());
    let mut child = command.spawn().unwrap();
    let (status, mut most) = (format!("/proc/{}/status", child.id()), 0);
    crate::common::until("it has ended", || {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let peak = text
            .lines()
            .find_map(|line| line.strip_prefix("VmHWM:")?.strip_suffix("kB")?.trim().parse().ok());
        most = most.max(peak.unwrap_or(0));
        child.try_wait().unwrap().is_some()
    });
    assert!(child.wait().unwrap().success());
    assert!((10_000..300_000).contains(&most), "{most} kB");
    let rated: Value = serde_json::from_slice(&fs::read(&output).unwrap()).unwrap();
    assert_eq!(rated["players"].as_array().unwrap().len(), 1000);
}

#[test]
fn wrong_input_is_reported_with_its_place_and_code_2() {
    let folder = TempDir::new().unwrap();
    let good = file(folder.path(), "good.csv", "first,second,result\nsmart:6,bad,1-0\n");
    let wrong = file(folder.path(), "wrong.csv", "first,second,result\na,b,1-0\na,b,won\nb,a,1-0\n");
    let empty = file(folder.path(), "empty.csv", "first,second,result\n");
    let other = file(folder.path(), "other.csv", "player,phase\na,all\n");
    let cases: &[(&[&str], &[&str])] = &[
        (&[], &["<FILE>", "Usage"]),
        (&["none.csv"], &["cannot read none.csv", "give a games.csv"]),
        (&[&good, &wrong], &["wrong.csv:3: unknown result 'won'", "1/2-1/2"]),
        (&[&empty], &["no games in", "empty.csv"]),
        (&[&other], &["other.csv: the header has no column 'first'"]),
        (&[&good, "--anchor", "bad"], &["--anchor: an anchor is NAME=ELO", "bad=0"]),
        (&[&good, "--anchor", "bda=0"], &["no player is called 'bda'", "^^^", "did you mean 'bad'?"]),
        (&[&good, "--anchor", "zebra=0"], &["no player is called 'zebra'", "players: bad, smart:6"]),
        (&[&good, "--anchor", "bad=high"], &["'high' is not a rating", "    ^^^^"]),
        (&[&good, "--anchor", "bad=inf"], &["'inf' is not a rating"]),
        (&[&good, "--anchor", "bad=nan"], &["'nan' is not a rating"]),
    ];
    for (args, pieces) in cases {
        let args: Vec<&str> = ["rate"].iter().chain(*args).copied().collect();
        let output = arena(&args);
        let said = stderr_of(&output);
        assert_eq!((output.status.code(), stdout_of(&output).as_str()), (Some(2), ""), "{args:?}: {said}");
        for piece in *pieces {
            assert!(said.contains(piece), "{args:?} should say {piece:?}:\n{said}");
        }
    }
}
