//! Games that arena has no rules for, through a referee: real processes.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

use crate::common::columns;
use crate::common::{
    DEADLINE, arena, assert_same_games, assert_same_results, bytes, example, is_installed, json, rows,
    stderr_of, stdout, stdout_of, until,
};

/// The columns of `faults.csv`.
const FAULTS: [&str; 5] = ["game", "ply", "player", "reason", "said"];

/// The program that knows Countdown.
fn countdown() -> PathBuf {
    example("countdown")
}

/// A game with a referee that has this fault.
fn game(fault: &str) -> String {
    format!("ugi:\"{} {fault}\"", countdown().display())
}

/// A player with a name and a fault.
fn player(name: &str, fault: &str) -> String {
    format!("{name}=exec:\"{} {fault}\",deterministic=yes", countdown().display())
}

/// Plays a match of Countdown: a strong player `a`, a timid player `b`, who have these faults too.
fn play(out: &Path, faults: [&str; 3], games: u32, more: &[&str]) -> Output {
    let [referee, a, b] = faults;
    let mut command = assert_cmd::Command::cargo_bin("arena").unwrap();
    command.args(["--a", &player("a", a), "--b", &player("b", &format!("timid+{b}"))]);
    command.args(["--game", &game(referee), "--games", &games.to_string(), "--out"]).arg(out);
    command.args((!more.contains(&"--no-progress")).then_some("--quiet"));
    command.args(more).timeout(DEADLINE).output().unwrap()
}

/// Plays such a match, which must succeed unless a player forfeits every game, and gives its games.
fn games(out: &Path, faults: [&str; 3], games: u32, more: &[&str]) -> Vec<csv::StringRecord> {
    let output = play(out, faults, games, more);
    let rows = rows(out, "games.csv", &columns::GAMES);
    let all_forfeited = rows.iter().all(|row| ["illegal", "crash"].contains(&&row[7]));
    assert_eq!(output.status.code(), Some(i32::from(all_forfeited)), "{faults:?}: {}", stderr_of(&output));
    assert_eq!(stderr_of(&output).contains(" forfeited every game; see "), all_forfeited, "{faults:?}");
    assert_eq!(rows.len() as u32, games);
    rows
}

fn run_in(folder: &TempDir, name: &str) -> PathBuf {
    folder.path().join(name)
}

#[test]
fn a_game_through_a_referee_is_the_game_by_its_rules() {
    let folder = TempDir::new().unwrap();
    let arena_bin = env!("CARGO_BIN_EXE_arena");
    for (kind, a, b) in [("kalah:6x4", "smart:2", "random"), ("connect:5x4x3", "greedy", "random")] {
        let engine = |name: &str, spec: &str| {
            format!("{name}=exec:\"{arena_bin} engine {spec} --game {kind}\",deterministic=yes")
        };
        let source = run_in(&folder, "source");
        let positions = ["-n", "12", "--openings", "random:5", "--quiet", "--fresh", "--game", kind, "--out"];
        let made = arena(&[&["bad", "random"], &positions[..], &[source.to_str().unwrap()]].concat());
        assert_eq!(made.status.code(), Some(0), "{}", stderr_of(&made));
        let openings = folder.path().join("openings.txt");
        let lines: Vec<String> = rows(&source, "games.csv", &columns::GAMES)
            .iter()
            .step_by(2)
            .map(|row| row[2].to_owned())
            .collect();
        fs::write(&openings, lines.join("\n")).unwrap();
        let openings = format!("file:{}", openings.display());
        let play = |out: &Path, game: &str| {
            let [a, b] = [engine("a", a), engine("b", b)];
            let out = out.to_str().unwrap();
            stdout(&[
                "--a",
                &a,
                "--b",
                &b,
                "-n",
                "12",
                "--quiet",
                "--fresh",
                "--openings",
                &openings,
                "-g",
                game,
                "-o",
                out,
            ]);
        };
        let [by_rules, by_referee] = ["rules", "referee"].map(|name| run_in(&folder, name));
        play(&by_rules, kind);
        play(&by_referee, &format!("ugi:\"{arena_bin} engine bad --game {kind}\""));
        let [rules, referee] = [&by_rules, &by_referee].map(|run| rows(run, "games.csv", &columns::GAMES));
        assert_eq!((rules.len(), referee.len()), (12, 12));
        for (one, other) in rules.iter().zip(&referee) {
            // All but the points, which a referee does not know.
            let without_points = |row: &csv::StringRecord| -> Vec<String> {
                row.iter()
                    .enumerate()
                    .filter(|(i, _)| ![8, 9].contains(i))
                    .map(|(_, text)| text.to_owned())
                    .collect()
            };
            assert_eq!(without_points(one), without_points(other), "{kind}");
            let points = match &other[5] {
                "1-0" => ("1", "0"),
                "0-1" => ("0", "1"),
                _ => ("0", "0"),
            };
            assert_eq!((&other[8], &other[9]), points);
        }
    }
}

#[test]
fn moves_are_recorded_as_they_came_on_any_number_of_threads() {
    let folder = TempDir::new().unwrap();
    let openings = folder.path().join("openings.txt");
    fs::write(&openings, "startpos moves take,3\n17 p2 # the second side begins\nstartpos\n").unwrap();
    let openings = format!("file:{}", openings.display());
    let [one, two] = ["one", "two"].map(|name| run_in(&folder, name));
    let more = ["--openings", &openings, "--record-moves", "--threads"];
    let rows_one = games(&one, ["", "", ""], 12, &[&more[..], &["1"]].concat());
    games(&two, ["", "", ""], 12, &[&more[..], &["2"]].concat());
    assert_same_results(&one, &two, "one and two threads");
    let first = rows_one[0].iter().skip(2).collect::<Vec<_>>().join("|");
    let plies = "take,1 take,1 take,1 take,3 take,1 take,3 take,1 take,3 take,1 take,3";
    assert_eq!(first, format!("startpos moves take,3|a|b|1-0|a|normal|1|0|10|{plies}"));
    let moves =
        rows(&one, "moves.csv", &["game", "ply", "player", "move", "time_ns", "nodes", "depth", "value"]);
    let of_game =
        |game: &str| -> Vec<&str> { moves.iter().filter(|row| &row[0] == game).map(|row| &row[3]).collect() };
    for row in &rows_one {
        assert_eq!(of_game(&row[0]).join(" "), &row[11]);
    }
    let shown = stdout(&["show", one.to_str().unwrap(), "--game", "3", "--ply", "2"]);
    assert!(
        shown.contains("game 3: a (first) against b (second)") && shown.contains("from 17 p2"),
        "{shown}"
    );
    let shown = json(&["show", one.to_str().unwrap(), "--game", "3", "--ply", "2", "--json"]);
    assert_eq!(shown["moves"].as_array().unwrap().len(), 2, "{shown}");
}

/// The reasons of all games, and the rows of `faults.csv`.
fn reasons_and_faults(out: &Path, games: &[csv::StringRecord]) -> (Vec<String>, Vec<csv::StringRecord>) {
    (games.iter().map(|row| row[7].to_owned()).collect(), rows(out, "faults.csv", &FAULTS))
}

#[test]
fn a_player_that_contradicts_the_referee_gains_nothing() {
    let folder = TempDir::new().unwrap();
    let honest = run_in(&folder, "honest");
    let results = |games: &[csv::StringRecord]| -> Vec<String> {
        games.iter().map(|row| [&row[5], &row[8], &row[9], &row[11]].join("|")).collect()
    };
    let fair = results(&games(&honest, ["", "", ""], 4, &[]));
    for (name, faults) in [("late", ["", "", "lies"]), ("always", ["", "", "denies"])] {
        let out = run_in(&folder, name);
        let output = play(&out, faults, 4, &["--no-progress"]);
        assert_eq!(output.status.code(), Some(0), "{name}: {}", stderr_of(&output));
        let games = rows(&out, "games.csv", &columns::GAMES);
        let (reasons, disputes) = reasons_and_faults(&out, &games);
        assert_eq!(results(&games), fair, "the games are those of an honest player, {name}");
        let with_dispute = games.iter().filter(|row| &row[7] == "dispute").map(|row| &row[0]);
        assert!(with_dispute.eq(disputes.iter().map(|row| &row[0])), "{name}: {reasons:?}");
        assert!(!disputes.is_empty() && disputes.iter().all(|row| &row[2] == "b" && &row[3] == "dispute"));
        let said = &disputes[0];
        assert!(
            said[4].contains(": referee says gameover ") && said[4].contains("; b says gameover "),
            "{said:?}"
        );
        let told = stdout_of(&output);
        let warned = format!(
            "warning: in {} a player contradicted the referee, whose word stands; last: ",
            if disputes.len() == 1 { "1 game".to_owned() } else { format!("{} games", disputes.len()) }
        );
        assert!(told.contains(&warned) && told.contains("wrong: see faults.csv"), "{told}");
        let page = folder.path().join("page.html");
        stdout(&["report", out.to_str().unwrap(), "-o", page.to_str().unwrap()]);
        let page = fs::read_to_string(page).unwrap();
        assert!(page.contains("contradicted the referee, whose word stands"), "{name}");
        let one = run_in(&folder, &format!("{name}-one"));
        assert_eq!(results(&self::games(&one, faults, 4, &["--referees", "one"])), fair, "{name}");
        assert!(!one.join("faults.csv").exists());
    }
}

#[test]
fn many_contradictions_stop_the_run_which_can_be_continued() {
    let folder = TempDir::new().unwrap();
    let out = run_in(&folder, "run");
    let play = |out: &Path, more: &[&str]| play(out, ["", "", "denies"], 12, more);
    let output = play(&out, &["--max-forfeits", "4"]);
    let told = stderr_of(&output);
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains(": players contradicted the referee in 4 games; see "), "{told}");
    assert!(told.contains("arena bot --game") && told.contains("--referees one"), "{told}");
    assert!(rows(&out, "games.csv", &columns::GAMES).len() >= 4);
    let whole = run_in(&folder, "whole");
    for out in [&out, &whole] {
        let output = play(out, &["--max-forfeits", "100"]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr_of(&output));
    }
    assert_same_results(&out, &whole, "a run that was stopped by contradictions");
}

#[test]
fn a_referee_that_does_not_see_the_end_of_games_is_suspected() {
    let folder = TempDir::new().unwrap();
    let out = run_in(&folder, "endless");
    let output = play(&out, ["endless", "", ""], 4, &["--no-progress"]);
    let told = stdout_of(&output);
    let expected =
        "all 4 games ended in an illegal move. If the players are asked to move in finished positions";
    assert!(told.contains(expected) && told.contains("examine it with arena bot --game"), "{told}");
    assert!(!told.contains("are distinct") && !told.contains("Elo"), "{told}");
    let advice = "fix the players, or the referee (examine it with arena bot --game), and add --fresh";
    assert!(stderr_of(&output).contains(advice), "{}", stderr_of(&output));
    let faults = rows(&out, "faults.csv", &FAULTS);
    assert!(
        faults.iter().all(|row| &row[3] == "illegal" && row[4].contains("; before, after take,")),
        "{faults:?}"
    );
    assert!(faults[0][4].contains("says gameover true"), "{faults:?}");
}

/// A run of an older version, in which a dispute was a draw.
#[test]
fn an_old_run_with_disputes_as_draws_is_still_read() {
    let folder = TempDir::new().unwrap();
    let out = run_in(&folder, "old");
    games(&out, ["", "", ""], 2, &[]);
    let text = String::from_utf8(bytes(&out, "games.csv")).unwrap();
    let old = text.replacen(",0-1,a,normal,0,1,", ",1/2-1/2,draw,dispute,0,0,", 1);
    assert_ne!(old, text);
    fs::write(out.join("games.csv"), old).unwrap();
    fs::write(out.join("faults.csv"), "game,ply,player,reason,said\n2,9,a,dispute,x\n").unwrap();
    let rated = json(&["rate", out.to_str().unwrap(), "--json"]);
    assert_eq!((&rated["players"][0]["player"], &rated["players"][0]["score"]), (&"a".into(), &0.75.into()));
    let shown = stdout(&["show", out.to_str().unwrap(), "--game", "2"]);
    assert!(shown.contains("dispute"), "{shown}");
}

#[test]
fn a_move_that_the_referee_does_not_accept_is_illegal_however_it_shows() {
    let folder = TempDir::new().unwrap();
    for (referee, said) in [
        ("", "bestmove take,9 (referee: error take,9 is not a legal move)"),
        ("chatty", "bestmove take,9 (referee: error take,9 is not a legal move)"),
        ("silent", "bestmove take,9 (referee: the same side is to move)"),
        ("again", "bestmove take,9 (referee: error take,9 is not a legal move)"),
    ] {
        let out = run_in(&folder, &format!("illegal-{referee}"));
        let games = games(&out, [referee, referee, &format!("illegal+{referee}")], 4, &[]);
        let (reasons, faults) = reasons_and_faults(&out, &games);
        assert_eq!(reasons, ["illegal"; 4], "{referee}");
        assert!(games.iter().all(|row| &row[6] == "a"), "{referee}");
        for row in &faults {
            assert_eq!((&row[2], &row[4]), ("b", said), "{referee}");
        }
    }
}

#[test]
fn an_extra_turn_is_told_from_a_move_that_was_ignored() {
    let folder = TempDir::new().unwrap();
    // A referee that breaks down over nonsense accepts what it survives.
    for referee in ["again", "again+chatty", "again+panics"] {
        let out = run_in(&folder, referee);
        let games = games(&out, [referee, "again", "again"], 4, &[]);
        assert!(games.iter().all(|row| &row[7] == "normal"), "{referee}: {games:?}");
        assert!(games[1][11].contains("take,1 take,2 take,1 take,1"), "an extra turn, {referee}: {games:?}");
    }
    // One that ignores nonsense in silence does not say whether it ignored the move.
    let out = run_in(&folder, "silent");
    let games = games(&out, ["again+silent", "again", "again"], 2, &[]);
    let (reasons, faults) = reasons_and_faults(&out, &games);
    assert_eq!(reasons, ["normal", "illegal"]);
    assert_eq!(&faults[0][4], "bestmove take,2 (referee: the same side is to move)");
}

#[test]
fn a_referee_that_fails_stops_the_run_which_keeps_its_results() {
    let folder = TempDir::new().unwrap();
    for (fault, told) in [
        (
            "dies",
            "the referee failed: ended with exit code 4: no memory left, asked about startpos moves take,",
        ),
        ("stalls", "the referee failed: no answer to query gameover, asked about startpos moves take,"),
        ("contradicts", "it contradicts itself or UGI: gameover true, p1turn"),
        ("odd-turn", "it does not say who is to move: gameover false, p1turn 'response maybe', result none"),
        ("fickle", "it contradicts itself about startpos moves take,"),
    ] {
        let out = run_in(&folder, fault);
        let mut command = assert_cmd::Command::cargo_bin("arena").unwrap();
        command
            .args(["--a", &player("a", ""), "--b", &player("b", "timid"), "--games", "4", "--out"])
            .arg(&out);
        // Only one that stalls is to be ended by the clock, however busy the machine is.
        let time = if fault == "stalls" { ",time=300ms" } else { "" };
        command.args(["--game", &format!("{}{time}", game(fault)), "--no-progress"]);
        let output = command.timeout(DEADLINE).output().unwrap();
        let stderr = stderr_of(&output);
        assert_eq!(output.status.code(), Some(1), "{fault}: {stderr}");
        assert!(stderr.contains(told) && stderr.contains("stopped after "), "{fault}: {stderr}");
        assert!(stderr.contains("game 1: ") || fault == "fickle", "{fault}: {stderr}");
        let run: serde_json::Value = serde_json::from_slice(&bytes(&out, "run.json")).unwrap();
        assert_eq!(run["state"], "interrupted", "{fault}");
        assert!(bytes(&out, "games.csv").starts_with(b"game,pair,"), "{fault}");
    }
    let log = String::from_utf8(bytes(&run_in(&folder, "dies").join("logs"), "referee.log")).unwrap();
    assert!(log.contains("no memory left"), "{log}");
}

#[test]
fn a_referee_is_asked_whether_it_is_ready_when_it_starts_and_not_for_every_move() {
    let folder = TempDir::new().unwrap();
    let (heard, out) = (folder.path().join("heard"), run_in(&folder, "run"));
    let referee = format!("ugi:\"sh -c 'tee -a {} | {}'\"", heard.display(), countdown().display());
    let mut command = assert_cmd::Command::cargo_bin("arena").unwrap();
    command.args([
        &player("a", ""),
        &player("b", "timid"),
        "--game",
        &referee,
        "-n",
        "4",
        "--quiet",
        "--threads",
        "1",
    ]);
    let output = command.arg("--out").arg(&out).timeout(DEADLINE).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr_of(&output));
    let heard = fs::read_to_string(heard).unwrap();
    let count = |line: &str| heard.lines().filter(|heard| *heard == line).count();
    assert_eq!((count("uginewgame"), count("isready")), (4, 2), "{heard}");
    assert!(count("query result") > 40, "{heard}");
}

#[test]
fn games_before_the_failure_are_kept_and_the_run_goes_on_with_the_same_referee() {
    let folder = TempDir::new().unwrap();
    let out = run_in(&folder, "run");
    let openings = folder.path().join("openings.txt");
    fs::write(&openings, "20 p1\n19 p1\n").unwrap();
    // A script that is the referee as long as there is no file that says otherwise.
    let (script, stop) = (folder.path().join("referee.sh"), folder.path().join("stop"));
    let program = countdown();
    let (path, broken) = (program.display(), stop.display());
    fs::write(&script, format!("if [ -e {broken} ]; then exec {path} dies; else exec {path}; fi\n")).unwrap();
    let play = |out: &Path, games: &str| {
        let mut command = assert_cmd::Command::cargo_bin("arena").unwrap();
        command
            .args(["--a", &player("a", ""), "--b", &player("b", "timid"), "--games", games, "--out"])
            .arg(out);
        command.args(["--game", &format!("ugi:\"sh {}\"", script.display()), "--quiet", "--threads", "1"]);
        command.args(["--openings", &format!("file:{}", openings.display())]);
        command.timeout(DEADLINE).output().unwrap()
    };
    assert_eq!(play(&out, "4").status.code(), Some(0));
    fs::write(&stop, "").unwrap();
    let output = play(&out, "8");
    assert_eq!(output.status.code(), Some(1), "{}", stderr_of(&output));
    assert!(
        stderr_of(&output).contains("stopped after 4 games: game 5: the referee failed"),
        "{}",
        stderr_of(&output)
    );
    assert_eq!(rows(&out, "games.csv", &columns::GAMES).len(), 4);
    fs::remove_file(&stop).unwrap();
    assert_eq!(play(&out, "8").status.code(), Some(0));
    let whole = run_in(&folder, "whole");
    assert_eq!(play(&whole, "8").status.code(), Some(0));
    assert_same_games(&whole, &out, "a run whose referee failed for a while");
}

#[test]
fn a_player_that_fails_forfeits_and_one_that_is_mute_is_not_asked() {
    let folder = TempDir::new().unwrap();
    let out = run_in(&folder, "crash");
    let (reasons, faults) = reasons_and_faults(&out, &games(&out, ["", "", "crash"], 4, &[]));
    assert_eq!(reasons, ["crash"; 4]);
    assert!(faults.iter().all(|row| &row[2] == "b" && &row[4] == "ended with exit code 5"), "{faults:?}");
    let out = run_in(&folder, "mute");
    assert!(games(&out, ["", "", "mute"], 4, &[]).iter().all(|row| &row[7] == "normal"));
    let output = play(&out, ["", "", "mute"], 4, &["--referees", "both"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr_of(&output).contains("--b: b does not answer queries"), "{}", stderr_of(&output));
    let out = run_in(&folder, "short");
    let games = games(&out, ["", "", ""], 4, &["--max-plies", "5"]);
    assert!(games.iter().all(|row| &row[7] == "max-plies" && &row[5] == "1/2-1/2" && &row[10] == "5"));
}

#[test]
fn bots_that_take_a_seed_do_not_repeat_themselves_and_need_no_openings() {
    let folder = TempDir::new().unwrap();
    let told = |a: &str, b: &str| {
        let out = run_in(&folder, &format!("{a}-{b}"));
        let mut command = assert_cmd::Command::cargo_bin("arena").unwrap();
        command.args([
            &player("a", a),
            &player("b", b),
            "--game",
            &game(""),
            "-n",
            "2",
            "--no-progress",
            "--out",
        ]);
        stderr_of(&command.arg(out).timeout(DEADLINE).output().unwrap())
    };
    let note = "all games begin at the start, and a, b take no Seed";
    assert!(told("", "timid").contains(note), "{}", told("", "timid"));
    for (a, b) in [("seed", "seed"), ("seed", "")] {
        assert!(!told(a, b).contains("begin at the start"), "{a} {b}");
    }
}

/// The example in the documentation, a referee and a player in one file.
const BREAKTHROUGH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/bots/games/breakthrough.py");

/// A match, not yet started, of players that look so many plies ahead, through the example.
fn breakthrough(depths: &[u32], out: &Path, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
    if depths.len() > 2 {
        command.arg("tournament");
    }
    for (name, depth) in ["a", "b", "c"].iter().zip(depths) {
        command.arg(format!("{name}=exec:\"python3 {BREAKTHROUGH} --depth {depth}\",deterministic=yes"));
    }
    command
        .args(["--game", &format!("ugi:\"python3 {BREAKTHROUGH}\""), "--quiet", "--out"])
        .arg(out)
        .args(more);
    command
}

/// The same command with progress.
fn without_quiet(command: &Command) -> Command {
    let mut same = Command::new(command.get_program());
    same.args(command.get_args().filter(|argument| *argument != "--quiet"));
    same
}

/// Runs it to its end, which must be a good one.
fn finish(command: Command) -> String {
    let output = assert_cmd::Command::from_std(command).timeout(DEADLINE).output().unwrap();
    assert_eq!((output.status.code(), stderr_of(&output).as_str()), (Some(0), ""));
    stdout_of(&output)
}

#[test]
#[ignore = "plays many games of a referee and of bots in Python"]
fn the_example_is_killed_continued_sharded_and_merged_to_the_same_bytes_and_reported() {
    if !is_installed("python3") {
        return;
    }
    let folder = TempDir::new().unwrap();
    let [whole, killed, sharded] = ["whole", "killed", "sharded"].map(|name| run_in(&folder, name));
    let games = ["-n", "60"];
    let told = finish(breakthrough(&[2, 1], &whole, &games));
    assert!(told.starts_with("a beats b: "), "{told}");

    let mut child = breakthrough(&[2, 1], &killed, &games).spawn().unwrap();
    // Rows count once a checkpoint knows their digest.
    until("a checkpoint with games", || {
        let text = fs::read_to_string(killed.join("timings.part.json")).unwrap_or_default();
        text.contains("\"rows\":[{") && !text.contains("\"games\":0,\"phases\"")
    });
    child.kill().unwrap();
    child.wait().unwrap();
    let mut again = breakthrough(&[2, 1], &killed, &games);
    again.arg("--no-progress");
    let again = assert_cmd::Command::from_std(without_quiet(&again)).timeout(DEADLINE).output().unwrap();
    let told = stderr_of(&again);
    // On a machine that stood still for seconds it was finished when it was killed.
    assert!(told.contains("continuing the run in") || told.contains("holds a finished run"), "{told}");
    assert!(!told.contains("begin at the start"), "they take a Seed: {told}");
    assert_same_results(&whole, &killed, "killed and continued");

    for shard in ["2/2", "1/2"] {
        finish(breakthrough(&[2, 1], &sharded, &["-n", "60", "--shard", shard]));
    }
    let merged = arena(&["merge", sharded.to_str().unwrap(), "--quiet"]);
    assert_eq!(merged.status.code(), Some(0), "{}", stderr_of(&merged));
    assert_same_results(&whole, &sharded, "shards, merged");

    let page = folder.path().join("report.html");
    let reported = arena(&["report", whole.to_str().unwrap(), "-o", page.to_str().unwrap()]);
    assert_eq!(reported.status.code(), Some(0), "{}", stderr_of(&reported));
    let page = fs::read_to_string(page).unwrap();
    let moves = &rows(&whole, "games.csv", &columns::GAMES)[0][11];
    assert!(page.contains(moves), "the page has the moves of the first game");
}

#[test]
fn the_example_plays_a_tournament_and_is_rated() {
    if !is_installed("python3") {
        return;
    }
    let folder = TempDir::new().unwrap();
    let out = run_in(&folder, "run");
    let told = finish(breakthrough(&[2, 1, 1], &out, &["-n", "8", "--report"]));
    assert!(
        told.starts_with("a ") && out.join("standings.csv").exists() && out.join("report.html").exists(),
        "{told}"
    );
    assert_eq!(rows(&out, "games.csv", &columns::GAMES).len(), 24);
    let games = out.join("games.csv");
    let rated = json(&["rate", games.to_str().unwrap(), "--json"]);
    assert_eq!(rated["players"].as_array().unwrap().len(), 3, "{rated}");
}

#[test]
fn recorded_games_are_verified_by_their_digest() {
    let folder = TempDir::new().unwrap();
    let [whole, run] = ["whole", "run"].map(|name| run_in(&folder, name));
    let none = ["", "", ""];
    games(&whole, none, 12, &[]);
    games(&run, none, 8, &[]);
    // A game that could have been, but was not.
    let text = String::from_utf8(bytes(&run, "games.csv")).unwrap();
    let changed = text.replacen("take,1 take,1 take,3 take,1", "take,1 take,1 take,1 take,3", 1);
    assert_ne!(text, changed);
    fs::write(run.join("games.csv"), changed).unwrap();
    games(&run, none, 12, &[]);
    assert_same_games(&whole, &run, "a changed game was played again");
    // Without the digest nothing is known.
    fs::remove_file(run.join("timings.part.json")).unwrap();
    let output = play(&run, none, 16, &[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr_of(&output).contains("without it games.csv cannot be verified"), "{}", stderr_of(&output));
}

#[test]
fn a_run_is_not_continued_with_another_build_of_the_referee() {
    let folder = TempDir::new().unwrap();
    let (out, script) = (run_in(&folder, "run"), folder.path().join("referee.sh"));
    let play = |games: &str| {
        let game = format!("ugi:\"sh {}\"", script.display());
        let players = [player("a", ""), player("b", "timid")];
        arena(&[
            "--a",
            &players[0],
            "--b",
            &players[1],
            "-n",
            games,
            "-q",
            "-g",
            &game,
            "-o",
            out.to_str().unwrap(),
        ])
    };
    fs::write(&script, format!("exec {}\n", countdown().display())).unwrap();
    assert_eq!(play("4").status.code(), Some(0));
    fs::write(&script, format!("exec {} # again\n", countdown().display())).unwrap();
    let output = play("8");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr_of(&output).contains("holds a run of another plan"), "{}", stderr_of(&output));
}

#[test]
fn checks_tests_and_statistics_work_as_for_every_game() {
    let folder = TempDir::new().unwrap();
    let suite = folder.path().join("strength.toml");
    let check = |fault: &str| {
        format!(
            "[[check]]\nname = \"countdown\"\ngame = {:?}\na = {:?}\nb = {:?}\ngames = 8\nrequire = \"score >= 0.1\"\n",
            game(fault),
            player("a", ""),
            player("b", "timid")
        )
    };
    fs::write(&suite, check("")).unwrap();
    let output = arena(&["check", suite.to_str().unwrap(), "--no-progress"]);
    assert!(stdout_of(&output).contains("countdown"), "{} {}", stdout_of(&output), stderr_of(&output));
    fs::write(&suite, check("dies")).unwrap();
    let output = arena(&["check", suite.to_str().unwrap(), "--no-progress"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr_of(&output).contains("check 'countdown': game 1: the referee failed"),
        "{}",
        stderr_of(&output)
    );

    let out = run_in(&folder, "run");
    let output = play(&out, ["", "", ""], 40, &["--sprt", "0,200", "--gate", "--no-progress"]);
    assert!([Some(0), Some(4)].contains(&output.status.code()), "{}", stderr_of(&output));
    assert!(
        stdout_of(&output).contains("are distinct"),
        "two games, again and again: {}",
        stdout_of(&output)
    );
    let file = out.join("games.csv");
    let stats = json(&["stats", file.to_str().unwrap(), "--json"]);
    assert_eq!(stats["unit"], "pair");
    let compared = arena(&["compare", out.to_str().unwrap(), out.to_str().unwrap()]);
    assert_eq!(compared.status.code(), Some(0), "{}", stderr_of(&compared));
}

#[test]
fn what_needs_rules_says_that_there_are_none() {
    let folder = TempDir::new().unwrap();
    let out = run_in(&folder, "run");
    games(&out, ["", "", ""], 2, &[]);
    let (run, game) = (out.to_str().unwrap(), game(""));
    let no_rules = "arena has no rules for this game: only its referee knows them";
    for command in [
        &["analyze", "-g", &game, "--with", "smart:2"][..],
        &["solve", "-g", &game],
        &["perft", "-g", &game, "--depth", "2"],
        &["engine", "bad", "--game", &game],
        &["review", run],
        &["play", "--replay", run, "--game", "1"],
    ] {
        let output = arena(command);
        let told = stderr_of(&output);
        assert_eq!(output.status.code(), Some(2), "{command:?}: {told}");
        assert!(told.contains(no_rules) && told.contains("docs/GAMES.md"), "{command:?}: {told}");
        assert_eq!(told.contains("--game: "), command.contains(&game.as_str()), "{command:?}: {told}");
    }
}

#[test]
fn positions_are_shown_as_the_referee_sees_them() {
    let draws = game("draws");
    let shown = stdout(&["show", "-g", &draws, "--moves", "take,3 take,2"]);
    insta::assert_snapshot!(shown.replace("countdown draws", "countdown"), @"
    ugi:countdown after take,3 take,2

      ||||||||||||||||
       16 left

    first to move.
    ");
    let json = json(&["show", "-g", &draws, "--position", "3 p2", "--moves", "take,3", "--json"]);
    assert_eq!((&json["position"], &json["winner"]), (&"fen 3 p2 moves take,3".into(), &"second".into()));
    assert_eq!(
        (&json["to_move"], &json["over"], &json["board"][1]),
        (&().into(), &true.into(), &" 0 left".into())
    );
    let shown = stdout(&["show", "-g", &game("")]);
    assert!(
        shown.ends_with("\n\nfirst to move.\nThe referee draws no board: it does not answer query board.\n"),
        "{shown}"
    );
    let output = arena(&["show", "-g", &draws, "--moves", "take,9"]);
    assert_eq!(output.status.code(), Some(2));
    let told = stderr_of(&output);
    assert!(
        told.contains("the referee does not accept this position: error take,9 is not a legal move"),
        "{told}"
    );
}

#[test]
fn a_game_under_a_referee_is_played_at_the_terminal() {
    let mut command = assert_cmd::Command::cargo_bin("arena").unwrap();
    command.args(["play", "-g", &game("draws"), "--position", "8 p1", "--second", &player("bot", "timid")]);
    let output = command
        .write_stdin("take,9\ntake,3\nu\ntake,1 x\ntake,3\ntake,3\ntake,3\n")
        .timeout(DEADLINE)
        .output()
        .unwrap();
    let told = stdout_of(&output);
    assert_eq!((output.status.code(), stderr_of(&output).as_str()), (Some(0), ""), "{told}");
    assert!(told.contains("The referee does not accept it: error take,9 is not a legal move"), "{told}");
    assert!(told.contains("  ||||||||\n   8 left\n\nhuman (first) to move."), "{told}");
    assert!(told.contains("bot (second) plays take,1 in ") && told.contains("A move is one word."), "{told}");
    assert!(told.contains("The game is over: bot (second) wins."), "{told}");
    assert!(told.ends_with("Moves: take,3 take,1 take,3 take,1\n"), "{told}");
    let output = arena(&["play", "-g", &game("draws")]);
    let told = stderr_of(&output);
    assert_eq!(output.status.code(), Some(2));
    assert!(told.contains("--second: smart cannot play this game: arena has no rules for it"), "{told}");
}

#[test]
fn boards_of_recorded_games_are_drawn_on_demand_alone() {
    let folder = TempDir::new().unwrap();
    let out = run_in(&folder, "run");
    games(&out, ["draws", "", ""], 2, &[]);
    let run = out.to_str().unwrap();
    let show = ["show", run, "--game", "1", "--ply", "2"];
    let plain = stdout(&show);
    assert!(!plain.contains("left") && plain.contains("--boards starts that program and asks it"), "{plain}");
    let drawn = stdout(&[&show[..], &["--boards"]].concat());
    assert!(drawn.contains("  |||||||||||||||||||\n   19 left\n\na to move."), "{drawn}");
    let json = json(&[&show[..], &["--boards", "--json"]].concat());
    assert_eq!(json["board"][1], " 19 left");

    let file = folder.path().join("page.html");
    let page = |more: &[&str]| {
        let output = arena(&[&["report", run, "-o", file.to_str().unwrap()], more].concat());
        assert_eq!(output.status.code(), Some(0), "{}", stderr_of(&output));
        (fs::read_to_string(&file).unwrap(), stderr_of(&output))
    };
    let (without, _) = page(&[]);
    assert!(
        without.contains("is its referee: it says which moves are legal")
            && without.contains("arena report --boards")
    );
    assert!(!without.contains("19 left"));
    let (with, told) = page(&["--boards"]);
    assert!(
        with.contains("|||||||||||||||||||\\n 19 left") && with.contains("boards as the referee draws them")
    );
    assert_eq!(told, "");
    let kalah = run_in(&folder, "kalah");
    stdout(&["bad", "random", "-n", "2", "-q", "--out", kalah.to_str().unwrap()]);
    let output = arena(&["report", kalah.to_str().unwrap(), "--boards"]);
    let told = stderr_of(&output);
    assert!(told.contains("warning: --boards: ") && told.contains("the game has no referee"), "{told}");
}

#[test]
fn wrong_plans_are_told() {
    let folder = TempDir::new().unwrap();
    let out = run_in(&folder, "run");
    let path = countdown().display().to_string();
    let told = |players: [&str; 2], game: &str, more: &[&str]| {
        let out = out.to_str().unwrap();
        let output =
            arena(&[&[players[0], players[1], "-n", "2", "-q", "-o", out, "-g", game], more].concat());
        assert!(!out.is_empty() && !Path::new(out).exists(), "nothing is written");
        (output.status.code(), stderr_of(&output).replace(&path, "countdown"))
    };
    let [a, b] = [player("a", ""), player("b", "timid")];
    let (code, text) = told(["smart:6", &a], &game(""), &[]);
    assert_eq!(code, Some(2));
    insta::assert_snapshot!(text, @"
    error: first player: smart cannot play this game: arena has no rules for it
        smart:6
        ^^^^^^^
    players of a ugi: game are programs that know its rules, for example ./mybot
    ");
    let (code, text) = told([&a, &b], &game(""), &["--openings", "random:4"]);
    assert_eq!(code, Some(2));
    insta::assert_snapshot!(text, @"
    error: --openings: arena has no rules for this game, so it cannot find openings
        random:4
        ^^^^^^^^
    write start, or file:PATH with a FEN or 'startpos moves …' on each line
    ");
    let (code, text) = told([&a, &b], "kalah", &["--referees", "one"]);
    assert_eq!(code, Some(2));
    insta::assert_snapshot!(text, @"
    error: --referees: arena itself knows the rules of kalah:6x4
    use it with a game that a program knows: --game 'ugi:COMMAND'
    ");
    let (code, text) = told([&player("referee", ""), &b], &game(""), &[]);
    assert_eq!(code, Some(2));
    assert!(text.contains("a player cannot be called 'referee'"), "{text}");
    let (code, text) = told([&a, &b], &game("mute"), &[]);
    assert_eq!(code, Some(1));
    insta::assert_snapshot!(text, @"
    error: --game: countdown does not answer all queries: gameover unanswered, p1turn unanswered, result unanswered
    a referee answers query gameover, query p1turn and query result: see docs/GAMES.md
    ");
    let (code, text) = told([&a, &b], "ugi:no-such-referee", &[]);
    assert_eq!(code, Some(1));
    insta::assert_snapshot!(text, @"
    error: --game: there is no program 'no-such-referee' in PATH
    install it, or give its path, for example ./no-such-referee
    ");
    let openings = folder.path().join("openings.txt");
    let spec = format!("file:{}", openings.display());
    for (lines, problem) in [
        ("startpos\n0 p1\n", "line 2: the game is over in this position"),
        ("startpos\n\nnine p1", "line 3: the referee does not accept this position: error not a number"),
        ("startpos moves take,4\n", "line 1: the referee does not accept this position: error take,4 is not"),
        ("# nothing\n", "contains no openings"),
    ] {
        fs::write(&openings, lines).unwrap();
        let (code, text) = told([&a, &b], &game(""), &["--openings", &spec]);
        assert!(code == Some(2) && text.contains(problem), "{lines}: {text}");
    }
}
