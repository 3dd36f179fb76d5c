//! Plan hashes never change: they decide which run is continued, which baseline fits, and how folders are named.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::common::{bytes, stderr_of};

/// Openings for the plan that reads a file: the digest of its bytes is part of the hash.
const BOOK: &str = "# two positions\n3 6\ns:4,4,4,4,4,4,0:4,4,4,4,4,4,0\n";

/// Plans of every kind, with the hashes that version 0.2.0 gave them; swiss and adaptive ones were changed since, with
/// their games.
const PLANS: [(&str, &str); 20] = [
    ("3570397778a9d2d0", "match -n 2 --a smart:6 --b bad"),
    ("e74523f1171ed60b", "match -n 3 --a smart:1 --b random --seed 7"),
    ("ccac8d6f6a86fed4", "match -n 2 --a greedy --b random --game kalah:4x3 --openings start"),
    ("6857446f162873a5", "match -n 2 --a greedy --b bad --game kalah:6x4:empty-capture --openings random:4"),
    ("1b9e7b9d7a13098f", "match -n 2 --a smart:2 --b smart:1 --game connect"),
    ("15e8f570dde21d19", "match -n 2 --a smart:2,eval=lines --b smart:2,eval=center --game connect:5x5x3"),
    ("2222bed0b9cbaccd", "match -n 2 --a random --b bad --game mnk"),
    ("d1b2593602e31781", "match -n 2 --a mcts:20 --b bad --game mnk:4x4x3 --max-plies 9"),
    ("04aaa48c294a4e23", "match -n 2 --a deep=smart:3,extra=free --b base=smart:3,ties=random"),
    ("787211ecba23ac4a", "match -n 2 --a smart:2,eval=pots+0.4*tempo-0.1*hoard --b smart:2"),
    ("d9d3d8765b8d8b02", "match -n 2 --a smart:1,endgame=4 --b perfect --game kalah:3x2"),
    ("97b59eb76a406c21", "match -n 2 --a smart:3,nodes=100 --b smart:2,eval=hoard"),
    ("7825c80482c47da3", "match -n 20 --a smart:2 --b bad --sprt 0,5"),
    ("b1a08af2a8aff85a", "match -n 20 --a smart:2 --b bad --sprt -5,0,alpha=0.1,beta=0.2,model=logistic"),
    ("bcdfacba7dfb0147", "match -n 2 --a bad --b random --openings file:book.txt"),
    ("dbbec784ed0cca5a", "match -n 2 --a bad --b random --openings balanced:4 --game kalah:4x2"),
    ("b88af0682be70b23", "tournament smart:1..3 bad -n 2"),
    ("1189a162835d0d77", "tournament smart:2 bad random --format gauntlet -n 2"),
    ("27af0c5d42640326", "tournament smart:1 smart:2 bad random --format swiss --rounds 2 -n 2"),
    ("fb1656373ad5bc52", "tournament smart:1 smart:2 bad random --format adaptive --total-games 32"),
];

/// The hash in the `run.json` that a command leaves.
fn plan_hash(folder: &Path, line: &str, run: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
    command.current_dir(folder).args(line.split_whitespace()).args(["--quiet", "--fresh", "--out", "out"]);
    let output = command.output().unwrap();
    // A bot that forfeits every game has played them.
    assert!([Some(0), Some(1)].contains(&output.status.code()), "arena {line}: {}", stderr_of(&output));
    let run: Value = serde_json::from_slice(&bytes(folder, run)).unwrap();
    run["plan_hash"].as_str().unwrap().to_owned()
}

#[test]
fn plan_hashes_are_those_of_earlier_versions() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("book.txt"), BOOK).unwrap();
    for (hash, line) in PLANS {
        assert_eq!(plan_hash(folder.path(), line, "out/run.json"), hash, "arena {line}");
    }
}

#[test]
fn a_shard_has_the_hash_of_its_plan() {
    let folder = tempfile::tempdir().unwrap();
    let line = "match -n 2 --a bad --b random --shard 1/1";
    assert_eq!(plan_hash(folder.path(), line, "out/shards/1-of-1/run.json"), "9adba3485adef10e");
}

#[cfg(unix)]
#[test]
fn the_files_of_a_bot_are_part_of_the_hash() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = tempfile::tempdir().unwrap();
    let bot = folder.path().join("bot.sh");
    fs::write(&bot, BOT).unwrap();
    fs::set_permissions(&bot, fs::Permissions::from_mode(0o755)).unwrap();
    let line = "match -n 2 --a ./bot.sh --b bad --game kalah:4x2";
    assert_eq!(plan_hash(folder.path(), line, "out/run.json"), "88963b862549a3f9");
}

/// A bot that always plays the first hole.
#[cfg(unix)]
const BOT: &str = r"#!/bin/sh
while read -r word rest; do
case $word in
ugi) echo ugiok ;;
isready) echo readyok ;;
position) side=${rest#fen }; ;;
go) echo bestmove 1 ;;
quit) exit ;;
esac
done
";
