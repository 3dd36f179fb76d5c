//! `arena bot`: checks whether a bot is fit to play, and prints templates.

mod command;

use std::io::{self, IsTerminal, Write};

use super::args::BotArgs;
use super::failure::Failure;
use super::progress::Activity;
use super::resolve;
use super::run::progress_mode;
use super::stdout::{print_json, table_width, wrapped};
use crate::exit::Exit;
use crate::games::AnyPosition;
use crate::players::bots::fitness::{self, Event, ExamHalt, Report};
use crate::players::bots::{BotGame, BotSettings, templates};
use crate::report::bot::{check_lines, list, sentence};
use crate::report::paint::Paint;
use crate::run::GameSpec;
use crate::text::{UnknownName, escaped, program};

pub(super) fn run(args: &BotArgs, paint: Paint, out: &mut impl Write) -> Result<Exit, Failure> {
    if let Some(name) = &args.template {
        let template = templates::find(name).ok_or_else(|| {
            let error = UnknownName::new("template", name, &templates::names());
            Failure::Usage(format!("--template: {error}"))
        })?;
        out.write_all(template.text.as_bytes())?;
        return Ok(Exit::Done);
    }
    let game = args.game.as_deref().unwrap_or("kalah");
    let game: GameSpec = game.parse().map_err(|error| Failure::in_flag("--game", &error))?;
    let is_live = !args.json && io::stdout().is_terminal();
    let live = is_live.then_some(paint);
    let report = match game.referee() {
        Some(referee) => {
            let time = Some(args.time.unwrap_or_else(|| referee.answer_time()));
            let referee = BotSettings { time, ..referee.settings().clone() };
            let player = if args.command.is_empty() { None } else { Some(player(args)?) };
            let examine = |watch: &mut Watch<'_>| {
                fitness::examine_referee(
                    &referee,
                    player.as_ref(),
                    &BotGame::refereed(game.to_string()),
                    watch,
                )
            };
            watched("games", live, out, examine)?
        }
        None => {
            let (settings, start) = set_up(args, &game)?;
            let game = BotGame::new(game.to_string(), start.standard());
            let examine = |watch: &mut Watch<'_>| fitness::examine(&settings, &game, &start, watch);
            watched("moves", live, out, examine)?
        }
    };
    if args.json {
        print_json(out, &report)?;
    } else if is_live {
        // The list is already printed.
        writeln!(out, "\n{}", wrapped(sentence(&report, paint)))?;
    } else {
        writeln!(out, "{}\n\n{}", wrapped(sentence(&report, paint)), list(&report, paint, table_width()))?;
    }
    if let Some(spec) = report.spec.as_ref().filter(|_| !args.json) {
        writeln!(out, "\nit speaks {}: in a match, write {}", report.protocol, escaped(spec))?;
    }
    Ok(if report.fit { Exit::Done } else { Exit::Weaker })
}

/// The bot, and the position from which it plays.
fn set_up(args: &BotArgs, game: &GameSpec) -> Result<(BotSettings, AnyPosition), Failure> {
    let host = game.host().map_err(|error| Failure::in_flag("--game", &error))?;
    if args.command.is_empty() {
        let problem = "a bot is missing: the program that is to be checked";
        return Err(Failure::Usage(format!(
            "{problem}\nfor example {} bot ./mybot --game {game}",
            program()
        )));
    }
    let spec = command::spec(&args.command)?;
    let player = resolve::build(host.as_ref(), "COMMAND", &spec)?;
    let Some(pool) = player.bot() else {
        let advice = "a bot is another program, for example ./mybot or python3 bot.py";
        let problem = format!("{} is a strategy of arena, not a program", spec.kind());
        return Err(Failure::in_flag("COMMAND", &spec.error(problem, advice)));
    };
    let settings = pool.settings().clone();
    let start = host.start();
    if start.is_over() {
        let problem = format!("--game: {game} is over before the first move\nchoose a larger board");
        return Err(Failure::Usage(problem));
    }
    Ok((BotSettings { time: args.time.or(settings.time), ..settings }, start))
}

/// The player that makes the moves for a referee.
fn player(args: &BotArgs) -> Result<BotSettings, Failure> {
    let spec = command::spec(&args.command)?;
    let Some(settings) = spec.bot() else {
        let problem = format!("{} cannot play this game: arena has no rules for it", spec.kind());
        let advice = "name a program that knows its rules, for example ./mybot";
        return Err(Failure::in_flag("COMMAND", &spec.error(problem, advice)));
    };
    settings.map_err(|error| Failure::in_flag("COMMAND", &error))
}

/// What is called with everything that happens.
type Watch<'a> = dyn FnMut(Event<'_>) + 'a;

/// Examines a program and shows the progress, which counts `what`: with `live`, for a terminal, each line appears as soon as
/// it is known.
fn watched(
    what: &str,
    live: Option<Paint>,
    out: &mut impl Write,
    examine: impl FnOnce(&mut Watch<'_>) -> Result<Report, ExamHalt>,
) -> Result<Report, Failure> {
    let mode = progress_mode(false);
    let mut activity = Activity::without_result(mode, "starting the program");
    let mut failed = Ok(());
    let report = examine(&mut |event: Event<'_>| match event {
        Event::Asked { asked, of } => activity.show(&format!("{asked} of {of} {what}")),
        Event::Checked(check) => {
            if let (Some(paint), true) = (live, failed.is_ok()) {
                // The progress must not overwrite the line.
                activity.end();
                failed =
                    write!(out, "{}", check_lines(check, paint, table_width())).and_then(|()| out.flush());
                activity = Activity::without_result(mode, "checking");
            }
        }
    });
    activity.end();
    failed?;
    report.map_err(|halt| match halt {
        ExamHalt::Interrupted => Failure::interrupted(),
        ExamHalt::Start(error) => Failure::Player(error.to_string()),
    })
}
