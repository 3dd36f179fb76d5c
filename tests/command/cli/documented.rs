//! Every output in README and docs is what the command above it prints.
//!
//! A command is a line that begins with `$ ` in a fenced block; what follows it is its output, up to the next command
//! or the end of the block. A line `…` stands for any lines. Times, rates, sizes of memory and commits differ from
//! machine to machine and are not compared. `<!-- slow -->` before a block puts it into the slow tier.
//!
//! `ARENA_WRITE_DOCS=target/release cargo test --test command documented -- --include-ignored` writes the outputs of
//! the program in that folder into the pages.
#![cfg(unix)]

use std::fmt::Write as _;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

const ELLIPSIS: &str = "…";

/// A command of a page, with the output that the page shows.
struct Example {
    command: String,
    slow: bool,
    /// Where the output is, as a range of lines of the page.
    output: std::ops::Range<usize>,
    indent: usize,
}

/// The pages whose outputs are checked.
fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["docs", "docs/bots"].map(|folder| fs::read_dir(root.join(folder)).unwrap());
    let docs = folders.into_iter().flatten().map(|entry| entry.unwrap().path());
    let readmes = ["README.md", "results/README.md", "bots/README.md"].map(|page| root.join(page));
    let mut pages: Vec<PathBuf> =
        docs.chain(readmes).filter(|path| path.extension().is_some_and(|e| e == "md")).collect();
    pages.sort();
    pages
}

/// The commands of a page that are followed by their output, and those before them that they need.
fn examples(lines: &[&str]) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut fence = None;
    let mut slow = false;
    let mut at = 0;
    while at < lines.len() {
        let line = lines[at];
        at += 1;
        let text = line.trim_start();
        if text.starts_with("```") {
            fence = fence.is_none().then_some(line.len() - text.len());
            continue;
        }
        match fence {
            None if !text.is_empty() => slow = text == "<!-- slow -->",
            None => {}
            Some(indent) => {
                if let Some(command) = text.strip_prefix("$ ") {
                    let mut command = command.to_owned();
                    while let Some(start) = command.strip_suffix('\\') {
                        command = format!("{start}{}", lines[at].trim());
                        at += 1;
                    }
                    examples.push(Example { command, slow, output: at..at, indent });
                } else if let Some(example) =
                    examples.last_mut().filter(|example| example.output.end == at - 1)
                {
                    example.output.end = at;
                }
            }
        }
    }
    examples
}

/// A folder as a reader has it after cloning: the recorded runs, checks and bots, and `arena` in the path.
fn clone() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for name in ["bots", "checks", "examples"] {
        symlink(root.join(name), folder.path().join(name)).unwrap();
    }
    // Commands write into the folder of runs.
    let copied = Command::new("cp").arg("-R").arg(root.join("results")).arg(folder.path()).status().unwrap();
    assert!(copied.success());
    folder
}

/// The folder of the program whose outputs are written into the pages.
fn writing() -> Option<PathBuf> {
    std::env::var_os("ARENA_WRITE_DOCS").map(PathBuf::from)
}

/// Whether the command can run here.
fn is_possible(command: &str) -> bool {
    let has_python = || Command::new("python3").arg("--version").output().is_ok();
    !command.starts_with("cargo ") && (!command.contains(".py") || has_python())
}

/// What a command prints to its terminal, on a quiet machine.
fn output(command: &str, folder: &Path) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let built = Path::new(env!("CARGO_BIN_EXE_arena")).parent().unwrap();
    let programs = writing().map_or_else(|| built.to_owned(), |folder| root.join(folder));
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(command).env("PATH", path).env("NO_COLOR", "1").current_dir(folder);
    let output = shell.stdin(Stdio::null()).output().unwrap();
    // On a slow machine stderr has progress, too.
    let errors = if output.status.success() { Vec::new() } else { output.stderr };
    let text = String::from_utf8([output.stdout, errors].concat()).unwrap();
    match text.split_once("warning: the machine was busy") {
        Some((before, after)) => {
            format!("{before}{}", after.split_once("\n\n").map_or("", |(_, after)| after))
        }
        None => text,
    }
}

/// A line without what differs from machine to machine.
fn comparable(line: &str) -> String {
    const UNITS: [&str; 7] = ["ns", "µs", "ms", "s", "kB", "MB", "GB"];
    let number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    let commit = |word: &&str| {
        word.starts_with('(') && word.len() > 12 && word[1..13].chars().all(|c| c.is_ascii_hexdigit())
    };
    let unit = |word: &str| UNITS.contains(&word.trim_end_matches([',', '.', ';', ')', ':']));
    let words: Vec<&str> = line.split_whitespace().collect();
    let measured = |at: usize| number(words[at]) && words.get(at + 1).is_some_and(|next| unit(next));
    let Some(first) = (0..words.len()).find(|&at| measured(at)) else {
        return match line.split_once("On the frontier:") {
            Some(_) => String::from("On the frontier:"),
            // The heading of a table is as wide as its times.
            None if line.contains("/move") => words.join(" "),
            None if words.iter().any(commit) => {
                words.into_iter().filter(|word| !commit(word)).collect::<Vec<_>>().join(" ")
            }
            None => line.trim_end().to_owned(),
        };
    };
    // A rate follows the times of its row, and who is on the frontier depends on them.
    let same = |(at, word): (usize, &&str)| {
        if at >= first && number(word) { String::from("N") } else { (*word).to_owned() }
    };
    let mut words: Vec<String> = words.iter().enumerate().map(same).collect();
    words.retain(|word| !unit(word) && word != "frontier" && word != "-");
    words.join(" ")
}

/// Whether the lines printed are those shown, where `…` stands for any lines.
fn agree(shown: &[&str], printed: &[&str]) -> bool {
    match shown.split_first() {
        None => printed.iter().all(|line| line.is_empty()),
        Some((&ELLIPSIS, rest)) => (0..=printed.len()).any(|skipped| agree(rest, &printed[skipped..])),
        Some((line, rest)) => {
            printed.first().is_some_and(|first| comparable(line) == comparable(first))
                && agree(rest, &printed[1..])
        }
    }
}

/// The lines printed, shortened as those shown are.
fn shortened<'a>(shown: &[&str], printed: &[&'a str]) -> Vec<&'a str> {
    let Some(first) = shown.iter().position(|line| *line == ELLIPSIS) else { return printed.to_vec() };
    let after = shown.len() - 1 - first;
    let mut lines = printed[..first.min(printed.len())].to_vec();
    lines.push(ELLIPSIS);
    lines.extend(&printed[printed.len().saturating_sub(after)..]);
    lines
}

/// Runs the commands of a page, and says which outputs differ. Commands of a page share a folder.
fn check(page: &Path, slow: bool) -> String {
    let text = fs::read_to_string(page).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let examples = examples(&lines);
    let mut differences = String::new();
    if !examples.iter().any(|example| example.slow == slow) {
        return differences;
    }
    let folder = clone();
    let mut written: Vec<String> = lines.iter().map(ToString::to_string).collect();
    for example in examples.iter().filter(|example| example.slow == slow) {
        if !is_possible(&example.command) {
            continue;
        }
        let printed = output(&example.command, folder.path());
        let printed: Vec<&str> = printed.trim_end().lines().collect();
        let shown = &lines[example.output.clone()];
        let shown: Vec<&str> = shown.iter().map(|line| line.get(example.indent..).unwrap_or("")).collect();
        if shown.is_empty() {
            continue;
        }
        if !agree(&shown, &printed) {
            let command = &example.command;
            let _ = writeln!(differences, "{}: $ {command}\n{}\n", page.display(), printed.join("\n"));
        }
        if shown.iter().filter(|line| **line == ELLIPSIS).count() > 1 {
            continue; // Which lines are left out is for a person to say.
        }
        let indent = " ".repeat(example.indent);
        let new = shortened(&shown, &printed);
        let new: Vec<String> =
            new.iter().map(|line| format!("{indent}{line}").trim_end().to_owned()).collect();
        // One entry holds the whole output, so that the places of the other examples stay.
        written[example.output.start] = new.join("\n");
        written[example.output.clone()].iter_mut().skip(1).for_each(|line| line.replace_range(.., "\0"));
    }
    if writing().is_some() {
        written.retain(|line| line != "\0");
        fs::write(page, written.join("\n") + "\n").unwrap();
    }
    differences
}

fn check_all(slow: bool) {
    let pages = pages();
    let differences: Vec<String> = if writing().is_some() {
        // One after the other, for the sake of the times.
        pages.iter().map(|page| check(page, slow)).collect()
    } else {
        std::thread::scope(|scope| {
            let checks: Vec<_> = pages.iter().map(|page| scope.spawn(move || check(page, slow))).collect();
            checks.into_iter().map(|check| check.join().unwrap()).collect()
        })
    };
    let differences = differences.concat();
    assert!(
        differences.is_empty(),
        "these commands print something else than their page shows:\n\n{differences}"
    );
}

#[test]
fn every_output_in_the_docs_is_what_its_command_prints() {
    check_all(false);
}

#[test]
#[ignore = "plays tens of thousands of games"]
fn every_long_output_in_the_docs_is_what_its_command_prints() {
    check_all(true);
}

#[test]
fn a_changed_output_is_noticed() {
    assert!(agree(&["a", "…", "d"], &["a", "b", "c", "d"]));
    assert!(!agree(&["a", "…", "d"], &["a", "b", "c"]));
    assert!(agree(&["smart:6  2.92 µs  9.06 µs  44,058,005"], &["smart:6  291 ns  19.6 ms  4,005"]));
    assert!(!agree(&["smart:6  2.92 µs  9.06 µs  44,058,005"], &["smart:7  291 ns  19.6 ms  4,005"]));
    assert!(!agree(&["smart:6 beats bad: 94.1 %"], &["smart:6 beats bad: 94.2 %"]));
}
