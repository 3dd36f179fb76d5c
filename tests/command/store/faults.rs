//! What a machine can do to a run: a full disk, a folder that cannot be written or goes away, a reader that leaves.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::common::columns;
use crate::common::stopping::{CHEAP, halted, kill, output_of, start};
use crate::common::{
    assert_same_results, bytes, content, match_into, play, rows, stderr_of, stdout_of, until,
    until_games_are_written,
};
use tempfile::TempDir;

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

/// Plays a match with no file larger than this many KiB, as on a full disk.
fn with_little_room(out: &Path, line: &str, kibibytes: u32) -> Output {
    // With the signal ignored, the write fails as on a full disk.
    let script = format!("trap '' XFSZ; ulimit -f {kibibytes}; exec \"$@\"");
    let inner = match_into(out, line);
    Command::new("bash")
        .args(["-c", &script, "bash"])
        .arg(inner.get_program())
        .args(inner.get_args())
        .output()
        .unwrap()
}

#[test]
fn a_full_disk_is_reported_and_the_run_continues_when_there_is_room() {
    let runs = folder();
    let line = "--games 2001 --a greedy --b random --quiet";
    let whole = runs.path().join("whole");
    play(&whole, line);
    for room in [4, 17, 64, 130] {
        let out = runs.path().join(room.to_string());
        let output = with_little_room(&out, line, room);
        let stderr = stderr_of(&output);
        assert_eq!((output.status.code(), stdout_of(&output).as_str()), (Some(1), ""), "{room}: {stderr}");
        let said = format!("error: cannot write {}/games.csv: ", out.display());
        assert!(stderr.starts_with(&said), "{stderr}");
        assert!(stderr.contains("free some space, then repeat the command"), "{stderr}");
        assert_eq!(stderr.lines().count(), 2, "{stderr}");
        let kept = bytes(&out, "games.csv");
        assert!(kept.len() <= room as usize * 1024);
        let whole_lines = kept.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        assert_eq!(kept[..whole_lines], bytes(&whole, "games.csv")[..whole_lines], "what is kept is good");
        // Still no room, then a little more, then enough.
        assert_eq!(with_little_room(&out, line, room).status.code(), Some(1));
        assert_eq!(with_little_room(&out, line, room + 40).status.code(), Some(1));
        play(&out, line);
        assert_same_results(&whole, &out, &format!("after a disk with {room} KiB"));
    }
}

#[test]
fn a_disk_that_is_too_full_for_anything_is_reported() {
    let runs = folder();
    let out = runs.path().join("run");
    let line = "--games 20 --a bad --b random --quiet";
    let output = with_little_room(&out, line, 0);
    let stderr = stderr_of(&output);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(stderr.starts_with("error: cannot write ") && stderr.contains("free some space"), "{stderr}");
    play(&out, line);
}

#[test]
fn a_disk_too_full_for_the_moves_is_reported() {
    let runs = folder();
    let line = "--games 301 --a greedy --b random --record-moves --quiet";
    let whole = runs.path().join("whole");
    play(&whole, line);
    let out = runs.path().join("run");
    let output = with_little_room(&out, line, 64);
    let stderr = stderr_of(&output);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(stderr.starts_with(&format!("error: cannot write {}/moves.csv: ", out.display())), "{stderr}");
    play(&out, line);
    assert_same_results(&whole, &out, "with moves");
    let plies = |run: &Path| rows(run, "moves.csv", &columns::MOVES).len();
    assert_eq!(plies(&out), plies(&whole));
}

#[test]
fn a_full_disk_behind_stdout_is_reported_and_the_files_are_complete() {
    let out = folder();
    let full = File::options().write(true).open("/dev/full").unwrap();
    let output =
        match_into(out.path(), "--games 20 --a bad --b random --quiet").stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr_of(&output).starts_with("error: cannot read or write"), "{}", stderr_of(&output));
    assert!(out.path().join("summary.csv").exists());
}

#[test]
fn a_folder_that_cannot_be_written_is_reported() {
    let runs = folder();
    let file = runs.path().join("file");
    fs::write(&file, "not a folder").unwrap();
    let taken = runs.path().join("taken");
    fs::create_dir_all(taken.join("games.csv")).unwrap();
    let mut outs = vec![
        (file.clone(), file.display().to_string()),
        (file.join("below"), file.display().to_string()),
        (taken.clone(), taken.join("games.csv").display().to_string()),
        ("/proc/arena-test".into(), "/proc/arena-test".to_owned()),
    ];
    // Permissions mean nothing to the superuser.
    let locked = runs.path().join("locked");
    fs::create_dir(&locked).unwrap();
    let mut permissions = fs::metadata(&locked).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&locked, permissions).unwrap();
    if fs::write(locked.join("probe"), "").is_err() {
        outs.push((locked.clone(), locked.display().to_string()));
    }
    for (out, named) in outs {
        let output = match_into(&out, "--games 20 --a bad --b random").output().unwrap();
        let stderr = stderr_of(&output);
        assert_eq!((output.status.code(), stdout_of(&output).as_str()), (Some(1), ""), "{stderr}");
        assert!(stderr.starts_with("error: cannot create ") && stderr.contains(&named), "{stderr}");
        assert!(stderr.contains("--out"), "what to do: {stderr}");
    }
    assert_eq!(fs::read(&file).unwrap(), b"not a folder");
}

/// Stands for a kill in the middle of the beginning: `run.json` cannot be written.
#[test]
fn a_run_that_could_not_begin_begins_with_the_same_command() {
    let line = "--games 20 --a bad --b random --record-moves --quiet";
    let runs = folder();
    let whole = runs.path().join("whole");
    play(&whole, line);
    let out = runs.path().join("run");
    let in_the_way = out.join("run.json.tmp");
    for round in ["a new folder", "a run without games"] {
        fs::create_dir_all(&in_the_way).unwrap();
        let output = match_into(&out, line).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{round}: {}", stderr_of(&output));
        assert!(stderr_of(&output).contains("run.json"), "{}", stderr_of(&output));
        fs::remove_dir(&in_the_way).unwrap();
        play(&out, line);
        assert_same_results(&whole, &out, round);
        crate::common::set_state(&out, "running");
        fs::write(out.join("games.csv"), "").unwrap();
    }
}

#[test]
fn a_folder_that_goes_away_ends_the_run() {
    for replaced in [false, true] {
        let runs = folder();
        let out = runs.path().join("run");
        let child = start(&out, "--games 100000 --a smart:8 --b random --threads 2");
        until_games_are_written(&out);
        until("the folder is gone", || fs::remove_dir_all(&out).is_ok());
        if replaced {
            fs::create_dir(&out).unwrap();
            fs::write(out.join("games.csv"), "somebody's\n").unwrap();
        }
        let output = output_of(child);
        let stderr = stderr_of(&output);
        assert_eq!(output.status.code(), Some(1), "{stderr}");
        let said = format!("error: {}/games.csv was removed or replaced during the run\n", out.display());
        assert!(stderr.contains(&said), "{stderr}");
        if replaced {
            assert_eq!(content(&out).into_keys().collect::<Vec<_>>(), ["games.csv"]);
            assert_eq!(bytes(&out, "games.csv"), b"somebody's\n");
        } else {
            assert!(!out.exists());
        }
    }
}

#[test]
fn a_reader_that_goes_away_is_not_an_error() {
    for line in ["--games 2001 --a greedy --b random", "--games 2001 --a greedy --b random --json"] {
        let out = folder();
        let mut child = start(out.path(), line);
        drop(child.stdout.take());
        let output = output_of(child);
        assert_eq!((output.status.code(), stderr_of(&output).as_str()), (Some(0), ""), "{line}");
        assert!(out.path().join("summary.csv").exists());
    }
}

#[test]
fn a_closed_stderr_does_not_stop_a_run() {
    let runs = folder();
    let out = runs.path().join("run");
    // Killed first, so that there is something to say: that it continues.
    let (killed, line) = halted(CHEAP, &out, &out, |_| {});
    kill(killed);
    let whole = runs.path().join("whole");
    play(&whole, &line);
    let mut child = start(&out, &line);
    drop(child.stderr.take());
    let output = output_of(child);
    assert_eq!(output.status.code(), Some(0));
    assert!(stdout_of(&output).contains(" pairs\n"), "{}", stdout_of(&output));
    assert_same_results(&whole, &out, "with a closed stderr");

    // Finished: now there is to say that it is played again. Here stderr is not even open.
    let script = "exec \"$@\" 2>&-";
    let inner = match_into(&out, &line);
    let mut shell = Command::new("sh");
    shell.args(["-c", script, "sh"]).arg(inner.get_program()).args(inner.get_args());
    assert_eq!(shell.output().unwrap().status.code(), Some(0));
    assert_same_results(&whole, &out, "without a stderr");

    let full = File::options().write(true).open("/dev/full").unwrap();
    let status = match_into(&out, &line).stdout(Stdio::null()).stderr(full).status().unwrap();
    assert_eq!(status.code(), Some(0));
    assert_same_results(&whole, &out, "with a full disk behind stderr");
}
