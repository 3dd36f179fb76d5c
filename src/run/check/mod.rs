//! Strength checks: is a player still as strong as required?
//!
//! A `suite` is a file of checks. Each check plays games and requires one of two things: that a `quantity` is on
//! the right side of a bound (a `requirement`), or that the player is not weaker than in a recorded run (a
//! `baseline`), judged by the `difference` pair by pair, as in the `comparison` of two recorded runs. The
//! `evidence` is what is kept of the games; it gives an `estimate` with its interval. The interval decides the
//! `verdict`, which is inconclusive if the bound is inside it.
//!
//! Nothing here plays or writes.

pub(crate) mod baseline;
pub(crate) mod comparison;
pub(crate) mod difference;
pub(crate) mod estimate;
pub(crate) mod evidence;
pub(crate) mod quantity;
pub(crate) mod requirement;
pub(crate) mod result;
pub(crate) mod suite;
pub(crate) mod verdict;

pub(crate) use baseline::Baseline;
pub(crate) use comparison::{Comparison, RunPairs};
pub(crate) use evidence::Evidence;
pub(crate) use quantity::Quantity;
pub(crate) use result::{CheckResult, SuiteResults};
pub(crate) use suite::{Check, Demand};
pub(crate) use verdict::CheckVerdict;
