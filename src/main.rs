//! The `arena` command: everything it does is in the library of the same name.

use std::process::ExitCode;
use std::thread;

use arena::cli;
use arena::exit::Exit;

fn main() -> ExitCode {
    // A search to the end of a long game goes deeper than the usual stack.
    let worker = thread::Builder::new().stack_size(cli::STACK).spawn(|| cli::run(std::env::args_os()));
    let exit = match worker {
        Ok(worker) => worker.join().unwrap_or(Exit::Failed),
        Err(_) => cli::run(std::env::args_os()),
    };
    exit.into()
}
