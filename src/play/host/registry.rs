//! Games that a program adds to the built-in ones.
//!
//! Specs are parsed in many places, so the registry is global. A program fills it once, before it parses
//! its first spec.

use std::fmt::Display;
use std::sync::{Arc, PoisonError, RwLock};

use super::GameHost;
use super::spec::REFEREED;
use super::typed::MakeHost;
use crate::games::{BuiltInGame, EvaluatorInfo, GameInfo, GameRules};
use crate::play::match_command::MATCH;
use crate::text::{NameTaken, TextError, check_spec_name};

/// The rules of a game with their type hidden.
pub(super) trait AnyRules: Display + Send + Sync {
    fn evaluators(&self) -> &'static [EvaluatorInfo];
    fn caveat(&self) -> Option<String>;
    /// The game on a board type that can hold these positions.
    fn host(&self, positions: &[&str]) -> Box<dyn GameHost>;
}

impl<R: GameRules> AnyRules for R {
    fn evaluators(&self) -> &'static [EvaluatorInfo] {
        R::EVALUATORS
    }

    fn caveat(&self) -> Option<String> {
        GameRules::caveat(self)
    }

    fn host(&self, positions: &[&str]) -> Box<dyn GameHost> {
        self.visit(positions, MakeHost)
    }
}

impl AnyRules for BuiltInGame {
    fn evaluators(&self) -> &'static [EvaluatorInfo] {
        BuiltInGame::evaluators(*self)
    }

    fn caveat(&self) -> Option<String> {
        BuiltInGame::caveat(*self)
    }

    fn host(&self, positions: &[&str]) -> Box<dyn GameHost> {
        self.visit_holding(positions, MakeHost)
    }
}

/// Reads what follows the name of a game.
type ReadRules = fn(Option<&str>) -> Result<Arc<dyn AnyRules>, TextError>;

#[derive(Clone, Copy)]
struct RegisteredGame {
    info: GameInfo,
    read: ReadRules,
}

static REGISTERED: RwLock<Vec<RegisteredGame>> = RwLock::new(Vec::new());

/// All games: the built-in ones, then the registered ones.
pub fn list() -> Vec<GameInfo> {
    let registered = REGISTERED.read().unwrap_or_else(PoisonError::into_inner);
    BuiltInGame::LIST.iter().copied().chain(registered.iter().map(|entry| entry.info)).collect()
}

/// Adds a game, which specs may name from then on.
pub fn register<R: GameRules + 'static>() -> Result<(), NameTaken> {
    let mut registered = REGISTERED.write().unwrap_or_else(PoisonError::into_inner);
    let taken = BuiltInGame::LIST.iter().chain(registered.iter().map(|entry| &entry.info));
    check_spec_name(R::INFO.name, taken.map(|info| info.name).chain([REFEREED, MATCH]))?;
    registered.push(RegisteredGame {
        info: R::INFO,
        read: |sizes| R::read(sizes).map(|rules| Arc::new(rules) as Arc<dyn AnyRules>),
    });
    Ok(())
}

/// Reads the sizes of a registered game; `None` if there is none of that name.
pub(super) fn read(name: &str, sizes: Option<&str>) -> Option<Result<Arc<dyn AnyRules>, TextError>> {
    let registered = REGISTERED.read().unwrap_or_else(PoisonError::into_inner);
    let read = registered.iter().find(|entry| entry.info.name == name)?.read;
    drop(registered);
    Some(read(sizes))
}
