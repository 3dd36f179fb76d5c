//! Tournaments, checks, tunings and reviews.

mod against;
mod check;
mod compare;
mod plan_hashes;
mod runs;
mod solve;
mod tournament;
mod tune;
