//! The plan: everything that determines the games of a run.

use serde::{Serialize, Serializer, ser::SerializeMap};

use crate::digest::Digest;
use crate::games::GameSpec;
use crate::openings::OpeningsSpec;
use crate::schedule::{Batch, Block, Pairing};
use crate::stats::Sprt;
use crate::strategies::StrategySpec;

/// What is to be played.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The game.
    pub game: GameSpec,
    /// The players: a, then b. Their names differ.
    pub players: Vec<StrategySpec>,
    /// Where the openings come from.
    pub openings: OpeningsSpec,
    /// What distinguishes the content of a file of openings.
    pub openings_digest: Option<u64>,
    /// The seed of all chance.
    pub seed: u64,
    /// How many games.
    pub games: u64,
    /// The most plies of a game.
    pub max_plies: Option<u32>,
    /// The test that may end the run before all games are played.
    pub sprt: Option<Sprt>,
}

/// A plan as it stands in `run.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlanText {
    /// The game's spec.
    pub game: String,
    /// The players.
    #[serde(flatten)]
    pub players: PlayersText,
    /// The spec of the openings.
    pub openings: String,
    /// The digest of a file of openings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub openings_digest: Option<String>,
    /// The seed.
    pub seed: u64,
    /// The number of games.
    pub games: u64,
    /// The most plies of a game.
    pub max_plies: Option<u32>,
    /// The spec of the test that may end the run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<String>,
}

/// A player as it stands in `run.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlayerText {
    /// The name.
    pub name: String,
    /// The spec.
    pub spec: String,
}

/// The players as they stand in `run.json`: `a` and `b`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayersText(Vec<PlayerText>);

impl PlayersText {
    /// All players.
    pub fn all(&self) -> &[PlayerText] {
        &self.0
    }
}

impl Serialize for PlayersText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (key, player) in ["a", "b"].iter().zip(&self.0) {
            map.serialize_entry(key, player)?;
        }
        map.end()
    }
}

impl Plan {
    /// How many pairs two players have, the last of which may be half.
    pub fn pairs(&self) -> u64 {
        self.games.div_ceil(2)
    }

    /// The games of a match.
    pub fn block(&self) -> Block {
        Block::first(Batch { pairings: vec![Pairing { a: 0, b: 1 }], games: self.games })
    }

    /// The names of the players.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.players.iter().map(StrategySpec::name)
    }

    /// The plan for `run.json`.
    pub fn text(&self) -> PlanText {
        let player =
            |player: &StrategySpec| PlayerText { name: player.name().to_owned(), spec: player.to_string() };
        PlanText {
            game: self.game.to_string(),
            players: PlayersText(self.players.iter().map(player).collect()),
            openings: self.openings.to_string(),
            openings_digest: self.openings_digest.map(|digest| format!("{digest:016x}")),
            seed: self.seed,
            games: self.games,
            max_plies: self.max_plies,
            sprt: self.sprt.map(|sprt| sprt.to_string()),
        }
    }

    /// What distinguishes this plan from every other: equal for two runs that play the same games.
    pub fn hash(&self) -> String {
        let text = self.text();
        let numbers = format!("{} {} {:?}", text.seed, text.games, text.max_plies);
        let mut parts = vec![text.game.as_str()];
        parts.extend(text.players.all().iter().flat_map(|player| [player.name.as_str(), &player.spec]));
        parts.extend([&text.openings, text.openings_digest.as_deref().unwrap_or(""), &numbers]);
        parts.extend(text.sprt.as_deref());
        format!("{:016x}", Digest::of(parts))
    }

    /// The folder of the run where none is asked for.
    pub fn folder(&self) -> String {
        let names: Vec<&str> = self.names().collect();
        let name = format!("{}_{}_seed{}", self.game, names.join("_vs_"), self.seed);
        let safe = |c: char| c.is_alphanumeric() || ":._-+=,".contains(c);
        let name: String = name.chars().map(|c| if safe(c) { c } else { '-' }).collect();
        format!("results/{name}")
    }
}
