//! The spec of a source of openings: `random`, `random:6`, `balanced`, `balanced:6`, `start`, `file:PATH`, and
//! `random:6,skip=100` for those behind the first hundred, `file:games.pgn,plies=16` for the beginnings of games.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use crate::text::{TextError, did_you_mean, number, quantity};

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
    File {
        /// Where it is.
        path: String,
        /// The most plies of each recorded game in it.
        plies: Option<u32>,
    },
    /// Those of another source without the first ones, which another run of the same seed uses.
    Skip {
        /// How many are skipped.
        skipped: u64,
        /// The source.
        source: Box<OpeningsSpec>,
    },
}

/// The most plies of `random:K` and `balanced:K`.
const MOST_PLIES: u32 = 1000;

/// The maximum number of openings that are skipped.
const MOST_SKIPPED: u64 = 1 << 40;

/// What stands in front of the number of plies of a recorded game.
const PLIES: &str = ",plies=";

/// The advice in errors about a spec.
const ADVICE: &str = "write random, random:6, balanced, balanced:6, start or file:PATH";

/// What stands in front of the number of openings to skip.
const SKIP: &str = ",skip=";

impl OpeningsSpec {
    /// The source, without what is skipped.
    pub fn source(&self) -> &OpeningsSpec {
        match self {
            OpeningsSpec::Skip { source, .. } => source,
            source => source,
        }
    }

    /// How many openings are skipped.
    pub fn skipped(&self) -> u64 {
        match self {
            OpeningsSpec::Skip { skipped, .. } => *skipped,
            _ => 0,
        }
    }

    /// The same source from another place in its order.
    #[must_use]
    pub fn skipping(&self, skipped: u64) -> OpeningsSpec {
        match self.source() {
            source if skipped == 0 => source.clone(),
            source => OpeningsSpec::Skip { skipped, source: Box::new(source.clone()) },
        }
    }

    /// An error about the whole spec.
    pub(super) fn error(&self, problem: impl Into<String>, advice: impl Into<String>) -> TextError {
        TextError::whole(&self.to_string(), problem, advice)
    }
}

impl FromStr for OpeningsSpec {
    type Err = TextError;

    fn from_str(text: &str) -> Result<OpeningsSpec, TextError> {
        if let Some((source, skipped)) = text.rsplit_once(SKIP) {
            return read_skip(text, source, skipped);
        }
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
            ("file", Some(argument)) if !argument.is_empty() => read_file(text, argument),
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

/// Reads the path of a file, and how much of each game in it is played.
fn read_file(text: &str, argument: &str) -> Result<OpeningsSpec, TextError> {
    let Some((path, digits)) = argument.rsplit_once(PLIES) else {
        return Ok(OpeningsSpec::File { path: argument.to_owned(), plies: None });
    };
    let plies = number("the number of plies", digits, 0..=MOST_PLIES).map_err(|problem| {
        let place = text.len() - digits.len()..text.len();
        TextError::new(text, place, problem, "write the most plies of each game: file:games.pgn,plies=16")
    })?;
    Ok(OpeningsSpec::File { path: path.to_owned(), plies: Some(plies) })
}

/// Reads a source and how many of its openings are skipped.
fn read_skip(text: &str, source: &str, skipped: &str) -> Result<OpeningsSpec, TextError> {
    let place = text.len() - skipped.len()..text.len();
    let wrong = |problem: String| {
        TextError::new(text, place.clone(), problem, "write the number of openings to skip: random,skip=1000")
    };
    let count = quantity::whole(skipped, 0..=MOST_SKIPPED)
        .map_err(|_| wrong(format!("'{skipped}' is not a number of openings")))?;
    let source: OpeningsSpec = source.parse().map_err(|error: TextError| error.within(text, 0))?;
    match source {
        OpeningsSpec::Start => Err(wrong("there is only one start position".to_owned())),
        OpeningsSpec::Skip { .. } => Err(wrong("skip= is given twice".to_owned())),
        source => Ok(source.skipping(count)),
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
            OpeningsSpec::File { path, plies: None } => write!(f, "file:{path}"),
            OpeningsSpec::File { path, plies: Some(plies) } => write!(f, "file:{path}{PLIES}{plies}"),
            OpeningsSpec::Skip { skipped, source } => write!(f, "{source}{SKIP}{skipped}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_that_are_skipped_are_part_of_the_spec() {
        for text in
            ["random:6,skip=100", "balanced,skip=1", "file:a,b.txt,skip=7", "file:g.pgn,plies=8,skip=7"]
        {
            let spec: OpeningsSpec = text.parse().unwrap();
            assert_eq!((spec.to_string().as_str(), spec.source().skipped()), (text, 0));
        }
        let spec: OpeningsSpec = "random,skip=100".parse().unwrap();
        assert_eq!((spec.skipped(), spec.source()), (100, &OpeningsSpec::Random(None)));
        assert_eq!("random,skip=0".parse(), Ok(OpeningsSpec::Random(None)));
        let shown = |text: &str| text.parse::<OpeningsSpec>().unwrap_err().to_string();
        insta::assert_snapshot!(shown("random:6,skip=many"), @"
        'many' is not a number of openings
            random:6,skip=many
                          ^^^^
        write the number of openings to skip: random,skip=1000
        ");
        insta::assert_snapshot!(shown("rndom:6,skip=5"), @"
        unknown openings 'rndom'
            rndom:6,skip=5
            ^^^^^
        did you mean 'random'?
        ");
        insta::assert_snapshot!(shown("start,skip=5"), @"
        there is only one start position
            start,skip=5
                       ^
        write the number of openings to skip: random,skip=1000
        ");
        insta::assert_snapshot!(shown("file:games.pgn,plies=all"), @"
        the number of plies must be a number from 0 to 1000, not 'all'
            file:games.pgn,plies=all
                                 ^^^
        write the most plies of each game: file:games.pgn,plies=16
        ");
        insta::assert_snapshot!(shown("random,skip=5,skip=6"), @"
        skip= is given twice
            random,skip=5,skip=6
                               ^
        write the number of openings to skip: random,skip=1000
        ");
    }
}
