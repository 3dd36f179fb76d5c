//! A baseline: a recorded run that later runs are compared with.
//!
//! It is a small file to commit: the half points of each pair as a digit, a digest of the games, what was played, and
//! the version of arena.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::difference::difference;
use super::evidence::Evidence;
use crate::play::fingerprint::Fingerprint;
use crate::stats::IntervalBasis;
use crate::stats::estimate::Estimate;
pub(crate) use crate::store::run_file::MadeBy;
use crate::text::escaped;

pub(crate) const SCHEMA_VERSION: u32 = 1;

/// A recorded run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Baseline {
    schema_version: u32,
    /// The arena that recorded it.
    pub arena: MadeBy,
    pub played: BaselinePlan,
    /// The fingerprint of the opponent, if it can be compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    opponent: Option<String>,
    /// The score of player a.
    pub score: Option<f64>,
    games_digest: String,
    /// The half points of player a in each pair, 0 to 4, in order.
    pairs: String,
}

/// What was played: the parts of a check's plan that two runs must share.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct BaselinePlan {
    pub game: String,
    /// The player under test, which may change.
    pub a: String,
    /// Its opponent.
    pub b: String,
    /// The openings, as written in the suite.
    pub openings: String,
    /// The digest of a file of openings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings_digest: Option<String>,
    pub seed: u64,
    pub games: u64,
    /// The ply limit of a game.
    pub max_plies: Option<u32>,
}

impl BaselinePlan {
    /// The differences that make another run incomparable: `"seed: 1 there, 2 here"`.
    fn differences(&self, here: &BaselinePlan) -> Vec<String> {
        let none = || "none".to_owned();
        let most = |played: &BaselinePlan| played.max_plies.map_or_else(none, |most| most.to_string());
        let content = |played: &BaselinePlan| played.openings_digest.clone().unwrap_or_else(none);
        let both = [
            ("game", self.game.clone(), here.game.clone()),
            ("b", self.b.clone(), here.b.clone()),
            ("openings", self.openings.clone(), here.openings.clone()),
            ("content of the openings", content(self), content(here)),
            ("seed", self.seed.to_string(), here.seed.to_string()),
            ("games", self.games.to_string(), here.games.to_string()),
            ("max_plies", most(self), most(here)),
        ];
        let different = both.into_iter().filter(|(_, there, here)| there != here);
        different.map(|(what, there, here)| format!("{what}: {there} there, {here} here")).collect()
    }
}

/// Why a file cannot serve as a baseline.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{problem}")]
pub(crate) struct BaselineError {
    pub problem: String,
    /// Whether the file is a baseline, which may be overwritten.
    pub is_baseline: bool,
}

impl Baseline {
    /// The baseline of a run, with the fingerprint of the opponent if it can be compared.
    pub(crate) fn of(
        played: BaselinePlan,
        evidence: &Evidence,
        score: Option<f64>,
        opponent: Option<Fingerprint>,
    ) -> Baseline {
        let digit = |points: u8| char::from(b'0' + points.min(4));
        Baseline {
            schema_version: SCHEMA_VERSION,
            arena: MadeBy::this(),
            played,
            opponent: opponent.filter(|one| one.extent().is_some()).map(|one| one.to_string()),
            score: score.map(|score| (score * 1e6).round() / 1e6),
            games_digest: format!("{:016x}", evidence.digest()),
            pairs: evidence.pairs().iter().map(|pair| digit(pair.half_points)).collect(),
        }
    }

    /// The fingerprint of the opponent, if known.
    pub(crate) fn opponent(&self) -> Option<Fingerprint> {
        self.opponent.as_deref()?.parse().ok()
    }

    /// Reads the content of a file. In its texts, characters that cannot be shown are escaped.
    pub(crate) fn read(bytes: &[u8]) -> Result<Baseline, BaselineError> {
        let wrong = |problem: String, is_baseline| BaselineError { problem, is_baseline };
        let mut json: serde_json::Value = serde_json::from_slice(bytes)
            .map_err(|error| wrong(format!("not a baseline: {error}"), false))?;
        escape_texts(&mut json);
        let version = json.get("schema_version").and_then(serde_json::Value::as_u64);
        let is_baseline = version.is_some() && json.get("games_digest").is_some();
        match version {
            Some(version) if is_baseline && version != u64::from(SCHEMA_VERSION) => {
                let problem = format!(
                    "format version {version} of the baseline is not supported, only {SCHEMA_VERSION}"
                );
                return Err(wrong(problem, true));
            }
            _ => {}
        }
        let baseline: Baseline = serde_json::from_value(json)
            .map_err(|error| wrong(format!("not a baseline: {error}"), is_baseline))?;
        let complete = baseline.pairs.len() as u64 == baseline.played.games / 2
            && baseline.pairs.bytes().all(|digit| (b'0'..=b'4').contains(&digit));
        if complete {
            Ok(baseline)
        } else {
            Err(wrong("the pairs do not match the number of games".to_owned(), true))
        }
    }

    pub(crate) fn bytes(&self) -> serde_json::Result<Vec<u8>> {
        let mut bytes = serde_json::to_vec_pretty(self)?;
        bytes.push(b'\n');
        Ok(bytes)
    }

    /// Why a run cannot be compared with it, or `None` if it can.
    pub(crate) fn differs_from(&self, here: &BaselinePlan) -> Option<String> {
        let differences = self.played.differences(here);
        (!differences.is_empty()).then(|| differences.join("; "))
    }

    /// Whether a run played exactly these games.
    pub(crate) fn is_same(&self, evidence: &Evidence) -> bool {
        self.games_digest == format!("{:016x}", evidence.digest())
    }

    /// The difference of the scores, pair by pair. For the same games it is exactly 0.
    pub(crate) fn compare(&self, evidence: &Evidence) -> Estimate {
        if self.is_same(evidence) {
            return Estimate::exactly(0.0);
        }
        let recorded: Vec<u8> = self.pairs.bytes().map(|digit| digit.saturating_sub(b'0')).collect();
        difference(evidence.pairs(), &recorded, IntervalBasis::Fixed)
    }
}

fn escape_texts(json: &mut serde_json::Value) {
    match json {
        serde_json::Value::String(text) => *text = escaped(text).into_owned(),
        serde_json::Value::Array(values) => values.iter_mut().for_each(escape_texts),
        serde_json::Value::Object(fields) => fields.values_mut().for_each(escape_texts),
        serde_json::Value::Null | serde_json::Value::Bool(_) | serde_json::Value::Number(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played() -> BaselinePlan {
        BaselinePlan {
            game: "kalah:6x4".to_owned(),
            a: "smart:6".to_owned(),
            b: "bad".to_owned(),
            openings: "random".to_owned(),
            openings_digest: None,
            seed: 1,
            games: 4,
            max_plies: None,
        }
    }

    fn baseline() -> Baseline {
        Baseline {
            schema_version: SCHEMA_VERSION,
            arena: MadeBy { version: "0.1.0".to_owned(), commit: "0123456789ab".to_owned() },
            played: played(),
            opponent: None,
            score: Some(0.875),
            games_digest: "00000000000000aa".to_owned(),
            pairs: "43".to_owned(),
        }
    }

    #[test]
    fn a_baseline_is_a_small_file_that_can_be_read_back() {
        let bytes = baseline().bytes().unwrap();
        assert_eq!(Baseline::read(&bytes), Ok(baseline()));
        insta::assert_snapshot!(String::from_utf8(bytes).unwrap(), @r#"
        {
          "schema_version": 1,
          "arena": {
            "version": "0.1.0",
            "commit": "0123456789ab"
          },
          "played": {
            "game": "kalah:6x4",
            "a": "smart:6",
            "b": "bad",
            "openings": "random",
            "seed": 1,
            "games": 4,
            "max_plies": null
          },
          "score": 0.875,
          "games_digest": "00000000000000aa",
          "pairs": "43"
        }
        "#);
    }

    #[test]
    fn a_run_with_another_opponent_or_other_openings_cannot_be_compared() {
        assert_eq!(baseline().differs_from(&played()), None);
        let other = BaselinePlan { a: "smart:5".to_owned(), ..played() };
        assert_eq!(baseline().differs_from(&other), None, "the player under test may change");
        let other = BaselinePlan {
            game: "connect:7x6x4".to_owned(),
            b: "random".to_owned(),
            openings: "start".to_owned(),
            openings_digest: Some("1".to_owned()),
            seed: 2,
            games: 6,
            max_plies: Some(9),
            ..played()
        };
        insta::assert_snapshot!(baseline().differs_from(&other).unwrap(), @"game: kalah:6x4 there, connect:7x6x4 here; b: bad there, random here; openings: random there, start here; content of the openings: none there, 1 here; seed: 1 there, 2 here; games: 4 there, 6 here; max_plies: none there, 9 here");
    }

    #[test]
    fn other_files_are_not_mistaken_for_a_baseline() {
        let error = |text: &str| Baseline::read(text.as_bytes()).unwrap_err();
        assert!(!error("fn main() {}").is_baseline);
        assert!(!error("{\"schema_version\": 1}").is_baseline, "a run.json, say");
        let text = String::from_utf8(baseline().bytes().unwrap()).unwrap();
        for (from, to, problem) in [
            ("\"43\"", "\"4\"", "the pairs do not match the number of games"),
            ("\"43\"", "\"45\"", "the pairs do not match the number of games"),
            (
                "\"schema_version\": 1",
                "\"schema_version\": 9",
                "format version 9 of the baseline is not supported, only 1",
            ),
            ("\"seed\": 1", "\"sed\": 1", "not a baseline: missing field `seed`"),
        ] {
            assert!(text.contains(from));
            assert_eq!(
                error(&text.replace(from, to)),
                BaselineError { problem: problem.to_owned(), is_baseline: true }
            );
        }
    }
}
