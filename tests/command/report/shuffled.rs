//! A file in which the two games of a pair are not neighbours gives every command the figures of the file in order.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::TempDir;

use crate::common::{Chance, arena, json, play, stdout};

/// The one whose point of view is taken: by default it would be the first player of the first game.
const PLAYER: &str = "smart:2";

/// Puts the games of a run in another order.
fn shuffle(run: &Path) {
    let path = run.join("games.csv");
    let text = fs::read_to_string(&path).unwrap();
    let mut lines: Vec<&str> = text.lines().collect();
    let mut chance = Chance(7);
    for place in (2..lines.len()).rev() {
        let other = 1 + chance.below(place as u64) as usize;
        lines.swap(place, other);
    }
    fs::write(&path, lines.join("\n") + "\n").unwrap();
}

/// The page of a run or a file, without the plot of its score in the order of the file.
fn page(path: &Path) -> String {
    let page = stdout(&["report", text(path), "-o", "-"]);
    let (before, rest) = page.split_once("<section id=\"run1-course\">").expect("no course");
    format!("{before}{}", rest.split_once("</section>").unwrap().1)
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// The games alone, away from the rest of the run.
fn alone(run: &Path) -> PathBuf {
    let path = run.with_extension("csv");
    fs::copy(run.join("games.csv"), &path).unwrap();
    path
}

/// Fails unless the figures of a run are the same after its games are shuffled.
fn assert_order_does_not_matter(run: &Path, figures: impl Fn(&Path) -> Vec<(&'static str, String)>) {
    let before = figures(run);
    shuffle(run);
    for ((command, before), (_, after)) in before.into_iter().zip(figures(run)) {
        let parts = before.split('>').zip(after.split('>'));
        let differing: Vec<_> = parts.filter(|(before, after)| before != after).take(5).collect();
        assert!(before == after, "{command}: {differing:#?}");
    }
}

/// The output of a command.
fn said(args: &[&str]) -> String {
    let output = arena(args);
    assert_eq!(output.status.code(), Some(0), "arena {args:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The rows of a review, in the order of the players.
fn review(run: &Path) -> String {
    let found = json(&["review", text(run), "--json", "--no-progress"]);
    let mut rows: Vec<String> = found["review"].as_array().unwrap().iter().map(Value::to_string).collect();
    rows.sort();
    rows.join(">")
}

#[test]
fn a_match() {
    let folder = TempDir::new().unwrap();
    let [run, other] = ["run", "other"].map(|name| folder.path().join(name));
    let line = "--games 301 --game kalah:4x3 --openings random:4 --b greedy,eval=tempo --a";
    play(&run, &format!("{line} {PLAYER}"));
    play(&other, &format!("{line} smart:3"));
    assert_order_does_not_matter(&run, |run| {
        let alone = alone(run);
        vec![
            ("stats", said(&["stats", text(run), "--a", PLAYER])),
            ("stats of the file", said(&["stats", text(&alone), "--a", PLAYER, "--json", "--sprt", "0,10"])),
            ("rate", said(&["rate", text(run), "--json"])),
            ("rate of two files", said(&["rate", text(run), text(&other), "--json"])),
            ("compare", said(&["compare", text(run), text(&other), "--json"])),
            ("compare, the other way", said(&["compare", text(&other), text(run), "--json"])),
            ("game 17", said(&["show", text(run), "--game", "17"])),
            ("review", review(run)),
            ("report", page(run)),
            ("report of the file", page(&alone)),
        ]
    });
}

/// Where games repeat, copies of a pair are recognised although their games are apart.
#[test]
fn a_match_with_repeated_games() {
    let folder = TempDir::new().unwrap();
    let [run, other] = ["run", "other"].map(|name| folder.path().join(name));
    play(&run, &format!("--games 200 --game mnk --openings random:2 --a {PLAYER} --b greedy"));
    play(&other, "--games 200 --game mnk --openings random:2 --a bad --b greedy");
    assert_order_does_not_matter(&run, |run| {
        vec![
            ("stats", said(&["stats", text(run), "--a", PLAYER])),
            ("compare", said(&["compare", text(run), text(&other), "--json"])),
            ("report", page(run)),
            ("report of the file", page(&alone(run))),
        ]
    });
}

#[test]
fn a_tournament() {
    assert_order_of_a_tournament_does_not_matter("--games 25");
}

#[test]
fn a_tournament_whose_results_choose_pairings() {
    assert_order_of_a_tournament_does_not_matter("--format swiss --rounds 3 --games 25");
}

fn assert_order_of_a_tournament_does_not_matter(format: &str) {
    let folder = TempDir::new().unwrap();
    let run = folder.path().join("run");
    let line = "tournament smart:1 smart:2 greedy random --game kalah:4x3 --openings random:4";
    play(&run, &format!("{line} {format}"));
    assert_order_does_not_matter(&run, |run| {
        let alone = alone(run);
        vec![
            ("stats", said(&["stats", text(run), "--a", "smart:2"])),
            ("stats of two", said(&["stats", text(run), "--a", "greedy", "--b", "smart:1", "--json"])),
            ("rate", said(&["rate", text(run), "--json"])),
            ("report", page(run)),
            ("report of the file", page(&alone)),
        ]
    });
}
