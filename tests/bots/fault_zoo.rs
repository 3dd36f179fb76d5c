//! A bot for Kalah that can do everything wrong: `fault_zoo FAULT [EVERY] [ANYTHING…]`.
//!
//! It plays a move that depends on the position alone, so that its games can be repeated. In one of EVERY positions (1
//! unless given) it commits its fault. Further arguments are ignored: tests find its processes by them.
//! `waits` stops at its first move in its game number EVERY or a later one: it writes a file `waiting` into the folder
//! named by its third argument, and goes on when a file `enough` appears there.
//! `daemon` starts a process that leaves the bot's session and outlives its parent; `daemon-FAULT` also has that fault.
#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::print_stderr)]
#![allow(clippy::zombie_processes)] // That is one of its faults.

use std::fs;
use std::io::{self, BufRead, Write};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio, abort, exit};
use std::thread::sleep;
use std::time::Duration;

const FOREVER: Duration = Duration::from_secs(100_000);

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let fault = arguments.get(1).map_or("none", String::as_str);
    let every: u64 = arguments.get(2).and_then(|every| every.parse().ok()).unwrap_or(1);
    match fault {
        "sleeper" | "deaf-at-once" => sleep(FOREVER),
        "stubborn" => {
            #[cfg(target_os = "linux")]
            nix::sys::signal::SigSet::all().thread_block().unwrap();
            sleep(FOREVER);
        }
        "forker" => {
            rustix::process::setsid().unwrap();
            start_another(&arguments, "stubborn");
            return;
        }
        "orphan-maker" => {
            start_another(&arguments, "dies-at-once");
            return;
        }
        "dies-at-once" => {
            eprintln!("warming up\nno such opening book: book.bin");
            exit(4)
        }
        "child" => _ = start_another(&arguments, "sleeper"),
        "child-apart" => {
            let mut child = Command::new(&arguments[0]);
            child.args(["sleeper", "1"]).args(&arguments[3..]).stdin(Stdio::null()).stdout(Stdio::null());
            child.process_group(0).spawn().unwrap();
        }
        "chatter" => drop(std::thread::spawn(|| {
            loop {
                sleep(Duration::from_millis(50));
                say(b"still here\n");
            }
        })),
        "memory" => {
            let memory = vec![1u8; 200 << 20];
            eprintln!("{} bytes", memory.iter().map(|&byte| u64::from(byte)).sum::<u64>());
        }
        _ => {}
    }
    let fault = match fault.strip_prefix("daemon") {
        Some(rest) => {
            start_another(&arguments, "forker").wait().unwrap();
            rest.trim_start_matches('-')
        }
        None => fault,
    };
    let mut position = String::new();
    let (mut seed, mut games, mut moves) = (0, 0, 0);
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        if fault == "echo" {
            eprintln!("{line}");
        }
        match line.as_str() {
            "ugi" if fault == "never-ready" => say(b"id name slow\nuciok\n"),
            "ugi" => say(b"id name zoo\noption name Seed type spin default 0 min 0 max 999999\nugiok\n"),
            "isready" if fault == "deaf" => sleep(FOREVER),
            "isready" => say(b"readyok\n"),
            "uginewgame" => {
                games += 1;
                if fault == "one-game" && games == 2 {
                    exit(5)
                }
            }
            "quit" if fault == "ignores-quit" => {}
            "quit" => return,
            _ => {
                if let Some(text) = line.strip_prefix("position fen ") {
                    text.clone_into(&mut position);
                } else if let Some(value) = line.strip_prefix("setoption name Seed value ") {
                    seed = value.parse().unwrap();
                } else if line.starts_with("go") {
                    moves += 1;
                    if fault == "orphans" {
                        start_another(&arguments, "orphan-maker").wait().unwrap();
                    }
                    if fault == "waits" && games >= every {
                        wait(Path::new(&arguments[3]));
                    }
                    let salt = match fault {
                        "seeded" => seed,
                        "restless" => moves,
                        _ => 0,
                    };
                    answer(&position, fault, every, salt);
                }
            }
        }
    }
    if fault == "ignores-end-of-input" {
        sleep(FOREVER);
    }
}

/// Starts this program again with another fault, and with what tests find it by.
fn start_another(arguments: &[String], fault: &str) -> Child {
    let mut child = Command::new(&arguments[0]);
    child.args([fault, "1"]).args(&arguments[3..]).stdin(Stdio::null()).stderr(Stdio::null());
    child.spawn().unwrap()
}

/// Writes `waiting`, and waits for `enough`.
fn wait(folder: &Path) {
    fs::write(folder.join("waiting"), "").unwrap();
    while !folder.join("enough").exists() {
        sleep(Duration::from_millis(1));
    }
}

fn answer(position: &str, fault: &str, every: u64, salt: u64) {
    let hash = hash(position, salt);
    let moves = legal_moves(position);
    let chosen = moves[(hash / 1000) as usize % moves.len()];
    let at_fault = hash.is_multiple_of(every) && commit(fault, chosen);
    if !at_fault {
        say(format!("info depth 3 nodes 77 score -5\nbestmove {chosen}\n").as_bytes());
    }
}

/// Commits a fault, and says whether that was all.
fn commit(fault: &str, chosen: usize) -> bool {
    match fault {
        "crash" => {
            eprintln!("ZeroDivisionError: division by zero");
            exit(3)
        }
        "abort" => abort(),
        "hang" => sleep(FOREVER),
        "half" => {
            say(b"bestmo");
            sleep(FOREVER);
        }
        "closes-stdout" => {
            let nothing = fs::File::options().write(true).open("/dev/null").unwrap();
            rustix::stdio::dup2_stdout(nothing).unwrap();
            sleep(FOREVER);
        }
        "flood" => loop {
            say(b"info string and another thing\n");
        },
        "gigabyte-line" => (0..1 << 20).for_each(|_| say(&[b'x'; 1 << 10])),
        "flood-stderr" => {
            let line = [b'e'; 1 << 10];
            (0..3000).for_each(|_| io::stderr().write_all(&line).unwrap());
            return false;
        }
        "slow" => {
            sleep(Duration::from_millis(100));
            return false;
        }
        "threads" => {
            std::thread::scope(|scope| {
                (0..2).for_each(|_| _ = scope.spawn(work));
            });
            return false;
        }
        "late" => {
            sleep(Duration::from_millis(1500));
            return false;
        }
        "twice" => {
            say(format!("bestmove {chosen}\nbestmove {chosen}\nbestmove 99\n").as_bytes());
        }
        "twice-slowly" => {
            say(format!("bestmove {chosen}\n").as_bytes());
            sleep(Duration::from_millis(1));
            say(b"bestmove 99\n");
        }
        "one-move" => {
            say(format!("bestmove {chosen}\n").as_bytes());
            exit(0)
        }
        "turns-the-text" => say("bestmove \u{202e}1\u{2028}::error::##[group]\n".as_bytes()),
        "nul" => say(b"bestmove \0\0\n"),
        "not-utf8" => say(b"info \xff\xfe\nbestmove \xff\xfe\n"),
        "illegal" => say(b"bestmove 9\n"),
        "garbage" => say(b"bestmove banana split\n"),
        "empty" => say(b"bestmove\n"),
        "noise" => {
            say(b"\0\xff\n\nhello\nbestmov 3\ninfo depth x score y\n\r\n");
            return false;
        }
        _ => return false,
    }
    true
}

/// Keeps a core busy for about two milliseconds.
fn work() {
    let hashed = (0..200_000).fold(1, |hash, _| std::hint::black_box(self::hash("work", hash)));
    std::hint::black_box(hashed);
}

fn say(bytes: &[u8]) {
    let mut out = io::stdout();
    if out.write_all(bytes).and_then(|()| out.flush()).is_err() {
        exit(0);
    }
}

/// The holes of the side to move that are not empty.
fn legal_moves(position: &str) -> Vec<usize> {
    let mut parts = position.split(':');
    let side = usize::from(parts.next() == Some("n"));
    let holes: Vec<&str> = parts.nth(side).unwrap().split(',').collect();
    (1..holes.len()).filter(|&hole| holes[hole - 1] != "0").collect()
}

/// FNV-1a, with the high bits mixed into the low ones.
fn hash(text: &str, salt: u64) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325 ^ salt, step);
    hash ^ (hash >> 32)
}
