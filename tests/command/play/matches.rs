//! Games that another program plays as a whole: real processes.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use tempfile::TempDir;

use crate::common::columns;
use crate::common::stopping::{kill, output_of, signal, until_written};
use crate::common::{
    DEADLINE, arena, assert_same_results, bytes, json, rows, stderr_of, stdout, stdout_of, until,
};

/// The columns of `attributes.csv`.
const ATTRIBUTES: [&str; 5] = ["game", "player", "turn", "name", "value"];

/// The columns of `faults.csv`.
const FAULTS: [&str; 5] = ["game", "ply", "player", "reason", "said"];

/// Enough games for a run to be stopped in the middle: rows are written every half second.
const LONG: u32 = 120;

/// Players that wait in the middle of a run where there is a gate, so that it can be stopped there.
const GATED: [&str; 2] = ["gated", "gated"];

/// The program that plays a game of dice.
fn dice() -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bots/dice.sh").display().to_string()
}

/// The game, with further keys.
fn game(keys: &str) -> String {
    format!("match:sh {} {{SEED}} {{P1}} {{P2}}{keys}", dice())
}

/// A match of dice between a strong and a weak player with these faults, not yet started.
fn command(out: &Path, faults: [&str; 2], games: u32, more: &[&str]) -> Command {
    let [strong, weak] = faults;
    let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
    command.args([&format!("strong=true 3 {strong}"), &format!("weak=true 1 {weak}"), "--out"]).arg(out);
    command.args(["--games", &games.to_string(), "--no-progress"]).args(more);
    if !more.contains(&"--game") {
        command.args(["--game", &game("")]);
    }
    command
}

fn play(out: &Path, faults: [&str; 2], games: u32, more: &[&str]) -> Output {
    let command = command(out, faults, games, more);
    assert_cmd::Command::from_std(command).timeout(DEADLINE).output().unwrap()
}

/// Plays such a match, which must succeed, and gives its games.
fn games(out: &Path, faults: [&str; 2], count: u32, more: &[&str]) -> Vec<csv::StringRecord> {
    let output = play(out, faults, count, more);
    assert_eq!(output.status.code(), Some(0), "{}", stderr_of(&output));
    rows(out, "games.csv", &columns::GAMES)
}

/// Fails unless two runs have the same games, summary and attributes.
fn assert_same(one: &Path, other: &Path, what: &str) {
    assert_same_results(one, other, what);
    assert!(bytes(one, "attributes.csv") == bytes(other, "attributes.csv"), "{what}: attributes.csv differs");
}

fn run_in(folder: &TempDir, name: &str) -> PathBuf {
    folder.path().join(name)
}

#[test]
fn a_pair_is_one_seed_with_the_seats_swapped() {
    let folder = TempDir::new().unwrap();
    let out = run_in(&folder, "run");
    let games = games(&out, ["", ""], 12, &["--threads", "2"]);
    assert_eq!(games.len(), 12);
    let seeds: Vec<&str> = games.iter().map(|game| &game[2]).collect();
    for pair in games.chunks(2) {
        assert_eq!((&pair[0][1], &pair[0][2]), (&pair[1][1], &pair[1][2]), "one pair, one seed");
        assert_eq!([&pair[0][3], &pair[0][4]], [&pair[1][4], &pair[1][3]], "seats are swapped");
    }
    assert!((2..12).all(|i| seeds[i] != seeds[i - 2]), "{seeds:?}");
    let first: Vec<&str> = games[0].iter().collect();
    assert_eq!(first[..5], ["1", "1", "720715385", "strong", "weak"]);
    // By hand, the match says the same.
    let by_hand = Command::new("sh").args([&dice(), &games[3][2], "true 1", "true 3"]).output().unwrap();
    let printed = stdout_of(&by_hand);
    let printed: serde_json::Value = serde_json::from_str(printed.lines().last().unwrap()).unwrap();
    assert_eq!(
        [&games[3][8], &games[3][9]],
        [0, 1].map(|i| printed["scores"][i].to_string()).each_ref().map(String::as_str)
    );
    assert_eq!((&games[3][10], &games[3][11]), ("", ""), "neither plies nor moves");
    let attributes = rows(&out, "attributes.csv", &ATTRIBUTES);
    let of_first: Vec<Vec<&str>> = attributes.iter().take(4).map(|row| row.iter().collect()).collect();
    let [first, second] = [&games[0][8], &games[0][9]].map(|points| points.parse::<i32>().unwrap());
    let [total, lead] = [(first + second).to_string(), (second - first).to_string()];
    let expected = [
        ["1", "", "", "total", &total],
        ["1", "strong", "", "sum", &games[0][8]],
        ["1", "", "", "map", "big, dice"],
        ["1", "weak", "3", "lead", &lead],
    ];
    assert_eq!(of_first, expected);
    assert_eq!(attributes.len(), 4 * 12);
    let log = fs::read_to_string(out.join("logs/match.log")).unwrap();
    assert!(log.contains(&format!("seed {}\n", seeds[11])), "{log}");
    let run: serde_json::Value = serde_json::from_slice(&bytes(&out, "run.json")).unwrap();
    assert_eq!(run["reproducible"], true);
    assert_eq!(run["plan"]["a"]["spec"], "exec:\"true 3\"");
}

#[test]
fn threads_shards_and_resuming_give_the_same_bytes() {
    let folder = TempDir::new().unwrap();
    let [one, two, shards, resumed] = ["one", "two", "shards", "resumed"].map(|name| run_in(&folder, name));
    let faults = ["error", "garbage"];
    let more = |threads: &'static str| ["--max-forfeits", "100", "--threads", threads];
    let played = games(&one, faults, LONG, &more("1"));
    assert!(played.iter().any(|game| &game[7] == "crash") && played.iter().any(|game| &game[7] == "failed"));
    games(&two, faults, LONG, &more("3"));
    assert_same(&one, &two, "one and three threads");
    for shard in ["1/3", "2/3", "3/3"] {
        let output = play(&shards, faults, LONG, &[&more("2")[..], &["--shard", shard]].concat());
        assert_eq!(output.status.code(), Some(0), "{shard}: {}", stderr_of(&output));
    }
    stdout(&["merge", shards.to_str().unwrap(), "--quiet"]);
    assert_same(&one, &shards, "merged shards");
    assert!(bytes(&one, "faults.csv") == bytes(&shards, "faults.csv"));
    // Killed as soon as some games are on the disk, again and again.
    let mut kills = 0;
    for part in 1..4 {
        let mut child = spawn(command(&resumed, faults, LONG, &more("1")));
        if until_written(&mut child, &resumed, 100 + 1500 * (part - 1)).is_some() {
            break;
        }
        kill(child);
        kills += 1;
    }
    assert!(kills > 0);
    let output = play(&resumed, faults, LONG, &more("2"));
    assert_eq!(output.status.code(), Some(0), "{}", stderr_of(&output));
    assert_same(&one, &resumed, "killed and resumed");
    assert!(bytes(&one, "faults.csv") == bytes(&resumed, "faults.csv"));
}

fn spawn(mut command: Command) -> Child {
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

#[test]
fn damaged_attributes_are_cut_back_with_their_games() {
    let folder = TempDir::new().unwrap();
    let [whole, out] = ["whole", "damaged"].map(|name| run_in(&folder, name));
    games(&whole, GATED, LONG, &[]);
    let mut halfway = command(&out, GATED, LONG, &["--threads", "1"]);
    halfway.env("GATE", run_in(&folder, "gate"));
    let mut child = spawn(halfway);
    assert!(until_written(&mut child, &out, 900).is_none(), "it waits at the gate");
    signal(&child, "INT");
    assert_eq!(output_of(child).status.code(), Some(130));
    let path = out.join("attributes.csv");
    let text = fs::read_to_string(&path).unwrap();
    let lines = text.lines().count();
    let damaged: String = text
        .lines()
        .enumerate()
        .map(|(i, line)| if i == lines - 3 { "9,,,total,99999\n".to_owned() } else { format!("{line}\n") })
        .collect();
    fs::write(&path, damaged).unwrap();
    games(&out, GATED, LONG, &[]);
    assert_same(&whole, &out, "damaged and continued");
}

#[test]
fn a_match_that_crashes_hangs_or_prints_no_result_is_a_draw_that_failed() {
    let folder = TempDir::new().unwrap();
    for (fault, said) in [
        ("crash", "it ended with exit code 3: out of dice"),
        ("hang", "no result within 2s"),
        ("garbage", "its last line is not a JSON object: no result"),
        ("silent", "it printed no result"),
        ("errors", "the match reports an error of both players"),
    ] {
        let out = run_in(&folder, fault);
        // Only one that hangs is to be ended by the clock, however busy the machine is.
        let keys = if fault == "hang" { ",timeout=2s" } else { "" };
        let output = play(&out, ["", fault], 10, &["--game", &game(keys)]);
        let told = stdout_of(&output);
        assert_eq!(output.status.code(), Some(0), "{fault}: {}", stderr_of(&output));
        let games = rows(&out, "games.csv", &columns::GAMES);
        let faults = rows(&out, "faults.csv", &FAULTS);
        let failed = games.iter().filter(|game| &game[7] == "failed");
        assert!(failed.clone().map(|game| &game[0]).eq(faults.iter().map(|fault| &fault[0])), "{fault}");
        assert!(!faults.is_empty() && faults.len() < games.len(), "{fault}: {faults:?}");
        for game in failed {
            assert_eq!([&game[5], &game[6]], ["1/2-1/2", "draw"], "{fault}");
            assert!(fault == "errors" || [&game[8], &game[9]] == ["0", "0"], "no scores, {fault}");
        }
        let row: Vec<&str> = faults[0].iter().skip(1).collect();
        assert_eq!(row, ["0", "", "failed", said], "{fault}");
        let warned = format!("failed and counted as drawn; last: {said}. See faults.csv");
        assert!(told.replace('\n', " ").replace("  ", " ").contains(&warned), "{fault}: {told}");
    }
    // What a match started does not outlive it.
    let running = || {
        let listed = Command::new("ps").args(["-eo", "args"]).output().unwrap();
        stdout_of(&listed).lines().any(|line| line.contains(&dice()) && line.contains("hang"))
    };
    until("the match has ended", || !running());
}

#[test]
fn many_failures_stop_the_run_which_can_be_continued() {
    let folder = TempDir::new().unwrap();
    let [out, whole] = ["run", "whole"].map(|name| run_in(&folder, name));
    let output = play(&out, ["garbage", ""], 30, &["--max-forfeits", "3"]);
    let told = stderr_of(&output);
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(
        told.contains("3 of them failed; last: its last line is not a JSON object: no result; see "),
        "{told}"
    );
    for out in [&out, &whole] {
        games(out, ["garbage", ""], 30, &["--max-forfeits", "100"]);
    }
    assert_same(&whole, &out, "a run that was stopped by failures");
}

#[test]
fn a_player_with_an_error_forfeits_the_game() {
    let folder = TempDir::new().unwrap();
    let out = run_in(&folder, "run");
    let games = games(&out, ["error", ""], 12, &[]);
    let faults = rows(&out, "faults.csv", &FAULTS);
    let lost = games.iter().filter(|game| &game[7] == "crash");
    assert!(lost.clone().count() > 0 && lost.clone().all(|game| &game[6] == "weak"), "{games:?}");
    assert!(lost.map(|game| &game[0]).eq(faults.iter().map(|fault| &fault[0])));
    let row: Vec<&str> = faults[0].iter().skip(1).collect();
    assert_eq!(row, ["0", "strong", "crash", "the match reports an error of this player"]);
}

#[test]
fn a_match_that_cannot_be_repeated_is_found_out() {
    let folder = TempDir::new().unwrap();
    let out = run_in(&folder, "run");
    let output = play(&out, ["moody", ""], 4, &[]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr_of(&output));
    let noted = stderr_of(&output).replace('\n', " ").replace("  ", " ");
    assert!(noted.contains("played again with the same seed, came out differently (points "), "{noted}");
    assert!(noted.contains("the run is not reproducible"), "{noted}");
    let run: serde_json::Value = serde_json::from_slice(&bytes(&out, "run.json")).unwrap();
    assert_eq!(run["reproducible"], false);
    let told = stdout_of(&output).replace('\n', " ").replace("  ", " ");
    assert!(told.contains("note: the first game came out differently when it was played again"), "{told}");
}

#[test]
fn matches_can_be_tournaments_races_tests_and_checks() {
    let folder = TempDir::new().unwrap();
    let out = run_in(&folder, "tournament");
    let game = game("");
    let run = out.to_str().unwrap();
    let played = stdout(&[
        "tournament",
        "three=true 3",
        "two=true 2",
        "one=true 1",
        "--game",
        &game,
        "-n",
        "10",
        "--no-progress",
        "--out",
        run,
    ]);
    assert!(played.starts_with("three") && played.contains("two") && played.contains("one"), "{played}");
    let rated = json(&["rate", run, "--json"]);
    assert_eq!(rated["players"].as_array().unwrap().len(), 3, "{rated}");
    assert_eq!(rows(&out, "attributes.csv", &ATTRIBUTES).len(), 4 * 30);
    let page = folder.path().join("page.html");
    stdout(&["report", run, "-o", page.to_str().unwrap(), "--where", "total>1"]);
    let page = fs::read_to_string(page).unwrap();
    assert!(page.contains("three") && !page.contains("nan"));
    let out = run_in(&folder, "sprt");
    let told = play(&out, ["", ""], 400, &["--sprt", "0,400", "--gate"]);
    assert_eq!(told.status.code(), Some(0), "{}", stderr_of(&told));
    assert!(rows(&out, "games.csv", &columns::GAMES).len() < 400, "the test decides");
    let suite = folder.path().join("strength.toml");
    let check = format!(
        "[[check]]\nname = \"stronger\"\ngame = '{game}'\na = 'strong=true 3'\nb = 'weak=true 1'\ngames = 40\nrequire = \"score >= 0.5\"\n"
    );
    fs::write(&suite, check).unwrap();
    let checked = stdout(&["check", suite.to_str().unwrap(), "--no-progress"]);
    assert!(checked.contains("stronger"), "{checked}");
    // Games without a result are no evidence.
    let garbage = fs::read_to_string(&suite).unwrap().replace("true 1", "true 1 garbage");
    fs::write(&suite, garbage).unwrap();
    let failed = arena(&["check", suite.to_str().unwrap(), "--no-progress"]);
    assert_eq!(failed.status.code(), Some(1), "{}", stderr_of(&failed));
    assert!(stderr_of(&failed).contains("10 of "), "{}", stderr_of(&failed));
    let out = run_in(&folder, "pick");
    let picked = arena(&[
        "pick",
        "three=true 3",
        "one=true 1",
        "--game",
        &game,
        "-n",
        "400",
        "--margin",
        "100",
        "--quiet",
        "--out",
        out.to_str().unwrap(),
    ]);
    assert!([Some(0), Some(4)].contains(&picked.status.code()), "{}", stderr_of(&picked));
}

#[test]
fn games_are_selected_by_their_attributes() {
    let folder = TempDir::new().unwrap();
    let out = run_in(&folder, "run");
    games(&out, ["", ""], 20, &[]);
    let attributes = rows(&out, "attributes.csv", &ATTRIBUTES);
    let small = attributes.iter().filter(|row| &row[3] == "map" && &row[4] == "small, dice").count();
    assert!(small > 0 && small < 20, "{small}");
    let run = out.to_str().unwrap();
    let counted = |command: &[&str]| json(&[command, &["--json"]].concat());
    let of_small = counted(&["stats", run, "--where", "map=small, dice"]);
    assert_eq!(of_small["n"].as_u64().unwrap() * 2, small as u64, "{of_small}");
    let rated = counted(&["rate", run, "--where", "map=small, dice"]);
    assert_eq!(rated["players"][0]["games"].as_u64().unwrap(), small as u64, "{rated}");
    let turn = counted(&["stats", run, "--where", "weak:lead@3<-1", "--where", "map!=small, dice"]);
    let meets = |game: &str| {
        let value = |name: &str| attributes.iter().find(|row| &row[0] == game && &row[3] == name).unwrap();
        &value("lead")[1] == "weak"
            && value("lead")[4].parse::<i32>().unwrap() < -1
            && &value("map")[4] == "big, dice"
    };
    let wanted = (1..=20).filter(|game: &u32| meets(&game.to_string())).count() as u64;
    assert_eq!(turn["n"].as_u64().unwrap(), wanted, "{turn}");
    for (condition, told) in [
        ("turns", "--where: a comparison is missing"),
        ("lead>0", "--where: no game has the attribute 'lead'"),
        ("total>1000", "meets the conditions"),
    ] {
        let output = arena(&["stats", run, "--where", condition]);
        assert_eq!(output.status.code(), Some(2), "{condition}");
        assert!(stderr_of(&output).contains(told), "{condition}: {}", stderr_of(&output));
    }
}

#[test]
fn a_match_that_does_not_work_is_told_before_the_run() {
    let folder = TempDir::new().unwrap();
    let out = run_in(&folder, "run");
    let told = |game: &str, more: &[&str]| {
        let output = play(&out, ["", ""], 4, &[&["--game", game], more].concat());
        (output.status.code(), stderr_of(&output))
    };
    let (code, text) = told("match:sh -c 'echo no dice >&2; exit 5' {SEED} {P1} {P2}", &[]);
    assert_eq!(code, Some(1), "{text}");
    assert!(
        text.contains("--game: the first game has no result: it ended with exit code 5: no dice"),
        "{text}"
    );
    assert!(
        text.contains("try it by hand: sh -c 'echo no dice >&2; exit 5' 720715385 'true 3' 'true 1'"),
        "{text}"
    );
    assert_eq!(told("match:./missing {P1} {P2}", &[]).0, Some(1));
    for (game, more, expected) in [
        ("match:./x {SEED}", &[][..], "the command has no {P1} and {P2}"),
        ("match:./x {P1} {P2} {P3}", &[], "{P3} is a player, but a match has two"),
        ("match:./x {SED} {P1} {P2}", &[], "unknown placeholder {SED}"),
        ("match:./x {P1} {P2}", &["--openings", "random"], "--openings: a match has no openings"),
        ("match:./x {P1} {P2}", &["--record-moves"], "--record-moves: arena sees no moves"),
        ("match:./x {P1} {P2}", &["--max-plies", "9"], "--max-plies: arena sees no moves"),
        ("match:./x {P1} {P2}", &["--referees", "one"], "--referees: arena sees no moves"),
    ] {
        let (code, text) = told(game, more);
        assert_eq!(code, Some(2), "{game} {more:?}: {text}");
        assert!(text.contains(expected), "{game} {more:?}: {text}");
    }
    let player = |player: &str| {
        let output = arena(&[
            "--a",
            player,
            "--b",
            "./b",
            "--game",
            "match:./x {P1} {P2}",
            "--out",
            out.to_str().unwrap(),
        ]);
        assert_eq!(output.status.code(), Some(2), "{player}");
        stderr_of(&output)
    };
    assert!(player("smart:6").contains("smart cannot play this game: the match starts its players itself"));
    assert!(player("./a,time=1s").contains("time= has no effect here"));
    assert!(player("match=./a").contains("a player cannot be called 'match'"));
    let shown = arena(&["show", "--game", "match:./x {P1} {P2}"]);
    assert!(
        stderr_of(&shown).contains("arena sees neither positions nor moves of this game"),
        "{}",
        stderr_of(&shown)
    );
}

#[test]
fn a_recorded_match_is_shown_without_moves() {
    let folder = TempDir::new().unwrap();
    let out = run_in(&folder, "run");
    let games = games(&out, ["", ""], 4, &[]);
    let shown = stdout(&["show", out.to_str().unwrap(), "--game", "3"]);
    assert!(
        shown.contains("game 3: strong (first) against weak (second)") && shown.contains(&games[2][2]),
        "{shown}"
    );
    for judge in [&[][..], &["--judge", "smart:2"], &["--judge", "./engine"]] {
        let output = arena(&[&["explain", out.to_str().unwrap()], judge].concat());
        let said = stderr_of(&output);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("arena sees neither positions nor moves of this game"), "{said}");
    }
}
