//! `--against`: a bot against its version of another commit.
#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

use crate::common::{bytes, stderr_of, stdout_of, until, until_games_are_written};

/// A repository with a bot that plays as the file `level` beside it says: `bad` in the first commit, `smart:2` in the
/// second, and in the working tree.
struct Repository(TempDir);

const BOT: &str = "#!/bin/sh\nexec \"$ARENA\" engine \"$(cat level)\"\n";

impl Repository {
    fn new() -> Repository {
        let repository = Repository(tempfile::tempdir().unwrap());
        repository.git("init --quiet");
        repository.write("bot.sh", BOT);
        repository.write("level", "bad");
        repository.write(".gitignore", "results\n");
        repository.commit();
        repository.write("level", "smart:2");
        repository.commit();
        repository
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    fn git(&self, line: &str) -> String {
        let mut git = Command::new("git");
        git.args(["-c", "user.name=me", "-c", "user.email=me@example.org", "-C"]).arg(self.path());
        let output = git.args(line.split_whitespace()).output().unwrap();
        assert!(output.status.success(), "git {line}: {}", stderr_of(&output));
        stdout_of(&output).trim().to_owned()
    }

    fn commit(&self) {
        self.git("add --all");
        self.git("commit --quiet --no-gpg-sign --message next");
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
        command.args(words).current_dir(self.path()).env("ARENA", env!("CARGO_BIN_EXE_arena"));
        command.stdin(Stdio::null());
        command
    }

    fn arena(&self, words: &[&str]) -> Output {
        self.command(words).output().unwrap()
    }

    /// What a command is refused with.
    fn refused(&self, code: i32, words: &[&str]) -> String {
        let output = self.arena(words);
        assert_eq!((output.status.code(), stdout_of(&output).as_str()), (Some(code), ""), "{words:?}");
        self.assert_clean();
        stderr_of(&output)
    }

    /// Nothing of a worktree is left.
    fn assert_clean(&self) {
        assert!(!self.path().join(".git/arena").exists());
        assert_eq!(self.git("worktree list").lines().count(), 1);
    }
}

#[test]
fn names_have_no_bookkeeping() {
    let repository = Repository::new();
    let words = ["./bot.sh,deterministic=yes", "--against", "HEAD~1", "-o", "run"];
    let said = stdout_of(&repository.arena(&[&words[..], &SMALL[..]].concat()));
    assert!(said.starts_with("better: ./bot.sh beats ./bot.sh@"), "{said}");
    let grown = [&words[..], &["-n", "30"], &SMALL[2..]].concat();
    assert!(stdout_of(&repository.arena(&grown)).contains(" of 30 games"));
}

#[test]
fn programs_and_people_learn_of_the_verdict_and_the_page() {
    let repository = Repository::new();
    let output = repository.arena(&[
        "./bot.sh",
        "--against",
        "HEAD~1",
        "-o",
        "run",
        "-n",
        "20",
        "-g",
        "kalah:4x3",
        "--json",
        "--no-progress",
    ]);
    let said: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(said["verdict"], "better");
    assert!(stderr_of(&output).ends_with("wrote run/report.html\n"), "{}", stderr_of(&output));
    let other = repository.arena(&["bad", "random", "-n", "2", "--json", "-q"]);
    let said: serde_json::Value = serde_json::from_slice(&other.stdout).unwrap();
    assert!(said["verdict"].is_null());
}

#[test]
fn a_workflow_gets_the_verdict_on_its_page_even_of_games_that_need_not_be_played() {
    let repository = Repository::new();
    let page = repository.path().join("results/page.md");
    fs::create_dir(page.parent().unwrap()).unwrap();
    for (revision, test, code, verdict) in
        [("HEAD", "-5,0", 0, "PASS: not weaker (the same version)"), ("HEAD~1", "0,300", 4, "INCONCLUSIVE: ")]
    {
        let export = ["--export-markdown", "results/table.md", "--sprt", test, "-o", "results/run"];
        let words = [&["./bot.sh", "--against", revision], &export[..], &SMALL[..]].concat();
        let run = |more: &[&str]| {
            let mut command = repository.command(&[&words[..], more].concat());
            command.env("GITHUB_STEP_SUMMARY", &page).output().unwrap().status.code()
        };
        assert_eq!(run(&[]), Some(0));
        assert!(!page.exists(), "a match without a gate is not for a build");
        let table = fs::read_to_string(repository.path().join("results/table.md")).unwrap();
        assert_eq!(run(&["--gate", "--fresh"]), Some(code));
        let written = fs::read_to_string(&page).unwrap();
        assert!(written.starts_with(&format!("### {verdict}")), "{written}");
        assert_eq!(written, fs::read_to_string(repository.path().join("results/table.md")).unwrap());
        let (_, below) = written.split_once("\n\n").unwrap();
        assert_eq!(below.lines().next(), table.lines().next());
        fs::remove_file(&page).unwrap();
    }
}

const SMALL: [&str; 8] = ["-n", "20", "-g", "kalah:4x3", "-j", "1", "-q", "--no-progress"];

#[test]
fn a_bot_is_played_against_its_version_of_another_commit() {
    let repository = Repository::new();
    let commit = repository.git("rev-parse HEAD~1");
    let output = repository.arena(&[&["./bot.sh", "--against", "HEAD~1", "-o", "run"], &SMALL[..]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr_of(&output));
    let expected = format!("better: ./bot.sh beats ./bot.sh@{}: ", &commit[..8]);
    assert!(stdout_of(&output).starts_with(&expected), "{}", stdout_of(&output));
    assert!(repository.path().join("run/report.html").exists(), "one command and one page");
    let run: serde_json::Value =
        serde_json::from_slice(&bytes(&repository.path().join("run"), "run.json")).unwrap();
    let command = run["command"].as_str().unwrap();
    assert!(command.contains(&format!("--a ./bot.sh --against {commit} ")), "{command}");
    repository.assert_clean();
    // A later commit is not what the working tree was compared with.
    repository.write("level", "bad");
    let output = repository.arena(&[&["./bot.sh", "--against", "HEAD", "-o", "worse"], &SMALL[..]].concat());
    assert!(stdout_of(&output).starts_with("worse: ./bot.sh@"), "{}", stdout_of(&output));
}

#[test]
fn by_default_a_test_decides() {
    let repository = Repository::new();
    let words = ["./bot.sh", "--against", "HEAD~1", "--gate", "-g", "kalah:4x3", "-q", "-o", "run"];
    assert_eq!(repository.arena(&words).status.code(), Some(0));
    let run: serde_json::Value =
        serde_json::from_slice(&bytes(&repository.path().join("run"), "run.json")).unwrap();
    assert_eq!((&run["plan"]["games"], &run["plan"]["sprt"]), (&4000.into(), &"0,20".into()));
    let said = repository.refused(2, &["./bot.sh", "--against", "HEAD~1", "--gate", "-n", "10"]);
    assert_eq!(said, "error: --gate needs a test\nadd --sprt 0,20, or omit --games\n");
}

#[test]
fn the_other_version_is_built_in_its_own_folder() {
    let repository = Repository::new();
    repository.write("sub/engine.sh", "#!/bin/sh\nexec \"$ARENA\" engine \"$(cat built)\"\n");
    repository.write(".gitignore", "results\nbuilt\n");
    repository.commit();
    repository.write("level", "smart:3");
    repository.write("sub/built", "bad");
    let mut command = repository.command(&["exec:\"sh engine.sh\"", "--against", "HEAD"]);
    command.args(["--build", "read x; cat ../level >built; [ \"$(cat built)\" = smart:2 ]"]).args(SMALL);
    let output = command.current_dir(repository.path().join("sub")).output().unwrap();
    assert!(stdout_of(&output).starts_with("worse: exec:\"sh engine.sh\"@"), "{output:?}");
    assert_eq!(fs::read_to_string(repository.path().join("sub/built")).unwrap(), "bad");
    repository.assert_clean();
}

#[test]
fn versions_that_are_the_same_are_not_played() {
    let repository = Repository::new();
    let commit = &repository.git("rev-parse HEAD")[..8];
    let output = repository.arena(&["./bot.sh", "--against", "HEAD"]);
    let said = format!("./bot.sh is the same as ./bot.sh@{commit}: there is nothing to play\n");
    assert_eq!((output.status.code(), stdout_of(&output)), (Some(0), said));
    let output = repository.arena(&["./bot.sh", "--against", "HEAD", "--json"]);
    assert!(stdout_of(&output).ends_with("\"same\":true,\"verdict\":\"not shown\"}\n"), "{output:?}");
    // What is the same is not weaker, and not stronger.
    for (test, code, said) in [("-10,0", 0, "PASS: not weaker"), ("0,20", 3, "FAIL: not stronger")] {
        let output = repository.arena(&["./bot.sh", "--against", "HEAD", "--gate", "--sprt", test, "-q"]);
        let expected = (Some(code), format!("{said} (the same version)\n"));
        assert_eq!((output.status.code(), stdout_of(&output)), expected);
    }
    assert!(!repository.path().join("results").exists());
    repository.assert_clean();
    // The build is the same, but something else is not.
    repository.write("other", "");
    repository.commit();
    let words = ["./bot.sh", "--against", "HEAD~1", "--build", "true", "-n", "2", "-g", "kalah:4x3"];
    let said = stderr_of(&repository.arena(&words));
    assert!(said.contains("are the same build, though other files differ: is yours up to date?"), "{said}");
}

#[test]
fn what_cannot_be_compared_is_refused_with_the_reason() {
    let repository = Repository::new();
    let refused = |words: &[&str]| repository.refused(2, words);
    insta::assert_snapshot!(refused(&["./bot.sh", "--against", "HEAD~9"]), @"
    error: --against: there is no commit 'HEAD~9'
    git log --oneline lists the commits
    ");
    assert!(refused(&["./bot.sh", "--against=--help"]).contains("there is no commit '--help'"));
    insta::assert_snapshot!(refused(&["smart:6", "--against", "HEAD"]), @"
    error: player: smart is built in, so git has no other version of it
        smart:6
        ^^^^^^^
    give a bot, for example ./bot.py
    ");
    insta::assert_snapshot!(refused(&["./bot.sh", "bad", "--against", "HEAD"]), @"
    error: --against plays one bot against its other version, not 2
    for example arena ./bot.py --against HEAD~1
    ");
    repository.write("new.sh", BOT);
    let commit = &repository.git("rev-parse HEAD~1")[..8];
    let said = refused(&["./new.sh", "--against", "HEAD~1"]).replace(commit, "COMMIT");
    insta::assert_snapshot!(said, @"
    error: --against: there is no ./new.sh in COMMIT, which is HEAD~1
    if it is built, say how: --build 'make'
    ");
    let absolute = repository.path().canonicalize().unwrap().join("bot.sh");
    let said = refused(&[absolute.to_str().unwrap(), "--against", "HEAD~1"]);
    assert!(
        said.contains("bot.sh would be the same file in both versions\nwrite its path relative"),
        "{said}"
    );
    let said = repository
        .refused(1, &["./bot.sh", "--against", "HEAD~1", "--build", "echo one; echo two >&2; exit 3", "-q"]);
    insta::assert_snapshot!(said, @"
    error: --against: --build failed with exit status: 3: echo one; echo two >&2; exit 3
    one
    two
    ");
}

#[test]
fn a_folder_without_commits_or_repository_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let said = |folder: &Path| {
        let mut arena = Command::new(env!("CARGO_BIN_EXE_arena"));
        let arena = arena.args(["./bot.sh", "--against", "HEAD"]).current_dir(folder);
        let output = arena.env("GIT_CEILING_DIRECTORIES", folder.parent().unwrap()).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        stderr_of(&output)
    };
    let without = said(folder.path());
    assert!(
        without.starts_with("error: --against: the current directory is in no git repository: "),
        "{without}"
    );
    assert!(without.ends_with("\nchange to the repository of the bot\n"), "{without}");
    assert!(
        Command::new("git").args(["init", "--quiet"]).current_dir(folder.path()).status().unwrap().success()
    );
    assert!(said(folder.path()).contains("the repository has no commits\ncommit a version"));
}

#[test]
fn a_killed_run_leaves_nothing_that_stops_the_next_one_which_continues_it() {
    let repository = Repository::new();
    repository.write("level", "smart:5");
    let words = [
        "./bot.sh",
        "--against",
        "HEAD~1",
        "-n",
        "100k",
        "-j",
        "1",
        "-o",
        "run",
        "--build",
        "date +%N >stamp",
    ];
    let mut killed = repository.command(&words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    until_games_are_written(&repository.path().join("run"));
    killed.kill().unwrap();
    killed.wait().unwrap();
    let worktree: PathBuf = repository.path().join(".git/arena/worktree-1");
    assert!(worktree.exists());
    let output = repository.arena(&[&words[..], &["--max-time", "3s"]].concat());
    let said = stderr_of(&output);
    assert!(said.contains("continuing the run in run after "), "{said}");
    assert!(said.contains(" --build 'date +%N >stamp' "), "{said}");
    until("the worktree is gone", || !worktree.exists());
    repository.assert_clean();
}

#[test]
fn several_processes_have_their_own_worktrees() {
    let repository = Repository::new();
    let line = |shard: &str| {
        let words = ["./bot.sh", "--against", "HEAD~1", "-o", "run", "--shard", shard];
        repository.command(&[&words[..], &SMALL[..]].concat()).stdout(Stdio::null()).spawn().unwrap()
    };
    let both = [line("1/2"), line("2/2")];
    for mut shard in both {
        assert!(shard.wait().unwrap().success());
    }
    repository.assert_clean();
    let output = repository.arena(&["merge", "run", "-q"]);
    assert!(stdout_of(&output).starts_with("better: "), "{output:?}");
}
