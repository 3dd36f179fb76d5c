//! Many games between bots: nothing piles up.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::common::bytes;
use crate::players::bots::{assert_no_process_is_left, bot, folder, processes};

/// What a process had at most, once it had begun to play.
#[derive(Debug, Default)]
struct Most {
    descriptors: usize,
    threads: usize,
    bots: usize,
    /// The most memory so far, in KiB.
    memory: u64,
    /// How often somebody looked.
    looks: u32,
}

fn entries(process: &Child, folder: &str) -> usize {
    fs::read_dir(format!("/proc/{}/{folder}", process.id())).map_or(0, Iterator::count)
}

fn memory(process: &Child) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", process.id())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Plays games of a handful of plies between two bots on two threads, and looks at the program all the while.
fn most_during(folder: &Path, fault: &str, every: u32, games: u32) -> Most {
    let zoo = bot(folder, fault, every, ",deterministic=yes");
    let other = zoo.replacen("zoo=", "other=", 1);
    let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
    command.args(["--a", &zoo, "--b", &other, "--game", "kalah:2x1", "--quiet", "--threads", "2"]);
    command.args(["--max-forfeits", "100000", "--games", &games.to_string(), "--out"]);
    let mut arena = command.arg(folder.join("run")).stdout(Stdio::null()).spawn().unwrap();
    let mut most = Most::default();
    let status = loop {
        if let Some(status) = arena.try_wait().unwrap() {
            break status;
        }
        most.descriptors = most.descriptors.max(entries(&arena, "fd"));
        most.threads = most.threads.max(entries(&arena, "task"));
        most.memory = most.memory.max(memory(&arena).unwrap_or_default());
        let running = processes(folder.to_str().unwrap());
        most.bots = most.bots.max(running.iter().filter(|line| !line.contains("__guard")).count());
        most.looks += 1;
        thread::sleep(Duration::from_millis(3));
    };
    assert!(status.success());
    let games_file = String::from_utf8(bytes(&folder.join("run"), "games.csv")).unwrap();
    assert_eq!(games_file.lines().count() as u32, games + 1);
    assert_no_process_is_left(folder);
    most
}

#[test]
fn ten_thousand_games_leave_nothing_behind_and_need_no_more_than_a_thousand() {
    let few = most_during(folder().path(), "none", 1, 1_000);
    let many = most_during(folder().path(), "none", 1, 10_000);
    assert!(few.looks > 3 && many.looks > few.looks, "{few:?} {many:?}");
    // Files are opened, and threads that sync them started, for a moment now and then.
    assert!(many.descriptors <= few.descriptors.max(20) + 4, "{few:?} {many:?}");
    assert!(many.threads <= few.threads + 3, "{few:?} {many:?}");
    assert_eq!((few.bots, many.bots), (4, 4), "one for each player and thread");
    assert!(many.memory <= few.memory + (4 << 10), "{few:?} {many:?}");
}

#[test]
fn bots_that_are_started_again_leave_nothing_behind() {
    let folder = folder();
    let most = most_during(folder.path(), "crash", 2, 200);
    let crashes = String::from_utf8(bytes(&folder.path().join("run"), "faults.csv")).unwrap().lines().count();
    assert!(crashes > 50, "{crashes}");
    assert!(most.descriptors < 40 && most.bots <= 4, "{most:?}");
}
