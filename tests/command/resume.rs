//! Runs that are killed, torn, interrupted and continued: the bytes are those of a run that nothing happened to.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::{
    Chance, assert_same_results, bytes, content, match_into, play, rows, signal, stderr_of, stdout_of, until,
    until_games_are_written, wait_at_most,
};
use arena::record::journal::MOVE_COLUMNS;
use serde_json::Value;
use tempfile::TempDir;

/// A match that takes a second or two.
const LONG: &str = "--games 2001 --a smart:7 --b smart:6,eval=hoard --threads 2";

/// A match that takes half a second or more.
const SHORT: &str = "--games 1501 --a smart:7 --b smart:6,eval=hoard --threads 2";

/// A match that takes minutes: for runs that are stopped anyway.
const ENDLESS: &str = "--games 100000 --a smart:9 --b smart:7,eval=hoard --threads 2";

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

fn start(out: &Path, line: &str) -> Child {
    match_into(out, line).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Kills a run, as `kill -9` does.
fn kill(mut child: Child) {
    child.kill().unwrap();
    child.wait().unwrap();
}

fn state(run: &Path) -> String {
    let run: Value = serde_json::from_slice(&bytes(run, "run.json")).unwrap();
    run["state"].as_str().unwrap().to_owned()
}

/// What a power cut may do to the end of a file, and sometimes nothing.
fn tear(file: &Path, chance: &mut Chance) -> &'static str {
    let Ok(mut bytes) = fs::read(file) else { return "nothing there yet" };
    let tail = chance.below(3000).min(bytes.len() as u64) as usize;
    let cut = bytes.len() - tail;
    let what = match chance.below(7) {
        0 => "left alone",
        1 => {
            bytes.truncate(cut);
            "cut"
        }
        2 => {
            bytes.extend([0; 700]);
            "followed by zeros"
        }
        3 => {
            bytes.truncate(cut);
            bytes.extend(b"\0\0\0\0\n");
            "cut and ended with zeros and a line feed"
        }
        4 => {
            bytes.truncate(cut);
            bytes.extend("garbage,\u{fffd}\"\n1,2,3\n".bytes());
            "cut and followed by garbage"
        }
        5 => {
            let end = bytes.len().min(cut + 512);
            bytes[cut..end].fill(0);
            "with a block of zeros"
        }
        _ => {
            // From anywhere in games.csv, where each line can be replayed; in moves.csv from the beginning of a line.
            let line =
                |at: usize| bytes[at..].iter().position(|&byte| byte == b'\n').map_or(at, |end| at + end + 1);
            let again = bytes[if file.ends_with("moves.csv") { line(cut) } else { cut }..].to_vec();
            bytes.truncate(bytes.len() - chance.below(5).min(tail as u64) as usize);
            bytes.extend(again);
            "with its end written twice"
        }
    };
    fs::write(file, bytes).unwrap();
    what
}

/// Kills a run at many moments, tears its files, continues it to its end, and compares. Over and over until there
/// were so many kills.
fn kill_and_continue(line: &str, kills: u32, seed: u64, compare: impl Fn(&Path, &Path)) {
    let runs = folder();
    let whole = runs.path().join("whole");
    play(&whole, line);
    let mut chance = Chance(seed);
    let (mut killed, mut continued) = (0, 0);
    while killed < kills {
        let out = runs.path().join(format!("killed{killed}"));
        let mut story = Vec::new();
        loop {
            let enough = killed >= kills;
            let patience = Duration::from_millis(if enough { 60_000 } else { 20 + chance.below(900) });
            let mut child = start(&out, line);
            if let Some(status) = wait_at_most(&mut child, patience) {
                let output = child.wait_with_output().unwrap();
                assert!(status.success(), "{story:?}: {}", stderr_of(&output));
                continued += usize::from(stderr_of(&output).contains("continuing the run in"));
                break;
            }
            kill(child);
            killed += 1;
            let torn = tear(&out.join("games.csv"), &mut chance);
            story.push(format!("killed after {patience:?}, games.csv {torn}"));
            if out.join("moves.csv").exists() {
                story.push(format!("moves.csv {}", tear(&out.join("moves.csv"), &mut chance)));
            }
        }
        assert_same_results(&whole, &out, &format!("arena {line}, {story:#?}"));
        compare(&whole, &out);
        assert_eq!(state(&out), "finished");
        let names = |run| content(run).into_keys().collect::<Vec<_>>();
        assert_eq!(names(&whole), names(&out), "nothing is left behind");
    }
    assert!(continued > 0, "no run was continued behind its first games");
}

#[test]
fn a_killed_and_torn_run_continues_to_the_same_bytes() {
    kill_and_continue(LONG, 16, 1, |_, _| {});
}

#[test]
fn a_killed_and_torn_run_that_records_moves_continues_to_the_same_moves() {
    let line = "--games 701 --game connect --a smart:9 --b smart:4,eval=lines --record-moves --threads 3";
    kill_and_continue(line, 14, 2, |whole, out| {
        let [whole, out] = [whole, out].map(|run| rows(run, "moves.csv", &MOVE_COLUMNS));
        assert_eq!(whole.len(), out.len());
        for (whole, out) in whole.iter().zip(&out) {
            let but_the_time = |i: &usize| *i != 4;
            let fields = (0..MOVE_COLUMNS.len()).filter(but_the_time);
            assert!(fields.into_iter().all(|i| whole[i] == out[i]), "{whole:?} {out:?}");
        }
    });
}

/// Every place at which a power cut may have torn the last lines, without the waiting of the tests above.
#[test]
fn a_run_torn_at_any_byte_continues_to_the_same_bytes() {
    let line = "--games 41 --a greedy --b random --openings random:3 --threads 1";
    let runs = folder();
    let whole = runs.path().join("whole");
    play(&whole, line);
    let games = bytes(&whole, "games.csv");
    let run_json = bytes(&whole, "run.json");
    let unfinished = String::from_utf8(run_json).unwrap().replace("\"finished\"", "\"running\"");
    let mut chance = Chance(3);
    let cuts: Vec<usize> = (games.len() - 330..=games.len())
        .step_by(7)
        .chain((0..12).map(|_| chance.below(games.len() as u64) as usize))
        .chain([0, 1, 80, 90])
        .collect();
    let tails: [&[u8]; 6] = [b"", b"\0", b"\0\0\0\n", b" 7 7\n", b"\n\n", b"x\n"];
    let any = cuts.into_iter().zip(tails.into_iter().cycle());
    // A line that lacks nothing but its end, which something else has taken.
    let ends = tails.into_iter().chain([&b",x\n"[..], b",\n", b"\r\n", b" \n"]);
    for (i, (cut, tail)) in any.chain(ends.map(|tail| (games.len() - 1, tail))).enumerate() {
        let out = runs.path().join(format!("torn{i}"));
        fs::create_dir(&out).unwrap();
        fs::write(out.join("games.csv"), [&games[..cut], tail].concat()).unwrap();
        fs::write(out.join("run.json"), &unfinished).unwrap();
        play(&out, line);
        assert_same_results(&whole, &out, &format!("cut at {cut}, followed by {tail:?}"));
    }
}

#[test]
fn a_continued_run_says_so() {
    let runs = folder();
    let out = runs.path().join("run");
    let child = start(&out, ENDLESS);
    until_games_are_written(&out);
    kill(child);
    let child = start(&out, ENDLESS);
    std::thread::sleep(Duration::from_millis(300));
    signal(&child, "INT");
    let output = child.wait_with_output().unwrap();
    let stderr = stderr_of(&output);
    let said = format!("continuing the run in {} after ", out.display());
    assert!(stderr.starts_with(&said), "{stderr}");
    assert!(stderr.lines().next().unwrap().ends_with(" of 100,000 games"), "{stderr}");
}

/// The words of a command as a shell splits it.
fn words(command: &str) -> Vec<String> {
    let script = format!("printf '%s\\n' {command}");
    let output = Command::new("sh").args(["-c", &script]).output().unwrap();
    stdout_of(&output).lines().map(str::to_owned).collect()
}

#[test]
fn ctrl_c_keeps_what_there_is_and_tells_how_to_go_on() {
    let runs = folder();
    let whole = runs.path().join("whole");
    let line = "--games 1501 --a deep=smart:7 --b smart:6,eval=hoard --seed 3 --max-plies 200";
    play(&whole, line);
    // A name that a shell would take apart, and a plan that says everything.
    let out = runs.path().join("it's a run");
    let child = start(&out, &format!("{line} --fresh --threads 2"));
    until_games_are_written(&out);
    let began = Instant::now();
    signal(&child, "INT");
    let output = child.wait_with_output().unwrap();
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    let (stdout, stderr) = (stdout_of(&output), stderr_of(&output));
    assert_eq!(output.status.code(), Some(130), "{stderr}");
    assert_eq!(state(&out), "interrupted");
    let games = String::from_utf8(bytes(&out, "games.csv")).unwrap();
    assert!(games.ends_with('\n'));
    let done = games.lines().count() - 1;
    assert!((1..1501).contains(&done), "{done}");
    let whole_games = String::from_utf8(bytes(&whole, "games.csv")).unwrap();
    assert!(whole_games.starts_with(&games), "what is kept is the beginning of the whole");

    assert!(stdout.contains(" games, "), "the partial result: {stdout}");
    assert!(stdout.contains(" pairs\n"), "{stdout}");
    let said = format!("interrupted after {}", if done == 1 { "1 game," } else { "" });
    let (told, command) = stderr.trim_end().rsplit_once('\n').unwrap();
    assert!(told.starts_with(&said) && told.ends_with("to go. Continue with:"), "{stderr}");
    let words = words(command.trim());
    assert_eq!(words[0], "arena", "{command}");
    let output = Command::new(env!("CARGO_BIN_EXE_arena")).args(&words[1..]).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{command}: {}", stderr_of(&output));
    assert!(stderr_of(&output).starts_with("continuing the run in "), "{}", stderr_of(&output));
    assert_same_results(&whole, &out, command);
    assert_eq!(state(&out), "finished");
}

#[test]
fn ctrl_c_before_the_first_game_is_over_gives_numbers_too() {
    let runs = folder();
    let out = runs.path().join("run");
    let child = start(&out, "--games 10 --a smart:time=60s --b random --json --threads 2");
    std::thread::sleep(Duration::from_millis(400));
    signal(&child, "INT");
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&report["state"], &report["games"]), (&Value::from("interrupted"), &Value::from(0)));
    assert_eq!(report["elo"], Value::Null);
    assert!(
        stderr_of(&output).contains("interrupted after 0 games, with 10 to go"),
        "{}",
        stderr_of(&output)
    );
}

#[test]
fn ctrl_c_is_told_also_when_nobody_reads_the_result() {
    let runs = folder();
    let out = runs.path().join("run");
    let mut child = start(&out, ENDLESS);
    // As in `arena … | tee log`, where Ctrl-C ends tee too.
    drop(child.stdout.take());
    until_games_are_written(&out);
    signal(&child, "INT");
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(stderr_of(&output).contains("Continue with:"), "{}", stderr_of(&output));
    assert_eq!(state(&out), "interrupted");
}

#[test]
fn progress_is_told_every_few_seconds_unless_it_is_not_wanted() {
    let runs = folder();
    let children = ["", "--quiet", "--no-progress"].map(|flag| {
        let out = runs.path().join(format!("run{flag}"));
        let line = ENDLESS.replace("--threads 2", "--threads 1");
        (flag, start(&out, &format!("{line} {flag}")))
    });
    std::thread::sleep(Duration::from_millis(5600));
    for (flag, child) in children {
        signal(&child, "INT");
        let stderr = stderr_of(&child.wait_with_output().unwrap());
        let progress = stderr.split("interrupted after").next().unwrap();
        if flag.is_empty() {
            let line = progress.lines().next().unwrap_or_default();
            for piece in [" of 100,000 games, ", " a second, ", " left, ", "smart:9 scores ", " %"] {
                assert!(line.contains(piece), "{piece}: {stderr}");
            }
            assert!(!stderr.contains('\r') && !stderr.contains('\u{1b}'), "plain lines: {stderr}");
        } else {
            assert_eq!(progress, "", "{flag}");
        }
    }
}

#[test]
fn a_finished_run_is_played_again_into_a_copy_that_replaces_it_at_the_end() {
    let runs = folder();
    let out = runs.path().join("run");
    play(&out, LONG);
    fs::write(out.join("notes.txt"), "mine").unwrap();
    let finished = content(&out);
    let number_of = |file: &str| fs::metadata(out.join(file)).unwrap().ino();
    let inode = number_of("games.csv");

    let mut child = start(&out, LONG);
    until_the_copy_has_games(&out);
    assert_eq!(content(&out), finished, "the finished run stays while its copy is made");
    child.kill().unwrap();
    let stderr = stderr_of(&child.wait_with_output().unwrap());
    assert!(stderr.contains("holds a finished run of this plan"), "{stderr}");
    assert_eq!(content(&out), finished, "and stays when that is killed");

    let output = match_into(&out, LONG).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr_of(&output));
    assert!(stderr_of(&output).contains("continuing the run in"), "{}", stderr_of(&output));
    assert!(stdout_of(&output).ends_with(&format!("\n{}\n", out.display())), "{}", stdout_of(&output));
    assert_ne!(number_of("games.csv"), inode, "replaced");
    let replaced = content(&out);
    for file in ["games.csv", "summary.csv", "notes.txt"] {
        assert_eq!(replaced[file], finished[file], "{file}");
    }
    assert_eq!(replaced.keys().collect::<Vec<_>>(), finished.keys().collect::<Vec<_>>());
    let left = |folder: &Path| fs::read_dir(folder).unwrap().count();
    assert_eq!((left(runs.path()), left(&out)), (1, finished.len()), "no copy is left behind");
}

#[test]
fn drafts_of_a_killed_copy_do_no_harm() {
    let runs = folder();
    let out = runs.path().join("run");
    play(&out, SHORT);
    let child = start(&out, SHORT);
    let copy = until_the_copy_has_games(&out);
    kill(child);
    // Killed while it wrote this one.
    fs::write(copy.join("timings.part.json.tmp"), "{").unwrap();
    play(&out, SHORT);
    assert!(!copy.exists());
}

/// The folder into which a run is played again, once that has begun.
fn copy_of(out: &Path) -> Option<PathBuf> {
    Some(out.join("again")).filter(|copy| copy.join("run.json").exists())
}

/// Waits until a finished run is being played again, and some games of the copy are written.
fn until_the_copy_has_games(out: &Path) -> PathBuf {
    let copied = || {
        let games = copy_of(out).and_then(|copy| fs::metadata(copy.join("games.csv")).ok());
        games.is_some_and(|file| file.len() > 2000)
    };
    until("the copy has games", copied);
    copy_of(out).unwrap()
}

#[test]
fn a_run_with_a_similar_name_is_not_taken_for_the_copy() {
    let runs = folder();
    let out = runs.path().join("run");
    let line = "--games 20 --a bad --b random";
    play(&out, line);
    let others: Vec<PathBuf> =
        ["run.again", "run.tmp", "run.new"].iter().map(|name| runs.path().join(name)).collect();
    for other in &others {
        play(other, "--games 30 --a greedy --b random");
    }
    let before: Vec<_> = others.iter().map(|other| content(other)).collect();
    play(&out, line);
    assert_eq!(others.iter().map(|other| content(other)).collect::<Vec<_>>(), before);
}

#[test]
fn another_plan_is_refused_and_nothing_changes() {
    let runs = folder();
    let out = runs.path().join("run");
    let line = "--games 20 --a bad --b random";
    play(&out, line);
    fs::write(out.join("notes.txt"), "mine").unwrap();
    let before = content(&out);
    for other in [
        "--games 22 --a bad --b random",
        "--games 20 --a bad --b random --seed 2",
        "--games 20 --a random --b bad",
        "--games 20 --a bad --b other=random",
        "--games 20 --a bad --b random --game kalah:6x5",
        "--games 20 --a bad --b random --openings start",
        "--games 20 --a bad --b random --max-plies 500",
    ] {
        let output = match_into(&out, other).output().unwrap();
        let stderr = stderr_of(&output);
        assert_eq!((output.status.code(), stdout_of(&output).as_str()), (Some(2), ""), "{other}");
        let said = format!("error: {} holds a run of another plan (", out.display());
        assert!(
            stderr.starts_with(&said) && stderr.contains(" there, ") && stderr.contains("--fresh"),
            "{stderr}"
        );
        assert_eq!(content(&out), before, "{other}");
    }
    let other = "--games 22 --a bad --b random";
    play(&out, &format!("{other} --fresh"));
    let whole = runs.path().join("whole");
    play(&whole, other);
    assert_same_results(&whole, &out, "--fresh");
    assert_eq!(bytes(&out, "notes.txt"), b"mine");
}

#[test]
fn fresh_begins_again_whatever_is_in_the_folder() {
    let runs = folder();
    let line = "--games 20 --a bad --b random";
    let whole = runs.path().join("whole");
    play(&whole, line);
    for (i, run_json) in ["", "{", "[]", "{\"schema_version\": 99}", "\u{0}\u{0}"].iter().enumerate() {
        let out = runs.path().join(i.to_string());
        fs::create_dir(&out).unwrap();
        fs::write(out.join("run.json"), run_json).unwrap();
        fs::write(out.join("games.csv"), "what,is,this\n").unwrap();
        fs::write(out.join("moves.csv"), "old").unwrap();
        let before = content(&out);
        let output = match_into(&out, line).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{run_json}");
        assert!(stderr_of(&output).contains("--fresh"), "{}", stderr_of(&output));
        assert_eq!(content(&out), before, "{run_json}");
        play(&out, &format!("{line} --fresh"));
        assert_same_results(&whole, &out, run_json);
        assert!(!out.join("moves.csv").exists());
    }
}

#[test]
fn files_that_are_not_a_run_are_refused_and_others_are_left_alone() {
    let runs = folder();
    let line = "--games 20 --a bad --b random";
    for file in ["games.csv", "summary.csv", "moves.csv", "timings.csv"] {
        let out = runs.path().join(file);
        fs::create_dir(&out).unwrap();
        fs::write(out.join(file), "somebody's\n").unwrap();
        let before = content(&out);
        let output = match_into(&out, line).output().unwrap();
        let stderr = stderr_of(&output);
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(stderr.contains(file) && stderr.contains("--fresh"), "{stderr}");
        assert_eq!(content(&out), before, "{file}");
    }
    let out = runs.path().join("notes");
    fs::create_dir(&out).unwrap();
    fs::write(out.join("notes.txt"), "mine").unwrap();
    play(&out, line);
    assert_eq!(bytes(&out, "notes.txt"), b"mine");
}

#[test]
fn a_second_process_in_the_same_folder_is_refused() {
    let runs = folder();
    let whole = runs.path().join("whole");
    play(&whole, LONG);
    let out = runs.path().join("run");
    // Halted while the others are tried, so that it cannot be done before them.
    let first = start(&out, LONG);
    until("the run has begun", || out.join("run.json").exists());
    signal(&first, "STOP");
    for line in [LONG, "--games 20 --a bad --b random", "--games 20 --a bad --b random --fresh"] {
        let output = match_into(&out, line).output().unwrap();
        let stderr = stderr_of(&output);
        assert_eq!(output.status.code(), Some(1), "{stderr}");
        assert!(
            stderr.starts_with(&format!("error: another arena process is writing to {}\n", out.display())),
            "{stderr}"
        );
        assert!(stderr.contains("--out"), "{stderr}");
    }
    signal(&first, "CONT");
    let output = first.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr_of(&output));
    assert_same_results(&whole, &out, "beside others that were refused");
    // Also while it is played again.
    let again = start(&out, LONG);
    until("the copy has begun", || copy_of(&out).is_some());
    signal(&again, "STOP");
    assert_eq!(match_into(&out, LONG).output().unwrap().status.code(), Some(1));
    signal(&again, "CONT");
    assert_eq!(again.wait_with_output().unwrap().status.code(), Some(0));
    assert_same_results(&whole, &out, "played again");
}

#[test]
fn moves_that_were_not_recorded_from_the_beginning_cannot_be_recorded_later() {
    let runs = folder();
    let out = runs.path().join("run");
    let child = start(&out, ENDLESS);
    until_games_are_written(&out);
    kill(child);
    let before = content(&out);
    let mut child = start(&out, &format!("{ENDLESS} --record-moves"));
    if wait_at_most(&mut child, Duration::from_secs(5)).is_none() {
        child.kill().unwrap();
    }
    let output = child.wait_with_output().unwrap();
    let stderr = stderr_of(&output);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("was started without --record-moves"), "{stderr}");
    assert!(stderr.contains("--fresh"), "{stderr}");
    assert_eq!(content(&out), before);
}

#[test]
fn a_run_that_records_its_moves_does_so_to_the_end_however_it_is_continued() {
    let runs = folder();
    let out = runs.path().join("run");
    let line = "--games 3001 --a smart:7 --b smart:6,eval=hoard --threads 2";
    let written = || fs::metadata(out.join("games.csv")).map_or(0, |file| file.len());
    for flag in ["--record-moves", ""] {
        let before = written();
        let child = start(&out, &format!("{line} {flag}"));
        until("games are written", || written() > before + 2000);
        kill(child);
        assert_eq!(state(&out), "running");
    }
    play(&out, line);
    let plies: usize = rows(&out, "games.csv", &arena::record::row::COLUMNS)
        .iter()
        .map(|row| row[10].parse::<usize>().unwrap())
        .sum();
    assert_eq!(rows(&out, "moves.csv", &MOVE_COLUMNS).len(), plies);
}
