//! `arena completions`: completion scripts for shells.
//!
//! In bash, zsh and fish the script is a few lines that call the hidden command `__complete`, so
//! strategies, games and evaluators are completed too, including those registered by another program. Other shells get
//! the script that clap generates, which completes commands and options.

mod candidates;
mod values;

use std::ffi::OsString;
use std::io::Write;

use clap_complete::Shell;

use super::args::{self, CompleteArgs, CompletionsArgs};
use super::failure::Failure;
use crate::text::program;
use crate::text::program::with_program;

/// Runs `arena completions`.
pub(super) fn run(args: &CompletionsArgs, out: &mut impl Write) -> Result<(), Failure> {
    let script = match args.shell {
        Shell::Bash => include_str!("arena.bash"),
        Shell::Zsh => include_str!("arena.zsh"),
        Shell::Fish => include_str!("arena.fish"),
        other => {
            // The generator panics if it cannot write, so it writes into memory.
            let mut script = Vec::new();
            clap_complete::generate(other, &mut args::command(), program(), &mut script);
            out.write_all(&script)?;
            return Ok(());
        }
    };
    let commands = args::command();
    let commands: Vec<&str> = commands
        .get_subcommands()
        .filter(|command| !command.is_hide_set())
        .map(clap::Command::get_name)
        .collect();
    out.write_all(with_program(&script.replace("COMMANDS", &commands.join(" ")), program()).as_bytes())?;
    Ok(())
}

/// Runs `arena __complete`: a line for each candidate, followed by a tab and its description.
pub(super) fn complete(args: &CompleteArgs, out: &mut impl Write) -> Result<(), Failure> {
    let mut words = vec![OsString::from(program())];
    words.extend(args.words.iter().cloned());
    if words.len() == 1 {
        words.push(OsString::new());
    }
    for (value, description) in candidates::of(&words) {
        match description {
            Some(description) => writeln!(out, "{value}\t{description}")?,
            None => writeln!(out, "{value}")?,
        }
    }
    Ok(())
}
