//! Bots: players that are other programs, spoken to in text lines.
//!
//! A bot reads lines on stdin and writes lines on stdout, in one of four protocols; no fault of a bot can break a run.
//!
//! - [`command`]: the program and its arguments: split, found, checked, and digested for the plan.
//! - `settings`: the keys of a bot's spec. `shell`: a command that builds one.
//! - `bot`: a program that runs: handshake, options, games, moves, queries. `question`: what it is asked.
//! - `protocol`: what is sent and how lines are read, a file for each protocol. `introduction`, `info`, `inquiry`, `drawing`: the
//!   contents of lines.
//! - `process`: a child process over pipes, with a deadline for everything; `lines`: bytes become lines;
//!   `log`: its stderr, bounded; `ending`: how it ended.
//! - [`guard`]: what keeps a bot from outliving this program, and within its memory; `subreaper`: how it does that on
//!   Linux.
//! - `cores`: threads and their bots share cores; `placement`: which bots; `tree`: what the processes of a bot do.
//! - `pool`: the processes of one player, one for each thread, for the whole run; `player`: the one of a thread.
//! - `one_shot`: a program that is started for every game and writes its result.
//! - `fitness`: whether a bot is fit to play, check by check. `templates`: bots to start from.
//!
//! An answer is awaited by one `poll` with a deadline, which Ctrl-C ends too, so no thread is needed to read it. Where
//! there is nothing to poll (a tree of processes that is to be killed or measured), there are short pauses.

mod bot;
pub(crate) mod command;
mod drawing;
#[cfg_attr(not(unix), allow(dead_code))] // Only a process ends.
mod ending;
mod fault;
pub(crate) mod fitness;
pub(crate) mod guard;
mod info;
mod inquiry;
mod introduction;
#[cfg_attr(not(unix), allow(dead_code))] // Only a process writes to it.
mod log;
mod one_shot;
mod player;
mod pool;
mod protocol;
mod question;
mod settings;
pub(crate) mod shell;
pub(crate) mod templates;
#[cfg_attr(not(unix), allow(dead_code))] // Only a process is waited for.
pub(crate) mod waiting;

#[cfg_attr(not(target_os = "linux"), path = "no_cores.rs")]
pub(crate) mod cores;
#[cfg(unix)]
#[cfg_attr(not(target_os = "linux"), path = "no_placement.rs")]
mod placement;
#[cfg(target_os = "linux")]
mod subreaper;
#[cfg(target_os = "linux")]
mod tree;

#[cfg(unix)]
mod lines;
#[cfg(unix)]
mod process;
#[cfg(not(unix))]
#[path = "no_process.rs"]
mod process;

pub(crate) use bot::{Answer, Bot, BotFailure};
pub(crate) use drawing::Drawing;
pub(crate) use fault::StartError;
pub use fault::{Fault, FaultKind};
pub(crate) use info::{Info, SpinOption};
pub(crate) use inquiry::{Inquiry, NONSENSE};
pub(crate) use one_shot::{OneShot, Unfinished};
pub(crate) use player::BotPlayer;
pub(crate) use pool::{BotPool, log_names};
pub(crate) use protocol::{BotGame, ProtocolName, Unspoken, Vertices};
pub use question::{BotPosition, Past};
pub(crate) use settings::BotSettings;
