//! The commands with their complete help: games and formats come from the registries, so a new one
//! appears in every help text.

use clap::{Arg, CommandFactory};

use super::Args;
use super::groups::with_groups;
use crate::players::bots::templates;
use crate::report::formats::check;
use crate::run::FormatKind;
use crate::run::list_games;
use crate::text::program;
use crate::text::program::with_program;

/// The whole command line, as it is parsed, explained and completed.
pub(in crate::cli) fn command() -> clap::Command {
    let command = Args::command();
    let names: Vec<String> =
        command.get_subcommands().map(|subcommand| subcommand.get_name().to_owned()).collect();
    let command = names.iter().fold(command, |command, name| {
        command.mut_subcommand(name, |subcommand| subcommand.mut_args(|arg| described(name, arg)))
    });
    with_groups(renamed(command.mut_subcommand("bot", with_templates), program()))
}

/// The command that prints templates, with a list of them.
fn with_templates(bot: clap::Command) -> clap::Command {
    let width = templates::names().iter().map(|name| name.len()).max().unwrap_or(0);
    let lines =
        templates::LIST.iter().map(|template| format!("\n  {:width$}  {}", template.name, template.summary));
    let text = bot.get_after_help().map(ToString::to_string).unwrap_or_default();
    bot.after_help(format!("{text}\n\nTemplates:{}", lines.collect::<String>()))
}

/// The commands of a program of this name: examples and usage show it instead of `arena`.
fn renamed(command: clap::Command, program: &'static str) -> clap::Command {
    if program == command.get_name() {
        return command;
    }
    let command = command.name(program);
    texts_renamed(command, program).mut_subcommands(|subcommand| texts_renamed(subcommand, program))
}

fn texts_renamed(mut command: clap::Command, program: &str) -> clap::Command {
    let with_name = |text: &clap::builder::StyledStr| with_program(&text.to_string(), program);
    if let Some(text) = command.get_after_help().map(with_name) {
        command = command.after_help(text);
    }
    if let Some(text) = command.get_about().map(with_name) {
        command = command.about(text);
    }
    let usage = command.clone().render_usage().to_string();
    if let Some(usage) = usage.strip_prefix("Usage: ").filter(|usage| usage.contains("arena")) {
        let usage = with_program(usage, program);
        command = command.override_usage(usage);
    }
    command.mut_args(|arg| match arg.get_help().map(with_name) {
        Some(help) => arg.help(help),
        None => arg,
    })
}

/// An argument with what it takes.
fn described(command: &str, arg: Arg) -> Arg {
    let what = match (command, arg.get_id().as_str()) {
        (_, "game") => {
            let games: Vec<&str> = list_games().iter().map(|game| game.form).collect();
            listed(&games, &games_default(command, &arg))
        }
        ("tournament", "format") => {
            listed(&FormatKind::ALL.map(FormatKind::name), &format!(" [default: {}]", FormatKind::RoundRobin))
        }
        ("check", "format") => {
            let names: Vec<&str> = check::LIST.iter().map(|format| format.name).collect();
            listed(&names, &format!(" [default: {}]", names[0]))
        }
        _ => return arg,
    };
    let summary = arg.get_help().map(ToString::to_string).unwrap_or_default();
    arg.help(format!("{summary}: {what}"))
}

/// The default game, where clap does not add it.
fn games_default(command: &str, arg: &Arg) -> String {
    let default = list_games().first().map_or("", |game| game.name);
    match command {
        "engine" => format!(" [default: the variable ARENA_GAME, or {default}]"),
        _ if arg.get_default_values().is_empty() => format!(" [default: {default}]"),
        _ => String::new(),
    }
}

/// `a, b or c`, and what follows.
fn listed(names: &[&str], behind: &str) -> String {
    let list = match names {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [others @ .., last] => format!("{} or {last}", others.join(", ")),
    };
    list + behind
}
