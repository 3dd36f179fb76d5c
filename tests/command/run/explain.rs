//! `arena explain` on the real binary.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use arena::GameSpec;
use arena::games::{AnyPosition, Outcome};

use crate::common::{arena, bytes, json, play, rows, stderr_of, stdout, stdout_of};

const COLUMNS: [&str; 15] = [
    "game",
    "opening",
    "player",
    "opponent",
    "side",
    "kind",
    "ply",
    "phase",
    "position",
    "move",
    "best",
    "value_before",
    "value_after",
    "loss",
    "judge",
];

fn explain(run: &Path, more: &[&str]) -> String {
    let mut args = vec!["explain", run.to_str().unwrap(), "--no-progress"];
    args.extend(more);
    stdout(&args)
}

fn explained(run: &Path, more: &[&str]) -> Value {
    let mut args = vec!["explain", run.to_str().unwrap(), "--no-progress", "--json"];
    args.extend(more);
    json(&args)
}

/// Plain minimax to the end of the game, by the rules alone: the final difference of points, or who wins.
struct BruteForce {
    counts_points: bool,
    known: HashMap<String, i32>,
}

impl BruteForce {
    /// The value for the side to move.
    fn value(&mut self, position: &AnyPosition) -> i32 {
        let side = position.to_move();
        let [first, second] = position.points().map(|points| points as i32);
        match position.outcome() {
            Some(_) if self.counts_points => {
                return if side.index() == 0 { first - second } else { second - first };
            }
            Some(Outcome::Win(winner)) => return if winner == side { 1 } else { -1 },
            Some(Outcome::Draw) => return 0,
            None => {}
        }
        let text = position.to_string();
        if let Some(&value) = self.known.get(&text) {
            return value;
        }
        let value = position.legal_moves().map(|mv| self.after(position, mv)).max().unwrap();
        self.known.insert(text, value);
        value
    }

    /// The value of a move for the side that makes it.
    fn after(&mut self, position: &AnyPosition, mv: arena::games::Move) -> i32 {
        let next = position.after(mv).unwrap();
        let value = self.value(&next);
        if next.to_move() == position.to_move() { value } else { -value }
    }
}

/// The row of a lost game as brute force finds it: ply, position, move, best moves, values before and after; `None` if it was lost
/// from its opening on.
type Losing = Option<(usize, String, String, Vec<String>, i32, i32)>;

fn losing(brute: &mut BruteForce, opening: &AnyPosition, moves: &str, side: usize) -> Losing {
    let mut position = opening.clone();
    let mut found = None;
    for (at, word) in moves.split_whitespace().enumerate() {
        let mv = position.move_named(word).unwrap();
        let before = brute.value(&position);
        if position.to_move().index() == side && before >= 0 {
            let all: Vec<_> = position.legal_moves().collect();
            let best = all.into_iter().filter(|&mv| brute.after(&position, mv) == before);
            let best: Vec<String> = best.map(|mv| position.move_name(mv)).collect();
            let after = brute.after(&position, mv);
            found = Some((at + 1, position.to_string(), word.to_owned(), best, before, after));
        }
        position.try_play(mv).unwrap();
    }
    found
}

#[test]
fn the_losing_moves_are_those_that_brute_force_finds() {
    for (game, counts_points) in [("connect:4x4x3", false), ("kalah:3x3", true), ("mnk:3x3x3", false)] {
        let folder = TempDir::new().unwrap();
        let players = if counts_points { "smart:2 smart:4" } else { "bad greedy" };
        play(folder.path(), &format!("{players} -g {game} -n 60"));
        explain(folder.path(), &[]);
        let player = players.split(' ').next().unwrap();
        let start = game.parse::<GameSpec>().unwrap().host().unwrap().start();
        let mut brute = BruteForce { counts_points, known: HashMap::new() };
        let mut file = csv::Reader::from_path(folder.path().join("games.csv")).unwrap();
        let games: Vec<BTreeMap<String, String>> = file.deserialize().map(Result::unwrap).collect();
        let found = rows(folder.path(), "mistakes.csv", &COLUMNS);
        let mut found = found.iter();
        let mut mistakes = 0;
        for game in games {
            let side = usize::from(game["second"] == player);
            if game["result"] != ["0-1", "1-0"][side] {
                continue;
            }
            let row = found.next().unwrap();
            let opening = match game["opening"].as_str() {
                "" => start.clone(),
                text => start.read(text).unwrap(),
            };
            assert_eq!((&row[0], &row[1], &row[2]), (&*game["game"], &*game["opening"], player));
            assert_eq!((&row[4], row[3] != *player), (["first", "second"][side], true));
            let Some((ply, position, mv, best, before, after)) =
                losing(&mut brute, &opening, &game["moves"], side)
            else {
                assert_eq!((&row[5], &row[6]), ("lost opening", ""), "{row:?}");
                continue;
            };
            mistakes += 1;
            assert_eq!((&row[6], &row[8], &row[9]), (&*ply.to_string(), &*position, &*mv), "{row:?}");
            assert_eq!((&row[11], &row[12]), (&*before.to_string(), &*after.to_string()), "{row:?}");
            assert_eq!((&row[13], &row[14]), (&*(before - after).to_string(), "solver"), "{row:?}");
            assert!(best.iter().any(|best| *best == row[10]), "{row:?}: {best:?}");
            assert!(after < 0, "{row:?}");
        }
        assert!(found.next().is_none() && mistakes >= 5, "{game}: {mistakes}");
    }
}

#[test]
fn what_cost_most_comes_with_commands_that_work() {
    let folder = TempDir::new().unwrap();
    let run = folder.path().join("run");
    play(&run, "smart:2 smart:4 -g connect:5x4x4 -n 40");
    let text = explain(&run, &[]);
    insta::assert_snapshot!(text.replace(run.to_str().unwrap(), "run"), @"
    smart:2 lost 8 of 40 games.
    1 game was lost from the opening on: no mistake is to be found in them.

    What cost most:

    1. lost a draw: 4 games, 50.0 %, mostly in plies 1-10
       game 3, ply 3: smart:2 played 2, 3 was best (drawn to lost).
         arena show run --game 3 --ply 2
         arena solve -g connect:5x4x4 --position x:x..../o..../xo.../oxox.

    2. double threat: 3 games, 37.5 %, mostly in plies 1-10 as x
       game 23, ply 7: smart:2 played 3, 4 was best (won to lost). smart:2 lets the other side make two threats at once.
         arena show run --game 23 --ply 6
         arena solve -g connect:5x4x4 --position x:oo.../xx.x./xo.o./oxox.

      mistake                 lost     share  games
      lost a draw                4    50.0 %  3 16 24 35
      double threat              3    37.5 %  17 23 28

      plies                   lost     share  games
      1-10                       7    87.5 %  3 16 17 23 24 …

      side                    lost     share  games
      x                          4    50.0 %  3 17 23 35
      o                          4    50.0 %  2 16 24 28

      opening                      lost     share  games
      x:...../...x./x..o./o.ox.       2    25.0 %  23 24
    ");
    let commands: Vec<Vec<&str>> = text
        .lines()
        .filter_map(|line| line.trim().strip_prefix("arena "))
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(commands.len(), 4, "{text}");
    for command in commands {
        stdout(&command);
    }
    let page = folder.path().join("page.html");
    stdout(&["report", run.to_str().unwrap(), "-o", page.to_str().unwrap()]);
    let page = fs::read_to_string(page).unwrap();
    let (_, section) = page.split_once("<h2>Mistakes</h2>").unwrap();
    let (section, _) = section.split_once("</section>").unwrap();
    assert!(
        section.contains("8 lost games") && section.contains("href=\"#run=1&amp;game=23&amp;ply=6\""),
        "{section}"
    );
    assert_eq!(section.matches("<pre>").count(), 2, "{section}");
}

#[test]
fn the_positions_of_mistakes_are_openings_and_a_check() {
    let folder = TempDir::new().unwrap();
    let (run, hard) = (folder.path().join("run"), folder.path().join("hard.txt"));
    play(&run, "smart:2 smart:4 -g connect:5x4x4 -n 40");
    let text = explain(&run, &["--write-openings", hard.to_str().unwrap()]);
    assert!(text.contains("Wrote 7 positions to "), "{text}");
    let mistakes = rows(&run, "mistakes.csv", &COLUMNS);
    let mut positions: Vec<&str> =
        mistakes.iter().map(|row| &row[8]).filter(|text| !text.is_empty()).collect();
    let lines = fs::read_to_string(&hard).unwrap();
    let mut written: Vec<&str> =
        lines.lines().skip(1).map(|line| line.split("  #").next().unwrap()).collect();
    positions.sort_unstable();
    written.sort_unstable();
    assert_eq!(written, positions);
    // As openings of a match, each is played once by both sides.
    let again = folder.path().join("again");
    play(&again, &format!("smart:2 smart:4 -g connect:5x4x4 -n 14 --openings file:{}", hard.display()));
    let mut file = csv::Reader::from_path(again.join("games.csv")).unwrap();
    let mut openings: Vec<String> = file.records().map(|row| row.unwrap()[2].to_owned()).collect::<Vec<_>>();
    openings.sort_unstable();
    openings.dedup();
    assert_eq!(openings, positions);
    // As a suite.
    let suite = folder.path().join("hard.toml");
    let suite = suite.to_str().unwrap();
    let recorded = arena(&["check", suite, "--record"]);
    assert_eq!(recorded.status.code(), Some(0), "{}", stderr_of(&recorded));
    let checked = arena(&["check", suite]);
    assert_eq!(checked.status.code(), Some(0), "{}", stderr_of(&checked));
    assert!(stdout_of(&checked).contains("plays the same as the baseline"), "{}", stdout_of(&checked));
    // A suite that was changed by hand stays.
    fs::write(suite, "mine").unwrap();
    let text = explain(&run, &["--write-openings", hard.to_str().unwrap()]);
    assert!(text.contains("is left as it is"), "{text}");
    assert_eq!(fs::read_to_string(suite).unwrap(), "mine");
}

#[test]
fn an_engine_judges_what_cannot_be_solved_and_says_how_sure_it_is() {
    let folder = TempDir::new().unwrap();
    let run = folder.path().join("run");
    play(&run, "smart:1 smart:3 -g connect:7x6x4 -n 12");
    let unsolved = explained(&run, &["--budget", "20"]);
    let kinds = |found: &Value| -> Vec<String> {
        let mistakes = found["mistakes"].as_array().unwrap().iter();
        mistakes.map(|row| row["kind"].as_str().unwrap().to_owned()).collect()
    };
    let lost = kinds(&unsolved).len();
    assert!(kinds(&unsolved).iter().filter(|kind| *kind == "not judged").count() > lost / 2, "{unsolved}");
    assert_eq!(unsolved["judge"], json!(null));
    let judged = explained(&run, &["--budget", "20", "--judge", "smart:4,eval=lines"]);
    assert!(!kinds(&judged).contains(&"not judged".to_owned()), "{judged}");
    let judge = &judged["judge"];
    let [lost, all] = ["positions_of_lost_games", "positions"].map(|key| judge[key].as_u64().unwrap());
    assert!(judge["player"] == "smart:4,eval=lines" && lost <= all && all > 0, "{judge}");
    assert!(judge["lost_at"].as_f64().unwrap() < 0.0, "{judge}");
    let row = judged["mistakes"].as_array().unwrap().iter().find(|row| row["exact"] == false).unwrap();
    assert!(row["value_before"].as_f64() > judge["lost_at"].as_f64(), "{row}");
    // A program that says what its moves are worth is a judge, too.
    let bot = format!("exec:\"{} engine smart:4,eval=lines\"", env!("CARGO_BIN_EXE_arena"));
    let by_bot = explained(&run, &["--budget", "20", "--sample", "4", "--judge", &bot]);
    assert!(!kinds(&by_bot).contains(&"not judged".to_owned()), "{by_bot}");
    assert!(by_bot["mistakes"].as_array().unwrap().iter().any(|row| row["exact"] == false), "{by_bot}");
    let on = |threads: &str| {
        explain(&run, &["--budget", "20", "--judge", "smart:4,eval=lines", "--threads", threads]);
        bytes(&run, "mistakes.csv")
    };
    assert_eq!(on("1"), on("3"));
}

#[test]
fn a_bot_judges_games_that_only_a_referee_knows() {
    let folder = TempDir::new().unwrap();
    let run = folder.path().join("run");
    let engine = |name: &str, strategy: &str| {
        let program = env!("CARGO_BIN_EXE_arena");
        format!("{name}exec:\"{program} engine {strategy} --game connect:4x4x3\"")
    };
    let game = format!("ugi:{} engine bad --game connect:4x4x3", env!("CARGO_BIN_EXE_arena"));
    let openings = folder.path().join("openings.txt");
    fs::write(&openings, "startpos\nstartpos moves 1 2\nstartpos moves 4 3\nstartpos moves 3 1\n").unwrap();
    let openings = format!("file:{}", openings.display());
    let [weak, strong] = [("weak=", "bad"), ("strong=", "smart:3")].map(|(name, spec)| engine(name, spec));
    let out = run.to_str().unwrap();
    let args = ["match", "--a", &weak, "--b", &strong, "-g", &game, "-n", "8", "--openings", &openings];
    let played = arena(&[&args[..], &["-o", out, "-q"]].concat());
    assert_eq!(played.status.code(), Some(0), "{}", stderr_of(&played));
    let without = arena(&["explain", out]);
    assert_eq!(without.status.code(), Some(2));
    let told = stderr_of(&without).replace(out, "RUN");
    insta::assert_snapshot!(told, @"
    error: arena has no rules for this game, so nothing can solve it
    name a player that can judge its positions: arena explain RUN --judge ./engine
    ");
    let hard = folder.path().join("hard.txt");
    let judge = engine("", "smart:9");
    let found = explained(&run, &["--judge", &judge, "--write-openings", hard.to_str().unwrap()]);
    let mistakes = found["mistakes"].as_array().unwrap();
    assert_eq!(mistakes.len() as u64, found["lost"].as_u64().unwrap());
    let known = mistakes.iter().filter(|row| row["ply"].is_u64()).count();
    assert!(known >= 2 && found["judge"]["lost_at"].as_f64() < Some(0.0), "{found}");
    let again = folder.path().join("again");
    let openings = format!("file:{}", hard.display());
    let args = ["match", "--a", &weak, "--b", &strong, "-g", &game, "-n", "2", "--openings", &openings];
    let played = arena(&[&args[..], &["-o", again.to_str().unwrap(), "-q"]].concat());
    assert_eq!(played.status.code(), Some(0), "{}", stderr_of(&played));
}

#[test]
fn wrong_use_is_told() {
    let folder = TempDir::new().unwrap();
    let run = folder.path().join("run");
    play(&run, "smart:4 bad -g connect:6x6x4 -n 4");
    let told = |more: &[&str]| {
        let output = arena(&[&["explain", run.to_str().unwrap()], more].concat());
        assert_eq!(output.status.code(), Some(2), "{more:?}");
        stderr_of(&output).replace(folder.path().to_str().unwrap(), "FOLDER")
    };
    insta::assert_snapshot!(told(&["--player", "smart:5"]), @"
    error: unknown player 'smart:5'
    did you mean 'smart:4'?
    ");
    insta::assert_snapshot!(told(&["--judge", "smrt"]), @"
    error: --judge: unknown strategy 'smrt'
        smrt
        ^^^^
    did you mean 'smart'?
    ");
    insta::assert_snapshot!(told(&["--judge", "human", "--player", "bad", "--budget", "0"]), @"
    error: --judge: a human can play only in 'arena play'
        human
        ^^^^^
    choose another strategy, for example smart:6
    ");
    insta::assert_snapshot!(told(&["--judge", "random", "--player", "bad", "--budget", "0"]), @"
    error: --judge: random does not say what moves are worth
        random
        ^^^^^^
    choose a judge that does: smart:8, or a bot that writes info score
    ");
    let file = arena(&["explain", run.join("games.csv").to_str().unwrap()]);
    let words = stderr_of(&file).replace(folder.path().to_str().unwrap(), "FOLDER");
    insta::assert_snapshot!(words, @"
    error: FOLDER/run/games.csv is not the folder of a run
    give the folder that arena wrote, with its run.json
    ");
    let missing = folder.path().join("none/hard.txt");
    insta::assert_snapshot!(told(&["--write-openings", missing.to_str().unwrap()]), @"
    error: --write-openings: there is no folder FOLDER/none
    make it, or give another path
    ");
    let lost_none = explain(&run, &[]).replace(folder.path().to_str().unwrap(), "FOLDER");
    insta::assert_snapshot!(lost_none, @"
    smart:4 lost none of its 4 games.
    Look at another player with --player, or at its moves: arena review FOLDER/run
    ");
    let file = run.join("games.csv");
    let games = fs::read_to_string(&file).unwrap();
    let bare = folder.path().join("bare");
    fs::create_dir(&bare).unwrap();
    fs::copy(run.join("run.json"), bare.join("run.json")).unwrap();
    let without: String =
        games.lines().map(|line| line.rsplit_once(',').unwrap().0.to_owned() + "\n").collect();
    fs::write(bare.join("games.csv"), without).unwrap();
    let output = arena(&["explain", bare.to_str().unwrap()]);
    let told = stderr_of(&output).replace(folder.path().to_str().unwrap(), "FOLDER");
    insta::assert_snapshot!(told, @"
    error: FOLDER/bare/games.csv has no moves
    give a run of arena
    ");
}

#[test]
fn two_runs_show_what_the_new_version_loses() {
    let folder = TempDir::new().unwrap();
    let [old, new] = ["old", "new"].map(|name| folder.path().join(name));
    play(&old, "smart:4 smart:3 -g connect:5x4x4 -n 60");
    play(&new, "smart:1 smart:3 -g connect:5x4x4 -n 60");
    let found = explained(&new, &["--before", old.to_str().unwrap()]);
    let lost = |run: &Path, player: &str| -> Vec<(String, usize)> {
        let mut file = csv::Reader::from_path(run.join("games.csv")).unwrap();
        let games = file.deserialize().map(Result::<BTreeMap<String, String>, _>::unwrap);
        let lost = games.filter_map(|game| {
            let side = usize::from(game["second"] == player);
            (game["result"] == ["0-1", "1-0"][side]).then(|| (game["opening"].clone(), side))
        });
        lost.collect()
    };
    let (then, now) = (lost(&old, "smart:4"), lost(&new, "smart:1"));
    let only_now = now.iter().filter(|game| !then.contains(game)).count();
    assert!(only_now > 0);
    let before = &found["before"];
    assert_eq!(before["games"], 60);
    assert_eq!(before["lost_only_now"].as_array().unwrap().len(), only_now);
    assert_eq!(before["lost_in_both"], now.len() - only_now);
    assert_eq!(before["lost_only_before"], then.len() + only_now - now.len());
    assert_eq!(found["mistakes"].as_array().unwrap().len(), only_now);
    let text = explain(&new, &["--before", old.to_str().unwrap()]);
    assert!(
        text.starts_with(&format!("smart:1 lost {only_now} games that smart:4 did not lose, of 60;")),
        "{text}"
    );
}
