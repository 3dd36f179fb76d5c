//! Games that are read twice count once, whichever player is named first.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::common::{arena, json, play, stderr_of, stdout, stdout_of};

/// Games of several files one after the other, with some of the columns, in a new file.
fn joined(folders: &[&Path], name: &str, columns: &[&str]) -> PathBuf {
    let path = folders[0].parent().unwrap().join(name);
    let mut out = csv::Writer::from_path(&path).unwrap();
    out.write_record(columns).unwrap();
    for folder in folders {
        let mut games = csv::Reader::from_path(folder.join("games.csv")).unwrap();
        let header = games.headers().unwrap().clone();
        let places = columns.iter().map(|name| header.iter().position(|found| found == *name).unwrap());
        let places: Vec<usize> = places.collect();
        for game in games.records() {
            let game = game.unwrap();
            out.write_record(places.iter().map(|&place| &game[place])).unwrap();
        }
    }
    out.flush().unwrap();
    path
}

const ALL: [&str; 7] = ["game", "pair", "opening", "first", "second", "result", "moves"];
const WITHOUT_MOVES: [&str; 5] = ["pair", "opening", "first", "second", "result"];
const RESULTS: [&str; 4] = ["pair", "first", "second", "result"];

/// What a command prints as JSON, and its warnings.
fn with_warnings(args: &[&str]) -> (Value, String) {
    let output = arena(args);
    assert_eq!(output.status.code(), Some(0), "{}", stderr_of(&output));
    (serde_json::from_str(&stdout_of(&output)).unwrap(), stderr_of(&output))
}

/// Ratings with their errors, without the numbers of games.
fn ratings(files: &[&Path]) -> (Value, String) {
    let files: Vec<&str> = files.iter().map(|file| file.to_str().unwrap()).collect();
    let (mut rated, warnings) = with_warnings(&[&["rate"], files.as_slice(), &["--json"]].concat());
    for player in rated["players"].as_array_mut().unwrap() {
        player.as_object_mut().unwrap().remove("games");
    }
    (rated, warnings)
}

/// The warnings of `arena stats`, and its figures.
fn statistics(file: &Path, options: &[&str]) -> (Vec<String>, Value) {
    let args = [&["stats", file.to_str().unwrap()], options].concat();
    let text = stdout(&args);
    let warnings = text.lines().filter_map(|line| line.strip_prefix("warning: ")).map(str::to_owned);
    (warnings.collect(), json(&[args.as_slice(), &["--json"]].concat()))
}

/// The text of the page of a file.
fn page(file: &Path) -> String {
    let out = file.with_extension("html");
    stdout(&["report", file.to_str().unwrap(), "--out", out.to_str().unwrap()]);
    fs::read_to_string(out).unwrap()
}

#[test]
fn the_same_games_with_the_players_named_the_other_way_round_count_once() {
    let runs = tempfile::tempdir().unwrap();
    let [ab, ba] = ["ab", "ba"].map(|name| runs.path().join(name));
    play(&ab, "smart:3 smart:2 -n 60");
    play(&ba, "smart:2 smart:3 -n 60");

    let single = ratings(&[&ab]);
    for files in [[&ab, &ba], [&ba, &ab]] {
        let (twice, warnings) = ratings(&files.map(PathBuf::as_path));
        assert_eq!(twice, single.0);
        assert_eq!(
            warnings,
            "warning: only 60 of 120 games are distinct; the ratings count each pair once\n"
        );
    }
    let one = joined(&[&ab], "one.csv", &ALL);
    let other = joined(&[&ba], "other.csv", &ALL);
    let both = joined(&[&ab, &ba], "both.csv", &ALL);
    let of_smart_3 = |file: &Path| statistics(file, &["--a", "smart:3"]);
    assert_eq!((of_smart_3(&one).1, of_smart_3(&both).1), (of_smart_3(&other).1, of_smart_3(&one).1));
    assert!(of_smart_3(&both).0[0].starts_with("only 60 of 120 games are distinct"));
    assert!(page(&both).contains("only 60 of 120 games are distinct"));

    let compared = stdout(&["compare", ab.to_str().unwrap(), ba.to_str().unwrap()]);
    assert!(compared.starts_with("both runs play the same games: 30 shared pairs\n"), "{compared}");
}

#[test]
fn the_games_of_a_tournament_in_reverse_order_count_once() {
    let runs = tempfile::tempdir().unwrap();
    let [there, back] = ["there", "back"].map(|name| runs.path().join(name));
    play(&there, "tournament smart:1 smart:2 smart:3 --games 20");
    play(&back, "tournament smart:3 smart:2 smart:1 --games 20");
    let single = ratings(&[&there]);
    let (twice, warnings) = ratings(&[&there, &back]);
    assert_eq!((twice, single.1.as_str()), (single.0, ""));
    assert!(warnings.contains("only 60 of 120 games are distinct"), "{warnings}");

    let one = joined(&[&there], "one.csv", &ALL);
    let both = joined(&[&there, &back], "both.csv", &ALL);
    for player in ["smart:1", "smart:2", "smart:3"] {
        let of_player = |file: &Path| statistics(file, &["--a", player]).1;
        assert_eq!(of_player(&both), of_player(&one), "{player}");
    }
    assert!(page(&both).contains("only 60 of 120 games are distinct"));
}

#[test]
fn without_moves_a_pair_of_the_same_number_opening_players_and_results_is_taken_for_a_copy() {
    let runs = tempfile::tempdir().unwrap();
    let [ab, ba] = ["ab", "ba"].map(|name| runs.path().join(name));
    play(&ab, "smart:3 smart:2 -n 60");
    play(&ba, "smart:2 smart:3 -n 60");
    let one = joined(&[&ab], "one.csv", &WITHOUT_MOVES);
    let other = joined(&[&ba], "other.csv", &WITHOUT_MOVES);
    let both = joined(&[&ab, &ba], "both.csv", &WITHOUT_MOVES);
    let figures = ratings(&[&one]);
    assert_eq!(figures, (ratings(&[&ab]).0, String::new()));
    for files in [&[one.as_path(), &other][..], &[&both]] {
        let (twice, warnings) = ratings(files);
        assert_eq!(twice, figures.0);
        insta::allow_duplicates! {
            insta::assert_snapshot!(warnings, @"
            warning: only 60 of 120 games are distinct; the ratings count each pair once
            warning: 30 of 60 pairs have the number, players, opening and results of an earlier one; without the column moves they are taken for copies and count once
            ");
        }
    }
    let (warnings, figures) = statistics(&both, &["--a", "smart:3"]);
    assert_eq!(figures, statistics(&one, &["--a", "smart:3"]).1);
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    insta::assert_snapshot!(warnings[0], @"30 of 60 pairs have the number, players, opening and results of an earlier one; without the column moves they are taken for copies and count once");
    assert!(page(&both).contains("are taken for copies"));

    // Another result, number or opening is another pair.
    let text = fs::read_to_string(&both).unwrap();
    let (first, second) = text.split_at(text.match_indices('\n').nth(60).unwrap().0 + 1);
    let renumbered: String = second.lines().map(|line| format!("1{line}\n")).collect();
    fs::write(&both, format!("{first}{renumbered}")).unwrap();
    let (warnings, figures) = statistics(&both, &[]);
    assert_eq!((warnings.len(), &figures["n"]), (0, &60.into()));
}

#[test]
fn without_moves_and_openings_copies_count_with_a_warning() {
    let runs = tempfile::tempdir().unwrap();
    let run = runs.path().join("run");
    play(&run, "smart:3 smart:2 -n 60");
    let one = joined(&[&run], "one.csv", &RESULTS);
    let both = joined(&[&run, &run], "both.csv", &RESULTS);
    assert_eq!(ratings(&[&one]).1, "");
    let (_, warnings) = ratings(&[&both]);
    insta::assert_snapshot!(warnings, @"warning: 30 of 60 pairs have the number, players and results of an earlier one; without openings and moves copies cannot be recognised");
    let (warnings, figures) = statistics(&both, &[]);
    assert_eq!(figures["n"], 60);
    insta::assert_snapshot!(warnings[0], @"30 of 60 pairs have the number, players and results of an earlier one; without openings and moves copies cannot be recognised");
    assert!(page(&both).contains("copies cannot be recognised"));
    assert_eq!(statistics(&one, &[]).0, [""; 0]);

    // The start position tells nothing: other runs have pairs of these numbers, too.
    let start =
        "pair,opening,first,second,result\n1,,a,b,1-0\n1,,b,a,1-0\n".to_owned() + "1,,a,b,1-0\n1,,b,a,1-0\n";
    fs::write(&both, start).unwrap();
    let (warnings, figures) = statistics(&both, &[]);
    assert_eq!((warnings.len(), &figures["n"]), (1, &2.into()));
    assert!(ratings(&[&both]).1.contains("1 of 2 pairs"));
}
