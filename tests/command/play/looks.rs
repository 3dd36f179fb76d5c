//! Intervals of runs that were not ended by their plan, on the real binary.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)]

use std::path::Path;

use crate::common::{
    arena, assert_same_results, bytes, json, match_into, play, stderr_of, stdout, stdout_of,
};
use serde_json::Value;
use tempfile::tempdir;

fn json_of(out: &Path, line: &str) -> Value {
    let output = match_into(out, &format!("{line} --json --quiet")).output().unwrap();
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"))
}

fn number(json: &Value, field: &str) -> f64 {
    json[field].as_f64().unwrap_or_else(|| panic!("{field} in {json}"))
}

const NOTE: &str = "note: the number of games was not fixed in advance, so the intervals are anytime-valid";

#[test]
fn a_match_ends_once_its_interval_is_narrow_enough_on_any_number_of_threads() {
    let runs = tempdir().unwrap();
    let [one, two, merged] = ["one", "two", "merged"].map(|name| runs.path().join(name));
    for (limit, field, most) in [("40", "elo", 40.0), ("0.05score", "a_score", 0.05), ("5%", "a_score", 0.05)]
    {
        let line = format!("smart:2 smart:1 --games 4000 --until-error {limit} --fresh");
        let ended = json_of(&one, &format!("{line} --threads 1"));
        let [low, high] = ["low", "high"].map(|end| number(&ended, &format!("{field}_{end}")));
        let games = ended["games"].as_u64().unwrap();
        assert!(high - low <= 2.0 * most && games < 4000, "{limit}: {ended}");
        assert!(high - low > 1.9 * most, "{limit}: not much earlier than necessary: {ended}");
        assert_eq!((&ended["interval"], &ended["state"]), (&"anytime".into(), &"finished".into()));
        json_of(&two, &format!("{line} --threads 3"));
        assert_same_results(&one, &two, limit);
    }
    for shard in 1..=3 {
        let line = format!("smart:2 smart:1 --games 4000 --until-error 5% --shard {shard}/3");
        assert!(match_into(&merged, &line).output().unwrap().status.success());
    }
    arena(&["merge", merged.to_str().unwrap()]);
    assert_same_results(&one, &merged, "shards, merged");
}

#[test]
fn a_match_whose_interval_stays_too_wide_plays_all_its_games() {
    let runs = tempdir().unwrap();
    let ended = json_of(runs.path(), "smart:2 smart:1 --games 100 --until-error 10");
    assert_eq!((ended["games"].as_u64(), &ended["interval"]), (Some(100), &"anytime".into()));
    let again = bytes(runs.path(), "run.json");
    assert!(String::from_utf8_lossy(&again).contains("\"until_error\": \"10\""));
}

#[test]
fn a_wrong_limit_is_explained() {
    for (limit, said) in [
        ("ten", "error: --until-error: 'ten' is not an error of an interval"),
        ("0", "error: --until-error: '0' is not an error of an interval"),
        ("5000", "error: --until-error: '5000' is too large: an error is at most 1000 Elo or 0.5score"),
    ] {
        let output = arena(&["smart:1", "bad", "--until-error", limit]);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr_of(&output).starts_with(said), "{output:?}");
    }
    let both = arena(&["smart:1", "bad", "--until-error", "10", "--sprt", "0,5"]);
    assert_eq!(both.status.code(), Some(2));
}

#[test]
fn a_run_that_grew_says_so_in_every_format_and_one_that_was_planned_does_not() {
    let runs = tempdir().unwrap();
    let [grown, planned] = ["grown", "planned"].map(|name| runs.path().join(name));
    play(&grown, "smart:2 smart:1 --games 100");
    let wide = json_of(&grown, "smart:2 smart:1 --games 200");
    let narrow = json_of(&planned, "smart:2 smart:1 --games 200");
    assert_eq!((&wide["interval"], &narrow["interval"]), (&"anytime".into(), &"fixed".into()));
    for field in ["games", "a_score", "elo", "nelo", "penta_ww"] {
        assert_eq!(wide[field], narrow[field], "{field}");
    }
    for field in ["a_score", "elo", "nelo"] {
        let ends = |json: &Value| ["low", "high"].map(|end| number(json, &format!("{field}_{end}")));
        let ([a, b], [c, d]) = (ends(&wide), ends(&narrow));
        assert!(a < c && d < b, "{field}: {a} to {b} and {c} to {d}");
    }
    assert!(number(&wide, "los") <= number(&narrow, "los"));
    let [grown_path, planned_path] = [&grown, &planned].map(|path| path.to_str().unwrap());
    // Other commands know it, too.
    for command in ["stats", "rate"] {
        let aloud = arena(&[command, grown_path]);
        let said = stdout_of(&aloud) + &stderr_of(&aloud);
        assert!(said.contains(NOTE.trim_start_matches("note: ")), "{command}: {said}");
        let quiet = arena(&[command, planned_path]);
        assert!(!(stdout_of(&quiet) + &stderr_of(&quiet)).contains("anytime"), "{command}");
    }
    assert_eq!(json(&["stats", grown_path, "--json"])["interval"], "anytime");
    assert_eq!(json(&["rate", grown_path, "--json"])["players"][0]["interval"], "anytime");
    assert!(stdout(&["report", grown_path, "-o", "-"]).contains("anytime-valid"));
    assert!(!stdout(&["report", planned_path, "-o", "-"]).contains("anytime-valid"));
    // Continued by the command of a planned run, it stays what it is.
    let more = json_of(&grown, "smart:2 smart:1 --games 300");
    assert_eq!(more["interval"], "anytime");
}

#[test]
fn a_run_that_a_clock_stopped_says_so_and_continued_to_its_end_it_is_a_planned_one() {
    let runs = tempdir().unwrap();
    // On a busy machine the time is up before the first game; then there is more time.
    let mut limits = (0..8).map(|doubled| 300 << doubled);
    let stopped = limits.find_map(|milliseconds| {
        let endless = "smart:9 smart:7,eval=hoard --games 100000 --threads 2";
        let line = format!("{endless} --fresh --max-time {milliseconds}ms");
        let output = match_into(runs.path(), &line).output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{output:?}");
        (!stderr_of(&output).contains("after 0 games")).then_some(output)
    });
    let output = stopped.unwrap();
    assert!(stdout_of(&output).contains(NOTE), "{output:?}");
    let line = "smart:2 smart:1 --games 400";
    let shorter = runs.path().join("short");
    play(&shorter, line);
    crate::common::set_state(&shorter, "interrupted");
    assert_eq!(json(&["stats", shorter.to_str().unwrap(), "--json"])["interval"], "anytime");
    assert_eq!(json_of(&shorter, line)["interval"], "fixed");
}

#[test]
#[ignore = "plays more than a thousand matches"]
fn runs_that_grow_until_they_look_good_are_wrong_in_at_most_5_of_100_cases() {
    let matches = std::env::var("ARENA_SIMULATIONS").map_or(150, |many| many.parse().unwrap());
    let mut wrong = 0;
    for seed in 1..=matches {
        let out = tempdir().unwrap();
        let excludes = |games: u32| {
            let line =
                format!("random other=random -g kalah:4x3 --openings random:4 --games {games} --seed {seed}");
            let result = json_of(out.path(), &line);
            // The first run is a planned one; nobody looked before.
            let is_first = games == 100;
            assert_eq!(result["interval"], if is_first { "fixed" } else { "anytime" });
            !is_first && (number(&result, "a_score_low") > 0.5 || number(&result, "a_score_high") < 0.5)
        };
        wrong += u32::from([100, 150, 220, 330, 500, 750, 1100, 1700, 2500].into_iter().any(excludes));
    }
    let share = f64::from(wrong) / f64::from(matches);
    println!("{wrong} of {matches} runs that grew eight times ever showed a difference between equals");
    assert!(share <= 0.05 + 4.0 * (0.05 * 0.95 / f64::from(matches)).sqrt(), "{share}");
}
