//! Tournaments, checks, tunings and reviews.

mod against;
mod check;
mod compare;
mod pick;
mod plan_hashes;
mod runs;
mod solve;
mod tournament;
mod tune;
