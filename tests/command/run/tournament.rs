//! Tournaments on the real binary: the same bytes whatever happens, and every wrong input reported.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::common::columns;
#[cfg(unix)]
use crate::common::stopping::kill_and_continue;
use crate::common::{arena, bytes, content, play, play_aloud, rows, stderr_of};
use serde_json::Value;
use tempfile::tempdir;

/// Tournaments of every format, of 2 to 12 players.
const TOURNAMENTS: [&str; 8] = [
    "tournament smart:1 bad --games 9",
    "tournament smart:1..3 bad random --games 10",
    "tournament smart:1..4 bad random --game connect --format gauntlet --games 13",
    "tournament smart:1..3 bad random --format swiss --rounds 3 --games 7",
    "tournament smart:1..8 greedy bad random x=random --format swiss --rounds 4 --games 6 --game connect",
    "tournament smart:1..3 bad random --format adaptive --total-games 600",
    "tournament smart:1..8 greedy bad random x=random --format adaptive --total-games 1500",
    "tournament smart:1..2 bad --format adaptive --total-games 301 --game connect:5x4x3 --openings start",
];

/// The files of a run, without its times.
fn timeless(run: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = content(run);
    for file in ["timings.csv", "run.json"] {
        assert!(files.remove(file).is_some(), "{file}");
    }
    // Times, too; those of the examples are not kept.
    files.remove("timings.part.json");
    let mut reader = csv::Reader::from_reader(files["standings.csv"].as_slice());
    let headers = reader.headers().unwrap().clone();
    let mut kept = Vec::new();
    for row in reader.records().map(Result::unwrap) {
        let fields = headers.iter().zip(row.iter());
        kept.extend(fields.filter(|(name, _)| !["mean_us", "p99_us"].contains(name)).flat_map(
            |(_, field)| {
                let mut field = field.as_bytes().to_vec();
                field.push(b'\n');
                field
            },
        ));
    }
    files.insert("standings.csv".to_owned(), kept);
    files
}

fn assert_same(one: &BTreeMap<String, Vec<u8>>, other: &BTreeMap<String, Vec<u8>>, what: &str) {
    assert_eq!(one.keys().collect::<Vec<_>>(), other.keys().collect::<Vec<_>>(), "{what}");
    for (name, bytes) in one {
        let [one, other] = [bytes, &other[name]].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        assert!(one == other, "{what}: {name} differs:\n{one}\n{other}");
    }
}

#[test]
fn a_tournament_is_the_same_on_any_number_of_threads() {
    for line in TOURNAMENTS {
        let runs = ["1", "2", "8"].map(|threads| {
            let out = tempdir().unwrap();
            play(out.path(), &format!("{line} --threads {threads}"));
            timeless(out.path())
        });
        assert_eq!(runs[0].len(), 4, "games, summary, standings, crosstable");
        assert_same(&runs[0], &runs[1], line);
        assert_same(&runs[0], &runs[2], line);
    }
}

#[test]
#[ignore = "kills at many moments"]
#[cfg(unix)]
fn a_killed_tournament_continues_to_the_same_bytes() {
    let tournaments = [
        ("tournament smart:1..2 bad random --games {games}", 1500),
        ("tournament smart:1..3 greedy --format gauntlet --games {games}", 2000),
        ("tournament smart:1..2 greedy bad random --format swiss --rounds 4 --games {games}", 1200),
        ("tournament smart:1..2 greedy bad random --format adaptive --total-games {games}", 9_000),
    ];
    for tournament in tournaments {
        kill_and_continue(tournament, 5, &|_, _| String::new(), |whole, out, what| {
            assert_same(&timeless(whole), &timeless(out), what);
        });
    }
}

/// What games.csv says of who met whom: pairs of names in order, with their number of games.
fn meetings(run: &Path) -> BTreeMap<[String; 2], u64> {
    let columns = columns::GAMES;
    let mut meetings = BTreeMap::new();
    for row in rows(run, "games.csv", &columns) {
        let mut names = [row[3].to_owned(), row[4].to_owned()];
        names.sort();
        *meetings.entry(names).or_default() += 1;
    }
    meetings
}

#[test]
fn every_format_pairs_as_it_says() {
    let played = |line: &str| {
        let out = tempdir().unwrap();
        play(out.path(), line);
        meetings(out.path())
    };
    let all = played("tournament smart:1..3 bad random --games 6");
    assert_eq!((all.len(), all.values().all(|&games| games == 6)), (10, true));
    let gauntlet = played("tournament smart:1..3 bad random --games 6 --format gauntlet");
    assert_eq!((gauntlet.len(), gauntlet.values().sum::<u64>()), (4, 24));
    assert!(gauntlet.keys().all(|names| names.contains(&"smart:1".to_owned())));
    let swiss = played("tournament smart:1..3 bad random x=bad --games 6 --format swiss --rounds 5");
    assert_eq!((swiss.len(), swiss.values().all(|&games| games == 6)), (15, true), "nobody meets twice");
    let adaptive = played("tournament smart:1..3 bad random --format adaptive --total-games 500");
    assert_eq!(adaptive.values().sum::<u64>(), 500, "the budget is spent");
}

#[test]
fn pairs_share_an_opening_and_every_pairing_begins_with_the_same_ones() {
    let out = tempdir().unwrap();
    play(out.path(), "tournament smart:1..3 bad --games 8");
    let mut openings: BTreeMap<[String; 2], Vec<String>> = BTreeMap::new();
    let rows = rows(out.path(), "games.csv", &columns::GAMES);
    for pair in rows.chunks(2) {
        assert_eq!((&pair[0][1], &pair[0][2]), (&pair[1][1], &pair[1][2]), "one pair, one opening");
        assert_eq!((&pair[0][3], &pair[0][4]), (&pair[1][4], &pair[1][3]), "with the sides swapped");
        let mut names = [pair[0][3].to_owned(), pair[0][4].to_owned()];
        names.sort();
        openings.entry(names).or_default().push(pair[0][2].to_owned());
    }
    assert_eq!(openings.len(), 6);
    assert_eq!(openings.values().collect::<BTreeSet<_>>().len(), 1, "the same openings for all");
}

#[test]
fn a_match_is_a_tournament_of_two() {
    let [one, other] = [tempdir().unwrap(), tempdir().unwrap()];
    play(one.path(), "--a random --b smart:2 --games 31");
    play(other.path(), "tournament random smart:2 --games 31");
    for file in ["games.csv", "summary.csv"] {
        assert_eq!(bytes(one.path(), file), bytes(other.path(), file));
    }
}

#[test]
fn standings_are_what_rate_says_of_the_run() {
    for format in [
        "--games 40",
        "--format adaptive --total-games 403",
        "--format swiss --rounds 3 --games 13",
        "--format swiss --rounds 2 --games 2",
    ] {
        let out = tempdir().unwrap();
        play(out.path(), &format!("tournament smart:1..3 bad random {format} --anchor bad=100"));
        let run = out.path().display().to_string();
        let rated = crate::common::json(&["rate", &run, "--anchor", "bad=100", "--json"]);
        let standings = rows(out.path(), "standings.csv", &columns::STANDINGS);
        let players = rated["players"].as_array().unwrap();
        assert_eq!(standings.len(), players.len());
        for (row, player) in standings.iter().zip(players) {
            assert_eq!(&row[1], player["player"].as_str().unwrap());
            // A bound is empty in the file. Rate knows the openings, too.
            let bounds = [(&row[3], &player["rating_low"]), (&row[4], &player["rating_high"])];
            let rating = Some((&row[2], &player["rating"])).filter(|_| player["bound"].is_null());
            for (written, rated) in bounds.into_iter().chain(rating) {
                match written.parse::<f64>() {
                    Ok(written) => assert!(
                        (written - rated.as_f64().unwrap()).abs() < 0.0051,
                        "{format}: {row:?} {player}"
                    ),
                    Err(_) => assert!(rated.is_null(), "{format}: {row:?} {player}"),
                }
            }
            for (column, field) in [(5, "games"), (14, "rated_games")] {
                assert_eq!(
                    row[column].parse::<u64>().unwrap(),
                    player[field].as_u64().unwrap(),
                    "{format}: {field}"
                );
            }
        }
    }
}

/// The total of a column of numbers in standings.csv.
fn total(run: &Path, column: usize) -> u64 {
    let rows = rows(run, "standings.csv", &columns::STANDINGS);
    rows.iter().map(|row| row[column].parse::<u64>().unwrap()).sum()
}

#[test]
fn a_tournament_whose_results_choose_pairings_says_which_games_its_ratings_are_from() {
    let folder = tempdir().unwrap();
    let [run, alone] = ["run", "alone.csv"].map(|name| folder.path().join(name));
    let line = "tournament smart:1..3 random --game kalah:4x3 --format adaptive --total-games 400";
    let json: Value = serde_json::from_str(&play(&run, &format!("{line} --json"))).unwrap();
    let note = "Ratings and ranks are from the 300 games that chose no pairing.";
    assert_eq!((json["games"].as_u64(), json["rated_games"].as_u64()), (Some(400), Some(300)));
    assert_eq!((total(&run, 5), total(&run, 14)), (800, 600));
    let of = |args: &[&str]| crate::common::stdout(args);
    let path = run.to_str().unwrap();
    assert!(of(&["rate", path]).contains(note));
    assert!(of(&["report", path, "-o", "-"]).contains(note));
    let markdown = folder.path().join("run.md");
    let again = format!("{line} --fresh --export-markdown {}", markdown.display());
    assert!(play_aloud(&run, &again).contains(note));
    assert!(fs::read_to_string(markdown).unwrap().contains(note));
    // Games alone do not say how their pairings were chosen.
    fs::copy(run.join("games.csv"), &alone).unwrap();
    assert!(!of(&["rate", alone.to_str().unwrap()]).contains("chose"));
    // Together with other games, the same are left out.
    let other = folder.path().join("other");
    play(&other, "tournament smart:1..3 random --game kalah:4x3 --games 10 --seed 2");
    let both = of(&["rate", path, other.to_str().unwrap()]);
    assert!(both.contains("Ratings and ranks are from the 360 games that chose no pairing."), "{both}");
}

#[test]
fn a_swiss_tournament_of_two_games_a_meeting_claims_nothing() {
    let out = tempdir().unwrap();
    let line = "tournament smart:1..3 bad random greedy --format swiss --rounds 3 --games";
    let said = play_aloud(out.path(), &format!("{line} 2"));
    assert!(said.contains("Elo, with an unknown error\n"), "{said}");
    assert!(
        said.contains(
            "warning: players that met played only 2 games, which chose later pairings, so no rating has an error and no \
             order is certain; use --games 4 or more"
        ),
        "{said}"
    );
    for row in rows(out.path(), "standings.csv", &columns::STANDINGS) {
        assert!(row[2].parse::<f64>().is_ok(), "an estimate: {row:?}");
        assert_eq!([&row[3], &row[4], &row[10]], [""; 3], "no interval, and no certainty: {row:?}");
    }
    let page = crate::common::stdout(&["report", out.path().to_str().unwrap(), "-o", "-"]);
    assert!(page.contains("use --games 4 or more"));
    let out = tempdir().unwrap();
    let said = play_aloud(out.path(), &format!("{line} 4"));
    assert!(
        said.contains("from the 18 games that chose no pairing") && !said.contains("warning: players"),
        "{said}"
    );
}

#[test]
fn games_that_repeat_are_no_evidence() {
    let rated = |games: u64| {
        let out = tempdir().unwrap();
        let said = play_aloud(out.path(), &format!("tournament smart:1..4 --openings start --games {games}"));
        assert!(!said.contains("99.9 %"), "12 games are no certainty:\n{said}");
        let standings = rows(out.path(), "standings.csv", &columns::STANDINGS);
        let rating = |row: &csv::StringRecord| [1, 2, 3, 4, 10].map(|column| row[column].to_owned());
        (standings.iter().map(rating).collect::<Vec<_>>(), said)
    };
    let ((few, _), (many, said)) = (rated(2), rated(100));
    assert_eq!(few, many, "a hundred games of which two differ say what two do");
    assert!(
        said.contains("only 12 of 600 games are distinct; ratings and intervals count each pair once"),
        "{said}"
    );
}

#[test]
fn a_gauntlet_of_even_games_knows_less_of_those_who_played_less() {
    let out = tempdir().unwrap();
    // All pairs of smart:3 and smart:6 are even here, and those of the others are not.
    play(out.path(), "tournament smart:3..6 --format gauntlet --games 4 --seed 3");
    let standings = rows(out.path(), "standings.csv", &columns::STANDINGS);
    let number = |row: &csv::StringRecord, column: usize| row[column].parse::<f64>().unwrap();
    let even: Vec<_> = standings.iter().filter(|row| &row[9] == "0.500000").collect();
    let [four, twelve] = even[..] else { panic!("two players with half the points, not {}", even.len()) };
    assert_eq!((&four[5], &twelve[5]), ("4", "12"));
    let error = |row| number(row, 4) - number(row, 2);
    assert!(error(four) > 1.2 * error(twelve), "{} and {}", error(four), error(twelve));
    assert!((number(four, 10) - 0.5).abs() < 1e-9, "los_next of equals");
}

#[test]
fn a_file_says_what_the_command_line_can() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("tournament.toml");
    let text = "players = [\"smart:1..2\", \"x=bad\"]\nformat = \"swiss\"\nrounds = 2\ngames = 6\n\
                game = \"connect:5x4x3\"\nseed = 9\nopenings = \"random:2\"\nmax_plies = 15\nanchor = \"x=0\"\n";
    fs::write(&file, text).unwrap();
    let [by_file, typed, over] = ["file", "typed", "over"].map(|name| folder.path().join(name));
    play(&by_file, &format!("tournament --file {}", file.display()));
    let line = "tournament smart:1..2 x=bad --format swiss --rounds 2 --games 6 --game connect:5x4x3 --seed 9 \
                --openings random:2 --max-plies 15 --anchor x=0";
    play(&typed, line);
    assert_same(&timeless(&by_file), &timeless(&typed), "the file and the line");
    play(&over, &format!("tournament --file {} --seed 10", file.display()));
    let run: Value = serde_json::from_slice(&bytes(&over, "run.json")).unwrap();
    assert_eq!((&run["plan"]["seed"], &run["plan"]["rounds"]), (&Value::from(10), &Value::from(2)));
}

#[test]
#[cfg(unix)] // The command is quoted for a Unix shell.
fn the_command_in_run_json_repeats_the_tournament() {
    let [one, other] = [tempdir().unwrap(), tempdir().unwrap()];
    play(one.path(), "tournament smart:1..2 x=bad random --format adaptive --total-games 200 --seed 4");
    let run: Value = serde_json::from_slice(&bytes(one.path(), "run.json")).unwrap();
    let command = run["command"].as_str().unwrap();
    let (line, out) = command.split_once(" --out ").unwrap();
    assert_eq!(out, one.path().display().to_string());
    play(other.path(), line.strip_prefix("arena ").unwrap());
    assert_same(&timeless(one.path()), &timeless(other.path()), command);
}

#[test]
fn json_has_the_rows_of_the_files() {
    let out = tempdir().unwrap();
    let json = play(out.path(), "tournament smart:1..2 bad --games 10 --json");
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["standings"].as_array().unwrap().len(), 3);
    assert_eq!(json["standings"][0]["rank"], 1);
    assert_eq!(json["pairings"].as_array().unwrap().len(), 3);
    assert_eq!(json["games"], 30);
    assert_eq!(json["timings"][0]["phase"], "all");
}

#[test]
fn wrong_input_is_reported() {
    let folder = tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let unknown = file("unknown.toml", "players = [\"bad\", \"random\"]\n\nrouns = 3\n");
    let player = file("player.toml", "players = [\n  \"bad\",\n  \"smrt:3\",\n]\n");
    let evaluator = file("evaluator.toml", "players = [\"bad\",\n \"smart:3,eval=lines\"]\n");
    let kind = file("kind.toml", "players = [\"bad\", \"random\"]\ngames = \"many\"\n");
    let format = file("format.toml", "players = [\"bad\", \"random\"]\nformat = \"swis\"\n");
    let cases: [(&[&str], &[&str]); 18] = [
        (&[], &["at least two players, not 0"]),
        (&["bad"], &["at least two players, not 1"]),
        (&["smart:1..8", "smart:3"], &["two players are called 'smart:3'", "other=smart:3"]),
        (&["smart:1..64", "bad", "--format", "swiss", "--rounds", "3"], &["at most 64 players, not 65"]),
        (&["smart:1..2", "smrt:1..2"], &["unknown strategy 'smrt'", "did you mean 'smart'?"]),
        (&["bad", "human"], &["human"]),
        (
            &["bad", "random", "--format", "swis"],
            &["--format: unknown format 'swis'", "did you mean 'swiss'?"],
        ),
        (&["bad", "random", "--format", "swiss"], &["needs --rounds"]),
        (&["bad", "random", "--rounds", "3"], &["takes no --rounds"]),
        (&["bad", "random", "--format", "adaptive"], &["needs --total-games"]),
        (&["bad", "random", "--format", "adaptive", "--total-games", "1"], &["too few", "--total-games"]),
        (&["bad", "random", "--total-games", "100"], &["takes no --total-games"]),
        (
            &["bad", "random", "--anchor", "bed=0"],
            &["--anchor: no player is called 'bed'", "did you mean 'bad'?"],
        ),
        (&["--file", &unknown], &["unknown.toml:3: unknown key 'rouns'", "did you mean 'rounds'?"]),
        (&["--file", &player], &["player.toml:3: unknown strategy 'smrt'"]),
        (&["--file", &evaluator], &["evaluator.toml:2: ", "lines"]),
        (&["--file", &kind], &["kind.toml:2: 'games' must be a whole number"]),
        (&["--file", &format], &["format.toml:2: unknown format 'swis'"]),
    ];
    for (words, expected) in cases {
        let out = folder.path().join("out").display().to_string();
        let line: Vec<&str> = ["tournament"].iter().chain(words).chain(&["--out", &out]).copied().collect();
        let output = arena(&line);
        let told = stderr_of(&output);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {told}");
        for expected in expected {
            assert!(told.contains(expected), "{words:?}: {told}");
        }
    }
}

/// Plays the beginning of a recorded tournament again: the first of this many shards.
fn assert_begins_as_recorded(example: &str, shards: u32) {
    let run: Value = serde_json::from_slice(&bytes(Path::new(example), "run.json")).unwrap();
    let command = run["command"].as_str().unwrap();
    let (line, out) = command.split_once(" --out ").unwrap();
    assert_eq!(out, example, "a path that is the same on every machine");
    let words = shell_words::split(line.strip_prefix("arena ").unwrap()).unwrap();
    let again = tempdir().unwrap();
    // The shards are in order: the first one has the weakest player against all others.
    let out = again.path().to_str().unwrap();
    let number = format!("1/{shards}");
    let shard = ["--shard", &number, "--quiet", "--out", out];
    let played = arena(&words.iter().map(String::as_str).chain(shard).collect::<Vec<_>>());
    assert!(played.status.success(), "{}", String::from_utf8_lossy(&played.stderr));
    let games = bytes(&again.path().join(format!("shards/1-of-{shards}")), "games.csv");
    assert!(games.len() > 2000, "{} bytes", games.len());
    let recorded = bytes(Path::new(example), "games.csv");
    let [recorded, games] = [&recorded[..games.len()], &games].map(String::from_utf8_lossy);
    assert_eq!(recorded, games, "{command}");
}

#[test]
fn the_tournaments_in_results_begin_as_the_program_plays_them() {
    for (game, shards) in [
        ("kalah", 200),
        ("connect", 200),
        ("othello", 100),
        ("breakthrough", 100),
        ("oware", 100),
        ("gomoku", 50),
        ("chess", 50),
    ] {
        assert_begins_as_recorded(&format!("results/{game}-tournament"), shards);
    }
}
