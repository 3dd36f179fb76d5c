//! Runs with bots: the same bytes on any number of threads, seeds, resuming, plans, and nothing left behind.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::common::columns;
use crate::common::{
    DEADLINE, assert_same_results, bytes, json, rows, stderr_of, stdout_of, until, until_games_are_written,
};
use crate::players::bots::{FAULTS, bot, folder, processes, zoo};

fn command(out: &Path, a: &str, b: &str, line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
    command.args(["--a", a, "--b", b, "--quiet", "--out"]).arg(out).args(line.split_whitespace());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn play(out: &Path, a: &str, b: &str, line: &str) -> Output {
    let output = assert_cmd::Command::from_std(command(out, a, b, line)).timeout(DEADLINE).output().unwrap();
    assert_eq!((output.status.code(), stderr_of(&output).as_str()), (Some(0), ""), "{line}");
    output
}

fn run_json(run: &Path) -> serde_json::Value {
    serde_json::from_slice(&bytes(run, "run.json")).unwrap()
}

#[test]
fn a_deterministic_bot_gives_the_same_bytes_on_any_number_of_threads() {
    let folder = folder();
    // Faults are reproducible too.
    let bot = bot(folder.path(), "crash", 40, ",deterministic=yes");
    let runs: Vec<_> = ["1", "2", "8"].iter().map(|threads| folder.path().join(threads)).collect();
    for (run, threads) in runs.iter().zip([1, 2, 8]) {
        play(run, &bot, "smart:2", &format!("--games 41 --max-forfeits 100 --threads {threads}"));
    }
    assert!(rows(&runs[0], "faults.csv", &FAULTS).len() > 3);
    for run in &runs[1..] {
        assert_same_results(&runs[0], run, "on more threads");
        assert_eq!(bytes(&runs[0], "faults.csv"), bytes(run, "faults.csv"));
    }
    assert_eq!(run_json(&runs[0])["reproducible"], true);
}

#[test]
fn a_bot_that_takes_a_seed_gets_one_for_every_game() {
    let folder = folder();
    let bot = bot(folder.path(), "seeded", 1, ",deterministic=yes");
    let games = |name: &str, line: &str| {
        let run = folder.path().join(name);
        play(&run, &bot, "bad", line);
        bytes(&run, "games.csv")
    };
    let one = games("one", "--games 12 --openings start --threads 1");
    assert_eq!(games("two", "--games 12 --openings start --threads 3"), one);
    assert_ne!(games("other", "--games 12 --openings start --seed 2"), one);
    let text = String::from_utf8(one).unwrap();
    let moves: std::collections::HashSet<_> =
        text.lines().skip(1).map(|line| line.rsplit(',').next()).collect();
    assert!(moves.len() > 6, "games from one position differ by their seeds: {moves:?}");
}

#[test]
fn what_a_bot_says_of_its_search_is_recorded() {
    let folder = folder();
    let run = folder.path().join("run");
    play(&run, &bot(folder.path(), "none", 1, ",time=5s"), "bad", "--games 2 --record-moves");
    let moves = rows(&run, "moves.csv", &columns::MOVES);
    let own: Vec<_> = moves.iter().filter(|row| &row[2] == "zoo").collect();
    assert!(own.len() > 10);
    for row in own {
        assert_eq!((&row[5], &row[6], &row[7]), ("77", "3", "-5"));
        assert!(row[4].parse::<u64>().unwrap() > 1000, "a round trip takes more than a microsecond");
    }
    let run = run_json(&run);
    assert_eq!(run["reproducible"], false);
    assert_eq!(run["plan"]["a"]["digest"].as_str().unwrap().len(), 16);
    assert_eq!(run["plan"]["b"]["digest"], serde_json::Value::Null);
}

#[test]
fn a_run_with_a_bot_continues_after_a_kill_to_the_same_bytes() {
    let folder = folder();
    let bot = bot(folder.path(), "crash", 60, ",deterministic=yes");
    let line = "--games 400 --max-forfeits 10000 --record-moves --threads 2";
    let whole = folder.path().join("whole");
    play(&whole, &bot, "greedy", line);
    let killed = folder.path().join("killed");
    for _ in 0..2 {
        let mut arena = command(&killed, &bot, "greedy", line).spawn().unwrap();
        until_games_are_written(&killed);
        arena.kill().unwrap();
        arena.wait().unwrap();
    }
    // A torn line of faults takes its game with it.
    let mut faults = fs::read(killed.join("faults.csv")).unwrap_or_default();
    if faults.len() > 100 {
        faults.truncate(faults.len() - 3);
        fs::write(killed.join("faults.csv"), faults).unwrap();
    }
    play(&killed, &bot, "greedy", line);
    assert_same_results(&whole, &killed, "after kills");
    assert_eq!(bytes(&whole, "faults.csv"), bytes(&killed, "faults.csv"));
    until("no bot is left", || processes(folder.path().to_str().unwrap()).is_empty());
}

#[test]
fn a_run_is_not_continued_with_another_build_of_the_bot() {
    let folder = folder();
    let copy = folder.path().join("bot");
    fs::copy(zoo(), &copy).unwrap();
    let run = folder.path().join("run");
    let bot = format!("bot=exec:{} none", copy.display());
    play(&run, &bot, "bad", "--games 4");
    play(&run, &bot, "bad", "--games 4");
    let mut bytes = fs::read(&copy).unwrap();
    bytes.extend(b"another build");
    fs::write(&copy, bytes).unwrap();
    let output = command(&run, &bot, "bad", "--games 4").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = stderr_of(&output);
    assert!(said.contains("holds a run of another plan (the files of bot have changed since)\n"), "{said}");
}

#[test]
fn bots_play_tournaments_and_their_forfeits_are_shown() {
    let folder = folder();
    let run = folder.path().join("run");
    let bot = bot(folder.path(), "illegal", 30, "");
    let out = run.to_str().unwrap();
    let words = ["tournament", &bot, "smart:1", "bad", "--games", "10", "--quiet", "--max-forfeits", "100"];
    let json = json(&[&words[..], &["--out", out, "--json"]].concat());
    let forfeits = json["forfeits"][0]["games"].as_u64().unwrap();
    assert!(forfeits > 0, "{json}");
    let standing = json["standings"].as_array().unwrap().iter().find(|row| row["player"] == "zoo").unwrap();
    assert_eq!(standing["forfeits"], forfeits);
    let output = Command::new(env!("CARGO_BIN_EXE_arena"))
        .args(words)
        .args(["--out", out, "--fresh"])
        .output()
        .unwrap();
    assert!(stdout_of(&output).contains("forfeit"), "{}", stdout_of(&output));
}

#[test]
fn many_games_leave_nothing_behind() {
    let folder = folder();
    let run = folder.path().join("run");
    let bot = bot(folder.path(), "crash", 200, "");
    let mut arena =
        command(&run, &bot, "bad", "--games 100000 --max-forfeits 1000000 --threads 2").spawn().unwrap();
    let own = format!("/proc/{}", arena.id());
    let count = |what: &str| fs::read_dir(format!("{own}/{what}")).map_or(0, Iterator::count);
    let games = || fs::metadata(run.join("games.csv")).map_or(0, |file| file.len());
    let count = || ["fd", "task"].map(count);
    until("some games are played", || games() > 10_000);
    let early = count();
    until("many more are played", || games() > 200_000);
    let late = count();
    // Hundreds of bots were started in between; one that is being started has a few pipes more for a moment.
    assert!(late[0] <= early[0] + 20 && late[1] <= early[1] + 2, "{early:?} became {late:?}");
    let bots = processes(folder.path().to_str().unwrap());
    assert!(bots.len() <= 4, "a bot and its guard for each thread: {bots:#?}");
    Command::new("kill").args(["-INT", &arena.id().to_string()]).status().unwrap();
    let status = arena.wait().unwrap();
    assert_eq!(status.code(), Some(130));
    assert!(processes(folder.path().to_str().unwrap()).is_empty());
}
