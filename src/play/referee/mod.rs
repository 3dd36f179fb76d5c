//! Games that arena has no rules for: another program, the referee, knows them.
//!
//! `--game 'ugi:COMMAND'` names a UGI program. After every move it gets the position and is asked whether the game is over, who
//! is to move, and who won. The players are bots. The referee is one kind of [`Rules`](crate::play::source::Rules): the game itself,
//! schedules, files, statistics and reports are those of every run.
//!
//! - `spec`: `ugi:COMMAND[,key=value…]`.
//! - `process`: what the referee says, and whether it accepts a move.
//! - `position`: an opening and the moves since, as text. `game`: a game that the referee decides.
//! - `openings`: the start, or positions of a file. `rules`: all games of a run.
//! - `view`: positions for people to look at.

mod game;
mod openings;
mod position;
mod process;
mod rules;
mod spec;
mod view;

pub(crate) use position::RefereedPosition;
pub(crate) use process::Referee;
pub(crate) use spec::{LISTED, RefereeSpec, Referees};
pub(crate) use view::{RefereeView, SeenPosition};
