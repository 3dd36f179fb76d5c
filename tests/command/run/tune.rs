//! `arena tune`, on the real binary.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::{TempDir, tempdir};

use crate::common::{arena, bytes, change_json, stderr_of, stdout_of, until};

/// A tuning that takes a moment: how deep to search on a small board.
const DEPTH: [&str; 10] = [
    "tune",
    "smart:{depth:1:1..4}",
    "--game",
    "kalah:4x3",
    "--games",
    "240",
    "--verdict-games",
    "600",
    "--quiet",
    "--out",
];

fn tune(out: &Path, more: &[&str]) -> Output {
    arena(&[&DEPTH, &[out.to_str().unwrap()][..], more].concat())
}

/// The files of a tuning that are the same everywhere.
fn results(out: &Path) -> Vec<Vec<u8>> {
    let verdict = out.join("verdict");
    vec![bytes(out, "tuning.csv"), bytes(&verdict, "games.csv"), bytes(&verdict, "summary.csv")]
}

fn json_of(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"))
}

fn folder() -> TempDir {
    tempdir().unwrap()
}

#[test]
fn a_tuning_finds_better_values_and_says_what_they_gain() {
    let folder = folder();
    let out = folder.path().join("depth");
    let aloud = DEPTH.map(|word| if word == "--quiet" { "--no-progress" } else { word });
    let output = arena(&[&aloud, &[out.to_str().unwrap(), "--threads", "1"][..]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr_of(&output));
    let shown = stdout_of(&output).replace(out.to_str().unwrap(), "OUT");
    insta::assert_snapshot!(shown, @"
    The tuned values gain: +207 Elo (95 %: +164 to +256), 76.7 % of 204 games against the initial ones

      parameter  initial    tuned     from       to
      depth            1        4        1        4

      tuning   240 games in 30 steps, against each other
      verdict  204 games from other openings: H1 accepted, 10 nElo rather than 0: LLR 2.96, bounds -2.94 to 2.94

    use smart:4

    OUT
    ");

    let again = tune(&out, &["--json"]);
    let shown = json_of(&again);
    assert_eq!((again.status.code(), &shown["outcome"]), (Some(0), &Value::from("gained")));
    assert_eq!(shown["parameters"][0]["initial"], 1.0);
    assert_eq!(shown["spec"], shown["tuned_spec"]);
    assert_eq!(shown["initial_spec"], "smart:1");
    for folder in [&out.join("verdict"), &out] {
        let stats = arena(&["stats", folder.to_str().unwrap(), "--json"]);
        let score = json_of(&stats)["score"].as_f64().unwrap();
        let there = shown["verdict"]["score"].as_f64().unwrap();
        assert!((score - there).abs() < 1e-6, "the verdict is a run like any other");
    }

    let other = folder.path().join("threads");
    tune(&other, &["--threads", "3"]);
    assert!(results(&out) == results(&other), "the same bytes for any number of threads");
    let rows = fs::read_to_string(out.join("tuning.csv")).unwrap().lines().count();
    assert_eq!(rows, 31, "a row for every step");
}

#[test]
fn the_verdict_starts_from_openings_that_were_not_used() {
    let folder = folder();
    let out = folder.path().join("depth");
    tune(&out, &[]);
    let run: Value = serde_json::from_slice(&bytes(&out.join("verdict"), "run.json")).unwrap();
    // The positions that 120 pairs of tuning take are the first ones of the same order.
    assert_eq!(run["plan"]["openings"], "random:6,skip=120");
    let openings = |folder: &Path| -> Vec<String> {
        let games = String::from_utf8(bytes(folder, "games.csv")).unwrap();
        let mut openings: Vec<String> =
            games.lines().skip(1).map(|line| line.split('"').nth(1).unwrap().to_owned()).collect();
        openings.dedup();
        openings
    };
    let tuning = folder.path().join("tuning");
    let same =
        ["match", "bad", "random", "-n", "240", "-g", "kalah:4x3", "--openings", "random:6", "-q", "-o"];
    arena(&[&same, &[tuning.to_str().unwrap()][..]].concat());
    let used = openings(&tuning);
    assert_eq!(used.len(), 120);
    assert!(openings(&out.join("verdict")).iter().all(|opening| !used.contains(opening)));
}

#[test]
fn a_field_is_played_by_both_players_of_a_step() {
    let folder = folder();
    let out = folder.path().join("field");
    let output = tune(&out, &["--against", "greedy", "--against", "smart:2", "--json"]);
    let shown = json_of(&output);
    assert_eq!(shown["against"], serde_json::json!(["greedy", "smart:2"]));
    let rows = fs::read_to_string(out.join("tuning.csv")).unwrap();
    let first: Vec<&str> = rows.lines().nth(1).unwrap().split(',').collect();
    let counts: Vec<u64> = first[2..8].iter().map(|field| field.parse().unwrap()).collect();
    let games: u64 = first[1].parse().unwrap();
    assert_eq!((counts[..3].iter().sum::<u64>(), counts[3..].iter().sum::<u64>()), (games / 2, games / 2));
}

#[test]
fn a_tuning_that_came_back_to_its_start_has_no_verdict() {
    let folder = folder();
    let out = folder.path().join("same");
    // Neither value of a step searches to its limit on this board, so all pairs are even.
    let line = ["tune", "smart:2,nodes={nodes:1M:900k..1M}", "-g", "kalah:4x3", "--games", "80", "-q", "-o"];
    let wrong = arena(&[&line, &[out.to_str().unwrap()][..]].concat());
    assert_eq!(wrong.status.code(), Some(2), "numbers in braces are plain: {wrong:?}");
    let line =
        ["tune", "smart:2,nodes={n:100000:90000..200000}", "-g", "kalah:4x3", "--games", "80", "-q", "-o"];
    let output = arena(&[&line, &[out.to_str().unwrap()][..]].concat());
    assert_eq!(output.status.code(), Some(3));
    assert!(
        stdout_of(&output).starts_with("Nothing was gained: tuning came back to the initial values; use "),
        "{output:?}"
    );
    assert!(!out.join("verdict").exists());
    let page = arena(&["report", out.to_str().unwrap(), "-o", "-"]);
    assert!(stdout_of(&page).contains("Nothing was gained"), "{page:?}");
}

#[test]
fn an_undecided_tuning_says_what_is_known_and_how_to_go_on() {
    let folder = folder();
    let arena = |words: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_arena")).args(words).current_dir(folder.path()).output().unwrap()
    };
    let template = "smart:1,eval=pots+{tempo:-3}*tempo";
    let line = ["tune", template, "-g", "kalah:4x3", "-n", "400", "--no-progress", "-o", "t"];
    let undecided = [&line[..], &["--verdict-games", "20"]].concat();
    let output = arena(&undecided);
    assert_eq!(output.status.code(), Some(4), "{output:?}");
    let text = stdout_of(&output);
    assert!(text.starts_with("The tuned values look stronger, but the test has not decided: +"), "{text}");
    assert!(!text.contains("\nuse "), "{text}");
    let (_, more) = text.split_once("\nthe test needs about ").unwrap();
    let (games, command) = more.split_once(" more games: play them with\n  ").unwrap();
    let json = json_of(&arena(&[&undecided[..], &["--json"]].concat()));
    assert_eq!(json["verdict"]["more_games"].to_string(), games.replace(',', ""));

    // The command plays them in the match that is there.
    let command = command.lines().next().unwrap();
    let words = shell_words::split(command).unwrap();
    let words: Vec<&str> = words.iter().map(String::as_str).skip(1).collect();
    let output = arena(&words);
    let going_on = stderr_of(&output);
    assert!(going_on.starts_with("continuing the run in t/verdict after 20 of "), "{going_on}");
}

#[test]
fn a_tuning_that_is_killed_continues_to_the_same_bytes() {
    let folder = folder();
    let [whole, killed] = ["whole", "killed"].map(|name| folder.path().join(name));
    let line = [
        "tune",
        "smart:{depth:3:2..6}",
        "--games",
        "1200",
        "--verdict-games",
        "200",
        "--sprt",
        "0,200",
        "--quiet",
    ];
    let start = |out: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
        command.args(line).arg("--out").arg(out).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let mut child = start(&killed);
    until("some steps are written", || {
        fs::read(killed.join("tuning.csv")).is_ok_and(|rows| rows.len() > 600)
    });
    child.kill().unwrap();
    child.wait().unwrap();
    // A kill in the middle of a row.
    let rows = bytes(&killed, "tuning.csv");
    fs::write(killed.join("tuning.csv"), &rows[..rows.len() - 7]).unwrap();
    let report = arena(&["report", killed.to_str().unwrap(), "-o", "-"]);
    assert!(stdout_of(&report).contains("Course of depth"), "{}", stderr_of(&report));
    start(&killed).wait().unwrap();
    start(&whole).wait().unwrap();
    assert!(results(&whole) == results(&killed));
    // A kill in the verdict, whose games are torn.
    let games = bytes(&killed.join("verdict"), "games.csv");
    fs::write(killed.join("verdict/games.csv"), &games[..games.len() / 2]).unwrap();
    for file in ["tune.json", "verdict/run.json"] {
        change_json(&killed.join(file), |json| json["state"] = Value::from("running"));
    }
    start(&killed).wait().unwrap();
    assert!(results(&whole) == results(&killed));
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_the_steps_and_says_how_to_continue() {
    let folder = folder();
    let out = folder.path().join("endless");
    let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
    command
        .args(["tune", "smart:{depth:6:5..9}", "--games", "100000", "--steps", "20000", "--out"])
        .arg(&out);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    until("some steps are written", || fs::read(out.join("tuning.csv")).is_ok_and(|rows| rows.len() > 400));
    crate::common::stopping::ctrl_c(&child);
    let output = crate::common::stopping::output_of(child);
    let said = stderr_of(&output);
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(
        said.contains("Continue with:\n  arena tune 'smart:{depth:6:5..9}' --games 100000 --steps 20000"),
        "{said}"
    );
    let state: Value = serde_json::from_slice(&bytes(&out, "tune.json")).unwrap();
    assert_eq!(state["state"], "interrupted");
}

#[test]
fn a_folder_of_something_else_is_left_alone() {
    let folder = folder();
    let out = folder.path().join("depth");
    tune(&out, &[]);
    let before = results(&out);
    let other = tune(&out, &["--seed", "2"]);
    assert_eq!(other.status.code(), Some(2));
    assert!(stderr_of(&other).contains("(seed: 1 there, 2 here)\nadd --fresh to replace it"), "{other:?}");
    let match_here = arena(&["bad", "random", "-n", "10", "-o", out.to_str().unwrap()]);
    assert_eq!(match_here.status.code(), Some(2), "{match_here:?}");
    assert!(results(&out) == before);
    change_json(&out.join("tune.json"), |json| json["state"] = Value::from("interrupted"));
    let other = stderr_of(&tune(&out, &["--seed", "2"]));
    let advice = "\nchoose another folder with --out, or finish the run in this one first:\n  arena tune ";
    assert!(other.contains(advice) && !other.contains("--fresh"), "{other}");
    let fresh = tune(&out, &["--seed", "2", "--fresh"]);
    assert!(fresh.status.code() != Some(2) && results(&out) != before, "{fresh:?}");
    let again = tune(&out, &["--fresh"]);
    assert!(again.status.code() == Some(0) && results(&out) == before, "{again:?}");
}

/// What is said about wrong words after `arena tune`.
fn error_of(words: &[&str]) -> String {
    let output = arena(&[&["tune"], words].concat());
    assert_eq!((output.status.code(), stdout_of(&output).as_str()), (Some(2), ""), "{words:?}");
    stderr_of(&output)
}

#[test]
fn a_wrong_template_is_an_error_at_its_place() {
    insta::assert_snapshot!(error_of(&["smart:4"]), @"
    error: template: there is no parameter to tune
        smart:4
        ^^^^^^^
    a parameter is {name:start}, with bounds {name:start:low..high}, for example {tempo:0.4:0..2}
    ");
    insta::assert_snapshot!(error_of(&["smart:{depth:4"]), @"
    error: template: the closing brace is missing
        smart:{depth:4
              ^^^^^^^^
    a parameter is {name:start}, with bounds {name:start:low..high}, for example {tempo:0.4:0..2}
    ");
    insta::assert_snapshot!(error_of(&["smart:{depth:4:6..1}"]), @"
    error: template: the bounds are reversed: 6 is above 1
        smart:{depth:4:6..1}
                       ^^^^
    write the smaller number first: 1..6
    ");
    insta::assert_snapshot!(error_of(&["smart:{depth:4:0..6}"]), @"
    error: template: the depth must be from 1 to 9999, not 0
        smart:{depth:4:0..6}
              ^^^^^^^^^^^^^^
    write smart:6, or smart:full for the end of the game
    ");
    insta::assert_snapshot!(error_of(&["smart:{depth:4.5}"]), @"
    error: template: the depth must be a number from 1 to 9999, not '4.5'
        smart:{depth:4.5}
              ^^^^^^^^^^^
    write smart:6, or smart:full for the end of the game
    ");
    insta::assert_snapshot!(error_of(&["smart:{depth:4:1..6.5}"]), @"
    error: template: 'depth' takes whole numbers only
        smart:{depth:4:1..6.5}
              ^^^^^^^^^^^^^^^^
    write its numbers without decimals
    ");
}

#[test]
fn what_the_strategy_does_not_take_is_an_error_in_the_template() {
    insta::assert_snapshot!(error_of(&["smrt:{depth:4}"]), @"
    error: template: unknown strategy 'smrt'
        smrt:{depth:4}
        ^^^^
    did you mean 'smart'?
    ");
    insta::assert_snapshot!(error_of(&["smart:{depth:4},eval=pot"]), @"
    error: template: this game has no evaluator 'pot'
        smart:{depth:4},eval=pot
                             ^^^
    did you mean 'pots'?
    ");
    insta::assert_snapshot!(error_of(&["smart:4,eval=pots+{tempo:0.4}*tempi"]), @"
    error: template: this game has no evaluator 'tempi'
        smart:4,eval=pots+{tempo:0.4}*tempi
                                      ^^^^^
    did you mean 'tempo'?
    ");
    insta::assert_snapshot!(error_of(&["smart:4,eval=pots+{tempo:1000000000}*tempo"]), @"
    error: template: the weight 1000000000 is too large
        smart:4,eval=pots+{tempo:1000000000}*tempo
                          ^^^^^^^^^^^^^^^^^^
    a weight is at most 1000: divide all weights by the same number
    ");
    insta::assert_snapshot!(error_of(&["smart:4,eval=pots+{tempo:1e9}*tempo"]), @"
    error: template: '1e9' is not a number
        smart:4,eval=pots+{tempo:1e9}*tempo
                                 ^^^
    write plain decimals with up to three places; a parameter is {name:start}, with bounds {name:start:low..high}, for example {tempo:0.4:0..2}
    ");
    insta::assert_snapshot!(error_of(&["smart:4,eval=pots+1e9*tempo+{hoard:0}*hoard"]), @"
    error: template: the weight 1e9 is too large
        smart:4,eval=pots+1e9*tempo+{hoard:0}*hoard
                          ^^^
    a weight is at most 1000: divide all weights by the same number
    ");
    insta::assert_snapshot!(error_of(&["smart:{depth:4},nodes={nodes:0:0..5}"]), @"
    error: template: '0' is not between 1 and 10^15
        smart:{depth:4},nodes={nodes:0:0..5}
                              ^^^^^^^^^^^^^^
    write a number, for example nodes=5000, nodes=100k or nodes=2M
    ");
}

#[test]
fn other_wrong_input_is_an_error_too() {
    insta::assert_snapshot!(error_of(&["smart:{games:4:1..6}"]), @"
    error: template: tuning.csv would have two columns 'games'
        smart:{games:4:1..6}
              ^^^^^^^^^^^^^^
    choose another name for this parameter
    ");
    insta::assert_snapshot!(error_of(&["smart:{depth:4:1..6}", "--games", "10"]), @"
    error: --games: 10 games are too few to tune with
    play at least 40; tens of thousands give a clear result
    ");
    insta::assert_snapshot!(error_of(&["smart:{depth:4:1..6}", "--against", "smrt"]), @"
    error: --against: unknown strategy 'smrt'
        smrt
        ^^^^
    did you mean 'smart'?
    ");
    insta::assert_snapshot!(error_of(&["smart:{depth:4:1..6}", "--sprt", "5,0"]), @"
    error: --sprt: elo0 must be below elo1, but 5 is not below 0
        5,0
        ^^^
    write elo0,elo1[,alpha=0.05][,beta=0.05][,model=normalized], for example 0,5 or -5,0,alpha=0.01
    ");
}

/// A bot that plays the last hole with beans if its option is large, else the first.
#[cfg(unix)]
const BOT: &str = r#"#!/bin/sh
king=0
while read -r line; do
  case "$line" in
    ugi) echo "option name king type spin default 50 min 0 max 200"; echo "ugiok" ;;
    "setoption name king value "*) king=${line##* }; echo "$$ king $king" >&2 ;;
    isready) echo readyok ;;
    "position fen s:"*) half=${line#position fen s:}; half=${half%%:*} ;;
    "position fen n:"*) half=${line##*:} ;;
    go*)
      number=0; best=0
      for beans in $(echo "${half%,*}" | tr , " "); do
        number=$((number + 1))
        if [ "$beans" -gt 0 ] && { [ $best -eq 0 ] || [ "$king" -ge 100 ]; }; then best=$number; fi
      done
      echo "bestmove $best" ;;
    quit) exit 0 ;;
  esac
done
"#;

#[cfg(unix)]
#[test]
fn the_options_of_a_bot_are_tuned_in_processes_that_stay() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = folder();
    let bot = folder.path().join("bot.sh");
    fs::write(&bot, BOT).unwrap();
    fs::set_permissions(&bot, fs::Permissions::from_mode(0o755)).unwrap();
    let out = folder.path().join("bot");
    let template = format!("exec:\"{}\",option.king={{king:90}},deterministic=yes", bot.display());
    let line = [
        "tune",
        &template,
        "-g",
        "kalah:3x2",
        "--games",
        "60",
        "--verdict-games",
        "20",
        "-q",
        "-j",
        "2",
        "--json",
        "-o",
    ];
    let output = arena(&[&line, &[out.to_str().unwrap()][..]].concat());
    let shown = json_of(&output);
    let king = &shown["parameters"][0];
    assert_eq!(
        (&king["low"], &king["high"], &king["whole"]),
        (&Value::from(0.0), &Value::from(200.0), &Value::from(true))
    );
    assert!(king["tuned"].as_f64().unwrap() >= 90.0, "{shown}");
    // One process for each player and thread, whose option changes from step to step.
    let log = fs::read_to_string(out.join("logs/plus.log")).unwrap();
    let mut processes: Vec<&str> = log.lines().filter_map(|line| line.split(' ').next()).collect();
    let told = processes.len();
    processes.sort_unstable();
    processes.dedup();
    assert!(processes.len() <= 2 && told > 5, "{log}");

    let wide = template.replace("{king:90}", "{king:90:0..300}");
    let wrong = arena(&["tune", &wide, "-g", "kalah:3x2", "--games", "60"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(stderr_of(&wrong).contains("the bot takes king from 0 to 200, not 300"), "{wrong:?}");
}

#[test]
fn the_report_of_a_tuning_has_a_plot_of_every_parameter() {
    let folder = folder();
    let out = folder.path().join("two");
    let line = ["tune", "smart:{depth:2:1..3},nodes={nodes:50:10..500}", "-g", "kalah:4x3", "--games", "120"];
    let output = arena(&[&line, &["-q", "--verdict-games", "40", "-o", out.to_str().unwrap()][..]].concat());
    assert!([Some(0), Some(3), Some(4)].contains(&output.status.code()), "{output:?}");
    let page = arena(&["report", out.to_str().unwrap()]);
    assert_eq!(page.status.code(), Some(0), "{page:?}");
    let page = String::from_utf8(bytes(&out, "report.html")).unwrap();
    for part in [
        "Course of depth",
        "Course of nodes",
        "Score of the steps",
        "id=\"run1-tuning\"",
        "id=\"run1-games\"",
    ] {
        assert!(page.contains(part), "no {part}");
    }
    let said = stdout_of(&output);
    let (sentence, advice) = said.trim_end().rsplit_once("; ").unwrap();
    let is_undecided = output.status.code() == Some(4);
    assert!(
        page.contains(sentence)
            && advice.starts_with(if is_undecided { "the test needs about " } else { "use smart:" }),
        "one line with the sentence of the page: {said}"
    );
}
