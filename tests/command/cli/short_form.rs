//! Players without flags, short flags, numbers as people type them, and where the results go.

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::common::{arena, bytes, stderr_of, stdout_of};

/// Runs the program in a folder.
fn arena_in(here: &Path, line: &str) -> Output {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_arena"));
    command.args(line.split_whitespace()).current_dir(here).output().unwrap()
}

/// The folder that a match in `here` says its results are in.
fn played(here: &Path, line: &str) -> String {
    let output = arena_in(here, line);
    assert_eq!(output.status.code(), Some(0), "arena {line}\n{}", stderr_of(&output));
    stdout_of(&output).lines().last().unwrap().to_owned()
}

fn run_json(folder: &Path) -> serde_json::Value {
    serde_json::from_slice(&bytes(folder, "run.json")).unwrap()
}

#[test]
fn players_need_no_flags_and_flags_need_few_letters() {
    let here = tempfile::tempdir().unwrap();
    let long =
        "match --a smart:2 --b random --games 10 --seed 7 --threads 2 --game connect --out long --quiet";
    played(here.path(), long);
    for short in [
        "smart:2 random -n 10 -s 7 -j 2 -g connect -o short -q",
        "match smart:2 random -n 10 -s 7 -j 2 -g connect -o short -q",
        "-q -n 1e1 -s 7 -j auto smart:2 random -g connect -o short",
        "smart:2 --b random -n 0.01k -s 7 -g connect -o short -q",
        "--b random smart:2 -n 1_0 -s 7 -g connect -o short -q",
    ] {
        let said = played(here.path(), short);
        assert!(said.starts_with("no difference shown between smart:2 and random: "), "{short}: {said}");
        for file in ["games.csv", "summary.csv"] {
            let [long, short_bytes] = ["long", "short"].map(|folder| bytes(&here.path().join(folder), file));
            assert_eq!(long, short_bytes, "{short}: {file}");
        }
        fs::remove_dir_all(here.path().join("short")).unwrap();
    }
}

#[test]
fn a_tournament_has_the_short_flags_too() {
    let here = tempfile::tempdir().unwrap();
    let said = played(here.path(), "tournament smart:1..3 -n 2 -s 3 -j 1 -g connect -o out -q");
    assert!(said.starts_with("smart:3 leads: "), "{said}");
    let run = run_json(&here.path().join("out"));
    assert_eq!((&run["plan"]["games"], &run["plan"]["seed"]), (&2.into(), &3.into()));
    assert_eq!(run["plan"]["game"], "connect:7x6x4");
}

#[test]
fn a_random_seed_is_drawn_once_and_recorded() {
    let here = tempfile::tempdir().unwrap();
    let [one, other] = ["one", "other"].map(|out| {
        played(here.path(), &format!("random bad -n 20 --seed random -o {out} -q"));
        run_json(&here.path().join(out))
    });
    assert_ne!(one["plan"]["seed"], other["plan"]["seed"]);
    let command = one["command"].as_str().unwrap();
    assert!(command.contains(&format!("--seed {}", one["plan"]["seed"])), "{command}");
    let again = command.strip_prefix("arena ").unwrap().replace("--out one", "--out again");
    played(here.path(), &format!("{again} -q"));
    assert_eq!(bytes(&here.path().join("one"), "games.csv"), bytes(&here.path().join("again"), "games.csv"));
}

/// What is typed, and what the message must hold.
const WRONG: &[(&[&str], &[&str])] = &[
    (&["smart6", "bad"], &["first player: unknown strategy 'smart6'", "did you mean 'smart:6'?"]),
    (&["smrt:6", "bad"], &["first player: unknown strategy 'smrt'", "did you mean 'smart'?"]),
    (&["bad", "smrt"], &["second player: unknown strategy 'smrt'", "did you mean 'smart'?"]),
    (&["tornament", "bad"], &["unrecognized subcommand 'tornament'", "'tournament'"]),
    (&["analyse"], &["unrecognized subcommand 'analyse'", "'analyze'"]),
    (&["bad"], &["--b <SPEC>", "name two players, for example arena smart:6 bad"]),
    (&["bad", "random", "greedy"], &["a match has two players, not 3", "arena tournament"]),
    (&["bad", "random", "--a", "greedy"], &["a match has two players, not 3"]),
    (
        &["smart:1..3", "bad"],
        &["first player: a match has two players, but this stands for 3", "arena tournament"],
    ),
    (&["bad", "bad"], &["second player: both players are called 'bad'", "other=bad"]),
    (&["tournament", "smart:1-3"], &["'1-3' is not a number", "      ^^^", "write smart:1..3"]),
    (&["bad", "random", "--openings", "nope.txt"], &["unknown openings 'nope.txt'", "write file:nope.txt"]),
    (&["bad", "random", "--openings", "dir/nope"], &["write file:dir/nope"]),
    (
        &["bad", "random", "-n", "many"],
        &["invalid value 'many' for '--games <N>'", "500, 10k, 1e4 or 10_000"],
    ),
    (&["bad", "random", "-n", "0"], &["the number must be from 1 to 1000000000000"]),
    (&["bad", "random", "-n", "1.5"], &["write a whole number"]),
    (&["bad", "random", "-j", "9999"], &["the number must be from 1 to 1024, or auto"]),
    (&["bad", "random", "-s", "x"], &["write a whole number", "or random"]),
    (&["bad", "random", "--max-plies", "-3"], &["write a whole number"]),
    (&["bad", "random", "--max-time", "10"], &["for example 90s, 10m or 1.5h"]),
    (&["tournament", "bad", "random", "--rounds", "x"], &["write a whole number"]),
    (&["perft", "--depth", "0"], &["the number must be from 1 to 1000"]),
    (&["plan", "--error", "x"], &["invalid value 'x' for '--error <ELO>'", "write a number"]),
    (&["plan", "--error", "5", "--draws", "half"], &["write a number"]),
];

#[test]
fn a_mistake_is_explained_in_plain_words() {
    for (args, pieces) in WRONG {
        let output = arena(args);
        let said = stderr_of(&output);
        assert_eq!(output.status.code(), Some(2), "arena {args:?}\n{said}");
        for piece in *pieces {
            assert!(said.contains(piece), "arena {args:?} does not say {piece:?}:\n{said}");
        }
        for jargon in ["invalid digit", "invalid float", "..=", "out of range integral", "u64", "ParseInt"] {
            assert!(!said.contains(jargon), "arena {args:?} says {jargon:?}:\n{said}");
        }
    }
}

#[test]
fn counts_and_specs_may_have_blanks() {
    let here = tempfile::tempdir().unwrap();
    let output = arena(&["stats", "--wdl", "10, 5 ,3", "--json"]);
    assert_eq!(stdout_of(&output), stdout_of(&arena(&["stats", "--wdl", "10,5,3", "--json"])));
    assert_eq!(
        stdout_of(&arena(&["stats", "--wdl", "1k,0,1e3", "--json"])),
        stdout_of(&arena(&["stats", "--wdl", "1000,0,1000", "--json"]))
    );
    let out = here.path().join("out");
    let output = arena(&["smart:1, eval=hoard", "bad", "-n", "2", "-q", "-o", out.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr_of(&output));
    assert_eq!(run_json(&out)["plan"]["a"]["name"], "smart:1,eval=hoard");
}

#[test]
fn the_default_folder_can_be_copied_anywhere() {
    let here = tempfile::tempdir().unwrap();
    let folder = played(here.path(), "smart:1 bad -n 2");
    assert_eq!(folder, "results/kalah-6x4_smart-1_vs_bad_seed1");
    for line in ["tournament smart:1..3 -n 2", "me=smart:1 bad -n 2"] {
        let folder = played(here.path(), line);
        assert!(!folder.contains([':', '*', '?', '"', '<', '>', '|', '\\']), "{folder}");
    }
}

#[test]
fn different_plans_have_different_folders() {
    let here = tempfile::tempdir().unwrap();
    let lines = [
        "me=smart:1 bad -n 2",
        "me=smart:2 bad -n 2",
        // The other way round the shorter one would grow.
        "smart:1 bad -n 4",
        "smart:1 bad -n 2",
        "smart:1 bad -n 2 --openings start",
        "smart:1 bad -n 2 --max-plies 9",
    ];
    let folders = lines.map(|line| played(here.path(), line));
    let distinct: std::collections::HashSet<&String> = folders.iter().collect();
    assert_eq!(distinct.len(), lines.len(), "{folders:?}");
    assert_eq!(lines.map(|line| played(here.path(), line)), folders, "the same plan finds its folder again");
}

#[test]
fn a_folder_of_an_earlier_version_is_continued() {
    let here = tempfile::tempdir().unwrap();
    let folder = played(here.path(), "smart:1 bad -n 20");
    let earlier = "results/kalah:6x4_smart:1_vs_bad_seed1";
    fs::rename(here.path().join(&folder), here.path().join(earlier)).unwrap();
    let path = here.path().join(earlier);
    crate::common::set_state(&path, "running");
    let output = arena_in(here.path(), "smart:1 bad -n 20");
    assert!(
        stderr_of(&output).contains(&format!("continuing the run in {earlier}")),
        "{}",
        stderr_of(&output)
    );
    assert!(!here.path().join(folder).exists());
}

#[test]
fn a_long_name_is_shortened() {
    let here = tempfile::tempdir().unwrap();
    let mixed = format!("smart:1,nodes={}9", "9_".repeat(6));
    let line = format!(
        "{mixed},eval=hoard,extra=free,ties=random,time=10s {mixed},eval=tempo,extra=free,ties=random,time=10s -n 2"
    );
    let folder = played(here.path(), &line);
    assert!(folder.len() <= "results/".len() + 120, "{folder}");
    assert!(here.path().join(folder).join("games.csv").exists());
}

/// What a line is refused with, in a folder with a file `mybot.py`.
fn refused(words: &[&str]) -> String {
    let here = tempfile::tempdir().unwrap();
    fs::write(here.path().join("mybot.py"), "print()\n").unwrap();
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_arena"));
    let output = command.args(words).current_dir(here.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{words:?}");
    stderr_of(&output)
}

#[test]
fn a_program_that_was_typed_without_its_marks_is_recognized() {
    for words in [["mybot.py", "bad"], ["bad", "mybot.py"]] {
        let said = refused(&words);
        assert!(
            said.ends_with("the path of a program starts with ./, ../ or /: write ./mybot.py\n"),
            "{said}"
        );
    }
    for words in [["cat mybot.py", "bad"], ["bad", "cat mybot.py"]] {
        let said = refused(&words);
        assert!(said.ends_with("\nwrite 'exec:\"cat mybot.py\"'\n"), "{said}");
    }
    let said = refused(&["nobot.py", "bad"]);
    assert!(said.contains("unrecognized subcommand 'nobot.py'"), "{said}");
}

#[test]
fn a_game_that_is_not_there_gets_the_nearest_or_the_way_to_play_it() {
    insta::assert_snapshot!(refused(&["-g", "kahla", "bad", "random"]), @"
    error: --game: unknown game 'kahla'
        kahla
        ^^^^^
    did you mean 'kalah'?
    ");
    insta::assert_snapshot!(refused(&["-g", "checkers", "bad", "random"]), @"
    error: --game: unknown game 'checkers'
        checkers
        ^^^^^^^^
    games: kalah, connect, mnk, gomoku, breakthrough, othello, oware, chess, chess960; any other game needs a program: ugi:COMMAND, which knows its rules (docs/GAMES.md), or match:COMMAND, which plays it (docs/MATCHES.md)
    ");
}
