//! A match that stops as soon as its sequential test has decided, on the real binary.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::path::Path;

use crate::common::{arena, bytes, match_into, set_state, stderr_of, stdout_of};
use arena::stats::{Counts, Sprt, SprtVerdict};
use serde_json::Value;
use tempfile::tempdir;

/// A match with a gate, and its exit code.
fn gate(out: &Path, line: &str) -> (Option<i32>, String) {
    let output = match_into(out, &format!("{line} --gate --quiet")).output().unwrap();
    assert_eq!(stderr_of(&output), "", "{line}");
    (output.status.code(), stdout_of(&output))
}

fn run_json(out: &Path) -> Value {
    serde_json::from_slice(&bytes(out, "run.json")).unwrap()
}

fn results(out: &Path) -> Vec<(u64, String, String)> {
    let bytes = bytes(out, "games.csv");
    let mut reader = csv::Reader::from_reader(bytes.as_slice());
    let rows = reader.records().map(Result::unwrap);
    rows.map(|row| (row[1].parse().unwrap(), row[3].to_owned(), row[5].to_owned())).collect()
}

/// Counts of pairs after each pair of a games.csv, as `a` sees them.
fn prefixes(out: &Path, a: &str) -> Vec<Counts> {
    let half_points = |(_, first, result): &(u64, String, String)| match (result.as_str(), first == a) {
        ("1/2-1/2", _) => 1,
        ("1-0", true) | ("0-1", false) => 2,
        _ => 0,
    };
    let mut counts = [0; 5];
    let mut prefixes = Vec::new();
    for pair in results(out).chunks_exact(2) {
        assert_eq!(pair[0].0, pair[1].0, "two games of one pair");
        counts[pair.iter().map(half_points).sum::<usize>()] += 1;
        prefixes.push(Counts::pairs(counts));
    }
    prefixes
}

#[test]
fn a_match_stops_with_the_first_pair_that_decides() {
    let cases = [
        ("--a smart:3 --b smart:2 --sprt 0,30 --games 4000", "0,30", "smart:3", 0, SprtVerdict::H1),
        ("--a smart:2 --b smart:3 --sprt 0,30 --games 4000", "0,30", "smart:2", 3, SprtVerdict::H0),
        (
            "--a smart:2 --b smart:1 --game connect --sprt 0,50,model=logistic --games 4000",
            "0,50,model=logistic",
            "smart:2",
            0,
            SprtVerdict::H1,
        ),
        ("--a smart:2 --b smart:1 --sprt 0,5 --games 20", "0,5", "smart:2", 4, SprtVerdict::Continue),
    ];
    for (line, sprt, a, code, expected) in cases {
        let out = tempdir().unwrap();
        let (exit, _) = gate(out.path(), line);
        assert_eq!(exit, Some(code), "{line}");
        let sprt: Sprt = sprt.parse().unwrap();
        let prefixes = prefixes(out.path(), a);
        let (last, earlier) = prefixes.split_last().unwrap();
        assert!(earlier.iter().all(|counts| sprt.test(counts).verdict == SprtVerdict::Continue), "{line}");
        let test = sprt.test(last);
        assert_eq!(test.verdict, expected, "{line}");
        let told = &run_json(out.path())["sprt"];
        assert_eq!(told["verdict"], expected.to_string());
        assert!((told["llr"].as_f64().unwrap() - test.llr).abs() < 1e-9);
    }
}

#[test]
fn the_verdict_is_the_same_on_any_number_of_threads() {
    let line = "--a smart:3 --b smart:2 --sprt 0,40 --games 4000 --json";
    let runs = ["1", "2", "8"].map(|threads| {
        let out = tempdir().unwrap();
        let (exit, json) = gate(out.path(), &format!("{line} --threads {threads}"));
        let json: Value = serde_json::from_str(&json).unwrap();
        (exit, bytes(out.path(), "games.csv"), bytes(out.path(), "summary.csv"), json["sprt"].clone())
    });
    assert_eq!(runs[0].3["verdict"], "H1");
    assert!(runs.iter().all(|run| *run == runs[0]));
}

#[test]
fn a_run_that_was_killed_after_its_decision_plays_no_further_game() {
    let line = "--a smart:3 --b smart:2 --sprt 0,40 --games 4000";
    let out = tempdir().unwrap();
    gate(out.path(), line);
    let [games, summary] = ["games.csv", "summary.csv"].map(|file| bytes(out.path(), file));

    let lines: Vec<&[u8]> = games.split_inclusive(|&byte| byte == b'\n').collect();
    for lost in [0, 1, 2, 7] {
        set_state(out.path(), "running");
        fs::write(out.path().join("games.csv"), lines[..lines.len() - lost].concat()).unwrap();
        fs::remove_file(out.path().join("summary.csv")).unwrap();
        let (exit, _) = gate(out.path(), line);
        assert_eq!(exit, Some(0));
        assert_eq!(bytes(out.path(), "games.csv"), games, "{lost} games lost");
        assert_eq!(bytes(out.path(), "summary.csv"), summary);
    }
}

#[test]
fn a_thousand_copies_of_one_pair_decide_nothing() {
    let out = tempdir().unwrap();
    let line = "--a smart:2 --b bad --sprt 0,30 --games 2000 --openings start --gate --no-progress";
    let output = match_into(out.path(), line).output().unwrap();
    let text = stdout_of(&output);
    assert_eq!(output.status.code(), Some(4), "{text}");
    assert!(text.contains("only 2 of 2,000 games are distinct"), "{text}");
}

/// Two players that choose the same moves, in a pair with both games the same.
const SAME: &str = "--a new=smart:3,eval=pots --b old=smart:3 --games 2000";

#[test]
fn players_that_play_the_same_moves_pass_a_gate_for_regressions_and_no_other() {
    let out = tempdir().unwrap();
    let output =
        match_into(out.path(), &format!("{SAME} --sprt -5,0 --gate --no-progress")).output().unwrap();
    let text = stdout_of(&output);
    assert_eq!((output.status.code(), results(out.path()).len()), (Some(0), 200), "{text}");
    let lines: Vec<&str> = text.lines().take(2).collect();
    assert_eq!(lines[0], "PASS: not weaker (the same moves in all 200 games from 100 openings)");
    assert_eq!(lines[1], "new plays the same moves as old in all 200 games");
    assert!(text.contains("SPRT       H1 accepted, as both play the same moves: LLR "), "{text}");
    assert_eq!(
        (&run_json(out.path())["sprt"]["verdict"], &run_json(out.path())["sprt"]["same_moves"]),
        (&"H1".into(), &true.into())
    );
    // The same from the file.
    let offline = arena(&["stats", out.path().to_str().unwrap(), "--sprt", "-5,0"]);
    assert!(stdout_of(&offline).contains("H1 accepted, as both play the same moves"), "{offline:?}");

    let (exit, text) = gate(tempdir().unwrap().path(), &format!("{SAME} --sprt 0,5"));
    assert_eq!(exit, Some(3), "{text}");
    assert!(
        text.starts_with("FAIL: not stronger (the same moves in all 200 games from 100 openings)\n"),
        "{text}"
    );

    // Copies of one game, or few games, are not enough.
    let (exit, text) = gate(tempdir().unwrap().path(), &format!("{SAME} --sprt -5,0 --openings start"));
    assert_eq!(exit, Some(4), "{text}");
    let words = "INCONCLUSIVE: the same moves in all 2,000 games from 1 opening; 100 openings would decide\n";
    assert!(text.starts_with(words), "{text}");
}

#[test]
fn a_match_of_the_same_moves_ends_with_the_same_bytes_on_any_threads_and_from_shards() {
    let folder = tempdir().unwrap();
    let line = format!("{SAME} --sprt -5,0");
    let one = folder.path().join("1");
    gate(&one, &format!("{line} --threads 1"));
    let many = folder.path().join("8");
    gate(&many, &format!("{line} --threads 8"));
    let merged = folder.path().join("merged");
    for shard in ["1/3", "2/3", "3/3"] {
        let output = match_into(&merged, &format!("{line} --quiet --shard {shard}")).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{output:?}");
    }
    let output = arena(&["merge", merged.to_str().unwrap(), "--gate", "--quiet"]);
    assert!(
        output.status.code() == Some(0) && stdout_of(&output).starts_with("PASS: not weaker ("),
        "{output:?}"
    );
    for file in ["games.csv", "summary.csv"] {
        assert_eq!(bytes(&one, file), bytes(&many, file));
        assert_eq!(bytes(&one, file), bytes(&merged, file));
    }
}

#[test]
fn a_gate_speaks_in_words() {
    let said = |line: &str| gate(tempdir().unwrap().path(), line).1.lines().next().unwrap().to_owned();
    let passed = said("--a smart:3 --b smart:2 --sprt -30,0 --games 4000");
    assert!(passed.starts_with("PASS: not weaker (0 nElo rather than -30: LLR "), "{passed}");
    let failed = said("--a smart:2 --b smart:3 --sprt -30,0 --games 4000");
    assert!(failed.starts_with("FAIL: weaker (-30 nElo rather than 0: LLR "), "{failed}");
    let undecided = said("--a smart:3 --b smart:2 --sprt -5,0 --games 20");
    assert!(
        undecided.starts_with("INCONCLUSIVE: undecided between -5 and 0 nElo after 20 games (LLR "),
        "{undecided}"
    );
    assert!(
        undecided.contains("); the test needs about ") && undecided.ends_with(" more games"),
        "{undecided}"
    );
    // JSON is alone on stdout.
    let output = match_into(
        tempdir().unwrap().path(),
        "--a smart:3 --b smart:2 --sprt -30,0 --games 4000 --gate --json --no-progress",
    );
    let output = { output }.output().unwrap();
    assert!(serde_json::from_slice::<Value>(&output.stdout).is_ok());
    assert!(stderr_of(&output).starts_with("PASS: not weaker ("), "{output:?}");
}

#[test]
fn another_test_is_another_plan() {
    let out = tempdir().unwrap();
    gate(out.path(), "--a smart:2 --b bad --games 50 --sprt 0,5");
    let output = match_into(out.path(), "--a smart:2 --b bad --games 50 --sprt 0,6").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr_of(&output).contains("sprt: 0,5 there, 0,6 here"), "{}", stderr_of(&output));
}

#[test]
fn a_wrong_test_is_reported_with_its_place() {
    let cases = [
        ("5,0", "elo0 must be below elo1"),
        ("0", "elo1 is missing"),
        ("0,x", "elo1 must be a number"),
        ("0,5,alpha=2", "alpha must be a number above 0"),
        ("0,5,modle=logistic", "did you mean 'model'"),
        ("0,5,model=logistik", "did you mean 'logistic'"),
        ("nan,5", "elo0 must be a number"),
        ("0,inf", "elo1 must be a number"),
    ];
    for (sprt, expected) in cases {
        let output = arena(&["--a", "smart:2", "--b", "bad", "--sprt", sprt]);
        let told = stderr_of(&output);
        assert_eq!(output.status.code(), Some(2), "{sprt}");
        assert!(told.starts_with("error: --sprt: ") && told.contains(expected), "{sprt}: {told}");
    }
    let output = arena(&["--a", "smart:2", "--b", "bad", "--gate"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr_of(&output).contains("--sprt"), "a gate needs a test");
}
