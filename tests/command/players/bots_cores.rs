//! Threads and their bots share cores, where that helps.
#![cfg(target_os = "linux")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::common::{assert_same_results, example, until};
use crate::players::bots::{assert_no_process_is_left, bot, folder};

/// A list of cores, as the system writes it: `0-1`.
type CoreList = String;

/// The cores that a thread or a process may use.
fn cores_of(proc: &Path) -> Option<CoreList> {
    let status = fs::read_to_string(proc.join("status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"))?;
    Some(line.trim().to_owned())
}

fn own_cores() -> CoreList {
    cores_of(Path::new("/proc/self")).unwrap()
}

fn is_one(cores: &str) -> bool {
    cores.parse::<u32>().is_ok()
}

/// Starts a match of a bot against itself.
fn start(folder: &Path, run: &str, fault: &str, line: &str) -> Child {
    let zoo = bot(folder, fault, 1, ",deterministic=yes");
    let other = zoo.replacen("zoo=", "other=", 1);
    let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
    command.args(["--a", &zoo, "--b", &other, "--quiet", "--out"]).arg(folder.join(run));
    command.args(line.split_whitespace()).stdout(Stdio::null()).spawn().unwrap()
}

/// The cores of bots that play now, guards excepted.
fn cores_of_bots(folder: &Path) -> Vec<CoreList> {
    let processes = fs::read_dir("/proc").unwrap().filter_map(|entry| Some(entry.ok()?.path()));
    let bots = processes.filter(|process| {
        let line = fs::read(process.join("cmdline")).unwrap_or_default();
        let line = String::from_utf8_lossy(&line).replace('\0', " ");
        line.contains(folder.to_str().unwrap()) && !line.contains("--out") && !line.contains("__guard")
    });
    bots.filter_map(|process| cores_of(&process)).collect()
}

/// The cores of the threads of a process.
fn cores_of_threads(process: &Child) -> Vec<CoreList> {
    let folder = format!("/proc/{}/task", process.id());
    let Ok(threads) = fs::read_dir(folder) else { return Vec::new() };
    threads.filter_map(|thread| cores_of(&thread.ok()?.path())).collect()
}

/// Every list of cores that bots had during a match.
fn seen_during(folder: &Path, fault: &str, line: &str) -> BTreeSet<CoreList> {
    let mut arena = start(folder, "run", fault, line);
    let mut seen = BTreeSet::new();
    while arena.try_wait().unwrap().is_none() {
        seen.extend(cores_of_bots(folder));
        thread::sleep(Duration::from_millis(5));
    }
    assert!(arena.wait().unwrap().success());
    assert_no_process_is_left(folder);
    seen
}

/// Waits until this many programs of a match and the thread that plays it are on one core.
fn wait_until_shared(programs: usize, start: impl Fn(&Path) -> Child) {
    let all = own_cores();
    if is_one(&all) {
        return;
    }
    // On a busy machine they may be released again before anybody sees it.
    until("the programs and their thread are on one core", || {
        let folder = folder();
        let mut arena = start(folder.path());
        let mut shared = false;
        for _ in 0..400 {
            let bots = cores_of_bots(folder.path());
            let threads = cores_of_threads(&arena);
            shared = bots.len() == programs
                && is_one(&bots[0])
                && bots.iter().all(|cores| *cores == bots[0])
                && threads.contains(&bots[0]);
            if shared {
                assert!(threads.contains(&all), "only the thread that plays: {threads:?}");
                break;
            }
            thread::sleep(Duration::from_millis(5));
        }
        arena.kill().unwrap();
        arena.wait().unwrap();
        shared
    });
}

#[test]
fn bots_with_one_thread_share_the_core_of_theirs() {
    wait_until_shared(2, |folder| start(folder, "run", "none", "--games 100000 --threads 1"));
}

#[test]
fn so_does_a_referee() {
    wait_until_shared(3, |folder| {
        let program = format!("\"{} none {}\"", example("countdown").display(), folder.display());
        let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
        command.args(["a", "b"].map(|name| format!("{name}=exec:{program},deterministic=yes")));
        command.args(["--game", &format!("ugi:{program}"), "--games", "100000", "--threads", "1", "--quiet"]);
        command.arg("--out").arg(folder.join("run")).stdout(Stdio::null()).spawn().unwrap()
    });
}

#[test]
#[ignore = "keeps all cores busy"]
fn bots_that_need_more_than_one_core_have_all_of_them() {
    let all = BTreeSet::from([own_cores()]);
    assert_eq!(seen_during(folder().path(), "threads", "--games 12 --threads 1"), all);
    assert_eq!(seen_during(folder().path(), "none", "--games 300 --threads 1 --no-affinity"), all);
    let too_many = thread::available_parallelism().unwrap().get() + 1;
    let line = format!("--games 300 --threads {too_many}");
    assert_eq!(seen_during(folder().path(), "none", &line), all, "more threads than cores");
}

#[test]
fn cores_do_not_change_the_games() {
    let folder = folder();
    for (run, line) in
        [("shared", "--games 200 --threads 2"), ("free", "--games 200 --threads 2 --no-affinity")]
    {
        assert!(start(folder.path(), run, "none", line).wait().unwrap().success());
    }
    let [shared, free] = ["shared", "free"].map(|run| folder.path().join(run));
    assert_same_results(&shared, &free, "on shared cores");
}
