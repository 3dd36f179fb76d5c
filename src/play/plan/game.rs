//! The game of a plan: one that arena has rules for, or one that a referee knows.

use std::fmt;
use std::str::FromStr;

use crate::games::Side;
use crate::play::host::{GamePlan, GameSpec, ResolveError};
use crate::play::openings::{LoadedOpenings, OpeningsSpec};
use crate::play::referee::{self, RefereeSpec};
use crate::play::runner::ResolvedGames;
use crate::text::TextError;

/// A game that can be played in a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum AnyGame {
    /// By rules.
    Rules(GameSpec),
    /// By what another program says.
    Refereed(Box<RefereeSpec>),
}

impl AnyGame {
    /// Resolves the players and the openings of a plan. `loaded` are the openings that it names.
    pub(crate) fn resolve(&self, plan: GamePlan<'_>) -> Result<Box<dyn ResolvedGames>, ResolveError> {
        match self {
            AnyGame::Rules(game) => game.host_for(&LoadedOpenings::positions(plan.openings)).resolve(plan),
            AnyGame::Refereed(referee) => referee::resolve(referee, plan),
        }
    }

    /// Where games start unless something else is given.
    pub(crate) fn default_openings(&self) -> OpeningsSpec {
        match self {
            AnyGame::Rules(_) => OpeningsSpec::Random(None),
            AnyGame::Refereed(_) => OpeningsSpec::Start,
        }
    }

    /// Whether another program knows the rules.
    pub(crate) fn is_refereed(&self) -> bool {
        matches!(self, AnyGame::Refereed(_))
    }

    /// What the sides are called.
    pub(crate) fn side_names(&self) -> [&'static str; 2] {
        match self {
            AnyGame::Rules(game) => {
                let start = game.host().start();
                Side::BOTH.map(|side| start.side_name(side))
            }
            AnyGame::Refereed(_) => ["first", "second"],
        }
    }

    /// A caveat about the game, if there is one.
    pub(crate) fn caveat(&self) -> Option<String> {
        match self {
            AnyGame::Rules(game) => game.caveat(),
            AnyGame::Refereed(_) => None,
        }
    }

    /// Its name in the names of folders.
    pub(super) fn short_name(&self) -> String {
        match self {
            AnyGame::Rules(game) => game.to_string(),
            AnyGame::Refereed(referee) => referee.short_name(),
        }
    }
}

impl From<GameSpec> for AnyGame {
    fn from(game: GameSpec) -> AnyGame {
        AnyGame::Rules(game)
    }
}

impl FromStr for AnyGame {
    type Err = TextError;

    fn from_str(text: &str) -> Result<AnyGame, TextError> {
        if RefereeSpec::is_one(text) {
            text.parse().map(|referee| AnyGame::Refereed(Box::new(referee)))
        } else {
            text.parse().map(AnyGame::Rules)
        }
    }
}

impl fmt::Display for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnyGame::Rules(game) => game.fmt(f),
            AnyGame::Refereed(referee) => referee.fmt(f),
        }
    }
}
