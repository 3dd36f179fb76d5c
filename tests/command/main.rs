//! Tests of the command line, on the real binary.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod bot_check;
mod bots;
mod bots_cores;
mod bots_runs;
mod builds;
mod check;
mod cli;
mod columns;
mod common;
mod compare;
mod completions;
mod damage;
mod dialects;
mod engine;
mod errors;
mod examples;
mod faults;
mod figures;
mod formats;
mod help;
mod kills;
mod limits;
mod offline;
mod pipes;
mod play;
mod rate;
mod registries;
mod reproducible;
mod resume;
mod scripts;
mod short_form;
mod sprt;
mod stopping;
mod tournament;
mod untrusted;
