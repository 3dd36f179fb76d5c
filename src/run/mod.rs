//! What can be done with a plan: a match, a tournament, a check, a tuning, a review.

pub(crate) mod check;
pub(crate) mod contest;
pub(crate) mod engine;
pub(crate) mod results;
pub(crate) mod session;
pub(crate) mod tune;

/// The default number of forfeited games of one player that stops a run.
pub(crate) const MAX_FORFEITS: u64 = 10;
