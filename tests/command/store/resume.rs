//! Runs that are killed, torn, interrupted and continued: the bytes are those of an uninterrupted run.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::common::columns;
use crate::common::stopping::{
    CHEAP, ENDLESS, ctrl_c, halted, interrupted, kill, kill_and_continue, output_of, signal, start, state,
    until_written, written,
};
use crate::common::{
    Chance, assert_same_results, bytes, content, match_into, play, rows, stderr_of, stdout_of, until,
    until_games_are_written,
};
use serde_json::Value;
use tempfile::TempDir;

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

/// What a power cut may do to the end of a file, and sometimes nothing.
fn tear(file: &Path, chance: &mut Chance) -> &'static str {
    let mut bytes = fs::read(file).unwrap_or_default();
    if bytes.is_empty() {
        return "not written yet";
    }
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

/// Tears both files of games, and says how.
fn tear_games(run: &Path, chance: &mut Chance) -> String {
    let mut torn = format!(", games.csv {}", tear(&run.join("games.csv"), chance));
    if run.join("moves.csv").exists() {
        torn += &format!(", moves.csv {}", tear(&run.join("moves.csv"), chance));
    }
    torn
}

/// Fails unless a run is what one is that nothing happened to.
fn assert_like(whole: &Path, out: &Path, what: &str) {
    assert_same_results(whole, out, what);
    assert_eq!(state(out), "finished");
    let names = |run| content(run).into_keys().collect::<Vec<_>>();
    assert_eq!(names(whole), names(out), "nothing is left behind");
}

#[test]
fn a_killed_and_torn_run_continues_to_the_same_bytes() {
    kill_and_continue((CHEAP, 15_001), 12, &tear_games, assert_like);
}

#[test]
fn a_killed_and_torn_run_that_records_moves_continues_to_the_same_moves() {
    let line = "--games {games} --game connect --a smart:2 --b greedy --record-moves --threads 3";
    kill_and_continue((line, 3001), 10, &tear_games, |whole, out, what| {
        assert_like(whole, out, what);
        let [whole, out] = [whole, out].map(|run| rows(run, "moves.csv", &columns::MOVES));
        assert_eq!(whole.len(), out.len());
        for (whole, out) in whole.iter().zip(&out) {
            let but_the_time = |i: &usize| *i != 4;
            let fields = (0..columns::MOVES.len()).filter(but_the_time);
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
    crate::common::set_state(&whole, "running");
    let unfinished = bytes(&whole, "run.json");
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

/// Starts a match that writes what it says on stderr into a file.
fn start_with_log(out: &Path, line: &str, log: &Path) -> Child {
    match_into(out, line).stdout(Stdio::piped()).stderr(fs::File::create(log).unwrap()).spawn().unwrap()
}

fn read(log: &Path) -> String {
    fs::read_to_string(log).unwrap()
}

#[test]
fn a_continued_run_says_so() {
    let runs = folder();
    let out = runs.path().join("run");
    let child = start(&out, ENDLESS);
    until_games_are_written(&out);
    kill(child);
    let log = runs.path().join("stderr");
    let child = start_with_log(&out, ENDLESS, &log);
    until("it says something", || read(&log).contains('\n'));
    ctrl_c(&child);
    output_of(child);
    let stderr = read(&log);
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
    // A name that a shell would take apart, and a plan that says everything.
    let out = runs.path().join("it's a run");
    let line = "--games {games} --a deep=smart:2 --b greedy --seed 3 --max-plies 200 --fresh --threads 2";
    let (output, line) = interrupted(line, &out);
    play(&whole, &line);
    let (stdout, stderr) = (stdout_of(&output), stderr_of(&output));
    assert_eq!(output.status.code(), Some(130), "{stderr}");
    assert_eq!(state(&out), "interrupted");
    let games = String::from_utf8(bytes(&out, "games.csv")).unwrap();
    assert!(games.ends_with('\n'));
    let done = games.lines().count() - 1;
    let whole_games = String::from_utf8(bytes(&whole, "games.csv")).unwrap();
    assert!(whole_games.starts_with(&games), "what is kept is the beginning of the whole");
    assert!((1..whole_games.lines().count() - 1).contains(&done), "{done}");

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
    until("the run has begun", || written(&out) > 0);
    ctrl_c(&child);
    let output = output_of(child);
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
fn ctrl_c_is_reported_even_if_nobody_reads_the_result() {
    let runs = folder();
    let out = runs.path().join("run");
    let mut child = start(&out, ENDLESS);
    // As in `arena … | tee log`, where Ctrl-C ends tee too.
    drop(child.stdout.take());
    until_games_are_written(&out);
    ctrl_c(&child);
    let output = output_of(child);
    assert_eq!(output.status.code(), Some(130));
    assert!(stderr_of(&output).contains("Continue with:"), "{}", stderr_of(&output));
    assert_eq!(state(&out), "interrupted");
}

#[test]
#[ignore = "a line of progress is printed every five seconds"]
fn progress_is_printed_every_few_seconds_unless_disabled() {
    let runs = folder();
    let children = ["", "--quiet", "--no-progress"].map(|flag| {
        let out = runs.path().join(format!("run{flag}"));
        let line = ENDLESS.replace("--threads 2", "--threads 1");
        let child = start(&out, &format!("{line} {flag}"));
        until_games_are_written(&out);
        // Halted, so that the time passes without work.
        signal(&child, "STOP");
        (flag, child, written(&out), out)
    });
    std::thread::sleep(Duration::from_millis(5100));
    for (flag, child, before, out) in children {
        signal(&child, "CONT");
        until("a further game is written, and told", || written(&out) > before);
        ctrl_c(&child);
        let stderr = stderr_of(&output_of(child));
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
    let number_of = |file: &str| fs::metadata(out.join(file)).unwrap().ino();
    let copy = out.join(".again");
    let (mut child, line) = halted(CHEAP, &out, &copy, |line| {
        play(&out, line);
        fs::write(out.join("notes.txt"), "mine").unwrap();
        fs::copy(out.join("games.csv"), runs.path().join("games.csv")).unwrap();
    });
    let finished = content(&out);
    assert_eq!(
        finished["games.csv"],
        bytes(runs.path(), "games.csv"),
        "the finished run stays while it is copied"
    );
    assert_eq!(state(&out), "finished");
    let inode = number_of("games.csv");
    child.kill().unwrap();
    let stderr = stderr_of(&output_of(child));
    assert!(stderr.contains("holds a finished run of this plan"), "{stderr}");
    assert_eq!(content(&out), finished, "and stays when that is killed");

    let output = match_into(&out, &line).output().unwrap();
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
    assert_eq!((left(runs.path()), left(&out)), (2, finished.len()), "no copy is left behind");
}

#[test]
fn drafts_of_a_killed_copy_do_no_harm() {
    let runs = folder();
    let out = runs.path().join("run");
    let copy = out.join(".again");
    let (child, line) = halted(CHEAP, &out, &copy, |line| drop(play(&out, line)));
    kill(child);
    // Killed while it wrote this one.
    fs::write(copy.join("timings.part.json.tmp"), "{").unwrap();
    play(&out, &line);
    assert!(!copy.exists());
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
fn another_plan_is_rejected_and_nothing_changes() {
    let runs = folder();
    let out = runs.path().join("run");
    let line = "--games 20 --a bad --b random";
    play(&out, line);
    fs::write(out.join("notes.txt"), "mine").unwrap();
    let before = content(&out);
    for other in [
        "--games 18 --a bad --b random",
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
    let other = "--games 18 --a bad --b random";
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
fn files_that_are_not_a_run_are_rejected_and_others_are_left_alone() {
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
fn a_second_process_in_the_same_folder_is_rejected() {
    let runs = folder();
    let out = runs.path().join("run");
    let (first, line) = halted(CHEAP, &out, &out, |_| {});
    for line in [&line, "--games 20 --a bad --b random", "--games 20 --a bad --b random --fresh"] {
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
    let output = output_of(first);
    assert_eq!(output.status.code(), Some(0), "{}", stderr_of(&output));
    let whole = runs.path().join("whole");
    play(&whole, &line);
    assert_same_results(&whole, &out, "beside others that were refused");
    // Also while it is played again.
    let (again, line) =
        halted(CHEAP, &out, &out.join(".again"), |line| drop(play(&out, &format!("{line} --fresh"))));
    let before = content(&out);
    assert_eq!(match_into(&out, &line).output().unwrap().status.code(), Some(1));
    signal(&again, "CONT");
    assert_eq!(output_of(again).status.code(), Some(0));
    for file in ["games.csv", "summary.csv"] {
        assert!(bytes(&out, file) == before[file], "{file}, played again");
    }
}

#[test]
fn moves_that_were_not_recorded_from_the_beginning_cannot_be_recorded_later() {
    let runs = folder();
    let out = runs.path().join("run");
    let child = start(&out, ENDLESS);
    until_games_are_written(&out);
    kill(child);
    let before = content(&out);
    let output = output_of(start(&out, &format!("{ENDLESS} --record-moves")));
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
    let (child, line) = halted(CHEAP, &out, &out, |line| {
        let mut child = start(&out, &format!("{line} --record-moves"));
        until_written(&mut child, &out, 2000);
        kill(child);
    });
    kill(child);
    assert_eq!(state(&out), "running");
    play(&out, &line);
    let plies: usize =
        rows(&out, "games.csv", &columns::GAMES).iter().map(|row| row[10].parse::<usize>().unwrap()).sum();
    assert_eq!(rows(&out, "moves.csv", &columns::MOVES).len(), plies);
}
