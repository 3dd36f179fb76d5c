//! Readers that leave, and signals that are ignored: neither changes what a command comes to.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::stopping::{ENDLESS, ctrl_c, output_of, signal, until_written, written};
use crate::common::{arena, match_into, play, stderr_of, until_games_are_written};
use tempfile::TempDir;

const BINARY: &str = env!("CARGO_BIN_EXE_arena");

#[test]
fn a_pipe_that_nothing_is_written_to_is_left_at_the_first_signal() {
    let folder = TempDir::new().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let pipe = pipe.to_str().unwrap();
    let openings = format!("file:{pipe}");
    for words in
        [&["stats", pipe][..], &["rate", pipe], &["check", pipe], &["bad", "random", "--openings", &openings]]
    {
        let mut command = Command::new(BINARY);
        command.args(words).current_dir(folder.path()).stdin(Stdio::null());
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        ctrl_c(&child);
        assert_eq!(output_of(child).status.code(), Some(130), "{words:?}");
    }
}

#[test]
fn the_games_of_a_run_are_not_waited_for() {
    let folder = TempDir::new().unwrap();
    let run = folder.path().join("run");
    play(&run, "bad random --games 2");
    let games = run.join("games.csv");
    fs::remove_file(&games).unwrap();
    assert!(Command::new("mkfifo").arg(&games).status().unwrap().success());
    for command in ["review", "rate", "stats"] {
        let output = arena(&[command, run.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(2), "{command}");
        assert!(stderr_of(&output).contains("it is not a regular file"), "{command}: {}", stderr_of(&output));
    }
}

/// A suite whose check fails.
fn weak_suite(folder: &Path) -> String {
    let path = folder.join("weak.toml");
    let text =
        "[[check]]\nname = \"weak\"\na = \"bad\"\nb = \"smart:4\"\ngames = 60\nrequire = \"score >= 0.9\"\n";
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// The exit code of a pipeline under `pipefail` whose reader leaves at once.
fn piped_into_a_closed_pipe(folder: &Path, words: &[&str]) -> Option<i32> {
    let script = "set -o pipefail; \"$@\" | true";
    let mut shell = Command::new("bash");
    shell.args(["-c", script, "bash", BINARY]).args(words).current_dir(folder).stderr(Stdio::null());
    shell.status().unwrap().code()
}

#[test]
fn the_exit_code_is_the_verdict_even_if_nobody_reads_it() {
    let folder = TempDir::new().unwrap();
    let suite = weak_suite(folder.path());
    let out = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let gate = |games: &'static str, a: &'static str, b: &'static str| {
        let out = out(&format!("{a}{games}"));
        ["--games", games, "--a", a, "--b", b, "--sprt", "0,10", "--gate", "--out", &out]
            .map(str::to_owned)
            .to_vec()
    };
    let checks = ["check", &suite].map(str::to_owned).to_vec();
    let checks_as_json = ["check", &suite, "--format", "json"].map(str::to_owned).to_vec();
    let cases = [
        (checks, 3),
        (checks_as_json, 3),
        (gate("2000", "bad", "smart:4"), 3),
        (gate("2", "bad", "random"), 4),
        (gate("2000", "smart:4", "bad"), 0),
    ];
    for (words, code) in cases {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        assert_eq!(piped_into_a_closed_pipe(folder.path(), &words), Some(code), "{words:?}");
    }
}

#[test]
fn files_are_written_even_if_nobody_reads_stdout() {
    let folder = TempDir::new().unwrap();
    let suite = weak_suite(folder.path());
    let words =
        ["check", &suite, "--format", "markdown", "--format", "json=out.json", "--format", "junit=out.xml"];
    assert_eq!(piped_into_a_closed_pipe(folder.path(), &words), Some(3));
    for file in ["out.json", "out.xml"] {
        assert!(fs::read_to_string(folder.path().join(file)).unwrap().contains("weak"), "{file}");
    }
}

#[test]
fn a_file_that_cannot_be_written_does_not_keep_the_others_from_being_written() {
    let folder = TempDir::new().unwrap();
    let suite = weak_suite(folder.path());
    let mut command = Command::new(BINARY);
    command.args(["check", &suite, "--format", "json=/dev/full", "--format", "junit=out.xml"]);
    let output = command.current_dir(folder.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr_of(&output).contains("/dev/full"), "{}", stderr_of(&output));
    assert!(folder.path().join("out.xml").exists());
}

#[cfg(target_os = "linux")]
#[test]
fn a_verdict_stays_a_verdict_on_a_full_disk() {
    let folder = TempDir::new().unwrap();
    let suite = weak_suite(folder.path());
    for (words, code) in [(vec!["check", &suite], 3), (vec!["list"], 1)] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output = Command::new(BINARY).args(&words).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{words:?}");
        assert!(stderr_of(&output).starts_with("error: cannot read or write"), "{}", stderr_of(&output));
    }
}

#[test]
fn a_command_without_a_verdict_ends_with_its_reader() {
    let folder = TempDir::new().unwrap();
    assert_eq!(piped_into_a_closed_pipe(folder.path(), &["list"]), Some(0));
    assert_eq!(arena(&["list"]).status.code(), Some(0));
}

/// A run that was started to ignore a signal goes on when it comes, and still ends in good order when asked to.
#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_was_ignored_stays_ignored() {
    for name in ["HUP", "INT"] {
        let folder = TempDir::new().unwrap();
        let out = folder.path().join("run");
        let inner = match_into(&out, ENDLESS);
        let script = format!("trap '' {name}; exec \"$@\"");
        let mut child = Command::new("sh")
            .args(["-c", &script, "sh"])
            .arg(inner.get_program())
            .args(inner.get_args())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        until_games_are_written(&out);
        for _ in 0..3 {
            signal(&child, name);
            // More than the games that were begun before the signal.
            let ended = until_written(&mut child, &out, written(&out) + 2000);
            assert_eq!(ended, None, "SIG{name} was ignored when the run began");
        }
        signal(&child, "TERM");
        assert_eq!(output_of(child).status.code(), Some(130), "SIGTERM is not");
    }
}
