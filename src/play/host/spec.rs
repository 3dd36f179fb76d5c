//! The spec of a game: `kalah:6x4`, `connect:7x6x4`, or the name of a registered game.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::registry::{self, AnyRules};
use super::typed::MakeHost;
use super::{GameHost, list};
use crate::games::{BuiltInGame, EvaluatorInfo};
use crate::text::{TextError, did_you_mean};

/// The name of games whose rules another program knows. It is not a game of this type.
pub(crate) const REFEREED: &str = "ugi";

/// What is said where rules are needed.
const NO_RULES: &str = "arena has no rules for this game: only its referee knows them";

/// Where they are not.
const NO_RULES_ADVICE: &str = "without rules there are matches, tournaments, checks, ratings and reports, but no positions, \
                               values or reviews; see docs/GAMES.md";

/// A game with its sizes.
#[derive(Clone)]
pub struct GameSpec(Kind);

#[derive(Clone)]
enum Kind {
    BuiltIn(BuiltInGame),
    Registered(Arc<dyn AnyRules>),
}

impl GameSpec {
    /// The game on the fastest board type for positions that are reachable from the start.
    pub fn host(&self) -> Box<dyn GameHost> {
        self.host_for(&[])
    }

    /// The same on a board type that can also hold these positions, which may have any number of beans or checkers.
    pub fn host_for(&self, positions: &[&str]) -> Box<dyn GameHost> {
        match &self.0 {
            Kind::BuiltIn(game) => game.visit_holding(positions, MakeHost),
            Kind::Registered(rules) => rules.host(positions),
        }
    }

    /// A caveat about the game, if there is one: that nobody can win, for example.
    pub fn caveat(&self) -> Option<String> {
        match &self.0 {
            Kind::BuiltIn(game) => game.caveat(),
            Kind::Registered(rules) => rules.caveat(),
        }
    }

    /// The evaluators of this game. The first is the default.
    pub fn evaluators(&self) -> &'static [EvaluatorInfo] {
        match &self.0 {
            Kind::BuiltIn(game) => game.evaluators(),
            Kind::Registered(rules) => rules.evaluators(),
        }
    }
}

impl FromStr for GameSpec {
    type Err = TextError;

    fn from_str(text: &str) -> Result<GameSpec, TextError> {
        let (name, sizes) = match text.split_once(':') {
            Some((name, sizes)) => (name, Some(sizes)),
            None => (text, None),
        };
        if name == REFEREED {
            return Err(TextError::new(text, 0..name.len(), NO_RULES, NO_RULES_ADVICE));
        }
        if BuiltInGame::LIST.iter().any(|game| game.name == name) {
            return text.parse().map(|game| GameSpec(Kind::BuiltIn(game)));
        }
        match registry::read(name, sizes) {
            Some(read) => read
                .map(|rules| GameSpec(Kind::Registered(rules)))
                .map_err(|error| error.within(text, text.len() - sizes.map_or(0, str::len))),
            None => {
                let list = list();
                let names: Vec<&str> = list.iter().map(|game| game.name).collect();
                let problem = format!("unknown game '{name}'");
                Err(TextError::new(text, 0..name.len(), problem, did_you_mean(name, "games", &names)))
            }
        }
    }
}

impl fmt::Display for GameSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::BuiltIn(game) => game.fmt(f),
            Kind::Registered(rules) => rules.fmt(f),
        }
    }
}

impl fmt::Debug for GameSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GameSpec({self})")
    }
}

impl PartialEq for GameSpec {
    fn eq(&self, other: &GameSpec) -> bool {
        self.to_string() == other.to_string()
    }
}

impl Eq for GameSpec {}
