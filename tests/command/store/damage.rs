//! Files that are damaged or go missing, while a run goes on or before it is continued.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs::{self, File};
use std::path::Path;
use std::process::Output;
use std::time::Duration;

use crate::common::columns;
use crate::common::stopping::{CHEAP, ctrl_c, halted, interrupted, output_of, signal, start};
use crate::common::{
    assert_same_results, bytes, content, match_into, play, rows, set_state, stderr_of, until,
};
use tempfile::TempDir;

/// A match to be stopped that records its moves.
const WITH_MOVES: &str = "--games {games} --a smart:2 --b greedy --threads 2 --record-moves";

fn continued(out: &Path, line: &str) -> Output {
    let output = match_into(out, line).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr_of(&output));
    output
}

/// The moves without their times.
fn moves(run: &Path) -> Vec<Vec<String>> {
    let but_the_time = |(i, field): (usize, &str)| (i != 4).then(|| field.to_owned());
    rows(run, "moves.csv", &columns::MOVES)
        .iter()
        .map(|row| row.iter().enumerate().filter_map(but_the_time).collect())
        .collect()
}

/// The timings without times: player, phase, moves, nodes, mean depth.
fn costs(run: &Path) -> Vec<[String; 5]> {
    let of = |row: &csv::StringRecord| [0, 1, 2, 10, 12].map(|i| row[i].to_owned());
    rows(run, "timings.csv", &columns::TIMINGS).iter().map(of).collect()
}

#[test]
#[ignore = "plays a run for every file"]
fn a_file_that_is_removed_or_cut_ends_the_run() {
    for (file, cut) in [("moves.csv", false), ("moves.csv", true), ("games.csv", true)] {
        let runs = TempDir::new().unwrap();
        let [whole, out] = ["whole", "run"].map(|name| runs.path().join(name));
        let (child, line) = halted(WITH_MOVES, &out, &out, |_| {});
        if cut {
            File::options().write(true).open(out.join(file)).unwrap().set_len(700).unwrap();
        } else {
            fs::remove_file(out.join(file)).unwrap();
        }
        signal(&child, "CONT");
        let output = output_of(child);
        let stderr = stderr_of(&output);
        assert_eq!(output.status.code(), Some(1), "{file}: {stderr}");
        let what = if cut { "changed by another program" } else { "removed or replaced" };
        let said = format!("error: {}/{file} was {what} during the run\n", out.display());
        assert!(stderr.contains(&said), "{stderr}");
        play(&whole, &line);
        play(&out, &line);
        assert_same_results(&whole, &out, file);
        assert!(moves(&out) == moves(&whole), "the moves differ");
    }
}

#[test]
fn damaged_moves_are_reported_and_recorded_again() {
    let runs = TempDir::new().unwrap();
    let [whole, out] = ["whole", "run"].map(|name| runs.path().join(name));
    let (_, line) = interrupted(WITH_MOVES, &out);
    play(&whole, &line);
    let mut text = String::from_utf8(bytes(&out, "moves.csv")).unwrap();
    // Another number of nodes: nothing that could be seen from the row.
    let row = text.lines().nth(20).unwrap().to_owned();
    let mut fields: Vec<&str> = row.split(',').collect();
    let at = fields.len() - 3;
    fields[at] = "7777";
    text = text.replacen(&row, &fields.join(","), 1);
    fs::write(out.join("moves.csv"), text).unwrap();
    let stderr = stderr_of(&continued(&out, &line));
    assert!(stderr.contains("warning: moves.csv is missing or damaged after 0 games; "), "{stderr}");
    assert_same_results(&whole, &out, "with damaged moves");
    assert!(moves(&out) == moves(&whole), "the moves differ");
    assert_eq!(costs(&out), costs(&whole));
}

/// How its players play was not recorded yet, so nobody can tell whether this build plays the same.
#[test]
fn a_run_that_was_killed_while_it_started_begins_again() {
    let runs = TempDir::new().unwrap();
    let [whole, out] = ["whole", "run"].map(|name| runs.path().join(name));
    let (_, line) = interrupted(CHEAP, &out);
    play(&whole, &line);
    set_state(&out, "starting");
    let stderr = stderr_of(&continued(&out, &line));
    assert!(!stderr.contains("continuing the run"), "{stderr}");
    assert_same_results(&whole, &out, "killed while it started");
}

/// Games up to the last checkpoint are not replayed, so that they must be known to be as they were written.
#[test]
fn a_game_that_was_changed_after_it_was_recorded_is_played_again() {
    let runs = TempDir::new().unwrap();
    let [whole, out] = ["whole", "run"].map(|name| runs.path().join(name));
    let (_, line) = interrupted(CHEAP, &out);
    play(&whole, &line);
    let text = String::from_utf8(bytes(&out, "games.csv")).unwrap();
    fs::write(out.join("games.csv"), text.replacen(",normal,", ",max-plies,", 1)).unwrap();
    continued(&out, &line);
    assert_same_results(&whole, &out, "with a changed game");
}

#[test]
fn lost_timings_are_reported_and_measured_again() {
    for content in
        [None, Some("{\"games\": 3, "), Some("{\"games\":0,\"phases\":[],\"digest\":\"0123456789abcdef\"}")]
    {
        let runs = TempDir::new().unwrap();
        let [whole, out] = ["whole", "run"].map(|name| runs.path().join(name));
        let (_, line) = interrupted(CHEAP, &out);
        play(&whole, &line);
        let path = out.join("timings.part.json");
        match content {
            None => fs::remove_file(path).unwrap(),
            Some(content) => fs::write(path, content).unwrap(),
        }
        let stderr = stderr_of(&continued(&out, &line));
        assert!(stderr.contains("warning: timings.part.json is missing or damaged; "), "{stderr}");
        assert_same_results(&whole, &out, "without timings");
        assert_eq!(costs(&out), costs(&whole));
    }
}

#[test]
fn a_run_json_or_shards_json_that_was_changed_is_not_believed() {
    let runs = TempDir::new().unwrap();
    let out = runs.path().join("run");
    let line = "--games 4 --a bad --b random --record-moves";
    for (file, more) in [("run.json", ""), ("shards/shards.json", " --shard 1/2")] {
        play(&out, &format!("{line}{more}"));
        let path = out.join(file);
        let text = fs::read_to_string(&path).unwrap();
        let changed = text.replace("\"record_moves\": true", "\"record_moves\": false");
        assert_ne!(changed, text);
        fs::write(&path, &changed).unwrap();
        let output = match_into(&out, &format!("{line}{more}")).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let said = stderr_of(&output);
        assert!(said.contains(&format!("{file} was changed after it was written\nput it back")), "{said}");
        fs::write(&path, &text).unwrap();
        play(&out, &format!("{line}{more} --fresh"));
        fs::remove_dir_all(&out).unwrap();
    }
}

#[test]
fn moves_that_can_be_neither_verified_nor_played_again_are_not_guessed() {
    let runs = TempDir::new().unwrap();
    let out = runs.path().join("run");
    let line = "--games 100000 --a smart:time=1ms --b random --threads 2 --record-moves";
    interrupted(line, &out);
    let kept = bytes(&out, "timings.part.json");
    fs::remove_file(out.join("timings.part.json")).unwrap();
    let before = content(&out);
    let output = match_into(&out, line).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", stderr_of(&output));
    assert!(stderr_of(&output).contains("moves.csv cannot be verified"), "{}", stderr_of(&output));
    assert_eq!(content(&out), before);

    // With the file back, games and moves go on together.
    fs::write(out.join("timings.part.json"), kept).unwrap();
    let games = || rows(&out, "games.csv", &columns::GAMES).len();
    let recorded = games();
    let child = start(&out, line);
    until("more games are written", || games() > recorded);
    signal(&child, "INT");
    output_of(child);
    let plies: usize =
        rows(&out, "games.csv", &columns::GAMES).iter().map(|row| row[10].parse::<usize>().unwrap()).sum();
    assert_eq!(moves(&out).len(), plies);
}

#[test]
fn reading_the_recorded_games_stops_at_once() {
    let runs = TempDir::new().unwrap();
    let out = runs.path().join("run");
    let line = "--games 600000 --a bad --b bad2=bad --game kalah:2x1 --openings start --quiet";
    play(&out, line);
    crate::common::set_state(&out, "interrupted");
    let unfinished = bytes(&out, "run.json");
    let before = content(&out);
    // How long the program takes to begin to read depends on the machine, so the signal comes a little later each time.
    let said: Vec<String> = (0..400)
        .map(|attempt| {
            let child = start(&out, line);
            std::thread::sleep(Duration::from_millis(2 * attempt));
            ctrl_c(&child);
            let output = output_of(child);
            let said = stderr_of(&output);
            let is_while_reading =
                said == "interrupted while the recorded games were read; they are as they were\n";
            if is_while_reading {
                assert_eq!(output.status.code(), Some(130));
                assert!(content(&out) == before, "nothing changed");
            } else {
                fs::write(out.join("run.json"), &unfinished).unwrap();
            }
            (is_while_reading, said)
        })
        .take_while(|(is_while_reading, _)| !is_while_reading)
        .map(|(_, said)| said)
        .collect();
    assert!(said.len() < 400, "it was never interrupted while reading: {said:?}");
}
