//! A suite: a file of checks.
//!
//! ```toml
//! [defaults]                    # optional, as is every key in it
//! game = "kalah:6x4"
//! games = 400
//! seed = 1
//! openings = "random"
//! max_plies = 500               # no limit unless given
//! tolerance = 0.02
//!
//! [[check]]
//! name = "smart:6 beats bad"
//! a = "smart:6"                 # the player under test
//! b = "bad"
//! require = "score >= 0.9"
//!
//! [[check]]
//! name = "smart:6 is as strong as it was"
//! a = "smart:6"
//! b = "smart:4"
//! baseline = "baselines/smart6.json"
//! tolerance = 0.03              # points per game that it may lose
//! ```
//!
//! Each check has exactly one of `require` and `baseline`. Paths are relative to the file.

use std::path::{Path, PathBuf};

use super::baseline::BaselinePlan;
use super::requirement::Requirement;
use crate::play::host::GameSpec;
use crate::play::openings::OpeningsSpec;
use crate::play::plan::{Digests, Plan, digest_text};
use crate::play::schedule::Schedule;
use crate::players::strategies::StrategySpec;
use crate::text::UnknownName;
use crate::text::settings::{Section, SettingsError, SettingsFile, Value};

#[derive(Debug, Clone)]
pub(crate) struct CheckSpec {
    /// Its name, unique in the suite.
    pub name: String,
    /// The games to play, with paths relative to the working folder.
    pub plan: Plan,
    pub demand: Demand,
    /// What the file says, for errors found later.
    pub written: Written,
}

/// Values of the file with their places.
#[derive(Debug, Clone)]
pub(crate) struct Written {
    /// Players a and b.
    pub players: [Value<String>; 2],
    /// The openings; the default has the place of the check.
    pub openings: Value<String>,
}

/// What a check requires.
#[derive(Debug, Clone)]
pub(crate) enum Demand {
    /// A quantity on the right side of a bound.
    Require(Requirement),
    /// Not weaker than a baseline.
    Baseline {
        path: PathBuf,
        /// The path as written.
        written: Value<String>,
        /// The points per game that may be lost.
        tolerance: f64,
    },
}

impl CheckSpec {
    pub(crate) fn played(&self, digests: &Digests) -> BaselinePlan {
        let [a, b] = [0, 1].map(|player| self.plan.players[player].to_string());
        BaselinePlan {
            game: self.plan.game.to_string(),
            a,
            b,
            openings: self.written.openings.value.clone(),
            openings_digest: digests.openings.map(digest_text),
            seed: self.plan.seed,
            games: self.plan.schedule.games(),
            max_plies: self.plan.max_plies,
        }
    }

    /// The requirement, also of a check with a baseline.
    pub(crate) fn requirement(&self) -> Requirement {
        match self.demand {
            Demand::Require(requirement) => requirement,
            Demand::Baseline { tolerance, .. } => Requirement::not_weaker(tolerance),
        }
    }
}

/// The default of the points per game that may be lost against a baseline.
pub(crate) const TOLERANCE: f64 = 0.02;

/// The most games of a check: all its pairs are kept in memory.
const MOST_GAMES: u64 = 10_000_000;

const LONGEST_NAME: usize = 100;

/// The section `[defaults]`.
struct Defaults {
    game: Option<Value<String>>,
    games: u64,
    seed: u64,
    openings: Option<Value<String>>,
    max_plies: Option<u32>,
    tolerance: f64,
}

/// Reads the checks of a file, in order. `folder` is the folder of the file.
pub(crate) fn read(file: &SettingsFile, folder: &Path) -> Result<Vec<CheckSpec>, SettingsError> {
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
    let mut checks: Vec<CheckSpec> = Vec::new();
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

/// The checks with these names, in the order of the file; all if no names are given.
pub(crate) fn only(checks: Vec<CheckSpec>, names: &[String]) -> Result<Vec<CheckSpec>, UnknownName> {
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
    if name.value.trim().is_empty() || length > LONGEST_NAME {
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
) -> Result<CheckSpec, SettingsError> {
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
    let openings = openings.unwrap_or_else(|| Value {
        value: game.default_openings().to_string(),
        place: section.place().clone(),
    });
    let games = games(section)?.unwrap_or(defaults.games);
    let plan = Plan {
        openings: within(folder, &openings.parse()?),
        seed: seed(section)?.unwrap_or(defaults.seed),
        max_plies: max_plies(section)?.or(defaults.max_plies),
        ..Plan::new(game, players, Schedule::of_match(games))
    };
    Ok(CheckSpec {
        name: name.to_owned(),
        demand: demand(section, games, defaults, folder)?,
        plan,
        written: Written { players: [a, b], openings },
    })
}

/// Openings whose file is in a folder.
fn within(folder: &Path, openings: &OpeningsSpec) -> OpeningsSpec {
    match openings.source() {
        OpeningsSpec::File(path) => {
            OpeningsSpec::File(folder.join(path).display().to_string()).skipping(openings.skipped())
        }
        _ => openings.clone(),
    }
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
fn check_path_is_new(check: &CheckSpec, others: &[CheckSpec]) -> Result<(), SettingsError> {
    let Demand::Baseline { path, written, .. } = &check.demand else { return Ok(()) };
    let taken =
        |other: &&CheckSpec| matches!(&other.demand, Demand::Baseline { path: other, .. } if other == path);
    match others.iter().find(taken) {
        None => Ok(()),
        Some(other) => {
            let problem = format!("this is already the baseline of '{}'", other.name);
            Err(written.error(problem, "give each check its own file"))
        }
    }
}

#[cfg(test)]
mod tests;
