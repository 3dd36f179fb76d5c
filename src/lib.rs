//! hyperfine for game-playing AIs: which of two strategies is stronger, by how much, and what a move costs.
//!
//! `ARCHITECTURE.md` has the plan of the house.

mod cli;
mod digest;
mod exit;
pub mod games;
mod interrupt;
pub mod play;
pub mod players;
mod report;
pub mod rng;
mod run;
pub mod search;
pub mod stats;
mod store;
pub mod text;

pub use cli::app::App;
pub use games::AnyPosition;
pub use play::host::GameSpec;
pub use play::host::register as register_game;
pub use players::strategies::register_strategy;
pub use run::bisect::{Bisect, BisectResult, BisectVerdict};
pub use run::check::{Check, CheckError, CheckResult, CheckVerdict, SuiteResults};
pub use run::contest::{ContestError, Match, MatchResult, Tournament, TournamentResult};
pub use run::pick::{Candidate, Pick, PickResult};
pub use run::review::{MoveCounts, PlayerReview, Review, ReviewError, ReviewResult};
pub use run::tune::{Gain, Tune, TuneResult};
pub use stats::{Cost, Standing};
pub use text::TextError;

/// What programs that use this library usually need: `use arena::prelude::*;`.
pub mod prelude {
    pub use crate::games::{AnyPosition, Game, Move, Moves, Outcome, Side};
    pub use crate::play::host::GameSpec;
    pub use crate::players::strategies::{AnyStrategy, Choice, NoChoice, StrategyInfo, StrategySpec, Turn};
    pub use crate::run::bisect::{Bisect, BisectVerdict};
    pub use crate::run::check::{Check, CheckVerdict};
    pub use crate::run::contest::{Match, Tournament};
    pub use crate::run::pick::Pick;
    pub use crate::run::review::Review;
    pub use crate::run::tune::{Gain, Tune};
    pub use crate::text::TextError;
}
