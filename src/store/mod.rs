//! The record of a run: its files, and the counts of its games.
//!
//! - [`journal`] writes games as they are committed and recovers them after a kill; `folder` holds its files, and `begun`
//!   the run that is there already.
//!   A finished run that is played again is replaced by its `copy`.
//! - [`shard`] is a part of a run that another process plays; [`shard_place`] is where it is played, in the folder of an
//!   `attempt`; [`merge`] merges the parts, each read by a `shard_source`.
//! - [`row`] is a line of `games.csv`; [`tallies`] counts the games of all pairings; [`summary`] has the
//!   statistics, [`timings`] the cost of moves, [`faults`] who forfeited games and how.
//! - [`games_file`] reads a `games.csv` from any source; `results` are those of two players in it, `meetings` those
//!   of many, and `origin` is the run it belongs to; `source` finds the file.
//! - `checkpoint` and its `marks` say up to where files are known to be good.
//!
//! Turning results into bytes is pure; only [`journal`], `folder`, [`shard`] and [`merge`] touch files.

mod attempt;
mod begun;
pub(crate) mod cell;
mod checkpoint;
mod copy;
mod error;
pub(crate) mod faults;
pub(crate) mod folder;
pub(crate) mod folder_name;
pub(crate) mod games_file;
pub(crate) mod journal;
pub(crate) mod machine;
mod marks;
pub(crate) mod meetings;
pub(crate) mod merge;
pub(crate) mod moves_file;
pub(crate) mod origin;
mod plain_text;
pub(crate) mod plan_text;
mod recovery;
pub(crate) mod results;
pub(crate) mod row;
pub(crate) mod run_file;
pub(crate) mod shard;
pub(crate) mod shard_place;
mod shard_source;
pub(crate) mod source;
pub(crate) mod standings;
pub(crate) mod summary;
pub(crate) mod tallies;
pub(crate) mod timings;

pub(crate) use begun::check_players;
pub(crate) use checkpoint::{Lost, timings_so_far};
pub(crate) use error::{At, RecordError};
pub(crate) use journal::{Beginning, Journal, Recorded};
pub(crate) use recovery::{Lines, NotContinued, Verifier};
pub(crate) use summary::Summary;
pub(crate) use tallies::Tallies;
