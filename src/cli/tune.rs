//! `arena tune`: better numbers for a strategy, found by playing.

use std::io::Write;

use super::args::TuneArgs;
use super::failure::Failure;
use super::run::threads;
use super::stdout::wrapped;
use super::terminal::Terminal;
use crate::exit::Exit;
use crate::interrupt;
use crate::players::strategies::SpecTemplate;
use crate::report::formats::tuning::TuneOutput;
use crate::report::numbers::{counted, grouped};
use crate::report::paint::Paint;
use crate::report::tuning::RecentSteps;
use crate::run::tune::{Gain, StepsStopped, Tune, TuneEnd, TuneEvent, TuneRun};
use crate::run::{Existing, FolderRequest, LOGS, PlayedRun, RunEnd, RunSettings};
use crate::text::TextError;

/// What errors call the template.
const TEMPLATE: &str = "template";

pub(super) fn run(args: &TuneArgs, paint: Paint, out: &mut impl Write) -> Result<Exit, Failure> {
    let tune = tune(args)?;
    let flags: Vec<String> = [TEMPLATE, TEMPLATE, "--against"].map(str::to_owned).to_vec();
    let mut recent = None;
    let mut terminal = Terminal::new(args.output.quiet, args.output.no_progress, false);
    let played = tune.run(&mut |event| show(&event, &mut terminal, &mut recent));
    drop(terminal);
    let tuned = played.map_err(|error| Failure::of_run(error, &flags))?;
    let result = match &tuned.end {
        TuneEnd::Finished(result) => result,
        TuneEnd::StoppedInSteps { steps, why } => return Err(stopped(&tuned, *steps, why)),
        TuneEnd::StoppedBeforeVerdict => return Err(interrupted(&tuned, "before the verdict")),
        TuneEnd::StoppedInVerdict(verdict) => return Err(stopped_in_verdict(&tuned, verdict)),
    };
    let command = tuned.command_for_verdict(result);
    let output = TuneOutput { plan: &tuned.plan, result, folder: &tuned.folder, command: command.as_deref() };
    if args.output.json {
        writeln!(out, "{}", output.json())?;
    } else if args.output.quiet {
        write!(out, "{}", output.line(paint))?;
    } else {
        write!(out, "{}", wrapped(output.text(paint)))?;
    }
    Ok(match result.gain() {
        Gain::Shown => Exit::Done,
        Gain::NotShown | Gain::Unchanged => Exit::Weaker,
        Gain::Undecided => Exit::Inconclusive,
    })
}

/// The tuning that the arguments describe.
fn tune(args: &TuneArgs) -> Result<Tune, Failure> {
    let wrong = |flag: &'static str| move |error: TextError| Failure::in_flag(flag, &error);
    Ok(Tune {
        template: SpecTemplate::read(&args.template).map_err(wrong(TEMPLATE))?,
        opponents: args.against.clone(),
        game: args.game.as_deref().unwrap_or("kalah").parse().map_err(wrong("--game"))?,
        openings: Some(args.openings.parse().map_err(wrong("--openings"))?),
        seed: args.seed,
        max_plies: args.max_plies,
        games: args.games,
        steps: args.steps,
        sprt: args.sprt.parse().map_err(wrong("--sprt"))?,
        verdict_games: args.verdict_games,
        settings: RunSettings {
            folder: Some(FolderRequest {
                out: args.out.clone(),
                existing: if args.fresh { Existing::Replace } else { Existing::Continue },
                record_moves: false,
            }),
            threads: threads(&args.threads),
            max_forfeits: u64::from(args.max_forfeits),
            max_time: args.max_time,
        },
    })
}

fn show(event: &TuneEvent<'_>, terminal: &mut Terminal, recent: &mut Option<RecentSteps>) {
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
        TuneEvent::Step { done, plan, spsa, games } => {
            let recent = recent.get_or_insert_with(|| RecentSteps::of(plan));
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

fn stopped_in_verdict(tuned: &TuneRun, verdict: &PlayedRun) -> Failure {
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
