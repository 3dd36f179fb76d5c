//! `arena pick`: the best of many strategies.

use std::io::Write;

use super::args::PickArgs;
use super::failure::Failure;
use super::run::RunCommand;
use crate::exit::Exit;
use crate::players::strategies::{self, StrategySpec};
use crate::report::paint::Paint;
use crate::run::pick::{GAMES, MARGIN, schedule};
use crate::run::{CommandLine, MatchSpec, Plan, Request, ShownAs};
use crate::stats::{RaceRule, StopRule};
use crate::text::program;

/// The margins that make sense, in Elo.
const MARGINS: std::ops::RangeInclusive<f64> = 0.5..=400.0;

pub(super) fn run(args: &PickArgs, paint: Paint, out: &mut impl Write) -> Result<Exit, Failure> {
    if args.run.shard.is_some() && args.run.record_moves {
        return Err(Failure::Usage(
            "--record-moves cannot be used with --shard in a race\nomit it, or play the race in one process"
                .to_owned(),
        ));
    }
    if args.run.shard.is_some() && args.run.game.as_deref().is_some_and(MatchSpec::is_one) {
        return Err(Failure::Usage(
            "--shard: the attributes of a game that another program plays cannot be merged in a race\nplay the race in one \
             process"
                .to_owned(),
        ));
    }
    let (players, places) = players(args)?;
    let rule = RaceRule { has_baseline: args.against.is_some(), margin: margin(args)? };
    let schedule = schedule(players.len(), args.games.unwrap_or(GAMES), rule)
        .map_err(|error| Failure::Usage(error.to_string()))?;
    let candidates = args.candidates.iter().map(String::as_str);
    let command = CommandLine::of_pick(candidates, &schedule, rule, args.against.as_deref());
    let plan = args.run.plan(players, schedule, |key| format!("--{key}"))?;
    let run = RunCommand {
        request: Request {
            plan: Plan { stop: Some(StopRule::Race(rule)), ..plan },
            shown_as: ShownAs { tournament: true, anchor: None },
            command,
            settings: args.run.settings(),
        },
        args: &args.run,
        flags: places,
        gate: false,
        is_verbose: false,
        paint,
    };
    run.run(out)
}

fn margin(args: &PickArgs) -> Result<f64, Failure> {
    let margin = args.margin.unwrap_or(MARGIN);
    if MARGINS.contains(&margin) {
        return Ok(margin);
    }
    let (least, most) = (MARGINS.start(), MARGINS.end());
    Err(Failure::Usage(format!(
        "--margin: {margin} Elo is not a margin\ngive a number from {least} to {most}; the smaller, the more games it takes"
    )))
}

/// The candidates, then the baseline, each with the place where it was named.
fn players(args: &PickArgs) -> Result<(Vec<StrategySpec>, Vec<String>), Failure> {
    let (mut players, mut places) = (Vec::new(), Vec::new());
    let named = args.candidates.iter().map(|text| (text, "CANDIDATE"));
    for (text, place) in named.chain(args.against.iter().map(|text| (text, "--against"))) {
        let found = strategies::alternatives(&args.run.player(text))
            .map_err(|error| Failure::in_flag(place, &error))?;
        if place == "--against" && found.len() != 1 {
            let problem =
                format!("--against: a baseline is one player, but '{text}' stands for {}", found.len());
            return Err(Failure::Usage(format!("{problem}\nname them as candidates")));
        }
        places.extend(found.iter().map(|_| place.to_owned()));
        players.extend(found);
    }
    let candidates = players.len() - usize::from(args.against.is_some());
    if candidates < if args.against.is_some() { 1 } else { 2 } {
        return Err(Failure::Usage(format!(
            "nothing to pick from: {} is not enough\nname at least two candidates, or one with --against BASE, for example {} pick \
             smart:4 smart:5 --against smart:3",
            crate::report::numbers::counted(candidates as u64, "candidate"),
            program()
        )));
    }
    if let Some(repeated) = Plan::repeated_name(&players) {
        let player = &players[repeated];
        let problem = format!("two players are called '{}'", player.name());
        let advice = format!("name each once, or give one of them another name: other={player}");
        return Err(Failure::in_flag(&places[repeated], &player.error(problem, advice)));
    }
    Ok((players, places))
}
