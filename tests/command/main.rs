//! Tests of the command line, on the real binary.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod builds;
mod check;
mod cli;
mod common;
mod compare;
mod damage;
mod engine;
mod errors;
mod examples;
mod faults;
mod figures;
mod formats;
mod kills;
mod offline;
mod pipes;
mod play;
mod rate;
mod registries;
mod reproducible;
mod resume;
mod scripts;
mod sprt;
mod stopping;
mod tournament;
mod untrusted;
