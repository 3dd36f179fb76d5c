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
//! Each check has exactly one of `require` and `baseline`. Paths are relative to the file: of baselines, openings, bots
//! and referees.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use super::baseline::BaselinePlan;
use super::requirement::Requirement;
use crate::play::host::GameSpec;
use crate::play::openings::OpeningsSpec;
use crate::play::plan::{Digests, Plan, digest_text};
use crate::play::schedule::Schedule;
use crate::players::strategies::{StrategySpec, of_command_line};
use crate::store::folder_name;
use crate::text::UnknownName;
use crate::text::settings::{Section, SettingsError, SettingsFile, Value};

#[derive(Debug, Clone)]
pub(crate) struct CheckSpec {
    /// Its name, unique in the suite.
    pub name: String,
    /// The name of the folder of its games, unique in the suite.
    pub folder: String,
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

/// The keys of a section `[[check]]`.
struct CheckKeys {
    name: Option<Value<String>>,
    game: Option<Value<String>>,
    a: Option<Value<String>>,
    b: Option<Value<String>>,
    games: Option<u64>,
    seed: Option<u64>,
    openings: Option<Value<String>>,
    max_plies: Option<u32>,
    require: Option<Value<String>>,
    baseline: Option<Value<String>>,
    tolerance: Option<Value<f64>>,
}

impl CheckKeys {
    /// Takes all of them. An unknown key is an error.
    fn take(section: &mut Section<'_>) -> Result<CheckKeys, SettingsError> {
        let keys = CheckKeys {
            name: section.text("name")?,
            game: section.text("game")?,
            a: section.text("a")?,
            b: section.text("b")?,
            games: games(section)?,
            seed: seed(section)?,
            openings: section.text("openings")?,
            max_plies: max_plies(section)?,
            require: section.text("require")?,
            baseline: section.text("baseline")?,
            tolerance: tolerance(section)?,
        };
        section.finish()?;
        Ok(keys)
    }
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
        let keys = CheckKeys::take(&mut section)?;
        let name = name(&section, &keys, &names)?;
        let mut check = check(&section, keys, &name.value, &defaults, folder)?;
        check.folder = distinct_folder(&check.name, &checks);
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

fn name(
    section: &Section<'_>,
    keys: &CheckKeys,
    others: &[Value<String>],
) -> Result<Value<String>, SettingsError> {
    let name = section.required("name", keys.name.clone())?;
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
    section: &Section<'_>,
    keys: CheckKeys,
    name: &str,
    defaults: &Defaults,
    folder: &Path,
) -> Result<CheckSpec, SettingsError> {
    let CheckKeys { game, a, b, games, seed, openings, max_plies, require, baseline, tolerance, .. } = keys;
    let game: GameSpec = match &game.or_else(|| defaults.game.clone()) {
        Some(game) => game.parse()?,
        None => "kalah".parse().map_err(|_| section.place().error("no game", "add game = \"kalah\""))?,
    };
    let (a, b) = (section.required("a", a)?, section.required("b", b)?);
    let players = vec![player(&a, folder, &game)?, player(&b, folder, &game)?];
    if players[0].name() == players[1].name() {
        let advice = format!("give one of them a name: b = \"other={}\"", players[1]);
        return Err(b.error(format!("both players are called '{}'", players[1].name()), advice));
    }
    let openings = openings.or_else(|| defaults.openings.clone()).unwrap_or_else(|| Value {
        value: game.default_openings().to_string(),
        place: section.place().clone(),
    });
    let games = games.unwrap_or(defaults.games);
    let plan = Plan {
        openings: within(folder, &openings.parse()?),
        seed: seed.unwrap_or(defaults.seed),
        max_plies: max_plies.or(defaults.max_plies),
        ..Plan::new(game.within(folder), players, Schedule::of_match(games))
    };
    let demand = match (require, baseline) {
        (Some(require), None) => requirement(&require, tolerance.as_ref())?,
        (None, Some(baseline)) => not_weaker(
            baseline,
            games,
            tolerance.map_or(defaults.tolerance, |tolerance| tolerance.value),
            folder,
        )?,
        (Some(_), Some(baseline)) => {
            let advice = "split it into two checks: games of the same plan are played only once";
            return Err(baseline.error("a check takes require or baseline, not both", advice));
        }
        (None, None) => {
            let advice = "add require = \"score >= 0.95\" or baseline = \"baselines/smart.json\"";
            return Err(section.place().error("this check requires nothing", advice));
        }
    };
    let written = Written { players: [a, b], openings };
    Ok(CheckSpec { name: name.to_owned(), folder: String::new(), plan, demand, written })
}

/// A player. The path of a program is relative to a folder, and must be there.
fn player(written: &Value<String>, folder: &Path, game: &GameSpec) -> Result<StrategySpec, SettingsError> {
    let typed =
        if game.is_match() { of_command_line(&written.value) } else { Cow::Borrowed(&*written.value) };
    let spec = Value { value: typed.into_owned(), ..written.clone() };
    let spec = spec.parse::<StrategySpec>()?.within(folder);
    let program = spec.bot().and_then(Result::ok).map(|bot| bot.command.program().to_owned());
    match program {
        Some(path) if path.contains('/') && !Path::new(&path).exists() => {
            Err(written
                .error(format!("there is no file {path}"), "check the path: it is relative to this file"))
        }
        _ => Ok(spec),
    }
}

/// Openings whose file is in a folder.
fn within(folder: &Path, openings: &OpeningsSpec) -> OpeningsSpec {
    match openings.source() {
        OpeningsSpec::File { path, plies } => {
            let path = folder.join(path).display().to_string();
            OpeningsSpec::File { path, plies: *plies }.skipping(openings.skipped())
        }
        _ => openings.clone(),
    }
}

fn requirement(require: &Value<String>, tolerance: Option<&Value<f64>>) -> Result<Demand, SettingsError> {
    match tolerance {
        None => Ok(Demand::Require(require.parse()?)),
        Some(tolerance) => {
            let advice = "omit tolerance, or give a baseline instead of require";
            Err(tolerance.error("'tolerance' belongs to a baseline", advice))
        }
    }
}

fn not_weaker(
    written: Value<String>,
    games: u64,
    tolerance: f64,
    folder: &Path,
) -> Result<Demand, SettingsError> {
    if written.value.trim().is_empty() {
        let advice = "write, for example, baselines/smart.json";
        return Err(written.error("the path of the baseline is empty", advice));
    }
    if !games.is_multiple_of(2) {
        let problem = format!("a baseline is compared pair by pair, but {games} is odd");
        return Err(written.error(problem, "make games an even number"));
    }
    Ok(Demand::Baseline { path: folder.join(&written.value), written, tolerance })
}

/// A name for the folder of a check that no earlier one has, on systems that ignore case too.
fn distinct_folder(name: &str, others: &[CheckSpec]) -> String {
    let plain = folder_name::of_text(name);
    let is_taken =
        |folder: &String| others.iter().any(|other| other.folder.to_lowercase() == folder.to_lowercase());
    let numbered = (2..).map(|number| format!("{plain}_{number}"));
    std::iter::once(plain.clone()).chain(numbered).find(|folder| !is_taken(folder)).unwrap_or(plain.clone())
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
