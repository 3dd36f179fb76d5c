//! `arena engine`: our strategies as UGI engines.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::tempdir;

use crate::common::{assert_same_results, stderr_of};

/// An engine that is being spoken to.
pub(super) struct Talk {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Talk {
    pub(super) fn with(args: &[&str]) -> Talk {
        let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
        command.arg("engine").args(args).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Talk { child, input, output }
    }

    pub(super) fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    fn hear(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    /// The lines up to one that begins with this.
    pub(super) fn until(&mut self, beginning: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.hear();
            assert!(!line.is_empty(), "the engine ended after {lines:?}");
            lines.push(line);
            if lines.last().is_some_and(|line| line.starts_with(beginning)) {
                return lines;
            }
        }
    }

    pub(super) fn end(mut self) -> Option<i32> {
        drop(self.input);
        self.child.wait().unwrap().code()
    }
}

#[test]
fn an_engine_introduces_itself_and_plays() {
    let mut talk = Talk::with(&["smart:6"]);
    talk.say("ugi");
    let lines = talk.until("ugiok");
    assert!(lines[0].starts_with("id name arena"), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("option name Seed type spin")), "{lines:?}");
    talk.say("isready");
    assert_eq!(talk.hear(), "readyok");
    talk.say("uginewgame");
    talk.say("position startpos");
    talk.say("go");
    let lines = talk.until("bestmove");
    assert!(lines[0].starts_with("info depth 6 nodes "), "{lines:?}");
    assert_eq!(lines[1], "bestmove 6");
    talk.say("position fen s:4,4,4,4,4,4,0:4,4,4,4,4,4,0 moves 3 6");
    talk.say("query p1turn");
    assert_eq!(talk.hear(), "response false");
    talk.say("quit");
    assert_eq!(talk.end(), Some(0));
}

#[test]
fn limits_are_kept_and_stop_ends_a_search() {
    let mut talk = Talk::with(&["smart:6", "--game", "connect"]);
    talk.say("position startpos");
    for go in ["go movetime 30", "go nodes 100", "go depth 3", "go p1time 500 p2time 500 p1inc 0 p2inc 0"] {
        talk.say(go);
        assert!(talk.until("bestmove").last().is_some(), "{go}");
    }
    talk.say("go infinite");
    talk.say("stop");
    let lines = talk.until("bestmove");
    assert!(lines.last().unwrap().starts_with("bestmove "), "{lines:?}");
    // Without a limit there is no best move so far: the best one ply ahead.
    let mut slow = Talk::with(&["smart:full", "--game", "kalah:6x6"]);
    slow.say("go");
    slow.say("stop");
    assert!(slow.until("bestmove").last().is_some());
    slow.say("go");
    slow.say("quit");
    assert_eq!(slow.end(), Some(0));
}

/// A depth is no number of playouts: `go depth 3` leaves them as they are.
#[test]
fn playouts_are_limited_by_time_and_nodes_and_stopped() {
    let mut talk = Talk::with(&["mcts:1000", "--game", "connect"]);
    let nodes = |lines: &[String]| -> u64 {
        let info = lines.iter().find(|line| line.starts_with("info depth ")).unwrap();
        info.split_whitespace().skip_while(|&word| word != "nodes").nth(1).unwrap().parse().unwrap()
    };
    for (go, most) in [("go", 1 << 20), ("go depth 3", 1 << 20), ("go nodes 2000", 2500)] {
        for line in ["uginewgame", "position startpos", go] {
            talk.say(line);
        }
        let lines = talk.until("bestmove");
        assert!((2000..most).contains(&nodes(&lines)), "{go}: {lines:?}");
    }
    talk.say("go movetime 30");
    assert!(talk.until("bestmove").last().is_some());
    talk.say("go infinite");
    talk.say("stop");
    assert!(talk.until("bestmove").last().is_some());
    talk.say("quit");
    assert_eq!(talk.end(), Some(0));
}

#[test]
fn readiness_is_confirmed_while_it_thinks_and_otherwise_in_order() {
    let mut talk = Talk::with(&["smart:full", "--game", "connect"]);
    talk.say("position startpos");
    talk.say("go movetime 60000");
    for _ in 0..3 {
        talk.say("isready");
        assert_eq!(talk.hear(), "readyok", "before the search ends");
    }
    // Behind the end of the search and a new game it means that both are done.
    for line in ["stop", "uginewgame", "isready"] {
        talk.say(line);
    }
    let lines = talk.until("readyok");
    assert!(lines[lines.len() - 2].starts_with("bestmove "), "{lines:?}");
    talk.say("isready");
    assert_eq!(talk.hear(), "readyok");
    assert_eq!(talk.end(), Some(0));
}

#[test]
fn searches_that_follow_at_once_are_each_stopped() {
    let mut talk = Talk::with(&["smart:6", "--game", "connect"]);
    talk.say("go infinite");
    for round in 0..20 {
        if round % 2 == 0 {
            // Somebody listens.
            talk.say("isready");
            assert_eq!(talk.hear(), "readyok");
        }
        // The next search is asked for before the last one can have noticed.
        talk.input.write_all(b"stop\nposition startpos moves 4\ngo infinite\n").unwrap();
        assert!(talk.until("bestmove").last().is_some());
    }
    talk.say("stop");
    assert!(talk.until("bestmove").last().is_some());
    assert_eq!(talk.end(), Some(0));
}

#[test]
fn the_limit_of_a_search_replaces_that_of_the_strategy() {
    for own in ["smart:time=100s", "smart:clock=2000s"] {
        let began = Instant::now();
        let mut talk = Talk::with(&[own, "--game", "kalah:6x6"]);
        talk.say("position startpos");
        for go in ["go movetime 20", "go p1time 300 p2time 300 p1inc 0 p2inc 0", "go p1time 0 p2time 0"] {
            talk.say(go);
            let lines = talk.until("bestmove");
            assert!(lines[0].starts_with("info depth "), "{own}, {go}: {lines:?}");
        }
        assert!(began.elapsed() < Duration::from_mins(1), "{own} took its own time");
        assert_eq!(talk.end(), Some(0));
    }
}

/// Players by chance are left out: an engine draws from the seed that it is given, a strategy inside from the run's own
/// stream, so their moves differ.
#[test]
#[cfg(unix)]
fn two_engines_play_the_same_games_as_the_strategies_inside() {
    let pairings = [
        ("kalah", "smart:4", "greedy"),
        ("kalah:4x3", "smart:3,eval=hoard,extra=free", "smart:nodes=2k"),
        ("connect", "smart:4,eval=lines", "smart:3"),
        ("connect:4x4x3", "smart:full", "bad"),
        ("mnk", "smart:4", "greedy"),
        ("mnk:4x4x3", "smart:2", "smart:nodes=500"),
    ];
    let folder = tempdir().unwrap();
    for (number, (game, one, two)) in pairings.into_iter().enumerate() {
        let run = |name: &str, players: [String; 2]| {
            let out = folder.path().join(format!("{number}-{name}"));
            let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
            command.args(["--a", &players[0], "--b", &players[1], "--game", game, "--games", "20"]);
            let output = command.args(["--threads", "2", "--quiet", "--out"]).arg(&out).output().unwrap();
            assert_eq!((output.status.code(), stderr_of(&output).as_str()), (Some(0), ""), "{game}");
            out
        };
        let inside = run("inside", [format!("one={one}"), format!("two={two}")]);
        let engine = |name: &str, spec: &str| {
            format!("{name}=exec:\"'{}' engine {spec}\"", env!("CARGO_BIN_EXE_arena"))
        };
        let outside = run("outside", [engine("one", one), engine("two", two)]);
        assert_same_results(&inside, &outside, &format!("{one} against {two} in {game}"));
    }
}

#[test]
fn a_finished_game_is_known_and_not_searched() {
    let mut talk = Talk::with(&["bad", "--game", "mnk"]);
    talk.say("position startpos moves 1 4 2 5 3");
    for (query, response) in [("gameover", "true"), ("result", "p1win"), ("p1turn", "false")] {
        talk.say(&format!("query {query}"));
        assert_eq!(talk.hear(), format!("response {response}"));
    }
    talk.say("go");
    assert_eq!(talk.hear(), "info string the game is over: there is no move to search for");
    talk.say("position startpos");
    talk.say("query result");
    assert_eq!(talk.hear(), "response none");
    assert_eq!(talk.end(), Some(0));
}

#[test]
fn bad_lines_are_answered_and_survived() {
    let mut talk = Talk::with(&["bad"]);
    for line in ["nonsense", "go sideways", "position fen x:nope", "position startpos moves 9", "query mood"]
    {
        talk.say(line);
        let answer = talk.hear();
        assert!(answer.starts_with("info string "), "{line}: {answer}");
    }
    talk.input.write_all(b"\xff\xfe\x00\n").unwrap();
    assert!(talk.hear().starts_with("info string "));
    talk.say(&"x".repeat(200_000));
    assert!(talk.hear().starts_with("info string "));
    talk.say("go");
    assert_eq!(talk.hear(), "bestmove 1");
    assert_eq!(talk.end(), Some(0));
}

#[test]
fn the_end_of_input_is_answered_and_ends_it() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_arena"));
    child.args(["engine", "smart:4"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = child.spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"position startpos\ngo").unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(String::from_utf8(output.stdout).unwrap().contains("bestmove "));
    assert_eq!(output.status.code(), Some(0));
}
