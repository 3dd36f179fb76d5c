//! `arena stats` and `arena plan` on the real binary: results of files and of counts, and how many games to plan.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{arena, json, play_aloud, stderr_of, stdout, stdout_of};
use serde_json::{Value, json};
use tempfile::TempDir;

/// A file of results in a new folder.
fn file(text: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.csv");
    fs::write(&path, text).unwrap();
    (folder, path)
}

/// What `arena stats` prints of a file.
fn stats_of(text: &str, more: &[&str]) -> String {
    let (_folder, path) = file(text);
    let mut args = vec!["stats", path.to_str().unwrap()];
    args.extend(more);
    stdout(&args)
}

/// What `arena stats` refuses to count, in words, with the path of the file left out.
fn refused(text: &str, more: &[&str]) -> String {
    let (_folder, path) = file(text);
    let mut args = vec!["stats", path.to_str().unwrap()];
    args.extend(more);
    let output = arena(&args);
    assert_eq!((output.status.code(), stdout_of(&output).as_str()), (Some(2), ""), "{text}");
    stderr_of(&output).replace(path.to_str().unwrap(), "games.csv")
}

/// What the program refuses.
fn wrong(args: &[&str]) -> String {
    let output = arena(args);
    assert_eq!((output.status.code(), stdout_of(&output).as_str()), (Some(2), ""), "{args:?}");
    stderr_of(&output)
}

const PAIRS: &str = "game,pair,first,second,result
1,1,new,old,1-0
2,1,old,new,0-1
3,2,new,old,1/2-1/2
4,2,old,new,0-1
5,3,new,old,0-1
6,3,old,new,0-1
";

#[test]
fn counts_of_games_have_a_sentence_and_a_table() {
    insta::assert_snapshot!(stdout(&["stats", "--wdl", "7000,100,2900", "--sprt", "0,5"]), @"
    a beats b: 70.5 % of 10,000 games, +151 Elo (95 %: +144 to +159)

      games      10,000, counted one by one

      a against b:
      wins       7,000 = 70.0 % (95 %: 69.1 to 70.9 %)
      draws      100 = 1.0 % (95 %: 0.8 to 1.2 %)
      losses     2,900 = 29.0 % (95 %: 28.1 to 29.9 %)
      score      70.5 % (95 %: 69.6 to 71.4 %)
      Elo        +151 (95 %: +144 to +159)
      nElo       +157.1
      LOS        100 %
      SPRT       H1 accepted, 5 nElo rather than 0: LLR 58.26, bounds -2.94 to 2.94
    ");
}

#[test]
fn counts_of_pairs_have_a_sentence_and_a_table() {
    let args =
        ["stats", "--penta", "34,54,63,64,75", "--sprt", "-5,0,model=logistic", "--a", "new", "--b", "old"];
    insta::assert_snapshot!(stdout(&args), @"
    new beats old: 57.9 % of 580 games, +56 Elo (95 %: +28 to +83)

      games      580 in 290 pairs

      new against old:
      pairs      34 LL, 54 LD, 63 WL or DD, 64 WD, 75 WW
      score      57.9 % (95 %: 54.0 to 61.8 %)
      Elo        +56 (95 %: +28 to +83)
      nElo       +57.9 (95 %: +29.7 to +86.2)
      LOS        99.996 %
      SPRT       undecided between -5 and 0 Elo: LLR 1.46, bounds -2.94 to 2.94
    ");
}

#[test]
fn a_one_sided_result_has_a_bound_on_one_side() {
    insta::assert_snapshot!(stdout(&["stats", "--wdl", "10,0,0"]), @"
    a beats b: 100 % of 10 games, at least +140 Elo (95 %)

      games      10, counted one by one

      a against b:
      wins       10 = 100 % (95 %: 72.2 to 100 %)
      draws      0 = 0 % (95 %: 0 to 27.8 %)
      losses     0 = 0 % (95 %: 0 to 27.8 %)
      score      100 % (95 %: 69.2 to 100 %)
      Elo        at least +140 (95 %)
      nElo       none, as all results are the same
    ");
    insta::assert_snapshot!(stdout(&["stats", "--penta", "25,0,0,0,0"]), @"
    b beats a: 100 % of 50 games, at least +319 Elo (95 %)

      games      50 in 25 pairs

      a against b:
      pairs      25 LL, 0 LD, 0 WL or DD, 0 WD, 0 WW
      score      0 % (95 %: 0 to 13.7 %)
      Elo        at most -319 (95 %)
      nElo       none, as all results are the same
    ");
}

#[test]
fn stats_give_the_json_of_the_design() {
    assert_eq!(
        json(&["stats", "--penta", "0,0,0,0,25", "--json"]),
        json!({"unit": "pair", "n": 25, "score": 1.0, "score_low": 0.862_814_828_469_287_5, "score_high": 1.0,
               "elo": null, "elo_low": 319.444_171_889_067_6, "elo_high": null, "nelo": null, "nelo_low": null,
               "nelo_high": null, "los": null, "sprt": null, "interval": "fixed"})
    );
    let text = stdout(&["stats", "--wdl", "30,2,5", "--json", "--sprt", "0,50,model=logistic"]);
    let keys = [
        "unit",
        "n",
        "score",
        "score_low",
        "score_high",
        "elo",
        "elo_low",
        "elo_high",
        "nelo",
        "nelo_low",
        "nelo_high",
    ];
    let places: Vec<usize> = keys.iter().map(|key| text.find(&format!("\"{key}\":")).unwrap()).collect();
    assert!(places.is_sorted(), "{text}");
    let stated: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(
        (&stated["unit"], &stated["n"], &stated["sprt"]["verdict"]),
        (&json!("game"), &json!(37), &json!("H1"))
    );
    assert!((stated["sprt"]["llr"].as_f64().unwrap() - 3.409_976_479_207_284).abs() < 1e-9);
}

#[test]
fn pairs_are_known_by_their_column_in_any_order() {
    let text = stats_of(PAIRS, &[]);
    insta::assert_snapshot!(text, @"
    no difference shown between new and old: new scores 75.0 % of 6 games, +191 Elo (95 %: -587 to +1149)

      games      6 in 3 pairs

      new against old:
      wins       4 = 66.7 % (95 %: 30.0 to 90.3 %)
      draws      1 = 16.7 % (95 %: 3.0 to 56.4 %)
      losses     1 = 16.7 % (95 %: 3.0 to 56.4 %)
      pairs      0 LL, 0 LD, 1 WL or DD, 1 WD, 1 WW
      score      75.0 % (95 %: 3.3 to 99.9 %)
      Elo        +191 (95 %: -587 to +1149)
      nElo       +300.9
      LOS        91.6 %
    ");
    let lines: Vec<&str> = PAIRS.lines().collect();
    let shuffled = [0, 2, 5, 3, 1, 6, 4].map(|line| lines[line]).join("\n");
    assert_eq!(stats_of(&shuffled, &["--a", "new"]), text);
}

#[test]
fn the_point_of_view_is_the_first_player_of_the_first_game_or_the_chosen_one() {
    let of = |more: &[&str]| -> Value {
        let mut all = vec!["--json"];
        all.extend(more);
        serde_json::from_str(&stats_of(PAIRS, &all)).unwrap()
    };
    let (new, old) = (of(&[]), of(&["--a", "old"]));
    let score = |stated: &Value| stated["score"].as_f64().unwrap();
    assert!((score(&new) + score(&old) - 1.0).abs() < 1e-15);
    assert_eq!(new, of(&["--a", "new", "--b", "old"]));
    assert!(score(&new) > 0.5);
}

#[test]
fn only_the_needed_columns_are_needed() {
    let plain = stats_of(
        "result,second,first\r\n1-0,\"b, the old\",a\r\n0-1,a,\"b, the old\"\r\n1-0,\"b, the old\",a",
        &[],
    );
    let sentence =
        "no difference shown between a and b, the old: a scores 100 % of 3 games, at least -154 Elo (95 %)";
    assert!(plain.starts_with(sentence), "{plain}");
    let marked = stats_of("\u{feff}first,second,result\na, b, 1-0\n", &["--json"]);
    assert!(marked.starts_with("{\"unit\":\"game\",\"n\":1,"), "{marked}");
}

#[test]
fn games_without_a_pair_count_for_the_score_but_not_for_the_interval() {
    let text = format!("{PAIRS}7,4,new,old,1-0\n9,5,new,old,1-0\n");
    let stated: Value = serde_json::from_str(&stats_of(&text, &["--json"])).unwrap();
    assert_eq!((&stated["unit"], &stated["n"]), (&json!("pair"), &json!(3)));
    let table = stats_of(&text, &[]);
    assert!(table.contains("8 in 3 pairs, 2 without a pair"), "{table}");
    assert!(table.contains("warning: 2 games have no pair"), "{table}");
    // Two games of one number are a pair only if the sides are swapped.
    let same_sides = "pair,first,second,result\n1,a,b,1-0\n1,a,b,1-0\n";
    assert!(stats_of(same_sides, &["--json"]).contains("\"unit\":\"game\",\"n\":2"));
}

#[test]
fn of_more_than_two_players_some_must_be_chosen() {
    let text =
        format!("{PAIRS}7,4,new,third,1-0\n8,4,third,new,1/2-1/2\n9,5,old,third,1-0\n10,5,third,old,0-1\n");
    insta::assert_snapshot!(refused(&text, &[]), @"
    error: games.csv:8: there are more than two players: new, old, third
    choose two with --a NAME --b NAME, one against all others with --a NAME, or use arena rate
    ");
    insta::assert_snapshot!(refused(&text, &["--a", "thrid"]), @"
    error: games.csv: there is no player 'thrid'
    did you mean 'third'?
    ");
    let sentence = |more: &[&str]| stats_of(&text, more).lines().next().unwrap().to_owned();
    insta::assert_snapshot!(sentence(&["--a", "new", "--b", "third"]), @"no difference shown between new and third: new scores 75.0 % of 2 games, +191 Elo, with no bounds yet");
    insta::assert_snapshot!(sentence(&["--a", "third", "--b", "old"]), @"no difference shown between third and old: third scores 0 % of 2 games, at most +636 Elo (95 %)");
    insta::assert_snapshot!(sentence(&["--a", "old"]), @"no difference shown between old and the 2 others: old scores 43.8 % of 8 games, -44 Elo (95 %: -529 to +463)");
}

#[test]
fn an_incomplete_line_is_ignored_and_reported() {
    let run = "game,pair,opening,first,second,result,winner,reason,first_points,second_points,plies,moves
1,1,,a,b,1-0,a,normal,1,0,3,1 2 3
2,1,,b,a,0-1,a,normal,0,1,4,1 2 3 4
3,2,,a,b,1-0,a,normal,1,0,5,1 2 3 4 5\n";
    let whole = stats_of(run, &["--json"]);
    for cut in ["4", "4,2,,b,a,0-1,a,normal,0,1,4,1 2 3", "4,2,\"s:4,4", "4,2,,b,a,0-1,a,nor"] {
        let torn = format!("{run}{cut}");
        assert_eq!(stats_of(&torn, &["--json"]), whole, "{cut}");
        let table = stats_of(&torn, &[]);
        assert!(table.contains(":5: the last line is incomplete and was ignored"), "{table}");
    }
    // Without its line feed, a line may still be whole.
    let unended = format!("{run}4,2,,b,a,0-1,a,normal,0,1,4,5 2 3 4");
    assert_eq!(stats_of(&unended, &[]), stats_of(&format!("{unended}\n"), &[]));
    // In the middle of a file, nothing is forgiven.
    assert!(
        refused(&format!("{run}4\n5,3,,a,b,1-0,a,normal,1,0,1,1\n"), &[])
            .contains("games.csv:5: the line has 1 fields")
    );
}

#[test]
fn wrong_lines_are_reported_with_their_number() {
    let with = |line: &str| refused(&format!("{PAIRS}{line}\n"), &[]);
    insta::assert_snapshot!(with("7,4,new,old,2-0"), @"
    error: games.csv:8: unknown result '2-0'
    write 1-0, 0-1 or 1/2-1/2
    ");
    insta::assert_snapshot!(with("7,4,new,new,1-0"), @"
    error: games.csv:8: 'new' plays against itself
    give the two players different names
    ");
    insta::assert_snapshot!(with("7,4,,old,1-0"), @"
    error: games.csv:8: a player has no name
    fill in the columns first and second
    ");
    insta::assert_snapshot!(with("7,4,new"), @"
    error: games.csv:8: the line has 3 fields, the header has 5
    fix or remove the line
    ");
    insta::assert_snapshot!(refused("first,second,result,winner\na,b,1-0,b\n", &[]), @"
    error: games.csv:2: the result 1-0 contradicts the winner 'b'
    fix the columns result and winner
    ");
    insta::assert_snapshot!(refused("first,second,result,reason\na,b,1-0,crahs\n", &[]), @"
    error: games.csv:2: unknown reason 'crahs'
    did you mean 'crash'?
    ");
    insta::assert_snapshot!(refused("game,white,black\n1,a,b\n", &[]), @"
    error: games.csv: the header has no column 'first'
    required columns: first, second, result; optional: pair
    ");
    insta::assert_snapshot!(refused("first,second,result\n", &[]), @"
    error: games.csv: there are no games to count
    play some first, for example with arena --a smart:6 --b bad
    ");
    insta::assert_snapshot!(refused("", &[]), @"
    error: games.csv: the file is empty
    required columns: first, second, result; optional: pair
    ");
    let (_folder, path) = file("");
    fs::write(&path, b"first,second,result\na,\xff,1-0\n").unwrap();
    assert!(wrong(&["stats", path.to_str().unwrap()]).contains(":2: the line is not valid UTF-8"));
}

#[test]
fn wrong_counts_are_reported_with_their_place() {
    insta::assert_snapshot!(wrong(&["stats", "--wdl", "1,2"]), @"
    error: --wdl: expected 3 numbers, found 2
        1,2
        ^^^
    write 3 whole numbers: wins, draws, losses
    ");
    insta::assert_snapshot!(wrong(&["stats", "--wdl", "1,2,-3"]), @"
    error: --wdl: losses: '-3' is not a whole number
        1,2,-3
            ^^
    write 3 whole numbers: wins, draws, losses
    ");
    insta::assert_snapshot!(wrong(&["stats", "--penta", "1,2,3,4,99999999999999999999"]), @"
    error: --penta: pairs won twice: '99999999999999999999' is too large
        1,2,3,4,99999999999999999999
                ^^^^^^^^^^^^^^^^^^^^
    write 5 whole numbers: pairs lost twice, LD, WL or DD, WD, pairs won twice
    ");
    insta::assert_snapshot!(wrong(&["stats", "--penta", "0,0,0,0,0"]), @"
    error: --penta: there are no results
        0,0,0,0,0
        ^^^^^^^^^
    at least one number must be above 0
    ");
    insta::assert_snapshot!(wrong(&["stats", "--wdl", "1,2,3", "--sprt", "0,5,alhpa=0.1"]), @"
    error: --sprt: a sequential test has no key 'alhpa'
        0,5,alhpa=0.1
            ^^^^^
    did you mean 'alpha'?
    ");
    insta::assert_snapshot!(wrong(&["stats", "no-such-file"]), @"
    error: cannot read no-such-file: No such file or directory (os error 2)
    give a games.csv, the folder of a run, or - to read from stdin
    ");
}

#[test]
fn results_can_come_from_stdin_or_from_the_folder_of_a_run() {
    let (folder, path) = file(PAIRS);
    let expected = stdout(&["stats", path.to_str().unwrap()]);
    assert_eq!(stdout(&["stats", folder.path().to_str().unwrap()]), expected);
    let mut command = assert_cmd::Command::cargo_bin("arena").unwrap();
    let output = command.args(["stats", "-"]).write_stdin(PAIRS).output().unwrap();
    assert_eq!(stdout_of(&output), expected);
}

/// The sentence and the common rows of the tables of a match and of `arena stats` of its games.
fn compared(line: &str) {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let of_match = play_aloud(&run, line);
    let of_file = stdout(&["stats", path(&run, "games.csv").to_str().unwrap()]);
    assert_eq!(of_file.lines().next(), of_match.lines().next(), "{line}");
    for row in ["  distinct ", "  score ", "  Elo ", "warning: only "] {
        // The advice of a warning depends on what is known of the openings.
        let known = |line: &str| line.split(". ").next().unwrap_or_default().to_owned();
        let find = |text: &str| text.lines().find(|line| line.starts_with(row)).map(known);
        assert_eq!(find(&of_file), find(&of_match), "{line}");
    }
    let summary = fs::read_to_string(path(&run, "summary.csv")).unwrap();
    let nelo = summary.lines().nth(1).unwrap().split(',').nth(15).unwrap().to_owned();
    let stated = json(&["stats", run.to_str().unwrap(), "--json"]);
    assert_eq!(stated["nelo"].as_f64().map_or(String::new(), |nelo| format!("{nelo:.2}")), nelo, "{line}");
}

fn path(folder: &Path, file: &str) -> PathBuf {
    folder.join(file)
}

#[test]
fn the_stats_of_a_run_are_those_of_the_match() {
    compared("--games 101 --a smart:2 --b bad");
    // Most games repeat: the interval is from the distinct pairs in both.
    compared("--games 200 --a smart:2 --b bad --openings random:2");
    compared("--games 40 --a smart:1 --b bad --openings start");
    compared("--games 7 --a smart:1 --b random --game connect --max-plies 9");
}

#[test]
fn plan_tells_how_many_games_a_test_takes() {
    insta::assert_snapshot!(stdout(&["plan", "--sprt", "0,5"]), @"
    a test of 0 against 5 nElo takes about 25,728 games, and 110,734 at worst

                true nElo   games (mean)   games (95 %)  accepts H1
      H0              0.0         25,728         62,390       4.9 %
      hardest         2.5         42,200        110,734      50.0 %
      H1              5.0         25,728         62,390      95.1 %

    At worst: 95 % of tests end within this many games, even at the true difference that takes longest. Allow a match that many:
      arena --games 110734 --sprt 0,5 --a … --b …
    ");
    insta::assert_snapshot!(stdout(&["plan", "--sprt", "0,100,model=logistic,alpha=0.01", "--elo", "200", "--draws", "0.2"]), @"
    a test of 0 against 100 Elo takes about 50 games, and 418 at worst

                 true Elo   games (mean)   games (95 %)  accepts H1
      H0              0.0             68            168       1.0 %
      hardest        53.9            158            418      50.0 %
      H1            100.0             94            206      95.5 %
      expected      200.0             50             92      99.8 %

    At worst: 95 % of tests end within this many games, even at the true difference that takes longest. Allow a match that many:
      arena --games 418 --sprt 0,100,alpha=0.01,model=logistic --a … --b …
    ");
    let plan = json(&["plan", "--sprt", "0,5", "--json"]);
    assert_eq!(plan["cases"][1]["elo"], json!(2.5));
    assert_eq!(
        (&plan["expected_games"], &plan["worst_games"]),
        (&plan["cases"][0]["games"], &plan["cases"][1]["games_95"])
    );
}

#[test]
fn plan_tells_how_many_games_an_error_takes() {
    insta::assert_snapshot!(stdout(&["plan", "--error", "10"]), @"
    an interval of 10 Elo to either side takes about 4,638 games, and 9,276 at worst

      assumed    0 Elo, a score of 50.0 %, 0.0 % draws
      about      if the two games of a pair are independent
      at worst   if none is drawn and each pair is won or lost twice
    ");
    insta::assert_snapshot!(stdout(&["plan", "--error", "20", "--elo", "-400", "--draws", "0.1", "--json"]), @r#"{"error":20.0,"elo":-400.0,"draws":0.1,"expected_games":2446,"worst_games":7014}"#);
}

#[test]
fn plan_rejects_invalid_numbers() {
    insta::assert_snapshot!(wrong(&["plan", "--error", "0"]), @"
    error: --error: 0 is not a valid error in Elo
    write a number from 0.01 to 1000, such as 10
    ");
    insta::assert_snapshot!(wrong(&["plan", "--error", "-5"]), @"
    error: --error: -5 is not a valid error in Elo
    write a number from 0.01 to 1000, such as 10
    ");
    insta::assert_snapshot!(wrong(&["plan", "--error", "nan"]), @"
    error: --error: NaN is not a valid error in Elo
    write a number from 0.01 to 1000, such as 10
    ");
    insta::assert_snapshot!(wrong(&["plan", "--error", "10", "--elo", "600", "--draws", "0.5"]), @"
    error: --draws: 0.5 of all games cannot be drawn at 600 Elo
    give a smaller share, or an Elo difference nearer to 0
    ");
    insta::assert_snapshot!(wrong(&["plan", "--sprt", "0,5", "--draws", "1.5"]), @"
    error: --draws: 1.5 is not a valid share of games
    write a number from 0 to 0.99, such as 0.3
    ");
    insta::assert_snapshot!(wrong(&["plan", "--sprt", "0,5", "--elo", "inf"]), @"
    error: --elo: inf is not a valid Elo difference
    write a number from -4000 to 4000
    ");
    insta::assert_snapshot!(wrong(&["plan", "--sprt", "5,0"]), @"
    error: --sprt: elo0 must be below elo1, but 5 is not below 0
        5,0
        ^^^
    write elo0,elo1[,alpha=0.05][,beta=0.05][,model=normalized], for example 0,5 or -5,0,alpha=0.01
    ");
}
