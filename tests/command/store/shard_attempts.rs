//! Attempts to play a shard: killed, interrupted, doubled, damaged, or at something else.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::common::stopping::{kill, output_of, signal, state, written};
use crate::common::{bytes, change_json, is_installed, stderr_of, stdout_of, until};
use crate::store::shards::{
    assert_like, command, failure, json_file, merge, merged, play_shard, play_shards, whole,
};
use serde_json::Value;
use tempfile::TempDir;

const LINE: &str = "match --a smart:1 --b random --games 31";

/// A match of which a shard takes a while. Its openings are the same ones for any number of games.
const LONG: &str =
    "match --a smart:2 --b greedy --games 400000 --threads 2 --record-moves --openings random:7";

/// The names in the folder of the shards.
fn listed(out: &Path) -> Vec<String> {
    let entries = fs::read_dir(out.join("shards")).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = entries.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    names
}

/// The folder in which a process plays a shard.
fn attempt_of(out: &Path, child: &Child) -> Option<PathBuf> {
    let pid = format!(".{}", child.id());
    let names = fs::read_dir(out.join("shards")).ok()?.map(|entry| entry.unwrap().path());
    names.into_iter().find(|path| path.display().to_string().ends_with(&pid))
}

/// Starts a shard that has written some games, and goes on.
fn started(out: &Path, shard: &str, more: u64) -> (Child, PathBuf) {
    let mut command = command(out, &format!("{LONG} --shard {shard}"));
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    until("the folder of the attempt", || attempt_of(out, &child).is_some());
    let attempt = attempt_of(out, &child).unwrap();
    until("games are written", || written(&attempt) > more);
    (child, attempt)
}

#[test]
#[ignore = "kills at many moments"]
fn a_killed_shard_continues_to_the_same_bytes() {
    let runs = TempDir::new().unwrap();
    let [single, out] = ["single", "shards"].map(|name| runs.path().join(name));
    // The second of twenty shards is killed, again and again.
    let mut more = 50_000;
    for _ in 0..3 {
        let (child, _) = started(&out, "2/20", more);
        kill(child);
        assert_eq!(listed(&out).len(), 2, "{:?}: one attempt and shards.json", listed(&out));
        more += 100_000;
    }
    let output = command(&out, &format!("{LONG} --shard 2/20")).output().unwrap();
    let said = stderr_of(&output);
    assert!(said.starts_with("continuing shard 2 of 20 after "), "{said}");
    assert_eq!(listed(&out), ["2-of-20", "shards.json"]);
    // Its games are the second half of a run of as many games as two shards have.
    whole(&single, &LONG.replace("400000", "40000"));
    let shard = out.join("shards/2-of-20");
    for file in ["games.csv", "moves.csv"] {
        let rows = |run: &Path| -> Vec<Vec<String>> {
            let bytes = bytes(run, file);
            let mut reader = csv::Reader::from_reader(bytes.as_slice());
            let second = |row: &csv::StringRecord| row[0].parse::<u64>().unwrap() > 20_000;
            let rows = reader.records().map(Result::unwrap).filter(second);
            let is_timed = |i: usize| file == "moves.csv" && i == 4;
            let kept = |row: csv::StringRecord| {
                row.iter()
                    .enumerate()
                    .filter(|(i, _)| !is_timed(*i))
                    .map(|(_, field)| field.to_owned())
                    .collect()
            };
            rows.map(kept).collect()
        };
        let (shard, single) = (rows(&shard), rows(&single));
        assert!(shard.len() >= 20_000 && shard == single, "{file}");
    }
}

#[test]
fn an_interrupted_shard_is_left_to_any_host() {
    let runs = TempDir::new().unwrap();
    let out = runs.path().join("shards");
    let (child, _) = started(&out, "1/20", 50_000);
    signal(&child, "INT");
    let output = output_of(child);
    assert_eq!((output.status.code(), stdout_of(&output).as_str()), (Some(130), ""));
    let said = stderr_of(&output);
    assert!(said.contains(" of shard 1 of 20, with ") && said.contains(" --shard 1/20\n"), "{said}");
    assert_eq!(listed(&out), [".1-of-20", "shards.json"]);
    assert_eq!(state(&out.join("shards/.1-of-20")), "interrupted");
    let output = command(&out, &format!("{LONG} --shard 1/20")).output().unwrap();
    assert!(stderr_of(&output).starts_with("continuing shard 1 of 20 after "), "{}", stderr_of(&output));
    assert_eq!(listed(&out), ["1-of-20", "shards.json"]);
}

#[test]
fn a_late_duplicate_is_harmless() {
    let runs = TempDir::new().unwrap();
    let out = runs.path().join("shards");
    let (first, attempt) = started(&out, "1/20", 2000);
    signal(&first, "STOP");
    let before = bytes(&attempt, "games.csv");
    // It is alive, so it is left alone.
    play_shard(&out, LONG, "1/20");
    assert_eq!(bytes(&attempt, "games.csv"), before);
    let complete = bytes(&out.join("shards/1-of-20"), "shard.json");
    let name = attempt.file_name().unwrap().to_str().unwrap().to_owned();
    assert_eq!(listed(&out), [name.as_str(), "1-of-20", "shards.json"]);
    signal(&first, "CONT");
    let output = output_of(first);
    let said = stdout_of(&output);
    assert_eq!(output.status.code(), Some(0), "{}", stderr_of(&output));
    assert!(said.starts_with("shard 1 of 20 was completed by another process, whose games stay: "), "{said}");
    assert_eq!(listed(&out), ["1-of-20", "shards.json"], "nothing is left behind");
    assert_eq!(bytes(&out.join("shards/1-of-20"), "shard.json"), complete);
}

#[test]
fn a_complete_shard_is_skipped() {
    let out = TempDir::new().unwrap();
    play_shard(out.path(), LINE, "2/3");
    let before = bytes(&out.path().join("shards/2-of-3"), "shard.json");
    let folder = out.path().join("shards/2-of-3");
    let said = play_shard(out.path(), LINE, "2/3");
    assert_eq!(said, format!("shard 2 of 3 was complete already: games 11 to 20 in {}\n", folder.display()));
    let said: Value =
        serde_json::from_str(&play_shard(out.path(), &format!("{LINE} --json"), "2/3")).unwrap();
    assert_eq!((&said["first_game"], &said["games"]), (&Value::from(11), &Value::from(10)));
    assert_eq!(bytes(&folder, "shard.json"), before);
    play_shard(out.path(), &format!("{LINE} --fresh"), "2/3");
    assert_ne!(bytes(&folder, "shard.json"), before, "played again");
}

#[test]
fn what_crashes_left_is_ignored_by_merge_and_only_taken_over_on_its_own_host() {
    let runs = TempDir::new().unwrap();
    let [single, out] = ["single", "shards"].map(|name| runs.path().join(name));
    whole(&single, LINE);
    let elsewhere = out.join("shards/.2-of-3.elsewhere.1");
    fs::create_dir_all(&elsewhere).unwrap();
    fs::write(elsewhere.join("games.csv"), "what,is,this\n").unwrap();
    fs::create_dir_all(out.join("shards/.1-of-3")).unwrap();
    fs::write(out.join("shards/.1-of-3/games.csv"), "what,is,this\n").unwrap();
    fs::write(out.join("shards/shards.json.elsewhere.1.tmp"), "{").unwrap();
    play_shards(&out, LINE, 3);
    assert_eq!(listed(&out)[..2], [".2-of-3.elsewhere.1", "1-of-3"]);
    let output = merge(&out, "");
    assert_eq!(output.status.code(), Some(0), "{}", stderr_of(&output));
    let said = stderr_of(&output).replace(&out.display().to_string(), "OUT");
    insta::assert_snapshot!(said, @"
    1 attempt at a shard in OUT/shards is not complete: .2-of-3.elsewhere.1
    remove them if nothing plays there any more
    ");
    assert_like(&single, &out, "beside what is left");
    assert_eq!(bytes(&elsewhere, "games.csv"), b"what,is,this\n");
}

#[test]
fn a_damaged_shard_is_named_and_played_again() {
    let runs = TempDir::new().unwrap();
    let [single, out] = ["single", "shards"].map(|name| runs.path().join(name));
    let line = format!("{LINE} --record-moves");
    whole(&single, &line);
    play_shards(&out, &line, 3);
    for file in ["games.csv", "moves.csv", "timings.part.json", "run.json", "shard.json"] {
        let shard = out.join("shards/2-of-3");
        let good = bytes(&shard, file);
        let mut flipped = good.clone();
        let middle = flipped.len() / 2;
        flipped[middle] = if flipped[middle] == b'1' { b'2' } else { b'1' };
        let cut = good[..good.len() - 2].to_vec();
        for bad in [flipped, cut] {
            fs::write(shard.join(file), &bad).unwrap();
            let (code, said) = failure(&merge(&out, ""), &out);
            assert_eq!(code, Some(1), "{file}: {said}");
            assert!(
                said.starts_with("error: shard 2 of 3 is damaged: ") && said.contains("--shard 2/3"),
                "{said}"
            );
            assert!(!out.join("run.json").exists(), "{file}: nothing is merged");
            assert_eq!(merge(&out, "--partial").status.code(), Some(1), "{file}");
        }
        let output = command(&out, &format!("{line} --shard 2/3")).output().unwrap();
        let said = stderr_of(&output);
        assert!(said.starts_with("warning: shard 2 of 3 is damaged and played again: "), "{file}: {said}");
    }
    fs::remove_file(out.join("shards/1-of-3/shard.json")).unwrap();
    assert_eq!(merged(&out, "--missing"), "1\n");
    play_shard(&out, &line, "1/3");
    merged(&out, "--quiet");
    assert_like(&single, &out, "played again");
}

#[test]
fn shards_of_something_else_are_refused() {
    let runs = TempDir::new().unwrap();
    let out = runs.path().join("shards");
    play_shard(&out, LINE, "1/3");
    let refused = |line: &str| {
        let before = listed(&out);
        let (code, said) = failure(&command(&out, line).output().unwrap(), &out);
        assert_eq!((code, listed(&out)), (Some(2), before), "{line}");
        said
    };
    insta::assert_snapshot!(refused(&format!("{LINE} --seed 2 --shard 2/3")), @"
    error: OUT holds a run of another plan (seed: 1 there, 2 here)
    add --fresh to replace it, or choose another folder with --out
    ");
    insta::assert_snapshot!(refused(&format!("{LINE} --shard 2/4")), @"
    error: the run in OUT is divided into 3 shards, not 4
    play --shard I/3, add --fresh to replace them, or choose another folder with --out
    ");
    let said = refused(&format!("{LINE} --record-moves --shard 2/3"));
    assert!(said.contains("was started without --record-moves"), "{said}");

    // Another division replaces this one, and its shards.
    play_shard(&out, &format!("{LINE} --fresh"), "2/4");
    assert_eq!(listed(&out), ["2-of-4", "shards.json"]);
    // The others join it.
    for number in [1, 3, 4] {
        play_shard(&out, &format!("{LINE} --fresh"), &format!("{number}/4"));
    }
    merged(&out, "--quiet");
    let whole_run = runs.path().join("single");
    whole(&whole_run, LINE);
    assert_like(&whole_run, &out, "of another division");

    let elsewhere = runs.path().join("elsewhere");
    play_shard(&elsewhere, LINE, "1/3");
    fs::rename(elsewhere.join("shards/1-of-3"), out.join("shards/1-of-3")).unwrap();
    let (code, said) = failure(&merge(&out, ""), &out);
    assert_eq!(code, Some(1));
    insta::assert_snapshot!(said, @"
    error: OUT/shards has shards of different divisions: 1-of-4 and 1-of-3
    keep those of one of them: remove the others, or play again with --fresh
    ");
}

#[test]
fn shards_of_another_build_are_refused() {
    let runs = TempDir::new().unwrap();
    let out = runs.path().join("shards");
    play_shards(&out, LINE, 2);
    let change = |file: &str, fingerprint: &str, build: &str| {
        change_json(&out.join(file), |json| {
            let run = if file.ends_with("shards.json") { &mut json["run"] } else { &mut *json };
            if run.get("fingerprints").is_some() {
                run["fingerprints"][0] = Value::from(fingerprint);
            }
            if json.get("build").is_some() {
                json["build"] = Value::from(build);
            }
        });
    };
    let good = json_file(&out, "shards/shards.json")["run"]["fingerprints"][0].as_str().unwrap().to_owned();
    let build = json_file(&out, "shards/shards.json")["build"].as_str().unwrap().to_owned();
    // A fingerprint of fewer positions of the same build says nothing else.
    change("shards/shards.json", "12:0123456789abcdef", &build);
    merged(&out, "--quiet");
    change("shards/shards.json", "12:0123456789abcdef", "build:0123456789abcdef");
    let (code, said) = failure(&merge(&out, ""), &out);
    assert_eq!(code, Some(1));
    assert!(
        said.starts_with("error: shard 1 of 2 is damaged: it was played by another build of arena"),
        "{said}"
    );
    let (code, said) = failure(&command(&out, &format!("{LINE} --shard 1/2")).output().unwrap(), &out);
    assert_eq!(code, Some(2));
    assert!(said.contains("was begun by another build of arena") && said.contains("--fresh"), "{said}");
    change("shards/shards.json", &good, &build);
    merged(&out, "--quiet");
}

#[test]
fn a_run_of_another_plan_is_not_replaced_unless_asked_for() {
    let runs = TempDir::new().unwrap();
    let [single, out] = ["single", "out"].map(|name| runs.path().join(name));
    let other = "match --a bad --b random --games 10";
    whole(&out, other);
    let (code, said) = failure(&command(&out, &format!("{LINE} --shard 1/1")).output().unwrap(), &out);
    assert_eq!(code, Some(2));
    assert!(
        said.starts_with("error: OUT holds a run of another plan (") && said.contains("--fresh"),
        "{said}"
    );
    assert!(!out.join("shards").exists());
    play_shard(&out, &format!("{LINE} --fresh"), "1/1");
    let before = bytes(&out, "games.csv");
    assert_eq!(merge(&out, "").status.code(), Some(2));
    assert_eq!(bytes(&out, "games.csv"), before);
    merged(&out, "--fresh --quiet");
    whole(&single, LINE);
    assert_like(&single, &out, "--fresh");
}

/// Kills a merge before each change that it makes, and merges again.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "kills at every change of the folder"]
fn a_merge_that_is_killed_is_repeated_to_the_same_bytes() {
    if !is_installed("strace") {
        return;
    }
    let runs = TempDir::new().unwrap();
    let [single, out] = ["single", "out"].map(|name| runs.path().join(name));
    whole(&single, LINE);
    play_shards(&out, LINE, 3);
    let mut kills = 0;
    for change in
        ["?rename,?renameat", "?unlink,?unlinkat", "?mkdir,?mkdirat", "fsync", "fdatasync", "ftruncate"]
    {
        for n in 1.. {
            let mut strace = Command::new("strace");
            strace.args(["-f", "-qq", "-o", "/dev/null", "-e", &format!("trace={change}")]);
            strace.args(["-e", &format!("inject={change}:signal=KILL:when={n}")]);
            let output = strace.arg(env!("CARGO_BIN_EXE_arena")).arg("merge").arg(&out).output().unwrap();
            if output.status.code() == Some(0) {
                break;
            }
            kills += 1;
            merged(&out, "--quiet");
            assert_like(&single, &out, &format!("killed before the {n}. {change}"));
            // From the beginning, or in place of a finished run.
            if n % 2 == 0 {
                for name in crate::common::content(&out).into_keys() {
                    fs::remove_file(out.join(name)).unwrap();
                }
            }
        }
    }
    assert!(kills > 15, "{kills} kills");
}
