//! `arena match`: many games between two strategies.

use std::io::Write;

use super::args::MatchArgs;
use super::failure::Failure;
use super::run::RunCommand;
use crate::exit::Exit;
use crate::players::strategies::{self, StrategySpec};
use crate::report::paint::Paint;
use crate::run::{CommandLine, Plan, Request, Schedule, ShownAs};
use crate::stats::Sprt;
use crate::text::{TextError, program};

pub(super) fn run(args: &MatchArgs, paint: Paint, out: &mut impl Write) -> Result<Exit, Failure> {
    let [a, b] = players(args)?;
    let specs = [a.spec()?, b.spec()?];
    if Plan::repeated_name(&specs).is_some() {
        let other = &specs[1];
        let problem = format!("both players are called '{}'", other.name());
        let advice = format!("give one of them a name: {}", b.renamed(other));
        return Err(Failure::in_flag(b.place, &other.error(problem, advice)));
    }
    if args.gate && args.run.shard.is_some() {
        return Err(Failure::Usage(format!(
            "a shard has no verdict: --gate cannot be used with --shard\nadd --gate to {} merge",
            program()
        )));
    }
    let sprt = args.sprt.as_deref().map(str::parse).transpose();
    let sprt: Option<Sprt> = sprt.map_err(|error| Failure::in_flag("--sprt", &error))?;
    let schedule = Schedule::of_match(args.games);
    let plan = args.run.plan(specs.to_vec(), schedule, |key| format!("--{key}"))?;
    let run = RunCommand {
        request: Request {
            plan: Plan { sprt, ..plan },
            shown_as: ShownAs::default(),
            command: CommandLine::of_match([a.text, b.text], args.games, sprt.as_ref(), args.gate),
            settings: args.run.settings(),
        },
        args: &args.run,
        flags: [a.place, b.place].map(str::to_owned).to_vec(),
        gate: args.gate,
        is_verbose: args.verbose,
        paint,
    };
    run.run(out)
}

/// A player as it was named, and where.
#[derive(Clone, Copy)]
struct NamedPlayer<'a> {
    place: &'static str,
    text: &'a str,
}

impl NamedPlayer<'_> {
    fn spec(&self) -> Result<StrategySpec, Failure> {
        let named = strategies::players(self.text).map_err(|error| Failure::in_flag(self.place, &error))?;
        match <[StrategySpec; 1]>::try_from(named) {
            Ok([spec]) => Ok(spec),
            Err(several) => {
                let problem = format!("a match has two players, but this stands for {}", several.len());
                let advice = format!("play them against each other with {} tournament", program());
                Err(Failure::in_flag(self.place, &TextError::whole(self.text, problem, advice)))
            }
        }
    }

    /// How to type it with another name.
    fn renamed(&self, spec: &StrategySpec) -> String {
        let flag = if self.place.starts_with("--") { format!("{} ", self.place) } else { String::new() };
        format!("{flag}other={spec}")
    }
}

/// The two players: those named by flags, then those named without.
fn players(args: &MatchArgs) -> Result<[NamedPlayer<'_>; 2], Failure> {
    let mut unflagged = args.players.iter();
    let a = match &args.a {
        Some(text) => Some(NamedPlayer { place: "--a", text }),
        None => unflagged.next().map(|text| NamedPlayer { place: "first player", text }),
    };
    let b = match &args.b {
        Some(text) => Some(NamedPlayer { place: "--b", text }),
        None => unflagged.next().map(|text| NamedPlayer { place: "second player", text }),
    };
    let left = unflagged.count();
    match (a, b) {
        (Some(a), Some(b)) if left == 0 => Ok([a, b]),
        (Some(_), Some(_)) => Err(Failure::Usage(format!(
            "a match has two players, not {}\nplay more of them with {} tournament",
            left + 2,
            program()
        ))),
        (a, b) => {
            let missing = [a.is_none().then_some("\n  --a <SPEC>"), b.is_none().then_some("\n  --b <SPEC>")];
            let missing: String = missing.into_iter().flatten().collect();
            Err(Failure::Usage(format!(
                "the following required arguments were not provided:{missing}\n\
                 name two players, for example {} smart:6 bad",
                program()
            )))
        }
    }
}
