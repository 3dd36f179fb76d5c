//! A suite: the file that says what is checked.
//!
//! ```toml
//! [defaults]                    # all of it may be left out
//! game = "kalah:6x4"
//! games = 400
//! seed = 1
//! openings = "random"
//! max_plies = 500               # no limit unless given
//! tolerance = 0.02
//!
//! [[check]]
//! name = "smart:6 beats bad"
//! a = "smart:6"                 # the player that is checked
//! b = "bad"
//! require = "score >= 0.9"
//!
//! [[check]]
//! name = "smart:6 is as strong as it was"
//! a = "smart:6"
//! b = "smart:4"
//! baseline = "baselines/smart6.json"
//! tolerance = 0.03              # points of a game that it may lose
//! ```
//!
//! Each check has exactly one of `require` and `baseline`. Paths are relative to the file.

use std::path::{Path, PathBuf};

use super::baseline::Played;
use super::requirement::Requirement;
use crate::host::GameSpec;
use crate::openings::OpeningsSpec;
use crate::plan::Plan;
use crate::schedule::Schedule;
use crate::settings::{Section, SettingsError, SettingsFile, Value};
use crate::strategies::StrategySpec;
use crate::text::UnknownName;

/// A check as it stands in the file.
#[derive(Debug, Clone)]
pub struct Check {
    /// Its name, which no other check has.
    pub name: String,
    /// What is to be played. Paths are ready to be opened.
    pub plan: Plan,
    /// What is asked of it.
    pub demand: Demand,
    /// What is written in the file, for errors that show later.
    pub written: Written,
}

/// What is written in the file, and where.
#[derive(Debug, Clone)]
pub struct Written {
    /// Players a and b.
    pub players: [Value<String>; 2],
    /// The openings. Where there are none, they are at the check.
    pub openings: Value<String>,
}

/// What a check asks for.
#[derive(Debug, Clone)]
pub enum Demand {
    /// A quantity on the right side of a bound.
    Require(Requirement),
    /// Not weaker than a recorded run.
    Baseline {
        /// Its file.
        path: PathBuf,
        /// The path as it is written.
        written: Value<String>,
        /// How many points of a game may be lost.
        tolerance: f64,
    },
}

impl Check {
    /// What its games are played with, for a baseline.
    pub fn played(&self) -> Played {
        let text = self.plan.text();
        let [a, b] = [0, 1].map(|player| self.plan.players[player].to_string());
        Played {
            game: text.game,
            a,
            b,
            openings: self.written.openings.value.clone(),
            openings_digest: text.openings_digest,
            seed: text.seed,
            games: self.plan.schedule.games(),
            max_plies: text.max_plies,
        }
    }

    /// What is required, also where it is a baseline that requires it.
    pub fn requirement(&self) -> Requirement {
        match self.demand {
            Demand::Require(requirement) => requirement,
            Demand::Baseline { tolerance, .. } => Requirement::not_weaker(tolerance),
        }
    }
}

/// How many points of a game may be lost against a baseline unless the file says something else.
pub const TOLERANCE: f64 = 0.02;

/// The most games of a check: all its pairs are kept in memory.
const MOST_GAMES: u64 = 10_000_000;

/// The longest name of a check.
const LONGEST_NAME: usize = 100;

/// What holds for all checks that do not say something else.
struct Defaults {
    game: Option<Value<String>>,
    games: u64,
    seed: u64,
    openings: Option<Value<String>>,
    max_plies: Option<u32>,
    tolerance: f64,
}

/// The checks of a file, in their order. `folder` is where the file is.
pub fn read(file: &SettingsFile, folder: &Path) -> Result<Vec<Check>, SettingsError> {
    let mut root = file.root()?;
    let defaults = match root.section("defaults")? {
        Some(mut section) => {
            let defaults = defaults(&mut section)?;
            section.finish()?;
            defaults
        }
        None => Defaults {
            game: None,
            games: 1000,
            seed: 1,
            openings: None,
            max_plies: None,
            tolerance: TOLERANCE,
        },
    };
    let mut checks: Vec<Check> = Vec::new();
    let mut names: Vec<Value<String>> = Vec::new();
    for mut section in root.sections("check")? {
        let name = name(&mut section, &names)?;
        let check = check(&mut section, &name.value, &defaults, folder)?;
        section.finish()?;
        check_path_is_new(&check, &checks)?;
        checks.push(check);
        names.push(name);
    }
    root.finish()?;
    if checks.is_empty() {
        let advice = "add one: [[check]] with name, a, b and require or baseline";
        return Err(file.error("there are no checks in this file", advice));
    }
    Ok(checks)
}

/// The checks of these names alone, in the order of the file; all where no names are given.
pub fn only(checks: Vec<Check>, names: &[String]) -> Result<Vec<Check>, UnknownName> {
    let all: Vec<&str> = checks.iter().map(|check| check.name.as_str()).collect();
    if let Some(unknown) = names.iter().find(|name| !all.contains(&name.as_str())) {
        return Err(UnknownName::new("check", unknown, &all));
    }
    Ok(checks.into_iter().filter(|check| names.is_empty() || names.contains(&check.name)).collect())
}

fn defaults(section: &mut Section<'_>) -> Result<Defaults, SettingsError> {
    Ok(Defaults {
        game: section.text("game")?,
        games: games(section)?.unwrap_or(1000),
        seed: seed(section)?.unwrap_or(1),
        openings: section.text("openings")?,
        max_plies: max_plies(section)?,
        tolerance: tolerance(section)?.map_or(TOLERANCE, |tolerance| tolerance.value),
    })
}

fn games(section: &mut Section<'_>) -> Result<Option<u64>, SettingsError> {
    Ok(section.whole("games", 1..=MOST_GAMES)?.map(|games| games.value))
}

fn seed(section: &mut Section<'_>) -> Result<Option<u64>, SettingsError> {
    Ok(section.whole("seed", 0..=u64::MAX)?.map(|seed| seed.value))
}

fn max_plies(section: &mut Section<'_>) -> Result<Option<u32>, SettingsError> {
    Ok(section.whole("max_plies", 1..=u64::from(u32::MAX))?.map(|most| most.value as u32))
}

fn tolerance(section: &mut Section<'_>) -> Result<Option<Value<f64>>, SettingsError> {
    let tolerance = section.number("tolerance")?;
    match tolerance {
        Some(tolerance) if !(0.0..1.0).contains(&tolerance.value) => {
            let problem = "'tolerance' must be at least 0 and below 1";
            Err(tolerance.error(problem, "0.02 allows a loss of two points in a hundred games"))
        }
        tolerance => Ok(tolerance),
    }
}

fn name(section: &mut Section<'_>, others: &[Value<String>]) -> Result<Value<String>, SettingsError> {
    let name = section.text("name")?;
    let name = section.required("name", name)?;
    let length = name.value.chars().count();
    if name.value.trim().is_empty() || length > LONGEST_NAME || name.value.chars().any(char::is_control) {
        let problem = format!("a name must have 1 to {LONGEST_NAME} characters on one line");
        return Err(name.error(problem, "give the check a short name"));
    }
    if let Some(other) = others.iter().find(|other| other.value == name.value) {
        let problem = format!("another check has this name (line {})", other.place.line());
        return Err(name.error(problem, "give each check its own name"));
    }
    Ok(name)
}

fn check(
    section: &mut Section<'_>,
    name: &str,
    defaults: &Defaults,
    folder: &Path,
) -> Result<Check, SettingsError> {
    let game = section.text("game")?.or_else(|| defaults.game.clone());
    let game: GameSpec = match &game {
        Some(game) => game.parse()?,
        None => "kalah".parse().map_err(|_| section.place().error("no game", "add game = \"kalah\""))?,
    };
    let [a, b] = ["a", "b"].map(|key| section.text(key));
    let (a, b) = (section.required("a", a?)?, section.required("b", b?)?);
    let players: Vec<StrategySpec> = vec![a.parse()?, b.parse()?];
    if players[0].name() == players[1].name() {
        let advice = format!("give one of them a name: b = \"other={}\"", players[1]);
        return Err(b.error(format!("both players are called '{}'", players[1].name()), advice));
    }
    let openings = section.text("openings")?.or_else(|| defaults.openings.clone());
    let openings =
        openings.unwrap_or_else(|| Value { value: "random".to_owned(), place: section.place().clone() });
    let games = games(section)?.unwrap_or(defaults.games);
    let plan = Plan {
        game,
        players,
        openings: match openings.parse()? {
            OpeningsSpec::File(path) => OpeningsSpec::File(folder.join(path).display().to_string()),
            other => other,
        },
        openings_digest: None,
        seed: seed(section)?.unwrap_or(defaults.seed),
        schedule: Schedule::of_match(games),
        sprt: None,
        max_plies: max_plies(section)?.or(defaults.max_plies),
    };
    Ok(Check {
        name: name.to_owned(),
        demand: demand(section, games, defaults, folder)?,
        plan,
        written: Written { players: [a, b], openings },
    })
}

fn demand(
    section: &mut Section<'_>,
    games: u64,
    defaults: &Defaults,
    folder: &Path,
) -> Result<Demand, SettingsError> {
    let require = section.text("require")?;
    let baseline = section.text("baseline")?;
    let tolerance = tolerance(section)?;
    match (require, baseline) {
        (Some(require), None) => match tolerance {
            None => Ok(Demand::Require(require.parse()?)),
            Some(tolerance) => {
                let advice = "omit tolerance, or give a baseline instead of require";
                Err(tolerance.error("'tolerance' belongs to a baseline", advice))
            }
        },
        (None, Some(written)) => {
            if written.value.trim().is_empty() {
                return Err(written
                    .error("the path of the baseline is empty", "write, for example, baselines/smart.json"));
            }
            if !games.is_multiple_of(2) {
                let problem = format!("a baseline is compared pair by pair, but {games} is odd");
                return Err(written.error(problem, "make games an even number"));
            }
            let path = folder.join(&written.value);
            let tolerance = tolerance.map_or(defaults.tolerance, |tolerance| tolerance.value);
            Ok(Demand::Baseline { path, written, tolerance })
        }
        (Some(_), Some(baseline)) => {
            let advice = "split it into two checks: games of the same plan are played only once";
            Err(baseline.error("a check takes require or baseline, not both", advice))
        }
        (None, None) => {
            let advice = "add require = \"score >= 0.95\" or baseline = \"baselines/smart.json\"";
            Err(section.place().error("this check requires nothing", advice))
        }
    }
}

/// Two checks must not record into one file.
fn check_path_is_new(check: &Check, others: &[Check]) -> Result<(), SettingsError> {
    let Demand::Baseline { path, written, .. } = &check.demand else { return Ok(()) };
    let taken =
        |other: &&Check| matches!(&other.demand, Demand::Baseline { path: other, .. } if other == path);
    match others.iter().find(taken) {
        None => Ok(()),
        Some(other) => {
            let problem = format!("this is already the baseline of '{}'", other.name);
            Err(written.error(problem, "give each check its own file"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{Quantity, Relation};

    fn checks(text: &str) -> Result<Vec<Check>, SettingsError> {
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
    fn a_file_says_what_is_played_and_asked() {
        let checks = checks(GOOD).unwrap();
        let [first, second] = &checks[..] else { panic!("two checks") };
        assert_eq!(
            (first.name.as_str(), first.plan.schedule.games(), first.plan.seed),
            ("beats bad", 400, 7)
        );
        assert_eq!(first.plan.game.to_string(), "kalah:6x4");
        let required = first.requirement();
        assert_eq!((required.quantity, required.relation), (Quantity::Score, Relation::AtLeast));
        assert_eq!(second.requirement().to_string(), "score_difference >= -0.05");
        let Demand::Baseline { path, .. } = &second.demand else { panic!("a baseline") };
        assert_eq!(path, Path::new("checks/baselines/six.json"));
        assert_eq!(second.plan.openings.to_string(), "file:checks/openings.txt");
        let played = second.played();
        assert_eq!((played.a.as_str(), played.b.as_str()), ("smart:6", "smart:4"));
        assert_eq!(
            (played.openings.as_str(), played.games, played.max_plies),
            ("file:openings.txt", 200, Some(30))
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
    fn every_mistake_in_what_is_played_is_told_with_its_line() {
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
    fn every_mistake_in_what_is_asked_is_told_with_its_line() {
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
}
