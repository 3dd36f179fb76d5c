//! `arena check` on the real binary: verdicts and their exit codes, baselines, formats, and every error text.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

#[cfg(unix)]
use crate::common::stopping::{ctrl_c, output_of};
use crate::common::{bytes, content, stderr_of, stdout_of};
use serde_json::Value;
use tempfile::TempDir;

/// A folder with a file of checks.
struct Checks {
    folder: TempDir,
}

impl Checks {
    fn new(text: &str) -> Checks {
        let checks = Checks { folder: TempDir::new().unwrap() };
        checks.write("strength.toml", text);
        checks
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn write(&self, file: &str, text: &str) {
        fs::write(self.path().join(file), text).unwrap();
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
        command.args(["check", "strength.toml"]).args(args).current_dir(self.path()).stdin(Stdio::null());
        command.env_remove("GITHUB_STEP_SUMMARY");
        command
    }

    fn run(&self, args: &[&str]) -> Output {
        self.command(args).output().unwrap()
    }

    /// What it prints, and its exit code. Nothing may be said on stderr.
    fn told(&self, args: &[&str]) -> (i32, String) {
        let output = self.run(&[args, &["--quiet"]].concat());
        assert_eq!(stderr_of(&output), "", "{args:?}");
        (output.status.code().unwrap(), stdout_of(&output))
    }

    fn json(&self) -> Value {
        serde_json::from_str(&self.told(&["--format", "json"]).1).unwrap()
    }
}

fn one(lines: &str) -> String {
    format!("[[check]]\nname = \"one\"\n{lines}\n")
}

#[test]
fn players_limited_by_the_clock_on_more_threads_than_cores_are_told_before_they_play() {
    let cores = std::thread::available_parallelism().unwrap().get();
    for (a, threads, is_told) in
        [("smart:clock=1s", cores + 1, true), ("smart:clock=1s", 1, false), ("smart:1", cores + 1, false)]
    {
        let checks = Checks::new(&one(&format!(
            "game = \"kalah:3x2\"\na = \"{a}\"\nb = \"bad\"\ngames = 2\nrequire = \"score >= 0.1\""
        )));
        let output = checks.run(&["--threads", &threads.to_string(), "--no-progress"]);
        let told = stderr_of(&output).starts_with(&format!("warning: {threads} threads share "));
        assert_eq!(told, is_told, "{a} on {threads}: {}", stderr_of(&output));
    }
}

const VERSION: &str = env!("CARGO_PKG_VERSION");

fn against_baseline(a: &str, games: u64) -> String {
    one(&format!(
        "a = \"{a}\"\nb = \"smart:3,eval=hoard\"\ngames = {games}\nbaseline = \"baselines/five.json\"\ntolerance = 0.02"
    ))
}

#[test]
fn a_weakened_player_fails_and_an_unchanged_one_plays_the_same() {
    let checks = Checks::new(&against_baseline("smart:5", 1200));
    let (code, told) = checks.told(&["--record"]);
    assert_eq!(code, 0, "{told}");
    assert!(told.starts_with("+ one  recorded in baselines/five.json: score 0."), "{told}");

    let (code, told) = checks.told(&[]);
    assert_eq!(code, 0, "{told}");
    assert!(
        told.starts_with(&format!("✓ one  plays the same as the baseline recorded by arena {VERSION} (")),
        "{told}"
    );
    assert!(told.ends_with("\n\n1 check: 1 passed\n"), "{told}");

    // Another name and another way to write it are no other player.
    checks.write("strength.toml", &against_baseline("new=smart:5,eval=pots", 1200));
    let (code, told) = checks.told(&[]);
    assert!(code == 0 && told.contains("plays the same"), "{told}");

    // One ply less.
    checks.write("strength.toml", &against_baseline("smart:4", 1200));
    let (code, told) = checks.told(&[]);
    assert_eq!(code, 3, "{told}");
    assert!(told.starts_with("✗ one  score differs by -0.0"), "{told}");
    assert!(told.ends_with("\n\n1 check: 1 failed\n"), "{told}");

    // One ply more is not weaker.
    checks.write("strength.toml", &against_baseline("smart:6", 1200));
    let (code, told) = checks.told(&[]);
    assert!(code == 0 && told.starts_with("✓ one  score differs by +0.0"), "{told}");
}

#[test]
fn too_few_games_are_inconclusive() {
    let checks = Checks::new(&against_baseline("smart:5", 20));
    assert_eq!(checks.told(&["--record"]).0, 0);
    checks.write("strength.toml", &against_baseline("smart:4", 20));
    let (code, told) = checks.told(&[]);
    assert_eq!(code, 4, "{told}");
    assert!(told.starts_with("? one  score differs by "), "{told}");
    assert!(told.ends_with(
        "1 check: 1 inconclusive\n? The interval contains the bound: play more games to decide.\n"
    ));

    let require = |games: u64| {
        one(&format!("a = \"smart:4\"\nb = \"bad\"\ngames = {games}\nrequire = \"score >= 0.85\""))
    };
    assert_eq!(Checks::new(&require(10)).told(&[]).0, 4);
    assert_eq!(Checks::new(&require(1000)).told(&[]).0, 0);
}

/// A player that repeats one game a thousand times has shown one game.
#[test]
fn games_that_repeat_prove_nothing() {
    let start = |a: &str| format!("{}openings = \"start\"\n", against_baseline(a, 400));
    let checks = Checks::new(&start("smart:5"));
    assert_eq!(checks.told(&["--record"]).0, 0);
    assert_eq!(checks.told(&[]).0, 0, "the same games are the same");
    checks.write("strength.toml", &start("smart:4"));
    assert_eq!(checks.told(&[]).0, 4);
    for require in ["score >= 0.5", "win_rate >= 0.5", "nodes_per_move <= 100000"] {
        let checks = Checks::new(&one(&format!(
            "a = \"smart:4\"\nb = \"bad\"\ngames = 400\nopenings = \"start\"\nrequire = \"{require}\""
        )));
        let (code, told) = checks.told(&[]);
        assert_eq!(code, 4, "{told}");
    }
}

#[test]
fn every_quantity_can_be_required() {
    let cases = [
        ("score >= 0.85", 0),
        ("score <= 0.5", 3),
        ("elo >= 250", 0),
        ("elo >= 420", 4),
        ("elo <= 0", 3),
        ("win_rate >= 0.8", 0),
        ("win_rate >= 0.88", 4),
        ("win_rate >= 0.999", 3),
        ("draw_rate <= 0.2", 0),
        ("draw_rate >= 0.5", 3),
        ("nodes_per_move <= 5000", 0),
        ("nodes_per_move <= 2", 3),
    ];
    for (require, expected) in cases {
        let checks = Checks::new(&one(&format!(
            "game = \"connect:7x6x4\"\na = \"smart:4\"\nb = \"bad\"\ngames = 200\nrequire = \"{require}\""
        )));
        let (code, told) = checks.told(&[]);
        assert_eq!(code, expected, "{told}");
        let quantity = require.split(' ').next().unwrap();
        assert!(told.contains(&format!("one  {quantity} ")), "{told}");
    }
}

#[test]
fn one_failure_outweighs_what_is_open() {
    let check = |name: &str, require: &str| {
        format!(
            "[[check]]\nname = \"{name}\"\na = \"smart:2\"\nb = \"bad\"\ngames = 100\nrequire = \"{require}\"\n"
        )
    };
    let (passes, open, fails) =
        (check("passes", "score >= 0.5"), check("open", "score >= 0.95"), check("fails", "score <= 0.5"));
    let checks = Checks::new(&[passes, open, fails].concat());
    assert_eq!(checks.told(&[]).0, 3);
    assert_eq!(checks.told(&["--only", "open", "--only", "passes"]).0, 4);
    assert_eq!(checks.told(&["--only", "passes"]).0, 0);
    let output = checks.run(&["--only", "pases"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(stderr_of(&output), "error: --only: unknown check 'pases'\ndid you mean 'passes'?\n");
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let text = format!(
        "{}\n[[check]]\nname = \"two\"\na = \"smart:3\"\nb = \"random\"\ngames = 301\nrequire = \"nodes_per_move <= 900\"\n",
        against_baseline("smart:4", 300)
    );
    let runs = ["1", "2", "7"].map(|threads| {
        let checks = Checks::new(&text);
        let recorded = checks.told(&["--record", "--threads", threads]);
        let told = checks.told(&["--threads", threads, "--format", "json"]);
        (recorded, told, bytes(checks.path(), "baselines/five.json"))
    });
    assert_eq!(runs[0], runs[1]);
    assert_eq!(runs[0], runs[2]);
}

#[test]
fn a_baseline_is_renewed_only_when_the_games_change() {
    let checks = Checks::new(&against_baseline("smart:4", 100));
    checks.told(&["--record"]);
    let file = "baselines/five.json";
    let first = bytes(checks.path(), file);
    let json: Value = serde_json::from_slice(&first).unwrap();
    assert_eq!(
        (json["schema_version"].as_u64(), json["arena"]["version"].as_str()),
        (Some(1), Some(VERSION))
    );
    assert_eq!(json["pairs"].as_str().map(str::len), Some(50));
    assert!(first.len() < 1000, "{} bytes", first.len());

    // It was made by an older version, and still holds.
    let text = String::from_utf8(first).unwrap();
    let older = text.replace(&format!("\"version\": \"{VERSION}\""), "\"version\": \"0.0.1\"");
    checks.write(file, &older);
    let (code, told) = checks.told(&["--record"]);
    assert!(code == 0 && told.contains("plays the same as the baseline recorded by arena 0.0.1"), "{told}");
    assert_eq!(bytes(checks.path(), file), older.as_bytes());

    // Other games, or other settings, are recorded again.
    checks.write("strength.toml", &against_baseline("smart:3", 100));
    let (code, told) = checks.told(&["--record"]);
    assert!(code == 0 && told.starts_with("+ one  recorded in baselines/five.json: score 0."), "{told}");
    assert!(told.contains(" → 0.") && told.contains(", lowered by 0."), "{told}");
    assert!(
        told.ends_with("+ 1 baseline lowered: commit that only if the player is meant to be weaker.\n"),
        "{told}"
    );
    let shallower = bytes(checks.path(), file);
    assert_ne!(shallower, older.as_bytes());
    checks.write("strength.toml", &against_baseline("smart:3", 60));
    let (code, told) = checks.told(&["--record"]);
    let differs = "; the old one was played with other settings (games: 100 there, 60 here)";
    assert!(code == 0 && told.contains(" → 0.") && told.contains(differs), "{told}");
    assert!(told.ends_with("1 recorded\n"), "{told}");
    assert_ne!(bytes(checks.path(), file), shallower);
    assert_eq!(checks.told(&[]).0, 0);
    let left: Vec<String> = content(&checks.path().join("baselines")).into_keys().collect();
    assert_eq!(left, ["five.json"], "no drafts are left");

    // A file that is not a baseline is never replaced.
    checks.write(file, "precious");
    let output = checks.run(&["--record"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr_of(&output).contains("only baselines are replaced"), "{}", stderr_of(&output));
    assert_eq!(bytes(checks.path(), file), b"precious");
}

#[test]
fn paths_are_relative_to_the_file() {
    let checks =
        Checks::new(&format!("{}openings = \"file:openings.txt\"\n", against_baseline("smart:3", 8)));
    checks.write("openings.txt", "1\n2\n3\n4\n");
    let elsewhere = TempDir::new().unwrap();
    let file = checks.path().join("strength.toml");
    let run = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
        command
            .arg("check")
            .arg(&file)
            .args(args)
            .current_dir(elsewhere.path())
            .env_remove("GITHUB_STEP_SUMMARY");
        command.output().unwrap()
    };
    assert_eq!(run(&["--record"]).status.code(), Some(0));
    assert!(stdout_of(&run(&[])).contains("plays the same"));
    assert!(stdout_of(&checks.run(&[])).contains("plays the same"), "from the folder itself");
    let text = String::from_utf8(bytes(checks.path(), "baselines/five.json")).unwrap();
    assert!(text.contains("\"openings\": \"file:openings.txt\""), "no folder of this machine: {text}");

    checks.write("openings.txt", "1\n2\n3\n5\n");
    let output = checks.run(&[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr_of(&output).contains("(content of the openings: "), "{}", stderr_of(&output));
}

#[cfg(unix)]
#[test]
fn bots_are_relative_to_the_file_and_may_play_differently() {
    let checks = Checks::new(&one(
        "game = \"kalah:3x2\"\na = 'exec:\"./engine engine smart:1\"'\nb = \"bad\"\ngames = 20\nrequire = \"score >= 0.1\"",
    ));
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_arena"), checks.path().join("engine")).unwrap();
    let elsewhere = TempDir::new().unwrap();
    let run = |from: &Path| {
        let file = checks.path().join("strength.toml");
        let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
        command.arg("check").arg(file).arg("-q").current_dir(from).env_remove("GITHUB_STEP_SUMMARY");
        command.output().unwrap()
    };
    let output = run(elsewhere.path());
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let caveat =
        "; exec:\"./engine engine smart:1\" may choose other moves next time (no deterministic=yes)\n";
    assert!(stdout_of(&output).contains(caveat), "{}", stdout_of(&output));
    let text = String::from_utf8(bytes(checks.path(), "strength.toml")).unwrap();
    checks.write("strength.toml", &text.replace("smart:1\"'", "smart:1\",deterministic=yes'"));
    let stdout = stdout_of(&run(checks.path()));
    assert!(stdout.starts_with("✓ one  score ") && !stdout.contains(';'), "{stdout}");

    fs::remove_file(checks.path().join("engine")).unwrap();
    let output = run(elsewhere.path());
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let stderr = stderr_of(&output).replace(&checks.path().display().to_string(), "DIR");
    insta::assert_snapshot!(stderr, @r#"
    error: DIR/strength.toml:4: there is no file DIR/engine
        a = 'exec:"./engine engine smart:1",deterministic=yes'
            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    check the path: it is relative to this file
    "#);
}

/// Two checks that share their games, and one of its own.
const THREE: &str = "\
[defaults]
games = 20

[[check]]
name = \"smart:2 beats bad\"
a = \"smart:2\"
b = \"bad\"
require = \"score >= 0.5\"

[[check]]
name = \"smart:2 searches little\"
a = \"smart:2\"
b = \"bad\"
require = \"nodes_per_move <= 1000\"

[[check]]
name = \"../Smart-2 beats bad\"
a = \"smart:2\"
b = \"greedy\"
baseline = \"two.json\"
";

#[test]
fn the_games_of_checks_are_kept_as_runs() {
    let checks = Checks::new(THREE);
    assert_eq!(checks.told(&["--record"]).0, 0);
    let (code, told) = checks.told(&["--out", "runs", "--report", "--json"]);
    assert_eq!(code, 0, "{told}");
    let json: Value = serde_json::from_str(&told).unwrap();
    let runs: Vec<&str> = (0..3).map(|check| json["checks"][check]["run"].as_str().unwrap()).collect();
    let [first, second] = ["runs/smart-2-beats-bad", "runs/-..-Smart-2-beats-bad"];
    assert_eq!(runs, [first, first, second]);
    assert!(bytes(checks.path(), "runs/report.html").starts_with(b"<!DOCTYPE html>"));
    let run = checks.path().join(first);
    let single = checks.path().join("single");
    crate::common::play(&single, "smart:2 bad -n 20");
    crate::common::assert_same_results(&single, &run, "the games of the match");
    let file: Value = serde_json::from_slice(&bytes(&run, "run.json")).unwrap();
    assert_eq!(file["command"], "arena check strength.toml --only 'smart:2 beats bad' --out runs");

    // The runs are replaced, and the games of others are not.
    fs::write(run.join("notes.txt"), "mine").unwrap();
    assert_eq!(checks.told(&["--out", "runs"]).0, 0);
    assert_eq!(bytes(&run, "notes.txt"), b"mine");
    fs::remove_file(run.join("run.json")).unwrap();
    let output = checks.run(&["--out", "runs"]);
    assert_eq!(output.status.code(), Some(2));
    insta::assert_snapshot!(stderr_of(&output), @"
    error: --out: check 'smart:2 beats bad': runs/smart-2-beats-bad holds games.csv but no run.json, so it is not the folder of a run
    choose another folder with --out
    ");
}

#[test]
fn checks_are_listed_without_being_played() {
    let checks = Checks::new(THREE);
    let (code, told) = checks.told(&["--list"]);
    assert_eq!(code, 0);
    insta::assert_snapshot!(told, @"
    smart:2 beats bad        kalah:6x4: smart:2 against bad, 20 games, score >= 0.5
    smart:2 searches little  kalah:6x4: smart:2 against bad, 20 games, nodes_per_move <= 1000
    ../Smart-2 beats bad     kalah:6x4: smart:2 against greedy, 20 games, not weaker than two.json by more than 0.02
    ");
    let (_, told) = checks.told(&["--list", "--json", "--only", "smart:2 beats bad"]);
    insta::assert_snapshot!(told, @r#"{"checks":[{"a":"smart:2","b":"bad","baseline":null,"game":"kalah:6x4","games":20,"name":"smart:2 beats bad","openings":"random","require":"score >= 0.5","seed":1,"tolerance":null}],"file":"strength.toml"}"#);
}

/// What stands in the file, and pieces that the message must hold: the place, what is wrong, what to do.
const WRONG: &[(&str, &[&str])] = &[
    (
        "a = \"smart:2\"\nb = \"bad\"\ngmaes = 10\nrequire = \"elo >= 0\"",
        &["strength.toml:5: unknown key 'gmaes'", "    gmaes = 10\n    ^^^^^\n", "did you mean 'games'?"],
    ),
    (
        "a = \"smart:2\"\nb = \"bda\"\nrequire = \"elo >= 0\"",
        &["strength.toml:4: unknown strategy 'bda'", "'bad'?"],
    ),
    (
        "a = \"smart:2\"\nb = \"bad\"\nrequire = \"ello >= 0\"",
        &["strength.toml:5: unknown quantity 'ello'", "'elo'?"],
    ),
    ("a = \"smart:2\"\nb = \"bad\"\nrequire = \"elo => 0\"", &["strength.toml:5: '=>' is not >= or <="]),
    (
        "a = \"smart:2,eval=lines\"\nb = \"bad\"\nrequire = \"elo >= 0\"",
        &[
            "strength.toml:3: this game has no evaluator 'lines'",
            "                     ^^^^^",
            "evaluators of this game: pots",
        ],
    ),
    (
        "a = \"human\"\nb = \"bad\"\nrequire = \"elo >= 0\"",
        &["strength.toml:3: a human can play only in 'arena play'"],
    ),
    (
        "a = \"smart:2\"\nb = \"bad\"\nopenings = \"file:none.txt\"\nrequire = \"elo >= 0\"",
        &["strength.toml:5: cannot read none.txt"],
    ),
    (
        "a = \"smart:2\"\nb = \"bad\"\ngame = \"kalah:2x1\"\nopenings = \"random:40\"\nrequire = \"elo >= 0\"",
        &["strength.toml:6: every game is over within 40 plies", "choose at most random:"],
    ),
    (
        "a = \"smart:2\"\nb = \"bad\"\nbaseline = \"none.json\"",
        &["strength.toml:5: there is no none.json yet", "record it with: arena check strength.toml --record"],
    ),
    (
        "a = \"smart:2\"\nb = \"bad\"\nbaseline = \"strength.toml\"",
        &["strength.toml:5: strength.toml: not a baseline"],
    ),
    (
        "a = \"smart:2\"\nb = \"bad\"\nbaseline = \".\"",
        &["strength.toml:5: cannot read ./.", "a file that can be read"],
    ),
    ("a = \"smart:2\nb = \"bad\"", &["strength.toml:3: ", "fix the TOML syntax here"]),
];

#[test]
fn every_mistake_in_the_file_is_reported_with_its_line() {
    for (lines, pieces) in WRONG {
        let output = Checks::new(&one(lines)).run(&[]);
        let stderr = stderr_of(&output);
        assert_eq!(output.status.code(), Some(2), "{lines}\n{stderr}");
        assert!(stderr.starts_with("error: strength.toml:") && output.stdout.is_empty(), "{stderr}");
        for piece in *pieces {
            let piece = piece.replace("./.", ".");
            assert!(stderr.contains(&piece), "{lines}\ndoes not say {piece:?}:\n{stderr}");
        }
    }
}

#[test]
fn a_baseline_of_other_settings_is_rejected_with_the_differences() {
    let checks = Checks::new(&against_baseline("smart:2", 20));
    checks.told(&["--record"]);
    checks.write(
        "strength.toml",
        &format!("{}seed = 2\ngame = \"kalah:5x4\"\n", against_baseline("smart:2", 22)),
    );
    let output = checks.run(&[]);
    assert_eq!(output.status.code(), Some(2));
    insta::assert_snapshot!(stderr_of(&output), @r#"
    error: strength.toml:6: baselines/five.json was played with other settings (game: kalah:6x4 there, kalah:5x4 here; seed: 1 there, 2 here; games: 20 there, 22 here)
        baseline = "baselines/five.json"
                   ^^^^^^^^^^^^^^^^^^^^^
    undo that change, or record it with: arena check strength.toml --record
    "#);
}

#[test]
fn a_wrong_command_line_is_explained() {
    let checks = Checks::new(&one("a = \"smart:2\"\nb = \"bad\"\ngames = 10\nrequire = \"elo >= 0\""));
    let wrong: [(&[&str], &str); 9] = [
        (&["--json", "--format", "junit"], "only one format can go to stdout"),
        (&["--report"], "--out <DIR>"),
        (&["--list", "--record"], "cannot be used with"),
        (&["--format", "xml"], "error: --format: unknown format 'xml'\nformats: text, json, markdown, junit"),
        (&["--format", "junt=x"], "did you mean 'junit'?"),
        (
            &["--format", "json", "--format", "junit"],
            "only one format can go to stdout\ngive the others a file: junit=PATH",
        ),
        (&["--format", "junit=none/x.xml"], "there is no folder none"),
        (&["--format", "junit="], "'' is not the path of a file"),
        (&["--threads", "0"], "invalid value '0' for '--threads <N>'"),
    ];
    for (args, piece) in wrong {
        let output = checks.run(args);
        assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(2), &b""[..]), "{args:?}");
        assert!(stderr_of(&output).contains(piece), "{args:?}: {}", stderr_of(&output));
    }
    let output = crate::common::arena(&["check", "none.toml"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr_of(&output).starts_with("error: none.toml: cannot read this file: "),
        "{}",
        stderr_of(&output)
    );
}

#[test]
fn formats_go_to_stdout_and_to_files() {
    let checks = Checks::new(&one("a = \"smart:2\"\nb = \"bad\"\ngames = 100\nrequire = \"score <= 0.5\""));
    let output =
        checks.run(&["--format", "junit=report.xml", "--format", "bencher=bmf.json", "--format", "json"]);
    assert_eq!(output.status.code(), Some(3));
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["checks"][0]["verdict"], "failed");
    assert!(stderr_of(&output).starts_with("✗ one  score 0."), "people see it too: {}", stderr_of(&output));
    let text = |file: &str| String::from_utf8(bytes(checks.path(), file)).unwrap();
    assert!(text("report.xml").contains("<testcase name=\"one\" classname=\"strength.toml\""));
    assert!(text("report.xml").contains("<failure type=\"failed\" message=\"score 0."));
    assert!(text("bmf.json").starts_with("{\"one\":{\"score\":{"));

    let (code, told) = checks.told(&["--format", "markdown"]);
    assert!(code == 3 && told.starts_with("### Strength: 1 check: 1 failed\n\n| | check |"), "{told}");
    let (_, bigger) = checks.told(&["--format", "github-benchmark"]);
    let (_, smaller) = checks.told(&["--format", "github-benchmark-smaller"]);
    assert_eq!(bigger, "[]\n");
    assert!(smaller.contains("\"name\":\"one (score)\""), "{smaller}");
    assert_eq!(checks.json()["exit_code"], 3);
}

#[test]
fn a_github_workflow_gets_a_table_on_its_page() {
    let checks = Checks::new(&one("a = \"smart:2\"\nb = \"bad\"\ngames = 100\nrequire = \"score >= 0.5\""));
    checks.write("page.md", "before\n");
    for _ in 0..2 {
        let output = checks.command(&[]).env("GITHUB_STEP_SUMMARY", "page.md").output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        assert!(stdout_of(&output).starts_with("✓ one"));
    }
    let page = String::from_utf8(bytes(checks.path(), "page.md")).unwrap();
    assert!(page.starts_with("before\n### Strength: 1 check: 1 passed\n"), "{page}");
    assert_eq!(page.matches("| ✓ passed | one |").count(), 2, "{page}");

    let output = checks.command(&[]).env("GITHUB_STEP_SUMMARY", "none/page.md").output().unwrap();
    assert_eq!(output.status.code(), Some(0), "the verdict counts");
    assert!(stderr_of(&output).starts_with("warning: cannot append to GITHUB_STEP_SUMMARY: none/page.md: "));
}

#[test]
#[cfg(unix)]
fn ctrl_c_ends_it_with_130() {
    let checks =
        Checks::new(&one("a = \"smart:9\"\nb = \"smart:8\"\ngames = 1000000\nrequire = \"elo >= 0\""));
    let mut command = checks.command(&["--no-progress"]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    ctrl_c(&child);
    let output = output_of(child);
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(stderr_of(&output), "interrupted after 0 of 1 checks; the same command starts over\n");
}

/// The file that `.ci/run` plays is worth its time: a ply less is caught in both games.
#[test]
fn our_own_checks_catch_a_ply_less() {
    let ours = Path::new(env!("CARGO_MANIFEST_DIR")).join("checks");
    let text = fs::read_to_string(ours.join("strength.toml")).unwrap();
    let weaker = text
        .replace("\na = \"smart:6\"\n", "\na = \"smart:5\"\n")
        .replace("\na = \"smart:4\"\n", "\na = \"smart:3\"\n");
    let checks = Checks::new(&weaker);
    fs::create_dir(checks.path().join("baselines")).unwrap();
    for (file, bytes) in content(&ours.join("baselines")) {
        fs::write(checks.path().join("baselines").join(file), bytes).unwrap();
    }
    for name in ["kalah: smart:6 is as strong as it was", "connect: smart:4 is as strong as it was"] {
        let (code, told) = checks.told(&["--only", name]);
        assert_eq!(code, 3, "{told}");
    }
}
