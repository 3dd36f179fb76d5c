//! Shards of runs, put together: the bytes are those of a single process.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::common::columns;
use crate::common::stopping::state;
use crate::common::{assert_same_results, bytes, content, rows, stderr_of, stdout_of};
use serde_json::Value;
use tempfile::TempDir;

/// A command with a folder, not yet started: `line` is what is typed behind `arena`, without words that hold spaces.
pub(crate) fn command(out: &Path, line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
    command.args(line.split_whitespace()).arg("--out").arg(out).stdin(Stdio::null());
    for variable in ["SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX", "PARALLEL_SEQ"] {
        command.env_remove(variable);
    }
    command
}

/// Plays a whole run, and gives what it prints.
pub(crate) fn whole(out: &Path, line: &str) -> String {
    let output = command(out, &format!("{line} --quiet")).output().unwrap();
    assert_eq!((output.status.code(), stderr_of(&output).as_str()), (Some(0), ""), "arena {line}");
    stdout_of(&output)
}

/// Plays one shard, which must succeed, and gives what it prints.
pub(crate) fn play_shard(out: &Path, line: &str, shard: &str) -> String {
    whole(out, &format!("{line} --shard {shard}"))
}

/// Plays all shards, the last one first.
pub(crate) fn play_shards(out: &Path, line: &str, count: u64) {
    for number in (1..=count).rev() {
        let said = play_shard(out, line, &format!("{number}/{count}"));
        assert!(said.starts_with(&format!("shard {number} of {count} is complete: games ")), "{said}");
    }
}

/// Merges shards.
pub(crate) fn merge(out: &Path, options: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
    command.arg("merge").arg(out).args(options.split_whitespace()).output().unwrap()
}

/// Merges shards, which must succeed without a note, and gives what is printed.
pub(crate) fn merged(out: &Path, options: &str) -> String {
    let output = merge(out, options);
    assert_eq!((output.status.code(), stderr_of(&output).as_str()), (Some(0), ""), "arena merge {options}");
    stdout_of(&output)
}

/// What a command that fails says, with its exit code.
pub(crate) fn failure(output: &Output, out: &Path) -> (Option<i32>, String) {
    assert_eq!(stdout_of(output), "");
    (output.status.code(), stderr_of(output).replace(&out.display().to_string(), "OUT"))
}

/// All columns of `moves.csv` but the time.
fn moves(run: &Path) -> Vec<Vec<String>> {
    let fields = |row: &csv::StringRecord| {
        row.iter().enumerate().filter(|(i, _)| *i != 4).map(|(_, field)| field.to_owned()).collect()
    };
    rows(run, "moves.csv", &columns::MOVES).iter().map(fields).collect()
}

/// The number of moves that are measured, by player and phase, and their nodes.
fn measured(run: &Path) -> Vec<Vec<String>> {
    let fields = |row: &csv::StringRecord| [0, 1, 2, 10].map(|i| row[i].to_owned()).to_vec();
    rows(run, "timings.csv", &columns::TIMINGS).iter().map(fields).collect()
}

/// Fails unless a merged run has the files of a single process.
pub(crate) fn assert_like(single: &Path, out: &Path, what: &str) {
    assert_same_results(single, out, what);
    let names = |run: &Path| content(run).into_keys().collect::<Vec<_>>();
    assert_eq!(names(single), names(out), "{what}");
    for file in ["faults.csv", "crosstable.csv"] {
        assert_eq!(fs::read(single.join(file)).ok(), fs::read(out.join(file)).ok(), "{what}: {file}");
    }
    if single.join("moves.csv").exists() {
        assert_eq!(moves(single), moves(out), "{what}: moves.csv");
    }
    assert_eq!(state(out), "finished");
    assert!(!out.join(".again").exists(), "{what}");
    let plan = |run: &Path| json_file(run, "run.json")["plan"].clone();
    assert_eq!(plan(single), plan(out), "{what}");
}

pub(crate) fn json_file(run: &Path, file: &str) -> Value {
    serde_json::from_slice(&bytes(run, file)).unwrap()
}

/// JSON without what depends on times and folders.
fn timeless(json: &str) -> Value {
    let mut json: Value = serde_json::from_str(json).unwrap();
    for field in ["run", "timings"] {
        json.as_object_mut().unwrap().remove(field).unwrap();
    }
    for standing in json["standings"].as_array_mut().into_iter().flatten() {
        for field in ["mean_us", "p99_us"] {
            standing.as_object_mut().unwrap().remove(field).unwrap();
        }
    }
    json
}

/// Plays a run in one process and in shards, merges those, and compares files and output.
fn compare(line: &str, counts: &[u64]) {
    let runs = TempDir::new().unwrap();
    let single = runs.path().join("single");
    let said = timeless(&whole(&single, &format!("{line} --json")));
    for &count in counts {
        let out = runs.path().join(count.to_string());
        play_shards(&out, line, count);
        let what = format!("arena {line} in {count} shards");
        let merged = merged(&out, "--json --quiet");
        assert_eq!(timeless(&merged), said, "{what}");
        assert_like(&single, &out, &what);
        assert_eq!(measured(&single), measured(&out), "{what}: every game is measured once");
        let shards = &json_file(&out, "run.json")["shards"];
        assert_eq!((&shards["count"], &shards["merged"]), (&Value::from(count), &Value::from(count)));
        // Again, in place of what is there.
        assert_eq!(timeless(&self::merged(&out, "--json --quiet")), said, "{what}, merged again");
        assert_like(&single, &out, &what);
    }
}

#[test]
#[ignore = "plays a match many times"]
fn the_shards_of_a_match_merge_to_the_bytes_of_one_process() {
    compare("match --a smart:2 --b random --games 101", &[1, 3, 7, 51]);
    compare("match --a greedy --b bad --game connect:5x4x3 --games 40 --openings start --max-plies 6", &[3]);
    compare("match --a smart:2 --b greedy --games 41 --record-moves --openings random:3", &[1, 3, 7]);
}

#[test]
fn the_shards_of_a_tournament_merge_to_the_bytes_of_one_process() {
    compare("tournament smart:1 random bad greedy --games 7", &[1, 3, 7]);
    compare("tournament smart:1 random bad --format gauntlet --games 10 --anchor bad=100", &[4]);
    compare("tournament smart:1 bad --games 9 --record-moves", &[2]);
}

#[test]
fn a_merged_run_says_what_a_single_process_says() {
    let runs = TempDir::new().unwrap();
    let [single, out] = ["single", "shards"].map(|name| runs.path().join(name));
    let line = "match --a smart:2 --b random --games 100";
    let said = stdout_of(&command(&single, &format!("{line} --verbose --no-progress")).output().unwrap());
    play_shards(&out, line, 4);
    let merged = merged(&out, "--verbose --no-progress");
    // Everything but the times, and what there is to say of those.
    let kept = |said: &str| said.split("  player ").next().unwrap().to_owned();
    assert_eq!(kept(&merged), kept(&said));
    assert!(merged.ends_with(&format!("\n{}\n", out.display())), "{merged}");
    assert!(merged.starts_with("smart:2 beats random: "), "{merged}");
}

#[test]
fn a_test_decides_as_in_a_single_process_and_later_games_do_not_count() {
    let runs = TempDir::new().unwrap();
    for (sprt, gate) in [("0,60", 0), ("300,400", 3), ("0,1", 4)] {
        let [single, out] = ["single", "shards"].map(|name| runs.path().join(format!("{name}{gate}")));
        let line = format!("match --a smart:3 --b smart:2 --games 700 --record-moves --sprt {sprt}");
        let said = timeless(&whole(&single, &format!("{line} --json")));
        play_shards(&out, &line, 3);
        let output = merge(&out, "--json --gate");
        assert_eq!(output.status.code(), Some(gate), "{}", stderr_of(&output));
        assert_eq!(timeless(&stdout_of(&output)), said, "{sprt}");
        assert_like(&single, &out, sprt);
        let games = said["games"].as_u64().unwrap();
        assert_eq!(json_file(&out, "run.json")["shards"]["games_after_test"], 700 - games);
        let note = format!(
            "the games decided the run after {games} games; {} games of the shards came after it and do not count\n",
            700 - games
        );
        let (verdict, rest) =
            stderr_of(&output).split_once('\n').map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
        let words = if gate == 0 {
            "PASS: stronger ("
        } else if gate == 3 {
            "FAIL: not stronger ("
        } else {
            "INCONCLUSIVE: "
        };
        assert!(verdict.starts_with(words), "{verdict}");
        assert_eq!(rest, if gate == 4 { String::new() } else { note });
        assert_eq!(games == 700, gate == 4);
    }
}

#[test]
fn a_decision_needs_no_shards_behind_it() {
    let runs = TempDir::new().unwrap();
    let [single, out] = ["single", "shards"].map(|name| runs.path().join(name));
    let line = "match --a smart:4 --b random --games 4000 --sprt 0,50";
    whole(&single, line);
    play_shard(&out, line, "1/10");
    play_shard(&out, line, "4/10");
    let output = merge(&out, "--missing");
    assert_eq!((output.status.code(), stdout_of(&output).as_str()), (Some(0), ""));
    let not_needed = "the run is decided; 8 of 10 shards are not needed: 2-3,5-10\n";
    assert_eq!(stderr_of(&output), not_needed);
    assert_eq!(merged(&out, "--missing --quiet"), "");
    assert!(!out.join("run.json").exists(), "nothing is written");
    // One that is damaged is not needed either.
    fs::remove_file(out.join("shards/4-of-10/games.csv")).unwrap();

    for options in ["--gate --no-progress --verbose", "--partial --gate --no-progress --verbose"] {
        let output = merge(&out, options);
        assert_eq!(output.status.code(), Some(0), "{}", stderr_of(&output));
        assert_like(&single, &out, &format!("the first shard decides, arena merge {options}"));
        let games = rows(&single, "games.csv", &columns::GAMES).len();
        let notes = format!(
            "the games decided the run after {games} games; {} games of the shards came after it and do not count\n{}",
            400 - games,
            not_needed.replace("8 of", "9 of").replace("2-3,5-10", "2-10")
        );
        assert!(stderr_of(&output).ends_with(&notes), "{}", stderr_of(&output));
    }
    // Shards that were copied from elsewhere come without shards.json.
    fs::remove_file(out.join("shards/shards.json")).unwrap();
    assert_eq!(merged(&out, "--missing --quiet"), "");
}

#[test]
fn a_shard_behind_a_gap_decides_nothing() {
    let runs = TempDir::new().unwrap();
    let [single, out] = ["single", "shards"].map(|name| runs.path().join(name));
    let line = "match --a smart:3 --b smart:2 --games 700 --sprt 0,10";
    whole(&single, line);
    let games = rows(&single, "games.csv", &columns::GAMES).len() as u64;
    let deciding = games.div_ceil(50);
    assert!((3..=7).contains(&deciding), "the test decides in shard {deciding} of 14");
    for number in (1..=deciding + 1).filter(|&number| number != 2) {
        play_shard(&out, line, &format!("{number}/14"));
    }
    let missing = format!("2,{}-14\n", deciding + 2);
    assert_eq!(merged(&out, "--missing"), missing);
    assert_eq!(merged(&out, "--missing --wave 4"), "2\n");
    assert_eq!(failure(&merge(&out, ""), &out).0, Some(1));
    merged(&out, "--partial --quiet");
    assert_eq!(state(&out), "interrupted");

    play_shard(&out, line, "2/14");
    assert_eq!(merged(&out, "--missing --wave 4 --quiet"), "");
    merged(&out, "--quiet");
    assert_like(&single, &out, "once the gap is closed");
}

#[cfg(target_os = "linux")]
#[test]
fn bots_and_their_faults_are_merged() {
    use crate::players::bots::bot;
    let runs = TempDir::new().unwrap();
    let [single, out] = ["single", "shards"].map(|name| runs.path().join(name));
    let bot = bot(runs.path(), "crash", 40, ",deterministic=yes");
    let play = |out: &Path, line: &str| {
        let mut command = command(out, line);
        let output = command.args(["--a", &bot, "--b", "smart:2"]).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", stderr_of(&output));
    };
    let line = "match --games 41 --max-forfeits 100 --record-moves --quiet";
    play(&single, line);
    for number in 1..=3 {
        play(&out, &format!("{line} --shard {number}/3"));
    }
    merged(&out, "--quiet");
    assert_like(&single, &out, "a bot that crashes");
    assert!(rows(&single, "faults.csv", &crate::players::bots::FAULTS).len() > 3);

    // One that forfeits too many games ends its shard, which is continued with more patience.
    let out = runs.path().join("stopped");
    let mut command = command(&out, "match --games 41 --max-forfeits 1 --quiet --shard 1/1");
    let output = command.args(["--a", &bot, "--b", "smart:2"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let folder = out.join("shards/.1-of-1");
    assert!(stderr_of(&output).contains(&folder.join("faults.csv").display().to_string()), "{output:?}");
    assert_eq!(rows(&folder, "faults.csv", &crate::players::bots::FAULTS).len(), 1);
    play(&out, "match --games 41 --max-forfeits 100 --quiet --shard 1/1");
    merged(&out, "--quiet");
    assert_same_results(&single, &out, "continued with more patience");
}

#[test]
fn missing_shards_are_listed_and_those_before_them_can_be_merged() {
    let runs = TempDir::new().unwrap();
    let [single, out] = ["single", "shards"].map(|name| runs.path().join(name));
    let line = "match --a smart:1 --b random --games 90 --record-moves";
    for number in [1, 2, 4, 5, 9] {
        play_shard(&out, line, &format!("{number}/9"));
    }
    assert_eq!(merged(&out, "--missing"), "3,6-8\n");
    for (size, wave) in [("1", "3"), ("4", "3"), ("7", "3,6-7"), ("1k", "3,6-8")] {
        assert_eq!(merged(&out, &format!("--missing --wave {size}")), format!("{wave}\n"));
    }
    for options in ["--wave 4", "--missing --wave 0"] {
        assert_eq!(merge(&out, options).status.code(), Some(2), "{options}");
    }
    let (code, said) = failure(&merge(&out, ""), &out);
    assert_eq!(code, Some(1));
    insta::assert_snapshot!(said, @"
    error: 4 of 9 shards are missing in OUT: 3,6-8
    play them with --shard I/9, or add --partial to merge the 2 before the first of them
    ");
    assert!(!out.join("run.json").exists() && !out.join("games.csv").exists(), "nothing is written");

    let output = merge(&out, "--partial --json");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(stderr_of(&output), "merged the first 2 of 9 shards, with 20 of 90 games; missing: 3,6-8\n");
    let told: Value = serde_json::from_str(&stdout_of(&output)).unwrap();
    assert_eq!((&told["games"], &told["state"]), (&Value::from(20), &Value::from("interrupted")));
    whole(&single, line);
    let games = bytes(&single, "games.csv");
    assert!(games.starts_with(&bytes(&out, "games.csv")), "the first games");
    // What was merged is an unfinished run, which a single process continues.
    let copy = runs.path().join("copy");
    fs::create_dir(&copy).unwrap();
    for (name, bytes) in content(&out) {
        fs::write(copy.join(name), bytes).unwrap();
    }
    whole(&copy, line);
    assert_like(&single, &copy, "continued by a single process");

    for number in [3, 6, 7, 8] {
        play_shard(&out, line, &format!("{number}/9"));
    }
    assert_eq!(merged(&out, "--missing"), "");
    merged(&out, "--quiet");
    assert_like(&single, &out, "once all are complete");
}

#[test]
fn shards_that_were_played_in_other_folders_are_merged_where_they_are_put_together() {
    let runs = TempDir::new().unwrap();
    let [single, out] = ["single", "out"].map(|name| runs.path().join(name));
    let line = "match --a smart:1 --b random --games 30";
    fs::create_dir_all(out.join("shards")).unwrap();
    for number in 1..=2 {
        let elsewhere = runs.path().join(number.to_string());
        play_shard(&elsewhere, line, &format!("{number}/2"));
        let name = format!("shards/{number}-of-2");
        fs::rename(elsewhere.join(&name), out.join(&name)).unwrap();
    }
    whole(&single, line);
    merged(&out, "--quiet");
    assert_like(&single, &out, "without shards.json");
}

#[test]
fn the_number_of_a_shard_comes_from_the_environment() {
    let out = TempDir::new().unwrap();
    let line = "match --a bad --b random --games 30 --quiet --shard auto/3";
    for (variable, value, shard) in
        [("SLURM_ARRAY_TASK_ID", "2", 2), ("JOB_COMPLETION_INDEX", "0", 1), ("PARALLEL_SEQ", "3", 3)]
    {
        let output = command(out.path(), line).env(variable, value).output().unwrap();
        let said = stdout_of(&output);
        assert!(said.starts_with(&format!("shard {shard} of 3 is complete")), "{said}{}", stderr_of(&output));
    }
    assert_eq!(merged(out.path(), "--missing"), "");
    let (code, said) = failure(&command(out.path(), line).output().unwrap(), out.path());
    assert_eq!(code, Some(2));
    assert!(
        said.contains("none of SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX, PARALLEL_SEQ is set"),
        "{said}"
    );
    let output = command(out.path(), line).env("SLURM_ARRAY_TASK_ID", "4").output().unwrap();
    assert_eq!(failure(&output, out.path()).0, Some(2));
}

#[test]
fn what_is_no_shard_is_refused() {
    let out = TempDir::new().unwrap();
    let refused = |line: &str| {
        let (code, said) = failure(&command(out.path(), line).output().unwrap(), out.path());
        assert_eq!(code, Some(2), "{line}: {said}");
        said
    };
    for shard in ["0/3", "4/3", "1/0", "a/b", "auto/auto", "auto/0", "auto", "3", "-1/3", "1/3/3"] {
        let said = refused(&format!("bad random --games 30 --shard {shard}"));
        assert!(
            said.starts_with("error: --shard: ") && said.contains(shard) && said.contains("auto/16"),
            "{said}"
        );
    }
    insta::assert_snapshot!(refused("bad random --games 30 --shard 4/3"), @"
    error: --shard: '4/3' is not a shard
        4/3
        ^^^
    write the number of the shard and how many there are, from 1/1 on: 3/16, or auto/16
    ");
    insta::assert_snapshot!(refused("bad random --games 30 --shard 1/16"), @"
    error: --shard: 16 shards are more than the 15 pairs of games
    divide the games into at most 15 shards
    ");
    insta::assert_snapshot!(refused("bad random --games 30 --sprt 0,5 --gate --shard 1/3"), @"
    error: a shard has no verdict: --gate cannot be used with --shard
    add --gate to arena merge
    ");
    let tournament = "tournament bad random greedy smart:1 --shard 1/2 --format";
    insta::assert_snapshot!(refused(&format!("{tournament} swiss --rounds 2")), @"
    error: --shard: the format swiss has no shards: who meets whom depends on the results so far
    play a round robin or a gauntlet, or omit --shard
    ");
    let said = refused(&format!("{tournament} adaptive --total-games 100"));
    assert!(said.contains("the format adaptive has no shards"), "{said}");
    assert_eq!(fs::read_dir(out.path()).unwrap().count(), 0, "nothing is written");

    insta::assert_snapshot!(failure(&merge(out.path(), ""), out.path()).1, @"
    error: OUT has no shards
    name the folder of a run that was played with --shard I/N, and with that --out
    ");
    assert_eq!(merge(out.path(), "--missing").status.code(), Some(2));
    play_shard(out.path(), "bad random --games 2", "1/1");
    for options in ["--gate", "--anchor bad=0"] {
        assert_eq!(merge(out.path(), options).status.code(), Some(2), "{options}");
    }
}

#[test]
fn a_dry_run_of_a_shard_is_about_its_games() {
    let out = TempDir::new().unwrap();
    let output =
        command(out.path(), "smart:1 bad --games 1000 --shard 3/4 --dry-run --json").output().unwrap();
    let told: Value = serde_json::from_str(&stdout_of(&output)).unwrap();
    assert_eq!(told["games"], 250);
    assert!(told["command"].as_str().unwrap().ends_with(" --shard 3/4"), "{told}");
    assert_eq!(fs::read_dir(out.path()).unwrap().count(), 0);
}
