//! `arena man`: the manual pages, made from the same definitions as the help.

use std::io::Write;

use clap::CommandFactory;

use super::args::{Args, ManArgs};
use super::failure::Failure;
use crate::text::{TextError, did_you_mean};

/// Runs the command.
pub(super) fn run(args: &ManArgs, out: &mut impl Write) -> Result<(), Failure> {
    let mut arena = Args::command();
    arena.build();
    let page = match &args.command {
        None => arena,
        Some(name) => match arena.find_subcommand(name) {
            Some(command) => {
                let full_name = format!("arena-{name}");
                command.clone().display_name(full_name)
            }
            None => {
                let names: Vec<&str> = arena.get_subcommands().map(clap::Command::get_name).collect();
                let problem = format!("there is no command '{name}'");
                let error = TextError::whole(name, problem, did_you_mean(name, "commands", &names));
                return Err(Failure::Usage(error.to_string()));
            }
        },
    };
    clap_mangen::Man::new(page).render(out)?;
    Ok(())
}
