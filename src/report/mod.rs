//! Results for people: a sentence, tables, warnings, and progress during a run.
//!
//! Everything but `progress` and `terminal` is a pure function from results to text.

mod bar;
pub(crate) mod crosstable;
pub(crate) mod frontier;
mod live;
pub(crate) mod numbers;
pub(crate) mod paint;
pub(crate) mod progress;
mod sentence;
mod sprt;
pub mod standings;
mod summary;
pub(crate) mod terminal;
mod timings;
pub(crate) mod warnings;

pub use sentence::{score_so_far, sentence, sentence_of};
pub use sprt::{llr, sprt_words};
pub use summary::{match_table, stats_table};
