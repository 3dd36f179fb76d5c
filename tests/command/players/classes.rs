//! Classroom submissions, unmodified: the drivers in `bots/classes` with submissions written to the interfaces alone.
#![cfg(target_os = "linux")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use super::bots::{FAULTS, folder};
use crate::common::{is_installed, play, rows};

/// A driver with a submission, as the documentation compiles it.
fn compile(folder: &Path, game: &str, submission: &str, class: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let samples = root.join("tests/bots/classes");
    let board = if game == "kalah" { "Board.cpp" } else { "Scaffold.cpp" };
    let program = folder.join(format!("{submission}-{class}"));
    let mut command = Command::new("g++");
    command.args(["-std=c++17", "-Wall", "-Wextra", "-Werror", "-pthread"]);
    if class != "SmartPlayer" {
        command.arg(format!("-DPLAYER={class}"));
    }
    command.arg("-I").arg(samples.join(submission));
    command.arg(root.join("bots/classes").join(format!("{game}.cpp")));
    command.args([board, "Player.cpp"].map(|file| samples.join(game).join(file)));
    assert!(command.arg("-o").arg(&program).status().unwrap().success(), "{submission} {class}");
    program
}

/// A folder with submissions of these classes, or nothing where there is no compiler.
fn compiled(game: &str, classes: &[&str]) -> Option<(TempDir, Vec<PathBuf>)> {
    if !is_installed("g++") {
        return None;
    }
    let folder = folder();
    let programs = classes.iter().map(|class| compile(folder.path(), game, game, class)).collect();
    Some((folder, programs))
}

/// The openings, results and moves of a match.
fn games(out: &Path, player: &str, opponent: &str, game: &str) -> Vec<Vec<String>> {
    play(out, &format!("--a a={player} --b b={opponent} --game {game} --games 60"));
    let text = fs::read_to_string(out.join("games.csv")).unwrap();
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
}

/// A submission that looks one move ahead by its own board plays what `smart:1` plays by arena's, on both sides.
fn assert_plays_like_smart(game: &str, submission: &str, specs: &[&str]) {
    if !is_installed("g++") {
        return;
    }
    let folder = folder();
    let program = compile(folder.path(), game, submission, "SmartPlayer");
    for spec in specs {
        let out = |name: &str| folder.path().join(format!("{name}-{}", spec.replace(':', "-")));
        let submitted = games(&out("submitted"), program.to_str().unwrap(), "random", spec);
        let known = games(&out("known"), "smart:1", "random", spec);
        assert_eq!(submitted.len(), 60, "{spec}");
        assert_eq!(submitted, known, "{spec}");
    }
}

#[test]
fn a_kalah_submission_sees_every_position_as_arena_does() {
    assert_plays_like_smart("kalah", "kalah", &["kalah:6x4", "kalah:3x5", "kalah:7x2", "kalah:1x9"]);
}

#[test]
fn a_connect_submission_sees_every_position_as_arena_does() {
    let specs = ["connect:7x6x4", "connect:5x4x3", "connect:4x9x4", "connect:12x3x3"];
    assert_plays_like_smart("connect", "connect", &specs);
}

#[test]
fn a_connect_submission_may_have_one_provided_header() {
    assert_plays_like_smart("connect", "provided", &["connect:5x4x3"]);
}

#[test]
fn another_class_of_the_submission_plays_under_its_name() {
    let Some((folder, programs)) = compiled("kalah", &["BadPlayer"]) else { return };
    let checked = crate::common::stdout(&["bot", programs[0].to_str().unwrap()]);
    assert!(checked.contains("name BadPlayer"), "{checked}");
    let sentence = play(&folder.path().join("run"), &format!("{} bad -n 20", programs[0].display()));
    assert!(sentence.ends_with("plays the same moves as bad in all 20 games\n"), "{sentence}");
}

#[test]
fn what_a_submission_leaks_or_keeps_ends_with_its_game() {
    let Some((folder, programs)) = compiled("kalah", &["LeakyPlayer"]) else { return };
    // About 60 MB in a game, in 60 games.
    let out = folder.path().join("run");
    let player = format!("a={},memory=400M", programs[0].display());
    play(&out, &format!("{player} random -n 60 --threads 1"));
    assert!(!out.join("faults.csv").exists());
    let log = fs::read_to_string(out.join("logs/a.log")).unwrap();
    assert_eq!(log, "the first move, of 48 beans\n".repeat(60));
}

#[test]
#[ignore = "compiles two submissions and plays with each"]
fn a_submission_that_gives_up_or_crashes_forfeits_that_game_alone() {
    for (class, reason) in [("LostPlayer", "illegal"), ("CrashPlayer", "crash")] {
        let Some((folder, programs)) = compiled("kalah", &[class]) else { return };
        let out = folder.path().join("run");
        play(&out, &format!("a={} bad -n 40 --max-forfeits 40", programs[0].display()));
        let mut reasons = BTreeMap::new();
        let text = fs::read_to_string(out.join("games.csv")).unwrap();
        for row in csv::Reader::from_reader(text.as_bytes()).records() {
            *reasons.entry(row.unwrap()[7].to_owned()).or_insert(0) += 1;
        }
        let kinds: Vec<&str> = reasons.keys().map(String::as_str).collect();
        let mut expected = vec!["normal", reason];
        expected.sort_unstable();
        assert_eq!(kinds, expected, "{reasons:?}");
        let log = fs::read_to_string(out.join("logs/a.log")).unwrap_or_default();
        assert_eq!(log.contains("going down"), class == "CrashPlayer", "{log}");
        let faults = rows(&out, "faults.csv", &FAULTS);
        assert_eq!(faults.len(), reasons[reason], "{class}");
    }
}

/// The shell commands of the page for teachers.
fn commands_of_the_page() -> String {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/CLASSROOM.md")).unwrap();
    let blocks = page.split("```sh\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    blocks.collect::<Vec<_>>().join("\n")
}

/// Whether bubblewrap may make namespaces here: not in every container.
fn has_sandbox() -> bool {
    let mut bwrap = Command::new("bwrap");
    bwrap.args(["--unshare-all", "--ro-bind", "/", "/", "true"]).stderr(Stdio::null());
    is_installed("bwrap") && bwrap.status().is_ok_and(|status| status.success())
}

#[test]
#[ignore = "compiles two submissions and plays a tournament in the sandbox"]
fn the_commands_for_a_class_lead_from_submissions_to_a_ranking() {
    if !is_installed("g++") {
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let class = folder();
    for (name, broken) in [("ann", false), ("ben", false), ("cid", true)] {
        let submission = class.path().join("submissions").join(name);
        fs::create_dir_all(&submission).unwrap();
        for file in fs::read_dir(root.join("tests/bots/classes/kalah")).unwrap() {
            let file = file.unwrap();
            fs::copy(file.path(), submission.join(file.file_name())).unwrap();
        }
        // Every student has tests of his own, and one forgot something.
        let main = "#include \"Board.h\"\nint main() { return Board(1, 1).holes(); }\n";
        fs::write(submission.join("main.cpp"), main).unwrap();
        if broken {
            fs::write(submission.join("Player.cpp"), "int SmartPlayer::choose\n").unwrap();
        }
    }
    std::os::unix::fs::symlink(root.join("scripts"), class.path().join("scripts")).unwrap();
    let mut commands = commands_of_the_page();
    assert!(commands.contains("scripts/sandboxed "), "{commands}");
    if !has_sandbox() {
        commands = commands.replace("scripts/sandboxed ", "");
    }
    let commands = commands.replace("--games 20", "--games 2");
    let built = Path::new(env!("CARGO_BIN_EXE_arena")).parent().unwrap();
    let path = format!("{}:{}", built.display(), std::env::var("PATH").unwrap());
    let mut shell = Command::new("bash");
    shell.args(["-e", "-c", &commands]).env("PATH", path).current_dir(class.path());
    let output = shell.stdin(Stdio::null()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}\n{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("cid does not compile: see programs/cid.log"), "{said}");

    let ranking = fs::read_to_string(class.path().join("ranking.csv")).unwrap();
    assert!(ranking.starts_with("rank,player,rating,rating_low,rating_high,games,wins,draws,losses,score\n"));
    let mut players: Vec<&str> =
        ranking.lines().skip(1).map(|line| line.split(',').nth(1).unwrap()).collect();
    players.sort_unstable();
    assert_eq!(players, ["ann", "bad", "ben", "smart:2", "smart:4", "smart:6"]);
    assert!(fs::read_to_string(class.path().join("ranking.html")).unwrap().contains("ann"));
}
