//! The scripts, on the real binary, and the examples in `results`.
#![cfg(target_os = "linux")] // They need a recent bash, and valgrind.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use assert_cmd::cargo::cargo_bin;
use tempfile::TempDir;

const HEADER: &str = "depth,player,opponent,game,games,score,score_low,score_high,elo,elo_low,elo_high,median_us,p99_us,\
                      nodes_per_s";

/// Runs a script with the program that it is written for.
fn script<A: AsRef<OsStr>>(program: &str, name: &str, args: &[A]) -> Output {
    Command::new(program)
        .arg(Path::new("scripts").join(name))
        .args(args)
        .env("ARENA", cargo_bin("arena"))
        .output()
        .unwrap_or_else(|error| panic!("scripts/{name} needs {program} on this machine: {error}"))
}

fn ladder<A: AsRef<OsStr>>(args: &[A]) -> Output {
    script("bash", "ladder", args)
}

/// A tiny ladder into a folder: two depths against two opponents, one of which has a comma in its name.
fn tiny_ladder(out: &Path) -> Output {
    let out = out.to_str().unwrap();
    ladder(&[
        "--game",
        "kalah:3x2",
        "--games",
        "6",
        "--to",
        "2",
        "--against",
        "bad",
        "--against",
        "smart:3,eval=hoard",
        "--out",
        out,
    ])
}

/// What a script prints, which must succeed.
fn stdout(output: &Output) -> String {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// What a script says when it is used wrongly.
fn complaint(output: &Output) -> String {
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(2), &b""[..]), "{stderr}");
    stderr
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn a_ladder_is_one_table_with_a_row_for_each_match() {
    let temp = TempDir::new().unwrap();
    let printed = stdout(&tiny_ladder(temp.path()));
    let table = read(&temp.path().join("ladder.csv"));
    assert_eq!(table.lines().next(), Some(HEADER));

    let mut rows = csv::Reader::from_reader(table.as_bytes());
    let rows: Vec<csv::StringRecord> = rows.records().map(Result::unwrap).collect();
    let matches: Vec<Vec<&str>> = rows.iter().map(|row| row.iter().take(5).collect()).collect();
    assert_eq!(
        matches,
        [
            ["1", "smart:1", "bad", "kalah:3x2", "6"],
            ["2", "smart:2", "bad", "kalah:3x2", "6"],
            ["1", "smart:1", "smart:3,eval=hoard", "kalah:3x2", "6"],
            ["2", "smart:2", "smart:3,eval=hoard", "kalah:3x2", "6"],
        ]
    );
    for row in &rows {
        let numbers: Vec<f64> = [5, 6, 7, 11, 12, 13].map(|i| row[i].parse().unwrap()).to_vec();
        let [score, low, high, median, p99, nodes] = numbers[..] else { unreachable!() };
        assert!(low <= score && score <= high, "{row:?}");
        assert!(0.0 < median && median <= p99 && nodes > 0.0, "{row:?}");
    }
    let summary = read(&temp.path().join("smart-2-vs-bad/summary.csv"));
    assert!(summary.contains(&format!(",{},{},{},", &rows[1][5], &rows[1][6], &rows[1][7])), "{summary}");

    // What is printed is the same table, in columns.
    assert_eq!(printed.lines().count(), 5, "{printed}");
    assert!(
        printed.lines().skip(3).all(|line| line.contains("  smart:3,eval=hoard  kalah:3x2  ")),
        "{printed}"
    );
}

#[test]
fn a_finished_ladder_is_not_played_again() {
    let temp = TempDir::new().unwrap();
    let first = stdout(&tiny_ladder(temp.path()));
    // Times differ from run to run, so that the same times are the same run.
    let again = tiny_ladder(temp.path());
    assert_eq!(stdout(&again), first);
    let told = String::from_utf8(again.stderr).unwrap();
    assert_eq!(told.matches(" is finished: ").count(), 4, "{told}");

    // A match that is not finished is played, and the others are left alone.
    let unfinished = temp.path().join("smart-1-vs-bad/run.json");
    crate::common::set_state(&temp.path().join("smart-1-vs-bad"), "interrupted");
    let told = String::from_utf8(tiny_ladder(temp.path()).stderr).unwrap();
    assert_eq!(told.matches(" is finished: ").count(), 3, "{told}");
    assert!(read(&unfinished).contains("\"finished\""));
}

#[test]
fn a_ladder_does_not_take_another_run_for_its_own() {
    let temp = TempDir::new().unwrap();
    let with = |games: &'static str, seed: &'static str| {
        let out = temp.path().to_str().unwrap();
        ladder(&["--game", "kalah:3x2", "--to", "1", "--games", games, "--seed", seed, "--out", out])
    };
    stdout(&with("8", "1"));
    for other in [with("6", "1"), with("8", "2")] {
        assert!(complaint(&other).contains("--fresh"));
    }
}

#[test]
fn wrong_arguments_of_a_ladder_are_explained() {
    let wrong: &[(&[&str], &str)] = &[
        (&["--dept", "3"], "unexpected argument '--dept'"),
        (&["smart:3"], "unexpected argument 'smart:3'"),
        (&["--games"], "--games needs a value"),
        (&["--games", "0"], "--games must be a whole number from 1 to"),
        (&["--games", "1e3"], "not '1e3'"),
        (&["--to=deep"], "--to must be a whole number from 1 to 9999, not 'deep'"),
        (&["--from", "3", "--to", "2"], "--from 3 is deeper than --to 2"),
        (&["--game", "kalha"], "did you mean 'kalah'?"),
    ];
    for (args, piece) in wrong {
        let told = complaint(&ladder(args));
        assert!(told.contains(piece), "scripts/ladder {args:?} does not say {piece:?}:\n{told}");
    }
    assert!(stdout(&ladder(&["--help"])).contains("Usage: scripts/ladder"));
}

#[test]
fn wrong_arguments_of_the_scripts_for_clusters_are_explained() {
    let wrong: &[(&[&str], &str)] = &[
        (&["many"], "the first word is the number of shards, not 'many'"),
        (&["16", "--wave", "0"], "--wave must be a whole number from 1 to 9999999, not '0'"),
        (&["16", "--wave", "all"], "--wave must be a whole number from 1 to 9999999, not 'all'"),
        (&["16", "--wave"], "--wave must be a whole number from 1 to 9999999, not ''"),
        (&["16", "--attempts", "100"], "--attempts must be a whole number from 1 to 99, not '100'"),
        (&["16", "--wave", "4", "--sshlogin", ":"], "the command is missing"),
        (&["16", "--wave", "4", "--sshlogin", ":", "--", "arena", "bad", "random"], "Add --out DIR"),
    ];
    for name in ["slurm", "over-ssh"] {
        for (args, piece) in wrong {
            let told = complaint(&script("bash", name, args));
            assert!(told.contains(piece), "scripts/{name} {args:?} does not say {piece:?}:\n{told}");
        }
        assert!(stdout(&script("bash", name, &["--help"])).contains("--wave W"));
    }
}

#[test]
fn the_example_is_what_this_program_plays() {
    let temp = TempDir::new().unwrap();
    let example = Path::new("results/example");
    let run: serde_json::Value = serde_json::from_str(&read(&example.join("run.json"))).unwrap();
    let command = run["command"].as_str().unwrap();
    assert!(!command.contains(['\'', '"']), "the words of the command are quoted: {command}");
    let mut words: Vec<&str> = command.split(' ').collect();
    assert_eq!(words.remove(0), "arena");
    let out = words.iter().position(|&word| word == "--out").expect("the command has --out");
    assert_eq!(words[out + 1], "results/example", "a path that is the same on every machine");
    words[out + 1] = temp.path().to_str().unwrap();

    let output = Command::new(cargo_bin("arena")).args(&words).output().unwrap();
    stdout(&output);
    for file in ["games.csv", "summary.csv"] {
        // Not assert_eq, which would print both files.
        let same = read(&example.join(file)) == read(&temp.path().join(file));
        assert!(
            same,
            "results/example/{file} is not what this program writes; if that is intended, run\n  {command}"
        );
    }
}

/// A folder in which `scripts/instructions` finds a compiler, a counter and two loops that take `count` instructions each
/// and work out `result`, and a file of recorded counts.
fn counted(count: u64, result: u64, arguments: &[&str], recorded: Option<&str>) -> (TempDir, Output) {
    let temp = TempDir::new().unwrap();
    for folder in ["scripts", "results", "bin"] {
        fs::create_dir(temp.path().join(folder)).unwrap();
    }
    fs::copy("scripts/instructions", temp.path().join("scripts/instructions")).unwrap();
    if let Some(recorded) = recorded {
        let lines = format!("loop,instructions,result,compiler\n{recorded}");
        fs::write(temp.path().join("results/instructions.csv"), lines).unwrap();
    }
    let bin = temp.path().join("bin");
    let program = bin.join("program").to_str().unwrap().to_owned();
    let tools = [
        ("cargo", format!(r#"echo '{{"target":{{"name":"instructions"}},"executable":"{program}"}}'"#)),
        ("rustc", "echo 'rustc 1.2.3 (a date)'".to_owned()),
        ("program", "echo one; echo other".to_owned()),
        // The start of the program takes 777, and the last word is the number of rounds.
        (
            "valgrind",
            format!(
                "for last; do :; done; echo {result}; echo \"==1== Collected : $((777 + last * {count}))\" >&2"
            ),
        ),
    ];
    for (name, line) in tools {
        // Written by another process: a file that this one has open for writing cannot be run, and other tests may
        // be starting processes that inherit it.
        let made = Command::new("bash")
            .args(["-c", r#"printf '#!/usr/bin/env bash\n%s\n' "$1" >"$2" && chmod +x "$2""#, "make", &line])
            .arg(bin.join(name))
            .status()
            .unwrap();
        assert!(made.success());
    }
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    let script = temp.path().join("scripts/instructions");
    let output = Command::new("bash").arg(script).args(arguments).env("PATH", path).output().unwrap();
    (temp, output)
}

#[test]
fn a_loop_that_takes_more_instructions_than_recorded_is_an_error() {
    let cases = [
        (1000, "1.2.3", 0, "+0.0 %\n"),
        (1030, "1.2.3", 0, "+3.0 %\n"),
        (1031, "1.2.3", 1, "+3.1 %  slower: over 3 % more\n"),
        (970, "1.2.3", 0, "-3.0 %\n"),
        (969, "1.2.3", 0, "-3.1 %  faster\n"),
        (1100, "1.2.4", 0, "+10.0 %\n"),
        (1101, "1.2.4", 1, "+10.1 %  slower: over 10 % more\n"),
    ];
    for (count, compiler, code, line) in cases {
        let recorded = format!("one,1000,42,{compiler}\nother,{count},42,{compiler}\n");
        let (_temp, output) = counted(count, 42, &[], Some(&recorded));
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(code), "{printed}");
        assert!(printed.contains(line), "{printed}");
        assert_eq!(printed.contains("scripts/instructions --record"), line.contains("faster"), "{printed}");
    }
}

#[test]
fn a_loop_that_is_new_or_works_out_something_else_is_an_error_until_it_is_recorded() {
    for recorded in [None, Some("one,1000,42,1.2.3\nother,1000,43,1.2.3\n")] {
        let (_temp, output) = counted(1000, 42, &[], recorded);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let (temp, output) = counted(1000, 42, &["--record"], recorded);
        stdout(&output);
        assert_eq!(
            read(&temp.path().join("results/instructions.csv")),
            "loop,instructions,result,compiler\none,1000,42,1.2.3\nother,1000,42,1.2.3\n"
        );
    }
}

#[test]
fn wrong_arguments_of_the_instruction_counter_are_rejected() {
    let wrong: [(&[&str], &str); 3] = [
        (&["--fast"], "unknown option '--fast'"),
        (&["third"], "there is no loop 'third'; there are: one, other"),
        (&["--record", "one"], "--record records all loops"),
    ];
    for (arguments, told) in wrong {
        let (_temp, output) = counted(1000, 42, arguments, None);
        assert!(complaint(&output).contains(told), "{output:?}");
    }
}
