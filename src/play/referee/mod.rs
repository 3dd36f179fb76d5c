//! Games that arena has no rules for: another program, the referee, knows them.
//!
//! `--game 'ugi:COMMAND'` names a UGI program. After every move it gets the position and is asked whether the game is over, who
//! is to move, and who won. The players are bots. Nothing above a [`GameSource`](crate::play::runner::GameSource) knows the
//! difference: schedules, files, statistics and reports are those of every run.
//!
//! - `spec`: `ugi:COMMAND[,key=value…]`.
//! - `arbiter`: what the referee says, and whether it accepts a move.
//! - `game`: one game between two bots. `source`: all games of a plan.
//! - `openings`: the start, or positions of a file.

mod arbiter;
mod game;
mod openings;
mod source;
mod spec;

pub(crate) use source::resolve;
pub(crate) use spec::{LISTED, RefereeSpec, Referees};
