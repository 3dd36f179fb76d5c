//! The promise of reproducibility: the same plan gives the same bytes on any number of threads, and the files tell the
//! truth about the games.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use crate::common::columns;
use crate::common::{
    arena, assert_same_results, bytes, content, match_into, play, play_aloud, rows, stderr_of, stdout_of,
};
use arena::games::{BuiltInGame, Game, GameVisitor, Outcome, Side, moves};
use arena::play::openings::{Openings, OpeningsSpec};
use csv::StringRecord;
use proptest::test_runner::TestCaseError;
use serde_json::Value;
use tempfile::TempDir;

/// Plans of every kind: both games, several sizes, players with and without chance, odd numbers of games, all openings.
const PLANS: &[&str] = &[
    "--games 301 --a smart:2 --b random",
    "--games 1 --a bad --b random",
    "--games 3 --a random --b greedy --seed 18446744073709551615",
    "--games 2003 --a random --b bad",
    "--games 501 --a greedy --b random --game kalah:6x4:empty-capture --openings start",
    "--games 401 --a bad --b smart:3 --game kalah:3x2",
    "--games 41 --a random --b bad --game kalah:12x12 --openings random:3",
    "--games 65 --a smart:3,eval=hoard --b deep=smart:2,extra=free --seed 7",
    "--games 129 --a smart:5,nodes=200,ties=random --b greedy --max-plies 30",
    "--games 201 --a smart:3 --b random --game connect",
    "--games 35 --a smart:2,eval=lines --b smart:1 --game connect:9x8x5 --openings random:4",
    "--games 1001 --a bad --b random --game connect:4x4x3 --openings random:2",
    "--games 77 --a bad --b greedy --game connect:5x4x3 --openings start",
    "--games 11 --a random --b bad --game connect:64x64x5 --openings random:1",
];

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

/// The value of a flag in a line.
fn flag<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    line.split_whitespace().skip_while(|&word| word != name).nth(1)
}

fn game_of(line: &str) -> BuiltInGame {
    flag(line, "--game").unwrap_or("kalah").parse().unwrap()
}

/// The rows of `games.csv`, as they stand there.
fn games(run: &Path) -> Vec<StringRecord> {
    rows(run, "games.csv", &columns::GAMES)
}

#[test]
fn the_bytes_are_the_same_on_any_number_of_threads() {
    for line in PLANS {
        let runs = folder();
        let on = |threads: usize| {
            let out = runs.path().join(threads.to_string());
            play(&out, &format!("{line} --threads {threads}"));
            out
        };
        let one = on(1);
        let played = games(&one).len();
        assert_eq!(Some(played.to_string().as_str()), flag(line, "--games"), "{line}");
        for threads in [2, 3, 8] {
            assert_same_results(&one, &on(threads), &format!("arena {line}, 1 and {threads} threads"));
        }
    }
}

/// Too many positions to list: a walk for each pair.
#[test]
#[ignore = "counts the positions of a large board until there are too many"]
fn random_walks_are_the_same_on_any_number_of_threads() {
    let runs = folder();
    let [one, three] = [1, 3].map(|threads| {
        let out = runs.path().join(threads.to_string());
        let line = "--games 41 --a random --b bad --game connect:14x4x4 --openings random:7";
        play(&out, &format!("{line} --threads {threads}"));
        out
    });
    assert_same_results(&one, &three, "random walks");
    let openings: Vec<String> = games(&one).iter().map(|row| row[2].to_owned()).collect();
    assert!(openings.iter().all(|opening| checkers(opening) == 7), "{openings:?}");
    assert_eq!(
        openings.iter().collect::<HashSet<_>>().len(),
        21,
        "chance hardly meets one of a billion twice"
    );
}

fn checkers(position: &str) -> usize {
    let (_, board) = position.split_once(':').unwrap();
    board.bytes().filter(|cell| b"xo".contains(cell)).count()
}

#[test]
fn other_seeds_give_other_games() {
    for line in [
        "--games 40 --a bad --b greedy",
        "--games 40 --a random --b bad --openings start",
        "--games 40 --a bad --b smart:2 --game connect --openings random:5",
    ] {
        let runs = folder();
        let games: BTreeSet<Vec<u8>> = (0..5)
            .map(|seed| {
                let out = runs.path().join(seed.to_string());
                play(&out, &format!("{line} --seed {seed}"));
                bytes(&out, "games.csv")
            })
            .collect();
        assert_eq!(games.len(), 5, "{line}");
    }
}

#[test]
fn the_seed_orders_the_openings_but_does_not_choose_them() {
    // All 16 positions two plies from the start of this board, in some order.
    let runs = folder();
    let [one, two] = [1, 2].map(|seed| {
        let out = runs.path().join(seed.to_string());
        let line = "--games 32 --a bad --b greedy --game connect:4x4x3 --openings random:2";
        play(&out, &format!("{line} --seed {seed}"));
        games(&out).iter().map(|row| row[2].to_owned()).collect::<Vec<_>>()
    });
    assert_ne!(one, two);
    let [one, two] = [one, two].map(|openings| openings.into_iter().collect::<BTreeSet<_>>());
    assert_eq!(one.len(), 16);
    assert_eq!(one, two);
}

#[test]
fn a_longer_run_begins_with_the_games_of_a_shorter_one() {
    // Game i is a function of (plan, i); with openings of a given length the number of games changes nothing before i.
    let runs = folder();
    let [short, long] = [31, 200].map(|count| {
        let out = runs.path().join(count.to_string());
        play(&out, &format!("--games {count} --a smart:2 --b random --openings random:4"));
        String::from_utf8(bytes(&out, "games.csv")).unwrap()
    });
    assert!(long.starts_with(&short));
    assert!(long.len() > short.len());
}

#[test]
fn match_is_the_same_with_and_without_its_name() {
    let runs = folder();
    let [named, bare] = ["named", "bare"].map(|name| runs.path().join(name));
    let line = "--games 51 --a smart:2 --b random";
    let texts = [play_aloud(&named, &format!("match {line}")), play_aloud(&bare, line)];
    assert_same_results(&named, &bare, line);
    // All but the times and the name of the folder.
    let figures = texts.map(|text| text.split_once("\n\n  player").unwrap().0.to_owned());
    assert_eq!(figures[0], figures[1]);
    assert!(figures[0].starts_with("smart:2 beats random: "), "{}", figures[0]);
}

/// Plays the games of a file again.
struct Replay<'a> {
    rows: &'a [StringRecord],
    line: &'a str,
}

impl GameVisitor for Replay<'_> {
    type Output = ();

    fn visit<G: Game>(self, start: G) {
        let max_plies = flag(self.line, "--max-plies").map(|number| number.parse::<usize>().unwrap());
        for row in self.rows {
            let opening = match &row[2] {
                "" => start,
                text => start.read(text).unwrap(),
            };
            assert!(!opening.is_over(), "{row:?}");
            // Always separated by spaces, so that no list can be read in two ways.
            let list: Vec<&str> = row[11].split(' ').collect();
            let (end, played) = moves::play_list(&opening, &list.join(" , ")).unwrap();
            assert_eq!(played.len().to_string(), row[10], "{row:?}");
            assert_eq!(list.len(), played.len(), "{row:?}");
            assert_eq!(end.points().map(|points| points.to_string()), [&row[8], &row[9]], "{row:?}");
            let outcome = match &row[7] {
                "normal" => {
                    assert!(max_plies.is_none_or(|most| played.len() <= most), "{row:?}");
                    end.outcome().unwrap()
                }
                "max-plies" => {
                    assert_eq!((end.outcome(), Some(played.len())), (None, max_plies), "{row:?}");
                    Outcome::Draw
                }
                other => panic!("no player forfeits here: {other}"),
            };
            let (result, winner) = match outcome {
                Outcome::Win(Side::First) => ("1-0", &row[3]),
                Outcome::Win(Side::Second) => ("0-1", &row[4]),
                Outcome::Draw => ("1/2-1/2", "draw"),
            };
            assert_eq!((&row[5], &row[6]), (result, winner), "{row:?}");
        }
    }
}

fn name_of(spec: &str) -> &str {
    match spec.split_once('=') {
        Some((name, _)) if !name.contains(':') => name,
        _ => spec,
    }
}

#[test]
fn every_game_replays_to_its_stated_result_and_pairs_swap_sides() {
    for line in PLANS {
        let out = folder();
        play(out.path(), line);
        let rows = games(out.path());
        game_of(line).visit(Replay { rows: &rows, line });
        let [a, b] = ["--a", "--b"].map(|player| name_of(flag(line, player).unwrap()));
        for (i, row) in rows.iter().enumerate() {
            assert_eq!((&row[0], &row[1]), ((i + 1).to_string().as_str(), (i / 2 + 1).to_string().as_str()));
            let players = if i.is_multiple_of(2) { (a, b) } else { (b, a) };
            assert_eq!((&row[3], &row[4]), players, "{line}, game {}", i + 1);
            assert_eq!(row[2], rows[i / 2 * 2][2], "{line}: one opening for both games of a pair");
        }
    }
}

/// The texts of all unfinished positions N plies from the start, found the slow way.
struct Level(u32);

impl GameVisitor for Level {
    type Output = BTreeSet<String>;

    fn visit<G: Game>(self, start: G) -> BTreeSet<String> {
        let mut level = HashSet::from([start]);
        for _ in 0..self.0 {
            let unfinished = level.into_iter().filter(|position| !position.is_over());
            level = unfinished
                .flat_map(|position| position.legal_moves().map(move |mv| position.after(mv)))
                .collect();
        }
        let unfinished = level.iter().filter(|position| !position.is_over());
        unfinished.map(ToString::to_string).collect()
    }
}

/// The openings of a run, one for each pair.
fn openings(line: &str) -> Vec<String> {
    let out = folder();
    play(out.path(), line);
    games(out.path()).iter().step_by(2).map(|row| row[2].to_owned()).collect()
}

#[test]
fn random_openings_are_all_positions_of_a_level_before_any_comes_again() {
    for (game, plies) in [("kalah:3x2", 3), ("connect:4x4x3", 3), ("kalah:6x4", 2), ("connect:3x3x3", 4)] {
        let level = game.parse::<BuiltInGame>().unwrap().visit(Level(plies));
        let count = level.len();
        assert!(count > 10, "{game}");
        let games = 2 * (2 * count + 3);
        let taken =
            openings(&format!("--games {games} --a bad --b random --game {game} --openings random:{plies}"));
        for lap in taken.chunks(count).take(2) {
            assert_eq!(lap.iter().cloned().collect::<BTreeSet<_>>(), level, "{game} {plies}");
        }
        assert_eq!(taken[..count], taken[count..2 * count], "pair p takes the p-th, over and over");
        assert_eq!(taken[2 * count..], taken[..3]);
    }
}

#[test]
fn random_openings_are_as_far_as_the_number_of_pairs_needs_but_at_least_six_plies() {
    let connect = |plies| "connect:4x4x3".parse::<BuiltInGame>().unwrap().visit(Level(plies));
    let six = connect(6);
    let taken = openings("--games 100 --a bad --b random --game connect:4x4x3");
    assert_eq!(taken.iter().collect::<HashSet<_>>().len(), 50, "each pair has its own");
    assert!(taken.iter().all(|opening| six.contains(opening)), "six plies are enough for fifty pairs");

    let sizes: Vec<usize> = (0..=16).map(|plies| connect(plies).len()).collect();
    let most = *sizes.iter().max().unwrap();
    let plies = |pairs: usize| (6..=16).find(|&plies| sizes[plies] >= pairs).unwrap();
    let pairs = six.len() + 1;
    let further = connect(plies(pairs) as u32);
    let taken = openings(&format!("--games {} --a bad --b random --game connect:4x4x3", 2 * pairs));
    assert_eq!(taken.iter().collect::<HashSet<_>>().len(), pairs);
    assert!(taken.iter().all(|opening| further.contains(opening)), "a ply further for one pair more");

    // A board too small for this many pairs: the level with the most positions, all of it.
    let taken = openings(&format!("--games {} --a bad --b random --game connect:4x4x3", 2 * (most + 5)));
    let widest = connect(sizes.iter().position(|&size| size == most).unwrap() as u32);
    assert_eq!(taken.iter().cloned().collect::<BTreeSet<_>>(), widest);
}

#[test]
fn the_opening_of_a_pair_depends_on_nothing_but_the_plan() {
    struct Take(OpeningsSpec);
    impl GameVisitor for Take {
        type Output = ();

        fn visit<G: Game>(self, start: G) {
            let prepare =
                |seed| Openings::prepare(&self.0, start, 100, seed, &AtomicBool::new(false)).unwrap();
            let (one, same, other) = (prepare(5), prepare(5), prepare(6));
            let forwards: Vec<G> = (0..100).map(|pair| one.take(pair)).collect();
            let mut backwards: Vec<G> = (0..100).rev().map(|pair| same.take(pair)).collect();
            backwards.reverse();
            assert_eq!(forwards, backwards);
            assert_ne!(forwards, (0..100).map(|pair| other.take(pair)).collect::<Vec<_>>());
        }
    }
    for (game, spec) in [("kalah", "random"), ("connect", "random:5"), ("kalah:3x2", "random:3")] {
        game.parse::<BuiltInGame>().unwrap().visit(Take(spec.parse().unwrap()));
    }
}

#[test]
fn openings_start_leave_the_opening_empty() {
    assert!(openings("--games 9 --a random --b bad --openings start").iter().all(String::is_empty));
    assert!(openings("--games 9 --a random --b bad --openings random:0").iter().all(String::is_empty));
}

#[test]
fn the_summary_is_a_function_of_the_games() {
    let repeating = ["--games 300 --a bad --b greedy --openings start", "--games 7 --a bad --b greedy"];
    for line in PLANS.iter().chain(&repeating) {
        let out = folder();
        play(out.path(), line);
        let [games, summary] = ["games.csv", "summary.csv"].map(|file| bytes(out.path(), file));
        // As if it had been killed before it could write anything but games.
        let run_file = out.path().join("run.json");
        let mut run: Value = serde_json::from_slice(&fs::read(&run_file).unwrap()).unwrap();
        run["state"] = "running".into();
        run.as_object_mut().unwrap().remove("digest");
        for file in fs::read_dir(out.path()).unwrap() {
            let file = file.unwrap();
            if file.file_name() != "games.csv" && file.file_type().unwrap().is_file() {
                fs::remove_file(file.path()).unwrap();
            }
        }
        fs::write(&run_file, run.to_string()).unwrap();
        play(out.path(), line);
        assert!(bytes(out.path(), "games.csv") == games, "{line}");
        let written = String::from_utf8(bytes(out.path(), "summary.csv")).unwrap();
        assert_eq!(written, String::from_utf8(summary).unwrap(), "{line}");
    }
}

/// The numbers of `summary.csv` against plain counts of `games.csv`, with no code of the library in between.
#[test]
fn the_numbers_of_the_summary_are_those_of_the_games() {
    for line in PLANS {
        let out = folder();
        play(out.path(), line);
        let games = games(out.path());
        let summaries = rows(out.path(), "summary.csv", &columns::SUMMARY);
        let [found] = summaries.as_slice() else { panic!("{line}: {} rows", summaries.len()) };
        let text = |name: &str| &found[columns::SUMMARY.iter().position(|&column| column == name).unwrap()];
        let count = |name: &str| text(name).parse::<usize>().unwrap();
        let number = |name: &str| text(name).parse::<f64>().unwrap();
        let close = |name: &str, expected: f64| {
            // Half a unit of the last decimal.
            let decimals = text(name).split_once('.').unwrap().1.len();
            let slack = 0.500_001 * 0.1f64.powi(decimals as i32);
            assert!((number(name) - expected).abs() <= slack, "{line}: {name} {} {expected}", text(name));
        };

        let a = text("a");
        assert_eq!([a, text("b")], ["--a", "--b"].map(|player| name_of(flag(line, player).unwrap())));
        assert_eq!(text("game"), game_of(line).to_string());
        let half_points = |row: &StringRecord| match &row[6] {
            winner if winner == a => 2,
            "draw" => 1,
            _ => 0,
        };
        let of = |points: usize| games.iter().filter(|row| half_points(row) == points).count();
        assert_eq!(count("games"), games.len(), "{line}");
        assert_eq!([count("b_wins"), count("draws"), count("a_wins")], [of(0), of(1), of(2)], "{line}");
        let all: usize = games.iter().map(half_points).sum();
        close("a_score", all as f64 / (2 * games.len()) as f64);

        let mut penta = [0; 5];
        games.chunks_exact(2).for_each(|pair| penta[half_points(&pair[0]) + half_points(&pair[1])] += 1);
        let names = ["penta_ll", "penta_ld", "penta_mid", "penta_wd", "penta_ww"];
        assert_eq!(names.map(count), penta, "{line}");
        assert_eq!(count("pairs"), games.len() / 2, "{line}");

        for (side, name) in [(3, "a_score_first"), (4, "a_score_second")] {
            let points: Vec<usize> = games.iter().filter(|row| &row[side] == a).map(half_points).collect();
            if points.is_empty() {
                assert_eq!(text(name), "", "{line}");
            } else {
                close(name, points.iter().sum::<usize>() as f64 / (2 * points.len()) as f64);
            }
        }
        let field = |row: &StringRecord, i: usize| row[i].parse::<f64>().unwrap();
        let mean = |of: &dyn Fn(&StringRecord) -> f64| games.iter().map(of).sum::<f64>() / games.len() as f64;
        close("mean_plies", mean(&|row| field(row, 10)));
        let margin = |row: &StringRecord| {
            let first = field(row, 8) - field(row, 9);
            if &row[3] == a { first } else { -first }
        };
        close("mean_margin", mean(&margin));
        let distinct: HashSet<_> = games.iter().map(|row| (&row[2], &row[3], &row[11])).collect();
        assert_eq!(count("distinct_games"), distinct.len(), "{line}");

        let (low, high) = (number("a_score_low"), number("a_score_high"));
        assert!((0.0..=1.0).contains(&low) && low <= high && high <= 1.0, "{line}: {low} {high}");
        if distinct.len() == games.len() && games.len().is_multiple_of(2) {
            assert!((low..=high).contains(&number("a_score")), "{line}: {low} {high}");
        }
        for name in ["elo", "elo_low", "elo_high", "nelo", "nelo_low", "nelo_high", "los"] {
            let value = text(name);
            assert!(value.is_empty() || value.parse::<f64>().unwrap().is_finite(), "{line}: {name} {value}");
        }
    }
}

#[test]
fn the_json_is_that_of_the_design_and_says_what_the_files_say() {
    for line in [
        "--games 101 --a smart:2 --b random",
        "--games 1 --a bad --b random",
        "--games 10 --a smart:4 --b bad --game kalah:3x2 --openings start",
        "--games 21 --a bad --b greedy --game connect:4x4x3 --max-plies 3",
    ] {
        let out = folder();
        let output = match_into(out.path(), &format!("{line} --json --quiet")).output().unwrap();
        assert_eq!((output.status.code(), stderr_of(&output).as_str()), (Some(0), ""), "{line}");
        let text = stdout_of(&output);
        assert_eq!(text.matches('\n').count(), 1, "one line: {text}");
        let Value::Object(report) = serde_json::from_str(&text).unwrap() else { panic!("{text}") };
        let further =
            ["forfeits", "run", "score", "score_high", "score_low", "sprt", "state", "timings", "verdict"];
        let expected = further.into_iter().chain(columns::SUMMARY).collect::<BTreeSet<_>>();
        assert_eq!(report.keys().map(String::as_str).collect::<BTreeSet<_>>(), expected, "{line}");
        assert_eq!(report["run"], out.path().to_str().unwrap());
        assert_eq!(report["state"], "finished");

        let same = |value: &Value, field: &str, column: &str| match value {
            Value::Null => assert_eq!(field, "", "{line}: {column}"),
            Value::String(text) => {
                assert!(
                    ["a", "b", "game", "interval", "player", "phase"].contains(&column),
                    "{column} is a number: {text}"
                );
                assert_eq!(field, text, "{line}: {column}");
            }
            Value::Number(number) => {
                let number = number.as_f64().unwrap();
                assert!(number.is_finite());
                assert!(
                    (number - field.parse::<f64>().unwrap()).abs() < 1e-9,
                    "{line}: {column} {number} {field}"
                );
            }
            other => panic!("{column}: {other}"),
        };
        let summary = &rows(out.path(), "summary.csv", &columns::SUMMARY)[0];
        for (column, field) in columns::SUMMARY.iter().zip(summary) {
            same(&report[*column], field, column);
        }
        for name in ["score", "score_low", "score_high"] {
            assert_eq!(
                report[name],
                report[&format!("a_{name}")],
                "{line}: one number, as other commands call it"
            );
        }
        let written = rows(out.path(), "timings.csv", &columns::TIMINGS);
        let reported = report["timings"].as_array().unwrap();
        assert_eq!(reported.len(), written.len(), "{line}");
        for (reported, written) in reported.iter().zip(&written) {
            let reported = reported.as_object().unwrap();
            assert_eq!(reported.len(), columns::TIMINGS.len());
            for (column, field) in columns::TIMINGS.iter().zip(written) {
                same(&reported[*column], field, column);
            }
        }
    }
}

#[test]
fn the_timings_count_every_move_of_a_player_that_thinks() {
    let out = folder();
    play(out.path(), "--games 101 --a smart:2 --b smart:1,eval=hoard");
    let plies: u64 = games(out.path()).iter().map(|row| row[10].parse::<u64>().unwrap()).sum();
    let timings = rows(out.path(), "timings.csv", &columns::TIMINGS);
    let moves = |row: &StringRecord| row[2].parse::<u64>().unwrap();
    let all: Vec<&StringRecord> = timings.iter().filter(|row| &row[1] == "all").collect();
    assert_eq!(all.iter().map(|row| &row[0]).collect::<Vec<_>>(), ["smart:2", "smart:1,eval=hoard"]);
    assert_eq!(all.iter().copied().map(moves).sum::<u64>(), plies);
    for player in all {
        let phases = timings.iter().filter(|row| row[0] == player[0] && &row[1] != "all");
        assert_eq!(phases.map(moves).sum::<u64>(), moves(player), "the phases are all there is");
        assert!(player[10].parse::<u64>().unwrap() >= moves(player), "a node a move at least");
    }
}

#[test]
fn recorded_moves_are_a_row_for_each_ply_in_order() {
    for line in
        ["--games 75 --a smart:2 --b random", "--games 31 --a bad --b greedy --game connect --max-plies 9"]
    {
        let out = folder();
        play(out.path(), &format!("{line} --record-moves --threads 3"));
        let mut recorded = rows(out.path(), "moves.csv", &columns::MOVES).into_iter();
        for game in games(out.path()) {
            let mut players = HashSet::new();
            for (ply, mv) in game[11].split(' ').enumerate() {
                let row = recorded.next().unwrap();
                let expected = (&game[0], (ply + 1).to_string(), mv);
                assert_eq!((&row[0], row[1].to_owned(), &row[3]), expected, "{line}");
                assert!(row[2] == game[3] || row[2] == game[4], "{row:?}");
                row[4].parse::<u64>().unwrap();
                row[5].parse::<u64>().unwrap();
                let thinks = &row[2] == "smart:2" || &row[2] == "greedy";
                assert_eq!(!row[6].is_empty() && !row[7].is_empty(), thinks, "depth and value: {row:?}");
                players.insert(row[2].to_owned());
            }
        }
        assert_eq!(recorded.next(), None, "{line}: nothing more");

        let without = folder();
        play(without.path(), line);
        assert_same_results(out.path(), without.path(), "recorded or not");
        assert!(!without.path().join("moves.csv").exists());
    }
}

#[test]
fn a_limit_of_plies_ends_games_as_drawn_and_is_reported() {
    let out = folder();
    let text = play_aloud(out.path(), "--games 20 --a bad --b random --max-plies 4");
    for row in games(out.path()) {
        assert_eq!((&row[5], &row[6], &row[7], &row[10]), ("1/2-1/2", "draw", "max-plies", "4"));
    }
    assert!(text.contains("warning: 20 games were stopped at the ply limit"), "{text}");
    assert!(text.contains("--max-plies"), "{text}");
}

#[test]
fn repeating_games_are_reported_with_advice_and_counted_once() {
    let out = folder();
    let text = play_aloud(out.path(), "--games 1000 --a bad --b greedy --openings start");
    assert!(text.contains("warning: only 2 of 1,000 games are distinct"), "{text}");
    assert!(text.contains("Use --openings random"), "what to do: {text}");
    let thousand = rows(out.path(), "summary.csv", &columns::SUMMARY);
    let two = folder();
    let text = play_aloud(two.path(), "--games 2 --a bad --b greedy --openings start");
    assert!(!text.contains("are distinct;"), "{text}");
    // a_score_low to los come from the distinct pairs: ten thousand copies of one game are one game.
    let two = rows(two.path(), "summary.csv", &columns::SUMMARY);
    assert_eq!(
        thousand[0].iter().skip(10).take(2).collect::<Vec<_>>(),
        two[0].iter().skip(10).take(2).collect::<Vec<_>>()
    );

    let default = folder();
    let text = play_aloud(default.path(), "--games 1000 --a bad --b greedy");
    assert!(!text.contains("are distinct;"), "an opening for each pair: {text}");
}

#[test]
fn openings_come_from_a_file_in_order_over_and_over() {
    let runs = folder();
    let file = runs.path().join("openings.txt");
    let text = "# positions, lists of moves, comments\n\n3 6 2   # by moves\r\n362\n  s:4,4,4,4,4,4,0:4,4,4,4,4,4,0\n\
                n:0,0,0,0,0,1,5:1,0,0,0,0,0,2#the end is near";
    fs::write(&file, text).unwrap();
    let out = runs.path().join("run");
    play(&out, &format!("--games 19 --a random --b bad --openings file:{}", file.display()));
    let by_moves =
        crate::common::json(&["show", "--json", "--moves", "3 6 2"])["position"].as_str().unwrap().to_owned();
    let lap =
        [by_moves.as_str(), &by_moves, "s:4,4,4,4,4,4,0:4,4,4,4,4,4,0", "n:0,0,0,0,0,1,5:1,0,0,0,0,0,2"];
    for (i, row) in games(&out).iter().enumerate() {
        assert_eq!(&row[2], lap[i / 2 % 4], "game {}", i + 1);
    }
}

#[test]
fn a_changed_file_of_openings_is_another_plan() {
    let runs = folder();
    let file = runs.path().join("openings.txt");
    let out = runs.path().join("run");
    let line = format!("--games 4 --a random --b bad --quiet --openings file:{}", file.display());
    fs::write(&file, "1\n2\n").unwrap();
    play(&out, &line);
    fs::write(&file, "1 # the same openings\n\n2").unwrap();
    play(&out, &line);
    fs::write(&file, "2\n1\n").unwrap();
    let before = content(&out);
    let output = match_into(&out, &line).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr_of(&output).contains("--fresh"), "{}", stderr_of(&output));
    assert_eq!(content(&out), before);
}

#[test]
fn a_wrong_file_of_openings_is_reported_with_its_line() {
    let runs = folder();
    let file = runs.path().join("openings.txt");
    let told = |game: &str, text: &str| {
        fs::write(&file, text).unwrap();
        let out = runs.path().join("run");
        let spec = format!("file:{}", file.display());
        let args = ["--a", "bad", "--b", "random", "--game", game, "--openings", &spec, "--out"];
        let output = arena(&[&args[..], &[out.to_str().unwrap()]].concat());
        assert_eq!((output.status.code(), stdout_of(&output).as_str()), (Some(2), ""), "{text}");
        assert!(!out.exists(), "{text}");
        stderr_of(&output)
    };
    for (game, text, line, problem) in [
        ("kalah", "3\n# fine\n3 3\n", "line 3", "hole 3 is empty"),
        ("kalah", "7\n", "line 1", "there is no hole 7"),
        ("kalah", "3\nfour\n", "line 2", "'four'"),
        ("kalah", "\n\ns:1,2:3\n", "line 3", ""),
        ("connect:4x4x3", "1\n11223\n", "line 2", "the game is over"),
        ("connect:4x4x3", "x:..../..../oo../xxx.\n", "line 1", ""),
    ] {
        let message = told(game, text);
        assert!(message.starts_with("error: --openings: "), "{message}");
        assert!(message.contains(&format!("openings.txt, {line}: ")), "{message}");
        assert!(message.contains(problem), "{message}");
    }
    assert!(told("kalah", "# nothing\n\n").contains("contains no openings"));

    let output = arena(&["--a", "bad", "--b", "random", "--openings", "file:no/such/file"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr_of(&output).contains("cannot read no/such/file"));
}

#[test]
fn wrong_openings_are_reported() {
    for (spec, pieces) in [
        ("randm", &["unknown openings 'randm'", "did you mean 'random'?"][..]),
        ("random:x", &["the number of plies", "'x'"]),
        ("random:-1", &["the number of plies"]),
        ("random:1001", &["from 0 to 1000"]),
        ("file:", &["file:PATH"]),
        ("start:3", &["write random, random:6, balanced, balanced:6, start or file:PATH"]),
    ] {
        let output = arena(&["--a", "bad", "--b", "random", "--openings", spec]);
        let message = stderr_of(&output);
        assert_eq!(output.status.code(), Some(2), "{spec}");
        assert!(message.starts_with("error: --openings: "), "{message}");
        assert!(pieces.iter().all(|piece| message.contains(piece)), "{message}");
    }
    let args = ["--a", "bad", "--b", "random", "--game", "connect:3x3x3", "--openings", "random:9"];
    let output = arena(&args);
    assert_eq!(output.status.code(), Some(2));
    let message = stderr_of(&output);
    assert!(message.contains("every game is over within 9 plies"), "{message}");
    assert!(message.contains("choose at most random:8"), "{message}");
}

#[test]
fn run_json_tells_the_plan_and_a_command_that_repeats_it() {
    let runs = folder();
    let out = runs.path().join("run");
    play(
        &out,
        "--games 21 --a deep=smart:2 --b random --game connect --seed 9 --max-plies 20 --openings random:3",
    );
    let run: Value = serde_json::from_slice(&bytes(&out, "run.json")).unwrap();
    assert_eq!((&run["schema_version"], &run["state"]), (&Value::from(2), &Value::from("finished")));
    assert_eq!(run["reproducible"], true);
    assert_eq!(run["plan"]["a"], serde_json::json!({"name": "deep", "spec": "smart:2"}));
    assert_eq!(run["plan"]["game"], "connect:7x6x4");
    assert_eq!((&run["plan"]["seed"], &run["plan"]["games"]), (&Value::from(9), &Value::from(21)));
    let games = bytes(&out, "games.csv");
    fs::remove_dir_all(&out).unwrap();
    let command: Vec<&str> = run["command"].as_str().unwrap().split(' ').collect();
    assert_eq!(command[0], "arena");
    assert_eq!(arena(&command[1..]).status.code(), Some(0));
    assert_eq!(bytes(&out, "games.csv"), games);

    let clocked = runs.path().join("clocked");
    let text = play_aloud(&clocked, "--games 2 --a smart:2,time=1ms --b random");
    let run: Value = serde_json::from_slice(&bytes(&clocked, "run.json")).unwrap();
    assert_eq!(run["reproducible"], false);
    assert!(text.contains("note: a player has a time limit, so "), "{text}");
}

#[test]
fn the_default_folder_is_named_after_the_plan() {
    let here = folder();
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_arena"))
        .args(["--games", "2", "--a", "smart:1,eval=hoard", "--b", "bad", "--seed", "4", "--no-progress"])
        .current_dir(here.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0));
    let out = "results/kalah-6x4_smart-1,eval=hoard_vs_bad_seed4";
    assert!(stdout_of(&output).ends_with(&format!("\n{out}\n")), "{}", stdout_of(&output));
    assert!(here.path().join(out).join("summary.csv").exists());
}

proptest::proptest! {
    #![proptest_config(proptest::test_runner::Config::with_cases(12))]

    /// Whatever the plan, threads change nothing.
    #[test]
    fn any_small_plan_gives_the_same_bytes_on_one_and_on_many_threads(
        number in 1u32..150,
        seed: u64,
        game in proptest::sample::select(vec!["kalah:2x3", "kalah:4x3", "kalah:6x4", "connect:4x3x3", "connect:7x6x4"]),
        a in proptest::sample::select(vec!["bad", "random", "greedy", "smart:2,ties=random"]),
        b in proptest::sample::select(vec!["other=bad", "other=random", "other=smart:2"]),
        openings in proptest::sample::select(vec!["random", "random:1", "random:3", "start"]),
        threads in 2u32..9,
    ) {
        let line = format!(
            "--games {number} --seed {seed} --game {game} --a {a} --b {b} --openings {openings}"
        );
        let runs = folder();
        let [one, many] = [1, threads].map(|threads| {
            let out = runs.path().join(threads.to_string());
            play(&out, &format!("{line} --threads {threads}"));
            out
        });
        for file in ["games.csv", "summary.csv"] {
            if bytes(&one, file) != bytes(&many, file) {
                return Err(TestCaseError::fail(format!("{file} differs: {line}")));
            }
        }
        game_of(&line).visit(Replay { rows: &games(&one), line: &line });
    }
}
