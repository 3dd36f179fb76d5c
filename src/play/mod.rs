//! How games are played: openings, schedule, one game, the referee, the board type hidden, the runner; and arena as an engine
//! in games that another program runs.

pub mod adjudication;
pub mod by_rules;
pub mod duel;
pub(crate) mod engine;
pub(crate) mod fingerprint;
pub(crate) mod finished;
pub mod host;
pub(crate) mod match_command;
pub mod openings;
pub(crate) mod plan;
pub(crate) mod referee;
pub(crate) mod runner;
pub mod schedule;
pub(crate) mod source;
