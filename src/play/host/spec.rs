//! The spec of a game: `kalah:6x4`, the name of a registered game, `ugi:COMMAND`, or `match:COMMAND`.

use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use super::registry::{self, AnyRules};
use super::{GameHost, ResolveError, list};
use crate::games::{BuiltInGame, EvaluatorInfo, Side, game_names};
use crate::play::adjudication::GameLimits;
use crate::play::match_command::{self, MATCH, MatchSpec};
use crate::play::openings::{LoadedOpenings, OpeningsSpec};
use crate::play::plan::Plan;
use crate::play::referee::{Referee, RefereeSpec};
use crate::play::runner::ResolvedGames;
use crate::play::source;
use crate::text::{TextError, did_you_mean, nearest};

/// The name of games whose rules another program knows.
pub(crate) const REFEREED: &str = "ugi";

/// Why there is no [`GameHost`] of such a game.
const NO_RULES: &str = "arena has no rules for this game: only its referee knows them";

const NO_RULES_ADVICE: &str = "without rules there are matches, tournaments, checks, ratings and reports, but no positions, \
                               values or reviews; see docs/GAMES.md";

/// Why there is no [`GameHost`] of a match.
const NO_MOVES: &str =
    "arena sees neither positions nor moves of this game: a match is played by its program";

const NO_MOVES_ADVICE: &str = "without moves there are matches, tournaments, checks, ratings and reports, but no positions, \
                               values or reviews; see docs/MATCHES.md";

/// Whether arena has no rules for the game of this spec, so that recorded games cannot be replayed.
pub(crate) fn has_no_rules(spec: &str) -> bool {
    RefereeSpec::is_one(spec) || MatchSpec::is_one(spec)
}

/// A game that can be played in a run: a built-in or registered one with its sizes, one that only a referee knows, or one that
/// another program plays as a whole.
#[derive(Clone)]
pub struct GameSpec(RulesSource);

#[derive(Clone)]
enum RulesSource {
    Known(Arc<dyn AnyRules>),
    Referee(Box<RefereeSpec>),
    Match(Box<MatchSpec>),
}

impl GameSpec {
    /// The game on the fastest board type for positions that are reachable from the start. An error if only a referee knows
    /// the rules.
    pub fn host(&self) -> Result<Box<dyn GameHost>, TextError> {
        self.host_for(&[])
    }

    /// The same on a board type that can also hold these positions, which may have any number of beans or checkers.
    pub fn host_for(&self, positions: &[&str]) -> Result<Box<dyn GameHost>, TextError> {
        match &self.0 {
            RulesSource::Known(rules) => Ok(rules.host(positions)),
            RulesSource::Referee(spec) => {
                Err(TextError::new(&spec.to_string(), 0..REFEREED.len(), NO_RULES, NO_RULES_ADVICE))
            }
            RulesSource::Match(spec) => {
                Err(TextError::new(&spec.to_string(), 0..MATCH.len(), NO_MOVES, NO_MOVES_ADVICE))
            }
        }
    }

    /// A caveat about the game, if there is one: that nobody can win, for example.
    pub fn caveat(&self) -> Option<String> {
        self.rules().and_then(AnyRules::caveat)
    }

    /// The evaluators of this game. The first is the default.
    pub fn evaluators(&self) -> &'static [EvaluatorInfo] {
        self.rules().map_or(&[], AnyRules::evaluators)
    }

    /// Whether another program plays it as a whole.
    pub(crate) fn is_match(&self) -> bool {
        matches!(self.0, RulesSource::Match(_))
    }

    /// Whether another program knows the rules.
    pub(crate) fn is_refereed(&self) -> bool {
        self.rules().is_none()
    }

    /// The program that knows the rules, if it is not this one.
    pub(crate) fn referee(&self) -> Option<&RefereeSpec> {
        match &self.0 {
            RulesSource::Referee(spec) => Some(spec),
            RulesSource::Known(_) | RulesSource::Match(_) => None,
        }
    }

    /// The same game with other referees, `both` or `one`; `None` if it has none.
    pub(crate) fn with_referees(&self, value: &str) -> Option<Result<GameSpec, TextError>> {
        match &self.0 {
            RulesSource::Known(_) | RulesSource::Match(_) => None,
            RulesSource::Referee(spec) => Some(spec.with_referees(value).map(GameSpec::from)),
        }
    }

    /// The same game; paths in the command of a referee are relative to a folder.
    #[must_use]
    pub(crate) fn within(self, folder: &Path) -> GameSpec {
        match self.0 {
            RulesSource::Known(_) => self,
            RulesSource::Referee(spec) => spec.within(folder).into(),
            RulesSource::Match(spec) => GameSpec(RulesSource::Match(Box::new(spec.within(folder)))),
        }
    }

    /// Resolves the players and the openings of a plan of this game.
    pub(crate) fn resolve(
        &self,
        plan: &Plan,
        openings: &LoadedOpenings,
    ) -> Result<Box<dyn ResolvedGames>, ResolveError> {
        let Plan { players, seed, max_plies, adjudication, .. } = plan;
        let limits = GameLimits { max_plies: *max_plies, adjudication: *adjudication };
        match &self.0 {
            RulesSource::Known(rules) => {
                rules.host(&openings.positions()).resolve(players, openings, *seed, limits)
            }
            RulesSource::Referee(spec) => {
                source::resolve(Referee::new(spec.as_ref().clone()), players, openings, *seed, limits)
            }
            RulesSource::Match(spec) => match_command::resolve(spec, plan, openings),
        }
    }

    /// Where games start unless something else is given.
    pub(crate) fn default_openings(&self) -> OpeningsSpec {
        if self.is_refereed() { OpeningsSpec::Start } else { OpeningsSpec::Random(None) }
    }

    /// What the sides are called.
    pub(crate) fn side_names(&self) -> [&'static str; 2] {
        self.host().map_or(["first", "second"], |host| Side::BOTH.map(|side| host.start().side_name(side)))
    }

    /// Its name in the names of folders.
    pub(crate) fn short_name(&self) -> String {
        match &self.0 {
            RulesSource::Known(rules) => rules.to_string(),
            RulesSource::Referee(spec) => spec.short_name(),
            RulesSource::Match(spec) => spec.short_name(),
        }
    }

    fn rules(&self) -> Option<&dyn AnyRules> {
        match &self.0 {
            RulesSource::Known(rules) => Some(rules.as_ref()),
            RulesSource::Referee(_) | RulesSource::Match(_) => None,
        }
    }
}

impl From<RefereeSpec> for GameSpec {
    fn from(spec: RefereeSpec) -> GameSpec {
        GameSpec(RulesSource::Referee(Box::new(spec)))
    }
}

impl FromStr for GameSpec {
    type Err = TextError;

    fn from_str(text: &str) -> Result<GameSpec, TextError> {
        if RefereeSpec::is_one(text) {
            return text.parse().map(RefereeSpec::into);
        }
        if MatchSpec::is_one(text) {
            return Ok(GameSpec(RulesSource::Match(Box::new(text.parse()?))));
        }
        let (name, sizes) = match text.split_once(':') {
            Some((name, sizes)) => (name, Some(sizes)),
            None => (text, None),
        };
        if BuiltInGame::is_called(name) {
            let game: BuiltInGame = text.parse()?;
            return Ok(GameSpec(RulesSource::Known(Arc::new(game))));
        }
        match registry::read(name, sizes) {
            Some(read) => read
                .map(|rules| GameSpec(RulesSource::Known(rules)))
                .map_err(|error| error.within(text, text.len() - sizes.map_or(0, str::len))),
            None => {
                let list = list();
                let names = game_names(&list);
                let problem = format!("unknown game '{name}'");
                let mut advice = did_you_mean(name, "games", &names);
                if nearest(name, names.iter().copied()).is_none() {
                    advice += "; any other game needs a program: ugi:COMMAND, which knows its rules (docs/GAMES.md), or match:COMMAND, \
                               which plays it (docs/MATCHES.md)";
                }
                Err(TextError::new(text, 0..name.len(), problem, advice))
            }
        }
    }
}

impl fmt::Display for GameSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            RulesSource::Known(rules) => rules.fmt(f),
            RulesSource::Referee(spec) => spec.fmt(f),
            RulesSource::Match(spec) => spec.fmt(f),
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
