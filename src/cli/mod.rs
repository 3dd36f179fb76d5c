//! The command line: what was typed becomes what is meant, a command does it, and an exit code says how it went.
//!
//! `args` is only what can be typed. Each command resolves it into games, positions and strategies before it begins
//! to work, so that a mistake is told at once and nothing later looks at flags. To add a command: a file, a variant in
//! `args::Command`, and a line in `dispatch`.

mod analyze;
mod args;
mod completions;
mod failure;
mod list;
mod man;
mod paint;
mod perft;
mod play;
mod show;
mod table;
mod wanted;

use std::ffi::OsString;
use std::io::{self, BufWriter, IsTerminal, Write};

use clap::{CommandFactory, FromArgMatches};

use crate::exit::Exit;
use crate::interrupt;
use args::{Args, Command};
use failure::Failure;
use paint::Paint;

/// How much stack a search may need: a game that is searched to its end can be thousands of plies long.
pub const STACK: usize = 256 << 20;

/// Runs the program with these arguments, the first being its name.
pub fn run(typed: impl IntoIterator<Item = OsString>) -> Exit {
    let parsed = Args::command().try_get_matches_from(typed);
    let args = match parsed.and_then(|matches| Args::from_arg_matches(&matches)) {
        Ok(args) => args,
        Err(error) => {
            // Help and version are "errors" too; where nobody reads them any more is no concern of ours.
            let _ = error.print();
            return if error.use_stderr() { Exit::Usage } else { Exit::Done };
        }
    };
    interrupt::listen();
    let stdout = io::stdout().lock();
    let paint = Paint::choose(args.color, stdout.is_terminal());
    let mut out = BufWriter::new(stdout);
    let result = dispatch(&args.command, paint, &mut out).and_then(|()| Ok(out.flush()?));
    match result {
        Ok(()) => Exit::Done,
        Err(failure) => {
            if let Some(message) = failure.message() {
                let _ = writeln!(io::stderr(), "{message}");
            }
            failure.exit()
        }
    }
}

fn dispatch(command: &Command, paint: Paint, out: &mut impl Write) -> Result<(), Failure> {
    match command {
        Command::Play(args) => play::run(args, paint, out),
        Command::Show(args) => show::run(args, paint, out),
        Command::Analyze(args) => analyze::run(args, paint, out),
        Command::Perft(args) => perft::run(args, out),
        Command::List(args) => list::run(args, paint, out),
        Command::Completions(args) => completions::run(args, out),
        Command::Man(args) => man::run(args, out),
    }
}
