//! What can be done with a plan: a match, a tournament, a check, a tuning, a review, a search among commits.
//!
//! Each is a function from a request to results that emits events on the way; progress, page and terminal listen to
//! them. Nothing here prints: text is made of results and events by `report` and `cli`. A run that was stopped has
//! results too, so that is no error but the [`RunEnd`] of what was [`PlayedRun`].

pub(crate) mod against;
pub(crate) mod analyze;
pub(crate) mod bisect;
pub(crate) mod check;
mod command;
pub(crate) mod compare;
pub(crate) mod contest;
mod error;
mod estimate;
mod event;
pub(crate) mod explain;
pub(crate) mod export;
mod folder;
pub(crate) mod git;
pub(crate) mod judge;
mod merge;
pub(crate) mod page;
pub(crate) mod perft;
pub(crate) mod pick;
mod prepared;
pub(crate) mod rate;
mod recorder;
pub(crate) mod replay;
mod request;
pub(crate) mod results;
pub(crate) mod review;
pub(crate) mod runs;
pub(crate) mod session;
mod shard;
pub(crate) mod solve;
pub(crate) mod statistics;
pub(crate) mod tune;

pub(crate) use command::CommandLine;
pub(crate) use error::RunError;
pub(crate) use estimate::{RunEstimate, SAMPLE};
pub(crate) use event::{Opened, RunEvent};
pub(crate) use merge::{MergedRun, merge};
pub(crate) use prepared::warn_of_shared_cores;
pub(crate) use request::{
    ContestKind, Existing, FolderRequest, MAX_FORFEITS, Request, RunSettings, ThreadsRequest,
};
pub(crate) use results::{PlayedRun, RunEnd, RunResults, TournamentResults};
pub(crate) use shard::{PlayedShard, ShardEnd};

// The parts of requests and results that the rooms below define.
pub(crate) use crate::play::duel::Unplayed;
pub(crate) use crate::play::engine;
pub(crate) use crate::play::host::{GameHost, GameSpec};
pub(crate) use crate::play::host::{list as list_games, register as register_game};
pub(crate) use crate::play::match_command::{LISTED as MATCH_GAMES, MatchSpec};
pub(crate) use crate::play::plan::Plan;
pub(crate) use crate::play::referee::{
    LISTED as REFEREED_GAMES, RefereeSpec, RefereeView, RefereedPosition, Referees, SeenPosition,
};
pub(crate) use crate::play::schedule::shard::{first_wave, ranges};
pub(crate) use crate::play::schedule::{Format, FormatKind, MOST_PLAYERS_OF_ONE_BATCH, Schedule, Shard};
pub(crate) use crate::store::faults::Forfeiter;
pub(crate) use crate::store::folder::{FAULTS, GAMES, LOGS, REPORT, replace, replace_by};
pub(crate) use crate::store::folder_name::RESULTS;
pub(crate) use crate::store::games_file::GamesError;
pub(crate) use crate::store::merge::{MergeOptions, Shards};
pub(crate) use crate::store::selected_games::AttributeCondition;
pub(crate) use crate::store::shard::{SHARDS, ShownAs};
pub(crate) use crate::store::{Beginning, Lost, RecordError};
