//! Runs that are stopped in the middle: by Ctrl-C, by a kill, again and again.
//!
//! No test may depend on how fast the machine is. A run of cheap games writes them to the disk all the time, so it is
//! stopped when its file has reached some size; if it ends before that, a longer one is played.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::{Chance, DEADLINE, bytes, is_starting, match_into, play, stderr_of, until, wait_at_most};

/// A match to be stopped, with cheap games; `{games}` stands for their number.
pub(crate) const CHEAP: &str = "--games {games} --a smart:2 --b greedy --threads 2";

/// A match that takes minutes: for runs that are stopped anyway.
pub(crate) const ENDLESS: &str = "--games 100000 --a smart:9 --b smart:7,eval=hoard --threads 2";

/// The numbers of games to be tried, until one takes long enough. An odd one leaves a game without its pair.
const SIZES: [u64; 5] = [6_001, 30_001, 120_001, 480_001, 1_920_001];

/// Starts a match whose output is read at its end.
pub(crate) fn start(out: &Path, line: &str) -> Child {
    match_into(out, line).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Sends a signal: `"INT"`, `"TERM"`.
pub(crate) fn signal(child: &Child, name: &str) {
    let ignored = signals("/proc/self/status", "SigIgn:");
    assert!(name != "INT" || ignored.is_none_or(|ignored| ignored & SIGINT == 0), "{IGNORED}");
    let sent = Command::new("kill").args([&format!("-{name}"), &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

const SIGINT: u64 = 1 << 1;

/// Why nothing comes of Ctrl-C: a program that starts with the signal ignored leaves it so.
const IGNORED: &str = "the tests were started with Ctrl-C ignored, as a script does in the background; start them in the foreground, \
                       or by env --default-signal=INT";

/// A set of signals in the status of a process, where the system tells.
fn signals(status: &str, set: &str) -> Option<u64> {
    let status = fs::read_to_string(status).ok()?;
    let signals = status.lines().find_map(|line| line.strip_prefix(set))?;
    u64::from_str_radix(signals.trim(), 16).ok()
}

/// Kills a run, as `kill -9` does.
pub(crate) fn kill(mut child: Child) {
    child.kill().unwrap();
    child.wait().unwrap();
}

/// What a process said, which must end soon.
pub(crate) fn output_of(mut child: Child) -> Output {
    if wait_at_most(&mut child, DEADLINE).is_none() {
        child.kill().unwrap();
        let output = child.wait_with_output().unwrap();
        panic!("still there after {DEADLINE:?}: {output:?}");
    }
    child.wait_with_output().unwrap()
}

/// Waits until a process catches Ctrl-C, and presses it.
pub(crate) fn ctrl_c(child: &Child) {
    let status = format!("/proc/{}/status", child.id());
    if Path::new(&status).exists() {
        until("it listens for Ctrl-C", || {
            signals(&status, "SigCgt:").is_none_or(|caught| caught & SIGINT != 0)
        });
    } else {
        thread::sleep(Duration::from_secs(2));
    }
    signal(child, "INT");
}

/// The state of a run by its `run.json`.
pub(crate) fn state(run: &Path) -> String {
    let run: Value = serde_json::from_slice(&bytes(run, "run.json")).unwrap();
    run["state"].as_str().unwrap().to_owned()
}

/// How many bytes of games a run has written.
pub(crate) fn written(run: &Path) -> u64 {
    fs::metadata(run.join("games.csv")).map_or(0, |file| file.len())
}

/// Waits until a run has written this many bytes of games, and would be continued after them if there are any. Returns its exit
/// status if it ends before.
pub(crate) fn until_written(child: &mut Child, run: &Path, bytes: u64) -> Option<ExitStatus> {
    let began = Instant::now();
    while written(run) < bytes || bytes > 0 && is_starting(run) {
        if let Some(status) = child.try_wait().unwrap() {
            return Some(status);
        }
        assert!(began.elapsed() < DEADLINE, "{bytes} bytes of {} were not written", run.display());
        thread::sleep(Duration::from_millis(1));
    }
    None
}

/// Starts a match after something else was done with it, and halts it when it has written some games more into the
/// folder `run`, which is `out` or within it. If it ends too soon, all is done again with a longer one. Returns the
/// halted process and its match.
pub(crate) fn halted(line: &str, out: &Path, run: &Path, before: impl Fn(&str)) -> (Child, String) {
    with_a_long_match(line, out, |line, games| {
        before(line);
        let bytes = written(run) + 2000;
        let mut child = start(out, line);
        if until_written(&mut child, run, bytes).is_none() {
            signal(&child, "STOP");
            if child.try_wait().unwrap().is_none() {
                // It must have games to write yet. A copy that has taken the place of its run is over.
                let games_so_far = fs::read_to_string(run.join("games.csv")).unwrap_or_default();
                let is_early = (games_so_far.lines().count() as u64) < games / 2;
                if run.join("run.json").exists() && state(run) == "running" && is_early {
                    return Ok(child);
                }
                signal(&child, "CONT");
            }
        }
        Err(output_of(child))
    })
}

/// Starts a match and interrupts it by Ctrl-C when it has written some games. Gives what it said, and its match.
pub(crate) fn interrupted(line: &str, out: &Path) -> (Output, String) {
    with_a_long_match(line, out, |line, _| {
        let mut child = start(out, line);
        if until_written(&mut child, out, 2000).is_none() {
            signal(&child, "INT");
        }
        let output = output_of(child);
        if output.status.success() { Err(output) } else { Ok(output) }
    })
}

/// Does something with a match, and again with a longer one if it ended too soon.
fn with_a_long_match<T>(line: &str, out: &Path, act: impl Fn(&str, u64) -> Result<T, Output>) -> (T, String) {
    for games in SIZES {
        let line = line.replace("{games}", &games.to_string());
        match act(&line, games) {
            Ok(done) => return (done, line),
            Err(output) => assert!(output.status.success(), "arena {line}: {}", stderr_of(&output)),
        }
        fs::remove_dir_all(out).unwrap();
    }
    panic!("arena {line}: even the longest was over before it was stopped");
}

/// Something that happens to the files of a killed run, in words.
pub(crate) type Tear<'a> = &'a dyn Fn(&Path, &mut Chance) -> String;

/// Kills a run at many moments, lets something happen to its files, continues it to its end, and compares with a run
/// that nothing happened to. Repeats until there were this many kills.
pub(crate) fn kill_and_continue(
    (line, games): (&str, u64),
    kills: u32,
    tear: Tear<'_>,
    compare: impl Fn(&Path, &Path, &str),
) {
    let sizes = [1, 4, 16, 64].map(|times| games * times);
    let enough = sizes.into_iter().any(|games| {
        let line = line.replace("{games}", &games.to_string());
        let runs = tempfile::tempdir().unwrap();
        let whole = runs.path().join("whole");
        play(&whole, &line);
        let (mut killed, mut continued) = (0, false);
        while killed < kills {
            let out = runs.path().join(format!("killed{killed}"));
            let story = killed_to_its_end(&out, &line, kills - killed, written(&whole), tear);
            if story.kills.is_empty() {
                return false;
            }
            killed += story.kills.len() as u32;
            continued |= story.continued;
            compare(&whole, &out, &format!("arena {line}, {:#?}", story.kills));
        }
        continued
    });
    assert!(enough, "arena {line}: even the longest was over before it was killed, or never continued");
}

/// What happened to a run.
struct Story {
    kills: Vec<String>,
    /// Whether it said in the end that it was continued.
    continued: bool,
}

/// Kills a run at most this many times; its games have `size` bytes in the end.
fn killed_to_its_end(out: &Path, line: &str, kills: u32, size: u64, tear: Tear<'_>) -> Story {
    let mut story = Story { kills: Vec::new(), continued: false };
    let mut chance = Chance(u64::from(kills) + size);
    loop {
        let mut child = start(out, line);
        let target = match chance.below(4) {
            _ if story.kills.len() as u32 == kills => u64::MAX,
            // Long before the first games.
            0 => {
                thread::sleep(Duration::from_millis(chance.below(20)));
                0
            }
            _ => written(out) + chance.below(size / 2),
        };
        if let Some(status) = until_written(&mut child, out, target) {
            let told = stderr_of(&output_of(child));
            assert!(status.success(), "arena {line}, {:#?}: {told}", story.kills);
            story.continued = told.contains("continuing the run in");
            return story;
        }
        kill(child);
        let torn = tear(out, &mut chance);
        story.kills.push(format!("killed when games.csv had {target} bytes{torn}"));
    }
}
