//! The spec of a source of openings: `random`, `random:6`, `balanced`, `balanced:6`, `start`, `file:PATH`.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use crate::text::{TextError, did_you_mean, number};

/// A source of openings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OpeningsSpec {
    /// Random positions this many plies from the start; without a number, the fewest plies that give enough of them.
    Random(Option<u32>),
    /// The same, but only those that are about even.
    Balanced(Option<u32>),
    /// The start position.
    Start,
    /// The positions of a file.
    File(String),
}

/// The most plies of `random:K` and `balanced:K`.
const MOST_PLIES: u32 = 1000;

/// The advice in errors about a spec.
const ADVICE: &str = "write random, random:6, balanced, balanced:6, start or file:PATH";

impl OpeningsSpec {
    /// An error about the whole spec.
    pub(super) fn error(&self, problem: impl Into<String>, advice: impl Into<String>) -> TextError {
        TextError::whole(&self.to_string(), problem, advice)
    }
}

impl FromStr for OpeningsSpec {
    type Err = TextError;

    fn from_str(text: &str) -> Result<OpeningsSpec, TextError> {
        let (kind, argument) = match text.split_once(':') {
            Some((kind, argument)) => (kind, Some(argument)),
            None => (text, None),
        };
        match (kind, argument) {
            ("random", None) => Ok(OpeningsSpec::Random(None)),
            ("balanced", None) => Ok(OpeningsSpec::Balanced(None)),
            ("random" | "balanced", Some(plies)) => number("the number of plies", plies, 0..=MOST_PLIES)
                .map(|plies| match kind {
                    "random" => OpeningsSpec::Random(Some(plies)),
                    _ => OpeningsSpec::Balanced(Some(plies)),
                })
                .map_err(|problem| TextError::new(text, kind.len() + 1..text.len(), problem, ADVICE)),
            ("start", None) => Ok(OpeningsSpec::Start),
            ("file", Some(path)) if !path.is_empty() => Ok(OpeningsSpec::File(path.to_owned())),
            ("start" | "file", _) => {
                Err(TextError::whole(text, format!("'{text}' is incomplete or too long"), ADVICE))
            }
            (_, None) if text.contains(['.', '/', '\\']) || Path::new(text).is_file() => {
                let problem = format!("unknown openings '{text}'");
                Err(TextError::whole(text, problem, format!("to read a file, write file:{text}")))
            }
            _ => {
                let problem = format!("unknown openings '{kind}'");
                let advice = did_you_mean(kind, "openings", &["random", "balanced", "start", "file"]);
                Err(TextError::new(text, 0..kind.len(), problem, advice))
            }
        }
    }
}

impl fmt::Display for OpeningsSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpeningsSpec::Random(None) => f.write_str("random"),
            OpeningsSpec::Random(Some(plies)) => write!(f, "random:{plies}"),
            OpeningsSpec::Balanced(None) => f.write_str("balanced"),
            OpeningsSpec::Balanced(Some(plies)) => write!(f, "balanced:{plies}"),
            OpeningsSpec::Start => f.write_str("start"),
            OpeningsSpec::File(path) => write!(f, "file:{path}"),
        }
    }
}
