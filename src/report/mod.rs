//! Results for people and scripts: a sentence, tables, warnings, JSON, CSV, a page.
//!
//! Everything is a pure function from results to bytes, except that `page` reads the files of runs.

pub(crate) mod analysis;
mod bar;
pub(crate) mod bisect;
pub(crate) mod bot;
pub(crate) mod compare;
mod contest;
pub(crate) mod crosstable;
pub(crate) mod effort;
pub(crate) mod estimate;
pub(crate) mod explain;
mod forfeits;
pub(crate) mod formats;
pub(crate) mod frontier;
pub(crate) mod history;
mod json;
pub(crate) mod markdown;
pub(crate) mod numbers;
pub(crate) mod page;
pub(crate) mod paint;
pub(crate) mod perft;
pub(crate) mod pick;
pub(crate) mod position;
pub(crate) mod rate;
pub(crate) mod refereed;
pub(crate) mod replay;
pub(crate) mod review;
pub(crate) mod runs;
mod sentence;
pub(crate) mod so_far;
pub(crate) mod solution;
mod sprt;
pub(crate) mod standings;
pub(crate) mod statistics;
mod summary;
mod timings;
pub(crate) mod tuning;
pub(crate) mod warnings;

pub(crate) use sentence::{elo_words, percent, percent_interval, score_so_far, sentence};
pub(crate) use sprt::{gate_words, llr, more_games_words, sprt_words, unit as sprt_unit};
pub(crate) use standings::{certainty, whole};
pub(crate) use summary::{match_table, stats_table};

/// The width of tables without a terminal, and the maximum on a terminal.
pub(crate) const WIDTH: usize = 80;
