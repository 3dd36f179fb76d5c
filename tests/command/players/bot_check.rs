//! `arena bot`: good bots are fit, each kind of bad one is found out, and the templates are the files of `bots/`.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;

use serde_json::Value;

use crate::common::stopping::{ctrl_c, kill, output_of};
use crate::common::{arena, stderr_of, stdout_of, until};
use crate::players::bots::{folder, processes, zoo};

/// All checks, in their order.
const CHECKS: [&str; 12] = [
    "starts",
    "handshake",
    "ready",
    "legal_moves",
    "answer_time",
    "new_game",
    "same_move",
    "memory",
    "quit",
    "children",
    "end_of_input",
    "stray_output",
];

/// The spec of a bot that commits this fault in one of twenty positions. Its processes are found by the folder.
fn bot(folder: &Path, fault: &str, keys: &str) -> String {
    format!("exec:{} {fault} 20 {},startup=2s{keys}", zoo().display(), folder.display())
}

fn assert_no_process_is_left(folder: &Path) {
    until("no process is left", || processes(folder.to_str().unwrap()).is_empty());
}

/// What the command says of a bot with this fault, as JSON. Nobody may be left.
fn examined(fault: &str, keys: &str, time: &str) -> Value {
    let folder = folder();
    let output = arena(&["bot", &bot(folder.path(), fault, keys), "--time", time, "--json"]);
    assert_no_process_is_left(folder.path());
    let stdout = stdout_of(&output);
    assert_eq!((stderr_of(&output).as_str(), stdout.matches('\n').count()), ("", 1), "{fault}: {stdout}");
    let report: Value = serde_json::from_str(&stdout).unwrap();
    let expected = if report["fit"] == true { 0 } else { 3 };
    assert_eq!(output.status.code(), Some(expected), "{fault}");
    let checks: Vec<&str> =
        report["checks"].as_array().unwrap().iter().map(|it| it["check"].as_str().unwrap()).collect();
    assert_eq!(checks, CHECKS, "{fault}: every check is there");
    report
}

/// The checks that ended so.
pub(super) fn with_outcome<'a>(report: &'a Value, outcome: &str) -> Vec<&'a str> {
    let checks = report["checks"].as_array().unwrap().iter();
    checks.filter(|check| check["outcome"] == outcome).map(|check| check["check"].as_str().unwrap()).collect()
}

pub(super) fn check<'a>(report: &'a Value, name: &str) -> &'a Value {
    report["checks"].as_array().unwrap().iter().find(|check| check["check"] == name).unwrap()
}

/// What came back where a check failed, in one line.
fn received(report: &Value, name: &str) -> String {
    let lines = check(report, name)["problem"]["received"].as_array().unwrap().iter();
    lines.map(|line| line.as_str().unwrap()).collect::<Vec<_>>().join(" | ")
}

/// Fails unless exactly one check of a bot with this fault fails, and that says this.
fn assert_only_failure(fault: &str, keys: &str, time: &str, failed: &str, came_back: &str) -> Value {
    let report = examined(fault, keys, time);
    assert_eq!(with_outcome(&report, "failed"), [failed], "{fault}: {report}");
    let said = received(&report, failed);
    assert!(said.contains(came_back), "{fault}: {said}");
    let problem = &check(&report, failed)["problem"];
    assert!(!problem["sent"].as_array().unwrap().is_empty(), "{fault}: {problem}");
    assert_ne!(problem["expected"], "", "{fault}");
    report
}

/// Examines bots with these faults at the same time, since most of it is waiting.
fn all_at_once<T: Copy + Send>(faults: impl IntoIterator<Item = T>, examine: impl Fn(T) + Sync) {
    let examine = &examine;
    thread::scope(|scope| faults.into_iter().for_each(|fault| _ = scope.spawn(move || examine(fault))));
}

#[test]
fn a_good_bot_passes_every_check_in_every_game() {
    let report = examined("none", "", "10s");
    assert_eq!(with_outcome(&report, "passed"), CHECKS, "{report}");
    let engine = format!("{} engine greedy", env!("CARGO_BIN_EXE_arena"));
    for game in arena::play::host::list() {
        let output = arena(&["bot", &engine, "--game", game.name, "--time", "10s", "--json"]);
        let report: Value = serde_json::from_str(&stdout_of(&output)).unwrap();
        assert_eq!(with_outcome(&report, "passed"), CHECKS, "{}: {report}", game.name);
        let moves = &check(&report, "legal_moves")["figures"];
        assert_eq!((&moves["asked"], &moves["legal"]), (&500.into(), &500.into()), "{moves}");
        let count = |kind: &str| moves[kind].as_u64().unwrap();
        assert_eq!(count("openings") + count("middle_games") + count("endings"), 500, "{moves}");
        assert!(count("openings").min(count("middle_games")).min(count("endings")) > 50, "{moves}");
        let may_be_forced = ["kalah", "connect", "mnk", "othello"].contains(&game.name);
        assert!(!may_be_forced || count("single_moves") >= 40, "{moves}");
        assert_eq!(count("extra_turns") > 0, ["kalah", "othello"].contains(&game.name), "{moves}");
    }
}

#[test]
fn a_sentence_comes_first_then_a_line_for_each_check() {
    let folder = folder();
    let output = arena(&["bot", &bot(folder.path(), "none", ""), "--time", "10s"]);
    let text = stdout_of(&output);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].ends_with(" is fit to play kalah:6x4: 12 checks passed"), "{text}");
    assert_eq!(lines[1], "");
    assert_eq!(lines[2..].iter().filter(|line| line.starts_with("  ✓ ")).count(), 12, "{text}");
    assert!(lines[2..].iter().all(|line| line.chars().count() <= 80), "{text}");

    let output = arena(&["bot", &bot(folder.path(), "illegal", ""), "--time", "10s"]);
    let text = stdout_of(&output).replace('\n', "|");
    assert_eq!(output.status.code(), Some(3));
    assert!(text.contains(" is not fit to play kalah:6x4: 1 check failed|"), "{text}");
    let problem = "|      sent      position fen n:0,0,3,6,7,0,7:1,7,1,2,6,0,8|                go movetime 10000|      \
                   received  bestmove 9|      expected  bestmove and one of 1 2 3 4 5|";
    assert!(text.contains(problem), "{text}");
}

#[test]
fn moves_that_are_wrong_or_unreadable_are_not_fit() {
    for (fault, said) in [
        ("illegal", "bestmove 9"),
        ("garbage", "bestmove banana split"),
        ("empty", "bestmove"),
        ("nul", "bestmove \u{fffd}\u{fffd}"),
        ("not-utf8", "bestmove \u{fffd}\u{fffd}"),
    ] {
        let report = assert_only_failure(fault, "", "10s", "legal_moves", said);
        let moves = &check(&report, "legal_moves")["figures"];
        assert_eq!(
            (&moves["asked"], &moves["answered"], &moves["legal"]),
            (&500.into(), &500.into(), &473.into())
        );
    }
}

#[test]
#[ignore = "waits for bots that do not answer"]
fn a_bot_that_breaks_down_is_started_again_for_the_checks_that_follow() {
    let faults = [
        ("crash", "ended with exit code 3: ZeroDivisionError: division by zero"),
        ("abort", "ended by signal 6"),
        ("closes-stdout", "closed its output but did not end"),
        ("flood", "over 16 MiB for one move"),
        ("gigabyte-line", "a line over 64 KiB"),
        ("one-move", "bestmove 5 | ended with exit code 0"),
    ];
    all_at_once(faults, |(fault, said)| {
        let report = assert_only_failure(fault, "", "60s", "legal_moves", said);
        assert_eq!(check(&report, "legal_moves")["figures"]["restarts"], 5, "{fault}");
        assert_eq!(with_outcome(&report, "skipped"), ["new_game", "same_move"], "{fault}: {report}");
    });
}

#[test]
fn no_answer_in_time_is_not_fit() {
    let faults = [
        ("hang", "100ms", "nothing within 0.2 s"),
        // Half an answer must come before the time is up, however busy the machine is.
        ("half", "900ms", "bestmo without an end of line"),
        ("late", "100ms", "nothing within 0.2 s"),
    ];
    all_at_once(faults, |(fault, margin, said)| {
        let report = assert_only_failure(fault, &format!(",margin={margin}"), "100ms", "answer_time", said);
        assert_eq!(check(&report, "answer_time")["figures"]["missing"], 5, "{fault}");
    });
}

#[test]
#[ignore = "waits for bots that do not answer"]
fn a_bot_that_does_not_come_up_is_not_fit_and_the_rest_is_skipped() {
    let faults = [
        ("dies-at-once", "starts", "ended with exit code 4: no such opening book: book.bin"),
        ("never-ready", "handshake", "id name slow | uciok | but no ugiok within 2 s"),
        ("deaf-at-once", "handshake", "nothing within 2 s"),
        ("deaf", "ready", "nothing within 2 s"),
    ];
    all_at_once(faults, |(fault, failed, said)| {
        let report = assert_only_failure(fault, "", "10s", failed, said);
        let behind = CHECKS.iter().position(|&name| name == failed).unwrap() + 1;
        assert_eq!(with_outcome(&report, "skipped"), CHECKS[behind..], "{fault}");
    });
}

#[test]
#[ignore = "waits for bots that do not answer"]
fn a_bot_must_survive_a_new_game_and_end_when_it_is_told_to() {
    let faults = [
        ("one-game", "new_game", "ended with exit code 5"),
        ("ignores-quit", "quit", "it still runs after 2 s"),
        ("ignores-end-of-input", "end_of_input", "it still runs after 2 s"),
    ];
    all_at_once(faults, |(fault, failed, said)| _ = assert_only_failure(fault, "", "10s", failed, said));
}

#[test]
fn children_that_are_left_are_found_and_killed() {
    all_at_once(["child", "child-apart"], |fault| {
        assert_only_failure(fault, "", "10s", "children", "still ran; it was killed");
    });
}

#[test]
fn a_second_answer_is_not_fit_and_other_stray_output_is_noted() {
    for (fault, said) in [("twice", "bestmove 5 | bestmove 5"), ("twice-slowly", "bestmove 5 | bestmove 99")]
    {
        assert_only_failure(fault, "", "10s", "stray_output", said);
    }
    for (fault, line) in [("noise", "hello"), ("chatter", "still here")] {
        let report = examined(fault, "", "10s");
        assert_eq!(
            (&report["fit"], with_outcome(&report, "noted")),
            (&true.into(), vec!["stray_output"]),
            "{report}"
        );
        assert!(check(&report, "stray_output").to_string().contains(line), "{report}");
    }
    let report = examined("flood-stderr", "", "10s");
    assert_eq!(with_outcome(&report, "passed"), CHECKS, "{report}");
}

#[test]
fn a_bot_that_does_not_repeat_its_moves_is_fit() {
    let report = examined("restless", "", "10s");
    assert_eq!(
        (&report["fit"], with_outcome(&report, "noted")),
        (&true.into(), vec!["same_move"]),
        "{report}"
    );
    let figures = &check(&report, "same_move")["figures"];
    assert!(figures["same"].as_u64() < figures["positions"].as_u64(), "{figures}");
    // One that is random gets the same seed both times.
    assert_eq!(with_outcome(&examined("seeded", "", "10s"), "passed"), CHECKS);
}

#[test]
fn memory_is_measured_and_limited() {
    let report = examined("memory", "", "60s");
    let peak = check(&report, "memory")["figures"]["peak_bytes"].as_u64();
    let peak = peak.unwrap_or_else(|| panic!("{report}"));
    assert!((200 << 20..250 << 20).contains(&peak), "{peak}");
    let report = examined("memory", ",memory=100M", "60s");
    assert_eq!(with_outcome(&report, "failed"), ["starts"], "{report}");
}

#[test]
fn options_are_set_and_an_unknown_one_is_noted() {
    assert_eq!(with_outcome(&examined("none", ",option.Seed=7", "10s"), "passed"), CHECKS);
    let report = examined("none", ",option.Hash=7", "10s");
    assert_eq!(with_outcome(&report, "noted"), ["handshake"], "{report}");
    assert!(check(&report, "handshake")["reason"].as_str().unwrap().contains("option.Hash"), "{report}");
}

#[test]
fn a_command_may_be_several_words() {
    let folder = folder();
    let zoo = zoo();
    let (zoo, place) = (zoo.to_str().unwrap(), folder.path().to_str().unwrap());
    let line = format!("{zoo} none 20 {place}");
    for words in [vec![zoo, "none", "20", place], vec![&line], vec!["--", zoo, "none", "20", place]] {
        let mut args = vec!["bot", "--time", "10s"];
        args.extend(&words);
        let output = arena(&args);
        assert!(
            stdout_of(&output).starts_with(&format!("{line} is fit")),
            "{words:?}: {}",
            stderr_of(&output)
        );
    }
}

#[test]
fn wrong_arguments_are_reported() {
    let told = |args: &[&str], code: i32| {
        let output = arena(&[&["bot"], args].concat());
        let said = (output.status.code(), stdout_of(&output));
        assert_eq!(said, (Some(code), String::new()), "{args:?}");
        stderr_of(&output)
    };
    let missing = "error: there is no file ./none\ncheck the path: it is relative to the current directory\n";
    assert_eq!(told(&["./none"], 1), missing);
    assert!(told(&["no-such-program"], 1).contains("there is no program 'no-such-program' in PATH"));
    assert!(told(&["/tmp"], 1).contains("/tmp is a directory"));
    assert!(told(&["smart:6"], 2).contains("smart is a strategy of arena, not a program"));
    assert!(told(&["./none,tiem=5s"], 2).contains("did you mean 'time'?"));
    assert!(told(&["./none", "--game", "kalha"], 2).contains("did you mean 'kalah'?"));
    assert!(told(&["./none", "--game", "kalah:6x0"], 2).contains("kalah:6x0 is over before the first move"));
    assert!(
        told(&["./none", "--time", "5"], 2).contains("write a number and its unit, for example 100ms or 5s")
    );
    assert!(told(&["--template", "pyhton"], 2).contains("did you mean 'python'?"));
    let cobol = told(&["--template", "cobol"], 2);
    assert!(cobol.contains("templates: python, cpp, java, javascript, rust, c, kalah-classes"), "{cobol}");
    assert!(told(&["--template", "c", "./none"], 2).contains("cannot be used with"));
    assert!(told(&[], 2).contains("<COMMAND>"));
}

#[test]
fn a_template_is_the_file_of_its_name() {
    let files = [
        ("python", "py", "python/bot.py"),
        ("cpp", "C++", "cpp/bot.cpp"),
        ("java", "java", "java/Bot.java"),
        ("javascript", "js", "javascript/bot.js"),
        ("rust", "rs", "rust/bot.rs"),
        ("c", "c", "c/bot.c"),
        ("kalah-classes", "KALAH-CLASSES", "classes/kalah.cpp"),
        ("connect-classes", "Connect-Classes", "classes/connect.cpp"),
        ("referee-variants", "Referee-Variants", "games/variants.py"),
        ("referee-openspiel", "Referee-OpenSpiel", "openspiel/referee.py"),
        ("llm", "LLM", "llm/adapter.py"),
    ];
    let help = stdout_of(&arena(&["bot", "--help"]));
    for (language, alias, file) in files {
        let text = fs::read_to_string(Path::new("bots").join(file)).unwrap();
        for name in [language, alias] {
            let output = arena(&["bot", "--template", name]);
            assert_eq!((output.status.code(), stdout_of(&output)), (Some(0), text.clone()), "{name}");
        }
        assert!(help.contains(language), "{help}");
    }
}

/// Starts to examine a bot that hangs, and waits until it does.
fn hanging(folder: &Path) -> Child {
    let spec = bot(folder, "hang", "");
    let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
    command.args(["bot", &spec, "--time", "1h"]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    let place = folder.to_str().unwrap();
    // The program itself, the guard and the bot.
    until("the bot runs", || processes(place).len() == 3);
    child
}

#[test]
fn ctrl_c_ends_it_and_no_process_is_left() {
    let folder = folder();
    let child = hanging(folder.path());
    ctrl_c(&child);
    let output: Output = output_of(child);
    assert_eq!((output.status.code(), stderr_of(&output).as_str()), (Some(130), "interrupted\n"));
    assert_no_process_is_left(folder.path());
}

#[test]
fn no_process_is_left_after_a_kill() {
    let folder = folder();
    kill(hanging(folder.path()));
    assert_no_process_is_left(folder.path());
}
