//! What is shown next to the result: shares, warnings, costs, the machine.

use std::fs;

use serde_json::Value;

use crate::common::{
    arena, bytes, change_json, columns, json, match_into, play, play_aloud, rows, stderr_of, stdout,
    stdout_of,
};

#[test]
fn a_game_that_nobody_can_win_is_reported() {
    let runs = tempfile::tempdir().unwrap();
    let warning =
        |game: &str| format!("warning: nobody can win {game}: 4 in a row does not fit on the board");
    let out = |name: &str| runs.path().join(name);
    for game in ["connect:3x3x4", "mnk:3x3x4"] {
        let text = play_aloud(&out(game), &format!("--games 4 --a bad --b random --game {game}"));
        assert!(text.contains(&warning(game)), "{text}");
    }
    let text = play_aloud(&out("tournament"), "tournament bad random greedy --games 2 --game connect:3x3x4");
    assert!(text.contains(&warning("connect:3x3x4")), "{text}");
    let text =
        stdout(&["play", "--first", "bad", "--second", "bad", "--no-pause", "--game", "connect:3x3x4"]);
    assert!(text.contains(&warning("connect:3x3x4")), "{text}");

    let suite = out("suite.toml");
    let check = "[[check]]\nname = \"n\"\ngame = \"connect:3x3x4\"\na = \"bad\"\nb = \"random\"\n";
    fs::write(&suite, format!("{check}games = 20\nrequire = \"draw_rate >= 0.5\"\n")).unwrap();
    let output = arena(&["check", suite.to_str().unwrap(), "--no-progress"]);
    assert!(stderr_of(&output).contains(&warning("connect:3x3x4")), "{}", stderr_of(&output));

    let text = play_aloud(&out("fine"), "--games 4 --a bad --b random --game connect:4x3x4");
    assert!(!text.contains("nobody can win"), "{text}");
    let text = play_aloud(&out("one"), "--games 4 --a bad --b random --game mnk:3x3x1 --openings start");
    assert!(text.contains("warning: the first move wins every game of mnk:3x3x1"), "{text}");
}

#[test]
fn openings_that_leave_little_to_play_are_reported() {
    let runs = tempfile::tempdir().unwrap();
    let line = "--games 20 --a bad --b random --game connect:4x4x4 --openings random:14";
    let text = play_aloud(&runs.path().join("late"), line);
    assert!(text.contains("warning: the openings leave only "), "{text}");
}

#[test]
fn the_table_has_the_share_of_wins_and_with_verbose_everything() {
    let runs = tempfile::tempdir().unwrap();
    let line = "--games 200 --a smart:3 --b greedy";
    let text = play_aloud(&runs.path().join("plain"), line);
    let value = |text: &str, name: &str| {
        let line = text.lines().find(|line| line.trim_start().starts_with(name));
        line.map(|line| line.trim_start()[name.len()..].trim().to_owned())
    };
    let wins = value(&text, "wins").unwrap();
    let (count, share) = wins.split_once(" = ").unwrap();
    let share: f64 = share.split_once(" %").unwrap().0.parse().unwrap();
    assert!((share - count.parse::<f64>().unwrap() / 2.0).abs() < 0.06, "{wins}");
    assert_eq!((value(&text, "nElo"), value(&text, "LOS"), value(&text, "pairs")), (None, None, None));

    let text = play_aloud(&runs.path().join("verbose"), &format!("{line} --verbose"));
    for name in ["nElo", "LOS", "pairs"] {
        assert!(value(&text, name).is_some(), "{name}: {text}");
    }
    assert_eq!(value(&text, "wins"), Some(wins), "the rest is the same");
}

/// The median and the mean time of a player's moves in the table below a head with `mean/move`.
fn shown_times(text: &str, player: &str) -> [String; 2] {
    let mut below = text.lines().skip_while(|line| !line.contains("mean/move"));
    let head = below.next().unwrap_or_else(|| panic!("{text}"));
    let row = below.find(|line| line.contains(player)).unwrap_or_else(|| panic!("{text}"));
    ["median/move", "mean/move"].map(|column| {
        let cell = |line: &str, end: usize| line.chars().take(end).collect::<String>();
        if head.contains('|') {
            let place = head.split('|').position(|cell| cell.trim() == column).unwrap();
            return row.split('|').nth(place).unwrap().trim().to_owned();
        }
        let end = head[..head.find(column).unwrap()].chars().count() + column.len();
        cell(row, end).rsplit("  ").next().unwrap().trim().to_owned()
    })
}

fn micros(cell: &str) -> f64 {
    let (number, unit) = cell.split_once(' ').unwrap_or_else(|| panic!("{cell}"));
    let unit =
        [("ns", 1e-3), ("µs", 1.0), ("ms", 1e3), ("s", 1e6)].into_iter().find(|(name, _)| *name == unit);
    number.parse::<f64>().unwrap() * unit.unwrap().1
}

#[test]
fn a_long_move_is_in_the_mean_and_every_table_shows_the_same() {
    let runs = tempfile::tempdir().unwrap();
    let out = |name: &str| runs.path().join(name);
    for (name, players) in [("match", "match perfect bad"), ("tournament", "tournament perfect bad random")] {
        // The first move of perfect builds tables, which takes longer than all others together.
        let (folder, exported) = (out(name), out("table.md"));
        let line = format!(
            "{players} --games 20 --game kalah:4x3 --no-progress --export-markdown {}",
            exported.display()
        );
        let text = stdout_of(&match_into(&folder, &line).output().unwrap());
        let timings = rows(&folder, "timings.csv", &columns::TIMINGS);
        let row = timings.iter().find(|row| (&row[0], &row[1]) == ("perfect", "all")).unwrap();
        let [moves, mean, median, longest] = [2, 4, 5, 9].map(|column| row[column].parse::<f64>().unwrap());
        assert!(mean >= longest / moves && mean > 2.0 * median, "{row:?}");

        let shown = shown_times(&text, "perfect");
        for (cell, exact) in shown.iter().zip([median, mean]) {
            assert!((micros(cell) / exact - 1.0).abs() < 0.01, "{cell} for {exact}: {text}");
        }
        assert_eq!(shown_times(&fs::read_to_string(&exported).unwrap(), "perfect"), shown);
        let page = stdout(&["report", folder.to_str().unwrap(), "-o", "-"]);
        let [median, mean] = shown.map(|cell| format!("<td class=\"number\">{cell}</td>"));
        assert!(page.contains(&median) && page.contains(&mean), "{median} {mean}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_busy_machine_is_reported_once_in_one_line() {
    let runs = tempfile::tempdir().unwrap();
    let out = runs.path().join("run");
    // Of four threads for each core, three wait.
    let threads = 4 * std::thread::available_parallelism().unwrap().get();
    let line = format!("--games 1000 --a smart:5 --b smart:4 --threads {threads} --no-progress");
    let text = stdout_of(&match_into(&out, &line).output().unwrap());
    let busy: Vec<&str> = text.lines().filter(|line| line.contains("busy")).collect();
    let [line] = busy[..] else { panic!("{text}") };
    assert!(line.starts_with("warning: the machine was busy: threads waited for a core "), "{line}");
    let page = stdout(&["report", out.to_str().unwrap(), "-o", "-"]);
    assert_eq!(page.matches(line.strip_prefix("warning: ").unwrap()).count(), 1, "the page knows it too");
}

#[test]
fn the_statistics_name_the_player_that_they_are_about() {
    let runs = tempfile::tempdir().unwrap();
    let out = runs.path().join("run");
    let text = play_aloud(&out, "--games 20 --a bad --b smart:2");
    assert!(
        text.starts_with("smart:2 beats bad: ") && text.contains("\n  bad against smart:2:\n  wins "),
        "{text}"
    );
    let text = stdout(&["stats", out.to_str().unwrap(), "--a", "smart:2"]);
    assert!(text.contains("\n  smart:2 against bad:\n  wins "), "{text}");
}

#[test]
fn quiet_is_one_line() {
    let runs = tempfile::tempdir().unwrap();
    let out = |name: &str| runs.path().join(name);
    // Their tables would have warnings below.
    let said = play(&out("match"), "bad random --games 4 --game connect:3x3x4");
    assert_eq!(
        said,
        "no difference shown between bad and random: bad scores 50.0 % of 4 games, 0 Elo, with no bounds yet\n"
    );
    let said = play(&out("tournament"), "tournament smart:2 bad random --games 20");
    assert!(said.starts_with("smart:2 leads: ") && said.lines().count() == 1, "{said}");
}

#[test]
fn lists_are_given_as_json() {
    let all = json(&["list", "--json"]);
    let names = |list: &str| -> Vec<String> {
        let entries = all[list].as_array().unwrap().iter();
        entries.map(|entry| entry["name"].as_str().unwrap().to_owned()).collect()
    };
    let games: Vec<&str> = arena::play::host::list().iter().map(|game| game.name).collect();
    assert_eq!(names("games"), games);
    let strategies: Vec<&str> = arena::players::strategies::list().iter().map(|kind| kind.name).collect();
    assert_eq!(names("strategies"), strategies);
    let defaults = all["evaluators"].as_array().unwrap().iter().filter(|entry| entry["default"] == true);
    let name = |entry: &Value, key: &str| entry[key].as_str().unwrap().to_owned();
    let defaults: Vec<_> = defaults.map(|entry| (name(entry, "game"), name(entry, "name"))).collect();
    let first = |game: &&str| {
        let spec: arena::play::host::GameSpec = game.parse().unwrap();
        ((*game).to_owned(), spec.evaluators()[0].name.to_owned())
    };
    assert_eq!(defaults, games.iter().map(first).collect::<Vec<_>>(), "the first of each game");
    let Value::Object(games) = json(&["list", "games", "--json"]) else { panic!("an object") };
    assert_eq!(games.keys().collect::<Vec<_>>(), ["games"]);
}

#[test]
fn run_json_tells_the_machine_and_the_time_and_a_continued_run_adds_to_it() {
    let runs = tempfile::tempdir().unwrap();
    let out = runs.path().join("run");
    let line = "--games 100 --a smart:2 --b bad";
    play(&out, line);
    let read = || -> Value { serde_json::from_slice(&bytes(&out, "run.json")).unwrap() };
    let run = read();
    let started = run["started"].as_str().unwrap();
    assert!(started.len() == 20 && started.ends_with('Z') && started.as_bytes()[10] == b'T', "{started}");
    assert!(run["duration_s"].as_f64().unwrap() >= 0.0);
    let cpu = &run["machine"]["cpu"];
    let told = fs::read_to_string("/proc/cpuinfo").unwrap_or_default().contains("model name");
    assert_eq!(cpu.is_string(), told || !cfg!(target_os = "linux"), "{cpu}");

    // An unfinished run of the old version, which had neither, and one that took a while already.
    let games = bytes(&out, "games.csv");
    let half = games.len() / 2;
    for (version, duration) in [(1, None), (2, Some(1000.0))] {
        let mut unfinished = run.clone();
        unfinished["schema_version"] = version.into();
        unfinished["state"] = "running".into();
        unfinished["started"] = "2020-02-29T12:00:00Z".into();
        unfinished["duration_s"] = duration.into();
        if version == 1 {
            for key in ["started", "duration_s"] {
                unfinished.as_object_mut().unwrap().remove(key);
            }
        }
        change_json(&out.join("run.json"), |run| *run = unfinished);
        fs::write(out.join("games.csv"), &games[..half]).unwrap();
        fs::remove_file(out.join("summary.csv")).unwrap();
        play(&out, line);
        assert_eq!(bytes(&out, "games.csv"), games);
        let continued = read();
        assert_eq!(continued["schema_version"], 2);
        assert_eq!(continued["duration_s"].as_f64().unwrap() >= 1000.0, duration.is_some(), "{continued}");
        assert_eq!(continued["started"] == "2020-02-29T12:00:00Z", version == 2);
    }
}

#[test]
fn a_check_can_ask_for_times_and_says_that_they_depend_on_the_machine() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("suite.toml");
    let check = |name: &str, require: &str| {
        format!(
            "[[check]]\nname = \"{name}\"\na = \"smart:2\"\nb = \"bad\"\ngames = 100\nrequire = \"{require}\"\n\n"
        )
    };
    let run = |suite: String| {
        fs::write(&file, suite).unwrap();
        let output = arena(&["check", file.to_str().unwrap(), "--quiet"]);
        (output.status.code(), stdout_of(&output))
    };
    let (code, said) =
        run(check("median", "median_time_ms <= 10000") + &check("slowest", "p99_time_ms <= 60000"));
    assert_eq!(code, Some(0), "{said}");
    assert_eq!(said.matches("; a time depends on the machine and its load").count(), 2, "{said}");
    let (code, said) = run(check("median", "median_time_ms <= 0.000001"));
    assert_eq!(code, Some(3), "{said}");
    let (code, _) = run(check("median", "median_time_ms >= -1"));
    assert_eq!(code, Some(2));
}

#[cfg(unix)]
mod interrupted {
    use std::process::{Command, Stdio};
    use std::thread;
    use std::time::Duration;

    use crate::common::stopping::{ctrl_c, output_of};
    use crate::common::{stderr_of, stdout_of};

    /// What a command prints that would take years, if Ctrl-C is pressed after a while: after longer and longer, until it
    /// knows enough.
    fn stopped(args: &[&str], is_enough: impl Fn(&str) -> bool) {
        let mut text = String::new();
        for milliseconds in (0..13).map(|doubled| 10 << doubled) {
            let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
            let child = command.args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
            thread::sleep(Duration::from_millis(milliseconds));
            ctrl_c(&child);
            let output = output_of(child);
            assert_eq!((output.status.code(), stderr_of(&output).as_str()), (Some(130), "interrupted\n"));
            text = stdout_of(&output);
            if is_enough(&text) {
                return;
            }
        }
        panic!("too little is known: {text}");
    }

    #[test]
    fn perft_prints_the_plies_that_are_counted() {
        stopped(&["perft", "--depth", "100"], |text| {
            let row: Vec<&str> = text.lines().nth(5).unwrap_or_default().split_whitespace().collect();
            row == ["3", "185"]
        });
        stopped(&["perft", "--depth", "99", "--json"], |text| text.contains("\"counts\":[6,35,185"));
    }

    #[test]
    fn analyze_prints_the_values_of_the_last_depth() {
        let args = ["analyze", "--with", "smart:full", "--game", "connect:9x9x5"];
        stopped(&args, |text| text.contains(" plies ahead, at ") && text.contains("  column  value"));
    }
}
