//! `arena tournament`: many strategies against each other.

mod config;

use std::io::Write;

use super::args::TournamentArgs;
use super::failure::Failure;
use super::run::RunCommand;
use crate::exit::Exit;
use crate::players::strategies::{self, StrategySpec};
use crate::report::paint::Paint;
use crate::run::{
    CommandLine, ContestKind, Format, FormatKind, MOST_PLAYERS_OF_ONE_BATCH, Plan, Request, Schedule, ShownAs,
};
use crate::text::program;
use config::TournamentConfig;

/// The default number of games per pairing.
const GAMES: u64 = 100;

pub(super) fn run(args: &TournamentArgs, paint: Paint, out: &mut impl Write) -> Result<Exit, Failure> {
    let config = TournamentConfig::resolve(args)?;
    let (players, places) = players(&config)?;
    let schedule = schedule(&config, players.len())?;
    let shown_as = ShownAs { tournament: true, anchor: config.anchor.clone() };
    let plan = config.run.plan(players, schedule, |key| config.place(key))?;
    let kind_of = |plan: &Plan| {
        let names: Vec<String> = plan.names().map(str::to_owned).collect();
        ContestKind::of(&shown_as, &names)
    };
    // The names of a run that was begun by an earlier version are long.
    let kind = kind_of(&plan.with_short_names()).or_else(|error| kind_of(&plan).map_err(|_| error));
    kind.map_err(|error| Failure::in_flag(&config.place("anchor"), &error))?;
    let typed = config.players.iter().map(|(player, _)| player.as_str());
    let command = CommandLine::of_tournament(typed, &plan.schedule, config.anchor.as_deref());
    let run = RunCommand {
        request: Request { plan, shown_as, command, settings: config.run.settings() },
        args: &config.run,
        flags: places,
        gate: false,
        is_verbose: false,
        paint,
    };
    run.run(out)
}

/// The players, each with the place where it was named.
fn players(config: &TournamentConfig) -> Result<(Vec<StrategySpec>, Vec<String>), Failure> {
    let (mut players, mut places) = (Vec::new(), Vec::new());
    for (text, place) in &config.players {
        let named =
            strategies::players(&config.run.player(text)).map_err(|error| Failure::in_flag(place, &error))?;
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
    let kind = config.format.as_deref().unwrap_or(FormatKind::RoundRobin.name());
    let kind: FormatKind = kind.parse().map_err(|error| Failure::in_flag(&config.place("format"), &error))?;
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
        FormatKind::RoundRobin => Format::RoundRobin,
        FormatKind::Gauntlet => Format::Gauntlet,
        FormatKind::Swiss => Format::Swiss { rounds: needed(config.rounds, "--rounds", 5)? },
        FormatKind::Pick => {
            let advice = format!("drop them from a race with {} pick", program());
            return Err(Failure::Usage(format!("--format pick is not a tournament\n{advice}")));
        }
        FormatKind::Adaptive => {
            Format::Adaptive { total_games: needed(config.total_games, "--total-games", 10_000)? }
        }
    };
    if kind != FormatKind::Swiss {
        useless(config.rounds, "--rounds", "omit it, or use --format swiss")?;
    }
    if kind == FormatKind::Adaptive {
        useless(config.games, "--games", "omit it: --total-games is the budget")?;
    } else {
        useless(config.total_games, "--total-games", "give --games, or use --format adaptive")?;
    }
    Schedule::new(players, config.games.unwrap_or(GAMES), format)
        .map_err(|error| Failure::Usage(error.to_string()))
}
