//! `arena tournament`: many strategies against each other.

mod config;

use std::io::Write;

use super::args::TournamentArgs;
use super::failure::Failure;
use super::run::{Run, Show};
use crate::exit::Exit;
use crate::play::plan::Plan;
use crate::play::schedule::{Format, Kind, MOST_PLAYERS_OF_ONE_BATCH, Schedule};
use crate::players::strategies::{self, StrategySpec};
use crate::report::formats::{Style, tournament};
use crate::report::paint::Paint;
use crate::report::progress::SoFar;
use crate::report::standings;
use crate::report::terminal::table_width;
use crate::run::results::{RunResults, TournamentResults, rated};
use crate::stats::{Anchor, Standing};
use crate::store::shard::ShownAs;
use crate::store::{Journal, standings as store_standings};
use config::TournamentConfig;

/// The default number of games per pairing.
const GAMES: u64 = 100;

/// How many players are rated while games are played. Rating more would take longer than their games.
const MOST_RATED_OFTEN: usize = 128;

/// How many players are shown while games are played.
const MOST_SHOWN: usize = 16;

/// Runs the command.
pub(super) fn run(args: &TournamentArgs, paint: Paint, out: &mut impl Write) -> Result<Exit, Failure> {
    let config = TournamentConfig::resolve(args)?;
    let (players, places) = players(&config)?;
    let schedule = schedule(&config, players.len())?;
    let names: Vec<String> = players.iter().map(|player| player.name().to_owned()).collect();
    let anchor = config.anchor.as_deref().map(|text| Anchor::parse(text, &names)).transpose();
    let anchor = anchor.map_err(|error| Failure::in_flag(&config.place("anchor"), &error))?;
    let game = config.run.game(&config.place("game"))?;
    let plan = Plan {
        openings: config.run.openings(&game, &config.place("openings"))?,
        seed: config.run.seed(),
        max_plies: config.run.max_plies,
        ..Plan::new(game, players, schedule)
    };
    let run = Run {
        flags: places,
        shown_as: ShownAs { tournament: true, anchor: config.anchor.clone() },
        command: command(&config, &plan.schedule),
        show: Tournament { json: config.run.json, anchor, paint },
        plan,
        args: &config.run,
        out,
    };
    run.play()
}

/// The players, each with the place where it was named.
fn players(config: &TournamentConfig) -> Result<(Vec<StrategySpec>, Vec<String>), Failure> {
    let (mut players, mut places) = (Vec::new(), Vec::new());
    for (text, place) in &config.players {
        let named = strategies::players(text).map_err(|error| Failure::in_flag(place, &error))?;
        places.extend(named.iter().map(|_| place.clone()));
        players.extend(named);
        if players.len() > MOST_PLAYERS_OF_ONE_BATCH {
            let problem = format!("there are more than {MOST_PLAYERS_OF_ONE_BATCH} players");
            return Err(Failure::Usage(format!("{place}: {problem}\nname fewer")));
        }
    }
    if let Some(repeated) = Plan::repeated_name(&players) {
        let player = &players[repeated];
        let problem = format!("two players are called '{}'", player.name());
        let advice = format!("give one of them another name: other={player}");
        return Err(Failure::in_flag(&places[repeated], &player.error(problem, advice)));
    }
    Ok((players, places))
}

/// The schedule for this many players.
fn schedule(config: &TournamentConfig, players: usize) -> Result<Schedule, Failure> {
    let kind = config.format.as_deref().unwrap_or(Kind::RoundRobin.name());
    let kind: Kind = kind.parse().map_err(|error| Failure::in_flag(&config.place("format"), &error))?;
    let needed = |number: Option<u64>, flag: &str, example: u64| {
        number.ok_or_else(|| {
            Failure::Usage(format!("--format {kind} needs {flag}\nfor example {flag} {example}"))
        })
    };
    let useless = |number: Option<u64>, flag: &str, right: &str| match number {
        Some(_) => Err(Failure::Usage(format!("--format {kind} takes no {flag}\n{right}"))),
        None => Ok(()),
    };
    let format = match kind {
        Kind::RoundRobin => Format::RoundRobin,
        Kind::Gauntlet => Format::Gauntlet,
        Kind::Swiss => Format::Swiss { rounds: needed(config.rounds, "--rounds", 5)? },
        Kind::Adaptive => {
            Format::Adaptive { total_games: needed(config.total_games, "--total-games", 10_000)? }
        }
    };
    if kind != Kind::Swiss {
        useless(config.rounds, "--rounds", "omit it, or use --format swiss")?;
    }
    if kind == Kind::Adaptive {
        useless(config.games, "--games", "omit it: --total-games is the budget")?;
    } else {
        useless(config.total_games, "--total-games", "give --games, or use --format adaptive")?;
    }
    Schedule::new(players, config.games.unwrap_or(GAMES), format)
        .map_err(|error| Failure::Usage(error.to_string()))
}

/// The beginning of the command that plays the same tournament, without a file.
fn command(config: &TournamentConfig, schedule: &Schedule) -> Vec<String> {
    let mut words = vec!["arena".to_owned(), "tournament".to_owned()];
    words.extend(config.players.iter().map(|(player, _)| player.clone()));
    let mut add = |flag: &str, value: String| words.extend([flag.to_owned(), value]);
    add("--format", schedule.format().to_string());
    match schedule.format() {
        Format::Adaptive { total_games } => add("--total-games", total_games.to_string()),
        Format::RoundRobin | Format::Gauntlet | Format::Swiss { .. } => {
            add("--games", schedule.games().to_string());
        }
    }
    if let Format::Swiss { rounds } = schedule.format() {
        add("--rounds", rounds.to_string());
    }
    if let Some(anchor) = &config.anchor {
        add("--anchor", anchor.clone());
    }
    words
}

/// What is shown of a tournament.
pub(super) struct Tournament {
    pub(super) json: bool,
    pub(super) anchor: Option<Anchor>,
    pub(super) paint: Paint,
}

impl Tournament {
    fn standings(&self, journal: &Journal) -> Vec<Standing> {
        rated(journal.tallies(), journal.timings(), self.anchor)
    }
}

impl Show for Tournament {
    fn so_far(&self, journal: &Journal) -> SoFar {
        if journal.tallies().players().len() > MOST_RATED_OFTEN {
            let players = journal.tallies().players().len();
            return SoFar { brief: format!("{players} players"), more: String::new() };
        }
        let standings = self.standings(journal);
        let leader = standings.first().map_or("", |standing| &standing.player);
        let shown = &standings[..standings.len().min(MOST_SHOWN)];
        let more = standings::table(shown, table_width(), Paint::new(false));
        SoFar { brief: format!("{leader} leads"), more }
    }

    fn results(&self, results: &RunResults<'_>) -> String {
        let format = if self.json { tournament::JSON } else { tournament::TEXT };
        let style = Style { paint: self.paint, columns: table_width(), is_verbose: false };
        (format.write)(&TournamentResults::of(*results, self.anchor), style)
    }

    fn exported(&self, name: &str, results: &RunResults<'_>) -> Option<String> {
        let format = tournament::LIST.iter().find(|format| format.name == name)?;
        Some((format.write)(&TournamentResults::of(*results, self.anchor), Style::PLAIN))
    }

    fn files(&self, journal: &Journal) -> Vec<(&'static str, Vec<u8>)> {
        store_standings::files(&self.standings(journal), &journal.tallies().crosstable())
    }

    fn exit(&self, _: &Journal) -> Exit {
        Exit::Done
    }
}
