//! `arena check --record-history` and `arena history`.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use crate::common::{arena, json, stderr_of, stdout};

const SUITE: &str = "
[[check]]
name = \"beats bad\"
game = \"connect:4x4x3\"
a = \"smart:DEPTH\"
b = \"bad\"
games = 40
require = \"score >= 0.6\"

[[check]]
name = \"searches few nodes\"
game = \"connect:4x4x3\"
a = \"smart:DEPTH\"
b = \"bad\"
games = 40
require = \"nodes_per_move <= 1000\"
";

/// Writes the suite with a depth, commits it, and returns the beginning of the commit's name.
fn commit(folder: &Path, depth: u32) -> String {
    fs::write(folder.join("suite.toml"), SUITE.replace("DEPTH", &depth.to_string())).unwrap();
    let git = |words: &[&str]| {
        let mut git = Command::new("git");
        git.args(["-c", "user.name=me", "-c", "user.email=me@example.org"]).args(words);
        let output = git.current_dir(folder).output().unwrap();
        assert!(output.status.success(), "{}", stderr_of(&output));
        String::from_utf8(output.stdout).unwrap()
    };
    git(&["init", "--quiet"]);
    git(&["add", "suite.toml"]);
    git(&["commit", "--quiet", "-m", "a depth"]);
    git(&["rev-parse", "HEAD"])[..12].to_owned()
}

#[test]
fn each_check_of_a_build_is_a_row_and_the_page_draws_them() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (suite, history) = (at("suite.toml"), at("history.csv"));
    let mut expected = Vec::new();
    for depth in [4, 1, 1] {
        let build = if expected.len() < 4 { commit(folder.path(), depth) } else { String::new() };
        let is_changed = build.is_empty();
        if is_changed {
            fs::write(&suite, SUITE.replace("DEPTH", "2")).unwrap();
        }
        let output = arena(&["check", &suite, "--json", "--quiet", "--record-history", &history]);
        let results: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        for check in results["checks"].as_array().unwrap() {
            let build = if is_changed { None } else { Some(build.clone()) };
            expected.push((build, check.clone()));
        }
    }
    let found = json(&["history", &history, "--json"]);
    let rows = found["results"].as_array().unwrap();
    assert_eq!(rows.len(), expected.len());
    for (row, (build, check)) in rows.iter().zip(&expected) {
        match build {
            Some(build) => assert_eq!(row["build"], build.as_str()),
            None => assert!(row["build"].as_str().unwrap().ends_with('+'), "changed files: {row}"),
        }
        assert_eq!((&row["check"], &row["verdict"]), (&check["name"], &check["verdict"]));
        for key in ["score", "score_low", "score_high"] {
            let [one, other] = [&row[key], &check[key]].map(|value| value.as_f64().unwrap());
            assert!((one - other).abs() < 1e-4, "{key}: {row} {check}");
        }
        if check["quantity"] == "nodes_per_move" {
            assert!(
                (row["nodes_per_move"].as_f64().unwrap() - check["value"].as_f64().unwrap()).abs() < 0.01
            );
        }
        assert!(row["time_ms"].as_f64().is_some() && row["date"].as_str().unwrap().ends_with('Z'), "{row}");
    }
    let text = stdout(&["history", &history, "--check", "searches few nodes"]);
    assert!(text.starts_with("searches few nodes: passed since "), "{text}");
    assert!(!text.contains("beats bad") && text.ends_with("history.html\n"), "{text}");
    stdout(&["history", &history, "-o", &at("page.html")]);
    let page = fs::read_to_string(at("page.html")).unwrap();
    assert_eq!(page.matches("<figure").count(), 4, "strength and cost of two checks");
    assert!(page.contains("beats bad: ") && page.contains("default-src 'none'"));
    // Another file is not appended to.
    fs::write(at("other.csv"), "a,b\n1,2\n").unwrap();
    let output = arena(&["check", &suite, "--record-history", &at("other.csv")]);
    assert_eq!(output.status.code(), Some(2));
    let told = stderr_of(&output).replace(folder.path().to_str().unwrap(), "FOLDER");
    insta::assert_snapshot!(told, @"
    error: --record-history: FOLDER/other.csv is not a history of checks: its first line is another
    give a file that arena check --record-history has written
    ");
    let output = arena(&["history", &history, "--check", "beats bd"]);
    insta::assert_snapshot!(stderr_of(&output), @"
    error: --check: unknown check 'beats bd'
    did you mean 'beats bad'?
    ");
    let output = arena(&["history", &at("none.csv")]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr_of(&output));
}
