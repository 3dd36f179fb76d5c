//! The commit of a repository that made a bot weaker, found by playing.
//!
//! - [`history`]: the commits between the good one and the bad one, from git.
//! - [`engines`]: the bot of a commit, checked out and built; which of them are the same.
//! - [`games`]: the match of a commit against the good one, a run of its own that grows from visit to visit.
//! - [`search`]: which commit is built and played next, and what was learnt. Where games say most is up to
//!   [`stats::bisection`](crate::stats::bisection).
//! - [`file`](self::file): `bisect.json`, which has the plan and every step. A search that was killed continues after
//!   the last one, and its match after the last game.
//! - [`Bisect`] asks for it, [`play`] plays it, and [`result`] says what came out.

mod engines;
mod event;
mod file;
mod games;
mod history;
mod play;
mod request;
mod result;
mod search;

pub(crate) use engines::is_builds;
pub(crate) use event::BisectEvent;
pub(crate) use history::Commit;
pub(crate) use play::{BisectEnd, BisectError, BisectRun};
pub use request::Bisect;
pub(crate) use result::BisectedCommit;
pub use result::{BisectResult, BisectVerdict};
