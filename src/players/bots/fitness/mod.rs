//! Checks whether a bot is fit to play, or to be a referee, on real processes.
//!
//! - `check`: the checks and their results. `examiner`: their order, and what each does.
//! - `play`: the moves. `positions`: the positions in which they are requested.
//! - `referee`: what is asked of a referee. `unruled`: games that only a referee knows the rules of.
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
mod referee;
mod strays;
mod unruled;

pub(crate) use check::{BotCheck, CheckName, CheckOutcome, Figures, Millis, Problem, Report, Role, Times};
pub(crate) use positions::Kinds;

use std::time::Duration;

use super::fault::StartError;
use super::protocol::{BotGame, ProtocolName};
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
    game: &BotGame,
    start: &AnyPosition,
    watch: &mut dyn FnMut(Event<'_>),
) -> Result<Report, ExamHalt> {
    settings.command.check().map_err(ExamHalt::Start)?;
    let settings = BotSettings { time: settings.time.or(Some(DEFAULT_TIME)), ..settings.clone() };
    let (checks, protocol) = Examiner::new(&settings, game, watch).examine(start)?;
    let report =
        Report::new(shell_words::join(settings.command.words()), Role::Player, game.spec.clone(), checks);
    let name = protocol.name();
    // Words with quotes of their own need others around them.
    let quote = if report.bot.contains('"') { '\'' } else { '"' };
    let spec = format!("exec:{quote}{}{quote},protocol={name}", report.bot);
    let is_news = settings.protocol.is_none() && protocol != ProtocolName::Ugi;
    Ok(Report { protocol: name, spec: is_news.then_some(spec), ..report })
}

/// Examines the referee of a game. `player` makes the moves; without one, the referee itself does if it can.
pub(crate) fn examine_referee(
    settings: &BotSettings,
    player: Option<&BotSettings>,
    game: &BotGame,
    watch: &mut dyn FnMut(Event<'_>),
) -> Result<Report, ExamHalt> {
    settings.command.check().map_err(ExamHalt::Start)?;
    player.map_or(Ok(()), |player| player.command.check()).map_err(ExamHalt::Start)?;
    let checks = Examiner::new(settings, game, watch).examine_referee(player)?;
    Ok(Report::new(shell_words::join(settings.command.words()), Role::Referee, game.spec.clone(), checks))
}
