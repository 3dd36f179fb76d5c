//! Play at the terminal: a script at the prompt.
#![allow(clippy::unwrap_used)]

use std::io::{BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex, Weak};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::{DEADLINE, wait_at_most};

/// The program with a person at its prompt.
struct AtPrompt {
    child: Arc<Mutex<Child>>,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

impl AtPrompt {
    fn start(args: &[&str]) -> AtPrompt {
        let mut child = Command::new(env!("CARGO_BIN_EXE_arena"))
            .arg("play")
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let stdin = child.stdin.take().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let child = Arc::new(Mutex::new(child));
        kill_in_the_end(Arc::downgrade(&child));
        AtPrompt { child, stdin, stdout }
    }

    /// Reads up to the next prompt, which ends in `end`, or to the end of the output.
    fn prompt(&mut self, end: &str) -> String {
        let mut said = Vec::new();
        for byte in self.stdout.by_ref().bytes() {
            said.push(byte.unwrap());
            if said.ends_with(end.as_bytes()) {
                break;
            }
        }
        String::from_utf8(said).unwrap()
    }

    /// Waits for the question, then answers it.
    fn answer(&mut self, line: &str) -> String {
        let shown = self.prompt("q quit)?");
        writeln!(self.stdin, "{line}").unwrap();
        shown
    }

    /// Presses Ctrl-C and gives what is said on stderr, and the exit code.
    #[cfg(unix)]
    fn ctrl_c(self) -> (String, Option<i32>) {
        let mut child = self.child.lock().unwrap();
        crate::common::stopping::ctrl_c(&child);
        let status = wait_at_most(&mut child, DEADLINE);
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        (said, status.and_then(|status| status.code()))
    }

    /// Ends the input and gives what is still said, and the exit code.
    fn end(self) -> (String, Option<i32>) {
        let AtPrompt { child, stdin, mut stdout } = self;
        drop(stdin);
        let mut rest = String::new();
        stdout.read_to_string(&mut rest).unwrap();
        let status = wait_at_most(&mut child.lock().unwrap(), DEADLINE);
        (rest, status.and_then(|status| status.code()))
    }
}

/// Kills a process that still runs at the deadline, so that no test waits forever.
fn kill_in_the_end(child: Weak<Mutex<Child>>) {
    let deadline = Instant::now() + DEADLINE;
    thread::spawn(move || {
        while let Some(child) = child.upgrade() {
            if Instant::now() > deadline {
                child.lock().unwrap().kill().unwrap();
            }
            drop(child);
            thread::sleep(Duration::from_millis(500));
        }
    });
}

/// All that is said when these lines are typed, one after the other.
fn typed(args: &[&str], lines: &[&str]) -> (String, Option<i32>) {
    let mut prompt = AtPrompt::start(args);
    let mut said = String::new();
    for line in lines {
        said += &prompt.answer(line);
        said += &format!(" [{line}]\n");
    }
    let (rest, code) = prompt.end();
    (said + &rest, code)
}

/// What Ctrl-C says of a game after these moves, with the command that continues it.
#[cfg(unix)]
fn continued(said: &str) -> Vec<String> {
    let (_, command) = said.split_once("Continue with:\n  arena play ").expect(said);
    shell_words::split(command).unwrap()
}

#[test]
#[cfg(unix)]
fn ctrl_c_at_the_prompt_keeps_the_moves() {
    let mut prompt = AtPrompt::start(&["--second", "me=human", "--game", "kalah:3x2", "--moves", "2"]);
    prompt.answer("3");
    prompt.answer("1");
    prompt.prompt("q quit)?");
    let (said, code) = prompt.ctrl_c();
    assert!(said.starts_with("\ninterrupted after 2 moves: 3 1\n"), "{said}");
    assert_eq!(code, Some(130));
    let command = continued(&said);
    assert_eq!(command.join(" "), "--first human --second me=human --game kalah:3x2 --moves 2 3 1");
    let command: Vec<&str> = command.iter().map(String::as_str).collect();
    let (again, code) = typed(&command, &["q"]);
    assert_eq!(code, Some(0), "{again}");
    let nothing = AtPrompt::start(&[]);
    let (said, code) = nothing.ctrl_c();
    assert!(said.ends_with("interrupted\n") && code == Some(130), "{said}");
}

#[test]
#[cfg(unix)]
fn ctrl_c_while_a_strategy_thinks_keeps_the_moves() {
    let mut prompt =
        AtPrompt::start(&["--second", "smart:40,nodes=100G", "--game", "kalah:8x6", "--seed", "7"]);
    prompt.answer("1");
    prompt.prompt("plays 1.");
    let (said, code) = prompt.ctrl_c();
    assert!(said.contains("interrupted after 1 move: 1\n"), "{said}");
    let command = continued(&said).join(" ");
    assert!(command.ends_with("--seed 7 --game kalah:8x6 --moves 1"), "{command}");
    assert_eq!(code, Some(130));
}

#[test]
fn a_wrong_entry_is_explained_and_asked_again() {
    let position = ["--game", "kalah:3x2", "--position", "s:1,0,2,2:2,2,2,0"];
    let (said, code) = typed(&position, &["three", "7", "2", "", "-1", "q"]);
    for reply in [
        "'three' is not a number: type a hole from 1 to 3, or h, u or q; ? for help.",
        "There is no hole 7: choose from 1 to 3. You may play 1 3.",
        "Hole 2 is empty. You may play 1 3.",
        "Type a hole from 1 to 3, or h, u or q; ? for help.",
        "There is no hole -1: choose from 1 to 3.",
        "Goodbye.",
    ] {
        assert!(said.contains(reply), "{reply:?} is not said:\n{said}");
    }
    assert_eq!(said.matches("human (South), hole 1-3").count(), 6, "asked again each time");
    assert_eq!(code, Some(0));
}

#[test]
fn a_full_column_is_explained() {
    let (said, _) = typed(&["--game", "connect:2x2x2", "--second", "human", "--moves", "11"], &["1", "q"]);
    assert!(said.contains("Column 1 is full. You may play 2."), "{said}");
}

#[test]
fn a_game_is_shown_from_extra_turn_to_winner() {
    let args = ["--first", "Anna=human", "--second", "Ben=human", "--game", "kalah:3x2"];
    let (said, code) = typed(&args, &["2", "1", "1", "2", "3", "3"]);
    insta::assert_snapshot!(said, @"
    kalah:3x2: Anna (South) against Ben (North).

      North   1   2   3
            [ 2][ 2][ 2]
      pot 0              0 pot
            [ 2][ 2][ 2]
              1   2   3  South

    Anna (South), hole 1-3 (h hint, u take back, q quit)? [2]
     Anna (South) plays 2.
    The last bean fell into the pot: Anna (South) moves again.

      North   1   2   3
            [ 2][ 2][ 2]
      pot 0              1 pot
            [ 2][ 0][ 3]
              1   2   3  South

    Anna (South), hole 1-3 (h hint, u take back, q quit)? [1]
     Anna (South) plays 1.

      North   1   2   3
            [ 2][ 2][ 2]
      pot 0              1 pot
            [ 0][ 1][ 4]
              1   2   3  South

    Ben (North), hole 1-3 (h hint, u take back, q quit)? [1]
     Ben (North) plays 1.

      North   1   2   3
            [ 0][ 2][ 2]
      pot 1              1 pot
            [ 1][ 1][ 4]
              1   2   3  South

    Anna (South), hole 1-3 (h hint, u take back, q quit)? [2]
     Anna (South) plays 2.

      North   1   2   3
            [ 0][ 2][ 2]
      pot 1              1 pot
            [ 1][ 0][ 5]
              1   2   3  South

    Ben (North), hole 1-3 (h hint, u take back, q quit)? [3]
     Ben (North) plays 3.
    Ben (North) captures 2 beans.

      North   1   2   3
            [ 0][ 3][ 0]
      pot 3              1 pot
            [ 0][ 0][ 5]
              1   2   3  South

    Anna (South), hole 1-3 (h hint, u take back, q quit)? [3]
     Anna (South) plays 3.
    Anna (South) captures 2 beans.
    South has nothing left to play: the final sweep puts 5 beans into North's pot.

      North   1   2   3
            [ 0][ 0][ 0]
      pot 8              4 pot
            [ 0][ 0][ 0]
              1   2   3  South

    The game is over: Ben (North) wins, 8 to 4.
    Moves: 2 1 1 2 3 3
    Show them: arena show --game kalah:3x2 --moves '2 1 1 2 3 3'
    ");
    assert_eq!(code, Some(0));
}

#[test]
fn captures_and_the_final_sweep_are_reported_with_their_numbers() {
    let args = ["--second", "human", "--game", "kalah:3x2", "--position"];
    let (said, _) = typed(&[&args[..], &["s:1,0,1,0:3,3,3,0"]].concat(), &["1"]);
    assert!(said.contains("human (South) captures 4 beans."), "{said}");
    let (said, _) = typed(&[&args[..], &["s:0,0,1,0:3,3,3,0"]].concat(), &["3"]);
    assert!(
        said.contains("South has nothing left to play: the final sweep puts 9 beans into North's pot."),
        "{said}"
    );
    assert!(said.contains("The game is over: human (North) wins, 9 to 1."), "{said}");
}

#[test]
fn a_strategy_says_what_it_plays_and_how_long_it_thought() {
    let (said, _) = typed(&["--second", "smart:4", "--game", "kalah:3x2"], &["1", "q"]);
    let line = said.lines().find(|line| line.starts_with("smart:4 (North) plays ")).unwrap();
    assert!(line.contains(" after ") && line.contains("(value ") && line.contains("depth 4"), "{line}");
}

#[test]
fn h_shows_the_value_of_every_move() {
    let args = ["--game", "kalah:3x2", "--hint", "smart:full"];
    let (said, _) = typed(&args, &["h", "q"]);
    assert!(
        said.contains("South's best move is hole 2, value +4: smart:full looked to the end of the game"),
        "{said}"
    );
    assert!(said.contains("       2     +4  best\n"), "{said}");
}

#[test]
fn u_takes_back_to_the_last_choice_of_a_person() {
    let board = |said: &str| {
        let lines: Vec<&str> =
            said.lines().filter(|line| line.contains("][") || line.contains("pot ")).collect();
        lines[lines.len() - 3..].join("\n")
    };
    let mut prompt = AtPrompt::start(&["--game", "kalah:3x2", "--second", "bad"]);
    let start = board(&prompt.answer("u"));
    assert!(prompt.answer("1").contains("There is nothing to take back."));
    let replied = prompt.answer("u");
    assert!(replied.contains("bad (North) plays 1"), "{replied}");
    let back = prompt.answer("q");
    assert!(back.contains("Taken back: "), "{back}");
    assert_eq!(board(&back), start);
    assert_eq!(prompt.end().1, Some(0));
}

#[test]
fn the_end_of_input_quits() {
    let (said, code) = typed(&[], &[]);
    assert!(said.ends_with("Goodbye.\n"), "{said}");
    assert_eq!(code, Some(0));
}

#[test]
fn two_strategies_wait_for_enter_after_each_move() {
    let args = ["--first", "bad", "--second", "bad", "--game", "connect:4x1x4"];
    let mut prompt = AtPrompt::start(&args);
    for ply in 1..4 {
        let said = prompt.prompt("q to quit:");
        assert!(said.contains(&format!("plays {ply} after")), "{said}");
        writeln!(prompt.stdin).unwrap();
    }
    let (rest, code) = prompt.end();
    assert!(rest.contains("The game is over: a draw, the board is full."), "{rest}");
    assert_eq!(code, Some(0));
}

#[test]
fn without_a_pause_two_strategies_play_on() {
    let (said, code) = typed(&["--first", "smart:3", "--second", "smart:3", "--no-pause"], &[]);
    assert!(said.contains("The game is over: smart:3 ("), "{said}");
    assert_eq!(code, Some(0));
}

#[test]
fn the_seed_decides_games_of_chance() {
    let game = |seed: &str| {
        let args =
            ["--first", "random", "--second", "random", "--no-pause", "--game", "connect", "--seed", seed];
        let said = typed(&args, &[]).0;
        let moves: Vec<String> = said
            .lines()
            .filter_map(|line| line.split_once(" plays "))
            .map(|(_, played)| played.split(' ').next().unwrap().to_owned())
            .collect();
        moves.join(" ")
    };
    assert_eq!(game("7"), game("7"));
    assert_ne!(game("7"), game("8"));
}

#[test]
fn a_finished_position_is_only_shown() {
    let (said, code) = typed(&["--game", "kalah:3x0"], &[]);
    assert!(said.contains("The game is over: a draw, 0 to 0."), "{said}");
    assert_eq!(code, Some(0));
}

#[test]
fn odd_bytes_at_the_prompt_are_only_wrong() {
    let mut prompt = AtPrompt::start(&[]);
    prompt.prompt("q quit)?");
    prompt.stdin.write_all(b"\xff\xfe\x1b[2J\n").unwrap();
    let said = prompt.answer("q");
    assert!(said.contains("is not a number"), "{said}");
    assert!(!said.contains('\u{1b}'), "{said}");
    assert_eq!(prompt.end().1, Some(0));
}

#[test]
fn help_explains_the_commands_and_gives_no_hint() {
    for word in ["?", "help"] {
        let (said, code) = typed(&["--game", "kalah:3x2", "--hint", "smart:full"], &[word, "q"]);
        for line in [
            "Type a hole from 1 to 3, or",
            "  h       show the value of every move (hint)",
            "  u       take back your last move (undo)",
            "  q       quit",
            "You may play 1 2 3.",
        ] {
            assert!(said.contains(line), "{line:?} is not said:\n{said}");
        }
        assert!(!said.contains("value +") && !said.contains("best"), "{said}");
        assert_eq!(said.matches("human (South), hole 1-3").count(), 2, "asked again");
        assert_eq!(code, Some(0));
    }
}

#[test]
fn the_moves_can_be_shown_again() {
    let start = ["--second", "human", "--game", "kalah:3x2"];
    let from = ["--position", "n:2,2,2,0:2,2,2,0", "--moves", "2"];
    let (said, _) = typed(&[&start[..], &from].concat(), &["3", "1", "u", "2", "q"]);
    assert!(said.contains("Moves: 3 2\n"), "what was taken back is not among them:\n{said}");
    assert!(
        said.contains("\nPlay on: arena play --first human --second human --game kalah:3x2 --position "),
        "{said}"
    );
    let command = said.lines().find_map(|line| line.strip_prefix("Show them: arena ")).unwrap();
    assert_eq!(command, "show --game kalah:3x2 --position n:2,2,2,0:2,2,2,0 --moves '2 3 2'");
    let args: Vec<&str> = command
        .split('\'')
        .flat_map(|part| match part {
            "2 3 2" => vec![part],
            part => part.split_whitespace().collect(),
        })
        .collect();
    let shown = crate::common::stdout(&args);
    let board = |text: &str| {
        let rows: Vec<&str> =
            text.lines().filter(|line| line.contains("][") || line.contains("pot")).collect();
        rows[rows.len() - 3..].join("\n")
    };
    assert_eq!(board(&shown), board(&said));
    let (said, _) = typed(&start, &["q"]);
    assert!(!said.contains("Moves:"), "nothing was played:\n{said}");
}
