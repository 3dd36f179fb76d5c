//! Tests of the command line, on the real binary. The folders are named after the rooms of `src`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod cli;
mod common;
mod play;
mod players;
mod report;
mod run;
mod store;
