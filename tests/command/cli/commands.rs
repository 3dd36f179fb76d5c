//! Every command on the real binary: its text, its JSON, its exit code.

use crate::common::{arena, json, stdout};
use serde_json::{Value, json};

#[test]
fn show_draws_the_board_and_says_whose_move_it_is() {
    insta::assert_snapshot!(stdout(&["show", "--moves", "3 6"]), @"
    kalah:6x4 after 3 6

      North   1   2   3   4   5   6
            [ 4][ 4][ 5][ 5][ 5][ 5]
      pot 0                          2 pot
            [ 4][ 4][ 0][ 5][ 5][ 0]
              1   2   3   4   5   6  South

    North to move. Legal moves: 1 2 3 4 5 6
    Position: n:4,4,0,5,5,0,2:4,4,5,5,5,5,0
    ");
    insta::assert_snapshot!(stdout(&["show", "--game", "connect:5x2x3", "--moves", "331"]), @"
    connect:5x2x3 after 3 3 1

      | . . o . . |
      | x . x . . |
      +-----------+
        1 2 3 4 5

    o to move. Legal moves: 1 2 4 5
    Position: o:..o../x.x..
    ");
}

#[test]
fn show_tells_how_a_finished_game_ended() {
    let end = ["show", "--game", "kalah:3x2", "--position", "s:0,0,1,0:3,3,3,0", "--moves", "3"];
    insta::assert_snapshot!(stdout(&end), @"
    kalah:3x2 after 3

      North   1   2   3
            [ 0][ 0][ 0]
      pot 9              1 pot
            [ 0][ 0][ 0]
              1   2   3  South

    The game is over: North wins, 9 to 1.
    Position: s:0,0,0,1:0,0,0,9
    ");
}

#[test]
fn show_gives_the_json_of_the_design() {
    assert_eq!(
        json(&["show", "--json"]),
        json!({"game": "kalah:6x4", "position": "s:4,4,4,4,4,4,0:4,4,4,4,4,4,0", "to_move": "first",
               "legal": [1, 2, 3, 4, 5, 6], "over": false, "winner": null, "points": [0, 0]})
    );
    assert_eq!(
        json(&["show", "--json", "--game", "kalah:3x2", "--position", "s:0,0,1,0:3,3,3,0", "--moves", "3"]),
        json!({"game": "kalah:3x2", "position": "s:0,0,0,1:0,0,0,9", "to_move": null, "legal": [],
               "over": true, "winner": "second", "points": [1, 9]})
    );
    assert_eq!(
        json(&["show", "--json", "--game", "kalah:3x0"]),
        json!({"game": "kalah:3x0", "position": "s:0,0,0,0:0,0,0,0", "to_move": null, "legal": [],
               "over": true, "winner": "draw", "points": [0, 0]})
    );
    assert_eq!(
        json(&["show", "--json", "--game", "connect:4x4x3", "--moves", "1122"])["winner"],
        Value::Null,
        "two rows of two"
    );
    assert_eq!(
        json(&["show", "--json", "--game", "connect:4x4x3", "--moves", "11223"]),
        json!({"game": "connect:4x4x3", "position": "o:..../..../oo../xxx.", "to_move": null, "legal": [],
               "over": true, "winner": "first", "points": [1, 0]})
    );
}

/// The cases that the project was founded on, through the whole program.
#[test]
fn the_founding_cases_hold() {
    let cases = [
        ("s:1,0,2,2:2,2,2,0", "3", "n:1,0,0,3:2,2,3,0"),
        ("n:2,2,2,0:2,2,2,0", "2", "n:2,2,2,0:3,0,2,1"),
        ("n:2,2,2,0:3,0,2,1", "1", "s:3,3,2,0:0,0,2,2"),
        ("n:4,4,0:4,4,0", "1", "s:5,5,0:0,5,1"),
        ("s:3,3,6,0:3,3,3,0", "3", "n:4,4,0,1:4,4,4,0"),
        ("s:1,0,1,0:3,3,3,0", "1", "n:0,0,1,4:3,0,3,0"),
        ("s:1,0,1,0:3,3,3,0", "3", "s:1,0,0,1:3,3,3,0"),
    ];
    for (position, moves, after) in cases {
        let game = format!("kalah:{}x2", position.matches(',').count() / 2);
        let shown = json(&["show", "--json", "--game", &game, "--position", position, "--moves", moves]);
        assert_eq!(shown["position"], after, "{position} and {moves}");
    }
}

#[test]
fn the_default_sizes_may_be_left_out() {
    assert_eq!(json(&["show", "--json", "--game", "kalah"])["game"], "kalah:6x4");
    assert_eq!(json(&["show", "--json", "--game", "connect"])["game"], "connect:7x6x4");
    let variant = "kalah:6x4:empty-capture";
    assert_eq!(json(&["show", "--json", "--game", variant])["game"], variant);
}

#[test]
fn analyze_gives_a_sentence_and_a_table() {
    let text = stdout(&["analyze", "--position", "s:1,0,4,0,0,1,21:4,3,2,1,0,0,11", "--with", "smart:full"]);
    let (sentence, table) = text.split_once("\n\n").unwrap();
    assert!(sentence.starts_with(
        "South's best move is hole 3, value +14: smart:full looked to the end of the game, at "
    ));
    insta::assert_snapshot!(table, @"
    hole  value
       1    +12
       3    +14  best
       6    +14  as good
    ");
}

/// Each case: what is analyzed, and how the game ends, if that is proved.
#[test]
fn analyze_says_what_a_proved_value_means() {
    let end = "s:1,0,4,0,0,1,21:4,3,2,1,0,0,11";
    let lost = "n:1,0,4,0,0,1,21:4,3,2,1,0,0,11";
    let cases: &[(&[&str], Option<&str>)] = &[
        (&["--game", "connect:4x4x3", "--with", "smart:full"], Some("x wins in 5 moves")),
        (&["--game", "connect:4x4x3", "--with", "smart:9"], Some("x wins in 5 moves")),
        (&["--game", "connect:4x4x3", "--with", "smart:8"], None),
        (&["--game", "connect:4x4x3", "--with", "smart:9,eval=lines"], Some("x wins in 5 moves")),
        (&["--game", "connect:4x4x3", "--with", "smart:8,eval=center"], None),
        (&["--game", "connect:4x4x3", "--moves", "1122", "--with", "smart:1"], Some("x wins in 1 move")),
        (&["--game", "connect", "--moves", "33445", "--with", "smart:2"], Some("x wins in 1 move")),
        (&["--game", "mnk", "--with", "smart:full"], Some("a draw")),
        (&["--game", "mnk", "--moves", "1 2", "--with", "smart:full,eval=lines"], Some("x wins in 3 moves")),
        (&["--position", end, "--with", "smart:full"], Some("South wins by 14")),
        (&["--position", end, "--with", "smart:full,eval=hoard"], Some("South wins by 14")),
        (&["--position", end, "--with", "smart:full,eval=decisive"], Some("South wins by 14")),
        (&["--position", end, "--with", "smart:1"], None),
        (&["--position", lost, "--with", "smart:full"], Some("South wins by ")),
        (
            &["--game", "kalah:2x1", "--position", "s:0,1,3:1,0,0", "--with", "smart:1,eval=decisive"],
            Some("South wins"),
        ),
    ];
    for (args, expected) in cases {
        let text = stdout(&[&["analyze"], *args].concat());
        let line = text.lines().find_map(|line| line.strip_prefix("With best play: "));
        match expected {
            Some(words) => assert!(line.is_some_and(|line| line.starts_with(words)), "{args:?}: {text}"),
            None => assert_eq!(line, None, "{args:?}"),
        }
    }
}

#[test]
fn analyze_gives_the_json_of_the_design() {
    let args =
        ["analyze", "--position", "s:1,0,4,0,0,1,21:4,3,2,1,0,0,11", "--with", "deep=smart:full", "--json"];
    let report = json(&args);
    assert_eq!(report["game"], "kalah:6x4");
    assert_eq!(report["position"], "s:1,0,4,0,0,1,21:4,3,2,1,0,0,11");
    assert_eq!(report["strategy"], "smart:full");
    assert_eq!((&report["best"], &report["value"]), (&json!(3), &json!(14)));
    assert_eq!(
        report["moves"],
        json!([{"move": 1, "value": 12}, {"move": 3, "value": 14}, {"move": 6, "value": 14}])
    );
    assert!(report["nodes"].as_u64().unwrap() > 10);
    assert!(report["time_ns"].as_u64().unwrap() > 0);
}

#[test]
fn analyze_values_a_lost_position_for_the_side_to_move() {
    // x has three in a row with both ends open: o can only choose how to lose.
    let report = json(&["analyze", "--json", "--game", "connect", "--moves", "3344", "--with", "smart:2"]);
    assert_eq!(report["best"], 1, "nothing is decided within two plies");
    let lost = json(&["analyze", "--json", "--game", "connect", "--moves", "33445", "--with", "smart:2"]);
    for value in lost["moves"].as_array().unwrap() {
        assert!(value["value"].as_i64().unwrap() < 0, "{lost}");
    }
}

#[test]
fn analyze_of_a_finished_game_has_nothing_to_say() {
    let args = ["analyze", "--game", "connect:4x4x3", "--moves", "11223"];
    assert_eq!(stdout(&args), "The game is over: x wins, 3 in a row.\n");
    let report = json(&[&args[..], &["--json"]].concat());
    assert_eq!((&report["best"], &report["moves"]), (&Value::Null, &json!([])));
}

#[test]
fn analyze_obeys_every_key_of_smart() {
    let value = |with: &str| {
        let report =
            json(&["analyze", "--json", "--position", "s:1,3,1,8,4,9,2:8,8,1,0,0,0,3", "--with", with]);
        (report["best"].clone(), report["value"].clone(), report["depth"].clone())
    };
    // Depths 3 and 6 of both ways to count an extra turn: tests/data/kalah.json.
    assert_eq!(value("smart:3"), (json!(4), json!(0), json!(3)));
    assert_eq!(value("smart:3,extra=free"), (json!(6), json!(1), json!(3)));
    assert_eq!(value("smart:6"), (json!(6), json!(2), json!(6)));
    assert_eq!(value("smart:6,extra=free"), (json!(1), json!(-1), json!(6)));
    assert_eq!(value("smart:6,nodes=1"), value("greedy"));
    assert_eq!(value("smart:3,nodes=1M"), value("smart:3"));
    assert_eq!(value("smart:3,time=10s,ties=random"), value("smart:3"));
    assert_ne!(value("smart:1,eval=hoard").1, value("smart:1").1);
}

#[test]
fn perft_counts_sequences() {
    assert_eq!(
        json(&["perft", "--depth", "3", "--json"]),
        json!({"game": "kalah:6x4", "counts": [6, 35, 185]})
    );
    assert_eq!(
        json(&["perft", "--depth", "3", "--json", "--game", "kalah:1x1"]),
        json!({"game": "kalah:1x1", "counts": [1, 0, 0]})
    );
    let text = stdout(&["perft", "--game", "connect:3x3x3", "--depth", "9"]);
    let (sentence, table) = text.split_once("\n\n").unwrap();
    assert!(sentence.starts_with("connect:3x3x3: 622 sequences of 9 plies, counted in "));
    insta::assert_snapshot!(table, @"
    plies  sequences
        1          3
        2          9
        3         27
        4         78
        5        210
        6        456
        7        890
        8        982
        9        622
    ");
}

#[test]
fn perft_counts_from_any_position() {
    let after = json(&["perft", "--depth", "2", "--json", "--moves", "3"]);
    assert_eq!(after["counts"][0], 5, "an extra turn: South again, with hole 3 empty");
}

#[test]
fn list_shows_what_the_registries_hold() {
    let all = stdout(&["list"]);
    for part in ["games", "strategies", "evaluators"] {
        let text = stdout(&["list", part]);
        assert!(all.contains(&text), "{part}");
    }
    for name in [
        "kalah:HxB",
        "connect:CxLxN",
        "bad",
        "greedy",
        "smart",
        "human",
        "kalah tempo",
        "connect lines",
        "extra=",
    ] {
        assert!(all.contains(name), "{name}");
    }
}

#[test]
fn completions_are_made_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = stdout(&["completions", shell]);
        assert!(script.contains("arena") && script.contains("analyze"), "{shell}");
    }
}

#[test]
fn the_manual_has_a_page_for_the_program_and_for_each_command() {
    assert!(stdout(&["man"]).contains(".TH arena 1"));
    for command in ["play", "show", "analyze", "perft", "stats", "plan", "list", "completions", "man"] {
        assert!(stdout(&["man", command]).contains(&format!(".TH arena-{command} 1")), "{command}");
    }
}

#[test]
fn help_has_examples() {
    for command in ["play", "show", "analyze", "perft", "stats", "plan", "completions", "man"] {
        assert!(stdout(&[command, "--help"]).contains("Examples:"), "{command}");
    }
    assert!(stdout(&["--help"]).contains("Examples:"));
    assert!(stdout(&["--version"]).starts_with("arena "));
}

#[test]
fn colours_are_used_only_when_requested() {
    let coloured = |args: &[&str]| stdout(args).contains('\u{1b}');
    assert!(!coloured(&["show"]), "not on a terminal");
    assert!(coloured(&["show", "--color", "always"]));
    assert!(!coloured(&["show", "--color", "never"]));
    assert!(!coloured(&["show", "--json", "--color", "always"]), "JSON is never painted");
}

#[test]
fn colours_obey_the_usual_variables_unless_color_is_given() {
    let coloured = |color: &str, variables: &[(&str, &str)]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_arena"));
        for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
            command.env_remove(name);
        }
        let output =
            command.args(["show", "--color", color]).envs(variables.iter().copied()).output().unwrap();
        String::from_utf8_lossy(&output.stdout).contains('\u{1b}')
    };
    assert!(coloured("auto", &[("CLICOLOR_FORCE", "1")]), "asked for, though not on a terminal");
    assert!(!coloured("auto", &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]));
    assert!(coloured("always", &[("NO_COLOR", "1")]));
    assert!(!coloured("never", &[("CLICOLOR_FORCE", "1")]));
}

#[test]
#[cfg(unix)]
fn a_closed_pipe_is_not_an_error() {
    use std::process::Stdio;

    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_arena"))
        .args(["completions", "bash"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = crate::common::stopping::output_of(child);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(output.stderr, b"");
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_reported() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output =
        std::process::Command::new(env!("CARGO_BIN_EXE_arena")).arg("show").stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("error: cannot read or write"));
}

#[test]
#[cfg(unix)]
fn ctrl_c_stops_a_search_with_exit_code_130() {
    use std::process::Stdio;

    for args in [
        &["analyze", "--game", "connect", "--with", "smart:40"][..],
        &["analyze", "--game", "connect:64x64x9", "--with", "smart:9,eval=lines"],
        &["analyze", "--game", "kalah:32x64", "--with", "smart:full"],
        &["perft", "--depth", "100"],
    ] {
        let child = std::process::Command::new(env!("CARGO_BIN_EXE_arena"))
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        crate::common::stopping::ctrl_c(&child);
        let output = crate::common::stopping::output_of(child);
        assert_eq!(output.status.code(), Some(130), "{args:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "interrupted\n", "{args:?}");
    }
}

#[test]
fn without_a_command_the_help_is_shown() {
    let output = arena(&[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("Examples:"));
}
