//! The plan: everything that determines the games of a run.

use serde::Serialize;

use crate::digest::Digest;
use crate::games::GameSpec;
use crate::openings::OpeningsSpec;
use crate::strategies::StrategySpec;

/// What is to be played.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The game.
    pub game: GameSpec,
    /// The players: a, then b. Their names differ.
    pub players: [StrategySpec; 2],
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
}

/// A plan as it stands in `run.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlanText {
    /// The game's spec.
    pub game: String,
    /// Player a.
    pub a: PlayerText,
    /// Player b.
    pub b: PlayerText,
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
}

/// A player as it stands in `run.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlayerText {
    /// The name.
    pub name: String,
    /// The spec.
    pub spec: String,
}

impl Plan {
    /// How many pairs there are, the last of which may be half.
    pub fn pairs(&self) -> u64 {
        self.games.div_ceil(2)
    }

    /// The names of the players: a, then b.
    pub fn names(&self) -> [&str; 2] {
        [self.players[0].name(), self.players[1].name()]
    }

    /// The plan for `run.json`.
    pub fn text(&self) -> PlanText {
        let [a, b] = self
            .players
            .each_ref()
            .map(|player| PlayerText { name: player.name().to_owned(), spec: player.to_string() });
        PlanText {
            game: self.game.to_string(),
            a,
            b,
            openings: self.openings.to_string(),
            openings_digest: self.openings_digest.map(|digest| format!("{digest:016x}")),
            seed: self.seed,
            games: self.games,
            max_plies: self.max_plies,
        }
    }

    /// What distinguishes this plan from every other: equal for two runs that play the same games.
    pub fn hash(&self) -> String {
        let text = self.text();
        let numbers = format!("{} {} {:?}", text.seed, text.games, text.max_plies);
        let hash = Digest::of([
            text.game.as_str(),
            &text.a.name,
            &text.a.spec,
            &text.b.name,
            &text.b.spec,
            &text.openings,
            text.openings_digest.as_deref().unwrap_or(""),
            &numbers,
        ]);
        format!("{hash:016x}")
    }

    /// The folder of the run where none is asked for.
    pub fn folder(&self) -> String {
        let [a, b] = self.names();
        let name = format!("{}_{a}_vs_{b}_seed{}", self.game, self.seed);
        let safe = |c: char| c.is_alphanumeric() || ":._-+=,".contains(c);
        let name: String = name.chars().map(|c| if safe(c) { c } else { '-' }).collect();
        format!("results/{name}")
    }
}
