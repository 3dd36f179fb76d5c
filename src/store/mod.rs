//! The record of a run: its files, and the counts of its games.
//!
//! - [`run_file`] is `run.json`, with the plan as [`plan_text`]; [`games_csv`] the codec of `games.csv`, [`moves_file`],
//!   [`attributes_file`] and [`faults`] the files beside it, of which the first two grow as `rows_file`s. [`summary`], [`standings`] and [`timings`] are the tables of a finished run,
//!   made of [`cell`]s.
//! - [`journal`] writes games as they are committed. After a kill it continues the run that is there (`begun`) from the
//!   games that are good (`recovery`), as far as the `checkpoint`, its `marks` and a `stream_digest` know them.
//! - [`folder`] locks the files of a run and replaces them atomically. A finished run that is played again is replaced by
//!   its `copy`.
//! - [`shard`] is a part of a run that another process plays; [`shard_place`] is where it is played, in the folder of an
//!   `attempt`; [`merge`] merges the parts, each read by a `shard_source`.
//! - [`selected_games`] are those whose attributes meet conditions.
//! - [`games_file`] reads a `games.csv` from any source, by its `records` of `plain_text`; `results` are those of two players in it, `meetings` those
//!   of many, and `origin` is the run it belongs to; `source` finds the file. `pair_numbers` are those of its pairs.
//! - [`overview`] reads everything about a run that a page shows.

mod attempt;
pub(crate) mod attributes_file;
mod begun;
pub(crate) mod cell;
mod checkpoint;
mod copy;
mod error;
pub(crate) mod faults;
pub(crate) mod folder;
pub(crate) mod folder_name;
pub(crate) mod games_csv;
pub(crate) mod games_file;
pub(crate) mod journal;
pub(crate) mod machine;
mod marks;
pub(crate) mod measured_moves;
pub(crate) mod meetings;
pub(crate) mod merge;
pub(crate) mod moves_file;
pub(crate) mod origin;
pub(crate) mod overview;
pub(crate) mod pair_numbers;
mod plain_text;
pub(crate) mod plan_text;
mod records;
mod recovery;
pub(crate) mod results;
mod rows_file;
pub(crate) mod run_file;
mod sealed;
pub(crate) mod selected_games;
pub(crate) mod shard;
pub(crate) mod shard_place;
mod shard_source;
pub(crate) mod source;
pub(crate) mod standings;
mod stream_digest;
pub(crate) mod summary;
pub(crate) mod tallies;
pub(crate) mod timings;

pub(crate) use begun::{check_players, other_plan};
pub(crate) use checkpoint::{Lost, timings_so_far};
pub(crate) use error::{At, RecordError};
pub(crate) use journal::{Beginning, Journal, Recorded};
pub(crate) use recovery::{GoodLines, NotContinued, Verifier};
pub(crate) use summary::Summary;
pub(crate) use tallies::Tallies;
