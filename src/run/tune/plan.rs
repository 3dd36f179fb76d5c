//! The plan of a tuning: everything that determines its steps and its verdict.

use std::ops::Deref;

use serde::{Deserialize, Serialize};

use super::{Division, Parameter};
use crate::digest::Digest;
use crate::play::host::GameSpec;
use crate::play::openings::OpeningsSpec;
use crate::play::plan::{Digests, digest_text};
use crate::players::strategies::{SpecTemplate, StrategySpec};
use crate::stats::Sprt;
use crate::store::folder_name;
use crate::store::plan_text::PlayerText;

/// The version of the algorithm: another one gives another course from the same plan.
const ALGORITHM: &str = "spsa 1";

/// What is to be tuned, as it was asked for.
#[derive(Debug, Clone)]
pub(crate) struct TunePlan {
    pub game: GameSpec,
    pub template: SpecTemplate,
    pub parameters: Vec<Parameter>,
    /// The opponents; none if the players of a step meet each other.
    pub against: Vec<StrategySpec>,
    pub openings: OpeningsSpec,
    pub seed: u64,
    /// The steps and their games.
    pub division: Division,
    /// The most plies of a game.
    pub max_plies: Option<u32>,
    /// The test at the end.
    pub sprt: Sprt,
    /// The most games of the match at the end.
    pub verdict_games: u64,
}

/// A plan with the digests of the files it names: the players are the tuned one and the opponents.
#[derive(Debug, Clone)]
pub(crate) struct ResolvedTunePlan {
    pub plan: TunePlan,
    pub digests: Digests,
}

impl Deref for ResolvedTunePlan {
    type Target = TunePlan;

    fn deref(&self) -> &TunePlan {
        &self.plan
    }
}

/// A plan as written in `tune.json`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct TunePlanText {
    pub game: String,
    template: String,
    pub parameters: Vec<ParameterText>,
    pub against: Vec<PlayerText>,
    #[serde(skip_serializing_if = "Option::is_none")]
    digest: Option<String>,
    openings: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    openings_digest: Option<String>,
    seed: u64,
    pub games: u64,
    pub steps: u64,
    max_plies: Option<u32>,
    sprt: String,
    verdict_games: u64,
}

impl TunePlanText {
    pub(crate) fn template(&self) -> &str {
        &self.template
    }
}

/// A parameter as written in `tune.json`. Its numbers are texts, since they are exact decimals.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ParameterText {
    pub name: String,
    pub start: String,
    low: String,
    high: String,
    step: String,
    whole: bool,
}

impl ResolvedTunePlan {
    /// The plan for `tune.json`.
    pub(crate) fn text(&self) -> TunePlanText {
        let digest = |place: usize| self.digests.players.get(place).copied().flatten();
        let parameter = |parameter: &Parameter| ParameterText {
            name: parameter.name.clone(),
            start: parameter.start.to_string(),
            low: parameter.low.to_string(),
            high: parameter.high.to_string(),
            step: parameter.step.to_string(),
            whole: parameter.whole,
        };
        let opponent = |(place, spec): (usize, &StrategySpec)| PlayerText::new(spec, digest(place + 1));
        TunePlanText {
            game: self.game.to_string(),
            template: self.template.text().to_owned(),
            parameters: self.parameters.iter().map(parameter).collect(),
            against: self.against.iter().enumerate().map(opponent).collect(),
            digest: digest(0).map(digest_text),
            openings: self.openings.to_string(),
            openings_digest: self.digests.openings.map(digest_text),
            seed: self.seed,
            games: self.division.games(),
            steps: self.division.steps(),
            max_plies: self.max_plies,
            sprt: self.sprt.to_string(),
            verdict_games: self.verdict_games,
        }
    }

    /// The hash of the plan: equal for two tunings that play the same games.
    pub(crate) fn hash(&self) -> String {
        let text = serde_json::to_string(&self.text()).unwrap_or_default();
        digest_text(Digest::of([ALGORITHM, &text]))
    }

    /// The default folder, which no other plan has.
    pub(crate) fn folder(&self) -> String {
        let names: Vec<&str> = self.parameters.iter().map(|parameter| parameter.name.as_str()).collect();
        let name = format!("tune_{}_{}_seed{}", self.game, names.join("+"), self.seed);
        folder_name::with_digest(&name, &self.hash())
    }
}
