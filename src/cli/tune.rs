//! `arena tune`: better numbers for a strategy, found by playing.

use std::io::Write;

use super::args::TuneArgs;
use super::failure::Failure;
use super::terminal::Terminal;
use crate::exit::Exit;
use crate::interrupt;
use crate::players::strategies::{self, StrategySpec};
use crate::report::formats::tuning::TuneOutput;
use crate::report::numbers::{counted, grouped};
use crate::report::paint::Paint;
use crate::report::tuning::RecentSteps;
use crate::run::tune::{
    self, Division, Gain, ParametersError, StepsStopped, Template, TuneEnd, TuneEvent, TuneFolder, TunePlan,
    TuneRequest, TuneRun,
};
use crate::run::{CommandLine, LOGS, OpeningsSpec, Plan, Played, RunEnd};
use crate::stats::Sprt;

/// What errors call the template.
const TEMPLATE: &str = "template";

/// Runs the command.
pub(super) fn run(args: &TuneArgs, paint: Paint, out: &mut impl Write) -> Result<Exit, Failure> {
    let request = request(args)?;
    let opponents = request.plan.against.iter().map(|_| "--against".to_owned());
    let flags: Vec<String> = [TEMPLATE, TEMPLATE].map(str::to_owned).into_iter().chain(opponents).collect();
    let mut recent = RecentSteps::new(request.plan.division.steps(), !request.plan.against.is_empty());
    let mut terminal = Terminal::new(args.quiet, args.no_progress, false);
    let played = request.play(&mut |event| show(&event, &mut terminal, &mut recent));
    drop(terminal);
    let tuned = played.map_err(|error| Failure::of_run(error, &flags))?;
    let result = match &tuned.end {
        TuneEnd::Finished(result) => result,
        TuneEnd::StoppedInSteps { steps, why } => return Err(stopped(&tuned, *steps, why)),
        TuneEnd::StoppedBeforeVerdict => return Err(interrupted(&tuned, "before the verdict")),
        TuneEnd::StoppedInVerdict(verdict) => return Err(stopped_in_verdict(&tuned, verdict)),
    };
    let output = TuneOutput { plan: &tuned.plan, result, folder: &tuned.folder };
    if args.json {
        writeln!(out, "{}", output.json())?;
    } else {
        write!(out, "{}", output.text(paint))?;
    }
    Ok(match result.gain() {
        Gain::Shown => Exit::Done,
        Gain::NotShown | Gain::Unchanged => Exit::Weaker,
        Gain::Undecided => Exit::Inconclusive,
    })
}

/// The tuning that the arguments describe.
fn request(args: &TuneArgs) -> Result<TuneRequest, Failure> {
    let template = Template::read(&args.template).map_err(|error| Failure::in_flag(TEMPLATE, &error))?;
    let game = args.game.as_deref().unwrap_or("kalah").parse();
    let game = game.map_err(|error| Failure::in_flag("--game", &error))?;
    let openings: OpeningsSpec =
        args.openings.parse().map_err(|error| Failure::in_flag("--openings", &error))?;
    let sprt: Sprt = args.sprt.parse().map_err(|error| Failure::in_flag("--sprt", &error))?;
    let against = opponents(args)?;
    let parameters = tune::parameters(&template, &game).map_err(|error| match error {
        ParametersError::Game(error) => Failure::in_flag("--game", &error),
        ParametersError::Template(error) => Failure::in_flag(TEMPLATE, &error),
        ParametersError::Start(error) => Failure::Player(format!("{TEMPLATE}: {error}")),
    })?;
    let division = Division::new(args.games, against.len(), args.steps).map_err(|least| {
        Failure::Usage(format!(
            "--games: {} games are too few to tune with\nplay at least {}; tens of thousands give a clear result",
            grouped(args.games),
            grouped(least)
        ))
    })?;
    let command = CommandLine::new(["arena", "tune", template.text()]);
    let command = args.against.iter().fold(command, |command, text| command.with("--against", text));
    Ok(TuneRequest {
        plan: TunePlan {
            game,
            template,
            parameters,
            against,
            openings,
            seed: args.seed,
            division,
            max_plies: args.max_plies,
            sprt,
            verdict_games: args.verdict_games.unwrap_or(args.games),
        },
        folder: Some(TuneFolder {
            out: args.out.clone(),
            fresh: args.fresh,
            command: command.with("--games", args.games).with_some("--steps", args.steps),
        }),
        threads: args.threads.map(usize::from),
        affinity: !args.no_affinity,
        max_forfeits: u64::from(args.max_forfeits),
        max_time: args.max_time,
    })
}

fn opponents(args: &TuneArgs) -> Result<Vec<StrategySpec>, Failure> {
    let mut all = Vec::new();
    for text in &args.against {
        all.extend(strategies::players(text).map_err(|error| Failure::in_flag("--against", &error))?);
    }
    if let Some(repeated) = Plan::repeated_name(&all).map(|place| &all[place]) {
        let problem = format!("two opponents are called '{}'", repeated.name());
        let advice = format!("give one of them another name: other={repeated}");
        return Err(Failure::in_flag("--against", &repeated.error(problem, advice)));
    }
    Ok(all)
}

fn show(event: &TuneEvent<'_>, terminal: &mut Terminal, recent: &mut RecentSteps) {
    match event {
        TuneEvent::WasFinished { folder } => terminal.say(&format!(
            "{} holds this tuning, which is finished: add --fresh to play it again",
            folder.display()
        )),
        TuneEvent::Continued { folder, done, steps } => terminal.say(&format!(
            "continuing the tuning in {} after {} of {}",
            folder.display(),
            grouped(*done),
            counted(*steps, "step")
        )),
        TuneEvent::Playing { done, total } => terminal.begin_progress(*done, *total),
        TuneEvent::Step { done, spsa, games } => {
            recent.add(spsa, games);
            terminal.update(*done, || recent.show(spsa));
        }
        TuneEvent::StepsEnded => terminal.end_progress(),
        TuneEvent::Verdict { games, openings } => {
            terminal.say(&format!(
                "the steps are done: the tuned values play the initial ones, at most {}",
                counted(*games, "game")
            ));
            if let Some(openings) = openings {
                terminal.say(&format!(
                    "warning: there are only {} openings, so some of this match were already used for tuning",
                    grouped(*openings)
                ));
            }
        }
        TuneEvent::Threads(event) => terminal.show(event),
        TuneEvent::InVerdict(event) => terminal.show_progress(event),
    }
}

/// What is said when it stops before its end.
fn interrupted(tuned: &TuneRun, done: &str) -> Failure {
    let how = if interrupt::time_is_up() { "stopped by --max-time" } else { "interrupted" };
    Failure::Interrupted(format!("{how} {done}. Continue with:\n  {}", tuned.command))
}

fn stopped(tuned: &TuneRun, steps: u64, why: &StepsStopped) -> Failure {
    let division = tuned.plan.division;
    let games = counted(division.games_before(steps), "game");
    match why {
        StepsStopped::Interrupted => {
            let all = grouped(division.steps());
            interrupted(tuned, &format!("after {steps} of {all} steps and {games}"))
        }
        StepsStopped::RefereeFailed(how) => Failure::Player(how.clone()),
        StepsStopped::TooManyForfeits { forfeits, most, last } => Failure::Player(format!(
            "stopped after {games}: {} were forfeited, the last one by {last}; see {}\nfix the player and add --fresh, or \
             continue with --max-forfeits {}",
            grouped(*forfeits),
            tuned.folder.join(LOGS).display(),
            most * 10,
        )),
    }
}

fn stopped_in_verdict(tuned: &TuneRun, verdict: &Played) -> Failure {
    let tallies = verdict.results().tallies;
    let games = counted(tallies.games(), "game");
    match &verdict.end {
        RunEnd::RefereeFailed(how) => Failure::Player(how.clone()),
        RunEnd::TooManyForfeits { player, most } => Failure::Player(format!(
            "stopped after {games} of the verdict: {} forfeited {}; see {}\nfix the player and add --fresh, or continue \
             with --max-forfeits {}",
            tallies.players()[*player],
            grouped(*most),
            verdict.out.join(LOGS).display(),
            most * 10
        )),
        _ => interrupted(tuned, &format!("after {games} of the verdict")),
    }
}
