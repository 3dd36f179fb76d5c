//! `arena match`: many games between two strategies.

use std::io::Write;

use super::args::{MatchArgs, RunArgs};
use super::exports::{self, Exports};
use super::failure::Failure;
use super::run::RunCommand;
use super::say;
use super::stdout::print_json;
use super::summary_page;
use crate::exit::Exit;
use crate::players::strategies::{self, StrategySpec};
use crate::report::markdown;
use crate::report::paint::Paint;
use crate::run::against::{Difference, OldVersion};
use crate::run::git::GitError;
use crate::run::{CommandLine, Plan, Request, Schedule, ShownAs};
use crate::stats::{Sprt, StopRule};
use crate::text::{TextError, program};

/// The games and the test of a bot against its other version, unless others are asked for.
const AGAINST_GAMES: u64 = 4000;
const AGAINST_TEST: &str = "0,20";

pub(super) fn run(args: &MatchArgs, paint: Paint, out: &mut impl Write) -> Result<Exit, Failure> {
    if args.gate && args.run.shard.is_some() {
        return Err(Failure::Usage(format!(
            "a shard has no verdict: --gate cannot be used with --shard\nadd --gate to {} merge",
            program()
        )));
    }
    match &args.against {
        Some(revision) => run_against(revision, args, paint, out),
        None => run_match(args, paint, out),
    }
}

fn run_match(args: &MatchArgs, paint: Paint, out: &mut impl Write) -> Result<Exit, Failure> {
    let [a, b] = players(args)?;
    let specs = [a.spec(&args.run)?, b.spec(&args.run)?];
    if Plan::repeated_name(&specs).is_some() {
        let other = &specs[1];
        let problem = format!("both players are called '{}'", other.name());
        let advice = format!("give one of them a name: {}", b.renamed(other));
        return Err(Failure::in_flag(b.place, &other.error(problem, advice)));
    }
    let games = args.games.unwrap_or(1000);
    let stop = stop_rule(args, None)?;
    let command = CommandLine::of_match([a.text, b.text], games, stop, args.gate);
    let run = run_command(args, &args.run, specs.to_vec(), games, stop, command, paint)?;
    run.run(out)
}

/// Plays a bot against that of another commit.
fn run_against(
    revision: &str,
    args: &MatchArgs,
    paint: Paint,
    out: &mut impl Write,
) -> Result<Exit, Failure> {
    let a = only_player(args)?;
    let new = a.spec(&args.run)?.with_short_name();
    let games = args.games.unwrap_or(AGAINST_GAMES);
    let stop = stop_rule(args, args.games.is_none().then_some(AGAINST_TEST))?;
    let sprt = stop.and_then(StopRule::sprt);
    if args.gate && sprt.is_none() {
        let problem = format!("--gate needs a test\nadd --sprt {AGAINST_TEST}, or omit --games");
        return Err(Failure::Usage(problem));
    }
    let build = args.build.as_deref();
    let building = |player: &str| {
        if !args.run.output.quiet {
            say(&format!("building {player}"));
        }
    };
    let old =
        OldVersion::check_out(&new, revision, build, building).map_err(|error| failure(error, a.place))?;
    let names = [new.name().to_owned(), old.player.name().to_owned()];
    match old.difference {
        Difference::None => {
            let test = sprt.as_ref().filter(|_| args.gate);
            return print_same(&names, test, &args.run, out);
        }
        Difference::SameBuild => say(&format!(
            "warning: {} and {} are the same build, though other files differ: is yours up to date?",
            names[0], names[1]
        )),
        Difference::Files => {}
    }
    let command = CommandLine::of_match([a.text], games, stop, args.gate);
    let command = command.with("--against", &old.commit).with_some("--build", build);
    let report = args.run.report || args.run.shard.is_none();
    let run_args = RunArgs { report, ..args.run.clone() };
    let run = run_command(args, &run_args, vec![new, old.player.clone()], games, stop, command, paint)?;
    run.run(out)
}

fn run_command<'a>(
    args: &MatchArgs,
    run_args: &'a RunArgs,
    specs: Vec<StrategySpec>,
    games: u64,
    stop: Option<StopRule>,
    command: CommandLine,
    paint: Paint,
) -> Result<RunCommand<'a>, Failure> {
    let plan = run_args.plan(specs, Schedule::of_match(games), |key| format!("--{key}"))?;
    let place = |flag: Option<&String>, named: &str, other: &str| {
        if flag.is_some() { named.to_owned() } else { other.to_owned() }
    };
    let second = if args.against.is_some() { "--against" } else { "second player" };
    Ok(RunCommand {
        request: Request {
            plan: Plan { stop, ..plan },
            shown_as: ShownAs::default(),
            command,
            settings: run_args.settings(),
        },
        args: run_args,
        flags: vec![place(args.a.as_ref(), "--a", "first player"), place(args.b.as_ref(), "--b", second)],
        gate: args.gate,
        is_verbose: args.verbose,
        paint,
    })
}

/// What may end the games early: as it was given, or else this test.
fn stop_rule(args: &MatchArgs, default: Option<&str>) -> Result<Option<StopRule>, Failure> {
    if let Some(limit) = &args.until_error {
        let limit = limit.parse().map_err(|error| Failure::in_flag("--until-error", &error))?;
        return Ok(Some(StopRule::UntilError(limit)));
    }
    let sprt = args.sprt.as_deref().or(default).map(str::parse).transpose();
    sprt.map(|sprt| sprt.map(StopRule::Sprt)).map_err(|error| Failure::in_flag("--sprt", &error))
}

fn failure(error: GitError, place: &str) -> Failure {
    match error {
        GitError::Spec(error) => Failure::in_flag(place, &error),
        GitError::Unusable { .. } => Failure::Usage(format!("--against: {error}")),
        GitError::Failed(_) => Failure::Player(format!("--against: {error}")),
        GitError::Interrupted => Failure::interrupted(),
    }
}

/// Says that there is nothing to play. A gate is passed if its test asks whether the bot is weaker.
fn print_same(
    [new, old]: &[String; 2],
    gate: Option<&Sprt>,
    args: &RunArgs,
    out: &mut impl Write,
) -> Result<Exit, Failure> {
    let output = &args.output;
    let said = format!("{new} is the same as {old}: there is nothing to play");
    let (exit, gate) = match gate {
        None => (Exit::Done, None),
        Some(test) if test.is_for_regressions() => (Exit::Done, Some("PASS: not weaker (the same version)")),
        Some(_) => (Exit::Weaker, Some("FAIL: not stronger (the same version)")),
    };
    let markdown =
        || format!("{}{}\n", gate.map(exports::heading).unwrap_or_default(), markdown::escaped(&said));
    let exported = Exports::of(args).write_texts(|format| (format == exports::MARKDOWN).then(markdown));
    if gate.is_some() {
        summary_page::append(markdown);
    }
    match gate {
        Some(gate) if output.json => say(gate),
        Some(gate) => writeln!(out, "{gate}")?,
        None => {}
    }
    if output.json {
        print_json(out, &serde_json::json!({ "a": new, "b": old, "same": true, "verdict": "not shown" }))?;
    } else if gate.is_none() || !output.quiet {
        writeln!(out, "{said}")?;
    }
    exported.map(|()| exit)
}

/// A player as it was named, and where.
#[derive(Clone, Copy)]
struct NamedPlayer<'a> {
    place: &'static str,
    text: &'a str,
}

impl NamedPlayer<'_> {
    fn spec(&self, run: &RunArgs) -> Result<StrategySpec, Failure> {
        let named = strategies::players(&run.player(self.text))
            .map_err(|error| Failure::in_flag(self.place, &error))?;
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

/// The bot that plays against its other version.
fn only_player(args: &MatchArgs) -> Result<NamedPlayer<'_>, Failure> {
    let flagged = args.a.iter().map(|text| NamedPlayer { place: "--a", text });
    let unflagged = args.players.iter().map(|text| NamedPlayer { place: "player", text });
    let named: Vec<NamedPlayer<'_>> = flagged.chain(unflagged).collect();
    match named.as_slice() {
        &[only] => Ok(only),
        others => Err(Failure::Usage(format!(
            "--against plays one bot against its other version, not {}\nfor example {} ./bot.py --against HEAD~1",
            others.len(),
            program()
        ))),
    }
}
