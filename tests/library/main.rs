//! Tests of the library: one binary, because each binary links the library again.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod anytime;
mod architecture;
mod bisection;
mod calibration;
mod chosen_pairings;
mod contract;
mod coverage;
mod duel;
mod evaluators;
mod mcts;
mod mistakes;
mod openings;
mod proof;
mod race;
mod ratings;
mod rules;
mod schedule;
mod search;
mod simulated;
mod solve;
mod stats;
mod strategies;
