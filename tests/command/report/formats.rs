//! docs/REFERENCE.md describes every column and field that arena writes.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;

use crate::common::{bytes, json, play};

/// The section of a heading that contains this text.
fn section(heading: &str) -> String {
    let text = fs::read_to_string("docs/REFERENCE.md").unwrap();
    let mut lines = text.lines().skip_while(|line| !(line.starts_with("## ") && line.contains(heading)));
    let title = lines.next().unwrap_or_else(|| panic!("no section {heading}"));
    let body: Vec<&str> = lines.take_while(|line| !line.starts_with("## ")).collect();
    format!("{title}\n{}", body.join("\n"))
}

fn assert_described<'a>(heading: &str, names: impl IntoIterator<Item = &'a str>) {
    let section = section(heading);
    for name in names {
        assert!(section.contains(&format!("`{name}`")), "{name} is missing in the section {heading}");
    }
}

/// The keys of all objects in a value.
fn keys(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            found.extend(fields.keys().cloned());
            fields.values().for_each(|value| keys(value, found));
        }
        Value::Array(values) => values.iter().for_each(|value| keys(value, found)),
        _ => {}
    }
}

fn all_keys(value: &Value) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    keys(value, &mut found);
    found
}

#[test]
fn every_column_of_every_file_is_described() {
    let runs = tempfile::tempdir().unwrap();
    let out = runs.path().join("run");
    play(&out, "tournament bad random greedy --games 4 --record-moves");
    for file in ["games.csv", "summary.csv", "timings.csv", "standings.csv", "moves.csv"] {
        let bytes = bytes(&out, file);
        let mut reader = csv::Reader::from_reader(bytes.as_slice());
        assert_described(file, reader.headers().unwrap());
    }
    assert_described("crosstable.csv", ["player"]);
}

#[test]
fn what_explain_and_history_write_is_described() {
    let runs = tempfile::tempdir().unwrap();
    let out = runs.path().join("run");
    play(&out, "bad smart:3 -g connect:4x4x3 -n 10");
    let explained = json(&["explain", out.to_str().unwrap(), "--no-progress", "--json"]);
    assert_described("arena explain", explained.as_object().unwrap().keys().map(String::as_str));
    let suite = runs.path().join("suite.toml");
    let check =
        "a = \"smart:1\"\nb = \"bad\"\ngame = \"connect:4x4x3\"\ngames = 20\nrequire = \"score >= 0.01\"\n";
    fs::write(&suite, format!("[[check]]\nname = \"one\"\n{check}")).unwrap();
    let history = runs.path().join("history.csv");
    let [suite, file] = [&suite, &history].map(|path| path.to_str().unwrap());
    json(&["check", suite, "--quiet", "--json", "--record-history", file]);
    let shown = json(&["history", file, "--json"]);
    assert_described("arena history", shown.as_object().unwrap().keys().map(String::as_str));
    for (folder, file) in [(&*out, "mistakes.csv"), (runs.path(), "history.csv")] {
        let bytes = bytes(folder, file);
        let mut reader = csv::Reader::from_reader(bytes.as_slice());
        assert_described(file, reader.headers().unwrap());
    }
}

#[test]
fn every_field_of_every_json_is_described() {
    let runs = tempfile::tempdir().unwrap();
    let out = |name: &str| runs.path().join(name);
    let [one, two] = ["one", "two"].map(|name| out(name).to_str().unwrap().to_owned());
    let play_json = |out: &str, line: &str| {
        let args: Vec<&str> = line.split(' ').chain(["--quiet", "--json", "--out", out]).collect();
        json(&args)
    };
    let result = play_json(&one, "match --games 20 --a smart:1 --b bad --sprt 0,10");
    assert_described("JSON of a match", all_keys(&result).iter().map(String::as_str));
    play_json(&two, "match --games 20 --a smart:2 --b bad");
    let run: Value = serde_json::from_slice(&bytes(&out("one"), "run.json")).unwrap();
    assert_described("run.json", all_keys(&run).iter().map(String::as_str));
    let tournament = out("tournament").to_str().unwrap().to_owned();
    let result = play_json(&tournament, "tournament bad random greedy --games 4");
    assert_described("JSON of a tournament", result.as_object().unwrap().keys().map(String::as_str));

    let engine = format!("{} engine bad", env!("CARGO_BIN_EXE_arena"));
    let small: [(&str, &[&str]); 9] = [
        ("show", &["show", "--json"]),
        ("perft", &["perft", "--depth", "2", "--json"]),
        ("analyze", &["analyze", "--with", "smart:2", "--json"]),
        ("stats", &["stats", &one, "--json", "--sprt", "0,5"]),
        ("rate", &["rate", &one, "--json"]),
        ("plan", &["plan", "--sprt", "0,5", "--json"]),
        ("compare", &["compare", &one, &two, "--json"]),
        ("list", &["list", "--json"]),
        ("bot", &["bot", &engine, "--json"]),
    ];
    for (command, args) in small {
        assert_described(&format!("arena {command}"), all_keys(&json(args)).iter().map(String::as_str));
    }
    let error = json(&["plan", "--error", "10", "--json"]);
    assert_described("arena plan", all_keys(&error).iter().map(String::as_str));
}

#[test]
fn every_field_of_a_check_is_described() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("suite.toml");
    let check = "a = \"smart:1\"\nb = \"bad\"\ngames = 20\n";
    let suite = format!(
        "[[check]]\nname = \"one\"\n{check}require = \"score >= 0.01\"\n[[check]]\nname = \"two\"\n{check}baseline = \"b.json\"\n"
    );
    fs::write(&file, suite).unwrap();
    let file = file.to_str().unwrap();
    let results = json(&["check", file, "--record", "--quiet", "--format", "json"]);
    assert_described("arena check", all_keys(&results).iter().map(String::as_str));
    let baseline: Value = serde_json::from_slice(&bytes(folder.path(), "b.json")).unwrap();
    assert_described("Baselines", all_keys(&baseline).iter().map(String::as_str));
}
