//! `arena completions`: scripts that complete commands and options in a shell.

use std::io::Write;

use clap::CommandFactory;

use super::args::{Args, CompletionsArgs};
use super::failure::Failure;

/// Runs the command.
pub(super) fn run(args: &CompletionsArgs, out: &mut impl Write) -> Result<(), Failure> {
    // The generator panics where it cannot write, so it writes into memory.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "arena", &mut script);
    out.write_all(&script)?;
    Ok(())
}
