//! Tournaments, checks, tunings and reviews.

mod against;
mod bisect;
mod check;
mod compare;
mod explain;
mod history;
mod pick;
mod plan_hashes;
mod runs;
mod solve;
mod tournament;
mod tune;
