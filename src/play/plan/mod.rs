//! The plan: everything that determines the games of a run.

mod read;

use std::collections::HashSet;
use std::ops::Deref;

use serde::{Serialize, Serializer, ser::SerializeMap};

use crate::digest::Digest;
use crate::play::host::GameSpec;
use crate::play::openings::OpeningsSpec;
use crate::play::schedule::{Format, Kind, Schedule};
use crate::players::strategies::StrategySpec;
use crate::stats::Sprt;

/// What is to be played, as it was asked for.
#[derive(Debug, Clone)]
pub(crate) struct Plan {
    pub game: GameSpec,
    /// Their names differ.
    pub players: Vec<StrategySpec>,
    pub openings: OpeningsSpec,
    pub seed: u64,
    /// Who meets whom, and how often.
    pub schedule: Schedule,
    /// The most plies of a game.
    pub max_plies: Option<u32>,
    /// The test that may end the run before all games are played.
    pub sprt: Option<Sprt>,
}

/// A plan with the digests of everything outside of arena that determines its games.
#[derive(Debug, Clone)]
pub(crate) struct ResolvedPlan {
    pub plan: Plan,
    pub digests: Digests,
}

/// The digests of the files that a plan names.
#[derive(Debug, Clone, Default)]
pub(crate) struct Digests {
    /// Of a file of openings.
    pub openings: Option<u64>,
    /// Of the program that knows the rules, if it is not this one.
    pub referee: Option<u64>,
    /// Of each player that is a program.
    pub players: Vec<Option<u64>>,
}

/// A digest as it is recorded.
pub(crate) fn digest_text(digest: u64) -> String {
    format!("{digest:016x}")
}

impl Deref for ResolvedPlan {
    type Target = Plan;

    fn deref(&self) -> &Plan {
        &self.plan
    }
}

/// A plan as written in `run.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct PlanText {
    /// The game's spec.
    pub game: String,
    /// The digest of the files of the referee.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub referee_digest: Option<String>,
    /// The players, and the kind of tournament if it is not a match.
    #[serde(flatten)]
    pub players: PlayersText,
    /// The spec of the openings.
    pub openings: String,
    /// The digest of a file of openings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub openings_digest: Option<String>,
    /// The seed.
    pub seed: u64,
    /// The number of games per pairing, if the schedule does not decide it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
    /// The most plies of a game.
    pub max_plies: Option<u32>,
    /// The spec of the test that may end the run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<String>,
}

/// A player as written in `run.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct PlayerText {
    /// The name.
    pub name: String,
    /// The spec.
    pub spec: String,
    /// The digest of the files of a program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
}

/// The players as written in `run.json`: `a` and `b` in a match, else `players` with the format of the tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PlayersText {
    players: Vec<PlayerText>,
    format: Format,
}

impl PlayersText {
    /// All players.
    pub(crate) fn all(&self) -> &[PlayerText] {
        &self.players
    }

    /// The kind of tournament; `None` for a match.
    pub(crate) fn format(&self) -> Option<(&'static str, Option<(&'static str, u64)>)> {
        let detail = match self.format {
            Format::RoundRobin if self.players.len() == 2 => return None,
            Format::RoundRobin | Format::Gauntlet => None,
            Format::Swiss { rounds } => Some(("rounds", rounds)),
            Format::Adaptive { total_games } => Some(("total_games", total_games)),
        };
        Some((self.format.kind().name(), detail))
    }
}

impl Serialize for PlayersText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match self.format() {
            None => {
                for (key, player) in ["a", "b"].iter().zip(&self.players) {
                    map.serialize_entry(key, player)?;
                }
            }
            Some((format, detail)) => {
                map.serialize_entry("players", &self.players)?;
                map.serialize_entry("format", format)?;
                if let Some((key, number)) = detail {
                    map.serialize_entry(key, &number)?;
                }
            }
        }
        map.end()
    }
}

impl Plan {
    /// A plan with the default openings of its game, seed 1, no limit of plies and no test.
    pub(crate) fn new(game: impl Into<GameSpec>, players: Vec<StrategySpec>, schedule: Schedule) -> Plan {
        let game = game.into();
        let openings = game.default_openings();
        Plan { game, players, openings, seed: 1, schedule, max_plies: None, sprt: None }
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.players.iter().map(StrategySpec::name)
    }

    /// The place of the first player that has the same name as an earlier one.
    pub(crate) fn repeated_name(players: &[StrategySpec]) -> Option<usize> {
        let mut seen = HashSet::new();
        players.iter().position(|player| !seen.insert(player.name()))
    }
}

impl ResolvedPlan {
    /// The plan for `run.json`.
    pub(crate) fn text(&self) -> PlanText {
        let digests = self.digests.players.iter().copied().chain(std::iter::repeat(None));
        let player = |(player, digest): (&StrategySpec, Option<u64>)| PlayerText {
            name: player.name().to_owned(),
            spec: player.to_string(),
            digest: digest.map(digest_text),
        };
        PlanText {
            game: self.game.to_string(),
            referee_digest: self.digests.referee.map(digest_text),
            players: PlayersText {
                players: self.players.iter().zip(digests).map(player).collect(),
                format: self.schedule.format(),
            },
            openings: self.openings.to_string(),
            openings_digest: self.digests.openings.map(digest_text),
            seed: self.seed,
            games: (self.schedule.format().kind() != Kind::Adaptive).then(|| self.schedule.games()),
            max_plies: self.max_plies,
            sprt: self.sprt.map(|sprt| sprt.to_string()),
        }
    }

    /// The hash of the plan: equal for two runs that play the same games.
    pub(crate) fn hash(&self) -> String {
        let text = self.text();
        let numbers = format!("{} {} {:?}", text.seed, text.games.unwrap_or(0), text.max_plies);
        let mut parts = vec![text.game.as_str()];
        parts.extend(text.players.all().iter().flat_map(|player| [player.name.as_str(), &player.spec]));
        parts.extend([&text.openings, text.openings_digest.as_deref().unwrap_or(""), &numbers]);
        parts.extend(text.sprt.as_deref());
        parts.extend(text.referee_digest.as_deref());
        parts.extend(text.players.all().iter().filter_map(|player| player.digest.as_deref()));
        let format = text.players.format().map(|(name, detail)| {
            let number = detail.map(|(_, number)| number.to_string()).unwrap_or_default();
            [name.to_owned(), number]
        });
        parts.extend(format.iter().flatten().map(String::as_str));
        format!("{:016x}", Digest::of(parts))
    }
}
