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
use crate::players::bots::{BotSettings, templates};
use crate::report::bot::{check_lines, list, sentence};
use crate::report::paint::Paint;
use crate::run::GameSpec;
use crate::text::UnknownName;

pub(super) fn run(args: &BotArgs, paint: Paint, out: &mut impl Write) -> Result<Exit, Failure> {
    if let Some(language) = &args.template {
        let template = templates::find(language).ok_or_else(|| {
            let error = UnknownName::new("language", language, &templates::names());
            Failure::Usage(format!("--template: {error}"))
        })?;
        out.write_all(template.text.as_bytes())?;
        return Ok(Exit::Done);
    }
    let game = args.game.as_deref().unwrap_or("kalah");
    let game: GameSpec = game.parse().map_err(|error| Failure::in_flag("--game", &error))?;
    let (settings, start) = set_up(args, &game)?;
    let is_live = !args.json && io::stdout().is_terminal();
    let report = examine(&settings, &game, &start, is_live.then_some(paint), out)?;
    if args.json {
        print_json(out, &report)?;
    } else if is_live {
        // The list is already printed.
        writeln!(out, "\n{}", wrapped(sentence(&report, paint)))?;
    } else {
        writeln!(out, "{}\n\n{}", wrapped(sentence(&report, paint)), list(&report, paint, table_width()))?;
    }
    Ok(if report.fit { Exit::Done } else { Exit::Weaker })
}

/// The bot, and the position from which it plays.
fn set_up(args: &BotArgs, game: &GameSpec) -> Result<(BotSettings, AnyPosition), Failure> {
    let host = game.host().map_err(|error| Failure::in_flag("--game", &error))?;
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

/// Examines a bot and shows the progress: with `live`, for a terminal, each line appears as soon as it is known.
fn examine(
    settings: &BotSettings,
    game: &GameSpec,
    start: &AnyPosition,
    live: Option<Paint>,
    out: &mut impl Write,
) -> Result<Report, Failure> {
    let mode = progress_mode(false);
    let mut activity = Activity::without_result(mode, "starting the bot");
    let mut failed = Ok(());
    let mut watch = |event: Event<'_>| match event {
        Event::Asked { asked, of } => activity.show(&format!("{asked} of {of} moves")),
        Event::Checked(check) => {
            if let (Some(paint), true) = (live, failed.is_ok()) {
                // The progress must not overwrite the line.
                activity.end();
                failed =
                    write!(out, "{}", check_lines(check, paint, table_width())).and_then(|()| out.flush());
                activity = Activity::without_result(mode, "checking");
            }
        }
    };
    let report = fitness::examine(settings, &game.to_string(), start, &mut watch);
    activity.end();
    failed?;
    report.map_err(|halt| match halt {
        ExamHalt::Interrupted => Failure::interrupted(),
        ExamHalt::Start(error) => Failure::Player(error.to_string()),
    })
}
