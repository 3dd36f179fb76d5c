//! Mixed evaluators on the command line: wherever a spec may stand, with values that have decimals.

use super::engine::Talk;
use crate::common::{arena, assert_same_results, json, play, rows, stderr_of, stdout};
use tempfile::tempdir;

const MIXTURE: &str = "smart:2,eval=pots+0.4*tempo-0.1*hoard";

#[test]
fn the_values_of_a_mixture_have_decimals() {
    let position = "s:0,3,2,1,1,1,20:2,2,2,2,2,0,10";
    let analysis = json(&["analyze", "--position", position, "--with", MIXTURE, "--json"]);
    let plain = json(&["analyze", "--position", position, "--with", "smart:2", "--json"]);
    assert!(analysis["moves"].as_array().unwrap().iter().any(|found| found["value"].is_f64()), "{analysis}");
    assert!(plain["moves"].as_array().unwrap().iter().all(|found| found["value"].is_i64()), "{plain}");
    let whole = json(&["analyze", "--position", position, "--with", "smart:2,eval=2*pots", "--json"]);
    for (doubled, single) in whole["moves"].as_array().unwrap().iter().zip(plain["moves"].as_array().unwrap())
    {
        assert_eq!(doubled["value"].as_i64().unwrap(), 2 * single["value"].as_i64().unwrap());
    }
}

#[test]
fn a_mixture_plays_matches_and_its_values_are_recorded() {
    let folders = [tempdir().unwrap(), tempdir().unwrap()];
    for (folder, threads) in folders.iter().zip([1, 3]) {
        let line = format!(
            "--a mix={MIXTURE} --b {MIXTURE},extra=free --games 12 --record-moves --threads {threads}"
        );
        let said = play(folder.path(), &line);
        assert!(said.contains("mix") && said.contains(MIXTURE), "{said}");
    }
    assert_same_results(folders[0].path(), folders[1].path(), "threads");
    let columns = ["game", "ply", "player", "move", "time_ns", "nodes", "depth", "value"];
    let moves = rows(folders[0].path(), "moves.csv", &columns);
    let values: Vec<&str> = moves.iter().map(|row| &row[7]).collect();
    assert!(values.iter().any(|value| value.contains('.')), "{values:?}");
    assert!(values.iter().all(|value| !value.contains('.') || !value.ends_with('0')), "{values:?}");
    let page = folders[0].path().join("page.html");
    let run = folders[0].path().to_str().unwrap();
    assert_eq!(arena(&["report", run, "-o", page.to_str().unwrap()]).status.code(), Some(0));
    let page = std::fs::read_to_string(page).unwrap();
    let curve = page.split("\"v\":[").nth(1).unwrap().split(']').next().unwrap();
    assert!(curve.contains('.'), "the report has the decimals: {curve}");
}

#[test]
fn a_mixture_stands_wherever_a_spec_does() {
    let folder = tempdir().unwrap();
    let out = folder.path().join("tournament");
    let players = ["smart:1..2,eval=pots+0.5*mobility", "named=greedy,eval=pots-0.3*exposed", "bad"];
    let args = [
        &["tournament"][..],
        &players,
        &["--games", "2", "--json", "--quiet", "--out", out.to_str().unwrap()],
    ];
    let standings = stdout(&args.concat());
    for player in ["smart:1,eval=pots+0.5*mobility", "smart:2,eval=pots+0.5*mobility", "named"] {
        assert!(standings.contains(&format!("\"{player}\"")), "{player}: {standings}");
    }
    // `quit` would end a search that is not done yet.
    let mut engine = Talk::with(&["smart:4,eval=pots+0.4*tempo-0.1*hoard"]);
    engine.say("position startpos");
    engine.say("go");
    let said = engine.until("bestmove").join("\n");
    assert!(said.ends_with("score 2.4\nbestmove 6"), "{said}");
    assert_eq!(engine.end(), Some(0));
}

#[test]
fn an_error_in_a_mixture_points_at_its_place_in_the_spec() {
    let said = |spec: &str| {
        let output = arena(&["analyze", "--with", spec]);
        assert_eq!(output.status.code(), Some(2), "{spec}");
        stderr_of(&output)
    };
    insta::assert_snapshot!(said("me=smart:4,eval=pots+0.4*tmepo,ties=random"), @"
    error: --with: this game has no evaluator 'tmepo'
        me=smart:4,eval=pots+0.4*tmepo,ties=random
                                 ^^^^^
    did you mean 'tempo'?
    ");
    insta::assert_snapshot!(said("greedy,eval=1e9*pots"), @"
    error: --with: the weight 1e9 is too large
        greedy,eval=1e9*pots
                    ^^^
    a weight is at most 1000: divide all weights by the same number
    ");
    insta::assert_snapshot!(said("smart:4,endgame=4,eval=pots+0.4*tempo"), @"
    error: --with: endgame= goes with eval=pots only: a table holds beans, which other evaluators do not count
        smart:4,endgame=4,eval=pots+0.4*tempo
                          ^^^^^^^^^^^^^^^^^^^
    remove eval= or endgame=
    ");
}
