//! Many games between bots: nothing piles up.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::common::{bytes, until};
use crate::players::bots::{assert_no_process_is_left, bot, folder, processes};

/// What a process has in the middle of its games.
#[derive(Debug)]
struct Held {
    descriptors: usize,
    threads: usize,
    bots: usize,
    /// The most memory so far, in KiB.
    memory: u64,
}

fn entries(process: &Child, folder: &str) -> usize {
    fs::read_dir(format!("/proc/{}/{folder}", process.id())).unwrap().count()
}

fn memory(process: &Child) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", process.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.split_whitespace().next().unwrap().parse().unwrap()
}

fn bots(folder: &Path) -> usize {
    processes(folder.to_str().unwrap()).iter().filter(|line| !line.contains("__guard")).count()
}

/// Plays games of a handful of plies between two bots on two threads, and looks at the program while the second bot
/// waits: after a quarter of the games, once `least_bots` bots run.
fn held_during(folder: &Path, (fault, every): (&str, u32), games: u32, least_bots: usize) -> Held {
    let zoo = bot(folder, fault, every, ",deterministic=yes");
    let other = bot(folder, "waits", games / 4, ",deterministic=yes").replacen("zoo=", "other=", 1);
    let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
    command.args(["--a", &zoo, "--b", &other, "--game", "kalah:2x1", "--quiet", "--threads", "2"]);
    command.args(["--max-forfeits", "100000", "--games", &games.to_string(), "--out"]);
    let mut arena = command.arg(folder.join("run")).stdout(Stdio::null()).spawn().unwrap();
    until("a bot waits", || folder.join("waiting").exists());
    until("the bots run", || bots(folder) >= least_bots);
    let held = Held {
        descriptors: entries(&arena, "fd"),
        threads: entries(&arena, "task"),
        bots: bots(folder),
        memory: memory(&arena),
    };
    fs::write(folder.join("enough"), "").unwrap();
    assert!(arena.wait().unwrap().success());
    let games_file = String::from_utf8(bytes(&folder.join("run"), "games.csv")).unwrap();
    assert_eq!(games_file.lines().count() as u32, games + 1);
    assert_no_process_is_left(folder);
    held
}

#[test]
fn ten_thousand_games_leave_nothing_behind_and_need_no_more_than_a_thousand() {
    let few = held_during(folder().path(), ("none", 1), 1_000, 4);
    let many = held_during(folder().path(), ("none", 1), 10_000, 4);
    // Files are opened, and threads that sync them started, for a moment now and then.
    assert!(many.descriptors <= few.descriptors.max(20) + 4, "{few:?} {many:?}");
    assert!(many.threads <= few.threads + 3, "{few:?} {many:?}");
    assert_eq!((few.bots, many.bots), (4, 4), "one for each player and thread");
    assert!(many.memory <= few.memory + (4 << 10), "{few:?} {many:?}");
}

#[test]
fn bots_that_are_started_again_leave_nothing_behind() {
    let folder = folder();
    let held = held_during(folder.path(), ("crash", 2), 200, 1);
    let crashes = String::from_utf8(bytes(&folder.path().join("run"), "faults.csv")).unwrap().lines().count();
    assert!(crashes > 50, "{crashes}");
    assert!(held.descriptors < 40 && held.bots <= 4, "{held:?}");
}
