//! Bots that speak UCI, GTP and Gomocup's protocol: our engine behind a relay that spoils answers.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::Output;

use super::bots::{FAULTS, assert_no_process_is_left, folder};
use crate::common::{DEADLINE, arena, bytes, example, json, rows, stderr_of, stdout_of};

const ARENA: &str = env!("CARGO_BIN_EXE_arena");

/// The protocols, each with a game that it plays and openings for it.
const PLAYED: [(&str, &str, &str); 6] = [
    ("ugi", "gomoku", "random:6"),
    ("uci", "chess", "random:3"),
    ("uci", "chess960:0", "random:3"),
    ("gtp", "othello:6x6", "random:5"),
    ("gtp", "mnk:9x9x5", "random:4"),
    ("gomocup", "gomoku", "random:5"),
];

/// An engine that speaks a protocol behind a relay; its processes are found by the folder.
fn engine(folder: &Path, protocol: &str, fault: &str, every: u32, keys: &str) -> String {
    let (relay, name) = (example("relay"), folder.display());
    format!(
        "zoo=exec:\"{} {fault} {every} {ARENA} engine smart:1 --game {{GAME}} {name}\",protocol={protocol}{keys}",
        relay.display()
    )
}

fn play(folder: &Path, bot: &str, game: &str, openings: &str, more: &[&str]) -> Output {
    let out = folder.join("run");
    // The engine takes no further arguments; the folder stands in its environment instead.
    let bot = bot.replace(&format!(" {}\"", folder.display()), "\"").replace("{GAME}", game);
    let mut command = assert_cmd::Command::cargo_bin("arena").unwrap();
    command.args(["--a", &bot, "--b", "random", "--game", game, "--openings", openings, "--games", "8"]);
    command.args([
        "--quiet",
        "--no-progress",
        "--max-forfeits",
        "100",
        "--max-plies",
        "16",
        "--fresh",
        "--out",
    ]);
    command.arg(out).args(more).env_remove("RUST_BACKTRACE").timeout(DEADLINE).output().unwrap()
}

/// The reasons of the games of a run, and what was said of the first fault.
fn reasons(folder: &Path) -> (Vec<String>, String) {
    let run = folder.join("run");
    let games = rows(&run, "games.csv", &crate::common::columns::GAMES);
    let reason = crate::common::columns::GAMES.iter().position(|name| *name == "reason").unwrap();
    let said = if run.join("faults.csv").exists() {
        rows(&run, "faults.csv", &FAULTS).first().map(|row| row[4].to_owned())
    } else {
        None
    };
    (games.iter().map(|row| row[reason].to_owned()).collect(), said.unwrap_or_default())
}

#[test]
fn every_protocol_plays_its_games_without_a_fault_and_the_same_on_any_number_of_threads() {
    for (protocol, game, openings) in PLAYED {
        let digests = ["1", "3"].map(|threads| {
            let folder = folder();
            let bot = engine(folder.path(), protocol, "none", 1, ",deterministic=yes,option.x=1");
            let bot = bot.replace(",option.x=1", if protocol == "gtp" { "" } else { ",option.Seed=1" });
            let output = play(folder.path(), &bot, game, openings, &["--threads", threads]);
            assert_eq!(
                (output.status.code(), stderr_of(&output).as_str()),
                (Some(0), ""),
                "{protocol} {game}"
            );
            assert!(!folder.path().join("run/faults.csv").exists(), "{protocol} {game}");
            bytes(&folder.path().join("run"), "games.csv")
        });
        assert_eq!(digests[0], digests[1], "{protocol} {game}");
    }
}

#[test]
fn a_fault_costs_one_game_and_the_next_begins_anew() {
    commit([("crash", "crash"), ("illegal", "illegal"), ("refusal", "illegal")]);
}

#[test]
#[ignore = "waits a second for every answer that does not come"]
fn silence_costs_one_game_and_the_next_begins_anew() {
    commit([("silence", "timeout")]);
}

fn commit<const N: usize>(faults: [(&str, &str); N]) {
    for (protocol, game, openings) in PLAYED.into_iter().filter(|(_, game, _)| !game.starts_with("chess960"))
    {
        for (fault, reason) in faults {
            let folder = folder();
            // GTP counts seconds.
            let keys = if fault == "silence" { ",time=1s" } else { "" };
            let bot = engine(folder.path(), protocol, fault, 2, keys).replace("smart:1", "random");
            let output = play(folder.path(), &bot, game, openings, &["--threads", "1"]);
            let (reasons, said) = reasons(folder.path());
            let what = format!("{protocol} {game} {fault}: {reasons:?} {said} {}", stderr_of(&output));
            assert_eq!((output.status.code(), reasons.len()), (Some(0), 8), "{what}");
            let forfeited = reasons.iter().filter(|one| *one == reason).count();
            let fine = reasons.iter().filter(|one| ["normal", "max-plies"].contains(&one.as_str())).count();
            assert!(forfeited > 0 && fine > 0 && forfeited + fine == 8, "{what}");
            // A fault is followed by a game that is not at fault.
            let later = reasons
                .iter()
                .skip_while(|one| *one != reason)
                .any(|one| one == "normal" || one == "max-plies");
            assert!(later, "{what}");
            if fault == "crash" {
                assert_eq!(said, "ended with exit code 3: out of memory", "{what}");
            }
        }
    }
}

#[test]
fn noise_and_second_answers_lose_no_games() {
    for (protocol, game, openings) in PLAYED {
        for fault in ["noise", "twice"] {
            let folder = folder();
            let bot = engine(folder.path(), protocol, fault, 1, "").replace("smart:1", "random");
            let output = play(folder.path(), &bot, game, openings, &["--threads", "2"]);
            let (reasons, said) = reasons(folder.path());
            let at_fault =
                reasons.iter().filter(|one| !["normal", "max-plies"].contains(&one.as_str())).count();
            assert!(output.status.success() && at_fault == 0, "{protocol} {fault}: {reasons:?} {said}");
        }
    }
}

#[test]
fn who_resigns_loses_and_that_is_no_fault() {
    let folder = folder();
    let bot = engine(folder.path(), "gtp", "resign", 1, "").replace("smart:1", "random");
    let output = play(folder.path(), &bot, "mnk:9x9x5", "random:4", &[]);
    assert!(output.status.success(), "{}", stderr_of(&output));
    let (reasons, _) = reasons(folder.path());
    assert_eq!(reasons, vec!["adjudicated"; 8]);
    assert!(!folder.path().join("run/faults.csv").exists());
}

#[test]
fn a_protocol_that_was_not_named_is_found_and_named() {
    let folder = folder();
    let bot = engine(folder.path(), "uci", "none", 1, "").replace(",protocol=uci", "");
    // It speaks whatever it is spoken to in.
    let output = play(folder.path(), &bot, "chess", "random:3", &[]);
    assert_eq!((output.status.code(), stderr_of(&output).as_str()), (Some(0), ""));
    let script = folder.path().join("uci");
    fs::write(&script, format!("#!/bin/sh\nsed -u s/^ugi$/whatever/ | {ARENA} engine random\n")).unwrap();
    let command = format!("exec:sh {}", script.display());
    let out = folder.path().join("found").display().to_string();
    let output = arena(&[
        &command,
        "random",
        "-g",
        "chess",
        "-n",
        "2",
        "--max-plies",
        "9",
        "--no-progress",
        "--out",
        &out,
    ]);
    let (said, told) = (stderr_of(&output), stdout_of(&output));
    assert!(output.status.success(), "{said}");
    let note =
        format!("note: {command} speaks UCI: protocol=uci says so, and starts it once instead of twice");
    assert!(said.contains(&note) || told.contains(&note), "{said}{told}");
}

/// A program that answers lines of these kinds, and no others.
fn script(folder: &Path, cases: &str) -> String {
    let path = folder.join("engine.sh");
    let text = format!("#!/bin/sh\nwhile read -r line; do case $line in {cases} quit) exit;; esac; done\n");
    fs::write(&path, text).unwrap();
    format!("exec:sh {}", path.display())
}

/// What is said of an engine that knows no UGI, as most.
const NO_UGI: &str = "ugi) echo \"Unknown command: 'ugi'\";; uci) echo uciok;;";

#[test]
fn an_engine_that_speaks_for_another_game_is_told_from_one_that_says_nothing() {
    let folder = folder();
    let engine = script(folder.path(), NO_UGI);
    let output = arena(&[&format!("{engine},startup=1s"), "random", "-n", "2"]);
    assert_eq!(output.status.code(), Some(1));
    insta::assert_snapshot!(stderr_of(&output), @r"
    error: first player: sh speaks UCI, which plays chess, not kalah:6x4
    write --game chess
    ");
    let output = arena(&["bot", &format!("{engine},startup=1s")]);
    assert_eq!(output.status.code(), Some(3));
    let told = stdout_of(&output);
    let line = told.lines().find(|line| line.contains("handshake")).unwrap_or_default();
    insta::assert_snapshot!(line, @"  ✗ handshake        no ugiok: it speaks UCI, which plays chess; write --game");
}

#[test]
fn an_engine_that_fails_after_its_greeting_is_not_said_to_speak_something_else() {
    let folder = folder();
    let engine = script(folder.path(), &format!("{NO_UGI} setoption*) echo bad value >&2; exit 1;;"));
    let output = arena(&[&format!("{engine},option.Hash=abc"), "random", "-g", "chess", "-n", "2"]);
    assert_eq!(output.status.code(), Some(1));
    let said = stderr_of(&output).replace(folder.path().to_str().unwrap(), "FOLDER");
    insta::assert_snapshot!(said, @r"
    error: first player: sh failed before it said readyok: ended with exit code 1: bad value
    its last output:
        bad value
    type uci into sh in a shell: it must answer uciok
    ");
}

#[test]
fn an_engine_without_a_limit_or_such_an_option_is_noted_before_the_first_game() {
    let folder = folder();
    let out = folder.path().join("run").display().to_string();
    let said = |keys: &str| {
        let engine = format!("e=exec:\"{ARENA} engine random -g chess\",protocol=uci{keys}");
        let line = ["-g", "chess", "-n", "2", "--max-plies", "9", "--no-progress", "--fresh", "--out", &out];
        let output = arena(&[&[engine.as_str(), "random"], &line[..]].concat());
        assert!(output.status.success(), "{}", stderr_of(&output));
        stderr_of(&output)
    };
    let unlimited = "note: e needs a limit, such as nodes=10k or time=100ms";
    assert!(said("").contains(unlimited));
    for keys in [",nodes=5", ",time=1s", ",depth=1", ",clock=60s"] {
        assert!(!said(keys).contains(unlimited), "{keys}");
    }
    let undeclared = "note: option.Sed is set, but e declares no such option";
    assert!(said(",nodes=5,option.Sed=1").contains(undeclared));
    assert!(!said(",nodes=5,option.seed=1").contains("declares no such option"));
}

#[test]
fn an_engine_is_found_to_speak_any_protocol_by_the_command_that_checks_bots() {
    for (protocol, game) in [("gtp", "othello:6x6"), ("gomocup", "gomoku")] {
        let spec = format!("exec:\"{ARENA} engine random\",protocol={protocol}");
        let report = json(&["bot", &spec, "-g", game, "--json"]);
        assert_eq!((&report["fit"], &report["protocol"]), (&true.into(), &protocol.into()), "{report}");
    }
    let here = folder();
    let script = here.path().join("gtp");
    // It knows nothing else, as programs for Go do.
    fs::write(
        &script,
        format!(
            "#!/bin/sh\nsed -u 's/^u[cg]i$/clear/; s/^clear$/komi/' | {ARENA} engine random -g othello\n"
        ),
    )
    .unwrap();
    let output = arena(&["bot", &format!("sh {}", script.display()), "-g", "othello"]);
    let told = stdout_of(&output);
    assert!(told.contains("protocol=gtp"), "{told}{}", stderr_of(&output));
}

#[test]
fn a_protocol_that_cannot_play_a_game_gets_a_sentence_that_says_what_to_write() {
    let told = |spec: &str, game: &str| {
        let output = arena(&["--a", spec, "--b", "random", "--game", game]);
        assert_eq!(output.status.code(), Some(2), "{spec}");
        stderr_of(&output)
    };
    insta::assert_snapshot!(told("./engine,protocol=uci", "kalah"), @"
    error: --a: UCI plays chess, and this is another game
        ./engine,protocol=uci
                 ^^^^^^^^^^^^
    write --game chess, or protocol=ugi for a program that speaks UGI
    ");
    insta::assert_snapshot!(told("./engine,protocol=gtp", "connect"), @"
    error: --a: GTP plays Othello and m,n,k on square boards, and Go with a referee, and this is another game
        ./engine,protocol=gtp
                 ^^^^^^^^^^^^
    write --game othello or --game gomoku, or protocol=ugi for a program that speaks UGI
    ");
    insta::assert_snapshot!(told("./engine,protocol=gomocup", "mnk:8x8x4"), @"
    error: --a: Gomocup's protocol plays five in a row on boards from 5x5, and this is another game
        ./engine,protocol=gomocup
                 ^^^^^^^^^^^^^^^^
    write --game gomoku or --game mnk:20x20x5, or protocol=ugi for a program that speaks UGI
    ");
    insta::assert_snapshot!(told("./engine,protocol=xboard", "chess"), @"
    error: --a: unknown protocol 'xboard'
        ./engine,protocol=xboard
                          ^^^^^^
    protocols: ugi, uci, gtp, gomocup
    ");
    insta::assert_snapshot!(told("./engine,protocol=gomocup,nodes=5", "gomoku"), @"
    error: --a: Gomocup's protocol has no word for a number of nodes
        ./engine,protocol=gomocup,nodes=5
                                  ^^^^^^^
    write time=100ms
    ");
    insta::assert_snapshot!(told("./engine,protocol=gtp,time=100ms", "othello"), @"
    error: --a: GTP counts whole seconds
        ./engine,protocol=gtp,time=100ms
                              ^^^^^^^^^^
    write time=1s or more
    ");
    insta::assert_snapshot!(told("./engine,protocol=gtp,clock=60s+1s", "othello"), @"
    error: --a: GTP has no word for an increment
        ./engine,protocol=gtp,clock=60s+1s
                              ^^^^^^^^^^^^
    write clock=60s, or clock=25/60s for 25 moves a minute
    ");
    // A program that speaks nothing known, where it might have spoken something else.
    let output = arena(&["exec:cat", "random", "--game", "gomoku", "-n", "2"]);
    let said = stderr_of(&output);
    assert!(said.contains("one that speaks something else needs protocol=gtp or protocol=gomocup"), "{said}");
    let here = folder();
    assert_no_process_is_left(here.path());
}

#[test]
fn clocks_are_told_in_the_words_of_each_protocol() {
    let folder = folder();
    let log = folder.path().join("said");
    let bot = |protocol: &str, game: &str, clock: &str| {
        let _ = fs::remove_file(&log);
        let command = format!("sh -c 'tee {} | {ARENA} engine random --game {game}'", log.display());
        let spec = format!("bot=exec:\"{command}\",protocol={protocol},clock={clock}");
        let out = folder.path().join("run").display().to_string();
        let line =
            ["--a", &spec, "--b", "random", "-g", game, "-n", "1", "--openings", "start", "--max-plies", "4"];
        let output = arena(&[&line[..], &["--threads", "1", "--fresh", "--quiet", "--out", &out]].concat());
        assert!(output.status.success(), "{}", stderr_of(&output));
        fs::read_to_string(&log).unwrap()
    };
    let said = bot("uci", "chess", "40/60s+0.6s");
    assert!(
        said.contains("position startpos\ngo wtime 60000 btime 60000 winc 600 binc 600 movestogo 40\n"),
        "{said}"
    );
    assert!(said.contains(" movestogo 39\n"), "{said}");
    let said = bot("gtp", "othello", "25/600s");
    assert!(said.contains("time_settings 0 600 25\n") && said.contains("time_left black 600 25\n"), "{said}");
    // However long the first move took.
    assert!(said.lines().any(|line| line.contains("time_left black 5") && line.ends_with(" 24")), "{said}");
    let said = bot("gomocup", "gomoku", "60s");
    assert!(
        said.contains("INFO timeout_match 60000\n") && said.contains("INFO time_left 60000\nBEGIN\n"),
        "{said}"
    );
    assert!(said.contains("\nTURN "), "{said}");
}
