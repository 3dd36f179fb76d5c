//! `clock=`: a time for a whole game, told to bots, kept by arena, and shared out by `smart`.

use std::path::Path;

use serde_json::Value;

use crate::common::columns::{GAMES, MOVES};
use crate::common::{arena, bytes, json, match_into, play, rows, stderr_of, stdout, stdout_of};

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

fn run_json(run: &Path) -> Value {
    serde_json::from_slice(&bytes(run, "run.json")).unwrap()
}

#[test]
#[ignore = "uses up a clock of seconds"]
fn smart_keeps_to_its_clock() {
    let folder = folder();
    let run = folder.path().join("run");
    play(&run, "--a one=smart:clock=3s+10ms --b two=smart:2,clock=1m --games 2 --threads 1 --record-moves");
    assert!(!run.join("faults.csv").exists());
    assert_eq!(run_json(&run)["reproducible"], false);
    let moves = rows(&run, "moves.csv", &MOVES);
    for game in ["1", "2"] {
        let own: Vec<_> = moves.iter().filter(|row| &row[0] == game && &row[2] == "one").collect();
        let used: u64 = own.iter().map(|row| row[4].parse::<u64>().unwrap()).sum();
        assert!(used < 3_000_000_000 + 10_000_000 * own.len() as u64, "game {game}: {used} ns");
        let deepest = own.iter().filter_map(|row| row[6].parse::<u32>().ok()).max();
        assert!(deepest > Some(2), "it thinks: {deepest:?}");
    }
    let capped = moves.iter().filter(|row| &row[2] == "two").map(|row| row[6].parse::<u32>().unwrap());
    assert!(capped.max() <= Some(2), "the depth is the maximum");
}

#[test]
fn a_clock_and_a_time_for_each_move_exclude_each_other() {
    let output = arena(&["--a", "smart:time=1s,clock=9s", "--b", "bad"]);
    assert_eq!(output.status.code(), Some(2));
    insta::assert_snapshot!(stderr_of(&output), @"
    error: --a: a player has a time for each move or a clock for the whole game, not both
        smart:time=1s,clock=9s
                      ^^^^^^^^
    remove time= or clock=
    ");
}

#[test]
fn the_clock_is_shown_where_one_plays_at_the_terminal() {
    let said = stdout(&[
        "play",
        "--game",
        "kalah:3x2",
        "--first",
        "smart:clock=1h",
        "--second",
        "bad",
        "--no-pause",
    ]);
    let own: Vec<_> = said.lines().filter(|line| line.contains("smart:clock=1h (South) plays ")).collect();
    assert!(!own.is_empty() && own.iter().all(|line| line.contains(" left.")), "{said}");
    assert!(!said.contains("bad (North) plays 1 with"), "{said}");
}

#[test]
fn an_analysis_takes_as_long_as_a_first_move() {
    let told = json(&["analyze", "--game", "connect:4x4x3", "--with", "smart:clock=1h", "--json"]);
    assert!(told["value"].as_i64().unwrap() > 0, "{told}");
}

#[test]
fn players_limited_by_the_clock_on_more_threads_than_cores_are_told() {
    let cores = std::thread::available_parallelism().unwrap().get();
    let warns = |a: &str, threads: usize| {
        let folder = folder();
        let line = format!("--a {a} --b bad --games 2 --game kalah:3x2 --threads {threads} --no-progress");
        let output = match_into(&folder.path().join("run"), &line).output().unwrap();
        stderr_of(&output).starts_with(&format!("warning: {threads} threads share "))
    };
    assert!(warns("smart:time=1ms", cores + 1));
    assert!(warns("smart:clock=1s", cores + 1));
    assert!(!warns("smart:clock=1s", 1));
    assert!(!warns("smart:2", cores + 1));
}

#[cfg(target_os = "linux")]
mod of_bots {
    use super::*;
    use crate::common::DEADLINE;
    use crate::players::bots::{FAULTS, bot};

    /// Plays a match, which must succeed unless `a` forfeits every game.
    fn match_of(out: &Path, a: &str, b: &str, line: &str) {
        let mut command = assert_cmd::Command::cargo_bin("arena").unwrap();
        command.args(["--a", a, "--b", b, "--quiet", "--threads", "1", "--out"]).arg(out);
        let output = command.args(line.split_whitespace()).timeout(DEADLINE).output().unwrap();
        let all_forfeited = stdout_of(&output).starts_with("zoo forfeited 2 of 2 games (timeout)\n");
        assert_eq!(output.status.code(), Some(i32::from(all_forfeited)), "{a} {b}: {}", stderr_of(&output));
    }

    /// The numbers of the `go` lines that a bot was sent, game by game: `p1time`, `p2time`, `p1inc`, `p2inc`.
    fn clocks_sent(run: &Path) -> Vec<Vec<[i64; 4]>> {
        let log = String::from_utf8(bytes(&run.join("logs"), "zoo.log")).unwrap();
        let games = log.split("uginewgame\n").skip(1);
        let numbers = |line: &str| {
            let words: Vec<&str> = line.split(' ').collect();
            let names: Vec<&str> = words.iter().skip(1).step_by(2).copied().collect();
            assert_eq!(names[..4], ["p1time", "p2time", "p1inc", "p2inc"], "{line}");
            [2, 4, 6, 8].map(|at| words[at].parse().unwrap())
        };
        games.map(|game| game.lines().filter(|line| line.starts_with("go")).map(numbers).collect()).collect()
    }

    #[test]
    fn a_bot_is_told_both_clocks_and_they_are_full_in_every_game() {
        let folder = folder();
        let run = folder.path().join("run");
        let bot = bot(folder.path(), "echo", 1, ",clock=1m+1s");
        match_of(&run, &bot, "smart:2,clock=2m+3s", "--games 2");
        let sent = clocks_sent(&run);
        assert_eq!(sent.len(), 2);
        for (game, own) in sent.iter().zip([0, 1]) {
            assert!(game.len() > 3);
            assert_eq!(game[0][own], 60_000, "full, whatever the opponent did");
            for (moves, numbers) in (0..).zip(game) {
                assert_eq!((numbers[own + 2], numbers[3 - own]), (1000, 3000), "increments");
                let granted = 60_000 + 1000 * moves;
                assert!((granted - 55_000..=granted).contains(&numbers[own]), "{numbers:?} at move {moves}");
                assert!(numbers[1 - own] > 65_000, "the opponent's: {numbers:?}");
            }
        }
    }

    #[test]
    fn an_opponent_without_a_clock_appears_to_have_the_same_time() {
        let folder = folder();
        let run = folder.path().join("run");
        let bot = bot(folder.path(), "echo", 1, ",clock=150s,depth=4,deterministic=yes");
        match_of(&run, &bot, "bad", "--games 2");
        assert_eq!(run_json(&run)["reproducible"], false, "whatever the bot promises");
        for numbers in clocks_sent(&run).concat() {
            let [first, second, first_increment, second_increment] = numbers;
            assert_eq!((first, first_increment), (second, second_increment), "{numbers:?}");
            assert!((1..=150_000).contains(&first) && first_increment == 0, "{numbers:?}");
        }
        let log = String::from_utf8(bytes(&run.join("logs"), "zoo.log")).unwrap();
        assert!(log.contains("go p1time 150000 p2time 150000 p1inc 0 p2inc 0 depth 4\n"), "{log}");
    }

    #[test]
    fn a_bot_that_never_answers_loses_on_time() {
        let folder = folder();
        let run = folder.path().join("run");
        match_of(&run, &bot(folder.path(), "hang", 1, ",clock=200ms+1h,margin=50ms"), "bad", "--games 2");
        for row in rows(&run, "faults.csv", &FAULTS) {
            assert_eq!((&row[2], &row[3], &row[4]), ("zoo", "timeout", "no answer"));
        }
        for row in rows(&run, "games.csv", &GAMES) {
            assert_eq!((&row[6], &row[7]), ("bad", "timeout"));
        }
    }

    #[test]
    fn a_slow_bot_uses_up_its_clock_move_by_move_and_gets_a_full_one_for_the_next_game() {
        let folder = folder();
        let run = folder.path().join("run");
        // Each move takes 100 ms, which the clock allows nine times; on a busy machine less often.
        match_of(&run, &bot(folder.path(), "slow", 1, ",clock=950ms"), "bad", "--games 2 --record-moves");
        let faults = rows(&run, "faults.csv", &FAULTS);
        assert_eq!(faults.iter().map(|row| row[3].to_owned()).collect::<Vec<_>>(), ["timeout"; 2]);
        let moves = rows(&run, "moves.csv", &MOVES);
        for game in ["1", "2"] {
            let own = moves.iter().filter(|row| &row[0] == game && &row[2] == "zoo").count();
            assert!((1..=9).contains(&own), "{own} moves in game {game}");
        }
    }

    #[test]
    fn an_engine_keeps_to_the_clock_that_it_is_told() {
        let folder = folder();
        let run = folder.path().join("run");
        let engine = format!("engine=exec:\"'{}' engine smart:3\",clock=20s", env!("CARGO_BIN_EXE_arena"));
        match_of(&run, &engine, "smart:2", "--games 4 --record-moves");
        assert!(!run.join("faults.csv").exists());
        let moves = rows(&run, "moves.csv", &MOVES);
        let depths = moves.iter().filter(|row| &row[2] == "engine").map(|row| row[6].to_owned());
        assert!(depths.into_iter().any(|depth| depth == "3"), "the depth of the strategy is the maximum");
    }
}
