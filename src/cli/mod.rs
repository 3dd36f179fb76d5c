//! The command line: arguments become a command, the command runs, and an exit code says how it ended.
//!
//! `args` is only what can be typed. Each command resolves it into games, positions and strategies before it begins
//! to work, so mistakes are reported at once and nothing later looks at flags. To add a command: a file, a variant in
//! `args::Command`, and a line in `dispatch`. `short_form` decides which lines are a match without naming the command.

mod analyze;
pub(crate) mod app;
mod args;
mod bisect;
mod bot;
mod check;
mod compare;
mod completions;
mod engine;
mod explain;
mod export;
mod exports;
mod failure;
mod history;
mod init;
mod list;
mod live;
mod live_report;
mod man;
mod matches;
mod merge;
mod perft;
mod pick;
mod plan;
mod play;
mod progress;
mod rate;
mod report;
mod resolve;
mod review;
mod run;
mod runs;
mod shard;
mod short_form;
mod show;
mod solve;
mod stats;
mod stdout;
mod summary_page;
mod terminal;
mod tournament;
mod tune;

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;
use std::thread;

use anstream::{AutoStream, ColorChoice};
use clap::FromArgMatches;

use crate::exit::Exit;
use crate::interrupt;
use crate::players::bots::guard;
use crate::report::paint::Paint;
use crate::run::session::STACK;
use crate::text::for_terminal;
use crate::text::program::set_program;
use args::{Args, Command, When};
use failure::Failure;
use stdout::{Stdout, wrapped_for_stderr};

/// Runs the program with the arguments of the process and returns its exit code.
pub(crate) fn main() -> ExitCode {
    if let Some(exit) = guard::run(env::args_os()) {
        return exit;
    }
    guard::enable();
    set_program(env::args_os().next().as_deref());
    // Before there is a second thread: see `interrupt`.
    interrupt::listen();
    // A search to the end of a long game needs a larger stack.
    let worker = thread::Builder::new().stack_size(STACK).spawn(|| run(env::args_os()));
    let exit = match worker {
        Ok(worker) => worker.join().unwrap_or(Exit::Failed),
        Err(_) => run(env::args_os()),
    };
    exit.into()
}

/// Runs the program with these arguments, the first being its name.
pub(crate) fn run(typed: impl IntoIterator<Item = OsString>) -> Exit {
    let args = match parse(typed) {
        Ok(args) => args,
        Err(error) => {
            // Help and version are "errors" too. A reader that has gone is not our problem.
            let _ = error.print();
            return if error.use_stderr() { Exit::Usage } else { Exit::Done };
        }
    };
    // Not locked: an engine answers from two threads.
    let stdout = io::stdout();
    let paint = paint(args.color, &stdout);
    let mut out = Stdout::new(AutoStream::always_ansi(stdout));
    let exit = dispatch(&args.command, paint, &mut out).unwrap_or_else(|failure| report(&failure));
    match out.finish() {
        Ok(()) => exit,
        // The verdict stands, whether or not it could be printed.
        Err(error) => match (report(&error.into()), exit) {
            (failed, Exit::Done) => failed,
            (_, exit) => exit,
        },
    }
}

/// What was typed, with the short form of a match written out.
fn parse(typed: impl IntoIterator<Item = OsString>) -> Result<Args, clap::Error> {
    let command = args::command();
    let commands = command.get_subcommands().map(clap::Command::get_name).chain(["help"]).collect::<Vec<_>>();
    let typed = short_form::expand(typed.into_iter().collect(), &commands);
    Args::from_arg_matches(&command.try_get_matches_from(typed)?)
}

/// Prints an error to stderr and returns its exit code.
fn report(failure: &Failure) -> Exit {
    if let Some(message) = failure.message() {
        say(&message);
    }
    failure.exit()
}

/// Prints a message to stderr, escaped for the terminal and broken between words there. A closed stderr is ignored.
fn say(message: &str) {
    let _ = writeln!(io::stderr(), "{}", wrapped_for_stderr(for_terminal(message)));
}

/// Colours as set by `--color`. `auto`: if stdout is a terminal that supports them, unless `NO_COLOR`, `CLICOLOR` or
/// `CLICOLOR_FORCE` say otherwise.
fn paint(when: When, stdout: &io::Stdout) -> Paint {
    Paint::new(match when {
        When::Always => true,
        When::Never => false,
        When::Auto => AutoStream::choice(stdout) != ColorChoice::Never,
    })
}

/// Runs the command. Only commands that give a verdict have several exit codes; they write their files and reach
/// their verdict even if nobody reads their output.
fn dispatch(command: &Command, paint: Paint, out: &mut Stdout<impl Write + Send>) -> Result<Exit, Failure> {
    let done = match command {
        Command::Match(args) => return matches::run(args, paint, out.until_the_end()),
        Command::Pick(args) => return pick::run(args, paint, out.until_the_end()),
        Command::Merge(args) => return merge::run(args, paint, out.until_the_end()),
        Command::Tune(args) => return tune::run(args, paint, out.until_the_end()),
        Command::Tournament(args) => return tournament::run(args, paint, out.until_the_end()),
        Command::Check(args) => return check::run(args, paint, out.until_the_end()),
        Command::Bisect(args) => return bisect::run(args, paint, out.until_the_end()),
        Command::Bot(args) => return bot::run(args, paint, out.until_the_end()),
        Command::Play(args) => play::run(args, paint, out),
        Command::Show(args) => show::run(args, paint, out),
        Command::Analyze(args) => analyze::run(args, paint, out),
        Command::Solve(args) => solve::run(args, paint, out),
        Command::Review(args) => review::run(args, paint, out.until_the_end()),
        Command::Explain(args) => explain::run(args, paint, out.until_the_end()),
        Command::History(args) => history::run(args, paint, out),
        Command::Perft(args) => perft::run(args, out),
        Command::Rate(args) => rate::run(args, paint, out),
        Command::Report(args) => report::run(args, out),
        Command::Export(args) => export::run(args, out),
        Command::Runs(args) => runs::run(args, paint, out),
        Command::Stats(args) => stats::run(args, paint, out),
        Command::Plan(args) => plan::run(args, paint, out),
        Command::Engine(args) => engine::run(args),
        Command::Compare(args) => compare::run(args, paint, out),
        Command::Init(args) => init::run(args, out),
        Command::List(args) => list::run(args, paint, out),
        Command::Completions(args) => completions::run(args, out),
        Command::Man(args) => man::run(args, out),
        Command::Complete(args) => completions::complete(args, out),
    };
    done.map(|()| Exit::Done)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_what_is_asked_for() {
        let stdout = io::stdout();
        assert_eq!(paint(When::Always, &stdout), Paint::new(true));
        assert_eq!(paint(When::Never, &stdout), Paint::new(false));
    }

    /// The commands in the blocks of a page for the shell, without comments and what they are piped into.
    fn commands(page: &str) -> Vec<Vec<String>> {
        let shell = page.split("```").skip(1).step_by(2).filter(|block| block.starts_with(['\n', 's']));
        let lines = shell.flat_map(|block| {
            // Where commands are marked, the other lines are their output.
            let prompt = if block.contains("$ arena ") { "$ " } else { "" };
            let block = block.replace("\\\n", " ");
            let commands =
                block.lines().filter_map(|line| line.trim_start().strip_prefix(prompt).map(str::to_owned));
            commands.collect::<Vec<_>>()
        });
        let words = lines.filter(|line| line.starts_with("arena ")).map(|line| {
            let is_end = |word: &String| word == "#" || word.starts_with(['|', '>', '<', '&', '[']);
            shell_words::split(&line).unwrap().into_iter().take_while(|word| !is_end(word)).collect()
        });
        words.collect()
    }

    #[test]
    fn every_command_in_the_docs_is_understood() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let docs = std::fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path());
        let readmes = ["README.md", "results/README.md", "bots/README.md"].map(|page| root.join(page));
        let mut count = 0;
        for page in docs.chain(readmes).filter(|page| page.is_file()) {
            for words in commands(&std::fs::read_to_string(&page).unwrap()) {
                count += 1;
                let line = words.join(" ");
                if let Err(error) = parse(words.into_iter().map(OsString::from)) {
                    assert!(!error.use_stderr(), "{}: {line}\n{error}", page.display());
                }
            }
        }
        assert!(count > 100, "{count} commands");
    }
}
