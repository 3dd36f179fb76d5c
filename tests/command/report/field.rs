//! `arena stats --a NAME` on a tournament: the results of one player against several opponents.
#![allow(clippy::print_stdout)]

use std::fs;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use serde_json::Value;

use crate::common::{json, play};

/// The statistics of a player of a file.
fn of_player(file: &Path, player: &str) -> Value {
    json(&["stats", file.to_str().unwrap(), "--a", player, "--json"])
}

fn number(statistics: &Value, name: &str) -> f64 {
    statistics[name].as_f64().unwrap()
}

fn width(statistics: &Value, of: &str) -> f64 {
    number(statistics, &format!("{of}_high")) - number(statistics, &format!("{of}_low"))
}

/// The same games without their openings, so that nothing says which of them are correlated.
fn without_openings(games: &Path) -> PathBuf {
    let out = games.with_extension("alone.csv");
    let text = fs::read_to_string(games).unwrap();
    fs::write(&out, text.replacen("opening", "start", 1)).unwrap();
    out
}

#[test]
fn results_against_several_opponents_from_one_opening_are_correlated() {
    let runs = tempfile::tempdir().unwrap();
    let out = runs.path().join("run");
    // greedy chooses as smart:1 does.
    play(&out, "tournament smart:3 smart:1 greedy --games 60 --openings random:6");
    let games = out.join("games.csv");
    let (together, alone) = (of_player(&games, "smart:3"), of_player(&without_openings(&games), "smart:3"));
    for name in ["n", "score", "elo", "nelo"] {
        assert_eq!(together[name], alone[name], "{name}");
    }
    for of in ["score", "nelo"] {
        let wider = width(&together, of) / width(&alone, of);
        assert!((1.3..1.6).contains(&wider), "{of}: {wider}");
    }
    assert!(number(&together, "los") < number(&alone, "los"));
}

#[test]
fn the_statistics_of_two_players_do_not_depend_on_openings() {
    let runs = tempfile::tempdir().unwrap();
    let [tournament, two] = ["tournament", "match"].map(|name| runs.path().join(name));
    play(&tournament, "tournament smart:3 smart:1 greedy --games 60 --openings random:6");
    play(&two, "smart:3 smart:1 --games 60 --openings random:6");
    let games = tournament.join("games.csv");
    let between =
        |file: &Path| json(&["stats", file.to_str().unwrap(), "--a", "smart:3", "--b", "greedy", "--json"]);
    assert_eq!(between(&games), between(&without_openings(&games)));
    let games = two.join("games.csv");
    assert_eq!(of_player(&games, "smart:3"), of_player(&without_openings(&games), "smart:3"));
}

/// Players that are far apart, close, and alike: `greedy` chooses as `smart:1` does, and `chance` as `smart:3` except for
/// ties.
const TOURNAMENTS: [&str; 4] = [
    "smart:1..3 greedy random",
    "smart:2..4",
    "smart:1..3 bad random",
    "smart:3 chance=smart:3,ties=random greedy",
];

#[test]
#[ignore = "plays hundreds of tournaments"]
fn scores_against_the_field_of_real_tournaments_contain_the_truth_in_94_of_100_cases() {
    let simulations: u32 = std::env::var("ARENA_SIMULATIONS").map_or(40, |many| many.parse().unwrap());
    let runs = tempfile::tempdir().unwrap();
    println!("\n| players | by opening: least | mean | as if independent: least | mean |");
    println!("| --- | --- | --- | --- | --- |");
    for players in TOURNAMENTS {
        let tournament = |games: u32, seed: u32| {
            let out = runs.path().join(format!("{games}-{seed}"));
            let options = format!("--games {games} --seed {seed} --openings random:6 --threads 1");
            play(&out, &format!("tournament {players} {options}"));
            out.join("games.csv")
        };
        // Played from most of the existing openings.
        let all = tournament(8000, 0);
        let names = names_in(&all.with_file_name("run.json"));
        let truth: Vec<f64> = names.iter().map(|name| number(&of_player(&all, name), "score")).collect();
        fs::remove_dir_all(all.parent().unwrap()).unwrap();
        // Of every tournament and player: by opening, and as if independent.
        let held: Vec<Vec<[bool; 2]>> = (1..=simulations)
            .into_par_iter()
            .map(|seed| {
                let games = tournament(60, seed);
                let files = [games.clone(), without_openings(&games)];
                let holds = |(name, truth): (&String, &f64)| {
                    files.each_ref().map(|file| {
                        let found = of_player(file, name);
                        (number(&found, "score_low")..=number(&found, "score_high")).contains(truth)
                    })
                };
                let held = names.iter().zip(&truth).map(holds).collect();
                fs::remove_dir_all(games.parent().unwrap()).unwrap();
                held
            })
            .collect();
        let covered = |which: usize, player: usize| {
            held.iter().filter(|held| held[player][which]).count() as f64 / f64::from(simulations)
        };
        let [by_opening, independent] = [0, 1].map(|which| {
            let shares: Vec<f64> = (0..names.len()).map(|player| covered(which, player)).collect();
            (shares.iter().copied().fold(1.0, f64::min), shares.iter().sum::<f64>() / shares.len() as f64)
        });
        let percent = |(least, mean): (f64, f64)| format!("{:.1} % | {:.1} %", 100.0 * least, 100.0 * mean);
        println!("| {players} | {} | {} |", percent(by_opening), percent(independent));
        let allowed = 4.0 * (0.94 * 0.06 / f64::from(simulations)).sqrt();
        assert!(by_opening.0 >= 0.94 - allowed, "{players}: {by_opening:?}");
    }
}

/// The names of the players in a `run.json`.
fn names_in(run: &Path) -> Vec<String> {
    let run: Value = serde_json::from_slice(&fs::read(run).unwrap()).unwrap();
    let players = run["plan"]["players"].as_array().unwrap();
    players.iter().map(|player| player["name"].as_str().unwrap().to_owned()).collect()
}
