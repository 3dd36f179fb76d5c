//! Untrusted files: nothing in them reaches a terminal or a log as a command, or exhausts memory.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Output;
use std::time::{Duration, Instant};

use crate::common::{arena, bytes, change_json, match_into, play, stderr_of, stdout_of};
use arena::text::is_unprintable;
use serde_json::Value;
use tempfile::TempDir;

/// Clears a screen, turns text around, and is a command to a build service.
const NASTY: &str = "x\u{1b}[2J\r\n::error::boom\u{202e}\u{9b}2J\u{2028}##[error]boom";

/// Fails if the output of a command contains control characters.
fn assert_harmless(output: &Output, what: &str) {
    for text in [stdout_of(output), stderr_of(output)] {
        let odd = text.chars().find(|&c| is_unprintable(c) && c != '\n');
        assert_eq!(odd, None, "{what}: {text:?}");
        let command = |line: &str| line.trim_start().starts_with("::") || line.contains("##[");
        assert!(!text.lines().any(command), "{what}: {text}");
    }
}

fn write(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn names_in_a_csv_file_are_harmless() {
    let folder = TempDir::new().unwrap();
    let quoted = format!("\"{NASTY}\"");
    let many: String = (0..30).map(|i| format!("\"{NASTY}{i}\",b,1-0\n")).collect();
    let files = [
        format!("first,second,result\n{quoted},b,1-0\nb,{quoted},1/2-1/2\n"),
        "first,second,result\n::error::boom,b,1-0\n::error::boom,##[error]c,1-0\n".to_owned(),
        format!("first,second,result\na,b,{quoted}\na,b,1-0\n"),
        format!("first,second,result\n{quoted},{quoted},1-0\n"),
        format!("first,second,result,winner\na,b,1-0,{quoted}\n"),
        format!("first,second,result,reason\na,b,1-0,{quoted}\n"),
        format!("{quoted},second,result\na,b,1-0\n"),
        format!("first,second,result\n{many}"),
    ];
    for (i, text) in files.iter().enumerate() {
        let path = write(folder.path(), &format!("{i}.csv"), text);
        for words in [&["stats", &path][..], &["stats", &path, "--a", "nobody"], &["rate", &path]] {
            assert_harmless(&arena(words), &format!("{words:?}"));
            assert_harmless(&arena(&[words, &["--json"]].concat()), &format!("{words:?} --json"));
        }
    }
    // They are still distinguished and named.
    let rated = stdout_of(&arena(&["rate", folder.path().join("0.csv").to_str().unwrap()]));
    assert!(rated.contains("x\\u{1b}[2J"), "{rated}");
}

#[test]
fn a_run_from_someone_else_is_harmless() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("run");
    let line = "--games 4 --a bad --b random --quiet";
    play(&out, line);
    let json: Value = serde_json::from_slice(&bytes(&out, "run.json")).unwrap();
    for change in 0..3 {
        let mut json = json.clone();
        match change {
            0 => {
                json["plan_hash"] = Value::from("0");
                json["plan"]["openings"] = Value::from(NASTY);
                json["plan"]["a"]["spec"] = Value::from(NASTY);
                json["plan"]["seed"] = Value::from(vec![NASTY]);
            }
            1 => {
                json["state"] = Value::from("running");
                json["arena"]["commit"] = Value::from(NASTY);
                json["fingerprints"] = Value::from(vec![NASTY, NASTY]);
            }
            _ => json["state"] = Value::from(NASTY),
        }
        change_json(&out.join("run.json"), |run| *run = json);
        let output = match_into(&out, line).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{change}: {}", stderr_of(&output));
        assert_harmless(&output, &change.to_string());
    }
}

#[test]
fn a_settings_file_is_harmless() {
    let folder = TempDir::new().unwrap();
    let nasty = NASTY.chars().map(|c| format!("\\u{:04X}", u32::from(c))).collect::<String>();
    let check = |key: &str, value: &str| {
        let mut keys = vec![
            ("name", "n"),
            ("a", "bad"),
            ("b", "random"),
            ("require", "score >= 0"),
            ("openings", "start"),
        ];
        keys.retain(|(name, _)| *name != key);
        keys.push((key, value));
        keys.iter().fold("[[check]]\ngames = 2\n".to_owned(), |mut text, (key, value)| {
            writeln!(text, "{key} = \"{value}\"").unwrap();
            text
        })
    };
    let mut files: Vec<String> = ["name", "a", "b", "require", "openings", "game", "baseline", "unknown"]
        .iter()
        .map(|key| check(key, &nasty))
        .collect();
    files.extend([
        format!("\"{nasty}\" = 1\n"),
        "::error::boom\n".to_owned(),
        "x = 1\n  ::error::boom = 2\n".to_owned(),
        "x = \u{202e}\n".to_owned(),
        "x = \u{1b}\n".to_owned(),
    ]);
    for (i, text) in files.iter().enumerate() {
        let path = write(folder.path(), &format!("{i}.toml"), text);
        let output = arena(&["check", &path]);
        assert_eq!(output.status.code(), Some(2), "{text}: {}", stderr_of(&output));
        assert_harmless(&output, text);
    }
    for key in ["players", "format", "anchor", "out"] {
        let players = if key == "players" {
            format!("[\"{nasty}\", \"bad\"]")
        } else {
            "[\"bad\", \"random\"]".to_owned()
        };
        let other = if key == "players" { String::new() } else { format!("{key} = \"{nasty}\"\n") };
        let path =
            write(folder.path(), "tournament.toml", &format!("players = {players}\n{other}games = 2\n"));
        let output = arena(&["tournament", "--file", &path]);
        assert_eq!(output.status.code(), Some(2), "{key}: {}", stderr_of(&output));
        assert_harmless(&output, key);
    }
}

#[test]
fn a_baseline_is_harmless_in_every_format() {
    let folder = TempDir::new().unwrap();
    let text =
        "[[check]]\nname = \"same\"\na = \"greedy\"\nb = \"bad\"\ngames = 20\nbaseline = \"base.json\"\n";
    let suite = write(folder.path(), "strength.toml", text);
    assert_eq!(arena(&["check", &suite, "--record", "--quiet"]).status.code(), Some(0));
    let path = folder.path().join("base.json");
    let mut json: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    json["arena"] = serde_json::json!({ "version": NASTY, "commit": format!("::error::{NASTY}") });
    fs::write(&path, serde_json::to_vec(&json).unwrap()).unwrap();
    let help = stdout_of(&arena(&["check", "-h"])).split_whitespace().collect::<Vec<_>>().join(" ");
    let formats = help.split_once("may be repeated: ").unwrap().1.split_once(" [default").unwrap().0;
    let formats: Vec<&str> = formats.split(", ").flat_map(|name| name.split(" or ")).collect();
    assert!(formats.len() > 5, "{formats:?}");
    for format in formats {
        let output = arena(&["check", &suite, "--format", format]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr_of(&output));
        assert_harmless(&output, format);
    }
    for (key, value) in [("a", NASTY), ("b", NASTY), ("openings", NASTY)] {
        let mut json = json.clone();
        json["played"][key] = Value::from(value);
        fs::write(&path, serde_json::to_vec(&json).unwrap()).unwrap();
        assert_harmless(&arena(&["check", &suite]), key);
    }
    fs::write(&path, format!("{{\"schema_version\": 1, \"games_digest\": {}}}", Value::from(NASTY))).unwrap();
    assert_harmless(&arena(&["check", &suite]), "no baseline");
}

/// How long a command takes, which must fail or succeed within seconds.
fn timed(words: &[&str]) -> (Output, Duration) {
    let began = Instant::now();
    let output = arena(words);
    (output, began.elapsed())
}

#[test]
fn an_endless_line_is_rejected() {
    let folder = TempDir::new().unwrap();
    let endless = "x".repeat(40 << 20);
    for (name, text) in
        [("header.csv", endless.clone()), ("line.csv", format!("first,second,result\na,b,1-0\n{endless}"))]
    {
        let path = write(folder.path(), name, &text);
        for command in ["stats", "rate"] {
            let output = arena(&[command, &path]);
            assert_eq!(output.status.code(), Some(2), "{name}");
            assert!(stderr_of(&output).contains("a line is longer than 16 MiB"), "{}", stderr_of(&output));
        }
    }
}

#[test]
fn very_many_opponents_take_no_very_long_time() {
    let folder = TempDir::new().unwrap();
    let mut text = "pair,first,second,result\n".to_owned();
    for i in 0..80_000 {
        writeln!(text, "{i},me,opponent {i},1-0\n{i},opponent {i},me,1/2-1/2").unwrap();
    }
    let path = write(folder.path(), "games.csv", &text);
    let (output, took) = timed(&["stats", &path, "--a", "me"]);
    assert!(stdout_of(&output).starts_with("me beats the 80000 others: "), "{}", stdout_of(&output));
    assert!(took < Duration::from_secs(6), "{took:?}");
    let (output, took) = timed(&["stats", &path, "--a", "nobody"]);
    assert!(stderr_of(&output).len() < 2000 && took < Duration::from_secs(6), "{took:?}");
}

#[test]
fn a_million_players_are_rejected_at_once() {
    let folder = TempDir::new().unwrap();
    let players: Vec<String> = (0..200_000).map(|i| format!("\"p{i}=bad\"")).collect();
    let path = write(folder.path(), "tournament.toml", &format!("players = [\n{}\n]\n", players.join(",\n")));
    let (output, took) = timed(&["tournament", "--file", &path]);
    assert_eq!(output.status.code(), Some(2));
    let said =
        format!("error: {path}: 200000 players are more than a tournament can have\nname at most 1000\n");
    assert_eq!(stderr_of(&output), said);
    assert!(took < Duration::from_secs(10), "{took:?}");
}

#[test]
fn a_gauntlet_has_room_for_hundreds_of_players() {
    let folder = TempDir::new().unwrap();
    let players: Vec<String> = (0..150).map(|i| format!("\"p{i}=bad\"")).collect();
    let text = format!("players = [{}]\ngames = 2\nformat = \"gauntlet\"\n", players.join(", "));
    let path = write(folder.path(), "tournament.toml", &text);
    let out = folder.path().join("run");
    let output = arena(&["tournament", "--file", &path, "--quiet", "--out", out.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr_of(&output));
    assert_eq!(String::from_utf8(bytes(&out, "standings.csv")).unwrap().lines().count(), 151);
}

#[test]
fn more_threads_than_make_sense_are_not_started() {
    let folder = TempDir::new().unwrap();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let most = (4 * cores).max(256);
    let output = match_into(folder.path(), "--games 20 --a bad --b random --threads 1024").output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let run: Value = serde_json::from_slice(&bytes(folder.path(), "run.json")).unwrap();
    assert_eq!(run["machine"]["threads"], Value::from(most.min(1024)));
    let said = format!("using {most} threads: 1024 would only compete for the cores\n");
    assert_eq!(stderr_of(&output), if most < 1024 { said } else { String::new() });
}
