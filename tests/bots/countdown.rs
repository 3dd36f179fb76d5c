//! Countdown, a game that arena has no rules for, as a UGI program: `countdown [FAULT] [ANYTHING…]`.
//!
//! There are 21 stones. A move, `take,N`, takes one, two or three of them; whoever takes the last one wins. With the fault
//! `again`, which is a variant of the game, whoever takes two moves again. A position is `STONES SIDE`: `21 p1`.
//!
//! As a player it takes what leaves a multiple of four, or else one. Further arguments are ignored.
#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::print_stderr)]

use std::io::{self, BufRead, Write};
use std::process::exit;
use std::thread::sleep;
use std::time::Duration;

/// Few stones are left: faults show towards the end of a game.
const FEW: u32 = 6;

struct Countdown {
    fault: String,
    left: u32,
    first_to_move: bool,
    /// How often the result was asked for.
    results: u32,
}

fn main() {
    let fault = std::env::args().nth(1).unwrap_or_default();
    let mut game = Countdown { fault, left: 21, first_to_move: true, results: 0 };
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        if line == "quit" {
            return;
        }
        game.obey(&line);
    }
}

impl Countdown {
    fn is(&self, fault: &str) -> bool {
        self.fault.split('+').any(|one| one == fault)
    }

    fn obey(&mut self, line: &str) {
        let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
        match command {
            "ugi" if self.is("seed") => say("option name Seed type spin default 1 min 0 max 9\nugiok"),
            "ugi" => say("id name countdown\nugiok"),
            "isready" => say("readyok"),
            "position" => {
                if let Err(problem) = self.set_up(rest)
                    && !self.is("silent")
                {
                    say(&problem);
                }
                if self.is("chatty") {
                    say("info string a fine position");
                }
            }
            "go" if self.is("idle") => {}
            "go" => self.go(),
            "query" if self.is("mute") => {}
            "query" if rest == "board" && self.is("draws") => {
                say(&format!("response {}/ {} left", "|".repeat(self.left as usize), self.left));
            }
            "query" => self.query(rest),
            _ => {}
        }
    }

    /// Sets up a position; nothing changes if something is wrong with it.
    fn set_up(&mut self, text: &str) -> Result<(), String> {
        let (base, moves) = text.split_once(" moves ").unwrap_or((text, ""));
        let (mut left, mut first) = match base.strip_prefix("fen ") {
            None => (21, true),
            Some(fen) => {
                let (stones, side) = fen.split_once(' ').ok_or("error a position is STONES SIDE")?;
                (stones.parse().map_err(|_| "error not a number")?, side == "p1")
            }
        };
        for word in moves.split_whitespace() {
            let count = word.strip_prefix("take,").and_then(|count| count.parse::<u32>().ok());
            let count = count.filter(|&count| (1..=3).contains(&count) && count <= left);
            let count = count.ok_or_else(|| {
                if self.is("panics") {
                    exit(3);
                }
                format!("error {word} is not a legal move")
            })?;
            left -= count;
            first ^= !(self.is("again") && count == 2 && left > 0);
        }
        (self.left, self.first_to_move) = (left, first);
        if self.is("dies") && left <= FEW {
            eprintln!("no memory left");
            exit(4);
        }
        Ok(())
    }

    fn go(&self) {
        if self.is("crash") && self.left <= FEW {
            exit(5);
        }
        let taken = match self.left % 4 {
            _ if self.is("illegal") && self.left <= FEW => 9,
            _ if self.is("timid") => 1,
            0 => 1,
            count => count,
        };
        say(&format!("info depth 1 nodes 3 score {taken}\nbestmove take,{taken}"));
    }

    fn query(&mut self, query: &str) {
        let is_over = self.left == 0;
        // Whoever is to move did not take the last stone.
        let winner = if self.first_to_move { "p2win" } else { "p1win" };
        let loser = if self.first_to_move { "p1win" } else { "p2win" };
        let response = match query {
            "gameover" if self.is("stalls") && self.left <= FEW => loop {
                sleep(Duration::from_secs(1000));
            },
            "gameover" if self.is("endless") => "false".to_owned(),
            "gameover" => (is_over != self.is("denies")).to_string(),
            "p1turn" if self.is("odd-turn") && self.left <= FEW => "maybe".to_owned(),
            "p1turn" => self.first_to_move.to_string(),
            _ if !is_over || self.is("endless") => "none".to_owned(),
            _ if self.is("contradicts") => "none".to_owned(),
            _ if self.is("lies") => loser.to_owned(),
            _ => {
                self.results += 1;
                let is_fickle = self.is("fickle") && self.results > 1;
                (if is_fickle { loser } else { winner }).to_owned()
            }
        };
        say(&format!("response {response}"));
    }
}

fn say(text: &str) {
    let mut out = io::stdout().lock();
    writeln!(out, "{text}").unwrap();
    out.flush().unwrap();
}
