//! `arena export`: games for other programs, and what those read.

use std::fs;
use std::io::Write as _;
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

use crate::common::{arena, play, python_with, stderr_of, stdout};

/// A run of two games from a position in which White mates or moves away, with its folder.
fn mates(here: &TempDir) -> String {
    let (file, run) = (here.path().join("mate.epd"), here.path().join("mate \"in\" one"));
    fs::write(&file, "6k1/5ppp/8/8/8/8/8/R6K w - - bm Ra8#; id \"back rank\";\n").unwrap();
    let openings = format!("file:{}", file.display());
    let line = format!("smart:1 bad -g chess -n 2 --max-plies 3 --openings {openings}");
    play(&run, &line);
    run.display().to_string()
}

#[test]
fn games_of_chess_are_written_as_pgn() {
    let here = TempDir::new().unwrap();
    insta::assert_snapshot!(stdout(&["export", &mates(&here), "--format", "pgn"]), @r#"
    [Event "mate \"in\" one"]
    [Site "?"]
    [Date "????.??.??"]
    [Round "1"]
    [White "smart:1"]
    [Black "bad"]
    [Result "1-0"]
    [SetUp "1"]
    [FEN "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"]
    [PlyCount "1"]
    [Termination "normal"]

    1. Ra8# {checkmate} 1-0

    [Event "mate \"in\" one"]
    [Site "?"]
    [Date "????.??.??"]
    [Round "2"]
    [White "bad"]
    [Black "smart:1"]
    [Result "1/2-1/2"]
    [SetUp "1"]
    [FEN "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"]
    [PlyCount "3"]
    [Termination "adjudication"]

    1. Rb1 f5 2. Ra1 {adjudication: max-plies} 1/2-1/2
    "#);
}

#[test]
fn games_of_chess960_name_their_variant_and_start() {
    let here = TempDir::new().unwrap();
    let (run, file) = (here.path().join("run"), here.path().join("games.pgn"));
    play(&run, "bad random -g chess960:0 -n 2 --max-plies 2 --openings start");
    let [run, file] = [&run, &file].map(|path| path.to_str().unwrap());
    assert_eq!(stdout(&["export", run, "--format", "pgn", "--out", file]), format!("{file}\n"));
    let text = fs::read_to_string(file).unwrap();
    let tags = "[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1\"]\n";
    assert!(text.contains(tags), "{text}");
    assert_eq!(text.matches("[Event ").count(), 2);
    let end = "[PlyCount \"2\"]\n[Termination \"adjudication\"]\n\n1. Nc3 ";
    assert!(text.contains(end) && text.ends_with("{adjudication: max-plies} 1/2-1/2\n\n"), "{text}");
}

#[test]
fn a_clock_of_both_players_is_a_tag() {
    let here = TempDir::new().unwrap();
    let run = here.path().join("run");
    play(&run, "smart:1,clock=90s+0.5s b=smart:1,clock=90s+0.5s -g chess -n 2 --max-plies 2");
    let text = stdout(&["export", run.to_str().unwrap(), "--format", "pgn"]);
    assert!(text.contains("[TimeControl \"90+0.5\"]\n"), "{text}");
}

#[test]
fn games_of_any_kind_are_lines_of_json() {
    let here = TempDir::new().unwrap();
    insta::assert_snapshot!(stdout(&["export", &mates(&here), "--format", "jsonl"]), @r#"
    {"number":1,"pair":1,"game":"chess","first":"smart:1","second":"bad","sides":["White","Black"],"opening":"6k1/5ppp/8/8/8/8/8/R6K w - - 0 1","moves":["a1a8"],"result":"1-0","winner":"smart:1","reason":"normal","points":[1,0],"plies":1}
    {"number":2,"pair":1,"game":"chess","first":"bad","second":"smart:1","sides":["White","Black"],"opening":"6k1/5ppp/8/8/8/8/8/R6K w - - 0 1","moves":["a1b1","f7f5","b1a1"],"result":"1/2-1/2","winner":null,"reason":"max-plies","points":[0,0],"plies":3}
    "#);
    let run = here.path().join("kalah");
    play(&run, "bad greedy -g kalah:3x2 -n 2 --openings start");
    insta::assert_snapshot!(stdout(&["export", run.to_str().unwrap(), "--format", "jsonl"]), @r#"
    {"number":1,"pair":1,"game":"kalah:3x2","first":"bad","second":"greedy","sides":["South","North"],"opening":null,"moves":[1,1,1,2,1,3,2,1,2,1,3,3],"result":"0-1","winner":"greedy","reason":"normal","points":[2,10],"plies":12}
    {"number":2,"pair":1,"game":"kalah:3x2","first":"greedy","second":"bad","sides":["South","North"],"opening":null,"moves":[2,3,1,1,3,2],"result":"1-0","winner":"greedy","reason":"normal","points":[8,4],"plies":6}
    "#);
}

/// What is exported is what the run recorded, whatever the game.
#[test]
fn every_game_can_be_exported() {
    let here = TempDir::new().unwrap();
    for game in arena::games::BuiltInGame::LIST {
        let run = here.path().join(game.name);
        play(&run, &format!("bad random -g {} -n 2 --max-plies 6", game.name));
        let lines = stdout(&["export", run.to_str().unwrap(), "--format", "jsonl"]);
        let games: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(games.len(), 2, "{}", game.name);
        for record in games {
            assert_eq!(record["moves"].as_array().unwrap().len() as u64, record["plies"], "{}", game.name);
        }
    }
}

#[test]
fn what_cannot_be_exported_is_explained() {
    let here = TempDir::new().unwrap();
    let run = here.path().join("run");
    play(&run, "bad greedy -g kalah:3x2 -n 2 --openings start");
    let refused = |words: &[&str]| {
        let output = arena(words);
        assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(2), &b""[..]), "{words:?}");
        stderr_of(&output)
    };
    let run = run.to_str().unwrap();
    insta::assert_snapshot!(refused(&["export", run, "--format", "pgn"]), @"
    error: --format: pgn is for chess, and these are games of kalah:3x2
    write --format jsonl
    ");
    let message = refused(&["export", run, "--format", "jsonl", "--out", &format!("{run}/no/file")]);
    assert!(message.contains("--out: cannot write") && message.contains("choose another file"), "{message}");
}

#[test]
fn a_damaged_game_is_named() {
    let here = TempDir::new().unwrap();
    let run = here.path().join("run");
    play(&run, "bad random -g chess -n 2 --max-plies 4 --openings start");
    let games = run.join("games.csv");
    let text = fs::read_to_string(&games).unwrap();
    fs::write(&games, text.replacen("b1a3", "b1b4", 1)).unwrap();
    let output = arena(&["export", run.to_str().unwrap(), "--format", "pgn"]);
    assert_eq!(output.status.code(), Some(2));
    let message = stderr_of(&output);
    assert!(message.contains("game 1: b1b4 is not a legal move here\nthe file may be damaged"), "{message}");
}

/// Reads games in PGN and fails unless python-chess agrees with each: its moves, its result and how it ended.
const READER: &str = r#"
import chess.pgn, sys
games = 0
while game := chess.pgn.read_game(sys.stdin):
    assert not game.errors, game.errors
    board, plies = game.board(), 0
    def ends():
        return {
            "checkmate": board.is_checkmate(),
            "stalemate": board.is_stalemate(),
            "insufficient material": board.is_insufficient_material(),
            "the fifty-move rule": board.is_fifty_moves(),
            "threefold repetition": board.is_repetition(3),
        }
    for move in game.mainline_moves():
        assert not any(ends().values()), (game.headers, board.fen())
        board.push(move)
        plies += 1
    said = " ".join(game.end().comment.split())
    assert ends()[said], (game.headers, said)
    winner = ("0-1" if board.turn else "1-0") if said == "checkmate" else "1/2-1/2"
    assert (game.headers["Result"], game.headers["PlyCount"]) == (winner, str(plies)), game.headers
    assert game.headers["Termination"] == "normal"
    games += 1
print(games)
"#;

#[test]
#[ignore = "plays 2,000 games of chess, and python-chess reads them"]
fn python_chess_agrees_with_every_game() {
    let Some(python) = python_with("chess") else { return };
    let here = TempDir::new().unwrap();
    for game in ["chess", "chess960:123"] {
        let run = here.path().join(game.replace(':', "-"));
        play(&run, &format!("random other=random -g {game} -n 1000"));
        let games = stdout(&["export", run.to_str().unwrap(), "--format", "pgn"]);
        let mut reader = Command::new(&python);
        let mut reader =
            reader.args(["-c", READER]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        reader.stdin.take().unwrap().write_all(games.as_bytes()).unwrap();
        let output = reader.wait_with_output().unwrap();
        assert!(output.status.success(), "{game}");
        assert_eq!(String::from_utf8_lossy(&output.stdout), "1000\n");
    }
}
