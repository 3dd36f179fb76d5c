//! Engines that others wrote: Stockfish, Fairy-Stockfish and GNU Go.
#![cfg(target_os = "linux")]

use std::env;

use tempfile::tempdir;

use crate::common::{DEADLINE, is_installed, stderr_of, stdout};

/// Debian puts games there, which is not always in PATH.
const GAMES: &str = "/usr/games";

/// The path of an engine, unless it is not installed here.
fn engine(name: &str) -> Option<String> {
    let path = format!("{GAMES}/{name}");
    if std::path::Path::new(&path).exists() {
        Some(path)
    } else {
        is_installed(name).then(|| name.to_owned())
    }
}

/// Plays a match without a fault.
fn play(a: &str, b: &str, more: &[&str]) -> tempfile::TempDir {
    let folder = tempdir().unwrap();
    let mut command = assert_cmd::Command::cargo_bin("arena").unwrap();
    command.args(["--a", a, "--b", b, "--quiet", "--no-progress", "--threads", "2", "--out"]);
    command.arg(folder.path().join("run")).args(more);
    command.env("PATH", format!("{}:{GAMES}", env::var("PATH").unwrap()));
    let output = command.timeout(DEADLINE).output().unwrap();
    assert_eq!((output.status.code(), stderr_of(&output).as_str()), (Some(0), ""), "{a} {b}");
    assert!(!folder.path().join("run/faults.csv").exists(), "{a} {b}");
    folder
}

#[test]
fn stockfish_and_fairy_stockfish_play_chess() {
    let (Some(one), Some(other)) = (engine("stockfish"), engine("fairy-stockfish")) else { return };
    let a = format!("sf=exec:{one},protocol=uci,nodes=200,option.Hash=1,deterministic=yes");
    let b = format!("fairy=exec:{other},protocol=uci,nodes=100,option.Hash=1,deterministic=yes");
    let run = play(
        &a,
        &b,
        &["-g", "chess", "-n", "6", "--record-moves", "--adjudicate", "resign=600/4,draw=10/8/40"],
    );
    let pgn = stdout(&["export", run.path().join("run").to_str().unwrap(), "--format", "pgn"]);
    assert!(
        pgn.contains("[Termination \"adjudication\"]") && pgn.contains("{adjudication: adjudicated}"),
        "{pgn}"
    );
    let comments = pgn.matches("s}").count();
    assert!(comments > 100, "each move has its score and time: {comments}");
    play(&a, "r=random", &["-g", "chess960:7", "-n", "4"]);
}

#[test]
fn gnu_go_plays_under_a_referee() {
    let Some(gnugo) = engine("gnugo") else { return };
    if !is_installed("python3") {
        return;
    }
    let referee = format!("python3 {}/bots/games/go.py --size 7 --komi 9", env!("CARGO_MANIFEST_DIR"));
    let go = format!("{gnugo} --mode gtp --chinese-rules --capture-all-dead --level 1");
    let bot = format!("gnugo=exec:\"{go}\",protocol=gtp,option.boardsize=7,option.komi=9");
    let other = bot.replacen("gnugo=", "other=", 1);
    let game = format!("ugi:\"{referee}\"");
    play(&bot, &other, &["-g", &game, "-n", "2"]);
    play(&bot, &format!("random=exec:\"{referee}\""), &["-g", &game, "-n", "2"]);
}
