//! Runs that are continued with more games: the bytes are those of a run that had them from the beginning.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::columns;
use crate::common::stopping::{kill, start, state, until_written, written};
use crate::common::{assert_same_games, bytes, content, match_into, play, rows, stderr_of, stdout_of};
use tempfile::TempDir;

/// Plays a shorter run, continues it to a longer one, and compares that with one in a folder of its own.
fn grow(line: &str, lengths: &[&str]) -> TempDir {
    let runs = TempDir::new().unwrap();
    let [grown, whole] = ["grown", "whole"].map(|name| runs.path().join(name));
    for games in lengths {
        play(&grown, &format!("{line} --games {games}"));
    }
    play(&whole, &format!("{line} --games {}", lengths[lengths.len() - 1]));
    assert_same_games(&whole, &grown, line);
    let names = |run: &Path| content(run).into_keys().collect::<Vec<_>>();
    assert_eq!(names(&whole), names(&grown), "{line}: nothing is left behind");
    assert_eq!(state(&grown), "finished");
    runs
}

/// All columns of `moves.csv` but the time.
fn moves(run: &Path) -> Vec<Vec<String>> {
    let fields = |row: &csv::StringRecord| {
        row.iter().enumerate().filter(|(i, _)| *i != 4).map(|(_, field)| field.to_owned()).collect()
    };
    rows(run, "moves.csv", &columns::MOVES).iter().map(fields).collect()
}

/// How many moves are measured in `timings.csv`.
fn measured(run: &Path) -> Vec<String> {
    rows(run, "timings.csv", &columns::TIMINGS)
        .iter()
        .map(|row| format!("{} {} {}", &row[0], &row[1], &row[2]))
        .collect()
}

/// What a command that is refused says.
fn refusal(out: &Path, line: &str) -> String {
    let before = content(out);
    let output = match_into(out, line).output().unwrap();
    assert_eq!((output.status.code(), stdout_of(&output).as_str()), (Some(2), ""), "{line}");
    assert_eq!(content(out), before, "{line}: nothing changes");
    stderr_of(&output).replace(&out.display().to_string(), "OUT")
}

#[test]
fn a_finished_match_grows_to_the_bytes_of_a_longer_one() {
    for lengths in [["40", "41", "100"], ["31", "32", "101"]] {
        let runs = grow("match --a smart:2 --b random", &lengths);
        let [grown, whole] = ["grown", "whole"].map(|name| measured(&runs.path().join(name)));
        assert_eq!(grown, whole, "every game is measured once");
    }
    let runs = grow("match --a smart:2 --b greedy --record-moves", &["20", "50"]);
    let [grown, whole] = ["grown", "whole"].map(|name| moves(&runs.path().join(name)));
    assert_eq!(grown, whole);
}

#[test]
fn a_finished_match_says_that_it_is_continued() {
    let runs = TempDir::new().unwrap();
    play(runs.path(), "bad random --games 20");
    let output = match_into(runs.path(), "bad random --games 30").output().unwrap();
    let said = format!("continuing the run in {} after 20 of 30 games\n", runs.path().display());
    assert_eq!((output.status.code(), stderr_of(&output)), (Some(0), said));
}

#[test]
fn a_test_that_was_undecided_goes_on() {
    let runs = grow("match --a smart:2 --b greedy --sprt 0,10", &["40", "2000"]);
    let games = rows(&runs.path().join("grown"), "games.csv", &columns::GAMES).len();
    assert!((41..2000).contains(&games), "{games} games");
}

#[test]
fn a_finished_tournament_grows_where_the_longer_one_begins_with_the_same_games() {
    for format in ["round-robin", "gauntlet"] {
        let line = format!("tournament smart:1 random bad --format {format}");
        let runs = grow(&line, &["10", "13"]);
        let [grown, whole] = ["grown", "whole"].map(|name| bytes(&runs.path().join(name), "crosstable.csv"));
        assert_eq!(grown, whole);
        // Now the number of games is odd.
        let said = refusal(&runs.path().join("grown"), &format!("{line} --games 20"));
        insta::allow_duplicates! {
            insta::assert_snapshot!(said, @"
            error: OUT holds a finished run that a longer one does not continue: the last of 13 games per pairing has no pair, and a longer tournament plays it later
            add --fresh to replace it, or choose another folder with --out
            ");
        }
    }
    grow("tournament smart:1 bad", &["5", "8"]);
}

#[test]
fn a_tournament_whose_pairings_depend_on_its_length_does_not_grow() {
    let runs = TempDir::new().unwrap();
    let out = runs.path().join("swiss");
    play(&out, "tournament smart:1 random bad greedy --format swiss --rounds 2 --games 4");
    let said = refusal(&out, "tournament smart:1 random bad greedy --format swiss --rounds 3 --games 4");
    insta::assert_snapshot!(said, @"
    error: OUT holds a finished run that a longer one does not continue: in the format swiss, who meets whom depends on the length of the tournament
    add --fresh to replace it, or choose another folder with --out
    ");
}

#[test]
fn other_random_openings_are_named_with_what_to_type() {
    let runs = TempDir::new().unwrap();
    let [grown, whole] = ["grown", "whole"].map(|name| runs.path().join(name));
    let line = "match --a random --b bad --game kalah:3x2";
    play(&grown, &format!("{line} --games 20"));
    let said = refusal(&grown, &format!("{line} --games 400"));
    insta::assert_snapshot!(said, @"
    error: OUT holds a finished run that a longer one does not continue: its random openings are 6 plies from the start, those of 400 games per pairing would be 7
    add --openings random:6 to continue it, add --fresh to replace it, or choose another folder with --out
    ");
    play(&grown, &format!("{line} --games 400 --openings random:6"));
    play(&whole, &format!("{line} --games 400 --openings random:6"));
    assert_same_games(&whole, &grown, "--openings random:6");
}

#[test]
fn fewer_games_and_other_plans_are_refused() {
    let runs = TempDir::new().unwrap();
    play(runs.path(), "bad random --games 20");
    for other in ["--games 18", "--games 40 --seed 2", "--games 40 --openings start", "--games 40 --sprt 0,5"]
    {
        let said = refusal(runs.path(), &format!("bad random {other}"));
        assert!(
            said.starts_with("error: OUT holds a run of another plan (") && said.contains("--fresh"),
            "{said}"
        );
    }
}

/// A run that was stopped after some of its games, as Ctrl-C leaves it.
fn unfinished(out: &Path, line: &str, games: usize) {
    play(out, line);
    crate::common::set_state(out, "interrupted");
    let all = String::from_utf8(bytes(out, "games.csv")).unwrap();
    let kept: Vec<&str> = all.split_inclusive('\n').take(games + 1).collect();
    fs::write(out.join("games.csv"), kept.concat()).unwrap();
}

#[test]
fn an_unfinished_run_grows_to_the_bytes_of_a_longer_one() {
    for line in ["match --a smart:2 --b random", "tournament smart:1 random bad", "bad random --sprt 0,5"] {
        let runs = TempDir::new().unwrap();
        let [grown, whole] = ["grown", "whole"].map(|name| runs.path().join(name));
        unfinished(&grown, &format!("{line} --games 40"), 13);
        let output = match_into(&grown, &format!("{line} --games 60")).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert!(stderr_of(&output).contains(" after 13 of "), "{output:?}");
        play(&whole, &format!("{line} --games 60"));
        assert_same_games(&whole, &grown, line);
    }
}

#[test]
fn an_unfinished_run_that_cannot_grow_is_to_be_finished_first() {
    let runs = TempDir::new().unwrap();
    let [odd, other] = ["odd", "other"].map(|name| runs.path().join(name));
    unfinished(&odd, "tournament smart:1 random bad --games 13 --fresh", 10);
    insta::assert_snapshot!(refusal(&odd, "tournament smart:1 random bad --games 20"), @"
    error: OUT holds an unfinished run that a longer one does not continue: the last of 13 games per pairing has no pair, and a longer tournament plays it later
    choose another folder with --out, or finish the run in this one first:
      arena tournament smart:1 random bad --format round-robin --games 13 --game kalah:6x4 --openings random --seed 1 --out OUT
    ");
    unfinished(&other, "bad random --games 40", 10);
    insta::assert_snapshot!(refusal(&other, "bad random --games 60 --seed 2"), @"
    error: OUT holds a run of another plan (games: 40 there, 60 here; seed: 1 there, 2 here)
    choose another folder with --out, or finish the run in this one first:
      arena --games 40 --a bad --b random --game kalah:6x4 --openings random --seed 1 --out OUT
    ");
}

#[test]
fn shards_that_are_to_grow_are_merged_first() {
    let runs = TempDir::new().unwrap();
    play(runs.path(), "bad random --games 40 --shard 1/2");
    insta::assert_snapshot!(refusal(runs.path(), "bad random --games 60 --shard 1/2"), @"
    error: OUT holds a run of another plan (games: 40 there, 60 here)
    merge its shards first, then play more games without --shard; or choose another folder with --out
    ");
}

#[test]
fn a_run_that_is_killed_while_it_grows_continues_to_the_same_bytes() {
    let runs = TempDir::new().unwrap();
    let [grown, whole] = ["grown", "whole"].map(|name| runs.path().join(name));
    let line = "--a smart:2 --b greedy --threads 2 --games";
    play(&grown, &format!("{line} 1000"));
    let long = [20_000, 80_000, 320_000, 1_280_000].map(|games| format!("{line} {games}"));
    let killed = long.iter().find(|line| {
        let mut child = start(&grown, line);
        let bytes = written(&grown) + 100_000;
        let is_over = until_written(&mut child, &grown, bytes).is_some();
        kill(child);
        !is_over
    });
    let line = killed.expect("a run that takes long enough");
    assert_eq!(state(&grown), "running");
    assert!(!grown.join("summary.csv").exists(), "that of fewer games");
    play(&grown, line);
    play(&whole, line);
    assert_same_games(&whole, &grown, line);
}

#[test]
fn a_run_whose_measurements_were_not_kept_is_measured_again() {
    let runs = TempDir::new().unwrap();
    let [grown, whole] = ["grown", "whole"].map(|name| runs.path().join(name));
    play(&grown, "smart:1 smart:2 --games 20");
    // As earlier versions left it.
    fs::remove_file(grown.join("timings.part.json")).unwrap();
    let output = match_into(&grown, "smart:1 smart:2 --games 30").output().unwrap();
    assert!(stderr_of(&output).contains("20 games are played again to measure the moves"), "{output:?}");
    play(&whole, "smart:1 smart:2 --games 30");
    assert_same_games(&whole, &grown, "measured again");
    assert_eq!(measured(&whole), measured(&grown));
}

#[test]
fn a_run_without_a_folder_of_its_own_grows_where_it_is() {
    let here = TempDir::new().unwrap();
    let arena = |line: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
        let output = command.args(line.split_whitespace()).current_dir(here.path()).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", stderr_of(&output));
    };
    let runs = || fs::read_dir(here.path().join("results")).unwrap().count();
    arena("bad random -n 20 -q");
    arena("bad random -n 40 -q");
    let run = here.path().join("results/kalah-6x4_bad_vs_random_seed1");
    assert_eq!((runs(), rows(&run, "games.csv", &columns::GAMES).len()), (1, 40));
    // An unfinished one grows as well, unless a process is playing it.
    let stop = |games: &str| {
        arena(&format!("bad random -n {games} -s 2 -q"));
        let run = here.path().join("results/kalah-6x4_bad_vs_random_seed2");
        crate::common::set_state(&run, "interrupted");
        run
    };
    let unfinished = stop("20");
    arena("bad random -n 30 -s 2 -q");
    assert_eq!((runs(), rows(&unfinished, "games.csv", &columns::GAMES).len()), (2, 30));
    let playing = fs::File::open(stop("30").join("games.csv")).unwrap();
    playing.lock().unwrap();
    arena("bad random -n 40 -s 2 -q");
    assert_eq!((runs(), rows(&unfinished, "games.csv", &columns::GAMES).len()), (3, 30));
    // The shorter one has no place there any more.
    arena("bad random -n 20 -q");
    assert_eq!((runs(), rows(&run, "games.csv", &columns::GAMES).len()), (4, 40));
}
