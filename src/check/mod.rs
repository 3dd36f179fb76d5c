//! Strength checks: does a player still do what was asked of it?
//!
//! A [`suite`] is a file of checks. Each plays its games and asks for one of two things: that a [`quantity`] is on the
//! right side of a bound (a [`requirement`]), or that the player is not weaker than in a recorded run (a [`baseline`]),
//! which a [`difference`] pair by pair decides. What is kept of the games is their [`evidence`]; what it says of a
//! quantity is an [`estimate`] with its interval; an interval on one side of the bound gives a [`verdict`], and one on
//! both sides none.
//!
//! Nothing here plays or writes. [`formats`] are pure functions from [`outcome`]s to text.

pub mod baseline;
pub mod difference;
pub mod estimate;
pub mod evidence;
pub mod formats;
pub mod quantity;
pub mod requirement;
pub mod result;
pub mod suite;
pub mod verdict;

pub use baseline::Baseline;
pub use estimate::Estimate;
pub use evidence::Evidence;
pub use quantity::Quantity;
pub use requirement::{Relation, Requirement};
pub use result::CheckResult;
pub use suite::{Check, Demand};
pub use verdict::CheckVerdict;
