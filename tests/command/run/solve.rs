//! `arena solve` and `arena review` on the real binary.

use std::fs;
use std::path::Path;

use serde_json::json;

use arena::games::Game;

use crate::common::{arena, bytes, json, play, rows, stderr_of, stdout, stdout_of};

/// The output without the number of positions and the time.
fn without_cost(text: &str) -> String {
    let (first, rest) = text.split_once('\n').unwrap();
    let (sentence, _) = first.rsplit_once(": ").unwrap();
    format!("{sentence}\n{rest}")
}

#[test]
fn a_position_is_solved_in_words_with_every_move_and_a_line() {
    insta::assert_snapshot!(without_cost(&stdout(&["solve", "-g", "kalah:3x2"])), @"
    South wins by 4 with hole 2

        hole  value
           1     -8
           2     +4  best
           3      0

    Best line: 2 3 1 1 3 2
    ");
    insta::assert_snapshot!(without_cost(&stdout(&["solve", "-g", "connect:4x4x3", "--moves", "1"])), @"
    x wins in 7 moves, o loses least with column 3

      column  value
           1     -3
           2     -4
           3     -1  best
           4     -4

    Best line: 3 3 4 2 2 2 2 3 3 4 4 4 1 1
    ");
    insta::assert_snapshot!(without_cost(&stdout(&["solve", "-g", "mnk", "--moves", "5", "--best"])), @"
    A draw with cell 1

    Best line: 1 2 8 4 6 3 7 9
    ");
    assert_eq!(
        stdout(&["solve", "-g", "kalah:3x2", "--position", "s:0,0,0,4:0,0,0,8"]),
        "The game is over: North wins, 8 to 4.\n"
    );
}

#[test]
fn the_json_of_a_solution_has_value_moves_and_line() {
    let mut found = json(&["solve", "-g", "kalah:3x1", "--json"]);
    let fields = found.as_object_mut().unwrap();
    assert!(fields.remove("time_ns").unwrap().as_u64().is_some());
    assert!(fields.remove("nodes").unwrap().as_u64().is_some());
    assert_eq!(
        found,
        json!({
            "game": "kalah:3x1", "position": "s:1,1,1,0:1,1,1,0", "value": 0, "low": 0, "high": 0, "result": "a draw",
            "best": found["best"], "moves": found["moves"], "line": found["line"],
        })
    );
    let line: Vec<String> = found["line"].as_array().unwrap().iter().map(ToString::to_string).collect();
    let end = json(&["show", "-g", "kalah:3x1", "--moves", &line.join(" "), "--json"]);
    assert_eq!((&end["over"], &end["winner"]), (&json!(true), &json!("draw")), "the line leads to the value");
}

#[test]
fn any_number_of_threads_finds_the_same_and_one_thread_the_same_number_of_positions() {
    let on = |threads: &str| {
        let mut found = json(&["solve", "-g", "kalah:4x4", "--json", "--threads", threads]);
        let fields = found.as_object_mut().unwrap();
        fields.remove("time_ns");
        (fields.remove("nodes").unwrap(), found)
    };
    let alone = on("1");
    assert_eq!(on("1"), alone);
    for threads in ["2", "3", "auto"] {
        assert_eq!(on(threads).1, alone.1, "{threads}");
    }
}

#[test]
fn a_solve_without_threads_is_refused() {
    for threads in ["0", "-1", "many"] {
        let output = arena(&["solve", "--threads", threads]);
        assert_eq!(output.status.code(), Some(2), "{threads}");
        let said = stderr_of(&output);
        assert!(said.contains(&format!("invalid value '{threads}' for '--threads <N>'")), "{said}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_solve_prints_the_bounds_so_far() {
    use std::process::{Command, Stdio};

    let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
    let args = ["solve", "-g", "connect:8x7x4", "--json", "--memory", "16M"];
    let child = command
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The board takes hours.
    crate::common::stopping::ctrl_c(&child);
    let output = crate::common::stopping::output_of(child);
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&found["value"], &found["low"], &found["high"]), (&json!(null), &json!(-28), &json!(28)));
}

#[test]
fn endgame_tables_are_kept_in_a_folder_and_built_again_if_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path().join("tables");
    let args = ["solve", "-g", "kalah:3x3", "--json", "--cache", cache.to_str().unwrap()];
    let value = json(&args)["value"].clone();
    let file = fs::read_dir(&cache).unwrap().next().unwrap().unwrap().path();
    assert_eq!(fs::read_dir(&cache).unwrap().count(), 1, "nothing is left aside");
    let whole = fs::read(&file).unwrap();
    assert_eq!(json(&args)["value"], value);

    for damage in
        [&whole[..whole.len() / 2], &[], b"something else, long enough to have a header of forty bytes"]
    {
        fs::write(&file, damage).unwrap();
        let output = arena(&args);
        assert_eq!(output.status.code(), Some(0));
        let said = stderr_of(&output);
        assert!(said.contains("warning") && said.contains("built again"), "{said}");
        assert!(fs::read(&file).unwrap() == whole);
    }
    let mut flipped = whole.clone();
    *flipped.last_mut().unwrap() ^= 1;
    fs::write(&file, &flipped).unwrap();
    assert!(stderr_of(&arena(&args)).contains("damaged"));
    fs::write(&file, [whole.as_slice(), &[0]].concat()).unwrap();
    assert!(stderr_of(&arena(&args)).contains("damaged"));
}

#[cfg(unix)]
#[test]
fn a_cached_table_that_is_a_pipe_or_a_device_is_replaced_and_never_read() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["solve", "-g", "kalah:3x3", "--json", "--cache", folder.path().to_str().unwrap()];
    let value = json(&args)["value"].clone();
    let file = fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap().path();
    let whole = fs::read(&file).unwrap();
    for kind in ["pipe", "device"] {
        fs::remove_file(&file).unwrap();
        if kind == "pipe" {
            assert!(std::process::Command::new("mkfifo").arg(&file).status().unwrap().success());
        } else {
            std::os::unix::fs::symlink("/dev/zero", &file).unwrap();
        }
        let output = arena(&args);
        assert_eq!(output.status.code(), Some(0), "{kind}");
        let said = stderr_of(&output);
        assert!(said.contains("it is not a regular file") && said.contains("built again"), "{said}");
        assert!(stdout_of(&output).contains(&format!("\"value\":{value}")));
        assert!(fs::read(&file).unwrap() == whole, "{kind}");
    }
}

#[test]
fn a_wrong_amount_of_memory_is_refused() {
    for memory in ["1K", "much", "5T"] {
        let output = arena(&["solve", "--memory", memory]);
        assert_eq!(output.status.code(), Some(2), "{memory}");
    }
}

#[test]
fn exact_endgames_are_for_othello_and_for_kalah_with_the_default_evaluator() {
    for (game, spec, problem) in [
        (
            "connect",
            "smart:4,endgame=8",
            "use endgame= for Othello, or for Kalah with at most 7 holes and 127 beans",
        ),
        (
            "mnk",
            "smart:4,endgame=8",
            "use endgame= for Othello, or for Kalah with at most 7 holes and 127 beans",
        ),
        (
            "kalah:8x4",
            "smart:4,endgame=8",
            "use endgame= for Othello, or for Kalah with at most 7 holes and 127 beans",
        ),
        ("kalah", "smart:4,endgame=8,eval=hoard", "a table holds beans, which other evaluators do not count"),
        ("kalah", "smart:4,endgame=99", "the number of beans"),
        ("othello", "smart:4,endgame=25", "the number of vacant cells must be from 1 to 24, not 25"),
        ("kalah", "smart:4,endgame=", "has no value"),
    ] {
        let output = arena(&["match", "-g", game, "--a", spec, "--b", "bad", "--games", "2", "--dry-run"]);
        assert_eq!(output.status.code(), Some(2), "{spec}");
        let said = stderr_of(&output);
        assert!(said.contains("endgame") && said.contains(problem), "{spec}: {said}");
    }
}

#[test]
fn endgame_tables_go_with_the_other_keys_of_smart() {
    let folder = tempfile::tempdir().unwrap();
    for keys in ["nodes=1k", "ties=random", "extra=free", "eval=pots", "extra=free,nodes=500,ties=random"] {
        let spec = format!("smart:6,endgame=4,{keys}");
        play(folder.path(), &format!("{spec} bad -g kalah:4x3 -n 6 --fresh"));
    }
    let timed = ["match", "-g", "kalah:4x3", "smart:endgame=4,time=1ms", "bad", "-n", "2", "--json"];
    let timed = [&timed[..], &["-o", folder.path().to_str().unwrap(), "--fresh"]].concat();
    assert_eq!(json(&timed)["games"], 2);
    let run: serde_json::Value = serde_json::from_slice(&bytes(folder.path(), "run.json")).unwrap();
    assert_eq!(run["reproducible"], false, "a limit by the clock");
}

const REVIEW: [&str; 9] = [
    "player",
    "phase",
    "moves",
    "judged",
    "best_share",
    "mean_loss",
    "blunders",
    "won_thrown",
    "drawn_thrown",
];

const MOVES: [&str; 8] = ["game", "ply", "player", "move", "value_before", "value_after", "loss", "best"];

fn review(folder: &Path, more: &[&str]) -> String {
    let mut args = vec!["review", folder.to_str().unwrap(), "--no-progress"];
    args.extend(more);
    stdout(&args)
}

#[test]
fn a_review_judges_every_move_of_a_small_game() {
    let folder = tempfile::tempdir().unwrap();
    play(folder.path(), "perfect greedy -g kalah:3x3 -n 40");
    let text = review(folder.path(), &["--moves"]);
    assert!(text.starts_with("perfect loses 0.00 beans per move"), "{text}");
    let rows_of_moves = rows(folder.path(), "review_moves.csv", &MOVES);
    let summary = rows(folder.path(), "review.csv", &REVIEW);
    let all =
        |player: &str| summary.iter().find(|row| &row[0] == player && &row[1] == "all").unwrap().clone();
    let (perfect, greedy) = (all("perfect"), all("greedy"));
    assert_eq!(
        (&perfect[2], &perfect[4], &perfect[6]),
        (&perfect[3], "1.000000", "0"),
        "perfect plays perfectly"
    );
    assert!(greedy[5].parse::<f64>().unwrap() > 0.0 && greedy[6].parse::<u64>().unwrap() > 0, "{greedy:?}");
    let judged: u64 = [&perfect[3], &greedy[3]].iter().map(|count| count.parse::<u64>().unwrap()).sum();
    assert_eq!(judged, rows_of_moves.len() as u64);
    for row in &rows_of_moves {
        let number = |at: usize| row[at].parse::<i32>().unwrap();
        assert_eq!(number(4) - number(5), number(6), "{row:?}");
        assert!(number(6) >= 0 && (number(6) > 0 || row[7] == row[3]), "{row:?}");
    }
    // The command that shows a worst move works, and its best move is the one named there.
    let shown = text.lines().find(|line| line.trim().starts_with("arena solve")).unwrap();
    let words: Vec<&str> = shown.split_whitespace().skip(1).chain(["--json"]).collect();
    let worst = text.lines().find(|line| line.contains("was best")).unwrap();
    assert!(worst.ends_with(&format!(", {} was best", json(&words)["best"])), "{worst}");
}

#[test]
#[ignore = "reviews a run many times"]
fn a_review_is_the_same_on_any_number_of_threads_and_counts_what_is_too_hard() {
    for game in ["kalah:5x3", "connect:5x5x4", "mnk:4x4x4"] {
        let folder = tempfile::tempdir().unwrap();
        play(folder.path(), &format!("smart:2 random -g {game} -n 30"));
        let on = |threads: &str| {
            review(folder.path(), &["--moves", "--budget", "300", "--threads", threads]);
            (bytes(folder.path(), "review.csv"), bytes(folder.path(), "review_moves.csv"))
        };
        let one = on("1");
        assert!(one == on("3"), "{game}");
        let summary = rows(folder.path(), "review.csv", &REVIEW);
        let count = |at: usize| {
            summary
                .iter()
                .filter(|row| &row[1] == "all")
                .map(|row| row[at].parse::<u64>().unwrap())
                .sum::<u64>()
        };
        assert!(0 < count(3) && count(3) < count(2), "{game}: {} of {}", count(3), count(2));
    }
}

#[test]
fn a_review_judges_every_move_with_at_most_20_beans_in_play() {
    let folder = tempfile::tempdir().unwrap();
    play(folder.path(), "smart:6 smart:4 -g kalah:6x4 -n 6");
    review(folder.path(), &["--moves"]);
    let games = String::from_utf8(bytes(folder.path(), "games.csv")).unwrap();
    let mut moves = rows(folder.path(), "review_moves.csv", &MOVES).into_iter();
    let mut few = 0;
    for game in csv::Reader::from_reader(games.as_bytes()).records() {
        let game = game.unwrap();
        let start =
            arena::games::kalah::Board::start(arena::games::kalah::KalahRules::new(6, 4, false).unwrap());
        let mut position = start.read(&game[2]).unwrap();
        for mv in game[11].split_whitespace() {
            let row = moves.next().unwrap();
            assert_eq!(&row[3], mv);
            let beans = 48 - position.points().iter().sum::<u32>();
            if beans <= 20 {
                few += 1;
                assert!(!row[4].is_empty() && !row[5].is_empty(), "{beans} beans: {row:?}");
            }
            position.play(arena::games::Move::from_number(mv.parse().unwrap()).unwrap());
        }
    }
    assert!(few > 60, "{few}");
}

#[test]
fn an_interrupted_review_continues_to_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    play(folder.path(), "smart:2 random -g connect:4x4x3 -n 200");
    review(folder.path(), &["--moves"]);
    let whole = (bytes(folder.path(), "review.csv"), bytes(folder.path(), "review_moves.csv"));
    let part = folder.path().join("review.part.csv");
    assert!(!part.exists());
    // What a killed review leaves: some games, and a line that is torn. Its moves are wrong, so that we see that they are used.
    fs::write(&part, format!("{}\n1,0,1,9,5,5,1\ndone\n2,0,1,", key(folder.path()))).unwrap();
    review(folder.path(), &["--moves"]);
    let continued = bytes(folder.path(), "review_moves.csv");
    assert!(continued != whole.1, "the game of the part is taken from it");
    let after_first = |bytes: &[u8]| {
        let text = String::from_utf8(bytes.to_vec()).unwrap();
        text.lines().filter(|line| !line.starts_with("1,")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(after_first(&continued), after_first(&whole.1), "all other games are as before");
}

/// The key of a review, from the part that an interrupted one leaves: it is stopped by a folder in the way of its result.
fn key(folder: &Path) -> String {
    let result = folder.join("review.csv");
    fs::remove_file(&result).unwrap();
    fs::create_dir(&result).unwrap();
    let output = arena(&["review", folder.to_str().unwrap(), "--no-progress"]);
    assert_eq!((output.status.code(), stdout_of(&output).as_str()), (Some(1), ""));
    fs::remove_dir(&result).unwrap();
    let part = fs::read_to_string(folder.join("review.part.csv")).unwrap();
    part.lines().next().unwrap().to_owned()
}

#[test]
fn a_folder_without_a_run_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let output = arena(&["review", folder.path().to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr_of(&output).contains("run.json"));
}

#[test]
fn a_damaged_run_file_is_named_with_what_is_wrong_in_it() {
    let folder = tempfile::tempdir().unwrap();
    play(folder.path(), "bad random -g mnk:3x3x3 -n 2");
    let path = folder.path().join("run.json");
    fs::write(&path, &bytes(folder.path(), "run.json")[..100]).unwrap();
    let run = folder.path().to_str().unwrap();
    for command in [&["review", run][..], &["show", run, "--game", "1"]] {
        let output = arena(command);
        let said = stderr_of(&output);
        let start = format!("error: {}: not the run.json of a run: EOF while parsing", path.display());
        assert_eq!((output.status.code(), said.starts_with(&start)), (Some(2), true), "{said}");
    }
}

#[test]
fn a_sample_reviews_some_of_the_games() {
    let folder = tempfile::tempdir().unwrap();
    play(folder.path(), "smart:2 random -g mnk:3x3x3 -n 60");
    review(folder.path(), &["--moves", "--sample", "100"]);
    let games: std::collections::BTreeSet<String> =
        rows(folder.path(), "review_moves.csv", &MOVES).iter().map(|row| row[0].to_owned()).collect();
    assert!((2..30).contains(&games.len()), "{games:?}");
}

#[test]
#[ignore = "solves hundreds of openings"]
fn balanced_openings_are_the_same_on_any_number_of_threads_and_closer_to_even() {
    let mean = |openings: &str, threads: &str| {
        let folder = tempfile::tempdir().unwrap();
        play(folder.path(), &format!("bad bad2=bad -g kalah:4x3 -n 80 --openings {openings} -j {threads}"));
        let text = String::from_utf8(bytes(folder.path(), "games.csv")).unwrap();
        let openings: Vec<String> = csv::Reader::from_reader(text.as_bytes())
            .records()
            .map(|row| row.unwrap()[2].to_owned())
            .collect();
        let value = |opening: &String| {
            json(&["solve", "--best", "-g", "kalah:4x3", "--json", "--position", opening])["value"]
                .as_i64()
                .unwrap()
                .abs()
        };
        let some: Vec<i64> = openings.iter().step_by(8).map(value).collect();
        (text, some.iter().sum::<i64>() as f64 / some.len() as f64)
    };
    let (one, even) = mean("balanced:4", "1");
    assert!(one == mean("balanced:4", "3").0);
    let (_, any) = mean("random:4", "1");
    assert!(even < any, "{even} against {any}");
}
