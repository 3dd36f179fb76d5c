//! `arena report`: the page has the numbers of the files, shows any name as text, and says what is wrong with its input.
//! What the script does is tested in a browser: see `tests/browser`.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use crate::common::columns;
use crate::common::{arena, play, rows, stderr_of, stdout};

/// The page of a run or a file.
fn page(path: &Path) -> String {
    stdout(&["report", path.to_str().unwrap(), "-o", "-"])
}

/// The data of the games on a page.
fn games(page: &str) -> Value {
    let (_, data) = page.split_once("<script class=\"data\" type=\"application/json\">").expect("no games");
    serde_json::from_str(data.split_once("</script>").unwrap().0).unwrap()
}

/// Writes a file of games, and gives its path.
fn file_of_games(folder: &Path, text: &str) -> std::path::PathBuf {
    let path = folder.join("mine.csv");
    fs::write(&path, text).unwrap();
    path
}

#[test]
fn the_numbers_of_a_match_are_those_of_its_files() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("run");
    let printed = play(&out, "--games 61 --a smart:3 --b greedy --game kalah:4x3 --sprt 0,10 --record-moves");
    let page = page(&out);
    let sentence = printed.lines().next().unwrap();
    assert!(page.contains(&format!("<h1>{sentence}</h1>")), "{sentence}");

    let summary = &rows(&out, "summary.csv", &columns::SUMMARY)[0];
    for penta in 19..24 {
        let cell = format!("data-count=\"{0}\">{0}</td>", &summary[penta]);
        assert!(page.contains(&cell), "{cell}");
    }
    let of = |number: &str| format!("{:.1} %", number.parse::<f64>().unwrap() * 100.0);
    assert!(page.contains(&format!("<div class=\"tile-value\">{}</div>", of(&summary[9]))), "score");
    for what in [
        "Sequential test",
        "Score during the run",
        "Lengths of the games",
        "Margins",
        "Time per move by phase",
    ] {
        assert!(page.contains(&format!("<title>{what}</title>")), "{what}");
    }

    assert!(page.contains(">H1: 10 nElo, ") && page.contains(">H0: 0 nElo, "), "the unit of the test");
    assert!(page.contains("aria-sort=\"ascending\">notable for</th>"), "the order of the games");

    let data = games(&page);
    let recorded = rows(&out, "games.csv", &columns::GAMES);
    let listed = data["games"].as_array().unwrap();
    assert_eq!(listed.len(), recorded.len());
    for row in &recorded {
        let game = listed.iter().find(|game| game["n"].as_u64() == row[0].parse().ok()).unwrap();
        let players =
            [0, 1].map(|side| data["players"][game["p"][side].as_u64().unwrap() as usize].as_str().unwrap());
        assert_eq!((players, game["m"].as_str().unwrap()), ([&row[3], &row[4]], &row[11]));
        let points = [&game["s"][0], &game["s"][1]].map(Value::to_string);
        assert_eq!(
            (game["l"].to_string(), points),
            (row[10].to_owned(), [row[8].to_owned(), row[9].to_owned()])
        );
        assert_eq!(["0-1", "1/2-1/2", "1-0"][game["r"].as_u64().unwrap() as usize], &row[5]);
        let positions = game["d"][0].as_str().unwrap().split(';').count();
        assert_eq!(positions, row[10].parse::<usize>().unwrap() + 1);
    }
    // The values are those of moves.csv, as the first side sees them.
    let moved = &rows(&out, "moves.csv", &columns::MOVES)[0];
    let first = listed.iter().find(|game| game["n"] == 1).unwrap();
    let sign = if first["t"].as_str().unwrap().starts_with('0') { 1 } else { -1 };
    assert_eq!(first["v"][0].as_i64().unwrap() * sign, moved[7].parse::<i64>().unwrap());
}

#[test]
fn the_numbers_of_a_tournament_are_those_of_its_files() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("run");
    play(&out, "tournament smart:1..3 bad --games 20 --game connect:5x4x3 --anchor bad=50");
    let page = page(&out);
    let standings = rows(&out, "standings.csv", &columns::STANDINGS);
    for row in &standings {
        let rating = format!("data-value=\"{}\"", &row[2]);
        assert!(page.contains(&rating), "{rating} of {}", &row[1]);
    }
    for what in ["Strength against time", "Scores during the run", "Lengths of the games"] {
        assert!(page.contains(&format!("<title>{what}</title>")), "{what}");
    }
    assert_eq!(page.matches("<td class=\"h").count(), 12, "a cell for every two players");
    // Margins of 1 say nothing.
    assert!(!page.contains("<title>Margins</title>"));
}

#[test]
fn the_anchor_is_that_of_run_json_or_of_the_command_in_older_ones() {
    let folder = TempDir::new().unwrap();
    let (out, path) = (folder.path().join("run"), folder.path().join("run/run.json"));
    play(&out, "tournament smart:1..2 bad --games 20 --game connect:5x4x3 --anchor bad=50");
    let run: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    assert_eq!(run["anchor"], "bad=50");
    let rating = "data-value=\"50.00\"";
    for (key, is_anchored) in [("command", true), ("anchor", true), ("neither", false)] {
        let mut changed = run.clone();
        match key {
            "neither" => ["command", "anchor"].iter().for_each(|key| changed[*key] = Value::from("")),
            key => changed[key] = Value::Null,
        }
        let fields = changed.as_object_mut().unwrap();
        fields.retain(|_, value| !value.is_null());
        fs::write(&path, changed.to_string()).unwrap();
        assert_eq!(page(&out).contains(rating), is_anchored, "without {key}");
    }
}

#[test]
fn a_bare_file_of_games_is_enough_and_several_runs_share_a_page() {
    let folder = TempDir::new().unwrap();
    let bare = file_of_games(folder.path(), "first,second,result\na,b,1-0\nb,a,1/2-1/2\na,c,0-1\nc,b,1-0\n");
    let text = page(&bare);
    let rated: Value = serde_json::from_str(&stdout(&["rate", bare.to_str().unwrap(), "--json"])).unwrap();
    for player in rated["players"].as_array().unwrap() {
        let rating = format!("data-value=\"{:.2}\"", player["rating"].as_f64().unwrap());
        assert!(text.contains(&rating), "{rating} of {player}");
    }
    let run = folder.path().join("run");
    play(&run, "--games 4 --a greedy --b bad --game mnk:3x3x3");
    let out = folder.path().join("both.html");
    let args = ["report", bare.to_str().unwrap(), run.to_str().unwrap(), "-o", out.to_str().unwrap()];
    assert_eq!(stdout(&args).trim(), out.to_str().unwrap());
    let both = fs::read_to_string(&out).unwrap();
    assert!(both.contains("<h1>2 runs</h1>") && both.contains("id=\"run2-games\""), "{}", &both[..3000]);
    stdout(&["report", run.to_str().unwrap()]);
    assert!(fs::read_to_string(run.join("report.html")).unwrap().contains("greedy"), "the default place");
}

#[test]
fn accuracy_is_shown_where_there_is_a_review() {
    let folder = TempDir::new().unwrap();
    let run = folder.path().join("run");
    play(&run, "--games 4 --a greedy --b bad --game mnk:3x3x3");
    assert!(!page(&run).contains("Accuracy"));
    let review = "player,phase,moves,judged,best_share,mean_loss,blunders,won_thrown,drawn_thrown\ngreedy,all,18,17,0.823529,0.117647,3,2,1\n";
    fs::write(run.join("review.csv"), review).unwrap();
    let text = page(&run);
    assert!(text.contains("<h2>Accuracy</h2>") && text.contains("82.4 %") && text.contains("0.118"));
}

#[test]
fn any_name_is_shown_as_text() {
    let names = [
        "<script>alert(1)</script>".to_owned(),
        "\"]]>".to_owned(),
        "\u{202e}שלום \u{1b}[2J'&amp;".to_owned(),
        format!("<img src=x onerror=alert(2)>{}", "x".repeat(10_000)),
    ];
    let folder = TempDir::new().unwrap();
    let mut writer = csv::Writer::from_path(folder.path().join("mine.csv")).unwrap();
    writer.write_record(["first", "second", "result", "opening", "moves", "plies"]).unwrap();
    for (i, name) in names.iter().enumerate() {
        let other = &names[(i + 1) % names.len()];
        writer.write_record([name.as_str(), other, "1-0", "</script><b>", "</script> 2", "2"]).unwrap();
    }
    writer.flush().unwrap();
    let text = page(&folder.path().join("mine.csv"));
    for hostile in ["<script>alert", "<img", "<b>", "\u{202e}", "\u{1b}"] {
        assert!(!text.contains(hostile), "{hostile:?}");
    }
    assert_eq!(text.matches("</script>").count(), 2, "the data and the script");
    assert!(text.contains("&lt;script&gt;alert(1)&lt;/script&gt;") && text.contains("שלום"));
    let data = games(&text);
    assert!(
        data["players"].as_array().unwrap().iter().any(|name| name == "<script>alert(1)</script>"),
        "{data}"
    );
    assert!(text.len() < 200_000, "a long name is not repeated: {}", text.len());
    assert!(text.contains(
        "http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'sha256-"
    ));
}

#[cfg(unix)]
#[test]
fn a_reader_of_the_page_may_leave() {
    let folder = TempDir::new().unwrap();
    let file = file_of_games(folder.path(), &format!("first,second,result\n{}", "a,b,1-0\n".repeat(3000)));
    let script = "set -o pipefail; \"$@\" | true";
    let mut shell = std::process::Command::new("bash");
    shell.args(["-c", script, "bash", env!("CARGO_BIN_EXE_arena"), "report"]).arg(file).args(["-o", "-"]);
    let output = shell.output().unwrap();
    assert_eq!((output.status.code(), stderr_of(&output).as_str()), (Some(0), ""));
}

#[test]
fn of_many_games_a_selection_is_embedded_and_told() {
    let folder = TempDir::new().unwrap();
    let mut text = "first,second,result,plies,moves\n".to_owned();
    for i in 0..5000 {
        let [a, b] = if i % 2 == 0 { ["a", "b"] } else { ["b", "a"] };
        text += &format!("{a},{b},{},40,{}\n", ["1-0", "0-1", "1/2-1/2"][i % 3], vec!["1"; 40].join(" "));
    }
    let text = page(&file_of_games(folder.path(), &text));
    assert_eq!(games(&text)["games"].as_array().unwrap().len(), 2000);
    assert!(text.contains("2,000 of 5,000 games.") && text.contains("a sample of the others"));
    assert!(text.len() < 3_000_000, "{}", text.len());
}

#[test]
fn what_is_wrong_is_said_with_exit_code_2() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let run = at("a-run");
    play(Path::new(&run), "--games 2 --a greedy --b bad --game mnk:3x3x3");
    fs::create_dir(at("empty")).unwrap();
    fs::create_dir_all(at("sharded/shards")).unwrap();
    fs::write(at("none.csv"), "first,second,result\n").unwrap();
    fs::write(at("wrong.csv"), "first,second,outcome\na,b,1-0\n").unwrap();
    fs::create_dir(at("broken")).unwrap();
    fs::copy(format!("{run}/games.csv"), at("broken/games.csv")).unwrap();
    fs::write(at("broken/run.json"), "{").unwrap();
    let cases: [(&[&str], &str); 9] = [
        (&[&at("a-rnu")], "there is no such folder or file\ndid you mean '"),
        (&[&at("empty")], "the folder has no games.csv"),
        (&[&at("sharded")], "put its shards together first: arena merge"),
        (&[&at("none.csv")], "there are no games"),
        (&[&at("wrong.csv")], "the header has no column 'result'"),
        (&[&at("broken")], "not the run.json of a run"),
        (&[&run, &run], "say where the page goes: -o report.html"),
        (&[&run, "-o", &at("nowhere/page.html")], "choose another file with -o"),
        (&[&run, "-o", "-", "--open"], "a page on stdout cannot be opened"),
    ];
    for (args, problem) in cases {
        let output = arena(&[&["report"], args].concat());
        let stderr = stderr_of(&output);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{args:?}: {stderr}");
        assert!(stderr.contains(problem), "{args:?}: {stderr}");
    }
}

#[test]
fn a_run_with_report_has_the_same_games_and_a_page_at_its_end() {
    let folder = TempDir::new().unwrap();
    let [with, without] = ["with", "without"].map(|name| folder.path().join(name));
    play(&with, "--games 40 --a smart:2 --b bad --report");
    play(&without, "--games 40 --a smart:2 --b bad");
    crate::common::assert_same_results(&with, &without, "with a report");
    let text = fs::read_to_string(with.join("report.html")).unwrap();
    assert!(!text.contains("http-equiv=\"refresh\""), "a finished run does not reload");
    assert!(!without.join("report.html").exists());

    // While a run is being played, its page reloads itself.
    crate::common::set_state(&with, "running");
    assert!(page(&with).contains("http-equiv=\"refresh\""));
}

#[cfg(unix)]
mod while_it_runs {
    use super::*;
    use crate::common::stopping::{CHEAP, ENDLESS, interrupted, output_of, signal, start};
    use crate::common::until;

    #[test]
    #[ignore = "a page is written every three seconds"]
    fn the_page_is_written_while_it_runs() {
        let folder = TempDir::new().unwrap();
        let out = folder.path().join("run");
        let child = start(&out, &format!("{ENDLESS} --report --no-progress"));
        let page = out.join("report.html");
        until("the page is there", || {
            fs::read_to_string(&page).is_ok_and(|text| text.contains("http-equiv=\"refresh\""))
        });
        signal(&child, "INT");
        assert_eq!(output_of(child).status.code(), Some(130));
        let text = fs::read_to_string(&page).unwrap();
        assert!(!text.contains("http-equiv=\"refresh\"") && text.contains("not finished"));
    }

    #[test]
    fn a_page_that_cannot_be_written_is_a_warning() {
        let folder = TempDir::new().unwrap();
        let out = folder.path().join("run");
        let (_, line) = interrupted(&format!("{CHEAP} --report --no-progress"), &out);
        fs::remove_file(out.join("report.html")).unwrap();
        fs::create_dir(out.join("report.html")).unwrap();
        let output = output_of(start(&out, &line));
        let stderr = stderr_of(&output);
        assert!(output.status.success() && stderr.contains("warning: no report: cannot write"), "{output:?}");
    }
}
