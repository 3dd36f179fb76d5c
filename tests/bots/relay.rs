//! Stands between arena and an engine that speaks UGI, UCI, GTP or Gomocup's protocol, and spoils answers: `relay FAULT EVERY COMMAND…`.
//!
//! In one of EVERY games, chosen by its first question, the third answer is at FAULT. Everything else is passed on as it is.
#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::print_stderr)]

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Command, Stdio, exit};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// The answer of a game that is spoiled.
const SPOILED: u32 = 3;

#[derive(Default)]
struct Game {
    /// FNV-1a of what was said in this game, until the first question.
    hash: u64,
    answers: u32,
    /// Whether an answer is to come.
    is_asked: bool,
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let (fault, every) = (arguments[1].clone(), arguments[2].parse::<u64>().unwrap());
    let mut command = Command::new(&arguments[3]);
    let mut engine =
        command.args(&arguments[4..]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let game = Arc::new(Mutex::new(Game::default()));
    let (theirs, output) = (game.clone(), BufReader::new(engine.stdout.take().unwrap()));
    let speaker = thread::spawn(move || {
        for line in output.lines().map_while(Result::ok) {
            let mut game = theirs.lock().unwrap();
            if game.is_asked && is_move(&line) {
                game.is_asked = false;
                game.answers += 1;
                if game.answers == SPOILED && game.hash.is_multiple_of(every) && spoil(&fault, &line) {
                    continue;
                }
            }
            say(&line);
        }
    });
    let mut input = engine.stdin.take().unwrap();
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let mut game = game.lock().unwrap();
        // A command of GTP has a number in front.
        let plain = line.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ');
        let word = plain.split(' ').next().unwrap();
        if ["uginewgame", "ucinewgame", "clear_board", "START"].contains(&word) {
            *game = Game { hash: 0xcbf2_9ce4_8422_2325, ..Game::default() };
        }
        if game.answers == 0 && !line.starts_with("go") {
            let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
            game.hash = line.bytes().fold(game.hash, step);
            game.hash ^= game.hash >> 32;
        }
        game.is_asked |= ["go", "genmove", "BEGIN", "TURN", "DONE"].contains(&word);
        drop(game);
        if writeln!(input, "{line}").is_err() {
            break;
        }
    }
    drop(input);
    speaker.join().unwrap();
    engine.wait().unwrap();
}

/// Whether a line is a move: `bestmove e2e4`, `= D4`, `7,7`.
fn is_move(line: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    line.starts_with("bestmove ")
        || line
            .strip_prefix('=')
            .is_some_and(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()).len() > 1)
        || line.split_once(',').is_some_and(|(column, row)| is_number(column) && is_number(row))
}

/// Commits a fault instead of saying a line, and says whether that was all.
fn spoil(fault: &str, line: &str) -> bool {
    let with = |wrong: &str| match line.split_once(' ') {
        Some((first, _)) => format!("{first} {wrong}"),
        None => wrong.to_owned(),
    };
    match fault {
        "crash" => {
            eprintln!("out of memory");
            exit(3)
        }
        "silence" => thread::sleep(Duration::from_secs(100_000)),
        "illegal" if line.contains(',') => say("99,99"),
        "illegal" => say(&with("a1a1")),
        "refusal" if line.starts_with('=') => say("? cannot think"),
        "refusal" if line.contains(',') => say("ERROR cannot think"),
        "refusal" => say(&with("(none)")),
        "resign" => say(&with("resign")),
        "noise" => {
            say("info string hello\nMESSAGE hello\nDEBUG hello");
            return false;
        }
        "twice" => {
            say(&format!("{line}\n{line}"));
        }
        _ => return false,
    }
    true
}

/// Lines that are said at once arrive at once: standard output by itself would write one after the other.
fn say(lines: &str) {
    let mut out = io::stdout().lock();
    if out.write_all(format!("{lines}\n").as_bytes()).and_then(|()| out.flush()).is_err() {
        exit(0);
    }
}
