//! The command line as a library: build your own program with your strategies and games.

use std::fmt;
use std::process::ExitCode;

use crate::cli;
use crate::exit::Exit;
use crate::games::GameRules;
use crate::players::strategies::{self, AnyStrategy, Options, StrategyInfo};
use crate::run::register_game;
use crate::text::{NameTaken, TextError};

/// The `arena` program with more strategies and games.
///
/// ```no_run
/// use arena::prelude::*;
/// use std::process::ExitCode;
///
/// struct Last;
///
/// impl AnyStrategy for Last {
///     fn choose(&mut self, position: &AnyPosition, _: &mut Turn<'_>) -> Result<Choice, NoChoice> {
///         position.legal_moves().last().map(Choice::unsearched).ok_or(NoChoice::GameOver)
///     }
/// }
///
/// fn main() -> ExitCode {
///     arena::App::new().strategy("last", "the last legal move", || Last).run()
/// }
/// ```
#[derive(Debug, Default)]
pub struct App {
    error: Option<NameTaken>,
}

impl App {
    /// The program without additions.
    pub fn new() -> App {
        App::default()
    }

    /// Adds a strategy whose spec is just its name. `make` is called once for each thread.
    #[must_use]
    pub fn strategy<S: AnyStrategy + 'static>(
        self,
        name: &'static str,
        summary: &'static str,
        make: impl Fn() -> S + Clone + Send + Sync + 'static,
    ) -> App {
        let registered = strategies::register_strategy(name, summary, make);
        self.after(registered)
    }

    /// Adds a strategy whose spec has an argument or keys: see [`strategies::register`].
    #[must_use]
    pub fn strategy_with_options<S, M>(
        self,
        info: StrategyInfo,
        build: impl Fn(Options<'_>) -> Result<M, TextError> + Send + Sync + 'static,
    ) -> App
    where
        S: AnyStrategy + 'static,
        M: Fn() -> S + Send + Sync + 'static,
    {
        let registered = strategies::register(info, build);
        self.after(registered)
    }

    /// Adds a game.
    #[must_use]
    pub fn game<R: GameRules + 'static>(self) -> App {
        let registered = register_game::<R>();
        self.after(registered)
    }

    fn after(self, registered: Result<(), NameTaken>) -> App {
        App { error: self.error.or(registered.err()) }
    }

    /// Runs the whole command line with the arguments of the process, and returns its exit code.
    pub fn run(self) -> ExitCode {
        match self.error {
            None => cli::main(),
            Some(error) => {
                fail(&error);
                Exit::Failed.into()
            }
        }
    }
}

fn fail(error: &dyn fmt::Display) {
    use std::io::Write as _;

    // If stderr is closed, the exit code still reports it.
    let _ = writeln!(std::io::stderr(), "error: {error}");
}
