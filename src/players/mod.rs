//! Who plays: specs, the built-in strategies, bots that are other programs, and their clocks.

pub(crate) mod bots;
pub mod clock;
pub mod strategies;
pub(crate) mod thread_time;
