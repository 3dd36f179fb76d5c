//! Tests of reading suites.

use super::*;
use crate::run::check::Quantity;
use crate::run::check::requirement::Relation;

fn checks(text: &str) -> Result<Vec<CheckSpec>, SettingsError> {
    read(&SettingsFile::new("strength.toml", text), Path::new("checks"))
}

const GOOD: &str = "\
[defaults]
games = 400
seed = 7

[[check]]
name = \"beats bad\"
a = \"smart:6\"
b = \"bad\"
require = \"score >= 0.9\"

[[check]]
name = \"as strong as it was\"
game = \"connect\"
a = \"new=smart:6\"
b = \"smart:4\"
games = 200
seed = 1
openings = \"file:openings.txt\"
max_plies = 30
baseline = \"baselines/six.json\"
tolerance = 0.05
";

#[test]
fn a_suite_says_what_is_played_and_required() {
    let checks = checks(GOOD).unwrap();
    let [first, second] = &checks[..] else { panic!("two checks") };
    assert_eq!((first.name.as_str(), first.plan.schedule.games(), first.plan.seed), ("beats bad", 400, 7));
    assert_eq!(first.plan.game.to_string(), "kalah:6x4");
    let required = first.requirement();
    assert_eq!((required.quantity, required.relation), (Quantity::Score, Relation::AtLeast));
    assert_eq!(second.requirement().to_string(), "score_difference >= -0.05");
    let Demand::Baseline { path, .. } = &second.demand else { panic!("a baseline") };
    assert_eq!(path, Path::new("checks/baselines/six.json"));
    assert_eq!(second.plan.openings.to_string(), "file:checks/openings.txt");
    let played = second.played(&Digests::default());
    assert_eq!((played.a.as_str(), played.b.as_str()), ("smart:6", "smart:4"));
    assert_eq!(
        (played.openings.as_str(), played.games, played.max_plies),
        ("file:openings.txt", 200, Some(30))
    );
}

#[test]
fn programs_are_relative_to_the_file() {
    let with = |player: &str| checks(&GOOD.replacen("\"bad\"", player, 1));
    let error = with("\"./bot\"").unwrap_err().to_string();
    insta::assert_snapshot!(error, @r#"
    strength.toml:8: there is no file checks/bot
        b = "./bot"
            ^^^^^^^
    check the path: it is relative to this file
    "#);
    // The tests of a crate run in its folder, and the suite is in `checks`.
    let checks = with("\"./strength.toml,deterministic=yes\"").unwrap();
    let bot = &checks[0].plan.players[1];
    let command = bot.bot().unwrap().unwrap().command;
    assert_eq!(
        (command.program(), bot.name()),
        ("checks/strength.toml", "./strength.toml,deterministic=yes")
    );
}

#[test]
fn checks_are_chosen_by_name() {
    let chosen = |names: &[&str]| {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        only(checks(GOOD).unwrap(), &names).map(|checks| checks.len())
    };
    assert_eq!((chosen(&[]), chosen(&["beats bad"])), (Ok(2), Ok(1)));
    let error = chosen(&["beat bad"]).unwrap_err().to_string();
    assert_eq!(error, "unknown check 'beat bad'\ndid you mean 'beats bad'?");
}

/// The error of the file with something replaced in it.
fn wrong(from: &str, to: &str) -> String {
    assert!(GOOD.contains(from), "{from}");
    checks(&GOOD.replacen(from, to, 1)).unwrap_err().to_string()
}

#[test]
fn errors_in_what_is_played_point_at_their_line() {
    insta::assert_snapshot!(wrong("seed = 7", "sede = 7"), @"
    strength.toml:3: unknown key 'sede'
        sede = 7
        ^^^^
    did you mean 'seed'?
    ");
    insta::assert_snapshot!(wrong("[[check]]", "[[chekc]]"), @"
    strength.toml:5: unknown key 'chekc'
        [[chekc]]
          ^^^^^
    did you mean 'check'?
    ");
    insta::assert_snapshot!(wrong("name = \"beats bad\"\n", ""), @"
    strength.toml:5: 'name' is missing here
        [[check]]
        ^^^^^^^^^
    add name = …
    ");
    insta::assert_snapshot!(wrong("beats bad", " "), @r#"
    strength.toml:6: a name must have 1 to 100 characters on one line
        name = " "
               ^^^
    give the check a short name
    "#);
    insta::assert_snapshot!(wrong("as strong as it was", "beats bad"), @r#"
    strength.toml:12: another check has this name (line 6)
        name = "beats bad"
               ^^^^^^^^^^^
    give each check its own name
    "#);
    insta::assert_snapshot!(wrong("a = \"smart:6\"\n", ""), @"
    strength.toml:5: 'a' is missing here
        [[check]]
        ^^^^^^^^^
    add a = …
    ");
    insta::assert_snapshot!(wrong("smart:6", "smrt:6"), @r#"
    strength.toml:7: unknown strategy 'smrt'
        a = "smrt:6"
             ^^^^
    did you mean 'smart'?
    "#);
    insta::assert_snapshot!(wrong("\"bad\"", "\"smart:6\""), @r#"
    strength.toml:8: both players are called 'smart:6'
        b = "smart:6"
            ^^^^^^^^^
    give one of them a name: b = "other=smart:6"
    "#);
    insta::assert_snapshot!(wrong("\"connect\"", "\"conect\""), @r#"
    strength.toml:13: unknown game 'conect'
        game = "conect"
                ^^^^^^
    did you mean 'connect'?
    "#);
    insta::assert_snapshot!(wrong("games = 400", "games = 0"), @"
    strength.toml:2: 'games' must be a whole number from 1 to 10000000
        games = 0
                ^
    for example games = 1
    ");
    insta::assert_snapshot!(wrong("games = 200", "games = 201"), @r#"
    strength.toml:20: a baseline is compared pair by pair, but 201 is odd
        baseline = "baselines/six.json"
                   ^^^^^^^^^^^^^^^^^^^^
    make games an even number
    "#);
    insta::assert_snapshot!(wrong("file:openings.txt", "files:openings.txt"), @r#"
    strength.toml:18: unknown openings 'files'
        openings = "files:openings.txt"
                    ^^^^^
    did you mean 'file'?
    "#);
}

#[test]
fn errors_in_what_is_required_point_at_their_line() {
    insta::assert_snapshot!(wrong("score >= 0.9", "scor >= 0.9"), @r#"
    strength.toml:9: unknown quantity 'scor'
        require = "scor >= 0.9"
                   ^^^^
    did you mean 'score'?
    "#);
    insta::assert_snapshot!(wrong("require = \"score >= 0.9\"\n", ""), @r#"
    strength.toml:5: this check requires nothing
        [[check]]
        ^^^^^^^^^
    add require = "score >= 0.95" or baseline = "baselines/smart.json"
    "#);
    insta::assert_snapshot!(wrong("require = ", "requre = "), @r#"
    strength.toml:9: unknown key 'requre'
        requre = "score >= 0.9"
        ^^^^^^
    did you mean 'require'?
    "#);
    insta::assert_snapshot!(wrong("name = \"beats", "nmae = \"beats"), @r#"
    strength.toml:6: unknown key 'nmae'
        nmae = "beats bad"
        ^^^^
    did you mean 'name'?
    "#);
    insta::assert_snapshot!(wrong("require = \"score >= 0.9\"\n", "require = \"score >= 0.9\"\ntolerance = 0.1\n"), @"
    strength.toml:10: 'tolerance' belongs to a baseline
        tolerance = 0.1
                    ^^^
    omit tolerance, or give a baseline instead of require
    ");
    insta::assert_snapshot!(wrong("tolerance = 0.05", "tolerance = 5"), @"
    strength.toml:21: 'tolerance' must be at least 0 and below 1
        tolerance = 5
                    ^
    0.02 allows a loss of two points in a hundred games
    ");
    insta::assert_snapshot!(wrong("tolerance = 0.05", "require = \"elo >= 0\""), @r#"
    strength.toml:20: a check takes require or baseline, not both
        baseline = "baselines/six.json"
                   ^^^^^^^^^^^^^^^^^^^^
    split it into two checks: games of the same plan are played only once
    "#);
    insta::assert_snapshot!(wrong("require = \"score >= 0.9\"", "baseline = \"baselines/six.json\""), @r#"
    strength.toml:20: this is already the baseline of 'beats bad'
        baseline = "baselines/six.json"
                   ^^^^^^^^^^^^^^^^^^^^
    give each check its own file
    "#);
    insta::assert_snapshot!(checks("[defaults]\ngames = 10\n").unwrap_err(), @"
    strength.toml: there are no checks in this file
    add one: [[check]] with name, a, b and require or baseline
    ");
}
