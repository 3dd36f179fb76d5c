//! Players: bots and their protocols, clocks, mixtures, and the lists of what there is.

mod bot_check;
pub(crate) mod bots;
mod bots_cores;
mod bots_many;
mod bots_runs;
mod classes;
mod clocks;
mod engine;
mod mixtures;
mod protocols;
mod real_engines;
mod referee_check;
mod registries;
