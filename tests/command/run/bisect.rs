//! `arena bisect`: the commit of a repository that made a bot weaker.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

use crate::common::{bytes, stderr_of, stdout_of, until};

/// A repository whose bot is built: it plays as the file `level` says. A file `broken` breaks the build.
struct Repository(TempDir);

const BUILD: &str = "\
test ! -e broken || { echo 'engine.c:12: syntax error'; exit 1; }
{ echo '#!/bin/sh'; echo \"# $(cat version)\"; echo \"exec \\\"\\$ARENA\\\" engine $(cat level)\"; } > engine
chmod +x engine
echo built >> \"$BUILDS\"
";

const SMALL: [&str; 10] = [
    "--bot",
    "./engine,deterministic=yes",
    "--build",
    "sh build.sh",
    "-g",
    "kalah:4x3",
    "-j",
    "1",
    "-o",
    "run",
];

impl Repository {
    /// Commits of changes, each by the file that it changes and its new content.
    fn new(commits: &[(&str, &str)]) -> Repository {
        let repository = Repository(tempfile::tempdir().unwrap());
        repository.git("init --quiet --initial-branch=main");
        for (name, text) in [("build.sh", BUILD), ("version", "1"), (".gitignore", "engine\nrun\nresults\n")]
        {
            fs::write(repository.path().join(name), text).unwrap();
        }
        for (name, text) in commits {
            repository.change(name, text);
        }
        repository
    }

    /// A bot that loses its depth, with a commit that does not build, and with changes that play the same.
    fn with_loss() -> Repository {
        Repository::new(&[
            ("level", "smart:2"),
            ("notes", "one"),
            ("version", "2"),
            ("broken", ""),
            ("broken", "-"),
            ("level", "smart:2,eval=hoard"),
            ("notes", "two"),
            ("level", "smart:1"),
            ("version", "3"),
            ("notes", "three"),
        ])
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    /// Commits a change of a file; `-` removes it.
    fn change(&self, name: &str, text: &str) {
        let path = self.path().join(name);
        if text == "-" {
            fs::remove_file(path).unwrap();
        } else {
            fs::write(path, text).unwrap();
        }
        self.git("add --all");
        let (name, text) = (name.replace(' ', "-"), if text.is_empty() { "is-here" } else { text });
        self.git(&format!("commit --quiet --no-gpg-sign --message {name}-{text}"));
    }

    fn git(&self, line: &str) -> String {
        let mut git = Command::new("git");
        git.args(["-c", "user.name=me", "-c", "user.email=me@example.org", "-C"]).arg(self.path());
        for variable in ["GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE"] {
            git.env(variable, "2026-01-01T00:00:00Z");
        }
        let output = git.args(line.split_whitespace()).output().unwrap();
        assert!(output.status.success(), "git {line}: {}", stderr_of(&output));
        stdout_of(&output).trim().to_owned()
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
        command.arg("bisect").args(words).current_dir(self.path()).env("ARENA", env!("CARGO_BIN_EXE_arena"));
        command.env("BUILDS", self.path().join(".git/built.txt")).stdin(Stdio::null());
        command
    }

    fn bisect(&self, words: &[&str]) -> Output {
        self.command(words).output().unwrap()
    }

    /// What a search is refused with.
    fn refused(&self, code: i32, words: &[&str]) -> String {
        let output = self.bisect(words);
        assert_eq!((output.status.code(), stdout_of(&output).as_str()), (Some(code), ""), "{words:?}");
        stderr_of(&output)
    }

    /// The JSON of a search in a folder.
    fn json(&self, words: &[&str], code: i32) -> Value {
        let output = self.bisect(&[words, &["--json", "--no-progress"]].concat());
        assert_eq!(output.status.code(), Some(code), "{}", stderr_of(&output));
        serde_json::from_slice(&output.stdout).unwrap()
    }

    /// How often something was built.
    fn builds(&self) -> usize {
        fs::read_to_string(self.path().join(".git/built.txt")).map_or(0, |text| text.lines().count())
    }

    /// The steps of the search so far.
    fn steps(&self) -> Vec<Value> {
        let text = fs::read(self.path().join("run/bisect.json")).unwrap_or_default();
        let file: Value = serde_json::from_slice(&text).unwrap_or_default();
        file["steps"].as_array().cloned().unwrap_or_default()
    }
}

#[test]
fn the_commit_with_the_loss_is_found() {
    let repository = Repository::with_loss();
    let output = repository.bisect(&[&["HEAD~9", "HEAD"], &SMALL[..]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr_of(&output));
    insta::assert_snapshot!(stdout_of(&output), @"
    18c5bbf7 lost 150 Elo (95 %: 99 to 207): probability 99.4 %
      level-smart:1

      commit    games   score  probability
      c3367017      -       -            -  good: level-smart:2
      40e05265      -       -          0 %  like c3367017: broken--
      c6a1e502     80  50.6 %        0.3 %  notes-two
      18c5bbf7      -       -       99.4 %  like e9889314: level-smart:1
      e9889314    126  29.8 %          0 %  bad: notes-three
      and 5 commits more with 0.3 % in all

      played   206 games of 2 commits; 0 skipped, 2 like a neighbour
      test     H0 accepted, -20 nElo rather than 0: LLR -2.96, bounds -2.94 to 2.94

    git show 18c5bbf7

    run
    ");
    insta::assert_snapshot!(stderr_of(&output), @"
    building c3367017 (level-smart:2)
    building e9889314 (notes-three)
    testing whether e9889314 is weaker than c3367017
    building 40e05265 (broken--)
    40e05265 plays like c3367017: no games
    building c6a1e502 (notes-two)
    playing c6a1e502: 16 games
    after 142 games the most probable commit is 18c5bbf7 with 30.9 %
    building 18c5bbf7 (level-smart:1)
    18c5bbf7 plays like e9889314: no games
    playing c6a1e502: 16 games
    after 158 games the most probable commit is 18c5bbf7 with 72.7 %
    playing c6a1e502: 16 games
    after 174 games the most probable commit is 18c5bbf7 with 89.1 %
    playing c6a1e502: 16 games
    after 190 games the most probable commit is 18c5bbf7 with 94.3 %
    playing c6a1e502: 16 games
    after 206 games the most probable commit is 18c5bbf7 with 99.4 %
    ");
}

#[test]
fn programs_get_json() {
    let repository = Repository::with_loss();
    let found = repository.json(&[&["HEAD~9"], &SMALL[..]].concat(), 0);
    assert_eq!(found["verdict"], "found");
    assert_eq!(found["commit"], repository.git("rev-parse HEAD~2"));
    assert_eq!(found["suspects"]["commits"][0]["subject"], "level-smart:1");
    assert!(found["suspects"]["probability"].as_f64() >= Some(0.95));
    assert!(found["elo_low"].as_f64() < found["elo"].as_f64() && found["elo_high"].as_f64() < Some(0.0));
    let commits = found["commits"].as_array().unwrap();
    assert_eq!(commits.len(), 10);
    let games: u64 = commits.iter().map(|commit| commit["games"].as_u64().unwrap()).sum();
    assert_eq!(found["games"], games);
}

#[test]
fn a_commit_is_built_once_and_one_like_its_neighbour_plays_no_games() {
    let repository = Repository::with_loss();
    let found = repository.json(&[&["HEAD~9"], &SMALL[..]].concat(), 0);
    let commits = found["commits"].as_array().unwrap();
    let is_built = |commit: &Value| !commit["like"].is_null() || commit["games"].as_u64() > Some(0);
    // The good commit, and those that played or were compared.
    assert_eq!(repository.builds(), 1 + commits.iter().filter(|commit| is_built(commit)).count());
    let alike: Vec<&Value> = commits.iter().filter(|commit| !commit["like"].is_null()).collect();
    assert!(!alike.is_empty() && alike.iter().all(|commit| commit["games"] == 0), "{alike:?}");
    let played = fs::read_dir(repository.path().join("run/games")).unwrap().count();
    assert_eq!(played, commits.iter().filter(|commit| commit["games"].as_u64() > Some(0)).count());
    // Its matches are runs, and its worktrees are not.
    let mut runs = Command::new(env!("CARGO_BIN_EXE_arena"));
    let runs = stdout_of(&runs.args(["runs", "run"]).current_dir(repository.path()).output().unwrap());
    assert!(runs.matches("  run/games/").count() == played && !runs.contains("builds/"), "{runs}");
    // A finished search is not played again.
    let again = repository.bisect(&[&["HEAD~9"], &SMALL[..]].concat());
    let said = "run holds this search, which is finished: add --fresh to play it again\n";
    assert_eq!((again.status.code(), stderr_of(&again).as_str()), (Some(0), said));
}

#[test]
#[ignore = "kills a search after every step"]
fn a_search_that_is_killed_again_and_again_comes_to_the_same_result() {
    let whole = Repository::with_loss();
    let words = [&["HEAD~9"], &SMALL[..]].concat();
    let expected = whole.json(&words, 0);
    let repository = Repository::with_loss();
    for steps in 1..whole.steps().len() {
        let mut killed = repository.command(&words);
        let mut killed = killed.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        until("a step is done", || repository.steps().len() >= steps || killed.try_wait().unwrap().is_some());
        killed.kill().unwrap();
        killed.wait().unwrap();
    }
    assert_eq!(repository.json(&words, 0), expected);
    assert_eq!(repository.steps(), whole.steps(), "no step is repeated");
    for game in fs::read_dir(whole.path().join("run/games")).unwrap() {
        let run = Path::new("run/games").join(game.unwrap().file_name());
        let [one, other] = [&whole, &repository].map(|at| bytes(&at.path().join(&run), "games.csv"));
        assert!(one == other, "{}", run.display());
    }
}

#[test]
fn a_time_limit_stops_a_search_that_the_same_command_continues() {
    let repository = Repository::new(&[("level", "smart:6"), ("level", "smart:5"), ("notes", "one")]);
    let words = ["HEAD~2", "--bot", "./engine,deterministic=yes", "--build", "sh build.sh", "-o", "run"];
    let said = repository.refused(130, &[&words[..], &["--max-time", "1ms", "--no-progress"]].concat());
    assert!(
        said.contains("stopped by --max-time after 0 games of complete visits. Continue with:\n"),
        "{said}"
    );
    let good = repository.git("rev-parse HEAD~2");
    assert!(said.contains(&format!("arena bisect {good} ")), "{said}");
}

#[test]
fn what_cannot_be_built_may_have_the_loss() {
    let repository = Repository::new(&[
        ("level", "smart:2"),
        ("notes", "one"),
        ("broken", ""),
        ("level", "smart:1"),
        ("broken", "-"),
        ("notes", "two"),
    ]);
    let output = repository.bisect(&[&["HEAD~5", "--quiet"], &SMALL[..]].concat());
    assert_eq!(output.status.code(), Some(4), "{}", stderr_of(&output));
    insta::assert_snapshot!(stdout_of(&output), @"one of 3 commits lost 151 Elo (95 %: 101 to 206): probability over 99.9 %; a80e20b4 is the last of them, and no other can be played");
    let found = repository.json(&[&["HEAD~5"], &SMALL[..]].concat(), 4);
    assert_eq!((&found["verdict"], &found["commit"]), (&"narrowed".into(), &Value::Null));
    assert_eq!(found["suspects"]["commits"].as_array().unwrap().len(), 3);
}

#[test]
fn there_may_be_nothing_to_find() {
    let same = Repository::new(&[("level", "smart:2"), ("notes", "one")]);
    let output = same.bisect(&[&["HEAD~1", "--quiet"], &SMALL[..]].concat());
    assert_eq!(output.status.code(), Some(3));
    insta::assert_snapshot!(stdout_of(&output), @"714a378a is the same bot as c3367017: there is no loss to find");
    let moves = Repository::new(&[("level", "smart:2"), ("version", "2")]);
    let output = moves.bisect(&[&["HEAD~1", "--quiet"], &SMALL[..]].concat());
    assert_eq!(output.status.code(), Some(3));
    insta::assert_snapshot!(stdout_of(&output), @"dd1a7d8a is not weaker than c3367017: 50.0 % of 200 games, H1 accepted, as both play the same moves: LLR 0.65, bounds -2.94 to 2.94");
    let stronger = Repository::new(&[("level", "smart:1"), ("level", "smart:2")]);
    let output = stronger.bisect(&[&["HEAD~1", "--quiet"], &SMALL[..]].concat());
    assert_eq!(output.status.code(), Some(3));
    insta::assert_snapshot!(stdout_of(&output), @"21863455 is not weaker than f9eb9083: 70.2 % of 114 games, H1 accepted, 0 nElo rather than -20: LLR 2.99, bounds -2.94 to 2.94");
}

#[test]
fn more_games_continue_an_undecided_search() {
    let repository = Repository::with_loss();
    let words = |games| [&["HEAD~9", "--quiet", "-n", games], &SMALL[..]].concat();
    let few = repository.bisect(&words("8"));
    assert_eq!(few.status.code(), Some(4));
    insta::assert_snapshot!(stdout_of(&few), @"it is not decided whether e9889314 is weaker than c3367017: 37.5 % of 8 games; the test needs about 150 more games");
    assert_eq!(repository.bisect(&words("8")).stdout, few.stdout, "it is finished");
    let more = repository.bisect(&words("130"));
    assert_eq!(more.status.code(), Some(0), "{}", stdout_of(&more));
    let whole = Repository::with_loss();
    assert_eq!(whole.bisect(&words("130")).stdout, more.stdout);
}

#[test]
fn wrong_use_gets_a_sentence() {
    let repository = Repository::with_loss();
    let refused = |words: &[&str]| repository.refused(2, &[words, &SMALL[..]].concat());
    insta::assert_snapshot!(refused(&["v9"]), @"
    error: there is no commit 'v9'
    git log --oneline lists the commits
    ");
    insta::assert_snapshot!(refused(&["HEAD"]), @"
    error: the good and the bad commit are the same, e9889314
    name a commit in which the bot was stronger as GOOD
    ");
    insta::assert_snapshot!(refused(&["HEAD", "HEAD~2"]), @"
    error: e9889314, the good commit, is not in the history of 18c5bbf7
    it is the other way round: name 18c5bbf7 as GOOD
    ");
    insta::assert_snapshot!(refused(&["HEAD~9", "--sprt", "0,20"]), @"
    error: --sprt: 0,20 does not ask whether the bad commit is weaker
    write the loss that matters and 0, for example -20,0
    ");
    insta::assert_snapshot!(repository.refused(2, &["HEAD~9", "--bot", "smart:2"]), @"
    error: --bot: smart is built in, so git has no other version of it
        smart:2
        ^^^^^^^
    give a bot, for example ./bot.py
    ");
    insta::assert_snapshot!(repository.refused(1, &["HEAD~6", "--bot", "./engine", "--build", "sh build.sh"]), @"
    building 816de975 (broken-is-here)
    error: 816de975, the good commit, cannot be played: --build failed with exit status: 1: sh build.sh
    engine.c:12: syntax error
    name another commit as GOOD
    ");
    insta::assert_snapshot!(repository.refused(1, &["HEAD~9", "HEAD~6", "--bot", "./engine", "--build", "sh build.sh"]), @"
    building c3367017 (level-smart:2)
    building 816de975 (broken-is-here)
    error: 816de975, the bad commit, cannot be played: --build failed with exit status: 1: sh build.sh
    engine.c:12: syntax error
    name another commit as BAD
    ");
    insta::assert_snapshot!(repository.refused(1, &["HEAD~9", "--bot", "./engine"]), @"
    building c3367017 (level-smart:2)
    error: c3367017, the good commit, cannot be played: there is no ./engine in it; if it is built, say how: --build 'make'
    name another commit as GOOD
    ");
    fs::write(repository.path().join("level"), "smart:3").unwrap();
    insta::assert_snapshot!(refused(&["HEAD~9"]), @"
    error: the working tree has changes that are in no commit, and only commits are compared
    commit or stash them, or name the bad commit: HEAD is the last one
    ");
    repository.git("checkout --quiet level");
    repository.git("checkout --quiet -b side HEAD~3");
    repository.change("notes", "side");
    insta::assert_snapshot!(refused(&["main", "side"]), @"
    error: e9889314, the good commit, is not in the history of 243369f3
    they are on different branches, which part at git merge-base e9889314 243369f3
    ");
    repository.git("checkout --quiet main");
    repository.git("merge --quiet --no-gpg-sign --strategy=ours side --message merged");
    insta::assert_snapshot!(refused(&["side"]), @"
    error: 243369f3, the good commit, was merged into the history of ae79f9be from another branch
    name a commit of the main line as GOOD, for example c6a1e502
    ");
    let elsewhere = tempfile::tempdir().unwrap();
    let mut command = repository.command(&["HEAD~9", "--bot", "./engine"]);
    let output = command.current_dir(elsewhere.path()).env("GIT_CEILING_DIRECTORIES", "/").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    insta::assert_snapshot!(stderr_of(&output), @"
    error: the current directory is in no git repository: fatal: not a git repository (or any of the parent directories): .git
    change to the repository of the bot
    ");
}

#[test]
fn another_search_in_the_folder_is_left_alone() {
    let repository = Repository::with_loss();
    repository.json(&[&["HEAD~9"], &SMALL[..]].concat(), 0);
    let said = repository.refused(2, &[&["HEAD~9", "--seed", "2"], &SMALL[..]].concat());
    assert!(said.starts_with("error: run holds a run of another plan (seed: 1 there, 2 here)\n"), "{said}");
    let found = repository.json(&[&["HEAD~9", "--seed", "2", "--fresh"], &SMALL[..]].concat(), 0);
    assert_eq!(found["commit"], repository.git("rev-parse HEAD~2"));
}

#[test]
#[ignore = "searches among 32 commits take a while"]
fn the_loss_is_found_among_32_commits() {
    for (culprit, seed) in [(5, "1"), (17, "2"), (30, "3")] {
        let number = |commit: usize| commit.to_string();
        let numbers: Vec<String> = (0..=32).map(number).collect();
        let commit = |commit: usize| match commit {
            0 => ("level", "smart:3"),
            commit if commit == culprit => ("level", "smart:2"),
            9 | 21 => ("broken", ""),
            10 | 22 => ("broken", "-"),
            commit if commit % 3 == 0 => ("version", numbers[commit].as_str()),
            commit => ("notes", numbers[commit].as_str()),
        };
        let repository = Repository::new(&(0..=32).map(commit).collect::<Vec<_>>());
        let found = repository.json(&[&["HEAD~32", "--seed", seed], &SMALL[..]].concat(), 0);
        assert_eq!(found["commit"], repository.git(&format!("rev-parse HEAD~{}", 32 - culprit)), "{found}");
    }
}
