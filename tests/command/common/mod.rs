//! What several test files need.
#![cfg_attr(not(unix), allow(dead_code))] // Signals are sent by tests for Unix alone.

pub(crate) mod columns;
pub(crate) mod stopping;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::Once;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

/// Runs the real binary.
pub(crate) fn arena(args: &[&str]) -> Output {
    assert_cmd::Command::cargo_bin("arena").unwrap().args(args).timeout(DEADLINE).output().unwrap()
}

/// The program of an example, as it is now. `cargo test` builds all; with `--test command` it builds none.
pub(crate) fn example(name: &str) -> PathBuf {
    static BUILT: Once = Once::new();
    let folder = Path::new(env!("CARGO_BIN_EXE_arena")).parent().unwrap();
    BUILT.call_once(|| {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["build", "--quiet", "--examples"]).current_dir(env!("CARGO_MANIFEST_DIR"));
        if folder.ends_with("release") {
            cargo.arg("--release");
        }
        assert!(cargo.status().unwrap().success());
    });
    folder.join("examples").join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

/// What a command prints, which must succeed and say nothing on stderr.
pub(crate) fn stdout(args: &[&str]) -> String {
    let output = arena(args);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), stderr.as_ref()), (Some(0), ""), "arena {args:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The JSON that a command prints, alone on its line.
pub(crate) fn json(args: &[&str]) -> Value {
    let text = stdout(args);
    assert_eq!(text.matches('\n').count(), 1, "one line: {text}");
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error} in {text}"))
}

/// A match into a folder, not yet started: `line` is what follows `arena`, without words that contain spaces.
pub(crate) fn match_into(out: &Path, line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
    command.args(line.split_whitespace()).arg("--out").arg(out).stdin(Stdio::null());
    command
}

/// Plays a match to its end and gives the line that it prints. It must succeed and say nothing on stderr.
pub(crate) fn play(out: &Path, line: &str) -> String {
    let mut command = match_into(out, line);
    if !line.contains("--quiet") {
        command.arg("--quiet");
    }
    let output = assert_cmd::Command::from_std(command).timeout(DEADLINE).output().unwrap();
    assert_eq!((output.status.code(), stderr_of(&output).as_str()), (Some(0), ""), "arena {line}");
    String::from_utf8(output.stdout).unwrap()
}

/// Plays a match to its end and gives the whole text that it prints.
pub(crate) fn play_aloud(out: &Path, line: &str) -> String {
    let output = match_into(out, line).arg("--no-progress").output().unwrap();
    assert_eq!(output.status.code(), Some(0), "arena {line}: {}", stderr_of(&output));
    stdout_of(&output)
}

/// What a command said on stderr.
pub(crate) fn stderr_of(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// What a command said on stdout.
pub(crate) fn stdout_of(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The bytes of a file in a folder.
pub(crate) fn bytes(folder: &Path, file: &str) -> Vec<u8> {
    let path = folder.join(file);
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All files of a folder with their bytes.
pub(crate) fn content(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = entries.filter(|path| path.is_file());
    files
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(&path).unwrap()))
        .collect()
}

/// Changes a JSON file of a run on purpose: the digest of what it was is removed.
pub(crate) fn change_json(path: &Path, change: impl FnOnce(&mut Value)) {
    let mut json: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    change(&mut json);
    json.as_object_mut().unwrap().remove("digest");
    fs::write(path, json.to_string()).unwrap();
}

/// Makes a finished run look like one in another state.
pub(crate) fn set_state(run: &Path, state: &str) {
    change_json(&run.join("run.json"), |run| run["state"] = state.into());
}

/// The lines of a CSV file below its header, which must be this one.
pub(crate) fn rows(folder: &Path, file: &str, columns: &[&str]) -> Vec<csv::StringRecord> {
    let bytes = bytes(folder, file);
    let mut reader = csv::Reader::from_reader(bytes.as_slice());
    assert_eq!(reader.headers().unwrap(), columns, "{file}");
    reader.records().map(Result::unwrap).collect()
}

/// Fails unless two folders hold the same games and the same summary.
pub(crate) fn assert_same_results(one: &Path, other: &Path, what: &str) {
    for file in ["games.csv", "summary.csv"] {
        let [one, other] = [one, other].map(|folder| bytes(folder, file));
        if one != other {
            let [one, other] = [&one, &other].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
            let line = one.lines().zip(other.lines()).position(|(one, other)| one != other);
            let line = line.unwrap_or(one.lines().count().min(other.lines().count()));
            let [one, other] = [&one, &other].map(|text| text.lines().nth(line).unwrap_or("(no such line)"));
            panic!("{what}: {file} differs in line {}:\n{one}\n{other}", line + 1);
        }
    }
}

/// Fails unless a run that was continued with more games holds the games and the counts of one that was planned so. Its
/// intervals are others: they allow for the look at the first results.
pub(crate) fn assert_same_games(planned: &Path, grown: &Path, what: &str) {
    assert!(bytes(planned, "games.csv") == bytes(grown, "games.csv"), "{what}: games.csv differs");
    let counts = |folder: &Path| -> Vec<Vec<String>> {
        let rests_on_looks = |name: &str| {
            name.ends_with("_low")
                || name.ends_with("_high")
                || ["elo", "nelo", "los", "interval"].contains(&name)
        };
        let kept = |row: csv::StringRecord| {
            let columns = columns::SUMMARY.iter().zip(&row);
            columns.filter(|(name, _)| !rests_on_looks(name)).map(|(_, field)| field.to_owned()).collect()
        };
        rows(folder, "summary.csv", &columns::SUMMARY).into_iter().map(kept).collect()
    };
    assert_eq!(counts(planned), counts(grown), "{what}: summary.csv");
    assert_eq!(&rows(grown, "summary.csv", &columns::SUMMARY)[0][28], "anytime", "{what}");
}

/// Waits for a process, but not longer than this.
pub(crate) fn wait_at_most(child: &mut Child, time: Duration) -> Option<ExitStatus> {
    let began = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return Some(status);
        }
        if began.elapsed() >= time {
            return None;
        }
        thread::sleep(Duration::from_millis(2));
    }
}

/// How long to wait at most for what takes a moment on an idle machine.
pub(crate) const DEADLINE: Duration = Duration::from_mins(2);

/// Waits until something holds, and fails when it does not in time.
pub(crate) fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let began = Instant::now();
    while !holds() {
        assert!(began.elapsed() < DEADLINE, "waited in vain: {what}");
        thread::sleep(Duration::from_millis(5));
    }
}

/// Waits until a run has written games to its folder, and would be continued after them.
pub(crate) fn until_games_are_written(folder: &Path) {
    until("games.csv has games", || {
        let games = fs::metadata(folder.join("games.csv")).map_or(0, |file| file.len());
        games > 2000 && !is_starting(folder)
    });
}

/// Whether a run would begin again if it were killed now.
pub(crate) fn is_starting(run: &Path) -> bool {
    fs::read_to_string(run.join("run.json")).is_ok_and(|text| text.contains("\"state\": \"starting\""))
}

/// Chance that is the same in every run of the tests (Steele, Lea and Flood's `SplitMix64`).
pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % bound
    }
}

/// Whether a program that only a few tests need is installed. In CI it must be, so that nothing goes untested
/// there; elsewhere its tests are skipped, so that Rust alone is enough for `cargo test`.
pub(crate) fn is_installed(program: &str) -> bool {
    let found = Command::new(program).arg("--version").stdin(Stdio::null()).output().is_ok();
    assert!(
        found || std::env::var_os("CI").is_none(),
        "{program} must be installed where CI runs: see .ci/run"
    );
    found
}

/// A Python that has this package: that of the virtual environment of `.ci/run`, or the one in the path. In CI there is one.
pub(crate) fn python_with(package: &str) -> Option<String> {
    let pythons = [concat!(env!("CARGO_MANIFEST_DIR"), "/target/venv/bin/python"), "python3"];
    let import = format!("import {package}");
    let has_it = |python: &&str| {
        let output = Command::new(python).args(["-c", &import]).stdin(Stdio::null()).output();
        output.is_ok_and(|output| output.status.success())
    };
    let found = pythons.into_iter().find(has_it);
    assert!(
        found.is_some() || std::env::var_os("CI").is_none(),
        "Python must have the package {package} where CI runs: see .ci/run"
    );
    found.map(str::to_owned)
}

/// The commands that `arena --help` lists, except the one that explains the others.
pub(crate) fn commands() -> Vec<String> {
    let help = stdout(&["--help"]);
    let (_, listed) = help.split_once("\n\nPlay games:\n").expect("no commands");
    let (listed, _) = listed.split_once("\nOptions:\n").expect("no options");
    let lines = listed.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = lines.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help");
    let names: Vec<String> = names.map(str::to_owned).collect();
    assert!(names.len() > 20, "{help}");
    names
}
