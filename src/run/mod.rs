//! What can be done with a plan: a match, a tournament, a check, a tuning, a review.

pub(crate) mod check;
pub(crate) mod contest;
pub(crate) mod engine;
pub(crate) mod results;
pub(crate) mod session;
pub(crate) mod tune;
