//! `arena compare` and `arena init`.

use std::fs;
use std::path::Path;

use crate::common::{arena, change_json, json, play, stderr_of, stdout, stdout_of};

fn path(folder: &Path) -> &str {
    folder.to_str().unwrap()
}

#[test]
fn two_players_are_compared_against_one_opponent_pair_by_pair() {
    let runs = tempfile::tempdir().unwrap();
    let [weak, strong] = ["weak", "strong"].map(|name| runs.path().join(name));
    play(&weak, "--games 400 --a smart:1 --b greedy,eval=tempo --openings random:6");
    play(&strong, "--games 300 --a smart:4 --b greedy,eval=tempo --openings random:6");

    let text = stdout(&["compare", path(&weak), path(&strong)]);
    assert!(text.starts_with("smart:4 is stronger than smart:1 against greedy,eval=tempo: +0."), "{text}");
    assert!(text.contains("150 shared pairs"), "{text}");
    let back = stdout(&["compare", path(&strong), path(&weak)]);
    assert!(back.starts_with("smart:1 is weaker than smart:4"), "{back}");

    let found = json(&["compare", path(&weak), path(&strong), "--json"]);
    assert_eq!((&found["pairs"], &found["runs"][0]["player"]), (&150.into(), &"smart:1".into()));
    let number = |key: &str| found[key].as_f64().unwrap();
    let (low, value, high) = (number("difference_low"), number("difference"), number("difference_high"));
    assert!(0.0 < low && low < value && value < high, "{low} {value} {high}");
    // The first 300 games of the longer run are those of the shorter.
    let score = |file: &Path, name: &str| {
        let mut games = csv::Reader::from_path(file.join("games.csv")).unwrap();
        let points = games.records().take(300).map(|row| match row.unwrap().get(6).unwrap() {
            "draw" => 0.5,
            winner => f64::from(u8::from(winner == name)),
        });
        points.sum::<f64>() / 300.0
    };
    assert!((value - (score(&strong, "smart:4") - score(&weak, "smart:1"))).abs() < 1e-6);
}

#[test]
fn the_same_games_differ_by_nothing_and_the_common_player_is_the_opponent() {
    let runs = tempfile::tempdir().unwrap();
    let [one, two, other] = ["one", "two", "other"].map(|name| runs.path().join(name));
    play(&one, "--games 40 --a smart:2 --b bad");
    play(&two, "--games 40 --a smart:2 --b bad --threads 1");
    play(&other, "--games 40 --a smart:2 --b greedy");
    let text = stdout(&["compare", path(&one), path(&two)]);
    assert!(text.starts_with("both runs play the same games: 20 shared pairs\n"), "{text}");
    assert_eq!(json(&["compare", path(&one), path(&two), "--json"])["difference_low"], 0.0);
    let found = json(&["compare", path(&one), path(&other), "--json"]);
    assert_eq!((&found["runs"][0]["player"], &found["runs"][1]["player"]), (&"bad".into(), &"greedy".into()));
    assert_eq!(found["runs"][1]["opponent"], "smart:2");
}

#[test]
fn runs_that_cannot_be_compared_are_rejected_with_the_reason() {
    let runs = tempfile::tempdir().unwrap();
    let run = |name: &str, line: &str| {
        let out = runs.path().join(name);
        play(&out, line);
        out
    };
    let kalah = run("kalah", "--games 10 --a smart:1 --b bad");
    let seed = run("seed", "--games 10 --a smart:1 --b bad --seed 2 --openings random:8");
    let others = run("others", "--games 10 --a greedy --b random");
    let connect = run("connect", "--games 10 --a smart:1 --b bad --game connect");
    let tournament = runs.path().join("tournament");
    play(&tournament, "tournament bad random greedy --games 2");
    for (other, reason) in [
        (&seed, "starts from the same opening"),
        (&others, "have no opponent in common: smart:1 became greedy, bad became random"),
        (&connect, "are runs of different games: kalah:6x4, connect:7x6x4"),
        (&tournament, "not the run of a match"),
        (&runs.path().join("none"), "cannot read it"),
    ] {
        let output = arena(&["compare", path(&kalah), path(other)]);
        assert_eq!((output.status.code(), stdout_of(&output).as_str()), (Some(2), ""), "{reason}");
        assert!(stderr_of(&output).contains(reason), "{reason}: {}", stderr_of(&output));
    }
}

/// A folder with bots that play as their scripts say.
#[cfg(unix)]
struct Bots(tempfile::TempDir);

#[cfg(unix)]
impl Bots {
    /// Writes a bot that plays as a strategy does.
    fn write(&self, name: &str, strategy: &str) {
        use std::os::unix::fs::PermissionsExt as _;
        let path = self.0.path().join(name);
        fs::write(&path, format!("#!/bin/sh\nexec \"$ARENA\" engine {strategy}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// What a command prints on stdout and stderr, and its exit code.
    fn run(&self, line: &str) -> (String, String, Option<i32>) {
        let mut command = assert_cmd::Command::cargo_bin("arena").unwrap();
        command.args(line.split_whitespace()).current_dir(&self.0);
        let output = command.env("ARENA", env!("CARGO_BIN_EXE_arena")).output().unwrap();
        (stdout_of(&output), stderr_of(&output), output.status.code())
    }

    fn play(&self, out: &str, players: &str) {
        let (_, said, code) =
            self.run(&format!("{players} --games 40 --openings random:4 --out {out} --quiet"));
        assert_eq!(code, Some(0), "{said}");
    }

    /// Who is stronger or weaker, or that no difference is shown.
    fn compare(&self, before: &str, after: &str) -> String {
        let (text, said, code) = self.run(&format!("compare {before} {after}"));
        assert_eq!((said.as_str(), code), ("", Some(0)));
        text.split(':').next().unwrap().to_owned()
    }

    fn refusal(&self, before: &str, after: &str) -> String {
        let (text, said, code) = self.run(&format!("compare {before} {after}"));
        assert_eq!((text.as_str(), code), ("", Some(2)));
        said
    }
}

#[test]
#[cfg(unix)]
fn the_player_whose_files_changed_is_compared_and_a_changed_opponent_is_refused() {
    let bots = Bots(tempfile::tempdir().unwrap());
    bots.write("mine.sh", "bad");
    bots.write("other.sh", "bad");
    bots.play("first", "./mine.sh ./other.sh");
    bots.write("mine.sh", "smart:2");
    bots.play("mine-changed", "./mine.sh ./other.sh");
    bots.write("other.sh", "smart:2");
    bots.play("both-changed", "./mine.sh ./other.sh");
    bots.play("another", "smart:1 ./other.sh");

    let found = bots.compare("first", "mine-changed");
    assert_eq!(found, "./mine.sh in mine-changed is stronger than first against ./other.sh");
    let found = bots.compare("mine-changed", "both-changed");
    assert_eq!(found, "./other.sh in both-changed is stronger than mine-changed against ./mine.sh");
    insta::assert_snapshot!(bots.refusal("first", "both-changed"), @"
    error: first and both-changed have no opponent in common: the files of ./mine.sh have changed, the files of ./other.sh have changed
    play one of them again so that only one player differs
    ");
    insta::assert_snapshot!(bots.refusal("first", "another"), @"
    error: first and another have no opponent in common: ./mine.sh became smart:1, the files of ./other.sh have changed
    play one of them again so that only one player differs
    ");
    // The only common player has changed, in the second place as in the first.
    bots.play("swapped", "./other.sh smart:1");
    bots.write("other.sh", "smart:1");
    bots.play("swapped-and-changed", "./other.sh bad");
    insta::assert_snapshot!(bots.refusal("swapped", "swapped-and-changed"), @"
    error: swapped and swapped-and-changed have no opponent in common: the files of ./other.sh have changed, smart:1 became bad
    play one of them again so that only one player differs
    ");
}

#[test]
fn a_player_that_another_build_plays_differently_is_no_common_opponent() {
    let runs = tempfile::tempdir().unwrap();
    let [before, after] = ["before", "after"].map(|name| runs.path().join(name));
    play(&before, "--games 40 --a smart:1 --b bad");
    play(&after, "--games 40 --a smart:2 --b bad");
    let compared_with = |fingerprint: &str| {
        change_json(&after.join("run.json"), |run| run["fingerprints"][1] = fingerprint.into());
        arena(&["compare", path(&before), path(&after)])
    };
    // The digest of fewer positions shows nothing, nor does that of a build.
    for fingerprint in ["47:0123456789abcdef", "build:0123456789abcdef"] {
        assert_eq!(compared_with(fingerprint).status.code(), Some(0), "{fingerprint}");
    }
    let output = compared_with("48:0123456789abcdef");
    assert_eq!(output.status.code(), Some(2));
    let said = stderr_of(&output);
    assert!(
        said.contains("smart:1 became smart:2, bad plays differently in the two builds of arena"),
        "{said}"
    );
}

#[test]
fn the_starter_suite_passes_and_nothing_is_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let here = |args: &[&str]| {
        let output =
            assert_cmd::Command::cargo_bin("arena").unwrap().args(args).current_dir(&folder).output();
        let output = output.unwrap();
        (output.status.code(), stdout_of(&output), stderr_of(&output))
    };
    let (code, said, _) = here(&["init"]);
    assert_eq!(code, Some(0));
    assert!(said.contains("arena check strength.toml --record"), "{said}");
    let (code, said, _) = here(&["check", "strength.toml", "--record", "--quiet"]);
    assert_eq!(code, Some(0), "{said}");
    let (code, said, _) = here(&["check", "strength.toml", "--quiet"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("3 checks: 3 passed"), "{said}");

    let file = folder.path().join("strength.toml");
    fs::write(&file, "mine").unwrap();
    let (code, _, said) = here(&["init"]);
    assert_eq!((code, fs::read_to_string(&file).unwrap().as_str()), (Some(2), "mine"));
    assert!(said.contains("strength.toml already exists"), "{said}");
    assert_eq!(here(&["init", "checks/more.toml"]).0, Some(0));
}

#[test]
fn games_that_turned_are_named_with_the_commands_that_show_them() {
    let runs = tempfile::tempdir().unwrap();
    let [old, new] = ["old", "new"].map(|name| runs.path().join(name));
    play(&old, "smart:4 smart:3 -g connect:5x4x4 -n 40");
    play(&new, "smart:1 smart:3 -g connect:5x4x4 -n 40");
    let found = json(&["compare", path(&old), path(&new), "--json"]);
    let [then, now] = [(&old, "smart:4"), (&new, "smart:1")].map(|(run, player)| {
        let mut games = csv::Reader::from_path(run.join("games.csv")).unwrap();
        let points = games.records().map(|row| match &row.unwrap()[6] {
            "draw" => 1,
            winner => 2 * u8::from(winner == player),
        });
        points.collect::<Vec<_>>()
    });
    let turned = found["turned"].as_array().unwrap();
    assert_eq!(turned.len(), then.iter().zip(&now).filter(|(then, now)| then != now).count());
    for game in turned {
        for (key, points) in [("before", &then), ("after", &now)] {
            let number = game[key]["game"].as_u64().unwrap() as usize;
            assert_eq!(game[key]["points"], f64::from(points[number - 1]) / 2.0, "{game}");
        }
    }
    let text = stdout(&["compare", path(&old), path(&new)]);
    let shown = text.lines().filter_map(|line| line.trim().strip_prefix("arena "));
    let commands: Vec<Vec<&str>> =
        shown.map(|line| line.split(" tells").next().unwrap().split(' ').collect()).collect();
    assert!(commands.len() >= 5, "{text}");
    for command in commands {
        assert_eq!(arena(&command).status.code(), Some(0), "{command:?}");
    }
}
