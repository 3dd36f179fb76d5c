//! Recorded games at the terminal, and results exported to files.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::common::columns;
use crate::common::{arena, json, play, rows, stderr_of, stdout};

#[test]
fn a_recorded_game_is_shown_at_every_ply() {
    let folder = TempDir::new().unwrap();
    let run = folder.path().join("run");
    let run_text = run.to_str().unwrap();
    play(&run, "--games 4 --a smart:2 --b bad --game kalah:3x2");
    for row in rows(&run, "games.csv", &columns::GAMES) {
        let plies: usize = row[10].parse().unwrap();
        for ply in [0, plies / 2, plies] {
            let moves: Vec<&str> = row[11].split(' ').take(ply).collect();
            let shown = json(&["show", run_text, "--game", &row[0], "--ply", &ply.to_string(), "--json"]);
            let expected = json(&[
                "show",
                "-g",
                "kalah:3x2",
                "--position",
                &row[2],
                "--moves",
                &moves.join(" "),
                "--json",
            ]);
            assert_eq!(shown, expected, "game {} ply {ply}", &row[0]);
        }
        let end = stdout(&["show", run_text, "--game", &row[0]]);
        let winner = if &row[6] == "draw" { "a draw".to_owned() } else { format!("{} (", &row[6]) };
        assert!(end.contains(&format!("Ply {plies} of {plies}: ")) && end.contains(&winner), "{end}");
    }
    // The games.csv stands for its run.
    let file = run.join("games.csv");
    assert!(stdout(&["show", file.to_str().unwrap(), "--game", "1", "--ply", "0"]).contains("The opening, "));
}

#[test]
fn a_replay_goes_forward_and_back() {
    let folder = TempDir::new().unwrap();
    let run = folder.path().join("run");
    play(&run, "--games 2 --a greedy --b bad --game mnk:3x3x3 --openings start");
    let replay = |typed: &str| {
        let mut command = assert_cmd::Command::cargo_bin("arena").unwrap();
        let output = command
            .args(["play", "--replay", run.to_str().unwrap(), "--game", "1"])
            .write_stdin(typed)
            .output()
            .unwrap();
        assert_eq!((output.status.code(), stderr_of(&output).as_str()), (Some(0), ""));
        String::from_utf8(output.stdout).unwrap()
    };
    let told = |text: &str| -> Vec<String> {
        let lines =
            text.lines().filter_map(|line| Some(line.split_once("Ply ")?.1.split(' ').next()?.to_owned()));
        lines.collect()
    };
    assert_eq!(told(&replay("\n\nb\n\n4\nq\n")), ["1", "2", "1", "2", "4"]);
    let ends = replay("99\nb\nx\nq\n");
    assert!(
        ends.contains("The game has ")
            && ends.contains("first position")
            && ends.contains("Type Enter, b, q"),
        "{ends}"
    );
    assert!(replay("").contains("game 1: greedy (x) against bad (o), "), "the end of the input is the end");
    let all = replay(&"\n".repeat(30));
    assert!(all.contains("The end."), "{all}");
}

#[test]
fn a_game_that_is_not_there_is_named() {
    let folder = TempDir::new().unwrap();
    let run = folder.path().join("run");
    play(&run, "--games 2 --a greedy --b bad --game mnk:3x3x3");
    let bare = folder.path().join("bare.csv");
    fs::write(&bare, "first,second,result\na,b,1-0\n").unwrap();
    let [run, bare] = [&run, &bare].map(|path| path.to_str().unwrap());
    let cases: [(&[&str], &str); 6] = [
        (&["show", run], "--game takes the number of a game of the run, not 'kalah'\nfor example --game 17"),
        (&["show", run, "--game", "9"], "there is no game 9\nit has 2 games, from 1 on"),
        (&["show", run, "--game", "1", "--ply", "99"], "--ply: game 1 has "),
        (&["show", bare, "--game", "1"], "the rules are not known"),
        (&["show", "nowhere", "--game", "1"], "there is no run nowhere"),
        (&["play", "--replay", run, "--game", "0"], "there is no game 0"),
    ];
    for (args, problem) in cases {
        let output = arena(args);
        let stderr = stderr_of(&output);
        assert!(output.status.code() == Some(2) && stderr.contains(problem), "{args:?}: {stderr}");
    }
    assert_eq!(arena(&["show", "--ply", "3"]).status.code(), Some(2), "a ply needs a run");
}

#[test]
fn results_are_exported_as_they_are_printed() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for (name, line) in [
        ("match", "--games 10 --a smart:2 --b x_y=bad"),
        ("tournament", "tournament smart:2 x_y=bad random --games 4"),
    ] {
        let (markdown, exported) = (at(&format!("{name}.md")), at(&format!("{name}.json")));
        let line = format!("{line} --json --export-markdown {markdown} --export-json {exported}");
        let printed = play(Path::new(&at(name)), &line);
        assert_eq!(fs::read_to_string(&exported).unwrap(), printed);
        let text = fs::read_to_string(&markdown).unwrap();
        assert!(text.starts_with("**") && text.contains("| x\\_y | "), "{text}");
        let columns = |line: &str| line.matches('|').count();
        let tables: Vec<&str> = text.split("\n\n").filter(|part| part.starts_with('|')).collect();
        assert_eq!(tables.len(), 2, "{text}");
        for table in tables {
            let first = columns(table.lines().next().unwrap());
            assert!(table.trim().lines().all(|line| columns(line) == first), "{table}");
        }
    }
    let nowhere = at("nowhere/x.md");
    let output = arena(&[
        "smart:2",
        "bad",
        "-n",
        "100000000",
        "--out",
        &at("unplayed"),
        "--export-markdown",
        &nowhere,
    ]);
    let stderr = stderr_of(&output);
    assert!(
        output.status.code() == Some(2) && stderr.contains("--export-markdown: cannot write"),
        "{stderr}"
    );
    assert!(!Path::new(&at("unplayed")).exists(), "no game is played before that is known");
    let sharded = arena(&["smart:2", "bad", "--shard", "1/2", "--report", "--out", &at("unplayed")]);
    assert_eq!(sharded.status.code(), Some(2));
}
