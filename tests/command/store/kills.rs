//! Kills at every step of replacing a run, and files of other programs in its folder.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::stopping::{CHEAP, halted, output_of, signal};
use crate::common::{assert_same_results, bytes, content, is_installed, match_into, play, stderr_of};
use tempfile::TempDir;

/// What changes a folder, under the names that it has on the machines that Linux knows.
const CHANGES: [&str; 7] = [
    "?rename,?renameat",
    "?unlink,?unlinkat",
    "?rmdir",
    "?mkdir,?mkdirat",
    "fsync",
    "fdatasync",
    "ftruncate",
];

/// Runs a match that is killed when it is about to make a change for the n-th time. Whether it was.
fn killed_before(out: &Path, line: &str, change: &str, n: u32) -> bool {
    let inner = match_into(out, line);
    let mut strace = Command::new("strace");
    strace.args(["-f", "-qq", "-o", "/dev/null", "-e", &format!("trace={change}")]);
    strace.args(["-e", &format!("inject={change}:signal=KILL:when={n}")]);
    let output = strace.arg(inner.get_program()).args(inner.get_args()).output().unwrap();
    match output.status.code() {
        Some(0) => false,
        None | Some(137) => true,
        _ => panic!("{change} {n}: {}", stderr_of(&output)),
    }
}

/// For each way to be killed: prepares a folder, has a match killed in it, and looks at what is left.
fn at_every_kill(line: &str, prepare: impl Fn(&Path), look: impl Fn(&Path, &str)) {
    if !is_installed("strace") {
        // The steps of a replacement are tested without it, next to the code.
        return;
    }
    let mut kills = 0;
    for change in CHANGES {
        for n in 1.. {
            let runs = TempDir::new().unwrap();
            let out = runs.path().join("run");
            prepare(&out);
            if !killed_before(&out, line, change, n) {
                break;
            }
            kills += 1;
            look(&out, &format!("killed before the {n}. {change}"));
        }
    }
    assert!(kills > 20, "{kills} kills");
}

const LINE: &str = "--games 6 --a bad --b random --threads 1 --quiet";

#[test]
#[ignore = "kills at every change of the folder"]
fn a_finished_run_is_replaced_as_a_whole_or_not_at_all() {
    let runs = TempDir::new().unwrap();
    let whole = runs.path().join("whole");
    play(&whole, LINE);
    let prepare = |out: &Path| {
        // The old run has a file more.
        play(out, &format!("{LINE} --record-moves"));
        fs::write(out.join("notes.txt"), "mine").unwrap();
        fs::create_dir(out.join(".again")).unwrap();
        fs::write(out.join(".again/notes.txt"), "mine, too").unwrap();
    };
    at_every_kill(LINE, prepare, |out, what| {
        play(out, LINE);
        assert_same_results(&whole, out, what);
        assert_eq!(bytes(out, "notes.txt"), b"mine", "{what}");
        assert_eq!(bytes(out, ".again/notes.txt"), b"mine, too", "{what}");
        let mut names: Vec<String> = content(&whole).into_keys().chain(["notes.txt".to_owned()]).collect();
        names.sort();
        assert_eq!(content(out).into_keys().collect::<Vec<_>>(), names, "{what}");
        assert_eq!(fs::read_dir(out).unwrap().count(), names.len() + 1, "{what}: nothing is left behind");
    });
}

#[test]
#[ignore = "kills at many moments"]
fn a_fresh_run_that_is_killed_leaves_the_old_run_or_its_own_beginning() {
    let runs = TempDir::new().unwrap();
    let [whole, old] = ["whole", "old"].map(|name| runs.path().join(name));
    play(&whole, LINE);
    let other = "--games 8 --a bad --b greedy --threads 1 --quiet --record-moves";
    play(&old, other);
    let prepare = |out: &Path| {
        fs::create_dir(out).unwrap();
        for (name, bytes) in content(&old) {
            fs::write(out.join(name), bytes).unwrap();
        }
    };
    let before = content(&old);
    at_every_kill(&format!("{LINE} --fresh"), prepare, |out, what| {
        let mut left = content(out);
        left.retain(|name, _| before.contains_key(name) || !name.contains(".tmp"));
        if left == before {
            return;
        }
        play(out, LINE);
        assert_same_results(&whole, out, what);
        assert_eq!(
            content(out).keys().collect::<Vec<_>>(),
            content(&whole).keys().collect::<Vec<_>>(),
            "{what}"
        );
    });
}

#[test]
fn folders_within_that_of_the_run_are_left_alone() {
    let runs = TempDir::new().unwrap();
    let out = runs.path().join("run");
    play(&out, LINE);
    // Another run of the same plan, finished or not, and other files.
    play(&out.join("again"), LINE);
    crate::common::set_state(&out.join("again"), "running");
    fs::create_dir(out.join("again-2")).unwrap();
    fs::write(out.join("again-2/games.csv"), "mine").unwrap();
    let before = ["again", "again-2"].map(|name| content(&out.join(name)));
    play(&out, LINE);
    assert_eq!(["again", "again-2"].map(|name| content(&out.join(name))), before);
}

#[test]
fn a_link_in_the_way_of_a_draft_is_not_followed() {
    let runs = TempDir::new().unwrap();
    let (out, victim) = (runs.path().join("run"), runs.path().join("victim"));
    fs::write(&victim, "mine").unwrap();
    let (child, _) = halted(CHEAP, &out, &out, |_| {});
    for draft in ["run.json.tmp", "timings.csv.tmp", "summary.csv.tmp"] {
        std::os::unix::fs::symlink(&victim, out.join(draft)).unwrap();
    }
    signal(&child, "CONT");
    let output = output_of(child);
    assert_eq!(output.status.code(), Some(0), "{}", stderr_of(&output));
    assert_eq!(fs::read(&victim).unwrap(), b"mine");
    assert!(!fs::symlink_metadata(out.join("summary.csv")).unwrap().is_symlink());
}
