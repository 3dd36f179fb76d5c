//! Bots that misbehave, each in its own way: real processes, and a run that nothing can hurt.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::common::{DEADLINE, arena, bytes, example, rows, stderr_of, stdout, stdout_of, until};

/// The columns of `faults.csv`.
pub(crate) const FAULTS: [&str; 5] = ["game", "ply", "player", "reason", "said"];

/// The program that does everything wrong.
pub(crate) fn zoo() -> PathBuf {
    example("fault_zoo")
}

/// A folder for runs. Its path is also part of the bots' commands.
pub(crate) fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

/// The spec of a bot with this fault in one of N positions; its processes are found by the folder.
pub(crate) fn bot(folder: &Path, fault: &str, every: u32, keys: &str) -> String {
    format!("zoo=exec:{} {fault} {every} {}{keys}", zoo().display(), folder.display())
}

/// Plays a match of a bot against `bad` into a folder below this one.
fn play(folder: &Path, games: u32, bot: &str, more: &[&str]) -> Output {
    let out = folder.join("run");
    let mut command = assert_cmd::Command::cargo_bin("arena").unwrap();
    command.args(["--a", bot, "--b", "bad", "--quiet", "--games", &games.to_string(), "--out"]).arg(out);
    command.args(more).env_remove("RUST_BACKTRACE").timeout(DEADLINE).output().unwrap()
}

/// The processes that this was an argument of, zombies excepted.
pub(crate) fn processes(argument: &str) -> Vec<String> {
    let entries = fs::read_dir("/proc").unwrap().filter_map(Result::ok);
    let line = |path: PathBuf| fs::read(path.join("cmdline")).ok();
    let lines = entries.filter_map(|entry| line(entry.path()));
    let found = lines.map(|line| String::from_utf8_lossy(&line).replace('\0', " "));
    // The match itself has the path in the bot's spec and in the option --out.
    found.filter(|line| line.contains(argument) && !line.contains("--out")).collect()
}

/// A process that was killed may take a moment to go.
pub(crate) fn assert_no_process_is_left(folder: &Path) {
    until("no process is left", || processes(folder.to_str().unwrap()).is_empty());
}

/// Plays games with a bot that commits a fault in its first move, and gives what the files say of it: the reasons of
/// all games, and the first thing said.
fn faults(fault: &str, games: u32, keys: &str) -> (Vec<String>, String) {
    let folder = folder();
    let output = play(folder.path(), games, &bot(folder.path(), fault, 1, keys), &["--threads", "1"]);
    assert_eq!(output.status.code(), Some(1), "{fault}");
    let run = folder.path().join("run");
    let [faults, logs] = ["faults.csv", "logs"].map(|name| run.join(name).display().to_string());
    // There is a log only of a bot that prints something to stderr.
    let logs = if Path::new(&logs).exists() { format!(" and {logs}") } else { String::new() };
    let error =
        format!("error: zoo forfeited every game; see {faults}{logs}\nfix the player and add --fresh\n");
    assert_eq!(stderr_of(&output), error, "{fault}");
    assert_no_process_is_left(folder.path());
    let listed = stdout(&["runs", run.to_str().unwrap()]);
    assert!(listed.contains(&format!(": zoo forfeited {games} of {games} games (")), "{fault}: {listed}");
    let rows = rows(&run, "faults.csv", &FAULTS);
    assert_eq!(rows.len() as u32, games, "{fault}: every game is forfeited");
    for (row, game) in rows.iter().zip(1..) {
        assert_eq!((&row[0], &row[2]), (game.to_string().as_str(), "zoo"), "{fault}");
    }
    let games = String::from_utf8(bytes(&run, "games.csv")).unwrap();
    for (line, row) in games.lines().skip(1).zip(&rows) {
        assert!(line.contains(&format!(",bad,{},", &row[3])), "bad wins: {line}");
    }
    (rows.iter().map(|row| row[3].to_owned()).collect(), rows[0][4].to_owned())
}

#[test]
fn an_illegal_or_unreadable_move_forfeits_the_game_and_the_bot_plays_on() {
    for (fault, said) in [
        ("illegal", "bestmove 9"),
        ("garbage", "bestmove banana split"),
        ("empty", "bestmove"),
        ("nul", "bestmove \u{fffd}\u{fffd}"),
        ("turns-the-text", "bestmove \u{fffd}1\u{fffd}::error::?#[group]"),
        ("not-utf8", "bestmove \u{fffd}\u{fffd}"),
    ] {
        assert_eq!(faults(fault, 4, ""), (vec!["illegal".to_owned(); 4], said.to_owned()), "{fault}");
    }
}

#[test]
fn a_bot_that_ends_or_closes_its_output_crashes_and_is_started_again() {
    for (fault, said) in [
        ("crash", "ended with exit code 3: ZeroDivisionError: division by zero"),
        ("abort", "ended by signal 6"),
        ("closes-stdout", "closed its output but did not end"),
    ] {
        assert_eq!(faults(fault, 3, ""), (vec!["crash".to_owned(); 3], said.to_owned()), "{fault}");
    }
}

#[test]
fn a_flood_of_output_is_a_crash() {
    assert_eq!(faults("flood", 2, "").1, "over 16 MiB for one move");
    assert_eq!(faults("gigabyte-line", 2, "").1, "a line over 64 KiB");
}

#[test]
fn a_bot_that_does_not_answer_in_time_is_killed_and_started_again() {
    // Half an answer must come before the time is up, however busy the machine is.
    for (fault, said, margin) in
        [("hang", "no answer", 100), ("half", "no answer but bestmo", 2000), ("late", "no answer", 100)]
    {
        let began = Instant::now();
        let told = faults(fault, 2, &format!(",time=50ms,margin={margin}ms"));
        assert_eq!(told, (vec!["timeout".to_owned(); 2], said.to_owned()), "{fault}");
        assert!(began.elapsed() >= Duration::from_millis(300), "{fault}: two games of 150 ms or more");
    }
}

#[test]
fn a_bot_inherits_no_file_that_whoever_started_arena_has_open() {
    let folder = folder();
    let [secret, run] = ["secret", "run"].map(|name| folder.path().join(name));
    fs::write(&secret, "an open secret").unwrap();
    let script = format!("cat <&7 >&2; exec {} none 1 {}", zoo().display(), folder.path().display());
    for keys in ["", ",memory=1G"] {
        let bot = format!("zoo=exec:\"sh -c '{script}'\"{keys}");
        let mut shell = Command::new("sh");
        shell.args(["-c", "exec 7<\"$0\"; exec \"$@\""]).arg(&secret).arg(env!("CARGO_BIN_EXE_arena"));
        shell.args(["--a", &bot, "--b", "bad", "--quiet", "--games", "2", "--fresh", "--out"]).arg(&run);
        let output = assert_cmd::Command::from_std(shell).timeout(DEADLINE).output().unwrap();
        assert_eq!((output.status.code(), stderr_of(&output).as_str()), (Some(0), ""));
        let log = String::from_utf8(bytes(&run.join("logs"), "zoo.log")).unwrap();
        assert!(!log.contains("secret") && log.contains('7'), "{log}");
    }
}

#[test]
fn a_bot_that_ignores_signals_is_killed_all_the_same() {
    let folder = folder();
    let zoo = zoo();
    let zoo = zoo.display();
    let path = folder.path().display();
    let bot = format!("zoo=exec:\"sh -c 'trap \\\"\\\" TERM HUP INT; {zoo} hang 1 {path}; true'\",time=50ms");
    let output = play(folder.path(), 2, &bot, &[]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr_of(&output));
    assert_no_process_is_left(folder.path());
}

#[test]
fn output_besides_moves_is_ignored() {
    for fault in ["none", "noise", "twice", "ignores-quit", "ignores-end-of-input"] {
        let folder = folder();
        let output = play(folder.path(), 4, &bot(folder.path(), fault, 1, ",deterministic=yes"), &[]);
        assert_eq!((output.status.code(), stderr_of(&output).as_str()), (Some(0), ""), "{fault}");
        let run = folder.path().join("run");
        assert!(!run.join("faults.csv").exists(), "{fault}: {}", stdout_of(&output));
        assert!(!run.join("logs").exists(), "{fault} says nothing on stderr");
        let plain = self::folder();
        play(plain.path(), 4, &bot(plain.path(), "none", 1, ",deterministic=yes"), &[]);
        assert_eq!(bytes(&run, "games.csv"), bytes(&plain.path().join("run"), "games.csv"), "{fault}");
        assert_no_process_is_left(folder.path());
    }
}

#[test]
fn a_bot_that_answers_twice_is_heard_out_from_the_second_time_on() {
    // The second answer comes when the next question is on its way. It is unclear what it answers, so that game is
    // lost; from then on the bot is asked only when it has nothing more to say.
    let folder = folder();
    let bot = bot(folder.path(), "twice-slowly", 1, "");
    let output = play(folder.path(), 8, &bot, &["--threads", "1"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr_of(&output));
    let run = folder.path().join("run");
    let faults = if run.join("faults.csv").exists() { rows(&run, "faults.csv", &FAULTS).len() } else { 0 };
    assert!(faults <= 1, "{faults}");
}

#[test]
fn stderr_goes_to_a_bounded_log() {
    let folder = folder();
    let output = play(folder.path(), 4, &bot(folder.path(), "flood-stderr", 2, ""), &[]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr_of(&output));
    let log = bytes(&folder.path().join("run/logs"), "zoo.log");
    assert!((1 << 20..(1 << 20) + 100).contains(&log.len()), "{}", log.len());
    assert!(!folder.path().join("run/faults.csv").exists());
}

#[test]
fn what_a_bot_started_is_killed_with_it() {
    // A daemon has left the process group and the session, its parent has ended, and it does not hear signals.
    for (fault, reason) in
        [("child", ""), ("daemon", ""), ("daemon-hang", "timeout"), ("daemon-crash", "crash")]
    {
        let folder = folder();
        let limit = if reason == "timeout" { ",time=50ms,margin=100ms" } else { "" };
        let bot = bot(folder.path(), fault, 1, &format!("{limit},startup=20s"));
        let output = play(folder.path(), 2, &bot, &["--threads", "1"]);
        assert_eq!(output.status.code(), Some(i32::from(!reason.is_empty())), "{}", stderr_of(&output));
        let left = processes(folder.path().to_str().unwrap());
        assert!(left.is_empty(), "{fault}: {left:?}");
        let faults = folder.path().join("run/faults.csv");
        let told = fs::read_to_string(faults).unwrap_or_default();
        assert_eq!(told.matches(&format!(",zoo,{reason},")).count(), if reason.is_empty() { 0 } else { 2 });
    }
}

#[test]
fn helpers_that_a_bot_forgot_are_waited_for() {
    let folder = folder();
    let path = folder.path().to_str().unwrap();
    let bot = bot(folder.path(), "orphans", 1, "");
    let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
    command.args(["--a", &bot, "--b", "bad", "--quiet", "--games", "8", "--threads", "1", "--out"]);
    let mut arena = command.arg(folder.path().join("run")).stdout(Stdio::null()).spawn().unwrap();
    let mut most = 0;
    while arena.try_wait().unwrap().is_none() {
        most = most.max(zombies_below_guards(path));
        std::thread::sleep(Duration::from_millis(20));
    }
    let moves = String::from_utf8(bytes(&folder.path().join("run"), "timings.csv")).unwrap();
    let asked: u32 = moves
        .lines()
        .filter(|line| line.contains("zoo"))
        .map(|line| line.split(',').nth(2).unwrap().parse::<u32>().unwrap())
        .sum();
    assert!(asked > 60, "each of {asked} moves left one");
    assert!(most * 2 < asked as usize, "{most} zombies at a time, after {asked} moves in all");
}

/// The number of children of guards that ended and were not waited for.
fn zombies_below_guards(path: &str) -> usize {
    let stats = fs::read_dir("/proc").unwrap().filter_map(|entry| {
        let folder = entry.ok()?.path();
        let stat = fs::read_to_string(folder.join("stat")).ok()?;
        let line = fs::read_to_string(folder.join("cmdline")).ok()?;
        let (name, rest) = stat.rsplit_once(") ")?;
        let pid: u32 = name.split(' ').next()?.parse().ok()?;
        let mut fields = rest.split(' ');
        let (state, parent) = (fields.next()?.to_owned(), fields.next()?.parse::<u32>().ok()?);
        let is_guard = line.contains("__guard") && line.contains(path);
        Some((pid, parent, state == "Z", is_guard))
    });
    let stats: Vec<_> = stats.collect();
    let guards: Vec<u32> = stats.iter().filter(|stat| stat.3).map(|stat| stat.0).collect();
    stats.iter().filter(|(_, parent, is_zombie, _)| *is_zombie && guards.contains(parent)).count()
}

#[test]
fn memory_is_limited_by_the_system() {
    let folder = folder();
    let roomy = play(folder.path(), 2, &bot(folder.path(), "memory", 1, ",memory=1G"), &["--fresh"]);
    assert_eq!(roomy.status.code(), Some(0), "{}", stderr_of(&roomy));
    let tight = play(folder.path(), 2, &bot(folder.path(), "memory", 1, ",memory=100M"), &["--fresh"]);
    let stderr = stderr_of(&tight);
    assert_eq!(tight.status.code(), Some(1), "{stderr}");
    assert!(stderr.contains("memory allocation"), "{stderr}");
}

#[test]
fn a_bot_that_does_not_start_stops_the_run_before_it_begins() {
    let told = |fault: &str, keys: &str| {
        let folder = folder();
        let output = play(folder.path(), 2, &bot(folder.path(), fault, 1, keys), &[]);
        assert_eq!((output.status.code(), stdout_of(&output).as_str()), (Some(1), ""), "{fault}");
        assert!(!folder.path().join("run").exists(), "nothing is written");
        assert_no_process_is_left(folder.path());
        stderr_of(&output).replace(zoo().to_str().unwrap(), "ZOO")
    };
    insta::assert_snapshot!(told("dies-at-once", ""), @"
    error: --a: ZOO failed before it said ugiok: ended with exit code 4: no such opening book: book.bin
    its last output:
        warming up
        no such opening book: book.bin
    type ugi into ZOO in a shell: it must answer ugiok
    ");
    insta::assert_snapshot!(told("never-ready", ",startup=100ms"), @"
    error: --a: ZOO did not say ugiok within 0.1 s
    its last output:
        uciok
    type ugi into ZOO in a shell: it must answer ugiok
    ");
    // More than the pipe holds, to a bot that does not read it.
    let options: String = (0..40).map(|i| format!(",option.O{i}={}", "x".repeat(2000))).collect();
    for fault in ["deaf", "deaf-at-once"] {
        let stderr = told(fault, &format!(",startup=200ms{options}"));
        assert!(stderr.contains("did not say") && stderr.contains("within 0.2 s"), "{stderr}");
    }
}

#[test]
fn a_path_that_is_not_a_program_is_reported_with_advice() {
    let folder = folder();
    let script = folder.path().join("bot.py");
    fs::write(&script, "print()\n").unwrap();
    for (path, told) in [
        (script.display().to_string(), "run chmod +x"),
        (folder.path().display().to_string(), "is a directory"),
        ("./no/such/bot".to_owned(), "there is no file ./no/such/bot"),
        ("exec:no-such-program --x".to_owned(), "there is no program 'no-such-program' in PATH"),
    ] {
        let output = play(folder.path(), 2, &path, &[]);
        assert_eq!(output.status.code(), Some(1), "{path}");
        assert!(stderr_of(&output).starts_with("error: --a: "), "{}", stderr_of(&output));
        assert!(stderr_of(&output).contains(told), "{}", stderr_of(&output));
    }
    assert!(!folder.path().join("run").exists());
}

#[test]
fn a_player_that_forfeits_too_often_stops_the_run_and_the_results_stay() {
    let folder = folder();
    let run = folder.path().join("run");
    let bot = bot(folder.path(), "illegal", 20, ",deterministic=yes");
    let output = play(folder.path(), 400, &bot, &["--max-forfeits", "3"]);
    assert_eq!(output.status.code(), Some(1));
    let stdout = stdout_of(&output);
    let stderr = stderr_of(&output);
    assert!(stderr.contains("zoo forfeited 3;"), "{stderr}");
    assert_eq!(rows(&run, "faults.csv", &FAULTS).len(), 3);
    let played = String::from_utf8(bytes(&run, "games.csv")).unwrap().lines().count() - 1;
    assert!(stdout.ends_with(&format!("; zoo forfeited 3 of {played} games (illegal)\n")), "{stdout}");
    assert_eq!(stdout.lines().count(), 1, "{stdout}");
    // The same again plays nothing; with a higher limit it goes on.
    let out = run.to_str().unwrap();
    let line =
        ["--a", &bot, "--b", "bad", "--games", "400", "--max-forfeits", "3", "--no-progress", "--out", out];
    let output = arena(&line);
    assert_eq!(output.status.code(), Some(1));
    let stdout = stdout_of(&output);
    assert!(stdout.contains("\nwarning: the last fault of zoo: said 'bestmove 9'"), "{stdout}");
    assert_eq!(rows(&run, "faults.csv", &FAULTS).len(), 3);
    let output = play(folder.path(), 400, &bot, &["--max-forfeits", "1000", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr_of(&output));
    let json: serde_json::Value = serde_json::from_str(&stdout_of(&output)).unwrap();
    let faults = rows(&run, "faults.csv", &FAULTS).len();
    assert!(faults > 10, "{faults}");
    assert_eq!(json["forfeits"][0]["player"], "zoo");
    assert_eq!((&json["forfeits"][0]["illegal"], &json["forfeits"][1]["games"]), (&faults.into(), &0.into()));
}

#[test]
fn no_bot_survives_the_death_of_arena() {
    for fault in ["hang", "ignores-end-of-input", "child", "daemon-hang"] {
        let folder = folder();
        let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
        let bot = bot(folder.path(), fault, 1, ",time=100s");
        command.args(["--a", &bot, "--b", "bad", "--quiet", "--games", "1000000", "--threads", "2", "--out"]);
        let mut arena = command.arg(folder.path().join("run")).spawn().unwrap();
        let path = folder.path().to_str().unwrap();
        until("bots run", || processes(path).iter().filter(|line| !line.contains("__guard")).count() >= 2);
        arena.kill().unwrap();
        arena.wait().unwrap();
        until(&format!("{fault}: no bot is left"), || processes(path).is_empty());
    }
}

#[test]
fn a_player_that_forfeits_every_game_has_failed_whatever_the_results_are() {
    let folder = folder();
    let bot = bot(folder.path(), "crash", 1, "");
    let at = |name: &str| folder.path().join(name).display().to_string();
    let run = |args: &[&str], out: &str| {
        let output = arena(&[args, &["--no-progress", "--out", &at(out)]].concat());
        let error = format!("error: zoo forfeited every game; see {}", at(out));
        assert!(stderr_of(&output).contains(&error), "{args:?}: {}", stderr_of(&output));
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        stdout_of(&output)
    };
    let said = run(&[&bot, "smart:2", "-n", "6"], "match");
    assert!(said.starts_with("zoo forfeited 6 of 6 games (crash)\n\n"), "{said}");
    assert!(!said.contains("the openings leave") && !said.contains("Elo"), "{said}");
    assert!(said.contains("\nwarning: the last fault of zoo: ended with exit code "), "{said}");
    assert!(said.contains("\nnote: zoo may choose other moves next time"), "{said}");
    let page = stdout(&["report", &at("match"), "-o", "-"]);
    assert!(page.contains("<h1>zoo forfeited 6 of 6 games (crash)</h1>"));
    let first = page.split_once("<section id=\"run1-").unwrap().1;
    assert!(first.starts_with("faults\""), "faults come first: {}", &first[..20]);
    let said = stdout(&["stats", &at("match")]);
    assert!(said.starts_with("zoo forfeited 6 of 6 games (crash)\n"), "{said}");

    // A gate that the opponent fails is not passed, and a shard is complete all the same.
    let said = run(&["smart:2", &bot, "-n", "6", "--sprt", "0,800", "--gate"], "gate");
    assert!(said.starts_with("zoo forfeited "), "{said}");
    let said = run(&["tournament", &bot, "bad", "random", "-n", "2"], "tournament");
    assert!(said.starts_with("zoo forfeited 4 of 4 games (crash); "), "{said}");
    for shard in ["1/2", "2/2"] {
        let output = arena(&[&bot, "bad", "-n", "4", "-q", "--shard", shard, "--out", &at("shards")]);
        assert_eq!(output.status.code(), Some(1), "{}", stderr_of(&output));
        assert!(stdout_of(&output).contains(" is complete: "), "{}", stdout_of(&output));
    }
    let output = arena(&["merge", &at("shards"), "-q"]);
    let said = (output.status.code(), stdout_of(&output));
    assert_eq!(said, (Some(1), "zoo forfeited 4 of 4 games (crash)\n".to_owned()));
    let faults = Path::new(&at("shards")).join("faults.csv");
    let error = format!("see {}\nfix the player", faults.display());
    assert!(stderr_of(&output).contains(&error), "a merged run has no logs: {}", stderr_of(&output));
    let json = arena(&[&bot, "bad", "-n", "4", "--json", "-q", "--out", &at("json")]);
    let said: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(
        (json.status.code(), &said["forfeits"][0]["crash"], &said["games"]),
        (Some(1), &4.into(), &4.into())
    );
}

#[test]
fn players_that_forfeit_every_game_between_them_have_failed() {
    let folder = folder();
    let bot = bot(folder.path(), "crash", 1, "");
    let out = folder.path().join("run").display().to_string();
    let output =
        arena(&[&bot, &bot.replacen("zoo=", "other=", 1), "-n", "4", "--no-progress", "--out", &out]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr_of(&output));
    let error = "error: zoo and other forfeited every game; see ";
    assert!(stderr_of(&output).contains(error), "{}", stderr_of(&output));
    let said = stdout_of(&output);
    let headline = "zoo forfeited 2 of 4 games (crash), other forfeited 2 of 4 games (crash)";
    assert!(said.starts_with(&format!("{headline}\n\n")) && !said.contains("Elo"), "{said}");
    assert!(stdout(&["runs", &out]).replace("\n    ", " ").contains(headline));
    assert!(stdout(&["report", &out, "-o", "-"]).contains(&format!("<h1>{headline}</h1>")));
}

#[test]
fn a_check_in_which_a_player_forfeits_every_game_fails() {
    let folder = folder();
    let suite = folder.path().join("suite.toml");
    let bot = bot(folder.path(), "illegal", 1, "").replace('\\', "/");
    let check = format!(
        "[[check]]\nname = \"n\"\na = \"smart:2\"\nb = \"{bot}\"\ngames = 4\nrequire = \"score >= 0.5\"\n"
    );
    fs::write(&suite, check).unwrap();
    let output = arena(&["check", suite.to_str().unwrap(), "-q"]);
    assert_eq!(output.status.code(), Some(1), "{}", stdout_of(&output));
    assert!(stderr_of(&output).contains("zoo forfeited 4 of 4 games"), "{}", stderr_of(&output));
}
