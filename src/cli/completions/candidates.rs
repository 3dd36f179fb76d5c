//! Candidates for the last word of a line.

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use clap::Command;
use clap_complete::engine::{self, ArgValueCompleter, CompletionCandidate};

use super::values::ArgumentValues;
use crate::cli::args;
use crate::cli::short_form;
use crate::run::Referees;

/// The candidates for the last of these words, the first being the name of the program, each with its description.
pub(super) fn of(words: &[OsString]) -> Vec<(String, Option<String>)> {
    let command = with_values(args::command(), words);
    let mut found = Vec::new();
    let expanded = if is_first(words) {
        // The first word may be a command or the first player of a match.
        found.extend(engine_candidates(command.clone(), words.to_vec()));
        let mut as_match = words.to_vec();
        as_match.insert(words.len() - 1, OsString::from("match"));
        as_match
    } else {
        let commands: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
        short_form::expand(words.to_vec(), &commands)
    };
    found.extend(engine_candidates(command, expanded));
    let mut seen = HashSet::new();
    let texts = found.into_iter().filter(|candidate| !candidate.is_hide_set()).filter_map(|candidate| {
        let value = candidate.get_value().to_str()?.to_owned();
        let help = candidate.get_help().map(ToString::to_string);
        let first_line = help.and_then(|help| help.lines().next().map(str::to_owned));
        Some((value, first_line))
    });
    texts.filter(|(value, _)| seen.insert(value.clone())).collect()
}

/// Whether the last word is the first after the program and `--color WHEN`.
fn is_first(words: &[OsString]) -> bool {
    let Some((_, before)) = words.split_last() else { return false };
    match before.get(1).and_then(|word| word.to_str()) {
        None => before.len() == 1,
        Some("--color") => before.len() == 3,
        Some(word) => word.starts_with("--color=") && before.len() == 2,
    }
}

fn engine_candidates(mut command: Command, words: Vec<OsString>) -> Vec<CompletionCandidate> {
    let last = words.len() - 1;
    let here = std::env::current_dir().ok();
    // If nothing fits, there is nothing to complete.
    engine::complete(&mut command, words, last, here.as_deref()).unwrap_or_default()
}

/// The command line with the possible values of its arguments. `words` are the words typed, which may name the game.
fn with_values(command: Command, words: &[OsString]) -> Command {
    let visible = command.get_subcommands().filter(|subcommand| !subcommand.is_hide_set());
    let visible: Vec<String> = visible.map(|subcommand| subcommand.get_name().to_owned()).collect();
    let game = game_of(words);
    visible.iter().fold(command, |command, name| {
        command.mut_subcommand(name, |subcommand| {
            subcommand.mut_args(|arg| {
                let values = match (name.as_str(), arg.get_id().as_str()) {
                    ("man", "command") => ArgumentValues::Commands(visible.clone()),
                    ("tournament", "format") => ArgumentValues::Tournaments,
                    ("check", "format") => ArgumentValues::Formats,
                    ("bot", "template") => ArgumentValues::Templates,
                    ("match", "players" | "a" | "b")
                    | ("tournament", "players")
                    | ("pick", "candidates" | "against")
                    | ("tune", "template" | "against")
                    | ("play", "first" | "second" | "hint")
                    | ("analyze", "with")
                    | ("explain", "judge")
                    | ("engine", "strategy") => ArgumentValues::Players { game: game.clone() },
                    (_, "game") => ArgumentValues::Games,
                    (_, "openings") => ArgumentValues::Openings,
                    (_, "referees") => ArgumentValues::Words(&Referees::NAMES),
                    (_, "seed") => ArgumentValues::Words(&["random"]),
                    (_, "threads") => ArgumentValues::Words(&["auto"]),
                    _ => return arg,
                };
                arg.add(ArgValueCompleter::new(move |typed: &OsStr| {
                    values.candidates(typed.to_str().unwrap_or_default())
                }))
            })
        })
    })
}

/// The game that was typed, if any.
fn game_of(words: &[OsString]) -> Option<String> {
    let words: Vec<&str> = words.iter().filter_map(|word| word.to_str()).collect();
    let behind = words.windows(2).find(|pair| ["--game", "-g"].contains(&pair[0])).map(|pair| pair[1]);
    let within = words.iter().find_map(|word| word.strip_prefix("--game="));
    behind.or(within).map(str::to_owned)
}

/// Paths that begin like this; folders end in a slash.
pub(super) fn paths(typed: &str) -> Vec<String> {
    let (folder, name) = typed.rsplit_once('/').map_or(("", typed), |(folder, name)| (folder, name));
    let within = if typed.contains('/') { PathBuf::from(format!("{folder}/")) } else { PathBuf::from(".") };
    let entries = std::fs::read_dir(within).into_iter().flatten().filter_map(Result::ok);
    let mut found: Vec<String> = entries
        .filter_map(|entry| {
            let text = entry.file_name().to_str()?.to_owned();
            let shown = text.starts_with(name) && (!text.starts_with('.') || name.starts_with('.'));
            let is_folder = entry.path().is_dir();
            let start = &typed[..typed.len() - name.len()];
            shown.then(|| format!("{start}{text}{}", if is_folder { "/" } else { "" }))
        })
        .collect();
    found.sort();
    found
}
