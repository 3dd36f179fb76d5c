//! Checks whether a bot is fit to play, on real processes.
//!
//! - `check`: the checks and their results. `examiner`: their order, and what each does.
//! - `play`: the moves. `positions`: the positions in which they are requested.
//! - `conversation`: a process and its last lines, for error messages. `strays`: its unexpected output.
//! - `census`: its processes.
//!
//! A bot that fails is restarted for the next checks, so that one run finds as much as possible.

mod census;
mod check;
mod conversation;
mod examiner;
mod play;
mod positions;
mod strays;

pub(crate) use check::{BotCheck, CheckName, CheckOutcome, Figures, Millis, Problem, Report, Times};
pub(crate) use positions::Kinds;

use std::time::Duration;

use super::fault::StartError;
use super::settings::BotSettings;
use crate::games::AnyPosition;
use examiner::Examiner;

/// What happens during an examination.
pub(crate) enum Event<'a> {
    /// Another move was asked for.
    Asked {
        /// The number of moves so far.
        asked: usize,
        /// The number of moves that will be asked for.
        of: usize,
    },
    /// A check was made.
    Checked(&'a BotCheck),
}

/// Why an examination stopped early.
pub(crate) enum ExamHalt {
    /// Ctrl-C.
    Interrupted,
    /// The program cannot be started at all.
    Start(StartError),
}

/// The time for a move where none is given.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// Examines a bot. `game` is the spec of the game that starts from `start`; `watch` is told what happens.
pub(crate) fn examine(
    settings: &BotSettings,
    game: &str,
    start: &AnyPosition,
    watch: &mut dyn FnMut(Event<'_>),
) -> Result<Report, ExamHalt> {
    settings.command.check().map_err(ExamHalt::Start)?;
    let settings = BotSettings { time: settings.time.or(Some(DEFAULT_TIME)), ..settings.clone() };
    let checks = Examiner::new(&settings, game, start, watch).examine()?;
    Ok(Report::new(shell_words::join(settings.command.words()), game.to_owned(), checks))
}
