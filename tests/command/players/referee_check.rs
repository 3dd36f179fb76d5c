//! `arena bot --game 'ugi:…'`: good referees are fit, and each kind of bad one is found out.
#![cfg(target_os = "linux")]

use serde_json::Value;

use super::bot_check::{check, with_outcome};
use crate::common::{arena, example, is_installed, stderr_of, stdout_of};

/// All checks, in their order.
const CHECKS: [&str; 14] = [
    "starts",
    "handshake",
    "ready",
    "queries",
    "illegal_moves",
    "games",
    "same_answers",
    "answer_time",
    "board",
    "memory",
    "quit",
    "children",
    "end_of_input",
    "stray_output",
];

/// The referee of Countdown with this fault.
fn game(fault: &str) -> String {
    format!("ugi:\"{} {fault}\"", example("countdown").display())
}

/// What the command says of a referee, with the moves of these players.
fn examined(game: &str, player: &[&str]) -> Value {
    let output = arena(&[&["bot", "--game", game, "--json"], player].concat());
    assert_eq!(stderr_of(&output), "", "{game}");
    let report: Value = serde_json::from_str(&stdout_of(&output)).unwrap();
    let code = if report["fit"] == true { 0 } else { 3 };
    assert_eq!((output.status.code(), &report["role"]), (Some(code), &"referee".into()), "{game}");
    let checks = report["checks"].as_array().unwrap().iter().map(|check| check["check"].as_str().unwrap());
    assert_eq!(checks.collect::<Vec<_>>(), CHECKS, "{game}: every check is there");
    report
}

#[test]
fn a_referee_is_examined_by_games_of_its_own() {
    let report = examined(&game(""), &[]);
    assert_eq!((&report["fit"], with_outcome(&report, "skipped")), (&true.into(), vec!["board"]));
    let games = &check(&report, "games")["figures"];
    assert_eq!((&games["games"], &games["unfinished"], &games["draws"]), (&10.into(), &0.into(), &0.into()));
    let wins = ["first_wins", "second_wins"].map(|name| games[name].as_u64().unwrap());
    assert!(wins.iter().all(|&wins| wins > 0) && wins[0] + wins[1] == 10, "the games differ: {games}");
    assert_eq!(check(&report, "same_answers")["figures"]["same"], 100);
    assert_eq!(check(&report, "illegal_moves")["figures"]["said"], "error ? is not a legal move");
    assert_eq!(check(&report, "queries")["figures"]["start"], "gameover false, p1turn true, result none");
    // Extra turns and remarks are in order.
    assert_eq!(examined(&game("again+chatty"), &[])["fit"], true);
    let silent = examined(&game("silent"), &[]);
    assert_eq!((&silent["fit"], with_outcome(&silent, "noted")), (&true.into(), vec!["illegal_moves"]));
}

#[test]
fn each_fault_of_a_referee_is_found() {
    for (fault, failed, received) in [
        ("mute", "queries", ""),
        ("panics", "illegal_moves", "ended with exit code 3"),
        ("dies", "games", "ended with exit code 4: no memory left"),
        ("contradicts", "games", "response none"),
        ("odd-turn", "games", "response maybe"),
        ("endless", "games", "error take,1 is not a legal move"),
        ("fickle", "same_answers", "then gameover true, p1turn false, result p2win"),
        ("denies", "queries", "response true"),
    ] {
        let report = examined(&game(fault), &[]);
        assert_eq!(with_outcome(&report, "failed"), [failed], "{fault}");
        let problem = check(&report, failed)["problem"].to_string();
        assert!(problem.contains(received), "{fault}: {problem}");
    }
}

#[test]
fn another_player_makes_the_moves_if_it_is_named() {
    let player = format!("{} timid", example("countdown").display());
    let games =
        |player: &[&str]| check(&examined(&(game("idle") + ",startup=400ms"), player), "games").clone();
    let without = games(&[]);
    assert_eq!(without["outcome"], "skipped");
    assert!(without["reason"].as_str().unwrap().contains("name a player"), "{without}");
    let with = games(&[&player]);
    assert_eq!((&with["outcome"], &with["figures"]["games"]), (&"passed".into(), &10.into()), "{with}");
    let illegal = games(&[&format!("{} illegal", example("countdown").display())]);
    assert_eq!(illegal["outcome"], "failed");
    assert!(illegal["problem"]["received"][0].as_str().unwrap().contains("take,9 is not a legal move"));
}

#[test]
fn the_words_of_an_examination() {
    let told = |words: &[&str]| {
        let output = arena(&[&["bot"], words].concat());
        (output.status.code(), stdout_of(&output), stderr_of(&output))
    };
    let (code, text, _) = told(&["--game", &game("endless")]);
    assert_eq!(code, Some(3));
    assert!(
        text.contains("countdown endless is not fit to be a referee: 1 check failed, 1 skipped"),
        "{text}"
    );
    assert!(
        text.contains("expected  it accepts the move that a player chose, or says that the game is over")
    );
    let (code, _, problem) = told(&["--game", "connect"]);
    assert_eq!(code, Some(2));
    assert!(
        problem.contains("a bot is missing") && problem.contains("arena bot ./mybot --game connect:7x6x4"),
        "{problem}"
    );
    let (code, _, problem) = told(&["smart:6", "--game", &game("")]);
    assert_eq!(code, Some(2));
    assert!(problem.contains("smart cannot play this game: arena has no rules for it"), "{problem}");
    let (code, _, problem) = told(&["--game", "ugi:./no-such-referee"]);
    assert_eq!(code, Some(1));
    assert!(problem.contains("./no-such-referee"), "{problem}");
}

#[test]
fn the_example_is_fit() {
    if !is_installed("python3") {
        return;
    }
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/bots/games/breakthrough.py");
    let report = examined(&format!("ugi:\"python3 {example}\""), &[]);
    assert_eq!((&report["fit"], with_outcome(&report, "passed").len()), (&true.into(), 14), "{report}");
    let board = &check(&report, "board")["figures"]["rows"];
    assert_eq!((board.as_array().unwrap().len(), &board[0]), (5, &"bbbbb".into()));
}
