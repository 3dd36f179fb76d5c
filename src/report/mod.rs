//! Results for people: a sentence, tables, warnings, and progress during a run.
//!
//! Everything but [`progress`] and [`terminal`] is a pure function from results to text.

mod bar;
pub mod crosstable;
pub mod frontier;
mod live;
pub mod numbers;
pub mod paint;
pub mod progress;
mod sentence;
mod sprt;
pub mod standings;
mod summary;
pub mod terminal;
mod timings;
pub mod warnings;

pub use sentence::{score_so_far, sentence, sentence_of};
pub use sprt::{llr, sprt_words};
pub use summary::{match_table, stats_table};
